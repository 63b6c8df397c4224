//! Provides queries for tiles, segments, figures, kinds and cells. One name may work on several of these.

use mlua::{FromLua, Lua, LuaString, Table, Value};
use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_core::state::effect::Place;
use tilewright_core::state::key::OptionKey;

use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::feature::members;
use super::keys::name_in_keys;
use super::lookup::{figure_of, find_tile, kind_id, place_of_figure, segment_of, side_of, unfit};
use super::shape::segments_of_kind;
use crate::host::Host;
use crate::host::handle::{CellArg, Handle, HandleKind, Int, SeatArg, Segment, Tile};
use crate::host::text::Text;
use crate::vm::budget;
use crate::vm::trouble::misuse;

const IN: Allowed = Allowed::Rules;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        Receiver::Tile,
        IN,
        "kind() -> kind",
        "Returns the name of its kind, also after `add_part` has added parts to it.",
        "tile:kind() == \"abbey\"",
        bind!(kind),
    ),
    entry(
        Receiver::Figure,
        IN,
        "kind() -> figure_kind",
        "Returns the name of its kind.",
        "figure:kind() == \"follower\"",
        bind!(kind),
    ),
    entry(Receiver::Kind, IN, "kind() -> kind", "Returns its name.", "kind:kind()", bind!(kind)),
    entry(
        Receiver::Slot,
        IN,
        "kind() -> kind?",
        "Returns the kind of the tile in it; nil if it is free.",
        "slot:kind()",
        bind!(kind),
    ),
    entry(Receiver::Tile, IN, "cell() -> cell", "Returns the cell of its first part.", "tile:cell():x()", bind!(cell)),
    entry(Receiver::Segment, IN, "cell() -> cell", "Returns its cell.", "segment:cell()", bind!(cell)),
    entry(
        Receiver::Feature,
        IN,
        "cell() -> cell",
        "Returns the cell of its first segment.",
        "site:cell()",
        bind!(cell),
    ),
    entry(
        Receiver::Figure,
        IN,
        "cell() -> cell",
        "Returns the cell that it is in; nil off the board, and at a corner or a seam.",
        "figure:cell()",
        bind!(cell),
    ),
    entry(Receiver::Tile, IN, "turn() -> integer", "Returns its turn, in steps clockwise.", "tile:turn()", bind!(turn)),
    entry(
        Receiver::Tile,
        IN,
        "tag(tag: tag) -> integer",
        "Returns the number of a tag on the tile itself; 0 if the tile lacks the tag.",
        "tile:tag(\"volcano\")",
        bind!(tag),
    ),
    entry(
        Receiver::Segment,
        IN,
        "tag(tag: tag) -> integer",
        "Returns the number of a tag on the segment; 0 if the segment lacks the tag.",
        "segment:tag(\"inn\")",
        bind!(tag),
    ),
    entry(
        Receiver::Kind,
        IN,
        "tag(tag: tag) -> integer",
        "Returns the number of a tag on the kind; 0 if the kind lacks the tag.",
        "kind:tag(\"event\")",
        bind!(tag),
    ),
    entry(
        Receiver::Tile,
        IN,
        "segments(terrain: terrain?) -> segment[]",
        "Returns its segments in order, without segments that another tile covers. With a terrain, only segments of \
         that terrain.",
        "for _, segment in tile:segments(\"road\") do … end",
        bind!(making segments),
    ),
    entry(
        Receiver::Feature,
        IN,
        "segments() -> segment[]",
        "Returns its segments in the order of placement.",
        "road:segments()",
        bind!(making segments),
    ),
    entry(
        Receiver::Kind,
        IN,
        "segments(turn: integer) -> any[]",
        "Returns its segments at a turn, in order: tables with `terrain`, `cell` (the number of its cell, from 1), \
         `ports` (in the form of `segment:ports()`), `tags` (number by name) and `touches` (numbers of the segments \
         that it touches, from 1).",
        "for _, part in kind(\"T01\"):segments(0) do if part.terrain == \"road\" then … end end",
        bind!(making segments),
    ),
    entry(
        Receiver::Kind,
        IN,
        "edges(turn: integer) -> text[]",
        "Returns the edge types that a tile of this kind shows at a turn, one for each side of its first cell, \
         clockwise from the north; an empty text for a side that a triangle does not have. A tile of several cells \
         turns about its first cell: at turn 1 the cell (1, 0) is at (0, 1), in the south.",
        "#kind(\"T01\"):edges(0)",
        bind!(making edges),
    ),
    entry(Receiver::Segment, IN, "tile() -> tile", "Returns the tile that it is on.", "segment:tile()", bind!(tile)),
    entry(
        Receiver::Cell,
        IN,
        "tile() -> tile?",
        "Returns the tile on the cell; nil if there is none.",
        "cell:tile()",
        bind!(tile),
    ),
    entry(
        Receiver::Figure,
        IN,
        "tile() -> tile?",
        "Returns the tile that it is on; nil if it is on none.",
        "figure:tile()",
        bind!(tile),
    ),
    entry(Receiver::Figure, IN, "owner() -> seat", "Returns the seat that owns it.", "figure:owner()", bind!(owner)),
    entry(
        Receiver::Cell,
        IN,
        "owner() -> seat?",
        "Returns the seat that owns its plane; nil if its plane does not belong to a seat.",
        "tile:cell():owner() == seat",
        bind!(owner),
    ),
    entry(
        Receiver::Cell,
        IN,
        "plane() -> plane?",
        "Returns the name of its plane; nil if the board has only one.",
        "cell:plane() == \"estate\"",
        bind!(plane),
    ),
    entry(
        Receiver::Figure,
        IN,
        "weight() -> integer",
        "Returns its weight for a majority; 0 if it claims nothing.",
        "if figure:weight() > 0 then … end",
        bind!(weight),
    ),
    entry(
        Receiver::Sheet,
        Allowed::Score,
        "weight(seat: seat) -> integer",
        "Returns the current claim of a seat.",
        "if sheet:weight(seat) > 0 then … end",
        bind!(weight),
    ),
    entry(
        Receiver::Figure,
        IN,
        "segment() -> segment?",
        "Returns the segment that it is on; nil off the board, on a bare cell, and at a corner or a seam.",
        "figure:segment():feature()",
        bind!(segment),
    ),
    entry(
        Receiver::Segment,
        IN,
        "touching(terrain: terrain?) -> segment[]",
        "Returns the segments of the same tile that this segment touches, in order. With a terrain, only segments of \
            that terrain. \
         Paths that end in one crossing touch each other; paths that run into one site touch the site.",
        "if #segment:touching(\"city\") > 0 then … end",
        bind!(making touching),
    ),
    entry(
        Receiver::Segment,
        IN,
        "across(side: integer) -> segment[]",
        "Returns the segments of its terrain that it meets across a side of its cell, counted clockwise from 0 in the \
         north: usually one; an empty list if it does not reach that side or that side has no tile.",
        "local next = segment:across(side)[1]",
        bind!(making across),
    ),
    entry(
        Receiver::Tile,
        IN,
        "on_board() -> boolean",
        "Returns true if it is still on the board. All other methods fail for a tile that was taken up.",
        "if tile:on_board() then take_up(tile) end",
        bind!(on_board),
    ),
    entry(
        Receiver::Figure,
        IN,
        "on_board() -> boolean",
        "Returns true if it is on a segment, a cell, a corner or a seam; false if it is at home or in a zone. Do not \
         keep a figure that went home: the next figure that is deployed may use the same number.",
        "if figure:on_board() then … end",
        bind!(on_board),
    ),
    entry(
        Receiver::Figure,
        IN,
        "zone() -> zone?",
        "Returns the zone that it is in; nil if it is in none.",
        "figure:zone() == \"castle\"",
        bind!(zone),
    ),
    entry(
        Receiver::Slot,
        IN,
        "zone() -> zone",
        "Returns the zone that it belongs to.",
        "slot:zone() == \"row\"",
        bind!(zone),
    ),
    entry(
        Receiver::Figure,
        IN,
        "slot() -> integer",
        "Returns its slot in the zone, from 1; 0 in a heap.",
        "figure:slot()",
        bind!(slot),
    ),
    entry(
        Receiver::Segment,
        IN,
        "key() -> text",
        "Returns its key in records and options, such as `0,-1:road:N.S`.",
        "segment:key()",
        bind!(text key),
    ),
    entry(
        Receiver::Feature,
        IN,
        "key() -> text",
        "Returns the key of its first segment.",
        "feature:key()",
        bind!(text key),
    ),
    entry(Receiver::Figure, IN, "key() -> text", "Returns the key of its place.", "figure:key()", bind!(text key)),
    entry(
        Receiver::Slot,
        IN,
        "key() -> text",
        "Returns its zone and number, such as `row:2`.",
        "slot:key()",
        bind!(text key),
    ),
    entry(
        Receiver::Cell,
        IN,
        "key() -> text",
        "Returns its coordinates, such as `0,-1`.",
        "cell:key()",
        bind!(text key),
    ),
    entry(
        Receiver::Joint,
        IN,
        "key() -> text",
        "Returns the coordinates of its first cell and the direction from that cell, such as `0,-1.SE`.",
        "joint:key()",
        bind!(text key),
    ),
    entry(Receiver::Cell, IN, "x() -> integer", "Returns its column.", "cell:x()", bind!(x)),
    entry(Receiver::Cell, IN, "y() -> integer", "Returns its row.", "cell:y()", bind!(y)),
    entry(
        Receiver::Cell,
        IN,
        "beside(side: integer) -> cell",
        "Returns the cell across a side, counted clockwise from 0 in the north. For a side that a triangle does not \
         have, the cell exists on no board.",
        "cell:beside(0)",
        bind!(neighbour),
    ),
    entry(
        Receiver::Cell,
        IN,
        "side_to(cell: cell) -> integer?",
        "Returns the side that it shares with another cell, counted clockwise from 0 in the north; nil if the cells \
         are not neighbours.",
        "if here:side_to(ev.cell) then … end",
        bind!(side_to),
    ),
    entry(
        Receiver::Cell,
        IN,
        "row(side: integer, most: integer) -> tile[]",
        "Returns the tiles in a straight row from this cell across a side, up to the first gap and at most `most`. \
         The tile on this cell is not included. On triangles a row ends at the neighbouring cell.",
        "for _, tile in cell:row(0, 3) do … end",
        bind!(making row),
    ),
    entry(
        Receiver::Cell,
        IN,
        "exists() -> boolean",
        "Returns true if the board has this cell.",
        "if cell:exists() then … end",
        bind!(exists),
    ),
    entry(
        Receiver::Joint,
        IN,
        "exists() -> boolean",
        "Returns true if a tile touches it. Figures and tokens need such a tile.",
        "if corner:exists() then deploy(\"post\", seat, corner) end",
        bind!(exists),
    ),
];

