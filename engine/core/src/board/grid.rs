//! The grid: what lies on each cell, in a rectangle that grows with the board.

use crate::catalog::id::TileId;
use crate::catalog::lattice::{Cell, Lattice};

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GridSpot {
    /// Nothing, and no tile beside it.
    Empty,
    /// Nothing, but tiles beside it: number of the frontier cell.
    Frontier(u32),
    /// A tile, and which of its cells.
    Tile { tile: TileId, part: usize, watched: bool },
}

const TILE: u32 = 1 << 31;
/// On a tile that has segments which are completed by what surrounds or touches them.
const WATCHED: u32 = 1 << 30;
/// Cells kept around everything that is set, so that looking at neighbours needs no check.
const MARGIN: i32 = 2;
const FIRST_SIDE: i32 = 32;

#[derive(Clone, Debug)]
pub(crate) struct Grid {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    cells: Vec<u32>,
}

impl Grid {
    pub(crate) fn new() -> Grid {
        let half = FIRST_SIDE / 2;
        Grid {
            left: -half,
            top: -half,
            width: FIRST_SIDE,
            height: FIRST_SIDE,
            cells: vec![0; (FIRST_SIDE * FIRST_SIDE) as usize],
        }
    }

    pub(crate) fn copy_from(&mut self, other: &Grid) {
        (self.left, self.top, self.width, self.height) = (other.left, other.top, other.width, other.height);
        self.cells.clone_from(&other.cells);
    }

    #[inline]
    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top);
        ((x as u32) < self.width as u32 && (y as u32) < self.height as u32).then(|| (y * self.width + x) as usize)
    }

    #[inline]
    fn tile(value: u32) -> GridSpot {
        let (tile, part) = ((value & !(TILE | WATCHED)) >> 3, (value & 7) as usize);
        GridSpot::Tile { tile: TileId(tile), part, watched: value & WATCHED != 0 }
    }

    /// The tiles around a cell that have watched segments.
    #[inline]
    pub(crate) fn watched_around(&self, lattice: Lattice, cell: Cell) -> impl Iterator<Item = TileId> {
        let value = move |&(dx, dy): &(i16, i16)| self.index(cell.plus(dx, dy)).map_or(0, |i| self.cells[i]);
        let found = lattice.ring().iter().map(value).filter(|n| n & WATCHED != 0);
        found.map(|n| TileId((n & !(TILE | WATCHED)) >> 3))
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> GridSpot {
        match self.index(cell).map_or(0, |i| self.cells[i]) {
            0 => GridSpot::Empty,
            n if n & TILE != 0 => Self::tile(n),
            n => GridSpot::Frontier(n - 1),
        }
    }

    /// Sets a cell that [`Grid::make_room`] was called for.
    #[inline]
    pub(crate) fn set(&mut self, cell: Cell, spot: GridSpot) {
        let value = match spot {
            GridSpot::Empty => 0,
            GridSpot::Frontier(number) => number + 1,
            GridSpot::Tile { tile, part, watched } => {
                TILE | (u32::from(watched) * WATCHED) | (tile.0 << 3) | part as u32
            }
        };
        if let Some(i) = self.index(cell) {
            self.cells[i] = value;
        }
    }

    /// Grows so that the cell lies inside, with room around it.
    #[inline]
    pub(crate) fn make_room(&mut self, cell: Cell) {
        let (x, y) = (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top);
        if x < MARGIN || y < MARGIN || x >= self.width - MARGIN || y >= self.height - MARGIN {
            self.grow(x, y);
        }
    }

    #[cold]
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
        let mut cells = vec![0; width as usize * height as usize];
        for row in 0..self.height {
            let from = (row * self.width) as usize;
            let to = ((row + north) * width + west) as usize;
            cells[to..to + self.width as usize].copy_from_slice(&self.cells[from..from + self.width as usize]);
        }
        *self = Grid { left: self.left - west, top: self.top - north, width, height, cells };
    }

    /// Number of cells around that hold a tile.
    pub(crate) fn occupied_around(&self, lattice: Lattice, cell: Cell) -> u32 {
        let occupied =
            |&&(dx, dy): &&(i16, i16)| self.index(cell.plus(dx, dy)).is_some_and(|i| self.cells[i] & TILE != 0);
        lattice.ring().iter().filter(occupied).count() as u32
    }
}
