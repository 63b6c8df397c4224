//! Computes positions on a cell: corners, sides, ports.

use std::f32::consts::TAU;

use tilewright_core::catalog::joint::{Corner, JointAt};
use tilewright_core::catalog::lattice::{Cell, Lattice, Side, Turn};

use crate::geometry::Point;

/// Height of a hexagon that is 1 wide: half the square root of 3.
pub const HEX_HEIGHT: f32 = 0.866_025_4;

/// Returns the width and height of the bounding box of a cell. The box of a triangle fits both of its orientations: its
/// centre is the centre of the triangle, which is as far from the sides as in a hexagon.
pub fn cell_size(lattice: Lattice) -> (f32, f32) {
    match lattice {
        Lattice::Square => (1.0, 1.0),
        Lattice::Hex => (1.0, HEX_HEIGHT),
        Lattice::Triangle => (1.5, 2.0 * HEX_HEIGHT),
    }
}

/// Returns the length of a side, in widths of a square or a hexagon.
pub(crate) fn side_length(lattice: Lattice) -> f32 {
    match lattice {
        Lattice::Square => 1.0,
        Lattice::Hex => 0.5,
        Lattice::Triangle => 1.5,
    }
}

/// Returns the centre of a cell in its box.
pub fn center(lattice: Lattice) -> Point {
    let (width, height) = cell_size(lattice);
    Point::new(width / 2.0, height / 2.0)
}

/// Returns the corners of a cell clockwise; a triangle points down. The first side leads from the first corner to the
/// second.
pub fn corners(lattice: Lattice) -> Vec<Point> {
    match lattice {
        Lattice::Square => vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(1.0, 1.0), Point::new(0.0, 1.0)],
        Lattice::Hex => (0..6)
            .map(|k| {
                let angle = (k as f32 - 2.0) * TAU / 6.0;
                center(lattice) + Point::new(angle.cos(), angle.sin()) * 0.5
            })
            .collect(),
        Lattice::Triangle => (0..3)
            .map(|k| center(lattice) + Point::new(0.0, HEX_HEIGHT).rotate(Point::default(), (k + 1) as f32 * TAU / 3.0))
            .collect(),
    }
}

/// Returns the corners of a cell clockwise, given its position or its offset from a tile's first cell in the pack.
pub fn corners_at(lattice: Lattice, at: (i16, i16)) -> Vec<Point> {
    let turned = lattice.points_up(Cell::new(at.0, at.1));
    turned_corners(lattice, Turn(turned.into()))
}

/// Returns the corners of a board cell clockwise.
pub fn corners_of(lattice: Lattice, cell: Cell) -> Vec<Point> {
    corners_at(lattice, cell.coordinates())
}

/// Returns the corners of a cell of a turned tile, given its offset from the first cell in the pack.
pub(crate) fn corners_shown(lattice: Lattice, offset: (i16, i16), turn: Turn) -> Vec<Point> {
    let further = Turn(lattice.points_up(Cell::new(offset.0, offset.1)).into());
    turned_corners(lattice, Turn(turn.0 + further.0))
}

/// Returns the corners of a turned cell. Squares and hexagons keep the same corners.
fn turned_corners(lattice: Lattice, turn: Turn) -> Vec<Point> {
    let mut points = corners(lattice);
    if lattice == Lattice::Triangle && !turn.0.is_multiple_of(2) {
        let angle = turn_angle(lattice, Turn(1));
        points.iter_mut().for_each(|point| *point = point.rotate(center(lattice), angle));
    }
    points
}

/// Returns the angle of a tile's turn in radians.
pub fn turn_angle(lattice: Lattice, turn: Turn) -> f32 {
    TAU * f32::from(turn.0) / lattice.side_count() as f32
}

/// Returns the point at the fraction `part` of a side, clockwise.
pub fn on_side(lattice: Lattice, side: Side, part: f32) -> Point {
    let (corners, number) = match lattice {
        Lattice::Triangle => (turned_corners(lattice, Turn(side.0 % 2)), side.index() / 2),
        Lattice::Square | Lattice::Hex => (corners(lattice), side.index()),
    };
    corners[number].lerp(corners[(number + 1) % corners.len()], part)
}

/// Returns the position of a corner or seam in the box of its cell.
pub fn joint(lattice: Lattice, at: JointAt) -> Point {
    match at {
        JointAt::Corner(Corner(number)) => on_side(lattice, Side(number), 1.0),
        JointAt::Seam(side) => point_on_side(lattice, side),
    }
}

/// Returns the midpoint of a side.
pub(crate) fn point_on_side(lattice: Lattice, side: Side) -> Point {
    on_side(lattice, side, 0.5)
}

/// Returns the mean of the corners of an outline, which has at least one.
pub(crate) fn middle_of(outline: &[Point]) -> Point {
    let sum = outline.iter().fold(Point::default(), |sum, &point| sum + point);
    sum * (1.0 / outline.len() as f32)
}

/// Returns two steps between cells that generate the whole lattice.
pub(crate) fn basis(lattice: Lattice) -> (Point, Point) {
    (place(lattice, Cell::new(1, 0)), place(lattice, Cell::new(0, 1)))
}

/// Returns the position of a cell's box on the board, by its top left corner.
pub fn place(lattice: Lattice, cell: Cell) -> Point {
    let (x, y) = (f32::from(cell.x), f32::from(cell.y));
    match lattice {
        Lattice::Square => Point::new(x, y),
        Lattice::Hex | Lattice::Triangle => Point::new(x * 0.75, (y + x / 2.0) * HEX_HEIGHT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_cells_share_the_points_of_their_sides() {
        for lattice in Lattice::ALL {
            for cell in [Cell::ORIGIN, Cell::new(1, 0)] {
                for side in lattice.sides_of(cell) {
                    let across = lattice.neighbour(cell, side);
                    let mine = on_side(lattice, side, 0.3) + place(lattice, cell);
                    let theirs = on_side(lattice, lattice.opposite(side), 0.7) + place(lattice, across);
                    assert!((mine - theirs).length() < 1e-5, "{lattice:?} {side:?}");
                }
            }
        }
    }

    #[test]
    fn sides_go_around_a_cell_from_corner_to_corner() {
        for lattice in Lattice::ALL {
            for cell in [Cell::ORIGIN, Cell::new(1, 0)] {
                let corners = corners_of(lattice, cell);
                assert_eq!(corners.len(), lattice.sides_of_one());
                for (number, side) in lattice.sides_of(cell).enumerate() {
                    let ends = [on_side(lattice, side, 0.0), on_side(lattice, side, 1.0)];
                    for (end, corner) in ends.iter().zip([corners[number], corners[(number + 1) % corners.len()]]) {
                        assert!((*end - corner).length() < 1e-5, "{lattice:?} {cell} {side:?}");
                    }
                    let joint = joint(lattice, JointAt::Corner(Corner(side.0)));
                    assert!((joint - ends[1]).length() < 1e-5);
                }
                let (width, height) = cell_size(lattice);
                let inside =
                    |p: &Point| (-1e-5..=width + 1e-5).contains(&p.x) && (-1e-5..=height + 1e-5).contains(&p.y);
                assert!(corners.iter().all(inside));
            }
        }
    }
}
