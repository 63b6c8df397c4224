//! What a bot would do in the place of a person who is asked.

use std::time::Duration;

use tilewright_core::session::Session;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bot::Considered;
use tilewright_lab::bots::{BotSpec, Bots, Sort};

/// The bot that is asked: the one that plays on.
const ASKED: BotSpec = BotSpec::of(Sort::Mcts);

/// How far thinking has come.
#[derive(Clone, PartialEq, Debug)]
pub enum Advice {
    /// It goes on; what there is so far, if anything.
    Thinking(Option<Considered>),
    /// It is over; nothing where the bot has not looked at the options.
    Done(Option<Considered>),
    /// The bot cannot play this.
    Failed(String),
}

impl Advice {
    /// What the bot thinks of the options, as far as it has come.
    pub fn considered(&self) -> Option<&Considered> {
        match self {
            Advice::Thinking(considered) | Advice::Done(considered) => considered.as_ref(),
            Advice::Failed(_) => None,
        }
    }
}

/// Has a bot of its own, so that no seat's bot is disturbed, and thinks about one position at a time.
pub(super) struct Adviser {
    bots: Bots,
    /// For which count of changes.
    about: Option<u64>,
    advice: Advice,
}

impl Adviser {
    pub(super) fn new(loaded: &Loaded) -> Adviser {
        Adviser { bots: Bots::new(loaded), about: None, advice: Advice::Thinking(None) }
    }

    /// Thinks for a while about what is asked after so many changes.
    pub(super) fn think(&mut self, session: &Session, changes: u64, slice: Duration) -> &Advice {
        let begins = self.about.replace(changes) != Some(changes);
        if begins || matches!(self.advice, Advice::Thinking(_)) {
            let choice = if begins { self.bots.begin(&ASKED, session) } else { self.bots.go_on(&ASKED, slice) };
            let advice = choice.and_then(|choice| {
                let considered = self.bots.considered(&ASKED)?;
                Ok(if choice.is_some() { Advice::Done(considered) } else { Advice::Thinking(considered) })
            });
            self.advice = advice.unwrap_or_else(|error| Advice::Failed(error.to_string()));
        }
        &self.advice
    }
}
