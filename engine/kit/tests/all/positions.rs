//! Tests positions that are written as boards: a test must arrange exactly the original position.

use std::sync::Arc;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::suite::{ExpectedParts, play_tests, written_as_board};

use crate::content;

const EVERYTHING: ExpectedParts = ExpectedParts {
    scores: true,
    by_kind: true,
    supply: true,
    counters: true,
    figures: true,
    hands: true,
    bags: true,
    tokens: true,
    set_aside: true,
    sheets: false,
    decision: true,
    options: true,
    over: true,
    worth: true,
};

/// Gives a random answer; returns false if the game is over.
fn answer(session: &mut Session, random: &mut Generator) -> bool {
    let Some(decision) = session.decision() else { return false };
    let number = random.below(decision.options.count());
    let pick = decision.options.get(session.game(), number).unwrap();
    session.answer(pick).unwrap();
    true
}

/// Plays a test from a pack's own folder, and returns its final game.
fn run(finder: &Finder, pack: &str, text: &str) -> Session {
    let mut played = None;
    let folder = std::env::temp_dir().join(format!("tilewright-positions-{}", std::process::id())).join(pack);
    for (path, file) in finder.find(pack).unwrap().read().unwrap() {
        if !path.starts_with("tests/") {
            let path = folder.join(&*path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &*file).unwrap();
        }
    }
    std::fs::create_dir_all(folder.join("tests")).unwrap();
    std::fs::write(folder.join("tests/position.ron"), text).unwrap();
    play_tests(finder, &folder.display().to_string(), "", |result, session| {
        assert!(result.has_passed(), "{}\n{text}", result.failure.as_ref().unwrap());
        played = session;
    })
    .unwrap();
    played.unwrap()
}

/// Describes a position, whatever moves led to it.
fn describe_position(session: &mut Session) -> Vec<String> {
    let game = session.game();
    let (board, catalog) = (game.board(), game.catalog());
    let features = board.features();
    let all = catalog.figures.ids().flat_map(|f| game.seats_from(Seat(0)).map(move |s| (f, s)));
    let supply: Vec<u16> = all.map(|(f, s)| game.supply(f, s)).collect();
    let mut told = vec![format!("{:?} {supply:?}", game.scores())];
    told.extend(features.segments().map(|s| {
        let first = board.first_segment(s);
        let claims: Vec<_> = game.seats_from(Seat(0)).map(|x| features.claim(s, x)).collect();
        format!("{} in {}: {} open, {claims:?}", board.place_key(s), board.place_key(first), features.open_sides(s))
    }));
    if let Some(decision) = game.decision() {
        told.push(format!("{} {}", decision.seat, decision.ask));
        told.extend(decision.options.iter(game).map(|pick| decision.options.key(game, pick)));
    }
    told.sort();
    told
}

/// Writes positions from games of a pack as boards; returns the number of attempts, and the reasons of those that
/// failed.
fn positions(pack: &str, loaded: &Arc<Loaded>, games: u64) -> (usize, Vec<String>) {
    let finder = content();
    let (mut asked, mut refused) = (0, Vec::new());
    for seed in 0..games {
        let mut random = Generator::new(seed + 77);
        let seats = loaded.catalog().unwrap().seats.0.max(2);
        let mut session = Session::new(loaded.machine().unwrap(), seats, seed).unwrap();
        session.start().unwrap();
        let mut next = 3 + random.below(12);
        for answers in 0.. {
            if answers == next || session.decision().is_none() {
                asked += 1;
                next += 9 + random.below(40);
                match written_as_board(&mut session, loaded, "a position", EVERYTHING) {
                    Ok(text) => {
                        let mut again = run(&finder, pack, &text);
                        assert_eq!(
                            describe_position(&mut again),
                            describe_position(&mut session),
                            "{pack} {seed} after {answers}\n{text}"
                        );
                    }
                    Err(why) => refused.push(format!("{seed} after {answers}: {why}")),
                }
            }
            if !answer(&mut session, &mut random) {
                break;
            }
        }
    }
    (asked, refused)
}

#[test]
fn a_position_that_is_kept_as_a_board_is_the_same_position() {
    let (mut all, mut without) = (0, 0);
    for found in content().list().unwrap() {
        let loaded = Arc::new(load(&content(), &Request { lints: false, ..Request::new([&*found.id]) }).unwrap());
        let (asked, refused) = positions(&found.id, &loaded, 2);
        println!("{}: {} of {asked} refused {refused:#?}", found.id, refused.len());
        assert!(asked >= 2, "{}: {asked}", found.id);
        (all, without) = (all + asked, without + refused.len());
    }
    assert!(without * 20 < all, "{without} of {all} positions cannot be written as tests");
}
