//! Measures the cost of replacing a tile and of turning a placed tile, on boards of several sizes with equal features:
//! islands of nine tiles, whose middle tile is taken up.
//!
//! `cargo run --locked --release -p tilewright-core --features fixture --example take_up`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints and may panic")]

use std::time::Instant;

use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::TileId;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::fixture::drawing::kind_of;
use tilewright_core::fixture::samples::heath;
use tilewright_core::state::Game;
use tilewright_core::state::effect::{Effect, TileDestination};
use tilewright_core::state::event::Listeners;

const SEAT: Seat = Seat(0);
/// Number of islands to use, spread over the board. It is the same on all boards, so that caches hold as much of each.
const VISITED: usize = 8;
/// Number of repetitions of each action in a run.
const TIMES: u32 = 2_000;

/// Creates a board with `count` islands, and lists the cells in their middle.
fn islands(count: i16) -> (Game, Vec<Cell>) {
    let sample = heath().with(|catalog| catalog.board.presets.clear());
    let mut game = Game::new(sample.catalog, 2, 1, Listeners::default()).unwrap();
    let kind = kind_of(game.catalog(), "well");
    let wide = (f64::from(count)).sqrt() as i16;
    let mut middles = Vec::new();
    for number in 0..count {
        let middle = Cell::new(4 * (number % wide) - 2 * wide, 4 * (number / wide) - 2 * wide);
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let (cell, turn) = (middle.plus(dx, dy), Turn::NONE);
            game.effect(Effect::PlaceTile {
                seat: SEAT,
                kind,
                cell,
                turn,
                footing: PlacementPermissions::FREE,
                reason: None,
            })
            .unwrap();
        }
        middles.push(middle);
    }
    (game, middles)
}

fn lying(game: &Game, cell: Cell) -> TileId {
    game.board().tile_at(cell).unwrap().0
}

/// Returns the nanoseconds per repetition in the best of several runs.
fn measure(mut round: impl FnMut(u32)) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        (0..TIMES).for_each(&mut round);
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(TIMES));
    }
    best
}

fn main() {
    println!("{:>6} {:>22} {:>16}", "tiles", "taken up and laid, ns", "turned, ns");
    for count in [8, 80, 800] {
        let (mut game, middles) = islands(count);
        let tiles = game.board().tiles().len();
        let kind = kind_of(game.catalog(), "well");
        let middle = |number: u32| middles[number as usize % VISITED * (middles.len() / VISITED)];
        let taken = measure(|number| {
            let cell = middle(number);
            let tile = lying(&game, cell);
            game.effect(Effect::TakeUp { seat: SEAT, tile, to: TileDestination::Aside, reason: None }).unwrap();
            let turn = Turn::NONE;
            game.effect(Effect::PlaceTile {
                seat: SEAT,
                kind,
                cell,
                turn,
                footing: PlacementPermissions::default(),
                reason: None,
            })
            .unwrap();
        });
        let turned = measure(|number| {
            let cell = middle(number);
            let (tile, turn) = (lying(&game, cell), Turn((number % 4) as u8));
            game.effect(Effect::MoveTile {
                seat: SEAT,
                tile,
                cell,
                turn,
                footing: PlacementPermissions::default(),
                reason: None,
            })
            .unwrap();
        });
        println!("{tiles:>6} {taken:>22.0} {turned:>16.0}");
    }
}
