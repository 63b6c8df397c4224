//! Positions of tiles: a cell with a turn, and a kind of tile with a turn.

use crate::catalog::id::TileKindId;
use crate::catalog::lattice::{Cell, Turn};

/// Position of a tile: its first cell and its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pose {
    /// Position of the tile's first cell.
    pub cell: Cell,
    /// Turn of the tile.
    pub turn: Turn,
}

impl Pose {
    /// Creates the position of a tile whose first cell is `cell`.
    #[inline]
    pub const fn new(cell: Cell, turn: Turn) -> Pose {
        Pose { cell, turn }
    }
}

/// Kind of a tile together with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnedKind {
    /// Kind of the tile.
    pub kind: TileKindId,
    /// Turn of the tile.
    pub turn: Turn,
}
