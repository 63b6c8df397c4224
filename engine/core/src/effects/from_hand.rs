//! Removal of a tile from a hand.

use crate::catalog::id::TileKindId;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BagChanged;

impl Game {
    /// Returns the index of a seat's tile among the tiles in hands.
    pub(crate) fn check_hand(&self, seat: Seat, kind: TileKindId) -> Result<usize, Rejected> {
        let kind = self.position.board.catalog.front(kind);
        let held = self.position.hands.iter().position(|&held| held == (seat, kind));
        held.ok_or_else(|| {
            Rejected::new(
                "not_in_hand",
                format!("seat {seat} holds no tile `{}`", self.position.board.catalog.kinds.key(kind)),
            )
        })
    }

    /// Removes a tile from the hand of a seat.
    pub(super) fn remove_from_hand(&mut self, seat: Seat, kind: TileKindId) -> Result<(), Rejected> {
        let at = self.check_hand(seat, kind)?;
        self.position.hands.remove(at);
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(seat: Seat, kind: TileKindId) -> Intent {
    Intent::PutBack { bag: None, kind: Some(kind), seat: Some(seat) }
}
