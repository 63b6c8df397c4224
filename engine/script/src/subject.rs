//! What hooks are told: an event as a table.

use mlua::{IntoLua, Lua, Table, Value};
use tilewright_core::catalog::id::{BagId, CounterId, DieId, TokenId, ZoneId};
use tilewright_core::state::event::EventKind;
use tilewright_core::state::event::Subject;

use crate::api::{carried_table, face_value, place_value};
use crate::events::{self, NAME, Source, Told};
use crate::handle::{Feature, Figure, Handle, Segment, Tile};
use crate::host::Host;
use crate::suggest::meant;
use crate::trouble::misuse;

/// The table that a reaction or replacement gets.
pub(crate) fn table(host: &Host, lua: &Lua, kind: EventKind, subject: &Subject, before: bool) -> mlua::Result<Table> {
    let ev = lua.create_table()?;
    ev.raw_set(NAME, kind.name())?;
    if let Some(told) = events::told(kind, before) {
        debug_assert_eq!(told.mismatch(subject), None, "what hooks are told is not as described");
        for field in told.fields {
            let value = value(host, lua, subject, field.source)?;
            if !value.is_nil() {
                ev.raw_set(field.name, value)?;
            }
        }
        ev.set_metatable(Some(guard(host, lua, told, before)?))?;
    }
    ev.set_readonly(true);
    Ok(ev)
}

/// The value of a field; nil when there is none.
fn value(host: &Host, lua: &Lua, subject: &Subject, source: Source) -> mlua::Result<Value> {
    let c = &host.catalog;
    let index = subject.index;
    match source {
        Source::Seat => subject.seat.map(|seat| seat.0).into_lua(lua),
        Source::Tile => subject.tile.map(Tile).into_lua(lua),
        Source::Kind => subject.kind.map(|kind| c.kinds.key(kind)).into_lua(lua),
        Source::Segment => subject.segment.map(Segment).into_lua(lua),
        Source::Feature => match subject.segment {
            Some(segment) => {
                let root = host.feature(segment)?.board().features().root(segment);
                Feature(root.segment()).into_lua(lua)
            }
            None => Ok(Value::Nil),
        },
        Source::Figure => subject.figure.map(Figure).into_lua(lua),
        Source::Book => subject.book.map(|book| c.score_kinds.key(book)).into_lua(lua),
        Source::Reason => subject.reason.map(|r| host.names.borrow().text(r).to_string()).into_lua(lua),
        Source::Cell => subject.cell.map(Handle::of_cell).into_lua(lua),
        Source::From => subject.from.map_or(Ok(Value::Nil), |from| place_value(host, lua, from)),
        Source::Amount => subject.amount.into_lua(lua),
        Source::Bag => index.map(|i| c.bags.key(BagId(i))).into_lua(lua),
        Source::Zone => index.map(|i| c.zones.key(ZoneId(i))).into_lua(lua),
        Source::FigureKind => subject.figure_kind.map(|kind| c.figures.key(kind)).into_lua(lua),
        Source::Counter => index.map(|i| c.counters.key(CounterId(i))).into_lua(lua),
        Source::Token => index.map(|i| c.tokens.key(TokenId(i))).into_lua(lua),
        Source::Die => index.map(|i| c.dice.key(DieId(i))).into_lua(lua),
        Source::Face => match index {
            Some(die) => face_value(host, lua, DieId(die), u16::try_from(subject.amount).unwrap_or(0)),
            None => Ok(Value::Nil),
        },
    }
}

/// What answers for fields that a table does not have: nil for those it could have, an error for all others.
fn guard(host: &Host, lua: &Lua, told: &'static Told, before: bool) -> mlua::Result<Table> {
    let number = told.event as usize * 2 + usize::from(before);
    if let Some(Some(guard)) = host.guards.borrow().get(number) {
        return Ok(guard.clone());
    }
    let guard = lua.create_table()?;
    let index = lua.create_function(move |_, (_, key): (Value, Value)| match key.as_string() {
        Some(name) if told.fields.iter().any(|field| *name == *field.name) => Ok(()),
        _ => {
            let sort = if before { "effect" } else { "event" };
            let name = key.to_string()?;
            let hint = meant(&name, told.fields.iter().map(|field| field.name).chain([NAME]));
            Err(misuse(format!("the {sort} `{}` has no field `{name}`: {hint}", told.name)))
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
pub(crate) fn target(host: &Host, lua: &Lua, subject: &Subject) -> mlua::Result<Value> {
    if let Some(carried) = host.game_mut()?.take_carried() {
        return carried_table(lua, &carried);
    }
    if let Some(segment) = subject.segment {
        return Segment(segment).into_lua(lua);
    }
    if let Some(figure) = subject.figure {
        return Figure(figure).into_lua(lua);
    }
    if let Some(cell) = subject.cell {
        return Handle::of_cell(cell).into_lua(lua);
    }
    match (subject.kind, subject.index) {
        (Some(kind), _) => host.catalog.kinds.key(kind).into_lua(lua),
        (None, Some(_)) => subject.amount.into_lua(lua),
        (None, None) => Ok(Value::Nil),
    }
}
