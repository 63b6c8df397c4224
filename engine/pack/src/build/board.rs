//! Builds the board: its cells, the preset tiles, and the rim.

use std::collections::BTreeMap;

use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{BagId, PlaneId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, MAX_PLANES, MAX_REACH, Plane, Side, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::parse_port;
use tilewright_core::catalog::{
    BagOwner, BoardPlane, BoardSpec, Catalog, Extent, PlacedBy, PlaneSpec, Preset, RimCell,
};
use tilewright_core::diag::Span;

use super::Cx;
use super::tile::{TURNED, meet};
use crate::declare::declared::Declared;
use crate::declare::overrides;
use crate::findings::codes;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape};
use crate::read::{self, Fields};
use crate::schema::PLACED_BY;
use crate::{limits, schema};

/// Reads the declaration of a plane.
pub(super) fn plane(declared: &Declared, cx: &Cx<'_>) -> PlaneSpec {
    let Some(fields) = Fields::from_node(&declared.node, &schema::PLANE, cx.report) else {
        return PlaneSpec::default();
    };
    let each_seat = fields.flag("each_seat");
    let usual = if each_seat { PlacedBy::Owner } else { PlacedBy::Anybody };
    let placed_by = fields.one_of("placed_by", &PLACED_BY).unwrap_or(usual);
    if placed_by == PlacedBy::Owner && !each_seat {
        let message = "this plane belongs to no seat, so no seat could place tiles there";
        let finding =
            codes::BAD_BOARD.finding(fields.get("placed_by").map_or(declared.span, |node| node.span), message);
        cx.report
            .add(finding.with_hint("write `each_seat: true`, or `placed_by: rules` if only rules place tiles there"));
    }
    let spec = PlaneSpec {
        each_seat,
        extent: fields.get("extent").and_then(|node| extent(node, cx)),
        placed_by,
        footing: footing(&fields),
    };
    fields.finish();
    spec
}

/// Reads the flags that allow tiles without a neighbour, or over other tiles.
fn footing(fields: &Fields<'_>) -> PlacementPermissions {
    PlacementPermissions { free: fields.flag("free"), over: fields.flag("over") }
}

/// Reports planes where tiles may be placed anywhere although the number of cells is not fixed.
fn check_footing(board: &BoardSpec, catalog: &Catalog, planes: &[Declared], cx: &Cx<'_>) {
    let is_fixed = |extent: Extent| matches!(extent, Extent::Bounded { .. });
    let wrong = |span: Span, what: &str| {
        let finding =
            codes::BAD_BOARD.finding(span, format!("tiles may be placed anywhere on {what}, which has no fixed size"));
        cx.report.add(finding.with_hint("write `extent: fixed(9, 9)`, or leave `free` out"));
    };
    for node in cx.packs.iter().flat_map(|pack| pack.section("board")) {
        let is_wrong = board.planes.is_empty() && !is_fixed(board.extent);
        if let Some(free) = node.field("free").filter(|_| node.is_on("free") && is_wrong) {
            wrong(free.span, "this board");
        }
    }
    let specs = catalog.planes.iter().map(|(_, spec)| spec);
    for (declared, spec) in planes.iter().zip(specs) {
        let free = spec.footing.free || board.footing.free;
        if free && !is_fixed(spec.extent.unwrap_or(board.extent)) {
            wrong(declared.node.field("free").map_or(declared.span, |node| node.span), "this plane");
        }
    }
}

/// Returns the planes of a board, with the planes of seats last and ordered by seat.
fn lay_out(catalog: &Catalog, extent: Extent) -> Vec<BoardPlane> {
    let laid = |(of, spec): (PlaneId, &PlaneSpec), seat| BoardPlane {
        of,
        seat,
        extent: spec.extent.unwrap_or(extent),
        placed_by: spec.placed_by,
        footing: spec.footing,
    };
    let of_all = catalog.planes.iter().filter(|(_, spec)| !spec.each_seat).map(|plane| laid(plane, None));
    let of_seats = (0..catalog.seats.1).map(Seat).flat_map(|seat| {
        let own = catalog.planes.iter().filter(|(_, spec)| spec.each_seat);
        own.map(move |plane| laid(plane, Some(seat)))
    });
    let mut planes: Vec<BoardPlane> = of_all.chain(of_seats).collect();
    planes.truncate(MAX_PLANES);
    for (number, plane) in (0..).map(Plane).zip(&mut planes) {
        plane.extent = plane.extent.with_plane(number);
    }
    planes
}

