//! Questions that go beyond one feature: what can be reached, the cheapest way, what a placement would do.

use mlua::{Function, Lua, LuaString, Table};
use tilewright_core::graph::Through;

use super::{Allowed, Entry, Receiver, bind, entry};
use crate::budget;
use crate::handle::{Feature, Handle, Int, Segment, Sort};
use crate::host::{Host, Mode};
use crate::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        Receiver::Segment,
        IN,
        "reach(through: {terrains: terrain[], without: tag[], touching: boolean}?) -> segment[]",
        "The segments that can be reached from this one, itself included, in order: over segments of some terrains \
         (else of all), not over those with some tags, and with `touching` also across borders within a tile.",
        "segment:reach({ terrains = { \"sea\" } })",
        bind!(reach),
    ),
    entry(
        Receiver::Segment,
        IN,
        "cheapest(goals: segment[], cost: function, through: {terrains: terrain[], without: tag[], touching: boolean}?) -> any",
        "The cost of the cheapest way to one of some segments, and the segments on it; nothing if there is none. The \
         function gets a segment and returns what entering it costs, or nil where one may not go.",
        "local price, way = segment:cheapest(harbours, function(s) return s:tag(\"fee\") end)",
        bind!(cheapest),
    ),
    entry(
        Receiver::Global,
        IN,
        "if_placed(kind: kind, cell: cell, turn: integer) -> any",
        "What a placement would do, or nothing where it does not fit: a table with `features` (each with `joins`, \
         `open_sides`, `tiles` and `finished`), `surrounds` (segments elsewhere) and `opens` (cells).",
        "local would = if_placed(kind_in_play(), cell(0, 1), 0)",
        bind!(if_placed),
    ),
    entry(
        Receiver::Global,
        IN,
        "fits(kind: kind, cell: cell) -> integer[]",
        "The turns at which a kind of tile fits on a cell.",
        "#fits(\"T01\", cell(0, 1)) > 0",
        bind!(fits),
    ),
    entry(
        Receiver::Global,
        IN,
        "placements(kind: kind) -> integer",
        "Number of places, turns counted apart, where a kind of tile fits.",
        "placements(kind_in_play()) == 0",
        bind!(placements),
    ),
];

fn names(settings: Option<&Table>, key: &str) -> mlua::Result<Vec<LuaString>> {
    let list: Option<Vec<LuaString>> = settings.map_or(Ok(None), |t| t.raw_get(key))?;
    Ok(list.unwrap_or_default())
}

fn through(host: &Host, settings: Option<&Table>) -> mlua::Result<Through> {
    Ok(Through {
        terrains: names(settings, "terrains")?.iter().map(|t| host.terrain(t)).collect::<mlua::Result<_>>()?,
        without: names(settings, "without")?.iter().map(|t| host.tag(t)).collect::<mlua::Result<_>>()?,
        touching: settings.map_or(Ok(None), |t| t.raw_get("touching"))?.unwrap_or(false),
    })
}

fn reach(host: &Host, lua: &Lua, (Feature(from), settings): (Feature, Option<Table>)) -> mlua::Result<Table> {
    let through = through(host, settings.as_ref())?;
    let found = host.feature(from)?.board().reach(&host.catalog, from, &through);
    budget::charge(found.len());
    lua.create_sequence_from(found.into_iter().map(Segment))
}

fn cheapest(
    host: &Host,
    lua: &Lua,
    (Feature(from), goals, cost, settings): (Feature, Vec<Feature>, Function, Option<Table>),
) -> mlua::Result<(Option<u32>, Option<Table>)> {
    let through = through(host, settings.as_ref())?;
    let mut failure = None;
    // The game is being read: the function may only look at it.
    let game = host.feature(from)?;
    let mode = host.mode.replace(Mode::Pure);
    let found = game.board().cheapest(
        &host.catalog,
        from,
        |segment| goals.contains(&Feature(segment)),
        &through,
        |segment| {
            budget::charge(1);
            match cost.call::<Option<Int>>(Segment(segment)) {
                Ok(Some(Int(n))) if n >= 0 => u32::try_from(n).ok(),
                Ok(Some(_)) => {
                    failure.get_or_insert_with(|| misuse("a cost is not below 0"));
                    None
                }
                Ok(None) => None,
                Err(error) => {
                    failure.get_or_insert(error);
                    None
                }
            }
        },
    );
    host.mode.set(mode);
    if let Some(error) = failure {
        return Err(error);
    }
    Ok(match found {
        None => (None, None),
        Some((price, way)) => (Some(price), Some(lua.create_sequence_from(way.into_iter().map(Segment))?)),
    })
}

fn if_placed(host: &Host, lua: &Lua, (kind, at, Int(turn)): (LuaString, Handle, Int)) -> mlua::Result<Option<Table>> {
    let kind = host.kind(&kind)?;
    if at.sort != Sort::Cell {
        return Err(misuse(format!("expected a cell, got {}", at.sort.described())));
    }
    let turn = u8::try_from(turn).ok().filter(|&t| usize::from(t) < host.catalog.lattice.sides());
    let turn = turn.ok_or_else(|| misuse("there is no such turn"))?;
    let game = host.game()?;
    let Some(would) = game.board().if_placed(&host.catalog, kind, at.cell(), turn) else { return Ok(None) };
    let features = lua.create_table()?;
    for one in would.features {
        let feature = lua.create_table()?;
        feature.raw_set("joins", lua.create_sequence_from(one.joins.into_iter().map(Feature))?)?;
        feature.raw_set("open_sides", one.open_sides)?;
        feature.raw_set("tiles", one.tiles)?;
        feature.raw_set("finished", one.complete)?;
        features.raw_push(feature)?;
    }
    let table = lua.create_table()?;
    table.raw_set("features", features)?;
    table.raw_set("surrounds", lua.create_sequence_from(would.surrounds.into_iter().map(Segment))?)?;
    table.raw_set("opens", lua.create_sequence_from(would.opens.into_iter().map(Handle::of_cell))?)?;
    Ok(Some(table))
}

fn fits(host: &Host, lua: &Lua, (kind, cell): (LuaString, Handle)) -> mlua::Result<Table> {
    let kind = host.kind(&kind)?;
    if cell.sort != Sort::Cell {
        return Err(misuse(format!("expected a cell, got {}", cell.sort.described())));
    }
    let turns = host.game()?.board().turns_at(&host.catalog, kind, cell.cell());
    lua.create_sequence_from((0..8u8).filter(|turn| turns >> turn & 1 == 1))
}

fn placements(host: &Host, _: &Lua, kind: LuaString) -> mlua::Result<u32> {
    let kind = host.kind(&kind)?;
    Ok(host.game()?.board().count_placements(&host.catalog, kind))
}
