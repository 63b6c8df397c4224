//! Tests that games of the shipped packs can be copied and resumed at every decision, even while a script waits.

use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Pick;
use tilewright_kit::packs::load::{Loaded, Request, load};

use crate::content;

/// Plays a game to its end at random, and calls `look` before each answer.
fn finish(machine: &mut Machine, game: &mut Box<Game>, dice: &mut Generator, mut look: impl FnMut(&Game, Pick)) {
    while machine.run(game).unwrap() == Stop::Decision {
        let options = &game.decision().unwrap().options;
        let pick = options.get(game, dice.below(options.count())).unwrap();
        look(game, pick);
        machine.answer(game, pick).unwrap();
    }
}

/// Plays a game, and copies of it from some of its questions with the same answers. Returns the number of questions for
/// which a script waited.
fn copies_come_to_the_same_end(loaded: &Loaded, seed: u64, id: &str) -> usize {
    let seats = loaded.catalog().unwrap().seats.0.max(2);
    let (mut machine, mut other) = (loaded.machine().unwrap(), loaded.machine().unwrap());
    for machine in [&mut machine, &mut other] {
        machine.begin_game();
    }
    let mut game = machine.new_game(seats, seed).unwrap();
    game.keep_trail(true);
    let (mut copies, mut picks) = (Vec::new(), Vec::new());
    let mut room = game.clone();
    finish(&mut machine, &mut game, &mut Generator::new(seed), |game, pick| {
        picks.push(pick);
        // A copy that reuses the memory of another one must be equal.
        (*room).clone_from(game);
        assert_eq!(room.fingerprint(), game.fingerprint());
        copies.push(Game::clone(&room));
    });
    let end = game.fingerprint();
    // Another machine must have the symbols that rules have created so far under the same numbers.
    let known = machine.rules().symbols() == other.rules().symbols();
    let waits = |copy: &Game| !copy.is_self_contained();
    let every = (copies.iter().filter(|copy| waits(copy)).count() / 12).max(1);
    let mut waiting = 0;
    for (number, copy) in copies.into_iter().enumerate().rev() {
        let chosen = if waits(&copy) { waiting % every == 0 } else { number % 25 == 0 };
        waiting += usize::from(waits(&copy));
        if !chosen {
            continue;
        }
        let mut copy = Box::new(copy);
        copy.keep_trail(number % 2 == 0);
        let machine = if known && number % 3 == 0 { &mut other } else { &mut machine };
        for &pick in &picks[number..] {
            assert_eq!(machine.run(&mut copy).unwrap(), Stop::Decision, "{id}, seed {seed}, question {number}");
            machine.answer(&mut copy, pick).unwrap();
        }
        machine.run(&mut copy).unwrap();
        assert_eq!(copy.fingerprint(), end, "{id}, seed {seed}, question {number}");
    }
    waiting
}

#[test]
fn copies_from_any_question_of_any_pack_become_the_same_game() {
    let mut waited = Vec::new();
    for found in content().list().unwrap() {
        let loaded = load(&content(), &Request { lints: false, ..Request::new([&*found.id]) }).unwrap();
        // Scripts that ask questions occur in some of the games.
        if (11..17).any(|seed| copies_come_to_the_same_end(&loaded, seed, &found.id) > 0) {
            waited.push(found.id);
        }
    }
    assert!(["entdecker", "mage_witch", "messages"].iter().all(|id| waited.iter().any(|w| w == id)), "{waited:?}");
}
