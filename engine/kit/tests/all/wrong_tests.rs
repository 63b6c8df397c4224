//! Tests that invalid and failing tests of packs report the place and the reason.

use std::path::PathBuf;

use tilewright_core::limits::FINDINGS;
use tilewright_kit::limits::{TEST_STEPS, TESTS};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::{Suite, TestFailure, TestResult, examples, list_tests, run_tests};

/// Runs one test of a pack that needs the base pack, and returns its failure.
fn run(name: &str, test: &str) -> Option<TestFailure> {
    result(name, "", test).failure
}

/// Runs one test of such a pack, with `more` in its head.
fn result(name: &str, more: &str, test: &str) -> TestResult {
    let mut results = results(name, more, test);
    assert_eq!(results.len(), 1);
    results.remove(0)
}

/// Runs a file of tests of such a pack, with `more` in its head.
fn results(name: &str, more: &str, tests: &str) -> Vec<TestResult> {
    let folder = std::env::temp_dir().join(format!("tilewright-{}-{name}", std::process::id()));
    let pack = folder.join("tried");
    std::fs::create_dir_all(pack.join("tests")).unwrap();
    let head = r#"Pack(id: "tried", version: "1.0.0", format: 1, title: "Tried", authors: ["A"], licence: "MIT", needs: ["carcassonne"]"#;
    std::fs::write(pack.join("pack.ron"), format!("{head}, {more})")).unwrap();
    std::fs::create_dir_all(pack.join("rules")).unwrap();
    std::fs::write(pack.join("rules/noting.lua"), NOTING).unwrap();
    std::fs::write(pack.join("tests/a.ron"), tests).unwrap();
    let content = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let results = run_tests(&Finder::nowhere().with_folder(content), &pack.display().to_string(), "").unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    results
}

/// Rules that write notes, one of which fails.
const NOTING: &str = "on('placed', { kind = 'C' }, function(ev) note('a city for', ev.seat, ev.cell, ev.tile, true, nil) end)\n\
    on('placed', { kind = 'A' }, function(ev) note('about to fail') error('failed') end)\n\
    on('placed', { kind = 'U' }, function(ev) note('on', ev.tile:segments()[1], ev.tile:segments()[1]:feature()) end)\n\
    amend('road', function(sheet, road) note(string.rep('x', 9000)) end)\n";

