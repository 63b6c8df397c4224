//! Represents the values of options and of the parameters of rule modules.

use std::sync::Arc;

/// A value written by a designer: an option, or a parameter of a rule module.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value, `true` or `false`.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// A name or a text; forms such as `fixed(9,9)` are texts without blanks.
    Text(Arc<str>),
    /// A list of values.
    List(Vec<Value>),
    /// Named values in the order of the pack.
    Map(Vec<(Arc<str>, Value)>),
}

impl Value {
    /// Creates a text value.
    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    /// Splits a text such as `fixed(9,9)` into its name and its numbers; `None` if it has another form. A text without
    /// brackets is a form without numbers.
    pub fn as_form(&self) -> Option<(&str, Vec<i64>)> {
        let Value::Text(text) = self else { return None };
        match text.split_once('(') {
            None => Some((text, Vec::new())),
            Some((name, rest)) => {
                let numbers =
                    rest.strip_suffix(')')?.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
                Some((name.trim(), numbers))
            }
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Text(t) => f.write_str(t),
            Value::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Map(items) => {
                f.write_str("{")?;
                for (i, (key, item)) in items.iter().enumerate() {
                    write!(f, "{}{key}: {item}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}
