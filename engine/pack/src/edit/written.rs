//! Represents values to write, and prints them in house style.
//!
//! A value is on one line if it fits into [`WIDTH`] characters. Otherwise, the fields of a struct fill lines, and a
//! list has one item per line, or fills lines if its items are parts or words.

use std::fmt::Write as _;

use crate::read::syntax::{Node, NodeShape, Word};

/// Maximum number of characters of a line in house style.
pub const WIDTH: usize = 120;
/// Number of blanks for each level of indentation.
pub(super) const INDENT: usize = 4;

/// Value to write into the text of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Name, without quotation marks where possible.
    Word(String),
    /// Text in quotation marks.
    Text(String),
    /// Whole number, written in decimal.
    Int(i64),
    /// Literal `true` or `false`.
    Bool(bool),
    /// List of values, `[a, b]`.
    List(Vec<Written>),
    /// Map of keys to values, `{a: b}`.
    Map(Vec<(Written, Written)>),
    /// Values in parentheses, `(a, b)` or `name(a, b)`.
    Tuple(Option<String>, Vec<Written>),
    /// Named fields in parentheses, `(a: b)` or `name(a: b)`.
    Struct(Option<String>, Vec<(String, Written)>),
    /// Text that a user typed as a value; it is inserted unchanged.
    Verbatim(String),
}

impl Written {
    /// Returns the value for a name.
    pub fn word(word: &str) -> Written {
        Written::Word(word.to_owned())
    }

    /// Returns the value for a text.
    pub fn text(text: &str) -> Written {
        Written::Text(text.to_owned())
    }

