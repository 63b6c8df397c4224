//! Choice of the tile in play of the running part, which is always possible.

use crate::catalog::id::TileKindId;
use crate::state::Game;
use crate::state::event::EventKind;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::PartBegan;

impl Game {
    /// Sets the tile in play of the running part.
    pub(super) fn set_in_play(&mut self, kind: Option<TileKindId>) {
        if let Some(part) = self.turn_part_mut() {
            (part.kind, part.counted) = (kind, None);
        }
    }
}
