//! Tests the order of bags by lots: it is uniform, a further tile leaves the others in their order, and it is the same
//! on every machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::id::{BagId, Name, TileKindId};
use crate::catalog::seat::{Seat, SeatSet};
use crate::catalog::tile::TileKind;
use crate::catalog::{Bag, Catalog};
use crate::state::Game;
use crate::state::chance::{ChanceOrder, Seed};
use crate::state::effect::Effect;
use crate::state::event::Listeners;

const BAG: BagId = BagId(0);

/// Returns a catalog whose bag or stack has these numbers of tiles.
fn catalog(contents: &[(&str, u32)], stacked: bool) -> Arc<Catalog> {
    let mut catalog = Catalog::default();
    let mut held = Vec::new();
    for &(name, count) in contents {
        held.push((catalog.kinds.add(Name::new("p", name), TileKind::default()).unwrap(), count));
    }
    catalog.bags.add(Name::new("p", "bag"), Bag { contents: held, stacked, ..Bag::default() }).unwrap();
    catalog.finish();
    Arc::new(catalog)
}

fn game(catalog: &Arc<Catalog>, seed: impl Into<Seed>) -> Game {
    Game::new(Arc::clone(catalog), 2, seed, Listeners::default()).unwrap()
}

fn draw(game: &mut Game) -> Option<TileKindId> {
    game.draw_tile(BAG, Seat(0), SeatSet::EVERYBODY, None)
}

/// Draws all tiles and returns their names.
fn names(game: &mut Game) -> String {
    let drawn: Vec<TileKindId> = std::iter::from_fn(|| draw(game)).collect();
    drawn.into_iter().map(|kind| game.catalog().kinds.key(kind)).collect()
}

/// Fails if the numbers of equally probable results differ too much: if their chi-square is above `limit`. Chance
/// alone exceeds each limit in fewer than 2 of 10,000 cases.
fn assert_uniform(counts: &BTreeMap<String, u32>, results: u64, limit: u64) {
    assert_eq!(counts.len() as u64, results, "{counts:?}");
    let total: u64 = counts.values().map(|&count| u64::from(count)).sum();
    let squares: u64 = counts.values().map(|&count| (u64::from(count) * results).abs_diff(total).pow(2)).sum();
    let chi_square = squares / (total * results);
    assert!(chi_square < limit, "{chi_square}: {counts:?}");
}

fn tally(results: impl Iterator<Item = String>) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    results.for_each(|result| *counts.entry(result).or_default() += 1);
    counts
}

#[test]
fn all_orders_are_equally_probable() {
    for stacked in [false, true] {
        let four = catalog(&[("a", 1), ("b", 1), ("c", 1), ("d", 1)], stacked);
        assert_uniform(&tally((0..24_000_u64).map(|seed| names(&mut game(&four, seed)))), 24, 56);
        // 4! / 2! different orders.
        let copies = catalog(&[("a", 2), ("b", 1), ("c", 1)], stacked);
        assert_uniform(&tally((0..24_000_u64).map(|seed| names(&mut game(&copies, seed)))), 12, 37);
    }
}

#[test]
fn a_tile_that_was_put_back_is_drawn_like_any_other() {
    let three = catalog(&[("a", 1), ("b", 1), ("c", 1)], false);
    let play = |seed: u64| {
        let mut game = game(&three, seed);
        let mut drawn = String::new();
        for _ in 0..3 {
            let kind = draw(&mut game).unwrap();
            drawn += &game.catalog().kinds.key(kind);
            game.apply(Effect::PutBack { bag: BAG, kind }).unwrap();
        }
        drawn
    };
    // Every draw is out of all three tiles, whatever was drawn before.
    assert_uniform(&tally((0..27_000).map(play)), 27, 61);
}

#[test]
fn dealt_tiles_are_in_any_order() {
    let mut with_stack = Catalog::clone(&catalog(&[("a", 1), ("b", 1), ("c", 1), ("d", 1)], false));
    let to = with_stack.bags.add(Name::new("p", "stack"), Bag { stacked: true, ..Bag::default() }).unwrap();
    with_stack.finish();
    let with_stack = Arc::new(with_stack);
    let play = |seed: u64| {
        let mut game = game(&with_stack, seed);
        game.apply(Effect::Deal { from: BAG, to: vec![(to, 3)] }).unwrap();
        game.bag(to).order().iter().map(|&kind| game.catalog().kinds.key(kind)).collect()
    };
    assert_uniform(&tally((0..24_000).map(play)), 24, 56);
}

#[test]
fn a_further_copy_or_kind_leaves_the_others_in_their_order() {
    let before = [("a", 3), ("b", 1), ("c", 4), ("d", 9), ("e", 2)];
    let after = [("a", 3), ("b", 1), ("x", 1), ("c", 5), ("d", 9), ("e", 2)];
    for stacked in [false, true] {
        let [before, after] = [&before[..], &after].map(|contents| catalog(contents, stacked));
        for seed in 0..500_u64 {
            let [before, after] = [&before, &after].map(|catalog| names(&mut game(catalog, seed)));
            let rest = after.replacen('x', "", 1);
            let without = |at: usize| format!("{}{}", &rest[..at], &rest[at + 1..]);
            let is_one_of = rest.match_indices('c').any(|(at, _)| without(at) == before);
            assert!(is_one_of, "seed {seed}: {before} and {after}");
        }
    }
}

#[test]
fn the_order_is_the_same_everywhere() {
    let contents = [("a", 3), ("b", 1), ("c", 4), ("d", 9), ("e", 2)];
    let [bag, stack] = [false, true].map(|stacked| catalog(&contents, stacked));
    let old = |seed: u64| Seed { number: seed, order: ChanceOrder::Sequence };
    assert_eq!([1_u64, 2].map(|seed| names(&mut game(&bag, seed))), ["dccecaaabddddcddded", "dbededcadddddacdcac"]);
    // The first version, in which older records were played.
    assert_eq!([1, 2].map(|seed| names(&mut game(&bag, old(seed)))), ["ceadcddbacdecddddda", "caddedacecaddbddcdd"]);
    assert_eq!([1, 2].map(|seed| names(&mut game(&stack, old(seed)))), ["daecddddecddcdcadba", "decdaceddccddbdadda"]);
}
