//! Tests the frontier: open cells, their demands, and all placements, compared with a search over all cells and turns.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::board::obstacle::Obstacle;
use tilewright_core::catalog::lattice::{Cell, Lattice, Planes, Side, Turn, Turns};
use tilewright_core::catalog::tile::MayTurn;
use tilewright_core::fixture::drawing::kind_of;
use tilewright_core::fixture::samples::{WALKER, draw_sample};
use tilewright_core::fixture::{Sample, play};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::{Options, Pick};
use tilewright_core::state::effect::{Effect, Place};
use tilewright_core::verify;

use crate::boards::{all, at_each_tile, drawn_tiles, lettered_boards};
use crate::canvas::{LetterCanvas, letters_of};

/// Returns all cells near the tiles and the rim.
fn nearby_cells(game: &Game) -> Vec<Cell> {
    let tiles = game.board().tiles().map(|tile| tile.cell);
    let cells: Vec<Cell> = tiles.chain(game.catalog().board.rim.iter().map(|rim| rim.cell)).collect();
    let mut around = Vec::new();
    for plane in game.board().planes() {
        let range = |of: fn((i16, i16)) -> i16| {
            let all = cells.iter().filter(|cell| cell.plane() == plane).map(|cell| of(cell.coordinates()));
            all.clone().min().unwrap_or(0) - 4..=all.max().unwrap_or(0) + 4
        };
        let (xs, ys) = (range(|(x, _)| x), range(|(_, y)| y));
        around.extend(ys.flat_map(|y| xs.clone().filter_map(move |x| Cell::new_on(plane, x, y))));
    }
    around
}

#[test]
fn a_tile_fits_where_its_letters_go_on() {
    let (drawn, mut nowhere) = (drawn_tiles(), 0);
    for (name, sample) in lettered_boards() {
        for seed in 0..crate::amount(1, 4) {
            at_each_tile(&sample, seed, |game| {
                let (catalog, board) = (game.catalog(), game.board());
                let canvas = LetterCanvas::from_game(game, &drawn);
                let rim = |cell| {
                    let found = catalog.board.rim.iter().find(|rim| rim.cell == cell);
                    found.and_then(|rim| letters_of(&catalog.edges.key(rim.edge)))
                };
                for kind in catalog.kinds.ids() {
                    let drawing = drawn.iter().find(|d| d.name == catalog.kinds.key(kind)).unwrap();
                    let mut wanted = BTreeSet::new();
                    for cell in nearby_cells(game) {
                        let fits = |turn| canvas.fits(drawing, cell, turn, |c| board.exists(c), rim);
                        let turns: Turns = (0..4).map(Turn).filter(|&turn| fits(turn)).collect();
                        assert_eq!(board.turns_at(kind, cell), turns, "{name}: {} at {cell}", drawing.name);
                        wanted.extend(turns.iter().map(|turn| (cell, turn)));
                    }
                    let all = Planes::ALL;
                    let count = board.count_placements(kind, all);
                    let came: Vec<_> = (0..count).filter_map(|n| board.get_placement(kind, all, n)).collect();
                    assert_eq!(came.len(), wanted.len(), "{name}: number of places of {}", drawing.name);
                    assert_eq!(came.into_iter().collect::<BTreeSet<_>>(), wanted, "{name}: {}", drawing.name);
                    assert_eq!(board.get_placement(kind, all, count), None);
                    nowhere += usize::from(count == 0);
                }
            });
        }
    }
    assert!(nowhere > 20, "tiles without a place: {nowhere}");
}

#[test]
fn every_kind_fits_where_a_search_over_all_cells_finds_room() {
    for (name, sample) in all() {
        for seed in 0..crate::amount(1, 5) {
            at_each_tile(&sample, seed, |game| {
                for kind in game.catalog().kinds.ids() {
                    verify::placements(game, kind).unwrap_or_else(|wrong| panic!("{name}, seed {seed}: {wrong}"));
                }
            });
        }
    }
}

/// Tests that kinds with restricted turns have the placements of a search that tests the turns separately.
#[test]
fn tiles_fit_at_the_turns_at_which_they_may_be_placed() {
    let (mut fewer, mut never, mut round) = (0, 0, 0);
    // By day, each position tests every fifth kind, and successive positions test different ones.
    let apart = crate::amount(5, 1);
    for (name, sample) in all() {
        let some = |number: usize| {
            Turns::all(sample.catalog.lattice).iter().filter(move |turn| turn.index() % 3 == number % 3)
        };
        let limited = sample.with(|catalog| {
            catalog.board.may_turn = MayTurn::Distinct;
            for (number, id) in catalog.kinds.ids().collect::<Vec<_>>().into_iter().enumerate() {
                // A third of the kinds follow the board.
                let turned = [None, Some(MayTurn::All), Some(MayTurn::Only(some(number).collect()))][number % 3];
                catalog.kinds.get_mut(id).unwrap().may_turn = turned;
            }
        });
        at_each_tile(&limited, 0, |game| {
            round += 1;
            for kind in game.catalog().kinds.ids().skip(round % apart).step_by(apart) {
                verify::placements(game, kind).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
                let turns = game.catalog().turns(kind);
                fewer += u32::from(turns.len() < game.catalog().lattice.side_count() as u32);
                let barred = game.catalog().lattice.turns().filter(|&turn| !turns.contains(turn));
                for turn in barred {
                    let cell = Cell::new(1, 0);
                    assert_eq!(game.board().obstacles(kind, cell, turn), [Obstacle::Turn], "{name}");
                    never += 1;
                }
            }
        });
    }
    assert!(fewer > 100 && never > 100, "{fewer}, {never}");
}

