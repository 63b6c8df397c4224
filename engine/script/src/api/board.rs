//! Provides functions for the board as a whole, its rim, and zones.

use mlua::{Lua, LuaString, Table};
use tilewright_core::board::Board;
use tilewright_core::catalog::id::{SegmentId, ZoneId};
use tilewright_core::catalog::lattice::{Cell, Plane, Side, Turn};
use tilewright_core::catalog::{Extent, RimCell, ZoneOwner};
use tilewright_core::state::effect::Effect;

use super::effects::apply;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::lookup::{kind_id, side_of};
use super::planes;
use super::seats::check_seat;
use crate::host::Host;
use crate::host::handle::{CellArg, Feature, Handle, HandleKind, Int, SeatArg};
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "board_bounds(plane: plane?, seat: seat?) -> any",
        "Returns the smallest rectangle around all tiles of the first plane, or of a named one: a table with `west`, \
         `north`, `east` and `south`; nil on an empty board.",
        "local bounds = board_bounds()",
        bind!(making board_bounds),
    ),
    entry(
        ON,
        IN,
        "extent(plane: plane?, seat: seat?) -> any",
        "Returns the extent of the first plane, or of a named one: a table with `shape` (`unbounded`, `bounded` or \
         `sliding`), for bounded boards `west`, `north`, `east` and `south`, and for bounded and sliding ones `width` \
         and `height`.",
        "if extent().shape == \"bounded\" then … end",
        bind!(making extent),
    ),
    entry(
        ON,
        Allowed::Effects,
        "grow_board(side: text, by: integer, plane: plane?, seat: seat?)",
        "Adds rows or columns to a bounded board, or to a named plane of it, at a side: `north`, `east`, `south` or \
         `west`. A number below 0 removes them.",
        "grow_board(\"east\", 2)",
        bind!(grow_board),
    ),
    entry(
        ON,
        Allowed::Effects,
        "resize(first: cell, last: cell)",
        "Resizes the plane of two cells to the rectangle between them, both included.",
        "resize(cell(0, 0), cell(8, 8))",
        bind!(resize),
    ),
    entry(
        ON,
        IN,
        "rim(which: text?) -> any[]",
        "Returns the cells around the board that show an edge to it; with `open`, only cells next to an existing cell \
         without a tile. Each is a table with `name`, `cell`, `edge`, `tags` (numbers by name) and `key`, the name. \
         The tables are the same in each call and cannot be changed.",
        "for _, place in rim(\"open\") do … end",
        bind!(making rim),
    ),
    entry(
        ON,
        IN,
        "free_cells(plane: plane?, seat: seat?) -> cell[]",
        "Returns the cells without a tile on a bounded board, or on a named plane of it, in reading order.",
        "if #free_cells() == 0 then end_game() end",
        bind!(making free_cells),
    ),
    entry(
        ON,
        IN,
        "reached_cells(over: terrain, plane: plane?, seat: seat?) -> cell[]",
        "Returns the free cells that a way connects to the rim of a bounded board. Ways lead over free cells and over \
         segments of a terrain, which are entered and left at the sides that they reach.",
        "for _, cell in reached_cells(\"sea\") do … end",
        bind!(making reached_cells),
    ),
    entry(
        ON,
        IN,
        "enclosed_cells(over: terrain, plane: plane?, seat: seat?) -> cell[]",
        "Returns the free cells of a bounded board that are enclosed, in reading order: no way over free cells and \
         segments of a terrain connects them to the rim, or each of their sides faces a tile or rim cell that shows \
         an edge.",
        "for _, cell in enclosed_cells(\"sea\") do … end",
        bind!(making enclosed_cells),
    ),
    entry(
        Receiver::Cell,
        IN,
        "known_sides() -> integer",
        "Returns the number of its sides that face a tile or rim cell with an edge.",
        "if cell:known_sides() == #cell:sides() then … end",
        bind!(known_sides),
    ),
    entry(
        Receiver::Cell,
        IN,
        "edge(side: integer) -> text?",
        "Returns the edge type that a tile or rim cell here shows on a side, counted clockwise from 0 in the north; \
         nil if there is neither.",
        "cell:beside(0):edge(2)",
        bind!(text edge),
    ),
    entry(
        Receiver::Segment,
        IN,
        "name() -> text",
        "Returns its name on its tile at the tile's current turn, such as `road:N.S`.",
        "segment:name()",
        bind!(text name),
    ),
    entry(
        Receiver::Cell,
        IN,
        "sides() -> integer[]",
        "Returns its sides, clockwise from 0 in the north: all sides of a square or hex, three of the six side \
         numbers of a triangle.",
        "for _, side in cell:sides() do … end",
        bind!(making sides),
    ),
    entry(
        Receiver::Segment,
        IN,
        "sides() -> integer[]",
        "Returns the sides of its cell that it reaches at the tile's current turn, clockwise from 0 in the north.",
        "for _, side in segment:sides() do segment:across(side) end",
        bind!(making sides),
    ),
    entry(
        ON,
        IN,
        "zone_slots(zone: zone) -> integer",
        "Returns the number of slots of a zone; 0 for a heap.",
        "zone_slots(\"path_1\")",
        bind!(zone_slots),
    ),
    entry(
        ON,
        IN,
        "zone_of(zone: zone, seat: seat) -> zone",
        "Returns the full name of a seat's own zone, for a zone that each seat has (`each_seat`), in the form that \
         events and other functions use. The plain name of such a zone means the active seat's zone.",
        "to_slot(zone_of(\"stall\", seat), 1, kind)",
        bind!(text zone_of),
    ),
    entry(
        ON,
        IN,
        "zone_tag(zone: zone, slot: integer, tag: tag) -> integer",
        "Returns the number of a tag on a slot of a zone; 0 if the slot lacks the tag.",
        "zone_tag(\"path_1\", 2, \"eye\") > 0",
        bind!(zone_tag),
    ),
    entry(
        ON,
        IN,
        "ranking() -> any[]",
        "Returns the seats by rank, the best first: a list of lists, because equal seats share a rank. Winners named \
         by a rule are first, and retired seats are last.",
        "for _, winner in ranking()[1] do … end",
        bind!(making ranking),
    ),
    entry(
        ON,
        IN,
        "side_count() -> integer",
        "Returns the number of turns of a tile, which is also the number of side numbers of a cell. A cell of \
         triangles has three of the six; `cell:sides` lists them.",
        "side_count()",
        bind!(side_count),
    ),
    entry(
        Receiver::Kind,
        IN,
        "sides_with(terrain: terrain) -> integer",
        "Returns the number of its sides that show a terrain at one of their ports.",
        "kind(\"T01\"):sides_with(\"road\")",
        bind!(sides_with),
    ),
];

