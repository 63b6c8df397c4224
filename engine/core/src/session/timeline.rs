//! Keeps timelines: the course of a game up to some position, while the session continues on another course.
//!
//! A session knows only the course to its current position; undone answers are lost. To go back and forth, keep the
//! timeline of the session first. A timeline has the log and the copies of positions on the way, so that a jump to any
//! of its positions replays a few answers and never the whole game.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::machine::Machine;
use crate::session::checkpoint::{APART, Checkpoint};
use crate::session::log::Log;
use crate::session::restore::repeat;
use crate::session::{Entry, Session};
use crate::state::copy::Snapshot;
use crate::state::event::Journal;

/// The course of a game under one set of rules.
#[derive(Clone)]
pub struct Timeline {
    log: Log,
    /// Copies of positions under these rules; never empty.
    checkpoints: Vec<Checkpoint>,
    /// Journal at the end of the timeline.
    journal: Option<Rc<Journal>>,
    symbols: Vec<Arc<str>>,
    seed: u64,
    take_single: bool,
    arranged: bool,
}

/// Reason why a session cannot jump to a position of a timeline. The session is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpError {
    /// The position was played by rules that have since been replaced, or the timeline is shorter.
    OutOfReach,
    /// The timeline was played by rules other than those of the session.
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
    /// Returns all choices and chance results, in order.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Returns the length of the log at the first position that can be restored. Earlier entries were played by other
    /// rules.
    pub fn begins(&self) -> usize {
        self.checkpoints.first().map_or(0, |c| c.log)
    }

    /// Returns the number of seats of the game.
    pub fn seat_count(&self) -> u8 {
        self.checkpoints.first().map_or(0, |c| c.position.game.seat_count() as u8)
    }

    /// Returns the texts of the symbols that its positions may contain, for a machine that plays it.
    pub fn symbols(&self) -> &[Arc<str>] {
        &self.symbols
    }

    fn reaches(&self, length: usize) -> bool {
        self.begins() <= length && length <= self.log.len()
    }
}

impl Session {
    /// Returns the timeline of the game up to the current position. Positions since the last reload can be restored.
    /// The copies are shared, so the cost is low.
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

    /// Restores the position of a timeline at which its log had `length` entries: a waiting decision, or the end of the
    /// game.
    ///
    /// # Errors
    /// The timeline does not contain the position, or was played by other rules. The session is unchanged.
    pub fn jump_to(&mut self, line: &Timeline, length: usize) -> Result<(), JumpError> {
        if !line.reaches(length) {
            return Err(JumpError::OutOfReach);
        }
        let own =
            line.checkpoints.first().is_some_and(|c| Arc::ptr_eq(c.position.game.catalog(), &self.machine.catalog));
        if !own || !self.symbols().starts_with(&line.symbols) {
            return Err(JumpError::OtherRules);
        }
        // Entries played by older rules can still be undone if the timeline has the same beginning.
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

    /// Creates a session at a position of a timeline. The machine must be for the same packs and know the symbols of
    /// the timeline.
    ///
    /// # Errors
    /// The timeline does not contain the position.
    pub fn replay_along(mut machine: Machine, line: &Timeline, length: usize) -> Result<Session, JumpError> {
        if !line.reaches(length) {
            return Err(JumpError::OutOfReach);
        }
        let reached = line.checkpoints.iter().take_while(|c| c.log <= length);
        let checkpoints: Vec<Checkpoint> = reached
            .map(|c| {
                let mut copy = Checkpoint { epoch: 0, ..c.clone() };
                if !Arc::ptr_eq(c.position.game.catalog(), &machine.catalog) {
                    // Packs that are loaded again give another catalog with the same content.
                    let mut game = c.position.game.without_journal();
                    game.position.board.catalog = Arc::clone(&machine.catalog);
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
            arranged: line.arranged,
            lost: Vec::new(),
            failed: None,
        })
    }

    /// Returns a second session at the current position, including a question of a script, that continues
    /// independently. The machine must be for the same packs and know the symbols of this session
    /// ([`Session::symbols`]). Answers can be undone back to the last reload.
    pub fn fork(&self, machine: Machine) -> Session {
        let line = self.timeline();
        match Session::replay_along(machine, &line, line.log.len()) {
            Ok(session) => session,
            Err(astray) => unreachable!("a session follows its timeline: {astray}"),
        }
    }
}
