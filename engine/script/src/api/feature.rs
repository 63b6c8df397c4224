//! Provides queries for features and segments.

use mlua::{FromLua, IntoLua, Lua, LuaString, Table, Value};
use tilewright_core::board::Board;
use tilewright_core::catalog::id::{SegmentId, TerrainId, TileId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::{PerSeat, Seat};

use super::board::sides_of;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::handle::{Feature, Figure, Handle, HandleKind, SeatArg, Segment, Tile};
use crate::host::text::Text;
use crate::host::{Host, evaluate};
use crate::vm::budget;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Feature;
const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "tiles() -> integer",
        "Returns the number of different tiles that it covers.",
        "road:tiles()",
        bind!(tiles),
    ),
    entry(ON, IN, "size() -> integer", "Returns the number of its segments.", "road:size()", bind!(size)),
    entry(
        ON,
        IN,
        "open_sides() -> integer",
        "Returns the number of its sides that face no tile.",
        "if city:open_sides() == 1 then … end",
        bind!(open_sides),
    ),
    entry(
        ON,
        IN,
        "finished() -> boolean",
        "Returns true if it is complete.",
        "if road:finished() then … end",
        bind!(is_finished),
    ),
    entry(
        ON,
        IN,
        "open_ends() -> any[]",
        "Returns the places where it can be extended: its sides that face a free cell of the board, segment by \
         segment in the order of placement. Each is a table with `segment`, `side` (counted clockwise from 0 in the \
         north) and `cell`, the free cell.",
        "for _, open in road:open_ends() do … end",
        bind!(making open_ends),
    ),
    entry(
        ON,
        IN,
        "lies_on(tile: tile) -> boolean",
        "Returns true if one of its segments is on a tile.",
        "if road:lies_on(tile) then … end",
        bind!(lies_on),
    ),
    entry(ON, IN, "terrain() -> terrain", "Returns its terrain.", "feature:terrain() == \"road\"", bind!(terrain)),
    entry(
        ON,
        IN,
        "sum(tag: tag) -> integer",
        "Returns the sum of a tag's numbers over its segments.",
        "city:sum(\"pennant\")",
        bind!(sum),
    ),
    entry(
        ON,
        IN,
        "segments_with(tag: tag) -> integer",
        "Returns the number of its segments that have a tag.",
        "road:segments_with(\"inn\")",
        bind!(segments_with),
    ),
    entry(
        ON,
        IN,
        "tiles_with(tag: tag) -> integer",
        "Returns the number of its different tiles that have a tag, on the tile itself or on its segment there.",
        "road:tiles_with(\"cathedral\")",
        bind!(tiles_with),
    ),
    entry(
        ON,
        IN,
        "around() -> integer",
        "Returns the number of cells around its first segment that hold a tile, corners included. If the board has \
         `rim_closes`, cells off the board also count.",
        "1 + cloister:around()",
        bind!(making list_around),
    ),
    entry(
        Receiver::Cell,
        IN,
        "around() -> cell[]",
        "Returns the cells around it that exist on its plane, including those at its corners, in reading order: up to \
         eight on squares, six on hexes, twelve on triangles.",
        "for _, other in cell:around() do if other:tile() then … end end",
        bind!(making list_around),
    ),
    entry(
        ON,
        IN,
        "neighbours(terrain: terrain, finished: boolean?) -> feature[]",
        "Returns the features of a terrain that touch it, each once, in board order. With `finished`, only complete \
         ones.",
        "for _, city in field:neighbours(\"city\", true) do … end",
        bind!(making list_neighbours),
    ),
    entry(
        Receiver::Cell,
        IN,
        "neighbours() -> cell[]",
        "Returns the cells across its sides that exist on its plane, clockwise from the north: up to four on squares, \
         six on hexes, three on triangles. `around` also returns the cells at its corners.",
        "for _, other in cell:neighbours() do if other:tile() then … end end",
        bind!(making list_neighbours),
    ),
    entry(
        ON,
        IN,
        "count_beside(terrain: terrain, finished: boolean?) -> integer",
        "Returns the number of features of a terrain that touch it. With `finished`, only complete ones.",
        "field:count_beside(\"city\", true)",
        bind!(count_beside),
    ),
    entry(
        ON,
        IN,
        "claimed() -> boolean",
        "Returns true if figures with a weight are on it.",
        "if not road:claimed() then … end",
        bind!(is_claimed),
    ),
    entry(
        ON,
        IN,
        "claim_of(seat: seat) -> integer",
        "Returns the sum of the weights of a seat's figures on it.",
        "city:claim_of(seat) > 0",
        bind!(claim_of),
    ),
    entry(
        ON,
        IN,
        "holders() -> seat[]",
        "Returns the seats with the greatest claim, in order; an empty list if no seat has a claim.",
        "for _, seat in field:holders() do … end",
        bind!(holders),
    ),
    entry(
        ON,
        IN,
        "holds(seat: seat) -> boolean",
        "Returns true if a seat has the greatest claim, alone or shared.",
        "if field:holds(seat) then … end",
        bind!(holds),
    ),
    entry(
        ON,
        IN,
        "figures(seat: seat?, kind: figure_kind?) -> figure[]",
        "Returns the figures on it. `seat` and `kind` limit the result to one seat and one kind.",
        "for _, figure in road:figures(seat) do … end",
        bind!(making figures),
    ),
    entry(
        ON,
        IN,
        "count_figures(seat: seat?, kind: figure_kind?) -> integer",
        "Returns the number of figures on it that have a weight. `seat` limits the count to one seat; with `kind`, \
         counts the figures of that kind, with or without a weight.",
        "sheet:per(\"follower\", road:count_figures(), 2)",
        bind!(count_figures),
    ),
    entry(
        ON,
        IN,
        "tile_list() -> tile[]",
        "Returns its tiles in the order of placement.",
        "road:tile_list()",
        bind!(making tile_list),
    ),
    entry(
        ON,
        IN,
        "first() -> segment",
        "Returns its first segment: by row, then by column, then by its order on the tile.",
        "feature:first():key()",
        bind!(first),
    ),
    entry(
        ON,
        IN,
        "same(other: feature) -> boolean",
        "Returns true if two features are the same one now.",
        "if a:same(b) then … end",
        bind!(same),
    ),
    entry(
        Receiver::Segment,
        IN,
        "feature() -> feature",
        "Returns the feature that the segment belongs to.",
        "segment:feature():tiles()",
        bind!(feature),
    ),
];

