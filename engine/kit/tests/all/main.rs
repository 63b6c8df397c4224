//! Tests the kit through its public interface, and the engine on the shipped packs.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

/// Returns `nightly` if `TILEWRIGHT_NIGHTLY` is set, as in `.ci/nightly`, and a smaller number by day.
fn amount<T>(by_day: T, nightly: T) -> T {
    if std::env::var_os("TILEWRIGHT_NIGHTLY").is_some() { nightly } else { by_day }
}

mod archives;
mod attacks;
mod bad_records;
mod beside;
mod by_seats;
mod capsules;
mod chosen;
mod codes;
mod deployable;
mod ends;
mod everything;
mod examples;
mod expects;
mod explained;
mod face_down;
mod gaps;
mod growing;
mod guide;
mod heads;
mod hidden;
mod hostile;
mod hostile_packs;
mod joints;
mod midstep;
mod narrated;
mod own_art;
mod own_zones;
mod panics;
mod planes;
mod pond;
mod positions;
mod previews;
mod probes;
mod properties;
mod protection;
mod records;
mod refusals;
mod renamed;
mod restricted;
mod same;
mod secret_options;
mod secrets;
mod sentences;
mod settled;
mod slips;
mod traced;
mod v0_1;
mod versions;
mod worded;
mod wordings;
mod written;
mod wrong_tests;

use std::path::Path;

use tilewright_core::catalog::Value;
use tilewright_core::session::record::{Move, Record};
use tilewright_kit::games::replay::Replayer;
use tilewright_kit::packs::find::{Finder, FoundPack, PackPlace};
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::Suite;

pub(crate) fn content() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

/// Returns a finder of the shipped packs and the invented packs of these tests.
pub(crate) fn packs() -> Finder {
    content().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs"))
}

#[test]
fn shipped_packs_load_without_findings() {
    for found in content().list().unwrap() {
        let loaded = load(&content(), &Request::new([found.id])).unwrap();
        let shown: Vec<String> = loaded
            .diagnostics
            .iter()
            .map(|d| format!("{} {} {}", d.span.map_or(String::new(), |s| loaded.sources.place(s)), d.code, d.message))
            .collect();
        assert_eq!(shown, Vec::<String>::new());
        assert!(loaded.is_playable());
    }
}

#[test]
fn tests_of_shipped_packs_pass() {
    let mut wrong = Vec::new();
    for found in content().list().unwrap() {
        let results = tilewright_kit::suite::run_tests(&content(), &found.id, "").unwrap();
        assert!(!results.is_empty(), "{} has no tests", found.id);
        wrong.extend(results.iter().filter_map(|r| Some(format!("{}\n    {}", r.name, r.failure.as_ref()?))));
        let (untested, sources) = tilewright_kit::suite::untested_options(&content(), &found.id, &results).unwrap();
        wrong.extend(untested.iter().map(|d| format!("{} {}", sources.place(d.span.unwrap()), d.message)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns a finder of the packs that test the rule library.
fn workshops() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/tests"))
}

#[test]
fn tests_of_the_library_pass_and_set_all_there_is_to_set() {
    let finder = workshops();
    let found = finder.list().unwrap();
    assert!(!found.is_empty());
    for FoundPack { id, .. } in found {
        let mut suite = Suite::read(&finder, std::slice::from_ref(&id)).unwrap();
        for case in &suite.cases {
            let request = Request { options: case.options.clone(), ..Request::new([&*id]) };
            let loaded = load(&finder, &request).unwrap();
            let told: Vec<&str> = loaded.diagnostics.iter().map(|d| &*d.message).collect();
            assert_eq!(told, Vec::<&str>::new(), "{:?}", case.options);
        }
        assert!(suite.run(1, &|_| true));
        let wrong: Vec<String> = suite.failures().map(|(case, failure)| format!("{}: {failure}", case.name)).collect();
        assert_eq!(wrong, Vec::<String>::new());
        assert_eq!(suite.unset_options(), []);
    }
}

#[test]
fn packs_are_found_by_path_and_id_in_the_order_of_places() {
    let by_path = Finder::nowhere().find(&format!("{}/../../content/carcassonne", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert_eq!(by_path.id, "carcassonne");
    let bundled = Finder::only_bundled().find("carcassonne@1.0.0").unwrap();
    assert_eq!(bundled.place, PackPlace::Bundled);
    assert_eq!(bundled.read().unwrap(), by_path.read().unwrap(), "the bundled pack equals the folder");
    let first = Finder::only_bundled().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
    assert!(matches!(first.find("carcassonne").unwrap().place, PackPlace::Folder(_)));
    let error = Finder::only_bundled().find("carcasonne").unwrap_err();
    assert_eq!(error.code(), "unknown_pack");
    assert!(error.to_string().contains("did you mean `carcassonne`?"), "{error}");
    assert_eq!(Finder::only_bundled().find("./no/such/folder").unwrap_err().code(), "cannot_read");
    assert_eq!(Finder::only_bundled().find(env!("CARGO_MANIFEST_DIR")).unwrap_err().code(), "no_pack_file");
}

#[test]
fn records_that_cannot_be_played_here_are_refused_with_a_reason() {
    let finder = content();
    let mut replayer = Replayer::new(&finder);
    let record = |packs: &str, option: &str| Record {
        packs: vec![packs.to_owned()],
        options: if option.is_empty() { vec![] } else { vec![(option.to_owned(), Value::Bool(true))] },
        seats: 2,
        seed: Some(1),
        moves: vec![Move::Answer { seat: 0, ask: "place".into(), pick: "9,9,9".into() }],
        ..Record::default()
    };
    let mut code = |record: Record| replayer.replay(&record).err().unwrap().code();
    assert_eq!(code(record("nothing", "")), "unknown_pack");
    assert_eq!(code(record("carcassonne", "carcassonne:nothing")), "unknown_option");
    assert_eq!(code(record("carcassonne", "carcassonne:table")), "bad_option");
    assert_eq!(code(record("carcassonne", "carcassonne:table_edge_completes")), "options_exclude");
    assert_eq!(code(record("carcassonne", "")), "not_an_option");
    assert_eq!(code(record("carcassonne@0.0.1", "")), "other_content");
    assert_eq!(code(record("carcassonne#00", "")), "other_content");
    assert_eq!(code(Record { seats: 40, ..record("carcassonne", "") }), "wrong_seats");
}
