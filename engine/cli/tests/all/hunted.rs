//! Tests the search for lines of play as users see it.

use std::path::Path;

use serde_json::Value;

use crate::Folder;

/// Settings for few choices, and late points for saving.
const QUICK: [&str; 6] =
    ["--set", "figures.guard.supply=0", "--set", "figures.herald.supply=0", "--set", "rules.garden.late=6"];

/// Returns the path of an invented pack in which saving pays, which `greedy` does not foresee.
fn garden() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/packs/garden").display().to_string()
}

#[test]
fn a_line_that_wins_is_described_and_its_game_is_kept() {
    let (folder, garden) = (Folder::new("hunt"), garden());
    let packs = Path::new(&garden).parent().unwrap().display().to_string();
    let hunt = |more: &[&str]| {
        let args = ["hunt", &garden, "--games", "1000"];
        folder.run(&[&args, &QUICK[..], more].concat(), "")
    };
    let shown = hunt(&["--records", "games.jsonl"]);
    shown.expect(0, "1 line found among ", "");
    shown.expect(0, "It always chooses `save` at the question `plan` if it can.", "");
    shown.expect(0, "games against mcts:50, where equals win 50 %.", "");
    shown.expect(0, "`tilewright replay games.jsonl` replays the games.", "");
    folder.run(&["replay", "games.jsonl", "--packs", &packs], "").expect(0, "1 ok, 0 failed", "");
    assert!(folder.read("games.jsonl").contains("\"id\":\"greedy-always-answers.plan.save\""));
    assert_eq!(folder.read("games.jsonl").lines().count(), 1);
    let json = hunt(&["--json", "--threads", "1"]);
    assert_eq!(hunt(&["--json", "--threads", "2"]).out, json.out);
    let whole: Value = serde_json::from_str(&json.out).unwrap();
    let line = &whole["lines"][0];
    assert_eq!((&line["is_found"], &line["bot"]), (&true.into(), &"greedy-always-answers.plan.save".into()));
    assert!(line["field"]["won"][1].as_f64().unwrap() > 0.5 && line["strong"]["won"][1].as_f64().unwrap() > 0.5);
    assert!(whole["tried"].as_u64().unwrap() >= 7 && whole["games"].as_u64().unwrap() <= 1000, "{whole}");
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
    let none = ["hunt", &garden, "--games", "200", "--set", "rules.garden.late=1"];
    let none = [&none, &QUICK[..4]].concat();
    folder.run(&none, "").expect(0, "No line of play was found: ", "");
    let none: Value = serde_json::from_str(&folder.run(&[&none[..], &["--json"]].concat(), "").out).unwrap();
    assert!(none["tried"].as_u64().unwrap() >= 5, "{none}");
    assert!(none["lines"].as_array().unwrap().iter().all(|line| line["is_found"] == false));
    let wrong = |more: &[&str]| folder.run(&[&["hunt", &garden], more].concat(), "");
    wrong(&["--field", "gredy"]).expect(2, "", "did you mean `greedy`?");
    wrong(&["--field", "greedy-never-figures.gard"]).expect(2, "", "did you mean `guard`?");
    wrong(&["--confirm", "mcts:50ms"]).expect(2, "", "plays differently on every machine");
    wrong(&["--seats", "1"]).expect(2, "", "1 seat cannot play");
    wrong(&["--time", "soon"]).expect(2, "", "`soon` is not a time");
    wrong(&["--time", "1m", "--games", "200"]).expect(2, "", "cannot be used with");
    folder.run(&["hunt", "brookvale"], "").expect(2, "", "all players of this game win or lose together");
}