fn rectangle(lua: &Lua, (min, max): (Cell, Cell)) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let ((west, north), (east, south)) = (min.coordinates(), max.coordinates());
    table.raw_set("west", west)?;
    table.raw_set("north", north)?;
    table.raw_set("east", east)?;
    table.raw_set("south", south)?;
    Ok(table)
}

fn board_bounds(host: &Host, lua: &Lua, plane: Option<Text>, seat: Option<SeatArg>) -> mlua::Result<Option<Table>> {
    let plane = planes::one(host, plane, seat)?;
    let bounds = host.game()?.board().bounds(plane);
    bounds.map(|b| rectangle(lua, b)).transpose()
}

fn extent(host: &Host, lua: &Lua, plane: Option<Text>, seat: Option<SeatArg>) -> mlua::Result<Table> {
    let plane = planes::one(host, plane, seat)?;
    let sized = |table: &Table, width: i32, height: i32| {
        table.raw_set("width", width)?;
        table.raw_set("height", height)
    };
    let (table, shape) = match host.game()?.board().extent(plane) {
        Extent::Unbounded => (lua.create_table()?, "unbounded"),
        Extent::Bounded { min, max } => {
            let table = rectangle(lua, (min, max))?;
            sized(&table, i32::from(max.x) - i32::from(min.x) + 1, i32::from(max.y) - i32::from(min.y) + 1)?;
            (table, "bounded")
        }
        Extent::Sliding { width, height } => {
            let table = lua.create_table()?;
            sized(&table, i32::from(width), i32::from(height))?;
            (table, "sliding")
        }
    };
    table.raw_set("shape", shape)?;
    Ok(table)
}

fn grow_board(
    host: &Host,
    lua: &Lua,
    side: Text,
    Int(by): Int,
    plane: Option<Text>,
    seat: Option<SeatArg>,
) -> mlua::Result<()> {
    let plane = planes::one(host, plane, seat)?;
    let Extent::Bounded { mut min, mut max } = host.game()?.board().extent(plane) else {
        return Err(misuse("only a bounded board can grow"));
    };
    let by = i16::try_from(by).map_err(|_| misuse("a board cannot grow that far"))?;
    match &*side.read(lua)? {
        "north" => min.y = min.y.saturating_sub(by),
        "east" => max.x = max.x.saturating_add(by),
        "south" => max.y = max.y.saturating_add(by),
        "west" => min.x = min.x.saturating_sub(by),
        other => return Err(misuse(format!("a side is north, east, south or west, not `{other}`"))),
    }
    bound(host, plane, min, max)
}

