//! Choice of the seat that takes the next ordinary turn.

use crate::catalog::seat::Seat;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Happening;
use crate::state::{Game, Stage};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Begins;

impl Game {
    /// Sets the seat that takes the next ordinary turn.
    pub(super) fn choose_next_seat(&mut self, seat: Seat) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        self.position.next_seat = seat;
        if self.position.stage == Stage::Setup {
            self.report(Happening::Begins { seat });
        }
        Ok(())
    }
}
