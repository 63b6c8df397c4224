//! Names corners and seams: the places between cells. Four squares, three hexes or six triangles meet at a corner; two
//! cells meet along a seam.
//!
//! Each joint has one value, whichever cell it is reached from: it is named by the least cell next to it that a board
//! can have. Joints at the same place are therefore equal.

use smallvec::SmallVec;
use std::fmt;

use crate::catalog::lattice::{Cell, Lattice, Side};

/// A corner of a cell, by number: the clockwise end of the side with the same number. A triangle has three of the six
/// corners.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Corner(pub u8);

/// Position of a joint on one of its cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JointAt {
    /// A corner of the cell.
    Corner(Corner),
    /// A side of the cell.
    Seam(Side),
}

/// A corner or a seam of a board.
///
/// One number holds the cell that names the joint and the position on that cell. Joints sort by cell first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Joint(u32);

/// Number of low bits that hold the position on the cell.
const BITS: u32 = 4;
/// Bit of the position that marks a seam.
const SEAM: u32 = 8;

/// Maximum number of cells that meet at a joint.
pub const MAX_MEETING: usize = 6;

const SQUARE_CORNERS: [&str; 4] = ["NE", "SE", "SW", "NW"];
const HEX_CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];
/// A triangle that points down has corners where a triangle that points up has sides.
const TRIANGLE_CORNERS: [&str; 6] = ["NE", "SE", "S", "SW", "NW", "N"];

impl Joint {
    fn new(cell: Cell, at: JointAt) -> Joint {
        let low = match at {
            JointAt::Corner(Corner(number)) => u32::from(number),
            JointAt::Seam(Side(number)) => SEAM | u32::from(number),
        };
        Joint(cell.sort_key() << BITS | low)
    }

    /// Returns the cell that names the joint: the smallest of the cells that meet there.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::from_sort_key(self.0 >> BITS)
    }

    /// Returns the position of the joint on that cell.
    #[inline]
    pub const fn position(self) -> JointAt {
        let number = (self.0 & (SEAM - 1)) as u8;
        if self.is_corner() { JointAt::Corner(Corner(number)) } else { JointAt::Seam(Side(number)) }
    }

    /// Returns true for a corner, false for a seam.
    #[inline]
    pub const fn is_corner(self) -> bool {
        self.0 & SEAM == 0
    }

    /// Returns the joint as a number, as rules store it.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the joint with a [`Joint::number`].
    #[inline]
    pub const fn of_number(number: u32) -> Joint {
        Joint(number)
    }
}

impl Lattice {
    /// Returns all corners that cells can have, clockwise from the end of the northern side.
    #[inline]
    pub fn corners(self) -> impl ExactSizeIterator<Item = Corner> + DoubleEndedIterator + Clone + use<> {
        (0..self.side_count() as u8).map(Corner)
    }

    /// Returns the corners of a cell, clockwise.
    #[inline]
    pub fn corners_of(self, cell: Cell) -> impl DoubleEndedIterator<Item = Corner> + Clone + use<> {
        self.sides_of(cell).map(|Side(number)| Corner(number))
    }

    /// Returns the side of a cell that is clockwise next to `side`.
    #[inline]
    pub const fn next_side(self, side: Side) -> Side {
        Side((side.0 + if self.is_even() { 1 } else { 2 }) % self.side_count() as u8)
    }

    /// Returns the joint at a corner or side of a cell; `None` if no board has the cell, or if it has no such corner or
    /// side.
    pub fn joint(self, cell: Cell, at: JointAt) -> Option<Joint> {
        let (JointAt::Corner(Corner(number)) | JointAt::Seam(Side(number))) = at;
        if !cell.in_reach() || !self.has_side_at(cell.coordinates(), Side(number)) {
            return None;
        }
        self.meeting(cell, at).into_iter().map(|(cell, at)| Joint::new(cell, at)).min()
    }

