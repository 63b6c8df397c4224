//! The two sides of tiles: the back of a tile, and the exchange of its sides.

use std::sync::Arc;

use crate::board::features::Merged;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{Root, SegmentId, Symbol, TileId, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::pose::{Pose, TurnedKind};
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::effect::Rejected;
use crate::state::face_down::FaceDown;

/// Kind that a tile hides once it is turned face down, and the seats that know it.
pub(super) struct HiddenSide {
    pub(super) kind: TileKindId,
    pub(super) known_by: SeatSet,
}

impl Game {
    pub(super) fn check_face_down(&self, tile: TileId) -> Result<FaceDown, Rejected> {
        self.face_down(tile).ok_or_else(|| Rejected::new("not_face_down", "this tile is not face down"))
    }

    pub(super) fn back_kind(&self, kind: TileKindId) -> Result<TileKindId, Rejected> {
        let (kinds, kind) = (&self.position.board.catalog.kinds, self.position.board.catalog.bare(kind));
        kinds[kind].back.ok_or_else(|| {
            let message =
                format!("`{}` has no back: its field `back` names the tile that replaces it", kinds.key(kind));
            Rejected::new("no_back", message)
        })
    }

    pub(super) fn check_turning_over(&self, tile: TileId, kind: TileKindId, turn: Turn) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        let catalog = &self.position.board.catalog;
        if catalog.turns(kind).contains(turn) && self.position.board.lies_on_cells_of(tile, kind, turn) {
            return Ok(());
        }
        let (name, cell) = (catalog.kinds.key(kind), self.position.board.tiles[tile.index()].cell);
        Err(Rejected::new(
            "does_not_fit",
            format!("{name} cannot be placed at {cell},{turn}, the position of its other side"),
        ))
    }

    /// Returns the turns at which a kind can occupy the cells of a tile, starting with the tile's own turn.
    pub(super) fn turns_of(&self, tile: TileId, kind: TileKindId) -> Vec<Turn> {
        let Some(placed) = self.position.board.tile(tile) else { return Vec::new() };
        let (catalog, sides) = (&self.position.board.catalog, self.position.board.catalog.lattice.side_count() as u8);
        let turns = (0..sides).map(|further| Turn((placed.turn.0 + further) % sides));
        let can =
            |&turn: &Turn| catalog.turns(kind).contains(turn) && self.position.board.lies_on_cells_of(tile, kind, turn);
        turns.filter(can).collect()
    }

    pub(super) fn meets_around(&self, tile: TileId, kind: TileKindId, turn: Turn) -> bool {
        let footing = PlacementPermissions { free: true, over: self.position.board.level(tile) > 0 };
        let cell = self.position.board.tiles[tile.index()].cell;
        self.position.board.fits_without(Some(tile), kind, Pose { cell, turn }, footing)
    }

    /// Replaces a tile by its other side. `down` is what the new tile hides; `None` if it is face up.
    pub(super) fn turn_over(
        &mut self,
        seat: Seat,
        tile: TileId,
        side: TurnedKind,
        down: Option<HiddenSide>,
        reason: Option<Symbol>,
    ) -> Result<TileId, Rejected> {
        self.clear(&self.position.board.pieces(tile), reason)?;
        let catalog = Arc::clone(&self.position.board.catalog);
        let complete = self.complete_beside(tile);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        let mut merges: Vec<Merged> = Vec::new();
        let (new, apart) = self.position.board.exchange(&catalog, tile, side, |merged| merges.push(merged));
        self.claim_members_again(&apart);
        self.keep_counted(&before, &apart, None);
        self.drop_undone();
        for part in &mut self.run.agenda {
            if let Part::Turn(part) = part
                && part.tile == Some(tile)
            {
                (part.tile, part.kind) = (Some(new), None);
            }
        }
        self.reveal(tile);
        if let Some(HiddenSide { kind, known_by }) = down {
            self.position.face_down.push(FaceDown { tile: new, kind, known_by });
        }
        self.report_parted(&apart, seat);
        self.report_placed(seat, new, &merges, reason);
        let from = self.note_completed(&catalog, new);
        let features = &self.position.board.features;
        let same = |&(known, size): &(SegmentId, u32), noted: SegmentId| {
            features.root(known) == features.root(noted) && features.size(noted) == size
        };
        let mut noted = self.run.completed.split_off(from);
        noted.retain(|&noted| !complete.iter().any(|known| same(known, noted)));
        self.run.completed.append(&mut noted);
        self.note_closed(&before, &apart);
        self.report_completed(new, seat, from);
        Ok(new)
    }

    /// Returns the complete features around a tile that have no segment on it and do not wait to be scored: a segment
    /// and the size of each. Turning the tile over does not complete them again.
    fn complete_beside(&self, tile: TileId) -> Vec<(SegmentId, u32)> {
        let (board, features) = (&self.position.board, &self.position.board.features);
        let seen = |tile: TileId| board.segments_on(tile).filter(|&segment| features.is_there(segment));
        let mut known: Vec<Root> = self.completed_features().iter().map(|&segment| features.root(segment)).collect();
        known.extend(seen(tile).map(|segment| features.root(segment)));
        let mut found: Vec<(SegmentId, u32)> = Vec::new();
        let mut note = |segment: SegmentId, found: &mut Vec<(SegmentId, u32)>| {
            let root = features.root(segment);
            if !known.contains(&root) && board.is_complete(segment) {
                known.push(root);
                found.push((segment, features.size(segment)));
            }
        };
        for piece in board.pieces(tile) {
            for &(dx, dy) in board.catalog.lattice.ring(piece.cell) {
                if let Some((other, _)) = board.tile_at(piece.cell.plus(dx, dy)) {
                    seen(other).for_each(|segment| note(segment, &mut found));
                }
            }
        }
        // Features that touch the complete ones may be complete because of them.
        for at in 0..if board.catalog.tables.any_touched { found.len() } else { 0 } {
            let members: Vec<TileId> = features.members(found[at].0).map(|member| features.tile_of(member)).collect();
            members.into_iter().for_each(|tile| seen(tile).for_each(|segment| note(segment, &mut found)));
        }
        found
    }

    /// Removes the entry of a face-down tile that leaves the board, and returns the hidden kind.
    pub(super) fn reveal(&mut self, tile: TileId) -> Option<TileKindId> {
        let at = self.position.face_down.iter().position(|hidden| hidden.tile == tile)?;
        Some(self.position.face_down.remove(at).kind)
    }
}
