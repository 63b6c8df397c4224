//! A game that is being played: answers, undo to any of them, faults that leave the state as it was.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::chance::{ChancePoint, ChanceSource, Given, Outcome};
use crate::decision::{Decision, Pick};
use crate::effect::Rejected;
use crate::game::Game;
use crate::machine::{Machine, Stop};
use crate::rules::Fault;
use crate::sheet::Seat;

/// An answer that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Who gave it.
    pub seat: Seat,
    /// To which decision.
    pub ask: std::sync::Arc<str>,
    /// The option's key.
    pub key: String,
    /// The pick.
    pub pick: Pick,
    /// Whether it was the only option and taken by the session.
    pub forced: bool,
}

/// An entry of a session's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// What chance gave.
    Chance(Given),
    /// What a seat chose.
    Answer(Answer),
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

struct Checkpoint {
    /// Length of the log at that point.
    log: usize,
    game: Box<Game>,
}

/// Most copies of earlier positions that a session keeps; older ones are thinned out.
const MAX_CHECKPOINTS: usize = 64;
/// Answers between two copies.
const STRIDE: usize = 4;

/// A game that is being played.
pub struct Session {
    machine: Machine,
    game: Box<Game>,
    log: Vec<Entry>,
    checkpoints: Vec<Checkpoint>,
    /// Answers since the last checkpoint.
    since: usize,
    seed: u64,
    take_single: bool,
}

impl Session {
    /// A game before its first decision, with a journal. Call [`Session::start`] next.
    pub fn new(mut machine: Machine, seats: u8, seed: u64) -> Session {
        machine.reset();
        let take_single = machine.take_single;
        // The session takes single options itself, so that they are in its log.
        machine.take_single = false;
        let mut game = machine.new_game(seats, seed);
        game.keep_journal(true);
        game.keep_chance(true);
        let first = Checkpoint { log: 0, game: game.clone() };
        Session { machine, game, log: Vec::new(), checkpoints: vec![first], since: 0, seed, take_single }
    }

    /// Changes the position that the game begins with; to be called before [`Session::start`].
    ///
    /// # Errors
    /// What the function finds wrong.
    pub fn arrange<E>(&mut self, change: impl FnOnce(&mut Game) -> Result<(), E>) -> Result<(), E> {
        change(&mut self.game)?;
        if let Some(first) = self.checkpoints.first_mut() {
            first.game = self.game.clone();
        }
        Ok(())
    }

    /// Ends the game here, in the middle of whatever is going on: the finish follows. The log begins anew.
    ///
    /// # Errors
    /// A script failed.
    pub fn end_here(&mut self) -> Result<Stop, Box<Fault>> {
        self.machine.reset();
        self.game.arrange_end();
        self.log.clear();
        self.since = 0;
        let source = self.game.chance.source.take();
        self.checkpoints = vec![Checkpoint { log: 0, game: self.game.clone() }];
        self.game.chance.source = source;
        self.advance()
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
        self.advance()
    }

    /// The state.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The machine, to appraise features of the state.
    pub fn appraiser(&mut self) -> (&mut Machine, &mut Box<Game>) {
        (&mut self.machine, &mut self.game)
    }

    /// The rules' names for symbols.
    pub fn symbol(&self, symbol: crate::id::Symbol) -> &str {
        self.machine.rules.symbol(symbol)
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
        self.log.iter().filter(|e| matches!(e, Entry::Answer(_))).count()
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
            Some(pick) => self.answer(pick),
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
        self.give(pick, false)
    }

    /// Takes the only option of the waiting decision, as the session does by itself unless it puts single options.
    ///
    /// # Errors
    /// There are several options, or a script failed: the state is as before.
    pub fn take_only(&mut self) -> Result<Stop, Refusal> {
        let Some(decision) = self.game.decision() else { return Err(Refusal::Rejected(nothing_asked())) };
        match decision.options.get(&self.game, 0) {
            Some(pick) if decision.options.count() == 1 => self.give(pick, true),
            _ => Err(Refusal::Rejected(Rejected::new("not_the_only_option", "there are several options"))),
        }
    }

    fn give(&mut self, pick: Pick, forced: bool) -> Result<Stop, Refusal> {
        let before = self.log.len();
        self.checkpoint();
        self.take(pick, forced).and_then(|()| self.advance()).map_err(|fault| {
            self.log.truncate(before);
            self.go_to(before);
            Refusal::Fault(fault)
        })
    }

    fn take(&mut self, pick: Pick, forced: bool) -> Result<(), Box<Fault>> {
        if let Some(decision) = self.game.decision() {
            let key = decision.options.key(&self.game, pick);
            self.log.push(Entry::Answer(Answer { seat: decision.seat, ask: decision.ask.clone(), key, pick, forced }));
        }
        self.since += 1;
        let done = self.machine.answer(&mut self.game, pick);
        self.note_chance();
        done
    }

