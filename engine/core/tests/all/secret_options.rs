//! Tests open questions with secret options: other seats see that a secret option was chosen, but not which.

use tilewright_core::catalog::Counter;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::fixture::drawing::name;
use tilewright_core::fixture::rulebook::{ask, ask_with_secrets, finish};
use tilewright_core::fixture::samples::{PURSE, fair, heath};
use tilewright_core::fixture::{Sample, answer, step};
use tilewright_core::machine::Stop;
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::{CounterKey, Effect};
use tilewright_core::state::event::Event;
use tilewright_core::state::secrecy::Secrecy;
use tilewright_core::state::view::VisibleDecision;

/// Plays random answers up to the question with secret options.
fn play_to_question(sample: &Sample, seed: u64) -> Session {
    let (mut session, mut chance) = (sample.session(3, seed), Generator::new(seed));
    while session.decision().is_some_and(|decision| &*decision.ask != "errand.way") {
        answer(&mut session, &mut chance);
    }
    session
}

/// Returns the last answer that a seat chose.
fn last(session: &Session) -> &Answer {
    let mut answers = session.log().iter().rev();
    let chosen = answers.find_map(|entry| match entry {
        Entry::Answer(answer) if !answer.forced => Some(answer),
        _ => None,
    });
    chosen.unwrap()
}

