//! Provides functions for placing tiles: where they fit, the results of a placement, and the placement itself.

use mlua::{FromLua, Lua, LuaString, Table, Value};
use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Planes, Turn};
use tilewright_core::catalog::pose::Pose;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::limits;
use tilewright_core::machine::restrict::{PlacementQuery, Withheld};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::planes;
use super::seats::check_seat;
use super::settings::SettingsTable;
use super::take_up::footing;
use crate::host::Host;
use crate::host::handle::{CellArg, Feature, Handle, Int, SeatArg, Segment, describe};
use crate::host::restrict::keep_allowed;
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        Allowed::Effects,
        "place_tile(kind: kind, cell: cell, turn: integer, settings: {free: boolean, over: boolean, face_down: boolean, known_to: seat[], seat: seat, reason: text}?)",
        "Places a tile where it fits and restrictions allow it. The figures on segments that it covers go home first, \
         tokens there leave the board, and features that lose a segment may split. Its edges must match the \
         neighbouring tiles, at any height. Features that it completes are scored by the next `score` step of the \
         running part.\n- `free`: true: also on cells without neighbours; restrictions do not apply.\n- `over`: true: \
         also on other tiles, if all its cells have the same height.\n- `face_down`: true: places the back of the \
         tile, named by its field `back`; replacements of `place` are not called, and `placed` reports the back.\n- \
         `known_to`: the seats that know a face-down tile. Without it, no seat.\n- `seat`: the seat that places it. \
         Without it, the active seat.\n- `reason`: the reason in the events `placed` and `covered`.",
        "place_tile(\"T01\", cell(0, 1), 0, { free = true })",
        bind!(place_tile),
    ),
    entry(
        ON,
        IN,
        "completed_features() -> feature[]",
        "Returns the features that the running part has completed and not yet scored, in the order of scoring.",
        "for _, road in completed_features() do … end",
        bind!(making completed_features),
    ),
    entry(
        ON,
        IN,
        "if_placed(kind: kind, cell: cell, turn: integer) -> any",
        "Returns the result that a placement would have; nil if the tile does not fit or would be on other tiles. The \
         table has lists: `features`, the features that the tile would be part of; `closes`, features elsewhere that \
         it would finish without being part of them, as a wildcard edge does; `surrounds`, segments elsewhere that it \
         would help to surround; and `opens`, empty cells that would get their first neighbour. An entry of \
         `features` is a table: `terrain` (its name), `joins` (the features on the board that it would join), \
         `open_sides` and `tiles` (numbers that include the new tile) and `finished` (true or false).",
        "local would = if_placed(kind, at.cell, at.turn) if would and #would.features[1].joins > 0 then … end",
        bind!(making if_placed),
    ),
    entry(
        ON,
        IN,
        "could_complete(kind: kind, feature: feature) -> boolean",
        "Returns true if a tile of this kind could complete a feature at a position where it fits now.",
        "could_complete(kind_in_play(), city)",
        bind!(could_complete),
    ),
    entry(
        ON,
        IN,
        "fits(kind: kind, cell: cell, settings: {free: boolean}?) -> integer[]",
        "Returns the turns at which the active seat may place a kind of tile on an empty cell next to a tile or the \
         rim. On any other cell, such as a cell of an empty board without a rim, the list is empty unless the board \
         has `free` or `over`. Edges must match those around, and restrictions apply.\n- `free`: true: the cell needs \
         no neighbours.",
        "#fits(\"T01\", cell(0, 1)) > 0",
        bind!(fits),
    ),
    entry(
        ON,
        IN,
        "count_placements(kind: kind, plane: plane?, seat: seat?, settings: {free: boolean}?) -> integer",
        "Returns the number of placements that `placements` would return, with the same settings.",
        "count_placements(kind_in_play()) == 0",
        bind!(count_placements),
    ),
    entry(
        ON,
        IN,
        "placements(kind: kind, plane: plane?, seat: seat?, settings: {free: boolean}?) -> any[]",
        "Returns all placements of a kind of tile that restrictions allow to the active seat, in board order: next to \
         tiles or the rim, and anywhere that `free` or `over` of the board allows. Each is a table with `cell`, \
         `turn` and `key`, and can be an option of `ask`. `plane` limits the result to one plane; without it, all \
         planes where the active seat may place tiles. `settings` may directly follow the kind.\n- `free`: true: on \
         all empty cells, with or without neighbours; the planes must be bounded and have at most 4,096 cells.",
        "for _, at in placements(kind_in_play()) do if_placed(kind_in_play(), at.cell, at.turn) end",
        bind!(placements),
    ),
    entry(
        ON,
        IN,
        "placements_at(kind: kind, cell: cell, settings: {free: boolean}?) -> any[]",
        "Returns the placements of a kind of tile on one cell that restrictions allow to the active seat, one for \
         each turn. Each is a table with `cell`, `turn` and `key`, and can be an option of `ask`.\n- `free`: true: \
         the cell needs no neighbours and may be on any plane.",
        "#placements_at(\"T01\", cell(0, 1))",
        bind!(placements_at),
    ),
    entry(
        ON,
        Allowed::Ask,
        "ask_place(seat: seat, kind: kind, cells: cell[], name: text?, settings: {free: boolean}?) -> any",
        "Asks a seat to place a tile on one of some cells; the options have the keys `x,y,turn`. Returns a table with \
         `cell` and `turn`; nil if the tile fits on none of the cells or restrictions allow none to the seat. Cells \
         must be next to a tile or the rim unless the board has `free`. `name` is the name of the decision; without \
         it, `place`.\n- `free`: true: the cells need no neighbours.",
        "local at = ask_place(seat, kind, cells) if at then place_tile(kind, at.cell, at.turn) end",
        None,
    ),
];

