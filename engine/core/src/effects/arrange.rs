//! Arranges positions without playing: for tests of packs, editors and puzzles.
//!
//! Arranged changes happen before the game: no journal records them and no rule reacts to them.

use std::sync::Arc;

use crate::catalog::Scope;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{BagId, FigureId, FigureKindId, Id, SegmentId, TileId, TileKindId, TokenId, ZoneId};
use crate::catalog::pose::Pose;
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::agenda::{ListId, Part, TurnPart};
use crate::state::chance::Generator;
use crate::state::effect::{CounterKey, Effect, Place, Rejected};
use crate::state::event::Journal;
use crate::state::face_down::FaceDown;
use crate::state::{Game, Stage};

impl Game {
    /// Changes the position by a function, without notice to rules, the journal or the observer.
    pub(crate) fn quietly<R>(&mut self, change: impl FnOnce(&mut Game) -> R) -> R {
        let listeners = std::mem::take(&mut self.setup.listeners);
        let journal: Option<Box<Journal>> = self.recording.journal.take();
        let observer = self.recording.observer.take();
        let done = change(self);
        self.setup.listeners = listeners;
        (self.recording.journal, self.recording.observer) = (journal, observer);
        done
    }

    /// Places a tile on empty cells, or on other tiles if `over` is true. It needs no neighbour, but its edges must
    /// meet its neighbours. Without `over`, an identical tile at the place is left alone. The tile is taken out of the
    /// first bag that has one; kinds that no bag has at the start are unlimited.
    ///
    /// # Errors
    /// The tile does not fit (`does_not_fit`), or no bag has another one (`not_in_bag`).
    pub fn arrange_tile(
        &mut self,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        over: bool,
    ) -> Result<TileId, Rejected> {
        let catalog = Arc::clone(&self.position.board.catalog);
        let name = catalog.kinds.key(kind);
        if over {
            self.check_fit(kind, Pose { cell, turn }, PlacementPermissions { free: true, over })?;
        } else if let Some((tile, _)) = self.position.board.tile_at(cell) {
            let lies = self.position.board.tiles[tile.index()];
            if (lies.kind, lies.cell, lies.turn) == (kind, cell, turn) {
                return Ok(tile);
            }
            let message = format!("{} is already at {cell},{}", catalog.kinds.key(lies.kind), lies.turn);
            return Err(Rejected::new("does_not_fit", message));
        }
        let faces = catalog.faces(kind, turn);
        for face in faces.iter().filter(|_| !over) {
            let here = cell.plus(face.offset.0, face.offset.1);
            let lies = here.in_reach() && self.position.board.exists(here) && catalog.lattice.can_lie(cell, turn);
            if self.position.board.tile_at(here).is_some() || !lies {
                return Err(Rejected::new("does_not_fit", format!("{name} cannot be placed at {here}")));
            }
            for side in catalog.lattice.sides_of(here) {
                let across = catalog.lattice.neighbour(here, side);
                let edge = self.position.board.edge_towards(across, catalog.lattice.opposite(side));
                if edge.is_some_and(|edge| !catalog.meet(face.edge(side), edge)) {
                    let side = catalog.lattice.side_name(side);
                    let message = format!("{name} at {cell},{turn} does not meet its neighbour on side {side}");
                    return Err(Rejected::new("does_not_fit", message));
                }
            }
        }
        if faces.is_empty() {
            return Err(Rejected::new("does_not_fit", format!("{name} has no turn {turn} or no cells")));
        }
        self.take_from_bags(kind)?;
        self.quietly(|game| game.lay_over(&catalog, Seat(0), kind, Pose { cell, turn }, None))
    }

    /// Takes a tile out of the first bag that has its kind, to arrange it elsewhere. Kinds that no bag has at the start
    /// are unlimited, as in a game.
    pub(super) fn take_from_bags(&mut self, kind: TileKindId) -> Result<(), Rejected> {
        let catalog = &self.position.board.catalog;
        let kind = catalog.front(kind);
        if self.bags().any(|bag| catalog.bags[bag].contents.iter().any(|&(held, _)| held == kind)) {
            let Some(bag) = self.bags().find(|&bag| self.bag(bag).count(kind) > 0) else {
                let name = catalog.kinds.key(kind);
                return Err(Rejected::new("not_in_bag", format!("no bag has another {name}")));
            };
            self.position.bags[bag.index()].remove(kind);
        }
        Ok(())
    }

