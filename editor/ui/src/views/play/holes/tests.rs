//! Tests of the chances against exact counts, and of the knowledge about closed bags.

use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_editor_model::pack::odds;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

use super::coming::{coming, covers, holes};
use tilewright_core::catalog::seat::Seat;

fn start_session(pack: &str, seed: u64) -> Session {
    let loaded = load(&Finder::only_bundled(), &Request::new([pack])).unwrap();
    let seats = loaded.catalog().unwrap().seats.0.max(2);
    let mut session = Session::new(loaded.machine_for(seats).unwrap(), seats, seed).unwrap();
    session.put_single_options(true);
    session.start().unwrap();
    session
}

fn play(session: &mut Session, answers: usize) {
    for number in 0..answers {
        let Some(decision) = session.decision() else { return };
        let count = decision.options.count();
        let pick = decision.options.get(session.game(), (number as u32 * 7919) % count).unwrap();
        session.answer(pick).unwrap();
    }
}

/// Compares the inferred unseen tiles with the content of the bags, in games without tiles in hands.
#[test]
fn what_was_not_seen_is_what_is_left() {
    let mut compared = 0;
    for pack in Finder::only_bundled().list().unwrap() {
        for answers in [0, 9, 25] {
            let mut session = start_session(&pack.id, 5);
            play(&mut session, answers);
            let game = session.game();
            let catalog = game.catalog();
            let Some(groups) = coming(game, Some(Seat(0))) else { continue };
            if game.seats_from(Seat(0)).any(|seat| game.hand(seat).next().is_some()) {
                continue;
            }
            let left: u64 = catalog.bags.ids().map(|bag| u64::from(game.bag(bag).total())).sum();
            assert_eq!(groups.iter().map(|g| g.left).sum::<u64>(), left, "{}", pack.id);
            for (kind, _) in catalog.kinds.iter() {
                let there: u64 = catalog.bags.ids().map(|bag| u64::from(game.bag(bag).count(kind))).sum();
                let unseen = groups.iter().flat_map(|g| &g.unseen).filter(|(k, _)| *k == kind).map(|(_, n)| n);
                let unseen: u64 = unseen.sum();
                // A bag from which only a part is drawn at the start hides the remainder.
                assert!(unseen >= there, "{}: {} {unseen} {there}", pack.id, catalog.kinds.key(kind));
            }
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Compares the chances with an exact count of the fitting tiles in the bag.
#[test]
fn chances_are_those_of_drawing_without_putting_back() {
    let mut compared = 0;
    for pack in Finder::only_bundled().list().unwrap() {
        let mut session = start_session(&pack.id, 3);
        play(&mut session, 20);
        let known = coming(session.game(), Some(Seat(0))).unwrap_or_default();
        // The tiles can be counted if there is one bag whose content is fully known.
        if known.len() == 1 && odds::total(&known[0].unseen) == known[0].left {
            compare(session.game());
            compared += 1;
        }
    }
    assert!(compared > 3, "{compared}");
}

fn compare(game: &Game) {
    let (board, catalog) = (game.board(), game.catalog());
    let all = holes(game, Some(Seat(0)));
    assert!(!all.is_empty());
    let mut tiles = Vec::new();
    for bag in catalog.bags.ids() {
        let state = game.bag(bag);
        tiles.extend(state.kinds().flat_map(|kind| std::iter::repeat_n(kind, state.count(kind) as usize)));
    }
    for hole in &all {
        let fit = tiles.iter().filter(|kind| covers(board, catalog, **kind, hole.cell)).count() as u64;
        let total = tiles.len() as u64;
        let next = fit as f64 / total as f64;
        assert!((hole.next.unwrap() - next).abs() < 1e-12, "{hole:?}: {next}");
        // All tiles will be drawn, so any fitting tile is certain to come.
        let ever = if fit > 0 { 1.0 } else { 0.0 };
        assert_eq!(hole.ever, Some(ever), "{hole:?}");
        // A seat draws half of the tiles: this is the chance that none of them fits.
        let none: f64 =
            (0..total.div_ceil(2)).map(|n| (total - fit).saturating_sub(n) as f64 / (total - n) as f64).product();
        assert!((hole.own.unwrap() - (1.0 - none)).abs() < 1e-9, "{hole:?}: {none}");
        assert_eq!(odds::total(&hole.fitting), fit);
    }
    let sorted: Vec<f64> = all.iter().map(|h| h.ever.unwrap()).collect();
    assert!(sorted.windows(2).all(|pair| pair[0] <= pair[1]));
}
