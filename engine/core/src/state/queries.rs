//! Queries on a game, and the settings of its recordings.

use std::sync::Arc;

use crate::board::Board;
use crate::catalog::id::{
    BagId, BookId, CounterId, FigureId, FigureKindId, Id, SegmentId, TileKindId, TokenId, ZoneId,
};
use crate::catalog::lattice::Cell;
use crate::catalog::seat::Seat;
use crate::catalog::{Catalog, Scope};
use crate::state::agenda::{Part, TurnPart};
use crate::state::bags::BagState;
use crate::state::effect::{CounterKey, Place, Rejected};
use crate::state::event::{Journal, Note};
use crate::state::game::{ChanceSource, Game};
use crate::state::options::{Carried, Decision};
use crate::state::outcome::ChanceResult;
use crate::state::position::{Figure, Stage, number_count};
use crate::state::tally::Tally;

/// Maximum number of notes that a journal keeps.
pub const MAX_NOTES: usize = 2_000;

impl Game {
    /// Returns the catalog of the game.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.position.board.catalog
    }

    /// Returns the number of seats in the game.
    pub fn seat_count(&self) -> usize {
        usize::from(self.position.seats)
    }

    /// Returns all seats in turn order, starting with `first`.
    pub fn seats_from(&self, first: Seat) -> impl ExactSizeIterator<Item = Seat> + use<> {
        let (count, first) = (self.position.seats, first.0 % self.position.seats);
        (0..count).map(move |i| Seat((first + i) % count))
    }

    /// Returns the next seat around the table, including retired seats.
    #[inline]
    pub(crate) fn seat_after(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if next < self.position.seats { next } else { 0 })
    }

    /// Returns the seat that took the first turn; before that turn, the seat that would take it.
    pub fn first_seat(&self) -> Seat {
        self.position.first_seat.unwrap_or(self.position.next_seat)
    }

    /// Returns the current stage of the game.
    pub fn stage(&self) -> Stage {
        self.position.stage
    }

    /// Returns the number of ordinary turns that have begun.
    pub fn turns(&self) -> u32 {
        self.position.turns
    }

    /// Returns the board with its tiles and features.
    pub fn board(&self) -> &Board {
        &self.position.board
    }

    /// Returns the score of every seat.
    pub fn scores(&self) -> &[i32] {
        &self.position.scores
    }

    /// Returns the points of every seat that are booked under `kind`.
    pub fn book_points(&self, kind: BookId) -> &[i32] {
        let start = kind.index() * self.seat_count();
        &self.position.booked[start..start + self.seat_count()]
    }

    /// Returns the number of a seat's figures in supply; 0 for a seat that does not play.
    #[inline]
    pub fn supply(&self, figure: FigureKindId, seat: Seat) -> u16 {
        if seat.0 >= self.position.seats {
            return 0;
        }
        self.position.supply[figure.index() * usize::from(self.position.seats) + seat.index()]
    }

    /// Returns the figures outside their supplies, with their numbers.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, &Figure)> {
        self.position
            .figures
            .iter()
            .enumerate()
            .filter(|(_, f)| f.place.is_some())
            .map(|(i, f)| (FigureId::from_index(i), f))
    }

    /// Returns a figure by its number; `None` if the number is unused.
    pub fn figure(&self, number: FigureId) -> Option<&Figure> {
        self.position.figures.get(number.index()).filter(|f| f.place.is_some())
    }

    /// Returns the figures on a feature, with their numbers.
    pub fn figures_on(&self, segment: SegmentId) -> impl Iterator<Item = (FigureId, &Figure)> {
        let root = self.position.board.features.root(segment);
        self.figures().filter(
            move |(_, f)| matches!(f.place, Some(Place::Segment(s)) if self.position.board.features.root(s) == root),
        )
    }

    /// Returns the bags in use. A bag declared for each seat counts once for each seat that plays.
    pub fn bags(&self) -> impl Iterator<Item = BagId> {
        self.position.board.catalog.bags_for(self.position.seats)
    }

    /// Returns the zones in use. A zone declared for each seat counts once for each seat that plays.
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> {
        self.position.board.catalog.zones_for(self.position.seats)
    }

    /// Returns the content of a bag.
    pub fn bag(&self, bag: BagId) -> &BagState {
        &self.position.bags[bag.index()]
    }

    /// Returns the tiles in a seat's hand, in the order in which they were added.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = TileKindId> {
        self.position.hands.iter().filter(move |(s, _)| *s == seat).map(|&(_, k)| k)
    }

    /// Returns the tile in a slot of a zone; `None` if the slot is empty.
    pub fn slot_tile(&self, zone: ZoneId, slot: u16) -> Option<TileKindId> {
        self.row_at(zone, slot).ok().map(|at| self.position.rows[at].2)
    }

    /// Returns the index of a slot's tile in the list of rows, or the index at which to insert it.
    pub(crate) fn row_at(&self, zone: ZoneId, slot: u16) -> Result<usize, usize> {
        self.position.rows.binary_search_by_key(&(zone, slot), |&(zone, slot, _)| (zone, slot))
    }

    /// Returns the tiles in the slots of a zone, by slot.
    pub fn slot_tiles(&self, zone: ZoneId) -> impl Iterator<Item = (u16, TileKindId)> {
        self.position.rows.iter().filter(move |(of, ..)| *of == zone).map(|&(_, slot, kind)| (slot, kind))
    }

    /// Returns the counts for statistics.
    pub fn tally(&self) -> &Tally {
        &self.recording.tally
    }

    /// Returns the tiles that left the game because they fitted on no cell, or because a rule took them off the board.
    pub fn set_aside(&self) -> &[TileKindId] {
        &self.position.set_aside
    }

    /// Returns the place of a token; `None` if it is out of play.
    pub fn token(&self, token: TokenId) -> Option<Place> {
        self.position.tokens[token.index()]
    }

    /// Returns the cell of a token; `None` if it is between cells, in a zone or out of play.
    pub fn token_cell(&self, token: TokenId) -> Option<Cell> {
        match self.token(token)? {
            Place::Segment(segment) => Some(self.position.board.cell_of(segment)),
            Place::Cell(cell) => Some(cell),
            Place::Zone(..) | Place::Joint(_) => None,
        }
    }

    /// Returns a value of a counter. A feature counter combines the values of the feature's members.
    pub fn counter(&self, counter: CounterId, key: CounterKey) -> i32 {
        let spec = &self.position.board.catalog.counters[counter];
        match (spec.scope, key) {
            (Scope::Game, _) => self.position.counts[self.counter_base(counter)],
            (Scope::Seat, CounterKey::Seat(seat)) if seat.0 < self.position.seats => {
                self.position.counts[self.counter_base(counter) + seat.index()]
            }
            (Scope::Feature(merge), CounterKey::Feature(segment)) => {
                let root = self.position.board.features.root(segment);
                let of_feature = self.position.keyed.iter().filter(|(c, k, _)| {
                    *c == counter
                        && matches!(k, CounterKey::Feature(s) if self.position.board.features.root(*s) == root)
                });
                let values = of_feature.map(|&(_, _, n)| n);
                match merge {
                    crate::catalog::Combine::Sum => values.reduce(i32::saturating_add),
                    crate::catalog::Combine::Max => values.max(),
                    crate::catalog::Combine::Min => values.min(),
                }
                .unwrap_or(spec.start)
            }
            _ => self
                .position
                .keyed
                .binary_search_by_key(&(counter, key), |&(c, k, _)| (c, k))
                .map_or(spec.start, |at| self.position.keyed[at].2),
        }
    }

    /// Finds a counter by its name, together with a key if the name contains one: `hut:3` for a key, `hut:1,0` for a
    /// cell as the key, `seen:0:3` for a seat and a key.
    ///
    /// # Errors
    /// The catalog has no such counter, or the counter does not have such a key.
    pub fn find_counter(&self, name: &str) -> Result<(CounterId, Option<CounterKey>), Rejected> {
        let counters = &self.position.board.catalog.counters;
        // The name may start with the name of a pack and a colon.
        let ends = std::iter::once(name.len()).chain(name.rmatch_indices(':').map(|(at, _)| at));
        let found = ends.into_iter().find_map(|end| Some((counters.find(&name[..end])?, &name[..end], end)));
        let Some((counter, called, end)) = found else {
            return Err(Rejected::new("unknown_counter", format!("there is no counter `{name}`")));
        };
        let key = name[end..].strip_prefix(':');
        let number = |key: &str| key.parse().ok().or_else(|| Some(Cell::read(key)?.number().into()));
        let seated = |key: &str| {
            let (seat, key) = key.split_once(':')?;
            let seat = seat.parse().ok().filter(|&seat| seat < self.position.seats)?;
            Some(CounterKey::SeatKey(Seat(seat), number(key)?))
        };
        let (meant, how) = match (counters[counter].scope, key) {
            (Scope::Game | Scope::Seat | Scope::Feature(_), None) => return Ok((counter, None)),
            (Scope::Game | Scope::Seat, Some(_)) => (None, format!("write `{called}` alone")),
            (Scope::Feature(_), Some(_)) => (None, format!("it belongs to features: write `{called}@x,y:segment`")),
            (Scope::Keyed, key) => (
                key.and_then(number).map(CounterKey::Key),
                format!("write a number or a cell, as `{called}:3` or `{called}:1,0`"),
            ),
            (Scope::SeatKeyed, key) => (
                key.and_then(seated),
                format!("write a seat, and a number or a cell, as `{called}:0:3` or `{called}:0:1,0`"),
            ),
        };
        let bad = || {
            let key = key.map_or_else(|| "needs a key".to_owned(), |key| format!("has no key `{key}`"));
            Rejected::new("bad_key", format!("the counter `{called}` {key}: {how}"))
        };
        meant.map(|key| (counter, Some(key))).ok_or_else(bad)
    }

    /// Returns true if one of a counter's values differs from its start.
    pub(crate) fn has_counted(&self, counter: CounterId) -> bool {
        let spec = &self.position.board.catalog.counters[counter];
        let at = self.counter_base(counter);
        self.position.counts[at..at + number_count(spec.scope, self.position.seats)]
            .iter()
            .any(|&number| number != spec.start)
            || self.position.keyed.iter().any(|&(other, _, number)| other == counter && number != spec.start)
    }

    /// Like [`Game::has_counted`], for the values of one seat. A counter without values for seats counts for every
    /// seat.
    pub(crate) fn has_counted_for(&self, counter: CounterId, seat: Seat) -> bool {
        let spec = &self.position.board.catalog.counters[counter];
        let own = |key: &CounterKey| matches!(key, CounterKey::SeatKey(owner, _) if *owner == seat);
        match spec.scope {
            Scope::Seat => {
                self.position.counts.get(self.counter_base(counter) + seat.index()).is_some_and(|&n| n != spec.start)
            }
            Scope::SeatKeyed => {
                self.position.keyed.iter().any(|(c, key, n)| *c == counter && own(key) && *n != spec.start)
            }
            _ => self.has_counted(counter),
        }
    }

    /// Returns true if a token is on the feature of a segment: on one of its segments, or on a cell with one of its
    /// tiles.
    pub fn lies_on_feature(&self, token: TokenId, segment: SegmentId) -> bool {
        let features = &self.position.board.features;
        let root = features.root(segment);
        match self.token(token) {
            Some(Place::Segment(own)) => features.root(own) == root,
            Some(Place::Cell(cell)) => self.position.board.tile_at(cell).is_some_and(|(tile, _)| {
                self.position.board.segments_on(tile).any(|segment| features.root(segment) == root)
            }),
            Some(Place::Zone(..) | Place::Joint(_)) | None => false,
        }
    }

    /// Returns the segments on which some tokens are placed, in the order of the tokens.
    pub(crate) fn segments_of<'a>(&'a self, tokens: &'a [TokenId]) -> impl Iterator<Item = SegmentId> + Clone + 'a {
        tokens.iter().filter_map(|&token| match self.token(token)? {
            Place::Segment(segment) => Some(segment),
            Place::Cell(_) | Place::Zone(..) | Place::Joint(_) => None,
        })
    }

    /// Returns the keys of a keyed counter that were ever set, sorted, with their values.
    pub fn counter_keys(&self, counter: CounterId) -> impl Iterator<Item = (CounterKey, i32)> {
        self.position.keyed.iter().filter(move |(c, ..)| *c == counter).map(|&(_, key, n)| (key, n))
    }

    #[inline]
    pub(crate) fn counter_base(&self, counter: CounterId) -> usize {
        self.setup.count_starts[counter.index()]
    }

    /// Returns the decision that waits for an answer, if any.
    pub fn decision(&self) -> Option<&Decision> {
        self.run.decision.as_ref()
    }

    /// Returns the agenda; its last part runs next.
    pub fn agenda(&self) -> &[Part] {
        &self.run.agenda
    }

    /// Returns the running turn part, which is the topmost on the agenda.
    #[inline]
    pub fn turn_part(&self) -> Option<&TurnPart> {
        match self.run.agenda.last() {
            Some(Part::Turn(part)) => Some(part),
            _ => self.turn_part_below(),
        }
    }

    /// Finds the running turn part below other parts.
    fn turn_part_below(&self) -> Option<&TurnPart> {
        self.run.agenda.iter().rev().find_map(|p| if let Part::Turn(part) = p { Some(part) } else { None })
    }

    #[inline]
    pub(crate) fn turn_part_mut(&mut self) -> Option<&mut TurnPart> {
        let at = match self.run.agenda.last() {
            Some(Part::Turn(_)) => self.run.agenda.len() - 1,
            _ => self.turn_part_place()?,
        };
        match self.run.agenda.get_mut(at) {
            Some(Part::Turn(part)) => Some(part),
            _ => None,
        }
    }

    fn turn_part_place(&self) -> Option<usize> {
        self.run.agenda.iter().rposition(|part| matches!(part, Part::Turn(_)))
    }

    /// Returns the features that tiles of the running part have completed and that are not scored yet, by a segment of
    /// each.
    pub fn completed_features(&self) -> &[SegmentId] {
        self.turn_part().map_or(&[], |p| self.run.completed.get(p.completed_from as usize..).unwrap_or_default())
    }

    /// Returns the seat of the running turn part; without one, the seat of the next turn.
    pub fn active_seat(&self) -> Seat {
        self.turn_part().map_or(self.position.next_seat, |p| p.seat)
    }

    /// Returns the journal, if one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.recording.journal.as_deref()
    }

    /// Takes the table of the option that was just chosen, for the function that handles the option.
    pub fn take_carried(&mut self) -> Option<Arc<Carried>> {
        self.run.carried.take()
    }

    /// Adds a line for the author of a rule to the journal, if there is one. Notes are not part of the state. After
    /// [`MAX_NOTES`] notes, one last note reports that further notes are dropped.
    pub fn note(&mut self, text: &str, origin: Option<crate::catalog::Origin>) {
        let Some(journal) = &mut self.recording.journal else { return };
        let text = match journal.notes.len().cmp(&MAX_NOTES) {
            std::cmp::Ordering::Less => text,
            std::cmp::Ordering::Equal => "there are more notes than can be kept",
            std::cmp::Ordering::Greater => return,
        };
        let event = journal.events.len();
        journal.notes.push(Note { event, origin, text: text.into() });
    }

    /// Starts an empty journal, or drops it. A change also removes the observer.
    pub fn keep_journal(&mut self, keep: bool) {
        if keep != self.recording.journal.is_some() {
            self.recording.journal = keep.then(|| Box::new(Journal::roomy()));
            self.recording.observer = None;
        }
    }

    /// Sets a source that decides chance points, or `None` to use the generator alone.
    pub fn set_chance_source(&mut self, source: Option<Box<dyn ChanceSource>>) {
        self.chance.source = source;
    }

    /// Starts a log of the results of chance, or drops it.
    pub fn keep_chance(&mut self, keep: bool) {
        self.chance.given = keep.then(Vec::new);
    }

    /// Returns the results of chance since the last call, and clears the log.
    pub fn take_chance(&mut self) -> Vec<ChanceResult> {
        self.chance.given.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Clears the log of the results of chance, and returns their number.
    pub(crate) fn forget_chance(&mut self) -> usize {
        self.chance.given.as_mut().map_or(0, |given| given.drain(..).count())
    }

    /// Returns true if no script is suspended, so that a copy of this state can be played without its scripts.
    pub fn is_self_contained(&self) -> bool {
        !self.run.agenda.iter().any(Part::is_suspended)
    }
}
