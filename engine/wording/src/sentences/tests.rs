//! Tests of the sentences.

use std::collections::BTreeSet;

use tilewright_core::catalog::lattice::{Cell, Lattice};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::sheet::Share;

use super::{PlainStyle, SentenceStyle, Sentences};
use crate::ending::Winners;
use crate::log::Line;
use crate::narration::Narration;
use crate::translations::SENTENCES;
use crate::why::Division;
use crate::why_not::{Fit, PlacementObstacle};
use crate::words::NamedItem;

fn thing(name: &str) -> NamedItem {
    NamedItem { id: name.to_lowercase(), name: name.to_owned() }
}

#[test]
fn each_sentence_exists_in_every_language_and_is_used() {
    let keys = |(code, file): &(&str, &str)| {
        assert!(!file.contains(['<', '&', '"']), "{code}: pages insert sentences without escaping them");
        let keys = file.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
        keys.filter_map(|line| Some(line.split_once(" = ")?.0.to_owned())).collect::<BTreeSet<_>>()
    };
    let all: Vec<BTreeSet<String>> = SENTENCES.iter().map(keys).collect();
    assert!(all.iter().all(|keys| *keys == all[0]));
    let sources = [
        include_str!("mod.rs"),
        include_str!("endings.rs"),
        include_str!("events.rs"),
        include_str!("misfits.rs"),
        include_str!("points.rs"),
    ];
    for key in &all[0] {
        assert!(sources.iter().any(|source| source.contains(&format!("\"{key}\""))), "nothing says `{key}`");
    }
}

#[test]
fn seats_count_from_one_in_every_language() {
    let begins = Narration::Begins { seat: Seat(0) };
    let said = ["en", "nl", "nl-BE", "fr"].map(|language| Sentences::new(language, &PlainStyle).event(&begins));
    assert_eq!(said, ["Seat 1 begins.", "Speler 1 begint.", "Speler 1 begint.", "Seat 1 begins."]);
}

/// Style that names the first seat and marks names of the packs.
struct Marked;

impl SentenceStyle for Marked {
    fn seat(&self, seat: Seat) -> Option<String> {
        (seat == Seat(0)).then(|| "Ann".to_owned())
    }

    fn name(&self, name: &str) -> String {
        format!("<{name}>")
    }
}

#[test]
fn styles_change_names_and_keep_the_sentence() {
    let sentences = Sentences::new("en", &Marked);
    let cell = Cell::new(2, -1);
    let placed =
        |seat, degrees, help| sentences.event(&Narration::Placed { seat, tile: thing("Bend"), cell, degrees, help });
    assert_eq!(placed(Seat(0), 0, None), "Ann places <Bend> at 2,-1.");
    assert_eq!(
        placed(Seat(1), 90, Some("It turns.".to_owned())),
        "Seat 2 places <Bend> at 2,-1, turned 90°. <It turns.>"
    );
    let told = Narration::Points { seat: Seat(1), points: 1, book: thing("Road"), cell: Some(cell) };
    assert_eq!(sentences.event(&told), "Seat 2 gets 1 point for <Road> at 2,-1.");
    let line = Line { event: 0, told, score: Some(7) };
    assert_eq!(sentences.line(&line), "Seat 2 gets 1 point for <Road> at 2,-1 and now has 7.");
}

#[test]
fn divisions_and_endings_name_equal_seats_together() {
    let sentences = Sentences::new("en", &PlainStyle);
    let claims = vec![(Seat(2), 5), (Seat(0), 3), (Seat(1), 3), (Seat(3), 1)];
    assert_eq!(
        sentences.division(&Division { share: Share::Ranks, claims }),
        "By rank, each half of the previous rank, rounded up (Seat 3, then Seat 1 and Seat 2, then Seat 4)"
    );
    let claims = vec![(Seat(0), 2), (Seat(1), 1)];
    let majority = sentences.division(&Division { share: Share::Majority, claims });
    assert_eq!(majority, "The largest claim gets it (Seat 1: 2, Seat 2: 1)");
    let decided_by = vec![("Gold".to_owned(), vec![(Seat(0), 3), (Seat(1), 3)])];
    let winners = Winners { winners: vec![Seat(0), Seat(1)], seats: 3, result: Some(thing("Calm")), decided_by };
    assert_eq!(
        sentences.event(&Narration::Over(winners)),
        "The game is over. Calm. Seat 1 and Seat 2 share the win. Tied on points: Gold decides (Seat 1: 3, Seat 2: 3)."
    );
}

#[test]
fn misfits_have_one_verdict_for_each_turn() {
    let sentences = Sentences::new("en", &PlainStyle);
    let cell = Cell::new(1, 0);
    assert_eq!(sentences.misfit("Bend", cell), "Bend does not fit at 1,0");
    let edge = PlacementObstacle::Edge {
        side: "W",
        own: thing("Road"),
        met: thing("City"),
        across: Cell::new(0, 0),
        rim: false,
    };
    let rule = PlacementObstacle::Rule { rule: None, reason: Some("There is no water.".to_owned()) };
    let turns = Fit::Turns(vec![
        vec![],
        vec![edge, PlacementObstacle::Taken(Cell::new(2, 0))],
        vec![rule],
        vec![PlacementObstacle::Turn],
    ]);
    let verdicts: Vec<String> =
        sentences.turn_fits(Lattice::Square, cell, &turns).into_iter().map(|verdict| verdict.text).collect();
    assert_eq!(
        verdicts,
        [
            "not turned: fits",
            "turned 90°: W shows Road, the tile at 0,0 shows City; a tile is already there (2,0)",
            "turned 180°: There is no water",
            "turned 270°: it is never placed in this rotation",
        ]
    );
}
