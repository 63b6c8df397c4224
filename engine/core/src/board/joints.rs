//! Corners and seams of a board: their tiles and segments.

use smallvec::SmallVec;

use crate::board::Board;
use crate::board::piles::PlacedCell;
use crate::catalog::id::{SegmentId, TileId};
use crate::catalog::joint::{Corner, Joint, JointAt};
use crate::catalog::lattice::{Cell, Side};

impl Board {
    /// Returns true if a corner or a seam exists, which requires a tile on one of its cells.
    pub fn has_joint(&self, joint: Joint) -> bool {
        self.catalog.lattice.cells_at(joint).iter().any(|&(cell, _)| self.tile_at(cell).is_some())
    }

    /// Returns true if a corner or a seam would still have a tile once the pieces `lifted` have left the board and the
    /// cells `laid` hold a tile.
    pub(crate) fn keeps_joint(&self, joint: Joint, lifted: &[PlacedCell], laid: &[Cell]) -> bool {
        let keeps = |cell: Cell| {
            let own = u32::from(lifted.iter().any(|piece| piece.cell == cell));
            laid.contains(&cell) || self.height(cell) > own
        };
        self.catalog.lattice.cells_at(joint).iter().any(|&(cell, _)| keeps(cell))
    }

    /// Returns the tiles on the cells that meet at a corner or a seam, each once, clockwise from the least cell.
    pub fn tiles_at_joint(&self, joint: Joint) -> SmallVec<[TileId; 4]> {
        let mut found: SmallVec<[TileId; 4]> = SmallVec::new();
        for (cell, _) in self.catalog.lattice.cells_at(joint) {
            if let Some((tile, _)) = self.tile_at(cell)
                && !found.contains(&tile)
            {
                found.push(tile);
            }
        }
        found
    }

    /// Returns the segments that reach a corner or a seam by a port, each once, clockwise from the least cell. At a
    /// corner these are the segments at the adjoining ends of the two sides that meet there, at a seam all segments
    /// with a port on it.
    pub fn segments_at_joint(&self, joint: Joint) -> SmallVec<[SegmentId; 8]> {
        let mut found: SmallVec<[SegmentId; 8]> = SmallVec::new();
        let mut take = |segment: SegmentId| {
            if !found.contains(&segment) {
                found.push(segment);
            }
        };
        for (cell, at) in self.catalog.lattice.cells_at(joint) {
            let Some((tile, part)) = self.tile_at(cell) else { continue };
            let placed = &self.tiles[tile.index()];
            let face = self.catalog.face(placed.kind, placed.turn, part);
            let on =
                |side: Side, port: usize| face.segment(side, port).map(|local| placed.first_segment.plus(local as u32));
            match at {
                JointAt::Seam(side) => {
                    (0..face.ports(side).len()).filter_map(|port| on(side, port)).for_each(&mut take)
                }
                JointAt::Corner(Corner(number)) => {
                    let (side, next) = (Side(number), self.catalog.lattice.next_side(Side(number)));
                    let last = face.ports(side).len().checked_sub(1).and_then(|port| on(side, port));
                    let first = (!face.ports(next).is_empty()).then(|| on(next, 0)).flatten();
                    last.into_iter().chain(first).for_each(&mut take);
                }
            }
        }
        found
    }
}
