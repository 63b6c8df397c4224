//! Provides queries for the segments of kinds of tile, and for the continuation of paths on the board, port by port.

use mlua::{Lua, LuaString, Table};
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Side, Turn};

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::{kind_id, side_of};
use crate::host::Host;
use crate::host::handle::{Int, Kind, Segment};
use crate::vm::budget;
use crate::vm::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Kind,
        IN,
        "turns() -> integer[]",
        "Returns the turns at which a tile of this kind may be placed according to its pack.",
        "for _, turn in kind(\"T01\"):turns() do … end",
        bind!(making turns),
    ),
    entry(
        Receiver::Kind,
        IN,
        "cells(turn: integer) -> any[]",
        "Returns its cells at a turn, in the order of its pack: tables with `x` and `y`, counted from its first cell.",
        "#kind(\"T01\"):cells(0)",
        bind!(making cells),
    ),
    entry(
        Receiver::Kind,
        IN,
        "mirror() -> kind?",
        "Returns its mirror image if its pack declares it as `mirrored`; for a mirror image, returns the original. A \
         tile on the board has one of the two kinds; a tile in a bag, a hand or a slot always has the kind that the \
         pack declares.",
        "for _, face in { kind(\"T01\"), kind(\"T01\"):mirror() } do note(\"fits\", count_placements(face)) end",
        bind!(mirror),
    ),
    entry(
        Receiver::Kind,
        IN,
        "is_mirrored() -> boolean",
        "Returns true if it is the mirror image of a tile, not the tile that its pack declares.",
        "kind(\"T01\"):is_mirrored()",
        bind!(is_mirrored),
    ),
    entry(
        Receiver::Segment,
        IN,
        "ports() -> any[]",
        "Returns its ports on the sides of its cell at the tile's current turn: tables with `side`, counted clockwise \
         from 0 in the north, and `number`, the place on that side, clockwise from 1.",
        "for _, port in segment:ports() do segment:meets(port.side, port.number) end",
        bind!(making ports),
    ),
    entry(
        Receiver::Segment,
        IN,
        "meets(side: integer, number: integer) -> segment?",
        "Returns the segment that it meets across one of its ports; nil if it meets none or has no such port.",
        "local next = segment:meets(port.side, port.number)",
        bind!(meets),
    ),
    entry(
        Receiver::Segment,
        IN,
        "way(side: integer, number: integer) -> any[]",
        "Returns the way that leaves it through one of its ports, from tile to tile: a list of tables with the \
         `segment` that is entered and its exit port, `side` and `number`. The way ends where no segment is across, \
         where it began, or in a segment that does not have exactly two ports, which has no exit.",
        "local way = segment:way(0, 1) local last = way[#way]",
        bind!(making way),
    ),
];

fn turn_of(host: &Host, turn: Int) -> mlua::Result<Turn> {
    let turn = u8::try_from(turn.0).ok().map(Turn).filter(|&turn| host.catalog.lattice.has_turn(turn));
    turn.ok_or_else(|| misuse("there is no such turn"))
}

fn turns(host: &Host, lua: &Lua, kind: Kind) -> mlua::Result<Table> {
    lua.create_sequence_from(host.catalog.turns(kind_id(kind.0)).iter().map(|turn| turn.0))
}

fn cells(host: &Host, lua: &Lua, kind: Kind, turn: Int) -> mlua::Result<Table> {
    let faces = host.catalog.faces(kind_id(kind.0), turn_of(host, turn)?);
    let cell = |offset: (i16, i16)| {
        let cell = lua.create_table_with_capacity(0, 2)?;
        cell.raw_set("x", offset.0)?;
        cell.raw_set("y", offset.1)?;
        Ok(cell)
    };
    lua.create_sequence_from(faces.iter().map(|face| cell(face.offset)).collect::<mlua::Result<Vec<Table>>>()?)
}

