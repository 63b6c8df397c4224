//! Turning of a tile face down.

use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::pose::TurnedKind;
use crate::catalog::seat::{Seat, SeatSet};
use crate::effects::turning_over::HiddenSide;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TurnedDown;

impl Game {
    /// Checks that a tile can be turned face down at a turn, and returns its back.
    pub(super) fn check_turning_down(
        &self,
        tile: TileId,
        turn: Turn,
        known_to: SeatSet,
    ) -> Result<TileKindId, Rejected> {
        self.check_lies(tile)?;
        if self.face_down(tile).is_some() {
            return Err(Rejected::new("face_down_already", "this tile is already face down"));
        }
        let back = self.back_kind(self.position.board.tiles[tile.index()].kind)?;
        self.check_turning_over(tile, back, turn)?;
        known_to.iter().try_for_each(|seat| self.check_seat(seat))?;
        Ok(back)
    }

    /// Returns the default turn of the back when a tile is turned face down. This is the first turn, starting with the
    /// tile's own, at which the back meets its neighbours; otherwise the first turn that is possible there.
    pub fn first_turn_down(&self, tile: TileId) -> Turn {
        let back = self.position.board.tile(tile).and_then(|placed| self.back_kind(placed.kind).ok());
        let Some(back) = back else { return Turn::NONE };
        let turns = self.turns_of(tile, back);
        let meeting = turns.iter().find(|&&turn| self.meets_around(tile, back, turn));
        meeting.or(turns.first()).copied().unwrap_or(Turn::NONE)
    }

    /// Replaces a tile by its back.
    pub(super) fn turn_down(
        &mut self,
        seat: Seat,
        tile: TileId,
        turn: Turn,
        known_to: SeatSet,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let back = self.check_turning_down(tile, turn, known_to)?;
        // A tile that is turned face down loses the parts that were added to it.
        let kind = self.position.board.catalog.bare(self.position.board.tiles[tile.index()].kind);
        let new = self.turn_over(
            seat,
            tile,
            TurnedKind { kind: back, turn },
            Some(HiddenSide { kind, known_by: known_to }),
            reason,
        )?;
        let cell = self.position.board.tiles[new.index()].cell;
        self.report(Happening::TurnedDown { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        Ok(())
    }
}
