//! Questions that rules ask, and the options they add to those of others.

use crate::catalog::id::{BagId, FigureId, SegmentId, TileKindId, ZoneId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::catalog::joint::Joint;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::decision::{Options, Pick};
use crate::state::effect::Place;
use crate::state::key::OptionKey;

/// A registered function of a rule module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handler(pub u16);

/// What an option of a question stands for, so that a picture can show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// Nothing on the board.
    #[default]
    None,
    /// A number.
    Number(i32),
    /// A segment, by number.
    Segment(SegmentId),
    /// A figure, by number.
    Figure(FigureId),
    /// A cell.
    Cell(crate::catalog::lattice::Cell),
    /// A tile kind.
    Kind(TileKindId),
    /// A bag.
    Bag(BagId),
    /// A slot of a zone.
    Slot(ZoneId, u16),
    /// A corner or a seam.
    Joint(Joint),
}

impl Target {
    /// Where on the board it is.
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

/// An option of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its key.
    pub key: OptionKey,
    /// What it stands for.
    pub target: Target,
    /// What follows when it is chosen.
    pub meaning: Meaning,
    /// Whether others do not see that it is offered, nor that it rather than another secret one is chosen.
    pub secret: bool,
    /// The text that its rule gives it; `None` if its words follow from its key. Records never contain it.
    pub wording: Option<Arc<Wording>>,
}

/// The text of an option, with what its placeholders stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// Name of the text: the packs have it as `ask.QUESTION.TEXT`.
    pub text: Arc<str>,
    /// Values of `{1}`, `{2}` and so on: texts, such as ids of things, and things of the game.
    pub args: Vec<OptionKey>,
}

/// What follows when an option is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The step that asks goes on with this pick.
    Step(Pick),
    /// The script that asks goes on with the option of this number of those that it has asked with.
    Script(u32),
    /// The function follows that a rule has registered for a group, because an offer has added the option.
    Added {
        /// The group.
        group: Arc<str>,
        /// The table that the option stands for.
        table: Option<Arc<Carried>>,
    },
}

impl Meaning {
    /// What it is to the step that asks.
    #[inline]
    pub fn of_step(&self) -> Option<Pick> {
        if let Meaning::Step(pick) = self { Some(*pick) } else { None }
    }

    /// The group of an option that an offer has added.
    pub fn group(&self) -> Option<&Arc<str>> {
        if let Meaning::Added { group, .. } = self { Some(group) } else { None }
    }
}

/// A table that an option carries to the function that follows it, as plain data.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Carried {
    /// Its list.
    pub list: Vec<CarriedValue>,
    /// What it has by name.
    pub named: Vec<(Arc<str>, CarriedValue)>,
}

/// A value in such a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    /// Pack whose rules ask: the question has the texts of that pack.
    pub pack: Option<Arc<str>>,
    /// All legal options, each with its own number as meaning; at least one.
    pub options: Options,
    /// Whether others may see that and what is asked, and the answer.
    pub secret: bool,
}

/// A run of a handler at the place where it is suspended. It has another number each time that it is, so a game that is
/// a copy of one that has gone on does not take what waits elsewhere for its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunId(pub u64);

impl Hash for RunId {
    /// The numbers differ between a game and its restored copy, so they do not tell positions apart.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Numbers for suspended runs that nobody else in the process gives.
#[derive(Debug)]
pub struct RunNumbers {
    next: u64,
}

impl RunNumbers {
    /// The next number.
    pub fn fresh(&mut self) -> RunId {
        self.next += 1;
        RunId(self.next)
    }
}

impl Default for RunNumbers {
    fn default() -> RunNumbers {
        // Enough for 16 million sets of rules that suspend a run a million times a second for twelve days each.
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        RunNumbers { next: TAKEN.fetch_add(1, Ordering::Relaxed) << 40 }
    }
}

impl Clone for RunNumbers {
    /// A copy has numbers of its own.
    fn clone(&self) -> RunNumbers {
        RunNumbers::default()
    }
}
