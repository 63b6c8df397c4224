//! Move or turn of a tile, which keeps its number.

use std::sync::Arc;

use crate::board::features::Merged;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{Symbol, TileId};
use crate::catalog::pose::Pose;
use crate::catalog::seat::Seat;
use crate::effects::clearing::PosedKind;
use crate::effects::splitting::Lifting;
use crate::state::Game;
use crate::state::effect::{Place, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent, Left};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TileMoved;

impl Game {
    /// Checks that a tile can be moved to a place, or turned in place.
    pub(super) fn check_moving(
        &self,
        tile: TileId,
        Pose { cell, turn }: Pose,
        footing: PlacementPermissions,
    ) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        self.check_area(cell)?;
        let placed = self.position.board.tiles[tile.index()];
        self.check_fit_without(
            tile,
            placed.kind,
            Pose { cell, turn },
            self.position.board.footing_if_moved(tile, cell, footing),
        )
    }

    /// Moves or turns a tile together with the pieces on its segments.
    pub(super) fn move_tile(
        &mut self,
        seat: Seat,
        tile: TileId,
        Pose { cell, turn }: Pose,
        footing: PlacementPermissions,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_moving(tile, Pose { cell, turn }, footing)?;
        let catalog = Arc::clone(&self.position.board.catalog);
        let placed = self.position.board.tiles[tile.index()];
        let mut others = self.position.board.pieces_under(placed.kind, Pose { cell, turn });
        others.retain(|piece| piece.tile != tile);
        self.clear(&others, reason)?;
        self.clear_joints(tile, Some(PosedKind { kind: placed.kind, at: Pose { cell, turn } }), reason)?;
        let Lifting { before, apart, found } = self.lift(tile);
        self.keep_counted(&before, &apart, Some(tile));
        let covers = self.position.board.pieces_under(placed.kind, Pose { cell, turn });
        let covered = self.remember(&self.position.board.segments_of(&covers));
        let mut merges: Vec<Merged> = Vec::new();
        let parted = self.position.board.set_down(&catalog, tile, Pose { cell, turn }, |merged| merges.push(merged));
        self.claim_again(|features, segment| features.tile_of(segment) == tile);
        self.claim_members_again(&parted);
        self.keep_counted(&covered, &parted, None);
        self.drop_undone();
        let turns = catalog.lattice.side_count() as i32;
        self.report(Happening::TileMoved {
            seat,
            tile,
            kind: placed.kind,
            cell,
            turn: i32::from(turn.0),
            from: Left(Place::Cell(placed.cell)),
            turned: (i32::from(turn.0) - i32::from(placed.turn.0)).rem_euclid(turns),
            reason,
        });
        self.report_uncovered(seat, &found);
        self.report_covered(seat, &covers, reason);
        self.report_parted(&apart, seat);
        self.report_parted(&parted, seat);
        for Merged { kept, .. } in merges {
            self.report(Happening::Merged { seat, tile, segment: kept.segment() });
        }
        let from = self.note_completed(&catalog, tile);
        self.note_found(&catalog, &found);
        self.note_closed(&before, &apart);
        self.note_closed(&covered, &parted);
        self.report_completed(tile, seat, from);
        Ok(())
    }
}

/// Returns the data for rules that replace the effect; `None` if the tile is not on the board.
pub(super) fn intent(game: &Game, seat: Seat, tile: TileId, to: Pose, reason: Option<Symbol>) -> Option<Intent> {
    let kind = game.position.board.tile(tile)?.kind;
    Some(Intent::MoveTile { seat, tile, kind, cell: to.cell, turn: i32::from(to.turn.0), reason })
}
