//! The description of everything that packs declare, as one table: sections, their fields, what may stand in a field,
//! and the text that explains it. Forms are drawn from it, names are found by it, and the code editor completes and
//! explains by it; nothing else knows the fields.
//!
//! - `grammar`: the table itself, which is that of the pack crate.
//! - `given`: fields that depend on what an item says.

mod given;
mod grammar;

use std::borrow::Cow;

use tilewright_pack::syntax::{Node, NodeShape};

pub use self::given::{fields_of, kind_of_param};
pub use self::grammar::{PACK, PART_FIELDS, SECTIONS, STEPS, TEST_FILES, about_step, help_keys, label_keys};
pub use crate::pack::sort::Sort;
use crate::ui::texts::Texts;

/// What may stand in a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// The name that the thing itself has.
    Id,
    /// `true` or `false`; false is not written.
    Flag,
    /// A whole number.
    Int,
    /// A text or a name of one's own.
    Text,
    /// A colour as `#rrggbb`.
    Colour,
    /// One of some words.
    OneOf(Vec<Cow<'static, str>>),
    /// The name of something declared.
    Name(Sort),
    /// The name of something declared, or this word.
    NameOr(Sort, &'static str),
    /// `(x, y)`.
    Pair,
    /// `[a, b]`.
    List(Box<Kind>),
    /// `{a: b}`.
    Map(Box<Kind>, Box<Kind>),
    /// `(a: …, b: …)`.
    Fields(Vec<Field>),
    /// A word, or a word with values in parentheses.
    Forms(Vec<Form>),
    /// A step: one of [`STEPS`], with fields in parentheses.
    Step,
    /// An item of the section with this name.
    Item(&'static str),
    /// One of several ways to write it, each with the key of what it is called; the first is for what is new.
    Either(Vec<(String, Kind)>),
    /// A part of a tile: its terrain, and fields.
    Part,
    /// The name of a part: its terrain, its terrain and a port, or a name of its own; or one of these words.
    PartName(&'static [&'static str]),
    /// A pack, with the versions of it that will do.
    Pack,
    /// When something holds.
    Condition,
    /// Anything, shown as it is written.
    Raw,
}

/// A word with values in parentheses.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// The word.
    pub name: &'static str,
    /// What stands in the parentheses, with the key of what it is called.
    pub values: Vec<(String, Kind)>,
}

/// The text that explains a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Help {
    /// A sentence of the grammar of packs: its key in languages that have it, and the English one.
    Grammar(String, &'static str),
    /// Key of a text of the interface.
    Key(&'static str),
    /// A text that the content brings along.
    Text(String),
}

impl Help {
    /// The text, in the language of the interface.
    pub fn shown(&self, texts: &Texts) -> String {
        match self {
            Help::Grammar(key, english) => texts.translated(key).unwrap_or_else(|| (*english).to_owned()),
            Help::Key(key) => texts.get(key),
            Help::Text(text) => text.clone(),
        }
    }
}

/// A field.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name, as it stands in the files.
    pub name: Cow<'static, str>,
    /// What may stand in it.
    pub kind: Kind,
    /// What it is for.
    pub help: Help,
    /// What holds when it is not given, as it would be written.
    pub default: Option<String>,
}

/// A part of a pack.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its field in `Pack(...)`; `pack` for the head.
    pub name: &'static str,
    /// The key of its title.
    pub title: String,
    /// What its items are, where they have names.
    pub sort: Option<Sort>,
    /// The first word of the keys of its texts.
    pub text: Option<&'static str>,
    /// Whether every item needs a text.
    pub text_needed: bool,
    /// Whether it is one struct instead of a list.
    pub single: bool,
    /// Whether it is shown among the things; the others are for finding names only.
    pub shown: bool,
    /// What every item has.
    pub fields: Vec<Field>,
    /// What stands in a new item besides its id, as it is written.
    pub new: &'static str,
}

/// A section by its name.
pub fn section_of(name: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|s| s.name == name)
}

/// The section that declares a sort, if one does.
pub fn sections_of(sort: Sort) -> &'static [&'static str] {
    match sort {
        Sort::Declared(kind) => kind.row().sections,
        Sort::Rule => &["rules"],
        Sort::Book => &["terrains", "books"],
        Sort::Module | Sort::Parameter | Sort::Text | Sort::Pack | Sort::Local => &[],
    }
}

impl Kind {
    /// Whether what is written is of this kind, so that a form can show it; conditional values are of none.
    pub fn fits(&self, node: &Node) -> bool {
        let word = |n: &Node| matches!(n.shape, NodeShape::Word(_) | NodeShape::Text(_));
        match self {
            Kind::Raw | Kind::Condition | Kind::Item(_) => true,
            Kind::Flag => matches!(node.shape, NodeShape::Bool(_)),
            Kind::Int => matches!(node.shape, NodeShape::Int(_)),
            Kind::Id | Kind::Text | Kind::Colour | Kind::Name(_) | Kind::NameOr(..) | Kind::Pack => word(node),
            // A crossing may have a number.
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
            // Items that do not fit are shown as text one by one.
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
