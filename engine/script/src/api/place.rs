//! Placing tiles: where they fit, what they would do, and doing it.

use mlua::{Lua, Table, Value};
use tilewright_core::catalog::footing::Footing;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::settings::Settings;
use super::take_up::footing;
use super::{Allowed, HostFunction, Receiver, bind, entry, planes};
use crate::host::Host;
use crate::host::handle::{CellArg, Feature, Handle, Int, SeatArg, Segment, described};
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        Allowed::Effects,
        "place_tile(kind: kind, cell: cell, turn: integer, settings: {free: boolean, over: boolean, seat: seat, reason: text}?)",
        "Lays a tile where it fits, for the active seat or another one; `free`: also where nothing touches it; `over`: also on \
         other tiles, if all its cells are equally high there. The figures on the segments that it covers go home first, \
         tokens there leave the board, and the features that lose them come apart. It has to meet what lies beside it, \
         whatever the height; `reason` is told by the events `placed` and `covered`. What it completes is scored by the next `score` step of the running part.",
        "place_tile(\"T01\", cell(0, 1), 0, { free = true })",
        bind!(making place_tile),
    ),
    entry(
        ON,
        IN,
        "completed_features() -> feature[]",
        "The features that the running part has completed and that are not scored yet, in the order of scoring.",
        "for _, road in completed_features() do … end",
        bind!(making completed_features),
    ),
    entry(
        ON,
        IN,
        "if_placed(kind: kind, cell: cell, turn: integer) -> any",
        "What a placement would do, or nothing where it does not fit or would lie on other tiles. The table has lists: `features`, one for each that the \
         tile would be part of, `closes` (features elsewhere that it would finish without being part of them, as a wildcard does), `surrounds` (segments elsewhere that it would help to surround) and `opens` (cells). A feature \
         there is a table: `terrain` (its name), `joins` (the features on the board that it would join), `open_sides` and \
         `tiles` (numbers, the new tile counted) and `finished` (true or false).",
        "local would = if_placed(kind, at.cell, at.turn) if would and #would.features[1].joins > 0 then … end",
        bind!(making if_placed),
    ),
    entry(
        ON,
        IN,
        "could_complete(kind: kind, feature: feature) -> boolean",
        "Whether a kind of tile could complete a feature at some place where it fits now.",
        "could_complete(kind_in_play(), city)",
        bind!(could_complete),
    ),
    entry(
        ON,
        IN,
        "fits(kind: kind, cell: cell) -> integer[]",
        "The turns at which a kind of tile fits on an empty cell of the frontier: one beside a tile or the rim. On any other \
         cell, and so on an empty board without a rim, there are none, unless the board has `free` or `over`.",
        "#fits(\"T01\", cell(0, 1)) > 0",
        bind!(making fits),
    ),
    entry(
        ON,
        IN,
        "count_placements(kind: kind, plane: plane?, seat: seat?) -> integer",
        "Number of places, turns counted apart, where a kind of tile fits: beside tiles or the rim, and where `free` or \
         `over` of the board lets it lie; on one plane or wherever \
         the active seat may place tiles.",
        "count_placements(kind_in_play()) == 0",
        bind!(count_placements),
    ),
    entry(
        ON,
        IN,
        "placements(kind: kind, plane: plane?, seat: seat?) -> any[]",
        "All places where a kind of tile fits, beside tiles or the rim and where `free` or `over` of the board lets it lie, in \
         board order: tables with `cell`, `turn` and `key`, \
         fit to be asked. On one plane, or wherever the active seat may place tiles.",
        "for _, at in placements(kind_in_play()) do if_placed(kind_in_play(), at.cell, at.turn) end",
        bind!(making placements),
    ),
    entry(
        ON,
        IN,
        "placements_at(kind: kind, cell: cell) -> any[]",
        "The same for one cell, one for each turn.",
        "#placements_at(\"T01\", cell(0, 1))",
        bind!(making placements_at),
    ),
    entry(
        ON,
        Allowed::Ask,
        "ask_place(seat: seat, kind: kind, cells: cell[], name: text?) -> any",
        "Asks a seat where on some cells a tile is placed, by the keys `x,y,turn`, and returns a table with `cell` and \
         `turn`; nothing when it fits on none of them, as on cells that lie beside no tile and no rim unless the board has `free`. The decision is called `place`, or by the name.",
        "local at = ask_place(seat, kind, cells) if at then place_tile(kind, at.cell, at.turn) end",
        None,
    ),
];

