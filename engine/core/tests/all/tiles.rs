//! Tests that tiles are neither lost nor created, and that the watch reports rules that lose tiles.

use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::id::BagId;
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::fixture::rulebook::finish;
use tilewright_core::fixture::samples::{PATH, fair, heath};
use tilewright_core::fixture::{Sample, play, step};
use tilewright_core::machine::rules::{Rules, When};
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::agenda::Part;
use tilewright_core::state::effect::Effect;
use tilewright_core::state::ending::Conclusion;
use tilewright_core::verify;

use crate::boards::all;

/// Returns the declared and the actual number of tiles of each kind, in all places.
fn count_tiles(game: &Game) -> Vec<(u32, u32)> {
    let catalog = game.catalog();
    let count = |kind| {
        let bags = game.bags().flat_map(|bag| &catalog.bags[bag].contents);
        let declared = bags.filter(|(k, _)| *k == kind).map(|(_, n)| n).sum::<u32>()
            + catalog.board.presets.iter().filter(|p| p.kind == kind && p.from.is_none()).count() as u32;
        let in_bags: u32 = catalog.bags.ids().map(|bag| game.bag(bag).count(kind)).sum();
        let laid = game.board().tiles().map(|tile| tile.kind);
        let held = game.seats_from(Seat(0)).flat_map(|seat| game.hand(seat).collect::<Vec<_>>());
        let in_play = game.agenda().iter().filter_map(|part| match part {
            Part::Turn(part) if part.tile.is_none() => part.kind,
            _ => None,
        });
        let elsewhere = laid.chain(held).chain(game.set_aside().iter().copied()).chain(in_play);
        (declared, in_bags + elsewhere.filter(|k| *k == kind).count() as u32)
    };
    catalog.kinds.ids().map(count).collect()
}

#[test]
fn tiles_are_neither_lost_nor_made() {
    let mut aside = 0;
    for (name, sample) in all() {
        for seed in 0..10 {
            let mut session = sample.session(2 + (seed % 3) as u8, seed);
            play(&mut session, seed, |session| {
                let game = session.game();
                for (kind, (declared, now)) in count_tiles(game).into_iter().enumerate() {
                    assert_eq!(now, declared, "{name}, seed {seed}: number {kind}");
                }
                verify::tiles_are_conserved(game).unwrap();
                verify::points_come_from_sheets(game)
                    .or_else(|w| if name == "fair" { Ok(()) } else { Err(w) })
                    .unwrap();
            });
            let ends = &sample.catalog.flow.ends_with;
            let is_empty = |&bag: &BagId| session.game().bag(bag).total() == 0;
            assert!(ends.iter().all(is_empty), "{name}: the game continues while there are tiles");
            aside += session.game().set_aside().len();
        }
    }
    assert!(aside > 10, "tiles without a place: {aside}");
}

/// Returns a session that is checked after every event.
fn watched_session(sample: &Sample, seed: u64) -> Session {
    let mut session = sample.unstarted_session(2, seed);
    let hooks = sample.rules.hooks().clone();
    session
        .arrange(|game| {
            game.watch_events(&hooks);
            Ok::<(), ()>(())
        })
        .unwrap();
    session.start().unwrap();
    session
}

/// Returns the first violation that a watch finds in ten games.
fn found(sample: &Sample) -> Option<String> {
    (0..10).find_map(|seed| {
        let mut session = watched_session(sample, seed);
        play(&mut session, seed, |_| {});
        session.game().watched().unwrap().1.map(|broken| broken.what.clone())
    })
}

#[test]
fn a_watch_finds_nothing_wrong_in_good_games() {
    for (name, sample) in all() {
        for seed in 0..4 {
            let mut session = watched_session(&sample, seed);
            play(&mut session, seed, |session| session.game().verify_position().unwrap());
            let (looks, broken) = session.game().watched().unwrap();
            assert_eq!(broken, None, "{name}, seed {seed}");
            assert!(looks > 100, "{name}: {looks}");
        }
    }
}

#[test]
fn a_watch_finds_tiles_that_rules_lose_or_make() {
    let with_step = |act: fn(&mut Game, Seat)| {
        let sample = heath().with(|catalog| catalog.flow.turn.push(step("more", StepKind::Script)));
        sample.with_rules(|rules| {
            rules.step("more", move |game, seat, _| {
                act(game, seat);
                finish()
            });
        })
    };
    assert_eq!(found(&with_step(|_, _| {})), None);
    let loses = with_step(|game, seat| {
        let _ = game.draw_tile(BagId(0), seat, SeatSet::EVERYBODY, None);
    });
    assert!(found(&loses).unwrap().contains("lost"));
    let makes = with_step(|game, _| {
        let kind = game.catalog().kinds.find("bend").unwrap();
        game.effect(Effect::PutBack { bag: BagId(0), kind }).unwrap();
        if game.turns() > 60 {
            game.effect(Effect::EndGame { conclusion: Conclusion::default() }).unwrap();
        }
    });
    assert!(found(&makes).unwrap().contains("the packs declare"));
    // A tile that is removed from the game is not lost.
    let out = with_step(|game, _| {
        let kind = game.catalog().kinds.find("bend").unwrap();
        let _ = game.effect(Effect::Remove { bag: BagId(0), kind });
    });
    assert_eq!(found(&out), None);
}

#[test]
fn a_watch_finds_what_is_never_scored() {
    // Paths are scored during play according to a rule, but a step before the scoring discards the completed features.
    let forgets = heath().with(|catalog| {
        catalog.flow.turn.pop();
        catalog.flow.turn.push(step("tell", StepKind::Script));
    });
    let forgets = forgets.with_rules(|rules| {
        rules.score(PATH, |_, _, _, _| {}).when = When::Completed;
        rules.step("tell", |game, seat, _| {
            game.begin_round(seat);
            finish()
        });
    });
    assert!(found(&forgets).unwrap().contains("without its being scored"));
    assert_eq!(found(&fair()), None);
}
