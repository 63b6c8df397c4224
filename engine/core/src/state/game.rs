//! The game, its parts, and the traits of programs that decide chance or observe it.
//!
//! These types refer to each other, so they share a file.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::catalog::id::{FigureId, Id, SegmentId};
use crate::catalog::seat::{Seat, SeatSet, WrongSeats};
use crate::clone_by_field::clone_by_field;
use crate::state::agenda::{ListId, Part, Program, TurnPart};
use crate::state::event::{EventKind, Journal, Listeners};
use crate::state::options::{Carried, Decision, Pick};
use crate::state::outcome::{ChancePoint, ChanceResult, Generator, Outcome};
use crate::state::position::Position;
use crate::state::setup::GameSetup;
use crate::state::streams::{Seed, Streams};
use crate::state::tally::Tally;

/// State of a game, including its board.
#[derive(Debug)]
pub struct Game {
    pub(crate) setup: GameSetup,
    pub(crate) position: Position,
    pub(crate) run: RunState,
    /// State of the random generator, and the sources and receivers of its results.
    pub(crate) chance: Chance,
    pub(crate) recording: Recording,
}

impl Game {
    /// Creates a game before its first step. Presets are on the board and no longer in their bags.
    ///
    /// # Errors
    /// The catalog does not allow `seats` seats.
    pub fn new(
        catalog: Arc<Catalog>,
        seats: u8,
        seed: impl Into<Seed>,
        listeners: Listeners,
    ) -> Result<Game, WrongSeats> {
        let program = Arc::new(Program::new(&catalog.flow));
        Game::with_program(catalog, program, seats, seed.into(), listeners)
    }

    /// Like [`Game::new`], with the existing program of the catalog's flow.
    pub(crate) fn with_program(
        catalog: Arc<Catalog>,
        program: Arc<Program>,
        seats: u8,
        seed: Seed,
        listeners: Listeners,
    ) -> Result<Game, WrongSeats> {
        WrongSeats::check(seats, catalog.only_seats)?;
        Ok(Game::begin(catalog, program, seats, seed, listeners))
    }

    /// Creates a game of one seat that is never played. It fills the place of a game that was moved elsewhere.
    pub fn placeholder(catalog: Arc<Catalog>) -> Game {
        let program = Arc::new(Program::new(&catalog.flow));
        Game::begin(catalog, program, 1, Seed::default(), Listeners::default())
    }

    fn begin(catalog: Arc<Catalog>, program: Arc<Program>, seats: u8, seed: Seed, listeners: Listeners) -> Game {
        let mut game = Game {
            position: Position::new(&catalog, seats),
            setup: GameSetup::new(&catalog, program, seats, listeners),
            run: RunState::new(),
            chance: Chance { streams: Streams::new(seed), ..Chance::default() },
            recording: Recording::default(),
        };
        game.lay_presets();
        game.begin_orders();
        game
    }

    fn lay_presets(&mut self) {
        let catalog = Arc::clone(&self.position.board.catalog);
        let planes = self.position.board.planes().len();
        let mut first = Vec::with_capacity(catalog.board.presets.len());
        for preset in &catalog.board.presets {
            // Planes of seats that do not play are absent.
            if preset.cell.plane().index() >= planes {
                first.push(None);
                continue;
            }
            if let Some(bag) = preset.from
                && self.position.bags[bag.index()].count(preset.kind) > 0
            {
                self.position.bags[bag.index()].remove(preset.kind);
            }
            let tile = self.position.board.place(&catalog, preset.kind, preset.cell, preset.turn, |_| {});
            first.push(Some(self.position.board.tiles[tile.index()].first_segment));
        }
        for &((a, a_segment), (b, b_segment)) in &catalog.board.joins {
            if let (Some(&Some(a)), Some(&Some(b))) = (first.get(a), first.get(b)) {
                self.position.board.join_explicitly(a.plus(a_segment as u32), b.plus(b_segment as u32));
            }
        }
    }

    /// Makes this a copy of a game with the same catalog, reusing its allocations. Chance starts from `seed` and orders
    /// stacks and bags. The journal and the log of chance start empty.
    pub fn reset_to(&mut self, other: &Game, seed: u64) {
        let (given, observer) = (self.chance.given.take(), self.recording.observer.take());
        let keeps_trail = self.run.trail.is_some();
        self.copy_position(other);
        (self.chance.given, self.recording.observer) = (given, observer);
        self.run.trail = keeps_trail.then(Box::default);
        self.run.decision = None;
        self.run.replacing = None;
        self.chance.streams = Streams::new(Seed { number: seed, order: other.chance.streams.order });
        self.begin_orders();
        if let Some(given) = &mut self.chance.given {
            given.clear();
        }
        if let Some(journal) = &mut self.recording.journal {
            journal.events.clear();
            journal.sheets.clear();
            journal.notes.clear();
        }
    }
}