    /// Returns the cells that meet at a joint, clockwise from the cell that names it, each with its position on that
    /// cell. Leaves out cells that no board can have.
    #[inline]
    pub fn cells_at(self, joint: Joint) -> SmallVec<[(Cell, JointAt); MAX_MEETING]> {
        self.meeting(joint.cell(), joint.position())
    }

    /// Returns the cells that meet at a corner or side of a cell, each with the position of that place on it.
    fn meeting(self, cell: Cell, at: JointAt) -> SmallVec<[(Cell, JointAt); MAX_MEETING]> {
        let count = self.side_count() as u8;
        let across = |number: u8| self.neighbour(cell, Side(number % count));
        let corner = |number: u8| JointAt::Corner(Corner(number % count));
        let mut found: SmallVec<[(Cell, JointAt); MAX_MEETING]> = SmallVec::new();
        found.push((cell, at));
        match (at, self) {
            (JointAt::Seam(side), _) => found.push((self.neighbour(cell, side), JointAt::Seam(self.opposite(side)))),
            (JointAt::Corner(Corner(n)), Lattice::Square) => {
                let beyond = self.neighbour(across(n), Side((n + 1) % count));
                found.extend([(across(n), corner(n + 1)), (beyond, corner(n + 2)), (across(n + 1), corner(n + 3))]);
            }
            (JointAt::Corner(Corner(n)), Lattice::Hex) => {
                found.extend([(across(n), corner(n + 2)), (across(n + 1), corner(n + 4))]);
            }
            (JointAt::Corner(Corner(n)), Lattice::Triangle) => {
                // Each step crosses the side that ends at the corner, until all cells around it are found.
                let mut here = cell;
                for number in n..n + count - 1 {
                    here = self.neighbour(here, Side(number % count));
                    found.push((here, corner(number + 1)));
                }
            }
        }
        // A cell two steps outside a plane has the number of a cell on the next plane.
        found.retain(|(other, _)| other.in_reach() && other.plane() == cell.plane());
        found
    }