fn resize(host: &Host, _: &Lua, CellArg(a): CellArg, CellArg(b): CellArg) -> mlua::Result<()> {
    let (min, max) = (Cell { x: a.x.min(b.x), y: a.y.min(b.y) }, Cell { x: a.x.max(b.x), y: a.y.max(b.y) });
    bound(host, a.plane(), min, max)
}

fn bound(host: &Host, plane: Plane, min: Cell, max: Cell) -> mlua::Result<()> {
    if min.plane() != plane || max.plane() != plane {
        return Err(misuse("both cells must be on one plane"));
    }
    if !min.in_reach() || !max.in_reach() || min.x > max.x || min.y > max.y {
        return Err(misuse("no board can have that size"));
    }
    apply(host, Effect::Resize { plane, extent: Extent::Bounded { min, max } })
}

/// Builds the tables of the rim once for each machine, because they are equal in all games.
fn rim_tables(host: &Host, lua: &Lua) -> mlua::Result<Vec<Table>> {
    let table = |RimCell { cell, edge, name, tags }: &RimCell| {
        let numbers = lua.create_table()?;
        for &(tag, number) in tags {
            numbers.raw_set(host.catalog.tags.key(tag), number)?;
        }
        numbers.set_readonly(true);
        let table = lua.create_table()?;
        table.raw_set("name", &**name)?;
        table.raw_set("key", &**name)?;
        table.raw_set("cell", Handle::of_cell(*cell))?;
        table.raw_set("target", Handle::of_cell(*cell))?;
        table.raw_set("edge", host.catalog.edges.key(*edge))?;
        table.raw_set("tags", numbers)?;
        table.set_readonly(true);
        Ok(table)
    };
    host.catalog.board.rim.iter().map(table).collect()
}

fn rim(host: &Host, lua: &Lua, which: Option<Text>) -> mlua::Result<Table> {
    if host.rim.get().is_none() {
        // The cell was empty, because only this function fills it.
        let _ = host.rim.set(rim_tables(host, lua)?);
    }
    let all = host.rim.get().map_or(&[][..], |rim| rim);
    match which.map(|which| which.read(lua)).transpose()?.as_deref() {
        None => lua.create_sequence_from(all),
        Some("open") => {
            let open: Vec<&Table> =
                host.game()?.board().open_rim_cells().filter_map(|number| all.get(number)).collect();
            lua.create_sequence_from(open)
        }
        Some(other) => Err(misuse(format!("the cells of the rim are all or `open`, not `{other}`"))),
    }
}

/// Maximum number of cells of a board that are visited one by one.
const MOST_CELLS: i64 = 1 << 16;

/// Returns two opposite corners of a bounded board that is small enough to visit each cell; otherwise an error.
fn corners_to_visit(host: &Host, plane: Plane) -> mlua::Result<(Cell, Cell)> {
    let Extent::Bounded { min, max } = host.game()?.board().extent(plane) else {
        return Err(misuse("only a bounded board has a number of cells"));
    };
    let length = |from: i16, to: i16| i64::from(to) - i64::from(from) + 1;
    let area = length(min.x, max.x) * length(min.y, max.y);
    if area > MOST_CELLS {
        return Err(misuse(format!("the board has {area} cells: too many to look at each")));
    }
    // The charge approximates the ticks of a loop in the script.
    budget::charge(area as usize);
    Ok((min, max))
}

fn free_cells(host: &Host, lua: &Lua, plane: Option<Text>, seat: Option<SeatArg>) -> mlua::Result<Table> {
    let (min, max) = corners_to_visit(host, planes::one(host, plane, seat)?)?;
    let game = host.game()?;
    let all = (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| Cell { x, y }));
    let free: Vec<Cell> = all.filter(|&cell| game.board().tile_at(cell).is_none()).collect();
    lua.create_sequence_from(free.into_iter().map(Handle::of_cell))
}

fn reached_cells(
    host: &Host,
    lua: &Lua,
    terrain: Text,
    plane: Option<Text>,
    seat: Option<SeatArg>,
) -> mlua::Result<Table> {
    let plane = planes::one(host, plane, seat)?;
    corners_to_visit(host, plane)?;
    let terrain = host.terrain(&terrain)?;
    let found = host.game()?.board().reached_cells(plane, terrain);
    lua.create_sequence_from(found.into_iter().map(Handle::of_cell))
}

