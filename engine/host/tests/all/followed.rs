//! Plays a table that the program of its host follows, against a guest with a real socket.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_host::{AdoptedGame, FollowedTable, TablePlan};
use tilewright_kit::games::save::record_of;
use tilewright_table::{FollowerMessage, FollowerNews, SeatPlan};

use crate::{PATIENCE, TestHost, content};

fn first_key(session: &Session) -> (Seat, String) {
    let game = session.game();
    let decision = game.decision().unwrap();
    (decision.seat, decision.options.key(game, decision.options.get(game, 0).unwrap()))
}

/// Returns the next news about an answer, and drops other news.
fn next_answer(table: &FollowedTable) -> (Seat, String) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match table.next_news() {
            Some(FollowerNews::Answered { seat, key }) => return (seat, key),
            Some(_) => {}
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
    panic!("no answer arrives");
}

#[test]
fn the_host_follows_a_table_and_plays_a_seat() {
    let test = TestHost::new("followed");
    let loaded = content("carcassonne");
    let mut copy = Session::new(loaded.machine().unwrap(), 2, 3).unwrap();
    copy.start().unwrap();
    for _ in 0..4 {
        copy.answer_key(&first_key(&copy).1).unwrap();
    }
    let plan = TablePlan { language: "en".to_owned(), seats: vec![SeatPlan::default(); 2], ..TablePlan::default() };
    let woken = Arc::new(AtomicUsize::new(0));
    let waker = Arc::clone(&woken);
    let game = AdoptedGame { record: record_of(&copy, ""), seats: vec![0] };
    let wake = move || {
        waker.fetch_add(1, Ordering::Relaxed);
    };
    let table = test.host.adopt_table(&loaded, &plan, game, wake).unwrap();
    let roles: Vec<(Vec<u8>, bool)> =
        table.links().iter().map(|link| (link.role.seats.clone(), link.role.host)).collect();
    assert_eq!(roles, [(vec![1], false), (Vec::new(), false), (Vec::new(), true)], "the own seat has no link");
    let mut guest = test.visit(&table.links()[0]);
    let mut n = guest.wait_for("view")["n"].as_u64().unwrap();
    for _ in 0..12 {
        let (seat, key) = first_key(&copy);
        if seat == Seat(0) {
            let answers = copy.chosen_count();
            table.send(FollowerMessage::Answer { seat, answers, key: key.clone() });
        } else {
            guest.send(&json!({"t": "answer", "s": 1, "n": n, "key": key}));
        }
        assert_eq!(next_answer(&table), (seat, key.clone()));
        copy.answer_key(&key).unwrap();
        n = guest.wait_for("change")["n"].as_u64().unwrap();
    }
    assert!(woken.load(Ordering::Relaxed) >= 12);
    let stored = tilewright_table::read_game(table.folder()).unwrap().unwrap();
    assert_eq!(stored.record.moves, record_of(&copy, "").moves);
    table.send(FollowerMessage::Close);
    assert_eq!(guest.wait_for("closing")["code"], "closed");
    assert!(guest.is_closed());
    // The host ends although the follower still exists.
    drop(test);
    table.send(FollowerMessage::Close);
}
