//! Face-down tiles. The board holds their back, which is an ordinary tile, and the game keeps the hidden kind and the
//! seats that know it.

use std::sync::Arc;

use crate::board::features::Merged;
use crate::catalog::footing::Footing;
use crate::catalog::id::{Root, SegmentId, Symbol, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::agenda::Part;
use crate::state::effect::Rejected;
use crate::state::game::Game;
use crate::state::happening::Happening;

/// Entry of a face-down tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaceDown {
    /// Back of the tile on the board.
    pub tile: TileId,
    /// Kind of the hidden tile.
    pub kind: TileKindId,
    /// Seats that have seen the hidden tile.
    pub known_by: SeatSet,
}

impl Game {
    /// Returns the entries of all face-down tiles, in order of placement.
    pub fn all_face_down(&self) -> &[FaceDown] {
        &self.position.face_down
    }

    /// Returns the face-down entry of a tile; `None` if the tile is face up.
    pub fn face_down(&self, tile: TileId) -> Option<FaceDown> {
        self.position.face_down.iter().find(|hidden| hidden.tile == tile).copied()
    }

    fn check_face_down(&self, tile: TileId) -> Result<FaceDown, Rejected> {
        self.face_down(tile).ok_or_else(|| Rejected::new("not_face_down", "this tile is not face down"))
    }

    /// Checks that a kind can be placed face down, and returns its back.
    pub(super) fn check_placing_face_down(
        &self,
        kind: TileKindId,
        at: (Cell, Turn),
        footing: Footing,
    ) -> Result<TileKindId, Rejected> {
        let back = self.back_of(kind)?;
        self.check_fit(back, at, footing)?;
        Ok(back)
    }

    fn back_of(&self, kind: TileKindId) -> Result<TileKindId, Rejected> {
        let (kinds, kind) = (&self.position.board.catalog.kinds, self.position.board.catalog.bare(kind));
        kinds[kind].back.ok_or_else(|| {
            let message =
                format!("`{}` has no back: its field `back` names the tile that replaces it", kinds.key(kind));
            Rejected::new("no_back", message)
        })
    }

    /// Checks that a seat can look at a face-down tile, and returns the entry of the tile.
    pub(super) fn check_looking(&self, seat: Seat, tile: TileId) -> Result<FaceDown, Rejected> {
        self.check_seat(seat)?;
        self.check_face_down(tile)
    }

    /// Checks that a face-down tile can be turned up at a turn, and returns the entry of the tile.
    pub(super) fn check_turning_up(&self, tile: TileId, turn: Turn) -> Result<FaceDown, Rejected> {
        let hidden = self.check_face_down(tile)?;
        self.check_turning_over(tile, hidden.kind, turn)?;
        Ok(hidden)
    }

    /// Checks that a tile can be turned face down at a turn, and returns its back.
    pub(super) fn check_turning_down(&self, tile: TileId, turn: Turn) -> Result<TileKindId, Rejected> {
        self.check_lies(tile)?;
        if self.face_down(tile).is_some() {
            return Err(Rejected::new("face_down_already", "this tile is already face down"));
        }
        let back = self.back_of(self.position.board.tiles[tile.index()].kind)?;
        self.check_turning_over(tile, back, turn)?;
        Ok(back)
    }

