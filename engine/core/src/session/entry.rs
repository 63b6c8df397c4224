//! Entries of a session's log.

use crate::catalog::seat::Seat;
use crate::state::chance::ChanceResult;
use crate::state::decision::Pick;
use crate::state::secrecy::Secrecy;

/// An answer of a seat in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Seat that gave the answer.
    pub seat: Seat,
    /// Id of the decision.
    pub ask: std::sync::Arc<str>,
    /// Pack whose rules asked; `None` for a step of the flow.
    pub pack: Option<std::sync::Arc<str>>,
    /// Key of the chosen option.
    pub key: String,
    /// Pick of the chosen option.
    pub pick: Pick,
    /// True if the answer was the only option and the session took it.
    pub forced: bool,
    /// Part of the answer that other seats may not see.
    pub secrecy: Secrecy,
}

impl Answer {
    /// Returns true if a seat, or a spectator for `None`, may know that there was a question and an answer.
    pub fn is_seen_by(&self, seat: Option<Seat>) -> bool {
        self.secrecy.shows_question(self.seat, seat)
    }

    /// Returns true if a seat, or a spectator for `None`, may know the answer.
    pub fn is_known_to(&self, seat: Option<Seat>) -> bool {
        self.secrecy.shows_answer(self.seat, seat)
    }
}

/// An entry of a session's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A result of chance.
    Chance(ChanceResult),
    /// A choice of a seat.
    Answer(Answer),
}

impl Entry {
    /// Returns the chance result; `None` for an answer.
    pub fn chance(&self) -> Option<&ChanceResult> {
        match self {
            Entry::Chance(given) => Some(given),
            Entry::Answer(_) => None,
        }
    }
}
