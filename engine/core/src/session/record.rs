//! Records: what was set up, what chance gave, what was chosen, and what must hold.

use std::collections::BTreeMap;
use std::fmt;

use crate::catalog::Value;

/// A whole or partial game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Any text.
    pub id: String,
    /// Packs as `id`, `id@version` or `id@version#hash`.
    pub packs: Vec<String>,
    /// Where packs were, by id: paths relative to the folder of the record's file, with forward slashes. They are hints;
    /// versions and hashes decide which pack is meant.
    pub places: BTreeMap<String, String>,
    /// `pack:option` to value.
    pub options: Vec<(String, Value)>,
    /// Number of seats.
    pub seats: u8,
    /// Seed for what chance gives and no move says.
    pub seed: Option<u64>,
    /// What happened, in order.
    pub moves: Vec<Move>,
    /// What must hold after the end.
    pub last: Option<Final>,
}

/// An entry of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// A tile was drawn.
    Draw {
        /// Its kind.
        kind: String,
        /// The bag; nothing for the only or first one.
        from: Option<String>,
    },
    /// A die was rolled.
    Roll {
        /// The face.
        face: String,
        /// The die; nothing for the only one.
        die: Option<String>,
    },
    /// A stack was shuffled into an order, from the bottom to the top.
    Shuffle {
        /// The stack.
        bag: String,
        /// Its tiles.
        order: Vec<String>,
    },
    /// Tiles were dealt out: so many to each bag; which is not told.
    Deal {
        /// Bag to number of tiles.
        sizes: BTreeMap<String, u32>,
    },
    /// A rule picked a number.
    Number {
        /// The rule's name for it.
        name: String,
        /// The number.
        number: u32,
    },
    /// A seat chose. The only option of a decision need not be told; an answer that reads like it is taken for it.
    Answer {
        /// Who.
        seat: u8,
        /// The decision's id.
        ask: String,
        /// The option's key.
        pick: String,
    },
    /// What must hold here.
    Expect(Expect),
}

/// A move in the words in which tests of packs say it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draw { kind, from: None } => write!(f, "draw {kind}"),
            Move::Draw { kind, from: Some(bag) } => write!(f, "draw {kind} from {bag}"),
            Move::Roll { face, die: None } => write!(f, "roll {face}"),
            Move::Roll { face, die: Some(die) } => write!(f, "roll {face} of {die}"),
            Move::Number { name, number } => write!(f, "number {name} {number}"),
            Move::Shuffle { bag, order } => write!(f, "shuffle {bag} {}", order.join(" ")),
            Move::Deal { sizes } => write!(f, "deal {}", told_sizes(sizes)),
            Move::Answer { seat, ask, pick } => write!(f, "{seat}: {ask} {pick}"),
            Move::Expect(_) => f.write_str("an expectation"),
        }
    }
}

/// Numbers of tiles by bag: `3 to tiles, 2 to hidden`.
pub(super) fn told_sizes(sizes: &BTreeMap<String, u32>) -> String {
    let told: Vec<String> = sizes.iter().map(|(bag, n)| format!("{n} to {bag}")).collect();
    if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
}

/// What must hold at a point of a record; what is absent is not checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expect {
    /// Who decides.
    pub seat: Option<u8>,
    /// The decision's id.
    pub ask: Option<String>,
    /// All legal options, as a set.
    pub options: Option<Vec<String>>,
    /// Scores of all seats.
    pub scores: Option<Vec<i32>>,
    /// For each seat, figures in supply.
    pub supply: Option<Vec<BTreeMap<String, i64>>>,
    /// Counter to the values of all seats, or to the one value of the game.
    pub counters: Option<BTreeMap<String, Vec<i32>>>,
    /// Whether the game is over.
    pub over: Option<bool>,
    /// An answer that must be refused, and the reason code.
    pub rejected: Option<(String, String)>,
}

impl Expect {
    /// Whether it is about a decision rather than the state alone.
    pub fn is_about_decision(&self) -> bool {
        self.ask.is_some() || self.options.is_some() || self.rejected.is_some()
    }
}

/// What must hold after the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Final {
    /// Scores of all seats.
    pub scores: Vec<i32>,
    /// Points per seat by what they are booked under; kinds left out are zero.
    pub by_kind: Option<BTreeMap<String, Vec<i32>>>,
}
