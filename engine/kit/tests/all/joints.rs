//! Tests figures at corners and on seams: random games of the probe `surveyors` keep all invariants, can be recorded
//! and replayed, and every answer can be undone.

use std::path::Path;

use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::Place;
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;
use tilewright_kit::games::save::{record_of, resume};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::records::json::{read_records, write_record};
use tilewright_wording::narration::{Narration, Spot, narrate as told_of};

fn surveyors() -> Loaded {
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes"));
    load(&finder, &Request { lints: false, ..Request::new(["surveyors"]) }).unwrap()
}

/// Counts events about joints in a journal: figures that were deployed, that walked, and that returned because of a
/// landslide.
fn count_joint_events(session: &Session) -> [usize; 3] {
    let events = &session.game().journal().unwrap().events;
    let count = |is: &dyn Fn(&Happening) -> bool| events.iter().filter(|event| is(&event.what)).count();
    let at = |place: &Place| matches!(place, Place::Joint(_));
    [
        count(&|what| matches!(what, Happening::Deployed { place, from: None, .. } if at(place))),
        count(&|what| matches!(what, Happening::Deployed { place, from: Some(_), .. } if at(place))),
        count(&|what| matches!(what, Happening::TookHome { reason: Some(_), .. })),
    ]
}

#[test]
fn games_with_figures_between_cells_hold_what_must() {
    const GAMES: u64 = 200;
    let loaded = surveyors();
    let mut all = [0; 3];
    for seed in 0..GAMES {
        let seats = 2 + (seed % 3) as u8;
        let mut chance = Generator::new(seed);
        let mut session = Session::new(loaded.machine().unwrap(), seats, seed).unwrap();
        session.start().unwrap();
        let mut prints = vec![(session.answers(), session.game().fingerprint())];
        while let Some(decision) = session.decision() {
            let options = &decision.options;
            let pick = options.get(session.game(), chance.below(options.count())).unwrap();
            let key = options.key(session.game(), pick);
            assert_eq!(options.find(session.game(), &key), Some(pick), "seed {seed}: {key}");
            session.answer(pick).unwrap();
            verify::position(session.game()).unwrap_or_else(|wrong| panic!("seed {seed}, after {key}: {wrong}"));
            prints.push((session.answers(), session.game().fingerprint()));
        }
        for (sum, told) in all.iter_mut().zip(count_joint_events(&session)) {
            *sum += told;
        }
        let words = session.game().journal().unwrap().events.iter().filter_map(|event| {
            let told = told_of(session.game(), "en", event)?;
            if let Narration::Deployed { place: Spot::Joint(key), .. } = told { Some(key) } else { None }
        });
        assert!(words.clone().all(|key| session.game().catalog().lattice.read_joint(&key).is_some()), "{seed}");
        assert_eq!(words.count(), count_joint_events(&session)[..2].iter().sum::<usize>());
        // The record replays to the same game.
        let record = read_records(&write_record(&record_of(&session, "played"))).remove(0).unwrap();
        let again = resume(loaded.machine().unwrap(), &record).unwrap();
        assert_eq!(again.game().fingerprint(), session.game().fingerprint(), "seed {seed}");
        assert_eq!(again.game().scores(), session.game().scores());
        while let Some((answers, print)) = prints.pop() {
            session.undo_to(answers);
            assert_eq!(session.game().fingerprint(), print, "seed {seed}, back to {answers} answers");
        }
    }
    let [came, walked, went] = all;
    assert!(came > 1000 && walked > 1000 && went > 50, "{came} came, {walked} walked, {went} went home");
}