fn place_tile(
    host: &Host,
    lua: &Lua,
    kind: Text,
    CellArg(cell): CellArg,
    Int(turn): Int,
    settings: Value,
) -> mlua::Result<()> {
    let kind = host.kind(&kind)?;
    let turn = u8::try_from(turn).map_err(|_| misuse("a turn is not below 0"))?;
    let (seat, footing, reason, hides) = match &settings {
        Value::Nil => (None, PlacementPermissions::default(), None, None),
        Value::Table(table) => host.making(lua, || {
            let settings = SettingsTable::from_table(Some(table));
            settings.only(&["free", "over", "face_down", "known_to", "seat", "reason"])?;
            let reason = settings.text("reason")?.map(|text| host.symbol(&text)).transpose()?;
            let known_to = settings.seats(host, "known_to")?;
            let hides = settings.flag("face_down")?.then(|| known_to.unwrap_or_default());
            if known_to.is_some() && hides.is_none() {
                return Err(misuse("`known_to` is about a tile that is laid `face_down`"));
            }
            Ok((settings.seat(host, lua, "seat")?, footing(&settings)?, reason, hides))
        })?,
        other => return Err(misuse(format!("expected a table of settings, got {}", describe(other)))),
    };
    let (turn, seat) = (Turn(turn), seat.map_or_else(|| host.game().map(|g| g.active_seat()), Ok)?);
    let (hidden, kind) = match hides {
        None => (None, kind),
        Some(known_to) => {
            let name = host.catalog.kinds.key(kind);
            let back = host.catalog.kinds[kind].back;
            let none = || misuse(format!("{name} has no back: its field `back` names the tile that replaces it"));
            (Some((kind, known_to)), back.ok_or_else(none)?)
        }
    };
    if !footing.free && has_restrictions(host) {
        let is_legal = host.frames.may_change() && host.game()?.board().fits_as(kind, Pose { cell, turn }, footing);
        let (mut places, mut withheld) = (vec![(cell, turn)], Vec::new());
        if is_legal {
            keep_allowed(
                host,
                lua,
                PlacementQuery { kind, seat, places: &mut places, most: 1, withheld: Some(&mut withheld) },
            )?;
        }
        if let Some(Withheld { origin, reason, .. }) = withheld.pop() {
            let module = host.catalog.modules.get(usize::from(origin.module)).map_or("", |module| &*module.path);
            let why = reason.map_or_else(String::new, |reason| format!(": {reason}"));
            let (name, line) = (host.catalog.kinds.key(kind), origin.line);
            return Err(misuse(format!(
                "{name} may not be placed at {cell},{turn}: the restriction at {module}:{line} does not allow it{why}"
            )));
        }
    }
    apply(
        host,
        match hidden {
            Some((kind, known_to)) => Effect::PlaceFaceDown { seat, kind, cell, turn, footing, known_to, reason },
            None => Effect::PlaceTile { seat, kind, cell, turn, footing, reason },
        },
    )
}

