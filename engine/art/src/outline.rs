//! Where things lie on a cell: corners, sides, ports.

use std::f32::consts::TAU;

use tilewright_core::catalog::joint::{Corner, JointAt};
use tilewright_core::catalog::lattice::{Cell, Lattice, Side, Turn};

use crate::geometry::Point;

/// Height of a hexagon that is 1 wide: half the square root of 3.
pub const HEX_HEIGHT: f32 = 0.866_025_4;

/// Width and height of a cell.
pub fn cell_size(lattice: Lattice) -> (f32, f32) {
    match lattice {
        Lattice::Square => (1.0, 1.0),
        Lattice::Hex => (1.0, HEX_HEIGHT),
    }
}

/// The middle of a cell.
pub fn center(lattice: Lattice) -> Point {
    let (width, height) = cell_size(lattice);
    Point::new(width / 2.0, height / 2.0)
}

/// The corners clockwise; side `s` goes from corner `s` to the next.
pub fn corners(lattice: Lattice) -> Vec<Point> {
    match lattice {
        Lattice::Square => vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(1.0, 1.0), Point::new(0.0, 1.0)],
        Lattice::Hex => (0..6)
            .map(|k| {
                let angle = (k as f32 - 2.0) * TAU / 6.0;
                center(lattice) + Point::new(angle.cos(), angle.sin()) * 0.5
            })
            .collect(),
    }
}

/// The angle of a turn of a tile.
pub fn turn_angle(lattice: Lattice, turn: Turn) -> f32 {
    TAU * f32::from(turn.0) / lattice.side_count() as f32
}

/// The point on a side at a part of its length, clockwise.
pub fn on_side(lattice: Lattice, side: Side, part: f32) -> Point {
    let corners = corners(lattice);
    corners[side.index()].toward(corners[(side.index() + 1) % corners.len()], part)
}

/// Where a corner or a seam is in the box of the cell that names it.
pub fn joint(lattice: Lattice, at: JointAt) -> Point {
    match at {
        JointAt::Corner(Corner(number)) => on_side(lattice, Side(number), 1.0),
        JointAt::Seam(side) => point_on_side(lattice, side),
    }
}

/// The middle of a side.
pub(crate) fn point_on_side(lattice: Lattice, side: Side) -> Point {
    on_side(lattice, side, 0.5)
}

/// Two steps from cell to cell that reach every cell.
pub(crate) fn basis(lattice: Lattice) -> (Point, Point) {
    (place(lattice, Cell::new(1, 0)), place(lattice, Cell::new(0, 1)))
}

/// Where the corner of a cell's box lies on the board.
pub fn place(lattice: Lattice, cell: Cell) -> Point {
    let (x, y) = (f32::from(cell.x), f32::from(cell.y));
    match lattice {
        Lattice::Square => Point::new(x, y),
        Lattice::Hex => Point::new(x * 0.75, (y + x / 2.0) * HEX_HEIGHT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_cells_share_the_points_of_their_sides() {
        for lattice in [Lattice::Square, Lattice::Hex] {
            for side in lattice.sides() {
                let across = lattice.neighbour(Cell::ORIGIN, side);
                let mine = on_side(lattice, side, 0.3);
                let theirs = on_side(lattice, lattice.opposite(side), 0.7) + place(lattice, across);
                assert!((mine - theirs).length() < 1e-5, "{lattice:?} {side:?}");
            }
        }
    }
}
