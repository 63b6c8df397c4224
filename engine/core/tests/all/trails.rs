//! Tests copies of games with a trail: they can be continued from every question, even while scripts wait.

use tilewright_core::fixture::samples::fair;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Pick;

/// Plays a game to its end with random answers, and calls `look` before each.
fn finish(machine: &mut Machine, game: &mut Box<Game>, dice: &mut Generator, mut look: impl FnMut(&Game, Pick)) {
    while machine.run(game).unwrap() == Stop::Decision {
        let options = &game.decision().unwrap().options;
        let pick = options.get(game, dice.below(options.count())).unwrap();
        look(game, pick);
        machine.answer(game, pick).unwrap();
    }
}

/// Gives a game the answers of another game, and returns its fingerprints before each answer and at the end.
fn follow(machine: &mut Machine, game: &mut Box<Game>, picks: &[Pick]) -> Vec<u64> {
    let mut met = Vec::new();
    for &pick in picks {
        assert_eq!(machine.run(game).unwrap(), Stop::Decision);
        met.push(game.fingerprint());
        machine.answer(game, pick).unwrap();
    }
    assert_eq!(machine.run(game).unwrap(), Stop::Over);
    met.push(game.fingerprint());
    met
}

#[test]
fn a_copy_from_any_question_becomes_the_same_game() {
    let sample = fair();
    let (mut machine, mut other) = (sample.machine(), sample.machine());
    let mut waited = 0;
    for seed in 0..8 {
        machine.begin_game();
        other.begin_game();
        let mut game = machine.new_game(2 + (seed % 3) as u8, seed).unwrap();
        game.keep_trail(true);
        let (mut copies, mut picks, mut prints) = (Vec::new(), Vec::new(), Vec::new());
        finish(&mut machine, &mut game, &mut Generator::new(seed), |game, pick| {
            copies.push(game.clone());
            picks.push(pick);
            prints.push(game.fingerprint());
        });
        prints.push(game.fingerprint());
        // The order is from last to first, so that no copy finds suspended scripts left by the previous one.
        for (number, copy) in copies.into_iter().enumerate().rev() {
            waited += u32::from(!copy.is_self_contained());
            let mut copy = Box::new(copy);
            copy.keep_trail(number % 2 == 0);
            let machine = if number % 3 == 0 { &mut other } else { &mut machine };
            assert_eq!(
                follow(machine, &mut copy, &picks[number..]),
                prints[number..],
                "seed {seed}, question {number}"
            );
        }
    }
    assert!(waited > 100, "scripts hardly ever waited: {waited}");
}

#[test]
fn games_with_trails_take_turns_on_one_machine() {
    let sample = fair();
    let mut machine = sample.machine();
    let mut split = 0;
    for seed in 0..4 {
        machine.begin_game();
        let mut game = machine.new_game(3, seed).unwrap();
        game.keep_trail(true);
        let mut copies = Vec::new();
        finish(&mut machine, &mut game, &mut Generator::new(seed), |game, _| copies.push(game.clone()));
        let waiting: Vec<Game> = copies.into_iter().filter(|copy| !copy.is_self_contained()).step_by(3).collect();
        for copy in waiting {
            // Chance is set in the middle of a step, and its results also hold in later copies.
            let mut games = [1, 2].map(|way| {
                let mut game = Box::new(copy.clone());
                game.arrange_chance(seed + way);
                (game, Generator::new(way), Vec::new())
            });
            for round in 0..40 {
                for (game, dice, picks) in &mut games {
                    if machine.run(game).unwrap() == Stop::Decision {
                        let options = &game.decision().unwrap().options;
                        let pick = options.get(game, dice.below(options.count())).unwrap();
                        if round < 8 {
                            let mut branch = game.clone();
                            let before = branch.fingerprint();
                            let first = options.get(&branch, 0).unwrap();
                            machine.answer(&mut branch, first).unwrap();
                            machine.run(&mut branch).unwrap();
                            assert_eq!(game.fingerprint(), before);
                        }
                        picks.push(pick);
                        machine.answer(game, pick).unwrap();
                    }
                }
            }
            for (way, (game, _, picks)) in (1..).zip(&mut games) {
                machine.run(game).unwrap();
                let mut alone = Box::new(copy.clone());
                alone.arrange_chance(seed + way);
                for &mut pick in picks {
                    assert_eq!(machine.run(&mut alone).unwrap(), Stop::Decision);
                    machine.answer(&mut alone, pick).unwrap();
                }
                machine.run(&mut alone).unwrap();
                assert_eq!(alone.fingerprint(), game.fingerprint(), "seed {seed}, way {way}");
            }
            split += 1;
        }
    }
    assert!(split >= 20, "{split}");
}

#[test]
fn without_a_trail_a_script_that_waits_elsewhere_is_told() {
    let sample = fair();
    let mut machine = sample.machine();
    machine.begin_game();
    let mut game = machine.new_game(2, 1).unwrap();
    let mut copy = None;
    finish(&mut machine, &mut game, &mut Generator::new(1), |game, pick| {
        if !game.is_self_contained() {
            copy = Some((game.clone(), pick));
        }
    });
    let (copy, pick) = copy.unwrap();
    let mut copy = Box::new(copy);
    machine.run(&mut copy).unwrap();
    assert!(machine.answer(&mut copy, pick).is_err());
}
