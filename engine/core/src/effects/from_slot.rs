//! Removal of the tile in a slot of a zone.

use crate::catalog::id::ZoneId;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::SlotChanged;

impl Game {
    /// Checks that a slot holds a tile, and returns the index of the tile in the list of rows.
    pub(super) fn check_emptying_slot(&self, zone: ZoneId, slot: u16) -> Result<usize, Rejected> {
        self.check_slot(zone, slot)?;
        let empty = |_| Rejected::new("slot_empty", format!("no tile is in slot {slot}"));
        self.row_at(zone, slot).map_err(empty)
    }

    /// Removes the tile from a slot.
    pub(super) fn empty_slot(&mut self, zone: ZoneId, slot: u16) -> Result<(), Rejected> {
        let at = self.check_emptying_slot(zone, slot)?;
        let (.., kind) = self.position.rows.remove(at);
        self.report_slot(zone, slot, kind, -1);
        Ok(())
    }
}
