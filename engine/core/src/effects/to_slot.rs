//! Addition of a tile to an empty slot of a zone.

use crate::catalog::id::{TileKindId, ZoneId};
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::SlotChanged;

impl Game {
    /// Checks that a zone has the slot and holds tiles.
    pub(crate) fn check_slot(&self, zone: ZoneId, slot: u16) -> Result<(), Rejected> {
        let spec = &self.position.board.catalog.zones[zone];
        if spec.holds_tiles && (1..=spec.slots).contains(&slot) {
            return Ok(());
        }
        let key = self.position.board.catalog.zones.key(zone);
        Err(Rejected::new(
            "no_such_slot",
            match spec.holds_tiles {
                true => format!("the zone `{key}` has the slots 1 to {}, not {slot}", spec.slots),
                false => format!("the zone `{key}` holds figures, not tiles"),
            },
        ))
    }

    /// Checks that a slot can receive a tile, and returns the index of the tile in the list of rows.
    pub(super) fn check_filling_slot(&self, zone: ZoneId, slot: u16) -> Result<usize, Rejected> {
        self.check_slot(zone, slot)?;
        self.check_room()?;
        match self.row_at(zone, slot) {
            Ok(_) => Err(Rejected::new("slot_taken", format!("slot {slot} already holds a tile"))),
            Err(at) => Ok(at),
        }
    }

    /// Puts a tile into a slot.
    pub(super) fn fill_slot(&mut self, zone: ZoneId, slot: u16, kind: TileKindId) -> Result<(), Rejected> {
        let at = self.check_filling_slot(zone, slot)?;
        let kind = self.position.board.catalog.front(kind);
        self.position.rows.insert(at, (zone, slot, kind));
        self.report_slot(zone, slot, kind, 1);
        Ok(())
    }
}
