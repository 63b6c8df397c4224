//! Reads the findings of tables.

use std::path::Path;

use serde_json::json;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_table::{ConnectionId, NoteMood, TableNote, has_findings, read_findings};

use crate::played::play;
use crate::{ONLOOKER, TestTable};

#[test]
fn a_designer_reads_the_game_and_the_notes_of_a_table_that_is_served() {
    let mut test = TestTable::new("findings", &["carcassonne"], &[], &[None, None]);
    let read = |folder: &Path| {
        let mut problems = Vec::new();
        let found = read_findings(folder, &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        found
    };
    assert!(has_findings(&test.folder) && read(&test.folder).is_empty(), "no answer yet");
    play(&mut test, 5);
    test.send(ConnectionId(1), &json!({"t": "name", "s": 1, "text": "Ben"}));
    test.send(ConnectionId(1), &json!({"t": "note", "text": "Why?", "mood": "unclear", "place": "0,0"}));
    let nowhere = test.send(ConnectionId(1), &json!({"t": "note", "text": "Why?", "place": "<b>"}));
    assert_eq!(TestTable::refusals(&nowhere), ["not_a_place"]);
    play(&mut test, 3);
    test.send(ONLOOKER, &json!({"t": "note", "text": "Nice"}));
    test.send(ConnectionId(0), &json!({"t": "form", "answers": {"length": 4}}));
    let found = read(&test.folder);
    let [found] = &found[..] else { panic!("{found:?}") };
    assert_eq!((found.names.clone(), found.answers()), (vec![String::new(), "Ben".to_owned()], 8));
    assert!(found.packs.len() == 1 && found.packs[0].is_file());
    let [first, second, form] = &found.notes[..] else { panic!("{:?}", found.notes) };
    assert_eq!((first.seat, first.answers, first.mood), (Some(Seat(1)), Some(5), Some(NoteMood::Unclear)));
    assert_eq!((first.cell(), second.cell()), (Cell::read("0,0"), None));
    assert_eq!((second.seat, second.answers, &*second.text), (None, Some(8), "Nice"));
    assert_eq!((form.seat, form.answers, form.form["length"].as_u64()), (Some(Seat(0)), None, Some(4)));
    std::fs::write(test.folder.join("table.json"), "{").unwrap();
    let mut problems = Vec::new();
    assert!(read_findings(&test.folder, &mut problems).is_empty() && problems.len() == 1, "{problems:?}");
}

#[test]
fn a_note_names_a_place() {
    let note = TableNote::read(r#"{"seat":0,"answers":3,"text":"here","place":"2,-1:road:N","mood":"new"}"#).unwrap();
    assert_eq!((note.cell(), note.mood), (Cell::read("2,-1"), None));
    assert!(TableNote::read(r#"{"seat":0,"answers":3,"te"#).is_none() && TableNote::read("null").is_none());
}
