//! Timelines: courses that a game took, kept while it goes another way.
//!
//! A session knows the one way that led to where it stands; what is taken back is gone. Whoever wants to go back and forth
//! keeps its timeline first. A timeline holds the log and the copies of positions on the way, so that a jump to any of its
//! positions repeats a few answers and never the whole game.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::machine::Machine;
use crate::session::checkpoint::{APART, Checkpoint, repeat};
use crate::session::log::Log;
use crate::session::{Entry, Session};
use crate::state::copy::Snapshot;
use crate::state::event::Journal;

/// A course that a game took, by one set of rules.
#[derive(Clone)]
pub struct Timeline {
    log: Log,
    /// Those of the rules that were in force; never empty.
    checkpoints: Vec<Checkpoint>,
    /// As it was at the end.
    journal: Option<Rc<Journal>>,
    symbols: Vec<Arc<str>>,
    seed: u64,
    take_single: bool,
    arranged: bool,
}

/// Why a session cannot stand on a timeline. It stands where it stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpError {
    /// The position was played by rules that have been exchanged since, or the timeline has not so many entries.
    OutOfReach,
    /// The timeline was played by other rules than those of the session.
    OtherRules,
}

impl fmt::Display for JumpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            JumpError::OutOfReach => "this position is not on the timeline",
            JumpError::OtherRules => "the timeline was played by other rules",
        })
    }
}

impl std::error::Error for JumpError {}

impl Timeline {
    /// Everything that was chosen and that chance gave, in order.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The length of the log at the first position that can be restored: what came before it was played by other rules.
    pub fn begins(&self) -> usize {
        self.checkpoints.first().map_or(0, |c| c.log)
    }

    /// The texts of the symbols that its positions may hold, for a machine that is to play it.
    pub fn symbols(&self) -> &[Arc<str>] {
        &self.symbols
    }

    fn reaches(&self, length: usize) -> bool {
        self.begins() <= length && length <= self.log.len()
    }
}

impl Session {
    /// The way that led here, as far as it was played by the rules in force. Copies are shared, so this costs little.
    pub fn timeline(&self) -> Timeline {
        let own = |c: &&Checkpoint| c.epoch == self.past.len();
        Timeline {
            log: self.log.clone(),
            checkpoints: self.checkpoints.iter().filter(own).cloned().collect(),
            journal: self.game.journal().cloned().map(Rc::new),
            symbols: self.symbols(),
            seed: self.seed,
            take_single: self.take_single,
            arranged: self.arranged,
        }
    }

    /// Goes to the position of a timeline at which the log had this length; a decision waits there, or the game is over.
    ///
    /// # Errors
    /// The timeline does not reach there, or was played by other rules than those in force. Nothing has changed then.
    pub fn jump_to(&mut self, line: &Timeline, length: usize) -> Result<(), JumpError> {
        if !line.reaches(length) {
            return Err(JumpError::OutOfReach);
        }
        let own =
            line.checkpoints.first().is_some_and(|c| Arc::ptr_eq(c.position.game.catalog(), &self.machine.catalog));
        if !own || !self.symbols().starts_with(&line.symbols) {
            return Err(JumpError::OtherRules);
        }
        // What was played by older rules can still be taken back where the timeline has the same beginning.
        let shared = self.log.iter().zip(&*line.log).take_while(|(a, b)| a == b).count();
        let epoch = self.past.len();
        if shared < line.begins() {
            self.checkpoints.clear();
        }
        self.checkpoints.retain(|c| c.epoch < epoch && c.log <= line.begins());
        let reached = line.checkpoints.iter().take_while(|c| c.log <= length);
        self.checkpoints.extend(reached.map(|c| Checkpoint { epoch, ..c.clone() }));
        self.log = Log::from(&line.log[..length]);
        if let Some(checkpoint) = self.checkpoints.last() {
            checkpoint.position.restore_with(line.journal.as_deref(), &mut self.game);
            let repeated = repeat(&mut self.machine, &mut self.game, &self.log[checkpoint.log..], false);
            self.take_up(&repeated);
        }
        Ok(())
    }

    /// A session that stands on a timeline, by a machine for the same packs that knows the symbols of the timeline.
    ///
    /// # Errors
    /// The timeline does not reach there.
    pub fn replay_along(mut machine: Machine, line: &Timeline, length: usize) -> Result<Session, JumpError> {
        if !line.reaches(length) {
            return Err(JumpError::OutOfReach);
        }
        let machine_takes_single = machine.take_single;
        machine.take_single = false;
        let reached = line.checkpoints.iter().take_while(|c| c.log <= length);
        let checkpoints: Vec<Checkpoint> = reached
            .map(|c| {
                let mut copy = Checkpoint { epoch: 0, ..c.clone() };
                if !Arc::ptr_eq(c.position.game.catalog(), &machine.catalog) {
                    // Loaded once more, it is another catalog that says the same.
                    let mut game = c.position.game.without_journal();
                    game.board.catalog = Arc::clone(&machine.catalog);
                    copy.position = Snapshot { game: Rc::new(game), ..copy.position };
                }
                copy
            })
            .collect();
        let log = Log::from(&line.log[..length]);
        let from = checkpoints.last().ok_or(JumpError::OutOfReach)?;
        let mut game = from.position.to_game(line.journal.as_deref());
        let repeated = repeat(&mut machine, &mut game, &log[from.log..], false);
        Ok(Session {
            machine,
            broken: repeated.mistake(),
            game,
            log,
            checkpoints,
            spare: Vec::new(),
            past: Vec::new(),
            since: repeated.answers,
            apart: APART,
            seed: line.seed,
            take_single: line.take_single,
            machine_takes_single,
            arranged: line.arranged,
            lost: Vec::new(),
        })
    }

    /// A second game that stands where this one stands, also at a question of a script, to be played on by itself: by a
    /// machine for the same packs that knows the symbols of this one's ([`Session::symbols`]). Its answers can be taken
    /// back as far as they were given by the rules in force.
    pub fn fork(&self, machine: Machine) -> Session {
        let line = self.timeline();
        match Session::replay_along(machine, &line, line.log.len()) {
            Ok(session) => session,
            Err(astray) => unreachable!("a session stands on its own line: {astray}"),
        }
    }
}
