//! A bot that plays on from each option many times: Monte Carlo tree search over what its seat may know (information-set
//! trees: Cowling, Powley, Whitehouse 2012, "Information Set Monte Carlo Tree Search").
//!
//! One tree, and for each iteration one of some imagined positions with other chance to come. A node stands for the
//! answers before it alone, whatever was drawn or rolled between them, and only what can be answered in the position at
//! hand competes, by how often it could have been. What comes of a line is how far each seat is ahead after so many further
//! random answers, every seat wanting its own (maxn). What was never tried promises at the first decision what looking
//! through the own turn says of it.

mod search;
mod tree;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tilewright_core::limits::GAME_STEPS;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::view::View;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Considered, Random};
use crate::judge::Manner;
use crate::lookahead::Lookahead;
use crate::mcts::search::{Found, Search};
use crate::own_turn::OwnTurn;

/// How long a bot thinks about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many games that are played on: the same choice on every machine.
    Playouts(u32),
    /// So many milliseconds: the choice depends on the machine.
    Millis(u32),
}

/// Steps of scripts that a decision may take more for each game that is played on.
const PLAYOUT_STEPS: u64 = 200_000;

/// What can be set beside the budget, to measure what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// After so many random answers a line is left and judged; nothing to play it to the end of the game.
    pub cut: Option<u32>,
    /// How likely a random answer is to pass where that is offered, in hundredths.
    pub passes: u32,
    /// How much what was seldom tried is preferred: so many standard deviations of what comes of a line.
    pub curiosity: f64,
    /// Imagined positions that the iterations share.
    pub worlds: u32,
    /// Whether the first decision is looked at by looking through the own turn before anything is played on.
    pub guided: bool,
    /// Whether it looks at the game itself, chance to come and all, where it should imagine it. That is cheating, and no
    /// word asks for it: it tells what that which is hidden is worth, and whether a bot that knows more would be noticed.
    pub peeks: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cut: Some(12), passes: 50, curiosity: 0.5, worlds: 64, guided: true, peeks: false }
    }
}

/// See the module. Where no imagined position leads to the question it chooses at random, and so it does when it is given
/// a view alone.
pub struct Mcts {
    ahead: Lookahead,
    turn: OwnTurn,
    manner: Manner,
    budget: Budget,
    settings: Settings,
    search: Option<Search>,
}

impl Mcts {
    /// A bot for games of some packs.
    ///
    /// # Errors
    /// The packs cannot be played.
    pub fn new(loaded: &Loaded, budget: Budget) -> Result<Mcts, KitError> {
        Mcts::with(loaded, budget, Manner::Plain, None, Settings::default())
    }

    /// One that weighs in its own manner, leaves alone what comes from a pack, or has other settings.
    ///
    /// # Errors
    /// The packs cannot be played.
    pub fn with(
        loaded: &Loaded,
        budget: Budget,
        manner: Manner,
        never: Option<Arc<str>>,
        settings: Settings,
    ) -> Result<Mcts, KitError> {
        let playouts = match budget {
            Budget::Playouts(playouts) => playouts,
            Budget::Millis(_) => search::PLAYOUTS_IN_TIME,
        };
        let ahead = Lookahead::new(loaded, never, GAME_STEPS + u64::from(playouts) * PLAYOUT_STEPS)?;
        Ok(Mcts { ahead, turn: OwnTurn::default(), manner, budget, settings, search: None })
    }

    /// Thinks on until it has made up its mind, or until a time.
    fn think(&mut self, until: Option<Instant>) -> Option<u32> {
        let search = self.search.as_mut()?;
        match search.go_on(&mut self.ahead, &mut self.turn, until) {
            Found::Choice(number) => Some(number),
            Found::NotYet => None,
        }
    }
}

impl Bot for Mcts {
    fn choose(&mut self, view: View<'_>, decision: &Decision, chance: &mut Generator) -> u32 {
        Random.choose(view, decision, chance)
    }

    fn choose_in(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        self.begin(session, chance).or_else(|| self.think(None))
    }

    fn begin(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        let decision = session.decision()?;
        let mut chance = Generator::new(chance.next());
        let by_chance = chance.below(decision.options.count());
        if self.ahead.know(session).is_err() {
            return Some(by_chance);
        }
        let allowed = self.ahead.allowed(session.game(), decision);
        if let &[only] = &*allowed {
            self.search = None;
            return Some(only);
        }
        let plan = search::Plan { budget: self.budget, manner: self.manner, settings: self.settings };
        self.search = Search::begin(&mut self.ahead, session, (decision, allowed), plan, chance);
        self.search.is_none().then_some(by_chance)
    }

    fn work(&self) -> u64 {
        self.ahead.work()
    }

    fn go_on(&mut self, slice: Duration) -> Option<u32> {
        self.think(Some(Instant::now() + slice))
    }

    fn considered(&mut self) -> Option<Considered> {
        self.search.as_mut()?.considered(&mut self.ahead)
    }
}
