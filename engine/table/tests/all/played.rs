//! Plays whole games by messages.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Stage;
use tilewright_kit::games::save::record_of;
use tilewright_page::drawings_in;
use tilewright_table::{ConnectionId, HostedTable, PackCache};

use crate::{HOST, ONLOOKER, TestTable, keys, token};

/// Lets all persons answer until the game is over or this number of answers is given. Returns the number of answers.
pub(crate) fn play(test: &mut TestTable, most: usize) -> usize {
    let mut state: u64 = 5;
    let mut count = 0;
    while count < most && test.table.session().game().stage() != Stage::Over {
        let decision = test.table.session().decision().unwrap();
        let (seat, options) = (decision.seat, decision.options.count());
        let ask = test.ask(seat.0).expect("the seat that is asked gets its question");
        let keys = keys(&ask);
        assert_eq!(keys.len(), options as usize, "{ask}");
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let key = &keys[(state >> 33) as usize % keys.len()];
        let n = test.table.number(Some(seat));
        let answered = json!({"t": "answer", "s": seat.0, "n": n, "key": key});
        let messages = test.send(ConnectionId(seat.0.into()), &answered);
        assert!(TestTable::refusals(&messages).is_empty(), "{messages:?}");
        count += 1;
    }
    count
}

/// Returns the ids of the drawings that a message contains.
fn drawn(message: &Json) -> BTreeSet<String> {
    let elements = message["d"]["elements"].as_array().into_iter().flatten().filter_map(Json::as_str);
    elements.filter_map(|element| Some(element.split_once("id=\"")?.1.split_once('"')?.0.to_owned())).collect()
}

/// All drawings are sent before a message refers to them, once in a connection, most of them at its beginning. A client
/// that has missed messages gets the drawings of its view again.
fn assert_drawings_are_there(test: &mut TestTable, id: ConnectionId) {
    let own: Vec<Json> = test.got.iter().filter(|(to, _)| *to == id).map(|(_, message)| message.clone()).collect();
    let (mut known, mut late) = (BTreeSet::new(), 0);
    for message in &own {
        let new = drawn(message);
        assert!(known.is_disjoint(&new), "{id:?}");
        late += if message["t"] == "change" { new.len() } else { 0 };
        known.extend(new);
        for number in drawings_in(message) {
            assert!(known.contains(&format!("d{number}")), "drawing {number} of {id:?}");
        }
    }
    assert!(late * 10 < known.len(), "{late} of {} drawings", known.len());
    let messages = test.send(id, &json!({"t": "view"}));
    let (_, view) = messages.iter().find(|(_, message)| message["t"] == "view").unwrap();
    let again = drawn(view);
    assert!(drawings_in(view).iter().all(|number| again.contains(&format!("d{number}"))), "{id:?}");
}

/// Applies the changes that a connection got to its first view, as the page does, and compares them with a new view.
fn assert_changes_lead_to_the_view(test: &mut TestTable, id: ConnectionId) {
    let own: Vec<Json> = test.got.iter().filter(|(to, _)| *to == id).map(|(_, message)| message.clone()).collect();
    let mut view = Json::Null;
    for message in own {
        match message["t"].as_str().unwrap() {
            "view" => view = message,
            "change" => {
                assert_eq!(message["n"].as_u64(), view["n"].as_u64().map(|n| n + 1));
                view["n"] = message["n"].clone();
                for (name, value) in message["p"].as_object().into_iter().flatten() {
                    let position = view["p"].as_object_mut().unwrap();
                    if value.is_null() {
                        position.remove(name)
                    } else {
                        position.insert(name.clone(), value.clone())
                    };
                }
                if let Some(log) = message["l"].as_array() {
                    let entries = view["l"][1].as_array_mut().unwrap();
                    entries.truncate(log[0].as_u64().unwrap() as usize);
                    entries.extend(log[1].as_array().unwrap().iter().cloned());
                }
                view["a"] = message["a"].clone();
                if message.get("r").is_some() {
                    view["r"] = message["r"].clone();
                }
            }
            _ => {}
        }
    }
    let messages = test.send(id, &json!({"t": "view"}));
    let (_, new) = messages.iter().find(|(_, message)| message["t"] == "view").unwrap();
    for part in ["n", "p", "l", "a", "r"] {
        assert_eq!(view[part], new[part], "{part} of {id:?}");
    }
}

