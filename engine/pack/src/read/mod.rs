//! Reads the files of packs: the syntax, the heads and sections, and typed values. Reports values that do not fit.

mod file_names;
pub(crate) mod hash;
pub mod history;
pub(crate) mod pictures;
pub(crate) mod renames;
pub(crate) mod source;
pub mod syntax;
mod ways;
pub(crate) mod world;

use std::ops::RangeInclusive;
use std::sync::Arc;

use tilewright_core::diag::{Span, Spanned, nearest};
use tilewright_core::unseen::escape_line;

use crate::findings::{Findings, codes};
use crate::limits::{ID_LETTERS, TEXT_LETTERS};
use crate::read::syntax::{LARGE_NUMBER, Node, NodeShape, Word};
use crate::schema::{Field, Kind, Section, Struct};

/// Fields of a node, read according to the grammar of a struct.
pub struct Fields<'a> {
    of: &'static Struct,
    span: Span,
    fields: &'a [(Word, Node)],
    report: &'a Findings,
}

impl<'a> Fields<'a> {
    /// Returns the fields of a node. A bare name counts as a struct without fields. Reports any other value and returns
    /// `None`.
    pub fn from_node(node: &'a Node, of: &'static Struct, report: &'a Findings) -> Option<Fields<'a>> {
        let fields: &[(Word, Node)] = match &node.shape {
            NodeShape::Struct(_, fields) => fields,
            NodeShape::Word(_) | NodeShape::Text(_) => &[],
            _ => {
                wrong(node, &format!("{} as fields in parentheses", of.what), report);
                return None;
            }
        };
        for (i, (name, value)) in fields.iter().enumerate() {
            if let Some((first, _)) = fields[..i].iter().find(|(n, _)| n.value == name.value) {
                let message = format!("the field `{}` is given twice", name.value);
                report
                    .add(codes::FIELD_TWICE.finding(value.span, message).with_related(first.span, "first given here"));
            }
        }
        Some(Fields { of, span: node.span, fields, report })
    }

    /// Returns a field of the grammar. Panics if the grammar lacks it, which is a bug of the caller.
    fn grammar_field(&self, name: &'static str) -> &'static Field {
        #[cfg(any(test, feature = "asked"))]
        asked::note(self.of, name);
        self.of.field(name).unwrap_or_else(|| panic!("{} has a field `{name}` in the grammar", self.of.what))
    }

    /// Returns the value of an optional field; `None` if it is absent.
    pub fn get(&self, name: &'static str) -> Option<&'a Node> {
        self.grammar_field(name);
        self.fields.iter().find(|(n, _)| &*n.value == name).map(|(_, node)| node)
    }

    /// Returns the value of a required field; reports it if it is absent.
    pub fn need(&self, name: &'static str) -> Option<&'a Node> {
        let found = self.get(name);
        if found.is_none() && !self.is_mistyped(name) {
            let message = format!("{} lacks the field `{name}`", self.of.what);
            self.report.add(codes::MISSING_FIELD.finding(self.span, message));
        }
        found
    }

    /// True if an unknown field is probably a misspelling of this absent one. The unknown field itself is reported.
    fn is_mistyped(&self, name: &str) -> bool {
        let absent = || self.of.names().filter(|known| self.fields.iter().all(|(given, _)| *given.value != **known));
        self.further().any(|(given, _)| nearest(&given.value, absent()) == Some(name))
    }

    /// Returns the span of the whole node.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the items of a list field; empty if the field is absent.
    pub fn list(&self, name: &'static str) -> &'a [Node] {
        self.get(name).and_then(|n| list(n, self.report)).unwrap_or(&[])
    }

    /// Returns a flag; its default in the grammar if the field is absent.
    pub fn flag(&self, name: &'static str) -> bool {
        let absent = self.grammar_field(name).default == Some("true");
        self.get(name).map_or(absent, |n| flag(n, self.report).unwrap_or(absent))
    }

    /// Returns a number within the range in the grammar; its default if the field is absent.
    pub fn int(&self, name: &'static str) -> Option<i64> {
        let field = self.grammar_field(name);
        let Kind::Int(least, most) = field.kind else { panic!("`{name}` is a number in the grammar") };
        let given = self.get(name).and_then(|n| int(n, least..=most, self.report));
        given.or_else(|| field.default?.parse().ok())
    }

    /// Returns the bare name or text of a field.
    pub fn word(&self, name: &'static str) -> Option<Word> {
        self.get(name).and_then(|n| word(n, self.report))
    }

    /// Returns the value for the word of a field, which must be one of `choices`.
    pub fn one_of<T: Copy>(&self, name: &'static str, choices: &[(&str, T)]) -> Option<T> {
        self.get(name).and_then(|n| one_of(n, choices, self.report))
    }

    /// True if a field occurs twice; the second value is not read.
    pub fn has_doubled(&self) -> bool {
        (1..self.fields.len()).any(|i| self.fields[..i].iter().any(|(name, _)| name.value == self.fields[i].0.value))
    }

    /// Returns the fields that the grammar does not have.
    pub fn further(&self) -> impl Iterator<Item = &'a (Word, Node)> {
        self.fields.iter().filter(|(name, _)| self.of.field(&name.value).is_none())
    }

    /// Reports the fields that the grammar does not have.
    pub fn finish(&self) {
        self.finish_as(|_| true);
    }

    /// Like [`Fields::finish`], but also reports fields of the grammar for which `belongs` is false.
    pub fn finish_as(&self, belongs: impl Fn(&str) -> bool) {
        let known = || self.of.names().filter(|name| belongs(name));
        for (name, _) in self.fields {
            if self.of.field(&name.value).is_some_and(|field| belongs(field.name)) {
                continue;
            }
            let mut finding =
                codes::UNKNOWN_FIELD.finding(name.span, format!("{} has no field `{}`", self.of.what, name.value));
            match Section::by_field(&name.value) {
                // For example, `planes` is a field of the pack and often written in the board.
                Some(section) => finding = finding.with_hint(section.place()),
                None => self.report.suggest(&mut finding, &name.value, known()),
            }
            self.report.add(finding);
        }
    }
}

/// Reports that a value of another kind was expected.
pub fn wrong(node: &Node, expected: &str, report: &Findings) {
    // The reason why it could not be read is already reported.
    if matches!(node.shape, NodeShape::Unread) {
        return;
    }
    report.add(codes::WRONG_VALUE.finding(node.span, format!("expected {expected}, found {}", node.describe())));
}

/// Returns the items of a list; reports any other value and returns `None`.
pub fn list<'a>(node: &'a Node, report: &Findings) -> Option<&'a [Node]> {
    match &node.shape {
        NodeShape::List(items) => Some(items),
        _ => {
            wrong(node, "a list", report);
            None
        }
    }
}

/// Returns at most `most` items; reports the first one beyond.
pub fn at_most<'a>(nodes: &'a [Node], most: usize, report: &Findings) -> &'a [Node] {
    if let Some(first) = nodes.get(most) {
        let message = format!("there are {} entries; at most {most} are allowed", nodes.len());
        report.add(codes::TOO_LARGE.finding(first.span, message));
    }
    &nodes[..nodes.len().min(most)]
}

