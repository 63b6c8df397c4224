//! Plays a game with a bot that is defined here against a random bot:
//! `cargo run --locked -p tilewright --example own_bot -- PACK`.
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use tilewright::bots::{Bot, Generator, Random, seeds};
use tilewright::packs::{Finder, Request, load};
use tilewright::{Decision, Pick, Session, View};

/// A bot that places each tile next to as many others as possible, and otherwise takes the first option.
struct Builder;

impl Bot for Builder {
    fn choose(&mut self, view: View<'_>, decision: &Decision, _chance: &mut Generator) -> u32 {
        let company = |number: &u32| match view.option(*number) {
            Some(Pick::Placement { cell, .. }) => {
                let lattice = view.catalog().lattice;
                let beside = lattice.sides_of(cell).map(|side| lattice.neighbour(cell, side));
                beside.filter(|&cell| view.public().board().tile_at(cell).is_some()).count()
            }
            _ => 0,
        };
        // Among equally good options, the first wins: `max_by_key` alone would return the last.
        (0..decision.options.count()).rev().max_by_key(company).unwrap_or(0)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let pack = std::env::args().nth(1).ok_or("name a pack, or the path of its folder")?;
    let packs = load(&Finder::standard(), &Request::new([pack]))?;
    let mut bots: [Box<dyn Bot>; 2] = [Box::new(Builder), Box::new(Random)];
    let mut session = Session::new(packs.machine()?, 2, 7)?;
    session.start()?;
    while let Some(decision) = session.decision() {
        let number = bots[decision.seat.index()].choose_in(&session, &mut seeds::of_next_choice(&session)).unwrap_or(0);
        let Some(option) = decision.options.get(session.game(), number) else { break };
        session.answer(option)?;
    }
    let game = session.game();
    println!("the builder has {} points, the other bot {}", game.scores()[0], game.scores()[1]);
    Ok(())
}