/// Returns the visible options of the waiting question from a viewpoint; empty if the question is hidden.
fn options(session: &Session, seat: Option<Seat>) -> Vec<String> {
    let view = session.game().view(seat);
    match view.decision() {
        Some(VisibleDecision::Open(decision)) => {
            (0..decision.options.count()).filter_map(|number| view.option_key(number)).collect()
        }
        Some(VisibleDecision::Partly(part)) => {
            assert_eq!((view.option(0), view.option_key(0)), (None, None));
            part.keys().collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn others_see_the_question_and_its_open_options() {
    let session = play_to_question(&fair(), 3);
    let decider = session.decision().unwrap().seat;
    let all = ["gold", "chest", "guest", "hoard", "waste"];
    for seat in [None, Some(0), Some(1), Some(2)].map(|seat| seat.map(Seat)) {
        let seen = if seat == Some(decider) { &all[..] } else { &all[..3] };
        assert_eq!(options(&session, seat), seen, "{seat:?}");
    }
    assert!(matches!(session.game().view_of_everything().decision(), Some(VisibleDecision::Open(_))));
}

#[test]
fn a_view_is_the_same_whichever_secret_option_was_taken() {
    let mut compared = 0;
    for seed in 0..6 {
        let played = ["hoard", "waste"].map(|key| {
            let mut session = play_to_question(&fair(), seed);
            let decider = session.decision().unwrap().seat;
            session.answer_key(key).unwrap();
            (session, decider)
        });
        let [(one, decider), (two, _)] = &played;
        let held = |session: &Session| session.game().counter(PURSE, CounterKey::Seat(*decider));
        assert!(held(one) != held(two) && one.game().fingerprint() != two.game().fingerprint());
        let told = |session: &Session, seat: Option<Seat>| -> (Vec<Event>, Vec<String>, bool) {
            let events = session.game().view(seat).events().collect();
            (events, options(session, seat), last(session).is_known_to(seat))
        };
        for seat in [None, Some(0), Some(1), Some(2)].map(|seat| seat.map(Seat)) {
            let same = told(one, seat) == told(two, seat);
            assert_eq!(same, seat != Some(*decider), "seed {seed}, {seat:?}");
            compared += 1;
        }
        assert_eq!((last(one).secrecy, &*last(one).key), (Secrecy::Choice, "hoard"));
    }
    assert_eq!(compared, 24);
}

#[test]
fn what_is_taken_openly_is_known_to_all() {
    let mut session = play_to_question(&fair(), 3);
    session.answer_key("gold").unwrap();
    assert!(last(&session).is_known_to(None) && last(&session).is_seen_by(None));
    let mut session = play_to_question(&fair(), 3);
    let decider = session.decision().unwrap().seat;
    session.answer_key("hoard").unwrap();
    let other = Seat((decider.0 + 1) % 3);
    let known = [Some(decider), Some(other), None].map(|seat| last(&session).is_known_to(seat));
    assert_eq!(known, [true, false, false]);
    assert!([Some(other), None].iter().all(|seat| last(&session).is_seen_by(*seat)));
}

/// Returns a game with a step that asks with a single option, which is secret if `secret` contains it.
fn lonely(secret: &'static [usize]) -> Sample {
    let sample = heath().with(|catalog| {
        let script = tilewright_core::catalog::flow::StepKind::Script;
        catalog.flow.setup.push(step("vow", script));
    });
    sample.with_rules(|rules| {
        rules.step("vow", move |_, seat, came| match came {
            [] => ask_with_secrets(seat, "vow.only", &["yes"], secret),
            _ => finish(),
        });
    })
}

/// Otherwise other seats would know that there was no choice.
#[test]
fn a_secret_option_is_put_to_its_seat_also_when_it_is_the_only_one() {
    assert!(lonely(&[]).session(2, 1).decision().is_none_or(|decision| &*decision.ask != "vow.only"));
    let mut session = lonely(&[0]).session(2, 1);
    assert_eq!(&*session.decision().unwrap().ask, "vow.only");
    assert!(session.take_only().is_err());
    session.answer_key("yes").unwrap();
    assert_eq!(&*last(&session).ask, "vow.only");
    let mut machine = lonely(&[0]).machine();
    let mut game = Box::new(lonely(&[0]).game(2));
    assert_eq!(machine.run(&mut game).unwrap(), Stop::Decision);
    assert_eq!(&*game.decision().unwrap().ask, "vow.only");
}

#[test]
fn a_record_holds_what_was_chosen_and_is_played_again() {
    let mut session = play_to_question(&fair(), 5);
    session.answer_key("waste").unwrap();
    let mut chance = Generator::new(9);
    while answer(&mut session, &mut chance) {}
    let taken = |session: &Session| -> Vec<(String, Secrecy)> {
        let answers = session.log().iter();
        let answers = answers.filter_map(|entry| if let Entry::Answer(answer) = entry { Some(answer) } else { None });
        answers.map(|answer| (answer.key.clone(), answer.secrecy)).collect()
    };
    let length = session.log().len();
    assert!(taken(&session).contains(&("waste".to_owned(), Secrecy::Choice)));
    let (print, before) = (session.game().fingerprint(), taken(&session));
    let line = session.timeline();
    assert!(session.take_back(length / 2));
    session.jump_to(&line, length).unwrap();
    assert_eq!((session.game().fingerprint(), taken(&session)), (print, before));
}

/// Tests that a sampled position leads to the question of the seat, even if another seat has chosen in secret in the
/// middle of the same step, and that it does not depend on that choice.
#[test]
fn what_a_seat_imagines_does_not_tell_what_another_has_chosen() {
    let sample = heath().with(|catalog| {
        let script = tilewright_core::catalog::flow::StepKind::Script;
        catalog.flow.setup.push(step("guess", script));
        catalog.counters.add(name("hidden"), Counter { secret: true, ..Counter::default() }).unwrap();
    });
    let hidden = sample.catalog.counters.find("hidden").unwrap();
    let sample = sample.with_rules(|rules| {
        rules.step("guess", move |game, seat, came| match came {
            [] => ask_with_secrets(seat, "guess.hide", &["left", "right", "show"], &[0, 1]),
            [Some(way)] => {
                game.effect(Effect::Count { counter: hidden, key: CounterKey::Seat(seat), amount: 1 + *way as i32 })?;
                ask(Seat((seat.0 + 1) % game.seat_count() as u8), "guess.find", &["left", "right"])
            }
            _ => finish(),
        });
    });
    let mut reached = Vec::new();
    for key in ["left", "right", "show"] {
        let mut session = sample.session(2, 4);
        session.answer_key(key).unwrap();
        let seat = session.decision().unwrap().seat;
        assert_eq!((&*session.decision().unwrap().ask, seat), ("guess.find", Seat(1)));
        let mut generator = Generator::new(7);
        let worlds = (0..12).map(|_| {
            let mut machine = sample.machine();
            let world = session.resting(&mut machine).imagine(seat, &mut generator).reach(&mut machine).unwrap();
            world.counter(hidden, CounterKey::Seat(Seat(0)))
        });
        reached.push(worlds.collect::<Vec<_>>());
    }
    assert_eq!(reached[0], reached[1]);
    assert!(reached[0].contains(&1) && reached[0].contains(&2), "it may have been left or right: {reached:?}");
    assert_eq!(reached[2], [3; 12], "all have seen it");
}
