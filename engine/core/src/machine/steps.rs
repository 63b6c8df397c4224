//! Implements the built-in steps: drawing, hands, placing and deploying.

use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{BagId, FigureKindId, TileKindId};
use crate::catalog::pose::Pose;
use crate::machine::fault::Fault;
use crate::machine::placements::TileToPlace;
use crate::state::effect::{Effect, Place, Rejected};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::catalog::flow::{Step, Unplayable};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::seat::{Seat, SeatSet};
use crate::machine::{Machine, StepEnd};
use crate::state::Game;
use crate::state::agenda::{CountedPlacements, StepProgress};
use crate::state::decision::{Decision, Deployable, Options, Pick, Remaining};
use crate::state::event::EventKind;
use crate::state::happening::Happening;

impl Machine {
    /// Draws the tile to play. Without a playable tile, the turn part is over.
    #[inline]
    pub(crate) fn draw(
        &mut self,
        game: &mut Box<Game>,
        bag: BagId,
        unplayable: Unplayable,
        seat: Seat,
    ) -> Result<StepEnd, Box<Fault>> {
        loop {
            if unplayable == Unplayable::Return && !self.any_fits(game, bag, seat)? {
                game.position.ending |= !self.any_held_fits(game)?;
                return Ok(StepEnd::EndPart);
            }
            let again =
                game.turn_part().filter(|p| p.progress == StepProgress::UnplayableReported).and_then(|p| p.kind);
            let kind = match again {
                // Rules have been notified that it fits nowhere, and may have changed that.
                Some(kind) => kind,
                None => {
                    let Some(kind) = game.draw_from_bag(bag, seat, None) else { return Ok(StepEnd::EndPart) };
                    game.report(Happening::Drawn { seat, kind, bag });
                    kind
                }
            };
            let count = match !self.is_plain {
                true => self.keep_placements(game, kind, seat)?,
                false => self.count_placements(game, kind, seat),
            };
            if count > 0 || self.other_face_fits(game, kind, seat)? {
                let edition = game.position.board.edition();
                let counted = self.is_plain.then_some(CountedPlacements { count, edition });
                if let Some(part) = game.turn_part_mut() {
                    (part.kind, part.counted) = (Some(kind), counted);
                }
                game.observe();
                return Ok(StepEnd::Next);
            }
            if again.is_none() {
                game.report(Happening::Unplayable { seat, kind, bag });
                if game.setup.listeners.on & EventKind::Unplayable.bit() != 0 {
                    if let Some(part) = game.turn_part_mut() {
                        part.kind = Some(kind);
                        part.progress = StepProgress::UnplayableReported;
                    }
                    return Ok(StepEnd::Again);
                }
            }
            if let Some(part) = game.turn_part_mut() {
                part.kind = None;
                part.progress = StepProgress::Start;
            }
            game.report(Happening::SetAside { seat, kind, bag: Some(bag) });
            match unplayable {
                Unplayable::SetAside => game.position.set_aside.push(kind),
                Unplayable::Return => game.put_into_bag(bag, kind),
            }
        }
    }

