//! Tests that the log of a session, written as a record, leads to the same position, and that differences from a record
//! are reported.

use tilewright_core::catalog::Catalog;
use tilewright_core::fixture::{Sample, answer, answers, play};
use tilewright_core::session::record::{Expect, Final, Move, Record};
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::{Decided, Generator};

use crate::boards::{all, players};

fn chance_move(catalog: &Catalog, decided: &Decided) -> Move {
    let kind = |kind: &_| catalog.kinds.key(*kind);
    match decided {
        Decided::Draw { bag, kind: tile, .. } => Move::Draw { kind: kind(tile), from: Some(catalog.bag_key(*bag)) },
        Decided::Roll { die, face, .. } => {
            Move::Roll { face: catalog.face_name(*die, *face), die: Some(catalog.dice.key(*die)) }
        }
        Decided::Shuffle { bag, order } => {
            Move::Shuffle { bag: catalog.bag_key(*bag), order: order.iter().map(kind).collect() }
        }
        Decided::Pick { name, number, .. } => Move::Number { name: name.to_string(), number: *number },
        Decided::Deal { .. } => panic!("these games deal nothing out"),
    }
}

/// Returns the chance results and choices of a session as a record.
fn record_of(session: &Session) -> Record {
    let game = session.game();
    let moves = session.log().iter().map(|entry| match entry {
        Entry::Chance(given) => chance_move(game.catalog(), &given.what),
        Entry::Answer(a) => Move::Answer { seat: a.seat.0, ask: a.ask.to_string(), pick: a.key.clone() },
    });
    let (seats, moves) = (game.seat_count() as u8, moves.collect());
    Record { seats, seed: Some(session.seed()), moves, ..Record::default() }
}

/// Returns a session after `count` random answers, and the generator for further answers.
fn play_answers(sample: &Sample, seed: u64, count: u32) -> (Session, Generator) {
    let mut session = sample.session(players(seed), seed);
    let mut chance = Generator::new(seed);
    answers(&mut session, &mut chance, count);
    (session, chance)
}

#[test]
fn a_record_leads_to_the_same_position_bit_for_bit() {
    for (name, sample) in all() {
        for seed in 0..8 {
            let (mut session, mut chance) = play_answers(&sample, seed, 5 + 9 * seed as u32);
            let record = record_of(&session);
            let mut again = replay(sample.machine(), &record).unwrap_or_else(|d| panic!("{name}, seed {seed}: {d}"));
            assert_eq!(again.game().fingerprint(), session.game().fingerprint(), "{name}, seed {seed}");
            assert_eq!(record_of(&again), record, "{name}, seed {seed}");
            // Chance results after this point are also the same.
            again.put_single_options(false);
            let mut twin = chance;
            while answer(&mut session, &mut chance) {
                assert!(answer(&mut again, &mut twin));
                assert_eq!(again.game().fingerprint(), session.game().fingerprint(), "{name}, seed {seed}");
            }
            assert_eq!(again.game().scores(), session.game().scores());
        }
    }
}

#[test]
fn a_record_without_a_seed_leads_to_the_same_scores() {
    for (name, sample) in all() {
        let mut session = sample.session(2, 5);
        play(&mut session, 5, |_| {});
        let game = session.game();
        let catalog = game.catalog();
        let by_kind = catalog.books.ids().map(|kind| (catalog.books.key(kind), game.book_points(kind).to_vec()));
        let last = Some(Final { scores: game.scores().to_vec(), by_kind: Some(by_kind.collect()) });
        let record = Record { seed: None, last: last.clone(), ..record_of(&session) };
        let again = replay(sample.machine(), &record).unwrap_or_else(|d| panic!("{name}: {d}"));
        let tiles = |session: &Session| session.game().board().tiles().copied().collect::<Vec<_>>();
        assert_eq!((again.game().scores(), tiles(&again)), (game.scores(), tiles(&session)), "{name}");
        let mut wrong = record.clone();
        wrong.last.as_mut().unwrap().scores[1] += 1;
        assert_eq!(replay(sample.machine(), &wrong).err().unwrap().code, "scores_differ");
        let mut wrong = record;
        wrong.last.as_mut().unwrap().by_kind.as_mut().unwrap().insert("heath".into(), vec![9999, 0]);
        assert_eq!(replay(sample.machine(), &wrong).err().unwrap().code, "by_kind_differs");
    }
}

