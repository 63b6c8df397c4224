//! The grid: the content of each cell, in one rectangle per plane. All rectangles have the same size and grow together,
//! so that a step between cells is the same index difference on all of them.

use crate::catalog::id::TileId;
use crate::catalog::lattice::{Cell, Lattice, Side};
use crate::clone_by_field::clone_by_field;

/// Content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GridSpot {
    /// Cell without a tile that is not on the frontier.
    Empty,
    /// Cell without a tile that is on the frontier, with its number there.
    Frontier(u32),
    /// Tile on the cell, with the number of the tile's cell.
    Tile { tile: TileId, part: usize },
}

const TILE: u32 = 1 << 31;
/// Bit of a tile with segments that are completed by surrounding tiles or by the features they touch.
const WATCHED: u32 = 1 << 30;
/// Bit of a cell next to a watched tile. It remains when a tile is placed on the cell.
const BESIDE: u32 = 1 << 29;
/// Number of cells around every tile, so that its neighbours and their neighbours are inside the grid.
const MARGIN: i32 = 3;
const FIRST_SIDE: i32 = 32;

#[derive(Debug)]
pub(crate) struct Grid {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    /// Rectangles of all planes, one after the other.
    cells: Vec<u32>,
    planes: usize,
}

clone_by_field!(Grid: left, top, width, height, cells, planes);

impl Grid {
    pub(crate) fn new(planes: usize) -> Grid {
        let half = FIRST_SIDE / 2;
        Grid {
            left: -half,
            top: -half,
            width: FIRST_SIDE,
            height: FIRST_SIDE,
            cells: vec![0; planes * (FIRST_SIDE * FIRST_SIDE) as usize],
            planes,
        }
    }

    /// Returns the column and row of a cell in the rectangle of its plane, and the start index of the rectangle.
    #[inline]
    fn within(&self, cell: Cell) -> (i32, i32, usize) {
        if self.planes == 1 {
            return (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top, 0);
        }
        let (x, y) = cell.coordinates();
        let area = (self.width * self.height) as usize;
        (i32::from(x) - self.left, i32::from(y) - self.top, cell.plane().index() * area)
    }

