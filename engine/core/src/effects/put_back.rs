//! Return of a tile to a bag.

use crate::catalog::id::{BagId, TileKindId};
use crate::limits;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BagChanged;

impl Game {
    /// Checks that another tile may enter the game.
    pub(crate) fn check_room(&self) -> Result<(), Rejected> {
        let now = self.position.bags.iter().map(|bag| bag.total() as usize).sum::<usize>()
            + self.position.hands.len()
            + self.position.rows.len()
            + self.position.face_down.len();
        if now < limits::TILES {
            return Ok(());
        }
        let at_first = self
            .bags()
            .flat_map(|bag| &self.position.board.catalog.bags[bag].contents)
            .map(|&(_, count)| count as usize);
        let most = at_first.sum::<usize>() + limits::TILES;
        if now < most {
            return Ok(());
        }
        Err(Rejected::new("too_many", format!("bags and hands hold at most {most} tiles in this game")))
    }

    /// Puts a tile back into a bag.
    pub(super) fn put_back(&mut self, bag: BagId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_room()?;
        let kind = self.position.board.catalog.front(kind);
        self.put_into_bag(bag, kind);
        self.report_bag(bag, Some(kind), 1);
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(bag: BagId, kind: TileKindId) -> Intent {
    Intent::PutBack { bag: Some(bag), kind: Some(kind), seat: None }
}
