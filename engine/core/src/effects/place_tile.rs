//! Placement of a tile where it fits, also on top of other tiles.

use std::sync::Arc;

use crate::board::PlacedTile;
use crate::board::features::Merged;
use crate::catalog::Catalog;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::pose::Pose;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Placed;

impl Game {
    /// Checks that a tile fits at a place, with the footing of the plane added to `footing`.
    pub(crate) fn check_fit(
        &self,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        footing: PlacementPermissions,
    ) -> Result<(), Rejected> {
        let catalog = &self.position.board.catalog;
        self.check_area(cell)?;
        if self.position.board.fits_as(kind, Pose { cell, turn }, footing) {
            return Ok(());
        }
        let why = match catalog.lattice.has_turn(turn) && !catalog.turns(kind).contains(turn) {
            true => "is never placed at this turn:",
            false => "does not fit at",
        };
        Err(Rejected::new("does_not_fit", format!("{} {why} {cell},{turn}", catalog.kinds.key(kind))))
    }

    /// Places a tile and records the features that it completes.
    pub(super) fn place_tile(
        &mut self,
        seat: Seat,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        footing: PlacementPermissions,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_fit(kind, Pose { cell, turn }, footing)?;
        let catalog = Arc::clone(&self.position.board.catalog);
        let from = self.run.completed.len();
        let tile = self.lay_over(&catalog, seat, kind, Pose { cell, turn }, reason)?;
        self.after_placing(&catalog, tile, seat, from);
        Ok(())
    }

    /// Places a tile that is known to fit.
    #[inline]
    pub(crate) fn lay(
        &mut self,
        catalog: &Catalog,
        seat: Seat,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        reason: Option<Symbol>,
    ) -> TileId {
        let mut merges: Vec<Merged> = Vec::new();
        let wants_merges = self.setup.listeners.on & EventKind::Merged.bit() != 0 || self.recording.journal.is_some();
        let tile = self.position.board.place(catalog, kind, cell, turn, |m| {
            if wants_merges {
                merges.push(m);
            }
        });
        self.report_placed(seat, tile, &merges, reason);
        tile
    }

    /// Places a tile that is known to fit, on top of any tiles there. Figures on covered segments go home first, tokens
    /// there leave the board, and features that lose segments may split. Features that become complete are recorded,
    /// and the caller reports them with the features that the tile completes.
    pub(crate) fn lay_over(
        &mut self,
        catalog: &Catalog,
        seat: Seat,
        kind: TileKindId,
        at: Pose,
        reason: Option<Symbol>,
    ) -> Result<TileId, Rejected> {
        let under = self.position.board.pieces_under(kind, at);
        if under.is_empty() {
            return Ok(self.lay(catalog, seat, kind, at, reason));
        }
        self.clear(&under, reason)?;
        let before = self.remember(&self.position.board.segments_of(&under));
        let apart = self.position.board.cover(catalog, &under);
        let mut merges: Vec<Merged> = Vec::new();
        let tile = self.position.board.place(catalog, kind, at.cell, at.turn, |merged| merges.push(merged));
        self.claim_members_again(&apart);
        self.keep_counted(&before, &apart, None);
        self.drop_undone();
        // Observers of an event must see the final state of the board.
        self.report_covered(seat, &under, reason);
        self.report_parted(&apart, seat);
        self.report_placed(seat, tile, &merges, reason);
        self.note_closed(&before, &apart);
        Ok(tile)
    }

    /// Reports that a tile was placed, and the features that it merged.
    #[inline]
    pub(super) fn report_placed(&mut self, seat: Seat, tile: TileId, merges: &[Merged], reason: Option<Symbol>) {
        let PlacedTile { kind, cell, turn, .. } = self.position.board.tiles[tile.index()];
        self.report(Happening::Placed { seat, tile, kind, cell, turn: i32::from(turn.0), reason });
        for Merged { kept, .. } in merges {
            self.report(Happening::Merged { seat, tile, segment: kept.segment() });
        }
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(seat: Seat, kind: TileKindId, cell: Cell, turn: Turn, reason: Option<Symbol>) -> Intent {
    Intent::Place { seat, kind, cell, turn: i32::from(turn.0), reason }
}
