//! Taking tiles up and moving them: the pieces on them, the counters of features that split, and features that are
//! no longer complete.

use crate::board::features::Merged;
use crate::board::levels::{PlacedCell, PlacedCells};
use crate::board::parting::Parting;
use crate::catalog::WhenParted;
use crate::catalog::footing::Footing;
use crate::catalog::id::{CounterId, FigureId, Id, Root, SegmentId, Symbol, TileId, TileKindId};
use crate::catalog::joint::Joint;
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::seat::Seat;
use crate::catalog::tile::Completion;
use crate::state::agenda::{Part, StepProgress};
use crate::state::effect::{CounterKey, Place, Rejected, TakenTo};
use crate::state::event::EventKind;
use crate::state::game::Game;
use crate::state::happening::{Happening, Intent, Left};
use crate::state::position::Figure;

/// Values to restore after features split.
pub(super) struct Before {
    /// Values of counters, with the former root of their feature.
    counted: Vec<(CounterId, Root, i32)>,
    /// Complete features that are still to be scored.
    due: Vec<Root>,
}

impl Before {
    /// Returns the values of counters, with the former root of their feature.
    pub(super) fn counted(&self) -> &[(CounterId, Root, i32)] {
        &self.counted
    }
}

/// Result of taking a tile off its cells.
struct Lifting {
    before: Before,
    apart: Vec<Parting>,
    /// Pieces under the tile that are on top again.
    found: PlacedCells,
}

