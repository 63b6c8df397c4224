//! Compares ways over free cells and segments with simple searches, on small random boards.

use std::collections::BTreeSet;

use tilewright_core::board::Board;
use tilewright_core::board::graph::Through;
use tilewright_core::catalog::id::{EdgeTypeId, SegmentId, TerrainId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Plane, Side, Turn};
use tilewright_core::catalog::tile::Completion;
use tilewright_core::catalog::{Extent, Preset, RimCell};
use tilewright_core::fixture::Sample;
use tilewright_core::fixture::drawing::{draw, ink};
use tilewright_core::fixture::rulebook::Rulebook;
use tilewright_core::state::chance::Generator;

/// Sea and land on tiles that meet each other at some turns.
const TILES: &str = "
open    coast   strait  shut
sssss   lllll   lllll   lllll
sssss   lllss   lllll   lllll
sssss   lssss   sssss   lllll
sssss   sssss   lllll   lllll
sssss   sssss   lllll   lllll
";

const SEA: TerrainId = TerrainId(0);
const SIZE: i16 = 5;

/// Returns the sides of its cell that a segment reaches.
fn sides(board: &Board, segment: SegmentId) -> Vec<Side> {
    let turn = board.tile_under(segment).turn;
    board.segment(segment).ports.iter().map(|port| board.catalog().lattice.turn_side(port.side, turn)).collect()
}

/// Returns the sea segments on the tile of a cell that reach a side.
fn at_side(board: &Board, cell: Cell, side: Side) -> Vec<SegmentId> {
    let Some((tile, _)) = board.tile_at(cell) else { return Vec::new() };
    let on = |s: &SegmentId| board.features().tile_of(*s) == tile && board.terrain(*s) == SEA;
    board.features().segments().filter(on).filter(|&s| sides(board, s).contains(&side)).collect()
}

fn is_free(board: &Board, cell: Cell) -> bool {
    (0..SIZE).contains(&cell.x) && (0..SIZE).contains(&cell.y) && board.tile_at(cell).is_none()
}

/// Returns the cells that can be reached from the rim.
fn flood_from_rim(board: &Board) -> BTreeSet<Cell> {
    let lattice = board.catalog().lattice;
    let (mut cells, mut segments) = (BTreeSet::new(), BTreeSet::new());
    let mut next: Vec<(Cell, Vec<Side>)> =
        board.catalog().board.rim.iter().map(|rim| (rim.cell, lattice.sides().collect())).collect();
    while let Some((cell, ways)) = next.pop() {
        for side in ways {
            let (to, back) = (lattice.neighbour(cell, side), lattice.opposite(side));
            if is_free(board, to) && cells.insert(to) {
                next.push((to, lattice.sides().collect()));
            }
            for segment in at_side(board, to, back) {
                if segments.insert(segment) {
                    next.push((to, sides(board, segment)));
                }
            }
        }
    }
    cells
}

#[test]
fn ways_are_those_of_a_plain_search() {
    let (mut enclosed, mut closed, mut ends) = (0, 0, 0);
    for seed in 0..200 {
        let mut dice = Generator::new(seed);
        let mut catalog =
            draw(Lattice::Square, &[ink('s', "sea", Completion::Never), ink('l', "land", Completion::Never)], TILES);
        let last = SIZE - 1;
        catalog.board.extent = Extent::Bounded { min: Cell::ORIGIN, max: Cell::new(last, last) };
        let sea = EdgeTypeId(0);
        for n in 0..SIZE {
            for (cell, name) in [(Cell::new(n, -1), "N"), (Cell::new(-1, n), "W"), (Cell::new(n, SIZE), "S")] {
                catalog.board.rim.push(RimCell {
                    cell,
                    edge: sea,
                    name: format!("{name}{n}").into(),
                    tags: Vec::new(),
                });
            }
        }
        let kinds: Vec<_> = catalog.kinds.ids().collect();
        for y in 0..SIZE {
            for x in 0..SIZE {
                if dice.below(3) > 0 {
                    let (kind, turn) = (kinds[dice.below(4) as usize], Turn(dice.below(4) as u8));
                    catalog.board.presets.push(Preset { kind, cell: Cell::new(x, y), turn, from: None });
                }
            }
        }
        let sample = Sample::new(catalog, Rulebook::default());
        let game = sample.game(2);
        let (board, lattice) = (game.board(), game.catalog().lattice);
        let all: Vec<Cell> = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Cell::new(x, y))).collect();
        let free: Vec<Cell> = all.iter().copied().filter(|&cell| is_free(board, cell)).collect();

        let flooded = flood_from_rim(board);
        let reached: Vec<Cell> = free.iter().copied().filter(|cell| flooded.contains(cell)).collect();
        assert_eq!(board.reached_cells(Plane::FIRST, SEA), reached, "seed {seed}");
        let known = |cell: Cell| {
            lattice.sides().all(|s| board.edge_towards(lattice.neighbour(cell, s), lattice.opposite(s)).is_some())
        };
        let wanted: Vec<Cell> = free.iter().copied().filter(|&c| !flooded.contains(&c) || known(c)).collect();
        assert_eq!(board.enclosed_cells(Plane::FIRST, SEA), wanted, "seed {seed}");
        enclosed += wanted.len();
        closed += wanted.iter().filter(|cell| flooded.contains(cell)).count();

        let beside = |cell: Cell, side: Side| Some(lattice.neighbour(cell, side)).filter(|&c| is_free(board, c));
        for &cell in &all {
            let to: Vec<Cell> = lattice.sides().filter_map(|side| beside(cell, side)).collect();
            assert_eq!(board.ways(cell, None), to, "seed {seed}, {cell}");
            let over = |side: &Side| board.tile_at(cell).is_none() || !at_side(board, cell, *side).is_empty();
            let to: Vec<Cell> = lattice.sides().filter(over).filter_map(|side| beside(cell, side)).collect();
            assert_eq!(board.ways(cell, Some(SEA)), to, "seed {seed}, {cell}");
        }
        let leads_on = |segment: &SegmentId| {
            let cell = board.cell_of(*segment);
            board.terrain(*segment) == SEA && sides(board, *segment).into_iter().any(|s| beside(cell, s).is_some())
        };
        let open: Vec<SegmentId> = board.features().segments().filter(leads_on).collect();
        assert_eq!(board.open_segments(SEA), open, "seed {seed}");

        let rim = &board.catalog().board.rim;
        let open: Vec<usize> =
            (0..rim.len()).filter(|&n| lattice.sides().any(|side| beside(rim[n].cell, side).is_some())).collect();
        assert_eq!(board.open_rim_cells().collect::<Vec<_>>(), open, "seed {seed}");
        let mut wanted = Vec::new();
        for (number, rim) in rim.iter().enumerate() {
            for side in lattice.sides() {
                let there = at_side(board, lattice.neighbour(rim.cell, side), lattice.opposite(side));
                wanted.extend(there.into_iter().map(|segment| (segment, number)));
            }
        }
        let through = Through { terrains: vec![SEA], ..Through::default() };
        assert_eq!(board.rim_segments(&through), wanted, "seed {seed}");
        ends += wanted.len();
    }
    assert!(enclosed > 300 && closed > 20 && ends > 300, "{enclosed} {closed} {ends}");
}
