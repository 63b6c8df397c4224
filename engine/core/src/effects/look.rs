//! Look of a seat at a face-down tile.

use crate::catalog::id::TileId;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::face_down::FaceDown;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Looked;

impl Game {
    /// Checks that a seat can look at a face-down tile, and returns the entry of the tile.
    pub(super) fn check_looking(&self, seat: Seat, tile: TileId) -> Result<FaceDown, Rejected> {
        self.check_seat(seat)?;
        self.check_face_down(tile)
    }

    /// Lets a seat see a hidden tile. All seats see that it looks, but only this seat sees the kind.
    pub(super) fn look_under(&mut self, seat: Seat, tile: TileId) -> Result<(), Rejected> {
        let FaceDown { kind, .. } = self.check_looking(seat, tile)?;
        for hidden in self.position.face_down.iter_mut().filter(|hidden| hidden.tile == tile) {
            hidden.known_by = hidden.known_by.with(seat);
        }
        self.report(Happening::Looked { seat, tile, kind: Some(kind) });
        Ok(())
    }
}
