//! Tests that placements have their predicted effects, and that fast searches match plain ones, in random games that
//! include tiles of several cells.

use std::collections::{BTreeMap, BTreeSet};
use tilewright_core::catalog::id::{Id, SegmentId};

use tilewright_core::board::Board;
use tilewright_core::board::graph::Through;
use tilewright_core::board::preview::PreviewedFeature;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::{Cell, Side};
use tilewright_core::catalog::tile::Completion;
use tilewright_core::machine::{Machine, RunOptions, Stop};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::{Options, Pick};

use crate::properties::{load_with_random_options, pack_of};

/// Every fifth pack has tiles of two squares and rules that ask, another fifth has tiles of two hexes.
fn pack_to_play(mix: u64) -> &'static str {
    if mix % 5 == 3 { "everything" } else { pack_of(mix) }
}

fn members(board: &Board, segment: SegmentId) -> BTreeSet<SegmentId> {
    board.features().members(segment).collect()
}

/// Returns the empty cells that have a neighbour, either a tile or the rim.
fn open_cells(catalog: &Catalog, board: &Board) -> BTreeSet<Cell> {
    let around = |cell: Cell| catalog.lattice.sides().map(move |side| catalog.lattice.neighbour(cell, side));
    let mut cells: BTreeSet<Cell> = catalog.board.rim.iter().flat_map(|r| around(r.cell)).collect();
    for placed in board.tiles() {
        for part in &catalog.kinds[placed.kind].cells {
            let (dx, dy) = catalog.lattice.turn_offset(part.offset, placed.turn);
            let here = placed.cell.plus(dx, dy);
            cells.extend(around(here));
        }
    }
    cells.retain(|&c| board.tile_at(c).is_none() && board.exists(c));
    cells
}

fn surrounded_segments(catalog: &Catalog, board: &Board) -> BTreeSet<SegmentId> {
    let is = |s: &SegmentId| catalog.terrains[board.terrain(*s)].completion == Completion::Surrounded;
    board.features().segments().filter(is).filter(|&s| board.is_complete(s)).collect()
}

/// Places a tile in a copy of the game, and compares the result with the forecast.
fn compare(machine: &mut Machine, game: &Game, pick: Pick) {
    let Some(Options::Placements { kind, .. }) = game.decision().map(|d| &d.options) else { return };
    let Pick::Placement { cell, turn } = pick else { return };
    let (kind, catalog, before) = (*kind, game.catalog(), game.board());
    let said = before.if_placed(kind, cell, turn).unwrap();
    let mut after = Box::new(game.clone());
    machine.answer(&mut after, pick).unwrap();
    let board = after.board();
    assert_eq!(board.tiles().len(), before.tiles().len() + 1);
    let first = board.tiles().next_back().unwrap().first_segment;
    let what = format!("{} at {cell} turned {turn}", catalog.kinds.key(kind));
    let mut seen = BTreeSet::new();
    for PreviewedFeature { segments, joins, open_sides, tiles, complete } in &said.features {
        let own: BTreeSet<SegmentId> = segments.iter().map(|&s| first.plus(s as u32)).collect();
        let any = *own.first().unwrap();
        let joined: BTreeSet<SegmentId> =
            joins.iter().flat_map(|&j| members(before, j.segment())).chain(own.clone()).collect();
        assert_eq!(members(board, any), joined, "{what}: joined");
        assert!(joins.iter().all(|&j| before.features().root(j.segment()) == j), "{what}: roots");
        assert_eq!(board.features().open_sides(any), *open_sides, "{what}: open sides of {segments:?}");
        assert_eq!(board.features().tiles(any), *tiles, "{what}: tiles of {segments:?}");
        let kind_of = catalog.terrains[board.terrain(any)].completion;
        if kind_of != Completion::NeighboursComplete {
            assert_eq!(board.is_complete(any), *complete, "{what}: completeness of {segments:?}");
        }
        seen.extend(own);
    }
    let all: BTreeSet<SegmentId> = board.features().segments().filter(|&s| s >= first).collect();
    assert_eq!(seen, all, "{what}: every segment is in one feature");
    let fresh: BTreeSet<SegmentId> =
        surrounded_segments(catalog, board).difference(&surrounded_segments(catalog, before)).copied().collect();
    let fresh: BTreeSet<SegmentId> = fresh.into_iter().filter(|&s| s < first).collect();
    assert_eq!(said.surrounds.iter().copied().collect::<BTreeSet<_>>(), fresh, "{what}: surrounded");
    // On a sliding board, a placement may also remove cells; only the remaining new cells are compared.
    let opened: BTreeSet<Cell> = open_cells(catalog, board).difference(&open_cells(catalog, before)).copied().collect();
    let opens: BTreeSet<Cell> = said.opens.iter().copied().filter(|&c| board.exists(c)).collect();
    assert_eq!(opens, opened, "{what}: opened cells");
}

