//! Ways over free cells and segments: their next cells, the segments that end at the rim, and the cells they do not
//! reach.

use crate::board::Board;
use crate::board::bits::ones;
use crate::board::graph::Through;
use crate::board::grid::GridSpot;
use crate::catalog::Extent;
use crate::catalog::id::{SegmentId, TerrainId, TileId};
use crate::catalog::lattice::{Cell, Plane, Side};

/// State of a search over the cells of a bounded board and the cells around it.
struct Flood {
    min: Cell,
    max: Cell,
    /// Number of cells in a row, including one beyond the board on each side.
    row: usize,
    cells: Vec<FloodCell>,
}

/// Segment on a tile: the tile, the number of the tile's cell, and the segment's number on the tile.
type OnTile = (TileId, usize, u32);

/// State of a cell in a [`Flood`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum FloodCell {
    /// Cell beyond the board.
    Beyond,
    /// Cell without a tile that no way has reached yet.
    Free,
    /// Cell without a tile that a way has reached.
    Reached,
    /// Tile on the cell, with the number of the tile's cell.
    Tile(TileId, usize),
}

impl Flood {
    /// Returns the index of a cell on the board or adjacent to it; `None` for a cell further away.
    fn number(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (i32::from(cell.x) - i32::from(self.min.x) + 1, i32::from(cell.y) - i32::from(self.min.y) + 1);
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.row && y < self.cells.len() / self.row).then(|| y * self.row + x)
    }

    /// Returns the cells of the board in reading order.
    fn board_cells(&self) -> impl Iterator<Item = (Cell, FloodCell)> {
        let all = (self.min.y..=self.max.y).flat_map(|y| (self.min.x..=self.max.x).map(move |x| Cell { x, y }));
        all.filter_map(|cell| Some((cell, self.cells[self.number(cell)?])))
    }
}

impl Board {
    /// Returns the segments of a tile's cell that reach a side, as a bit set of their numbers on the tile.
    fn at_side(&self, tile: TileId, part: usize, side: Side) -> u32 {
        let placed = &self.tiles[tile.index()];
        self.catalog.face(placed.kind, placed.turn, part).segments(side)
    }

    /// Returns the segments of `set` on a tile that have the terrain, in order.
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

