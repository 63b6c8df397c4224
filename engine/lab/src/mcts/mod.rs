//! Implements a bot that plays out many games from each option: Monte Carlo tree search over the information of its
//! seat (information-set trees: Cowling, Powley, Whitehouse 2012, "Information Set Monte Carlo Tree Search").
//!
//! There is one tree, and each iteration uses one of several imagined positions with new future chance. A node is
//! identified only by the answers before it, whatever was drawn or rolled in between. Only options that exist in the
//! current position compete, weighted by how often they were available. The value of a line is the lead of each seat
//! after some further random answers, with every seat maximising its own (maxn). At the first decision, the value of an
//! untried option comes from a search of the own turn.

mod search;
mod threads;
mod tree;

use std::time::{Duration, Instant};

use tilewright_core::limits::GAME_STEPS;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::view::View;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Considered, Random};
use crate::habit::Habit;
use crate::judge::Manner;
use crate::lookahead::Lookahead;
use crate::mcts::search::{Search, SearchParameters, SearchStatus};
use crate::mcts::threads::SearchThread;
use crate::own_turn::OwnTurn;

/// Limit on the thinking about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Number of playouts; the choice is the same on every machine.
    Playouts(u32),
    /// Time in milliseconds; the choice depends on the machine.
    Millis(u32),
}

/// Additional steps of scripts that a decision may take for each playout.
const PLAYOUT_STEPS: u64 = 200_000;

/// Settings other than the budget, which can be varied to measure their effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// Number of random answers after which a playout is judged; `None` to play to the end of the game.
    pub cut: Option<u32>,
    /// Probability that a random answer passes if possible, in percent.
    pub passes: u32,
    /// Preference for rarely tried options, in standard deviations of the value of a line.
    pub curiosity: f64,
    /// Number of imagined positions that the iterations share.
    pub worlds: u32,
    /// True if a search of the own turn rates the options of the first decision before the playouts.
    pub guided: bool,
    /// True if the bot uses the real game, including future chance, instead of imagined positions. This is cheating,
    /// and no bot name enables it. It measures the worth of hidden information, and the effect of a bot that knows
    /// more.
    pub peeks: bool,
}

impl Default for MctsSettings {
    fn default() -> MctsSettings {
        MctsSettings { cut: Some(12), passes: 50, curiosity: 0.5, worlds: 64, guided: true, peeks: false }
    }
}

/// Bot that chooses by Monte Carlo tree search; see the module. It chooses at random if no imagined position leads to
/// the question, or if it receives only a view.
pub struct Mcts {
    ahead: Lookahead,
    turn: OwnTurn,
    manner: Manner,
    budget: Budget,
    settings: MctsSettings,
    search: Option<Search>,
    /// Number of threads for a decision with a time limit.
    cores: usize,
    others: Vec<SearchThread>,
}

impl Mcts {
    /// Creates a bot for games of some packs.
    ///
    /// # Errors
    /// The packs cannot be played.
    pub fn new(loaded: &Loaded, budget: Budget) -> Result<Mcts, KitError> {
        Mcts::with(loaded, budget, Manner::Plain, &[], MctsSettings::default())
    }

    /// Creates a bot with a manner, habits and settings.
    ///
    /// # Errors
    /// The packs cannot be played, or a habit is about something that they do not have.
    pub fn with(
        loaded: &Loaded,
        budget: Budget,
        manner: Manner,
        habits: &[Habit],
        settings: MctsSettings,
    ) -> Result<Mcts, KitError> {
        let playouts = match budget {
            Budget::Playouts(playouts) => playouts,
            Budget::Millis(_) => search::PLAYOUTS_IN_TIME,
        };
        let ahead = Lookahead::new(loaded, habits, GAME_STEPS + u64::from(playouts) * PLAYOUT_STEPS)?;
        Ok(Mcts {
            ahead,
            turn: OwnTurn::default(),
            manner,
            budget,
            settings,
            search: None,
            cores: 1,
            others: Vec::new(),
        })
    }

    /// Continues to think until the choice is made, or until a time.
    fn think(&mut self, until: Option<Instant>) -> Option<u32> {
        let search = self.search.as_mut()?;
        if search.go_on(&mut self.ahead, &mut self.turn, until) == SearchStatus::NotYet {
            return None;
        }
        self.ahead.machine.discard_sheets();
        for other in self.others.drain(..).filter_map(SearchThread::join) {
            search.add(&other);
        }
        Some(search.choice())
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
        // The search before may have been interrupted.
        self.ahead.machine.discard_sheets();
        self.others.clear();
        let mut chance = Generator::new(chance.next());
        let by_chance = chance.below(decision.options.count());
        if self.ahead.know(session).is_err() {
            return Some(by_chance);
        }
        let allowed = self.ahead.allowed_options(session.game(), decision);
        if let &[only] = &*allowed {
            self.search = None;
            return Some(only);
        }
        let plan = SearchParameters { budget: self.budget, manner: self.manner, settings: self.settings };
        // A number of playouts must lead to the same choice on every machine, so it is not divided.
        if matches!(self.budget, Budget::Millis(_)) && !session.is_arranged() {
            let habits = self.ahead.habits();
            let begin = |n| {
                let other = Generator::new(chance.clone().next().wrapping_add(n));
                SearchThread::begin(self.ahead.loaded(), session, habits, plan, other)
            };
            self.others = (1..self.cores as u64).filter_map(begin).collect();
        }
        self.search = Search::begin(&mut self.ahead, session, decision, allowed, plan, chance);
        self.search.is_none().then_some(by_chance)
    }

    fn use_cores(&mut self, cores: usize) {
        self.cores = cores;
    }

    fn work(&self) -> u64 {
        self.ahead.work()
    }

    fn steps(&self) -> u64 {
        self.ahead.steps()
    }

    fn go_on(&mut self, slice: Duration) -> Option<u32> {
        self.think(Some(Instant::now() + slice))
    }

    fn opinion(&mut self) -> Option<Considered> {
        self.search.as_mut()?.opinion(&mut self.ahead)
    }
}