fn kind(host: &Host, lua: &Lua, h: Handle) -> mlua::Result<Option<LuaString>> {
    if h.sort == HandleKind::Slot {
        return super::slots::kind_in(host, h)?.map(|kind| host.word(lua, kind)).transpose();
    }
    let game = host.game()?;
    match h.sort {
        HandleKind::Tile => host.word(lua, host.catalog.bare(find_tile(&game, h.tile())?.kind)).map(Some),
        HandleKind::Figure => host.word(lua, figure_of(&game, h.figure())?.kind).map(Some),
        HandleKind::Kind => host.word(lua, kind_id(h.index)).map(Some),
        _ => Err(unfit(h, "kind")),
    }
}

fn cell(host: &Host, _: &Lua, h: Handle) -> mlua::Result<Option<Handle>> {
    let game = host.game()?;
    let cell = match h.sort {
        HandleKind::Tile => Some(find_tile(&game, h.tile())?.cell),
        HandleKind::Segment => Some(host.feature(h.segment())?.board().cell_of(h.segment())),
        HandleKind::Feature => {
            let game = host.feature(h.segment())?;
            Some(game.board().cell_of(game.board().first_segment(h.segment())))
        }
        HandleKind::Figure => match place_of_figure(&game, h.figure()) {
            Some(Place::Segment(segment)) => Some(game.board().cell_of(segment)),
            Some(Place::Cell(cell)) => Some(cell),
            _ => None,
        },
        _ => return Err(unfit(h, "cell")),
    };
    Ok(cell.map(Handle::of_cell))
}