#[test]
fn a_whole_game_is_played_by_messages_and_stored() {
    let mut test = TestTable::new("whole", &["carcassonne"], &[], &[None, None, None]);
    assert!(play(&mut test, usize::MAX) > 100);
    for id in [ConnectionId(0), ConnectionId(2), ONLOOKER, HOST] {
        assert_drawings_are_there(&mut test, id);
        assert_changes_lead_to_the_view(&mut test, id);
    }
    let (_, last) = test.got.iter().rev().find(|(_, message)| message["t"] == "view").unwrap();
    assert!(last["r"].as_str().unwrap().contains("<table>"), "the result is shown");
    let (scores, record) =
        (test.table.session().game().scores().to_vec(), record_of(test.table.session(), "a hosted game"));
    let seats = test.table.session().game().seat_count() as u64;
    let test = test.restart(seats);
    assert_eq!(test.table.session().game().scores(), scores);
    assert_eq!(record_of(test.table.session(), "a hosted game"), record);
    let answers = std::fs::read_to_string(test.folder.join("answers.jsonl")).unwrap();
    assert!(answers.lines().count() > 100 && answers.contains("\"ms\":"));
}

#[test]
fn every_answer_is_in_the_file_before_it_is_acknowledged() {
    let mut test = TestTable::new("stored", &["carcassonne"], &[], &[None, None]);
    for _ in 0..12 {
        play(&mut test, 1);
        let log = test.table.session().log().len();
        // The file is read as another program would read it after this one was killed.
        let copy = test.folder.with_extension("copy");
        drop(std::fs::remove_dir_all(&copy));
        std::fs::create_dir_all(copy.join("packs")).unwrap();
        for name in ["table.json", "game-1.jsonl", "packs/carcassonne.tilepack"] {
            std::fs::write(copy.join(name), std::fs::read(test.folder.join(name)).unwrap()).unwrap();
        }
        let other = HostedTable::open(&copy, &mut PackCache::default()).unwrap();
        assert_eq!(other.session().log().len(), log);
    }
}

#[test]
fn a_table_without_an_answer_is_opened_again() {
    let test = TestTable::new("unanswered", &["carcassonne"], &[], &[None, None]);
    let record = record_of(test.table.session(), "");
    let mut again = test.restart(2);
    assert_eq!(record_of(again.table.session(), ""), record);
    assert_eq!(play(&mut again, 3), 3);
}

#[test]
fn only_the_asked_seat_answers_and_only_from_the_newest_view() {
    let mut test = TestTable::new("refused", &["carcassonne"], &[], &[None, None]);
    let asked = test.table.session().decision().unwrap().seat;
    let (own, other) = (ConnectionId(asked.0.into()), ConnectionId(1 - u64::from(asked.0)));
    let n = test.table.number(Some(asked));
    let key = keys(&test.ask(asked.0).unwrap()).remove(0);
    let before = test.table.session().log().len();
    let mut refused = |from, message: Json| {
        let messages = test.send(from, &message);
        let code = TestTable::refusals(&messages).first().map(|code| (*code).to_owned());
        assert_eq!(test.table.session().log().len(), before, "{message}");
        code.unwrap_or_default()
    };
    let answer = |s: u8, n: u64, key: &str| json!({"t": "answer", "s": s, "n": n, "key": key});
    assert_eq!(refused(other, answer(asked.0, n, &key)), "not_your_seat");
    assert_eq!(refused(ONLOOKER, answer(asked.0, n, &key)), "not_your_seat");
    assert_eq!(refused(HOST, answer(asked.0, n, &key)), "not_your_seat");
    // Before the first answer, all seats have seen equally many changes.
    assert_eq!(refused(other, answer(1 - asked.0, n, &key)), "not_asked");
    assert_eq!(refused(own, answer(asked.0, n + 1, &key)), "stale");
    assert_eq!(refused(own, answer(asked.0, n, "99,99,0")), "not_an_option");
    assert_eq!(refused(own, answer(200, n, &key)), "not_your_seat");
    assert_eq!(refused(own, json!({"t": "fly"})), "not_a_message");
    assert_eq!(refused(own, json!({"t": "answer", "s": 0, "n": -1, "key": 3})), "not_a_message");
    assert_eq!(refused(own, json!({"t": "bot", "s": 1, "bot": "greedy"})), "not_the_host");
    assert_eq!(refused(HOST, json!({"t": "bot", "s": 7, "bot": "greedy"})), "no_such_seat");
    assert_eq!(refused(HOST, json!({"t": "bot", "s": 1, "bot": "gredy"})), "no_such_bot");
    assert_eq!(refused(HOST, json!({"t": "bot", "s": 1, "bot": "mcts:500ms"})), "no_such_bot");
    assert_eq!(refused(own, json!({"t": "say", "text": "  "})), "no_text");
    assert_eq!(refused(own, json!({"t": "note", "text": "x".repeat(2001)})), "too_long");
    assert!(test.table.connect(ConnectionId(50), "token 0 ", Duration::ZERO).is_none());
    assert!(test.table.receive(ConnectionId(50), "{}", Duration::ZERO, &mut || token(0)).is_empty());
    // The same answer twice, as by a double click, counts once.
    assert!(TestTable::refusals(&test.send(own, &answer(asked.0, n, &key))).is_empty());
    let again = test.send(own, &answer(asked.0, n, &key));
    assert_eq!(TestTable::refusals(&again), ["stale"]);
    assert!(again.iter().any(|(_, message)| message["t"] == "view"), "the newest view comes with the refusal");
}

