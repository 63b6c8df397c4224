//! Computes the advice of a bot for a person who has to answer.

use std::time::Duration;

use tilewright_core::session::Session;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bot::Considered;
use tilewright_lab::bots::{BotKind, BotSpec, Bots};

/// Bot that gives advice, based on playouts.
const ASKED: BotSpec = BotSpec::new(BotKind::Mcts);

/// State of the computation.
#[derive(Clone, PartialEq, Debug)]
pub enum Advice {
    /// Computation in progress, with its intermediate result.
    Thinking(Option<Considered>),
    /// Finished computation; `None` if the bot did not compare the options.
    Done(Option<Considered>),
    /// Error of a bot that cannot play this game.
    Failed(String),
}

impl Advice {
    /// Returns the bot's current evaluation of the options.
    pub fn evaluation(&self) -> Option<&Considered> {
        match self {
            Advice::Thinking(considered) | Advice::Done(considered) => considered.as_ref(),
            Advice::Failed(_) => None,
        }
    }
}

/// Bot for advice, separate from the bots of seats. It thinks about one position at a time.
pub(super) struct Adviser {
    bots: Bots,
    /// Number of changes of the table at the position in question.
    about: Option<u64>,
    advice: Advice,
}

impl Adviser {
    pub(super) fn new(loaded: &Loaded) -> Adviser {
        Adviser { bots: Bots::for_one_game(loaded), about: None, advice: Advice::Thinking(None) }
    }

    /// Thinks about the decision after `changes` changes for the time `slice`.
    pub(super) fn think(&mut self, session: &Session, changes: u64, slice: Duration) -> &Advice {
        let begins = self.about.replace(changes) != Some(changes);
        if begins || matches!(self.advice, Advice::Thinking(_)) {
            let choice = if begins { self.bots.begin(&ASKED, session) } else { self.bots.go_on(&ASKED, slice) };
            let advice = choice.and_then(|choice| {
                let considered = self.bots.opinion_of(&ASKED)?;
                Ok(if choice.is_some() { Advice::Done(considered) } else { Advice::Thinking(considered) })
            });
            self.advice = advice.unwrap_or_else(|error| Advice::Failed(error.to_string()));
        }
        &self.advice
    }
}