    fn advance(&mut self) -> Result<Stop, Box<Fault>> {
        loop {
            self.machine.wants_snapshot = self.since >= STRIDE;
            let stop = self.machine.run(&mut self.game);
            self.keep_snapshot();
            self.note_chance();
            if stop? == Stop::Over {
                return Ok(Stop::Over);
            }
            let single = self.game.decision().filter(|d| self.take_single && d.options.count() == 1);
            let Some(pick) = single.and_then(|d| d.options.get(&self.game, 0)) else { return Ok(Stop::Decision) };
            self.checkpoint();
            self.take(pick, true)?;
        }
    }

    /// Keeps the position at which a script's step began, if the machine has met one.
    fn keep_snapshot(&mut self) {
        if let Some((game, noted)) = self.machine.snapshot.take() {
            self.keep(Checkpoint { log: self.log.len() + noted, game });
        }
        self.machine.wants_snapshot = false;
    }

    fn note_chance(&mut self) {
        self.log.extend(self.game.take_chance().into_iter().map(Entry::Chance));
    }

    /// Keeps a copy of the position, if one can be played on from here and the last is some answers old.
    fn checkpoint(&mut self) {
        if self.since < STRIDE || !self.game.is_self_contained() {
            return;
        }
        self.keep(Checkpoint { log: self.log.len(), game: self.game.clone() });
    }

    fn keep(&mut self, checkpoint: Checkpoint) {
        self.since = 0;
        self.checkpoints.push(checkpoint);
        if self.checkpoints.len() > MAX_CHECKPOINTS {
            // The older half loses every second one; the very first stays.
            let half = MAX_CHECKPOINTS / 2;
            let mut number = 0;
            self.checkpoints.retain(|_| {
                number += 1;
                number > half || number % 2 == 1
            });
        }
    }

    /// Takes back the last answer that a seat gave, with what the session took after it. False when there is none.
    pub fn undo(&mut self) -> bool {
        let last = self.log.iter().rposition(|e| matches!(e, Entry::Answer(a) if !a.forced));
        last.is_some_and(|at| {
            self.go_to(at);
            true
        })
    }

    /// Goes back to the decision before the answer of a number (counted from 0, those that the session took included).
    pub fn undo_to(&mut self, answer: usize) -> bool {
        let mut answers = self.log.iter().enumerate().filter(|(_, e)| matches!(e, Entry::Answer(_)));
        match answers.nth(answer).map(|(at, _)| at) {
            Some(at) => {
                self.go_to(at);
                true
            }
            None => false,
        }
    }

    /// Restores the position that had a log of this length: from the nearest copy before it, by repeating the log.
    fn go_to(&mut self, length: usize) {
        while self.checkpoints.len() > 1 && self.checkpoints.last().is_some_and(|c| c.log > length) {
            self.checkpoints.pop();
        }
        let Some(checkpoint) = self.checkpoints.last() else { return };
        let source = self.game.chance.source.take();
        let from = checkpoint.log;
        let repeated: Vec<Entry> = self.log[from..length].to_vec();
        self.log.truncate(length);
        self.machine.reset();
        self.game = checkpoint.game.clone();
        let given: Vec<Given> = repeated
            .iter()
            .filter_map(|e| if let Entry::Chance(given) = e { Some(given.clone()) } else { None })
            .collect();
        let at = Rc::new(RefCell::new(0));
        self.game.set_chance_source(Some(Box::new(Repeat { given, at })));
        self.since = 0;
        // The same scripts took these answers before; they cannot fail now.
        let mut fine = self.machine.run(&mut self.game).is_ok();
        for entry in &repeated {
            if let Entry::Answer(answer) = entry {
                self.since += 1;
                fine &= self.machine.answer(&mut self.game, answer.pick).is_ok();
                fine &= self.machine.run(&mut self.game).is_ok();
            }
        }
        debug_assert!(fine, "a logged answer failed when it was repeated");
        self.game.take_chance();
        self.game.set_chance_source(source);
    }
}

fn nothing_asked() -> Rejected {
    Rejected::new("nothing_asked", "nobody has to decide anything now")
}

/// Gives again what chance gave; what came from the seed comes from it again.
struct Repeat {
    given: Vec<Given>,
    at: Rc<RefCell<usize>>,
}

impl ChanceSource for Repeat {
    fn outcome(&mut self, _: &Game, _: &ChancePoint) -> Option<Outcome> {
        let mut at = self.at.borrow_mut();
        let given = self.given.get(*at)?;
        *at += 1;
        given.forced.then(|| given.outcome.clone())
    }
}