/// True if rules restrict placements.
fn has_restrictions(host: &Host) -> bool {
    host.rules.get().is_some_and(|rules| !rules.restrictions.is_empty())
}

fn completed_features(host: &Host, lua: &Lua) -> mlua::Result<Table> {
    let game = host.game()?;
    let features = game.board().features();
    let there = game.completed_features().iter().filter(|&&segment| features.is_there(segment));
    lua.create_sequence_from(there.map(|&s| Feature(features.root(s).segment())))
}

fn could_complete(host: &Host, _: &Lua, kind: Text, Feature(f): Feature) -> mlua::Result<bool> {
    let kind = host.kind(&kind)?;
    let game = host.feature(f)?;
    budget::charge(game.board().features().size(f) as usize * 8);
    Ok(game.board().could_complete(kind, f))
}

/// Query for placements of a kind for a seat.
struct PlacementSearch {
    kind: TileKindId,
    planes: Planes,
    seat: Seat,
    free: bool,
}

impl PlacementSearch {
    fn read(
        host: &Host,
        lua: &Lua,
        kind: Text,
        plane: Value,
        seat: Value,
        settings: Value,
    ) -> mlua::Result<PlacementSearch> {
        let kind = host.kind(&kind)?;
        let (plane, seat, settings) = match (plane, seat) {
            (settings @ Value::Table(_), _) => (Value::Nil, Value::Nil, settings),
            (plane, settings @ Value::Table(_)) => (plane, Value::Nil, settings),
            (plane, seat) => (plane, seat, settings),
        };
        let plane: Option<LuaString> = match plane {
            Value::String(name) => Some(name),
            Value::Nil => None,
            other => return Err(misuse(format!("expected the name of a plane, got {}", describe(&other)))),
        };
        let seat = if seat.is_nil() { None } else { Some(SeatArg::from_lua(seat, lua)?) };
        let free = is_free(Option::<Table>::from_lua(settings, lua)?.as_ref())?;
        Ok(PlacementSearch { kind, planes: planes::open(host, plane, seat)?, seat: host.game()?.active_seat(), free })
    }

    /// Returns the placements that fit and that restrictions allow.
    fn list(&self, host: &Host, lua: &Lua) -> mlua::Result<Vec<(Cell, Turn)>> {
        let mut found = if self.free {
            host.game()?.board().list_free_placements(self.kind, self.planes).ok_or_else(|| {
                misuse(format!(
                    "tiles can be placed freely only on planes that are bounded and have at most {} cells",
                    limits::FREE_CELLS
                ))
            })?
        } else {
            host.game()?.board().list_placements(self.kind, self.planes)
        };
        budget::charge(found.len());
        let PlacementSearch { kind, seat, .. } = *self;
        keep_allowed(host, lua, PlacementQuery { kind, seat, places: &mut found, most: usize::MAX, withheld: None })?;
        Ok(found)
    }
}

/// Reads the setting `free`, which all these functions accept.
fn is_free(settings: Option<&Table>) -> mlua::Result<bool> {
    let settings = SettingsTable::from_table(settings);
    settings.only(&["free"])?;
    settings.flag("free")
}

