//! Tests the expectations about a position: they use the notation that arranges it, and describe the difference.

use std::path::PathBuf;

use tilewright_core::catalog::id::Symbol;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::sheet::{Item, ItemKind, Sheet};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::{TestFailure, run_tests};
use tilewright_wording::why::unfold;

const PACK: &str = r#"Pack(
    id: "carts", version: "1.0.0", format: 1, title: "Carts", authors: ["A"], licence: "MIT", seats: (2, 2),
    options: [(id: quiet, default: false)],
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass, grass]), (id: path, ports: [grass, path, grass])],
    figures: [(id: cart, supply: 3, on: [path])],
    bags: [tiles, (id: pile, stacked: true)],
    zones: [(id: barn, slots: 2)],
    counters: [
        (id: gold, start: 3), (id: noise, scope: game), (id: dust, scope: keyed), (id: met, scope: seat_keyed),
        (id: wear, scope: feature(sum)),
    ],
    tokens: [ghost],
    tiles: [
        (id: "S", count: 9, edges: (n: grass, e: path, s: grass, w: path), parts: [path(at: [E, W])]),
        (id: "E", count: 2, edges: (n: grass, e: path, s: grass, w: grass), parts: [path(at: [E], into: end)]),
        (id: "P", count: 2, bag: pile, edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "Q", count: 1, bag: pile, edges: (n: grass, e: grass, s: grass, w: grass)),
    ],
    board: (presets: [(tile: "S", at: (0, 0), from: tiles)]),
    flow: (
        turn: [draw(from: tiles), place, script(name: "trade"), script(name: "drive")],
        ends_with: [tiles],
    ),
    rules: [(use: "carts", quiet: option("quiet"))],
)"#;

const RULE: &str = r#"--- Carts drive to the tile that was placed.
--- @param quiet boolean = false
step("trade", function(seat)
    set_counter("dust", 2, cell(-1, 0))
    set_counter("met", 4, { seat, cell(1, -2) })
    for _, key in counter_keys("dust") do count("noise", counter("dust", key) + cell(key):x()) end
    ask(seat, "trade", { "salt" }, { auto = param.quiet })
    to_hand(seat, draw("tiles", { seat = seat, secret = param.quiet }))
end)
step("drive", function(seat)
    local all = tiles_on_board()
    for _, cart in figures_on_board(seat) do move(cart, all[#all]:segments()[1]) end
    ask(seat, "rest", { "yes", { key = "no", secret = param.quiet } })
end)
"#;

const TEXTS: &str = r#"Texts("en", {
    "terrain.grass": "Grass", "terrain.path": "Path", "figure.cart": "Cart", "bag.tiles": "Tiles", "bag.pile": "Pile",
    "zone.barn": "Barn", "counter.gold": "Gold", "counter.noise": "Noise", "counter.dust": "Dust", "counter.met": "Met",
    "counter.wear": "Wear", "token.ghost": "Ghost", "option.quiet": "Quiet", "step.place": "Place", "ask.trade": "Trade",
    "ask.rest": "Rest",
})"#;

