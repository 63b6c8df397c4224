//! Builds tiles: their edges, cells and parts.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{EdgeTypeId, Table, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Lattice, MAX_SIDES, Turn, Turns};
use tilewright_core::catalog::tile::{EdgeType, MAX_SEGMENTS, MAX_TILE_CELLS, MayTurn, Terrain, TileCell, TileKind};

use super::Cx;
use super::ground::segments;
use super::part::{CellParts, Surroundings};
use crate::declare::declared::Declared;
use crate::findings::codes;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape};
use crate::read::{self, Fields};
use crate::schema::{self, Struct};

const SQUARE_SIDES: [&str; 4] = ["n", "e", "s", "w"];
const HEX_SIDES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

/// Returns the grammar of a tile, or of a chip.
pub(super) fn grammar_of(node: &Node) -> &'static Struct {
    match schema::CHIP.field_value(node, "chip").map(|n| &n.shape) {
        Some(NodeShape::Bool(true)) => &schema::CHIP,
        _ => &schema::TILE,
    }
}

/// Reads a kind of tile. Reports mistakes and leaves out the wrong fields.
pub(super) fn kind(
    declared: &Declared,
    cx: &Cx<'_>,
    terrains: &Table<TerrainId, Terrain>,
    edges: &Table<EdgeTypeId, EdgeType>,
) -> TileKind {
    let mut kind = TileKind::default();
    let pack = cx.pack(declared);
    let of = grammar_of(&declared.node);
    let Some(fields) = Fields::from_node(&declared.node, of, cx.report) else { return kind };
    kind.tags = cx.tags_of(pack, fields.get("tags"));
    if *of == schema::CHIP {
        fields.finish();
        return kind;
    }
    let around = Surroundings { cx, pack, terrains, edges, derive: fields.flag("derive") };
    kind.number = fields.get("number").and_then(|node| cx.counters.find_node(pack, node, cx.report));
    kind.back = fields.get("back").and_then(|node| cx.kinds.find_node(pack, node, cx.report));
    // The mirror image is added later, when all edge types and tiles are known.
    fields.flag("mirrored");
    kind.may_turn = fields.get("turns").and_then(|node| read_turns(node, cx));
    // Counts are read with the bags, and only the editor uses the strokes.
    fields.get("strokes");
    if let Some(node) = fields.get("cells") {
        let cells = read::list(node, cx.report).unwrap_or(&[]);
        if cells.is_empty() || cells.len() > MAX_TILE_CELLS {
            let message = format!("a tile has 1 to {MAX_TILE_CELLS} cells, not {}", cells.len());
            cx.report.add(codes::TOO_MANY_PARTS.finding(node.span, message));
        }
        for node in cells.iter().take(MAX_TILE_CELLS) {
            let Some(cell) = Fields::from_node(node, &schema::CELL, cx.report) else { continue };
            let offset = cell.need("at").and_then(|n| read::pair(n, -100..=100, cx.report)).unwrap_or((0, 0));
            read_cell(&around, &cell, (offset.0 as i16, offset.1 as i16), &mut kind);
            cell.finish();
        }
        check_cells(&kind, node, cx, edges);
    } else {
        read_cell(&around, &fields, (0, 0), &mut kind);
    }
    fields.finish();
    if kind.segments.len() > MAX_SEGMENTS {
        let message = format!("the tile has {} parts; the maximum is {MAX_SEGMENTS}", kind.segments.len());
        cx.report.add(codes::TOO_MANY_PARTS.finding(declared.span, message));
        kind.segments.truncate(MAX_SEGMENTS);
    }
    kind
}

