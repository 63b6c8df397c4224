//! Maps words of packs to values of the catalog.

use tilewright_core::catalog::flow::Unplayable;
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::Completion;
use tilewright_core::catalog::{Claim, Combine, GradedBy, PlacedBy, Scope, WhenParted, Wins};

/// Returns the words of a table, for the grammar.
pub(super) const fn words<T: Copy, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut i = 0;
    while i < N {
        all[i] = table[i].0;
        i += 1;
    }
    all
}

/// Returns the word for a value; empty if the table lacks it.
fn word_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, other)| *other == value).map_or("", |(word, _)| word)
}

pub(crate) const LATTICES: [(&str, Lattice); 3] =
    [("square", Lattice::Square), ("hex", Lattice::Hex), ("triangle", Lattice::Triangle)];

pub(crate) const COMPLETIONS: [(&str, Completion); 4] = [
    ("never", Completion::Never),
    ("closed", Completion::Closed),
    ("surrounded", Completion::Surrounded),
    ("neighbours", Completion::NeighboursComplete),
];

pub(crate) const PLACED_BY: [(&str, PlacedBy); 3] =
    [("anybody", PlacedBy::Anybody), ("owner", PlacedBy::Owner), ("rules", PlacedBy::Rules)];
pub(crate) const CLAIMS: [(&str, Claim); 3] =
    [("unclaimed", Claim::Unclaimed), ("own", Claim::Own), ("any", Claim::Any)];

pub(crate) const MERGES: [(&str, Combine); 3] = [("sum", Combine::Sum), ("max", Combine::Max), ("min", Combine::Min)];

pub(crate) const PARTED: [(&str, WhenParted); 3] =
    [("keep", WhenParted::Keep), ("first", WhenParted::First), ("drop", WhenParted::Drop)];

/// Words for the owner of a counter, except counters of features.
pub(crate) const SCOPES: [(&str, Scope); 4] =
    [("game", Scope::Game), ("seat", Scope::Seat), ("keyed", Scope::Keyed), ("seat_keyed", Scope::SeatKeyed)];

/// Word for counters of features; the parentheses after it contain how to merge numbers when two features join.
pub(crate) const OF_FEATURE: &str = "feature";

pub(crate) const UNPLAYABLE: [(&str, Unplayable); 2] =
    [("set_aside", Unplayable::SetAside), ("return", Unplayable::Return)];

pub(crate) const GRADED_BY: [(&str, GradedBy); 2] = [("best", GradedBy::Best), ("sum", GradedBy::Sum)];

pub(crate) const WINS: [(&str, Wins); 3] = [("best", Wins::Best), ("all", Wins::All), ("nobody", Wins::Nobody)];

/// Returns the word for the points that decide a result: the best or the sum.
pub fn graded_word(value: GradedBy) -> &'static str {
    word_of(&GRADED_BY, value)
}

/// Returns the word for the seats that win by a result.
pub fn wins_word(value: Wins) -> &'static str {
    word_of(&WINS, value)
}

/// Returns the word for the condition that completes a feature.
pub fn completion_word(value: Completion) -> &'static str {
    word_of(&COMPLETIONS, value)
}

/// Returns the word for the places where a figure may be deployed.
pub fn claim_word(value: Claim) -> &'static str {
    word_of(&CLAIMS, value)
}

/// Returns the word for the seats that may place tiles on a plane.
pub fn placed_by_word(value: PlacedBy) -> &'static str {
    word_of(&PLACED_BY, value)
}

/// Returns the notation of the owner of a counter.
pub fn scope_word(value: Scope) -> String {
    match value {
        Scope::Feature(merge) => format!("{OF_FEATURE}({})", word_of(&MERGES, merge)),
        value => word_of(&SCOPES, value).to_owned(),
    }
}

/// Returns the word for the treatment of a feature's number when the feature splits.
pub fn parted_word(value: WhenParted) -> &'static str {
    word_of(&PARTED, value)
}

/// Returns the word for the treatment of a tile that fits nowhere.
pub fn unplayable_word(value: Unplayable) -> &'static str {
    word_of(&UNPLAYABLE, value)
}
