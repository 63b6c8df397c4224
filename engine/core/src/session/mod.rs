//! A game that is being played: answers, undo to any of them, faults that leave the state as it was.

// What a session keeps.
mod checkpoint;
pub(crate) mod log;
mod secrets;
// Other ways through a game.
pub mod imagine;
pub mod reload;
pub mod timeline;
// Games as files.
pub mod expect;
pub mod record;
pub mod replay;

use std::fmt;

use crate::catalog::id::{SegmentId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::seat::{PerSeat, Seat, WrongSeats};
use crate::machine::fault::Fault;
use crate::machine::why_not::Placing;
use crate::machine::{Machine, Stop};
use crate::session::checkpoint::{APART, Checkpoint, Past};
use crate::session::log::Log;
use crate::state::Game;
use crate::state::chance::{ChanceSource, Generator, Given};
use crate::state::copy::Snapshot;
use crate::state::decision::{Decision, Pick};
use crate::state::effect::Rejected;
use crate::state::event::Note;
use crate::state::secrecy::Secrecy;
use crate::state::sheet::Sheet;

/// An answer that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Who gave it.
    pub seat: Seat,
    /// To which decision.
    pub ask: std::sync::Arc<str>,
    /// Pack whose rules asked; `None` for a step of the flow.
    pub pack: Option<std::sync::Arc<str>>,
    /// The option's key.
    pub key: String,
    /// The pick.
    pub pick: Pick,
    /// Whether it was the only option and taken by the session.
    pub forced: bool,
    /// What other seats may not know of it.
    pub secrecy: Secrecy,
}

impl Answer {
    /// Whether a seat, or a bystander, may know that something was asked and answered.
    pub fn is_seen_by(&self, seat: Option<Seat>) -> bool {
        self.secrecy.shows_question(self.seat, seat)
    }

    /// Whether a seat, or a bystander, may know what was answered.
    pub fn is_known_to(&self, seat: Option<Seat>) -> bool {
        self.secrecy.shows_answer(self.seat, seat)
    }
}

/// An entry of a session's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// What chance gave.
    Chance(Given),
    /// What a seat chose.
    Answer(Answer),
}

impl Entry {
    /// What chance gave, if it is that.
    pub fn chance(&self) -> Option<&Given> {
        match self {
            Entry::Chance(given) => Some(given),
            Entry::Answer(_) => None,
        }
    }
}

/// Why an answer was not taken. The state is as before the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not a legal answer.
    Rejected(Rejected),
    /// A script failed on the way to the next decision.
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

/// A game that is being played.
pub struct Session {
    pub(crate) machine: Machine,
    pub(crate) game: Box<Game>,
    pub(crate) log: Log,
    pub(crate) checkpoints: Vec<Checkpoint>,
    /// Copies that are not needed any more, whose room the next ones take.
    pub(crate) spare: Vec<Snapshot>,
    /// The rules that were in force before they were reloaded, oldest first: what was played by them is repeated by
    /// them when it is taken back.
    pub(crate) past: Vec<Past>,
    /// Answers since the last checkpoint.
    pub(crate) since: usize,
    /// How many answers lie between two copies at least.
    pub(crate) apart: usize,
    pub(crate) seed: u64,
    pub(crate) take_single: bool,
    /// What the machine was told about single options before it came here.
    pub(crate) machine_takes_single: bool,
    /// Whether it began with another position than the packs say.
    pub(crate) arranged: bool,
    /// What rules noted in an answer that a fault has undone.
    pub(crate) lost: Vec<Note>,
    /// A mistake of the engine came up, while rules ran or when answers were repeated: the position cannot be trusted,
    /// so nothing more is taken.
    pub(crate) broken: Option<Box<Fault>>,
}

