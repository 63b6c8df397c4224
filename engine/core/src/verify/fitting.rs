//! Searches all cells and turns for places where a tile fits, and compares them with the placements that are offered.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::TileKindId;
use crate::catalog::lattice::{Cell, Lattice, Planes, Side, Turn};
use crate::catalog::pose::Pose;
use crate::catalog::tile::{MayTurn, Segment, TileCell};
use crate::catalog::{Catalog, Extent};
use crate::state::Game;
use crate::verify::need::need;
use crate::verify::reference::{Cells, cells, inside, sides_of};

/// Checks that the legal placements of a kind are exactly those found by a search over all cells and turns.
///
/// # Errors
/// There are differences; the error describes them.
pub fn placements(game: &Game, kind: TileKindId) -> Result<(), String> {
    placements_by(game, kind, &cells(game))
}

pub(super) fn placements_by(game: &Game, kind: TileKindId, cells: &Cells) -> Result<(), String> {
    let (catalog, board) = (game.catalog(), game.board());
    let heights = heights(game);
    let reach = 1 + catalog.kinds[kind].cells.iter().map(|c| c.offset.0.abs().max(c.offset.1.abs())).max().unwrap_or(0);
    for plane in board.planes() {
        let rims = catalog.board.rim.iter().map(|r| r.cell);
        // If a tile needs no neighbour, it may be placed anywhere.
        let corners = match board.extent(plane) {
            Extent::Bounded { min, max } if board.footing(plane).free => vec![min, max],
            _ => Vec::new(),
        };
        let there = cells
            .keys()
            .copied()
            .chain(rims)
            .chain(corners)
            .filter(|cell| cell.plane() == plane)
            .map(Cell::coordinates);
        let spread = |of: fn((i16, i16)) -> i16| {
            let all = there.clone().map(of);
            all.clone().min().unwrap_or(0) - reach..=all.max().unwrap_or(0) + reach
        };
        let mut wanted = BTreeSet::new();
        for y in spread(|(_, y)| y) {
            for cell in spread(|(x, _)| x).filter_map(|x| Cell::new_on(plane, x, y)) {
                for turn in catalog.lattice.turns() {
                    if fits(game, cells, &heights, kind, Pose { cell, turn }) {
                        wanted.insert((cell, turn));
                    }
                }
            }
        }
        let here = Planes::only(plane);
        let count = board.count_placements(kind, here);
        let actual: BTreeSet<_> = (0..count).filter_map(|i| board.get_placement(kind, here, i)).collect();
        need(actual.len() == count as usize && actual == wanted, || {
            let name = catalog.kinds.key(kind);
            let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| format!("{:?}", a.difference(b).collect::<Vec<_>>());
            format!("{name}: {count} placements; missing {}, wrong {}", only(&wanted, &actual), only(&actual, &wanted))
        })?;
    }
    Ok(())
}

/// Returns the placements of a kind on some planes. The search covers all cells of bounded planes, and the surroundings
/// of the tiles on other planes.
pub(super) fn fitting(
    game: &Game,
    cells: &Cells,
    kind: TileKindId,
    planes: Planes,
    free: bool,
) -> BTreeSet<(Cell, Turn)> {
    let (catalog, board, heights) = (game.catalog(), game.board(), heights(game));
    let reach = 1 + catalog.kinds[kind].cells.iter().map(|c| c.offset.0.abs().max(c.offset.1.abs())).max().unwrap_or(0);
    let mut found = BTreeSet::new();
    for plane in board.planes().filter(|&plane| planes.contains(plane)) {
        let rims = catalog.board.rim.iter().map(|r| r.cell);
        let there = cells.keys().copied().chain(rims).filter(|cell| cell.plane() == plane).map(Cell::coordinates);
        let corners = match board.extent(plane) {
            Extent::Bounded { min, max } => vec![min.coordinates(), max.coordinates()],
            _ => Vec::new(),
        };
        let spread = |of: fn((i16, i16)) -> i16| {
            let all = there.clone().chain(corners.iter().copied()).map(of);
            all.clone().min().unwrap_or(0) - reach..=all.max().unwrap_or(0) + reach
        };
        for y in spread(|(_, y)| y) {
            for cell in spread(|(x, _)| x).filter_map(|x| Cell::new_on(plane, x, y)) {
                for turn in catalog.lattice.turns() {
                    if meets(game, cells, &heights, kind, Pose { cell, turn }).is_some_and(|touches| touches || free) {
                        found.insert((cell, turn));
                    }
                }
            }
        }
    }
    found
}

/// Number of tiles on each cell.
type Heights = BTreeMap<Cell, u32>;

fn heights(game: &Game) -> Heights {
    let mut heights = Heights::new();
    for (_, placed) in game.board().numbered_tiles() {
        for part in &game.catalog().kinds[placed.kind].cells {
            let (dx, dy) = game.catalog().lattice.turn_offset(part.offset, placed.turn);
            *heights.entry(placed.cell.plus(dx, dy)).or_default() += 1;
        }
    }
    heights
}

/// Returns true if a kind fits, by checking every neighbour.
fn fits(game: &Game, cells: &Cells, heights: &Heights, kind: TileKindId, at: Pose) -> bool {
    meets(game, cells, heights, kind, at) == Some(true)
}

