//! Players who leave while their seat is asked.

use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_core::catalog::seat::Seat;
use tilewright_table::{ConnectionId, Substitute};

use crate::played::play;
use crate::{TestTable, token};

/// Creates a table of two players where a bot replaces absent players after five minutes.
fn table(name: &str) -> TestTable {
    let substitute = Some(Substitute { after: 300, bot: "random".to_owned() });
    TestTable::with_substitute(name, &["carcassonne"], &[], &[None, None], substitute)
}

/// Lets players answer until a seat is asked.
fn play_until(test: &mut TestTable, seat: Seat) {
    while test.table.session().decision().unwrap().seat != seat {
        play(test, 1);
    }
}

fn leave(test: &mut TestTable, id: u64) {
    let out = test.table.disconnect(ConnectionId(id), test.now);
    test.take(out);
}

fn come(test: &mut TestTable, id: u64) {
    let out = test.table.connect(ConnectionId(id), &token(id), test.now).unwrap();
    test.take(out);
}

fn pass(test: &mut TestTable, seconds: u64) {
    test.now += Duration::from_secs(seconds);
    let out = test.table.seat_substitutes(test.now);
    test.take(out);
}

/// Returns the newest state of a seat in the messages about players.
fn state(test: &TestTable, seat: usize) -> Json {
    let (_, people) = test.got.iter().rev().find(|(_, message)| message["t"] == "people").unwrap();
    people["seats"][seat].clone()
}

#[test]
fn a_bot_stands_in_for_a_player_who_has_left_and_gives_the_seat_back() {
    let mut test = table("substitute");
    play_until(&mut test, Seat(1));
    leave(&mut test, 1);
    pass(&mut test, 299);
    assert!(!test.table.waits_for_bot() && test.table.waits_for_absent_player());
    pass(&mut test, 1);
    assert!(test.table.waits_for_bot());
    assert_eq!(state(&test, 1)["substitute"], "random");
    let asked = test.table.session().chosen_count();
    for _ in 0..3 {
        play_until(&mut test, Seat(1));
        while test.table.session().decision().unwrap().seat == Seat(1) {
            test.wait(Duration::from_millis(10));
        }
    }
    assert!(test.table.session().chosen_count() > asked + 3);
    let answers = std::fs::read_to_string(test.folder.join("answers.jsonl")).unwrap();
    assert!(answers.lines().any(|line| line.contains("\"seat\":1") && line.contains("\"bot\":true")), "{answers}");
    play_until(&mut test, Seat(1));
    leave(&mut test, 0);
    assert!(!test.table.waits_for_bot(), "the bot does not play alone");
    come(&mut test, 0);
    pass(&mut test, 0);
    assert!(test.table.waits_for_bot());
    come(&mut test, 1);
    assert!(!test.table.waits_for_bot() && test.ask(1).is_some());
    assert_eq!((&state(&test, 1)["substitute"], &state(&test, 1)["here"]), (&Json::Null, &json!(true)));
    assert_eq!(play(&mut test, 1), 1, "the player answers again");
}

#[test]
fn nobody_stands_in_for_players_who_were_never_there_or_when_all_have_left() {
    let mut test = table("all-left");
    play(&mut test, 2);
    leave(&mut test, 0);
    leave(&mut test, 1);
    pass(&mut test, 3600);
    assert!(!test.table.waits_for_bot(), "a game waits for its players");
    let mut test = test.restart_without_players();
    come(&mut test, 0);
    pass(&mut test, 3600);
    play_until(&mut test, Seat(1));
    pass(&mut test, 3600);
    assert!(!test.table.waits_for_bot(), "the player has not come back since the start of the host");
}

#[test]
fn an_absent_player_is_called_once_for_each_question() {
    let mut test = TestTable::new("calls", &["carcassonne"], &[], &[None, None]);
    test.send(ConnectionId(1), &json!({"t": "name", "s": 1, "text": "Ben"}));
    play_until(&mut test, Seat(1));
    test.now += Duration::from_secs(60);
    assert_eq!(test.table.due_call(test.now), None, "Ben is there");
    leave(&mut test, 1);
    let call = test.table.due_call(test.now).unwrap();
    assert_eq!((call.seat, &*call.name), (Seat(1), "Ben"));
    assert!(call.title.contains("Carcassonne") && !call.question.is_empty(), "{call:?}");
    assert_eq!(test.table.due_call(test.now), None);
    come(&mut test, 1);
    play_until(&mut test, Seat(0));
    play_until(&mut test, Seat(1));
    leave(&mut test, 1);
    assert_eq!(
        test.table.due_call(test.now + Duration::from_secs(19)),
        None,
        "a page that is loaded again needs a moment"
    );
    assert!(test.table.due_call(test.now + Duration::from_secs(20)).is_some());
}