    /// Returns true if a cell exists and has no tile.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.tile_at(cell).is_none() && self.exists(cell)
    }

    /// Returns the free cells adjacent to a cell across the sides for which `meant` holds, ordered by side.
    fn free_across(&self, cell: Cell, meant: impl Fn(Side) -> bool) -> impl Iterator<Item = Cell> {
        let lattice = self.catalog.lattice;
        let beside = lattice.sides().map(move |side| (side, lattice.neighbour(cell, side)));
        beside.filter(move |&(side, across)| self.is_free(across) && meant(side)).map(|(_, across)| across)
    }

    /// Returns the free cells adjacent to a cell, ordered by side. If the cell has a tile and a terrain is given, only
    /// the sides that a segment of the terrain reaches count.
    pub fn ways(&self, cell: Cell, over: Option<TerrainId>) -> Vec<Cell> {
        let meant = |side: Side| match (self.tile_at(cell), over) {
            (Some((tile, part)), Some(over)) => {
                self.of_terrain(tile, self.at_side(tile, part, side), over).next().is_some()
            }
            _ => true,
        };
        self.free_across(cell, meant).collect()
    }

    /// Returns the segments of a terrain that reach a side next to a free cell, in order of placement.
    pub fn open_segments(&self, terrain: TerrainId) -> Vec<SegmentId> {
        let lattice = self.catalog.lattice;
        let mut found = Vec::new();
        for placed in self.tiles() {
            let wanted = self.catalog.kinds[placed.kind].segments.iter().enumerate();
            let wanted = wanted.filter(|(_, segment)| segment.terrain == terrain).fold(0, |set, (at, _)| set | 1 << at);
            let mut open = 0;
            for face in self.catalog.faces(placed.kind, placed.turn) {
                let here = placed.cell.plus(face.offset.0, face.offset.1);
                for (side, spot) in self.grid.neighbours(lattice, here) {
                    // An existing free cell next to a tile always belongs to the frontier.
                    if matches!(spot, GridSpot::Frontier(_)) {
                        open |= face.segments(side) & wanted;
                    }
                }
            }
            found.extend(ones(open.into()).map(|local| placed.first_segment.plus(local as u32)));
        }
        found
    }

    /// Returns the segments that reach the rim, each with the number of its rim cell, ordered by rim cell.
    pub fn rim_segments(&self, through: &Through) -> Vec<(SegmentId, usize)> {
        let lattice = self.catalog.lattice;
        let mut found = Vec::new();
        for (number, rim) in self.catalog.board.rim.iter().enumerate() {
            for (side, spot) in self.grid.neighbours(lattice, rim.cell) {
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

    /// Returns the numbers of the rim cells that are adjacent to a free cell.
    pub fn open_rim_cells(&self) -> impl Iterator<Item = usize> {
        let rim = self.catalog.board.rim.iter().enumerate();
        rim.filter(|(_, rim)| self.free_across(rim.cell, |_| true).next().is_some()).map(|(number, _)| number)
    }

    /// Returns the free cells of a bounded plane that a way from the rim reaches, in reading order. Ways lead over free
    /// cells, and over segments of a terrain, which are entered and left at the sides they reach. On other planes the
    /// result is empty. The running time is proportional to the number of cells.
    pub fn reached_cells(&self, plane: Plane, over: TerrainId) -> Vec<Cell> {
        let flood = self.flood_from_rim(plane, over);
        let cells = flood.iter().flat_map(Flood::board_cells);
        cells.filter(|(_, spot)| *spot == FloodCell::Reached).map(|(cell, _)| cell).collect()
    }

    /// Returns the free cells of a bounded plane that no way from the rim reaches, or whose sides are all known, in
    /// reading order. See [`Board::reached_cells`] for ways.
    pub fn enclosed_cells(&self, plane: Plane, over: TerrainId) -> Vec<Cell> {
        let lattice = self.catalog.lattice;
        let known = |cell: Cell| match self.grid.get(cell) {
            GridSpot::Frontier(number) => {
                let demand = self.planes[cell.plane().index()].frontier.demand(number);
                lattice.sides_of(cell).all(|side| demand.edge(side).is_some())
            }
            _ => lattice
                .sides_of(cell)
                .all(|side| self.edge_towards(lattice.neighbour(cell, side), lattice.opposite(side)).is_some()),
        };
        let flood = self.flood_from_rim(plane, over);
        let cells = flood.iter().flat_map(Flood::board_cells);
        let enclosed = |&(cell, spot): &(Cell, FloodCell)| match spot {
            FloodCell::Free => true,
            FloodCell::Reached => known(cell),
            FloodCell::Beyond | FloodCell::Tile(..) => false,
        };
        cells.filter(enclosed).map(|(cell, _)| cell).collect()
    }

    /// Returns the cells of a bounded plane, with those marked that a way from the rim reaches; `None` for other
    /// planes. The search expands free cells before segments: free cells are mostly connected, and once all are found
    /// the tiles do not matter.
    fn flood_from_rim(&self, plane: Plane, over: TerrainId) -> Option<Flood> {
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
        // A step from a cell beyond the board stays within one row, so an index outside of `cells` is never a cell.
        let steps: Vec<(Side, Side, isize)> = lattice
            .sides()
            .map(|side| {
                let by = lattice.neighbour(Cell::ORIGIN, side);
                (side, lattice.opposite(side), isize::from(by.y) * row as isize + isize::from(by.x))
            })
            .collect();
        let mut entered = vec![false; self.features.segment_bound()];
        let mut next: Vec<usize> = self.catalog.board.rim.iter().filter_map(|rim| flood.number(rim.cell)).collect();
        // Sides at which ways enter tiles, and segments with the cell where they are left.
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
