//! Whole rules, from the text of a module to points on the board.

use crate::testing::{base_rules, load, play};

#[test]
fn whole_games_score() {
    let (scores, _) = play(load(base_rules()), 7).unwrap();
    assert!(scores.iter().all(|&s| s > 0), "{scores:?}");
    let (again, _) = play(load(base_rules()), 7).unwrap();
    assert_eq!(scores, again);
}
