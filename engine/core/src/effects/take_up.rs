//! Removal of a tile from the board.

use std::sync::Arc;

use crate::catalog::id::{BagId, Symbol, TileId, TileKindId};
use crate::catalog::pose::TurnedKind;
use crate::catalog::seat::Seat;
use crate::effects::splitting::Lifting;
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::effect::{Rejected, TileDestination};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::TakenUp;

impl Game {
    /// Checks that a tile can be taken up and that its destination can receive it.
    pub(super) fn check_taking(&self, tile: TileId, to: TileDestination) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        match to {
            TileDestination::Aside => Ok(()),
            TileDestination::Bag(_) => self.check_room(),
            TileDestination::Hand(seat) => {
                self.check_seat(seat)?;
                self.check_room()
            }
        }
    }

    /// Takes a tile up, after sending home the figures on it and removing the tokens.
    pub(super) fn take_up(
        &mut self,
        seat: Seat,
        tile: TileId,
        to: TileDestination,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_taking(tile, to)?;
        self.clear(&self.position.board.pieces(tile), reason)?;
        self.clear_joints(tile, None, reason)?;
        self.remove_tile(seat, tile, to, reason);
        Ok(())
    }

    /// Takes a tile without pieces off the board, puts it at its destination and reports the consequences. Instead of a
    /// back, the tile that it hides goes to the destination; the event shows the back.
    fn remove_tile(&mut self, seat: Seat, tile: TileId, to: TileDestination, reason: Option<Symbol>) {
        let placed = self.position.board.tiles[tile.index()];
        let kind = self.reveal(tile).unwrap_or_else(|| self.position.board.catalog.front(placed.kind));
        let Lifting { before, apart, found } = self.lift(tile);
        self.keep_counted(&before, &apart, None);
        self.drop_undone();
        for part in &mut self.run.agenda {
            if let Part::Turn(part) = part
                && part.tile == Some(tile)
            {
                // The tile is no longer in play for the part.
                (part.tile, part.kind) = (None, None);
            }
        }
        self.put_away(kind, to);
        let (bag, hand) = bag_or_hand(to);
        let turn = i32::from(placed.turn.0);
        self.report(Happening::TakenUp { seat, kind: placed.kind, cell: placed.cell, turn, bag, hand, reason });
        if let Some(bag) = bag {
            self.report_bag(bag, Some(kind), 1);
        }
        self.report_uncovered(seat, &found);
        self.report_parted(&apart, seat);
        let catalog = Arc::clone(&self.position.board.catalog);
        let noted = self.note_found(&catalog, &found);
        let closed = self.note_closed(&before, &apart);
        let by = found.first().map_or(tile, |piece| piece.tile);
        self.report_completed(by, seat, noted.unwrap_or(closed));
    }

    /// Puts a tile that has left the board at its destination.
    pub(super) fn put_away(&mut self, kind: TileKindId, to: TileDestination) {
        match to {
            TileDestination::Aside => {
                self.position.set_aside.push(kind);
                self.recording.tally.taken_off.push(kind);
            }
            TileDestination::Bag(bag) => self.put_into_bag(bag, kind),
            TileDestination::Hand(seat) => self.position.hands.push((seat, kind)),
        }
    }
}

/// Returns the bag or the hand that a tile goes to.
pub(super) fn bag_or_hand(to: TileDestination) -> (Option<BagId>, Option<Seat>) {
    match to {
        TileDestination::Aside => (None, None),
        TileDestination::Bag(bag) => (Some(bag), None),
        TileDestination::Hand(seat) => (None, Some(seat)),
    }
}

/// Returns the data for rules that replace the effect; `None` if the tile is not on the board. `by` is the tile that
/// takes its place, if any.
pub(super) fn intent(
    game: &Game,
    seat: Seat,
    tile: TileId,
    by: Option<TurnedKind>,
    to: TileDestination,
    reason: Option<Symbol>,
) -> Option<Intent> {
    let placed = game.position.board.tile(tile)?;
    let turn = i32::from(by.map_or(placed.turn, |by| by.turn).0);
    let (bag, hand) = bag_or_hand(to);
    Some(Intent::TakeUp { seat, tile, kind: placed.kind, by: by.map(|by| by.kind), turn, bag, hand, reason })
}