/// Reports more planes than a board can have.
fn check_planes(catalog: &Catalog, declared: &[Declared], cx: &Cx<'_>) {
    let (own, all) = (catalog.planes.iter().filter(|(_, spec)| spec.each_seat).count(), catalog.planes.len());
    let count = all - own + own * usize::from(catalog.seats.1);
    if let (true, Some(last)) = (count > MAX_PLANES, declared.last()) {
        let message =
            format!("with {} seats there are {count} planes; a board has at most {MAX_PLANES}", catalog.seats.1);
        cx.report.add(codes::TOO_LARGE.finding(last.span, message));
    }
}

/// Returns the planes that an item of the board concerns: the planes of the declaration in its field `plane`, or of the
/// first one.
fn planes_meant(fields: &Fields<'_>, pack: &PackSource, off: bool, board: &BoardSpec, cx: &Cx<'_>) -> Vec<Plane> {
    let named = fields.get("plane").and_then(|n| read::word(n, cx.report));
    let named = named.and_then(|word| cx.planes.find(pack, &word, off, cx.report));
    planes_of(board, named)
}

/// Returns the planes of a declaration, or of the first one if `of` is `None`. A board without declared planes has one
/// plane.
fn planes_of(board: &BoardSpec, of: Option<PlaneId>) -> Vec<Plane> {
    let Some(meant) = of.or(board.planes.first().map(|plane| plane.of)) else { return vec![Plane::FIRST] };
    let all = (0..).map(Plane).zip(&board.planes);
    all.filter(|(_, plane)| plane.of == meant).map(|(number, _)| number).collect()
}

/// Reads the boards of all packs in order; later packs extend or replace the fields of earlier ones.
pub(super) fn board(cx: &Cx<'_>, catalog: &Catalog, planes: &[Declared], copies: u32) -> BoardSpec {
    check_planes(catalog, planes, cx);
    let mut board = BoardSpec { planes: lay_out(catalog, Extent::default()), ..BoardSpec::default() };
    let mut spans: Vec<Span> = Vec::new();
    let mut joins: Vec<&Node> = Vec::new();
    let mut first_extent: Option<(usize, Span)> = None;
    let mut presets = PresetChanges::default();
    for (number, pack) in cx.packs.iter().enumerate() {
        for node in pack.section("board").iter().filter(|node| !node.off) {
            let Some(fields) = Fields::from_node(node, &schema::BOARD, cx.report) else { continue };
            let marked = fields.flag("override");
            if let Some(node) = fields.get("extent") {
                if let Some((_, first)) = first_extent.filter(|_| !marked) {
                    let finding = codes::OVERRIDE_UNMARKED
                        .finding(node.span, "another pack already declares the size of the board");
                    cx.report
                        .add(finding.with_related(first, "said here").with_hint("write `override: true` to change it"));
                } else {
                    overrides::check_order(first_extent, number, node.span, "the declared size", cx.packs, cx.report);
                }
                first_extent = Some((number, node.span));
                board.extent = extent(node, cx).unwrap_or(board.extent);
                board.planes = lay_out(catalog, board.extent);
            }
            let replaces = fields.flag("replace_presets");
            let gives = fields.list("presets").iter().any(|n| !n.off);
            if replaces || gives {
                let at = node.fields().into_iter().flatten();
                let wanted = if replaces { "replace_presets" } else { "presets" };
                let span = at.into_iter().find(|(name, _)| *name.value == *wanted).map_or(node.span, |f| f.0.span);
                presets.add(number, replaces, span, cx);
            }
            if replaces {
                board.presets.clear();
                spans.clear();
                joins.clear();
            }
            for node in fields.list("presets") {
                let Some((preset, planes)) = preset(node, pack, &board, cx).filter(|_| !node.off) else { continue };
                if board.presets.len() + planes.len() > limits::PRESETS {
                    let message = format!("the board starts with more than {} tiles", limits::PRESETS);
                    cx.report.add(codes::TOO_LARGE.finding(node.span, message));
                    break;
                }
                for plane in planes {
                    let cell = preset.cell.with_plane(plane);
                    let from = preset.from.map(|bag| own_bag(bag, &board, plane, node, catalog, cx));
                    board.presets.push(Preset { cell, from, ..preset });
                    spans.push(node.span);
                }
            }
            joins.extend(fields.list("joins").iter().filter(|n| !n.off));
            for node in fields.list("rim") {
                let cells = rim(node, pack, &board, cx);
                if !node.off {
                    board.rim.extend(cells);
                }
                if board.rim.len() > limits::RIM {
                    cx.report.add(codes::TOO_LARGE.finding(node.span, "the rim has too many cells"));
                    break;
                }
            }
            if fields.get("rim_closes").is_some() {
                board.rim_closes = fields.flag("rim_closes");
            }
            board.footing = board.footing | footing(&fields);
            if let Some(turned) = fields.one_of("turns", &TURNED) {
                board.may_turn = turned;
            }
            fields.finish();
        }
    }
    check_footing(&board, catalog, planes, cx);
    if !cx.report.has_errors() {
        check_presets(&board, &spans, cx, catalog, copies);
        for node in joins.into_iter().take(limits::PRESETS) {
            join(node, &mut board, cx, catalog);
        }
    }
    board
}

