//! The state of a game: data only, cloned in microseconds, changed by effects alone.

// What a state is made of.
pub mod agenda;
pub mod bags;
pub mod chance;
pub mod decision;
pub mod feature_set;
pub mod key;
pub mod question;
pub mod replayed;
pub mod secrecy;
pub mod sheet;
pub mod trail;
// What changes it, and what is told of that.
pub mod apply;
pub mod arrange;
mod changing;
mod covering;
mod deployable;
pub mod effect;
pub mod ending;
pub mod event;
pub mod face_down;
pub mod happening;
mod possible;
mod take_up;
pub mod tally;
// What can be asked of it.
pub(crate) mod copy;
mod fingerprint;
mod numbers;
pub mod view;

use crate::catalog::id::{
    BagId, BookId, CounterId, FigureId, FigureKindId, Id, SegmentId, TileKindId, TokenId, ZoneId,
};
use std::sync::Arc;

use crate::board::Board;
use crate::catalog::lattice::Cell;
use crate::catalog::seat::{Seat, SeatSet, WrongSeats};
use crate::catalog::{Catalog, Scope};
use crate::state::agenda::{ListId, Part, Program, TurnPart};
use crate::state::bags::BagState;
use crate::state::chance::{Chance, ChanceSource, Generator, Given};
use crate::state::decision::Decision;
use crate::state::effect::{CounterKey, Place, Rejected};
use crate::state::ending::Conclusion;
use crate::state::event::{EventKind, Journal, Listeners, Observer};
use crate::state::face_down::FaceDown;
use crate::state::question::Carried;
use crate::state::tally::Tally;
use crate::state::trail::{Ahead, Trail};

/// Most notes that a journal keeps.
pub const MAX_NOTES: usize = 2_000;

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Before the first turn.
    Setup,
    /// Seats take turns.
    Play,
    /// After the last turn.
    Finish,
    /// It is over.
    Over,
}

/// A figure outside its supply. Its number is its place in the list; numbers are used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// Its kind.
    pub kind: FigureKindId,
    /// Whose it is.
    pub seat: Seat,
    /// Where it is; nothing for a number that is not in use.
    pub place: Option<Place>,
}

/// The state of a game.
#[derive(Debug)]
pub struct Game {
    pub(crate) program: Arc<Program>,
    /// Lists of steps that rules put together.
    pub(crate) lists: Vec<Arc<[u16]>>,
    pub(crate) seats: u8,
    pub(crate) stage: Stage,
    pub(crate) next_seat: Seat,
    /// The seat that took the first ordinary turn.
    pub(crate) first_seat: Option<Seat>,
    pub(crate) ending: bool,
    /// What rules have said of how the game ends.
    pub(crate) conclusion: Conclusion,
    /// The seats that take no further turns.
    pub(crate) retired: SeatSet,
    /// Number of ordinary turns begun.
    pub(crate) turns: u32,
    pub(crate) board: Board,
    pub(crate) figures: Vec<Figure>,
    /// `[figure kind][seat]`.
    pub(crate) supply: Vec<u16>,
    pub(crate) scores: Vec<i32>,
    /// `[book][seat]`.
    pub(crate) booked: Vec<i32>,
    pub(crate) bags: Vec<BagState>,
    pub(crate) hands: Vec<(Seat, TileKindId)>,
    /// The tiles in slots of zones, by zone and slot.
    pub(crate) rows: Vec<(ZoneId, u16, TileKindId)>,
    /// What lies face down.
    pub(crate) face_down: Vec<FaceDown>,
    pub(crate) set_aside: Vec<TileKindId>,
    /// The numbers of counters that are always there, counter by counter.
    pub(crate) counts: Vec<i32>,
    /// Where those of each counter begin.
    pub(crate) count_starts: Arc<[usize]>,
    /// Numbers of keyed and feature counters, sorted by counter and key.
    pub(crate) keyed: Vec<(CounterId, CounterKey, i32)>,
    pub(crate) tokens: Vec<Option<Place>>,
    pub(crate) agenda: Vec<Part>,
    /// Completed features of the parts on the agenda, by a segment of each.
    pub(crate) completed: Vec<SegmentId>,
    pub(crate) decision: Option<Decision>,
    pub(crate) chance: Chance,
    pub(crate) journal: Option<Box<Journal>>,
    /// Looks at the game after every event, when it is to be verified.
    pub(crate) observer: Option<Box<dyn Observer>>,
    /// The table of an option that was chosen, until the function that follows it begins.
    pub(crate) carried: Option<Arc<Carried>>,
    /// What rules react to and replace.
    pub(crate) listeners: Listeners,
    /// The replacement that is running, by what it replaces and its number: its own effects go past it.
    pub(crate) replacing: Option<(EventKind, u16)>,
    /// What effects and rules want to happen next; put on the agenda when control returns to the machine.
    pub(crate) pending: Vec<Part>,
    /// The figure that was deployed last, for a rule that waited for its effect.
    pub(crate) last_put: Option<FigureId>,
    /// What statistics need.
    pub(crate) tally: Tally,
    /// What leads copies to where scripts wait, when that is kept.
    pub(crate) trail: Option<Box<Trail>>,
    /// What comes next while the game is led along the trail of another.
    pub(crate) ahead: Option<Ahead>,
}

