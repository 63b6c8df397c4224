//! Defines the lattices: cells, sides and turns on squares, hexes and triangles.
//!
//! Square: x grows east, y grows south, sides N E S W. Hex: axial coordinates, q grows east, r grows
//! south-east, sides N NE SE S SW NW. A turn is a quarter or a sixth, clockwise.
//!
//! Triangles use the coordinates of hexes, with every third place missing: the corners where six triangles meet. If x -
//! y is a multiple of 3, the place is a triangle that points down, with sides N SE SW. If it is one more, the triangle
//! points up, with sides NE S NW. If it is two more, the place is a corner. Steps, turns and offsets are therefore
//! those of hexes. A tile whose first cell is drawn pointing down is placed at even turns on triangles that point down,
//! and at odd turns on triangles that point up.

use std::fmt;

/// Maximum number of sides of a cell.
pub const MAX_SIDES: usize = 6;

/// Maximum distance of a cell from the origin of its plane along each axis, in cells.
pub const MAX_REACH: i16 = 1023;

/// Maximum number of planes of a board.
pub const MAX_PLANES: usize = 16;

/// The shape of all cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lattice {
    /// Squares, which have four sides.
    #[default]
    Square,
    /// Hexes, which have six sides and a flat top.
    Hex,
    /// Triangles, which have three sides and a flat top or bottom.
    Triangle,
}

/// A side of a cell, by number clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Side(pub u8);

impl Side {
    /// Returns the side as an index into an array with one entry per side.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clockwise rotation of a tile, in quarters on squares and in sixths on hexes and triangles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turn(pub u8);

impl Turn {
    /// No rotation: the tile as its pack draws it.
    pub const NONE: Turn = Turn(0);

    /// Returns the turn as an index into an array with one entry per turn.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of turns, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turns(u8);

impl Turns {
    /// The empty set of turns.
    pub const NONE: Turns = Turns(0);

    /// Returns every turn of a tile on a lattice.
    #[inline]
    pub const fn all(lattice: Lattice) -> Turns {
        Turns(((1u16 << lattice.side_count()) - 1) as u8)
    }

    /// Returns the set with another turn.
    #[inline]
    #[must_use]
    pub const fn with(self, turn: Turn) -> Turns {
        Turns(self.0 | 1 << turn.0)
    }

    /// Returns the turns that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Turns) -> Turns {
        Turns(self.0 & other.0)
    }

    /// Returns true if the set contains the turn.
    #[inline]
    pub const fn contains(self, turn: Turn) -> bool {
        turn.index() < MAX_SIDES && self.0 >> turn.0 & 1 == 1
    }

    /// Returns the number of turns in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set has no turns.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the turn at an index of the set, from 0; a turn that no tile has if the index is too high.
    #[inline]
    pub const fn nth(self, others: u32) -> Turn {
        let (mut left, mut passed) = (self.0, 0);
        while passed < others && left != 0 {
            left &= left - 1;
            passed += 1;
        }
        Turn(left.trailing_zeros() as u8)
    }

    /// Returns the turns in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Turn> + Clone + use<> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let turn = Turn(left.trailing_zeros() as u8);
                left &= left - 1;
                turn
            })
        })
    }
}

impl FromIterator<Turn> for Turns {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Turns {
        turns.into_iter().fold(Turns::NONE, Turns::with)
    }
}

/// One of the planes of a board, by number. Cells of two planes are never neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Plane(pub u8);

impl Plane {
    /// The first plane; most boards have only this one.
    pub const FIRST: Plane = Plane(0);

    /// Returns the plane as an index into an array with one entry per plane.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of planes, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Planes(u16);

impl Planes {
    /// The empty set of planes.
    pub const NONE: Planes = Planes(0);
    /// The set of all possible planes.
    pub const ALL: Planes = Planes(u16::MAX);

    /// Returns the set of a single plane.
    #[inline]
    pub const fn only(plane: Plane) -> Planes {
        Planes(1 << (plane.0 & 15))
    }

    /// Returns the set with another plane.
    #[inline]
    #[must_use]
    pub const fn with(self, plane: Plane) -> Planes {
        Planes(self.0 | Planes::only(plane).0)
    }

