//! Checks what connections get of games with hidden information.

use std::time::Duration;

use serde_json::json;
use tilewright_core::catalog::Value;
use tilewright_table::ConnectionId;

use crate::{ONLOOKER, TestTable};

/// Only its own seat gets the tiles of a hand; other seats get the number of tiles.
#[test]
fn a_hand_is_sent_to_its_own_seat_alone() {
    let hand = [("carcassonne:hand_size", Value::Int(3))];
    let bots = [Some("random"), Some("random")];
    let mut test = TestTable::new("hand", &["carcassonne"], &hand, &bots);
    test.wait(Duration::from_secs(30));
    let is_shown = |test: &TestTable, id: ConnectionId, seat: u8| {
        let own = test.got.iter().filter(|(to, _)| *to == id);
        let rows = own.filter_map(|(_, message)| message["p"].as_object().cloned());
        rows.flatten().any(|(name, row)| name == format!("r{seat}.40000") && row.get(2).is_some())
    };
    assert!(is_shown(&test, ConnectionId(0), 0) && is_shown(&test, ConnectionId(1), 1));
    for (id, seat) in [(ConnectionId(0), 1), (ConnectionId(1), 0), (ONLOOKER, 0), (ONLOOKER, 1)] {
        assert!(!is_shown(&test, id, seat), "{id:?} sees the hand of seat {seat}");
    }
    assert_eq!(test.send(ONLOOKER, &json!({"t": "say", "text": "hm"})).len(), 4);
}
