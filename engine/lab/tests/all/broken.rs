//! Tests that `verify` reports the right problem for packs that are broken on purpose.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::replay::replay;
use tilewright_core::verify;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::suite::run_tests;
use tilewright_lab as lab;
use tilewright_lab::bot::Random;
use tilewright_lab::bots::parse_bot;
use tilewright_lab::play::GameTable;
use tilewright_lab::simulate::{GamePlan, simulate};
use tilewright_lab::verify::{GameRange, Property, VerificationReport, verify};

/// A small game of paths. The text in braces differs from test to test.
const PACK: &str = r#"
Pack(
    id: "orchard", version: "1.0.0", format: 1, title: "Orchard", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [grass, path, grass])],
    figures: [(id: walker, supply: 5, weight: 1, on: [path])],
    bags: [tiles],
    counters: [(id: luck, scope: seat)],
    board: (extent: bounded((-9, -9), (9, 9)), presets: [(tile: "S", at: (0, 0), turn: 0, from: tiles)]),
    flow: (turn: [{turn}], finish: [score_rest], ends_with: [tiles], tie_breaks: [luck]),
    rules: [(use: "paths", on: path, per_tile: 1), (use: "slip")],
    tiles: [
        (id: "S", count: 1, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
        (id: "A", count: 10, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
        (id: "B", count: 8, edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N], into: end)]),
    ],
)
"#;

/// Correct steps of a turn.
const TURN: &str = "draw(from: tiles), place, deploy, score";

/// Temporary folder that is removed after the test.
struct BrokenPackFolder(PathBuf);

impl Drop for BrokenPackFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Loads the game with other steps, a separate rule module, and texts.
fn orchard(turn: &str, rule: &str, texts: &[(&str, &str)]) -> (BrokenPackFolder, Loaded) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder =
        BrokenPackFolder(std::env::temp_dir().join(format!("tilewright-broken-{}-{number}", std::process::id())));
    let pack = folder.0.join("orchard");
    std::fs::create_dir_all(pack.join("rules")).unwrap();
    std::fs::create_dir_all(pack.join("texts")).unwrap();
    std::fs::write(pack.join("pack.ron"), PACK.replace("{turn}", turn)).unwrap();
    std::fs::write(pack.join("rules/slip.lua"), rule).unwrap();
    for (language, entries) in texts {
        std::fs::write(pack.join(format!("texts/{language}.ron")), format!("Texts(\"{language}\", {{{entries}}})"))
            .unwrap();
    }
    let finder = Finder::nowhere().with_folder(&folder.0);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["orchard"]) }).unwrap();
    let errors: Vec<_> = loaded.errors().map(|d| d.message.clone()).collect();
    assert!(loaded.is_playable(), "{errors:?}");
    (folder, loaded)
}

fn verify_orchard(turn: &str, rule: &str, texts: &[(&str, &str)]) -> VerificationReport {
    let (_folder, loaded) = orchard(turn, rule, texts);
    let plan = GamePlan { games: 16, seats: 2, seed: 7, threads: 1 };
    verify(&loaded, &GameRange { plan, first: 0, seats: (2, 2) }, &|_| {}).unwrap()
}

/// Checks the first reported problem of a game with these steps and this rule.
#[track_caller]
fn check_first_problem(turn: &str, rule: &str, stage: Property, words: &str) {
    let report = verify_orchard(turn, rule, &[]);
    let first = report.told.first().unwrap_or_else(|| panic!("no problem is reported: {report:?}"));
    assert!(first.stage == stage && first.what.contains(words), "{:?}: {}", first.stage, first.what);
}

#[test]
fn the_game_as_it_should_be_holds() {
    let report = verify_orchard(TURN, "", &[]);
    assert_eq!((report.told, report.missing, report.games), (Vec::new(), Vec::new(), 16));
}

#[test]
fn a_tile_that_is_drawn_and_not_placed_is_lost() {
    let turn = "draw(from: tiles), script(name: \"slip\"), place, deploy, score";
    let rule = "step(\"slip\", function() if chance(\"slip\", 5) == 0 then leave() end end)";
    check_first_problem(turn, rule, Property::Invariant, " lost: ");
}