fn enclosed_cells(
    host: &Host,
    lua: &Lua,
    terrain: Text,
    plane: Option<Text>,
    seat: Option<SeatArg>,
) -> mlua::Result<Table> {
    let plane = planes::one(host, plane, seat)?;
    corners_to_visit(host, plane)?;
    let terrain = host.terrain(&terrain)?;
    let found = host.game()?.board().enclosed_cells(plane, terrain);
    lua.create_sequence_from(found.into_iter().map(Handle::of_cell))
}

fn known_sides(host: &Host, _: &Lua, CellArg(cell): CellArg) -> mlua::Result<usize> {
    let lattice = host.catalog.lattice;
    let game = host.game()?;
    let known = |&side: &Side| {
        let beside = lattice.neighbour(cell, side);
        game.board().edge_towards(beside, lattice.opposite(side)).is_some()
    };
    Ok(lattice.sides_of(cell).filter(known).count())
}

fn edge(host: &Host, _: &Lua, CellArg(cell): CellArg, Int(side): Int) -> mlua::Result<Option<String>> {
    let side = side_of(host, side)?;
    let edge = host.game()?.board().edge_towards(cell, side);
    Ok(edge.map(|e| host.catalog.edges.key(e)))
}

fn name(host: &Host, _: &Lua, Feature(s): Feature) -> mlua::Result<String> {
    Ok(host.feature(s)?.board().segment_key(s).to_owned())
}

fn sides(host: &Host, lua: &Lua, h: Handle) -> mlua::Result<Table> {
    if h.sort == HandleKind::Cell {
        return lua.create_sequence_from(host.catalog.lattice.sides_of(h.cell()).map(|side| side.0));
    }
    if !matches!(h.sort, HandleKind::Segment | HandleKind::Feature) {
        return Err(super::lookup::unfit(h, "sides"));
    }
    let segment = h.segment();
    lua.create_sequence_from(sides_of(host.feature(segment)?.board(), segment).into_iter().map(|side| side.0))
}

/// Returns the sides of its cell that a segment reaches, in order.
pub(super) fn sides_of(board: &Board, s: SegmentId) -> Vec<Side> {
    let turn = board.tile(board.features().tile_of(s)).map_or(Turn::NONE, |t| t.turn);
    let ports = board.segment(s).ports.iter();
    let mut sides: Vec<Side> = ports.map(|p| board.catalog().lattice.turn_side(p.side, turn)).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn zone_slots(host: &Host, _: &Lua, zone: Text) -> mlua::Result<u16> {
    Ok(host.catalog.zones[host.declared_zone(&zone)?].slots)
}

fn zone_of(host: &Host, lua: &Lua, zone: Text, seat: SeatArg) -> mlua::Result<LuaString> {
    let zone = host.declared_zone(&zone)?;
    let seat = check_seat(host, seat)?;
    if !matches!(host.catalog.zones[zone].owner, ZoneOwner::EachSeat { .. }) {
        let key = host.catalog.zones.key_str(zone);
        return Err(misuse(format!("the zone `{key}` does not exist for each seat: name it without `zone_of`")));
    }
    host.word(lua, host.zone_of_seat(zone, Some(seat))?)
}

fn zone_tag(host: &Host, _: &Lua, zone: Text, Int(slot): Int, tag: Text) -> mlua::Result<i16> {
    let (zone, tag): (ZoneId, _) = (host.declared_zone(&zone)?, host.tag(&tag)?);
    let tags = host.catalog.zones[zone].tags.iter();
    Ok(tags.filter(|&&(s, t, _)| i32::from(s) == slot && t == tag).map(|&(.., n)| n).sum())
}

fn ranking(host: &Host, lua: &Lua) -> mlua::Result<Table> {
    let ranks = host.game()?.ranking();
    let list = lua.create_table()?;
    for rank in ranks {
        list.raw_push(lua.create_sequence_from(rank.into_iter().map(|s| s.0))?)?;
    }
    Ok(list)
}

fn side_count(host: &Host, _: &Lua) -> mlua::Result<usize> {
    Ok(host.catalog.lattice.side_count())
}

fn sides_with(host: &Host, _: &Lua, kind: Handle, terrain: Text) -> mlua::Result<usize> {
    let terrain = host.terrain(&terrain)?;
    if kind.sort != HandleKind::Kind {
        return Err(misuse(format!("{} has no `sides_with`", kind.sort.with_article())));
    }
    let c = &host.catalog;
    let cells = &c.kinds[kind_id(kind.index)].cells;
    let edges = cells.iter().flat_map(|cell| c.lattice.sides_at(cell.offset).map(|side| cell.edge(side)));
    Ok(edges.filter(|&edge| c.edges[edge].ports.contains(&terrain)).count())
}
