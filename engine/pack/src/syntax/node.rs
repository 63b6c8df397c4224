//! The tree of values of a file.

use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::diag::{Span, Spanned};

/// A name or a text with its place.
pub(crate) type Word = Spanned<Arc<str>>;

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) shape: Shape,
    /// Whether the chosen options switch it off: it is still checked, but is no part of the catalog.
    pub(crate) off: bool,
    /// Whether an option put it here: it need not make sense as something written by hand would.
    pub(crate) chosen: bool,
}

/// What was written.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
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
}

impl Node {
    pub(crate) fn new(span: Span, shape: Shape) -> Node {
        Node { span, shape, off: false, chosen: false }
    }

    /// What it is, for "expected …, found …".
    pub(crate) fn described(&self) -> String {
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
        }
    }

    /// The bare name that it is or begins with.
    pub(crate) fn head(&self) -> Option<Word> {
        match &self.shape {
            Shape::Word(w) => Some(Spanned { value: w.clone(), span: self.span }),
            Shape::Tuple(w, _) | Shape::Struct(w, _) => w.clone(),
            _ => None,
        }
    }

    /// Its fields, when it is a struct.
    pub(crate) fn fields(&self) -> Option<&[(Word, Node)]> {
        match &self.shape {
            Shape::Struct(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// A field, when it is a struct that has it.
    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        self.fields()?.iter().find(|(w, _)| &*w.value == name).map(|(_, n)| n)
    }

    /// A bare name or a text, whatever it says.
    pub(crate) fn as_word(&self) -> Option<Word> {
        match &self.shape {
            Shape::Word(w) | Shape::Text(w) => Some(Spanned { value: w.clone(), span: self.span }),
            _ => None,
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
