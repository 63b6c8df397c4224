//! Tests bags that each seat has: the declaration stays empty, the bags of playing seats are filled, and each seat
//! draws from its own.

use tilewright_core::catalog::id::{BagId, Id};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{BagOwner, Catalog, MAX_SEATS};
use tilewright_core::fixture::samples::fair;
use tilewright_core::fixture::{Sample, play};
use tilewright_core::session::Entry;
use tilewright_core::state::chance::Decided;
use tilewright_core::state::view::VisibleTiles;
use tilewright_core::verify;

use crate::boards::players;

const BAG: BagId = BagId(0);

/// Returns the elaborate game with hands, each filled from its seat's own bag.
fn sample() -> Sample {
    fair().with(|catalog| {
        catalog.give_each_seat(BAG);
        catalog.flow.ends_with = catalog.bags_of(BAG).collect();
        catalog.board.presets[0].from = None;
    })
}

fn own(catalog: &Catalog, seat: u8) -> BagId {
    catalog.find_bag(&format!("bag:{seat}")).unwrap()
}

#[test]
fn a_declared_bag_stands_for_one_of_each_seat() {
    let sample = sample();
    let declared: u64 = fair().catalog.bags[BAG].total();
    for seats in [1, 2, 5, MAX_SEATS as u8] {
        let game = sample.game(seats);
        let catalog = game.catalog();
        assert_eq!((catalog.bags[BAG].total(), game.bag(BAG).total()), (0, 0), "the declared bag is empty");
        for seat in 0..MAX_SEATS as u8 {
            let bag = own(catalog, seat);
            assert_eq!(catalog.bags[bag].owner, BagOwner::Seat { of: BAG, seat: Seat(seat) });
            assert_eq!((catalog.bag_of(BAG, Seat(seat)), catalog.declared_bag(bag)), (bag, BAG));
            assert_eq!((catalog.bag_of(bag, Seat(0)), catalog.bag_key(bag)), (bag, format!("bag:{seat}")));
            let held = if seat < seats { declared } else { 0 };
            assert_eq!(u64::from(game.bag(bag).total()), held, "{seats} seats, seat {seat}");
        }
        let there: Vec<String> = game.bags().map(|bag| catalog.bag_key(bag)).collect();
        let wanted = (0..seats).map(|seat| format!("bag:{seat}"));
        assert_eq!(there, [String::from("chest")].into_iter().chain(wanted).collect::<Vec<_>>());
        assert_eq!(catalog.bag_of(BAG, Seat(MAX_SEATS as u8)), BAG, "the seat does not exist");
    }
}

#[test]
fn each_seat_draws_out_of_its_own() {
    let mut drawn = 0;
    for seed in 0..8 {
        let mut session = sample().session(players(seed), seed);
        play(&mut session, seed, |session| {
            verify::tiles_are_conserved(session.game()).unwrap();
        });
        let catalog = session.game().catalog();
        for entry in session.log() {
            if let Entry::Chance(given) = entry
                && let Decided::Draw { bag, seat, .. } = &given.what
                && catalog.bags[*bag].owner != BagOwner::Table
            {
                assert_eq!(*bag, own(catalog, seat.0));
                drawn += 1;
            }
        }
        assert!(catalog.bags_of(BAG).all(|bag| session.game().bag(bag).total() == 0), "it ends when all are empty");
    }
    assert!(drawn > 500, "{drawn}");
}

#[test]
fn a_bag_of_another_seat_is_as_closed_as_it_is_declared() {
    for open in [false, true] {
        let sample = fair().with(|catalog| {
            catalog.bags.get_mut(BAG).unwrap().open = open;
            catalog.give_each_seat(BAG);
        });
        let game = sample.game(2);
        let view = game.view(Some(Seat(0)));
        for bag in view.bags().filter(|bag| bag.index() > 1) {
            assert_eq!(matches!(view.bag(bag), VisibleTiles::Tiles(_)), open);
        }
        assert_eq!(view.bags().filter(|bag| bag.index() > 1).count(), 2);
    }
}
