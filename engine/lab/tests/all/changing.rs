//! Tests packs that change placed tiles and claims, in combination with packs that do not know them: their tests pass,
//! and random games hold together.

use std::path::Path;

use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::run_tests;
use tilewright_lab::simulate::GamePlan;
use tilewright_lab::verify::{GameRange, verify};

use crate::content;

fn finder() -> Finder {
    content().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs"))
}

fn tests_pass(pack: &str, least: usize) {
    let results = run_tests(&finder(), pack, "").unwrap();
    let failed: Vec<_> = results.iter().filter(|result| result.failure.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(results.len() >= least, "{} tests", results.len());
}

/// Verifies random games with a pack, alone and together with others.
fn games_hold(pack: &str) {
    for packs in [vec![pack], vec![pack, "inns_cathedrals", "traders_builders"]] {
        let loaded = load(&finder(), &Request::new(packs.clone())).unwrap();
        assert!(loaded.is_playable(), "{packs:?}: {:?}", loaded.errors().next());
        let plan = GamePlan { games: 6, seats: 3, seed: 11, threads: 1 };
        let report = verify(&loaded, &GameRange { plan, first: 0, seats: (2, 5) }, &|_| {}).unwrap();
        assert_eq!(report.told, [], "{packs:?}");
        assert!(report.games == 6 && report.looks > report.answers, "{packs:?}: {report:?}");
    }
}

#[test]
fn bridges_lie_over_tiles_of_packs_that_they_do_not_know() {
    tests_pass("spans", 7);
    games_hold("spans");
}

#[test]
fn ties_are_broken_wherever_claims_are_compared() {
    tests_pass("ridges", 4);
    games_hold("ridges");
}
