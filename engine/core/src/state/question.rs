//! Questions that rules ask, and options that rules add to other questions.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

pub use crate::state::options::{Carried, CarriedValue, Listed, Meaning, Question, Target, Wording};

/// Number of a function that a rule module has registered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handler(pub u16);

/// Number of a score rule: its position in the list of all score rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScoreRuleId(pub u16);

impl ScoreRuleId {
    /// Returns the number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the following score rule.
    pub(crate) fn next(self) -> ScoreRuleId {
        ScoreRuleId(self.0 + 1)
    }
}

/// Suspended run of a handler. Each suspension gets a new number, so that a copy of a game that has continued since
/// does not take another suspended run for its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunId(pub u64);

impl Hash for RunId {
    /// Adds nothing to the hash: numbers differ between a game and its restored copy, although the positions are equal.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Source of numbers for suspended runs, unique within the process.
#[derive(Debug)]
pub struct RunNumbers {
    next: u64,
}

impl RunNumbers {
    /// Returns the next number.
    pub fn fresh(&mut self) -> RunId {
        self.next += 1;
        RunId(self.next)
    }
}

impl Default for RunNumbers {
    fn default() -> RunNumbers {
        // Enough for 16 million sets of rules that each suspend a run a million times a second for twelve days.
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        RunNumbers { next: TAKEN.fetch_add(1, Ordering::Relaxed) << 40 }
    }
}

impl Clone for RunNumbers {
    /// Creates a source with its own range of numbers.
    fn clone(&self) -> RunNumbers {
        RunNumbers::default()
    }
}
