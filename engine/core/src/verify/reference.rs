//! Computes the features of a board from scratch, with a flood fill over the cells of all tiles.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::Extent;
use crate::catalog::id::{SegmentId, TileId};
use crate::catalog::lattice::{Cell, Lattice, Side};
use crate::catalog::tile::Segment;
use crate::state::Game;

/// A feature found by flood fill.
#[derive(Debug)]
pub(super) struct Filled {
    /// Segments of the feature, sorted.
    pub(super) segments: Vec<SegmentId>,
    /// Number of sides of these segments that face no tile.
    pub(super) open: u32,
    /// Number of tiles that contain the segments.
    pub(super) tiles: usize,
    /// Cell and number on the tile of the first segment, by place.
    pub(super) first: (Cell, u16),
}

/// Tile on each cell, with the number of the tile's cell there.
pub(super) type Cells = BTreeMap<Cell, (TileId, usize)>;

/// Features of a board, computed from scratch. They are valid until a tile is placed, moved or taken up, or the extent
/// of the board changes.
#[derive(Debug)]
pub struct Reference {
    edition: u32,
    pub(super) extents: Vec<Extent>,
    pub(super) cells: Cells,
    pub(super) filled: Vec<Filled>,
    /// Index in `filled` of the feature of each segment.
    pub(super) from_game: Vec<usize>,
}

impl Reference {
    /// Computes the features of a board from scratch.
    pub fn of(game: &Game) -> Reference {
        let cells = cells(game);
        let filled = naive_features(game, &cells);
        let mut of = vec![0; game.board().features().segment_bound()];
        for (number, feature) in filled.iter().enumerate() {
            feature.segments.iter().for_each(|&s| of[s.index()] = number);
        }
        Reference { edition: game.board().edition(), extents: extents(game).collect(), cells, filled, from_game: of }
    }

    /// Returns true if the board has not changed since the reference was computed.
    pub fn holds_for(&self, game: &Game) -> bool {
        self.edition == game.board().edition() && extents(game).eq(self.extents.iter().copied())
    }
}

fn extents(game: &Game) -> impl Iterator<Item = Extent> {
    game.board().planes().map(|plane| game.board().extent(plane))
}

/// Returns the segment at a port of a placed tile, computed from the tile kind alone.
fn segment_at(game: &Game, tile: TileId, part: usize, side: Side, index: usize) -> Option<SegmentId> {
    let catalog = game.catalog();
    let placed = &game.board().tiles[tile.index()];
    let kind = &catalog.kinds[placed.kind];
    let own_side = catalog.lattice.side_before(side, placed.turn);
    let is = |s: &Segment| {
        usize::from(s.cell) == part && s.ports.iter().any(|p| p.side == own_side && usize::from(p.index) == index)
    };
    kind.segments.iter().position(is).map(|local| placed.first_segment.plus(local as u32))
}

/// Returns the number of ports on a side of a placed tile.
fn port_count(game: &Game, tile: TileId, part: usize, side: Side) -> usize {
    let catalog = game.catalog();
    let placed = &game.board().tiles[tile.index()];
    let edge = catalog.kinds[placed.kind].cells[part].edge(catalog.lattice.side_before(side, placed.turn));
    catalog.edges[edge].ports.len()
}

/// Returns the cells of all tiles with the topmost tile, and the number of the tile's cell there.
pub(super) fn cells(game: &Game) -> Cells {
    let catalog = game.catalog();
    let mut cells = BTreeMap::new();
    let mut tiles: Vec<_> = game.board().numbered_tiles().collect();
    tiles.sort_by_key(|&(tile, _)| game.board().level(tile));
    for (tile, placed) in tiles {
        for (part, cell) in catalog.kinds[placed.kind].cells.iter().enumerate() {
            let (dx, dy) = catalog.lattice.turn_offset(cell.offset, placed.turn);
            cells.insert(placed.cell.plus(dx, dy), (tile, part));
        }
    }
    cells
}

