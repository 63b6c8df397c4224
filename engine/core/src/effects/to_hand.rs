//! Addition of a tile to a hand.

use crate::catalog::id::TileKindId;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BagChanged;

impl Game {
    /// Checks that a seat can receive another tile.
    pub(super) fn check_receiving(&self, seat: Seat) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        self.check_room()
    }

    /// Adds a tile to the hand of a seat.
    pub(super) fn add_to_hand(&mut self, seat: Seat, kind: TileKindId) -> Result<(), Rejected> {
        self.check_receiving(seat)?;
        self.position.hands.push((seat, self.position.board.catalog.front(kind)));
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(seat: Seat, kind: TileKindId) -> Intent {
    Intent::PutBack { bag: None, kind: Some(kind), seat: Some(seat) }
}
