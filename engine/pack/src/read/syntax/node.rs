//! Represents the tree of values of a file.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::diag::{Span, Spanned};

/// Name or text with its span.
pub type Word = Spanned<Arc<str>>;

/// Value with its span.
///
/// Two nodes have the same value if their shapes are equal, regardless of spans: see [`Node::is_same`].
#[derive(Clone, Debug)]
pub struct Node {
    /// Bytes of the value, from its first to one past its last.
    pub span: Span,
    /// Kind and content of the value.
    pub shape: NodeShape,
    /// True if the chosen options switch it off: it is checked, but not part of the catalog.
    pub(crate) off: bool,
    /// True if it is off only because an enclosing value is off.
    pub(crate) off_within: bool,
    /// True if an option put the value here; then it need not make sense in the way that a written value must.
    pub(crate) chosen: bool,
}

/// Kind and content of a value.
#[derive(Clone, Debug)]
pub enum NodeShape {
    /// Bare name, without quotation marks.
    Word(Arc<str>),
    /// Text in quotation marks.
    Text(Arc<str>),
    /// Whole number that fits 64 bits.
    Int(i64),
    /// Literal `true` or `false`.
    Bool(bool),
    /// List of values, `[a, b]`.
    List(Vec<Node>),
    /// Map of keys to values, `{a: b}`.
    Map(Vec<(Node, Node)>),
    /// Values in parentheses, `(a, b)` or `name(a, b)`.
    Tuple(Option<Word>, Vec<Node>),
    /// Named fields in parentheses, `(a: b)` or `name(a: b)`; also `()` and `name()`.
    Struct(Option<Word>, Vec<(Word, Node)>),
    /// Value that no field accepts, such as a fraction, with its description.
    Other(&'static str),
    /// Value that depends on a mistake that is already reported.
    Unread,
}

/// Description of a number with more digits than allowed.
pub(crate) const LARGE_NUMBER: &str = "a number that is too large";

impl Node {
    pub(crate) fn new(span: Span, shape: NodeShape) -> Node {
        Node { span, shape, off: false, off_within: false, chosen: false }
    }

    /// Returns the byte range of the value in the text.
    pub fn range(&self) -> Range<usize> {
        self.span.start as usize..self.span.end as usize
    }

    /// Describes the value for "expected …, found …".
    pub fn describe(&self) -> String {
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

    /// Returns the bare name that the value is or begins with.
    pub fn head(&self) -> Option<Word> {
        match &self.shape {
            NodeShape::Word(w) => Some(Spanned { value: w.clone(), span: self.span }),
            NodeShape::Tuple(w, _) | NodeShape::Struct(w, _) => w.clone(),
            _ => None,
        }
    }

    /// Returns the fields of a struct; `None` for any other value.
    pub fn fields(&self) -> Option<&[(Word, Node)]> {
        match &self.shape {
            NodeShape::Struct(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// Returns the value of a field; `None` if this is not a struct with that field.
    pub fn field(&self, name: &str) -> Option<&Node> {
        self.fields()?.iter().find(|(w, _)| &*w.value == name).map(|(_, n)| n)
    }

    /// True if a field is written as `true`.
    pub fn is_on(&self, name: &str) -> bool {
        self.field(name).is_some_and(|node| matches!(node.shape, NodeShape::Bool(true)))
    }

    /// Returns the items of a list or of values in parentheses; `None` for any other value.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.shape {
            NodeShape::List(items) | NodeShape::Tuple(_, items) => Some(items),
            _ => None,
        }
    }

    /// Returns the entries of a map; `None` for any other value.
    pub fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.shape {
            NodeShape::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the direct inner values in their order: items, values of fields, values of a map.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Node> + '_> {
        match &self.shape {
            NodeShape::List(items) | NodeShape::Tuple(_, items) => Box::new(items.iter()),
            NodeShape::Struct(_, fields) => Box::new(fields.iter().map(|(_, node)| node)),
            NodeShape::Map(entries) => Box::new(entries.iter().map(|(_, node)| node)),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// Returns the content of a bare name or a text; `None` for any other value.
    pub fn as_word(&self) -> Option<Word> {
        match &self.shape {
            NodeShape::Word(w) | NodeShape::Text(w) => Some(Spanned { value: w.clone(), span: self.span }),
            _ => None,
        }
    }

    /// True if two values are equal. Ignores spans, comments, and quotation marks around names.
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

    /// Returns the text that names this node as the key of a map.
    pub fn key_text(&self) -> String {
        self.to_value().to_string()
    }

    /// Converts the node to a value of a parameter.
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

    /// Returns a node for the value of an option that replaces this node.
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