/// Reports backs that could not take the place of the tile that they hide, or that are also normal tiles.
pub(super) fn check_backs(catalog: &Catalog, tiles: &[Declared], cx: &Cx<'_>) {
    let cells = |kind: &TileKind| -> Vec<(i16, i16)> { kind.cells.iter().map(|cell| cell.offset).collect() };
    for (declared, (_, kind)) in tiles.iter().filter(|d| !d.node.off).zip(catalog.kinds.iter()) {
        let Some(back) = kind.back else { continue };
        let name = catalog.kinds.key(back);
        let in_bag = catalog.bags.iter().any(|(_, bag)| bag.contents.iter().any(|&(held, _)| held == back));
        let (wrong, hint) = if catalog.kinds[back].back.is_some() {
            (format!("`{name}` is a back, and has one itself"), "a tile can have only one back")
        } else if in_bag {
            (
                format!("`{name}` is a back, but it is in a bag"),
                "a back is placed for another tile: give it `bag: none`",
            )
        } else if cells(kind) != cells(&catalog.kinds[back]) {
            (format!("`{name}` has other cells than the tile that it hides"), "a back covers the same cells")
        } else {
            continue;
        };
        let span = declared.node.field("back").map_or(declared.span, |node| node.span);
        cx.report.add(codes::BAD_BACK.finding(span, wrong).with_hint(hint));
    }
}

/// Adds the mirror images of tiles that may be placed either way up.
pub(super) fn add_mirrors(catalog: &mut Catalog, tiles: &[Declared], cx: &Cx<'_>) {
    let kinds: Vec<TileKindId> = catalog.kinds.ids().collect();
    for (declared, kind) in tiles.iter().filter(|d| !d.node.off).zip(kinds) {
        let Some(node) = schema::TILE.field_value(&declared.node, "mirrored") else { continue };
        if !matches!(node.shape, NodeShape::Bool(true)) {
            continue;
        }
        let report = |message: &str, hint: String| {
            cx.report.add(codes::BAD_MIRROR.finding(node.span, message).with_hint(hint));
        };
        if catalog.kinds[kind].back.is_some() {
            report("a tile with a back has one face only", "leave out `back`, or `mirrored`".into());
            continue;
        }
        match catalog.add_mirror(kind) {
            Ok(mirror) if catalog.kinds[mirror].is_turned(&catalog.kinds[kind], cx.lattice) => {
                let message = "its mirror image is the same tile turned";
                cx.report.add(codes::SAME_MIRROR.finding(node.span, message).with_hint("leave out `mirrored`"));
            }
            Ok(_) => {}
            Err(edge) => {
                let name = &catalog.edges.name(edge).local;
                let hint = format!(
                    "declare one edge type whose ports are those of `{name}` in the opposite order; if there are \
                        several, `{name}` must meet exactly one of them"
                );
                report(&format!("no edge type is the mirror image of `{name}`"), hint);
            }
        }
    }
}

/// Words for the turns at which tiles may be placed.
pub(super) const TURNED: [(&str, MayTurn); 2] = [("all", MayTurn::All), ("distinct", MayTurn::Distinct)];

/// Reads the turns at which a kind may be placed: a word, or a list of turns.
fn read_turns(node: &Node, cx: &Cx<'_>) -> Option<MayTurn> {
    let NodeShape::List(turns) = &node.shape else { return read::one_of(node, &TURNED, cx.report) };
    if turns.is_empty() {
        cx.report.add(codes::OUT_OF_RANGE.finding(node.span, "it needs at least one turn at which it can be placed"));
        return None;
    }
    let most = cx.lattice.side_count() as i64 - 1;
    let turns = turns.iter().map(|turn| read::int(turn, 0..=most, cx.report).map(|turn| Turn(turn as u8)));
    // All turns are read first, so that every mistake is reported.
    let turns: Vec<Option<Turn>> = turns.collect();
    turns.into_iter().collect::<Option<Turns>>().map(MayTurn::Only)
}

