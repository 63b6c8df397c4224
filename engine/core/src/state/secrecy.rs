//! Secrecy of decisions: other seats may not know the whole decision, or the choice between its secret options.

use std::sync::Arc;

use crate::catalog::seat::{Seat, SeatSet};
use crate::state::game::Game;
use crate::state::options::{Decision, Options, Pick};

/// Part of an answer that other seats may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Secrecy {
    /// All seats see question and answer.
    #[default]
    Open,
    /// Other seats see the question, and that a secret option was chosen.
    Choice,
    /// Other seats see neither question nor answer.
    Question,
}

impl Secrecy {
    /// Returns true if a seat, or a bystander for `None`, may know that `asked` had a question and has answered.
    pub fn shows_question(self, asked: Seat, to: Option<Seat>) -> bool {
        self != Secrecy::Question || to == Some(asked)
    }

    /// Returns true if a seat, or a bystander for `None`, may know the answer of `asked`.
    pub fn shows_answer(self, asked: Seat, to: Option<Seat>) -> bool {
        self == Secrecy::Open || to == Some(asked)
    }
}

/// Open part of another seat's decision: the question, and the options that are not secret. Other seats see that secret
/// options exist, but not their number.
#[derive(Clone, Copy, Debug)]
pub struct OpenPart<'a> {
    game: &'a Game,
    decision: &'a Decision,
}

impl<'a> OpenPart<'a> {
    pub(crate) fn new(game: &'a Game, decision: &'a Decision) -> OpenPart<'a> {
        OpenPart { game, decision }
    }

    /// Returns the seat that decides.
    pub fn seat(&self) -> Seat {
        self.decision.seat
    }

    /// Returns the id of the decision.
    pub fn ask(&self) -> &'a Arc<str> {
        &self.decision.ask
    }

    /// Returns the pack whose rules ask; `None` for a step of the flow.
    pub fn pack(&self) -> Option<&'a str> {
        self.decision.pack.as_deref()
    }

    /// Returns the keys of the open options, in order.
    pub fn keys(&self) -> impl Iterator<Item = String> + use<'a> {
        let OpenPart { game, decision } = *self;
        let options = &decision.options;
        options.iter(game).filter(|&pick| !options.is_secret(pick)).map(|pick| options.key(game, pick))
    }
}

impl Options {
    /// Returns true if other seats neither see that an option is offered, nor that it was chosen rather than another
    /// secret option.
    #[inline]
    pub fn is_secret(&self, pick: Pick) -> bool {
        match (self, pick) {
            (Options::List(list), Pick::Listed(number)) => {
                list.get(number as usize).is_some_and(|listed| listed.secret)
            }
            _ => false,
        }
    }

    /// Returns the secret options, in order.
    pub fn secrets(&self) -> impl Iterator<Item = Pick> + use<'_> {
        let list = if let Options::List(list) = self { &list[..] } else { &[] };
        (0..).map(Pick::Listed).zip(list).filter(|(_, listed)| listed.secret).map(|(pick, _)| pick)
    }

    /// Returns the only option, if other seats may know that it is the only one. A secret option is still put to its
    /// seat, because skipping the question would reveal that it is the only one.
    #[inline]
    pub fn only(&self, game: &Game) -> Option<Pick> {
        if self.count() != 1 {
            return None;
        }
        self.get(game, 0).filter(|&pick| !self.is_secret(pick))
    }
}

impl Decision {
    /// Returns the secrecy of an answer with an option.
    #[inline]
    pub fn secrecy(&self, pick: Pick) -> Secrecy {
        match self.secret {
            true => Secrecy::Question,
            false if self.options.is_secret(pick) => Secrecy::Choice,
            false => Secrecy::Open,
        }
    }

    /// Returns true if other seats may not know the whole decision.
    pub fn has_secrets(&self) -> bool {
        self.secret || self.options.secrets().next().is_some()
    }
}

impl Game {
    /// Returns true if the knowledge of seats differs now: hidden hands, secret counters, face-down tiles that only
    /// some seats have looked at, or a decision with secrets.
    pub fn has_secrets(&self) -> bool {
        let counted = self.catalog().counters.iter().any(|(_, counter)| counter.secret);
        let held =
            !self.catalog().flow.open_hands && self.seats_from(Seat(0)).any(|seat| self.hand(seat).next().is_some());
        let looked = || self.all_face_down().iter().any(|tile| tile.known_by != SeatSet::default());
        counted || held || looked() || self.decision().is_some_and(Decision::has_secrets)
    }
}
