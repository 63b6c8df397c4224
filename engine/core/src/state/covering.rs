//! Tiles on top of other tiles: the pieces that were on the covered tiles, the counters of their features, and the
//! tiles that are uncovered again.

use crate::board::features::Merged;
use crate::board::levels::PlacedCell;
use crate::catalog::Catalog;
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::seat::Seat;
use crate::state::effect::Rejected;
use crate::state::game::Game;
use crate::state::happening::Happening;

impl Game {
    /// Places a tile that is known to fit, on top of any tiles there. Figures on covered segments go home first, tokens
    /// there leave the board, and features that lose segments may split. Features that become complete are recorded,
    /// and the caller reports them with those that the tile completes.
    pub(crate) fn lay_over(
        &mut self,
        catalog: &Catalog,
        seat: Seat,
        kind: TileKindId,
        at: (Cell, Turn),
        reason: Option<Symbol>,
    ) -> Result<TileId, Rejected> {
        let under = self.position.board.pieces_under(kind, at);
        if under.is_empty() {
            return Ok(self.lay(catalog, seat, kind, at, reason));
        }
        self.clear(&under, reason)?;
        let before = self.remember(&self.position.board.segments_of(&under));
        let apart = self.position.board.cover(catalog, &under);
        let mut merges: Vec<Merged> = Vec::new();
        let tile = self.position.board.place(catalog, kind, at.0, at.1, |merged| merges.push(merged));
        self.claim_members_again(&apart);
        self.keep_counted(&before, &apart, None);
        self.drop_undone();
        // Observers of an event must see the final state of the board.
        self.report_covered(seat, &under, reason);
        self.report_parted(&apart, seat);
        self.report_placed((seat, tile), &merges, reason);
        self.note_closed(&before, &apart);
        Ok(tile)
    }

    /// Reports the covered tiles, each once.
    pub(super) fn report_covered(&mut self, seat: Seat, pieces: &[PlacedCell], reason: Option<Symbol>) {
        for (number, piece) in pieces.iter().enumerate() {
            if pieces[..number].iter().all(|earlier| earlier.tile != piece.tile) {
                self.report(Happening::Covered { seat, tile: piece.tile, cell: piece.cell, reason });
            }
        }
    }

    /// Reports the tiles that were uncovered, each once.
    pub(super) fn report_uncovered(&mut self, seat: Seat, pieces: &[PlacedCell]) {
        for (number, piece) in pieces.iter().enumerate() {
            if pieces[..number].iter().all(|earlier| earlier.tile != piece.tile) {
                self.report(Happening::Uncovered { seat, tile: piece.tile, cell: piece.cell });
            }
        }
    }

    /// Records the features that are complete with the uncovered pieces. Returns the index of the first new entry;
    /// `None` if no piece was uncovered.
    pub(super) fn note_found(&mut self, catalog: &Catalog, found: &[PlacedCell]) -> Option<usize> {
        let from = (!found.is_empty()).then_some(self.run.completed.len())?;
        for (number, piece) in found.iter().enumerate() {
            if found[..number].iter().all(|earlier| earlier.tile != piece.tile) {
                self.note_completed(catalog, piece.tile);
            }
        }
        // Only visible segments of a partly covered tile count.
        let features = &self.position.board.features;
        let mut noted = self.run.completed.split_off(from);
        noted.retain(|&segment| features.is_there(segment));
        self.run.completed.append(&mut noted);
        Some(from)
    }
}
