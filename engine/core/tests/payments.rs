//! The search for payments against all ways there are, on small boards by chance.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use std::sync::Arc;
use tilewright_core::catalog::id::SegmentId;

use petgraph::visit::{EdgeRef, IntoEdges};
use tilewright_core::board::Board;
use tilewright_core::board::graph::{Link, Through};
use tilewright_core::board::payments::Price;
use tilewright_core::catalog::id::{EdgeTypeId, Name, TerrainId};
use tilewright_core::catalog::lattice::{Cell, MAX_SIDES};
use tilewright_core::catalog::tile::{EdgeType, Port, Segment, Terrain, TileCell, TileKind};
use tilewright_core::catalog::{Catalog, Preset};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::event::Listeners;

const SEA: TerrainId = TerrainId(0);

/// Tiles with sea on all sides: all of it one, or two straits that cross.
fn catalog(cells: &[(i16, i16, usize)]) -> Catalog {
    let name = |local: &str| Name::new("base", local);
    let mut c = Catalog { seats: (2, 4), ..Catalog::default() };
    c.terrains.add(name("sea"), Terrain::default()).unwrap();
    c.score_kinds.add(name("sea"), ()).unwrap();
    c.edges.add(name("sea"), EdgeType { ports: vec![SEA], ..EdgeType::default() }).unwrap();
    let segment = |sides: &[u8]| Segment {
        terrain: SEA,
        cell: 0,
        ports: sides.iter().map(|&side| Port { side, index: 0 }).collect(),
        tags: Vec::new(),
        touches: 0,
    };
    let edges = [EdgeTypeId(0); MAX_SIDES];
    let tile = |segments| TileKind { cells: vec![TileCell { offset: (0, 0), edges }], segments, ..TileKind::default() };
    let kinds = [
        c.kinds.add(name("open"), tile(vec![segment(&[0, 1, 2, 3])])).unwrap(),
        c.kinds.add(name("straits"), tile(vec![segment(&[0, 2]), segment(&[1, 3])])).unwrap(),
    ];
    let preset =
        |&(x, y, kind): &(i16, i16, usize)| Preset { kind: kinds[kind], cell: Cell::new(x, y), turn: 0, from: None };
    c.board.presets = cells.iter().map(preset).collect();
    c.finish();
    c
}

fn meeting(board: &Board, catalog: &Catalog, segment: SegmentId) -> Vec<SegmentId> {
    let links = board.segment_graph(catalog).edges(segment);
    links.filter(|l| *l.weight() == Link::Meets).map(|l| l.target()).collect()
}

fn add(a: &Price, b: &Price) -> Price {
    std::array::from_fn(|i| a[i] + b[i])
}

fn covers(a: &Price, b: &Price) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

/// All payments of ways that visit no segment twice.
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
        let mut cells = vec![(0, 0, 0)];
        for (x, y) in [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)] {
            cells.push((x, y, usize::from(dice.below(3) == 0)));
        }
        let catalog = Arc::new(catalog(&cells));
        let game = Game::new(Arc::clone(&catalog), 2, 1, Listeners::default()).unwrap();
        let board = game.board();
        let count = board.features().segment_count();
        let links: Vec<Vec<SegmentId>> = board.features().segments().map(|s| meeting(board, &catalog, s)).collect();
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
        let routes = board.payments(&catalog, SegmentId(0), &through, |s| prices[s.index()], |s| goals[s.index()]);
        assert_eq!(routes.iter().map(|r| r.price).collect::<Vec<_>>(), best, "seed {seed}");
        several += usize::from(best.len() > 1);
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
