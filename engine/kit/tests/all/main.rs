//! Tests of the kit as its users see it, and of the engine on the packs that ship.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod properties;
mod records;
mod same;
mod wrong_tests;

use std::path::Path;

use tilewright_kit::find::Finder;
use tilewright_kit::load::{Request, load};

pub(crate) fn content() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
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
        let results = tilewright_kit::tests::run_tests(&content(), &found.id, "").unwrap();
        assert!(!results.is_empty(), "{} has no tests", found.id);
        wrong.extend(results.iter().filter_map(|r| Some(format!("{}\n    {}", r.name, r.failure.as_ref()?))));
        let (untested, sources) = tilewright_kit::tests::untested_options(&content(), &found.id, &results).unwrap();
        wrong.extend(untested.iter().map(|d| format!("{} {}", sources.place(d.span.unwrap()), d.message)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