/// Returns the line, column and code of a test's failure.
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
fn the_tile_in_play_and_who_has_seen_it_are_told() {
    let right = "Test(name: \"a\", steps: [\"draw U\"], expect: (ask: \"place\", in_play: \"U\", seen_by: {\"drawn\": [1, 1]}))";
    assert_eq!(run("in_play", right), None);
    let wrong = right.replace("in_play: \"U\"", "in_play: \"\"").replace("[1, 1]", "[1, 0]");
    let failure = run("not_in_play", &wrong).unwrap();
    let told: Vec<(&str, &str, &str)> = failure.all().map(|f| (f.code, &*f.expected, &*f.actual)).collect();
    let in_play = ("in_play_differs", "no tile in play", "U in play");
    assert_eq!(told, [in_play, ("seen_by_differs", "the seats to have seen `drawn` [1, 0] times", "[1, 1]")]);
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
        ("Test(name: \"a\", seats: 13)", "1:24", "P0109"),
        ("Test(name: \"a\", seats: 7)", "1:24", "wrong_seats"),
        ("Test(name: \"a\", options: {\"smal_city\": true})", "1:26", "unplayable"),
        ("Test(name: \"a\", steps: [\"draw ZZ\", \"place 1,0,0\"])", "1:25", "unknown_tile"),
        ("Test(name: \"a\", steps: [\"draw U\", \"place 0,-1,0\"])", "1:35", "not_an_option"),
        ("Test(name: \"a\", steps: [\"draw U\", \"deploy pass\"])", "1:35", "wrong_ask"),
        ("Test(name: \"a\", steps: [\"draw U\", \"1: place 1,0,0\"])", "1:35", "wrong_ask"),
        ("Test(name: \"a\", steps: [\"roll 6\", \"place 1,0,0\"])", "1:25", "wrong_chance"),
        ("Test(name: \"a\", steps: [\"draw U\", \"refuse place 1,0,0\"])", "1:35", "is_an_option"),
        ("Test(name: \"a\", bag: \"U\", steps: [\"draw C\"])", "1:35", "impossible_chance"),
        ("Test(name: \"a\", steps: [\"hop\"])", "1:25", "P0506"),
        ("Test(name: \"a\", steps: [\"undo\"])", "1:25", "nothing_to_undo"),
        ("Test(name: \"a\", end_game: true, expect: (scores: [1, 0]))", "1:50", "scores_differ"),
        ("Test(name: \"a\", end_game: true, expect: (by_kind: {\"rod\": [0, 0]}))", "1:59", "unknown_kind"),
        ("Test(name: \"a\", end_game: true, expect: (why: [(per: \"tile\")]))", "1:48", "no_such_item"),
        ("Test(name: \"a\", end_game: true, expect: (ask: \"place\"))", "1:41", "nothing_asked"),
        ("Test(name: \"a\", expect: (over: true))", "1:32", "over_differs"),
        ("Test(nam: \"a\")", "1:6", "P0103"),
        ("Test(name: \"a\", expect: (skores: []))", "1:26", "P0103"),
        ("Test(name: 3)", "1:12", "P0105"),
        ("Test(name: \"a\"", "1:15", "P0101"),
        ("Tests([Test(seats: 2)])", "1:8", "P0104"),
    ];
    let mut wrong = Vec::new();
    for (number, (test, place, code)) in cases.into_iter().enumerate() {
        let actual = found(&format!("case{number}"), test);
        if actual != (place.to_owned(), code) {
            wrong.push(format!("{test}: {actual:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_that_differs_is_told_at_once_and_in_words() {
    let test = "Test(name: \"a\", figures: [\"0 follower@0,0:road\"], end_game: true, expect: (scores: [4, 0], \
                supply: [{\"follower\": 7}, {\"folower\": 7}], over: false, by_kind: {\"road\": [0, 1]}, \
                why: [(seat: 1, per: \"tile\", count: 2)]))";
    let failure = run("differs", test).unwrap();
    let codes: Vec<&str> = failure.all().map(|f| f.code).collect();
    let wanted =
        ["scores_differ", "supply_differs", "supply_differs", "over_differs", "by_kind_differs", "no_such_item"];
    assert_eq!(codes, wanted);
    let told = failure.to_string();
    for part in [
        "expected the scores [4, 0], actual: [1, 0]",
        "expected 7 of `follower` in the supply of seat 1, actual: 6",
        "expected 7 of `folower` in the supply of seat 2, actual: no such figure",
        "expected that the game continues, actual: the game is over",
        "expected points for `road` [0, 1], actual: [1, 0]",
        "expected an item of a paid sheet (for seat 2, per `tile`, count 2), actual:",
    ] {
        assert!(told.contains(part), "{part}\nis not in\n{told}");
    }
}

#[test]
fn what_is_asked_is_told_with_who_is_asked() {
    let test = "Test(name: \"a\", steps: [\"draw U\", \"place 1,0,0\", (seat: 1, ask: \"draw\", options: [\"pass\", \"run\"])])";
    let told = run("asked", test).unwrap().to_string();
    for part in [
        "expected `draw` to be asked, actual: seat 1 is asked `deploy`",
        "expected seat 2 to be asked, actual: seat 1 is asked `deploy`",
        "[options_differ] expected also run, actual: also ",
    ] {
        assert!(told.contains(part), "{part}\nis not in\n{told}");
    }
}

#[test]
fn values_of_the_wrong_sort_say_what_is_wanted() {
    for (test, wanted) in [
        ("Test(name: \"a\", scores: 5)", "expected a list, found the number 5"),
        ("Test(name: \"a\", counters: {\"a:1\": five})", "expected a whole number, found the name `five`"),
        ("Test(name: \"a\", counters: [])", "expected a map such as {\"name\": 1}, found a list"),
        ("Test(name: \"a\", seats: two)", "expected a whole number, found the name `two`"),
        ("Test(name: \"a\", seats: 13)", "13 is out of range; it may be 1 to 12"),
        ("Test(name: \"a\", seed: -1)", "expected a whole number that is not below 0, found the number -1"),
        ("Test(name: 3)", "expected a name or a text, found the number 3"),
        ("Test(name: \"a\", end_game: 1)", "expected true or false, found the number 1"),
        ("Tests(name: \"a\")", "expected Tests([...]), found `Tests(…)`"),
        ("Tast(name: \"a\")", "`Tast` is not a test: tests are written Test(…)"),
    ] {
        assert_eq!(run("sorts", test).unwrap().expected, wanted, "{test}");
    }
}

#[test]
fn all_that_is_wrong_with_how_a_test_is_written_is_told_at_once() {
    let test = "Test(\n  seets: 2,\n  steps: [\"hop\", (asks: \"place\")],\n  expect: (scores: 5, why: [(per: 3)]),\n)";
    let failure = run("at_once", test).unwrap();
    let told: Vec<String> = failure
        .all()
        .map(|f| format!("{} {} {}", f.place.rsplit_once("a.ron:").unwrap().1, f.code, f.expected))
        .collect();
    assert_eq!(
        told,
        [
            "2:3 P0103 a test has no field `seets`; did you mean `seats`?",
            "1:1 P0104 a test lacks the field `name`",
            "3:11 P0506 this is not a step of a test; write `draw KIND`, `DECISION OPTION`, `refuse DECISION OPTION`, \
             `undo`, `end`, `roll FACE`, `number NAME N` or `shuffle BAG KIND…`",
            "3:19 P0103 an expectation has no field `asks`; did you mean `ask`?",
            "4:20 P0105 expected a list, found the number 5",
            "4:35 P0105 expected a name or a text, found the number 3",
        ]
    );
}

#[test]
fn a_test_has_no_more_steps_than_it_may() {
    let steps = |count: usize| format!("Test(name: \"a\", steps: [{}])", "\"undo\", ".repeat(count));
    let failure = run("steps", &steps(TEST_STEPS + 90_000)).unwrap();
    assert_eq!(
        (failure.code, &*failure.expected),
        ("P0102", "there are 100000 steps; at most 10000 are allowed; divide it into several tests")
    );
    assert_ne!(run("fewer_steps", &steps(TEST_STEPS)).unwrap().code, "P0102");
}

#[test]
fn a_file_has_no_more_tests_than_it_may() {
    let file = |count: usize, test: &str| format!("Tests([{}])", test.repeat(count));
    // These tests need no game.
    let right = "(name:\"a\",options:{\"x\":1},unplayable:\"P0221\"),";
    let all = results("tests", "", &file(TESTS + 5, right));
    assert_eq!(all.len(), TESTS + 1);
    let wrong: Vec<_> = all.iter().filter_map(|result| result.failure.as_ref()).collect();
    assert_eq!(wrong.len(), 1, "{:?}", wrong.first());
    assert_eq!(
        (wrong[0].code, &*wrong[0].expected),
        ("P0102", "the file has 10005 tests; at most 10000 are allowed; divide it into several files")
    );
    assert!(results("fewer_tests", "", &file(TESTS, right)).iter().all(TestResult::has_passed));
    // The search stops when no more mistakes would be shown.
    let all = results("wrong_tests", "", &file(TESTS, "a,"));
    let mistakes = |count: usize| {
        let failures = all[..count].iter().filter_map(|result| result.failure.as_ref());
        failures.map(|failure| failure.all().count()).sum::<usize>()
    };
    let last = all.len() - 1;
    assert!(mistakes(last) >= FINDINGS && mistakes(last - 1) < FINDINGS, "{last}");
    let last = all[last].failure.as_ref().unwrap();
    assert!(last.all().any(|failure| failure.expected.contains("correct those before them first")), "{last}");
}

#[test]
fn seeds_may_be_as_large_as_programs_make_them() {
    assert_eq!(run("seed", "Test(name: \"a\", seed: 18446744073709551615, expect: (over: false))"), None);
}

/// The test reader must handle every entry of its grammar, and no other entries.
#[test]
fn the_reader_asks_for_every_field_of_the_grammar_of_tests() {
    let content = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let finder = Finder::nowhere().with_folder(content);
    assert!(!list_tests(&finder, "carcassonne", "").unwrap().is_empty());
    run("every_field", "Test(name: \"a\", expect: (why: [(per: \"tile\")], worth: [(at: \"0,0:road\")]))");
    Suite::read(&Finder::only_bundled(), &["carcassonne".to_owned()]).unwrap();
    let folder = std::env::temp_dir().join(format!("tilewright-asked-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("asked/tests")).unwrap();
    let files = [
        ("pack.ron", "Pack(id: \"asked\", version: \"1.0.0\", format: 1, title: \"Asked\", needs: [\"carcassonne\"])"),
        ("tests/examples.ron", "Examples(of: \"nothing\", cases: {\"01\": \"a case\"})"),
        ("tests/equal.ron", "EqualChanges([(module: \"a\", line: \"b\", changes: [\"c\"], because: \"d\")])"),
    ];
    files.iter().for_each(|(path, text)| std::fs::write(folder.join("asked").join(path), text).unwrap());
    let pack = folder.join("asked").display().to_string();
    assert!(examples(&finder, &pack).unwrap().is_some_and(|examples| examples.failures.is_empty()));
    Suite::read(&finder, std::slice::from_ref(&pack)).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let structs = tilewright_pack::schema::structs(|file| file.place.starts_with("tests/"));
    assert_eq!(tilewright_pack::read::asked::never(&structs), [""; 0]);
}

#[test]
fn examples_of_codes_about_tests_produce_them() {
    let mut seen = 0;
    for code in tilewright_pack::EXPLAIN.iter().flat_map(|group| group.iter()) {
        let Some((_, test)) = code.example.split_once("/tests/").and_then(|(_, rest)| rest.split_once('\n')) else {
            continue;
        };
        seen += 1;
        assert_eq!(run("example", test).unwrap().code, code.id);
    }
    assert!(seen > 0);
}

#[test]
fn a_test_that_expects_nothing_is_known() {
    let silent = |test: &str| result("nothing", "", test).expects_nothing;
    assert!(silent("Test(name: \"a\", steps: [\"draw U\", \"place 1,0,0\"])"));
    assert!(silent("Test(name: \"a\", end_game: true, expect: ())"));
    assert!(!silent("Test(name: \"a\", steps: [\"draw U\", \"refuse place 5,0,0\"])"));
    assert!(!silent("Test(name: \"a\", steps: [\"draw U\", (ask: \"place\")])"));
    assert!(!silent("Test(name: \"a\", unplayable: \"P0223\")"));
}

#[test]
fn failing_tests_show_what_rules_noted() {
    let rules = "rules: [(use: \"noting\")]";
    let noted = |name: &str, test: &str| result(name, rules, test).notes;
    let wrong = noted("noted", "Test(name: \"a\", steps: [\"draw C\", \"place 0,-1,0\"], expect: (scores: [9, 9]))");
    assert_eq!(wrong, ["a city for 0 the cell 0,-1 the tile `C` at 0,-1 true nil"]);
    let right = noted("noted", "Test(name: \"a\", steps: [\"draw C\", \"place 0,-1,0\"], expect: (scores: [0, 0]))");
    assert_eq!(right, [""; 0]);
    let parts = noted("noted", "Test(name: \"a\", steps: [\"draw U\", \"place 1,0,0\"], expect: (scores: [9, 9]))");
    assert!(parts[0].starts_with("on the segment 1,0:road:E.W the feature "), "{parts:?}");
    // Notes are kept even if a fault has undone the answer that wrote them.
    let failed = noted("noted", "Test(name: \"a\", steps: [\"draw A\", \"place 1,0,1\"], expect: (scores: [0, 0]))");
    assert_eq!(failed, ["about to fail"]);
    // A rule that only reads may write notes; long notes are cut.
    let test = "Test(name: \"a\", figures: [\"0 follower@0,0:road\"], end_game: true, expect: (scores: [9, 9]))";
    let long = noted("noted", test);
    assert_eq!(long.iter().map(|note| note.chars().count()).collect::<Vec<_>>(), [501]);
}

#[test]
fn tiles_that_lie_in_no_bag_can_be_arranged() {
    let tile = "tiles: [(id: \"Z\", bag: none, count: 0, edges: (n: field, e: field, s: field, w: field))]";
    let test = "Test(name: \"a\", board: \"Z@7,7 Z@7,8\", expect: (over: false))";
    assert_eq!(result("nobag", tile, test).failure, None);
}
