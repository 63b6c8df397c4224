//! Tests that every point of every shipped pack comes from a sheet whose items add up and name their rule and pack.

use tilewright_core::catalog::Value;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::event::ScoredSheet;
use tilewright_kit::packs::load::{Loaded, Request, load};

use crate::content;

/// Loads all packs alone, and all combinations that can be played together.
fn games() -> Vec<Loaded> {
    let all =
        ["inns_cathedrals", "traders_builders", "messages", "labyrinth", "german_cathedrals", "mage_witch", "leipzig"];
    let mut requests: Vec<Request> = content().list().unwrap().into_iter().map(|f| Request::new([f.id])).collect();
    requests.push(Request::new(all));
    let rules = ("labyrinth:rules", Value::text("advanced"));
    let farms = ("carcassonne:farm_scoring", Value::text("per_city_4"));
    requests.push(Request::new(all).with_option(rules.0, rules.1).with_option(farms.0, farms.1));
    requests.push(Request::new(["carcassonne"]).with_option("carcassonne:bid_for_closer", Value::Bool(true)));
    requests.into_iter().map(|r| load(&content(), &Request { lints: false, ..r }).unwrap()).collect()
}

fn check_sheet(game: &Game, session: &Session, scored: &ScoredSheet) {
    let (catalog, sheet) = (game.catalog(), &scored.sheet);
    let common: i32 = sheet.items.iter().filter(|i| i.seat.is_none()).map(|i| i.points).sum();
    assert_eq!(common, sheet.total(), "{scored:?}");
    for item in &sheet.items {
        let origin = item.origin.unwrap_or_else(|| panic!("{scored:?} names no rule"));
        let module = &catalog.modules[usize::from(origin.module)];
        assert!(origin.line > 0 && origin.line as usize <= module.source.lines().count(), "{}", module.path);
        assert!(catalog.packs.iter().any(|p| p.id == module.pack), "{} is of no pack", module.path);
        assert!(!session.symbol(item.label).is_empty());
    }
    // Either a seat received its whole share and its own items, or the sheet was for another seat.
    let shares = sheet.shares();
    for seat in game.seats_from(Seat(0)) {
        let apart: i32 = sheet.parts_apart().filter(|(s, ..)| *s == seat).map(|(_, _, n)| n).sum();
        let (points, whole) = (scored.points[seat.index()], shares[seat.index()] + apart);
        assert!(points == whole || points == 0, "seat {seat} has {points} of {whole}: {scored:?}");
    }
}

#[test]
fn every_change_of_a_score_is_explained() {
    let mut sheets = 0;
    for loaded in games() {
        let (least, most) = loaded.catalog().unwrap().seats;
        let (least, most) = (least.max(2), most.min(4));
        for seed in 0..6u64 {
            let mut random = Generator::new(seed);
            let seats = least + (seed as u8) % (most - least + 1);
            let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
            session.start().unwrap();
            while let Some(decision) = session.decision() {
                let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
                session.answer(pick).unwrap();
            }
            let game = session.game();
            let journal = game.journal().unwrap();
            for seat in game.seats_from(Seat(0)) {
                let paid: i32 = journal.sheets.iter().map(|s| s.points[seat.index()]).sum();
                assert_eq!(paid, game.scores()[seat.index()], "seat {seat} of {:?}", game.catalog().packs);
            }
            journal.sheets.iter().for_each(|s| check_sheet(game, &session, s));
            sheets += journal.sheets.len();
        }
    }
    assert!(sheets > 500, "only {sheets} sheets were checked");
}