impl Game {
    /// A game before its first step. Presets lie on the board and are out of their bags.
    ///
    /// # Errors
    /// No game has so many seats.
    pub fn new(catalog: Arc<Catalog>, seats: u8, seed: u64, listeners: Listeners) -> Result<Game, WrongSeats> {
        let program = Arc::new(Program::new(&catalog.flow));
        Game::with_program(catalog, program, seats, seed, listeners)
    }

    /// The same with the program of the catalog's flow.
    pub(crate) fn with_program(
        catalog: Arc<Catalog>,
        program: Arc<Program>,
        seats: u8,
        seed: u64,
        listeners: Listeners,
    ) -> Result<Game, WrongSeats> {
        WrongSeats::check(seats, catalog.only_seats)?;
        Ok(Game::begin(catalog, program, seats, seed, listeners))
    }

    /// A game of one seat that nobody plays: it keeps the place of one that somebody else has taken.
    pub fn placeholder(catalog: Arc<Catalog>) -> Game {
        let program = Arc::new(Program::new(&catalog.flow));
        Game::begin(catalog, program, 1, 0, Listeners::default())
    }

    fn begin(catalog: Arc<Catalog>, program: Arc<Program>, seats: u8, seed: u64, listeners: Listeners) -> Game {
        let board = Board::new(Arc::clone(&catalog), seats);
        let mut game = Game {
            seats,
            stage: Stage::Setup,
            next_seat: Seat(0),
            first_seat: None,
            ending: false,
            conclusion: Conclusion::default(),
            retired: SeatSet::default(),
            turns: 0,
            figures: Vec::new(),
            supply: first_supply(&catalog, seats),
            scores: vec![0; usize::from(seats)],
            booked: vec![0; usize::from(seats) * catalog.books.len()],
            bags: bags::fresh(&catalog, seats),
            hands: Vec::new(),
            rows: Vec::new(),
            face_down: Vec::new(),
            set_aside: Vec::new(),
            counts: catalog
                .counters
                .iter()
                .flat_map(|(_, c)| std::iter::repeat_n(c.start, numbers_of(c.scope, seats)))
                .collect(),
            count_starts: catalog
                .counters
                .iter()
                .scan(0, |next, (_, c)| Some(std::mem::replace(next, *next + numbers_of(c.scope, seats))))
                .collect(),
            keyed: Vec::new(),
            tokens: vec![None; catalog.tokens.len()],
            agenda: vec![Part::Turn(TurnPart::new(Seat(0), ListId::SETUP, None))],
            completed: Vec::new(),
            decision: None,
            chance: Chance { generator: Generator::new(seed), ..Chance::default() },
            journal: None,
            observer: None,
            carried: None,
            listeners,
            replacing: None,
            pending: Vec::new(),
            last_put: None,
            tally: Tally::default(),
            trail: None,
            ahead: None,
            lists: Vec::new(),
            board,
            program,
        };
        game.lay_presets();
        game.shuffle_stacks();
        game
    }

