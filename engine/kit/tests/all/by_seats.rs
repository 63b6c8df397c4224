//! Tests packs that depend on the number of seats, with other tiles, boards, hands and rules for two than for three.

use std::path::Path;

use tilewright_core::catalog::id::{BagId, Root};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_kit::files::write_with_folders;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::records::json::{read_records, write_record};
use tilewright_kit::suite::run_tests;
use tilewright_wording::words::Words;

const PACK: &str = r#"Pack(
    id: "camp", version: "1.0.0", format: 1, title: "Camp", authors: ["A"], licence: "MIT", seats: (2, 4),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    bags: [tiles],
    tiles: [
        (id: "Plain", count: option("seats", {2: 4, 3: 6, 4: 9}), edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "Third", when: {"seats": [3, 4]}, edges: (n: grass, e: grass, s: grass, w: grass)),
    ],
    books: [gift],
    board: (presets: [(tile: "Plain", at: (0, 0)), (tile: "Plain", at: (1, 0), when: {"seats": 4})]),
    flow: (turn: [draw(from: tiles), place, script(name: "give", when: {"seats": 2})], ends_with: [tiles]),
    rules: [(use: "gifts", much: option("seats"))],
)"#;

const GIFTS: &str = "--- A gift for each seat.
--- @param much integer = 0  How much.

step(\"give\", function(seat) award(seat, param.much, \"gift\") end)
";

const TESTS: &str = r#"Tests([
    (name: "two", seats: 2, steps: ["place 0,1,0"], expect: (scores: [2, 0])),
    (name: "three", seats: 3, steps: ["place 0,1,0"], expect: (scores: [0, 0, 0])),
])"#;

fn camp(name: &str, pack: &str) -> (Finder, Loaded) {
    let folder = std::env::temp_dir().join(format!("tilewright-by-seats-{}-{name}", std::process::id()));
    let write = |file: &str, text: &str| write_with_folders(&folder.join("camp").join(file), text.as_bytes()).unwrap();
    write("pack.ron", pack);
    write("rules/gifts.lua", GIFTS);
    write("tests/it.ron", TESTS);
    let finder = Finder::nowhere().with_folder(&folder);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["camp"]) }).unwrap();
    (finder, loaded)
}

fn play_whole_game(loaded: &Loaded, seats: u8) -> (u32, usize, Vec<i32>) {
    let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, 5).unwrap();
    session.start().unwrap();
    let tiles = session.game().bag(BagId(0)).total();
    let presets = session.game().board().tiles().len();
    while let Some(decision) = session.decision() {
        let pick = decision.options.get(session.game(), 0).unwrap();
        session.answer(pick).unwrap();
    }
    let record = record_of(&session, "whole");
    let again = replay_by(loaded, &record).unwrap();
    assert_eq!(again.game().fingerprint(), session.game().fingerprint());
    (tiles, presets, session.game().scores().to_vec())
}

#[test]
fn a_game_has_what_its_packs_say_for_so_many_seats() {
    let (finder, loaded) = camp("whole", PACK);
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.catalog().unwrap().seats, (2, 4), "the declared range is unchanged");
    // One tile has already been drawn.
    assert_eq!(play_whole_game(&loaded, 2), (3, 1, vec![4, 4]));
    assert_eq!(play_whole_game(&loaded, 3), (6, 1, vec![0, 0, 0]));
    assert_eq!(play_whole_game(&loaded, 4), (9, 2, vec![0, 0, 0, 0]));
    let wrong = Session::new(loaded.machine_for(2).unwrap(), 3, 1).err().unwrap().to_string();
    assert_eq!(wrong, "the packs were loaded for games of 2 seats, not of 3");
    let failures: Vec<String> = run_tests(&finder, "camp", "")
        .unwrap()
        .iter()
        .filter_map(|r| r.failure.as_ref())
        .map(ToString::to_string)
        .collect();
    assert_eq!(failures, Vec::<String>::new());
}

#[test]
fn what_is_wrong_for_some_numbers_is_told() {
    let told = |name: &str, pack: &str| -> Vec<String> {
        let (_, loaded) = camp(name, pack);
        assert!(!loaded.is_playable());
        loaded.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect()
    };
    assert_eq!(told("wrong1", &PACK.replace(", 4: 9", "")), ["P0222: no value for a game of 4"]);
    assert_eq!(
        told("wrong2", &PACK.replace("\"seats\": [3, 4]", "\"seats\": [3, 40]")),
        ["P0109: 40 is out of range; it may be 1 to 12"]
    );
    assert_eq!(
        told("wrong3", &PACK.replace("seats: (2, 4)", "seats: (2, option(\"seats\"))"))[0],
        "P0409: the number of seats cannot depend on itself"
    );
    assert_eq!(
        told("wrong4", &PACK.replace("(use: \"gifts\",", "(use: \"gift\", when: {\"seats\": 4}), (use: \"gifts\","))[0],
        "P0501: there is no rule module `gift`"
    );
}

#[test]
fn twelve_play_with_stacks_of_their_own_and_their_records_play_again() {
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes"));
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["own_stacks"]) }).unwrap();
    let mut later = 0;
    for seed in 0..6 {
        let mut session = Session::new(loaded.machine_for(12).unwrap(), 12, seed).unwrap();
        let mut chance = Generator::new(seed);
        session.start().unwrap();
        while let Some(decision) = session.decision() {
            let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
            session.answer(pick).unwrap();
            let (game, features) = (session.game(), session.game().board().features());
            verify::position(game).unwrap();
            verify::tiles_are_conserved(game).unwrap();
            let claimed = |root: &Root| features.claims(root.segment())[8..].iter().any(|&claim| claim > 0);
            later += features.roots().filter(claimed).count();
        }
        let text = write_record(&record_of(&session, "twelve"));
        for seat in 0..12 {
            assert!(text.contains(&format!("\"from\":\"stack:{seat}\"")), "seat {seat} draws from its stack");
        }
        let record = read_records(&text).remove(0).unwrap();
        let again = replay_by(&loaded, &record).unwrap();
        assert_eq!(again.game().fingerprint(), session.game().fingerprint());
        assert_eq!(again.game().scores().len(), 12);
        let seen = transcript(&session, Some(Seat(11)));
        assert!(seen.contains(r#"{"draw":null,"from":"stack:0""#), "draws of other seats are hidden");
    }
    assert!(later > 100, "{later} features are claimed by seats after the eighth");
}

#[test]
fn a_stack_of_a_seat_is_called_by_its_text_and_its_seat() {
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes"));
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["own_stacks"]) }).unwrap();
    let catalog = loaded.catalog().unwrap();
    let called = |seat: Seat| format!("player {}", seat.0 + 1);
    let words = Words::new(catalog, "en", &called);
    let bag = words.bag(catalog.find_bag("stack:10").unwrap());
    assert_eq!((&*bag.id, &*bag.name), ("stack:10", "stack (player 11)"));
    assert_eq!(words.bag(catalog.find_bag("stack").unwrap()).name, "stack");
}