    #[inline]
    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y, start) = self.within(cell);
        let inside = (x as u32) < self.width as u32 && (y as u32) < self.height as u32 && start < self.cells.len();
        inside.then(|| start + (y * self.width + x) as usize)
    }

    /// Returns the tile of a value that has the bit [`TILE`].
    #[inline]
    fn tile(value: u32) -> TileId {
        TileId((value & !(TILE | WATCHED | BESIDE)) >> 3)
    }

    #[inline]
    fn spot(value: u32) -> GridSpot {
        match value & !BESIDE {
            0 => GridSpot::Empty,
            n if n & TILE != 0 => GridSpot::Tile { tile: Self::tile(n), part: (n & 7) as usize },
            n => GridSpot::Frontier(n - 1),
        }
    }

    /// Returns the tiles around a cell that have watched segments.
    #[inline]
    pub(crate) fn watched_neighbours(&self, lattice: Lattice, cell: Cell) -> impl Iterator<Item = TileId> {
        let value = move |&(dx, dy): &(i16, i16)| self.index(cell.plus(dx, dy)).map_or(0, |i| self.cells[i]);
        lattice.ring(cell).iter().map(value).filter(|n| n & WATCHED != 0).map(Self::tile)
    }

    /// Returns true if a cell is next to a tile with watched segments.
    #[inline]
    pub(crate) fn is_beside_watched(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|i| self.cells[i] & BESIDE != 0)
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> GridSpot {
        self.index(cell).map_or(GridSpot::Empty, |i| Self::spot(self.cells[i]))
    }

    /// Returns the content of a place in the grid.
    #[inline]
    pub(crate) fn spot_at(&self, place: usize) -> GridSpot {
        Self::spot(self.cells[place])
    }

    /// Returns the content of the cells adjacent to a cell, by side.
    #[inline]
    pub(crate) fn neighbours(&self, lattice: Lattice, cell: Cell) -> impl Iterator<Item = (Side, GridSpot)> {
        let (x, y, start) = self.within(cell);
        let is_inside = x > 0 && y > 0 && x < self.width - 1 && y < self.height - 1 && start < self.cells.len();
        let place = if is_inside { start + (y * self.width + x) as usize } else { 0 };
        lattice.sides().zip(lattice.steps()).map(move |(side, &step)| {
            let spot =
                if is_inside { self.spot_at(self.further(place, step)) } else { self.get(cell.plus(step.0, step.1)) };
            (side, spot)
        })
    }

    /// Stores a cell of a tile at a place in the grid.
    #[inline]
    pub(crate) fn lay(&mut self, place: usize, tile: TileId, part: usize) {
        let beside = self.cells[place] & BESIDE;
        self.cells[place] = beside | TILE | (tile.0 << 3) | part as u32;
    }

    /// Marks the tile at a place as watched, and the cells around it as next to a watched tile.
    pub(crate) fn watch(&mut self, lattice: Lattice, cell: Cell, place: usize) {
        self.cells[place] |= WATCHED;
        for &step in lattice.ring(cell) {
            let around = self.further(place, step);
            self.cells[around] |= BESIDE;
        }
    }

    /// Updates the marks of the cells around a cell that a watched tile has left.
    pub(crate) fn unwatch(&mut self, lattice: Lattice, cell: Cell, place: usize) {
        for &step in lattice.ring(cell) {
            let around = self.further(place, step);
            // Neighbours of a cell at the margin may be outside of the grid.
            let is_watched = |&step: &(i16, i16)| {
                self.cells.get(self.further(around, step)).is_some_and(|value| value & WATCHED != 0)
            };
            if !lattice.ring(cell.plus(step.0, step.1)).iter().any(is_watched) {
                self.cells[around] &= !BESIDE;
            }
        }
    }

    /// Stores the number of the frontier cell at a place in the grid, or `None` for an empty cell.
    #[inline]
    pub(crate) fn open(&mut self, place: usize, number: Option<u32>) {
        let beside = self.cells[place] & BESIDE;
        self.cells[place] = beside | number.map_or(0, |number| number + 1);
    }

    /// Returns the place of a cell; `None` if it is outside of the grid.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> Option<usize> {
        self.index(cell)
    }

    /// Returns the place that is one step away from the place of a tile or of a tile's neighbour.
    #[inline]
    pub(crate) fn further(&self, place: usize, (dx, dy): (i16, i16)) -> usize {
        place.wrapping_add_signed(dy as isize * self.width as isize + dx as isize)
    }

    /// Returns the place of a cell, growing the grid so that the cell has a margin on all sides.
    #[inline]
    pub(crate) fn make_room(&mut self, cell: Cell) -> usize {
        let (mut x, mut y, mut start) = self.within(cell);
        if x < MARGIN || y < MARGIN || x >= self.width - MARGIN || y >= self.height - MARGIN {
            self.grow(x, y);
            (x, y, start) = self.within(cell);
        }
        start + (y * self.width + x) as usize
    }

    fn grow(&mut self, x: i32, y: i32) {
        let more = |at: i32, length: i32| {
            let step = (length / 2).max(MARGIN + 1);
            let before = if at < MARGIN { step.max(MARGIN - at) } else { 0 };
            let after = if at >= length - MARGIN { step.max(at + MARGIN + 1 - length) } else { 0 };
            (before, after)
        };
        let (west, east) = more(x, self.width);
        let (north, south) = more(y, self.height);
        let (width, height) = (self.width + west + east, self.height + north + south);
        let area = width as usize * height as usize;
        let mut cells = vec![0; self.planes * area];
        for (plane, old) in self.cells.chunks_exact((self.width * self.height) as usize).enumerate() {
            for (row, old) in (0..).zip(old.chunks_exact(self.width as usize)) {
                let to = plane * area + ((row + north) * width + west) as usize;
                cells[to..to + self.width as usize].copy_from_slice(old);
            }
        }
        *self = Grid { left: self.left - west, top: self.top - north, width, height, cells, planes: self.planes };
    }

    /// Returns the number of cells around a tile's cell that hold a tile.
    pub(crate) fn occupied_neighbour_count(&self, lattice: Lattice, cell: Cell) -> u32 {
        let Some(place) = self.index(cell) else { return 0 };
        let occupied =
            |&&step: &&(i16, i16)| self.cells.get(self.further(place, step)).is_some_and(|value| value & TILE != 0);
        lattice.ring(cell).iter().filter(occupied).count() as u32
    }
}
