//! Tests undo, jumps, copies, and failing answers: each position is restored exactly.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::fixture::rulebook::finish;
use tilewright_core::fixture::samples::{fair, heath, hexes, triangles};
use tilewright_core::fixture::{Sample, answer, answers, play, step};
use tilewright_core::machine::Stop;
use tilewright_core::session::{Entry, Refusal, Session};
use tilewright_core::state::Game;
use tilewright_core::state::chance::{ChancePoint, ChanceSource, Generator, Outcome};
use tilewright_core::state::effect::Rejected;

use crate::boards::players;

/// Everything that must be equal: the position, the decision, and the events so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionSnapshot {
    fingerprint: u64,
    asked: Option<(u8, String, Vec<String>)>,
    scores: Vec<i32>,
    pub(crate) log: usize,
    pub(crate) answers: usize,
    events: usize,
    sheets: usize,
    /// Hash of all events and sheets.
    told: u64,
}

impl PositionSnapshot {
    pub(crate) fn from_session(session: &Session) -> PositionSnapshot {
        let game = session.game();
        let asked = session.decision().map(|d| {
            let keys = d.options.iter(game).map(|pick| d.options.key(game, pick)).collect();
            (d.seat.0, d.ask.to_string(), keys)
        });
        let journal = game.journal().unwrap();
        let mut told = DefaultHasher::new();
        journal.events.hash(&mut told);
        for sheet in &journal.sheets {
            (sheet.event, sheet.segment, &sheet.place, &sheet.members, sheet.tiles, &sheet.points).hash(&mut told);
            for item in &sheet.sheet.items {
                (item.label, item.count, item.each, item.origin).hash(&mut told);
            }
        }
        PositionSnapshot {
            fingerprint: game.fingerprint(),
            asked,
            scores: game.scores().to_vec(),
            log: session.log().len(),
            answers: session.answers(),
            events: journal.events.len(),
            sheets: journal.sheets.len(),
            told: told.finish(),
        }
    }
}

/// Plays to the end with some undone answers on the way, and returns every position with a waiting decision.
fn to_and_fro(session: &mut Session, seed: u64) -> Vec<PositionSnapshot> {
    let mut chance = Generator::new(seed);
    let mut seen = vec![PositionSnapshot::from_session(session)];
    let mut back = 0;
    loop {
        if chance.below(8) == 0 && seen.len() > 1 && back < 40 {
            back += 1;
            let far = 1 + chance.below(9.min(seen.len() as u32 - 1)) as usize;
            seen.truncate(seen.len() - far);
            let wanted = &seen[seen.len() - 1];
            assert!(session.undo_to(wanted.answers), "seed {seed}: there was an answer to take back");
            assert_eq!(&PositionSnapshot::from_session(session), wanted, "seed {seed}: taken back by {far}");
        } else if answer(session, &mut chance) {
            seen.push(PositionSnapshot::from_session(session));
        } else {
            return seen;
        }
    }
}

fn games() -> Vec<(&'static str, Sample)> {
    vec![("heath", heath()), ("hexes", hexes()), ("triangles", triangles()), ("fair", fair())]
}

#[test]
fn taking_back_restores_every_position_exactly() {
    for (name, sample) in games() {
        for seed in 0..12 {
            let mut session = sample.session(players(seed), seed);
            let mut seen = to_and_fro(&mut session, seed);
            assert!(seen.len() > 30, "{name}: {} positions", seen.len());
            // From the end to the beginning, answer by answer.
            while seen.len() > 1 {
                seen.pop();
                assert!(session.undo());
                assert_eq!(PositionSnapshot::from_session(&session), seen[seen.len() - 1], "{name}, seed {seed}");
            }
            assert!(!session.undo(), "{name}: no answer is left to take back");
            // From the beginning to the end again, with the same result.
            let mut again = sample.session(players(seed), seed);
            play(&mut session, seed, |_| {});
            play(&mut again, seed, |_| {});
            assert_eq!(
                PositionSnapshot::from_session(&session),
                PositionSnapshot::from_session(&again),
                "{name}, seed {seed}"
            );
        }
    }
}

