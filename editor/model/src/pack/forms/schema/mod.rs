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
pub use self::kinds::{Field, Form, Help, Kind, Section};
pub use crate::pack::sort::Sort;

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
