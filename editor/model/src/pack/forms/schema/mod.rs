//! Describes everything that packs declare in one table: sections, their fields, the values of a field, and
//! explanations. Forms, references, and the completion and help of the code editor all use this table; no other code
//! lists the fields.
//!
//! - `grammar`: the table itself, converted from the pack crate.
//! - `given`: fields that depend on the content of an item.

mod given;
mod grammar;

use std::borrow::Cow;

use tilewright_pack::syntax::{Node, NodeShape};

pub use self::given::{fields_of, kind_of_param};
pub use self::grammar::{PACK, PART_FIELDS, SECTIONS, STEPS, TEST_FILES, about_step, help_keys, label_keys};
pub use crate::pack::sort::Sort;
use crate::texts::Texts;

/// Kind of value that a field can have.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
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
    Name(Sort),
    /// Name of a declared thing, or this word.
    NameOr(Sort, &'static str),
    /// Pair of integers, `(x, y)`.
    Pair,
    /// List of values, `[a, b]`.
    List(Box<Kind>),
    /// Map from keys to values, `{a: b}`.
    Map(Box<Kind>, Box<Kind>),
    /// Struct with these fields, `(a: …, b: …)`.
    Fields(Vec<Field>),
    /// Word, or a word with values in parentheses.
    Forms(Vec<Form>),
    /// Step: one of [`STEPS`], with fields in parentheses.
    Step,
    /// Item of the section with this name.
    Item(&'static str),
    /// Alternative forms of a value, each with the text key of its label. New values have the first form.
    Either(Vec<(String, Kind)>),
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
pub struct Form {
    /// Word before the parentheses.
    pub name: &'static str,
    /// Values in the parentheses, each with the text key of its label.
    pub values: Vec<(String, Kind)>,
}

/// Explanation of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Help {
    /// Sentence of the grammar of packs: translation key, and the English sentence as fallback.
    Grammar(String, &'static str),
    /// Key of a text of the interface.
    Key(&'static str),
    /// Text from the content itself, such as the header of a module.
    Text(String),
}

impl Help {
    /// Returns the explanation in the language of the interface.
    pub fn shown(&self, texts: &Texts) -> String {
        match self {
            Help::Grammar(key, english) => texts.translated(key).unwrap_or_else(|| (*english).to_owned()),
            Help::Key(key) => texts.get(key),
            Help::Text(text) => text.clone(),
        }
    }
}

/// Field of a struct in the files of a pack.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Name as written in the files.
    pub name: Cow<'static, str>,
    /// Kind of its value.
    pub kind: Kind,
    /// Explanation of its purpose.
    pub help: Help,
    /// Default as it would be written; `None` if the field has no default.
    pub default: Option<String>,
}

/// Section of a pack, such as its tiles or rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Field in `Pack(...)`; `pack` for the head.
    pub name: &'static str,
    /// Text key of the section's title.
    pub title: String,
    /// Kind of its items; `None` if they have no names.
    pub sort: Option<Sort>,
    /// First word of the keys of its texts; `None` if its items need no texts.
    pub text: Option<&'static str>,
    /// True if every item must have a text.
    pub text_needed: bool,
    /// True if the section is one struct instead of a list.
    pub single: bool,
    /// True if forms show the section; other sections serve to find names only.
    pub shown: bool,
    /// Fields of every item.
    pub fields: Vec<Field>,
    /// Initial content of a new item after its id, in RON.
    pub new: &'static str,
}

/// Returns the section with this name.
pub fn section_of(name: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|s| s.name == name)
}

/// Returns the names of the sections that declare a kind of thing; empty if none does.
pub fn sections_of(sort: Sort) -> &'static [&'static str] {
    match sort {
        Sort::Declared(kind) => kind.row().sections,
        Sort::Rule => &["rules"],
        Sort::Book => &["terrains", "books"],
        Sort::Module | Sort::Parameter | Sort::Text | Sort::Pack | Sort::Local => &[],
    }
}

impl Kind {
    /// Returns true if a value has this kind, so that a form can show it. Conditional values have no kind.
    pub fn fits(&self, node: &Node) -> bool {
        let word = |n: &Node| matches!(n.shape, NodeShape::Word(_) | NodeShape::Text(_));
        match self {
            Kind::Raw | Kind::Condition | Kind::Item(_) => true,
            Kind::Flag => matches!(node.shape, NodeShape::Bool(_)),
            Kind::Int => matches!(node.shape, NodeShape::Int(_)),
            Kind::Id | Kind::Text | Kind::Colour | Kind::Name(_) | Kind::NameOr(..) | Kind::Pack => word(node),
            // A crossing may have a number after its name.
            Kind::PartName(_) => node.head().is_some(),
            Kind::OneOf(all) => match &node.shape {
                NodeShape::Word(w) | NodeShape::Text(w) => all.iter().any(|a| **a == **w),
                NodeShape::Bool(b) => all.iter().any(|a| *a == b.to_string()),
                NodeShape::Int(n) => all.iter().any(|a| *a == n.to_string()),
                _ => false,
            },
            Kind::Pair => match &node.shape {
                NodeShape::Tuple(None, items) => items.len() == 2 && items.iter().all(|n| Kind::Int.fits(n)),
                _ => false,
            },
            // Items of another kind are shown as text one by one.
            Kind::List(_) => matches!(node.shape, NodeShape::List(_)),
            Kind::Map(key, _) => node.entries().is_some_and(|all| all.iter().all(|(k, _)| key.fits(k))),
            Kind::Fields(_) => matches!(node.shape, NodeShape::Struct(None, _)),
            Kind::Forms(forms) => match &node.shape {
                NodeShape::Word(w) => forms.iter().any(|f| *f.name == **w && f.values.is_empty()),
                NodeShape::Tuple(Some(w), items) => {
                    let same = |f: &&Form| *f.name == *w.value && f.values.len() == items.len();
                    let found = forms.iter().find(same);
                    found.is_some_and(|f| f.values.iter().zip(items).all(|((_, kind), n)| kind.fits(n)))
                }
                _ => false,
            },
            Kind::Step => match &node.shape {
                NodeShape::Word(w) => STEPS.iter().any(|(h, _)| **h == **w),
                NodeShape::Struct(Some(w), _) => STEPS.iter().any(|(h, _)| **h == *w.value),
                _ => false,
            },
            Kind::Either(ways) => ways.iter().any(|(_, kind)| kind.fits(node)),
            Kind::Part => node.head().is_some(),
        }
    }
}
