//! Transfer of the running part to another seat.

use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::HandedOver;

impl Game {
    /// Transfers the running part to a seat.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Result<(), Rejected> {
        self.check_in_game(seat)?;
        let Some(part) = self.turn_part_mut() else { return Ok(()) };
        let giver = std::mem::replace(&mut part.seat, seat);
        if giver != seat {
            self.report(Happening::HandedOver { seat, giver });
        }
        Ok(())
    }
}
