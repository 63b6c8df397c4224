//! Defines the interface between the machine and the rules of a pack, which the script host implements.
//!
//! Rules are called only for the [`Hooks`] that they have declared. They read the game through its queries and change
//! it through effects. Between calls they keep no state except the suspended runs of handlers that ask.

use crate::catalog::id::{BookId, Root, SegmentId, Symbol, TerrainId};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::seat::Seat;
use crate::machine::fault::Fault;
use crate::machine::restrict::{PlacementQuery, Restriction};
use crate::state::Game;
use crate::state::decision::Amended;
use crate::state::event::{EventKind, Filter, Listeners};
use crate::state::happening::Occasion;
pub use crate::state::question::ScoreRuleId;
use crate::state::question::{Handler, Question, RunId};
use crate::state::sheet::{Share, Sheet};

/// Time at which a score rule applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// During play, when the feature is scored, and at the end.
    #[default]
    Always,
    /// Only at the end of the game.
    Final,
    /// Only during play, when a feature is completed.
    Completed,
}

/// Features that a score rule applies to, among those that a step scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Among {
    /// Features with a figure that has a weight.
    #[default]
    Claimed,
    /// All complete features of the terrain.
    Complete,
    /// All features of the terrain.
    All,
}

/// A rule that fills sheets for features of a terrain, including amendments by other modules.
#[derive(Clone, Debug)]
pub struct ScoreRule {
    /// Terrain of the features.
    pub terrain: TerrainId,
    /// Time at which it applies.
    pub when: When,
    /// Features that it applies to at the end.
    pub among: Among,
    /// Division of the points among seats, unless the rule sets another on the sheet.
    pub share: Share,
    /// Book in which the points are entered.
    pub book: BookId,
    /// True if the figures on the feature claim its points.
    pub own_claims: bool,
    /// Number of the registered function.
    pub handler: Handler,
}

/// A function that reacts to an event, or replaces an effect.
#[derive(Clone, Debug)]
pub struct Hook {
    /// Kind of the event or effect.
    pub event: EventKind,
    /// Conditions under which it is called.
    pub filter: Filter,
    /// Number of the registered function.
    pub handler: Handler,
    /// True if it may ask, so that it runs as a part of the agenda.
    pub asks: bool,
    /// Position of the registration.
    pub origin: Origin,
}

/// A function that adds options to a decision or removes options.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Name of the step whose decision it amends.
    pub ask: Arc<str>,
    /// Conditions on the position and on the tile: the one in play, or the one that the running part has placed.
    pub filter: Filter,
    /// Number of the registered function.
    pub handler: Handler,
    /// Position of the registration.
    pub origin: Origin,
}

/// A function that performs a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepHook {
    /// Conditions under which it is called, on the position and on the tile as in [`Offer::filter`].
    pub filter: Filter,
    /// Number of the registered function.
    pub handler: Handler,
}

/// All functions that rules have registered.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// Score rules in the order of registration.
    pub score: Vec<ScoreRule>,
    /// Reactions to events in the order of registration.
    pub on: Vec<Hook>,
    /// Replacements of effects in order; the first that matches is called.
    pub replace: Vec<Hook>,
    /// Amendments of decisions in the order of registration.
    pub offers: Vec<Offer>,
    /// Restrictions on placements in order; all of them must allow a placement.
    pub restrictions: Vec<Restriction>,
    /// Functions for chosen options that an offer has added, by decision and group name.
    pub chosen: BTreeMap<(Arc<str>, Arc<str>), Handler>,
    /// Steps written in Lua, by name; they run as coroutines.
    pub steps: BTreeMap<Arc<str>, StepHook>,
    /// Reason for taking figures home from a feature that was scored.
    pub scored: Option<Symbol>,
}

impl Hooks {
    /// Returns the score rules from `from` on, in order.
    #[inline]
    pub fn score_rules(&self, from: ScoreRuleId) -> impl Iterator<Item = ScoreRuleId> + use<> {
        (from.0..self.score.len() as u16).map(ScoreRuleId)
    }

    /// Returns the score rule with this number.
    ///
    /// # Panics
    /// The number belongs to the rules of another catalog.
    #[inline]
    pub fn score_rule(&self, rule: ScoreRuleId) -> &ScoreRule {
        &self.score[rule.index()]
    }

    /// Returns the summary of the hooks that a game keeps.
    pub fn listeners(&self) -> Listeners {
        let set = |hooks: &[Hook]| hooks.iter().fold(0, |set, hook| set | hook.event.bit());
        let replaced = self.replace.iter().map(|hook| (hook.event, hook.filter.clone())).collect();
        Listeners { on: set(&self.on), replace: set(&self.replace), replaced }
    }
}

