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
    pub shape: NodeShape,
    /// Whether the chosen options switch it off: it is still checked, but is not part of the catalog.
    pub(crate) off: bool,
    /// Whether it is off only because something around it is.
    pub(crate) off_within: bool,
    /// Whether an option put it here: it need not make sense as something written by hand would.
    pub(crate) chosen: bool,
}

/// What was written.
#[derive(Clone, Debug)]
pub enum NodeShape {
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

/// Description of a number that has more digits than any number may have.
pub(crate) const LARGE_NUMBER: &str = "a number that is too large";

impl Node {
    pub(crate) fn new(span: Span, shape: NodeShape) -> Node {
        Node { span, shape, off: false, off_within: false, chosen: false }
    }

    /// Its bytes in the text.
    pub fn range(&self) -> Range<usize> {
        self.span.start as usize..self.span.end as usize
    }

    /// What it is, for "expected …, found …".
    pub fn described(&self) -> String {
        match &self.shape {
            NodeShape::Word(w) => format!("the name `{w}`"),
            NodeShape::Text(_) => "a text".into(),
            NodeShape::Int(n) => format!("the number {n}"),
            NodeShape::Bool(b) => format!("`{b}`"),
            NodeShape::List(_) => "a list".into(),
            NodeShape::Map(_) => "a map".into(),
            NodeShape::Tuple(Some(w), _) | NodeShape::Struct(Some(w), _) => format!("`{}(…)`", w.value),
            NodeShape::Tuple(None, _) => "values in parentheses".into(),
            NodeShape::Struct(None, _) => "fields in parentheses".into(),
            NodeShape::Other(what) => (*what).into(),
            NodeShape::Unread => "something unknown".into(),
        }
    }

    /// The bare name that it is or begins with.
    pub fn head(&self) -> Option<Word> {
        match &self.shape {
            NodeShape::Word(w) => Some(Spanned { value: w.clone(), span: self.span }),
            NodeShape::Tuple(w, _) | NodeShape::Struct(w, _) => w.clone(),
            _ => None,
        }
    }

    /// Its fields, when it is a struct.
    pub fn fields(&self) -> Option<&[(Word, Node)]> {
        match &self.shape {
            NodeShape::Struct(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// A field, when it is a struct that has it.
    pub fn field(&self, name: &str) -> Option<&Node> {
        self.fields()?.iter().find(|(w, _)| &*w.value == name).map(|(_, n)| n)
    }

    /// Whether a field is written `true`.
    pub fn is_on(&self, name: &str) -> bool {
        self.field(name).is_some_and(|node| matches!(node.shape, NodeShape::Bool(true)))
    }

    /// Its items, when it is a list or values in parentheses.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.shape {
            NodeShape::List(items) | NodeShape::Tuple(_, items) => Some(items),
            _ => None,
        }
    }

    /// Its entries, when it is a map.
    pub fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.shape {
            NodeShape::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Its values in the order in which they stand: items, values of fields, values of a map.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Node> + '_> {
        match &self.shape {
            NodeShape::List(items) | NodeShape::Tuple(_, items) => Box::new(items.iter()),
            NodeShape::Struct(_, fields) => Box::new(fields.iter().map(|(_, node)| node)),
            NodeShape::Map(entries) => Box::new(entries.iter().map(|(_, node)| node)),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// A bare name or a text, whatever it says.
    pub fn as_word(&self) -> Option<Word> {
        match &self.shape {
            NodeShape::Word(w) | NodeShape::Text(w) => Some(Spanned { value: w.clone(), span: self.span }),
            _ => None,
        }
    }

    /// Whether two values say the same: places and comments do not count, nor whether a name is in quotation marks.
    pub fn is_same(&self, other: &Node) -> bool {
        let names = |a: &Option<Word>, b: &Option<Word>| a.as_ref().map(|w| &w.value) == b.as_ref().map(|w| &w.value);
        let all = |a: &[Node], b: &[Node]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b));
        match (&self.shape, &other.shape) {
            (NodeShape::Word(a) | NodeShape::Text(a), NodeShape::Word(b) | NodeShape::Text(b)) => a == b,
            (NodeShape::Int(a), NodeShape::Int(b)) => a == b,
            (NodeShape::Bool(a), NodeShape::Bool(b)) => a == b,
            (NodeShape::List(a), NodeShape::List(b)) => all(a, b),
            (NodeShape::Tuple(h, a), NodeShape::Tuple(k, b)) => names(h, k) && all(a, b),
            (NodeShape::Map(a), NodeShape::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0.is_same(&b.0) && a.1.is_same(&b.1))
            }
            (NodeShape::Struct(h, a), NodeShape::Struct(k, b)) => {
                let same = |(a, b): (&(Word, Node), &(Word, Node))| a.0.value == b.0.value && a.1.is_same(&b.1);
                names(h, k) && a.len() == b.len() && a.iter().zip(b).all(same)
            }
            (NodeShape::Other(a), NodeShape::Other(b)) => a == b,
            (NodeShape::Unread, NodeShape::Unread) => true,
            _ => false,
        }
    }

    /// As a parameter value.
    pub(crate) fn to_value(&self) -> Value {
        match &self.shape {
            NodeShape::Word(w) | NodeShape::Text(w) => Value::Text(w.clone()),
            NodeShape::Int(n) => Value::Int(*n),
            NodeShape::Bool(b) => Value::Bool(*b),
            NodeShape::List(items) | NodeShape::Tuple(None, items) => {
                Value::List(items.iter().map(Node::to_value).collect())
            }
            NodeShape::Map(items) => {
                Value::Map(items.iter().map(|(k, v)| (k.to_value().to_string().into(), v.to_value())).collect())
            }
            NodeShape::Tuple(Some(name), items) => {
                let items: Vec<String> = items.iter().map(|n| n.to_value().to_string()).collect();
                Value::text(&format!("{}({})", name.value, items.join(",")))
            }
            NodeShape::Struct(_, fields) => {
                Value::Map(fields.iter().map(|(k, v)| (k.value.clone(), v.to_value())).collect())
            }
            NodeShape::Other(what) => Value::text(what),
            NodeShape::Unread => Value::text(""),
        }
    }

    /// A value put in the place of this node, for options that stand in for values.
    pub(crate) fn from_value(span: Span, value: &Value) -> Node {
        let shape = match value {
            Value::Bool(b) => NodeShape::Bool(*b),
            Value::Int(n) => NodeShape::Int(*n),
            Value::List(items) => NodeShape::List(items.iter().map(|v| Node::from_value(span, v)).collect()),
            Value::Map(items) => NodeShape::Map(
                items
                    .iter()
                    .map(|(k, v)| (Node::new(span, NodeShape::Text(k.clone())), Node::from_value(span, v)))
                    .collect(),
            ),
            Value::Text(text) => match value.as_form() {
                Some((name, numbers)) if !numbers.is_empty() => NodeShape::Tuple(
                    Some(Spanned { value: name.into(), span }),
                    numbers.into_iter().map(|n| Node::new(span, NodeShape::Int(n))).collect(),
                ),
                _ => NodeShape::Word(text.clone()),
            },
        };
        Node::new(span, shape)
    }
}
