//! Transfer of the running part to another seat.

use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::PartBegan;

impl Game {
    /// Transfers the running part to a seat.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Result<(), Rejected> {
        self.check_in_game(seat)?;
        if let Some(part) = self.turn_part_mut() {
            part.seat = seat;
        }
        Ok(())
    }
}