/// Changes of the preset tiles: the pack, true if it replaces the tiles of other packs, and the span.
#[derive(Default)]
struct PresetChanges(Vec<(usize, bool, Span)>);

impl PresetChanges {
    /// Records a change. Reports it if the undeclared order of two packs decides which preset tiles remain.
    fn add(&mut self, number: usize, replaces: bool, span: Span, cx: &Cx<'_>) {
        let clash = |&&(by, other, _): &&(usize, bool, Span)| {
            (replaces || other) && overrides::is_order_undecided(cx.packs, number, by)
        };
        if let Some(&(by, other, at)) = self.0.iter().find(clash) {
            let (first, second) = (cx.packs[by].id(), cx.packs[number].id());
            let message = match (replaces, other) {
                (true, true) => format!("`{first}` and `{second}` both replace the tiles of the start position"),
                (true, false) => format!("`{second}` replaces the tiles that `{first}` adds to the start position"),
                _ => format!("`{first}` replaces the tiles of the start position, `{second}` adds to them"),
            };
            let hint = "declare the order with `after` or `before`, or switch this change off with `when` if the other pack is in the game";
            cx.report.add(
                codes::UNDECIDED_ORDER.finding(span, message).with_related(at, "changed here first").with_hint(hint),
            );
        }
        self.0.push((number, replaces, span));
    }
}

/// Parses `unbounded`, `bounded((x, y), (x, y))`, `fixed(w, h)`, `extendable(w, h, dx, dy)` or `sliding(w, h)`.
fn extent(node: &Node, cx: &Cx<'_>) -> Option<Extent> {
    let reach = i64::from(MAX_REACH);
    let found = match &node.shape {
        NodeShape::Word(word) if &**word == "unbounded" => Some(Extent::Unbounded),
        NodeShape::Tuple(Some(name), items) => match (&*name.value, &items[..]) {
            ("bounded", [min, max]) => {
                let min = read::pair(min, -reach..=reach, cx.report)?;
                let max = read::pair(max, -reach..=reach, cx.report)?;
                (min.0 <= max.0 && min.1 <= max.1).then_some(Extent::Bounded { min: cell(min), max: cell(max) })
            }
            // The cells that rules may add later are stored elsewhere.
            ("fixed", [w, h]) | ("extendable", [w, h, _, _]) => size(w, h).map(|(w, h)| Extent::Bounded {
                min: cell((-((w - 1) / 2), -((h - 1) / 2))),
                max: cell((w / 2, h / 2)),
            }),
            ("sliding", [w, h]) => size(w, h).map(|(w, h)| Extent::Sliding { width: w as u16, height: h as u16 }),
            _ => None,
        },
        _ => None,
    };
    if found.is_none() {
        let message = "expected unbounded, bounded((x, y), (x, y)), fixed(width, height), extendable(width, height, dx, dy) or sliding(width, height)";
        cx.report.add(codes::BAD_BOARD.finding(node.span, message).with_hint("widths and heights are 1 to 2000"));
    }
    found
}

