//! What the machine asks of the rules of a pack: the interface that the script host implements.
//!
//! Rules are called only for what they have declared in their [`Hooks`]. They read the game through its
//! queries and change it through effects, and never keep anything of their own between calls but the
//! suspended runs of handlers that ask.

use crate::catalog::id::{BookId, Root, SegmentId, Symbol, TerrainId};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::seat::Seat;
use crate::machine::fault::Fault;
use crate::machine::restrict::{Asked, Restriction};
use crate::state::Game;
use crate::state::decision::Amended;
use crate::state::event::{EventKind, Filter, Listeners};
use crate::state::happening::Occasion;
use crate::state::question::{Handler, Question, RunId};
use crate::state::sheet::{Share, Sheet};

/// When a score rule applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// When the feature is scored during play, and at the end.
    #[default]
    Always,
    /// Only at the end.
    Final,
    /// Only during play.
    Completed,
}

/// Which features a score rule is asked about, of those that a step scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Among {
    /// Those on which a figure with a weight stands.
    #[default]
    Claimed,
    /// All complete ones.
    Complete,
    /// All.
    All,
}

/// A score rule, by its place in [`Hooks::score`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScoreRuleId(pub u16);

impl ScoreRuleId {
    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule that fills sheets for features of a terrain; amendments of other modules are composed into it.
#[derive(Clone, Debug)]
pub struct ScoreRule {
    /// The terrain.
    pub terrain: TerrainId,
    /// When.
    pub when: When,
    /// Which features at the end.
    pub among: Among,
    /// Who gets how much, unless the rule says otherwise on the sheet.
    pub share: Share,
    /// What the points are booked under.
    pub book: BookId,
    /// The function.
    pub handler: Handler,
}

/// A function that reacts to an event, or acts instead of it.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The event.
    pub event: EventKind,
    /// What it cares for.
    pub filter: Filter,
    /// The function.
    pub handler: Handler,
    /// Whether it may ask: then it runs as a part of the agenda.
    pub asks: bool,
    /// Where it was registered.
    pub origin: Origin,
}

/// A function that adds options to a decision or removes some.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The decision it amends: the name of the step that asks it.
    pub ask: Arc<str>,
    /// For which tiles it does, the one in play or the one that the running part has placed, and in which positions.
    pub filter: Filter,
    /// The function.
    pub handler: Handler,
    /// Where it was registered.
    pub origin: Origin,
}

/// A function that says what a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepHook {
    /// When it does anything: for which tiles, see [`Offer::filter`], and in which positions.
    pub filter: Filter,
    /// The function.
    pub handler: Handler,
}

/// Everything that the rules listen to.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// Score rules in order.
    pub score: Vec<ScoreRule>,
    /// Reactions in order.
    pub on: Vec<Hook>,
    /// Functions that act instead of an effect, in order; the first that matches acts.
    pub replace: Vec<Hook>,
    /// Amendments of decisions in order.
    pub offers: Vec<Offer>,
    /// What rules say about where tiles are placed, in order; all of it has to hold.
    pub restrictions: Vec<Restriction>,
    /// What follows when an offered option is chosen, by its group: decision and group name.
    pub chosen: BTreeMap<(Arc<str>, Arc<str>), Handler>,
    /// Steps written in Lua, by name; they run as coroutines.
    pub steps: BTreeMap<Arc<str>, StepHook>,
    /// The reason why figures go home from a feature that was scored.
    pub scored: Option<Symbol>,
}

impl Hooks {
    /// The score rules from one of them on, in order.
    #[inline]
    pub fn score_rules(&self, from: ScoreRuleId) -> impl Iterator<Item = ScoreRuleId> + use<> {
        (from.0..self.score.len() as u16).map(ScoreRuleId)
    }

    /// A score rule.
    ///
    /// # Panics
    /// There is none of that number: it belongs to other rules.
    #[inline]
    pub fn score_rule(&self, rule: ScoreRuleId) -> &ScoreRule {
        &self.score[rule.index()]
    }

    /// What a game has to know of them.
    pub fn listeners(&self) -> Listeners {
        let set = |hooks: &[Hook]| hooks.iter().fold(0, |set, hook| set | hook.event.bit());
        let replaced = self.replace.iter().map(|hook| (hook.event, hook.filter.clone())).collect();
        Listeners { on: set(&self.on), replace: set(&self.replace), replaced }
    }
}