impl Game {
    /// Checks that a tile can be taken up and that its destination can receive it.
    pub(super) fn check_taking(&self, tile: TileId, to: TakenTo) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        match to {
            TakenTo::Aside => Ok(()),
            TakenTo::Bag(_) => self.check_room(),
            TakenTo::Hand(seat) => {
                self.check_seat(seat)?;
                self.check_room()
            }
        }
    }

    pub(super) fn check_lies(&self, tile: TileId) -> Result<(), Rejected> {
        match self.position.board.tile(tile) {
            Some(_) if self.position.board.is_covered(tile) => {
                Err(Rejected::new("tile_is_covered", "another tile covers this one"))
            }
            Some(_) => Ok(()),
            None => Err(Rejected::new("no_such_tile", "this tile was taken up and is no longer on the board")),
        }
    }

    /// Checks that a tile can be moved to a place, or turned in place.
    pub(super) fn check_moving(
        &self,
        tile: TileId,
        (cell, turn): (Cell, Turn),
        footing: Footing,
    ) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        self.check_area(cell)?;
        let placed = self.position.board.tiles[tile.index()];
        self.check_fit_without(
            tile,
            placed.kind,
            (cell, turn),
            self.position.board.footing_if_moved(tile, cell, footing),
        )
    }

    pub(super) fn check_fit_without(
        &self,
        tile: TileId,
        kind: TileKindId,
        (cell, turn): (Cell, Turn),
        footing: Footing,
    ) -> Result<(), Rejected> {
        if self.position.board.fits_without(Some(tile), kind, (cell, turn), footing) {
            return Ok(());
        }
        let name = self.position.board.catalog.kinds.key(kind);
        Err(Rejected::new("does_not_fit", format!("{name} does not fit at {cell},{turn}")))
    }

    /// Returns the intent that replacements of a taking up receive; `None` if the tile is not on the board.
    pub(crate) fn intent_of_taking(
        &self,
        (seat, tile): (Seat, TileId),
        by: Option<(TileKindId, Turn)>,
        to: TakenTo,
        reason: Option<Symbol>,
    ) -> Option<Intent> {
        let placed = self.position.board.tile(tile)?;
        let turn = i32::from(by.map_or(placed.turn, |(_, turn)| turn).0);
        let (bag, hand) = where_to(to);
        let (kind, by) = (placed.kind, by.map(|(kind, _)| kind));
        Some(Intent::TakeUp { seat, tile, kind, by, turn, bag, hand, reason })
    }

    /// Takes a tile up, after sending home the figures on it and removing the tokens.
    pub(super) fn take_up(
        &mut self,
        (seat, tile): (Seat, TileId),
        to: TakenTo,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_taking(tile, to)?;
        self.clear(&self.position.board.pieces(tile), reason)?;
        self.clear_joints(tile, None, reason)?;
        self.remove_tile((seat, tile), to, reason);
        Ok(())
    }

    /// Moves or turns a tile together with the pieces on its segments.
    pub(super) fn move_tile(
        &mut self,
        (seat, tile): (Seat, TileId),
        (cell, turn): (Cell, Turn),
        footing: Footing,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_moving(tile, (cell, turn), footing)?;
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        let placed = self.position.board.tiles[tile.index()];
        let mut others = self.position.board.pieces_under(placed.kind, (cell, turn));
        others.retain(|piece| piece.tile != tile);
        self.clear(&others, reason)?;
        self.clear_joints(tile, Some((placed.kind, (cell, turn))), reason)?;
        let Lifting { before, apart, found } = self.lift(tile);
        self.keep_counted(&before, &apart, Some(tile));
        let covers = self.position.board.pieces_under(placed.kind, (cell, turn));
        let covered = self.remember(&self.position.board.segments_of(&covers));
        let mut merges: Vec<Merged> = Vec::new();
        let parted = self.position.board.set_down(&catalog, tile, (cell, turn), |merged| merges.push(merged));
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
        laid: Option<(TileKindId, (Cell, Turn))>,
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
        let faces = laid.map(|(kind, (cell, turn))| (cell, self.position.board.catalog.faces(kind, turn)));
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

    /// Takes a tile without pieces off the board, puts it at its destination and reports the consequences. Instead of a
    /// back, the tile that it hides goes to the destination; the event shows the back.
    fn remove_tile(&mut self, (seat, tile): (Seat, TileId), to: TakenTo, reason: Option<Symbol>) {
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
        let (bag, hand) = where_to(to);
        let turn = i32::from(placed.turn.0);
        self.report(Happening::TakenUp { seat, kind: placed.kind, cell: placed.cell, turn, bag, hand, reason });
        if let Some(bag) = bag {
            self.report_bag(bag, Some(kind), 1);
        }
        self.report_uncovered(seat, &found);
        self.report_parted(&apart, seat);
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        let noted = self.note_found(&catalog, &found);
        let closed = self.note_closed(&before, &apart);
        let by = found.first().map_or(tile, |piece| piece.tile);
        self.report_completed(by, seat, noted.unwrap_or(closed));
    }

    /// Puts a tile that has left the board at its destination.
    pub(super) fn put_away(&mut self, kind: TileKindId, to: TakenTo) {
        match to {
            TakenTo::Aside => {
                self.position.set_aside.push(kind);
                self.recording.tally.taken_off.push(kind);
            }
            TakenTo::Bag(bag) => self.position.bags[bag.index()].put_under(kind),
            TakenTo::Hand(seat) => self.position.hands.push((seat, kind)),
        }
    }

    /// Takes a tile off its cells. Afterwards all claims are correct except those of the tile itself, and the counters
    /// of its features are removed.
    fn lift(&mut self, tile: TileId) -> Lifting {
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        let (apart, found) = self.position.board.lift(&catalog, tile, |_| {});
        self.claim_members_again(&apart);
        Lifting { before, apart, found }
    }

    /// Returns the values to restore for the features of some segments, which are about to split, and removes
    /// their counters.
    pub(super) fn remember(&mut self, segments: &[SegmentId]) -> Before {
        let features = &self.position.board.features;
        let roots = self.position.board.features_of(segments);
        let of_lifted = |key: &CounterKey| match key {
            CounterKey::Feature(segment) => Some(features.root(*segment)).filter(|root| roots.contains(root)),
            _ => None,
        };
        let mut counted: Vec<(CounterId, Root, i32)> = Vec::new();
        for (counter, key, _) in &self.position.keyed {
            if let Some(root) = of_lifted(key)
                && !counted.iter().any(|&(known, of, _)| (known, of) == (*counter, root))
            {
                counted.push((*counter, root, self.counter(*counter, CounterKey::Feature(root.segment()))));
            }
        }
        let due = self.completed().iter().map(|&segment| features.root(segment)).collect();
        let mut keyed = std::mem::take(&mut self.position.keyed);
        keyed.retain(|(_, key, _)| of_lifted(key).is_none());
        self.position.keyed = keyed;
        Before { counted, due }
    }

    /// Restores the claims of figures on the remaining segments of features that split.
    pub(super) fn claim_members_again(&mut self, apart: &[Parting]) {
        let mut members: Vec<SegmentId> = apart.iter().flat_map(|apart| apart.members.iter().copied()).collect();
        members.sort_unstable();
        self.claim_again(|_, segment| members.binary_search(&segment).is_ok());
    }

    /// Restores the claims of figures on the segments for which `is_meant` holds.
    pub(super) fn claim_again(&mut self, is_meant: impl Fn(&crate::board::features::Features, SegmentId) -> bool) {
        for &Figure { kind, seat, place } in &self.position.figures {
            if let Some(Place::Segment(segment)) = place
                && self.position.board.features.is_there(segment)
                && is_meant(&self.position.board.features, segment)
            {
                self.position.board.features.add_claim(segment, seat, self.position.board.catalog.figures[kind].weight);
            }
        }
    }

    /// Passes the counters of features that split to their parts, as the packs declare. The segments of a moved
    /// tile count as the last parts.
    pub(super) fn keep_counted(&mut self, before: &Before, apart: &[Parting], moved: Option<TileId>) {
        for &(counter, root, value) in &before.counted {
            let Some(Parting { parts, own, .. }) = apart.iter().find(|apart| apart.was == root) else { continue };
            let most = match self.position.board.catalog.counters[counter].when_parted() {
                WhenParted::Keep => usize::MAX,
                WhenParted::First => 1,
                WhenParted::Drop => 0,
            };
            let own = if moved.is_some() { own.as_slice() } else { &[] };
            let segments: Vec<SegmentId> =
                parts.iter().map(|part| part.segment()).chain(own.iter().copied()).take(most).collect();
            for segment in segments {
                self.set_keyed(counter, CounterKey::Feature(segment), value);
            }
        }
    }

    /// Removes completed features that are no longer complete. Features of a step that is scoring now remain in the
    /// list; the step skips those that are incomplete.
    pub(super) fn drop_undone(&mut self) {
        if self.run.completed.is_empty() {
            return;
        }
        let begun =
            |part: &Part| if let Part::Turn(part) = part { part.begun.then_some(part.completed_from) } else { None };
        let starts: Vec<(usize, usize)> =
            (0..self.run.agenda.len()).filter_map(|at| Some((at, begun(&self.run.agenda[at])? as usize))).collect();
        let mut kept: Vec<SegmentId> = Vec::with_capacity(self.run.completed.len());
        for (number, &(at, start)) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(self.run.completed.len(), |&(_, next)| next);
            let noted = self.run.completed.get(start..end).unwrap_or_default();
            let new_start = kept.len() as u32;
            if let Some(Part::Turn(part)) = self.run.agenda.get(at) {
                let has_begun = part.progress != StepProgress::Start;
                kept.extend(noted.iter().filter(|&&segment| has_begun || !self.is_undone(segment)));
            }
            if let Some(Part::Turn(part)) = self.run.agenda.get_mut(at) {
                part.completed_from = new_start;
            }
        }
        self.run.completed = kept;
    }

    /// Returns true if a completed feature is no longer complete.
    pub(crate) fn is_undone(&self, segment: SegmentId) -> bool {
        self.position.board.has_lifted()
            && !(self.position.board.features.is_there(segment) && self.position.board.is_complete(segment))
    }

    /// Records the remaining parts of features that are complete without the tile, if the feature was incomplete before
    /// or is still to be scored. Returns the index of the first new entry.
    pub(super) fn note_closed(&mut self, before: &Before, apart: &[Parting]) -> usize {
        let from = self.run.completed.len();
        let known = self.turn_part().map_or(0, |part| part.completed_from as usize);
        for Parting { was, was_complete, members, .. } in apart {
            if *was_complete && !before.due.contains(was) {
                continue;
            }
            // A tile may have covered and joined the parts since.
            for part in self
                .position
                .board
                .parts_of(members)
                .iter()
                .filter(|part| self.position.board.is_complete(part.segment()))
            {
                let features = &self.position.board.features;
                if !self.run.completed[known..]
                    .iter()
                    .any(|&noted| features.root(noted) == features.root(part.segment()))
                {
                    self.run.completed.push(self.position.board.first_segment(part.segment()));
                }
            }
        }
        // Features that touch a completed part may be complete as well.
        if self.position.board.catalog.tables.any_touched {
            for at in from..self.run.completed.len() {
                let touching: Vec<SegmentId> = self.position.board.touching(self.run.completed[at]).collect();
                for segment in touching {
                    let completion =
                        self.position.board.catalog.terrains[self.position.board.terrain(segment)].completion;
                    let features = &self.position.board.features;
                    let root = features.root(segment);
                    if completion == Completion::NeighboursComplete
                        && self.position.board.is_complete(segment)
                        && !self.run.completed[known..].iter().any(|&noted| features.root(noted) == root)
                    {
                        self.run.completed.push(segment);
                    }
                }
            }
        }
        from
    }

    pub(super) fn report_parted(&mut self, apart: &[Parting], seat: Seat) {
        if !self.tells(EventKind::Parted.bit()) {
            return;
        }
        for Parting { parts, .. } in apart {
            if let [rest, others @ ..] = &parts[..] {
                for part in others {
                    self.report(Happening::Parted {
                        seat,
                        segment: part.segment(),
                        rest: Left(Place::Segment(rest.segment())),
                    });
                }
            }
        }
    }
}

/// Returns the bag or the hand that a tile goes to.
pub(super) fn where_to(to: TakenTo) -> (Option<crate::catalog::id::BagId>, Option<Seat>) {
    match to {
        TakenTo::Aside => (None, None),
        TakenTo::Bag(bag) => (Some(bag), None),
        TakenTo::Hand(seat) => (None, Some(seat)),
    }
}