#[test]
fn turns_at_which_a_tile_looks_the_same_are_known() {
    let counts = |sample: &Sample, names: &[&str]| -> Vec<u32> {
        let catalog = &sample.catalog;
        names.iter().map(|name| catalog.distinct_turns(&catalog.kinds[kind_of(catalog, name)]).len()).collect()
    };
    let drawn = draw_sample(
        Lattice::Square,
        "
plain*1 bend*1  line*1  cross*1 crest*1 cap*1   pair*2      twins*1
.....   .....   .....   ..r..   wwwww   wwwww   ..r....r..  ..r.......
.....   .....   .....   ..r..   .....   .....   ..r....r..  ..r.......
.....   ..rrr   rrrrr   rrrrr   .....   .....   ..r....r..  ..r....r..
.....   ..r..   .....   ..r..   .....   .....   ..r....r..  .......r..
.....   ..r..   .....   ..r..   WWWWW   .....   ..r....r..  .......r..
",
    );
    assert_eq!(counts(&drawn, &["pair", "twins"]), [2, 2], "for every position of the first cell");
}

/// Returns the open cells with the edges that meet their sides, found by examining all cells and their neighbours.
fn open_cells(game: &Game) -> BTreeMap<Cell, Vec<Option<u16>>> {
    let (catalog, board) = (game.catalog(), game.board());
    let lattice = catalog.lattice;
    let mut shown: BTreeMap<Cell, Vec<u16>> = BTreeMap::new();
    for tile in board.tiles() {
        for part in &catalog.kinds[tile.kind].cells {
            let (dx, dy) = lattice.turn_offset(part.offset, tile.turn);
            let sides = lattice.side_count();
            let edge = |side: Side| part.edges[(side.index() + sides - tile.turn.index()) % sides].0;
            shown.insert(tile.cell.plus(dx, dy), lattice.sides().map(edge).collect());
        }
    }
    let rim: BTreeMap<Cell, u16> = catalog.board.rim.iter().map(|rim| (rim.cell, rim.edge.0)).collect();
    let mut open = BTreeMap::new();
    for cell in nearby_cells(game).into_iter().filter(|c| !shown.contains_key(c) && board.exists(*c)) {
        let met = lattice.sides().map(|side| {
            let across = lattice.neighbour(cell, side);
            shown.get(&across).map(|edges| edges[lattice.opposite(side).index()]).or(rim.get(&across).copied())
        });
        let met: Vec<Option<u16>> = met.collect();
        if met.iter().any(Option::is_some) {
            open.insert(cell, met);
        }
    }
    open
}

/// Returns the open cells with the edges that meet their sides, according to the frontier.
fn frontier(game: &Game) -> BTreeMap<Cell, Vec<Option<u16>>> {
    let sides = game.catalog().lattice.sides();
    let cells = game.board().open_cells();
    let told: Vec<_> = cells
        .map(|(cell, demand)| (cell, sides.clone().map(|side| demand.edge(side).map(|e| e.0)).collect()))
        .collect();
    let count = told.len();
    let each = game.board().planes().filter_map(|plane| game.board().frontier(plane));
    assert_eq!(count, each.map(|frontier| frontier.len()).sum::<usize>());
    let found: BTreeMap<Cell, Vec<Option<u16>>> = told.into_iter().collect();
    assert_eq!(found.len(), count, "each open cell is listed once");
    found
}

#[test]
fn the_frontier_has_every_open_cell_with_what_it_demands() {
    for (name, sample) in all() {
        for seed in 0..15 {
            let mut session = sample.session(2, seed);
            play(&mut session, seed, |session| {
                let game = session.game();
                assert_eq!(frontier(game), open_cells(game), "{name}, seed {seed}");
            });
        }
    }
}

#[test]
fn a_board_that_grows_and_shrinks_has_the_frontier_of_its_extent() {
    use tilewright_core::catalog::Extent;
    for (name, sample) in all().into_iter().filter(|(name, _)| *name != "sliding") {
        for seed in 0..6 {
            let mut session = sample.session(2, seed);
            play(&mut session, seed, |_| {});
            let mut game = session.game().clone();
            let planes = game.board().planes();
            let bounds: Vec<_> = planes.clone().map(|plane| game.board().bounds(plane).unwrap()).collect();
            let mut chance = Generator::new(seed);
            let mut resized = 0;
            for (plane, (min, max)) in planes.zip(bounds).cycle().take(12) {
                let mut more = || chance.below(4) as i16;
                let (min, max) = (min.plus(-more(), -more()), max.plus(more(), more()));
                // A board with a rim cannot grow over the rim.
                let extent = Extent::Bounded { min, max };
                resized += usize::from(game.effect(Effect::Resize { plane, extent }).is_ok());
                assert_eq!(frontier(&game), open_cells(&game), "{name}, seed {seed}: {min} to {max}");
                verify::position(&game).unwrap();
            }
            assert!(resized > 8 || name == "fenced", "{name}: {resized}");
        }
    }
}

