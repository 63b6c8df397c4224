//! Lets a program follow a table that continues its game.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_table::{
    ConnectionId, FollowerMessage, FollowerNews, HostedTable, NewTable, Outgoing, PackCache, Role, SeatPlan,
};

use crate::token;

const GUEST: ConnectionId = ConnectionId(1);

/// Table with its copy at the follower, which plays the first seat.
struct Followed {
    table: HostedTable,
    copy: Session,
    other: Vec<FollowerNews>,
}

fn first_key(session: &Session) -> (Seat, String) {
    let game = session.game();
    let decision = game.decision().unwrap();
    (decision.seat, decision.options.key(game, decision.options.get(game, 0).unwrap()))
}

fn loaded() -> Loaded {
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
    load(&finder, &Request::new(["carcassonne"])).unwrap()
}

impl Followed {
    /// Returns a table that continues a game after five answers; one guest plays the second seat.
    fn new(name: &str) -> Followed {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("follow-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        let loaded = loaded();
        let mut copy = Session::new(loaded.machine().unwrap(), 2, 11).unwrap();
        copy.start().unwrap();
        for _ in 0..5 {
            copy.answer_key(&first_key(&copy).1).unwrap();
        }
        let new = NewTable {
            language: "en".to_owned(),
            seats: vec![SeatPlan::default(); 2],
            seed: 0,
            links: vec![(Role::of_seat(1), token(1))],
            ..NewTable::default()
        };
        let packs = PackCache::default().get(&loaded, 2).unwrap();
        let mut table = HostedTable::adopt(&folder, packs, &new, &record_of(&copy, "")).unwrap();
        assert!(table.follow(vec![0]).is_empty(), "there are no clients yet");
        assert!(table.connect(GUEST, &token(1), Duration::ZERO).is_some());
        let mut followed = Followed { table, copy, other: Vec::new() };
        followed.take_news();
        followed.assert_equal();
        followed
    }

    /// Applies the news to the copy.
    fn take_news(&mut self) {
        for news in self.table.take_news() {
            match news {
                FollowerNews::Answered { seat, key } => {
                    assert_eq!(self.copy.decision().unwrap().seat, seat);
                    self.copy.answer_key(&key).unwrap();
                }
                FollowerNews::TakenBack { answers } => {
                    while self.copy.chosen_count() > answers {
                        assert!(self.copy.undo());
                    }
                }
                other => self.other.push(other),
            }
        }
    }

    fn assert_equal(&self) {
        assert_eq!(self.copy.game().fingerprint(), self.table.session().game().fingerprint());
    }

    fn request(&mut self, request: FollowerMessage) -> Vec<Outgoing> {
        let out = self.table.take_request(request, Duration::ZERO);
        self.take_news();
        out
    }

    /// Gives an answer for the seat that is asked.
    fn answer(&mut self) {
        let (seat, key) = first_key(&self.copy);
        if seat == Seat(0) {
            let answers = self.copy.chosen_count();
            let out = self.request(FollowerMessage::Answer { seat, answers, key });
            assert!(out.iter().any(|message| message.to == GUEST && message.text.contains("\"change\"")), "{out:?}");
        } else {
            let n = self.table.number(Some(seat));
            self.send(&json!({"t": "answer", "s": 1, "n": n, "key": key}));
        }
    }

    fn send(&mut self, message: &serde_json::Value) {
        self.table.receive(GUEST, &message.to_string(), Duration::ZERO, &mut String::new);
        self.take_news();
    }

    fn refusals(&self) -> usize {
        self.other.iter().filter(|news| matches!(news, FollowerNews::Refused(_))).count()
    }
}

#[test]
fn a_follower_and_a_guest_play_the_same_game() {
    let mut followed = Followed::new("play");
    assert!(
        followed
            .other
            .iter()
            .any(|news| matches!(news, FollowerNews::People { seats, onlookers: 0 } if *seats == [true, true]))
    );
    for _ in 0..20 {
        followed.answer();
        followed.assert_equal();
    }
    assert_eq!((followed.copy.chosen_count(), followed.refusals()), (25, 0));
    followed.send(&json!({"t": "note", "text": "Why?", "mood": "stuck"}));
    let noted = followed
        .other
        .iter()
        .any(|news| matches!(news, FollowerNews::Noted(note) if note.text == "Why?" && note.answers == Some(25)));
    assert!(noted);
    drop(followed.table.disconnect(GUEST, Duration::ZERO));
    followed.take_news();
    assert_eq!(followed.other.last(), Some(&FollowerNews::People { seats: vec![true, false], onlookers: 0 }));
}

#[test]
fn a_follower_plays_only_its_seats_at_the_newest_position() {
    let mut followed = Followed::new("refused");
    while first_key(&followed.copy).0 != Seat(0) {
        followed.answer();
    }
    let (answers, key) = (followed.copy.chosen_count(), first_key(&followed.copy).1);
    let mut refused = |request| {
        let before = followed.refusals();
        let out = followed.request(request);
        followed.assert_equal();
        (out.len(), followed.refusals() - before)
    };
    let answer = |seat, answers, key: &str| FollowerMessage::Answer { seat, answers, key: key.to_owned() };
    assert_eq!(refused(answer(Seat(1), answers, &key)), (0, 1));
    assert_eq!(refused(answer(Seat(0), answers - 1, &key)), (0, 1));
    assert_eq!(refused(answer(Seat(0), answers, "no key")), (0, 1));
    assert_eq!(refused(FollowerMessage::Agree { seat: Seat(0), yes: true }), (0, 1));
    assert_eq!(refused(FollowerMessage::Undo { seat: Seat(1), answers }), (0, 1));
}

#[test]
fn a_guest_agrees_that_the_follower_takes_an_answer_back() {
    let mut followed = Followed::new("undo");
    while followed.copy.chosen_count() < 9 || first_key(&followed.copy).0 != Seat(1) {
        followed.answer();
    }
    followed.answer();
    let before = followed.copy.chosen_count();
    followed.request(FollowerMessage::Undo { seat: Seat(0), answers: before });
    assert!(matches!(followed.other.last(), Some(FollowerNews::Wish(Some((Seat(0), asked)))) if asked.contains(&1)));
    followed.send(&json!({"t": "agree", "s": 1, "yes": true}));
    assert!(followed.copy.chosen_count() < before);
    followed.assert_equal();
    followed.answer();
    followed.assert_equal();
}

#[test]
fn guests_get_a_notice_when_hidden_cards_are_seen() {
    let mut followed = Followed::new("looks");
    let looks = |seat: Option<u8>| json!({"t": "looks", "seat": seat}).to_string();
    assert!(followed.request(FollowerMessage::LookAs(Some(Seat(0)))).is_empty(), "its own seat has no secrets");
    let out = followed.request(FollowerMessage::LookAs(Some(Seat(1))));
    assert_eq!(out.iter().map(|message| (message.to, &*message.text)).collect::<Vec<_>>(), [(GUEST, &*looks(Some(1)))]);
    // A guest who comes later also gets the notice.
    let late = followed.table.connect(ConnectionId(2), &token(1), Duration::ZERO).unwrap();
    assert!(late.iter().any(|message| message.to == ConnectionId(2) && message.text == looks(Some(1))));
    let out = followed.request(FollowerMessage::LookAs(None));
    assert!(out.len() == 2 && out.iter().all(|message| message.text == looks(None)));
    let out = followed.request(FollowerMessage::Close);
    assert!(out.len() == 2 && out.iter().all(|message| message.ends && message.text.contains("closed")));
}

#[test]
fn a_game_that_the_packs_cannot_replay_is_not_adopted() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("follow-wrong-{}", std::process::id()));
    let loaded = loaded();
    let mut copy = Session::new(loaded.machine().unwrap(), 2, 11).unwrap();
    copy.start().unwrap();
    copy.answer_key(&first_key(&copy).1).unwrap();
    let mut record = record_of(&copy, "");
    record.seed = Some(12);
    record.moves.reverse();
    let packs = PackCache::default().get(&loaded, 2).unwrap();
    let new = NewTable {
        language: "en".to_owned(),
        seats: vec![SeatPlan::default(); 2],
        seed: 0,
        links: Vec::new(),
        ..NewTable::default()
    };
    assert!(HostedTable::adopt(&folder, packs, &new, &record).is_err() && !folder.exists());
}
