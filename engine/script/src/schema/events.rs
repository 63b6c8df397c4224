//! Lists the fields that hooks receive, derived from the core's table of all events and effects.
//!
//! The reference, the stubs and the lints are derived from this list. A feature appears as two fields, the feature and
//! one of its segments. A place appears as the fields for its kind: a segment with its feature, a cell or a zone.

use std::sync::LazyLock;

use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::{self, FieldKind, FieldSchema, Schema};

/// Field of the table that a hook receives.
#[derive(Clone, Copy, Debug)]
pub struct EventField {
    /// Name of the field.
    pub name: &'static str,
    /// Type in the notation of signatures.
    pub kind: &'static str,
    /// Meaning of the field, for the reference.
    pub doc: &'static str,
    /// Condition under which it is nil; empty if it never is.
    pub nil: &'static str,
}

/// Event that functions react to, or effect that they replace.
#[derive(Debug)]
pub struct EventSchema {
    /// Name for `on` or `replace`.
    pub name: &'static str,
    /// Kind of the event; for an effect, the event that reports it.
    pub event: EventKind,
    /// Occasion of the event, or the result of the effect.
    pub doc: &'static str,
    /// Fields that the function receives.
    pub fields: Vec<EventField>,
}

/// Schemas of all events, in the order of their kinds.
pub static EVENTS: LazyLock<Vec<EventSchema>> =
    LazyLock::new(|| happening::EVENTS.iter().map(convert_schema).collect());

/// Schemas of all effects that can be replaced.
pub static EFFECTS: LazyLock<Vec<EventSchema>> =
    LazyLock::new(|| happening::EFFECTS.iter().map(convert_schema).collect());

/// Converts a row of the core's table to the form for scripts.
fn convert_schema(schema: &Schema) -> EventSchema {
    let fields = schema.fields.iter().flat_map(seen_field).collect();
    EventSchema { name: schema.name, event: schema.event, doc: schema.doc, fields }
}

fn seen_field(field: &FieldSchema) -> Vec<EventField> {
    let FieldSchema { name, kind, doc, nil } = *field;
    let one = |kind| vec![EventField { name, kind, doc, nil }];
    match kind {
        FieldKind::Segment => vec![
            EventField { name: "segment", kind: "segment", doc: "a segment of the feature", nil },
            EventField { name: "feature", kind: "feature", doc, nil },
        ],
        FieldKind::Place => vec![
            EventField { name: "segment", kind: "segment", doc, nil: "if it is not a segment" },
            EventField { name: "feature", kind: "feature", doc, nil: "if it is not a segment" },
            EventField { name: "cell", kind: "cell", doc, nil: "if it is not a cell" },
            EventField { name: "zone", kind: "zone", doc, nil: "if it is not a zone" },
            EventField { name: "joint", kind: "joint", doc, nil: "if it is neither a corner nor a seam" },
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

/// Returns the event with this name.
pub(crate) fn event(name: &str) -> Option<&'static EventSchema> {
    EVENTS.iter().find(|schema| schema.name == name)
}

/// Returns the effect with this name.
pub(crate) fn effect(name: &str) -> Option<&'static EventSchema> {
    EFFECTS.iter().find(|schema| schema.name == name)
}

/// Returns the schema for a function that reacts to an event, or replaces its effect if `before` is true.
pub(crate) fn schema(kind: EventKind, before: bool) -> Option<&'static EventSchema> {
    let all = if before { &EFFECTS } else { &EVENTS };
    all.iter().find(|schema| schema.event == kind)
}

/// Field with the name of the event or effect, which every table has.
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
