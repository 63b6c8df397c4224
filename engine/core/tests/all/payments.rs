//! Compares the search for payments with an enumeration of all ways, on small random boards.

use petgraph::visit::{EdgeRef, IntoEdges};
use tilewright_core::board::Board;
use tilewright_core::board::graph::{Link, Through};
use tilewright_core::board::payments::Price;
use tilewright_core::catalog::Preset;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::tile::Completion;
use tilewright_core::fixture::Sample;
use tilewright_core::fixture::drawing::{draw, ink};
use tilewright_core::fixture::rulebook::Rulebook;
use tilewright_core::state::chance::Generator;

/// Sea on all sides, either connected or divided.
const SEAS: &str = "
open   straits
sssss   ssss
sssss  s sss
sssss  ss ss
sssss  sss s
sssss  ssss
";
fn meeting(board: &Board, segment: SegmentId) -> Vec<SegmentId> {
    let links = board.segment_graph().edges(segment);
    links.filter(|l| *l.weight() == Link::Meets).map(|l| l.target()).collect()
}

fn add(a: &Price, b: &Price) -> Price {
    std::array::from_fn(|i| a[i] + b[i])
}

fn covers(a: &Price, b: &Price) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

/// Lists all payments of ways that visit no segment twice.
fn every_way(
    links: &[Vec<SegmentId>],
    prices: &[Option<Price>],
    goals: &[Option<Price>],
    way: &mut Vec<SegmentId>,
    paid: Price,
    found: &mut Vec<Price>,
) {
    let here = way[way.len() - 1].index();
    if let Some(more) = &goals[here] {
        found.push(add(&paid, more));
    }
    for &to in &links[here] {
        if let (false, Some(price)) = (way.contains(&to), &prices[to.index()]) {
            way.push(to);
            every_way(links, prices, goals, way, add(&paid, price), found);
            way.pop();
        }
    }
}

#[test]
fn exactly_the_payments_that_nothing_beats_are_found() {
    let mut several = 0;
    for seed in 0..300 {
        let mut dice = Generator::new(seed);
        let mut catalog = draw(Lattice::Square, &[ink('s', "sea", Completion::Never)], SEAS);
        let kinds: Vec<_> = catalog.kinds.ids().collect();
        for y in 0..3 {
            for x in 0..3 {
                // The first tile is open sea.
                let parted = usize::from((x, y) != (0, 0) && dice.below(3) == 0);
                let (kind, turn) = (kinds[parted], dice.below(4) as u8);
                catalog.board.presets.push(Preset { kind, cell: Cell::new(x, y), turn: Turn(turn), from: None });
            }
        }
        let sample = Sample::new(catalog, Rulebook::default());
        let game = sample.game(2);
        let board = game.board();
        let count = board.features().segment_bound();
        let links: Vec<Vec<SegmentId>> = board.features().segments().map(|s| meeting(board, s)).collect();
        let mut price = |most: u32| {
            let mut price = Price::default();
            for _ in 0..dice.below(3) {
                price[dice.below(4) as usize] += dice.below(most);
            }
            price
        };
        let mut prices: Vec<Option<Price>> = (0..count).map(|_| Some(price(4))).collect();
        let mut goals: Vec<Option<Price>> = (0..count).map(|_| Some(price(3))).collect();
        for segment in 0..count {
            if segment > 0 && dice.below(8) == 0 {
                prices[segment] = None;
            }
            if dice.below(3) > 0 {
                goals[segment] = None;
            }
        }
        let mut all = Vec::new();
        let first = prices[0].unwrap();
        every_way(&links, &prices, &goals, &mut vec![SegmentId(0)], first, &mut all);
        let mut best: Vec<Price> = all.clone();
        best.retain(|p| !all.iter().any(|other| other != p && covers(other, p)));
        best.sort_by_key(|p| (p.iter().sum::<u32>(), *p));
        best.dedup();

        let through = Through::default();
        let routes = board.payments(SegmentId(0), &through, |s| prices[s.index()], |s| goals[s.index()]);
        assert_eq!(routes.iter().map(|r| r.price).collect::<Vec<_>>(), best, "seed {seed}");
        several += usize::from(best.len() > 1);
        let total = |price: &Price| price.iter().map(|&n| u64::from(n)).sum::<u64>();
        let ends: Vec<(SegmentId, u64)> =
            board.features().segments().filter_map(|s| Some((s, total(goals[s.index()].as_ref()?)))).collect();
        let totals = board.least_totals(&through, &ends, |s| prices[s.index()].as_ref().map(total));
        for from in board.features().segments() {
            let found = board.payments(from, &through, |s| prices[s.index()], |s| goals[s.index()]);
            assert_eq!(totals[from.index()], found.first().map(|route| total(&route.price)), "seed {seed}, {from:?}");
        }
        for route in routes {
            let last = route.way[route.way.len() - 1];
            let mut paid = goals[last.index()].unwrap();
            for (i, &segment) in route.way.iter().enumerate() {
                paid = add(&paid, &prices[segment.index()].unwrap());
                assert!(
                    i == 0 && segment == SegmentId(0) || links[route.way[i - 1].index()].contains(&segment),
                    "seed {seed}"
                );
            }
            assert_eq!(paid, route.price, "seed {seed}");
        }
    }
    assert!(several > 30, "hardly a board has more than one payment: {several}");
}