#[test]
fn what_the_session_took_by_itself_is_taken_back_with_the_answer_before() {
    let mut forced = 0;
    for seed in 0..10 {
        let mut session = fair().session(2, seed);
        play(&mut session, seed, |_| {});
        while session.undo() {
            let all = session.log().iter().filter(|e| matches!(e, Entry::Answer(_))).count();
            let chosen = session.log().iter().filter(|e| matches!(e, Entry::Answer(a) if !a.forced)).count();
            assert_eq!((session.answers(), session.chosen_count()), (all, chosen));
            let own = session.decision().map(|d| d.options.count());
            assert!(own.is_some_and(|count| count > 1), "a seat had a choice here");
            let last = session.log().iter().rev().find_map(|e| if let Entry::Answer(a) = e { Some(a) } else { None });
            forced += usize::from(last.is_some_and(|a| a.forced));
        }
    }
    assert!(forced > 20, "{forced}");
}

#[test]
fn a_long_game_is_taken_back_to_any_of_its_positions() {
    // The game is long enough that most copies of positions are thinned out.
    let long = fair().with(|catalog| {
        let bag = catalog.bags.ids().next().unwrap();
        catalog.bags.get_mut(bag).unwrap().contents.iter_mut().for_each(|(_, count)| *count *= 7);
    });
    let mut session = long.session(2, 1);
    let mut seen = Vec::new();
    play(&mut session, 1, |session| seen.push(PositionSnapshot::from_session(session)));
    assert!(seen.len() > 700, "{}", seen.len());
    let mut chance = Generator::new(4);
    let mut at = seen.len() - 1;
    while at > 0 {
        at -= (1 + chance.below(25) as usize).min(at);
        assert!(session.take_back(seen[at].log), "{at}");
        assert_eq!(PositionSnapshot::from_session(&session), seen[at], "{at}");
    }
}

#[test]
fn a_line_leads_to_each_of_its_positions() {
    for (name, sample) in games() {
        for seed in 0..6 {
            let mut session = sample.session(2, seed);
            let mut seen = Vec::new();
            play(&mut session, seed, |session| seen.push(PositionSnapshot::from_session(session)));
            let line = session.timeline();
            assert_eq!((line.log().len(), line.begins()), (session.log().len(), 0));
            let mut chance = Generator::new(seed);
            for _ in 0..25 {
                let wanted = &seen[chance.below(seen.len() as u32) as usize];
                session.jump_to(&line, wanted.log).unwrap();
                assert_eq!(&PositionSnapshot::from_session(&session), wanted, "{name}, seed {seed}");
                // The session may continue on another course; the timeline is unaffected.
                if chance.below(3) == 0 {
                    let count = chance.below(12);
                    answers(&mut session, &mut chance, count);
                    session.undo();
                }
            }
            let wanted = &seen[seen.len() / 2];
            let along = Session::replay_along(sample.machine(), &line, wanted.log).unwrap();
            assert_eq!(&PositionSnapshot::from_session(&along), wanted, "{name}: along the line");
            assert!(session.jump_to(&line, line.log().len() + 1).is_err());
        }
    }
}

#[test]
fn one_goes_from_line_to_line() {
    for (name, sample) in games() {
        for seed in 0..4 {
            let mut session = sample.session(2, seed);
            let mut chance = Generator::new(seed);
            let (mut lines, mut seen) = (Vec::new(), vec![vec![PositionSnapshot::from_session(&session)]]);
            // Each course branches off another one.
            for _ in 0..4 {
                let mut course = seen.pop().unwrap();
                while answer(&mut session, &mut chance) {
                    course.push(PositionSnapshot::from_session(&session));
                }
                lines.push((session.timeline(), course.clone()));
                let (line, from) = &lines[chance.below(lines.len() as u32) as usize];
                let at = chance.below(from.len() as u32 - 1) as usize;
                session.jump_to(line, from[at].log).unwrap();
                seen.push(from[..=at].to_vec());
            }
            for _ in 0..60 {
                let (line, course) = &lines[chance.below(4) as usize];
                let at = chance.below(course.len() as u32) as usize;
                session.jump_to(line, course[at].log).unwrap();
                assert_eq!(PositionSnapshot::from_session(&session), course[at], "{name}, seed {seed}");
                assert_eq!(session.chosen_count(), at, "{name}, seed {seed}");
                // Undo leads to a position on the same timeline.
                let back = at - (chance.below(7) as usize).min(at);
                if back < at {
                    assert!(session.undo_to(course[back].answers), "{name}, seed {seed}");
                    assert_eq!(
                        PositionSnapshot::from_session(&session),
                        course[back],
                        "{name}, seed {seed}: taken back"
                    );
                }
                if chance.below(4) == 0 {
                    let count = chance.below(30);
                    answers(&mut session, &mut chance, count);
                }
            }
        }
    }
}