fn turn(host: &Host, _: &Lua, Tile(tile): Tile) -> mlua::Result<u8> {
    Ok(find_tile(&*host.game()?, tile)?.turn.0)
}

fn tag(host: &Host, _: &Lua, h: Handle, tag: Text) -> mlua::Result<i16> {
    let tag = host.tag(&tag)?;
    let game = host.game()?;
    Ok(match h.sort {
        HandleKind::Tile => host.catalog.kinds[find_tile(&game, h.tile())?.kind].tag(tag),
        HandleKind::Kind => host.catalog.kinds[kind_id(h.index)].tag(tag),
        HandleKind::Segment => host.feature(h.segment())?.board().segment(h.segment()).tag(tag),
        _ => return Err(unfit(h, "tag")),
    })
}

/// Returns the segments of a kind at a turn, of a tile with a terrain, or of a whole feature.
pub(super) fn segments(host: &Host, lua: &Lua, h: Handle, which: Value) -> mlua::Result<Table> {
    let tile = match h.sort {
        HandleKind::Tile => h.tile(),
        HandleKind::Kind if which.is_nil() => {
            return Err(misuse("the `segments` of a kind are those at a turn, which is missing"));
        }
        HandleKind::Kind => return segments_of_kind(host, lua, kind_id(h.index), Int::from_lua(which, lua)?),
        HandleKind::Segment | HandleKind::Feature => {
            return lua.create_sequence_from(members(host, h.segment())?.into_iter().map(Segment));
        }
        _ => return Err(unfit(h, "segments")),
    };
    let terrain = Option::<Text>::from_lua(which, lua)?.map(|t| host.terrain(&t)).transpose()?;
    let tile = find_tile(&*host.game()?, tile)?;
    let segments = host.catalog.kinds[tile.kind].segments.iter().enumerate();
    let wanted = segments.filter(|(_, s)| terrain.is_none_or(|t| t == s.terrain));
    let (game, first) = (host.game()?, tile.first_segment);
    let numbers = wanted.map(|(number, _)| first.plus(number as u32));
    lua.create_sequence_from(numbers.filter(|&segment| game.board().features().is_there(segment)).map(Segment))
}

