//! Copies of earlier positions, and the rules to continue them with.

use crate::machine::Machine;
use crate::state::copy::Snapshot;
use crate::state::event::Journal;

/// A copy of an earlier position, shared with the timelines taken from the session.
#[derive(Clone)]
pub(crate) struct Checkpoint {
    /// Length of the log at that position.
    pub(crate) log: usize,
    pub(crate) position: Snapshot,
    /// Number of reloads before the position, which selects the rules to continue it with.
    pub(crate) epoch: usize,
    /// True if it must be kept, because the rules of its epoch cannot replay anything before it.
    pub(crate) pinned: bool,
}

/// Rules that were in force before a reload.
pub(crate) struct Past {
    pub(crate) machine: Machine,
    /// Journal at the time of the reload. The newer rules may number modules differently.
    pub(crate) journal: Option<Box<Journal>>,
}

/// Minimum number of answers between two copies.
pub(crate) const APART: usize = 4;
/// Minimum number of answers between two copies during the replay of a record. Players rarely undo that far.
pub(super) const APART_IN_REPLAY: usize = 32;