    /// Returns the joints next to a joint, in order: the seams that end at a corner, or the two ends of a seam.
    pub fn joints_beside(self, joint: Joint) -> SmallVec<[Joint; MAX_MEETING]> {
        let (count, back) = (self.side_count() as u8, self.next_side(Side(0)).0);
        let mut found: SmallVec<[Joint; MAX_MEETING]> = SmallVec::new();
        for (cell, at) in self.cells_at(joint) {
            let beside = match at {
                JointAt::Corner(Corner(n)) => [Side(n), self.next_side(Side(n))].map(JointAt::Seam),
                JointAt::Seam(Side(n)) => [(n + count - back) % count, n].map(|corner| JointAt::Corner(Corner(corner))),
            };
            for joint in beside.into_iter().filter_map(|at| self.joint(cell, at)) {
                if !found.contains(&joint) {
                    found.push(joint);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the name of a corner or side of a cell: the point of the compass. No cell has a corner and a side with
    /// the same name.
    ///
    /// # Panics
    /// The lattice has no such corner or side.
    pub const fn joint_name(self, at: JointAt) -> &'static str {
        match (at, self) {
            (JointAt::Seam(side), _) => self.side_name(side),
            (JointAt::Corner(Corner(number)), Lattice::Square) => SQUARE_CORNERS[number as usize],
            (JointAt::Corner(Corner(number)), Lattice::Hex) => HEX_CORNERS[number as usize],
            (JointAt::Corner(Corner(number)), Lattice::Triangle) => TRIANGLE_CORNERS[number as usize],
        }
    }

    /// Returns the key of a joint: `x,y.SE`, the cell that names it and the position on that cell.
    pub fn joint_key(self, joint: Joint) -> String {
        let mut text = String::with_capacity(12);
        // Writing to a `String` cannot fail.
        let _ = self.write_joint(joint, &mut text);
        text
    }

    /// Appends the key of a joint to a text.
    pub(crate) fn write_joint(self, joint: Joint, text: &mut impl fmt::Write) -> fmt::Result {
        joint.cell().write_to(text)?;
        text.write_str(".")?;
        text.write_str(self.joint_name(joint.position()))
    }

    /// Parses a joint written as a cell and a position on it, for any cell that meets there. Returns `None` if there is
    /// no such joint.
    pub fn read_joint(self, text: &str) -> Option<Joint> {
        let (cell, name) = text.split_once('.')?;
        let cell = Cell::read(cell)?;
        let mut all = self.corners_of(cell).map(JointAt::Corner).chain(self.sides_of(cell).map(JointAt::Seam));
        self.joint(cell, all.find(|&at| self.joint_name(at) == name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::lattice::{MAX_REACH, Plane};
    use std::collections::BTreeSet;

    fn places(lattice: Lattice, cell: Cell) -> Vec<JointAt> {
        lattice.corners_of(cell).map(JointAt::Corner).chain(lattice.sides_of(cell).map(JointAt::Seam)).collect()
    }

    /// Returns the place of a corner or of the middle of a side, in twelfths of the distance between two cells. It is
    /// computed from the centres of the cells, independently of the numbers of corners.
    fn point(lattice: Lattice, cell: Cell, at: JointAt) -> (i32, i32) {
        let (x, y) = (12 * i32::from(cell.x), 12 * i32::from(cell.y));
        let step = |number: u8| {
            let (dx, dy) = lattice.steps()[usize::from(number) % lattice.side_count()];
            (i32::from(dx), i32::from(dy))
        };
        let (part, steps) = match (at, lattice) {
            (JointAt::Seam(Side(n)), _) => (6, vec![step(n)]),
            (JointAt::Corner(Corner(n)), Lattice::Square) => (6, vec![step(n), step(n + 1)]),
            (JointAt::Corner(Corner(n)), Lattice::Hex) => (4, vec![step(n), step(n + 1)]),
            (JointAt::Corner(Corner(n)), Lattice::Triangle) => (12, vec![step(n + 1)]),
        };
        steps.into_iter().fold((x, y), |(x, y), (dx, dy)| (x + part * dx, y + part * dy))
    }

    /// Returns cells around the origin and at the limits of a few planes, for each lattice.
    fn all() -> impl Iterator<Item = (Lattice, Cell)> {
        let all = Lattice::ALL.into_iter().flat_map(|lattice| cells().into_iter().map(move |cell| (lattice, cell)));
        all.filter(|&(lattice, cell)| lattice.has_cell(cell))
    }

    fn cells() -> Vec<Cell> {
        let along = [-MAX_REACH, 1 - MAX_REACH, -2, -1, 0, 1, 2, 3, MAX_REACH - 1, MAX_REACH];
        let mut cells = Vec::new();
        for plane in [0, 1, 7, 15].map(Plane) {
            cells.extend(along.iter().flat_map(|&y| along.map(|x| Cell::new_on(plane, x, y).unwrap())));
        }
        cells
    }

    #[test]
    fn a_joint_has_one_name_from_each_of_its_cells() {
        for (lattice, cell) in all() {
            for at in places(lattice, cell) {
                let joint = lattice.joint(cell, at).unwrap();
                let met = lattice.cells_at(joint);
                assert!(met.contains(&(cell, at)), "{lattice:?} {cell} {at:?}");
                assert_eq!(met[0], (joint.cell(), joint.position()));
                for &(other, there) in &met {
                    assert_eq!(lattice.joint(other, there), Some(joint));
                    assert_eq!(other.plane(), cell.plane());
                    assert_eq!(point(lattice, other, there), point(lattice, cell, at));
                    assert!(joint.cell() <= other);
                }
                assert_eq!(Joint::of_number(joint.number()), joint);
            }
        }
    }

    #[test]
    fn two_joints_are_two_points() {
        for lattice in Lattice::ALL {
            let mut known = std::collections::BTreeMap::new();
            for cell in cells().into_iter().filter(|&cell| lattice.has_cell(cell)) {
                for at in places(lattice, cell) {
                    let joint = lattice.joint(cell, at).unwrap();
                    let point = point(lattice, cell, at);
                    let first = *known.entry((cell.plane(), point)).or_insert(joint);
                    assert_eq!(first, joint, "{lattice:?} {cell} {at:?}");
                }
            }
            let joints: BTreeSet<Joint> = known.values().copied().collect();
            assert_eq!(joints.len(), known.len(), "{lattice:?}");
        }
    }

    #[test]
    fn a_joint_is_read_as_it_is_written() {
        for (lattice, cell) in all() {
            let mut keys = BTreeSet::new();
            for at in places(lattice, cell) {
                let joint = lattice.joint(cell, at).unwrap();
                assert!(keys.insert(lattice.joint_key(joint)), "two joints of one name");
                for (other, there) in lattice.cells_at(joint) {
                    let text = format!("{other}.{}", lattice.joint_name(there));
                    assert_eq!(lattice.read_joint(&text), Some(joint), "{text}");
                }
            }
        }
    }

    #[test]
    fn so_many_cells_meet_at_a_corner_and_two_at_a_seam() {
        for (lattice, at_corner) in [(Lattice::Square, 4), (Lattice::Hex, 3), (Lattice::Triangle, 6)] {
            let cell = Cell::new(5, -7);
            for at in places(lattice, cell) {
                let joint = lattice.joint(cell, at).unwrap();
                let beside = lattice.joints_beside(joint);
                let (cells, others) = if joint.is_corner() { (at_corner, at_corner) } else { (2, 2) };
                assert_eq!((lattice.cells_at(joint).len(), beside.len()), (cells, others), "{lattice:?} {at:?}");
                for other in beside {
                    assert_ne!(other.is_corner(), joint.is_corner());
                    assert!(lattice.joints_beside(other).contains(&joint), "both ways");
                }
            }
        }
    }

    #[test]
    fn where_boards_end_those_cells_count_that_there_can_be() {
        let last = Cell::new(MAX_REACH, MAX_REACH);
        let joint = Lattice::Square.joint(last, JointAt::Corner(Corner(1))).unwrap();
        assert_eq!(
            (Lattice::Square.joint_key(joint).as_str(), Lattice::Square.cells_at(joint).len()),
            ("1023,1023.SE", 1)
        );
        assert_eq!(Lattice::Square.joint(last.plus(1, 0), JointAt::Corner(Corner(3))), None);
    }

    #[test]
    fn what_is_no_joint_is_not_read() {
        for text in ["0,0", "0,0.", "0,0.NNE", "0,0.ne", "0.NE", "0,0.NE.", "0,0:NE", "1024,0.N", ".N"] {
            assert_eq!(Lattice::Square.read_joint(text), None, "{text}");
        }
        let on_hexes = Lattice::Hex.read_joint("2/0,0.NE").unwrap();
        assert!(!on_hexes.is_corner() && on_hexes.cell().plane() == Plane(2));
        assert!(Lattice::Square.read_joint("2/0,0.NE").unwrap().is_corner());
        // A triangle that points down, a triangle that points up, and a place without a cell.
        let triangle = |text| Lattice::Triangle.read_joint(text).map(Joint::is_corner);
        assert_eq!(["0,0.N", "0,0.NE", "0,0.S", "0,0.SE"].map(triangle), [false, true, true, false].map(Some));
        assert_eq!(["1,0.N", "1,0.NE", "1,0.S", "1,0.SE"].map(triangle), [true, false, false, true].map(Some));
        assert_eq!(["2,0.N", "2,0.NE", "2,0.S", "0,0.ENE"].map(triangle), [None; 4]);
    }
}