/// State of a running handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The handler has ended. For a replacement, true if it has acted; otherwise the effect takes place.
    Done(bool),
    /// The handler asks a question and is resumed with the choice.
    Ask(Question),
    /// The handler waits for the parts that it put on the agenda, and is then resumed without a choice.
    Wait,
    /// The handler has requested effects that rules may replace, and is resumed as soon as they are settled.
    Held,
}

/// Option that was chosen for a question of a running handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedOption {
    /// Number of the option.
    pub number: usize,
    /// Feature of the option, if each option is about one feature of a set.
    pub feature: Option<Root>,
}

/// Number of runs of a line of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineCount {
    /// Module and number of the line.
    pub origin: Origin,
    /// Nesting depth of the counted code in functions: the code of a line and the code of a function declared on it are
    /// counted separately.
    pub depth: u32,
    /// Number of times that it ran.
    pub times: u32,
}

/// Rules of a set of packs: functions that read a game and request effects when the machine calls them.
///
/// The game is passed as a box, so that a host can take it over and return it without copying.
pub trait Rules {
    /// Returns the registered functions.
    fn hooks(&self) -> &Hooks;

    /// Returns the position of a registration and its purpose, such as `on placed`, for messages about faults.
    fn registration(&self, handler: Handler) -> Option<(Origin, String)> {
        let _ = handler;
        None
    }

    /// Returns the text of a symbol.
    fn symbol(&self, symbol: Symbol) -> &str;

    /// Returns the texts of all symbols so far, in order.
    fn symbols(&self) -> Vec<Arc<str>> {
        let texts = (0..u16::MAX).map(|n| self.symbol(Symbol(n)));
        texts.take_while(|text| !text.is_empty()).map(Arc::from).collect()
    }

    /// Fills a sheet for the feature of a segment. `last` is true if the feature is scored as at the end of the game.
    ///
    /// # Errors
    /// The script fails.
    fn score(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>>;

    /// Fills a sheet as at the end of a game, like [`Rules::score`], and notes its reads. Returns true if the sheet
    /// depends only on features: on their tiles, open sides and claims. Their roots are added to `reads`.
    ///
    /// # Errors
    /// The function fails.
    fn score_noting(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        sheet: &mut Sheet,
        _reads: &mut Vec<Root>,
    ) -> Result<bool, Box<Fault>> {
        self.score(game, rule, segment, true, sheet).map(|()| false)
    }

    /// Amends the options of a decision. It must not change the game.
    ///
    /// # Errors
    /// The script fails.
    fn offer(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        seat: Seat,
        options: &mut Amended,
    ) -> Result<(), Box<Fault>>;

    /// Removes forbidden placements from a list. The call must not change the game.
    ///
    /// # Errors
    /// The script fails.
    fn restrict(&mut self, game: &mut Box<Game>, asked: PlacementQuery<'_>) -> Result<(), Box<Fault>>;

    /// Runs a handler that cannot ask. A replacement returns true if it has acted; otherwise the effect takes place.
    ///
    /// # Errors
    /// The script fails.
    fn call(&mut self, game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>>;

    /// Starts a handler that may ask.
    ///
    /// # Errors
    /// The script fails.
    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        occasion: &Occasion,
    ) -> Result<(RunId, Progress), Box<Fault>>;

    /// Resumes a suspended run, with the choice made or after a wait. If it is suspended again, it gets another number.
    ///
    /// # Errors
    /// The script fails.
    fn resume(
        &mut self,
        game: &mut Box<Game>,
        run: RunId,
        choice: Option<PickedOption>,
    ) -> Result<(RunId, Progress), Box<Fault>>;

    /// Returns true if the suspended run can be resumed here.
    fn waits(&self, run: RunId) -> bool;

    /// Forgets all suspended runs.
    fn reset(&mut self);

    /// Returns a fault if a function keeps state outside of the game, which would make a game depend on earlier games.
    fn remembers(&self) -> Option<Box<Fault>> {
        None
    }

    /// Forgets data about earlier games, such as names that rules made up, when a game begins.
    fn begin_game(&mut self) {}

    /// Begins a run, whose budget covers all calls until the next call of this method. If `timed` is true, the budget
    /// includes processor time, which does not apply to replays.
    fn begin_run(&mut self, timed: bool) {
        let _ = timed;
    }

    /// Starts counting the runs of each line, which slows the rules down. Returns true if counting has started. It
    /// cannot start while a handler is suspended.
    fn count_lines(&mut self) -> bool {
        false
    }

    /// Returns the number of runs of each line that has code, in order, since counting started; `None` if lines are not
    /// counted.
    fn lines(&self) -> Option<Vec<LineCount>> {
        None
    }

    /// Returns the work of the functions so far, in steps of scripts. It is the same on every computer.
    fn ticks(&self) -> u64 {
        0
    }
}
