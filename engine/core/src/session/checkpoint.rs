//! Copies of earlier positions, and how a position is restored from the nearest copy before it.

use crate::board::Board;
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::session::{Entry, Session};
use crate::state::Game;
use crate::state::copy::Snapshot;
use crate::state::event::Journal;
use crate::state::replayed::{Again, Replayed};

/// A copy of an earlier position, shared with the timelines that were taken of the session.
#[derive(Clone)]
pub(crate) struct Checkpoint {
    /// Length of the log at that point.
    pub(crate) log: usize,
    pub(crate) position: Snapshot,
    /// By which rules it is played on: those that were in force at first, or after so many reloads.
    pub(crate) epoch: usize,
    /// Whether it must be kept: nothing before it can be repeated by the rules of its epoch.
    pub(crate) pinned: bool,
}

/// Rules that were in force before others were.
pub(crate) struct Past {
    pub(crate) machine: Machine,
    /// The journal as it was when the newer rules took over: theirs may tell of modules by other numbers.
    pub(crate) journal: Option<Box<Journal>>,
}

/// Most copies of earlier positions that a session keeps; older ones are thinned out.
const MAX_CHECKPOINTS: usize = 64;
/// Most copies that are kept for their room.
const MAX_SPARE: usize = MAX_CHECKPOINTS / 4;
/// Answers between two copies, where the board is small.
pub(crate) const APART: usize = 4;
/// Answers between two copies while a record is replayed: it is seldom that somebody goes back into it.
pub(super) const APART_IN_REPLAY: usize = 32;
/// Where the board is large, so many tiles for each answer between two copies: a copy costs as much as the board is large,
/// repeating an answer does not.
const TILES_PER_ANSWER: usize = 64;

/// Answers between two copies of positions with a board.
fn stride(board: &Board, least: usize) -> usize {
    least.max(board.tiles().len() / TILES_PER_ANSWER)
}

impl Session {
    /// Answers between two copies of positions like this one.
    pub(super) fn stride(&self) -> usize {
        stride(&self.game.board, self.apart)
    }

    /// Keeps the position at which a script's step began, if the machine has met one.
    pub(super) fn keep_snapshot(&mut self) {
        if let Some((position, noted)) = self.machine.snapshot.take() {
            self.keep(self.log.len() + noted, position, false);
        }
        self.machine.wants_snapshot = false;
    }

    /// Keeps a copy of the position, if one can be played on from here and the last is some answers old.
    pub(super) fn checkpoint(&mut self) {
        if self.since < self.stride() || !self.game.is_self_contained() {
            return;
        }
        let position = match self.spare.pop() {
            Some(old) => Snapshot::in_room_of(old, &self.game),
            None => Snapshot::of(&self.game),
        };
        self.keep(self.log.len(), position, false);
    }

    pub(crate) fn keep(&mut self, log: usize, position: Snapshot, pinned: bool) {
        self.since = 0;
        self.checkpoints.push(Checkpoint { log, position, epoch: self.past.len(), pinned });
        if self.checkpoints.len() > MAX_CHECKPOINTS {
            // The older half loses every second one; the very first stays.
            let half = MAX_CHECKPOINTS / 2;
            let mut number = 0;
            let gone = self.checkpoints.extract_if(.., |checkpoint| {
                number += 1;
                number <= half && number % 2 == 0 && !checkpoint.pinned
            });
            self.spare.extend(gone.map(|checkpoint| checkpoint.position));
            self.spare.truncate(MAX_SPARE);
        }
    }

    /// Lets go of the copies of positions after the log had a length. The first stays.
    pub(super) fn drop_checkpoints_after(&mut self, length: usize) {
        while self.checkpoints.len() > 1 && self.checkpoints.last().is_some_and(|c| c.log > length) {
            self.spare.extend(self.checkpoints.pop().map(|checkpoint| checkpoint.position));
        }
        self.spare.truncate(MAX_SPARE);
    }

    /// Restores the position that had a log of this length: from the nearest copy before it, by repeating the log. If it
    /// was played by older rules, these are in force again, and the newest are handed back.
    pub(super) fn go_to(&mut self, length: usize) -> Option<Machine> {
        self.drop_checkpoints_after(length);
        let checkpoint = self.checkpoints.last()?;
        let newer = (checkpoint.epoch < self.past.len()).then(|| {
            let older = self.past.swap_remove(checkpoint.epoch);
            self.past.truncate(checkpoint.epoch);
            self.game.journal = older.journal;
            std::mem::replace(&mut self.machine, older.machine)
        });
        self.log.truncate(length);
        checkpoint.position.restore(&mut self.game);
        let repeated = repeat(&mut self.machine, &mut self.game, &self.log[checkpoint.log..], false);
        self.take_up(&repeated);
        newer
    }

    /// Goes on from a position that was restored, unless restoring it went wrong.
    pub(super) fn take_up(&mut self, repeated: &Repeated) {
        self.broken = self.broken.take().or(repeated.mistake());
        self.since = repeated.answers;
    }
}

/// How a position was restored by repeating answers.
pub(crate) struct Repeated {
    /// Number of answers that were repeated.
    pub(super) answers: usize,
    /// The last position on the way in which no script was suspended, and how many entries came before it.
    pub(super) latest: Option<(usize, Snapshot)>,
    /// The same scripts took these answers before, so none can fail now; if one does, the position is wrong.
    failed: Option<Box<Fault>>,
    /// Chance was asked for something else than it was then, which is as wrong.
    astray: bool,
}

impl Repeated {
    /// What went wrong while it was restored.
    pub(super) fn mistake(&self) -> Option<Box<Fault>> {
        if let Some(failed) = &self.failed {
            return Some(Fault::internal(format!(
                "an answer that was given before failed when it was repeated: {failed}"
            )));
        }
        let astray = "chance was asked for something else when answers that were given before were repeated";
        self.astray.then(|| Fault::internal(astray.to_owned()))
    }
}

/// Repeats entries of a log. `watch`: notes the last position on the way that can be copied.
pub(super) fn repeat(machine: &mut Machine, game: &mut Box<Game>, entries: &[Entry], watch: bool) -> Repeated {
    machine.reset();
    machine.begin_run(false);
    let replayed = Replayed::new(entries.iter().filter_map(Entry::chance).cloned(), Again::Said);
    let met = replayed.met();
    let source = game.replace_source(Some(Box::new(replayed)));
    game.forget_chance();
    let (mut answers, mut latest) = (0, None);
    let run = |machine: &mut Machine, game: &mut Box<Game>, before: usize, latest: &mut Option<_>| {
        (machine.wants_snapshot, machine.keeps_last) = (watch, watch);
        let failed = machine.run(game).err();
        (machine.wants_snapshot, machine.keeps_last) = (false, false);
        if let Some((copy, noted)) = machine.snapshot.take() {
            *latest = Some((before + noted, copy));
        }
        game.forget_chance();
        failed
    };
    let mut failed = run(machine, game, 0, &mut latest);
    for (number, entry) in entries.iter().enumerate() {
        let Entry::Answer(answer) = entry else { continue };
        answers += 1;
        if watch && game.is_self_contained() {
            latest = Some((number, Snapshot::of(game)));
        }
        machine.begin_run(false);
        failed = failed.or(machine.answer_step(game, answer.pick).err());
        let given = game.forget_chance();
        failed = failed.or(run(machine, game, number + 1 + given, &mut latest));
    }
    game.replace_source(source);
    Repeated { answers, latest, failed, astray: met.other() || met.refused() }
}