/// Returns the items of a list, or a single value as a list of one.
pub fn list_or_one(node: &Node) -> &[Node] {
    match &node.shape {
        NodeShape::List(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// Returns the entries of a map; reports any other value and returns an empty slice.
pub fn map<'a>(node: &'a Node, report: &Findings) -> &'a [(Node, Node)] {
    match &node.shape {
        NodeShape::Map(items) => items,
        _ => {
            wrong(node, "a map such as {\"name\": 1}", report);
            &[]
        }
    }
}

/// Reads `true` or `false`; reports any other value and returns `None`.
pub fn flag(node: &Node, report: &Findings) -> Option<bool> {
    match node.shape {
        NodeShape::Bool(b) => Some(b),
        _ => {
            wrong(node, "true or false", report);
            None
        }
    }
}

/// Reads a whole number within a range; reports any other value and returns `None`.
pub fn int(node: &Node, range: RangeInclusive<i64>, report: &Findings) -> Option<i64> {
    match node.shape {
        NodeShape::Int(n) if range.contains(&n) => return Some(n),
        NodeShape::Int(n) => out_of_range(node, &n.to_string(), range, report),
        NodeShape::Other(LARGE_NUMBER) => out_of_range(node, "this number", range, report),
        _ => wrong(node, "a whole number", report),
    }
    None
}

/// Reports a whole number outside a range.
pub fn out_of_range(node: &Node, number: &str, range: RangeInclusive<i64>, report: &Findings) {
    let message = format!("{number} is out of range; it may be {} to {}", range.start(), range.end());
    report.add(codes::OUT_OF_RANGE.finding(node.span, message));
}

/// Reads a bare name or a text; reports any other value and returns `None`.
pub fn word(node: &Node, report: &Findings) -> Option<Word> {
    let found = node.as_word();
    if found.is_none() {
        wrong(node, "a name or a text", report);
    }
    found
}

/// Reads a bare name or a text of one line with at most `most` characters.
pub fn line(node: &Node, most: usize, report: &Findings) -> Option<Word> {
    let found = word(node, report)?;
    let letters = found.value.chars().count();
    if letters > most {
        // A text beyond the general limit is already reported, and was cut.
        if letters <= TEXT_LETTERS {
            let message = format!("this has {letters} letters; at most {most} are allowed here");
            report.add(codes::TOO_LARGE.finding(found.span, message));
        }
        return None;
    }
    if found.value.contains('\n') {
        let message = "this text has several lines, but only one is shown here";
        report.add(codes::UNSEEN.finding(found.span, message));
        return None;
    }
    Some(found)
}

/// Reads the name of a part, a face, a rim cell or a value of an option. Such names are used in keys and shown
/// together, so only distinguishable ASCII characters are allowed.
pub fn name(node: &Node, report: &Findings) -> Option<Word> {
    word(node, report).filter(|word| is_name(word, report))
}

/// True if a word is valid for [`name`]; reports one that is not.
pub fn is_name(word: &Word, report: &Findings) -> bool {
    let text = &word.value;
    let right = !text.is_empty() && text.len() <= ID_LETTERS && text.bytes().all(|b| b.is_ascii_graphic());
    if !right {
        let hint = format!("such names are 1 to {ID_LETTERS} letters from a to z, digits and signs, without blanks");
        report.add(codes::BAD_ID.finding(word.span, format!("`{}` cannot be a name", brief(text))).with_hint(hint));
    }
    right
}

/// Returns the beginning of a text, for use within a message.
fn brief(text: &str) -> std::borrow::Cow<'_, str> {
    escape_line(text, BRIEF)
}