#[test]
fn a_copy_of_a_session_goes_its_own_way() {
    for (name, sample) in games() {
        for seed in 0..6 {
            let mut session = sample.session(3, seed);
            let mut chance = Generator::new(seed);
            let count = chance.below(70);
            answers(&mut session, &mut chance, count);
            let here = PositionSnapshot::from_session(&session);
            let mut twin = session.fork(sample.machine());
            assert_eq!(PositionSnapshot::from_session(&twin), here, "{name}, seed {seed}");
            // The same answers lead to the same end.
            let (mut one, mut other) = (chance, chance);
            let mut third = session.fork(sample.machine());
            while answer(&mut twin, &mut one) {
                assert!(answer(&mut third, &mut other));
                assert_eq!(
                    PositionSnapshot::from_session(&twin),
                    PositionSnapshot::from_session(&third),
                    "{name}, seed {seed}"
                );
            }
            assert_eq!(PositionSnapshot::from_session(&session), here, "{name}: the first one has not moved");
            assert!(twin.undo_to(here.answers) || twin.answers() == here.answers);
            assert_eq!(PositionSnapshot::from_session(&twin), here, "{name}: taken back in the copy");
        }
    }
}

/// A source that sets every kind of chance result to something other than the seed would give.
struct Contrary {
    asked: Rc<Cell<u32>>,
}

impl ChanceSource for Contrary {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let asked = self.asked.get();
        self.asked.set(asked + 1);
        if asked % 3 == 2 {
            return None;
        }
        Some(match point {
            ChancePoint::Draw { bag, .. } => {
                let held: Vec<TileKindId> = game.bag(*bag).kinds().collect();
                Outcome::Tile(held[(asked as usize * 7) % held.len()])
            }
            ChancePoint::Roll { .. } => Outcome::Face((asked % 3) as u16),
            ChancePoint::Pick { bound, .. } => Outcome::Number(asked % bound),
            ChancePoint::Shuffle { bag } => {
                let mut order = game.bag(*bag).order().to_vec();
                order.sort_unstable();
                Outcome::Order(order)
            }
            ChancePoint::Deal { .. } => return None,
        })
    }
}

#[test]
fn what_chance_was_told_to_give_it_gives_again() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, sample) in games() {
        for seed in 0..8 {
            let mut session = sample.unstarted_session(2, seed);
            session.set_chance_source(Box::new(Contrary { asked: Rc::default() }));
            session.start().unwrap();
            let mut seen = to_and_fro(&mut session, seed);
            for entry in session.log() {
                let Entry::Chance(given) = entry else { continue };
                let kind = match given.what.outcome() {
                    Outcome::Tile(_) => "tile",
                    Outcome::Face(_) => "face",
                    Outcome::Number(_) => "number",
                    Outcome::Order(_) => "order",
                    Outcome::Dealt => "dealt",
                };
                *kinds.entry(kind).or_default() += usize::from(given.forced);
            }
            let line = session.timeline();
            let middle = &seen[seen.len() / 2];
            session.jump_to(&line, middle.log).unwrap();
            assert_eq!(&PositionSnapshot::from_session(&session), middle, "{name}, seed {seed}: along the line");
            session.jump_to(&line, line.log().len()).unwrap();
            while seen.len() > 1 {
                seen.pop();
                assert!(session.undo());
                assert_eq!(PositionSnapshot::from_session(&session), seen[seen.len() - 1], "{name}, seed {seed}");
            }
        }
    }
    assert!(kinds.values().all(|&n| n > 20) && kinds.len() == 4, "{kinds:?}");
}

