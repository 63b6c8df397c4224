//! Tests that replayed answers lead to the same position, or that the deviation is reported.

use std::cell::Cell;
use std::rc::Rc;

use tilewright_core::fixture::rulebook::finish;
use tilewright_core::fixture::{answer, samples};
use tilewright_core::session::{Refusal, Session};
use tilewright_core::state::chance::{ChancePoint, ChanceSource, Decided, Generator, Outcome};
use tilewright_core::state::event::EventKind;
use tilewright_core::state::{Game, Stage};

/// Returns a game in which every placement picks a number; `name` returns the name of each number.
fn picking(name: impl Fn() -> String + 'static) -> Session {
    let sample = samples::heath().with_rules(|rules| {
        rules.react(EventKind::Placed, move |game, _, _| {
            game.pick_number(&name(), 6);
            finish()
        });
    });
    sample.session(2, 7)
}

/// A source that sets every picked number to five.
struct Fives;

impl ChanceSource for Fives {
    fn outcome(&mut self, _: &Game, point: &ChancePoint) -> Option<Outcome> {
        matches!(point, ChancePoint::Pick { .. }).then_some(Outcome::Number(5))
    }
}

fn fives(session: &Session) -> Vec<u32> {
    let picked = session.log().iter().filter_map(|entry| match &entry.chance()?.what {
        Decided::Pick { number, .. } => Some(*number),
        _ => None,
    });
    picked.collect()
}

#[test]
fn what_a_source_has_said_is_said_again_and_the_source_stays() {
    let mut session = picking(|| "number".to_owned());
    let mut chance = Generator::new(3);
    (0..9).for_each(|_| assert!(answer(&mut session, &mut chance)));
    assert!(fives(&session).iter().any(|&n| n != 5), "the seed gives other numbers");
    let free = fives(&session).len();
    session.set_chance_source(Box::new(Fives));
    (0..9).for_each(|_| assert!(answer(&mut session, &mut chance)));
    let (log, print) = (session.log().to_vec(), session.game().fingerprint());
    // Undo and the same answer again, across positions that are replayed with the source's results.
    for _ in 0..3 {
        let last = log.iter().rev().find_map(|entry| match entry {
            tilewright_core::session::Entry::Answer(answer) if !answer.forced => Some(answer.key.clone()),
            _ => None,
        });
        assert!(session.undo());
        session.answer_key(&last.unwrap()).unwrap();
        assert_eq!((session.log(), session.game().fingerprint()), (&log[..], print));
    }
    assert!(fives(&session)[free..].iter().all(|&n| n == 5) && fives(&session).len() > free);
    assert_eq!(session.game().stage(), Stage::Play);
}

#[test]
fn chance_that_is_asked_for_something_else_when_it_is_repeated_breaks_the_session() {
    // A rule with state outside of the game, which scripts cannot have.
    let before = Rc::new(Cell::new(0));
    let mut session = picking(move || {
        before.set(before.get() + 1);
        format!("number {}", before.get())
    });
    let mut chance = Generator::new(3);
    (0..14).for_each(|_| assert!(answer(&mut session, &mut chance)));
    while session.undo() {}
    let broken = session.engine_fault().expect("the session is at an invalid position");
    assert!(broken.is_internal() && broken.message.contains("a different chance result was requested"), "{broken}");
    assert!(session.answers() > 0, "it was noticed at the first that was repeated");
    let option = session.decision().unwrap().options.get(session.game(), 0).unwrap();
    assert!(matches!(session.answer(option), Err(Refusal::Fault(fault)) if fault.is_internal()));
}
