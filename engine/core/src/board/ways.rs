//! Ways over free cells and segments: where they lead on from, which of them end at the rim, and what they do not reach.

use crate::board::Board;
use crate::board::bits::ones;
use crate::board::graph::Through;
use crate::board::grid::GridSpot;
use crate::catalog::Extent;
use crate::catalog::id::{SegmentId, TerrainId, TileId};
use crate::catalog::lattice::{Cell, Plane, Side};

/// What lies on the cells of a bounded board and around it, while ways are looked for.
struct Flood {
    min: Cell,
    max: Cell,
    /// So many cells are in a row, one beyond the board on both sides included.
    row: usize,
    cells: Vec<FloodCell>,
}

/// A segment by its tile, the part of that in which it lies, and its number there.
type OnTile = (TileId, usize, u32);

/// A cell of a [`Flood`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum FloodCell {
    /// It is beyond the board.
    Beyond,
    /// No tile lies there.
    Free,
    /// Nor there, and a way leads there.
    Reached,
    /// A cell of a tile.
    Tile(TileId, usize),
}

impl Flood {
    /// The number of a cell of the board or beside it; nothing for one that is further away.
    fn number(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (i32::from(cell.x) - i32::from(self.min.x) + 1, i32::from(cell.y) - i32::from(self.min.y) + 1);
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.row && y < self.cells.len() / self.row).then(|| y * self.row + x)
    }

    /// The cells of the board in reading order.
    fn board_cells(&self) -> impl Iterator<Item = (Cell, FloodCell)> {
        let all = (self.min.y..=self.max.y).flat_map(|y| (self.min.x..=self.max.x).map(move |x| Cell { x, y }));
        all.filter_map(|cell| Some((cell, self.cells[self.number(cell)?])))
    }
}

impl Board {
    /// The segments of a cell of a placed tile that reach a side, as a set of their numbers on the tile.
    fn at_side(&self, tile: TileId, part: usize, side: Side) -> u32 {
        let placed = &self.tiles[tile.index()];
        self.catalog.face(placed.kind, placed.turn, part).segments(side)
    }

    /// Those of a set of segments of a tile that are of a terrain, in order.
    fn of_terrain(&self, tile: TileId, set: u32, over: TerrainId) -> impl Iterator<Item = u32> {
        let segments = &self.catalog.kinds[self.tiles[tile.index()].kind].segments;
        let mut left = set;
        let all = std::iter::from_fn(move || {
            let local = (left != 0).then(|| left.trailing_zeros());
            left &= left.wrapping_sub(1);
            local
        });
        all.filter(move |&local| segments[local as usize].terrain == over)
    }

