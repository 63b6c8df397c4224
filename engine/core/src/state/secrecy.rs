//! What others may not know of a decision: all of it, or which of its secret options is chosen.

use std::sync::Arc;

use crate::catalog::seat::{Seat, SeatSet};
use crate::state::Game;
use crate::state::decision::{Decision, Options, Pick};

/// What others may not know of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Secrecy {
    /// Everybody sees it.
    #[default]
    Open,
    /// Others see what was asked, and that one of the secret options was chosen.
    Choice,
    /// Others see neither question nor answer.
    Question,
}

impl Secrecy {
    /// Whether a seat, or a bystander, may know that another one was asked something and has answered.
    pub fn shows_question(self, asked: Seat, to: Option<Seat>) -> bool {
        self != Secrecy::Question || to == Some(asked)
    }

    /// Whether a seat, or a bystander, may know what another one has answered.
    pub fn shows_answer(self, asked: Seat, to: Option<Seat>) -> bool {
        self == Secrecy::Open || to == Some(asked)
    }
}

/// The open part of a decision that somebody else takes: what is asked, and the options that are no secret. That there are
/// others is seen, and not how many.
#[derive(Clone, Copy, Debug)]
pub struct OpenPart<'a> {
    game: &'a Game,
    decision: &'a Decision,
}

impl<'a> OpenPart<'a> {
    pub(crate) fn of(game: &'a Game, decision: &'a Decision) -> OpenPart<'a> {
        OpenPart { game, decision }
    }

    /// Who decides.
    pub fn seat(&self) -> Seat {
        self.decision.seat
    }

    /// The decision's id.
    pub fn ask(&self) -> &'a Arc<str> {
        &self.decision.ask
    }

    /// Pack whose rules ask; `None` for a step of the flow.
    pub fn pack(&self) -> Option<&'a str> {
        self.decision.pack.as_deref()
    }

    /// The keys of the open options, in order.
    pub fn keys(&self) -> impl Iterator<Item = String> + use<'a> {
        let OpenPart { game, decision } = *self;
        let options = &decision.options;
        options.iter(game).filter(|&pick| !options.is_secret(pick)).map(|pick| options.key(game, pick))
    }
}

impl Options {
    /// Whether others do not see that an option is there, nor that it rather than another secret one is chosen.
    #[inline]
    pub fn is_secret(&self, pick: Pick) -> bool {
        match (self, pick) {
            (Options::List(list), Pick::Listed(number)) => {
                list.get(number as usize).is_some_and(|listed| listed.secret)
            }
            _ => false,
        }
    }

    /// The secret options, in order.
    pub fn secrets(&self) -> impl Iterator<Item = Pick> + use<'_> {
        let list = if let Options::List(list) = self { &list[..] } else { &[] };
        (0..).map(Pick::Listed).zip(list).filter(|(_, listed)| listed.secret).map(|(pick, _)| pick)
    }

    /// The only option, where everybody could work out that it is taken. A secret one is put to its seat, or others would
    /// know that it is the only one.
    #[inline]
    pub fn only(&self, game: &Game) -> Option<Pick> {
        if self.count() != 1 {
            return None;
        }
        self.get(game, 0).filter(|&pick| !self.is_secret(pick))
    }
}

impl Decision {
    /// What others may not know of an answer with an option.
    #[inline]
    pub fn secrecy(&self, pick: Pick) -> Secrecy {
        match self.secret {
            true => Secrecy::Question,
            false if self.options.is_secret(pick) => Secrecy::Choice,
            false => Secrecy::Open,
        }
    }

    /// Whether others may not know all of it.
    pub fn has_secrets(&self) -> bool {
        self.secret || self.options.secrets().next().is_some()
    }
}

impl Game {
    /// Returns true if seats may know different things now: hidden hands, secret numbers, tiles face down that only some
    /// have looked at, or a decision with secrets.
    pub fn has_secrets(&self) -> bool {
        let counted = self.catalog().counters.iter().any(|(_, counter)| counter.secret);
        let held =
            !self.catalog().flow.open_hands && self.seats_from(Seat(0)).any(|seat| self.hand(seat).next().is_some());
        let looked = || self.all_face_down().iter().any(|tile| tile.known_by != SeatSet::default());
        counted || held || looked() || self.decision().is_some_and(Decision::has_secrets)
    }
}
