//! Describes everything that packs declare in one table: sections, their fields, the values of a field, and
//! explanations. Forms, references, and the completion and help of the code editor all use this table; no other code
//! lists the fields.
//!
//! - `grammar`: the table itself, converted from the pack crate.
//! - `given`: fields that depend on the content of an item.

mod given;
mod grammar;
mod kinds;

use tilewright_pack::syntax::{Node, NodeShape};

pub use self::given::{fields_of, kind_of_param};
pub use self::grammar::{PACK, PART_FIELDS, SECTIONS, STEPS, TEST_FILES, about_step, help_keys, label_keys};
pub use self::kinds::{FieldHelp, FormField, PackSection, ValueKind, WordForm};
pub use crate::word_kind::WordKind;

/// Returns the section with this name.
pub fn section_of(name: &str) -> Option<&'static PackSection> {
    SECTIONS.iter().find(|s| s.name == name)
}

/// Returns the names of the sections that declare a kind of thing; empty if none does.
pub fn sections_of(sort: WordKind) -> &'static [&'static str] {
    match sort {
        WordKind::Declared(kind) => kind.row().sections,
        WordKind::Rule => &["rules"],
        WordKind::Book => &["terrains", "books"],
        WordKind::Module | WordKind::Parameter | WordKind::Text | WordKind::Pack | WordKind::Local => &[],
    }
}

impl ValueKind {
    /// Returns true if a value has this kind, so that a form can show it. Conditional values have no kind.
    pub fn fits(&self, node: &Node) -> bool {
        let word = |n: &Node| matches!(n.shape, NodeShape::Word(_) | NodeShape::Text(_));
        match self {
            ValueKind::Raw | ValueKind::Condition | ValueKind::Item(_) => true,
            ValueKind::Flag => matches!(node.shape, NodeShape::Bool(_)),
            ValueKind::Int => matches!(node.shape, NodeShape::Int(_)),
            ValueKind::Id
            | ValueKind::Text
            | ValueKind::Colour
            | ValueKind::Name(_)
            | ValueKind::NameOr(..)
            | ValueKind::Pack => word(node),
            // A crossing may have a number after its name.
            ValueKind::PartName(_) => node.head().is_some(),
            ValueKind::OneOf(all) => match &node.shape {
                NodeShape::Word(w) | NodeShape::Text(w) => all.iter().any(|a| **a == **w),
                NodeShape::Bool(b) => all.iter().any(|a| *a == b.to_string()),
                NodeShape::Int(n) => all.iter().any(|a| *a == n.to_string()),
                _ => false,
            },
            ValueKind::Pair => match &node.shape {
                NodeShape::Tuple(None, items) => items.len() == 2 && items.iter().all(|n| ValueKind::Int.fits(n)),
                _ => false,
            },
            // Items of another kind are shown as text one by one.
            ValueKind::List(_) => matches!(node.shape, NodeShape::List(_)),
            ValueKind::Map(key, _) => node.entries().is_some_and(|all| all.iter().all(|(k, _)| key.fits(k))),
            ValueKind::Fields(_) => matches!(node.shape, NodeShape::Struct(None, _)),
            ValueKind::Forms(forms) => match &node.shape {
                NodeShape::Word(w) => forms.iter().any(|f| *f.name == **w && f.values.is_empty()),
                NodeShape::Tuple(Some(w), items) => {
                    let same = |f: &&WordForm| *f.name == *w.value && f.values.len() == items.len();
                    let found = forms.iter().find(same);
                    found.is_some_and(|f| f.values.iter().zip(items).all(|((_, kind), n)| kind.fits(n)))
                }
                _ => false,
            },
            ValueKind::Step => match &node.shape {
                NodeShape::Word(w) => STEPS.iter().any(|(h, _)| **h == **w),
                NodeShape::Struct(Some(w), _) => STEPS.iter().any(|(h, _)| **h == *w.value),
                _ => false,
            },
            ValueKind::Either(ways) => ways.iter().any(|(_, kind)| kind.fits(node)),
            ValueKind::Part => node.head().is_some(),
        }
    }
}
