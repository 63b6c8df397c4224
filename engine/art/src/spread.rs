//! Arranges the planes of a board in a picture: in rows, each plane as large as its content. A board with one plane
//! keeps the positions of its cells.

use std::ops::RangeInclusive;

use tilewright_core::catalog::Extent;
use tilewright_core::catalog::joint::Joint;
use tilewright_core::catalog::lattice::{Cell, Lattice, MAX_PLANES, Plane};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;

use crate::geometry::Point;
use crate::outline::{cell_size, place};
use crate::tile::bounds;

/// Number of empty cells between two planes.
const GAP: i16 = 1;

/// Columns and rows of a plane that a picture shows. Rows of hexes and triangles slant, so row numbers are corrected by
/// half of the column number.
#[derive(Clone, Copy, Debug)]
struct PlaneArea {
    west: i16,
    north: i16,
    east: i16,
    south: i16,
}

/// Positions of the planes of a board in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    lattice: Lattice,
    planes: usize,
    /// Area that each plane shows, in its own columns and rows.
    areas: [PlaneArea; MAX_PLANES],
    /// Offset of each plane in columns and rows. Columns of hexes and triangles move by an even number and rows of
    /// triangles by a multiple of 3, so that the cells fit.
    moved: [(i16, i16); MAX_PLANES],
}

/// Returns the row of a cell of a plane as it appears in the picture.
fn row(lattice: Lattice, (x, y): (i16, i16)) -> i16 {
    if lattice == Lattice::Square { y } else { y + x.div_euclid(2) }
}

impl Spread {
    /// Creates the arrangement for a board with one plane.
    pub const fn single(lattice: Lattice) -> Spread {
        let area = PlaneArea { west: 0, north: 0, east: 0, south: 0 };
        Spread { lattice, planes: 1, areas: [area; MAX_PLANES], moved: [(0, 0); MAX_PLANES] }
    }

    /// Arranges the planes of a game's current board. The planes include its tiles, the cells where tiles may be
    /// placed, the rim, and the cells in `more`.
    pub fn from_game(game: &Game, more: &[Cell]) -> Spread {
        let (board, catalog) = (game.board(), game.catalog());
        let mut spread = Spread { planes: board.planes().len(), ..Spread::single(catalog.lattice) };
        if spread.planes == 1 {
            return spread;
        }
        let mut known = [false; MAX_PLANES];
        let mut hold = |cell: Cell| {
            let plane = cell.plane().index().min(MAX_PLANES - 1);
            let (x, y) = (cell.coordinates().0, row(spread.lattice, cell.coordinates()));
            let area = &mut spread.areas[plane];
            if !std::mem::replace(&mut known[plane], true) {
                *area = PlaneArea { west: x, north: y, east: x, south: y };
            }
            (area.west, area.east) = (area.west.min(x), area.east.max(x));
            (area.north, area.south) = (area.north.min(y), area.south.max(y));
        };
        for plane in board.planes() {
            if let Extent::Bounded { min, max } = board.extent(plane) {
                [min, max, Cell { x: min.x, y: max.y }, Cell { x: max.x, y: min.y }].into_iter().for_each(&mut hold);
            }
        }
        for tile in board.tiles() {
            let faces = catalog.faces(tile.kind, tile.turn).iter();
            faces.for_each(|face| hold(tile.cell.plus(face.offset.0, face.offset.1)));
        }
        board.open_cells().for_each(|(cell, _)| hold(cell));
        let there = |cell: &&Cell| cell.plane().index() < spread.planes;
        catalog.board.rim.iter().map(|rim| &rim.cell).chain(more).filter(there).for_each(|cell| hold(*cell));
        spread.lay_out();
        spread
    }