#[test]
fn what_a_placement_would_do_is_what_it_does() {
    let mut compared = 0;
    for mix in 0..30 {
        let mut random = Generator::new(4000 + mix);
        let loaded = load_with_random_options(pack_to_play(mix), &mut random);
        let (mut machine, mut other) = (loaded.machine().unwrap(), loaded.machine().unwrap());
        for seed in 0..2 {
            let mut game = machine.new_game(2, seed + mix * 10).unwrap();
            while machine.run_with(&mut game, RunOptions::ASKING).unwrap().stop == Stop::Decision {
                let decision = game.decision().unwrap();
                let count = decision.options.count();
                if matches!(decision.options, Options::Placements { .. }) {
                    for _ in 0..4.min(count) {
                        let pick = decision.options.get(&game, random.below(count)).unwrap();
                        compare(&mut other, &game, pick);
                        compared += 1;
                    }
                }
                let pick = decision.options.get(&game, random.below(count)).unwrap();
                machine.answer(&mut game, pick).unwrap();
            }
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// Pairs of linked segments.
type Pairs = BTreeSet<(SegmentId, SegmentId)>;

/// Computes the links of a board from the kinds alone: across edges, and on tiles.
fn links(catalog: &Catalog, board: &Board) -> (Pairs, Pairs) {
    // Maps cell, side and port to a segment; ports are counted from the clockwise end of the side.
    let mut ports: BTreeMap<(Cell, Side, usize), (SegmentId, usize)> = BTreeMap::new();
    let mut touches = BTreeSet::new();
    for placed in board.tiles() {
        let kind = &catalog.kinds[placed.kind];
        for (local, segment) in kind.segments.iter().enumerate() {
            let number = placed.first_segment.plus(local as u32);
            let part = &kind.cells[usize::from(segment.cell)];
            let (dx, dy) = catalog.lattice.turn_offset(part.offset, placed.turn);
            let here = placed.cell.plus(dx, dy);
            for port in &segment.ports {
                let count = catalog.edges[part.edge(port.side)].ports.len();
                let side = catalog.lattice.turn_side(port.side, placed.turn);
                ports.insert((here, side, usize::from(port.index)), (number, count));
            }
            let bits = (0..kind.segments.len()).filter(|i| segment.touches >> i & 1 == 1);
            touches.extend(bits.map(|i| (number, placed.first_segment.plus(i as u32))));
        }
    }
    let mut meets = BTreeSet::new();
    for (&(cell, side, index), &(from, count)) in &ports {
        let across = (catalog.lattice.neighbour(cell, side), catalog.lattice.opposite(side), count - 1 - index);
        if let Some(&(to, other)) = ports.get(&across)
            && other == count
            && board.terrain(from) == board.terrain(to)
        {
            meets.insert((from, to));
        }
    }
    (meets, touches)
}

fn some<T: Id>(ids: impl Iterator<Item = T>, random: &mut Generator) -> Vec<T> {
    ids.filter(|_| random.below(2) == 0).collect()
}

fn search(catalog: &Catalog, board: &Board, random: &mut Generator) {
    let (meets, touches) = links(catalog, board);
    // Segments of tiles that were taken up are not queried.
    let there: Vec<SegmentId> = board.features().segments().collect();
    let one_of = |random: &mut Generator| there[random.below(there.len() as u32) as usize];
    let through = Through {
        terrains: some(catalog.terrains.ids(), random),
        without: if random.below(2) == 0 { some(catalog.tags.ids(), random) } else { Vec::new() },
        touching: random.below(2) == 0,
    };
    let from = one_of(random);
    let admits = |s: SegmentId| {
        let segment = board.segment(s);
        (through.terrains.is_empty() || through.terrains.contains(&segment.terrain))
            && through.without.iter().all(|&t| segment.tag(t) == 0)
    };
    let all: Vec<(SegmentId, SegmentId)> = meets
        .iter()
        .chain(touches.iter().filter(|_| through.touching))
        .copied()
        .filter(|&(_, to)| admits(to))
        .collect();
    // Each round adds or improves entries, until no entry changes.
    let price = |s: SegmentId| if s.0 % 7 == 3 { None } else { Some(s.0 % 5) };
    let mut reached = BTreeSet::from([from]);
    let mut costs = BTreeMap::from([(from, 0u32)]);
    loop {
        let before = (reached.len(), costs.clone());
        for &(a, b) in &all {
            if reached.contains(&a) {
                reached.insert(b);
            }
            if let (Some(&cost), Some(more)) = (costs.get(&a), price(b)) {
                let known = costs.entry(b).or_insert(u32::MAX);
                *known = (*known).min(cost + more);
            }
        }
        if before == (reached.len(), costs.clone()) {
            break;
        }
    }
    let came = board.reach(from, &through);
    assert_eq!(came, reached.into_iter().collect::<Vec<_>>(), "reach from {from} through {through:?}");
    let goals: BTreeSet<SegmentId> = (0..3).map(|_| one_of(random)).collect();
    let found = board.cheapest(from, |s| goals.contains(&s), &through, price);
    let least = goals.iter().filter_map(|g| costs.get(g)).min().copied();
    assert_eq!(found.as_ref().map(|(cost, _)| *cost), least, "cheapest from {from} to {goals:?} through {through:?}");
    if let Some((cost, way)) = found {
        assert!(way[0] == from && goals.contains(way.last().unwrap()), "{way:?}");
        assert!(way.windows(2).all(|w| all.contains(&(w[0], w[1]))), "{way:?} goes where there is no link");
        assert_eq!(way[1..].iter().map(|&s| price(s).unwrap()).sum::<u32>(), cost, "{way:?}");
    }
}

#[test]
fn searches_find_what_plain_searches_find() {
    for mix in 0..20 {
        let mut random = Generator::new(5000 + mix);
        let loaded = load_with_random_options(pack_to_play(mix), &mut random);
        let mut machine = loaded.machine().unwrap();
        let mut game = machine.new_game(2, mix).unwrap();
        while machine.run(&mut game).unwrap() == Stop::Decision {
            let decision = game.decision().unwrap();
            let pick = decision.options.get(&game, random.below(decision.options.count())).unwrap();
            machine.answer(&mut game, pick).unwrap();
            if game.board().tiles().len() % 10 == 7 {
                search(game.catalog(), game.board(), &mut random);
            }
        }
        (0..40).for_each(|_| search(game.catalog(), game.board(), &mut random));
    }
}