#[test]
fn a_figure_may_stand_where_none_stands() {
    let drawn = drawn_tiles();
    let (mut refused, mut free) = (0, 0);
    for (name, sample) in lettered_boards().into_iter().filter(|(name, _)| *name != "fair") {
        for seed in 20..35 {
            let mut session = sample.session(3, seed);
            play(&mut session, seed, |session| {
                let game = session.game();
                let Some(decision) = game.decision().filter(|d| matches!(d.options, Options::Deploy { .. })) else {
                    return;
                };
                let canvas = LetterCanvas::from_game(game, &drawn);
                let taken: BTreeSet<usize> = game
                    .figures()
                    .filter_map(|(_, f)| match f.place {
                        Some(Place::Segment(segment)) => Some(canvas.feature_of(game, segment)),
                        _ => None,
                    })
                    .collect();
                let last = *game.board().tiles().next_back().unwrap();
                let segments = game.catalog().kinds[last.kind].segments.len() as u32;
                let mut wanted: BTreeSet<Option<u32>> = BTreeSet::from([None]);
                if game.supply(WALKER, decision.seat) > 0 {
                    let all = (0..segments).map(|n| last.first_segment.plus(n));
                    let (stands, may): (Vec<_>, Vec<_>) =
                        all.partition(|&s| taken.contains(&canvas.feature_of(game, s)));
                    refused += stands.len();
                    free += may.len();
                    wanted.extend(may.iter().map(|s| Some(s.0)));
                }
                let came = decision.options.iter(game).map(|pick| match pick {
                    Pick::Deploy { segment, .. } => Some(segment.0),
                    _ => None,
                });
                assert_eq!(came.collect::<BTreeSet<_>>(), wanted, "{name}, seed {seed}");
            });
        }
    }
    assert!(refused > 100 && free > 100, "{refused} refused, {free} free");
}

#[test]
fn offers_are_handed_the_options_in_the_order_of_their_numbers() {
    use std::cell::Cell;
    use std::rc::Rc;

    use tilewright_core::fixture::{play, samples};
    use tilewright_core::state::question::Meaning;

    for sample in [samples::heath(), samples::hexes(), samples::triangles()] {
        let seen = Rc::new(Cell::new(0));
        let sample = sample.with_rules(|rules| {
            for ask in ["place", "deploy"] {
                let seen = Rc::clone(&seen);
                rules.offer(ask, move |game, _, options| {
                    let asked = &game.decision().unwrap().options;
                    let own = options.iter().filter(|option| matches!(option.meaning, Meaning::Step(_)));
                    assert!(own.map(|option| option.meaning.clone()).eq(asked.iter(game).map(Meaning::Step)));
                    seen.set(seen.get() + 1);
                });
            }
        });
        play(&mut sample.session(2, 3), 3, |_| {});
        assert!(seen.get() > 20, "{}", seen.get());
    }
}

#[test]
fn an_edge_that_avoids_itself_fits_what_it_names_and_nothing_else() {
    let sample = draw_sample(Lattice::Square, tilewright_core::fixture::samples::SQUARES).with(|catalog| {
        let [heath, path] = ["heath", "path"].map(|edge| catalog.edges.find(edge).unwrap());
        let edge = catalog.edges.get_mut(heath).unwrap();
        (edge.avoids_itself, edge.meets) = (true, vec![path]);
    });
    let catalog = &sample.catalog;
    let [heath, path, wall] = ["heath", "path", "wall"].map(|edge| catalog.edges.find(edge).unwrap());
    assert!(!catalog.meet(heath, heath) && catalog.meet(heath, path) && catalog.meet(path, heath));
    assert!(catalog.meet(path, path) && catalog.meet(wall, wall));
    let game = sample.game(2);
    // The first tile shows heath in the east.
    let east = Cell::new(1, 0);
    let turns =
        |kind| game.board().turns_at(kind_of(catalog, kind), east).iter().map(|turn| turn.0).collect::<Vec<_>>();
    assert_eq!(turns("well"), [0; 0]);
    assert_eq!(turns("straight"), [0, 2], "it shows a path in the west");
    at_each_tile(&sample, 3, |game| {
        verify::position(game).unwrap();
        for placed in game.board().tiles() {
            for side in catalog.lattice.sides() {
                let across = catalog.lattice.neighbour(placed.cell, side);
                let own = game.board().edge_towards(placed.cell, side);
                let other = game.board().edge_towards(across, catalog.lattice.opposite(side));
                assert!(own != Some(heath) || other.is_none_or(|other| other == path), "{across}");
            }
        }
    });
}