#[test]
fn bots_answer_after_the_same_time() {
    let mut test = TestTable::new("bots", &["carcassonne"], &[], &[None, Some("random")]);
    let mut times = Vec::new();
    for _ in 0..10 {
        while test.table.session().decision().unwrap().seat == Seat(0) {
            play(&mut test, 1);
        }
        let (start, log) = (test.now, test.table.session().log().len());
        while test.table.session().log().len() == log {
            test.wait(Duration::from_millis(10));
        }
        times.push(test.now - start);
    }
    assert!(times.iter().all(|time| *time == times[0]), "{times:?}");
    let out = test.send(HOST, &json!({"t": "bot", "s": 1, "bot": null}));
    assert!(out.iter().any(|(_, message)| message["seats"][1]["bot"].is_null() && message["t"] == "people"));
    assert!(!test.table.waits_for_bot());
    test.send(HOST, &json!({"t": "bot", "s": 0, "bot": "random"}));
    test.send(HOST, &json!({"t": "bot", "s": 1, "bot": "random"}));
    test.wait(Duration::from_secs(20));
    let stored = std::fs::read_to_string(test.folder.join("table.json")).unwrap();
    assert_eq!(stored.matches("\"random\"").count(), 2);
}

#[test]
fn an_answer_is_taken_back_alone_or_with_consent() {
    let mut test = TestTable::new("undo", &["carcassonne"], &[], &[None, None]);
    let asked = test.table.session().decision().unwrap().seat;
    let (own, other) = (ConnectionId(asked.0.into()), ConnectionId(1 - u64::from(asked.0)));
    let undo = |test: &TestTable| json!({"t": "undo", "s": asked.0, "n": test.table.number(Some(asked))});
    let message = undo(&test);
    assert_eq!(TestTable::refusals(&test.send(own, &message)), ["no_answer"]);
    // The next question is to the same seat: the placement had no consequences yet.
    let log = test.table.session().log().len();
    while test.table.session().decision().unwrap().seat != asked || test.table.session().log().len() == log {
        play(&mut test, 1);
    }
    let (length, number) = (test.table.session().log().len(), test.table.number(Some(asked)));
    play(&mut test, 1);
    let is_free = test.table.session().decision().unwrap().seat == asked
        && test.table.session().log()[length..].iter().all(|entry| entry.chance().is_none());
    let message = undo(&test);
    let messages = test.send(own, &message);
    if !is_free {
        assert!(messages.iter().any(|(to, message)| *to == other && message["t"] == "wish"), "{messages:?}");
        let agreed = test.send(other, &json!({"t": "agree", "s": 1 - asked.0, "yes": true}));
        assert!(TestTable::refusals(&agreed).is_empty(), "{agreed:?}");
    }
    assert_eq!(test.table.session().log().len(), length);
    assert!(test.table.number(Some(asked)) > number, "the number never falls");
    // After the other seat has answered, it has to agree.
    while test.table.session().decision().unwrap().seat == asked {
        play(&mut test, 1);
    }
    let length = test.table.session().log().len();
    let message = undo(&test);
    let asked_for = test.send(own, &message);
    assert!(asked_for.iter().any(|(to, message)| *to == other && message["asked"][0] == 1 - asked.0));
    test.send(other, &json!({"t": "agree", "s": 1 - asked.0, "yes": false}));
    assert_eq!(test.table.session().log().len(), length, "refused");
    let message = undo(&test);
    test.send(own, &message);
    test.send(other, &json!({"t": "agree", "s": 1 - asked.0, "yes": true}));
    assert!(test.table.session().log().len() < length);
    assert_eq!(
        TestTable::refusals(&test.send(other, &json!({"t": "agree", "s": 1 - asked.0, "yes": true}))),
        ["not_asked"]
    );
    let seats = test.table.session().game().seat_count() as u64;
    let record = record_of(test.table.session(), "");
    let again = test.restart(seats);
    assert_eq!(record_of(again.table.session(), ""), record, "the answer stays taken back");
}