fn touching(host: &Host, lua: &Lua, Segment(s): Segment, terrain: Option<Text>) -> mlua::Result<Table> {
    let terrain = terrain.map(|t| host.terrain(&t)).transpose()?;
    let game = host.feature(s)?;
    let board = game.board();
    let tile = find_tile(&game, board.features().tile_of(s))?;
    let touches = board.segment(s).touches;
    let segments = host.catalog.kinds[tile.kind].segments.iter().enumerate();
    let wanted = segments.filter(|(i, other)| touches >> i & 1 == 1 && terrain.is_none_or(|t| t == other.terrain));
    lua.create_sequence_from(wanted.map(|(i, _)| Segment(tile.first_segment.plus(i as u32))))
}

fn across(host: &Host, lua: &Lua, Segment(s): Segment, side: Int) -> mlua::Result<Table> {
    let side = side_of(host, side.0)?;
    lua.create_sequence_from(host.feature(s)?.board().across(s, side).into_iter().map(Segment))
}

fn tile(host: &Host, _: &Lua, h: Handle) -> mlua::Result<Option<Tile>> {
    let game = host.game()?;
    let at = match h.sort {
        HandleKind::Segment => {
            return Ok(Some(Tile(host.feature(h.segment())?.board().features().tile_of(h.segment()))));
        }
        HandleKind::Cell => Some(h.cell()),
        HandleKind::Figure => match place_of_figure(&game, h.figure()) {
            Some(Place::Segment(segment)) => return Ok(Some(Tile(game.board().features().tile_of(segment)))),
            Some(Place::Cell(cell)) => Some(cell),
            _ => None,
        },
        _ => return Err(unfit(h, "tile")),
    };
    Ok(at.and_then(|cell| game.board().tile_at(cell)).map(|(tile, _)| Tile(tile)))
}

fn edges(host: &Host, lua: &Lua, kind: crate::host::handle::Kind, turn: Int) -> mlua::Result<Table> {
    let lattice = host.catalog.lattice;
    let turn = u8::try_from(turn.0).ok().map(Turn).filter(|&turn| lattice.has_turn(turn));
    let turn = turn.ok_or_else(|| misuse("there is no such turn"))?;
    let face = host.catalog.faces(kind_id(kind.0), turn).first();
    let shown = |(side, &edge): (Side, _)| match lattice.shows((0, 0), side, turn) {
        true => host.word(lua, edge),
        false => lua.create_string(""),
    };
    let edges = face.into_iter().flat_map(|face| lattice.sides().zip(&face.edges));
    lua.create_sequence_from(edges.map(shown).collect::<mlua::Result<Vec<_>>>()?)
}

fn owner(host: &Host, _: &Lua, h: Handle) -> mlua::Result<Option<u8>> {
    match h.sort {
        HandleKind::Figure => Ok(Some(figure_of(&*host.game()?, h.figure())?.seat.0)),
        _ => Ok(host.catalog.board.owner(only_cell(h, "owner")?.plane()).map(|seat| seat.0)),
    }
}

fn plane(host: &Host, lua: &Lua, h: Handle) -> mlua::Result<Option<LuaString>> {
    let plane = host.catalog.board.planes.get(only_cell(h, "plane")?.plane().index());
    plane.map(|plane| host.word(lua, plane.of)).transpose()
}

