//! Pieces that leave tiles and places before these disappear.

use crate::board::piles::PlacedCell;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{FigureId, Id, Symbol, TileId, TileKindId};
use crate::catalog::joint::Joint;
use crate::catalog::lattice::Cell;
use crate::catalog::pose::Pose;
use crate::state::Game;
use crate::state::effect::{Place, Rejected};
use crate::state::happening::Happening;

/// Kind of a tile with its position.
pub(super) struct PosedKind {
    pub(super) kind: TileKindId,
    pub(super) at: Pose,
}

impl Game {
    pub(super) fn check_lies(&self, tile: TileId) -> Result<(), Rejected> {
        match self.position.board.tile(tile) {
            Some(_) if self.position.board.is_covered(tile) => {
                Err(Rejected::new("tile_is_covered", "another tile covers this one"))
            }
            Some(_) => Ok(()),
            None => Err(Rejected::new("no_such_tile", "this tile was taken up and is no longer on the board")),
        }
    }

    pub(super) fn check_fit_without(
        &self,
        tile: TileId,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        footing: PlacementPermissions,
    ) -> Result<(), Rejected> {
        if self.position.board.fits_without(Some(tile), kind, Pose { cell, turn }, footing) {
            return Ok(());
        }
        let name = self.position.board.catalog.kinds.key(kind);
        Err(Rejected::new("does_not_fit", format!("{name} does not fit at {cell},{turn}")))
    }

    /// Sends home the figures on the segments of some pieces, and takes the tokens there off the board.
    pub(super) fn clear(&mut self, pieces: &[PlacedCell], reason: Option<Symbol>) -> Result<(), Rejected> {
        let segments = self.position.board.segments_of(pieces);
        self.clear_places(|place| matches!(place, Place::Segment(segment) if segments.contains(&segment)), reason)
    }

    /// Sends home the figures at corners and seams that lose their last tile, and takes the tokens there off the board.
    /// The tile leaves its cells, and the kind in `laid`, if any, occupies new ones.
    pub(super) fn clear_joints(
        &mut self,
        tile: TileId,
        laid: Option<PosedKind>,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let places =
            self.position.figures.iter().map(|figure| figure.place).chain(self.position.tokens.iter().copied());
        let at_joint = |place| if let Some(Place::Joint(joint)) = place { Some(joint) } else { None };
        let mut joints: Vec<Joint> = places.filter_map(at_joint).collect();
        if joints.is_empty() {
            return Ok(());
        }
        let lifted = self.position.board.pieces(tile);
        let faces = laid.map(|PosedKind { kind, at }| (at.cell, self.position.board.catalog.faces(kind, at.turn)));
        let laid: Vec<Cell> = faces.map_or_else(Vec::new, |(cell, faces)| {
            faces.iter().map(|face| cell.plus(face.offset.0, face.offset.1)).collect()
        });
        joints.retain(|&joint| !self.position.board.keeps_joint(joint, &lifted, &laid));
        self.clear_places(|place| matches!(place, Place::Joint(joint) if joints.contains(&joint)), reason)
    }

    /// Sends home the figures at some places, and takes the tokens there off the board.
    fn clear_places(&mut self, is_on: impl Fn(Place) -> bool, reason: Option<Symbol>) -> Result<(), Rejected> {
        let is_on = &is_on;
        let figures: Vec<FigureId> =
            self.figures().filter(|(_, figure)| figure.place.is_some_and(is_on)).map(|(number, _)| number).collect();
        let tokens: Vec<usize> =
            (0..self.position.tokens.len()).filter(|&token| self.position.tokens[token].is_some_and(is_on)).collect();
        for figure in figures {
            self.take_home(figure, reason)?;
        }
        for token in tokens {
            self.position.tokens[token] = None;
            self.report(Happening::TokenMoved { token: Id::from_index(token), place: None });
        }
        Ok(())
    }
}
