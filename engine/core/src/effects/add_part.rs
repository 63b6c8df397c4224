//! Addition of a part to a tile, which keeps its number.

use std::sync::Arc;

use crate::board::features::Merged;
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::PartAdded;

impl Game {
    /// Checks that a tile can become a kind by an added part.
    pub(super) fn check_adding_part(&self, tile: TileId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        let placed = self.position.board.tiles[tile.index()];
        let catalog = &self.position.board.catalog;
        if !catalog.kinds[placed.kind].extensions.iter().any(|extension| extension.kind == kind) {
            let (own, other) = (catalog.kinds.key(placed.kind), catalog.kinds.key(kind));
            return Err(Rejected::new("no_such_part", format!("no added part changes {own} to {other}")));
        }
        self.check_fit_instead(tile, kind, placed.turn)
    }

    /// Returns true if a tile can become a kind by an added part now.
    pub fn can_add_part(&self, tile: TileId, kind: TileKindId) -> bool {
        self.check_adding_part(tile, kind).is_ok()
    }

    /// Adds a part to a tile by a change to a kind with one more segment.
    pub(super) fn add_part(
        &mut self,
        seat: Seat,
        tile: TileId,
        kind: TileKindId,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_adding_part(tile, kind)?;
        let catalog = Arc::clone(&self.position.board.catalog);
        let around = self.look_around(tile);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        let apart = self.position.board.extend(&catalog, tile, kind, |_: Merged| {});
        self.claim_members_again(&apart);
        self.claim_again(|features, segment| features.tile_of(segment) == tile);
        self.keep_numbers(&before, &around);
        self.drop_undone();
        let segment = self.position.board.tiles[tile.index()].first_segment.plus(around.segment_count);
        let cell = self.position.board.cell_of(segment);
        self.report(Happening::PartAdded { seat, tile, kind, segment, cell, reason });
        let from = self.run.completed.len();
        self.report_change(seat, tile, &around, from);
        Ok(())
    }
}
