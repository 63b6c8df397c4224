//! Declares the fields of files with targets, which search for the numbers of a game.

use tilewright_core::catalog::MAX_SEATS;

use super::{Kind, Struct, field};

/// Maximum number of games of a search.
pub const SEARCH_GAMES: i64 = 1_000_000;

/// Grammar of a file with the numbers to vary and the targets of a game.
pub const TARGETS: Struct = Struct {
    what: "a file of targets",
    key: "targets",
    doc: "Numbers of packs to vary, and the ranges in which the results of games should be.",
    fields: &[
        field("packs", Kind::List(&Kind::Text), "The packs: ids, or paths from the folder of this file.").require(),
        field(
            "seats",
            Kind::Int(1, MAX_SEATS as i64),
            "Number of players. Without it, the fewest that the packs allow.",
        ),
        field(
            "vary",
            Kind::List(&Kind::Raw("(\"tiles.T1.count\", 2, 6)")),
            "The numbers to vary: a path, the least and the greatest value, and the step between values if it is not 1.",
        )
        .require(),
        field(
            "targets",
            Kind::List(&Kind::Raw("(\"turns\", 60, 75)")),
            "The targets: a measure, and the least and the greatest value of its mean.",
        )
        .require(),
        field("panel", Kind::List(&Kind::Text), "The bots. The games of each must meet all targets.").or("[greedy]"),
        field("confirm", Kind::Text, "A further bot that must meet the targets at the end."),
        field("games", Kind::Int(500, SEARCH_GAMES), "Number of games to play.").or("20000"),
    ],
    further: None,
};
