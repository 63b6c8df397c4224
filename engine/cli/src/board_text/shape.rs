//! How cells become rectangles of characters: sizes, distances and the outline of a hex.

use tilewright_core::catalog::lattice::{Cell, Lattice, Side};

/// A point within a cell; the cell reaches from -1 to 1 along both axes.
pub(crate) type Point = (f32, f32);

const SQUARE_CORNERS: [Point; 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
const HEX_CORNERS: [Point; 6] = [(-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0)];

/// The measures of a drawn cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellShape {
    lattice: Lattice,
    /// Columns of a cell.
    pub(crate) width: i32,
    /// Rows of a cell.
    pub(crate) height: i32,
}

impl CellShape {
    /// Seven columns wide.
    pub(crate) fn large(lattice: Lattice) -> CellShape {
        CellShape { lattice, width: 7, height: if lattice == Lattice::Hex { 4 } else { 3 } }
    }

    /// Large enough for numbers on every part of a tile that is shown by itself.
    pub(crate) fn huge(lattice: Lattice) -> CellShape {
        CellShape { lattice, width: 15, height: if lattice == Lattice::Hex { 8 } else { 7 } }
    }

    /// Five columns wide; hexes have one size only.
    pub(crate) fn small(lattice: Lattice) -> CellShape {
        if lattice == Lattice::Hex { CellShape::large(lattice) } else { CellShape { lattice, width: 5, height: 3 } }
    }

    /// Columns from one cell to the next; on squares one is left between them.
    pub(crate) fn pitch(self) -> i32 {
        if self.lattice == Lattice::Hex { self.width } else { self.width + 1 }
    }

    /// Where the upper left character of a cell is drawn; each plane is drawn by itself.
    pub(crate) fn corner(self, cell: Cell) -> (i32, i32) {
        let (x, y) = cell.at();
        let (x, y) = (i32::from(x), i32::from(y));
        let sunk = if self.lattice == Lattice::Hex { x * self.height / 2 } else { 0 };
        (x * self.pitch(), y * self.height + sunk)
    }

    /// Whether a character of the rectangle belongs to the cell.
    pub(crate) fn holds(self, column: i32, row: i32) -> bool {
        // The outline of a hex goes in by a column for every two of its rows that are nearer to the top or the bottom.
        let cut = (self.height / 2 - 1 - row).max(row - self.height / 2);
        self.lattice == Lattice::Square || column >= cut && column < self.width - cut
    }

    /// The point in the middle of a character.
    pub(crate) fn point(self, column: i32, row: i32) -> Point {
        let along = |at: i32, count: i32| (2 * at + 1) as f32 / count as f32 - 1.0;
        (along(column, self.width), along(row, self.height))
    }

    /// The character that a point lies in.
    pub(crate) fn character(self, (u, v): Point) -> (i32, i32) {
        let at = |p: f32, count: i32| (((p + 1.0) / 2.0 * count as f32) as i32).clamp(0, count - 1);
        (at(u, self.width), at(v, self.height))
    }

    /// The point of a port: its place on the side, clockwise.
    pub(crate) fn port(self, side: Side, index: usize, count: usize) -> Point {
        let corners: &[Point] = if self.lattice == Lattice::Hex { &HEX_CORNERS } else { &SQUARE_CORNERS };
        let (from, to) = (corners[side.index()], corners[(side.index() + 1) % corners.len()]);
        let share = (2 * index + 1) as f32 / (2 * count.max(1)) as f32;
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    }
}

/// The square of the distance of a point from a line between two others.
pub(crate) fn distance(point: Point, from: Point, to: Point) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (x, y) = (point.0 - from.0 - along * dx, point.1 - from.1 - along * dy);
    x * x + y * y
}
