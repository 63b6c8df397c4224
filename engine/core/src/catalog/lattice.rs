//! The two lattices: cells, sides and turns on squares and hexes.
//!
//! Square: x grows east, y grows south, sides N E S W. Hex: axial coordinates, q grows east, r grows
//! south-east, sides N NE SE S SW NW. A turn is a quarter or a sixth, clockwise.

use std::fmt;

/// Most sides a cell can have.
pub const MAX_SIDES: usize = 6;

/// Cells lie within this many steps of the origin along each axis; there are none beyond.
pub const MAX_REACH: i16 = 2047;

/// The shape of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lattice {
    /// Four sides.
    #[default]
    Square,
    /// Six sides, flat top.
    Hex,
}

/// A cell: `x,y` on squares, axial `q,r` on hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cell {
    /// East.
    pub x: i16,
    /// South, or south-east on hexes.
    pub y: i16,
}

/// Cells in reading order: by y, then by x.
impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Cell {
    /// The cell where boards begin.
    pub const ORIGIN: Cell = Cell { x: 0, y: 0 };

    /// A cell.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// The cell at an offset; far out of reach there is none further out.
    #[inline]
    pub const fn plus(self, dx: i16, dy: i16) -> Cell {
        Cell { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// Whether the cell exists on any board, see [`MAX_REACH`].
    #[inline]
    pub const fn in_reach(self) -> bool {
        self.x >= -MAX_REACH && self.x <= MAX_REACH && self.y >= -MAX_REACH && self.y <= MAX_REACH
    }

    /// One number for the cell, such as rules have it as the key of a counter.
    #[inline]
    pub const fn number(self) -> u32 {
        (self.x as u16 as u32) << 16 | self.y as u16 as u32
    }

    /// The cell of a [`Cell::number`].
    #[inline]
    pub const fn of_number(number: u32) -> Cell {
        Cell { x: (number >> 16) as u16 as i16, y: number as u16 as i16 }
    }

    /// The cell that is written `x,y`, as cells are shown; nothing where no board reaches.
    pub fn read(text: &str) -> Option<Cell> {
        let (x, y) = text.split_once(',')?;
        let cell = Cell::new(x.parse().ok()?, y.parse().ok()?);
        cell.in_reach().then_some(cell)
    }

    /// One number that sorts as cells do.
    #[inline]
    pub const fn sort_key(self) -> u32 {
        ((self.y + 2048) as u32) << 12 | (self.x + 2048) as u32
    }

    /// The cell of a [`Cell::sort_key`].
    #[inline]
    pub const fn from_sort_key(key: u32) -> Cell {
        Cell { x: (key & 0xfff) as i16 - 2048, y: (key >> 12 & 0xfff) as i16 - 2048 }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

const SQUARE_STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const HEX_STEPS: [(i16, i16); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const SQUARE_RING: [(i16, i16); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const SQUARE_NAMES: [&str; 4] = ["N", "E", "S", "W"];
const HEX_NAMES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

impl Lattice {
    /// Number of sides of a cell, and of turns of a tile.
    #[inline]
    pub const fn sides(self) -> usize {
        match self {
            Lattice::Square => 4,
            Lattice::Hex => 6,
        }
    }

    /// The side that meets this one from the neighbouring cell.
    #[inline]
    pub const fn opposite(self, side: usize) -> usize {
        match self {
            Lattice::Square => (side + 2) & 3,
            Lattice::Hex => {
                if side < 3 {
                    side + 3
                } else {
                    side - 3
                }
            }
        }
    }

    /// Offsets to the neighbours across each side.
    #[inline]
    pub const fn steps(self) -> &'static [(i16, i16)] {
        match self {
            Lattice::Square => &SQUARE_STEPS,
            Lattice::Hex => &HEX_STEPS,
        }
    }

    /// The cell across a side.
    #[inline]
    pub const fn neighbour(self, cell: Cell, side: usize) -> Cell {
        let (dx, dy) = self.steps()[side];
        cell.plus(dx, dy)
    }

    /// Offsets to the cells around: eight on squares (corners too), six on hexes.
    #[inline]
    pub const fn ring(self) -> &'static [(i16, i16)] {
        match self {
            Lattice::Square => &SQUARE_RING,
            Lattice::Hex => &HEX_STEPS,
        }
    }

    /// A side as it lies after a turn.
    #[inline]
    pub const fn turn_side(self, side: usize, turn: usize) -> usize {
        (side + turn) % self.sides()
    }

    /// An offset as it lies after a turn about the origin.
    pub fn turn_offset(self, (x, y): (i16, i16), turn: usize) -> (i16, i16) {
        let mut at = (x, y);
        for _ in 0..turn % self.sides() {
            at = match self {
                Lattice::Square => (-at.1, at.0),
                Lattice::Hex => (-at.1, at.0 + at.1),
            };
        }
        at
    }

    /// Names of the sides, clockwise from north.
    pub const fn side_names(self) -> &'static [&'static str] {
        match self {
            Lattice::Square => &SQUARE_NAMES,
            Lattice::Hex => &HEX_NAMES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_step_is_the_step_of_the_turned_side() {
        for lattice in [Lattice::Square, Lattice::Hex] {
            for side in 0..lattice.sides() {
                for turn in 0..lattice.sides() {
                    let turned = lattice.turn_offset(lattice.steps()[side], turn);
                    assert_eq!(turned, lattice.steps()[lattice.turn_side(side, turn)], "{lattice:?} {side} {turn}");
                }
                let (a, b) = (lattice.steps()[side], lattice.steps()[lattice.opposite(side)]);
                assert_eq!((a.0 + b.0, a.1 + b.1), (0, 0));
            }
        }
    }

    #[test]
    fn sort_keys_round_trip_in_reading_order() {
        let cells = [Cell::new(-2047, -3), Cell::new(5, -3), Cell::new(0, 0), Cell::new(-1, 1), Cell::new(2047, 2047)];
        for pair in cells.windows(2) {
            assert!(pair[0] < pair[1] && pair[0].sort_key() < pair[1].sort_key());
        }
        for cell in cells {
            assert_eq!(Cell::from_sort_key(cell.sort_key()), cell);
        }
    }
}