    fn lay_presets(&mut self) {
        let catalog = Arc::clone(&self.board.catalog);
        let planes = self.board.planes().len();
        let mut first = Vec::with_capacity(catalog.board.presets.len());
        for preset in &catalog.board.presets {
            // The planes of seats that do not play are not there.
            if preset.cell.plane().index() >= planes {
                first.push(None);
                continue;
            }
            if let Some(bag) = preset.from
                && self.bags[bag.index()].count(preset.kind) > 0
            {
                self.bags[bag.index()].remove(preset.kind);
            }
            let tile = self.board.place(&catalog, preset.kind, preset.cell, preset.turn, |_| {});
            first.push(Some(self.board.tiles[tile.index()].first_segment));
        }
        for &((a, a_segment), (b, b_segment)) in &catalog.board.joins {
            if let (Some(&Some(a)), Some(&Some(b))) = (first.get(a), first.get(b)) {
                self.board.join_explicitly(a.plus(a_segment as u32), b.plus(b_segment as u32));
            }
        }
    }

    /// Stacks begin shuffled. That is not a chance point: nobody has seen their order before.
    fn shuffle_stacks(&mut self) {
        for bag in &mut self.bags {
            bag.shuffle(&mut self.chance.generator);
        }
    }

    /// Makes this a copy of a game of the same catalog and keeps its room; the journal and the log of chance begin anew.
    pub fn reset_to(&mut self, other: &Game, seed: u64) {
        let (given, observer) = (self.chance.given.take(), self.observer.take());
        let keeps_trail = self.trail.is_some();
        self.copy_position(other);
        (self.chance.given, self.observer) = (given, observer);
        self.trail = keeps_trail.then(Box::default);
        self.decision = None;
        self.replacing = None;
        self.chance.generator = Generator::new(seed);
        self.shuffle_stacks();
        if let Some(given) = &mut self.chance.given {
            given.clear();
        }
        if let Some(journal) = &mut self.journal {
            journal.events.clear();
            journal.sheets.clear();
            journal.notes.clear();
        }
    }