fn size(w: &Node, h: &Node) -> Option<(i64, i64)> {
    match (&w.shape, &h.shape) {
        (NodeShape::Int(w), NodeShape::Int(h)) if (1..=2000).contains(w) && (1..=2000).contains(h) => Some((*w, *h)),
        _ => None,
    }
}

fn cell((x, y): (i64, i64)) -> Cell {
    Cell::new(x as i16, y as i16)
}

/// Reads a cell in the form `(x, y)`.
fn read_cell(node: &Node, cx: &Cx<'_>) -> Option<Cell> {
    let reach = i64::from(MAX_REACH);
    read::pair(node, -reach..=reach, cx.report).map(cell)
}

fn preset(node: &Node, pack: &PackSource, board: &BoardSpec, cx: &Cx<'_>) -> Option<(Preset, Vec<Plane>)> {
    let fields = Fields::from_node(node, &schema::PRESET, cx.report)?;
    let find_bag = |n: &Node| cx.bags.find(pack, &read::word(n, cx.report)?, node.off, cx.report);
    let turn = |n: &Node| read::int(n, 0..=cx.lattice.side_count() as i64 - 1, cx.report);
    let tile = fields.need("tile").and_then(|n| read::word(n, cx.report));
    let kind = tile.and_then(|word| cx.kinds.find(pack, &word, node.off, cx.report));
    let preset = Preset {
        kind: kind.unwrap_or_default(),
        cell: fields.get("at").and_then(|n| read_cell(n, cx)).unwrap_or(Cell::ORIGIN),
        turn: Turn(fields.get("turn").and_then(turn).unwrap_or(0) as u8),
        from: fields.get("from").and_then(find_bag),
    };
    let planes = planes_meant(&fields, pack, node.off, board, cx);
    fields.finish();
    kind.map(|_| (preset, planes))
}

/// Returns the bag for a tile on a plane: if every seat has such a bag, the bag of the plane's seat.
fn own_bag(bag: BagId, board: &BoardSpec, plane: Plane, node: &Node, catalog: &Catalog, cx: &Cx<'_>) -> BagId {
    let owner = board.owner(plane);
    if owner.is_none() && matches!(catalog.bags[bag].owner, BagOwner::EachSeat { .. }) {
        let message =
            format!("each seat has a bag `{}`, and this tile is not on a seat's plane", catalog.bags.key(bag));
        cx.report.add(codes::PRESET_MISSING.finding(node.span, message));
    }
    owner.map_or(bag, |seat| catalog.bag_of(bag, seat))
}

/// Returns the message about a position that is not a cell of the triangle lattice.
fn no_triangle(cell: Cell) -> String {
    format!("there is no triangle at {cell}: it is a corner, because x minus y is 2, 5, -1 and so on")
}

/// Reads cells of the rim: one cell (`at`), or one next to every cell of a side of a bounded board (`side`).
fn rim(node: &Node, pack: &PackSource, board: &BoardSpec, cx: &Cx<'_>) -> Vec<RimCell> {
    let Some(fields) = Fields::from_node(node, &schema::RIM, cx.report) else { return Vec::new() };
    let word = fields.need("edge").and_then(|n| read::word(n, cx.report));
    let edge = word.and_then(|word| cx.edges.find(pack, &word, node.off, cx.report));
    let name = fields.need("name").and_then(|n| read::name(n, cx.report)).map(|w| w.value).unwrap_or_default();
    let tags = cx.tags_of(pack, fields.get("tags"));
    let planes = planes_meant(&fields, pack, node.off, board, cx);
    let first = planes.first().and_then(|plane| Some((plane, board.planes.get(plane.index())?)));
    // The rim cells are computed for the first plane and then repeated on each plane.
    let extent = first.map_or(board.extent, |(_, plane)| plane.extent.with_plane(Plane::FIRST));
    let mut cells = Vec::new();
    match (fields.get("at"), fields.get("side")) {
        (Some(at), None) => cells.extend(read_cell(at, cx).map(|cell| (cell, name.clone()))),
        (None, Some(side)) => {
            let choices: Vec<(&str, usize)> = cx.lattice.side_names().iter().copied().zip(0..).collect();
            let side = read::one_of(side, &choices, cx.report);
            let (Some(side), Extent::Bounded { min, max }, 4) = (side, extent, cx.lattice.side_count()) else {
                let message = "only bounded boards of squares have rims along a side";
                cx.report.add(codes::BAD_BOARD.finding(fields.span(), message));
                return Vec::new();
            };
            let along_x = side % 2 == 0;
            let range = if along_x { min.x..=max.x } else { min.y..=max.y };
            for (number, i) in range.enumerate() {
                let cell = match side {
                    0 => Cell::new(i, min.y - 1),
                    1 => Cell::new(max.x + 1, i),
                    2 => Cell::new(i, max.y + 1),
                    _ => Cell::new(min.x - 1, i),
                };
                cells.push((cell, format!("{name}{number}").into()));
            }
        }
        _ => {
            let message = "a rim cell has either `at` or `side`";
            cx.report.add(codes::BAD_BOARD.finding(fields.span(), message));
        }
    }
    fields.finish();
    for (cell, _) in cells.iter().filter(|(cell, _)| !cx.lattice.has_cell(*cell)) {
        cx.report.add(codes::BAD_BOARD.finding(fields.span(), no_triangle(*cell)));
    }
    let Some(edge) = edge else { return Vec::new() };
    let of = |plane: Plane| {
        let laid = cells.iter().map(move |(cell, name)| (cell.with_plane(plane), name));
        laid.map(|(cell, name)| RimCell { cell, edge, name: name.clone(), tags: tags.clone() }).collect::<Vec<_>>()
    };
    planes.into_iter().flat_map(of).collect()
}

