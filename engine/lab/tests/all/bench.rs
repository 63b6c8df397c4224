//! Tests that benchmarks measure the right subject. Figures are not compared with a clock, but with each other and with
//! counts.

use tilewright_kit::packs::load::Request;
use tilewright_lab::bench::{BenchPlan, EachPlan, bench, bench_each};

use crate::content;

#[test]
fn packs_are_measured_each_by_itself() {
    let packs = ["glowmoor", "traders_builders", "entdecker"].map(String::from).to_vec();
    let plan = EachPlan { packs, runs: 1, games: Some(2), seed: 1 };
    let rows = bench_each(&content(), &plan, &|_| {}).unwrap();
    let names: Vec<&str> = rows.iter().map(|row| &*row.pack).collect();
    assert_eq!(names, ["glowmoor", "traders_builders", "entdecker"]);
    for row in &rows {
        let bench = &row.bench;
        assert_eq!(row.games, 2);
        assert!(bench.ns_per_game.median > 0.0 && bench.replay_ns.median > 0.0 && bench.clone_ns.median > 0.0);
        assert!(bench.calls_per_game() > 0.0 && bench.playouts_per_second.median > 0.0, "{}", row.pack);
        assert!(bench.searched_per_second.is_some_and(|rate| rate.min > 0.0), "{}", row.pack);
    }
    assert!(rows.iter().all(|row| row.ns_per_tile_of_sets.is_some_and(|tile| tile.median > 0.0)));
}

#[test]
fn functions_are_told_with_their_places() {
    let request = Request { lints: false, ..Request::new(["traders_builders"]) };
    let plan = BenchPlan { request, seats: 2, games: 5, runs: 1, seed: 1 };
    let bench = bench(&content(), &plan).unwrap();
    let placed = bench.functions.iter().find(|cost| cost.registered == "on placed").unwrap();
    assert!(placed.place.starts_with("scripts/double_turn.lua:"), "{}", placed.place);
    assert!(bench.functions.iter().is_sorted_by(|a, b| a.entered * a.ns >= b.entered * b.ns));
}