/// Returns the weight of a figure, or of a seat's claim on the sheet.
pub(super) fn weight(host: &Host, _: &Lua, h: Handle, seat: Option<SeatArg>) -> mlua::Result<i32> {
    match (h.sort, seat) {
        (HandleKind::Figure, _) => {
            Ok(i32::from(host.catalog.figures[figure_of(&*host.game()?, h.figure())?.kind].weight))
        }
        (HandleKind::Sheet, Some(seat)) => super::sheet::weight_of(host, seat),
        (HandleKind::Sheet, None) => Err(misuse("`weight` of a sheet takes a seat")),
        _ => Err(unfit(h, "weight")),
    }
}

fn segment(host: &Host, _: &Lua, h: crate::host::handle::Figure) -> mlua::Result<Option<Segment>> {
    Ok(segment_of(host, Handle::new(HandleKind::Figure, h.0.0))?.map(Segment))
}

fn on_board(host: &Host, _: &Lua, h: Handle) -> mlua::Result<bool> {
    let game = host.game()?;
    match h.sort {
        HandleKind::Tile => Ok(game.board().tile(h.tile()).is_some()),
        HandleKind::Figure => {
            Ok(matches!(place_of_figure(&game, h.figure()), Some(Place::Segment(_) | Place::Cell(_) | Place::Joint(_))))
        }
        _ => Err(unfit(h, "on_board")),
    }
}

fn zone(host: &Host, lua: &Lua, h: Handle) -> mlua::Result<Option<LuaString>> {
    if h.sort == HandleKind::Slot {
        return host.word(lua, h.slot().0).map(Some);
    }
    if h.sort != HandleKind::Figure {
        return Err(unfit(h, "zone"));
    }
    match place_of_figure(&*host.game()?, h.figure()) {
        Some(Place::Zone(zone, _)) => host.word(lua, zone).map(Some),
        _ => Ok(None),
    }
}

fn slot(host: &Host, _: &Lua, h: crate::host::handle::Figure) -> mlua::Result<u16> {
    Ok(match place_of_figure(&*host.game()?, h.0) {
        Some(Place::Zone(_, slot)) => slot,
        _ => 0,
    })
}

/// Returns the place of a handle in the notation of records.
fn key(host: &Host, _: &Lua, h: Handle) -> mlua::Result<String> {
    let game = host.game()?;
    Ok(OptionKey::Thing(None, name_in_keys(&game, h)?).text(&game).into_owned())
}

fn only_cell(h: Handle, name: &str) -> mlua::Result<tilewright_core::catalog::lattice::Cell> {
    if h.sort == HandleKind::Cell { Ok(h.cell()) } else { Err(unfit(h, name)) }
}

fn x(_: &Host, _: &Lua, h: Handle) -> mlua::Result<i16> {
    Ok(only_cell(h, "x")?.coordinates().0)
}

fn y(_: &Host, _: &Lua, h: Handle) -> mlua::Result<i16> {
    Ok(only_cell(h, "y")?.coordinates().1)
}

fn neighbour(host: &Host, _: &Lua, h: Handle, side: Int) -> mlua::Result<Handle> {
    let side = side_of(host, side.0)?;
    let cell = only_cell(h, "beside")?;
    // A cell at the edge of the coordinate range is its own neighbour, because the next number belongs to another
    // plane.
    let beside = if cell.in_reach() { host.catalog.lattice.neighbour(cell, side) } else { cell };
    Ok(Handle::of_cell(beside))
}

fn side_to(host: &Host, _: &Lua, h: Handle, CellArg(other): CellArg) -> mlua::Result<Option<u8>> {
    let (cell, lattice) = (only_cell(h, "side_to")?, host.catalog.lattice);
    Ok(lattice.side_to(cell, other).map(|side| side.0))
}

/// Maximum number of tiles of a row.
const MOST_IN_ROW: i32 = 1_000;

fn row(host: &Host, lua: &Lua, h: Handle, side: Int, Int(most): Int) -> mlua::Result<Table> {
    let side = side_of(host, side.0)?;
    let game = host.game()?;
    let mut at = only_cell(h, "row")?;
    let mut tiles = Vec::new();
    for _ in 0..most.min(MOST_IN_ROW) {
        at = host.catalog.lattice.neighbour(at, side);
        let Some((tile, _)) = game.board().tile_at(at) else { break };
        tiles.push(Tile(tile));
    }
    budget::charge(tiles.len());
    lua.create_sequence_from(tiles)
}

fn exists(host: &Host, _: &Lua, h: Handle) -> mlua::Result<bool> {
    match h.sort {
        HandleKind::Joint => Ok(host.game()?.board().has_joint(h.joint())),
        _ => Ok(host.game()?.board().exists(only_cell(h, "exists")?)),
    }
}