/// Agenda, pending parts, waiting question and trail: the progress of a game, and its next steps.
#[derive(Debug)]
pub(crate) struct RunState {
    pub(crate) agenda: Vec<Part>,
    /// Lists of steps that rules have combined.
    pub(crate) lists: Vec<Arc<[u16]>>,
    /// Completed features of the parts on the agenda, by a segment of each.
    pub(crate) completed: Vec<SegmentId>,
    /// Parts requested by effects and rules. They move to the agenda when control returns to the machine.
    pub(crate) pending: Vec<Part>,
    pub(crate) decision: Option<Decision>,
    /// Table of an option that was chosen, until its function takes it.
    pub(crate) carried: Option<Arc<Carried>>,
    /// Running replacement: the kind it replaces and its number. Its own effects skip it and the replacements before
    /// it.
    pub(crate) replacing: Option<(EventKind, u16)>,
    /// Figure that was deployed last, for a rule that waited for its effect.
    pub(crate) last_put: Option<FigureId>,
    /// Trail that leads copies to the positions where scripts wait, if one is kept.
    pub(crate) trail: Option<Box<Trail>>,
    /// Answers still to give while the game follows the trail of another game.
    pub(crate) ahead: Option<ResumeAnswers>,
}

clone_by_field!(RunState: agenda, lists, completed, pending, decision, carried, replacing, last_put, trail, ahead);

impl RunState {
    /// Creates the state before the first step of the setup.
    pub(crate) fn new() -> RunState {
        RunState {
            agenda: vec![Part::Turn(TurnPart::new(Seat(0), ListId::SETUP, None))],
            lists: Vec::new(),
            completed: Vec::new(),
            pending: Vec::new(),
            decision: None,
            carried: None,
            replacing: None,
            last_put: None,
            trail: None,
            ahead: None,
        }
    }
}

/// Answer on a trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TrailAnswer {
    /// Pick that was answered.
    pub(crate) pick: Pick,
    /// Number of the option for the script that asked; `None` if no script asked.
    pub(crate) script: Option<u32>,
    /// State of chance at the time of the answer. It may have been set by hand since the previous question.
    pub(crate) generator: Generator,
}

/// Trail of a game, as described in the module.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    /// Position in which the first of the waiting scripts began; `None` if no script waits.
    pub(crate) from: Option<Rc<Game>>,
    /// Answers since that position.
    pub(crate) answers: Vec<TrailAnswer>,
    /// Results of chance since that position.
    pub(crate) given: Vec<ChanceResult>,
    /// True if the trail ends at the waiting scripts, so that later answers are not recorded.
    pub(crate) ends: bool,
}

impl std::fmt::Debug for Trail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trail").field("answers", &self.answers).finish_non_exhaustive()
    }
}

/// Remaining answers of a trail that a game follows.
pub(crate) type ResumeAnswers = Box<VecDeque<TrailAnswer>>;

/// Source of outcomes that replaces the seed.
pub trait ChanceSource {
    /// Returns the outcome at a point, or `None` to leave it to the seed. If the outcome is impossible (the bag does
    /// not have the tile), [`ChanceSource::report_impossible`] is called and the seed decides.
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome>;

    /// Reports that the last outcome was impossible.
    fn report_impossible(&mut self, _game: &Game, _point: &ChancePoint, _outcome: &Outcome) {}

    /// Reports that a turn of a seat is about to begin.
    fn turn(&mut self, _game: &Game, _seat: Seat) {}

    /// Reports that the last turn is over and the finish is about to begin: no further chance points of ordinary turns
    /// follow.
    fn ending(&mut self, _game: &Game) {}
}

/// Chance of a game: streams, source and log.
#[derive(Default)]
pub(crate) struct Chance {
    pub(crate) streams: Streams,
    pub(crate) source: Option<Box<dyn ChanceSource>>,
    /// Results since the last read of the log, if a session keeps one.
    pub(crate) given: Option<Vec<ChanceResult>>,
}

impl Chance {
    /// Sets the seats that have seen the last result; by default all have.
    #[inline]
    pub(crate) fn was_seen_by(&mut self, seats: SeatSet) {
        if let Some(last) = self.given.as_mut().and_then(|given| given.last_mut()) {
            last.seen_by = seats;
        }
    }
}

impl Clone for Chance {
    /// Copies everything except the source, which stays with the original.
    fn clone(&self) -> Chance {
        Chance { streams: self.streams.clone(), source: None, given: self.given.clone() }
    }
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chance").field("streams", &self.streams).finish_non_exhaustive()
    }
}

/// Journal, observer and counts, which record a game and never affect it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) journal: Option<Box<Journal>>,
    /// Observer that checks the game after every event, if the game is verified.
    pub(crate) observer: Option<Box<dyn Observer>>,
    /// Counts for statistics, kept without a journal.
    pub(crate) tally: Tally,
}

/// Observer of a game, called after every event and effect.
pub(crate) trait Observer: Any + fmt::Debug {
    /// Checks the game in its current state.
    fn look(&mut self, game: &Game);
    /// Restarts from a position that was arranged.
    fn restart(&mut self, game: &Game);
    /// Returns a copy with the same history.
    fn copy(&self) -> Box<dyn Observer>;
}

impl Clone for Box<dyn Observer> {
    fn clone(&self) -> Box<dyn Observer> {
        self.copy()
    }
}
