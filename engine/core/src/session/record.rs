//! Represents records: the setup of a game, chance results, choices, and expectations.

use std::collections::BTreeMap;
use std::fmt;

use crate::catalog::Value;
use crate::state::chance::ChanceOrder;

/// A whole or partial game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Free text that identifies the record.
    pub id: String,
    /// Packs as `id`, `id@version` or `id@version#hash`.
    pub packs: Vec<String>,
    /// Paths of the packs, by id, relative to the folder of the record's file, with forward slashes. They are only
    /// hints; versions and hashes identify a pack.
    pub places: BTreeMap<String, String>,
    /// Values of options, as pairs of `pack:option` and value.
    pub options: Vec<(String, Value)>,
    /// Number of seats in the game.
    pub seats: u8,
    /// Seed for chance results that no move sets.
    pub seed: Option<u64>,
    /// Version of chance, which decides how its results follow from the seed.
    pub order: ChanceOrder,
    /// Moves and expectations, in order.
    pub moves: Vec<Move>,
    /// Expectations after the end of the game.
    pub last: Option<Final>,
}

/// An entry of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// A tile was drawn.
    Draw {
        /// Name of the tile's kind.
        kind: String,
        /// Bag that it was drawn from; `None` if it is the only or first one.
        from: Option<String>,
    },
    /// A die was rolled.
    Roll {
        /// Name of the face.
        face: String,
        /// Name of the die; `None` if the pack has only one.
        die: Option<String>,
    },
    /// A stack was shuffled into an order, from the bottom to the top.
    Shuffle {
        /// Name of the stack in records.
        bag: String,
        /// Kinds of its tiles from the bottom to the top.
        order: Vec<String>,
    },
    /// Bags received tiles in fixed numbers. The record does not contain their kinds.
    Deal {
        /// Number of tiles for each bag.
        sizes: BTreeMap<String, u32>,
    },
    /// A rule picked a number.
    Number {
        /// Name of the number in the rule.
        name: String,
        /// Number that the rule received.
        number: u32,
    },
    /// A seat chose an option. Answers to decisions with a single option may be left out. If such a decision matches
    /// the next answer, the answer applies to it.
    Answer {
        /// Seat that chose, from 0.
        seat: u8,
        /// Id of the decision.
        ask: String,
        /// Key of the option.
        pick: String,
    },
    /// An expectation that must hold at this point.
    Expect(Expect),
}

/// Writes a move in the notation of the tests of packs.
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

/// Lists numbers of tiles by bag: `3 to tiles, 2 to hidden`.
pub(super) fn told_sizes(sizes: &BTreeMap<String, u32>) -> String {
    let told: Vec<String> = sizes.iter().map(|(bag, n)| format!("{n} to {bag}")).collect();
    if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
}

/// Expectations at a point of a record; absent fields are not checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expect {
    /// Seat that decides, from 0.
    pub seat: Option<u8>,
    /// Id of the decision.
    pub ask: Option<String>,
    /// Keys of all legal options, in any order.
    pub options: Option<Vec<String>>,
    /// Scores of all seats, in order.
    pub scores: Option<Vec<i32>>,
    /// Figures in the supply of each seat, by kind.
    pub supply: Option<Vec<BTreeMap<String, i64>>>,
    /// Values of counters by name: one for each seat, or a single value of the game.
    pub counters: Option<BTreeMap<String, Vec<i32>>>,
    /// True if the game must be over, false if it must not be.
    pub over: Option<bool>,
    /// Key of an answer that must be refused, with the reason code.
    pub rejected: Option<(String, String)>,
}

impl Expect {
    /// Returns true if it concerns a decision, and not only the state.
    pub fn is_about_decision(&self) -> bool {
        self.ask.is_some() || self.options.is_some() || self.rejected.is_some()
    }
}

/// Expectations after the end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Final {
    /// Final scores of all seats, in order.
    pub scores: Vec<i32>,
    /// Points of each seat by book; books that are left out must have no points.
    pub by_kind: Option<BTreeMap<String, Vec<i32>>>,
}
