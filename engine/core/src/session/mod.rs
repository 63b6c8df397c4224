//! Runs a game in progress: accepts answers, undoes any of them, and restores the state after a fault.

// Data that a session keeps.
mod checkpoint;
mod entry;
pub(crate) mod log;
mod restore;
mod secrets;
// Alternative courses of a game.
pub mod imagine;
pub mod reload;
pub mod timeline;
// Games as files.
pub mod expect;
pub mod record;
pub mod replay;

use std::fmt;

use crate::catalog::id::{SegmentId, TileKindId};
use crate::catalog::pose::Pose;
use crate::catalog::seat::{PerSeat, Seat, WrongSeats};
use crate::machine::fault::Fault;
use crate::machine::why_not::Placing;
use crate::machine::{Copies, Machine, RunEnd, RunOptions, ScriptStart, Stop};
use crate::session::checkpoint::{APART, Checkpoint, Past};
use crate::session::log::Log;
use crate::state::Game;
use crate::state::chance::{ChanceOrder, ChanceSource, Generator, Seed};
use crate::state::copy::Snapshot;
use crate::state::decision::{Decision, Pick};
use crate::state::effect::Rejected;
use crate::state::event::Note;
use crate::state::sheet::Sheet;

pub use crate::session::entry::{Answer, Entry};

/// Reason why an answer was not accepted. The state is that before the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The answer is not legal.
    Rejected(Rejected),
    /// A script failed before the next decision.
    Fault(Box<Fault>),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Rejected(rejected) => rejected.fmt(f),
            Refusal::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

/// Answer that a fault has undone.
pub(crate) struct FailedAnswer {
    /// Fingerprint of the position before the answer.
    fingerprint: u64,
    /// Answer with the entries after it, until the fault.
    entries: Vec<Entry>,
}

/// A game in progress with its log: accepts answers, undoes any of them, and restores the state after a fault.
pub struct Session {
    pub(crate) machine: Machine,
    pub(crate) game: Box<Game>,
    pub(crate) log: Log,
    pub(crate) checkpoints: Vec<Checkpoint>,
    /// Copies that are no longer needed, whose memory the next copies reuse.
    pub(crate) spare: Vec<Snapshot>,
    /// Rules that were in force before each reload, oldest first. They replay their part of the game after an undo.
    pub(crate) past: Vec<Past>,
    /// Number of answers since the last checkpoint.
    pub(crate) since: usize,
    /// Minimum number of answers between two copies.
    pub(crate) apart: usize,
    pub(crate) seed: u64,
    pub(crate) take_single: bool,
    /// True if the game began with a position other than that of the packs.
    pub(crate) arranged: bool,
    /// Notes of rules during an answer that a fault has undone.
    pub(crate) lost: Vec<Note>,
    /// Last answer that a fault has undone.
    pub(crate) failed: Option<FailedAnswer>,
    /// Mistake of the engine, from running rules or replaying answers. The position is then unreliable, so the session
    /// accepts nothing more.
    pub(crate) broken: Option<Box<Fault>>,
}

impl Session {
    /// Creates a session before its first decision, with a journal. Call [`Session::start`] next.
    ///
    /// # Errors
    /// No game of the catalog can have `seats` seats.
    pub fn new(mut machine: Machine, seats: u8, seed: impl Into<Seed>) -> Result<Session, WrongSeats> {
        let seed = seed.into();
        machine.begin_game();
        let mut game = machine.new_game(seats, seed)?;
        game.keep_journal(true);
        Ok(Session::of_game(machine, game, seed.number))
    }

    /// Creates a session with an empty log in a position.
    pub(super) fn of_game(machine: Machine, mut game: Box<Game>, seed: u64) -> Session {
        game.keep_chance(true);
        let first = Checkpoint { log: 0, position: Snapshot::take(&game), epoch: 0, pinned: true };
        Session {
            machine,
            game,
            log: Log::roomy(),
            checkpoints: vec![first],
            spare: Vec::new(),
            past: Vec::new(),
            since: 0,
            apart: APART,
            seed,
            take_single: true,
            arranged: false,
            lost: Vec::new(),
            failed: None,
            broken: None,
        }
    }