    /// Moves a figure from a seat's supply to a place.
    ///
    /// # Errors
    /// The place or the seat does not exist, or the supply has no such figure.
    pub fn arrange_figure(&mut self, seat: Seat, figure: FigureKindId, place: Place) -> Result<FigureId, Rejected> {
        self.check_seat(seat)?;
        self.quietly(|game| game.deploy(seat, figure, place))
    }

    /// Puts a token at a place.
    ///
    /// # Errors
    /// The place does not exist.
    pub fn arrange_token(&mut self, token: TokenId, place: Place) -> Result<(), Rejected> {
        self.quietly(|game| game.apply(Effect::MoveToken { token, place: Some(place) }))
    }

    /// Retires a seat before the game begins.
    ///
    /// # Errors
    /// The seat does not exist.
    pub fn arrange_retired(&mut self, seat: Seat) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        self.position.retired = self.position.retired.with(seat);
        Ok(())
    }

    /// Sets the initial score of a seat.
    ///
    /// # Errors
    /// The seat does not exist.
    pub fn arrange_score(&mut self, seat: Seat, score: i32) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        self.position.scores[seat.index()] = score;
        Ok(())
    }

    /// Sets the initial values of a counter: one for every seat, or a single value if the name has a key or the counter
    /// belongs to the game.
    ///
    /// # Errors
    /// The counter does not exist, or `values` has the wrong length.
    pub fn arrange_counter(&mut self, name: &str, values: &[i32]) -> Result<(), Rejected> {
        let (counter, key) = self.find_counter(name)?;
        let keys: Vec<CounterKey> = match (key, self.position.board.catalog.counters[counter].scope) {
            (Some(key), _) => vec![key],
            (None, Scope::Seat) => self.seats_from(Seat(0)).map(CounterKey::Seat).collect(),
            (None, Scope::Game) => vec![CounterKey::Game],
            (None, _) => {
                let message = format!("`{name}` belongs to features: write `{name}@x,y:segment`");
                return Err(Rejected::new("wrong_scope", message));
            }
        };
        if keys.len() != values.len() {
            let numbers = if keys.len() == 1 { "number" } else { "numbers" };
            let message = format!("`{name}` takes {} {numbers}, not {}", keys.len(), values.len());
            return Err(Rejected::new("wrong_scope", message));
        }
        let mut values = keys.into_iter().zip(values);
        self.quietly(|game| values.try_for_each(|(key, &value)| game.set_counter(counter, key, value)))
    }

    /// Sets the initial value of a counter for a feature.
    ///
    /// # Errors
    /// The counter does not exist, or it does not belong to features.
    pub fn arrange_feature_counter(&mut self, name: &str, segment: SegmentId, value: i32) -> Result<(), Rejected> {
        let found = self.position.board.catalog.counters.find(name);
        let unknown = || Rejected::new("unknown_counter", format!("there is no counter `{name}`"));
        let counter = found.ok_or_else(unknown)?;
        if !matches!(self.position.board.catalog.counters[counter].scope, Scope::Feature(_)) {
            return Err(Rejected::new("wrong_scope", format!("`{name}` does not belong to features")));
        }
        self.quietly(|game| game.set_counter(counter, CounterKey::Feature(segment), value))
    }

    /// Sets the initial points of every seat that are booked under `kind`. The scores do not change.
    ///
    /// # Errors
    /// The book does not exist, or `points` does not have one entry for every seat.
    pub fn arrange_booked(&mut self, kind: &str, points: &[i32]) -> Result<(), Rejected> {
        let found = self.position.board.catalog.books.find(kind);
        let unknown = || Rejected::new("unknown_kind", format!("there is no source of points `{kind}`"));
        let start = found.ok_or_else(unknown)?.index() * self.seat_count();
        if points.len() != self.seat_count() {
            let message = format!("`{kind}` takes {} numbers, not {}", self.seat_count(), points.len());
            return Err(Rejected::new("wrong_scope", message));
        }
        self.position.booked[start..start + points.len()].copy_from_slice(points);
        Ok(())
    }

    /// Sets the tiles that have left the game because they fitted on no cell.
    pub fn arrange_set_aside(&mut self, tiles: &[TileKindId]) {
        self.position.set_aside = tiles.iter().map(|&kind| self.position.board.catalog.front(kind)).collect();
    }

    /// Sets the number of the next turn, counted from 1. The steps before the first turn are skipped.
    pub fn arrange_turn(&mut self, number: u32) {
        self.arrange_play();
        self.position.turns = number.saturating_sub(1);
    }

    /// Sets the content of a bag, from the bottom to the top if it is a stack.
    pub fn arrange_bag(&mut self, bag: BagId, tiles: &[TileKindId]) {
        let mut spec = self.position.board.catalog.bags[bag].clone();
        spec.contents.clear();
        let mut state = crate::state::bags::BagState::new(&spec, self.position.board.catalog.kinds.len());
        tiles.iter().rev().for_each(|&kind| state.put_under(self.position.board.catalog.front(kind)));
        self.position.bags[bag.index()] = state;
        self.order_arranged(bag);
    }

    /// Sets the tiles in a seat's hand.
    pub fn arrange_hand(&mut self, seat: Seat, tiles: &[TileKindId]) {
        self.position.hands.retain(|(s, _)| *s != seat);
        self.position.hands.extend(tiles.iter().map(|&kind| (seat, self.position.board.catalog.front(kind))));
    }

    /// Sets the tiles in the slots of a zone, starting with the first. Slots beyond the end of `tiles` are empty.
    pub fn arrange_row(&mut self, zone: ZoneId, tiles: &[Option<TileKindId>]) {
        self.position.rows.retain(|(of, ..)| *of != zone);
        let filled =
            (1..).zip(tiles).filter_map(|(slot, kind)| Some((zone, slot, self.position.board.catalog.front((*kind)?))));
        self.position.rows.extend(filled);
        self.position.rows.sort_unstable_by_key(|&(zone, slot, _)| (zone, slot));
    }

    /// Lets chance continue from another seed, which also orders the bags.
    pub fn arrange_chance(&mut self, seed: u64) {
        self.follow_chance(Generator::new(seed));
    }

    /// Sets the seat that takes the first turn.
    ///
    /// # Errors
    /// The seat does not exist.
    pub fn arrange_first(&mut self, seat: Seat) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        self.position.next_seat = seat;
        Ok(())
    }

    /// Drops everything in progress, so that the finish comes next. The board is unchanged.
    pub(crate) fn arrange_end(&mut self) {
        self.run.agenda.clear();
        self.run.completed.clear();
        self.run.pending.clear();
        self.run.decision = None;
        self.position.stage = Stage::Play;
        self.position.ending = true;
        self.observe_arranged();
    }

    /// Skips the steps before the first turn, unless one of them has begun.
    pub fn arrange_play(&mut self) {
        let untouched =
            |part: &Part| matches!(part, Part::Turn(part) if *part == TurnPart::new(Seat(0), ListId::SETUP, None));
        if self.position.stage == Stage::Setup && self.run.agenda.iter().all(untouched) {
            self.run.agenda.clear();
            self.position.stage = Stage::Play;
        }
    }

    /// Sets the kind that a face-down tile hides.
    ///
    /// # Errors
    /// The tile is not face down, or it is not the back of the kind.
    pub fn arrange_hidden_kind(&mut self, tile: TileId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_face_down(tile)?;
        let (back, shown) = (self.back_kind(kind)?, self.position.board.tiles[tile.index()].kind);
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
        at: Pose,
        over: bool,
        known_by: SeatSet,
    ) -> Result<TileId, Rejected> {
        let back = self.back_kind(kind)?;
        known_by.iter().try_for_each(|seat| self.check_seat(seat))?;
        let tile = self.arrange_tile(back, at, over)?;
        if self.face_down(tile).is_some() {
            return Err(Rejected::new("face_down_already", "there is already a face-down tile"));
        }
        self.take_from_bags(kind)?;
        let place = self.position.face_down.partition_point(|hidden| hidden.tile < tile);
        self.position.face_down.insert(place, FaceDown { tile, kind, known_by });
        Ok(tile)
    }
}
