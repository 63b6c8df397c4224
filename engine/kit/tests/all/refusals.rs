//! Tests that the reported obstacles are exactly what excludes a placement from the options, in random games of shipped
//! packs, of invented packs with tiles of several cells and on hexes, and of rules that remove placements.

use std::collections::BTreeSet;

use tilewright_core::board::obstacle::Obstacle;
use tilewright_core::catalog::lattice::{Cell, Plane, Turn};
use tilewright_core::machine::why_not::Placing;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Pick;

use crate::properties::load_with_random_options;

/// Number of times that each kind of obstacle was met.
#[derive(Default, Debug)]
struct ObstacleCounts {
    off_board: u32,
    taken: u32,
    edge: u32,
    alone: u32,
    rule: u32,
    turn: u32,
    fits: u32,
}

/// Returns the placements among the options of the waiting decision.
fn options(game: &Game) -> BTreeSet<(Cell, Turn)> {
    let Some(decision) = game.decision() else { return BTreeSet::new() };
    let placement = |pick: Pick| match decision.options.of_step(pick) {
        Some(Pick::Placement { cell, turn }) => Some((cell, turn)),
        _ => None,
    };
    decision.options.iter(game).filter_map(placement).collect()
}

/// Compares the obstacles of every cell on the board and near it with the options.
fn compare(game: &Game, placing: &Placing, met: &mut ObstacleCounts) {
    let (board, catalog) = (game.board(), game.catalog());
    let legal = options(game);
    let (min, max) = board.bounds(Plane::FIRST).unwrap_or((Cell::ORIGIN, Cell::ORIGIN));
    for (x, y) in (min.x - 3..=max.x + 3).flat_map(|x| (min.y - 3..=max.y + 3).map(move |y| (x, y))) {
        let cell = Cell::new(x, y);
        let turns = placing.why_not(game, cell);
        assert_eq!(turns.len(), catalog.lattice.side_count());
        for (turn, obstacles) in catalog.lattice.turns().zip(&turns) {
            let what = format!("{} at {cell},{turn}: {obstacles:?}", catalog.kinds.key(placing.kind));
            assert_eq!(obstacles.is_empty(), legal.contains(&(cell, turn)), "{what}");
            met.fits += u32::from(obstacles.is_empty());
            for obstacle in obstacles {
                match *obstacle {
                    Obstacle::OffBoard(here) => {
                        assert!(!board.exists(here), "{what}");
                        met.off_board += 1;
                    }
                    Obstacle::Taken(here) => {
                        assert!(board.tile_at(here).is_some(), "{what}");
                        met.taken += 1;
                    }
                    // This obstacle concerns only tiles that may be placed on others.
                    Obstacle::Uneven(_) => panic!("{what}"),
                    Obstacle::Edge { cell: here, side, own, across, met: theirs } => {
                        let own_cell = catalog.kinds[placing.kind].cells.iter().find(|part| {
                            let (dx, dy) = catalog.lattice.turn_offset(part.offset, turn);
                            cell.plus(dx, dy) == here
                        });
                        let shown = own_cell.unwrap().edge(catalog.lattice.side_before(side, turn));
                        assert_eq!((shown, across), (own, catalog.lattice.neighbour(here, side)), "{what}");
                        assert!(!catalog.meet(own, theirs), "{what}");
                        met.edge += 1;
                    }
                    Obstacle::Turn => {
                        assert!(obstacles.len() == 1 && !catalog.turns(placing.kind).contains(turn), "{what}");
                        met.turn += 1;
                    }
                    Obstacle::Alone => {
                        assert_eq!(obstacles.len(), 1, "{what}");
                        met.alone += 1;
                    }
                    Obstacle::Plane => assert!(!placing.planes.contains(cell.plane()), "{what}"),
                    Obstacle::Rule { origin, .. } => {
                        // The board allows the placement, and the line registers a rule.
                        assert!(board.turns_at(placing.kind, cell).contains(turn), "{what}");
                        let module = &catalog.modules[usize::from(origin.module)];
                        let line = module.source.lines().nth(origin.line as usize - 1).unwrap();
                        let is_named = line.starts_with("offer(") || line.starts_with("restrict(");
                        assert!(is_named, "{}: {line}", module.path);
                        met.rule += 1;
                    }
                }
            }
        }
    }
}

fn play_and_compare(pack: &str, games: u64) -> ObstacleCounts {
    let mut met = ObstacleCounts::default();
    for seed in 0..games {
        let mut random = Generator::new(700 + seed);
        let loaded = load_with_random_options(pack, &mut random);
        let mut session = Session::new(loaded.machine().unwrap(), 2, seed).unwrap();
        session.put_single_options(true);
        session.start().unwrap();
        while let Some(decision) = session.decision() {
            let count = decision.options.count();
            let before = session.game().fingerprint();
            let placing = session.placing().unwrap();
            assert_eq!(session.game().fingerprint(), before, "looking changes nothing");
            assert_eq!(placing.is_some(), !options(session.game()).is_empty());
            if let Some(placing) = placing {
                compare(session.game(), &placing, &mut met);
            }
            let decision = session.decision().unwrap();
            let pick = decision.options.get(session.game(), random.below(count)).unwrap();
            session.answer(pick).unwrap();
        }
    }
    met
}

#[test]
fn a_turn_is_refused_exactly_where_it_is_no_option() {
    let met = play_and_compare("carcassonne", 6);
    assert!(met.taken > 0 && met.edge > 0 && met.alone > 0 && met.fits > 0 && met.rule == 0, "{met:?}");
    let hexes = play_and_compare("marsh", 6);
    assert!(hexes.taken > 0 && hexes.edge > 0 && hexes.alone > 0 && hexes.fits > 0, "{hexes:?}");
    let several = play_and_compare("everything", 6);
    assert!(several.taken > 0 && several.edge > 0 && several.alone > 0 && several.fits > 0, "{several:?}");
    assert!(several.turn > 0 && met.turn == 0, "{several:?}");
    assert!(met.off_board + hexes.off_board + several.off_board > 0, "no board had a rim");
}

#[test]
fn a_rule_that_takes_placements_out_is_named() {
    let met = play_and_compare("river", 6);
    assert!(met.rule > 0 && met.fits > 0, "{met:?}");
}
