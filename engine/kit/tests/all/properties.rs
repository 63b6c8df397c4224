//! Tests the invariants of random games with all options mixed, after every answer.

use std::sync::Arc;

use tilewright_core::machine::{Machine, RunOptions, Stop};
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_kit::games::save::{record_of, resume};
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_pack::{Choice, DeclaredOption, OptionType};

use crate::{amount, content, packs};
use tilewright_core::catalog::Value;

/// Number of different combinations of options.
const MIXES: u64 = 50;
/// Base pack, and an invented one on hexes.
const PACKS: [&str; 2] = ["carcassonne", "marsh"];

/// Returns the pack for a combination of options: most use the base pack, every fifth the one on hexes.
pub(crate) fn pack_of(mix: u64) -> &'static str {
    PACKS[usize::from(mix % 5 == 4)]
}

/// Returns a random value of an option, more often its default.
fn value(option: &DeclaredOption, random: &mut Generator) -> Value {
    if random.below(3) > 0 {
        return option.default.clone();
    }
    match &option.kind {
        OptionType::Bool => Value::Bool(random.below(2) == 1),
        OptionType::Int(min, max) => Value::Int(min + i64::from(random.below((max - min + 1) as u32))),
        OptionType::Choice(choices) => match &choices[random.below(choices.len() as u32) as usize] {
            Choice::Plain(value) => value.clone(),
            Choice::Form(name, arguments) => {
                let numbers: Vec<String> =
                    arguments.iter().map(|a| (a.min.max(5) + i64::from(random.below(6))).to_string()).collect();
                Value::text(&format!("{name}({})", numbers.join(",")))
            }
        },
    }
}

/// Loads the packs with random options, until a combination is valid.
pub(crate) fn load_with_random_options(pack: &str, random: &mut Generator) -> Loaded {
    let declared = load(&packs(), &Request::new([pack])).unwrap().options;
    let mut last = None;
    for _ in 0..1000 {
        let options = declared.iter().map(|o| (o.full_name(), value(o, random))).collect();
        let loaded = load(&packs(), &Request { options, lints: false, ..Request::new([pack]) }).unwrap();
        if loaded.is_playable() {
            return loaded;
        }
        last = Some(loaded);
    }
    panic!("no options of {pack} go together: {:?}", last.map(|loaded| loaded.diagnostics))
}

fn answer_randomly(session: &mut Session, random: &mut Generator) -> Option<Stop> {
    let decision = session.decision()?;
    let pick = decision.options.get(session.game(), random.below(decision.options.count()))?;
    Some(session.answer(pick).unwrap())
}

fn check_all(game: &Game) {
    let found = verify::position(game)
        .and_then(|()| verify::points_come_from_sheets(game))
        .and_then(|()| verify::tiles_are_conserved(game));
    if let Err(wrong) = found {
        let options: Vec<String> = game.catalog().options.iter().map(|o| format!("{}={}", o.name, o.value)).collect();
        panic!("after {} tiles with {options:?}: {wrong}", game.board().tiles().len());
    }
}

