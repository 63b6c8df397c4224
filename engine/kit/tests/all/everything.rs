//! Tests a pack that uses every feature of rules: each question can be undone, saved, resumed and copied, and scripts
//! without caches play the same game.

use std::collections::BTreeSet;

use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::record::Move;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_kit::games::save::{record_of, resume};
use tilewright_kit::packs::load::{Loaded, Request, load, load_from};
use tilewright_kit::records::json::{read_records, write_record};
use tilewright_pack::World;

use crate::packs;

fn everything() -> Loaded {
    let loaded = load(&packs(), &Request::new(["everything"])).unwrap();
    let shown = |d: &tilewright_core::diag::Diagnostic| crate::pond::describe_finding(&loaded, d);
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics.iter().map(shown).collect::<Vec<_>>());
    loaded
}

/// Position: the number of answers that led to it, its fingerprint, and the waiting question.
#[derive(Clone, PartialEq, Debug)]
struct PositionMark {
    answers: usize,
    print: u64,
    asked: String,
}

fn spot(session: &Session) -> PositionMark {
    let game = session.game();
    let asked = game.decision().map_or("over".to_owned(), |d| {
        let keys: Vec<String> = d.options.iter(game).map(|p| d.options.key(game, p)).collect();
        format!("{} {} {keys:?}", d.seat, d.ask)
    });
    PositionMark { answers: session.answers(), print: game.fingerprint(), asked }
}

/// Answers with a random option, so that loops end and questions vary.
fn step(session: &mut Session, random: &mut Generator) -> Option<Stop> {
    let decision = session.decision()?;
    let pick = decision.options.get(session.game(), random.below(decision.options.count()))?;
    Some(session.answer(pick).unwrap())
}

fn begin(loaded: &Loaded, seats: u8, seed: u64) -> Session {
    let mut session = Session::new(loaded.machine().unwrap(), seats, seed).unwrap();
    session.start().unwrap();
    session
}

#[test]
fn every_function_is_used_and_every_question_asked() {
    let files = packs().find("everything").unwrap().read().unwrap();
    let texts: String = files.iter().filter(|(path, _)| path.ends_with(".lua")).map(|(_, text)| &**text).collect();
    let missing: BTreeSet<&str> =
        tilewright_script::entries().map(|e| e.name()).filter(|name| !texts.contains(&format!("{name}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let loaded = everything();
    let mut asked = BTreeSet::new();
    for seed in 0..12 {
        let mut random = Generator::new(seed);
        let mut session = begin(&loaded, 1 + (seed % 4) as u8, seed);
        while step(&mut session, &mut random).is_some() {
            verify::position(session.game()).unwrap();
        }
        asked.extend(session.log().iter().filter_map(|e| match e {
            Entry::Answer(answer) => Some(answer.ask.to_string()),
            Entry::Chance(_) => None,
        }));
    }
    let all = [
        "again", "deploy", "face", "far", "farewell", "haunt", "height", "instead", "lane", "pass_on", "place",
        "plant", "reply", "shelf", "shout", "show", "side", "thanks", "toll", "way",
    ];
    assert_eq!(asked.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn every_answer_can_be_taken_back_exactly() {
    let loaded = everything();
    for seed in 0..6 {
        let mut random = Generator::new(100 + seed);
        let mut session = begin(&loaded, 2 + (seed % 2) as u8, seed);
        let mut spots = vec![spot(&session)];
        while step(&mut session, &mut random).is_some() {
            spots.push(spot(&session));
            // Sometimes goes back some answers and takes another course.
            if random.below(10) == 0 && spots.len() > 8 && spots.len() < 120 {
                spots.truncate(spots.len() - 1 - random.below(7) as usize);
                let last = spots.last().unwrap();
                assert!(session.undo_to(last.answers));
                assert_eq!(spot(&session), *last, "seed {seed}");
            }
        }
        while spots.len() > 1 {
            spots.pop();
            let last = spots.last().unwrap();
            assert!(session.undo_to(last.answers));
            assert_eq!(spot(&session), *last, "seed {seed}");
        }
        assert!(!session.undo_to(0));
    }
}

#[test]
fn at_every_question_a_game_can_be_saved_and_copied() {
    let loaded = everything();
    let mut random = Generator::new(77);
    let mut session = begin(&loaded, 2, 5);
    let mut number = 0;
    loop {
        let copy = session.game().clone();
        assert_eq!(copy.fingerprint(), session.game().fingerprint());
        // Checking every third question keeps the test short and still covers all kinds of them.
        number += 1;
        if number % 3 == 0 {
            let line = write_record(&record_of(&session, "saved"));
            let record = read_records(&line).remove(0).unwrap();
            let mut resumed = resume(loaded.machine().unwrap(), &record).unwrap();
            assert_eq!(spot(&resumed).print, spot(&session).print);
            assert_eq!(spot(&resumed).asked, spot(&session).asked);
            // The resumed game continues and undoes exactly like the original.
            let (mut twin, mut own) = (random, random);
            let mark = session.answers();
            let there = resumed.answers();
            for _ in 0..4 {
                assert_eq!(step(&mut resumed, &mut twin), step(&mut session, &mut own));
                assert_eq!(resumed.game().fingerprint(), session.game().fingerprint());
            }
            if session.answers() > mark {
                assert!(session.undo_to(mark) && resumed.undo_to(there));
                assert_eq!(resumed.game().fingerprint(), copy.fingerprint());
                assert_eq!(session.game().fingerprint(), copy.fingerprint());
            }
        }
        if step(&mut session, &mut random).is_none() {
            break;
        }
    }
}

#[test]
fn scripts_that_forget_everything_between_calls_play_the_same_game() {
    let loaded = everything();
    let (catalog, mut script) = loaded.script().unwrap();
    script.paranoid(true);
    let mut session = begin(&loaded, 2, 9);
    let mut other = Session::new(Machine::new(catalog, Box::new(script)), 2, 9).unwrap();
    other.start().unwrap();
    let mut random = Generator::new(3);
    let mut twin = random;
    for _ in 0..60 {
        let stop = step(&mut session, &mut random);
        assert_eq!(step(&mut other, &mut twin), stop);
        assert_eq!(spot(&other), spot(&session));
        if stop.is_none() {
            break;
        }
    }
}

#[test]
fn an_only_option_is_recorded_where_the_next_answer_reads_the_same() {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    let mut files = packs().find("everything").unwrap().read().unwrap();
    let first = "step(\"lots\", function(seat)";
    let asks = "ask(seat, \"twice\", { \"go\" }) ask(seat, \"twice\", { \"go\", \"stay\" }) \
                ask(seat, \"twice\", { \"halt\", \"turn\" })";
    for (_, text) in files.iter_mut().filter(|(name, _)| name.ends_with("questions.lua")) {
        assert_eq!(text.matches(first).count(), 1);
        *text = text.replace(first, &format!("{first} {asks}")).into();
    }
    world.packs.insert("everything".into(), files);
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["everything"]) });
    for picks in [["go", "turn"], ["stay", "halt"]] {
        let mut session = begin(&loaded, 1, 3);
        for pick in picks {
            session.answer_key(pick).unwrap();
        }
        let record = record_of(&session, "twice");
        let told = record.moves.iter().filter(|m| matches!(m, Move::Answer { .. })).count();
        assert_eq!(told, if picks[0] == "go" { 3 } else { 2 }, "{:?}", record.moves);
        let resumed = resume(loaded.machine().unwrap(), &record).unwrap();
        assert_eq!(spot(&resumed), spot(&session));
    }
}
