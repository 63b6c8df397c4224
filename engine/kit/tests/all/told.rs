//! What happens in games is what the list of events says: every value has its field, every promised field its value.

use std::collections::BTreeSet;

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::session::Session;
use tilewright_core::state::event::EventKind;
use tilewright_kit::packs::load::{Request, load};
use tilewright_script::EVENTS;

use crate::packs;

#[test]
fn events_of_random_games_are_as_described() {
    let mut seen = BTreeSet::new();
    for found in packs().list().unwrap() {
        let loaded = load(&packs(), &Request { lints: false, ..Request::new([&*found.id]) }).unwrap();
        let catalog = loaded.catalog().unwrap();
        let seats = catalog.seats.1.min(MAX_SEATS as u8);
        for seed in 0..2 {
            let mut session = Session::new(loaded.machine().unwrap(), seats, seed);
            session.start().unwrap();
            let mut state = seed;
            while let Some(decision) = session.decision() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let number = ((state >> 33) % u64::from(decision.options.count())) as u32;
                let pick = decision.options.get(session.game(), number).unwrap();
                session.answer(pick).unwrap();
            }
            for event in &session.game().journal().unwrap().events {
                seen.insert(event.kind);
                let told = EVENTS.iter().find(|told| told.event == event.kind).unwrap();
                assert_eq!(told.mismatch(&event.subject), None, "{}, seed {seed}: {event:?}", found.id);
            }
        }
    }
    let unseen: Vec<EventKind> = EventKind::ALL.iter().copied().filter(|kind| !seen.contains(kind)).collect();
    assert!(unseen.len() <= 2, "hardly anything was looked at: there was no {unseen:?}");
}
