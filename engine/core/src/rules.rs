//! What the machine asks of the rules of a pack: the interface that the script host implements.
//!
//! Rules are called only for what they have declared in their [`Hooks`]. They read the game through its
//! queries and change it through effects, and never keep anything of their own between calls but the
//! suspended runs of handlers that ask.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::event::EventKind;
use crate::game::Game;
use crate::id::{BagId, FigureKindId, ScoreKindId, Symbol, TagId, TerrainId, TileKindId};
use crate::sheet::{Origin, Seat, Share, Sheet};

/// A registered function of a rule module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handler(pub u16);

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
    pub book: ScoreKindId,
    /// The function.
    pub handler: Handler,
}

/// What a hook on an event or effect cares for; nothing means everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The feature or segment is of this terrain.
    pub terrain: Option<TerrainId>,
    /// The tile, or the feature, has this tag.
    pub tag: Option<TagId>,
    /// The tile is of this kind.
    pub kind: Option<TileKindId>,
    /// The figure is of this kind.
    pub figure: Option<FigureKindId>,
    /// This reason is given.
    pub reason: Option<Symbol>,
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
    /// The function.
    pub handler: Handler,
    /// Where it was registered.
    pub origin: Origin,
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
    /// What follows when an offered option is chosen, by its group: decision and group name.
    pub chosen: BTreeMap<(Arc<str>, Arc<str>), Handler>,
    /// Steps written in Lua, by name; they run as coroutines.
    pub steps: BTreeMap<Arc<str>, Handler>,
    /// Which kinds of event have a reaction, as a set of [`EventKind`] bits.
    pub on_set: u32,
    /// Which kinds of event have a replacement, likewise.
    pub replace_set: u32,
    /// The reason why figures go home from a feature that was scored.
    pub scored: Option<Symbol>,
}

/// What a handler is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Subject {
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// The tile on the board, by number.
    pub tile: Option<u32>,
    /// A tile kind that is not on the board.
    pub kind: Option<TileKindId>,
    /// The segment, standing for its feature, by number.
    pub segment: Option<u32>,
    /// The figure, by number.
    pub figure: Option<u32>,
    /// The kind of the figure, which is known when it is in its supply too.
    pub figure_kind: Option<FigureKindId>,
    /// The cell.
    pub cell: Option<crate::lattice::Cell>,
    /// Where a figure was before.
    pub from: Option<crate::effect::Place>,
    /// Points, or another amount.
    pub amount: i32,
    /// What points are booked under.
    pub book: Option<ScoreKindId>,
    /// A counter, die face, zone, …, by number. For an option that was chosen: 0 if `amount` is the number it means.
    pub index: Option<u16>,
    /// The reason given.
    pub reason: Option<Symbol>,
}

impl Subject {
    /// With the segment or the cell of a place.
    pub(crate) fn with_place(self, place: Option<crate::effect::Place>) -> Subject {
        match place {
            Some(crate::effect::Place::Segment(segment)) => Subject { segment: Some(segment), ..self },
            Some(crate::effect::Place::Cell(cell)) => Subject { cell: Some(cell), ..self },
            Some(crate::effect::Place::Zone(..)) | None => self,
        }
    }
}

/// What an option of a question stands for, so that a picture can show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// Nothing on the board.
    #[default]
    None,
    /// A number.
    Number(i32),
    /// A segment, by number.
    Segment(u32),
    /// A figure, by number.
    Figure(u32),
    /// A cell.
    Cell(crate::lattice::Cell),
    /// A tile kind.
    Kind(TileKindId),
    /// A bag.
    Bag(BagId),
}

/// An option of a question that rules ask or amend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its stable key.
    pub key: Arc<str>,
    /// What it stands for.
    pub target: Target,
    /// The group that says which handler follows, for options added by an offer.
    pub group: Option<Arc<str>>,
    /// The table that it stands for, for options added by an offer.
    pub table: Option<Arc<Carried>>,
}

/// A table that an option carries to the function that follows it, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Carried {
    /// Its list.
    pub list: Vec<CarriedValue>,
    /// What it has by name.
    pub named: Vec<(Arc<str>, CarriedValue)>,
}

/// A value in such a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CarriedValue {
    /// A text.
    Text(Arc<str>),
    /// A whole number.
    Number(i32),
    /// Yes or no.
    Flag(bool),
    /// Something of the game, as the rules hold it.
    Thing(u64),
}

/// A question to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who decides.
    pub seat: Seat,
    /// The decision's id, `module.question`.
    pub ask: Arc<str>,
    /// All legal options; at least one.
    pub choices: Vec<Choice>,
    /// Whether others may see that and what is asked, and the answer.
    pub secret: bool,
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

/// A run of a handler that may be suspended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunId(pub u32);

/// A failure of a script. The state is put back to where the step began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Stable code such as `S0401` (error), `S0402` (time budget), `S0403` (memory budget).
    pub code: &'static str,
    /// The pack that is to blame.
    pub pack: Arc<str>,
    /// `path:line` of the script.
    pub place: String,
    /// Which hook ran, such as `score road` or `step bid`.
    pub hook: String,
    /// What went wrong.
    pub message: String,
    /// The calls that led there, innermost first.
    pub traceback: Vec<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{} ", self.place)?;
        }
        write!(f, "[{}] {} (pack {}, {})", self.code, self.message, self.pack, self.hook)
    }
}

impl std::error::Error for Fault {}

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
        rule: usize,
        segment: u32,
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
        choices: &mut Vec<Choice>,
    ) -> Result<(), Box<Fault>>;

    /// Runs a handler that cannot ask. A replacement returns whether it has acted (else the effect takes place).
    ///
    /// # Errors
    /// The script failed.
    fn call(&mut self, game: &mut Box<Game>, handler: Handler, subject: &Subject) -> Result<bool, Box<Fault>>;

    /// Starts a handler that may ask.
    ///
    /// # Errors
    /// The script failed.
    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        subject: &Subject,
    ) -> Result<(RunId, Progress), Box<Fault>>;

    /// Goes on with a suspended run: with the choice made, or after a wait.
    ///
    /// # Errors
    /// The script failed.
    fn resume(&mut self, game: &mut Box<Game>, run: RunId, choice: Option<usize>) -> Result<Progress, Box<Fault>>;

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
