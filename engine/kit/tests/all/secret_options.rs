//! Tests questions with secret options: what other seats are shown, what they may keep of a game, and what records
//! hold.

use std::path::Path;

use serde_json::Value as Json;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::replay::replay;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::Generator;
use tilewright_core::state::secrecy::Secrecy;
use tilewright_kit::games::save::record_of;
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};

use crate::secrets::compare;

fn masks() -> Loaded {
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes"));
    load(&finder, &Request { lints: false, ..Request::new(["masks"]) }).unwrap()
}

/// Plays a whole game of random answers.
fn play_game(loaded: &Loaded, seed: u64) -> Session {
    let (mut session, mut random) = (Session::new(loaded.machine().unwrap(), 3, seed).unwrap(), Generator::new(seed));
    session.start().unwrap();
    while let Some(decision) = session.decision() {
        let number = random.below(decision.options.count());
        let pick = decision.options.get(session.game(), number).unwrap();
        session.answer(pick).unwrap();
    }
    session
}

#[test]
fn a_seat_is_shown_the_same_whichever_secret_option_others_take() {
    let loaded = masks();
    let (mut differences, mut whole) = (0, 0);
    for seed in 0..12 {
        for seat in (0..3).map(Seat) {
            let compared = compare(&loaded, 3, seed, seat);
            assert!(compared.decisions > 5, "{compared:?}");
            differences += compared.differences;
            // In some games the courses part, because another seat drew the mask that this seat draws.
            whole += usize::from(!compared.parted && compared.differences > 0);
        }
    }
    assert!(differences > 200 && whole > 10, "{differences} {whole}");
}

#[test]
fn a_transcript_tells_that_a_secret_option_was_taken_and_not_which() {
    let session = play_game(&masks(), 4);
    let answers: Vec<_> =
        session.log().iter().filter_map(|e| if let Entry::Answer(a) = e { Some(a) } else { None }).collect();
    for seat in [None, Some(0), Some(1), Some(2)].map(|seat| seat.map(Seat)) {
        let told: Json = serde_json::from_str(&transcript(&session, seat)).unwrap();
        let moves = told["moves"].as_array().unwrap().iter().filter(|entry| entry.get("ask").is_some());
        let (mut gaps, mut all) = (0, 0);
        for (answer, entry) in answers.iter().filter(|answer| !answer.forced).zip(moves) {
            all += 1;
            let is_hidden = answer.secrecy == Secrecy::Choice && seat != Some(answer.seat);
            gaps += usize::from(is_hidden);
            assert_eq!((&entry["seat"], &entry["ask"]), (&answer.seat.0.into(), &(*answer.ask).into()));
            let wanted = if is_hidden { Json::Null } else { answer.key.as_str().into() };
            assert_eq!(entry["pick"], wanted, "{seat:?}");
        }
        assert!(gaps > 5 && all == answers.iter().filter(|answer| !answer.forced).count(), "{gaps} of {all}");
    }
}

#[test]
fn a_record_has_every_answer_and_comes_out_the_same() {
    let loaded = masks();
    let session = play_game(&loaded, 6);
    let record = record_of(&session, "masks");
    let again = replay(loaded.machine().unwrap(), &record).unwrap();
    assert_eq!(again.game().fingerprint(), session.game().fingerprint());
    let answers = |session: &Session| -> Vec<Entry> {
        session.log().iter().filter(|entry| entry.chance().is_none()).cloned().collect()
    };
    assert_eq!(answers(&again), answers(&session));
}
