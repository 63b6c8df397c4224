//! The tree of values of a file.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::diag::{Span, Spanned};

/// A name or a text with its place.
pub type Word = Spanned<Arc<str>>;

/// A value with its place.
///
/// Two nodes are the same value when their shapes are, whatever their places: see [`Node::is_same`].
#[derive(Clone, Debug)]
pub struct Node {
    /// Its first byte and one past its last.
    pub span: Span,
    /// What was written.
    pub shape: Shape,
    /// Whether the chosen options switch it off: it is still checked, but is not part of the catalog.
    pub(crate) off: bool,
    /// Whether it is off only because something around it is.
    pub(crate) off_within: bool,
    /// Whether an option put it here: it need not make sense as something written by hand would.
    pub(crate) chosen: bool,
}

/// What was written.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A bare name.
    Word(Arc<str>),
    /// A text in quotation marks.
    Text(Arc<str>),
    /// A whole number.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// `[a, b]`.
    List(Vec<Node>),
    /// `{a: b}`.
    Map(Vec<(Node, Node)>),
    /// `(a, b)` or `name(a, b)`.
    Tuple(Option<Word>, Vec<Node>),
    /// `(a: b)` or `name(a: b)`; also `()` and `name()`.
    Struct(Option<Word>, Vec<(Word, Node)>),
    /// Something that no field takes, such as a fraction.
    Other(&'static str),
    /// What stands there depends on something that is wrong, and that has been said.
    Unread,
}

impl Node {
    pub(crate) fn new(span: Span, shape: Shape) -> Node {
        Node { span, shape, off: false, off_within: false, chosen: false }
    }

    /// Its bytes in the text.
    pub fn range(&self) -> Range<usize> {
        self.span.start as usize..self.span.end as usize
    }

    /// What it is, for "expected …, found …".
    pub fn described(&self) -> String {
        match &self.shape {
            Shape::Word(w) => format!("the name `{w}`"),
            Shape::Text(_) => "a text".into(),
            Shape::Int(n) => format!("the number {n}"),
            Shape::Bool(b) => format!("`{b}`"),
            Shape::List(_) => "a list".into(),
            Shape::Map(_) => "a map".into(),
            Shape::Tuple(Some(w), _) | Shape::Struct(Some(w), _) => format!("`{}(…)`", w.value),
            Shape::Tuple(None, _) => "values in parentheses".into(),
            Shape::Struct(None, _) => "fields in parentheses".into(),
            Shape::Other(what) => (*what).into(),
            Shape::Unread => "something unknown".into(),
        }
    }

    /// The bare name that it is or begins with.
    pub fn head(&self) -> Option<Word> {
        match &self.shape {
            Shape::Word(w) => Some(Spanned { value: w.clone(), span: self.span }),
            Shape::Tuple(w, _) | Shape::Struct(w, _) => w.clone(),
            _ => None,
        }
    }

    /// Its fields, when it is a struct.
    pub fn fields(&self) -> Option<&[(Word, Node)]> {
        match &self.shape {
            Shape::Struct(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// A field, when it is a struct that has it.
    pub fn field(&self, name: &str) -> Option<&Node> {
        self.fields()?.iter().find(|(w, _)| &*w.value == name).map(|(_, n)| n)
    }

    /// Its items, when it is a list or values in parentheses.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.shape {
            Shape::List(items) | Shape::Tuple(_, items) => Some(items),
            _ => None,
        }
    }

    /// Its entries, when it is a map.
    pub fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.shape {
            Shape::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Its values in the order in which they stand: items, values of fields, values of a map.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Node> + '_> {
        match &self.shape {
            Shape::List(items) | Shape::Tuple(_, items) => Box::new(items.iter()),
            Shape::Struct(_, fields) => Box::new(fields.iter().map(|(_, node)| node)),
            Shape::Map(entries) => Box::new(entries.iter().map(|(_, node)| node)),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// A bare name or a text, whatever it says.
    pub fn as_word(&self) -> Option<Word> {
        match &self.shape {
            Shape::Word(w) | Shape::Text(w) => Some(Spanned { value: w.clone(), span: self.span }),
            _ => None,
        }
    }

    /// Whether two values say the same: places and comments do not count, nor whether a name is in quotation marks.
    pub fn is_same(&self, other: &Node) -> bool {
        let names = |a: &Option<Word>, b: &Option<Word>| a.as_ref().map(|w| &w.value) == b.as_ref().map(|w| &w.value);
        let all = |a: &[Node], b: &[Node]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b));
        match (&self.shape, &other.shape) {
            (Shape::Word(a) | Shape::Text(a), Shape::Word(b) | Shape::Text(b)) => a == b,
            (Shape::Int(a), Shape::Int(b)) => a == b,
            (Shape::Bool(a), Shape::Bool(b)) => a == b,
            (Shape::List(a), Shape::List(b)) => all(a, b),
            (Shape::Tuple(h, a), Shape::Tuple(k, b)) => names(h, k) && all(a, b),
            (Shape::Map(a), Shape::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0.is_same(&b.0) && a.1.is_same(&b.1))
            }
            (Shape::Struct(h, a), Shape::Struct(k, b)) => {
                let same = |(a, b): (&(Word, Node), &(Word, Node))| a.0.value == b.0.value && a.1.is_same(&b.1);
                names(h, k) && a.len() == b.len() && a.iter().zip(b).all(same)
            }
            (Shape::Other(a), Shape::Other(b)) => a == b,
            (Shape::Unread, Shape::Unread) => true,
            _ => false,
        }
    }

    /// As a parameter value.
    pub(crate) fn to_value(&self) -> Value {
        match &self.shape {
            Shape::Word(w) | Shape::Text(w) => Value::Text(w.clone()),
            Shape::Int(n) => Value::Int(*n),
            Shape::Bool(b) => Value::Bool(*b),
            Shape::List(items) | Shape::Tuple(None, items) => Value::List(items.iter().map(Node::to_value).collect()),
            Shape::Map(items) => {
                Value::Map(items.iter().map(|(k, v)| (k.to_value().to_string().into(), v.to_value())).collect())
            }
            Shape::Tuple(Some(name), items) => {
                let items: Vec<String> = items.iter().map(|n| n.to_value().to_string()).collect();
                Value::text(&format!("{}({})", name.value, items.join(",")))
            }
            Shape::Struct(_, fields) => {
                Value::Map(fields.iter().map(|(k, v)| (k.value.clone(), v.to_value())).collect())
            }
            Shape::Other(what) => Value::text(what),
            Shape::Unread => Value::text(""),
        }
    }

    /// A value put in the place of this node, for options that stand in for values.
    pub(crate) fn from_value(span: Span, value: &Value) -> Node {
        let shape = match value {
            Value::Bool(b) => Shape::Bool(*b),
            Value::Int(n) => Shape::Int(*n),
            Value::List(items) => Shape::List(items.iter().map(|v| Node::from_value(span, v)).collect()),
            Value::Map(items) => Shape::Map(
                items
                    .iter()
                    .map(|(k, v)| (Node::new(span, Shape::Text(k.clone())), Node::from_value(span, v)))
                    .collect(),
            ),
            Value::Text(text) => match value.as_form() {
                Some((name, numbers)) if !numbers.is_empty() => Shape::Tuple(
                    Some(Spanned { value: name.into(), span }),
                    numbers.into_iter().map(|n| Node::new(span, Shape::Int(n))).collect(),
                ),
                _ => Shape::Word(text.clone()),
            },
        };
        Node::new(span, shape)
    }
}