    /// Whether a cell exists and no tile lies there.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.tile_at(cell).is_none() && self.exists(cell)
    }

    /// The free cells beside a cell, by side, across sides that are meant.
    fn free_across(&self, cell: Cell, meant: impl Fn(Side) -> bool) -> impl Iterator<Item = Cell> {
        let lattice = self.catalog.lattice;
        let beside = lattice.sides().map(move |side| (side, lattice.neighbour(cell, side)));
        beside.filter(move |&(side, across)| self.is_free(across) && meant(side)).map(|(_, across)| across)
    }

    /// The free cells beside a cell, by side. Where a tile lies on it only those across sides that a segment of the
    /// terrain reaches; all without a terrain.
    pub fn ways(&self, cell: Cell, over: Option<TerrainId>) -> Vec<Cell> {
        let meant = |side: Side| match (self.tile_at(cell), over) {
            (Some((tile, part)), Some(over)) => {
                self.of_terrain(tile, self.at_side(tile, part, side), over).next().is_some()
            }
            _ => true,
        };
        self.free_across(cell, meant).collect()
    }

    /// The segments of a terrain from which one comes across a side to a free cell, in the order of placement.
    pub fn open_segments(&self, terrain: TerrainId) -> Vec<SegmentId> {
        let lattice = self.catalog.lattice;
        let mut found = Vec::new();
        for placed in self.tiles() {
            let wanted = self.catalog.kinds[placed.kind].segments.iter().enumerate();
            let wanted = wanted.filter(|(_, segment)| segment.terrain == terrain).fold(0, |set, (at, _)| set | 1 << at);
            let mut open = 0;
            for face in self.catalog.faces(placed.kind, placed.turn) {
                let here = placed.cell.plus(face.offset.0, face.offset.1);
                for (side, spot) in self.grid.beside(lattice, here) {
                    // A cell that exists and is free belongs to the frontier where a tile lies beside it.
                    if matches!(spot, GridSpot::Frontier(_)) {
                        open |= face.segments(side) & wanted;
                    }
                }
            }
            found.extend(ones(open.into()).map(|local| placed.first_segment.plus(local as u32)));
        }
        found
    }

    /// The segments that reach the rim, each with the number of the rim cell that it reaches; in the order of those.
    pub fn rim_segments(&self, through: &Through) -> Vec<(SegmentId, usize)> {
        let lattice = self.catalog.lattice;
        let mut found = Vec::new();
        for (number, rim) in self.catalog.board.rim.iter().enumerate() {
            for (side, spot) in self.grid.beside(lattice, rim.cell) {
                let GridSpot::Tile { tile, part } = spot else { continue };
                let (placed, set) = (&self.tiles[tile.index()], self.at_side(tile, part, lattice.opposite(side)));
                for (local, segment) in self.catalog.kinds[placed.kind].segments.iter().enumerate() {
                    if set >> local & 1 == 1 && through.admits(&self.catalog, segment) {
                        found.push((placed.first_segment.plus(local as u32), number));
                    }
                }
            }
        }
        found
    }

    /// The numbers of the rim cells that lie beside a free cell.
    pub fn open_rim_cells(&self) -> impl Iterator<Item = usize> {
        let rim = self.catalog.board.rim.iter().enumerate();
        rim.filter(|(_, rim)| self.free_across(rim.cell, |_| true).next().is_some()).map(|(number, _)| number)
    }

    /// The free cells of a bounded plane that some way from the rim leads to, in reading order: over free cells, and over
    /// segments of a terrain, which are entered and left at the sides they reach. None on other planes. The cost is the
    /// number of cells.
    pub fn reached_cells(&self, plane: Plane, over: TerrainId) -> Vec<Cell> {
        let flood = self.flooded(plane, over);
        let cells = flood.iter().flat_map(Flood::board_cells);
        cells.filter(|(_, spot)| *spot == FloodCell::Reached).map(|(cell, _)| cell).collect()
    }

    /// The free cells of a bounded plane that no such way leads to, or of which all sides are known, in reading order.
    pub fn enclosed_cells(&self, plane: Plane, over: TerrainId) -> Vec<Cell> {
        let lattice = self.catalog.lattice;
        let known = |cell: Cell| match self.grid.get(cell) {
            GridSpot::Frontier(number) => {
                let demand = self.planes[cell.plane().index()].frontier.demand(number);
                lattice.sides_of(cell).all(|side| demand.at(side).is_some())
            }
            _ => lattice
                .sides_of(cell)
                .all(|side| self.edge_towards(lattice.neighbour(cell, side), lattice.opposite(side)).is_some()),
        };
        let flood = self.flooded(plane, over);
        let cells = flood.iter().flat_map(Flood::board_cells);
        let enclosed = |&(cell, spot): &(Cell, FloodCell)| match spot {
            FloodCell::Free => true,
            FloodCell::Reached => known(cell),
            FloodCell::Beyond | FloodCell::Tile(..) => false,
        };
        cells.filter(enclosed).map(|(cell, _)| cell).collect()
    }

    /// The cells of a bounded plane, with those noted that are reached from the rim. Free cells are gone on from before
    /// segments: mostly they are connected, and once none is left to be found nothing needs to be known of the tiles.
    fn flooded(&self, plane: Plane, over: TerrainId) -> Option<Flood> {
        let Extent::Bounded { min, max } = self.planes.get(plane.index())?.extent else { return None };
        let (wide, high) = (i32::from(max.x) - i32::from(min.x) + 3, i32::from(max.y) - i32::from(min.y) + 3);
        let row = wide as usize;
        let mut flood = Flood { min, max, row, cells: vec![FloodCell::Beyond; row * high as usize] };
        let lattice = self.catalog.lattice;
        let mut to_find = 0;
        for y in min.y..=max.y {
            let first = (i32::from(y) - i32::from(min.y) + 1) as usize * row + 1;
            for (at, x) in (first..).zip(min.x..=max.x) {
                flood.cells[at] = match self.tile_at(Cell { x, y }) {
                    Some((tile, part)) => FloodCell::Tile(tile, part),
                    None if lattice.has_cell(Cell { x, y }) => FloodCell::Free,
                    None => FloodCell::Beyond,
                };
                to_find += usize::from(flood.cells[at] == FloodCell::Free);
            }
        }
        // From a cell beyond the board one comes to another one in the row before or after, at the most.
        let steps: Vec<(Side, Side, isize)> = lattice
            .sides()
            .map(|side| {
                let by = lattice.neighbour(Cell::ORIGIN, side);
                (side, lattice.opposite(side), isize::from(by.y) * row as isize + isize::from(by.x))
            })
            .collect();
        let mut entered = vec![false; self.features.segment_bound()];
        let mut next: Vec<usize> = self.catalog.board.rim.iter().filter_map(|rim| flood.number(rim.cell)).collect();
        // Sides of tiles by which one comes onto them, and segments with the cell on which they are left.
        let mut met: Vec<(usize, TileId, usize, Side)> = Vec::new();
        let mut over_tiles: Vec<(usize, OnTile)> = Vec::new();
        while to_find > 0 {
            let (cell, left) = if let Some(cell) = next.pop() {
                (cell, None)
            } else if let Some((cell, on_tile)) = over_tiles.pop() {
                (cell, Some(on_tile))
            } else if let Some((at, tile, part, back)) = met.pop() {
                let first = self.tiles[tile.index()].first_segment;
                for local in self.of_terrain(tile, self.at_side(tile, part, back), over) {
                    if !std::mem::replace(&mut entered[first.plus(local).index()], true) {
                        over_tiles.push((at, (tile, part, local)));
                    }
                }
                continue;
            } else {
                break;
            };
            for &(side, back, step) in &steps {
                if left.is_some_and(|(tile, part, local)| self.at_side(tile, part, side) >> local & 1 == 0) {
                    continue;
                }
                let to = cell.wrapping_add_signed(step);
                match flood.cells.get(to) {
                    Some(FloodCell::Free) => {
                        flood.cells[to] = FloodCell::Reached;
                        to_find -= 1;
                        next.push(to);
                    }
                    Some(&FloodCell::Tile(tile, part)) => met.push((to, tile, part, back)),
                    _ => {}
                }
            }
        }
        Some(flood)
    }
}