fn read_cell(around: &Surroundings<'_>, fields: &Fields<'_>, offset: (i16, i16), kind: &mut TileKind) {
    let cell = kind.cells.len() as u8;
    let edges = fields.need("edges").and_then(|node| read_edges(around.cx, around.pack, node, offset));
    kind.cells.push(TileCell { offset, edges: edges.unwrap_or_default() });
    let part_tags = fields.get("part_tags");
    let Some(edges) = edges else {
        // Without edges, only the names in the parts can be checked.
        fields.list("parts").iter().for_each(|part| CellParts::check_names(around, part));
        return;
    };
    let parts = CellParts::read(around, &edges, offset, fields.list("parts"), fields.span());
    segments(around, &parts, part_tags, cell, kind);
}

/// Reads the edge type of every side of a cell.
fn read_edges(cx: &Cx<'_>, pack: &PackSource, node: &Node, offset: (i16, i16)) -> Option<[EdgeTypeId; MAX_SIDES]> {
    let fields = Fields::from_node(node, &schema::SIDES, cx.report)?;
    let names: &[&'static str] = match cx.lattice {
        Lattice::Square => &SQUARE_SIDES,
        Lattice::Hex | Lattice::Triangle => &HEX_SIDES,
    };
    // At a position without a cell, all sides are accepted, because the position itself is reported.
    let is_there = cx.lattice.has_place(offset);
    let sides = names.iter().zip(cx.lattice.sides()).filter(|&(_, side)| {
        if is_there { cx.lattice.has_side_at(offset, side) } else { fields.get(names[side.index()]).is_some() }
    });
    let sides: Vec<(&'static str, usize)> = sides.map(|(&name, side)| (name, side.index())).collect();
    let mut edges = [EdgeTypeId::default(); MAX_SIDES];
    let mut complete = true;
    for &(name, side) in &sides {
        match fields.need(name).and_then(|n| cx.edges.find_node(pack, n, cx.report)) {
            Some(id) => edges[side] = id,
            None => complete = false,
        }
    }
    fields.finish_as(|name| sides.iter().any(|(side, _)| *side == name));
    complete.then_some(edges)
}

/// True if two edge types may meet. True as well if one does not exist, because that is reported elsewhere.
pub(super) fn meet(edges: &Table<EdgeTypeId, EdgeType>, a: EdgeTypeId, b: EdgeTypeId) -> bool {
    edges.get(a).zip(edges.get(b)).is_none_or(|(one, other)| one.meets(a, other, b))
}

/// Checks that the cells of a tile are connected.
fn check_cells(kind: &TileKind, node: &Node, cx: &Cx<'_>, edges: &Table<EdgeTypeId, EdgeType>) {
    let bad = |message: String| cx.report.add(codes::BAD_CELLS.finding(node.span, message));
    if kind.cells.first().is_some_and(|c| c.offset != (0, 0)) {
        bad("the first cell must be at (0, 0)".into());
    }
    for (i, cell) in kind.cells.iter().enumerate() {
        let (x, y) = cell.offset;
        if !cx.lattice.has_place((x, y)) {
            bad(format!("there is no triangle at ({x}, {y}): it is a corner, because x minus y is 2, 5, -1 and so on"));
        }
        if kind.cells[..i].iter().any(|c| c.offset == cell.offset) {
            bad(format!("there are two cells at ({x}, {y})"));
        }
        let mut neighbours = 0;
        for (side, (dx, dy)) in cx.lattice.sides().zip(cx.lattice.steps()) {
            let Some(j) = kind.cells.iter().position(|c| c.offset == (x + dx, y + dy)) else { continue };
            neighbours += 1;
            let other = kind.cells[j].edge(cx.lattice.opposite(side));
            if j > i && !meet(edges, cell.edge(side), other) {
                let side = cx.lattice.side_name(side);
                bad(format!("the edges {side} of the cell ({x}, {y}) do not match within the tile"));
            }
        }
        if i > 0 && neighbours == 0 {
            bad(format!("the cell ({x}, {y}) is not next to another one"));
        }
    }
}
