//! State of a plane of a board: its extent, its bounds and its frontier.

use crate::board::frontier::Frontier;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::lattice::{Cell, Lattice};
use crate::catalog::{Catalog, Extent};
use crate::clone_by_field::clone_by_field;

/// State of one plane of a board.
#[derive(Debug)]
pub(super) struct PlaneState {
    pub(super) extent: Extent,
    /// North-west and south-east corner of the smallest rectangle that holds all tiles; `None` without tiles.
    pub(super) bounds: Option<(Cell, Cell)>,
    pub(super) frontier: Frontier,
    pub(super) lattice: Lattice,
    /// Footing that the packs allow on the plane.
    pub(super) allowed: PlacementPermissions,
}

clone_by_field!(PlaneState: extent, bounds, frontier, lattice, allowed);

impl PlaneState {
    pub(super) fn new(catalog: &Catalog, extent: Extent, allowed: PlacementPermissions) -> PlaneState {
        PlaneState { extent, bounds: None, frontier: Frontier::new(catalog), lattice: catalog.lattice, allowed }
    }

    /// Returns the plane without tiles, at its current extent.
    pub(super) fn cleared_copy(&self, catalog: &Catalog) -> PlaneState {
        PlaneState::new(catalog, self.extent, self.allowed)
    }

    /// Returns the footing for steps. Tiles may be placed without neighbours only if the extent of the plane is fixed.
    #[inline]
    pub(super) fn footing(&self) -> PlacementPermissions {
        let PlacementPermissions { free, over } = self.allowed;
        PlacementPermissions { free: free && matches!(self.extent, Extent::Bounded { .. }), over }
    }

    /// Returns true if tiles need a neighbour and may not cover other tiles.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.allowed.is_plain()
    }

    /// Returns true if the plane has a cell, given the bounds of its tiles.
    #[inline]
    pub(super) fn has(&self, cell: Cell, bounds: Option<(Cell, Cell)>) -> bool {
        let is_plain = matches!(self.extent, Extent::Unbounded) && self.lattice != Lattice::Triangle;
        cell.in_reach() && (is_plain || self.has_within(cell, bounds))
    }

    /// Like [`PlaneState::has`], for planes with more limits than the range of coordinates.
    fn has_within(&self, cell: Cell, bounds: Option<(Cell, Cell)>) -> bool {
        if !self.lattice.has_cell(cell) {
            return false;
        }
        match self.extent {
            Extent::Unbounded => true,
            Extent::Bounded { min, max } => cell.x >= min.x && cell.x <= max.x && cell.y >= min.y && cell.y <= max.y,
            Extent::Sliding { width, height } => bounds.is_none_or(|(min, max)| {
                let wide = i32::from(max.x.max(cell.x)) - i32::from(min.x.min(cell.x)) < i32::from(width);
                wide && i32::from(max.y.max(cell.y)) - i32::from(min.y.min(cell.y)) < i32::from(height)
            }),
        }
    }
}
