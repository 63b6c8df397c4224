//! Keeps copies of earlier positions, and restores any position from the nearest earlier copy.

use crate::board::Board;
use crate::machine::fault::Fault;
use crate::machine::{Copies, Machine, RunOptions, ScriptStart};
use crate::session::checkpoint::Checkpoint;
use crate::session::{Entry, Session};
use crate::state::Game;
use crate::state::copy::Snapshot;
use crate::state::replayed::{ReplayScope, Replayed};

/// Maximum number of copies of earlier positions in a session; older copies are thinned out.
const MAX_CHECKPOINTS: usize = 64;

/// Maximum number of unused copies whose memory is kept for reuse.
const MAX_SPARE: usize = MAX_CHECKPOINTS / 4;

/// Number of tiles on the board for each answer between two copies, if the board is large. The cost of a copy grows
/// with the board; the cost of replaying an answer does not.
const TILES_PER_ANSWER: usize = 64;

/// Returns the number of answers between two copies of positions with this board. `least` is the minimum.
fn stride(board: &Board, least: usize) -> usize {
    least.max(board.tiles().len() / TILES_PER_ANSWER)
}

impl Session {
    /// Returns the number of answers between two copies of positions like the current one.
    pub(super) fn stride(&self) -> usize {
        stride(&self.game.position.board, self.apart)
    }

    /// Keeps a copy of the position if a copy can be continued and the last copy is old enough.
    pub(super) fn checkpoint(&mut self) {
        if self.since < self.stride() || !self.game.is_self_contained() {
            return;
        }
        let position = match self.spare.pop() {
            Some(old) => Snapshot::in_room_of(old, &self.game),
            None => Snapshot::take(&self.game),
        };
        self.keep(self.log.len(), position, false);
    }

    pub(crate) fn keep(&mut self, log: usize, position: Snapshot, pinned: bool) {
        self.since = 0;
        self.checkpoints.push(Checkpoint { log, position, epoch: self.past.len(), pinned });
        if self.checkpoints.len() > MAX_CHECKPOINTS {
            // Every second one of the older half is dropped, but the very first stays.
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

    /// Drops the copies of positions whose log is longer than `length`, except the first copy.
    pub(super) fn drop_checkpoints_after(&mut self, length: usize) {
        while self.checkpoints.len() > 1 && self.checkpoints.last().is_some_and(|c| c.log > length) {
            self.spare.extend(self.checkpoints.pop().map(|checkpoint| checkpoint.position));
        }
        self.spare.truncate(MAX_SPARE);
    }

    /// Restores the position whose log had `length` entries: from the nearest earlier copy, by replaying the log. If
    /// older rules played it, they are in force again, and the newest rules are returned.
    pub(super) fn go_to(&mut self, length: usize) -> Option<Machine> {
        self.drop_checkpoints_after(length);
        let checkpoint = self.checkpoints.last()?;
        let newer = (checkpoint.epoch < self.past.len()).then(|| {
            let older = self.past.swap_remove(checkpoint.epoch);
            self.past.truncate(checkpoint.epoch);
            self.game.recording.journal = older.journal;
            std::mem::replace(&mut self.machine, older.machine)
        });
        self.log.truncate(length);
        checkpoint.position.restore(&mut self.game);
        let repeated = repeat(&mut self.machine, &mut self.game, &self.log[checkpoint.log..], false);
        self.take_up(&repeated);
        newer
    }

    /// Continues from a restored position. Records the fault if restoring failed.
    pub(super) fn take_up(&mut self, repeated: &Repeated) {
        self.broken = self.broken.take().or(repeated.mistake());
        self.since = repeated.answers;
    }
}

/// Result of replaying answers to restore a position.
pub(crate) struct Repeated {
    /// Number of answers that were replayed.
    pub(super) answers: usize,
    /// Last replayed position without a suspended script, with the number of log entries before it.
    pub(super) latest: Option<(usize, Snapshot)>,
    /// Fault of a script during the replay. The same scripts accepted these answers before, so any fault means that the
    /// position is wrong.
    failed: Option<Box<Fault>>,
    /// True if chance was queried for another result than before, which also means that the position is wrong.
    astray: bool,
}

impl Repeated {
    /// Returns the fault that occurred during the restoration; `None` if the position is correct.
    pub(super) fn mistake(&self) -> Option<Box<Fault>> {
        if let Some(failed) = &self.failed {
            return Some(Fault::internal(format!("an earlier answer failed when it was repeated: {failed}")));
        }
        let astray = "a different chance result was requested when earlier answers were repeated";
        self.astray.then(|| Fault::internal(astray.to_owned()))
    }
}

/// Replays entries of a log. If `watch` is true, also records the last position that can be copied.
pub(super) fn repeat(machine: &mut Machine, game: &mut Box<Game>, entries: &[Entry], watch: bool) -> Repeated {
    machine.reset();
    machine.begin_run(false);
    let replayed = Replayed::new(entries.iter().filter_map(Entry::chance).cloned(), ReplayScope::Said);
    let met = replayed.deviations();
    let source = game.replace_source(Some(Box::new(replayed)));
    game.forget_chance();
    let (mut answers, mut latest) = (0, None);
    let copies = if watch { Copies::Last } else { Copies::None };
    let run = |machine: &mut Machine, game: &mut Box<Game>, before: usize, latest: &mut Option<_>| {
        let end = machine.run_with(game, RunOptions { copies, ..RunOptions::ASKING });
        game.forget_chance();
        let copy = end.map(|end| end.copy);
        if let Ok(Some(ScriptStart { position, chance_count })) = copy {
            *latest = Some((before + chance_count, position));
            return None;
        }
        copy.err()
    };
    let mut failed = run(machine, game, 0, &mut latest);
    for (number, entry) in entries.iter().enumerate() {
        let Entry::Answer(answer) = entry else { continue };
        answers += 1;
        if watch && game.is_self_contained() {
            latest = Some((number, Snapshot::take(game)));
        }
        machine.begin_run(false);
        failed = failed.or(machine.answer_step(game, answer.pick).err());
        let given = game.forget_chance();
        failed = failed.or(run(machine, game, number + 1 + given, &mut latest));
    }
    game.replace_source(source);
    Repeated { answers, latest, failed, astray: met.has_other_point() || met.has_impossible_result() }
}
