//! Tiles that come to lie on others: what stood on those, what their features keep, and what comes back when a tile that lay
//! on them leaves.

use std::sync::Arc;

use crate::board::levels::{PlacedCell, PlacedCells};
use crate::catalog::Catalog;
use crate::catalog::id::Symbol;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::happening::Happening;

impl Game {
    /// Covers some pieces, which another tile is laid on next: the figures on their segments go home first, tokens there
    /// leave the board, and features that lose them come apart.
    pub(crate) fn cover(
        &mut self,
        (seat, pieces): (Seat, &PlacedCells),
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        if pieces.is_empty() {
            return Ok(());
        }
        self.clear(pieces, reason)?;
        let catalog = Arc::clone(&self.board.catalog);
        let before = self.remember(&self.board.segments_of(pieces));
        let apart = self.board.cover(&catalog, pieces);
        self.claim_members_again(&apart);
        self.keep_counted(&before, &apart, None);
        self.drop_undone();
        self.report_covered(seat, pieces, reason);
        self.report_parted(&apart, seat);
        let closed = self.note_closed(&before, &apart);
        self.report_completed(pieces[0].tile, seat, closed);
        Ok(())
    }

    /// Reports that tiles were covered, each once.
    pub(super) fn report_covered(&mut self, seat: Seat, pieces: &[PlacedCell], reason: Option<Symbol>) {
        for (number, piece) in pieces.iter().enumerate() {
            if pieces[..number].iter().all(|earlier| earlier.tile != piece.tile) {
                self.report(Happening::Covered { seat, tile: piece.tile, cell: piece.cell, reason });
            }
        }
    }

    /// Reports that tiles lie on top again, each once.
    pub(super) fn report_uncovered(&mut self, seat: Seat, pieces: &[PlacedCell]) {
        for (number, piece) in pieces.iter().enumerate() {
            if pieces[..number].iter().all(|earlier| earlier.tile != piece.tile) {
                self.report(Happening::Uncovered { seat, tile: piece.tile, cell: piece.cell });
            }
        }
    }

    /// Notes the features that are complete with what lies on top again. Tells where they begin; nothing if nothing does.
    pub(super) fn note_found(&mut self, catalog: &Catalog, found: &[PlacedCell]) -> Option<usize> {
        let from = (!found.is_empty()).then_some(self.completed.len())?;
        for (number, piece) in found.iter().enumerate() {
            if found[..number].iter().all(|earlier| earlier.tile != piece.tile) {
                self.note_completed(catalog, piece.tile);
            }
        }
        // Of a tile that is still covered in part, only what is seen counts.
        let features = &self.board.features;
        let mut noted = self.completed.split_off(from);
        noted.retain(|&segment| features.is_there(segment));
        self.completed.append(&mut noted);
        Some(from)
    }
}