fn count_placements(
    host: &Host,
    lua: &Lua,
    kind: Text,
    plane: Value,
    seat: Value,
    settings: Value,
) -> mlua::Result<u32> {
    let looked = PlacementSearch::read(host, lua, kind, plane, seat, settings)?;
    if !looked.free && !has_restrictions(host) {
        return Ok(host.game()?.board().count_placements(looked.kind, looked.planes));
    }
    looked.list(host, lua).map(|found| found.len() as u32)
}

fn placement(host: &Host, lua: &Lua, cell: Cell, turn: Turn) -> mlua::Result<Table> {
    let (table, names) = (lua.create_table_with_capacity(0, 4)?, host.field_names(lua)?);
    table.raw_set(&names.cell, Handle::of_cell(cell))?;
    table.raw_set(&names.turn, turn.0)?;
    table.raw_set(&names.key, format!("{cell},{turn}"))?;
    table.raw_set(&names.target, Handle::of_cell(cell))?;
    Ok(table)
}

fn placements(host: &Host, lua: &Lua, kind: Text, plane: Value, seat: Value, settings: Value) -> mlua::Result<Table> {
    let found = PlacementSearch::read(host, lua, kind, plane, seat, settings)?.list(host, lua)?;
    list_placements(host, lua, found)
}

fn list_placements(host: &Host, lua: &Lua, found: Vec<(Cell, Turn)>) -> mlua::Result<Table> {
    host.making(lua, || {
        let list = lua.create_table()?;
        for (cell, turn) in found {
            list.raw_push(placement(host, lua, cell, turn)?)?;
        }
        Ok(list)
    })
}

/// Returns the placements on one cell that fit and that restrictions allow for a seat.
fn at_cell(
    host: &Host,
    lua: &Lua,
    kind: TileKindId,
    seat: Seat,
    free: bool,
    cell: Cell,
) -> mlua::Result<Vec<(Cell, Turn)>> {
    let turns = {
        let game = host.game()?;
        if free { game.board().free_turns_at(kind, cell) } else { game.board().turns_at(kind, cell) }
    };
    let mut found = turns.iter().map(|turn| (cell, turn)).collect();
    keep_allowed(host, lua, PlacementQuery { kind, seat, places: &mut found, most: usize::MAX, withheld: None })?;
    Ok(found)
}

fn placements_at(
    host: &Host,
    lua: &Lua,
    kind: Text,
    CellArg(cell): CellArg,
    settings: Option<Table>,
) -> mlua::Result<Table> {
    let (kind, seat) = (host.kind(&kind)?, host.game()?.active_seat());
    let found = at_cell(host, lua, kind, seat, is_free(settings.as_ref())?, cell)?;
    list_placements(host, lua, found)
}

/// Like [`placements_at`], for the given seat.
pub(super) fn placements_for(
    host: &Host,
    lua: &Lua,
    kind: Text,
    CellArg(cell): CellArg,
    seat: SeatArg,
    settings: Option<Table>,
) -> mlua::Result<Table> {
    let (kind, seat) = (host.kind(&kind)?, check_seat(host, seat)?);
    let found = at_cell(host, lua, kind, seat, is_free(settings.as_ref())?, cell)?;
    list_placements(host, lua, found)
}

fn if_placed(host: &Host, lua: &Lua, kind: Text, CellArg(at): CellArg, Int(turn): Int) -> mlua::Result<Option<Table>> {
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

fn fits(host: &Host, lua: &Lua, kind: Text, CellArg(cell): CellArg, settings: Option<Table>) -> mlua::Result<Table> {
    let (kind, seat) = (host.kind(&kind)?, host.game()?.active_seat());
    let found = at_cell(host, lua, kind, seat, is_free(settings.as_ref())?, cell)?;
    host.making(lua, || lua.create_sequence_from(found.into_iter().map(|(_, turn)| turn.0)))
}