#[test]
fn players_talk_note_and_get_new_links() {
    let mut test = TestTable::new("talk", &["carcassonne"], &[], &[None, None]);
    let said = test.send(ConnectionId(1), &json!({"t": "say", "text": "<b>hi</b>\u{7}"}));
    assert_eq!(said.len(), 4);
    assert!(said.iter().all(|(_, message)| message["text"] == "<b>hi</b>" && message["seat"] == 1));
    let noted = test.send(ConnectionId(0), &json!({"t": "note", "text": "Where may I go?", "mood": "stuck"}));
    assert_eq!(noted, [(ConnectionId(0), json!({"t": "noted"}))]);
    let notes = std::fs::read_to_string(test.folder.join("notes.jsonl")).unwrap();
    assert!(notes.contains("\"mood\":\"stuck\"") && notes.contains("Where may I go?"), "{notes}");
    let form = test.send(ConnectionId(1), &json!({"t": "form", "answers": {"fair": 4, "change": "less luck"}}));
    assert_eq!(form, [(ConnectionId(1), json!({"t": "noted"}))]);
    let wrong = test.send(ConnectionId(1), &json!({"t": "form", "answers": {"fair": 9}}));
    assert_eq!(TestTable::refusals(&wrong), ["not_a_form"]);
    assert!(std::fs::read_to_string(test.folder.join("notes.jsonl")).unwrap().contains("\"form\":{\"change\""));
    test.send(ConnectionId(0), &json!({"t": "name", "s": 0, "text": "Anna"}));
    let why = test.send(ConnectionId(0), &json!({"t": "why", "s": 0, "cell": "0,0"}));
    assert!(why.iter().any(|(_, message)| message["t"] == "why" && message["text"].as_str().unwrap().contains("0,0")));
    let renewed = test.send(HOST, &json!({"t": "renew", "s": 1}));
    let token_of_link = renewed.iter().find_map(|(_, message)| message["token"].as_str()).unwrap().to_owned();
    assert!(renewed.iter().any(|(to, message)| *to == ConnectionId(1) && message["code"] == "renewed"));
    assert!(test.table.connect(ConnectionId(30), &token(1), Duration::ZERO).is_none());
    let welcome = test.table.connect(ConnectionId(30), &token_of_link, Duration::ZERO).unwrap();
    assert!(welcome[0].text.contains("\"seats\":[1]"));
    assert!(welcome.iter().any(|message| message.text.contains("Anna")));
}

/// The explanation of the game comes with the drawings that it shows, each once.
#[test]
fn the_rules_are_explained_with_pictures() {
    let mut test = TestTable::new("rules", &["carcassonne", "messages"], &[], &[None, None]);
    let known: BTreeSet<String> =
        test.got.iter().filter(|(to, _)| *to == ONLOOKER).flat_map(|(_, message)| drawn(message)).collect();
    let messages = test.send(ONLOOKER, &json!({"t": "rules"}));
    let [(ONLOOKER, rules)] = &messages[..] else { panic!("{messages:?}") };
    let sections = rules["sections"].as_array().unwrap();
    let of: Vec<&str> = sections.iter().map(|section| section["of"].as_str().unwrap()).collect();
    assert_eq!(of, ["pack", "pack", "turn", "figures", "tiles", "examples"]);
    assert_eq!(sections[0]["title"], "Carcassonne");
    let html: String = sections.iter().map(|section| section["html"].as_str().unwrap()).collect();
    let used = html.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
    let used: BTreeSet<String> = used.collect();
    let new = drawn(rules);
    assert!(!used.is_empty() && used.iter().all(|id| known.contains(id) || new.contains(id)), "{used:?}");
    assert!(html.contains("<ol><li>") && html.contains("<ul><li>") && !html.contains("<script"));
}
