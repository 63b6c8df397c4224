//! Tiles that other tiles cover, and tiles that are uncovered again.

use crate::board::piles::PlacedCell;
use crate::catalog::Catalog;
use crate::catalog::id::Symbol;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::happening::Happening;

impl Game {
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