/// How far a running handler has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It has ended; a replacement says whether it has acted, else the effect takes place.
    Done(bool),
    /// It asks; resume it with the choice.
    Ask(Question),
    /// It waits until what it put on the agenda is over; resume it without a choice.
    Wait,
    /// It has called for effects that rules may replace; resume it as soon as they are settled.
    Held,
}

/// What was chosen of what a running handler asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedOption {
    /// The number of the option.
    pub number: usize,
    /// The feature that the option is about, where each is about one of a set.
    pub feature: Option<Root>,
}

/// How often a line of the rules has run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineCount {
    /// The line.
    pub origin: Origin,
    /// Number of functions around what is counted: what a line does, and what a function does that is written on it,
    /// are counted apart.
    pub depth: u32,
    /// How often.
    pub times: u32,
}

/// The rules of a set of packs, ready to be called.
///
/// The game is handed over as a box so that a host can take it in and give it back without copying.
pub trait Rules {
    /// What they listen to.
    fn hooks(&self) -> &Hooks;

    /// Where a function was registered, and what for, such as `on placed`: to say who is to blame.
    fn registered(&self, handler: Handler) -> Option<(Origin, String)> {
        let _ = handler;
        None
    }

    /// The text of a symbol.
    fn symbol(&self, symbol: Symbol) -> &str;

    /// The texts of all symbols so far, in order.
    fn symbols(&self) -> Vec<Arc<str>> {
        let texts = (0..u16::MAX).map(|n| self.symbol(Symbol(n)));
        texts.take_while(|text| !text.is_empty()).map(Arc::from).collect()
    }

    /// Fills a sheet for the feature of a segment. `last` says that it is scored as at the end of the game.
    ///
    /// # Errors
    /// The script failed.
    fn score(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>>;

    /// Amends the options of a decision. It must not change the game.
    ///
    /// # Errors
    /// The script failed.
    fn offer(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        seat: Seat,
        options: &mut Amended,
    ) -> Result<(), Box<Fault>>;

    /// Takes out of some placements those that restrictions do not allow. It must not change the game.
    ///
    /// # Errors
    /// The script failed.
    fn restrict(&mut self, game: &mut Box<Game>, asked: Asked<'_>) -> Result<(), Box<Fault>>;

    /// Runs a handler that cannot ask. A replacement returns whether it has acted (else the effect takes place).
    ///
    /// # Errors
    /// The script failed.
    fn call(&mut self, game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>>;

    /// Starts a handler that may ask.
    ///
    /// # Errors
    /// The script failed.
    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        occasion: &Occasion,
    ) -> Result<(RunId, Progress), Box<Fault>>;

    /// Goes on with a suspended run: with the choice made, or after a wait. When it is suspended again it has another
    /// number.
    ///
    /// # Errors
    /// The script failed.
    fn resume(
        &mut self,
        game: &mut Box<Game>,
        run: RunId,
        choice: Option<PickedOption>,
    ) -> Result<(RunId, Progress), Box<Fault>>;

    /// Whether a suspended run can be gone on with here.
    fn waits(&self, run: RunId) -> bool;

    /// Forgets all suspended runs.
    fn reset(&mut self);

    /// A function that has kept something outside of the game, if there is one: with it a game would depend on what
    /// was played before.
    fn remembers(&self) -> Option<Box<Fault>> {
        None
    }

    /// A game begins: what rules have noted for games before it, such as names that they made up, is forgotten.
    fn begin_game(&mut self) {}

    /// From here to the next such call is one run: a budget holds for all calls in it. `timed`: by the clock too, which
    /// is not asked where a game is repeated that has been played before.
    fn begin_run(&mut self, timed: bool) {
        let _ = timed;
    }

    /// Counts from now on how often each line runs, which costs time; whether it does. It cannot begin while a handler
    /// is suspended.
    fn count_lines(&mut self) -> bool {
        false
    }

    /// How often each line that does something has run since lines are counted, in order; nothing when lines are not
    /// counted.
    fn lines(&self) -> Option<Vec<LineCount>> {
        None
    }

    /// How much work the functions have done so far, in ticks: steps of scripts, the same on every machine.
    fn ticks(&self) -> u64 {
        0
    }
}
