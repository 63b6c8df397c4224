//! Placement of a tile face down.

use std::sync::Arc;

use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::pose::Pose;
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::face_down::FaceDown;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Placed;

impl Game {
    /// Checks that a kind can be placed face down, and returns its back.
    pub(super) fn check_placing_face_down(
        &self,
        kind: TileKindId,
        at: Pose,
        footing: PlacementPermissions,
        known_to: SeatSet,
    ) -> Result<TileKindId, Rejected> {
        let back = self.back_kind(kind)?;
        self.check_fit(back, at, footing)?;
        known_to.iter().try_for_each(|seat| self.check_seat(seat))?;
        Ok(back)
    }

    /// Places a tile face down and records the features that its back completes. The seats in `known_to` then look at
    /// it.
    pub(super) fn place_face_down(
        &mut self,
        seat: Seat,
        kind: TileKindId,
        at: Pose,
        footing: PlacementPermissions,
        known_to: SeatSet,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let back = self.check_placing_face_down(kind, at, footing, known_to)?;
        let from = self.run.completed.len();
        // Readers of the event must find the tile face down already. Tile numbers only grow, so the list remains
        // sorted.
        let tile = TileId::from_index(self.position.board.laid_count());
        self.position.face_down.push(FaceDown { tile, kind, known_by: SeatSet::default() });
        let catalog = Arc::clone(&self.position.board.catalog);
        if let Err(rejected) = self.lay_over(&catalog, seat, back, at, reason) {
            self.position.face_down.pop();
            return Err(rejected);
        }
        self.after_placing(&catalog, tile, seat, from);
        known_to.iter().try_for_each(|seat| self.look_under(seat, tile))
    }
}