    /// Arranges the planes in rows, with about as many columns as rows.
    fn lay_out(&mut self) {
        let columns = if self.planes < 4 { self.planes } else { self.planes.div_ceil(2).min(4) };
        // The box of a triangle extends beyond its row and column.
        let gap = if self.lattice == Lattice::Triangle { GAP + 1 } else { GAP };
        let mut top = 0;
        for first in (0..self.planes).step_by(columns) {
            let (mut left, mut height) = (self.areas[0].west, 0);
            for plane in first..(first + columns).min(self.planes) {
                let PlaneArea { west, north, east, south } = self.areas[plane];
                // The first plane keeps its position, so that a board does not change its look when planes are added.
                let (x, y) = if plane == 0 { (west, north) } else { (left, top) };
                // The offset must keep the parity of columns on hexes, and also the rows modulo 3 on triangles.
                let (by, down) = match self.lattice {
                    Lattice::Square => (x - west, y - north),
                    Lattice::Hex => ((x - west + 1).div_euclid(2) * 2, y - north),
                    Lattice::Triangle => ((x - west + 1).div_euclid(2) * 2, (y - north + 2).div_euclid(3) * 3),
                };
                self.moved[plane] = (by, down);
                (left, height) = (east + by + 1 + gap, height.max(south + down - y + 1));
                if plane == 0 {
                    top = north;
                }
            }
            top += height + gap;
        }
    }

    /// Returns the cell of the first plane at whose position a cell is shown.
    pub fn shown_cell(&self, cell: Cell) -> Cell {
        if self.planes == 1 {
            return cell;
        }
        let (across, down) = self.moved[cell.plane().index().min(MAX_PLANES - 1)];
        let (x, y) = cell.coordinates();
        let slant = if self.lattice == Lattice::Square { 0 } else { across / 2 };
        Cell { x: x + across, y: y + down - slant }
    }

    /// Returns the board cell that is shown at the position of a cell of the first plane; it belongs to the nearest
    /// plane.
    pub fn cell(&self, shown: Cell) -> Cell {
        if self.planes == 1 {
            return shown;
        }
        let back = |plane: usize| {
            let (across, down) = self.moved[plane];
            let slant = if self.lattice == Lattice::Square { 0 } else { across / 2 };
            (shown.x.saturating_sub(across), shown.y.saturating_sub(down).saturating_add(slant))
        };
        let away = |plane: &usize| {
            let (at, area) = (back(*plane), self.areas[*plane]);
            let beyond = |from: i16, to: i16, at: i16| i32::from((from - at).max(at - to).max(0));
            beyond(area.west, area.east, at.0) + beyond(area.north, area.south, row(self.lattice, at))
        };
        let plane = (0..self.planes).min_by_key(away).unwrap_or(0);
        let (x, y) = back(plane);
        Cell::new_on(Plane(plane as u8), x, y).unwrap_or(shown)
    }

    /// Returns the position of the corner of a cell's box.
    pub fn place(&self, cell: Cell) -> Point {
        place(self.lattice, self.shown_cell(cell))
    }

    /// Returns the position of a corner, or of the midpoint of a seam.
    pub fn joint(&self, joint: Joint) -> Point {
        self.place(joint.cell()) + crate::outline::joint(self.lattice, joint.position())
    }

    /// Returns each plane with its owner and the corners of the box around its content; empty if there is only one
    /// plane.
    pub fn frames<'a>(&self, game: &'a Game) -> impl Iterator<Item = (Plane, Option<Seat>, Point, Point)> + use<'a> {
        let spread = *self;
        let several = if self.planes == 1 { 0 } else { self.planes };
        (0..several).map(move |number| {
            let plane = Plane(number as u8);
            let places: Vec<Point> = spread.corners(plane).iter().map(|&cell| spread.place(cell)).collect();
            let (corner, size) = bounds(&places, cell_size(spread.lattice));
            (plane, game.catalog().board.owner(plane), corner, corner + size)
        })
    }

    /// Returns the cells at the four corners of a plane's content, clockwise from the north-west. Hexes need
    /// all four to find the bounds, because odd columns are lower.
    fn corners(&self, plane: Plane) -> [Cell; 4] {
        let PlaneArea { west, north, east, south } = self.areas[plane.index()];
        let corner = |x: i16, seen: i16| {
            let y = if self.lattice == Lattice::Square { seen } else { seen - x.div_euclid(2) };
            Cell::new_on(plane, x, y).unwrap_or_default()
        };
        [corner(west, north), corner(east, north), corner(east, south), corner(west, south)]
    }

    /// Returns the columns and rows of a plane's content.
    pub(crate) fn ranges(&self, plane: Plane) -> (RangeInclusive<i16>, RangeInclusive<i16>) {
        let PlaneArea { west, north, east, south } = self.areas[plane.index()];
        (west..=east, north..=south)
    }
}