    /// Returns a struct without a name, with these fields.
    pub fn fields<'a>(fields: impl IntoIterator<Item = (&'a str, Written)>) -> Written {
        Written::Struct(None, fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Converts a node of a text to a value, without its comments and line breaks.
    pub fn from_node(node: &Node, text: &str) -> Written {
        let all = |nodes: &[Node]| nodes.iter().map(|n| Written::from_node(n, text)).collect();
        let name = |word: &Option<Word>| word.as_ref().map(|w| w.value.to_string());
        match &node.shape {
            NodeShape::Word(w) => Written::Word(w.to_string()),
            NodeShape::Text(t) => Written::Text(t.to_string()),
            NodeShape::Int(n) => Written::Int(*n),
            NodeShape::Bool(b) => Written::Bool(*b),
            NodeShape::List(items) => Written::List(all(items)),
            NodeShape::Map(entries) => Written::Map(
                entries.iter().map(|(k, v)| (Written::from_node(k, text), Written::from_node(v, text))).collect(),
            ),
            NodeShape::Tuple(head, items) => Written::Tuple(name(head), all(items)),
            NodeShape::Struct(head, fields) => Written::Struct(
                name(head),
                fields.iter().map(|(k, v)| (k.value.to_string(), Written::from_node(v, text))).collect(),
            ),
            NodeShape::Other(_) | NodeShape::Unread => {
                Written::Verbatim(text.get(node.range()).unwrap_or_default().to_owned())
            }
        }
    }

    /// True if a node of a text already has this value. A name and a text with the same characters are equal.
    pub fn is(&self, node: &Node, text: &str) -> bool {
        let head = |a: &Option<String>, b: &Option<Word>| a.as_deref() == b.as_ref().map(|w| &*w.value);
        let all = |a: &[Written], b: &[Node]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is(b, text));
        match (self, &node.shape) {
            (Written::Word(a) | Written::Text(a), NodeShape::Word(b) | NodeShape::Text(b)) => **a == **b,
            (Written::Int(a), NodeShape::Int(b)) => a == b,
            (Written::Bool(a), NodeShape::Bool(b)) => a == b,
            (Written::List(a), NodeShape::List(b)) => all(a, b),
            (Written::Tuple(h, a), NodeShape::Tuple(k, b)) => head(h, k) && all(a, b),
            (Written::Map(a), NodeShape::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0.is(&b.0, text) && a.1.is(&b.1, text))
            }
            (Written::Struct(h, a), NodeShape::Struct(k, b)) => {
                let same = |(a, b): (&(String, Written), &(Word, Node))| *a.0 == *b.0.value && a.1.is(&b.1, text);
                head(h, k) && a.len() == b.len() && a.iter().zip(b).all(same)
            }
            (Written::Verbatim(a), _) => text.get(node.range()) == Some(a),
            _ => false,
        }
    }

    /// Prints the value on one line.
    pub fn flat(&self) -> String {
        let mut out = String::new();
        self.flat_into(&mut out);
        out
    }

    fn flat_into(&self, out: &mut String) {
        fn join_items<T>(out: &mut String, items: &[T], mut one: impl FnMut(&mut String, &T)) {
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                one(out, item);
            }
        }
        match self {
            Written::Word(word) if is_bare(word) => out.push_str(word),
            Written::Word(text) | Written::Text(text) => quote(text, out),
            Written::Int(n) => {
                let _ = write!(out, "{n}");
            }
            Written::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Written::List(items) => {
                out.push('[');
                join_items(out, items, |out, item| item.flat_into(out));
                out.push(']');
            }
            Written::Map(entries) => {
                out.push('{');
                join_items(out, entries, |out, (key, value)| {
                    key.flat_into(out);
                    out.push_str(": ");
                    value.flat_into(out);
                });
                out.push('}');
            }
            Written::Tuple(head, items) => {
                out.push_str(head.as_deref().unwrap_or_default());
                out.push('(');
                join_items(out, items, |out, item| item.flat_into(out));
                out.push(')');
            }
            Written::Struct(head, fields) => {
                out.push_str(head.as_deref().unwrap_or_default());
                out.push('(');
                join_items(out, fields, |out, (name, value)| {
                    out.push_str(name);
                    out.push_str(": ");
                    value.flat_into(out);
                });
                out.push(')');
            }
            Written::Verbatim(text) => out.push_str(text),
        }
    }

    /// Prints the value in house style. `indent` is the number of blanks at the start of the current line, `column` the
    /// number of characters before the value on that line, and `after` the number of characters that follow the value
    /// on its last line, such as a comma.
    pub fn print(&self, indent: usize, column: usize, after: usize) -> String {
        let flat = self.flat();
        if column + flat.chars().count() + after <= WIDTH {
            return flat;
        }
        match self {
            Written::List(items) if items.iter().all(|i| i.is_short()) => {
                print_filled("[", items, "]", indent, |item, indent, column| item.print(indent, column, 1))
            }
            Written::List(items) => {
                print_stacked("[", items, "]", indent, |item, indent| item.print(indent, indent, 1))
            }
            Written::Map(entries) => print_stacked("{", entries, "}", indent, |(key, value), indent| {
                let key = key.flat();
                let column = indent + key.chars().count() + 2;
                format!("{key}: {}", value.print(indent, column, 1))
            }),
            Written::Tuple(head, items) => {
                // In `Tiles([...])` and the like, the list breaks into lines, not the parentheses.
                let head = head.as_deref().unwrap_or_default();
                match &items[..] {
                    [only] => format!("{head}({})", only.print(indent, column + head.len() + 1, after + 1)),
                    _ => print_stacked(&format!("{head}("), items, ")", indent, |item, indent| {
                        item.print(indent, indent, 1)
                    }),
                }
            }
            Written::Struct(head, fields) => Written::print_fields(head.as_deref(), fields, indent, column, after),
            _ => flat,
        }
    }

    /// Prints fields so that they fill lines; a field that does not fit on a separate line is itself broken up.
    fn print_fields(
        head: Option<&str>,
        fields: &[(String, Written)],
        indent: usize,
        column: usize,
        after: usize,
    ) -> String {
        let mut out = format!("{}(", head.unwrap_or_default());
        let mut at = column + out.chars().count();
        let inner = indent + INDENT;
        for (i, (name, value)) in fields.iter().enumerate() {
            let last = i + 1 == fields.len();
            let tail = if last { 1 + after } else { 1 };
            let flat = format!("{name}: {}", value.flat());
            let width = flat.chars().count();
            if i > 0 && at + 1 + width + tail > WIDTH {
                let _ = write!(out, "\n{:inner$}", "");
                at = inner;
            } else if i > 0 {
                out.push(' ');
                at += 1;
            }
            if at + width + tail <= WIDTH {
                out.push_str(&flat);
                at += width;
            } else {
                let _ = write!(out, "{name}: ");
                let printed = value.print(if i == 0 { indent } else { inner }, at + name.len() + 2, tail);
                at = printed.rsplit('\n').next().map_or(0, |line| line.chars().count());
                out.push_str(&printed);
            }
            if !last {
                out.push(',');
                at += 1;
            }
        }
        out.push(')');
        out
    }

    /// True if several such values share a line: words, numbers, and parts of tiles.
    fn is_short(&self) -> bool {
        match self {
            Written::Word(_) | Written::Text(_) | Written::Int(_) | Written::Bool(_) => true,
            Written::Struct(head, _) | Written::Tuple(head, _) => head.is_some(),
            _ => false,
        }
    }
}

/// Prints one item per line, with the brackets on separate lines.
fn print_stacked<T>(open: &str, items: &[T], close: &str, indent: usize, one: impl Fn(&T, usize) -> String) -> String {
    let mut out = format!("{open}\n");
    let inner = indent + INDENT;
    for item in items {
        let _ = writeln!(out, "{:inner$}{},", "", one(item, inner));
    }
    let _ = write!(out, "{:indent$}{close}", "");
    out
}

/// Prints as many items on a line as fit, with the brackets on separate lines.
fn print_filled<T>(
    open: &str,
    items: &[T],
    close: &str,
    indent: usize,
    one: impl Fn(&T, usize, usize) -> String,
) -> String {
    let mut out = open.to_owned();
    let inner = indent + INDENT;
    let mut at = WIDTH;
    for item in items {
        let printed = one(item, inner, inner);
        let width = printed.chars().count();
        if at + 1 + width + 1 > WIDTH {
            let _ = write!(out, "\n{:inner$}", "");
            at = inner;
        } else {
            out.push(' ');
            at += 1;
        }
        out.push_str(&printed);
        out.push(',');
        at = if printed.contains('\n') { WIDTH } else { at + width + 1 };
    }
    let _ = write!(out, "\n{:indent$}{close}", "");
    out
}

/// True if a name needs no quotation marks.
pub(super) fn is_bare(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !matches!(word, "true" | "false" | "inf" | "NaN")
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
