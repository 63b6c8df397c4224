//! Places tiles that may be placed either way up: the machine asks for the face before the place, if both faces fit
//! somewhere.

use crate::catalog::id::TileKindId;
use crate::catalog::seat::Seat;
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::machine::placements::TileToPlace;
use crate::state::Game;
use crate::state::decision::{Decision, FACE, Options};

impl Machine {
    /// Chooses the face with which the tile in play is placed. Returns `None` if both fit, after asking the seat.
    pub(super) fn choose_face(
        &mut self,
        game: &mut Box<Game>,
        TileToPlace { kind, seat, free }: TileToPlace,
    ) -> Result<Option<TileKindId>, Box<Fault>> {
        let front = self.catalog.front(kind);
        let Some(mirror) = self.catalog.kinds[front].mirror else { return Ok(Some(kind)) };
        let faces = [front, mirror];
        let mut fit = [false; 2];
        for (fits, face) in fit.iter_mut().zip(faces) {
            *fits = self.fits(game, TileToPlace { kind: face, seat, free })?;
        }
        let face = match fit {
            [true, true] => {
                let ask = FACE.into();
                game.run.decision =
                    Some(Decision { seat, ask, pack: None, options: Options::Faces(faces), secret: false });
                return Ok(None);
            }
            [false, true] => mirror,
            _ => front,
        };
        if let Some(part) = game.turn_part_mut()
            && part.kind != Some(face)
        {
            (part.kind, part.counted) = (Some(face), None);
        }
        Ok(Some(face))
    }

    /// Returns true if either face of a tile fits somewhere for the seat. `free` is true if the tile needs no
    /// neighbour.
    pub(super) fn either_face_fits(
        &mut self,
        game: &mut Box<Game>,
        TileToPlace { kind, seat, free }: TileToPlace,
    ) -> Result<bool, Box<Fault>> {
        if self.fits(game, TileToPlace { kind, seat, free })? {
            return Ok(true);
        }
        self.catalog.kinds[kind]
            .mirror
            .map_or(Ok(false), |mirror| self.fits(game, TileToPlace { kind: mirror, seat, free }))
    }

    /// Returns true if the other face of a tile fits somewhere in the next placing step of the running part.
    pub(super) fn other_face_fits(
        &mut self,
        game: &mut Box<Game>,
        kind: TileKindId,
        seat: Seat,
    ) -> Result<bool, Box<Fault>> {
        let Some(mirror) = self.catalog.kinds[kind].mirror else { return Ok(false) };
        let free = self.places_freely(game);
        self.fits(game, TileToPlace { kind: mirror, seat, free })
    }
}
