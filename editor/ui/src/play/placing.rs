//! Caches the placements that the current decision is about.

use tilewright_core::machine::why_not::Placing;
use tilewright_editor_model::table::TableGame;

use super::PositionKey;

/// Cache of the placements for one position.
#[derive(Default)]
pub struct Refusals {
    known: Option<(PositionKey, Option<Placing>)>,
}

impl Refusals {
    /// Returns the placements of the current decision at a position of the table; `None` if it is not about a placement
    /// or a script failed.
    pub(super) fn look_up(&mut self, now: PositionKey, table: &mut TableGame) -> Option<&Placing> {
        if self.known.as_ref().is_none_or(|(position, _)| *position != now) {
            self.known = Some((now, table.placing().ok().flatten()));
        }
        self.placing_at(now)
    }

    /// Returns the placements that were looked up for a position.
    pub(super) fn placing_at(&self, now: PositionKey) -> Option<&Placing> {
        let (_, placing) = self.known.as_ref().filter(|(position, _)| *position == now)?;
        placing.as_ref()
    }
}
