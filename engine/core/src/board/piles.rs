//! Pieces of tiles on cells, and the piles of covered pieces.

use std::ops::Range;

use smallvec::SmallVec;

use crate::catalog::id::TileId;
use crate::catalog::lattice::Cell;

/// Cell of a placed tile, with its position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlacedCell {
    pub(crate) tile: TileId,
    pub(crate) part: usize,
    pub(crate) cell: Cell,
}

/// Pieces that a tile covers or consists of. Most tiles have few cells.
pub(crate) type PlacedCells = SmallVec<[PlacedCell; 4]>;

/// Covered pieces, sorted by cell and from the ground upwards. Pieces on top are in the grid.
#[derive(Debug, Default)]
pub(super) struct Piles(pub(super) Vec<PlacedCell>);

impl Clone for Piles {
    fn clone(&self) -> Piles {
        Piles(self.0.clone())
    }

    fn clone_from(&mut self, other: &Piles) {
        self.0.clone_from(&other.0);
    }
}

impl Piles {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn range(&self, cell: Cell) -> Range<usize> {
        let start = self.0.partition_point(|piece| piece.cell < cell);
        start..start + self.0[start..].partition_point(|piece| piece.cell == cell)
    }

    /// Returns the covered pieces on a cell, from the ground upwards.
    #[inline]
    pub(super) fn pile_at(&self, cell: Cell) -> &[PlacedCell] {
        if self.is_empty() { &[] } else { &self.0[self.range(cell)] }
    }

    pub(super) fn push(&mut self, piece: PlacedCell) {
        let end = self.range(piece.cell).end;
        self.0.insert(end, piece);
    }

    pub(super) fn pop(&mut self, cell: Cell) -> Option<PlacedCell> {
        let range = self.range(cell);
        (!range.is_empty()).then(|| self.0.remove(range.end - 1))
    }
}