#[test]
fn the_first_difference_is_told() {
    let sample = tilewright_core::fixture::samples::heath();
    let (session, _) = play_answers(&sample, 3, 20);
    let record = record_of(&session);
    let at = |number: usize, found: fn(&Move) -> bool| {
        record.moves.iter().enumerate().filter(|(_, m)| found(m)).nth(number).unwrap().0
    };
    let told = |place: usize, change: &dyn Fn(&mut Move)| {
        let mut wrong = record.clone();
        change(&mut wrong.moves[place]);
        let found = replay(sample.machine(), &wrong).err().unwrap();
        (found.at, found.code)
    };
    let placing = at(4, |m| matches!(m, Move::Answer { ask, .. } if ask == "place"));
    let drawing = at(6, |m| matches!(m, Move::Draw { .. }));
    let answer = |m: &mut Move, new: &str| {
        if let Move::Answer { pick, .. } = m {
            *pick = new.to_owned();
        }
    };
    assert_eq!(told(placing, &|m| answer(m, "90,90,0")), (placing + 1, "not_an_option"));
    let other_seat = |m: &mut Move| {
        if let Move::Answer { seat, .. } = m {
            *seat ^= 1;
        }
    };
    assert_eq!(told(placing, &other_seat), (placing + 1, "wrong_seat"));
    let asked = |m: &mut Move| {
        if let Move::Answer { ask, .. } = m {
            *ask = "deploy".into();
        }
    };
    assert_eq!(told(placing, &asked), (placing + 1, "wrong_ask"));
    let draw = |new: &'static str| {
        move |m: &mut Move| {
            if let Move::Draw { kind, .. } = m {
                *kind = new.into();
            }
        }
    };
    assert_eq!(told(drawing, &draw("castle")), (drawing + 1, "unknown_tile"));
    let roll = |m: &mut Move| *m = Move::Roll { face: "1".into(), die: None };
    assert_eq!(told(drawing, &roll), (drawing + 1, "wrong_chance"));
    assert_eq!(told(placing, &roll), (placing + 1, "unexpected_chance"));
    // The bag has fewer than seven bends.
    let mut bends = record.clone();
    bends.moves.iter_mut().for_each(|m| draw("bend")(m));
    assert!(replay(sample.machine(), &bends).is_err());
}

#[test]
fn what_a_record_expects_is_looked_at_where_it_stands() {
    let sample = tilewright_core::fixture::samples::fair();
    let mut expected = 0;
    for seed in 0..6 {
        // Expectations about decisions are collected during the game, and inserted into the record at their positions.
        let (mut session, mut chance) = (sample.session(2, seed), Generator::new(seed));
        let mut notes: Vec<(usize, Expect)> = Vec::new();
        loop {
            if let Some(decision) = session.decision() {
                let game = session.game();
                let keys = decision.options.iter(game).map(|pick| decision.options.key(game, pick));
                let expect = Expect {
                    seat: Some(decision.seat.0),
                    ask: Some(decision.ask.to_string()),
                    options: Some(keys.collect()),
                    scores: Some(game.scores().to_vec()),
                    over: Some(false),
                    ..Expect::default()
                };
                notes.push((session.log().len(), expect));
            }
            if !answer(&mut session, &mut chance) {
                break;
            }
        }
        let mut record = record_of(&session);
        for (at, expect) in notes.iter().rev() {
            record.moves.insert(*at, Move::Expect(expect.clone()));
        }
        let again = replay(sample.machine(), &record).unwrap_or_else(|d| panic!("seed {seed}: {d}"));
        assert_eq!(again.game().fingerprint(), session.game().fingerprint());
        expected += notes.len();
        // An additional option in the expectation is not found.
        let (at, _) = notes[notes.len() / 2];
        let place = at + notes.len() / 2;
        if let Move::Expect(Expect { options: Some(options), .. }) = &mut record.moves[place] {
            options.push("elsewhere".into());
        }
        let found = replay(sample.machine(), &record).err().unwrap();
        assert_eq!((found.at, found.code), (place + 1, "options_differ"), "seed {seed}");
        assert!(found.expected.contains("elsewhere"), "{found}");
    }
    assert!(expected > 300, "{expected}");
}
