//! Tiles that may be laid either way up: which face shows is asked before the place, and only where both have one.

use crate::catalog::id::TileKindId;
use crate::catalog::seat::Seat;
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::state::Game;
use crate::state::decision::{Decision, FACE, Options};

/// The phase of a step that places, once its tile shows the face that it is laid with.
pub(super) const FACE_CHOSEN: u32 = 1;

impl Machine {
    /// The face with which the tile in play is placed, or nothing when that was asked: both fit somewhere.
    pub(super) fn choose_face(
        &mut self,
        game: &mut Box<Game>,
        (kind, seat, free): (TileKindId, Seat, bool),
    ) -> Result<Option<TileKindId>, Box<Fault>> {
        let front = self.catalog.front(kind);
        let Some(mirror) = self.catalog.kinds[front].mirror else { return Ok(Some(kind)) };
        let faces = [front, mirror];
        let mut fit = [false; 2];
        for (fits, face) in fit.iter_mut().zip(faces) {
            *fits = self.fits(game, (face, seat, free))?;
        }
        let face = match fit {
            [true, true] => {
                let ask = FACE.into();
                game.decision = Some(Decision { seat, ask, pack: None, options: Options::Faces(faces), secret: false });
                return Ok(None);
            }
            [false, true] => mirror,
            _ => front,
        };
        if let Some(part) = game.turn_part_mut()
            && part.kind != Some(face)
        {
            (part.kind, part.fits) = (Some(face), (0, 0));
        }
        Ok(Some(face))
    }

    /// Whether the next step that places could put a tile to a seat with one face or the other.
    pub(super) fn either_face_fits(
        &mut self,
        game: &mut Box<Game>,
        (kind, seat, free): (TileKindId, Seat, bool),
    ) -> Result<bool, Box<Fault>> {
        if self.fits(game, (kind, seat, free))? {
            return Ok(true);
        }
        self.catalog.kinds[kind].mirror.map_or(Ok(false), |mirror| self.fits(game, (mirror, seat, free)))
    }

    /// Whether it could with the face that a tile does not show.
    pub(super) fn other_face_fits(
        &mut self,
        game: &mut Box<Game>,
        (kind, seat): (TileKindId, Seat),
    ) -> Result<bool, Box<Fault>> {
        let Some(mirror) = self.catalog.kinds[kind].mirror else { return Ok(false) };
        let free = self.places_freely(game);
        self.fits(game, (mirror, seat, free))
    }
}
