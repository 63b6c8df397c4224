//! Questions that rules ask, and options that rules add to other questions.

use crate::catalog::id::{BagId, FigureId, SegmentId, TileKindId, ZoneId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::catalog::joint::Joint;
use crate::catalog::seat::Seat;
use crate::state::decision::{Options, Pick};
use crate::state::effect::Place;
use crate::state::game::Game;
use crate::state::key::OptionKey;

/// Number of a function that a rule module has registered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handler(pub u16);

/// Number of a score rule: its position in the list of all score rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScoreRuleId(pub u16);

impl ScoreRuleId {
    /// Returns the number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the following score rule.
    pub(crate) fn next(self) -> ScoreRuleId {
        ScoreRuleId(self.0 + 1)
    }
}

/// Subject of an option, which a picture can highlight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// No subject on the board.
    #[default]
    None,
    /// Number without a place.
    Number(i32),
    /// Segment on the board, by number.
    Segment(SegmentId),
    /// Figure outside its supply, by number.
    Figure(FigureId),
    /// Cell, with or without a tile.
    Cell(crate::catalog::lattice::Cell),
    /// Kind of tile, in a hand or in play.
    Kind(TileKindId),
    /// Bag, by its id.
    Bag(BagId),
    /// Slot of a zone.
    Slot(ZoneId, u16),
    /// Corner or seam between cells.
    Joint(Joint),
}

impl Target {
    /// Returns the place on the board; `None` if the target has none.
    pub fn place(self, game: &Game) -> Option<Place> {
        match self {
            Target::Segment(segment) => Some(Place::Segment(segment)),
            Target::Cell(cell) => Some(Place::Cell(cell)),
            Target::Joint(joint) => Some(Place::Joint(joint)),
            Target::Figure(figure) => game.figure(figure)?.place.filter(|at| !matches!(at, Place::Zone(..))),
            Target::None | Target::Number(_) | Target::Kind(_) | Target::Bag(_) | Target::Slot(..) => None,
        }
    }
}

/// Option in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Key that identifies the option in its list.
    pub key: OptionKey,
    /// Subject of the option.
    pub target: Target,
    /// Consequence of choosing the option.
    pub meaning: Meaning,
    /// True if other seats neither see that the option is offered, nor that it was chosen rather than another secret
    /// option.
    pub secret: bool,
    /// Text from the rule that offers the option; `None` if the text follows from the key. Records never contain it.
    pub wording: Option<Arc<Wording>>,
}

/// Text of an option, with the values of its placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// Name of the text, which the packs declare as `ask.QUESTION.TEXT`.
    pub text: Arc<str>,
    /// Values of `{1}`, `{2}` and so on: texts, such as ids, and objects of the game.
    pub args: Vec<OptionKey>,
}

/// Consequence of choosing an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Pick that the asking step receives.
    Step(Pick),
    /// Number of the option in the question of the asking script, which resumes with it.
    Script(u32),
    /// Call of the function that a rule has registered for a group. An offer added the option.
    Added {
        /// Name of the group.
        group: Arc<str>,
        /// Table that the option stands for, if any.
        table: Option<Arc<Carried>>,
    },
}

impl Meaning {
    /// Returns the pick that the asking step receives; `None` for other meanings.
    #[inline]
    pub fn of_step(&self) -> Option<Pick> {
        if let Meaning::Step(pick) = self { Some(*pick) } else { None }
    }

    /// Returns the group of an option that an offer added.
    pub fn group(&self) -> Option<&Arc<str>> {
        if let Meaning::Added { group, .. } = self { Some(group) } else { None }
    }
}

/// Table that an option passes to the function of its group, as plain data.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Carried {
    /// Values at the indices 1, 2 and so on.
    pub list: Vec<CarriedValue>,
    /// Values with text keys.
    pub named: Vec<(Arc<str>, CarriedValue)>,
}

/// Value in a [`Carried`] table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CarriedValue {
    /// Text value of Lua.
    Text(Arc<str>),
    /// Whole number of 32 bits.
    Number(i32),
    /// Boolean value of Lua.
    Flag(bool),
    /// Object of the game, encoded as a handle of the rules.
    Thing(u64),
}

/// Question to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Seat that answers the question.
    pub seat: Seat,
    /// Id of the decision, `module.question`.
    pub ask: Arc<str>,
    /// Pack whose rules ask; its texts are used for the question.
    pub pack: Option<Arc<str>>,
    /// Legal options, at least one. The meaning of each is its own number.
    pub options: Options,
    /// True if other seats may see neither the question nor the answer.
    pub secret: bool,
}

/// Suspended run of a handler. Each suspension gets a new number, so that a copy of a game that has continued since
/// does not take another suspended run for its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunId(pub u64);

impl Hash for RunId {
    /// Adds nothing to the hash: numbers differ between a game and its restored copy, although the positions are equal.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Source of numbers for suspended runs, unique within the process.
#[derive(Debug)]
pub struct RunNumbers {
    next: u64,
}

impl RunNumbers {
    /// Returns the next number.
    pub fn fresh(&mut self) -> RunId {
        self.next += 1;
        RunId(self.next)
    }
}

impl Default for RunNumbers {
    fn default() -> RunNumbers {
        // Enough for 16 million sets of rules that each suspend a run a million times a second for twelve days.
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        RunNumbers { next: TAKEN.fetch_add(1, Ordering::Relaxed) << 40 }
    }
}

impl Clone for RunNumbers {
    /// Creates a source with its own range of numbers.
    fn clone(&self) -> RunNumbers {
        RunNumbers::default()
    }
}
