//! The grid: what lies on each cell, in a rectangle for each plane. They are equally large and grow together, so that a
//! step from a place is the same number on all of them.

use crate::catalog::id::TileId;
use crate::catalog::lattice::{Cell, Lattice, Side};
use crate::rarely::rarely;

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GridSpot {
    /// Nothing, and no tile beside it.
    Empty,
    /// Nothing, but tiles beside it: number of the frontier cell.
    Frontier(u32),
    /// A tile, and which of its cells.
    Tile { tile: TileId, part: usize },
}

const TILE: u32 = 1 << 31;
/// On a tile that has segments which are completed by what surrounds or touches them.
const WATCHED: u32 = 1 << 30;
/// On a cell beside a tile that is watched; it stays whatever comes to lie there.
const BESIDE: u32 = 1 << 29;
/// Cells kept around every tile, so that neither its neighbours nor theirs lie outside.
const MARGIN: i32 = 3;
const FIRST_SIDE: i32 = 32;

#[derive(Clone, Debug)]
pub(crate) struct Grid {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    /// The rectangles of all planes, one after the other.
    cells: Vec<u32>,
    planes: usize,
}

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

    pub(crate) fn copy_from(&mut self, other: &Grid) {
        (self.left, self.top, self.width, self.height) = (other.left, other.top, other.width, other.height);
        self.cells.clone_from(&other.cells);
        self.planes = other.planes;
    }

    /// Where a cell is in the rectangle of its plane, and where that begins.
    #[inline]
    fn within(&self, cell: Cell) -> (i32, i32, usize) {
        if !rarely(self.planes != 1) {
            return (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top, 0);
        }
        let (x, y) = cell.at();
        let area = (self.width * self.height) as usize;
        (i32::from(x) - self.left, i32::from(y) - self.top, cell.plane().index() * area)
    }

    #[inline]
    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y, start) = self.within(cell);
        let inside = (x as u32) < self.width as u32 && (y as u32) < self.height as u32 && start < self.cells.len();
        inside.then(|| start + (y * self.width + x) as usize)
    }

    /// The tile of a value that stands for one.
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

    /// The tiles around a cell that have watched segments.
    #[inline]
    pub(crate) fn watched_around(&self, lattice: Lattice, cell: Cell) -> impl Iterator<Item = TileId> {
        let value = move |&(dx, dy): &(i16, i16)| self.index(cell.plus(dx, dy)).map_or(0, |i| self.cells[i]);
        lattice.ring(cell).iter().map(value).filter(|n| n & WATCHED != 0).map(Self::tile)
    }

    /// Whether a cell lies beside a tile with watched segments.
    #[inline]
    pub(crate) fn is_beside_watched(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|i| self.cells[i] & BESIDE != 0)
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> GridSpot {
        self.index(cell).map_or(GridSpot::Empty, |i| Self::spot(self.cells[i]))
    }

    /// What lies at a place in the grid.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> GridSpot {
        Self::spot(self.cells[place])
    }

    /// What lies on the cells beside a cell, by side.
    #[inline]
    pub(crate) fn beside(&self, lattice: Lattice, cell: Cell) -> impl Iterator<Item = (Side, GridSpot)> {
        let (x, y, start) = self.within(cell);
        let is_inside = x > 0 && y > 0 && x < self.width - 1 && y < self.height - 1 && start < self.cells.len();
        let place = if is_inside { start + (y * self.width + x) as usize } else { 0 };
        lattice.sides().zip(lattice.steps()).map(move |(side, &step)| {
            let spot = if is_inside { self.at(self.further(place, step)) } else { self.get(cell.plus(step.0, step.1)) };
            (side, spot)
        })
    }

    /// Lays a cell of a tile at a place in the grid.
    #[inline]
    pub(crate) fn lay(&mut self, place: usize, tile: TileId, part: usize) {
        let beside = self.cells[place] & BESIDE;
        self.cells[place] = beside | TILE | (tile.0 << 3) | part as u32;
    }

    /// Notes that the tile at a place has watched segments, here and on the cells around.
    pub(crate) fn watch(&mut self, lattice: Lattice, (cell, place): (Cell, usize)) {
        self.cells[place] |= WATCHED;
        for &step in lattice.ring(cell) {
            let around = self.further(place, step);
            self.cells[around] |= BESIDE;
        }
    }

    /// Notes for the cells around one that was cleared of a watched tile whether they still lie beside one.
    pub(crate) fn unwatch(&mut self, lattice: Lattice, (cell, place): (Cell, usize)) {
        for &step in lattice.ring(cell) {
            let around = self.further(place, step);
            // Around a cell at the margin there may be nothing.
            let is_watched = |&step: &(i16, i16)| {
                self.cells.get(self.further(around, step)).is_some_and(|value| value & WATCHED != 0)
            };
            if !lattice.ring(cell.plus(step.0, step.1)).iter().any(is_watched) {
                self.cells[around] &= !BESIDE;
            }
        }
    }

    /// Notes which frontier cell lies at a place in the grid, or that none does any more.
    #[inline]
    pub(crate) fn open(&mut self, place: usize, number: Option<u32>) {
        let beside = self.cells[place] & BESIDE;
        self.cells[place] = beside | number.map_or(0, |number| number + 1);
    }

    /// The place of a cell that is inside.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> Option<usize> {
        self.index(cell)
    }

    /// The place a step away from that of a tile or of its neighbour.
    #[inline]
    pub(crate) fn further(&self, place: usize, (dx, dy): (i16, i16)) -> usize {
        place.wrapping_add_signed(dy as isize * self.width as isize + dx as isize)
    }

    /// The place of a cell, which lies inside from now on with room around it.
    #[inline]
    pub(crate) fn make_room(&mut self, cell: Cell) -> usize {
        let (mut x, mut y, mut start) = self.within(cell);
        if x < MARGIN || y < MARGIN || x >= self.width - MARGIN || y >= self.height - MARGIN {
            self.grow(x, y);
            (x, y, start) = self.within(cell);
        }
        start + (y * self.width + x) as usize
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

    /// Number of cells around that of a tile that hold one.
    pub(crate) fn occupied_around(&self, lattice: Lattice, cell: Cell) -> u32 {
        let Some(place) = self.index(cell) else { return 0 };
        let occupied =
            |&&step: &&(i16, i16)| self.cells.get(self.further(place, step)).is_some_and(|value| value & TILE != 0);
        lattice.ring(cell).iter().filter(occupied).count() as u32
    }
}