/// Maximum number of characters of a text within a message.
const BRIEF: usize = 80;

/// Reads one of several words and returns its value; reports any other word.
pub fn one_of<T: Copy>(node: &Node, choices: &[(&str, T)], report: &Findings) -> Option<T> {
    let word = word(node, report)?;
    let found = choices.iter().find(|(name, _)| *name == &*word.value).map(|&(_, value)| value);
    if found.is_none() {
        let mut finding = codes::UNKNOWN_WORD.finding(word.span, format!("`{}` is not known here", word.value));
        report.suggest(&mut finding, &word.value, choices.iter().map(|(name, _)| *name));
        report.add(finding);
    }
    found
}

/// Reads two numbers in parentheses; reports any other value and returns `None`.
pub fn pair(node: &Node, range: RangeInclusive<i64>, report: &Findings) -> Option<(i64, i64)> {
    match &node.shape {
        NodeShape::Tuple(None, items) if items.len() == 2 => {
            Some((int(&items[0], range.clone(), report)?, int(&items[1], range, report)?))
        }
        _ => {
            wrong(node, "two numbers such as (0, 0)", report);
            None
        }
    }
}

/// True if a word is valid as the id of a pack, a terrain, an option and the like.
pub fn is_id(word: &str) -> bool {
    let mut bytes = word.bytes();
    word.len() <= ID_LETTERS
        && bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// True if a word is valid as the id of a tile.
pub fn is_tile_id(word: &str) -> bool {
    !word.is_empty() && word.len() <= ID_LETTERS && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Reports a word that is not valid as an id.
pub fn bad_id(word: &Spanned<Arc<str>>, tile: bool, report: &Findings) {
    let hint = if tile {
        "ids of tiles consist of letters, digits and _"
    } else {
        "ids begin with a lowercase letter, followed by lowercase letters, digits and _"
    };
    report.add(codes::BAD_ID.finding(word.span, format!("`{}` cannot be an id", brief(&word.value))).with_hint(hint));
}

/// Records which fields are read, so that tests can compare them with the grammar.
#[cfg(any(test, feature = "asked"))]
pub mod asked {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use crate::schema::{Struct, is_common};

    thread_local! {
        /// Pairs of the description of a struct and the name of a field that was read.
        static ASKED: RefCell<BTreeSet<(&'static str, &'static str)>> = RefCell::default();
    }

    pub(crate) fn note(of: &'static Struct, name: &'static str) {
        ASKED.with_borrow_mut(|all| all.insert((of.doc, name)));
    }

    /// Returns the fields that no code on this thread has read. Skips the common fields, which are handled before
    /// anything is read.
    pub fn never(structs: &[&'static Struct]) -> Vec<String> {
        let fields = structs.iter().flat_map(|of| of.fields.iter().map(move |field| (of, field)));
        ASKED.with_borrow(|asked| {
            let never = fields.filter(|(of, field)| !is_common(field) && !asked.contains(&(of.doc, field.name)));
            never.map(|(of, field)| format!("{}: {}", of.what, field.name)).collect()
        })
    }
}
