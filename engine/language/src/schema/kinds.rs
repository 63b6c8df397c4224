//! Declares the types of the table: sections, fields, and the kinds of their values.

use std::borrow::Cow;

use crate::texts::LanguageTexts;
use crate::word_kind::WordKind;

/// Kind of value that a field can have.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueKind {
    /// Id of the thing itself.
    Id,
    /// `true` or `false`; `false` is left out.
    Flag,
    /// Integer, positive or negative.
    Int,
    /// Text, or a name chosen by the author.
    Text,
    /// A colour as `#rrggbb`.
    Colour,
    /// Word from a fixed list.
    OneOf(Vec<Cow<'static, str>>),
    /// Name of a declared thing.
    Name(WordKind),
    /// Name of a declared thing, or this word.
    NameOr(WordKind, &'static str),
    /// Pair of integers, `(x, y)`.
    Pair,
    /// List of values, `[a, b]`.
    List(Box<ValueKind>),
    /// Map from keys to values, `{a: b}`.
    Map(Box<ValueKind>, Box<ValueKind>),
    /// Struct with these fields, `(a: …, b: …)`.
    Fields(Vec<FormField>),
    /// Word, or a word with values in parentheses.
    Forms(Vec<WordForm>),
    /// Step: one of [`STEPS`](super::STEPS), with fields in parentheses.
    Step,
    /// Item of the section with this name.
    Item(&'static str),
    /// Alternative forms of a value, each with the text key of its label. New values have the first form.
    Either(Vec<(String, ValueKind)>),
    /// Part of a tile: its terrain, and fields.
    Part,
    /// Name of a part: a terrain, a terrain with a port, or a name chosen by the author; or one of these words.
    PartName(&'static [&'static str]),
    /// Id of a pack with a range of accepted versions.
    Pack,
    /// Condition, such as those in `when`.
    Condition,
    /// Any value, shown as written.
    Raw,
}

/// Word with values in parentheses.
#[derive(Clone, PartialEq, Debug)]
pub struct WordForm {
    /// Word before the parentheses.
    pub name: &'static str,
    /// Values in the parentheses, each with the text key of its label.
    pub values: Vec<(String, ValueKind)>,
}

/// Explanation of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldHelp {
    /// Sentence of the grammar of packs: translation key, and the English sentence as fallback.
    Grammar(String, &'static str),
    /// Key of a text of the interface.
    Key(&'static str),
    /// Text from the content itself, such as the header of a module.
    Text(String),
}

impl FieldHelp {
    /// Returns the explanation in the language of the interface.
    pub fn text_in(&self, texts: &dyn LanguageTexts) -> String {
        match self {
            FieldHelp::Grammar(key, english) => texts.find_translation(key).unwrap_or_else(|| (*english).to_owned()),
            FieldHelp::Key(key) => texts.get(key),
            FieldHelp::Text(text) => text.clone(),
        }
    }
}

/// Field of a struct in the files of a pack.
#[derive(Clone, PartialEq, Debug)]
pub struct FormField {
    /// Name as written in the files.
    pub name: Cow<'static, str>,
    /// Kind of its value.
    pub kind: ValueKind,
    /// Explanation of its purpose.
    pub help: FieldHelp,
    /// Default as it would be written; `None` if the field has no default.
    pub default: Option<String>,
}

/// Section of a pack, such as its tiles or rules.
#[derive(Clone, PartialEq, Debug)]
pub struct PackSection {
    /// Field in `Pack(...)`; `pack` for the head.
    pub name: &'static str,
    /// Text key of the section's title.
    pub title: String,
    /// Kind of its items; `None` if they have no names.
    pub sort: Option<WordKind>,
    /// First word of the keys of its texts; `None` if its items need no texts.
    pub text: Option<&'static str>,
    /// True if every item must have a text.
    pub text_needed: bool,
    /// True if the section is one struct instead of a list.
    pub single: bool,
    /// True if forms show the section; other sections serve to find names only.
    pub shown: bool,
    /// Fields of every item.
    pub fields: Vec<FormField>,
    /// Initial content of a new item after its id, in RON.
    pub new: &'static str,
}
