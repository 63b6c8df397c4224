//! Face-down tiles. The board holds their back, which is an ordinary tile, and the game keeps the hidden kind and the
//! seats that know it.

use crate::catalog::id::TileId;
use crate::state::game::Game;
pub use crate::state::position::FaceDown;

impl Game {
    /// Returns the entries of all face-down tiles, in order of placement.
    pub fn all_face_down(&self) -> &[FaceDown] {
        &self.position.face_down
    }

    /// Returns the face-down entry of a tile; `None` if the tile is face up.
    pub fn face_down(&self, tile: TileId) -> Option<FaceDown> {
        self.position.face_down.iter().find(|hidden| hidden.tile == tile).copied()
    }
}