    /// Returns true if some tile of a bag fits on a plane where the seat may place it.
    fn any_fits(&mut self, game: &mut Box<Game>, bag: BagId, seat: Seat) -> Result<bool, Box<Fault>> {
        if self.is_plain {
            let faces = |kind: TileKindId| [Some(kind), self.catalog.kinds[kind].mirror];
            let fits = |kind: TileKindId| self.count_placements(game, kind, seat) > 0;
            return Ok(game.bag(bag).kinds().any(|kind| faces(kind).into_iter().flatten().any(fits)));
        }
        let free = self.places_freely(game);
        for kind in game.bag(bag).kinds().collect::<Vec<_>>() {
            if self.either_face_fits(game, TileToPlace { kind, seat, free })? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn any_held_fits(&mut self, game: &mut Box<Game>) -> Result<bool, Box<Fault>> {
        let free = self.places_freely(game);
        for (seat, kind) in game.position.hands.clone() {
            if game.in_game(seat) && self.either_face_fits(game, TileToPlace { kind, seat, free })? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the placements of a drawn tile when rules affect them, keeps them for the step that places the tile, and
    /// returns their number.
    fn keep_placements(&mut self, game: &mut Box<Game>, kind: TileKindId, seat: Seat) -> Result<u32, Box<Fault>> {
        let free = self.places_freely(game);
        let options = self.placements(game, TileToPlace { kind, seat, free })?;
        let count = options.count();
        self.known = (count > 0).then_some((seat, options));
        Ok(count)
    }

    /// Returns the number of placements of a kind on the planes where steps let the seat place tiles.
    #[inline]
    fn count_placements(&self, game: &Game, kind: TileKindId, seat: Seat) -> u32 {
        game.position.board.count_placements(kind, self.catalog.board.open_to(seat))
    }

    /// Fills the hand of a seat up to `size` tiles, or until the bag is empty.
    pub(crate) fn refill(&mut self, game: &mut Game, bag: BagId, size: u16, seat: Seat) -> StepEnd {
        while game.hand(seat).count() < usize::from(size) {
            let Some(kind) = game.draw_from_bag(bag, seat, None) else { break };
            game.position.hands.push((seat, kind));
            let seen_by = if self.catalog.flow.open_hands { SeatSet::EVERYBODY } else { SeatSet::only(seat) };
            game.chance.was_seen_by(seen_by);
            if game.recording.journal.is_some() || game.setup.listeners.on & EventKind::Drawn.bit() != 0 {
                game.report_to(Happening::Drawn { seat, kind, bag }, seen_by);
            }
        }
        StepEnd::Next
    }

    /// Asks the seat for a tile of its hand to play. A hand without a tile that fits is replaced.
    pub(crate) fn choose(
        &mut self,
        game: &mut Box<Game>,
        step: &Step,
        bag: BagId,
        unplayable: Unplayable,
        seat: Seat,
    ) -> Result<StepEnd, Box<Fault>> {
        loop {
            let mut held: Vec<TileKindId> = game.hand(seat).collect();
            held.sort_unstable();
            held.dedup();
            let (mut kinds, free) = (Vec::with_capacity(held.len()), self.places_freely(game));
            for kind in held {
                if self.either_face_fits(game, TileToPlace { kind, seat, free })? {
                    kinds.push(kind);
                }
            }
            if !kinds.is_empty() {
                game.run.decision = Some(Decision {
                    seat,
                    ask: Arc::clone(&step.name),
                    pack: None,
                    options: Options::Kinds(kinds),
                    secret: !self.catalog.flow.open_hands,
                });
                return Ok(StepEnd::Asks);
            }
            if unplayable == Unplayable::Return && !self.any_fits(game, bag, seat)? {
                game.position.ending |= !self.any_held_fits(game)?;
                return Ok(StepEnd::EndPart);
            }
            let held: Vec<TileKindId> = game.hand(seat).collect();
            for &kind in &held {
                game.report(Happening::SetAside { seat, kind, bag: None });
            }
            game.position.hands.retain(|(s, _)| *s != seat);
            match unplayable {
                Unplayable::SetAside => game.position.set_aside.extend(&held),
                Unplayable::Return => {
                    held.iter().for_each(|&kind| game.put_into_bag(bag, kind));
                }
            }
            self.refill(game, bag, held.len() as u16, seat);
            if game.hand(seat).next().is_none() {
                return Ok(StepEnd::EndPart);
            }
        }
    }

    /// Draws a tile and places it on the origin.
    pub(crate) fn lay_first(&mut self, game: &mut Game, bag: BagId, seat: Seat) -> StepEnd {
        if let Some(kind) = game.draw_from_bag(bag, seat, None) {
            game.report(Happening::Drawn { seat, kind, bag });
            // If every seat has its own plane, the tile is placed on the plane of this seat.
            let open = self.catalog.board.open_to(seat);
            let first = game.position.board.planes().find(|&plane| open.contains(plane)).unwrap_or_default();
            let origin = Cell::ORIGIN.with_plane(first);
            if game.position.board.tile_at(origin).is_none() {
                game.lay(&self.catalog, seat, kind, Pose::new(origin, Turn::NONE), None);
            } else {
                game.position.set_aside.push(kind);
            }
        }
        StepEnd::Next
    }

    /// Asks the seat for the place of the tile in play.
    #[inline]
    pub(crate) fn place(
        &mut self,
        game: &mut Box<Game>,
        step: &Step,
        seat: Seat,
        free: bool,
    ) -> Result<StepEnd, Box<Fault>> {
        let Some((kind, counted)) = game.turn_part().and_then(|p| Some((p.kind?, p.counted))) else {
            return Ok(StepEnd::Next);
        };
        let either_way = self.catalog.tables.any_mirrored && self.catalog.kinds[kind].mirror.is_some();
        if !self.is_plain || either_way || !game.position.board.is_of_frontier(kind) {
            return self.place_by_rules(game, step, seat, free);
        }
        let planes = self.catalog.board.open_to(seat);
        // The draw has just counted the placements, unless the board has changed since.
        let board = &game.position.board;
        let counted = counted.filter(|counted| counted.count > 0 && counted.edition == board.edition());
        let count = counted.map_or_else(|| board.count_placements(kind, planes), |counted| counted.count);
        if count == 0 {
            return Ok(self.no_place_left(game, kind, seat));
        }
        // The decision is built in place: a copy would stall on fields that were just written.
        let ask = Arc::clone(&step.name);
        game.run.decision.get_or_insert_with(|| Decision {
            seat,
            ask,
            pack: None,
            options: Options::Placements { kind, planes, free, count, left: Remaining::All },
            secret: false,
        });
        Ok(StepEnd::Asks)
    }

    /// Like [`Machine::place`], for cases in which rules or the other face affect the placements.
    fn place_by_rules(
        &mut self,
        game: &mut Box<Game>,
        step: &Step,
        seat: Seat,
        free: bool,
    ) -> Result<StepEnd, Box<Fault>> {
        let Some((kind, progress)) = game.turn_part().and_then(|p| Some((p.kind?, p.progress))) else {
            return Ok(StepEnd::Next);
        };
        let kind = match self.catalog.kinds[kind].mirror {
            Some(_) if progress != StepProgress::FaceChosen => {
                match self.choose_face(game, TileToPlace { kind, seat, free })? {
                    Some(face) => face,
                    None => return Ok(StepEnd::Asks),
                }
            }
            _ => kind,
        };
        let options = match self.known.take() {
            Some((of, options)) if of == seat && options.is_placing(kind, free) => options,
            _ => self.placements(game, TileToPlace { kind, seat, free })?,
        };
        if options.count() == 0 {
            return Ok(self.no_place_left(game, kind, seat));
        }
        game.run.decision = Some(Decision { seat, ask: Arc::clone(&step.name), pack: None, options, secret: false });
        Ok(StepEnd::Asks)
    }

    /// Sets the tile in play aside: its last place was taken after it was drawn.
    fn no_place_left(&self, game: &mut Game, kind: TileKindId, seat: Seat) -> StepEnd {
        if let Some(part) = game.turn_part_mut() {
            part.kind = None;
        }
        let kind = self.catalog.front(kind);
        game.report(Happening::SetAside { seat, kind, bag: None });
        game.position.set_aside.push(kind);
        StepEnd::EndPart
    }

    /// Asks the seat for a figure to deploy on the placed tile.
    #[inline]
    pub(crate) fn deploy(&mut self, game: &mut Game, step: &Step, figures: &[FigureKindId], seat: Seat) -> StepEnd {
        let Some(tile) = game.turn_part().and_then(|p| p.tile) else { return StepEnd::Next };
        let base = game.position.board.tiles[tile.index()].first_segment;
        // The decision is built in place: a copy would stall on fields that were just written.
        let ask = Arc::clone(&step.name);
        game.run.decision.get_or_insert_with(|| Decision {
            seat,
            ask,
            pack: None,
            options: Options::Deploy { base, figures: SmallVec::new(), count: 1 },
            secret: false,
        });
        for &figure in figures {
            let segments = game.deployable_segments(tile, figure, seat);
            if segments != 0
                && let Some(Decision { options: Options::Deploy { figures, count, .. }, .. }) = &mut game.run.decision
            {
                figures.push(Deployable { figure, segments });
                *count += segments.count_ones();
            }
        }
        StepEnd::Asks
    }

    /// Applies the answer to a built-in step.
    ///
    /// # Errors
    /// The option is impossible, which is a mistake of the engine.
    #[inline]
    pub(crate) fn answer_builtin(&mut self, game: &mut Game, pick: Pick, seat: Seat) -> Result<(), Box<Fault>> {
        let wrong = |rejected: Rejected| Fault::internal(format!("an option could not be carried out: {rejected}"));
        match pick {
            Pick::Placement { cell, turn } => {
                let Some(kind) = game.turn_part().and_then(|p| p.kind) else { return Ok(()) };
                if game.setup.listeners.replace & EventKind::Placed.bit() != 0 {
                    // A placement that does not fit next to other tiles was a free one.
                    let free = !game.position.board.turns_at(kind, cell).contains(turn);
                    let footing = PlacementPermissions { free, over: false };
                    let effect = Effect::PlaceTile { seat, kind, cell, turn, footing, reason: None };
                    game.effect(effect).map_err(wrong)?;
                } else {
                    let from = game.run.completed.len();
                    let tile = match game.position.board.lets_over() {
                        true => game.lay_over(&self.catalog, seat, kind, Pose { cell, turn }, None).map_err(wrong)?,
                        false => game.lay(&self.catalog, seat, kind, Pose { cell, turn }, None),
                    };
                    game.after_placing(&self.catalog, tile, seat, from);
                }
            }
            Pick::Deploy { figure, segment } => {
                game.effect(Effect::Deploy { seat, figure, place: Place::Segment(segment) }).map_err(wrong)?;
            }
            Pick::Kind(kind) => {
                if let Some(at) = game.position.hands.iter().position(|&(s, k)| s == seat && k == kind) {
                    game.position.hands.remove(at);
                }
                if let Some(part) = game.turn_part_mut() {
                    part.kind = Some(kind);
                    part.counted = None;
                }
                game.observe();
            }
            Pick::Face(kind) => {
                if let Some(part) = game.turn_part_mut() {
                    (part.kind, part.counted, part.progress) = (Some(kind), None, StepProgress::FaceChosen);
                }
            }
            Pick::Pass | Pick::Listed(_) => {}
        }
        Ok(())
    }
}
