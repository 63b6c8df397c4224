//! Prints a benchmark of a pack: `cargo run --release -p tilewright-lab --example bench -- PACK [COPIES] [GAMES]`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example for people")]

use tilewright_kit::find::Finder;
use tilewright_kit::load::Request;
use tilewright_lab::bench::{BenchPlan, bench};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize, or: u64| args.get(i).map_or(or, |n| n.parse().unwrap());
    let mut request = Request::new([args.get(1).map_or("carcassonne", |p| p)]);
    request.copies = number(2, 1) as u32;
    let plan = BenchPlan { request, seats: 2, games: number(3, 2000), runs: 5, seed: 1 };
    let b = bench(&Finder::standard(), &plan).unwrap();
    println!("games/s {:?}\nns/game {:?}\nns/tile {:?}", b.games_per_second, b.ns_per_game, b.ns_per_tile);
    println!("calls/game {} peak {:?}", b.calls_per_game, b.peak_memory);
    println!("clone {:?}\nrestore {:?}\nundo {:?}", b.clone_ns, b.restore_ns, b.undo_ns);
    println!("replay {:?}\ncold load {:?}", b.replay_ns, b.cold_load_ns);
    let s = &b.summary;
    println!(
        "decisions {:.2} placements/turn {:.3} tiles {:.3} aside {:.4} scores {:?}",
        s.decisions.mean(),
        s.placements_per_turn(),
        s.tiles.mean(),
        s.set_aside.mean(),
        s.scores.iter().map(|x| (x.mean(), x.deviation())).collect::<Vec<_>>()
    );
}
