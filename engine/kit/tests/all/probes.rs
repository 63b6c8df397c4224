//! Tests small packs for families of games that no other pack of the project covers: each loads without errors, its
//! tests pass, and random games keep all invariants after every answer.

use std::path::PathBuf;

use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::run_tests;

/// Maximum number of lines in a probe, which shows how little a designer must write.
const LINES: usize = 150;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/probes")
}

fn probes() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn lines(of: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(of).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| if path.is_dir() { lines(&path) } else { std::fs::read_to_string(path).unwrap().lines().count() })
        .sum()
}

#[test]
fn probes_are_small_in_order_and_pass_their_tests() {
    let names = probes();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let count = lines(&folder().join(&name));
        assert!(count <= LINES, "{name} has {count} lines");
        let finder = Finder::nowhere().with_folder(folder());
        let loaded = load(&finder, &Request { lints: false, ..Request::new([&*name]) }).unwrap();
        // Texts and style matter only for packs that are meant to be played.
        assert!(loaded.is_playable(), "{name}: {:?}", loaded.diagnostics);
        let results = run_tests(&finder, &name, "").unwrap();
        let failures: Vec<String> =
            results.iter().filter_map(|r| r.failure.as_ref()).map(ToString::to_string).collect();
        assert_eq!(failures, Vec::<String>::new(), "{name}");
        assert!(!results.is_empty(), "{name} has no tests");
    }
}

#[test]
fn games_of_probes_hold_what_must() {
    for name in probes() {
        let finder = Finder::nowhere().with_folder(folder());
        let loaded = load(&finder, &Request { lints: false, ..Request::new([&*name]) }).unwrap();
        let (fewest, most) = loaded.catalog().unwrap().seats;
        let mut answers = 0;
        for seats in fewest..=most {
            let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, 5).unwrap();
            let mut chance = Generator::new(u64::from(seats));
            session.start().unwrap();
            while let Some(decision) = session.decision() {
                let number = chance.below(decision.options.count());
                let pick = decision.options.get(session.game(), number).unwrap();
                session.answer(pick).unwrap_or_else(|refusal| panic!("{name}, {seats} seats: {refusal:?}"));
                answers += 1;
                if let Err(wrong) = verify::position(session.game()) {
                    panic!("{name}, {seats} seats, {answers} answers: {wrong}");
                }
            }
            assert_eq!(session.game().stage(), tilewright_core::state::Stage::Over, "{name}");
        }
        assert!(answers > 20, "{name}: {answers} answers");
    }
}