fn naive_features(game: &Game, cells: &Cells) -> Vec<Filled> {
    let catalog = game.catalog();
    let board = game.board();
    let count = board.features().segment_bound();
    let mut meets: Vec<Vec<SegmentId>> = vec![Vec::new(); count];
    let mut open = vec![BTreeSet::new(); count];
    for (&cell, &(tile, part)) in cells {
        for side in sides_of(catalog.lattice, cell) {
            let across = catalog.lattice.neighbour(cell, side);
            let back = catalog.lattice.opposite(side);
            let ports = port_count(game, tile, part, side);
            let closed_by_rim = catalog.board.rim_closes && !board.exists(across);
            for index in 0..ports {
                let Some(own) = segment_at(game, tile, part, side, index) else { continue };
                match cells.get(&across) {
                    None if closed_by_rim => {}
                    None => {
                        open[own.index()].insert(side);
                    }
                    Some(&(other, other_part)) => {
                        let other_ports = port_count(game, other, other_part, back);
                        if ports != other_ports {
                            continue;
                        }
                        // The neighbouring tile numbers its ports in the opposite direction.
                        let met = segment_at(game, other, other_part, back, ports - 1 - index);
                        let joins = |m: &SegmentId| catalog.connects(board.terrain(*m), board.terrain(own));
                        meets[own.index()].extend(met.filter(joins));
                    }
                }
            }
        }
    }
    // Presets are placed first. A preset that was moved, taken up or covered has no explicit joins.
    let lies = |preset: usize, segment: usize| {
        let (laid, spec) = (board.tile(TileId::from_index(preset))?, &catalog.board.presets[preset]);
        let segment = laid.first_segment.plus(segment as u32);
        ((laid.cell, laid.turn) == (spec.cell, spec.turn) && board.features().is_there(segment)).then_some(segment)
    };
    for &((a, a_segment), (b, b_segment)) in &catalog.board.joins {
        if let (Some(a), Some(b)) = (lies(a, a_segment), lies(b, b_segment)) {
            meets[a.index()].push(b);
            meets[b.index()].push(a);
        }
    }
    let mut filled = Vec::new();
    let mut seen = vec![false; count];
    for start in board.features().segments() {
        if seen[start.index()] {
            continue;
        }
        let (mut segments, mut next) = (Vec::new(), vec![start]);
        seen[start.index()] = true;
        while let Some(segment) = next.pop() {
            segments.push(segment);
            for &other in &meets[segment.index()] {
                if !std::mem::replace(&mut seen[other.index()], true) {
                    next.push(other);
                }
            }
        }
        segments.sort_unstable();
        let open = segments.iter().map(|&s| open[s.index()].len() as u32).sum();
        let places: Vec<(TileId, (Cell, u16))> = segments.iter().map(|&s| place_of(game, s)).collect();
        let tiles = places.iter().map(|(tile, _)| tile).collect::<BTreeSet<_>>().len();
        let first = places.iter().map(|&(_, place)| place).min().unwrap_or_default();
        filled.push(Filled { segments, open, tiles, first });
    }
    filled
}

/// Returns the tile of a segment, and its cell and number on the tile, computed from the tiles alone.
pub(super) fn place_of(game: &Game, segment: SegmentId) -> (TileId, (Cell, u16)) {
    let catalog = game.catalog();
    let tiles = &game.board().tiles;
    let tile = tiles.partition_point(|t| t.first_segment <= segment) - 1;
    let placed = &tiles[tile];
    let local = segment.0 - placed.first_segment.0;
    let kind = &catalog.kinds[placed.kind];
    let part = &kind.cells[usize::from(kind.segments[local as usize].cell)];
    let (dx, dy) = catalog.lattice.turn_offset(part.offset, placed.turn);
    (TileId::from_index(tile), (placed.cell.plus(dx, dy), local as u16))
}

/// Returns the sides of a cell. A triangle has the sides that lead to another triangle.
pub(super) fn sides_of(lattice: Lattice, cell: Cell) -> impl Iterator<Item = Side> {
    lattice.sides().filter(move |&side| {
        lattice != Lattice::Triangle || !is_corner(cell) && !is_corner(lattice.neighbour(cell, side))
    })
}

/// Returns true if a place of the lattice of triangles is a corner. Corners form a separate lattice with two basis
/// steps.
fn is_corner(cell: Cell) -> bool {
    let (x, y) = cell.coordinates();
    // All corners have the form (2, 0) + a * (1, 1) + b * (3, 0).
    (i32::from(x) - i32::from(y) - 2) % 3 == 0
}

/// Returns true if a cell belongs to the board, given the cells that have tiles.
pub(super) fn inside(game: &Game, cells: &Cells, cell: Cell) -> bool {
    let lattice = game.catalog().lattice;
    if game.board().planes().all(|plane| plane != cell.plane()) || lattice == Lattice::Triangle && is_corner(cell) {
        return false;
    }
    match game.board().extent(cell.plane()) {
        Extent::Unbounded => true,
        Extent::Bounded { min, max } => (min.x..=max.x).contains(&cell.x) && (min.y..=max.y).contains(&cell.y),
        Extent::Sliding { width, height } => {
            let spread = |of: fn(&Cell) -> i16| {
                let there = cells.keys().filter(|other| other.plane() == cell.plane());
                let all = there.chain([&cell]).map(of);
                i32::from(all.clone().max().unwrap_or(0)) - i32::from(all.min().unwrap_or(0))
            };
            spread(|c| c.x) < i32::from(width) && spread(|c| c.y) < i32::from(height)
        }
    }
}
