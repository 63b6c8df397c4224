//! Retirement of a seat.

use crate::catalog::id::Symbol;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Retired;

impl Game {
    /// Retires a seat, which then takes no further turns.
    pub(super) fn retire(&mut self, seat: Seat, reason: Option<Symbol>) -> Result<(), Rejected> {
        self.check_in_game(seat)?;
        self.position.retired = self.position.retired.with(seat);
        self.report(Happening::Retired { seat, reason });
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(seat: Seat, reason: Option<Symbol>) -> Intent {
    Intent::Retire { seat, reason }
}
