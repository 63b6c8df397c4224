//! Tiles that lie face down: on the board lies their back, a tile like others, and beside it the game keeps what it hides
//! and who has seen that.

use std::sync::Arc;

use crate::catalog::footing::Footing;
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::happening::Happening;

/// A tile that lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaceDown {
    /// The back on the board.
    pub tile: TileId,
    /// What it hides.
    pub kind: TileKindId,
    /// Who has seen that.
    pub known_by: SeatSet,
}

impl Game {
    /// All tiles that lie face down, in the order in which they were laid.
    pub fn all_face_down(&self) -> &[FaceDown] {
        &self.face_down
    }

    /// What a tile hides that lies face down. Nothing for any other tile.
    pub fn face_down(&self, tile: TileId) -> Option<FaceDown> {
        self.face_down.iter().find(|hidden| hidden.tile == tile).copied()
    }

    fn check_face_down(&self, tile: TileId) -> Result<FaceDown, Rejected> {
        self.face_down(tile).ok_or_else(|| Rejected::new("not_face_down", "this tile does not lie face down"))
    }

    /// Whether a tile can hide a kind: it is the back of that, and hides nothing yet.
    pub(super) fn check_hiding(&self, tile: TileId, kind: TileKindId) -> Result<(), Rejected> {
        let catalog = &self.board.catalog;
        let Some(placed) = self.board.tile(tile) else {
            return Err(Rejected::new("no_such_tile", "this tile was taken up and lies on the board no longer"));
        };
        if catalog.kinds[kind].back != Some(placed.kind) {
            let (name, back) = (catalog.kinds.key(kind), catalog.kinds.key(placed.kind));
            return Err(Rejected::new("wrong_back", format!("`{back}` is not the back of `{name}`")));
        }
        match self.face_down(tile) {
            Some(_) => Err(Rejected::new("face_down_already", "something lies face down there already")),
            None => Ok(()),
        }
    }

    /// Whether a seat can look at what a tile hides.
    pub(super) fn check_looking(&self, seat: Seat, tile: TileId) -> Result<FaceDown, Rejected> {
        self.check_seat(seat)?;
        self.check_face_down(tile)
    }

    /// Whether what a tile hides can be turned up, at a turn.
    pub(super) fn check_turning_up(&self, tile: TileId, turn: Turn) -> Result<FaceDown, Rejected> {
        let hidden = self.check_face_down(tile)?;
        self.check_lies(tile)?;
        let cell = self.board.tiles[tile.index()].cell;
        let over = self.board.level(tile) > 0;
        self.check_fit_without(tile, hidden.kind, (cell, turn), Footing { free: true, over })?;
        Ok(hidden)
    }

    /// Lets a tile lie face down whose back lies on the board.
    pub(super) fn hide_tile(&mut self, tile: TileId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_hiding(tile, kind)?;
        self.check_room()?;
        self.face_down.push(FaceDown { tile, kind, known_by: SeatSet::default() });
        Ok(())
    }

    /// Lets a seat know what a tile hides. All see that it looks, and it alone sees at what.
    pub(super) fn look_under(&mut self, seat: Seat, tile: TileId) -> Result<(), Rejected> {
        let FaceDown { kind, .. } = self.check_looking(seat, tile)?;
        for hidden in self.face_down.iter_mut().filter(|hidden| hidden.tile == tile) {
            hidden.known_by = hidden.known_by.with(seat);
        }
        self.report(Happening::Looked { seat, tile, kind: Some(kind) });
        Ok(())
    }

    /// Lays what a tile hides in its place, where all see it.
    pub(super) fn turn_up(
        &mut self,
        (seat, tile): (Seat, TileId),
        turn: Turn,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let FaceDown { kind, .. } = self.check_turning_up(tile, turn)?;
        self.clear(&self.board.pieces(tile), reason)?;
        let catalog = Arc::clone(&self.board.catalog);
        let new = self.exchange(&catalog, (seat, tile), (kind, turn), None, reason)?;
        let cell = self.board.tiles[new.index()].cell;
        self.report(Happening::TurnedUp { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        Ok(())
    }

    /// What a tile that leaves the board is in truth; it hides it no longer.
    pub(super) fn reveal(&mut self, tile: TileId) -> Option<TileKindId> {
        let at = self.face_down.iter().position(|hidden| hidden.tile == tile)?;
        Some(self.face_down.remove(at).kind)
    }

    /// Lays the back of a kind on the board, when a position is arranged, and hides the kind under it. The copy comes out of
    /// the first bag that has one.
    ///
    /// # Errors
    /// It has no back, does not fit, or no bag has one left.
    pub fn arrange_face_down(
        &mut self,
        kind: TileKindId,
        at: (crate::catalog::lattice::Cell, Turn),
        known_by: SeatSet,
    ) -> Result<TileId, Rejected> {
        let catalog = Arc::clone(&self.board.catalog);
        let back = catalog.kinds[kind].back.ok_or_else(|| no_back(&catalog, kind))?;
        let tile = self.arrange_tile(back, at, false)?;
        self.check_hiding(tile, kind)?;
        self.take_from_bags(kind)?;
        self.face_down.push(FaceDown { tile, kind, known_by });
        Ok(tile)
    }
}

/// The refusal of a kind that cannot lie face down.
pub(super) fn no_back(catalog: &crate::catalog::Catalog, kind: TileKindId) -> Rejected {
    let name = catalog.kinds.key(kind);
    Rejected::new("no_back", format!("`{name}` has no back: its field `back` names the tile that lies there instead"))
}