fn place_tile(
    host: &Host,
    lua: &Lua,
    (kind, CellArg(cell), Int(turn), settings): (Text, CellArg, Int, Value),
) -> mlua::Result<()> {
    let kind = host.kind(&kind)?;
    let turn = u8::try_from(turn).map_err(|_| misuse("a turn is not below 0"))?;
    let (seat, footing, reason) = match &settings {
        Value::Nil => (None, Footing::default(), None),
        Value::Table(table) => {
            let settings = Settings::of("place_tile", Some(table));
            settings.only(&["free", "over", "seat", "reason"])?;
            let reason = settings.text("reason")?.map(|text| host.symbol(&text)).transpose()?;
            (settings.seat(host, lua, "seat")?, footing(&settings)?, reason)
        }
        other => return Err(misuse(format!("expected a table of settings, got {}", described(other)))),
    };
    let seat = seat.map_or_else(|| host.game().map(|g| g.active_seat()), Ok)?;
    apply(host, Effect::PlaceTile { seat, kind, cell, turn: Turn(turn), footing, reason })
}

fn completed_features(host: &Host, lua: &Lua, (): ()) -> mlua::Result<Table> {
    let game = host.game()?;
    let features = game.board().features();
    let there = game.completed().iter().filter(|&&segment| features.is_there(segment));
    lua.create_sequence_from(there.map(|&s| Feature(features.root(s).segment())))
}

fn could_complete(host: &Host, _: &Lua, (kind, Feature(f)): (Text, Feature)) -> mlua::Result<bool> {
    let kind = host.kind(&kind)?;
    let game = host.feature(f)?;
    budget::charge(game.board().features().size(f) as usize * 8);
    Ok(game.board().could_complete(kind, f))
}

/// A kind, and the plane and seat that tell where.
type Where = (Text, Option<Text>, Option<SeatArg>);

fn count_placements(host: &Host, _: &Lua, (kind, plane, seat): Where) -> mlua::Result<u32> {
    let (kind, planes) = (host.kind(&kind)?, planes::open(host, plane, seat)?);
    Ok(host.game()?.board().count_placements(kind, planes))
}

fn placement(host: &Host, lua: &Lua, cell: Cell, turn: Turn) -> mlua::Result<Table> {
    let (table, names) = (lua.create_table_with_capacity(0, 4)?, host.field_names(lua)?);
    table.raw_set(&names.cell, Handle::of_cell(cell))?;
    table.raw_set(&names.turn, turn.0)?;
    table.raw_set(&names.key, format!("{cell},{turn}"))?;
    table.raw_set(&names.target, Handle::of_cell(cell))?;
    Ok(table)
}

fn placements(host: &Host, lua: &Lua, (kind, plane, seat): Where) -> mlua::Result<Table> {
    let (kind, planes) = (host.kind(&kind)?, planes::open(host, plane, seat)?);
    let found = host.game()?.board().list_placements(kind, planes);
    budget::charge(found.len());
    let list = lua.create_table()?;
    for (cell, turn) in found {
        list.raw_push(placement(host, lua, cell, turn)?)?;
    }
    Ok(list)
}

pub(super) fn placements_at(host: &Host, lua: &Lua, (kind, CellArg(cell)): (Text, CellArg)) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    for turn in host.game()?.board().turns_at(host.kind(&kind)?, cell).iter() {
        list.raw_push(placement(host, lua, cell, turn)?)?;
    }
    Ok(list)
}

fn if_placed(
    host: &Host,
    lua: &Lua,
    (kind, CellArg(at), Int(turn)): (Text, CellArg, Int),
) -> mlua::Result<Option<Table>> {
    let kind = host.kind(&kind)?;
    let turn = u8::try_from(turn).ok().filter(|&t| usize::from(t) < host.catalog.lattice.side_count());
    let turn = turn.ok_or_else(|| misuse("there is no such turn"))?;
    let game = host.game()?;
    let Some(would) = game.board().if_placed(kind, at, Turn(turn)) else { return Ok(None) };
    let features = lua.create_table()?;
    for one in would.features {
        let feature = lua.create_table()?;
        let terrain = host.catalog.kinds[kind].segments[one.segments[0]].terrain;
        feature.raw_set("terrain", host.catalog.terrains.key(terrain))?;
        feature.raw_set("joins", lua.create_sequence_from(one.joins.into_iter().map(Feature::from))?)?;
        feature.raw_set("open_sides", one.open_sides)?;
        feature.raw_set("tiles", one.tiles)?;
        feature.raw_set("finished", one.complete)?;
        features.raw_push(feature)?;
    }
    let table = lua.create_table()?;
    table.raw_set("features", features)?;
    table.raw_set("closes", lua.create_sequence_from(would.closes.into_iter().map(Feature::from))?)?;
    table.raw_set("surrounds", lua.create_sequence_from(would.surrounds.into_iter().map(Segment))?)?;
    table.raw_set("opens", lua.create_sequence_from(would.opens.into_iter().map(Handle::of_cell))?)?;
    Ok(Some(table))
}

fn fits(host: &Host, lua: &Lua, (kind, CellArg(cell)): (Text, CellArg)) -> mlua::Result<Table> {
    let kind = host.kind(&kind)?;
    lua.create_sequence_from(host.game()?.board().turns_at(kind, cell).iter().map(|turn| turn.0))
}
