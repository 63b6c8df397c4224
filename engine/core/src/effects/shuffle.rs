//! Shuffle of a stack, which is always possible.

use crate::catalog::id::BagId;
use crate::state::Game;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BagChanged;

impl Game {
    /// Shuffles a stack and reports it.
    pub(super) fn shuffle(&mut self, bag: BagId) {
        self.shuffle_stack(bag);
        self.report_bag(bag, None, 0);
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(bag: BagId) -> Intent {
    Intent::PutBack { bag: Some(bag), kind: None, seat: None }
}