/// Checks that presets do not overlap, are on the board, have matching edges, and come from bags that hold them.
fn check_presets(board: &BoardSpec, spans: &[Span], cx: &Cx<'_>, catalog: &Catalog, copies: u32) {
    let mut covered: BTreeMap<Cell, (usize, usize)> = BTreeMap::new();
    let mut taken: BTreeMap<(BagId, TileKindId), u64> = BTreeMap::new();
    for (number, preset) in board.presets.iter().enumerate() {
        let span = spans[number];
        let kind = &catalog.kinds[preset.kind];
        if kind.cells.is_empty() {
            cx.report
                .add(codes::PRESET_CLASH.finding(span, "a chip has no cells, so it cannot be placed on the board"));
        }
        for (part, tile_cell) in kind.cells.iter().enumerate() {
            let (dx, dy) = cx.lattice.turn_offset(tile_cell.offset, preset.turn);
            let cell = preset.cell.plus(dx, dy);
            let extent = board.planes.get(cell.plane().index()).map_or(board.extent, |plane| plane.extent);
            let outside = match extent {
                Extent::Bounded { min, max } => cell.x < min.x || cell.x > max.x || cell.y < min.y || cell.y > max.y,
                _ => !cell.in_reach() || cell.plane() != preset.cell.plane(),
            };
            if outside {
                cx.report.add(codes::PRESET_CLASH.finding(span, format!("the cell {cell} is not on the board")));
            } else if !cx.lattice.has_cell(cell) {
                cx.report.add(codes::PRESET_CLASH.finding(span, no_triangle(cell)));
            } else if part == 0 && !cx.lattice.can_lie(preset.cell, preset.turn) {
                let (points, turns) =
                    if preset.turn.0.is_multiple_of(2) { ("up", "1, 3 or 5") } else { ("down", "0, 2 or 4") };
                let message = format!("the triangle {cell} points {points}: a tile fits there at the turns {turns}");
                cx.report.add(codes::PRESET_CLASH.finding(span, message));
            }
            if let Some((other, _)) = covered.insert(cell, (number, part)) {
                let message = format!("two preset tiles cover the cell {cell}");
                cx.report.add(codes::PRESET_CLASH.finding(span, message).with_related(spans[other], "the other tile"));
            }
        }
        if let Some(bag) = preset.from {
            let count = taken.entry((bag, preset.kind)).or_default();
            *count += 1;
            let held = catalog.bags[bag].contents.iter().find(|(k, _)| *k == preset.kind).map_or(0, |c| c.1);
            let held = u64::from(held) / u64::from(copies.max(1));
            // A mistake in the bags of seats is reported only for the first seat.
            let is_told = !matches!(catalog.bags[bag].owner, BagOwner::Seat { seat, .. } if seat != Seat(0));
            if *count == held + 1 && is_told {
                let name = &catalog.bags.name(catalog.declared_bag(bag)).local;
                let message = format!("the bag `{name}` holds {held} of this tile");
                cx.report.add(codes::PRESET_MISSING.finding(span, message));
            }
        }
    }
    let planes = board.planes.iter().map(|plane| plane.extent);
    let extents = planes.chain(board.planes.is_empty().then_some(board.extent));
    for (plane, extent) in (0..).map(Plane).zip(extents) {
        let Extent::Sliding { width, height } = extent else { continue };
        // The presets alone determine the initial position of a sliding board, so all of them must fit at once.
        let there = covered.keys().filter(|cell| cell.plane() == plane);
        let over = |along: &dyn Fn(&Cell) -> i16, most: u16| {
            let (least, greatest) = (there.clone().map(along).min(), there.clone().map(along).max());
            let length = greatest.zip(least).map_or(0, |(greatest, least)| i32::from(greatest) - i32::from(least) + 1);
            length > i32::from(most)
        };
        let last = board.presets.iter().rposition(|preset| preset.cell.plane() == plane);
        let span = last.and_then(|number| spans.get(number));
        if let (true, Some(&span)) = (over(&|cell| cell.x, width) || over(&|cell| cell.y, height), span) {
            let message = format!("the tiles of the start position need more than {width} by {height} cells");
            cx.report.add(codes::PRESET_CLASH.finding(span, message));
        }
    }
    let edge_at = |(preset, part): (usize, usize), side: Side| {
        let preset = &board.presets[preset];
        catalog.kinds[preset.kind].cells[part].edge(cx.lattice.side_before(side, preset.turn))
    };
    for (&cell, &at) in &covered {
        for side in cx.lattice.sides() {
            let Some(&other) = covered.get(&cx.lattice.neighbour(cell, side)) else { continue };
            let meets = meet(&catalog.edges, edge_at(at, side), edge_at(other, cx.lattice.opposite(side)));
            if other.0 > at.0 && !meets {
                let message = format!("the edges between {cell} and the adjacent cell do not match");
                let finding = codes::PRESET_CLASH.finding(spans[other.0], message);
                cx.report.add(finding.with_related(spans[at.0], "the adjacent tile"));
            }
        }
    }
}