fn tiles(host: &Host, _: &Lua, Feature(f): Feature) -> mlua::Result<u32> {
    Ok(host.feature_alone(f)?.features().tiles(f))
}

fn size(host: &Host, _: &Lua, Feature(f): Feature) -> mlua::Result<u32> {
    Ok(host.feature_alone(f)?.features().size(f))
}

fn open_sides(host: &Host, _: &Lua, Feature(f): Feature) -> mlua::Result<u32> {
    Ok(host.feature_alone(f)?.features().open_sides(f))
}

fn is_finished(host: &Host, _: &Lua, Feature(f): Feature) -> mlua::Result<bool> {
    Ok(evaluate::is_complete(host, &*host.feature_alone(f)?, f))
}

fn terrain(host: &Host, lua: &Lua, Feature(f): Feature) -> mlua::Result<LuaString> {
    host.word(lua, host.feature_alone(f)?.terrain(f))
}

fn sum(host: &Host, _: &Lua, Feature(f): Feature, tag: Text) -> mlua::Result<i32> {
    let tag = host.tag(&tag)?;
    Ok(host.feature_alone(f)?.tag_sum(f, tag))
}

fn segments_with(host: &Host, _: &Lua, Feature(f): Feature, tag: Text) -> mlua::Result<u32> {
    let tag = host.tag(&tag)?;
    Ok(host.feature_alone(f)?.tagged_segments(f, tag))
}

fn tiles_with(host: &Host, _: &Lua, Feature(f): Feature, tag: Text) -> mlua::Result<u32> {
    let tag = host.tag(&tag)?;
    Ok(host.feature_alone(f)?.tagged_tiles(f, tag))
}

