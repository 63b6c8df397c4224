//! Conclusions of games, which rules set.

use crate::catalog::id::{ResultId, Symbol};
use crate::catalog::seat::SeatSet;

/// Conclusion of a game, as set by rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conclusion {
    /// Winners; `None` if they follow from the result or the points.
    pub winners: Option<SeatSet>,
    /// Result of the game; `None` if it follows from the points.
    pub result: Option<ResultId>,
    /// Reason for the end, for rules that react.
    pub reason: Option<Symbol>,
}

impl Conclusion {
    /// Merges a later conclusion, whose values replace earlier ones.
    pub(crate) fn add(&mut self, later: Conclusion) {
        self.winners = later.winners.or(self.winners);
        self.result = later.result.or(self.result);
        self.reason = later.reason.or(self.reason);
    }
}
