//! Plays over sockets.

use serde_json::{Value as Json, json};

use crate::{Client, TestHost};

/// Returns the key of the first option of a question.
fn first_key(ask: &Json) -> Option<String> {
    if let Some(cell) = ask["cells"].get(0) {
        return Some(format!("{},{}", cell[0].as_str()?, cell[3][0]));
    }
    Some(ask["options"][0][0].as_str()?.to_owned())
}

/// Newest view of a seat: the number of changes, and the question.
struct Seat {
    client: Client,
    n: u64,
    ask: Json,
}

impl Seat {
    fn new(mut client: Client) -> Seat {
        let welcome = client.wait_for("welcome");
        assert_eq!(welcome["v"], 1);
        assert!(welcome["facts"]["title"].as_str().is_some());
        let view = client.wait_for("view");
        Seat { client, n: view["n"].as_u64().unwrap(), ask: view["a"].clone() }
    }

    /// Waits for the next change.
    fn follow(&mut self) {
        let change = self.client.wait_for("change");
        assert_eq!(change["n"].as_u64().unwrap(), self.n + 1);
        (self.n, self.ask) = (self.n + 1, change["a"].clone());
    }
}

#[test]
fn two_guests_play_and_an_onlooker_follows() {
    let test = TestHost::new("guests");
    let links = test.create("carcassonne", &[None, None]);
    assert_eq!(links.len(), 4);
    let mut seats: Vec<Seat> = links[..2].iter().map(|link| Seat::new(test.visit(link))).collect();
    // All messages of the second onlooker are compressed.
    let mut onlookers = [Seat::new(test.visit(&links[2])), Seat::new(test.visit_compressed(&links[2]))];
    assert!(onlookers[0].ask.is_null());
    for _ in 0..30 {
        let asked = seats.iter().position(|seat| !seat.ask.is_null()).unwrap();
        let key = first_key(&seats[asked].ask).unwrap();
        let n = seats[asked].n;
        seats[asked].client.send(&json!({"t": "answer", "s": asked, "n": n, "key": key}));
        seats.iter_mut().for_each(Seat::follow);
        onlookers.iter_mut().for_each(Seat::follow);
    }
    for onlooker in &mut onlookers {
        onlooker.client.send(&json!({"t": "view"}));
    }
    let [plain, compressed] = onlookers.each_mut().map(|onlooker| onlooker.client.wait_for("view"));
    assert_eq!(plain, compressed);
    let (table, _) = crate::parts(&links[0]);
    let test = test.restart();
    let stored = std::fs::read_to_string(test.folder.join(&table).join("answers.jsonl")).unwrap();
    assert_eq!(stored.lines().filter(|line| line.contains("\"key\"")).count(), 30);
    let again = Seat::new(test.visit(&links[0]));
    assert_eq!(again.ask.is_null(), seats[0].ask.is_null(), "the links work after a restart");
    let exported = tilewright_host::export_tables(&test.folder, &test.folder.join("findings")).unwrap();
    assert_eq!((exported.tables, exported.notes), (1, 0));
    let mut problems = Vec::new();
    let findings = tilewright_table::read_findings(&test.folder.join("findings"), &mut problems);
    assert_eq!((findings.len(), findings[0].answers(), &findings[0].table), (1, 30, &table));
}

#[test]
fn a_bot_plays_an_empty_seat() {
    let test = TestHost::new("bot");
    let links = test.create("carcassonne", &[None, Some("greedy")]);
    assert_eq!(links.len(), 3, "a bot has no link");
    let mut seat = Seat::new(test.visit(&links[0]));
    for _ in 0..6 {
        while seat.ask.is_null() {
            seat.follow();
        }
        let key = first_key(&seat.ask).unwrap();
        seat.client.send(&json!({"t": "answer", "s": 0, "n": seat.n, "key": key}));
        seat.follow();
    }
}

/// A client that does not read for a while gets everything again instead of every change.
#[test]
fn a_slow_guest_catches_up() {
    let test = TestHost::new("slow");
    let links = test.create("carcassonne", &[Some("random"), None]);
    let mut slow = Seat::new(test.visit(&links[1]));
    let mut talker = test.visit(&links[0]);
    talker.wait_for("welcome");
    for number in 0..25 {
        talker.send(&json!({"t": "say", "text": format!("{number} {}", "x".repeat(1900))}));
    }
    let said: Vec<Json> = (0..25).map(|_| slow.client.wait_for("said")).collect();
    assert!(said[24]["text"].as_str().unwrap().starts_with("24 "));
}