/// Returns the number of surrounding tiles for a feature, or the surrounding cells for a cell.
fn list_around(host: &Host, lua: &Lua, h: Handle) -> mlua::Result<Value> {
    if h.sort != HandleKind::Cell {
        let Feature(f) = Feature::from_lua(h.into_lua(lua)?, lua)?;
        return host.feature(f)?.board().surrounding(f).into_lua(lua);
    }
    let (game, cell) = (host.game()?, h.cell());
    let exists = |other: &Cell| other.plane() == cell.plane() && game.board().exists(*other);
    let ring = host.catalog.lattice.ring(cell).iter().map(|&(dx, dy)| cell.plus(dx, dy));
    let mut cells: Vec<Cell> = ring.filter(exists).collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    lua.create_sequence_from(cells.into_iter().map(Handle::of_cell))?.into_lua(lua)
}

fn list_neighbours(
    host: &Host,
    lua: &Lua,
    h: Handle,
    terrain: Option<Text>,
    finished: Option<bool>,
) -> mlua::Result<Table> {
    if h.sort == HandleKind::Cell {
        let (game, cell, lattice) = (host.game()?, h.cell(), host.catalog.lattice);
        let beside = lattice.sides_of(cell).map(|side| lattice.neighbour(cell, side));
        let exists = |other: &Cell| other.plane() == cell.plane() && game.board().exists(*other);
        return lua.create_sequence_from(beside.filter(exists).map(Handle::of_cell));
    }
    let Feature(f) = Feature::from_lua(h.into_lua(lua)?, lua)?;
    let terrain = terrain.ok_or_else(|| misuse("`neighbours` of a feature needs a terrain"))?;
    let terrain = host.terrain(&terrain)?;
    let finished = finished.unwrap_or(false);
    let board = host.feature_alone(f)?;
    note_neighbours(host, &board, f, terrain, finished);
    lua.create_sequence_from(board.neighbours(f, terrain, finished).into_iter().map(Feature::from))
}

fn count_beside(
    host: &Host,
    _: &Lua,
    Feature(f): Feature,
    terrain: Text,
    finished: Option<bool>,
) -> mlua::Result<usize> {
    let terrain = host.terrain(&terrain)?;
    let finished = finished.unwrap_or(false);
    let board = host.feature_alone(f)?;
    note_neighbours(host, &board, f, terrain, finished);
    Ok(board.count_neighbours(f, terrain, finished))
}

/// Notes that the features of a terrain that touch a feature were read: which ones they are, and whether they are
/// complete.
fn note_neighbours(host: &Host, board: &Board, f: SegmentId, terrain: TerrainId, finished: bool) {
    if host.reads.is_noting() {
        for root in board.neighbours(f, terrain, false) {
            host.reads.note_feature(board, root.segment());
            if finished {
                host.reads.note_completion(board, root.segment());
            }
        }
    }
}

fn is_claimed(host: &Host, _: &Lua, Feature(f): Feature) -> mlua::Result<bool> {
    Ok(host.feature_alone(f)?.features().is_claimed(f))
}

fn claim_of(host: &Host, _: &Lua, Feature(f): Feature, SeatArg(seat): SeatArg) -> mlua::Result<i32> {
    Ok(claims_on(host, f)?[seat.index()])
}

/// Returns the claims of all seats on a feature on the board, amended by rules.
pub(super) fn claims_on(host: &Host, f: SegmentId) -> mlua::Result<PerSeat<i32>> {
    host.feature_alone(f)?;
    evaluate::claims(host, f)
}

fn holders(host: &Host, lua: &Lua, Feature(f): Feature) -> mlua::Result<Table> {
    // Functions of scripts may amend the claims, so they run before the list is created.
    let claims = claims_on(host, f)?;
    let best = claims.iter().copied().max().unwrap_or(0);
    let seats = (0u8..).zip(claims).filter(|&(_, n)| best > 0 && n == best).map(|(seat, _)| seat);
    host.making(lua, || lua.create_sequence_from(seats))
}

fn holds(host: &Host, _: &Lua, Feature(f): Feature, SeatArg(seat): SeatArg) -> mlua::Result<bool> {
    let claims = claims_on(host, f)?;
    let own = claims[seat.index()];
    Ok(own > 0 && claims.iter().all(|&n| n <= own))
}

