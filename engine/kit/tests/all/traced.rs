//! Tests recordings of the calls of rules: recorded games are the games that were played.

use tilewright_core::machine::Machine;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::trace::{TraceError, TracedPart, TracingPacks};
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::suite::each_test;
use tilewright_script::WatchExpression;

use crate::{amount, content};

/// Plays the first answers of a game at random.
fn play(machine: Machine, seats: u8, seed: u64, answers: usize) -> Session {
    let mut session = Session::new(machine, seats, seed).unwrap();
    let mut random = Generator::new(seed);
    session.start().unwrap();
    for _ in 0..answers {
        let Some(decision) = session.decision() else { break };
        let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
        session.answer(pick).unwrap();
    }
    session
}

/// Returns the packs on their own, or the smallest set that can be played.
fn playable(pack: &str) -> Option<Loaded> {
    let base = ["carcassonne", "discovery", "entdecker"];
    let sets = std::iter::once(vec![pack]).chain(base.iter().map(|base| vec![*base, pack]));
    sets.map(|packs| load(&content(), &Request::new(packs)).unwrap()).find(Loaded::is_playable)
}

#[test]
fn rules_that_report_their_lines_play_the_same_games() {
    let (mut moments, mut packs) = (0, 0);
    for found in content().list().unwrap() {
        let loaded = playable(&found.id).unwrap_or_else(|| panic!("{} cannot be played", found.id));
        let seats = loaded.catalog().unwrap().seats.0.max(2);
        let loaded = loaded.for_seats(seats);
        for seed in 0..amount(1, 10) {
            let answers = amount(60, usize::MAX);
            let plain = play(loaded.machine().unwrap(), seats, seed, answers);
            let (catalog, script) = loaded.reporting(None).unwrap().script().unwrap();
            let tracer = script.tracer();
            if let Some(tracer) = &tracer {
                tracer.begin();
            }
            let traced = play(Machine::new(catalog, Box::new(script)), seats, seed, answers);
            assert_eq!(traced.log(), plain.log(), "{}", found.id);
            assert_eq!(traced.game().fingerprint(), plain.game().fingerprint(), "{}", found.id);
            assert_eq!(traced.game().journal().unwrap().events, plain.game().journal().unwrap().events, "{}", found.id);
            assert_eq!(traced.ticks(), plain.ticks(), "{}", found.id);
            moments += tracer.map_or(0, |tracer| tracer.take().moments.len());
        }
        packs += 1;
    }
    assert!(packs >= 18 && moments > 10_000, "{packs} packs, {moments} moments");
}

#[test]
fn every_part_of_a_game_can_be_recorded_afterwards() {
    for pack in ["carcassonne", "glowmoor"] {
        let loaded = load(&content(), &Request::new([pack])).unwrap();
        let session = play(loaded.machine().unwrap(), 2, 3, 120);
        let line = session.timeline();
        let packs = TracingPacks::new(&loaded, 2, None).unwrap();
        let beginning = packs.trace(&line, &TracedPart::Beginning).unwrap();
        assert!(beginning.session.decision().is_some());
        let mut moments = 0;
        for number in 0..session.chosen_count() {
            let part = TracedPart::Answer(number);
            let traced = packs.trace(&line, &part).unwrap();
            let again = packs.trace(&line, &part).unwrap();
            assert_eq!(traced.trace, again.trace, "{pack} {number}");
            assert_eq!(traced.session.chosen_count(), number + 1);
            for (at, moment) in traced.trace.moments.iter().enumerate() {
                assert!(traced.trace.calls[moment.call].first <= at);
                let source = &loaded.catalog().unwrap().modules[moment.module].source;
                let text = source.lines().nth(moment.line as usize - 1).unwrap_or_default().trim();
                assert!(!text.is_empty() && !text.starts_with("--"), "{pack} {number} {}: {text}", moment.line);
            }
            moments += traced.trace.moments.len();
        }
        assert_eq!(TracedPart::last_of(&session), TracedPart::Answer(session.chosen_count() - 1));
        let after = TracedPart::Answer(session.chosen_count());
        assert!(matches!(packs.trace(&line, &after), Err(TraceError::Jump(_))));
        assert!(moments > 30, "{pack}: {moments} moments");
    }
}

#[test]
fn a_watch_has_a_value_at_each_line() {
    let loaded = load(&content(), &Request::new(["carcassonne"])).unwrap();
    let session = play(loaded.machine().unwrap(), 2, 3, 120);
    let line = session.timeline();
    let packs = |watch: Option<&str>| {
        let watch = watch.map(|text| WatchExpression::parse(text).unwrap());
        TracingPacks::new(&loaded, 2, watch.as_ref()).unwrap()
    };
    let (plain_packs, watching) = (packs(None), packs(Some("1 + 1")));
    let mut values = 0;
    for number in 0..session.chosen_count() {
        let part = TracedPart::Answer(number);
        let plain = plain_packs.trace(&line, &part).unwrap();
        let traced = watching.trace(&line, &part).unwrap();
        for moment in &traced.trace.moments {
            assert_eq!(moment.watched, Some(Ok("2".into())));
            values += 1;
        }
        assert_eq!(traced.trace.moments.len(), plain.trace.moments.len());
    }
    assert!(values > 30, "{values}");
}

#[test]
fn the_last_part_of_a_test_is_recorded() {
    let found = content().find("carcassonne").unwrap();
    let (mut tests, mut moments) = (0, 0);
    each_test(&content(), &found, "", |result, played| {
        let Some(played) = played else { return true };
        let part = TracedPart::last_of(&played.session);
        let seats = played.session.game().seat_count() as u8;
        let traced = TracingPacks::new(&played.loaded, seats, None).unwrap().trace(&played.session.timeline(), &part);
        let traced = traced.unwrap_or_else(|error| panic!("{}: {error}", result.name));
        assert_eq!(traced.session.game().fingerprint(), played.session.game().fingerprint(), "{}", result.name);
        tests += 1;
        moments += traced.trace.moments.len();
        true
    })
    .unwrap();
    assert!(tests > 20 && moments > 100, "{tests} tests, {moments} moments");
}
