//! Sends random messages: they never panic, and change the game only by legal answers.

use serde_json::json;
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::save::record_of;
use tilewright_table::ConnectionId;

use crate::{HOST, ONLOOKER, TestTable};

/// Number of messages.
const MESSAGES: u32 = 3000;

/// Changes some bytes of a text.
fn damage(text: &str, random: &mut Generator) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u32) as usize;
        match random.below(4) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes.insert(at, b"{}[]\",:0-9tns\\"[random.below(14) as usize]),
            2 if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => bytes.truncate(at.max(1)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn random_messages_change_the_game_only_by_legal_answers() {
    let mut test = TestTable::new("random", &["carcassonne"], &[], &[None, None]);
    let mut random = Generator::new(11);
    let mut changes = 0;
    for _ in 0..MESSAGES {
        let seat = random.below(3) as u8;
        let number = test.table.number(Some(tilewright_core::catalog::seat::Seat(seat.min(1))));
        let key = format!("{},{},{}", random.below(5) as i32 - 2, random.below(5) as i32 - 2, random.below(4));
        let decision = test.table.session().decision();
        let legal = decision.and_then(|decision| {
            let game = test.table.session().game();
            Some(decision.options.key(game, decision.options.get(game, random.below(decision.options.count()))?))
        });
        let messages = [
            json!({"t": "answer", "s": seat, "n": number, "key": legal}),
            json!({"t": "answer", "s": seat, "n": number, "key": "pass"}),
            json!({"t": "undo", "s": seat, "n": number}),
            json!({"t": "agree", "s": seat, "yes": random.below(2) == 0}),
            json!({"t": "why", "s": seat, "cell": key}),
            json!({"t": "say", "text": key}),
            json!({"t": "note", "text": key, "mood": "fun"}),
            json!({"t": "name", "s": seat, "text": key}),
            json!({"t": "bot", "s": seat, "bot": null}),
            json!({"t": "view"}),
            json!({"t": "rules"}),
        ];
        let message = messages[random.below(messages.len() as u32) as usize].to_string();
        let message = if random.below(2) == 0 { damage(&message, &mut random) } else { message };
        let from = [ConnectionId(0), ConnectionId(1), ONLOOKER, HOST, ConnectionId(99)][random.below(5) as usize];
        let before = record_of(test.table.session(), "");
        let out = test.table.receive(from, &message, test.now, &mut || "a new token".to_owned());
        let after = record_of(test.table.session(), "");
        let may_change = message.contains("answer") || message.contains("undo") || message.contains("agree");
        assert!(before == after || (may_change && from.0 < 2), "{message}");
        changes += usize::from(before != after);
        assert!(out.iter().all(|message| serde_json::from_str::<serde_json::Value>(&message.text).is_ok()));
    }
    assert!(changes > 10, "{changes}");
}
