//! What hooks are told: an event as a table.

use mlua::{IntoLua, Lua, Table, Value};
use tilewright_core::event::EventKind;
use tilewright_core::id::{BagId, CounterId, DieId, FigureKindId, TokenId, ZoneId};
use tilewright_core::rules::Subject;

use crate::api::{face_value, place_value};
use crate::handle::{Feature, Figure, Handle, Segment, Tile};
use crate::host::Host;

/// The table that a reaction or replacement gets.
pub(crate) fn table(host: &Host, lua: &Lua, kind: EventKind, subject: &Subject, before: bool) -> mlua::Result<Table> {
    let c = &host.catalog;
    let ev = lua.create_table()?;
    ev.raw_set("name", kind.name())?;
    if let Some(seat) = subject.seat {
        ev.raw_set("seat", seat.0)?;
    }
    if let Some(tile) = subject.tile {
        ev.raw_set("tile", Tile(tile))?;
    }
    if let Some(kind) = subject.kind {
        ev.raw_set("kind", c.kinds.key(kind))?;
    }
    if let Some(segment) = subject.segment {
        ev.raw_set("segment", Segment(segment))?;
        let root = host.feature(segment)?.board().features().root(segment);
        ev.raw_set("feature", Feature(root))?;
    }
    if let Some(figure) = subject.figure {
        ev.raw_set("figure", Figure(figure))?;
    }
    if let Some(book) = subject.book {
        ev.raw_set("book", c.score_kinds.key(book))?;
    }
    if let Some(reason) = subject.reason {
        ev.raw_set("reason", host.names.borrow().text(reason).to_string())?;
    }
    if let Some(cell) = subject.cell {
        ev.raw_set("cell", Handle::of_cell(cell))?;
    }
    if let Some(from) = subject.from {
        ev.raw_set("from", place_value(host, lua, from)?)?;
    }
    match kind {
        EventKind::Placed if before => ev.raw_set("turn", subject.amount)?,
        EventKind::Awarded => ev.raw_set("points", subject.amount)?,
        EventKind::Counted | EventKind::Raised => ev.raw_set("amount", subject.amount)?,
        _ => {}
    }
    if let Some(index) = subject.index {
        let (key, name): (&str, Value) = match kind {
            EventKind::Drawn | EventKind::Unplayable | EventKind::SetAside | EventKind::BagChanged => {
                ("bag", c.bags.key(BagId(index)).into_lua(lua)?)
            }
            EventKind::Deployed if before => ("figure_kind", c.figures.key(FigureKindId(index)).into_lua(lua)?),
            EventKind::Deployed => ("zone", c.zones.key(ZoneId(index)).into_lua(lua)?),
            EventKind::Counted => ("counter", c.counters.key(CounterId(index)).into_lua(lua)?),
            EventKind::TokenMoved => ("token", c.tokens.key(TokenId(index)).into_lua(lua)?),
            EventKind::Rolled => {
                let die = DieId(index);
                let face = u16::try_from(subject.amount).unwrap_or(0);
                ev.raw_set("face", face_value(host, lua, die, face)?)?;
                ("die", c.dice.key(die).into_lua(lua)?)
            }
            _ => ("index", index.into_lua(lua)?),
        };
        ev.raw_set(key, name)?;
    }
    ev.set_readonly(true);
    Ok(ev)
}

/// What a chosen option stands for.
pub(crate) fn target(host: &Host, lua: &Lua, subject: &Subject) -> mlua::Result<Value> {
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
