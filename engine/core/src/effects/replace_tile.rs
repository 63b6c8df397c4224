//! Removal of a tile and placement of another tile there.

use std::sync::Arc;

use crate::board::features::Merged;
use crate::board::piles::{PlacedCell, PlacedCells};
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::pose::{Pose, TurnedKind};
use crate::catalog::seat::Seat;
use crate::effects::clearing::PosedKind;
use crate::effects::take_up::bag_or_hand;
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::effect::{Rejected, TileDestination};
use crate::state::event::EventKind;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TakenUp;

impl Game {
    /// Checks that a kind can replace a tile.
    pub(super) fn check_replacing(
        &self,
        tile: TileId,
        TurnedKind { kind, turn }: TurnedKind,
        to: TileDestination,
    ) -> Result<(), Rejected> {
        self.check_taking(tile, to)?;
        self.check_fit_instead(tile, kind, turn)
    }

    /// Returns the turns at which a kind can replace a tile, in order. A covered tile cannot be replaced.
    pub fn turns_if_replaced(&self, tile: TileId, kind: TileKindId) -> Vec<Turn> {
        let fits = |turn: &Turn| self.check_lies(tile).is_ok() && self.check_fit_instead(tile, kind, *turn).is_ok();
        self.position.board.catalog.lattice.turns().filter(fits).collect()
    }

    /// Takes a tile up and places another tile of a kind there.
    pub(super) fn replace_tile(
        &mut self,
        seat: Seat,
        tile: TileId,
        TurnedKind { kind, turn }: TurnedKind,
        to: TileDestination,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_replacing(tile, TurnedKind { kind, turn }, to)?;
        let placed = self.position.board.tiles[tile.index()];
        let at = Pose { cell: placed.cell, turn };
        let catalog = Arc::clone(&self.position.board.catalog);
        self.clear(&self.position.board.pieces(tile), reason)?;
        self.clear_joints(tile, Some(PosedKind { kind, at }), reason)?;
        let mut around = self.look_around(tile);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        // The new tile may cover other tiles than the old one. Tiles that both cover stay covered.
        let (new, found, covers, lost) = if self.position.board.lies_on_cells_of(tile, kind, turn) {
            let (new, apart) = self.position.board.exchange(&catalog, tile, TurnedKind { kind, turn }, |_: Merged| {});
            self.claim_members_again(&apart);
            (new, PlacedCells::new(), PlacedCells::new(), None)
        } else {
            let (apart, found) = self.position.board.lift(&catalog, tile, |_: Merged| {});
            self.claim_members_again(&apart);
            let covers = self.position.board.pieces_under(kind, at);
            self.clear(&covers, reason)?;
            let covered = self.remember(&self.position.board.segments_of(&covers));
            let parted = if covers.is_empty() { Vec::new() } else { self.position.board.cover(&catalog, &covers) };
            let new = self.position.board.place(&catalog, kind, at.cell, at.turn, |_: Merged| {});
            self.claim_members_again(&parted);
            self.keep_counted(&covered, &parted, None);
            (new, found, covers, Some((covered, parted)))
        };
        self.keep_numbers(&before, &around);
        self.drop_undone();
        let leaves = self.reveal(tile).unwrap_or_else(|| catalog.front(placed.kind));
        for part in &mut self.run.agenda {
            if let Part::Turn(part) = part
                && part.tile == Some(tile)
            {
                // The old tile is no longer in play for the part.
                (part.tile, part.kind) = (Some(new), None);
            }
        }
        self.put_away(leaves, to);
        let (bag, hand) = bag_or_hand(to);
        let (old_kind, cell, old_turn) = (placed.kind, placed.cell, i32::from(placed.turn.0));
        self.report(Happening::TakenUp { seat, kind: old_kind, cell, turn: old_turn, bag, hand, reason });
        if let Some(bag) = bag {
            self.report_bag(bag, Some(leaves), 1);
        }
        let only = |all: &[PlacedCell], but: &[PlacedCell]| -> PlacedCells {
            all.iter().filter(|piece| !but.contains(piece)).copied().collect()
        };
        self.report_uncovered(seat, &only(&found, &covers));
        self.report_covered(seat, &only(&covers, &found), reason);
        self.report(Happening::TileReplaced { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        around.segment_count = 0;
        let from = self.run.completed.len();
        self.note_found(&catalog, &found);
        if let Some((covered, parted)) = &lost {
            self.report_parted(parted, seat);
            self.note_closed(covered, parted);
        }
        self.report_change(seat, new, &around, from);
        Ok(())
    }
}