/// Reads `((x, y), "N", (x, y), "S")`: two cells and the ports that are joined.
fn join(node: &Node, board: &mut BoardSpec, cx: &Cx<'_>, catalog: &Catalog) {
    let NodeShape::Tuple(None, items) = &node.shape else {
        return read::wrong(node, "((x, y), \"PORT\", (x, y), \"PORT\")", cx.report);
    };
    let [a, port_a, b, port_b] = &items[..] else {
        return read::wrong(node, "((x, y), \"PORT\", (x, y), \"PORT\")", cx.report);
    };
    let find = |at: &Node, port: &Node, plane: Plane| -> Option<(usize, usize)> {
        let cell = read_cell(at, cx)?.with_plane(plane);
        let word = read::word(port, cx.report)?;
        let (side, _) = parse_port(cx.lattice, &word.value)?;
        let found = board.presets.iter().enumerate().find_map(|(number, preset)| {
            let kind = &catalog.kinds[preset.kind];
            let part = kind.cells.iter().position(|c| {
                let (dx, dy) = cx.lattice.turn_offset(c.offset, preset.turn);
                preset.cell.plus(dx, dy) == cell
            })?;
            let own = cx.lattice.side_before(side, preset.turn);
            let count = catalog.edges[kind.cells[part].edge(own)].ports.len();
            let segment = kind.segments.iter().position(|s| {
                let named = |p: &tilewright_core::catalog::tile::Port| {
                    let name = tilewright_core::catalog::tile::port_name(cx.lattice, side, usize::from(p.index), count);
                    p.side == own && name == *word.value
                };
                usize::from(s.cell) == part && s.ports.iter().any(named)
            })?;
            Some((number, segment))
        });
        if found.is_none() {
            let message = format!("no preset tile has a port {} at {cell}", word.value);
            cx.report.add(codes::BAD_BOARD.finding(at.span, message));
        }
        found
    };
    for plane in planes_of(board, None) {
        // A mistake on one of the planes is a mistake on all, so the first one ends the loop.
        let (Some(a), Some(b)) = (find(a, port_a, plane), find(b, port_b, plane)) else { return };
        board.joins.push((a, b));
    }
}