/// Writes the pack with a test file into a folder.
fn folder(name: &str, tests: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tilewright-expects-{}-{name}", std::process::id())).join("carts");
    for (path, text) in
        [("pack.ron", PACK), ("rules/carts.lua", RULE), ("texts/en.ron", TEXTS), ("tests/tests.ron", tests)]
    {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Returns the failure of a test in which seat 0 has a cart on the first tile and S was placed at 1,0.
fn failure(name: &str, fields: &str) -> Option<TestFailure> {
    let test = format!(
        "Test(name: \"a\", figures: [\"0 cart@0,0:path\", \"1 cart@barn/2\"], hands: [\"E\", \"P*2\"],\n\
         bags: {{\"tiles\": \"E S*3\", \"pile\": \"P Q P\"}}, tokens: [\"ghost@0,0:path\"],\n\
         counters: {{\"noise\": 5, \"gold\": [3, 8], \"dust:2,1\": 7, \"met:1:0,0\": [6], \"wear@0,0:path\": 4}},\n{fields})"
    );
    let folder = folder(name, &test);
    let mut results = run_tests(&Finder::nowhere(), &folder.display().to_string(), "").unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(results.len(), 1);
    results.remove(0).failure
}

fn failure_text(name: &str, fields: &str) -> String {
    failure(name, fields).map_or_else(|| "passed".to_owned(), |f| f.to_string())
}

const PLACED: &str = "steps: [\"draw S\", \"place 1,0,0\", \"trade salt\"]";

#[test]
fn a_position_is_expected_in_the_words_in_which_it_is_arranged() {
    let arranged = "expect: (figures: [\"1 cart@barn/2\", \"0 cart@0,0:path\"], hands: [\"E\", \"P*2\"], \
                    bags: {\"pile\": \"P Q P\"}, tokens: [\"ghost@0,0:path\"], set_aside: [], \
                    counters: {\"noise\": 5, \"gold\": [3, 8], \"dust:2,1\": 7, \"met:1:0,0\": 6, \"wear@0,0:path\": 4})";
    assert_eq!(failure_text("arranged", &format!("set_aside: \"\", {arranged}")), "passed");
    let moved = "expect: (figures: [\"0 cart@1,0:path\", \"1 cart@barn/2\"], hands: [\"S E\"], bag: \"S E\", \
                 bags: {\"pile\": \"P Q P\"}, tokens: {\"ghost\": \"1,0:path\"}, seen_by: {\"drawn\": [2, 2]}, \
                 counters: {\"noise\": 15, \"dust:-1,0\": 2, \"dust:2,1\": [7], \"met:0:1,-2\": 4, \"wear@1,0:path\": 4})";
    assert_eq!(
        failure_text("moved", &format!("{}, {moved}", PLACED.replace("salt\"", "salt\", \"draw S\""))),
        "passed"
    );
}

#[test]
fn all_that_differs_of_a_position_is_told() {
    let wrong = "expect: (figures: [\"0 cart@0,0:path\", \"1 cart@barn/2\"], hands: [\"E\"], bag: \"S*4\", \
                 bags: {\"pile\": \"Q P*2\"}, set_aside: \"Q\", seen_by: {\"drawn\": [2, 0]}, \
                 counters: {\"dust:-1,0\": 3, \"gold\": 3, \"wear@1,0:path\": 9})";
    let steps = PLACED.replace("salt\"", "salt\", \"draw S\"");
    let failure = failure("wrong", &format!("{steps}, {wrong}")).unwrap();
    let all: Vec<String> = failure.all().map(|f| format!("{}: {} / {}", f.code, f.expected, f.actual)).collect();
    let wanted = [
        "counters_differ: the counter `dust:-1,0` [3] / [2]",
        "counters_differ: the counter `gold` [3] / [3, 8]",
        "counters_differ: the counter `wear@1,0:path` [9] / [4]",
        "figures_differ: 0 cart@0,0:path:E.W / 0 cart@1,0:path:E.W",
        "hands_differ: seat 1 to hold E / S E",
        "bags_differ: `tiles` to hold S*4 / S E",
        "bags_differ: `pile` to hold Q P*2 / P Q P",
        "set_aside_differs: set aside Q / nothing",
        "seen_by_differs: the seats to have seen `drawn` [2, 0] times / [2, 2]",
    ];
    assert_eq!(all, wanted);
    let figures = |name: &str, wanted: &str| {
        let told = failure_text(name, &format!("{PLACED}, expect: (figures: [{wanted}])"));
        told.split_once("] ").map_or(told.clone(), |(_, rest)| rest.to_owned())
    };
    let more = figures("more", "\"1 cart@barn/2\"");
    assert_eq!(more, "expected no other figures, actual: also 0 cart@1,0:path:E.W");
    let less = figures("less", "\"0 cart@1,0:path\", \"1 cart@barn/2\", \"1 cart@barn\"");
    assert_eq!(less, "expected 1 cart@barn, actual: only the others");
    assert_eq!(figures("unknown", "\"1 kart@barn\""), "there is no figure `kart`; did you mean `cart`?");
}

#[test]
fn a_key_that_is_none_says_what_a_key_is() {
    for (counter, wanted) in [
        ("dust:x", "the counter `dust` has no key `x`: write a number or a cell, as `dust:3` or `dust:1,0`"),
        ("dust", "the counter `dust` needs a key: write a number or a cell, as `dust:3` or `dust:1,0`"),
        ("gold:1", "the counter `gold` has no key `1`: write `gold` alone"),
        ("met:1,0", "no key `1,0`: write a seat, and a number or a cell, as `met:0:3` or `met:0:1,0`"),
        ("wear:1", "the counter `wear` has no key `1`: it belongs to features: write `wear@x,y:segment`"),
        ("dirt:1", "there is no counter `dirt:1`"),
    ] {
        for fields in
            [format!("expect: (counters: {{\"{counter}\": 1}})"), format!("steps: [(counters: {{\"{counter}\": 1}})]")]
        {
            assert!(failure_text("keys", &fields).contains(wanted), "{}", failure_text("keys", &fields));
        }
    }
    let arranged = |counter: &str| {
        let test = format!("Test(name: \"a\", counters: {{\"{counter}\": 1}}, expect: (over: false))");
        let folder = folder("arranged_key", &test);
        let results = run_tests(&Finder::nowhere(), &folder.display().to_string(), "").unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        results[0].failure.clone().unwrap().expected
    };
    assert!(arranged("dust:x").contains("has no key `x`: write a number or a cell"));
    assert_eq!(arranged("gold"), "`gold` takes 2 numbers, not 1");
    assert_eq!(arranged("wear"), "`wear` belongs to features: write `wear@x,y:segment`");
}

#[test]
fn what_is_not_asked_is_told_apart_from_what_is_taken_by_itself() {
    let placed = "steps: [\"draw S\", \"place 1,0,0\"";
    let asked = |name: &str, quiet: bool, rest: &str| {
        failure_text(name, &format!("options: {{\"quiet\": {quiet}}}, {placed}{rest}"))
    };
    assert_eq!(asked("quiet", true, "], expect: (not_asked: \"trade\")"), "passed");
    assert_eq!(asked("quiet1", true, ", (not_asked: [\"trade\", \"1: rest\"]), \"rest yes\"]"), "passed");
    let loud = asked("loud", false, "], expect: (not_asked: \"trade\", ask: \"rest\")");
    assert!(
        loud.ends_with(
            "[is_asked] expected that `trade` is not asked, actual: seat 1 is asked it, which has one option"
        ),
        "{loud}"
    );
    assert_eq!(asked("seat", false, "], expect: (not_asked: \"1: trade\")"), "passed");
    let waits = asked("waits", true, "], expect: (not_asked: \"rest\")");
    assert!(
        waits.ends_with("expected that `rest` is not asked, actual: seat 1 is asked it, which has 2 options"),
        "{waits}"
    );
    // Questions before the last answer do not count.
    assert_eq!(asked("after", false, ", \"rest yes\"], expect: (not_asked: \"trade\")"), "passed");
    let misspelt = asked("misspelt", true, "], expect: (not_asked: \"trad\")");
    assert!(misspelt.ends_with("no step or rule asks `trad`; did you mean `trade`?"), "{misspelt}");
}

#[test]
fn which_options_are_secret_is_told() {
    let told = |name: &str, quiet: bool, wanted: &str| {
        let steps = "steps: [\"draw S\", \"place 1,0,0\"]";
        failure_text(
            name,
            &format!("options: {{\"quiet\": {quiet}}}, {steps}, expect: (ask: \"rest\", secret_options: {wanted})"),
        )
    };
    assert_eq!(told("secrets", true, "[\"no\"]"), "passed");
    assert_eq!(told("open", false, "[]"), "passed");
    let more = told("more", false, "[\"no\"]");
    assert!(
        more.ends_with("[secret_options_differ] expected the secret options no, actual: no secret options"),
        "{more}"
    );
    let fewer = told("fewer", true, "[]");
    assert!(fewer.ends_with("expected no secret options, actual: the secret options no"), "{fewer}");
    let none = told("none", true, "[\"perhaps\"]");
    assert!(none.contains("[not_an_option]"), "{none}");
}

#[test]
fn what_others_must_not_see_is_told() {
    let seen = |quiet: bool, wanted: &str| {
        let test = format!(
            "options: {{\"quiet\": {quiet}}}, steps: [\"draw S\", \"place 1,0,0\"], \
             expect: (ask: \"rest\", seen_by: {{{wanted}}})"
        );
        failure_text("seen", &test)
    };
    assert_eq!(seen(false, "\"drawn\": [2, 2]"), "passed");
    assert_eq!(seen(true, "\"drawn\": [2, 1]"), "passed");
    let misspelt = seen(true, "\"drwan\": [2, 1]");
    assert!(misspelt.ends_with("there is no event `drwan`; did you mean `drawn`?"), "{misspelt}");
}

#[test]
fn chance_that_cannot_be_says_what_is_not_there() {
    let told = failure_text("chance", "steps: [\"draw P\"]");
    assert!(
        told.ends_with("expected P to be drawn, actual: a draw from `tiles` by seat 1: no P left in `tiles`"),
        "{told}"
    );
}

#[test]
fn what_counts_nothing_for_a_seat_is_left_out_of_an_explanation() {
    let loaded = load(&crate::packs(), &Request::new(["marsh"])).unwrap();
    let session = Session::new(loaded.machine().unwrap(), 2, 1).unwrap();
    let item = |kind, count, points, seat| Item {
        kind,
        label: Symbol(0),
        raised: None,
        count,
        each: 1,
        points,
        seat,
        stage: 0,
        origin: None,
    };
    let mut sheet = Sheet::default();
    sheet.items.extend([
        item(ItemKind::Per, 3, 3, None),
        item(ItemKind::Seat, 0, 0, Some(Seat(1))),
        item(ItemKind::Seat, 2, 2, Some(Seat(0))),
        item(ItemKind::Void, 0, 0, None),
    ]);
    let told: Vec<_> = unfold(&session, &sheet).lines.iter().map(|line| (line.kind, line.points)).collect();
    assert_eq!(told, [(ItemKind::Per, 3), (ItemKind::Seat, 2), (ItemKind::Void, 0)]);
}