    /// The catalog that it is played by.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.board.catalog
    }

    /// Number of seats.
    pub fn seat_count(&self) -> usize {
        usize::from(self.seats)
    }

    /// All seats in turn order, beginning with one.
    pub fn seats_from(&self, first: Seat) -> impl ExactSizeIterator<Item = Seat> + use<> {
        let (count, first) = (self.seats, first.0 % self.seats);
        (0..count).map(move |i| Seat((first + i) % count))
    }

    /// The seat that comes after another around the table.
    #[inline]
    pub(crate) fn seat_after(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if next < self.seats { next } else { 0 })
    }

    /// The seat that began; before the first turn the one that would.
    pub fn first_seat(&self) -> Seat {
        self.first_seat.unwrap_or(self.next_seat)
    }

    /// How far the game has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Number of ordinary turns begun.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The score of every seat.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The points of every seat that are booked under a kind.
    pub fn booked(&self, kind: BookId) -> &[i32] {
        let start = kind.index() * self.seat_count();
        &self.booked[start..start + self.seat_count()]
    }

    /// Number of a seat's figures in supply; none of a seat that does not play.
    #[inline]
    pub fn supply(&self, figure: FigureKindId, seat: Seat) -> u16 {
        if seat.0 >= self.seats {
            return 0;
        }
        self.supply[figure.index() * usize::from(self.seats) + seat.index()]
    }

    /// The figures outside their supplies, with their numbers.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, &Figure)> {
        self.figures.iter().enumerate().filter(|(_, f)| f.place.is_some()).map(|(i, f)| (FigureId::from_index(i), f))
    }

    /// A figure by its number.
    pub fn figure(&self, number: FigureId) -> Option<&Figure> {
        self.figures.get(number.index()).filter(|f| f.place.is_some())
    }

    /// The figures on a feature, with their numbers.
    pub fn figures_on(&self, segment: SegmentId) -> impl Iterator<Item = (FigureId, &Figure)> {
        let root = self.board.features.root(segment);
        self.figures()
            .filter(move |(_, f)| matches!(f.place, Some(Place::Segment(s)) if self.board.features.root(s) == root))
    }

    /// The bags that there are: of those that each seat has one for each seat that plays.
    pub fn bags(&self) -> impl Iterator<Item = BagId> {
        self.board.catalog.bags_for(self.seats)
    }

    /// The zones of the game: of those that each seat has one for each seat that plays.
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> {
        self.board.catalog.zones_for(self.seats)
    }

    /// What is left in a bag.
    pub fn bag(&self, bag: BagId) -> &BagState {
        &self.bags[bag.index()]
    }

    /// The tiles in a seat's hand, in the order they came.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = TileKindId> {
        self.hands.iter().filter(move |(s, _)| *s == seat).map(|&(_, k)| k)
    }

    /// The tile in a slot of a zone.
    pub fn slot_tile(&self, zone: ZoneId, slot: u16) -> Option<TileKindId> {
        self.row_at(zone, slot).ok().map(|at| self.rows[at].2)
    }

    /// Where in the list of rows the tile of a slot is, or where it would have to be.
    pub(crate) fn row_at(&self, zone: ZoneId, slot: u16) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&(zone, slot), |&(zone, slot, _)| (zone, slot))
    }

    /// The tiles in the slots of a zone, by slot.
    pub fn slot_tiles(&self, zone: ZoneId) -> impl Iterator<Item = (u16, TileKindId)> {
        self.rows.iter().filter(move |(of, ..)| *of == zone).map(|&(_, slot, kind)| (slot, kind))
    }

    /// Returns the counts for statistics.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The tiles that left the game because they fitted nowhere, or because a rule has taken them off the board.
    pub fn set_aside(&self) -> &[TileKindId] {
        &self.set_aside
    }

    /// Where a token is.
    pub fn token(&self, token: TokenId) -> Option<Place> {
        self.tokens[token.index()]
    }

    /// The cell on which a token is; nothing when it is between cells, in a zone or beside the table.
    pub fn token_cell(&self, token: TokenId) -> Option<Cell> {
        match self.token(token)? {
            Place::Segment(segment) => Some(self.board.cell_of(segment)),
            Place::Cell(cell) => Some(cell),
            Place::Zone(..) | Place::Joint(_) => None,
        }
    }

    /// The value of a counter.
    pub fn counter(&self, counter: CounterId, key: CounterKey) -> i32 {
        let spec = &self.board.catalog.counters[counter];
        match (spec.scope, key) {
            (Scope::Game, _) => self.counts[self.counter_base(counter)],
            (Scope::Seat, CounterKey::Seat(seat)) if seat.0 < self.seats => {
                self.counts[self.counter_base(counter) + seat.index()]
            }
            (Scope::Feature(merge), CounterKey::Feature(segment)) => {
                let root = self.board.features.root(segment);
                let of_feature = self.keyed.iter().filter(|(c, k, _)| {
                    *c == counter && matches!(k, CounterKey::Feature(s) if self.board.features.root(*s) == root)
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
                .keyed
                .binary_search_by_key(&(counter, key), |&(c, k, _)| (c, k))
                .map_or(spec.start, |at| self.keyed[at].2),
        }
    }

    /// The counter of a name, and which of its numbers is meant if the name says so: `hut:3` for a key, `hut:1,0` for a
    /// cell as the key, `seen:0:3` for a seat and a key.
    ///
    /// # Errors
    /// There is no such counter, or it has no such number.
    pub fn find_counter(&self, name: &str) -> Result<(CounterId, Option<CounterKey>), Rejected> {
        let counters = &self.board.catalog.counters;
        // The name of a pack may stand before that of the counter.
        let ends = std::iter::once(name.len()).chain(name.rmatch_indices(':').map(|(at, _)| at));
        let found = ends.into_iter().find_map(|end| Some((counters.find(&name[..end])?, &name[..end], end)));
        let Some((counter, called, end)) = found else {
            return Err(Rejected::new("unknown_counter", format!("there is no counter `{name}`")));
        };
        let key = name[end..].strip_prefix(':');
        let number = |key: &str| key.parse().ok().or_else(|| Some(Cell::read(key)?.number().into()));
        let seated = |key: &str| {
            let (seat, key) = key.split_once(':')?;
            let seat = seat.parse().ok().filter(|&seat| seat < self.seats)?;
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

    /// Whether one of a counter's numbers is not what it was at the start.
    pub(crate) fn has_counted(&self, counter: CounterId) -> bool {
        let spec = &self.board.catalog.counters[counter];
        let at = self.counter_base(counter);
        self.counts[at..at + numbers_of(spec.scope, self.seats)].iter().any(|&number| number != spec.start)
            || self.keyed.iter().any(|&(other, _, number)| other == counter && number != spec.start)
    }

    /// The same of what a counter is for a seat; of one that no seat has, whosever it is.
    pub(crate) fn has_counted_for(&self, counter: CounterId, seat: Seat) -> bool {
        let spec = &self.board.catalog.counters[counter];
        let own = |key: &CounterKey| matches!(key, CounterKey::SeatKey(owner, _) if *owner == seat);
        match spec.scope {
            Scope::Seat => self.counts.get(self.counter_base(counter) + seat.index()).is_some_and(|&n| n != spec.start),
            Scope::SeatKeyed => self.keyed.iter().any(|(c, key, n)| *c == counter && own(key) && *n != spec.start),
            _ => self.has_counted(counter),
        }
    }

    /// Whether a token lies on the feature of a segment: on a segment of it, or on a cell with a tile of it.
    pub fn lies_on_feature(&self, token: TokenId, segment: SegmentId) -> bool {
        let features = &self.board.features;
        let root = features.root(segment);
        match self.token(token) {
            Some(Place::Segment(own)) => features.root(own) == root,
            Some(Place::Cell(cell)) => self
                .board
                .tile_at(cell)
                .is_some_and(|(tile, _)| self.board.segments_on(tile).any(|segment| features.root(segment) == root)),
            Some(Place::Zone(..) | Place::Joint(_)) | None => false,
        }
    }

    /// The features on whose segments some tokens lie, a segment for each token.
    pub(crate) fn segments_of<'a>(&'a self, tokens: &'a [TokenId]) -> impl Iterator<Item = SegmentId> + Clone + 'a {
        tokens.iter().filter_map(|&token| match self.token(token)? {
            Place::Segment(segment) => Some(segment),
            Place::Cell(_) | Place::Zone(..) | Place::Joint(_) => None,
        })
    }

    /// The keys of a keyed counter that were ever set, sorted.
    pub fn counter_keys(&self, counter: CounterId) -> impl Iterator<Item = (CounterKey, i32)> {
        self.keyed.iter().filter(move |(c, ..)| *c == counter).map(|&(_, key, n)| (key, n))
    }

    #[inline]
    pub(crate) fn counter_base(&self, counter: CounterId) -> usize {
        self.count_starts[counter.index()]
    }

    /// The decision that waits for an answer.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// The agenda; its last part is next.
    pub fn agenda(&self) -> &[Part] {
        &self.agenda
    }

    /// The turn part that is running: the topmost on the agenda.
    #[inline]
    pub fn turn_part(&self) -> Option<&TurnPart> {
        match self.agenda.last() {
            Some(Part::Turn(part)) => Some(part),
            _ => self.turn_part_below(),
        }
    }

    /// The same where something lies on it; apart, because mostly nothing does.
    #[inline(never)]
    fn turn_part_below(&self) -> Option<&TurnPart> {
        self.agenda.iter().rev().find_map(|p| if let Part::Turn(part) = p { Some(part) } else { None })
    }

    #[inline]
    pub(crate) fn turn_part_mut(&mut self) -> Option<&mut TurnPart> {
        let at = match self.agenda.last() {
            Some(Part::Turn(_)) => self.agenda.len() - 1,
            _ => self.turn_part_place()?,
        };
        match self.agenda.get_mut(at) {
            Some(Part::Turn(part)) => Some(part),
            _ => None,
        }
    }

    #[inline(never)]
    fn turn_part_place(&self) -> Option<usize> {
        self.agenda.iter().rposition(|part| matches!(part, Part::Turn(_)))
    }

    /// The features that tiles of the running part have completed and that are not scored yet, by a segment of each.
    pub fn completed(&self) -> &[SegmentId] {
        self.turn_part().map_or(&[], |p| self.completed.get(p.completed_from as usize..).unwrap_or_default())
    }

    /// The seat whose part is running.
    pub fn active_seat(&self) -> Seat {
        self.turn_part().map_or(self.next_seat, |p| p.seat)
    }

    /// The journal, when one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// The table of the option that was just chosen, for the function that follows it.
    pub fn take_carried(&mut self) -> Option<Arc<Carried>> {
        self.carried.take()
    }

    /// Notes a line for the author of a rule, if there is a journal. It is not part of the state. Notes are bounded in
    /// number; the last one says so.
    pub fn note(&mut self, text: &str, origin: Option<crate::catalog::Origin>) {
        let Some(journal) = &mut self.journal else { return };
        let text = match journal.notes.len().cmp(&MAX_NOTES) {
            std::cmp::Ordering::Less => text,
            std::cmp::Ordering::Equal => "there are more notes than are kept",
            std::cmp::Ordering::Greater => return,
        };
        let event = journal.events.len();
        journal.notes.push(crate::state::event::Note { event, origin, text: text.into() });
    }

    /// Keeps a journal from now on, or none.
    pub fn keep_journal(&mut self, keep: bool) {
        if keep != self.journal.is_some() {
            self.journal = keep.then(|| Box::new(Journal::roomy()));
            self.observer = None;
        }
    }

    /// Lets a source say what chance gives, or the seed alone.
    pub fn set_chance_source(&mut self, source: Option<Box<dyn ChanceSource>>) {
        self.chance.source = source;
    }

    /// Notes what chance gives from now on, or not.
    pub fn keep_chance(&mut self, keep: bool) {
        self.chance.given = keep.then(Vec::new);
    }

    /// What chance has given since this was last asked.
    pub fn take_chance(&mut self) -> Vec<Given> {
        self.chance.given.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Forgets what chance has given since this was last asked, and tells how much that was.
    pub(crate) fn forget_chance(&mut self) -> usize {
        self.chance.given.as_mut().map_or(0, |given| given.drain(..).count())
    }

    /// Whether no script is suspended, so that a copy of this state can be played on by itself.
    pub fn is_self_contained(&self) -> bool {
        !self.agenda.iter().any(Part::is_suspended)
    }
}

/// What every seat has in supply at the start, `[figure kind][seat]`.
fn first_supply(catalog: &Catalog, seats: u8) -> Vec<u16> {
    let mut supply = Vec::new();
    for (_, figure) in catalog.figures.iter() {
        let other = figure.supply_by_seats.iter().find(|(n, _)| *n == seats).map(|&(_, count)| count);
        supply.extend(std::iter::repeat_n(other.unwrap_or(figure.supply), usize::from(seats)));
    }
    supply
}

/// How many numbers a counter of a scope has that are always there.
fn numbers_of(scope: Scope, seats: u8) -> usize {
    match scope {
        Scope::Game => 1,
        Scope::Seat => usize::from(seats),
        Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => 0,
    }
}