/// Returns true if a placement touches a tile or need not touch one, by checking every neighbour; `None` if it is not
/// allowed.
fn meets(game: &Game, cells: &Cells, heights: &Heights, kind: TileKindId, at: Pose) -> Option<bool> {
    let catalog = &**game.catalog();
    let Pose { cell, turn } = at;
    let lattice = catalog.lattice;
    let PlacementPermissions { free, over } = game.board().footing(cell.plane());
    let height = |cell: Cell| heights.get(&cell).copied().unwrap_or(0);
    let mut touches = free || over && height(cell) > 0;
    let is_turned_so = match catalog.kinds[kind].may_turn.unwrap_or(catalog.board.may_turn) {
        MayTurn::All => true,
        MayTurn::Only(turns) => turns.contains(turn),
        MayTurn::Distinct => !lattice.turns().take(turn.index()).any(|before| looks_alike(catalog, kind, before, turn)),
    };
    if !is_turned_so || !lies_so(lattice, cell, turn) {
        return None;
    }
    for part in &catalog.kinds[kind].cells {
        let (dx, dy) = lattice.turn_offset(part.offset, turn);
        let here = cell.plus(dx, dy);
        let lies = here.in_reach() && here.plane() == cell.plane() && inside(game, cells, here);
        if height(here) != if over { height(cell) } else { 0 } || !lies {
            return None;
        }
        for side in sides_of(lattice, here) {
            let across = lattice.neighbour(here, side);
            let covers = |other: &TileCell| {
                let (dx, dy) = lattice.turn_offset(other.offset, turn);
                cell.plus(dx, dy) == across
            };
            if catalog.kinds[kind].cells.iter().any(covers) {
                continue;
            }
            let back = lattice.opposite(side);
            let rim = catalog.board.rim.iter().find(|r| r.cell == across).map(|r| r.edge);
            let edge = cells.get(&across).map(|&(tile, other)| {
                let placed = &game.board().tiles[tile.index()];
                catalog.kinds[placed.kind].cells[other].edge(lattice.side_before(back, placed.turn))
            });
            if let Some(edge) = edge.or(rim) {
                touches = true;
                if !catalog.meet(part.edge(lattice.side_before(side, turn)), edge) {
                    return None;
                }
            }
        }
    }
    Some(touches)
}

/// Returns true if a tile looks the same at two turns. It is slow and independent of the catalog's method: it compares
/// every cell, side and port of the turned tiles.
fn looks_alike(catalog: &Catalog, kind: TileKindId, one: Turn, other: Turn) -> bool {
    let (lattice, kind) = (catalog.lattice, &catalog.kinds[kind]);
    let paper = |turn: Turn| {
        let at = |offset| lattice.turn_offset(offset, turn);
        let corner = kind.cells.iter().map(|c| at(c.offset)).min_by_key(|&(x, y)| (y, x)).unwrap_or_default();
        let mut marks = BTreeMap::new();
        for (number, cell) in kind.cells.iter().enumerate() {
            let (x, y) = at(cell.offset);
            let place = (x - corner.0, y - corner.1);
            let mut inside: Vec<String> = Vec::new();
            for side in lattice.sides() {
                marks.insert((place, side.0, 0), format!("{:?}", cell.edge(lattice.side_before(side, turn))));
            }
            for segment in kind.segments.iter().filter(|s| usize::from(s.cell) == number) {
                let ports = |s: &Segment| {
                    let all = s.ports.iter().map(|p| (lattice.turn_side(p.side, turn).0, p.index));
                    all.collect::<BTreeSet<_>>()
                };
                let tags: BTreeSet<_> = segment.tags.iter().map(|(tag, n)| (tag.0, *n)).collect();
                let look = |s: &Segment| format!("{:?} {:?}", s.terrain, ports(s));
                let touched = kind.segments.iter().enumerate().filter(|(n, _)| segment.touches >> n & 1 == 1);
                let mut touched: Vec<String> = touched
                    .map(|(_, s)| {
                        let (x, y) = at(kind.cells[usize::from(s.cell)].offset);
                        let tags: BTreeSet<_> = s.tags.iter().map(|(tag, n)| (tag.0, *n)).collect();
                        format!("{} {tags:?} {:?}", look(s), (x - corner.0, y - corner.1))
                    })
                    .collect();
                touched.sort();
                let mark = format!("{} {tags:?} {touched:?}", look(segment));
                for (side, index) in ports(segment) {
                    marks.insert((place, side, index + 1), mark.clone());
                }
                if segment.ports.is_empty() {
                    inside.push(mark);
                }
            }
            inside.sort();
            marks.insert((place, u8::MAX, 0), format!("{inside:?}"));
        }
        marks
    };
    paper(one) == paper(other)
}

/// Returns true if the shape of a cell allows a turn of a tile: the side that the tile's northern side becomes must be
/// a side of the cell.
fn lies_so(lattice: Lattice, cell: Cell, turn: Turn) -> bool {
    sides_of(lattice, cell).any(|side| side == lattice.turn_side(Side(0), turn))
}
