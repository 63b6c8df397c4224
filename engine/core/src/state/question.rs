//! Questions that rules ask, and the options they add to those of others.

use crate::catalog::id::{FigureId, SegmentId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::catalog::id::{BagId, TileKindId};
use crate::catalog::seat::Seat;

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
    /// All legal options; at least one.
    pub choices: Vec<Choice>,
    /// Whether others may see that and what is asked, and the answer.
    pub secret: bool,
}

/// A run of a handler that may be suspended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunId(pub u32);

impl Hash for RunId {
    /// The numbers differ between a game and its restored copy, so they do not tell positions apart.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
