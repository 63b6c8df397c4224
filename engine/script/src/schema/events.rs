//! What hooks are told, as scripts see it: made from the core's table of all events and effects.
//!
//! The reference, the stubs and the lints are made from it. A feature is told twice, as the feature and as a segment of
//! it, and a place as what it is: a segment with its feature, a cell or a zone.

use std::sync::LazyLock;

use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::{self, FieldKind, FieldSchema, Schema};

/// A field of the table that a hook is told about.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type, in the words of signatures.
    pub kind: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// When it is nil; empty when it never is.
    pub nil: &'static str,
}

/// An event that functions react to, or an effect that they act instead of.
#[derive(Debug)]
pub struct EventSchema {
    /// The name for `on` or `replace`.
    pub name: &'static str,
    /// The event; of an effect the one that reports it.
    pub event: EventKind,
    /// When it comes, or what happens.
    pub doc: &'static str,
    /// What the function is told.
    pub fields: Vec<Field>,
}

/// All events, in the order of their kinds.
pub static EVENTS: LazyLock<Vec<EventSchema>> = LazyLock::new(|| happening::EVENTS.iter().map(seen).collect());

/// All effects that can be replaced.
pub static EFFECTS: LazyLock<Vec<EventSchema>> = LazyLock::new(|| happening::EFFECTS.iter().map(seen).collect());

/// A row as scripts see it.
fn seen(schema: &Schema) -> EventSchema {
    let fields = schema.fields.iter().flat_map(seen_field).collect();
    EventSchema { name: schema.name, event: schema.event, doc: schema.doc, fields }
}

fn seen_field(field: &FieldSchema) -> Vec<Field> {
    let FieldSchema { name, kind, doc, nil } = *field;
    let one = |kind| vec![Field { name, kind, doc, nil }];
    match kind {
        FieldKind::Segment => vec![
            Field { name: "segment", kind: "segment", doc: "a segment of the feature", nil },
            Field { name: "feature", kind: "feature", doc, nil },
        ],
        FieldKind::Place => vec![
            Field { name: "segment", kind: "segment", doc, nil: "unless it is a segment" },
            Field { name: "feature", kind: "feature", doc, nil: "unless it is a segment" },
            Field { name: "cell", kind: "cell", doc, nil: "unless it is a cell" },
            Field { name: "zone", kind: "zone", doc, nil: "unless it is a zone" },
            Field { name: "joint", kind: "joint", doc, nil: "unless it is a corner or a seam" },
        ],
        FieldKind::Seat => one("seat"),
        FieldKind::Tile => one("tile"),
        FieldKind::Kind => one("kind"),
        FieldKind::Figure => one("figure"),
        FieldKind::FigureKind => one("figure_kind"),
        FieldKind::Book => one("book"),
        FieldKind::Reason => one("text"),
        FieldKind::Cell => one("cell"),
        FieldKind::Left | FieldKind::Face => one("any"),
        FieldKind::Number => one("integer"),
        FieldKind::Bag => one("bag"),
        FieldKind::Counter => one("counter"),
        FieldKind::Token => one("token"),
        FieldKind::Die => one("die"),
        FieldKind::Result => one("result"),
        FieldKind::Seats => one("seat[]"),
    }
}

/// The event of a name.
pub(crate) fn event(name: &str) -> Option<&'static EventSchema> {
    EVENTS.iter().find(|schema| schema.name == name)
}

/// The effect of a name.
pub(crate) fn effect(name: &str) -> Option<&'static EventSchema> {
    EFFECTS.iter().find(|schema| schema.name == name)
}

/// What a function is told that reacts to an event, or acts before it.
pub(crate) fn schema(kind: EventKind, before: bool) -> Option<&'static EventSchema> {
    let all = if before { &EFFECTS } else { &EVENTS };
    all.iter().find(|schema| schema.event == kind)
}

/// Every field has the name of the event or effect besides its own.
pub(crate) const NAME: &str = "name";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_kinds() {
        for (number, schema) in EVENTS.iter().enumerate() {
            assert_eq!(schema.event as usize, number, "{}", schema.name);
        }
        assert_eq!(EventKind::from_name("placed"), Some(EventKind::Placed));
    }

    #[test]
    fn no_field_is_told_twice() {
        for schema in EVENTS.iter().chain(EFFECTS.iter()) {
            let mut names: Vec<&str> = schema.fields.iter().map(|field| field.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", schema.name);
        }
    }
}