#[test]
fn a_tile_that_another_takes_the_place_of_is_lost() {
    let turn = "repeat(name: \"again\", steps: [draw(from: tiles), script(name: \"slip\")]), place, deploy, score";
    check_first_problem(turn, "step(\"slip\", function() end)", Property::Invariant, "that it had in play is lost");
}

#[test]
fn a_tile_that_a_rule_takes_and_keeps_is_lost() {
    let rule = "on(\"placed\", function() if turn_number() == 3 then draw(\"tiles\") end end)";
    check_first_problem(TURN, rule, Property::Invariant, "1 are lost: taken by a rule and not returned");
}

#[test]
fn what_is_taken_out_is_not_lost() {
    let rule =
        "on(\"placed\", function() if turn_number() == 3 then take_out(\"tiles\", bag_kinds(\"tiles\")[1]) end end)";
    let report = verify_orchard(TURN, rule, &[]);
    assert_eq!(report.told, []);
}

#[test]
fn a_tile_that_is_there_twice_is_told() {
    let back = "on(\"placed\", function(ev) put_back(\"tiles\", ev.kind) end)";
    check_first_problem(TURN, back, Property::Invariant, ", and the packs declare ");
    let made = "on(\"placed\", function(ev) if turn_number() == 4 then to_hand(ev.seat, \"B\") end end)";
    check_first_problem(TURN, made, Property::Invariant, "there are 9 tiles B, and the packs declare 8");
}

#[test]
fn a_finished_feature_that_nobody_scores_is_told() {
    let turn = "draw(from: tiles), place, deploy, script(name: \"slip\")";
    let rule = "step(\"slip\", function() begin_round() end_round() end)";
    check_first_problem(
        turn,
        rule,
        Property::Invariant,
        "is finished and claimed, and the turn is over without its being scored",
    );
    // A rule that pays for the path has scored it, and so has a rule that finds it worthless.
    let rule = "step(\"slip\", function(seat)\n    begin_round()\n    for _, path in completed_features() do\n\
                        pay_sheet(path, {}, function(sheet) sheet:claim(path) end)\n        for _, figure in path:figures() do take_home(figure) end\n    end\n    end_round()\nend)";
    assert_eq!(verify_orchard(turn, rule, &[]).told, []);
}

#[test]
fn turns_in_which_nothing_happens_are_told() {
    let turn = format!("script(name: \"slip\"), {TURN}");
    let some = "step(\"slip\", function()\n    if turn_number() > 30 then end_game() end\n    if turn_number() > 4 then leave() end\nend)";
    check_first_problem(&turn, some, Property::Idle, "consecutive turn parts have no decision and no event");
    let endless = "step(\"slip\", function() if turn_number() > 4 then leave() end end)";
    check_first_problem(&turn, endless, Property::Fault, "the turn never ends");
}

#[test]
fn games_without_end_are_told_soon() {
    let turn = format!("script(name: \"slip\"), {TURN}");
    for (again, words) in [
        ("", "the game goes in circles: the same position 200 times, and `more` is asked"),
        ("count(\"luck\", 1, seat)", "the game is not over after 5000 answers"),
    ] {
        let rule = format!(
            "step(\"slip\", function(seat)\n    if turn_number() < 9 then return end\n\
             \x20   while true do ask(seat, \"more\", {{ \"a\", \"b\" }}) {again} end\nend)"
        );
        check_first_problem(&turn, &rule, Property::Endless, words);
    }
}

/// A question with many options that repeats endlessly, and a rule that counts endlessly.
const COSTLY: [(&str, &str); 2] = [
    ("for i = 1, 4096 do o[i] = tostring(i) end", "it continues after 100000000 steps"),
    ("for i = 1, 4000 do count(\"luck\", 1, seat) end o = { \"a\", \"b\" }", "more than 67108864 bytes of events"),
];

#[test]
fn a_game_that_takes_too_much_is_stopped() {
    let turn = format!("repeat(name: \"again\", steps: [script(name: \"slip\")]), {TURN}");
    for (again, words) in COSTLY {
        let rule = format!("step(\"slip\", function(seat) local o = {{}} {again} ask(seat, \"more\", o) end)");
        let (_folder, loaded) = orchard(&turn, &rule, &[]);
        // The first game of a thread is played in a session.
        let plan = GamePlan { games: 1, seats: 2, seed: 7, threads: 1 };
        let summary = simulate(&loaded, &plan, &[], &|_| {}).unwrap();
        let [stopped] = &summary.faults[..] else { panic!("{:?}", summary.faults) };
        assert_eq!((stopped.fault.code, stopped.game, stopped.seed), ("S0415", 0, plan.seed_of(0)));
        assert!(stopped.fault.message.contains(words), "{}", stopped.fault);
        assert_eq!((&*stopped.fault.pack, &*stopped.fault.place), ("orchard", "orchard/rules/slip.lua:1"));
        // The game is best repeated by its seed: a record would be as large as the game.
        assert!(stopped.record.is_none() && summary.games == 0);
    }
}

