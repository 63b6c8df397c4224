//! Removal of a tile from a bag without a draw.

use crate::catalog::id::{BagId, Id, TileKindId};
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BagChanged;

impl Game {
    /// Checks that a bag has a tile of a kind.
    pub(crate) fn check_bag(&self, bag: BagId, kind: TileKindId) -> Result<(), Rejected> {
        let kind = self.position.board.catalog.front(kind);
        match self.position.bags[bag.index()].count(kind) {
            0 => {
                let (bag, kind) =
                    (self.position.board.catalog.bags.key(bag), self.position.board.catalog.kinds.key(kind));
                Err(Rejected::new("not_in_bag", format!("the bag `{bag}` holds no tile `{kind}`")))
            }
            _ => Ok(()),
        }
    }

    /// Takes a tile out of a bag without changing the order of the others.
    pub(super) fn remove_from_bag(&mut self, bag: BagId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_bag(bag, kind)?;
        let kind = self.position.board.catalog.front(kind);
        self.position.bags[bag.index()].take_out(kind);
        self.report_bag(bag, Some(kind), -1);
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(bag: BagId, kind: TileKindId) -> Intent {
    Intent::PutBack { bag: Some(bag), kind: Some(kind), seat: None }
}
