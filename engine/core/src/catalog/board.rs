//! The board as packs declare it: its planes, which cells exist, what lies there at the start, and what is around it.

use std::sync::Arc;

use crate::catalog::footing::Footing;
use crate::catalog::id::{BagId, EdgeTypeId, PlaneId, TagId, TileKindId};
use crate::catalog::lattice::{Cell, Plane, Planes, Turn};
use crate::catalog::seat::Seat;
use crate::catalog::tile::MayTurn;

/// Which cells exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Extent {
    /// All within reach.
    #[default]
    Unbounded,
    /// A rectangle, both corners included.
    Bounded {
        /// North-west corner.
        min: Cell,
        /// South-east corner.
        max: Cell,
    },
    /// A rectangle of this size that settles where the tiles are.
    Sliding {
        /// Along x.
        width: u16,
        /// Along y.
        height: u16,
    },
}

impl Extent {
    /// The same on another plane.
    #[must_use]
    pub const fn moved_to(self, plane: Plane) -> Extent {
        match self {
            Extent::Bounded { min, max } => Extent::Bounded { min: min.moved_to(plane), max: max.moved_to(plane) },
            other => other,
        }
    }
}

/// Who may place tiles on a plane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PlacedBy {
    /// Every seat.
    #[default]
    Anybody,
    /// The seat whose plane it is.
    Owner,
    /// Rules alone; no step asks for it.
    Rules,
}

/// One of several boards that a game is played on, as packs declare it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaneSpec {
    /// Whether every seat has one of its own.
    pub each_seat: bool,
    /// Which cells exist at the start; nothing where the board says it for all.
    pub extent: Option<Extent>,
    /// Who may place tiles there.
    pub placed_by: PlacedBy,
    /// Where tiles may lie there besides beside others.
    pub footing: Footing,
}

/// A plane of a board: one that is declared, or that of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPlane {
    /// What it was declared as.
    pub of: PlaneId,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// Which cells exist at the start.
    pub extent: Extent,
    /// Who may place tiles there.
    pub placed_by: PlacedBy,
    /// Where tiles may lie there besides beside others.
    pub footing: Footing,
}

/// The board.
#[derive(Clone, Debug, Default)]
pub struct BoardSpec {
    /// Which cells exist at the start, where there are no planes that say it.
    pub extent: Extent,
    /// The planes, those of seats last and by seat; none where the board is a single one without a name.
    pub planes: Vec<BoardPlane>,
    /// Tiles that lie there at the start.
    pub presets: Vec<Preset>,
    /// Segments of presets that are joined although they do not meet: (preset, segment) twice.
    pub joins: Vec<((usize, usize), (usize, usize))>,
    /// Cells around it that show an edge.
    pub rim: Vec<RimCell>,
    /// Whether an edge that faces a cell off the board counts as closed, and such a cell as occupied.
    pub rim_closes: bool,
    /// At which turns tiles may be placed whose kinds do not say.
    pub may_turn: MayTurn,
    /// Where tiles may lie besides beside others, on all planes.
    pub footing: Footing,
}

impl BoardSpec {
    /// The planes of a game for so many seats; none where the board is a single one without a name.
    pub fn planes_of(&self, seats: u8) -> &[BoardPlane] {
        let are_there = |plane: &&BoardPlane| plane.seat.is_none_or(|seat| seat.0 < seats);
        &self.planes[..self.planes.iter().take_while(are_there).count()]
    }

    /// The planes on which steps let a seat place tiles.
    #[inline]
    pub fn open_to(&self, seat: Seat) -> Planes {
        if self.planes.is_empty() { Planes::ALL } else { self.planes_open_to(seat) }
    }

    #[inline(never)]
    fn planes_open_to(&self, seat: Seat) -> Planes {
        let is_open = |plane: &BoardPlane| match plane.placed_by {
            PlacedBy::Anybody => true,
            PlacedBy::Owner => plane.seat == Some(seat),
            PlacedBy::Rules => false,
        };
        let open = (0..).map(Plane).zip(&self.planes).filter(|(_, plane)| is_open(plane));
        open.fold(Planes::NONE, |set, (plane, _)| set.with(plane))
    }

    /// The plane of a declaration, for those that every seat has that of a seat.
    pub fn plane(&self, of: PlaneId, seat: Option<Seat>) -> Option<Plane> {
        let number = self.planes.iter().position(|plane| plane.of == of && plane.seat == seat);
        number.map(|number| Plane(number as u8))
    }

    /// The seat whose plane it is.
    pub fn owner(&self, plane: Plane) -> Option<Seat> {
        self.planes.get(plane.index())?.seat
    }
}

/// A tile that lies on the board when the game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its kind.
    pub kind: TileKindId,
    /// Where its first cell lies.
    pub cell: Cell,
    /// How it is turned.
    pub turn: Turn,
    /// The bag it comes out of.
    pub from: Option<BagId>,
}

/// A cell outside the board that counts as an edge beside it.
#[derive(Clone, Debug)]
pub struct RimCell {
    /// Its place.
    pub cell: Cell,
    /// The edge it shows towards the board.
    pub edge: EdgeTypeId,
    /// Its name in keys.
    pub name: Arc<str>,
    /// Its numbers, such as a fee.
    pub tags: Vec<(TagId, i16)>,
}
