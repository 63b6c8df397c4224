//! Tests the search for lines of play as users see it.

use std::path::Path;

use serde_json::Value;

use crate::Folder;

/// Returns the path of an invented pack in which saving pays, which `greedy` does not foresee.
fn garden() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/packs/garden").display().to_string()
}

#[test]
fn a_line_that_wins_is_described_and_its_game_is_kept() {
    let (folder, garden) = (Folder::new("hunt"), garden());
    let hunt = |more: &[&str]| {
        let args = ["hunt", &garden, "--games", "1200", "--confirm", "mcts:20", "--set", "rules.garden.late=6"];
        folder.run(&[&args, more].concat(), "")
    };
    let shown = hunt(&["--records", "games.jsonl"]);
    shown.expect(0, "1 line found among ", "");
    shown.expect(0, "It always chooses `save` at the question `plan` if it can.", "");
    shown.expect(0, "games against mcts:20, where equals win 50 %.", "");
    shown.expect(0, "`tilewright replay games.jsonl` replays the games.", "");
    folder.run(&["replay", "games.jsonl"], "").expect(0, "greedy-always-answers.plan.save", "");
    assert_eq!(folder.read("games.jsonl").lines().count(), 1);
    let json = hunt(&["--json", "--threads", "1"]);
    assert_eq!(hunt(&["--json", "--threads", "2"]).out, json.out);
    let whole: Value = serde_json::from_str(&json.out).unwrap();
    let line = &whole["lines"][0];
    assert_eq!((&line["is_found"], &line["bot"]), (&true.into(), &"greedy-always-answers.plan.save".into()));
    assert!(line["field"]["won"][1].as_f64().unwrap() > 0.5 && line["strong"]["won"][1].as_f64().unwrap() > 0.5);
    assert!(whole["tried"].as_u64().unwrap() > 10 && whole["games"].as_u64().unwrap() <= 1300, "{whole}");
    // The same restriction is a bot of other commands.
    let bot = line["bot"].as_str().unwrap();
    folder.run(&["duel", &garden, bot, "greedy", "--games", "40", "--set", "rules.garden.late=6"], "").expect(
        0,
        "is stronger",
        "",
    );
}

#[test]
fn without_a_line_the_number_tried_is_shown() {
    let folder = Folder::new("hunt-none");
    let garden = garden();
    let none = ["hunt", &garden, "--games", "400", "--confirm", "mcts:20", "--set", "rules.garden.late=1"];
    folder.run(&none, "").expect(0, "No line of play was found: ", "");
    let none: Value = serde_json::from_str(&folder.run(&[&none[..], &["--json"]].concat(), "").out).unwrap();
    assert!(none["tried"].as_u64().unwrap() > 10, "{none}");
    assert!(none["lines"].as_array().unwrap().iter().all(|line| line["is_found"] == false));
    let wrong = |more: &[&str]| folder.run(&[&["hunt", &garden], more].concat(), "");
    wrong(&["--field", "gredy"]).expect(2, "", "did you mean `greedy`?");
    wrong(&["--field", "greedy-never-figures.gard"]).expect(2, "", "did you mean `guard`?");
    wrong(&["--confirm", "mcts:50ms"]).expect(2, "", "plays differently on every machine");
    wrong(&["--seats", "1"]).expect(2, "", "1 seat cannot play");
    wrong(&["--time", "soon"]).expect(2, "", "`soon` is not a time");
    wrong(&["--time", "1m", "--games", "200"]).expect(2, "", "cannot be used with");
    folder.run(&["hunt", "bellhollow"], "").expect(2, "", "all players of this game win or lose together");
}