    /// Returns the notes of rules in order, including those of an answer that a fault has undone.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.game.journal().into_iter().flat_map(|journal| &journal.notes).chain(&self.lost)
    }

    /// Returns the notes of rules during the last answer, if a fault has undone it.
    pub fn lost_notes(&self) -> &[Note] {
        &self.lost
    }

    /// Returns the last answer with its results of chance, if a fault has undone it and the game is at the position
    /// before it; empty otherwise.
    pub fn failed_entries(&self) -> &[Entry] {
        let is_before = |failed: &&FailedAnswer| failed.fingerprint == self.game.fingerprint();
        self.failed.as_ref().filter(is_before).map_or(&[], |failed| &failed.entries)
    }

    /// Changes the position directly. The log stays, but earlier answers cannot be undone. If a script waits for an
    /// answer, the changed position cannot be copied, and undo returns to the position before the change.
    ///
    /// # Errors
    /// `change` fails. The position keeps the changes made before the error.
    pub fn arrange<E>(&mut self, change: impl FnOnce(&mut Game) -> Result<(), E>) -> Result<(), E> {
        self.arranged = true;
        let changed = change(&mut self.game);
        if self.game.is_self_contained() {
            self.machine.reset();
            self.begin_here();
        }
        changed
    }

    /// Ends the game in the middle of whatever is in progress and runs the finish. The log starts again, empty.
    ///
    /// # Errors
    /// A script fails.
    pub fn end_here(&mut self) -> Result<Stop, Box<Fault>> {
        self.ensure_intact()?;
        self.arranged = true;
        self.machine.reset();
        self.game.arrange_end();
        self.log.truncate(0);
        self.past.clear();
        self.begin_here();
        self.advance()
    }

    /// Makes this position the first that can be restored.
    fn begin_here(&mut self) {
        let (log, position, epoch) = (self.log.len(), Snapshot::take(&self.game), self.past.len());
        self.checkpoints = vec![Checkpoint { log, position, epoch, pinned: true }];
        self.since = 0;
    }

    /// Sets whether decisions with one option are left to the seats instead of being taken automatically.
    pub fn put_single_options(&mut self, put: bool) {
        self.take_single = !put;
    }

    /// Sets a source that determines the results of chance.
    pub fn set_chance_source(&mut self, source: Box<dyn ChanceSource>) {
        self.game.set_chance_source(Some(source));
    }

    /// Runs the game to its first decision.
    ///
    /// # Errors
    /// A script fails.
    pub fn start(&mut self) -> Result<Stop, Box<Fault>> {
        self.ensure_intact()?;
        self.machine.begin_run(true);
        self.advance()
    }

    /// Returns the machine for use with another game.
    pub fn into_machine(mut self) -> Machine {
        self.machine.reset();
        self.machine
    }

    /// Returns the current state of the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the current value of a feature, see [`Machine::appraise`].
    ///
    /// # Errors
    /// A script fails.
    pub fn appraise(&mut self, segment: SegmentId, last: bool) -> Result<Vec<(Sheet, PerSeat<i32>)>, Box<Fault>> {
        self.machine.appraise(&mut self.game, segment, last)
    }

    /// Like [`Session::appraise`], from the view of a seat: hidden state is sampled.
    ///
    /// # Errors
    /// A script fails.
    pub fn appraise_for(
        &mut self,
        seat: Seat,
        segment: SegmentId,
        last: bool,
    ) -> Result<Vec<(Sheet, PerSeat<i32>)>, Box<Fault>> {
        self.machine.appraise(&mut self.game.imagine(seat, &mut Generator::new(0)), segment, last)
    }

    /// Returns the points that every seat would get if the game were scored now, see [`Machine::outlook`].
    ///
    /// # Errors
    /// A script fails.
    pub fn outlook(&mut self) -> Result<PerSeat<i32>, Box<Fault>> {
        self.machine.outlook(&mut self.game)
    }

    /// Returns the fault of a game that counts as endless after `answers` answers.
    pub fn endless(&self, answers: u64) -> Box<Fault> {
        self.machine.endless(&self.game, answers)
    }

    /// Returns the work of all games of its machine, see [`Machine::work`].
    pub fn work(&self) -> u64 {
        self.machine.work()
    }

    /// Returns the fault of a game that has taken too many steps, see [`Machine::step_limit_fault`].
    pub fn step_limit_fault(&self, steps: u64) -> Option<Box<Fault>> {
        self.machine.step_limit_fault(&self.game, steps)
    }

    /// Returns the fault of a game that exceeds a limit, see [`Machine::limit_fault`].
    pub fn limit_fault(&self, why: &str) -> Box<Fault> {
        self.machine.limit_fault(&self.game, why)
    }

    /// Returns the placements that are being decided, see [`Machine::placing`].
    ///
    /// # Errors
    /// A script fails.
    pub fn placing(&mut self) -> Result<Option<Placing>, Box<Fault>> {
        self.machine.placing(&mut self.game)
    }

    /// Returns true if rules restrict placements, or if a step allows placements without a neighbour.
    pub fn places_by_rules(&self) -> bool {
        !self.machine.is_plain
    }

    /// Returns true if restrictions allow a single placement that fits.
    pub(crate) fn allows(&mut self, kind: TileKindId, seat: Seat, at: Pose) -> Result<bool, Box<Fault>> {
        self.machine.begin_run(true);
        self.machine.allows(&mut self.game, kind, seat, at)
    }

    /// Returns the text of a symbol of the rules.
    pub fn symbol(&self, symbol: crate::catalog::id::Symbol) -> &str {
        self.machine.rules.symbol(symbol)
    }

    /// Starts counting the runs of each line of the rules, see [`crate::machine::rules::Rules::count_lines`].
    pub fn count_lines(&mut self) -> bool {
        self.machine.rules.count_lines()
    }

    /// Returns the number of runs of each line of the rules, see [`crate::machine::rules::Rules::lines`].
    pub fn line_counts(&self) -> Option<Vec<crate::machine::rules::LineCount>> {
        self.machine.rules.lines()
    }

    /// Returns the lines of the rules that have run, each with the count of its most frequent part; `None` if lines are
    /// not counted.
    pub fn lines(&self) -> Option<Vec<(crate::catalog::Origin, u32)>> {
        let mut lines: Vec<(crate::catalog::Origin, u32)> = Vec::new();
        for count in self.line_counts()?.iter().filter(|count| count.times > 0) {
            match lines.last_mut() {
                Some((origin, times)) if *origin == count.origin => *times = count.times.max(*times),
                _ => lines.push((count.origin, count.times)),
            }
        }
        Some(lines)
    }

    /// Returns the work of the rules so far, see [`crate::machine::rules::Rules::ticks`].
    pub fn ticks(&self) -> u64 {
        self.machine.rules.ticks()
    }

    /// Returns a fault if a function keeps state outside of the game, see [`crate::machine::rules::Rules::remembers`].
    pub fn remembers(&self) -> Option<Box<Fault>> {
        self.machine.rules.remembers()
    }

    /// Returns true if the game began with an arranged position, so that the log alone does not lead to the current
    /// position.
    pub fn is_arranged(&self) -> bool {
        self.arranged
    }

    /// Returns the seed of the game.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the version of chance, which decides how its results follow from the seed.
    pub fn chance_order(&self) -> ChanceOrder {
        self.game.chance.streams.order
    }

    /// Returns all choices and chance results, in order.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Returns the number of answers, including those that the session took.
    pub fn answers(&self) -> usize {
        self.log.answers()
    }

    /// Returns the number of answers that seats chose, without single options taken by the session.
    pub fn chosen_count(&self) -> usize {
        self.log.chosen_count()
    }

    /// Returns the decision that waits for an answer.
    pub fn decision(&self) -> Option<&Decision> {
        self.game.decision()
    }

    /// Chooses the option with this key.
    ///
    /// # Errors
    /// The option does not exist, or a script fails. The state is unchanged.
    pub fn answer_key(&mut self, key: &str) -> Result<Stop, Refusal> {
        let Some(decision) = self.game.decision() else { return Err(Refusal::Rejected(nothing_asked())) };
        match decision.options.find(&self.game, key) {
            Some(pick) => self.give(pick, Some(key), false),
            None => Err(Refusal::Rejected(Rejected::new(
                "not_an_option",
                format!("`{key}` is not an option of `{}` for seat {}", decision.ask, decision.seat),
            ))),
        }
    }

    /// Chooses an option of the waiting decision.
    ///
    /// # Errors
    /// The pick is not an option, or a script fails. The state is unchanged.
    pub fn answer(&mut self, pick: Pick) -> Result<Stop, Refusal> {
        let Some(decision) = self.game.decision() else { return Err(Refusal::Rejected(nothing_asked())) };
        if !decision.options.contains(&self.game, pick) {
            let message = format!("`{}` is not an option of `{}`", self.game.pick_key(pick), decision.ask);
            return Err(Refusal::Rejected(Rejected::new("not_an_option", message)));
        }
        self.give(pick, None, false)
    }

    /// Takes the only option of the waiting decision, as the session does automatically unless single options are left
    /// to seats.
    ///
    /// # Errors
    /// There are several options, or the only one is secret, or a script fails. The state is unchanged.
    pub fn take_only(&mut self) -> Result<Stop, Refusal> {
        let Some(decision) = self.game.decision() else { return Err(Refusal::Rejected(nothing_asked())) };
        match decision.options.only(&self.game) {
            Some(pick) => self.give(pick, None, true),
            None => Err(Refusal::Rejected(Rejected::new("not_the_only_option", "there are several options"))),
        }
    }

    /// Returns the mistake of the engine after which this session accepts no more answers.
    pub fn engine_fault(&self) -> Option<&Fault> {
        self.broken.as_deref()
    }

    /// Returns an error if a mistake of the engine has occurred, so that nothing continues from the position.
    fn ensure_intact(&self) -> Result<(), Box<Fault>> {
        self.broken.clone().map_or(Ok(()), Err)
    }

    /// Records an internal fault in the result of a run. All answers, the start and the end go through here, so no
    /// mistake of the engine is overlooked.
    fn note_fault<T>(&mut self, done: Result<T, Box<Fault>>) -> Result<T, Box<Fault>> {
        if let Err(fault) = &done
            && fault.is_internal()
        {
            self.broken.get_or_insert_with(|| fault.clone());
        }
        done
    }

    /// Applies an option; `key` is its key, if known.
    fn give(&mut self, pick: Pick, key: Option<&str>, forced: bool) -> Result<Stop, Refusal> {
        self.ensure_intact().map_err(Refusal::Fault)?;
        let before = self.log.len();
        let noted = self.game.journal().map_or(0, |journal| journal.notes.len());
        self.lost.clear();
        self.failed = None;
        self.machine.begin_run(true);
        self.checkpoint();
        self.take(pick, key, forced).and_then(|()| self.advance()).map_err(|fault| {
            let notes = self.game.journal().and_then(|journal| journal.notes.get(noted..));
            self.lost = notes.unwrap_or_default().to_vec();
            let entries = self.log[before..].to_vec();
            self.log.truncate(before);
            // The same rules took the answers before, so `go_to` returns none.
            let _ = self.go_to(before);
            self.failed = Some(FailedAnswer { fingerprint: self.game.fingerprint(), entries });
            Refusal::Fault(fault)
        })
    }

    fn take(&mut self, pick: Pick, key: Option<&str>, forced: bool) -> Result<(), Box<Fault>> {
        if let Some(decision) = self.game.decision() {
            let key = key.map_or_else(|| decision.options.key(&self.game, pick), str::to_owned);
            let (seat, ask, pack) = (decision.seat, decision.ask.clone(), decision.pack.clone());
            let secrecy = decision.secrecy(pick);
            self.log.push(Entry::Answer(Answer { seat, ask, pack, key, pick, forced, secrecy }));
        }
        self.since += 1;
        let done = self.machine.answer_step(&mut self.game, pick);
        self.note_chance();
        self.note_fault(done)
    }

    pub(crate) fn advance(&mut self) -> Result<Stop, Box<Fault>> {
        loop {
            // The session takes single options itself, so that its log contains them.
            let copies = if self.since >= self.stride() { Copies::First } else { Copies::None };
            let end = self.machine.run_with(&mut self.game, RunOptions { copies, ..RunOptions::ASKING });
            let stop = end.map(|RunEnd { stop, copy }| {
                if let Some(ScriptStart { position, chance_count }) = copy {
                    self.keep(self.log.len() + chance_count, position, false);
                }
                stop
            });
            self.note_chance();
            if self.note_fault(stop)? == Stop::Over {
                return Ok(Stop::Over);
            }
            let single = self.game.decision().filter(|_| self.take_single);
            let Some(pick) = single.and_then(|d| d.options.only(&self.game)) else { return Ok(Stop::Decision) };
            self.checkpoint();
            self.take(pick, None, true)?;
        }
    }

    fn note_chance(&mut self) {
        self.log.extend(self.game.chance.given.iter_mut().flat_map(|given| given.drain(..)).map(Entry::Chance));
    }

    /// Undoes the last answer that a seat gave, and everything that the session took after it. Returns false if there
    /// is none.
    ///
    /// Undo across a reload restores the exact position under the older rules; the newer rules then continue from
    /// there.
    pub fn undo(&mut self) -> bool {
        let last = self.log.iter().rposition(|e| matches!(e, Entry::Answer(a) if !a.forced));
        last.is_some_and(|at| self.take_back(at))
    }

    /// Returns to the decision before the answer with this number, counted from 0 and including answers that the
    /// session took.
    pub fn undo_to(&mut self, answer: usize) -> bool {
        let mut answers = self.log.iter().enumerate().filter(|(_, e)| matches!(e, Entry::Answer(_)));
        let at = answers.nth(answer).map(|(at, _)| at);
        at.is_some_and(|at| self.take_back(at))
    }

    /// Returns to the decision at which the log had `length` entries. Returns false if there was none, or if it was
    /// played by rules that are no longer kept.
    pub fn take_back(&mut self, length: usize) -> bool {
        if self.broken.is_some() || length >= self.log.len() {
            return false;
        }
        // Positions under rules that are no longer kept cannot be restored.
        if self.checkpoints.first().is_none_or(|c| c.log > length) {
            return false;
        }
        if let Some(newer) = self.go_to(length) {
            // If the newer rules cannot continue from there, the older rules stay in force.
            let _ = self.reload(newer);
        }
        self.broken.is_none()
    }
}

fn nothing_asked() -> Rejected {
    Rejected::new("nothing_asked", "no decision is open")
}
