//! What functions are given: an event or effect as a table, or what a chosen option stands for.

use mlua::{Function, IntoLua, Lua, LuaString, Table, Value};
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::{FieldKind, FieldValue, Occasion};
use tilewright_core::state::question::Target;

use crate::api::{carried_table, face_value, place_value};
use crate::host::Host;
use crate::host::handle::{Feature, Figure, Handle, Segment, Tile};
use crate::schema::events::{self, EventSchema, NAME};
use crate::schema::suggest::meant;
use crate::vm::trouble::misuse;

/// Most fields that scripts see of an event or effect.
pub(crate) const MOST_FIELDS: usize = 8;

/// The values of the fields of an event or effect, in the order of its schema; nil where there is none.
pub(crate) type Values = (Value, Value, Value, Value, Value, Value, Value, Value);

/// What a function is given that reacts to an event or acts instead of an effect, see [`wrap`].
pub(crate) fn values(host: &Host, lua: &Lua, occasion: &Occasion) -> mlua::Result<Values> {
    let mut values = [const { Value::Nil }; MOST_FIELDS];
    let mut at = 0;
    let mut failed = Ok(());
    let mut field = |kind, value: Option<FieldValue>| {
        if let (Some(value), Ok(())) = (value, &failed) {
            failed = set(host, lua, &mut values[at..], value);
        }
        at += width(kind);
    };
    match occasion {
        Occasion::Event(event) => event.each_value(&mut field),
        Occasion::Effect(intent) => intent.each_value(&mut field),
        Occasion::Step(_) | Occasion::Chosen(..) => {}
    }
    failed?;
    let [a, b, c, d, e, f, g, h] = values;
    Ok((a, b, c, d, e, f, g, h))
}

/// How many fields scripts see of one.
fn width(kind: FieldKind) -> usize {
    match kind {
        FieldKind::Segment => 2,
        FieldKind::Place => 4,
        _ => 1,
    }
}

/// Sets what scripts see of a field.
fn set(host: &Host, lua: &Lua, to: &mut [Value], value: FieldValue) -> mlua::Result<()> {
    let word = |text: mlua::Result<LuaString>| text.map(Value::String);
    let thing = |handle: Handle| handle.into_lua(lua);
    to[0] = match value {
        FieldValue::Seat(seat) => Value::Number(f64::from(seat.0)),
        FieldValue::Tile(tile) => Tile(tile).into_lua(lua)?,
        FieldValue::Kind(kind) => word(host.word(lua, kind))?,
        FieldValue::Segment(segment) | FieldValue::Place(Place::Segment(segment)) => {
            let root = host.feature(segment)?.board().features().root(segment);
            to[1] = Feature::from(root).into_lua(lua)?;
            Segment(segment).into_lua(lua)?
        }
        FieldValue::Place(Place::Cell(cell)) => {
            to[2] = thing(Handle::of_cell(cell))?;
            return Ok(());
        }
        FieldValue::Place(Place::Zone(zone, _)) => {
            to[3] = word(host.word(lua, zone))?;
            return Ok(());
        }
        FieldValue::Left(left) => place_value(host, lua, left.0)?,
        FieldValue::Figure(figure) => Figure(figure).into_lua(lua)?,
        FieldValue::FigureKind(kind) => word(host.word(lua, kind))?,
        FieldValue::Book(book) => word(host.word(lua, book))?,
        FieldValue::Reason(reason) => word(host.names.borrow_mut().word(lua, reason))?,
        FieldValue::Cell(cell) => thing(Handle::of_cell(cell))?,
        FieldValue::Number(number) => Value::Number(f64::from(number)),
        FieldValue::Bag(bag) => word(host.word(lua, bag))?,
        FieldValue::Counter(counter) => word(host.word(lua, counter))?,
        FieldValue::Token(token) => word(host.word(lua, token))?,
        FieldValue::Die(die) => word(host.word(lua, die))?,
        FieldValue::Face(rolled) => face_value(host, lua, rolled.die, rolled.face)?,
    };
    Ok(())
}

/// Makes of a function that takes the table of an event or effect one that takes its values. The table is made in Lua,
/// by one constructor that knows its fields, which costs a fraction of what filling it from outside does.
pub(crate) fn wrap(lua: &Lua, function: &Function, kind: EventKind, before: bool) -> mlua::Result<Function> {
    let Some(schema) = events::schema(kind, before) else { return Ok(function.clone()) };
    // The schemas are ours; a test looks at all of them.
    assert!(schema.fields.len() <= MOST_FIELDS, "{} has too many fields", schema.name);
    let names: Vec<&str> = schema.fields.iter().map(|field| field.name).collect();
    let fields: Vec<String> = names.iter().map(|field| format!("{field} = {field}_")).collect();
    let taken: Vec<String> = names.iter().map(|field| format!("{field}_")).collect();
    let source = format!(
        "local act, guard, freeze = ...\nreturn function({}) return act(freeze(setmetatable({{ {NAME} = \"{}\", {} }}, guard))) end",
        taken.join(", "),
        kind.name(),
        fields.join(", "),
    );
    // Where Luau may trust the names of a function's environment, it calls what is built in without looking it up.
    let (globals, env) = (lua.globals(), lua.create_table()?);
    env.raw_set("setmetatable", globals.raw_get::<Value>("setmetatable")?)?;
    env.set_safeenv(true);
    let make = lua.load(source).set_name("=event").set_environment(env).into_function()?;
    let freeze: Value = globals.raw_get::<Table>("table")?.raw_get("freeze")?;
    make.call((function, guard(lua, schema, before)?, freeze))
}

/// What answers for fields that a table does not have: nil for those it could have, an error for all others.
fn guard(lua: &Lua, schema: &'static EventSchema, before: bool) -> mlua::Result<Table> {
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
        Target::Kind(kind) => host.word(lua, kind).map(Value::String),
        Target::Number(number) => number.into_lua(lua),
        Target::Bag(_) | Target::None => Ok(Value::Nil),
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::state::happening;

    use super::*;

    #[test]
    fn every_field_has_its_place_among_the_values() {
        let schemas = happening::EVENTS.iter().map(|core| (core, false));
        for (core, before) in schemas.chain(happening::EFFECTS.iter().map(|core| (core, true))) {
            let seen = events::schema(core.event, before).unwrap();
            let all: usize = core.fields.iter().map(|field| width(field.kind)).sum();
            assert_eq!(all, seen.fields.len(), "{}", core.name);
            assert!(all <= MOST_FIELDS, "{}", core.name);
        }
    }
}
