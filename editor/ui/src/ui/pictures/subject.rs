//! Names the pictures of the window.

use std::sync::Arc;

use tilewright_core::catalog::lattice::{Cell, Plane, Turn};

/// Content of a picture. It is named, not numbered, because a change of the pack may change the numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A whole tile at a turn.
    Tile(Arc<str>, Turn),
    /// A cell of a tile at a turn, on a board cell near the origin: textures of own art continue across the board.
    Cell(Arc<str>, u8, Turn, Cell),
    /// Area that a segment of a tile, by number, covers in its cell at a turn.
    Area(Arc<str>, u16, Turn),
    /// An upright figure of a seat.
    Figure(Arc<str>, u8),
    /// A figure of a seat that is lying down.
    Lying(Arc<str>, u8),
    /// A token of the pack.
    Token(Arc<str>),
    /// The mark of a tag, without a tile.
    Tag(Arc<str>),
    /// An existing empty cell of a plane; true if it is a triangle that points up.
    Empty(Plane, bool),
    /// A cell of the rim, by number.
    Rim(u16),
    /// Own picture on the backs of the tiles of a bag.
    Back(Arc<str>),
    /// Own picture behind a zone.
    Zone(Arc<str>),
    /// Own picture of a cell of a tile by number, before it is cut to the outline of the cell and before it is turned.
    Uncut(Arc<str>, u8),
    /// Own background of a plane: the whole picture, or one copy of a picture that repeats.
    Ground(Plane),
}

impl Subject {
    /// True if the picture repeats when it is drawn beyond its edges.
    pub(super) fn is_repeated(&self) -> bool {
        matches!(self, Subject::Ground(_))
    }

    /// True for a picture that can be much wider than a cell.
    pub(super) fn is_wide(&self) -> bool {
        matches!(self, Subject::Ground(_) | Subject::Zone(_) | Subject::Uncut(..))
    }
}
