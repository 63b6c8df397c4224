//! Converts cells to rectangles of characters: sizes, distances, and the outlines of hexes and triangles.

use tilewright_core::catalog::lattice::{Cell, Lattice, Side, Turn};

/// Point in the box of a cell, from -1 to 1 along both axes.
pub(crate) type BoxPoint = (f32, f32);

const SQUARE_CORNERS: [BoxPoint; 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
const HEX_CORNERS: [BoxPoint; 6] = [(-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0)];
/// Corners of a triangle that points down; a triangle that points up has [`UP_CORNERS`].
const DOWN_CORNERS: [BoxPoint; 3] = [(-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)];
const UP_CORNERS: [BoxPoint; 3] = [(0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

/// Size and outline of a drawn cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellShape {
    lattice: Lattice,
    /// True for a triangle that points up.
    up: bool,
    /// Number of columns of a cell.
    pub(crate) width: i32,
    /// Number of rows of a cell.
    pub(crate) height: i32,
}

impl CellShape {
    /// Returns the shape with the height of its lattice. A triangle has its own width, since it becomes narrower by two
    /// columns with each row.
    fn of_height(lattice: Lattice, width: i32, heights: [i32; 3]) -> CellShape {
        let [square, hex, triangle] = heights;
        let (width, height) = match lattice {
            Lattice::Square => (width, square),
            Lattice::Hex => (width, hex),
            Lattice::Triangle => (2 * triangle - 1, triangle),
        };
        CellShape { lattice, up: false, width, height }
    }

    /// Returns the shape of cells that are seven columns wide; triangles have nine.
    pub(crate) fn large(lattice: Lattice) -> CellShape {
        CellShape::of_height(lattice, 7, [3, 4, 5])
    }

    /// Returns the shape of cells with space for a number on each segment, for a tile that is shown alone.
    pub(crate) fn huge(lattice: Lattice) -> CellShape {
        CellShape::of_height(lattice, 15, [7, 8, 8])
    }

    /// Returns the shape of cells that are five columns wide. Only squares have this size; other cells are as large as
    /// in [`CellShape::large`].
    pub(crate) fn small(lattice: Lattice) -> CellShape {
        if lattice == Lattice::Square { CellShape::of_height(lattice, 5, [3, 4, 5]) } else { CellShape::large(lattice) }
    }

    /// Returns the shape of a cell of the board: triangles point up or down.
    pub(crate) fn for_cell(self, cell: Cell) -> CellShape {
        CellShape { up: self.lattice.points_up(cell), ..self }
    }

    /// Returns the shape of a cell of a rotated tile, from the offset that the cell has before the rotation.
    pub(crate) fn for_turned_cell(self, offset: (i16, i16), turn: Turn) -> CellShape {
        let drawn = self.for_cell(Cell::new(offset.0, offset.1)).up;
        CellShape { up: !self.lattice.is_even() && drawn != (turn.0 % 2 == 1), ..self }
    }

    /// Returns the number of columns from one cell to the next. Squares have one free column between them.
    pub(crate) fn pitch(self) -> i32 {
        match self.lattice {
            Lattice::Square => self.width + 1,
            Lattice::Hex => self.width,
            Lattice::Triangle => (self.width + 1) / 2,
        }
    }

    /// Returns the column and row of the upper left character of a cell. Each plane is drawn separately.
    pub(crate) fn corner(self, cell: Cell) -> (i32, i32) {
        let (x, y) = cell.coordinates();
        let (x, y) = (i32::from(x), i32::from(y));
        let top = match self.lattice {
            Lattice::Square => y * self.height,
            Lattice::Hex => y * self.height + x * self.height / 2,
            // Triangles that point up and down alternate in each row.
            Lattice::Triangle => (x + 2 * y).div_euclid(3) * self.height,
        };
        (x * self.pitch(), top)
    }

    /// True if a character of the rectangle belongs to the cell.
    pub(crate) fn holds(self, column: i32, row: i32) -> bool {
        let cut = match self.lattice {
            Lattice::Square => 0,
            // The outline of a hex narrows by one column for every row away from the two rows in the middle.
            Lattice::Hex => (self.height / 2 - 1 - row).max(row - self.height / 2),
            Lattice::Triangle if self.up => self.height - 1 - row,
            Lattice::Triangle => row,
        };
        column >= cut && column < self.width - cut
    }

    /// Returns the point in the middle of a character.
    pub(crate) fn point(self, column: i32, row: i32) -> BoxPoint {
        let along = |at: i32, count: i32| (2 * at + 1) as f32 / count as f32 - 1.0;
        (along(column, self.width), along(row, self.height))
    }

    /// Returns the character that contains a point.
    pub(crate) fn character(self, (u, v): BoxPoint) -> (i32, i32) {
        let at = |p: f32, count: i32| (((p + 1.0) / 2.0 * count as f32) as i32).clamp(0, count - 1);
        (at(u, self.width), at(v, self.height))
    }

    /// Returns the middle of the cell. In a triangle, it is closer to the horizontal side.
    pub(crate) fn middle(self) -> BoxPoint {
        match (self.lattice, self.up) {
            (Lattice::Square | Lattice::Hex, _) => (0.0, 0.0),
            (Lattice::Triangle, true) => (0.0, 0.33),
            (Lattice::Triangle, false) => (0.0, -0.33),
        }
    }

    /// Returns the distance from the middle within which there is space to the left and right.
    pub(crate) fn room(self) -> f32 {
        if self.lattice == Lattice::Triangle { 0.45 } else { 0.8 }
    }

    /// Returns the row of the middle.
    pub(crate) fn middle_row(self) -> i32 {
        match (self.lattice, self.up) {
            (Lattice::Square | Lattice::Hex, _) => (self.height - 1) / 2,
            (Lattice::Triangle, true) => self.height - 1 - (self.height - 1) / 3,
            (Lattice::Triangle, false) => (self.height - 1) / 3,
        }
    }

    /// Returns the row for a number below the middle.
    pub(crate) fn low_row(self) -> i32 {
        if self.lattice == Lattice::Triangle { self.middle_row() + 1 } else { self.height - 1 }
    }

    /// Returns the point of a port: port `index` of the `count` ports of a side, clockwise.
    pub(crate) fn port(self, side: Side, index: usize, count: usize) -> BoxPoint {
        let (corners, number): (&[BoxPoint], usize) = match self.lattice {
            Lattice::Square => (&SQUARE_CORNERS, side.index()),
            Lattice::Hex => (&HEX_CORNERS, side.index()),
            Lattice::Triangle if self.up => (&UP_CORNERS, side.index() / 2),
            Lattice::Triangle => (&DOWN_CORNERS, side.index() / 2),
        };
        let (from, to) = (corners[number], corners[(number + 1) % corners.len()]);
        let share = (2 * index + 1) as f32 / (2 * count.max(1)) as f32;
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    }
}

/// Returns the squared distance of a point from the line between two other points.
pub(crate) fn distance(point: BoxPoint, from: BoxPoint, to: BoxPoint) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (x, y) = (point.0 - from.0 - along * dx, point.1 - from.1 - along * dy);
    x * x + y * y
}
