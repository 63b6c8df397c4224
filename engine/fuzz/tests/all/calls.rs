//! Tests every function of the rules' API with random arguments, from hooks of every kind. Each call may fail with a
//! fault that has a position, but the invariants must hold after every event, and the game must continue.
//!
//! `TILEWRIGHT_GAMES` sets the number of games, `TILEWRIGHT_SEED` the first seed.
#![allow(clippy::print_stdout, reason = "figures for manual runs")]

use std::collections::BTreeMap;

use tilewright_core::state::chance::Generator;
use tilewright_fuzz::calls::Maker;
use tilewright_fuzz::games::{GameSummary, den, play};
use tilewright_script::{Allowed, entries};

/// Maximum number of answers in a game.
const ANSWERS: u64 = 120;

#[test]
fn functions_with_any_arguments_leave_positions_that_go_on() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (games, first): (u64, u64) = (number("TILEWRIGHT_GAMES", 800), number("TILEWRIGHT_SEED", 1));
    let mut called = BTreeMap::new();
    let (mut all, mut seed, mut played) = (GameSummary::default(), first, 0u64);
    while played < games {
        let mut random = Generator::new(seed);
        let mut maker = Maker::new(&mut random);
        let mut module = maker.module();
        for (name, times) in maker.called {
            *called.entry(name).or_insert(0) += times;
        }
        // A call that leaves no valid answer is removed, and the others are tried without it.
        while let Ok(machine) = den(&module).machine() {
            let game = play(machine, 2, ANSWERS, &mut random);
            let game = game.unwrap_or_else(|what| panic!("module {seed}: {what}\n{module}"));
            all.answers += game.answers;
            all.refused += game.refused;
            all.looks += game.looks;
            played += 1;
            match game.stuck.and_then(|place| without(&module, &place)) {
                Some(rest) => module = rest,
                None => break,
            }
        }
        seed += 1;
    }
    println!("{played} games by {} modules, {all:?}, {} functions", seed - first, called.len());
    let untried = entries().filter(|entry| entry.allowed != Allowed::Load).map(|entry| entry.name());
    let untried: Vec<&str> = untried.filter(|name| !called.contains_key(name)).collect();
    assert!(games < 800 || untried.is_empty(), "never called: {untried:?}");
    assert!(games < 800 || all.answers > games && all.looks > all.answers, "hardly a game got anywhere: {all:?}");
}

/// Returns the module without the call on the line of `place`; `None` if that line has no call.
fn without(module: &str, place: &str) -> Option<String> {
    let number: usize = place.rsplit(':').next()?.parse().ok()?;
    let mut lines: Vec<&str> = module.lines().collect();
    let line = lines.get_mut(number.checked_sub(1)?)?;
    // Other lines begin or end functions.
    if !line.trim_start().starts_with("if (turn_number()") {
        return None;
    }
    *line = "";
    Some(lines.join("\n"))
}
