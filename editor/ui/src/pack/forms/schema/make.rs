//! What declarations are made of.

use std::borrow::Cow;

use super::table::help_of;
use super::{Field, Form, Help, Kind, Section, Sort};

pub(super) fn field(name: &'static str, kind: Kind, help: &'static str) -> Field {
    Field { name: name.into(), kind, help: Help::Key(help), default: None }
}

pub(super) fn list(of: Kind) -> Kind {
    Kind::List(Box::new(of))
}

pub(super) fn map(key: Kind, value: Kind) -> Kind {
    Kind::Map(Box::new(key), Box::new(value))
}

pub(super) fn words(words: &'static [&'static str]) -> Kind {
    Kind::OneOf(words.iter().map(|w| Cow::Borrowed(*w)).collect())
}

/// With what holds when the field is not given.
pub(super) fn or(default: &str, field: Field) -> Field {
    Field { default: Some(default.to_owned()), ..field }
}

pub(super) fn form(name: &'static str, values: &[(&'static str, Kind)]) -> Form {
    Form { name, values: values.to_vec() }
}

/// Tags: a list of names, a number for each, or a single name.
pub(super) fn tags() -> Kind {
    Kind::Either(vec![
        ("form-either-names", list(Kind::Name(Sort::Tag))),
        ("form-either-numbers", map(Kind::Name(Sort::Tag), Kind::Int)),
        ("form-either-one", Kind::Name(Sort::Tag)),
    ])
}

/// Conditions, which stand at the end of everything in a list.
pub(super) fn with_conditions(mut fields: Vec<Field>) -> Vec<Field> {
    fields.push(field("when", Kind::Condition, "help-when"));
    fields.push(field("unless", Kind::Condition, "help-unless"));
    fields
}

/// A section that there is once; with a form of its own if it is shown.
pub(super) fn single(name: &'static str, title: &'static str, shown: bool, fields: Vec<Field>) -> Section {
    let (sort, text, text_needed, single) = (None, None, false, true);
    Section { name, title, help: help_of(name), sort, text, text_needed, single, shown, fields, new: "" }
}

/// The fields of something with an id.
pub(super) fn item(fields: Vec<Field>) -> Vec<Field> {
    let mut all = vec![field("id", Kind::Id, "help-id"), field("override", Kind::Flag, "help-override")];
    all.extend(fields);
    with_conditions(all)
}

/// How something is drawn; a short form stays text.
pub(super) fn look() -> Kind {
    let patterns = words(&["plain", "hatch", "waves", "cobbles", "dots", "chevrons", "dashes"]);
    let borders = words(&["none", "line", "wall", "bank", "ridge", "hedge"]);
    Kind::Fields(vec![
        field("fill", Kind::Colour, "help-look-fill"),
        field("ink", Kind::Colour, "help-look-ink"),
        field("pattern", patterns, "help-look-pattern"),
        field("border", borders, "help-look-border"),
        field("width", Kind::Int, "help-look-width"),
        field("scatter", map(Kind::Text, Kind::Int), "help-look-scatter"),
        field("picture", Kind::Raw, "help-look-picture"),
        field("crossing", Kind::Raw, "help-look-crossing"),
        field("size", Kind::Int, "help-look-size"),
        field("middle", Kind::Flag, "help-look-middle"),
        field("letter", Kind::Text, "help-look-letter"),
    ])
}
