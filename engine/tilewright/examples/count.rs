//! Counts the sizes of the largest features at the end of a thousand games:
//! `cargo run --locked --release -p tilewright --example count -- PACK [GAMES]`.
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::collections::BTreeMap;
use std::error::Error;

use tilewright::bots::{GameTable, Random};
use tilewright::packs::{Finder, Request, load};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let pack = arguments.next().ok_or("name a pack, or the path of its folder")?;
    let games: u64 = arguments.next().map_or(Ok(1000), |number| number.parse())?;
    let packs = load(&Finder::standard(), &Request::new([pack]))?;
    let mut table = GameTable::new(packs.machine()?, 2)?;
    let mut games_by_size: BTreeMap<u32, u64> = BTreeMap::new();
    for seed in 0..games {
        table.play(seed, &mut Random)?;
        let features = table.game().board().features();
        let largest = features.roots().map(|root| features.tiles(root.segment())).max();
        *games_by_size.entry(largest.unwrap_or(0)).or_default() += 1;
    }
    println!("tiles of the largest feature, and in how many games:");
    for (tiles, games) in games_by_size {
        println!("{tiles:4} {games:5}");
    }
    Ok(())
}
