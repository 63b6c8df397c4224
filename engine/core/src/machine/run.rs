//! Arguments and results of a run of the machine.

use crate::state::copy::Snapshot;

/// Reason why the machine has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A decision waits for an answer.
    Decision,
    /// The game is over.
    Over,
    /// A turn is over and the next has not begun; only if [`RunOptions::rests_between_turns`] is set.
    BetweenTurns,
}

/// Options of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// True if seats are asked even if a decision has a single option.
    pub asks_single: bool,
    /// True if the run stops at the end of a turn, before the next seat draws.
    pub rests_between_turns: bool,
    /// Copies that the run makes of positions before steps of scripts.
    pub(crate) copies: Copies,
}

impl RunOptions {
    /// Options of a run that asks seats even if a decision has a single option, and makes no copies.
    pub const ASKING: RunOptions = RunOptions { asks_single: true, rests_between_turns: false, copies: Copies::None };
    /// Options of a run that stops at the end of a turn, and makes no copies.
    pub const RESTING: RunOptions = RunOptions { asks_single: false, rests_between_turns: true, copies: Copies::None };
}

/// Copies of positions before steps of scripts. A decision of a script cannot be copied, so this is the nearest
/// position from which a game can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Copies {
    /// The run makes no copies.
    #[default]
    None,
    /// The run copies the first of these positions.
    First,
    /// The run copies the last of these positions.
    Last,
}

/// Result of a run.
#[derive(Debug)]
pub struct RunEnd {
    /// Reason why the run has ended.
    pub stop: Stop,
    /// Copy of a position before a step of a script; `None` if the options request none or no such step began.
    pub(crate) copy: Option<ScriptStart>,
}

/// Position before a step of a script.
#[derive(Debug)]
pub(crate) struct ScriptStart {
    pub(crate) position: Snapshot,
    /// Number of chance results that the run has recorded before the position.
    pub(crate) chance_count: usize,
}

/// State of a run in progress.
pub(crate) struct CurrentRun {
    pub(crate) copies: Copies,
    pub(crate) copy: Option<ScriptStart>,
}