#[test]
fn a_costly_game_is_stopped_alike_without_a_session_and_by_bots() {
    let turn = format!("repeat(name: \"again\", steps: [script(name: \"slip\")]), {TURN}");
    let rule = "step(\"slip\", function(seat) for i = 1, 1900000 do end ask(seat, \"more\", { \"a\", \"b\" }) end)";
    let (_folder, loaded) = orchard(&turn, rule, &[]);
    let mut table = GameTable::new(loaded.machine().unwrap(), 2).unwrap();
    let fault = table.play(1, &mut Random).unwrap_err();
    assert_eq!(fault.code, "S0415", "{fault}");
    let mut games = lab::games::Games::new(&loaded, 2, &[parse_bot("greedy").unwrap()], false).unwrap();
    let played = games.play(1, &mut |_, _, _| {}).unwrap();
    assert_eq!(played.fault.map(|fault| fault.code), Some("S0415"));
    check_first_problem(&turn, rule, Property::Endless, "S0415");
}

#[test]
fn a_costly_game_is_stopped_where_it_is_repeated() {
    let turn = format!("repeat(name: \"again\", steps: [script(name: \"slip\")]), {TURN}");
    let rule = "step(\"slip\", function(seat) for i = 1, 1900000 do end ask(seat, \"more\", { \"a\", \"b\" }) end)";
    let (folder, loaded) = orchard(&turn, rule, &[]);
    let (record, is_faulty) = lab::simulate::record_game(loaded.machine().unwrap(), 2, 1).unwrap();
    assert!(is_faulty && record.moves.len() > 40, "{}", record.moves.len());
    let difference = replay(loaded.machine().unwrap(), &record).err().unwrap().to_string();
    assert!(difference.contains("S0415"), "{difference}");
    // The game is also stopped when a test plays it.
    let steps = "\"more a\", ".repeat(60);
    std::fs::create_dir_all(folder.0.join("orchard/tests")).unwrap();
    std::fs::write(folder.0.join("orchard/tests/a.ron"), format!("Test(name: \"a\", steps: [{steps}])")).unwrap();
    let results = run_tests(&Finder::nowhere().with_folder(&folder.0), "orchard", "").unwrap();
    let failure = results[0].failure.as_ref().unwrap().to_string();
    assert!(failure.contains("S0415"), "{failure}");
}

#[test]
fn a_game_in_which_nobody_is_asked_is_told() {
    let rule = "step(\"slip\", function() if turn_number() > 4 then end_game() end end)";
    check_first_problem(
        "script(name: \"slip\")",
        rule,
        Property::Idle,
        "after 5 turns, and no seat was asked anything",
    );
}

#[test]
fn a_board_that_would_leave_tiles_outside_is_told() {
    let rule = "on(\"placed\", function() if turn_number() == 3 then resize(cell(5, 5), cell(8, 8)) end end)";
    check_first_problem(TURN, rule, Property::Fault, "the board cannot shrink below its tiles");
}