#[test]
fn an_answer_that_fails_leaves_everything_as_it_was() {
    let mut failed = 0;
    for seed in 0..6 {
        let shy = fair().with(|catalog| catalog.flow.turn.push(step("shy", StepKind::Script)));
        let shy = shy.with_rules(|rules| {
            rules.step("shy", |game, _, _| {
                // The state has already changed when the rule fails.
                game.roll(tilewright_core::fixture::samples::LUCK, game.active_seat());
                let tile = game.board().tiles().next_back().unwrap();
                if tile.turn == Turn(3) { Err(Rejected::new("shy", "not so")) } else { finish() }
            });
        });
        let mut session = shy.session(2, seed);
        let mut chance = Generator::new(seed);
        while let Some(decision) = session.decision() {
            let before = PositionSnapshot::from_session(&session);
            let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
            match session.answer(pick) {
                Ok(_) => {}
                Err(Refusal::Fault(fault)) => {
                    failed += 1;
                    assert_eq!((&*fault.message, &*fault.hook, fault.code), ("not so", "step shy", "S0401"));
                    assert!(session.engine_fault().is_none());
                    assert_eq!(PositionSnapshot::from_session(&session), before, "seed {seed}");
                    // The placement is undone, and another is chosen.
                    if !session.undo() {
                        break;
                    }
                }
                Err(refusal) => panic!("{refusal}"),
            }
            if failed > 200 {
                break;
            }
        }
    }
    assert!(failed > 20, "{failed}");
}

#[test]
fn an_answer_that_fails_when_it_is_repeated_stops_the_session() {
    // The rules keep a count outside of the game, and fail the fifth time.
    let count = Rc::new(Cell::new(0));
    let forgetful = heath().with(|catalog| catalog.flow.turn.insert(0, step("count", StepKind::Script)));
    let forgetful = forgetful.with_rules(|rules| {
        let count = Rc::clone(&count);
        rules.step("count", move |_, _, _| {
            count.set(count.get() + 1);
            if count.get() > 8 { Err(Rejected::new("many", "too many")) } else { finish() }
        });
    });
    let mut session = forgetful.session(2, 1);
    let mut chance = Generator::new(1);
    answers(&mut session, &mut chance, 13);
    assert!(session.engine_fault().is_none());
    while session.engine_fault().is_none() {
        assert!(session.undo() || session.engine_fault().is_some());
    }
    assert!(session.engine_fault().unwrap().is_internal());
    let pick = session.decision().map(|d| d.options.get(session.game(), 0).unwrap());
    if let Some(pick) = pick {
        assert!(matches!(session.answer(pick), Err(Refusal::Fault(fault)) if fault.is_internal()));
    }
    assert!(!session.undo());
}

#[test]
fn a_game_that_uses_the_room_of_another_is_as_good_as_new() {
    for (name, sample) in crate::boards::all() {
        let (mut machine, mut chance) = (sample.machine(), Generator::new(2));
        let template = machine.new_game(2, 0).unwrap();
        let mut game = template.clone();
        for seed in 0..4 {
            game.reset_to(&template, seed);
            let (mut fresh, mut other) = (template.clone(), sample.machine());
            fresh.reset_to(&template, seed);
            assert_eq!(game.fingerprint(), fresh.fingerprint(), "{name}, seed {seed}");
            // A stack that was shuffled twice has another order than one that was shuffled once.
            let new = machine.new_game(2, seed).unwrap().fingerprint();
            assert!(game.fingerprint() == new || name == "fair", "{name}, seed {seed}");
            loop {
                let stop = machine.run(&mut game).unwrap();
                assert_eq!(other.run(&mut fresh).unwrap(), stop);
                assert_eq!(game.fingerprint(), fresh.fingerprint(), "{name}, seed {seed}");
                if stop == Stop::Over {
                    break;
                }
                let options = &game.decision().unwrap().options;
                let pick = options.get(&game, chance.below(options.count())).unwrap();
                machine.answer(&mut game, pick).unwrap();
                other.answer(&mut fresh, pick).unwrap();
            }
        }
    }
}
