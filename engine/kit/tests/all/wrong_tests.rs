//! Tests of packs that are wrong, or fail, say where and why.

use std::path::PathBuf;

use tilewright_kit::find::Finder;
use tilewright_kit::tests::{TestFailure, run_tests};

/// Runs one test of a pack that needs the base pack, and returns its failure.
fn run(name: &str, test: &str) -> Option<TestFailure> {
    let folder = std::env::temp_dir().join(format!("tilewright-{}-{name}", std::process::id()));
    let pack = folder.join("tried");
    std::fs::create_dir_all(pack.join("tests")).unwrap();
    let head = r#"Pack(id: "tried", version: "1.0.0", format: 1, title: "Tried", authors: ["A"], licence: "MIT", needs: ["carcassonne"])"#;
    std::fs::write(pack.join("pack.ron"), head).unwrap();
    std::fs::write(pack.join("tests/a.ron"), test).unwrap();
    let content = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let results = run_tests(&Finder::nowhere().with_folder(content), &pack.display().to_string(), "").unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(results.len(), 1);
    results[0].failure.clone()
}

/// Line, column and code of the failure of a test.
fn found(name: &str, test: &str) -> (String, &'static str) {
    let failure = run(name, test).expect("the test fails");
    let place = failure.place.rsplit_once("a.ron:").map_or(String::new(), |(_, place)| place.to_owned());
    (place, failure.code)
}

#[test]
fn a_right_test_passes() {
    assert_eq!(
        run("right", "Test(name: \"a\", steps: [\"draw U\", \"place 1,0,0\"], expect: (ask: \"deploy\"))"),
        None
    );
}

#[test]
fn mistakes_are_placed_to_the_word() {
    let cases = [
        ("Test(name: \"a\", board: \"U@1,0 QQ@2,0\")", "1:31", "unknown_tile"),
        ("Test(name: \"a\",\n  board: \"E@1,0\")", "2:11", "does_not_fit"),
        ("Test(name: \"a\", board: \"C@9,9 C@20,20\")", "1:31", "not_in_bag"),
        ("Test(name: \"a\", figures: [\"0 folower@0,0:road\"])", "1:27", "unknown_figure"),
        ("Test(name: \"a\", figures: [\"0 follower@0,0:rood\"])", "1:27", "unknown_segment"),
        ("Test(name: \"a\", figures: [\"0 follower@0,0:field\"])", "1:27", "ambiguous"),
        ("Test(name: \"a\", figures: [\"7 follower@0,0:road\"])", "1:27", "no_such_seat"),
        ("Test(name: \"a\", tokens: \"gost@0,0:road\")", "1:26", "unknown_token"),
        ("Test(name: \"a\", tokens: \"ghost\")", "1:26", "bad_token"),
        ("Test(name: \"a\", expect: (tokens: {\"ghost\": \"\"}))", "1:34", "unknown_token"),
        ("Test(name: \"a\", seats: 9)", "1:24", "wrong_seats"),
        ("Test(name: \"a\", options: {\"smal_city\": true})", "1:26", "unplayable"),
        ("Test(name: \"a\", steps: [\"draw ZZ\", \"place 1,0,0\"])", "1:25", "unknown_tile"),
        ("Test(name: \"a\", steps: [\"draw U\", \"place 0,-1,0\"])", "1:35", "not_an_option"),
        ("Test(name: \"a\", steps: [\"draw U\", \"deploy pass\"])", "1:35", "wrong_ask"),
        ("Test(name: \"a\", steps: [\"draw U\", \"1: place 1,0,0\"])", "1:35", "wrong_ask"),
        ("Test(name: \"a\", steps: [\"roll 6\", \"place 1,0,0\"])", "1:25", "wrong_chance"),
        ("Test(name: \"a\", steps: [\"draw U\", \"refuse place 1,0,0\"])", "1:35", "is_an_option"),
        ("Test(name: \"a\", bag: \"U\", steps: [\"draw C\"])", "1:35", "impossible_chance"),
        ("Test(name: \"a\", steps: [\"hop\"])", "1:25", "bad_step"),
        ("Test(name: \"a\", steps: [\"undo\"])", "1:25", "nothing_to_undo"),
        ("Test(name: \"a\", end_game: true, expect: (scores: [1, 0]))", "1:50", "scores_differ"),
        ("Test(name: \"a\", end_game: true, expect: (by_kind: {\"rod\": [0, 0]}))", "1:51", "unknown_kind"),
        ("Test(name: \"a\", end_game: true, expect: (why: [(per: \"tile\")]))", "1:48", "no_such_item"),
        ("Test(name: \"a\", end_game: true, expect: (ask: \"place\"))", "1:41", "nothing_asked"),
        ("Test(name: \"a\", expect: (over: true))", "1:32", "over_differs"),
        ("Test(nam: \"a\")", "1:6", "bad_test"),
        ("Test(name: \"a\", expect: (skores: []))", "1:26", "bad_test"),
        ("Test(name: 3)", "1:12", "bad_test"),
        ("Test(name: \"a\"", "1:13", "bad_test"),
        ("Tests([Test(seats: 2)])", "1:8", "bad_test"),
    ];
    let mut wrong = Vec::new();
    for (number, (test, place, code)) in cases.into_iter().enumerate() {
        let came = found(&format!("case{number}"), test);
        if came != (place.to_owned(), code) {
            wrong.push(format!("{test}: {came:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
