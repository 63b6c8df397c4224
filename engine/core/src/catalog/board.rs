//! Describes the board as packs declare it: its planes, its cells, the tiles on it at the start, and its rim.

use std::sync::Arc;

use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{BagId, EdgeTypeId, PlaneId, TagId, TileKindId};
use crate::catalog::lattice::{Cell, Plane, Planes, Turn};
use crate::catalog::seat::Seat;
use crate::catalog::tile::MayTurn;

/// The set of cells that exist on a board or plane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Extent {
    /// All cells within the engine's coordinate limits.
    #[default]
    Unbounded,
    /// A rectangle, both corners included.
    Bounded {
        /// North-west corner, included in the rectangle.
        min: Cell,
        /// South-east corner, included in the rectangle.
        max: Cell,
    },
    /// A rectangle of this size whose position depends on the placed tiles.
    Sliding {
        /// Number of cells along x.
        width: u16,
        /// Number of cells along y.
        height: u16,
    },
}

impl Extent {
    /// Returns the same extent on another plane.
    #[must_use]
    pub const fn with_plane(self, plane: Plane) -> Extent {
        match self {
            Extent::Bounded { min, max } => Extent::Bounded { min: min.with_plane(plane), max: max.with_plane(plane) },
            other => other,
        }
    }
}

/// The seats that may place tiles on a plane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PlacedBy {
    /// Every seat may place tiles.
    #[default]
    Anybody,
    /// Only the seat that owns the plane.
    Owner,
    /// Only rules; no step offers a placement there.
    Rules,
}

/// A plane, one of several boards that a game is played on, as packs declare it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaneSpec {
    /// True if every seat has its own copy.
    pub each_seat: bool,
    /// Cells that exist at the start; `None` if the extent of the board applies.
    pub extent: Option<Extent>,
    /// Seats that may place tiles there.
    pub placed_by: PlacedBy,
    /// Placements that are allowed there in addition to cells next to other tiles.
    pub footing: PlacementPermissions,
}

/// A plane of the board in a game: a shared one, or the copy of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPlane {
    /// The declaration of the plane.
    pub of: PlaneId,
    /// Owner of the plane; `None` if all seats share it.
    pub seat: Option<Seat>,
    /// Cells that exist at the start.
    pub extent: Extent,
    /// Seats that may place tiles there.
    pub placed_by: PlacedBy,
    /// Placements that are allowed there in addition to cells next to other tiles.
    pub footing: PlacementPermissions,
}

/// The board as the packs of a game declare it.
#[derive(Clone, Debug, Default)]
pub struct BoardSpec {
    /// Cells that exist at the start, for planes without their own extent.
    pub extent: Extent,
    /// Planes, with those of seats last and sorted by seat. Empty if the board is a single plane without a name.
    pub planes: Vec<BoardPlane>,
    /// Tiles on the board at the start.
    pub presets: Vec<Preset>,
    /// Pairs of segments of presets that are joined although they do not meet, each as (preset, segment).
    pub joins: Vec<((usize, usize), (usize, usize))>,
    /// Cells around the board that show an edge.
    pub rim: Vec<RimCell>,
    /// True if an edge that faces a cell off the board counts as closed, and such a cell as occupied.
    pub rim_closes: bool,
    /// Turns at which tiles may be placed, for kinds that do not declare their own.
    pub may_turn: MayTurn,
    /// Placements that are allowed on all planes in addition to cells next to other tiles.
    pub footing: PlacementPermissions,
}

impl BoardSpec {
    /// Returns the planes of a game with `seats` seats; an empty slice if the board is a single plane without a name.
    pub fn planes_of(&self, seats: u8) -> &[BoardPlane] {
        let are_there = |plane: &&BoardPlane| plane.seat.is_none_or(|seat| seat.0 < seats);
        &self.planes[..self.planes.iter().take_while(are_there).count()]
    }

    /// Returns the planes on which steps let a seat place tiles.
    #[inline]
    pub fn open_to(&self, seat: Seat) -> Planes {
        if self.planes.is_empty() { Planes::ALL } else { self.planes_open_to(seat) }
    }

    fn planes_open_to(&self, seat: Seat) -> Planes {
        let is_open = |plane: &BoardPlane| match plane.placed_by {
            PlacedBy::Anybody => true,
            PlacedBy::Owner => plane.seat == Some(seat),
            PlacedBy::Rules => false,
        };
        let open = (0..).map(Plane).zip(&self.planes).filter(|(_, plane)| is_open(plane));
        open.fold(Planes::NONE, |set, (plane, _)| set.with(plane))
    }

    /// Returns the plane of a declaration, or of `seat` if each seat has a copy. Returns `None` if there is no such
    /// plane.
    pub fn plane(&self, of: PlaneId, seat: Option<Seat>) -> Option<Plane> {
        let number = self.planes.iter().position(|plane| plane.of == of && plane.seat == seat);
        number.map(|number| Plane(number as u8))
    }

    /// Returns the seat that owns the plane; `None` if all seats share it.
    pub fn owner(&self, plane: Plane) -> Option<Seat> {
        self.planes.get(plane.index())?.seat
    }
}

/// A tile on the board when the game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Kind of the tile.
    pub kind: TileKindId,
    /// Position of the first cell of the tile.
    pub cell: Cell,
    /// Turn of the placed tile.
    pub turn: Turn,
    /// Bag that the tile is taken from; `None` if it comes from none.
    pub from: Option<BagId>,
}

/// A cell outside the board that shows an edge to its neighbours on the board.
#[derive(Clone, Debug)]
pub struct RimCell {
    /// Position of the cell, off the board.
    pub cell: Cell,
    /// Edge that the cell shows towards the board.
    pub edge: EdgeTypeId,
    /// Name of the cell in keys.
    pub name: Arc<str>,
    /// Tags of the cell with their numbers, such as a fee.
    pub tags: Vec<(TagId, i16)>,
}
