//! Reveal of a face-down tile.

use crate::catalog::id::{Symbol, TileId};
use crate::catalog::lattice::Turn;
use crate::catalog::pose::TurnedKind;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::face_down::FaceDown;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TurnedUp;

impl Game {
    /// Checks that a face-down tile can be turned up at a turn, and returns the entry of the tile.
    pub(super) fn check_turning_up(&self, tile: TileId, turn: Turn) -> Result<FaceDown, Rejected> {
        let hidden = self.check_face_down(tile)?;
        self.check_turning_over(tile, hidden.kind, turn)?;
        Ok(hidden)
    }

    /// Returns the turns at which a face-down tile would meet its neighbours if it were turned up. The list is empty
    /// for a covered tile.
    pub fn turns_if_turned_up(&self, tile: TileId) -> Vec<Turn> {
        let Some(hidden) = self.face_down(tile).filter(|_| !self.position.board.is_covered(tile)) else {
            return Vec::new();
        };
        let mut turns = self.turns_of(tile, hidden.kind);
        turns.retain(|&turn| self.meets_around(tile, hidden.kind, turn));
        turns.sort_unstable();
        turns
    }

    /// Replaces a back by the tile that it hides, which all seats then see.
    pub(super) fn turn_up(
        &mut self,
        seat: Seat,
        tile: TileId,
        turn: Turn,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let FaceDown { kind, .. } = self.check_turning_up(tile, turn)?;
        let new = self.turn_over(seat, tile, TurnedKind { kind, turn }, None, reason)?;
        let cell = self.position.board.tiles[new.index()].cell;
        self.report(Happening::TurnedUp { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        Ok(())
    }
}