#[test]
fn every_position_of_random_games_is_as_the_plain_references_say() {
    let games = amount(400, 1000);
    let share = |thread: u64| {
        for mix in (thread..MIXES).step_by(2) {
            let mut random = Generator::new(mix);
            let loaded = load_with_random_options(pack_of(mix), &mut random);
            for game in 0..games / MIXES {
                let seats = 2 + (game % 3) as u8;
                let mut session = Session::new(loaded.machine().unwrap(), seats, mix * 1000 + game).unwrap();
                session.start().unwrap();
                check_all(session.game());
                while answer_randomly(&mut session, &mut random).is_some() {
                    check_all(session.game());
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| share(0));
        share(1);
    });
}

#[test]
fn taking_back_restores_every_position_exactly() {
    for mix in 0..20 {
        let mut random = Generator::new(7000 + mix);
        let loaded = load_with_random_options(pack_of(mix), &mut random);
        let mut session = Session::new(loaded.machine().unwrap(), 3, mix).unwrap();
        session.start().unwrap();
        let mut prints = vec![(session.answers(), session.game().fingerprint())];
        let mut back = 0;
        loop {
            if random.below(8) == 0 && prints.len() > 1 && back < 60 {
                back += 1;
                let far = 1 + random.below(6.min(prints.len() as u32 - 1)) as usize;
                prints.truncate(prints.len() - far);
                let (answers, print) = prints[prints.len() - 1];
                assert!(session.undo_to(answers), "there was an answer to take back");
                assert_eq!((session.answers(), session.game().fingerprint()), (answers, print));
            } else if answer_randomly(&mut session, &mut random).is_none() {
                break;
            } else {
                prints.push((session.answers(), session.game().fingerprint()));
            }
        }
        // Undo goes from the very end to the beginning, answer by answer.
        while prints.len() > 1 {
            prints.pop();
            assert!(session.undo());
            assert_eq!(session.game().fingerprint(), prints[prints.len() - 1].1);
        }
    }
}

#[test]
fn a_record_leads_to_the_same_position_bit_for_bit() {
    for mix in 0..30 {
        let mut random = Generator::new(8000 + mix);
        let loaded = load_with_random_options(pack_of(mix), &mut random);
        let mut session = Session::new(loaded.machine().unwrap(), 2 + (mix % 3) as u8, mix).unwrap();
        session.start().unwrap();
        let length = random.below(160);
        for _ in 0..length {
            if answer_randomly(&mut session, &mut random).is_none() {
                break;
            }
        }
        let record = record_of(&session, "round trip");
        let line = tilewright_kit::records::json::write_record(&record);
        let read = tilewright_kit::records::json::read_records(&line).remove(0).unwrap();
        assert_eq!(read, record);
        let mut resumed = resume(loaded.machine().unwrap(), &read).unwrap();
        assert_eq!(resumed.game().fingerprint(), session.game().fingerprint());
        assert_eq!(record_of(&resumed, "round trip"), record);
        // Further chance results also match.
        let mut twin = random;
        while let Some(stop) = answer_randomly(&mut session, &mut random) {
            assert_eq!(answer_randomly(&mut resumed, &mut twin), Some(stop));
        }
        assert_eq!(resumed.game().fingerprint(), session.game().fingerprint());
        assert_eq!(resumed.game().scores(), session.game().scores());
    }
}

#[test]
fn a_copy_of_a_position_plays_on_as_the_position_does() {
    let mut random = Generator::new(9);
    for mix in 0..20 {
        let loaded = load_with_random_options(pack_of(mix), &mut random);
        let (mut machine, mut other) = (loaded.machine().unwrap(), loaded.machine().unwrap());
        let template = machine.new_game(2, 0).unwrap();
        let mut game = template.clone();
        // A game that reuses memory must equal a new one.
        game.reset_to(&template, 1);
        play_out(&mut machine, &mut game, &mut random);
        game.reset_to(&template, mix);
        let mut fresh = machine.new_game(2, mix).unwrap();
        assert_eq!(game.fingerprint(), fresh.fingerprint());
        let mut left = 20 + random.below(60);
        while machine.run(&mut game).unwrap() == Stop::Decision && left > 0 {
            assert_eq!(machine.run(&mut fresh).unwrap(), Stop::Decision);
            left -= 1;
            let decision = game.decision().unwrap();
            let pick = decision.options.get(&game, random.below(decision.options.count())).unwrap();
            machine.answer(&mut game, pick).unwrap();
            machine.answer(&mut fresh, pick).unwrap();
            assert_eq!(game.fingerprint(), fresh.fingerprint());
        }
        let mut copy = game.clone();
        assert!(Arc::ptr_eq(copy.catalog(), game.catalog()));
        let mut twin = random;
        play_out(&mut machine, &mut game, &mut random);
        play_out(&mut other, &mut copy, &mut twin);
        assert_eq!(copy.fingerprint(), game.fingerprint());
    }
}

/// A bot compares positions that differ in one turn. Sheets that are not filled again have the points of filled ones.
#[test]
fn kept_sheets_give_the_same_points() {
    let mut random = Generator::new(11);
    let mut kept_differently = 0;
    for mix in 0..30 {
        let loaded = load_with_random_options(pack_of(mix), &mut random);
        let (mut machine, mut other) = (loaded.machine().unwrap(), loaded.machine().unwrap());
        let mut game = machine.new_game(2, mix).unwrap();
        for _ in 0..3 {
            let mut left = 10 + random.below(30);
            while machine.run(&mut game).unwrap() == Stop::Decision && (left > 0 || !game.is_self_contained()) {
                left = left.saturating_sub(1);
                let decision = game.decision().unwrap();
                let pick = decision.options.get(&game, random.below(decision.options.count())).unwrap();
                machine.answer(&mut game, pick).unwrap();
            }
            let before = other.outlook(&mut game.clone()).unwrap();
            machine.keep_sheets(&game);
            for _ in 0..20 {
                let mut copy = game.clone();
                for _ in 0..1 + random.below(3) {
                    let Some(decision) = copy.decision() else { break };
                    let pick = decision.options.get(&copy, random.below(decision.options.count())).unwrap();
                    machine.answer(&mut copy, pick).unwrap();
                    machine.run_with(&mut copy, RunOptions::RESTING).unwrap();
                }
                let points = machine.outlook(&mut copy).unwrap();
                assert_eq!(points, other.outlook(&mut copy).unwrap(), "mix {mix}, after {} answers", game.turns());
                kept_differently += u32::from(points != before);
                machine.reset();
            }
            machine.discard_sheets();
        }
    }
    assert!(kept_differently > 200, "{kept_differently}");
}

fn play_out(machine: &mut Machine, game: &mut Box<Game>, random: &mut Generator) {
    while machine.run(game).unwrap() == Stop::Decision {
        let decision = game.decision().unwrap();
        let pick = decision.options.get(game, random.below(decision.options.count())).unwrap();
        machine.answer(game, pick).unwrap();
    }
}

#[test]
fn the_log_of_a_session_has_every_answer_and_all_chance() {
    let loaded = load(&content(), &Request::new(["carcassonne"])).unwrap();
    let mut session = Session::new(loaded.machine().unwrap(), 2, 3).unwrap();
    let mut random = Generator::new(3);
    session.start().unwrap();
    while answer_randomly(&mut session, &mut random).is_some() {}
    let draws = session.log().iter().filter(|e| matches!(e, Entry::Chance(_))).count();
    assert_eq!(draws, 71);
    assert!(session.answers() >= 2 * 70);
}
