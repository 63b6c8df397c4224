//! Records: what was set up, what chance gave, what was chosen, and what must hold.

use std::collections::BTreeMap;

use crate::catalog::Value;

/// A whole or partial game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Any text.
    pub id: String,
    /// Packs as `id`, `id@version` or `id@version#hash`.
    pub packs: Vec<String>,
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