    /// Returns true if the set contains the plane.
    #[inline]
    pub const fn contains(self, plane: Plane) -> bool {
        plane.index() < MAX_PLANES && self.0 >> plane.0 & 1 == 1
    }

    /// Returns true if the set has no planes.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A cell: `x,y` on squares, axial `q,r` on hexes and triangles. Planes after the first add their number, as in
/// `1/x,y`.
///
/// The distance between planes along x is large enough that no cell of one is next to a cell of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cell {
    /// East; later planes continue after the end of the previous plane, see [`Cell::coordinates`].
    pub x: i16,
    /// South, or south-east on hexes and triangles.
    pub y: i16,
}

/// Distance along x from a cell to the same cell of the next plane.
const PLANE_STEP: i16 = 2 * (MAX_REACH + 1);

/// Orders cells by plane, and then in reading order: by y, then by x.
impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        (self.plane(), self.y, self.x).cmp(&(other.plane(), other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Cell {
    /// The cell at 0,0 of the first plane.
    pub const ORIGIN: Cell = Cell { x: 0, y: 0 };

    /// Returns a cell of the first plane.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// Returns the cell at a place of a plane; `None` if the place is farther away than [`MAX_REACH`], or the plane
    /// number is too high.
    pub const fn new_on(plane: Plane, x: i16, y: i16) -> Option<Cell> {
        let near = x >= -MAX_REACH && x <= MAX_REACH && y >= -MAX_REACH && y <= MAX_REACH;
        if near && plane.index() < MAX_PLANES { Some(Cell { x: x + plane.0 as i16 * PLANE_STEP, y }) } else { None }
    }

    /// Returns the plane that contains the cell.
    #[inline]
    pub const fn plane(self) -> Plane {
        if self.x <= MAX_REACH {
            return Plane::FIRST;
        }
        Plane(((self.x as i32 + MAX_REACH as i32 + 1) / PLANE_STEP as i32) as u8)
    }

    /// Returns the place of the cell on its plane: east, and south or south-east.
    #[inline]
    pub const fn coordinates(self) -> (i16, i16) {
        (self.x.wrapping_sub((self.plane().0 as i16).wrapping_mul(PLANE_STEP)), self.y)
    }

    /// Returns the cell at the same place of another plane.
    #[inline]
    #[must_use]
    pub const fn with_plane(self, plane: Plane) -> Cell {
        let (x, y) = self.coordinates();
        Cell { x: x + (plane.0 & 15) as i16 * PLANE_STEP, y }
    }

    /// Returns the cell at an offset. The result saturates at the limits of `i16`.
    #[inline]
    pub const fn plus(self, dx: i16, dy: i16) -> Cell {
        Cell { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// Returns true if a board can have the cell, see [`MAX_REACH`].
    #[inline]
    pub const fn in_reach(self) -> bool {
        if self.y < -MAX_REACH || self.y > MAX_REACH {
            return false;
        }
        // This runs for every neighbour of a tile, and most cells are on the first plane.
        if self.x <= MAX_REACH {
            return self.x >= -MAX_REACH;
        }
        self.coordinates().0 >= -MAX_REACH && self.plane().index() < MAX_PLANES
    }

    /// Returns the cell as one number, which rules use as the key of a counter.
    #[inline]
    pub const fn number(self) -> u32 {
        (self.x as u16 as u32) << 16 | self.y as u16 as u32
    }

    /// Returns the cell with a [`Cell::number`].
    #[inline]
    pub const fn of_number(number: u32) -> Cell {
        Cell { x: (number >> 16) as u16 as i16, y: number as u16 as i16 }
    }

    /// Appends the cell to a text in its display form. It avoids the cost of `format!`, as keys and places are written
    /// often.
    pub(crate) fn write_to(self, text: &mut impl fmt::Write) -> fmt::Result {
        let mut digits = itoa::Buffer::new();
        let (x, y) = self.coordinates();
        if self.plane() != Plane::FIRST {
            text.write_str(digits.format(self.plane().0))?;
            text.write_str("/")?;
        }
        text.write_str(digits.format(x))?;
        text.write_str(",")?;
        text.write_str(digits.format(y))
    }

    /// Parses the display form of a cell; `None` if the text is not a cell or no board can have it.
    pub fn read(text: &str) -> Option<Cell> {
        let (plane, place) = match text.split_once('/') {
            // Each cell has only one spelling, so the first plane must not be written.
            Some((plane, place)) => (plane.parse().ok().filter(|&plane| plane > 0)?, place),
            None => (0, text),
        };
        let (x, y) = place.split_once(',')?;
        Cell::new_on(Plane(plane), x.parse().ok()?, y.parse().ok()?)
    }

    /// Returns a number with 26 bits that sorts like cells.
    #[inline]
    pub const fn sort_key(self) -> u32 {
        // Planes are 2048 apart, so the bits above the lowest 11 of the shifted x hold the number of the plane.
        let east = self.x.wrapping_add(1024) as u16 as u32;
        (east & 0xf800) << 11 | ((self.y + 1024) as u32 & 0x7ff) << 11 | (east & 0x7ff)
    }

    /// Returns the cell with a [`Cell::sort_key`].
    #[inline]
    pub const fn from_sort_key(key: u32) -> Cell {
        let (x, y) = ((key & 0x7ff) as i16 - 1024, (key >> 11 & 0x7ff) as i16 - 1024);
        Cell { x: x + (key >> 22 & 15) as i16 * PLANE_STEP, y }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

pub(crate) const SQUARE_STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
pub(crate) const HEX_STEPS: [(i16, i16); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const SQUARE_RING: [(i16, i16); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const SQUARE_NAMES: [&str; 4] = ["N", "E", "S", "W"];
const HEX_NAMES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// Offsets of the cells that share a corner with a triangle that points down, in reading order. A triangle that points
/// up has the negated offsets.
const DOWN_RING: [(i16, i16); 12] =
    [(1, -2), (2, -2), (-1, -1), (0, -1), (2, -1), (-2, 0), (1, 0), (-2, 1), (-1, 1), (1, 1), (-1, 2), (0, 2)];
const UP_RING: [(i16, i16); 12] =
    [(0, -2), (1, -2), (-1, -1), (1, -1), (2, -1), (-1, 0), (2, 0), (-2, 1), (0, 1), (1, 1), (-2, 2), (-1, 2)];

/// Returns the content of a place on the lattice of triangles, see the head of this file.
const fn triangle_at((x, y): (i16, i16)) -> Triangle {
    match (x as i32 - y as i32).rem_euclid(3) {
        0 => Triangle::Down,
        1 => Triangle::Up,
        _ => Triangle::Corner,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Triangle {
    Down,
    Up,
    Corner,
}

impl Lattice {
    /// Every lattice that boards can have.
    pub const ALL: [Lattice; 3] = [Lattice::Square, Lattice::Hex, Lattice::Triangle];

    /// Number of turns of a tile, which is also the number of different sides of cells: a triangle has three of the
    /// six, see [`Lattice::sides_at`].
    #[inline]
    pub const fn side_count(self) -> usize {
        match self {
            Lattice::Square => 4,
            Lattice::Hex | Lattice::Triangle => 6,
        }
    }

    /// Returns true if every cell has every side.
    #[inline]
    pub const fn is_even(self) -> bool {
        !matches!(self, Lattice::Triangle)
    }

    /// Returns true if there is a cell at a place of a plane, or at an offset from a tile's first cell on the unturned
    /// tile.
    #[inline]
    pub const fn has_place(self, at: (i16, i16)) -> bool {
        self.is_even() || !matches!(triangle_at(at), Triangle::Corner)
    }

    /// Returns true if the lattice has the cell: a lattice of triangles has no cell at every third place.
    #[inline]
    pub const fn has_cell(self, cell: Cell) -> bool {
        self.is_even() || self.has_place(cell.coordinates())
    }

    /// Returns true if a cell has the side, given its place or its offset from a tile's first cell on the unturned
    /// tile.
    #[inline]
    pub const fn has_side_at(self, at: (i16, i16), side: Side) -> bool {
        self.has_side(side)
            && (self.is_even()
                || match triangle_at(at) {
                    Triangle::Down => side.0.is_multiple_of(2),
                    Triangle::Up => !side.0.is_multiple_of(2),
                    Triangle::Corner => false,
                })
    }

    /// Returns the sides of a cell, clockwise, given its place or its offset from a tile's first cell on the unturned
    /// tile.
    #[inline]
    pub fn sides_at(self, at: (i16, i16)) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        self.sides().filter(move |&side| self.has_side_at(at, side))
    }

    /// Returns the sides of a cell, clockwise.
    #[inline]
    pub fn sides_of(self, cell: Cell) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        self.sides_at(if self.is_even() { (0, 0) } else { cell.coordinates() })
    }

    /// Returns the number of sides of a single cell.
    #[inline]
    pub const fn sides_of_one(self) -> usize {
        match self {
            Lattice::Square => 4,
            Lattice::Hex => 6,
            Lattice::Triangle => 3,
        }
    }

    /// Returns true if the cell is a triangle that points up.
    #[inline]
    pub const fn points_up(self, cell: Cell) -> bool {
        !self.is_even() && matches!(triangle_at(cell.coordinates()), Triangle::Up)
    }

    /// Returns true if the first cell of a tile fits the shape of the cell at a turn, regardless of other tiles.
    #[inline]
    pub const fn can_lie(self, cell: Cell, turn: Turn) -> bool {
        self.is_even()
            || match triangle_at(cell.coordinates()) {
                Triangle::Down => turn.0.is_multiple_of(2),
                Triangle::Up => !turn.0.is_multiple_of(2),
                Triangle::Corner => false,
            }
    }

    /// Returns true if a cell of a turned tile has the side. `offset` is its offset from the first cell on the unturned
    /// tile.
    #[inline]
    pub const fn shows(self, offset: (i16, i16), side: Side, turn: Turn) -> bool {
        self.is_even() || self.has_side_at(offset, self.side_before(side, turn))
    }

    /// Returns all sides that cells can have, clockwise from north.
    #[inline]
    pub fn sides(self) -> impl ExactSizeIterator<Item = Side> + DoubleEndedIterator + Clone + use<> {
        (0..self.side_count() as u8).map(Side)
    }

    /// Returns the turns of a tile, clockwise from no rotation.
    #[inline]
    pub fn turns(self) -> impl ExactSizeIterator<Item = Turn> + DoubleEndedIterator + Clone + use<> {
        (0..self.side_count() as u8).map(Turn)
    }

    /// Returns true if cells can have the side.
    #[inline]
    pub const fn has_side(self, side: Side) -> bool {
        side.index() < self.side_count()
    }

    /// Returns true if tiles can have the turn.
    #[inline]
    pub const fn has_turn(self, turn: Turn) -> bool {
        turn.index() < self.side_count()
    }

    /// Returns the side of the neighbouring cell that meets this side.
    #[inline]
    pub const fn opposite(self, side: Side) -> Side {
        match self {
            Lattice::Square => Side((side.0 + 2) & 3),
            _ if side.0 < 3 => Side(side.0 + 3),
            _ => Side(side.0 - 3),
        }
    }

    /// Returns the offsets to the neighbours across each side.
    #[inline]
    pub const fn steps(self) -> &'static [(i16, i16)] {
        match self {
            Lattice::Square => &SQUARE_STEPS,
            Lattice::Hex | Lattice::Triangle => &HEX_STEPS,
        }
    }

    /// Returns the cell across a side.
    #[inline]
    pub const fn neighbour(self, cell: Cell, side: Side) -> Cell {
        let (dx, dy) = self.steps()[side.index()];
        cell.plus(dx, dy)
    }

    /// Returns the side of `cell` that leads to `other`; `None` if they are not neighbours.
    #[inline]
    pub fn side_to(self, cell: Cell, other: Cell) -> Option<Side> {
        self.sides_of(cell).find(|&side| self.neighbour(cell, side) == other)
    }

    /// Returns the offsets to the cells that share a side or corner with a cell: eight on squares, six on hexes, twelve
    /// on triangles.
    #[inline]
    pub const fn ring(self, cell: Cell) -> &'static [(i16, i16)] {
        match self {
            Lattice::Square => &SQUARE_RING,
            Lattice::Hex => &HEX_STEPS,
            Lattice::Triangle => match triangle_at(cell.coordinates()) {
                Triangle::Down => &DOWN_RING,
                _ => &UP_RING,
            },
        }
    }

    /// Returns the number of cells in a [`Lattice::ring`].
    #[inline]
    pub const fn ring_size(self) -> usize {
        match self {
            Lattice::Square => SQUARE_RING.len(),
            Lattice::Hex => HEX_STEPS.len(),
            Lattice::Triangle => DOWN_RING.len(),
        }
    }

    /// Returns the side that `side` becomes after a turn.
    #[inline]
    pub const fn turn_side(self, side: Side, turn: Turn) -> Side {
        Side(((side.index() + turn.index()) % self.side_count()) as u8)
    }

    /// Returns the side of the unturned tile that becomes `side` after a turn.
    #[inline]
    pub const fn side_before(self, side: Side, turn: Turn) -> Side {
        let back = self.side_count() - turn.index() % self.side_count();
        Side(((side.index() + back) % self.side_count()) as u8)
    }

    /// Returns the offset after a turn about the origin.
    pub fn turn_offset(self, (x, y): (i16, i16), turn: Turn) -> (i16, i16) {
        let mut at = (x, y);
        for _ in 0..turn.index() % self.side_count() {
            at = match self {
                Lattice::Square => (-at.1, at.0),
                Lattice::Hex | Lattice::Triangle => (-at.1, at.0 + at.1),
            };
        }
        at
    }

    /// Returns the name of a side.
    ///
    /// # Panics
    /// The lattice has no such side.
    pub const fn side_name(self, side: Side) -> &'static str {
        self.side_names()[side.index()]
    }

    /// Returns the names of the sides, clockwise from north.
    pub const fn side_names(self) -> &'static [&'static str] {
        match self {
            Lattice::Square => &SQUARE_NAMES,
            Lattice::Hex | Lattice::Triangle => &HEX_NAMES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_step_is_the_step_of_the_turned_side() {
        for lattice in Lattice::ALL {
            let step = |side: Side| lattice.steps()[side.index()];
            for side in lattice.sides() {
                for turn in lattice.turns() {
                    let turned = lattice.turn_side(side, turn);
                    assert_eq!(lattice.turn_offset(step(side), turn), step(turned), "{lattice:?} {side:?} {turn}");
                    assert_eq!(lattice.side_before(turned, turn), side);
                }
                let (a, b) = (step(side), step(lattice.opposite(side)));
                assert_eq!((a.0 + b.0, a.1 + b.1), (0, 0));
            }
        }
    }

    /// Returns the corners of a triangle as places of the lattice: each is between two of its sides.
    fn corners_of(cell: Cell) -> Vec<Cell> {
        let lattice = Lattice::Triangle;
        let between = lattice.sides_of(cell).map(|side| lattice.neighbour(cell, Side((side.0 + 1) % 6)));
        between.collect()
    }

    #[test]
    fn triangles_have_three_sides_and_share_corners_with_twelve_others() {
        let lattice = Lattice::Triangle;
        let around = |x: i16, y: i16| (-4..=4).flat_map(move |dy| (-4..=4).map(move |dx| Cell::new(x + dx, y + dy)));
        for cell in around(0, 0).chain(around(700, -900)).filter(|&cell| lattice.has_cell(cell)) {
            assert_eq!(lattice.sides_of(cell).count(), lattice.sides_of_one());
            for side in lattice.sides_of(cell) {
                let across = lattice.neighbour(cell, side);
                assert!(lattice.has_cell(across), "{cell} {side:?}");
                assert!(lattice.sides_of(across).any(|back| back == lattice.opposite(side)));
            }
            let corners = corners_of(cell);
            assert!(corners.iter().all(|&corner| !lattice.has_cell(corner)), "{cell}");
            let (x, y) = cell.coordinates();
            let near = around(x, y).filter(|&other| other != cell && lattice.has_cell(other));
            let shares = near.filter(|&other| corners_of(other).iter().any(|corner| corners.contains(corner)));
            let shares: Vec<Cell> = shares.collect();
            let ring: Vec<Cell> = lattice.ring(cell).iter().map(|&(dx, dy)| cell.plus(dx, dy)).collect();
            assert_eq!((ring, lattice.ring_size()), (shares, 12), "in reading order");
        }
    }

    #[test]
    fn a_turned_triangle_has_the_sides_of_the_cell_that_it_lies_on() {
        let lattice = Lattice::Triangle;
        for cell in [Cell::new(0, 0), Cell::new(1, 0), Cell::new(-4, 5), Cell::new_on(Plane(1), 1, 0).unwrap()] {
            for turn in lattice.turns() {
                let shown: Vec<Side> = lattice.sides().filter(|&side| lattice.shows((0, 0), side, turn)).collect();
                let has: Vec<Side> = lattice.sides_of(cell).collect();
                assert_eq!(lattice.can_lie(cell, turn), shown == has, "{cell} {turn}");
                // The other cells of the tile must also be on places that have cells.
                for offset in [(0, -1), (1, 0), (-1, 1), (2, -1), (-2, 1), (1, 1)] {
                    assert!(lattice.has_place(offset));
                    let (dx, dy) = lattice.turn_offset(offset, turn);
                    let there = cell.plus(dx, dy);
                    assert!(!lattice.can_lie(cell, turn) || lattice.has_cell(there));
                    let drawn = lattice.sides_at(offset).map(|side| lattice.turn_side(side, turn));
                    let drawn: std::collections::BTreeSet<Side> = drawn.collect();
                    assert!(!lattice.can_lie(cell, turn) || drawn == lattice.sides_of(there).collect());
                }
            }
        }
        assert!((0..9).all(|n| !lattice.can_lie(Cell::new(2, 0), Turn(n)) && !lattice.has_cell(Cell::new(2, 0))));
    }

    #[test]
    fn a_cell_is_written_as_it_is_shown() {
        for n in [0, 1, -1, 9, 10, -10, 99, 100, 1000, -1023, 1023, i16::MIN] {
            let (cell, mut text) = (Cell::new(n, -7), String::new());
            cell.write_to(&mut text).unwrap();
            assert_eq!((&text, cell.to_string()), (&format!("{n},-7"), text.clone()));
        }
    }

    #[test]
    fn cells_of_planes_are_told_apart_and_read_as_they_are_written() {
        for plane in (0..MAX_PLANES as u8).map(Plane) {
            for (x, y) in [(0, 0), (-1023, 1023), (1023, -1023), (7, -1)] {
                let cell = Cell::new_on(plane, x, y).unwrap();
                assert_eq!((cell.plane(), cell.coordinates(), cell.in_reach()), (plane, (x, y), true));
                assert_eq!(Cell::read(&cell.to_string()), Some(cell));
                assert_eq!(Cell::of_number(cell.number()), cell);
                assert_eq!(Cell::new(x, y).with_plane(plane), cell);
            }
            assert_eq!((Cell::new_on(plane, 1024, 0), Cell::new_on(plane, 0, -1024)), (None, None));
        }
        let between = Cell::new(1024, 0);
        assert!(!between.in_reach() && !Cell::new(-1024, 0).in_reach() && !Cell::new(i16::MAX, 0).in_reach());
        assert_eq!(Cell::new_on(Plane(3), -4, 5).unwrap().to_string(), "3/-4,5");
        for wrong in ["0/1,1", "16/0,0", "1/", "/0,0", "1/0", "-1/0,0", "1024,0"] {
            assert_eq!(Cell::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sort_keys_round_trip_in_reading_order() {
        let on = |plane, x, y| Cell::new_on(Plane(plane), x, y).unwrap();
        let cells = [
            Cell::new(-1023, -3),
            Cell::new(5, -3),
            Cell::new(0, 0),
            Cell::new(-1, 1),
            Cell::new(1023, 1023),
            on(1, -1023, -1023),
            on(1, 1023, 0),
            on(2, 0, -1023),
            on(15, 1023, 1023),
        ];
        for pair in cells.windows(2) {
            assert!(pair[0] < pair[1] && pair[0].sort_key() < pair[1].sort_key());
        }
        for cell in cells {
            assert_eq!(Cell::from_sort_key(cell.sort_key()), cell);
        }
    }
}
