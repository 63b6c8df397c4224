//! Determines if a session has secrets that some seats may not see.

use crate::catalog::seat::SeatSet;
use crate::session::{Entry, Session};
use crate::state::Stage;
use crate::state::secrecy::Secrecy;

impl Session {
    /// Returns true if the game is not over and any of its state is hidden from some seat, or was hidden when it was
    /// drawn or answered.
    pub fn keeps_secrets(&self) -> bool {
        let was_hidden = |entry: &Entry| match entry {
            Entry::Chance(given) => given.seen_by != SeatSet::EVERYBODY,
            Entry::Answer(answer) => answer.secrecy != Secrecy::Open,
        };
        self.game().stage() != Stage::Over && (self.game().has_secrets() || self.log().iter().any(was_hidden))
    }
}