impl Session {
    /// A game before its first decision, with a journal. Call [`Session::start`] next.
    ///
    /// # Errors
    /// No game has so many seats.
    pub fn new(mut machine: Machine, seats: u8, seed: u64) -> Result<Session, WrongSeats> {
        machine.begin_game();
        let take_single = machine.take_single;
        // The session takes single options itself, so that they are in its log.
        machine.take_single = false;
        let mut game = machine.new_game(seats, seed)?;
        game.keep_journal(true);
        game.keep_chance(true);
        let machine_takes_single = take_single;
        let first = Checkpoint { log: 0, position: Snapshot::of(&game), epoch: 0, pinned: true };
        Ok(Session {
            machine,
            game,
            log: Log::roomy(),
            checkpoints: vec![first],
            spare: Vec::new(),
            past: Vec::new(),
            since: 0,
            apart: APART,
            seed,
            take_single,
            machine_takes_single,
            arranged: false,
            lost: Vec::new(),
            broken: None,
        })
    }

    /// What rules have noted, in order, with what they noted in the answer that a fault has undone.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.game.journal().into_iter().flat_map(|journal| &journal.notes).chain(&self.lost)
    }

    /// What rules noted in the last answer, if a fault has undone it.
    pub fn lost_notes(&self) -> &[Note] {
        &self.lost
    }

    /// Changes the position by hand. The log stays, but nothing before can be taken back. Only where a script goes on
    /// waiting for an answer there is no copy of the changed position: then taking back leads to what was played.
    ///
    /// # Errors
    /// What the function finds wrong; the position is what it has made of it by then.
    pub fn arrange<E>(&mut self, change: impl FnOnce(&mut Game) -> Result<(), E>) -> Result<(), E> {
        self.arranged = true;
        let changed = change(&mut self.game);
        if self.game.is_self_contained() {
            self.machine.reset();
            self.begin_here();
        }
        changed
    }

    /// Ends the game here, in the middle of whatever is going on: the finish follows. The log begins anew.
    ///
    /// # Errors
    /// A script failed.
    pub fn end_here(&mut self) -> Result<Stop, Box<Fault>> {
        self.trusted()?;
        self.arranged = true;
        self.machine.reset();
        self.game.arrange_end();
        self.log.truncate(0);
        self.past.clear();
        self.begin_here();
        self.advance()
    }

    /// Makes this the first position that can be restored.
    fn begin_here(&mut self) {
        let (log, position, epoch) = (self.log.len(), Snapshot::of(&self.game), self.past.len());
        self.checkpoints = vec![Checkpoint { log, position, epoch, pinned: true }];
        self.since = 0;
    }

    /// Whether decisions with one option are put to the seats instead of being taken.
    pub fn put_single_options(&mut self, put: bool) {
        self.take_single = !put;
    }

    /// Lets a source say what chance gives.
    pub fn set_chance_source(&mut self, source: Box<dyn ChanceSource>) {
        self.game.set_chance_source(Some(source));
    }

    /// Runs to the first decision.
    ///
    /// # Errors
    /// A script failed.
    pub fn start(&mut self) -> Result<Stop, Box<Fault>> {
        self.trusted()?;
        self.machine.begin_run(true);
        self.advance()
    }

    /// The machine, for another game.
    pub fn into_machine(mut self) -> Machine {
        self.machine.take_single = self.machine_takes_single;
        self.machine.reset();
        self.machine
    }

    /// The state.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a feature would give if it were scored now: see [`Machine::appraise`].
    ///
    /// # Errors
    /// A script failed.
    pub fn appraise(&mut self, segment: SegmentId, last: bool) -> Result<Vec<(Sheet, PerSeat<i32>)>, Box<Fault>> {
        self.machine.appraise(&mut self.game, segment, last)
    }

    /// The same as far as a seat may know: what it cannot see is made up.
    ///
    /// # Errors
    /// A script failed.
    pub fn appraise_for(
        &mut self,
        seat: Seat,
        segment: SegmentId,
        last: bool,
    ) -> Result<Vec<(Sheet, PerSeat<i32>)>, Box<Fault>> {
        self.machine.appraise(&mut self.game.imagined(seat, &mut Generator::new(0)), segment, last)
    }

    /// What every seat would get if the game were scored now: see [`Machine::outlook`].
    ///
    /// # Errors
    /// A script failed.
    pub fn outlook(&mut self) -> Result<PerSeat<i32>, Box<Fault>> {
        self.machine.outlook(&mut self.game)
    }

    /// The fault of a game that goes on after so many answers that it has no end.
    pub fn endless(&self, answers: u64) -> Box<Fault> {
        self.machine.endless(&self.game, answers)
    }

    /// Returns how much work the games of its machine have been: see [`Machine::work`].
    pub fn work(&self) -> u64 {
        self.machine.work()
    }

    /// Returns the fault of a game that has taken too many steps: see [`Machine::overworked`].
    pub fn overworked(&self, steps: u64) -> Option<Box<Fault>> {
        self.machine.overworked(&self.game, steps)
    }

    /// Returns the fault of a game that takes more than it may: see [`Machine::exhausted`].
    pub fn exhausted(&self, why: &str) -> Box<Fault> {
        self.machine.exhausted(&self.game, why)
    }

    /// The placements that are decided about now: see [`Machine::placing`].
    ///
    /// # Errors
    /// A script failed.
    pub fn placing(&mut self) -> Result<Option<Placing>, Box<Fault>> {
        self.machine.placing(&mut self.game)
    }

    /// Whether rules say where tiles are placed, or a step lets them lie beside nothing.
    pub fn places_by_rules(&self) -> bool {
        !self.machine.is_plain
    }

    /// What restrictions say of a placement that fits, asked about it alone.
    pub(crate) fn allows(&mut self, asked: (TileKindId, Seat), place: (Cell, Turn)) -> Result<bool, Box<Fault>> {
        self.machine.begin_run(true);
        self.machine.allows(&mut self.game, asked, place)
    }

    /// The rules' names for symbols.
    pub fn symbol(&self, symbol: crate::catalog::id::Symbol) -> &str {
        self.machine.rules.symbol(symbol)
    }

    /// Counts from now on how often each line of the rules runs: see [`crate::machine::rules::Rules::count_lines`].
    pub fn count_lines(&mut self) -> bool {
        self.machine.rules.count_lines()
    }

    /// How often each line of the rules has run: see [`crate::machine::rules::Rules::lines`].
    pub fn line_counts(&self) -> Option<Vec<crate::machine::rules::LineCount>> {
        self.machine.rules.lines()
    }

    /// The lines of the rules that have run, and how often what ran most on them did; nothing when lines are not
    /// counted.
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

    /// How much work the rules have done so far: see [`crate::machine::rules::Rules::ticks`].
    pub fn ticks(&self) -> u64 {
        self.machine.rules.ticks()
    }

    /// A function that has kept something outside of the game: see [`crate::machine::rules::Rules::remembers`].
    pub fn remembers(&self) -> Option<Box<Fault>> {
        self.machine.rules.remembers()
    }

    /// Whether it began with a position that somebody arranged, so that its log alone does not lead to where it is.
    pub fn is_arranged(&self) -> bool {
        self.arranged
    }

    /// The seed of the game.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Everything that was chosen and that chance gave, in order.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Number of answers given, those that the session took included.
    pub fn answers(&self) -> usize {
        self.log.answers()
    }

    /// Number of answers that seats chose: those that the session took as the only option are left out.
    pub fn chosen(&self) -> usize {
        self.log.chosen()
    }

    /// The decision that waits.
    pub fn decision(&self) -> Option<&Decision> {
        self.game.decision()
    }

    /// Takes the option of a key.
    ///
    /// # Errors
    /// There is no such option, or a script failed: the state is as before.
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

    /// Takes an option.
    ///
    /// # Errors
    /// It is not an option, or a script failed: the state is as before.
    pub fn answer(&mut self, pick: Pick) -> Result<Stop, Refusal> {
        let Some(decision) = self.game.decision() else { return Err(Refusal::Rejected(nothing_asked())) };
        if !decision.options.contains(&self.game, pick) {
            let message = format!("`{}` is not an option of `{}`", self.game.pick_key(pick), decision.ask);
            return Err(Refusal::Rejected(Rejected::new("not_an_option", message)));
        }
        self.give(pick, None, false)
    }

    /// Takes the only option of the waiting decision, as the session does by itself unless it puts single options.
    ///
    /// # Errors
    /// There are several options, or it is a secret one, or a script failed: the state is as before.
    pub fn take_only(&mut self) -> Result<Stop, Refusal> {
        let Some(decision) = self.game.decision() else { return Err(Refusal::Rejected(nothing_asked())) };
        match decision.options.only(&self.game) {
            Some(pick) => self.give(pick, None, true),
            None => Err(Refusal::Rejected(Rejected::new("not_the_only_option", "there are several options"))),
        }
    }

    /// The mistake of the engine after which this session takes no more answers.
    pub fn broken(&self) -> Option<&Fault> {
        self.broken.as_deref()
    }

    /// The mistake of the engine that came up before, if one did: whoever wants to go on hears of it.
    fn trusted(&self) -> Result<(), Box<Fault>> {
        self.broken.clone().map_or(Ok(()), Err)
    }

    /// What a run has come to. All answers, the beginning and the end go through here, so no mistake of the engine is
    /// passed over.
    fn noted<T>(&mut self, done: Result<T, Box<Fault>>) -> Result<T, Box<Fault>> {
        if let Err(fault) = &done
            && fault.is_internal()
        {
            self.broken.get_or_insert_with(|| fault.clone());
        }
        done
    }

    /// Takes an option, with its key where that is known.
    fn give(&mut self, pick: Pick, key: Option<&str>, forced: bool) -> Result<Stop, Refusal> {
        self.trusted().map_err(Refusal::Fault)?;
        let before = self.log.len();
        let noted = self.game.journal().map_or(0, |journal| journal.notes.len());
        self.lost.clear();
        self.machine.begin_run(true);
        self.checkpoint();
        self.take(pick, key, forced).and_then(|()| self.advance()).map_err(|fault| {
            let notes = self.game.journal().and_then(|journal| journal.notes.get(noted..));
            self.lost = notes.unwrap_or_default().to_vec();
            self.log.truncate(before);
            // These rules took the answers before, so none are handed back.
            let _ = self.go_to(before);
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
        self.noted(done)
    }

    pub(crate) fn advance(&mut self) -> Result<Stop, Box<Fault>> {
        loop {
            self.machine.wants_snapshot = self.since >= self.stride();
            let stop = self.machine.run(&mut self.game);
            self.keep_snapshot();
            self.note_chance();
            if self.noted(stop)? == Stop::Over {
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

    /// Takes back the last answer that a seat gave, with what the session took after it. False when there is none.
    ///
    /// What was played before the rules were reloaded is taken back exactly too; the newer rules then go on from there.
    pub fn undo(&mut self) -> bool {
        let last = self.log.iter().rposition(|e| matches!(e, Entry::Answer(a) if !a.forced));
        last.is_some_and(|at| self.take_back(at))
    }

    /// Goes back to the decision before the answer of a number (counted from 0, those that the session took included).
    pub fn undo_to(&mut self, answer: usize) -> bool {
        let mut answers = self.log.iter().enumerate().filter(|(_, e)| matches!(e, Entry::Answer(_)));
        let at = answers.nth(answer).map(|(at, _)| at);
        at.is_some_and(|at| self.take_back(at))
    }

    /// Goes back to the decision at which the log had this length. False when there was none, or when it was played by
    /// rules that are not kept any more.
    pub fn take_back(&mut self, length: usize) -> bool {
        if self.broken.is_some() {
            return false;
        }
        if length >= self.log.len() {
            return false;
        }
        // Positions whose rules are not kept any more cannot be restored.
        if self.checkpoints.first().is_none_or(|c| c.log > length) {
            return false;
        }
        if let Some(newer) = self.go_to(length) {
            // If they cannot go on from there, the rules of that time are in force again.
            let _ = self.reload(newer);
        }
        self.broken.is_none()
    }
}

fn nothing_asked() -> Rejected {
    Rejected::new("nothing_asked", "nobody has to decide anything now")
}