#[test]
fn ranks_that_are_not_those_of_the_points_are_told() {
    let rule = "on(\"part_began\", function(ev) if turn_number() == 2 then count(\"luck\", 3, ev.seat) end end)";
    let (_folder, loaded) = orchard(TURN, rule, &[]);
    let (_, faulty) = tilewright_lab::simulate::record_game(loaded.machine().unwrap(), 2, 1).unwrap();
    assert!(!faulty);
    let mut table = tilewright_lab::play::GameTable::new(loaded.machine().unwrap(), 2).unwrap();
    let (mut parted, mut tied) = (0, 0);
    for seed in 0..60 {
        table.play(seed, &mut tilewright_lab::bot::Random).unwrap();
        let game = table.game();
        verify::ranking(game, &game.ranking()).unwrap();
        let (first, second) = (vec![Seat(0)], vec![Seat(1)]);
        let other = if game.ranking()[0] == first { [second, first] } else { [first, second] };
        let wrong = verify::ranking(game, &other).unwrap_err();
        assert!(wrong.contains("do not follow from the points"), "{wrong}");
        assert!(verify::ranking(game, &other[..1]).unwrap_err().contains("1 seats are ranked, of 2"));
        // Seats never share a rank here: with equal points, the seat with more luck is ahead.
        assert!(verify::ranking(game, &[vec![Seat(0), Seat(1)]]).is_err());
        let equal = game.scores()[0] == game.scores()[1];
        *if equal { &mut tied } else { &mut parted } += 1;
    }
    assert!(parted > 0 && tied > 0, "{parted} {tied}");
}

/// Lists the missing keys with their packs, languages and games.
fn missing(rule: &str, texts: &[(&str, &str)]) -> Vec<String> {
    let turn = format!("script(name: \"slip\"), {TURN}");
    let report = verify_orchard(&turn, rule, texts);
    assert_eq!(report.told, []);
    report.missing.iter().map(|m| format!("{} {} {} {}", m.text.pack, m.text.language, m.text.key, m.game)).collect()
}

#[test]
fn a_question_and_an_answer_without_a_text_are_told_in_each_language() {
    let rule = "step(\"slip\", function(seat)\n    local said = ask(seat, \"orchard.pick\", { \"apple\", \"pear\" }, { none = \"nothing\" })\n\
                    if said == \"pear\" then ask(seat, \"orchard.much\", { 1, 2 }) end\nend)";
    let english = "\"ask.orchard.pick\": \"Pick\", \"ask.orchard.pick.apple\": \"An apple\"";
    let dutch =
        "\"ask.orchard.pick\": \"Pluk\", \"ask.orchard.pick.pear\": \"Een peer\", \"ask.orchard.much\": \"Hoeveel\"";
    let came = missing(rule, &[("en", english), ("nl", dutch)]);
    let wanted = [
        "orchard en ask.orchard.much 0",
        "orchard en ask.orchard.pick.nothing 0",
        "orchard en ask.orchard.pick.pear 0",
        "orchard nl ask.orchard.pick.apple 0",
        "orchard nl ask.orchard.pick.nothing 0",
    ];
    assert_eq!(came, wanted);
}

#[test]
fn an_offer_without_a_text_is_told_and_names_stand_for_themselves() {
    let rule = "offer(\"deploy\", function(options) options:add(\"more\", \"again\") end)\nchosen(\"again\", function() end)\n\
                step(\"slip\", function(seat) ask(seat, \"who\", { \"walker\", \"3:\" .. seat }) end)";
    let came = missing(rule, &[("en", "\"step.who\": \"Who\", \"figure.walker\": \"Walker\"")]);
    assert_eq!(came, ["orchard en offer.again 0"]);
}

#[test]
fn a_key_that_a_rule_puts_together_wants_a_text_for_its_beginning() {
    let rule =
        "step(\"slip\", function(seat) ask(seat, \"orchard.sell\", { \"ware:\" .. seat, \"ware:fine:\" .. seat }) end)";
    let told = |more: &str| missing(rule, &[("en", &format!("\"ask.orchard.sell\": \"Sell\"{more}"))]);
    assert_eq!(told(""), ["orchard en ask.orchard.sell.ware 0"]);
    assert_eq!(told(", \"ask.orchard.sell.ware\": \"Ware {1}\""), [""; 0]);
}

#[test]
fn games_that_break_alike_are_told_at_once_and_not_played_on() {
    let (_folder, loaded) =
        orchard(TURN, "on(\"placed\", function() if turn_number() == 3 then draw(\"tiles\") end end)", &[]);
    let plan = GamePlan { games: 40, seats: 2, seed: 7, threads: 1 };
    let seen = std::sync::Mutex::new(Vec::new());
    let report = verify(&loaded, &GameRange { plan, first: 0, seats: (2, 2) }, &|broken| {
        seen.lock().unwrap().push(broken.map(|b| b.game));
    })
    .unwrap();
    assert_eq!((report.games, report.broken, report.cut), (3, 3, true));
    assert_eq!(*seen.lock().unwrap(), [Some(0), None, None], "the first of them only");
}