fn figures(
    host: &Host,
    lua: &Lua,
    Feature(f): Feature,
    seat: Option<SeatArg>,
    kind: Option<Text>,
) -> mlua::Result<Table> {
    let kind = kind.map(|k| host.figure(&k)).transpose()?;
    let game = host.feature(f)?;
    let of = |owner: Seat| seat.is_none_or(|SeatArg(s)| s == owner);
    let found = game.figures_on(f).filter(|(_, g)| of(g.seat) && kind.is_none_or(|k| k == g.kind));
    lua.create_sequence_from(found.map(|(number, _)| Figure(number)))
}

fn count_figures(
    host: &Host,
    _: &Lua,
    Feature(f): Feature,
    seat: Option<SeatArg>,
    kind: Option<Text>,
) -> mlua::Result<usize> {
    let kind = kind.map(|k| host.figure(&k)).transpose()?;
    let game = host.feature(f)?;
    let of = |owner: Seat| seat.is_none_or(|SeatArg(s)| s == owner);
    let counts = |k| kind.map_or(host.catalog.figures[k].weight > 0, |wanted| wanted == k);
    Ok(game.figures_on(f).filter(|(_, g)| of(g.seat) && counts(g.kind)).count())
}

pub(super) fn members(host: &Host, f: SegmentId) -> mlua::Result<Vec<SegmentId>> {
    let mut members: Vec<SegmentId> = host.feature(f)?.board().features().members(f).collect();
    members.sort_unstable();
    Ok(members)
}

fn tile_list(host: &Host, lua: &Lua, Feature(f): Feature) -> mlua::Result<Table> {
    let members = members(host, f)?;
    let game = host.feature(f)?;
    let mut tiles: Vec<TileId> = members.into_iter().map(|s| game.board().features().tile_of(s)).collect();
    tiles.dedup();
    lua.create_sequence_from(tiles.into_iter().map(Tile))
}

fn open_ends(host: &Host, lua: &Lua, Feature(f): Feature) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    let all = members(host, f)?;
    let game = host.feature(f)?;
    let board = game.board();
    budget::charge(all.len() / 4);
    if board.features().open_sides(f) == 0 {
        return Ok(list);
    }
    // The open sides are usually on the last segments, so the search goes backwards.
    let (mut left, mut found) = (board.features().open_sides(f), Vec::new());
    for &segment in all.iter().rev() {
        if left == 0 {
            break;
        }
        let cell = board.cell_of(segment);
        for side in sides_of(board, segment) {
            let beyond = host.catalog.lattice.neighbour(cell, side);
            if board.exists(beyond) && board.tile_at(beyond).is_none() {
                left = left.saturating_sub(1);
                found.push((segment, side, beyond));
            }
        }
    }
    found.sort_unstable_by_key(|&(segment, side, _)| (segment, side));
    let names = host.field_names(lua)?;
    for (segment, side, beyond) in found {
        let open = lua.create_table_with_capacity(0, 3)?;
        open.raw_set(&names.segment, Segment(segment))?;
        open.raw_set(&names.side, side.0)?;
        open.raw_set(&names.cell, Handle::of_cell(beyond))?;
        list.raw_push(open)?;
    }
    Ok(list)
}

fn lies_on(host: &Host, _: &Lua, Feature(f): Feature, Tile(tile): Tile) -> mlua::Result<bool> {
    let game = host.feature(f)?;
    let features = game.board().features();
    let placed = super::lookup::find_tile(&game, tile)?;
    let own = host.catalog.kinds[placed.kind].segments.len() as u32;
    let root = features.root(f);
    Ok((0..own).any(|local| features.root(placed.first_segment.plus(local)) == root))
}

fn first(host: &Host, _: &Lua, Feature(f): Feature) -> mlua::Result<Segment> {
    Ok(Segment(host.feature_alone(f)?.first_segment(f)))
}

fn same(host: &Host, _: &Lua, Feature(a): Feature, Feature(b): Feature) -> mlua::Result<bool> {
    host.feature(b)?;
    let game = host.feature(a)?;
    let features = game.board().features();
    Ok(features.root(a) == features.root(b))
}

fn feature(host: &Host, _: &Lua, Feature(s): Feature) -> mlua::Result<Feature> {
    Ok(Feature::from(host.feature(s)?.board().features().root(s)))
}
