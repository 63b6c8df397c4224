//! What functions are given: an event or effect as a table, or what a chosen option stands for.

use mlua::{IntoLua, Lua, Table, Value};
use tilewright_core::state::effect::Place;
use tilewright_core::state::happening::{FieldValue, Occasion};
use tilewright_core::state::question::Target;

use crate::api::{carried_table, face_value, place_value};
use crate::host::Host;
use crate::host::handle::{Feature, Figure, Handle, Segment, Tile};
use crate::schema::events::{self, EventSchema, NAME};
use crate::schema::suggest::meant;
use crate::vm::trouble::misuse;

/// The table that a reaction to an event, or a replacement of an effect, gets.
pub(crate) fn table(host: &Host, lua: &Lua, occasion: &Occasion) -> mlua::Result<Table> {
    let ev = lua.create_table()?;
    let mut written = Ok(());
    let mut field = |name, value| {
        if written.is_ok() {
            written = set(host, lua, &ev, name, value);
        }
    };
    let (kind, before) = match occasion {
        Occasion::Event(event) => {
            event.each_field(&mut field);
            (event.kind(), false)
        }
        Occasion::Effect(intent) => {
            intent.each_field(&mut field);
            (intent.kind(), true)
        }
        Occasion::Step(_) | Occasion::Chosen(..) => return Ok(ev),
    };
    written?;
    ev.raw_set(NAME, kind.name())?;
    if let Some(schema) = events::schema(kind, before) {
        ev.set_metatable(Some(guard(host, lua, schema, before)?))?;
    }
    ev.set_readonly(true);
    Ok(ev)
}

/// Sets what scripts see of a field.
fn set(host: &Host, lua: &Lua, ev: &Table, name: &str, value: FieldValue) -> mlua::Result<()> {
    let c = &host.catalog;
    match value {
        FieldValue::Seat(seat) => ev.raw_set(name, seat.0),
        FieldValue::Tile(tile) => ev.raw_set(name, Tile(tile)),
        FieldValue::Kind(kind) => ev.raw_set(name, c.kinds.key(kind)),
        FieldValue::Segment(segment) | FieldValue::Place(Place::Segment(segment)) => {
            let root = host.feature(segment)?.board().features().root(segment);
            ev.raw_set("segment", Segment(segment))?;
            ev.raw_set("feature", Feature::from(root))
        }
        FieldValue::Place(Place::Cell(cell)) => ev.raw_set("cell", Handle::of_cell(cell)),
        FieldValue::Place(Place::Zone(zone, _)) => ev.raw_set("zone", c.zones.key(zone)),
        FieldValue::Left(left) => ev.raw_set(name, place_value(host, lua, left.0)?),
        FieldValue::Figure(figure) => ev.raw_set(name, Figure(figure)),
        FieldValue::FigureKind(kind) => ev.raw_set(name, c.figures.key(kind)),
        FieldValue::Book(book) => ev.raw_set(name, c.books.key(book)),
        FieldValue::Reason(reason) => ev.raw_set(name, &**host.names.borrow().text(reason)),
        FieldValue::Cell(cell) => ev.raw_set(name, Handle::of_cell(cell)),
        FieldValue::Number(number) => ev.raw_set(name, number),
        FieldValue::Bag(bag) => ev.raw_set(name, c.bags.key(bag)),
        FieldValue::Counter(counter) => ev.raw_set(name, c.counters.key(counter)),
        FieldValue::Token(token) => ev.raw_set(name, c.tokens.key(token)),
        FieldValue::Die(die) => ev.raw_set(name, c.dice.key(die)),
        FieldValue::Face(rolled) => ev.raw_set(name, face_value(host, lua, rolled.die, rolled.face)?),
    }
}

/// What answers for fields that a table does not have: nil for those it could have, an error for all others.
fn guard(host: &Host, lua: &Lua, schema: &'static EventSchema, before: bool) -> mlua::Result<Table> {
    let number = schema.event as usize * 2 + usize::from(before);
    if let Some(Some(guard)) = host.guards.borrow().get(number) {
        return Ok(guard.clone());
    }
    let guard = lua.create_table()?;
    let index = lua.create_function(move |_, (_, key): (Value, Value)| match key.as_string() {
        Some(name) if schema.fields.iter().any(|field| *name == *field.name) => Ok(()),
        _ => {
            let sort = if before { "effect" } else { "event" };
            let name = key.to_string()?;
            let hint = meant(&name, schema.fields.iter().map(|field| field.name).chain([NAME]));
            Err(misuse(format!("the {sort} `{}` has no field `{name}`: {hint}", schema.name)))
        }
    })?;
    guard.raw_set("__index", index)?;
    guard.set_readonly(true);
    let mut guards = host.guards.borrow_mut();
    if guards.len() <= number {
        guards.resize(number + 1, None);
    }
    guards[number] = Some(guard.clone());
    Ok(guard)
}

/// What a chosen option stands for.
pub(crate) fn target(host: &Host, lua: &Lua, target: Target) -> mlua::Result<Value> {
    if let Some(carried) = host.game_mut()?.take_carried() {
        return carried_table(lua, &carried);
    }
    match target {
        Target::Segment(segment) => Segment(segment).into_lua(lua),
        Target::Figure(figure) => Figure(figure).into_lua(lua),
        Target::Cell(cell) => Handle::of_cell(cell).into_lua(lua),
        Target::Kind(kind) => host.catalog.kinds.key(kind).into_lua(lua),
        Target::Number(number) => number.into_lua(lua),
        Target::Bag(_) | Target::None => Ok(Value::Nil),
    }
}