fn mirror(host: &Host, lua: &Lua, kind: Kind) -> mlua::Result<Option<LuaString>> {
    host.catalog.kinds[kind_id(kind.0)].mirror.map(|mirror| host.word(lua, mirror)).transpose()
}

fn is_mirrored(host: &Host, _: &Lua, kind: Kind) -> mlua::Result<bool> {
    Ok(host.catalog.kinds[kind_id(kind.0)].is_mirrored)
}

fn port(lua: &Lua, side: Side, index: u8) -> mlua::Result<Table> {
    let port = lua.create_table_with_capacity(0, 2)?;
    port.raw_set("side", side.0)?;
    port.raw_set("number", index + 1)?;
    Ok(port)
}

/// Returns the ports of a segment of a kind at a turn, ordered by side from the north, and clockwise on each side.
fn ports_at(host: &Host, lua: &Lua, kind: TileKindId, local: usize, turn: Turn) -> mlua::Result<Table> {
    let ports = host.catalog.ports(kind, turn, local).into_iter().map(|(side, index)| port(lua, side, index));
    lua.create_sequence_from(ports.collect::<mlua::Result<Vec<Table>>>()?)
}

/// Returns the segments of a kind at a turn, for the method `segments`.
pub(super) fn segments_of_kind(host: &Host, lua: &Lua, kind: TileKindId, turn: Int) -> mlua::Result<Table> {
    let turn = turn_of(host, turn)?;
    let catalog = &*host.catalog;
    let list = lua.create_table()?;
    for (local, segment) in catalog.kinds[kind].segments.iter().enumerate() {
        let part = lua.create_table_with_capacity(0, 5)?;
        part.raw_set("terrain", catalog.terrains.key(segment.terrain))?;
        part.raw_set("cell", segment.cell + 1)?;
        part.raw_set("ports", ports_at(host, lua, kind, local, turn)?)?;
        let tags = lua.create_table()?;
        for &(tag, number) in &segment.tags {
            tags.raw_set(catalog.tags.key(tag), number)?;
        }
        part.raw_set("tags", tags)?;
        let touched = (0..u32::BITS).filter(|other| segment.touches >> other & 1 == 1).map(|other| other + 1);
        part.raw_set("touches", lua.create_sequence_from(touched)?)?;
        list.raw_push(part)?;
    }
    Ok(list)
}

fn ports(host: &Host, lua: &Lua, Segment(segment): Segment) -> mlua::Result<Table> {
    let game = host.feature(segment)?;
    let features = game.board().features();
    let tile = game.board().tile_under(segment);
    ports_at(host, lua, tile.kind, features.local_of(segment), tile.turn)
}

/// Converts a port from a script: the side, and the number on it from 1.
fn named_port(host: &Host, side: Int, number: Int) -> mlua::Result<(Side, Option<u8>)> {
    Ok((side_of(host, side.0)?, number.0.checked_sub(1).and_then(|index| u8::try_from(index).ok())))
}

fn meets(host: &Host, _: &Lua, Segment(s): Segment, side: Int, number: Int) -> mlua::Result<Option<Segment>> {
    let game = host.feature(s)?;
    let (side, Some(index)) = named_port(host, side, number)? else { return Ok(None) };
    Ok(game.board().segment_across(s, side, index).map(|(met, _)| Segment(met)))
}

fn way(host: &Host, lua: &Lua, Segment(s): Segment, side: Int, number: Int) -> mlua::Result<Table> {
    let game = host.feature(s)?;
    let list = lua.create_table()?;
    let (side, Some(index)) = named_port(host, side, number)? else { return Ok(list) };
    let way = game.board().way(s, side, index);
    budget::charge(way.len());
    for (segment, leaves) in way {
        let step = match leaves {
            Some((side, index)) => port(lua, side, index)?,
            None => lua.create_table()?,
        };
        step.raw_set("segment", Segment(segment))?;
        list.raw_push(step)?;
    }
    Ok(list)
}