    fn check_turning_over(&self, tile: TileId, kind: TileKindId, turn: Turn) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        let catalog = &self.position.board.catalog;
        if catalog.turns(kind).contains(turn) && self.position.board.lies_on_cells_of(tile, kind, turn) {
            return Ok(());
        }
        let (name, cell) = (catalog.kinds.key(kind), self.position.board.tiles[tile.index()].cell);
        Err(Rejected::new(
            "does_not_fit",
            format!("{name} is never placed at {cell},{turn}, where the other side lies"),
        ))
    }

    /// Returns the turns at which a face-down tile would meet its neighbours if it were turned up. The list is empty
    /// for a covered tile.
    pub fn turns_if_turned_up(&self, tile: TileId) -> Vec<Turn> {
        let Some(hidden) = self.face_down(tile).filter(|_| !self.position.board.is_covered(tile)) else {
            return Vec::new();
        };
        let mut turns = self.turns_of(tile, hidden.kind);
        turns.retain(|&turn| self.meets_around(tile, hidden.kind, turn));
        turns.sort_unstable();
        turns
    }

    /// Returns the default turn of the back when a tile is turned face down. This is the first turn, starting with the
    /// tile's own, at which the back meets its neighbours; otherwise the first turn that is possible there.
    pub fn first_turn_down(&self, tile: TileId) -> Turn {
        let back = self.position.board.tile(tile).and_then(|placed| self.back_of(placed.kind).ok());
        let Some(back) = back else { return Turn::NONE };
        let turns = self.turns_of(tile, back);
        let meeting = turns.iter().find(|&&turn| self.meets_around(tile, back, turn));
        meeting.or(turns.first()).copied().unwrap_or(Turn::NONE)
    }

    /// Returns the turns at which a kind can occupy the cells of a tile, starting with the tile's own turn.
    fn turns_of(&self, tile: TileId, kind: TileKindId) -> Vec<Turn> {
        let Some(placed) = self.position.board.tile(tile) else { return Vec::new() };
        let (catalog, sides) = (&self.position.board.catalog, self.position.board.catalog.lattice.side_count() as u8);
        let turns = (0..sides).map(|further| Turn((placed.turn.0 + further) % sides));
        let can =
            |&turn: &Turn| catalog.turns(kind).contains(turn) && self.position.board.lies_on_cells_of(tile, kind, turn);
        turns.filter(can).collect()
    }

    fn meets_around(&self, tile: TileId, kind: TileKindId, turn: Turn) -> bool {
        let footing = Footing { free: true, over: self.position.board.level(tile) > 0 };
        let cell = self.position.board.tiles[tile.index()].cell;
        self.position.board.fits_without(Some(tile), kind, (cell, turn), footing)
    }

    /// Places a tile face down and records the features that its back completes. The seats in `known_to` then look at
    /// it.
    pub(super) fn place_face_down(
        &mut self,
        seat: Seat,
        (kind, known_to): (TileKindId, SeatSet),
        at: (Cell, Turn),
        footing: Footing,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let back = self.check_placing_face_down(kind, at, footing)?;
        known_to.iter().try_for_each(|seat| self.check_seat(seat))?;
        let from = self.run.completed.len();
        // Readers of the event must find the tile face down already. Tile numbers only grow, so the list remains
        // sorted.
        let tile = TileId::from_index(self.position.board.laid_count());
        self.position.face_down.push(FaceDown { tile, kind, known_by: SeatSet::default() });
        let catalog = Arc::clone(&self.position.board.catalog);
        if let Err(rejected) = self.lay_over(&catalog, seat, back, at, reason) {
            self.position.face_down.pop();
            return Err(rejected);
        }
        self.after_placing(&catalog, tile, seat, from);
        known_to.iter().try_for_each(|seat| self.look_under(seat, tile))
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

    /// Replaces a back by the tile that it hides, which all seats then see.
    pub(super) fn turn_up(
        &mut self,
        (seat, tile): (Seat, TileId),
        turn: Turn,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let FaceDown { kind, .. } = self.check_turning_up(tile, turn)?;
        let new = self.turn_over((seat, tile), (kind, turn), None, reason)?;
        let cell = self.position.board.tiles[new.index()].cell;
        self.report(Happening::TurnedUp { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        Ok(())
    }

    /// Replaces a tile by its back.
    pub(super) fn turn_down(
        &mut self,
        (seat, tile): (Seat, TileId),
        turn: Turn,
        known_to: SeatSet,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        let back = self.check_turning_down(tile, turn)?;
        known_to.iter().try_for_each(|seat| self.check_seat(seat))?;
        // A tile that is turned face down loses the parts that were added to it.
        let kind = self.position.board.catalog.bare(self.position.board.tiles[tile.index()].kind);
        let new = self.turn_over((seat, tile), (back, turn), Some((kind, known_to)), reason)?;
        let cell = self.position.board.tiles[new.index()].cell;
        self.report(Happening::TurnedDown { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        Ok(())
    }

    /// Replaces a tile by its other side. `down` is the kind that the new tile hides and the seats that know it; `None`
    /// if the new tile is face up.
    fn turn_over(
        &mut self,
        (seat, tile): (Seat, TileId),
        side: (TileKindId, Turn),
        down: Option<(TileKindId, SeatSet)>,
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
        if let Some((kind, known_by)) = down {
            self.position.face_down.push(FaceDown { tile: new, kind, known_by });
        }
        self.report_parted(&apart, seat);
        self.report_placed((seat, new), &merges, reason);
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
        let mut known: Vec<Root> = self.completed().iter().map(|&segment| features.root(segment)).collect();
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

    /// Sets the kind that a face-down tile hides.
    ///
    /// # Errors
    /// The tile is not face down, or it is not the back of the kind.
    pub fn arrange_hidden_kind(&mut self, tile: TileId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_face_down(tile)?;
        let (back, shown) = (self.back_of(kind)?, self.position.board.tiles[tile.index()].kind);
        if back != shown {
            let (name, shown) =
                (self.position.board.catalog.kinds.key(kind), self.position.board.catalog.kinds.key(shown));
            return Err(Rejected::new("wrong_back", format!("`{shown}` is not the back of `{name}`")));
        }
        self.position.face_down.iter_mut().filter(|hidden| hidden.tile == tile).for_each(|hidden| hidden.kind = kind);
        Ok(())
    }

    /// Arranges a face-down tile on the board, or on other tiles if `over` is true. The hidden tile is taken out of the
    /// first bag that has its kind.
    ///
    /// # Errors
    /// The kind has no back, the back does not fit, or no bag has another tile of the kind.
    pub fn arrange_face_down(
        &mut self,
        kind: TileKindId,
        at: (Cell, Turn),
        over: bool,
        known_by: SeatSet,
    ) -> Result<TileId, Rejected> {
        let back = self.back_of(kind)?;
        known_by.iter().try_for_each(|seat| self.check_seat(seat))?;
        let tile = self.arrange_tile(back, at, over)?;
        if self.face_down(tile).is_some() {
            return Err(Rejected::new("face_down_already", "something lies face down there already"));
        }
        self.take_from_bags(kind)?;
        let place = self.position.face_down.partition_point(|hidden| hidden.tile < tile);
        self.position.face_down.insert(place, FaceDown { tile, kind, known_by });
        Ok(tile)
    }
}
