//! Random deal of the tiles of a bag to other bags, which is always possible.

use crate::catalog::id::BagId;
use crate::state::Game;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BagChanged;

impl Game {
    /// Deals the tiles of a bag to other bags and reports it.
    pub(super) fn deal_tiles(&mut self, from: BagId, to: &[(BagId, u32)]) {
        self.deal(from, to);
        self.report_bag(from, None, 0);
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(bag: BagId) -> Intent {
    Intent::PutBack { bag: Some(bag), kind: None, seat: None }
}
