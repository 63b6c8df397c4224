//! Tests games of hosted tables in the editor: where they are found, and the notes of their players.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor::context::{EditorAction, EditorCommand};
use tilewright_editor_model::table::SeatChooser;
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_table::{ConnectionId, HostedTable, NewTable, PackCache, Role, SeatPlan};

use crate::left::games;
use crate::stage::{StageLook, TestStage};

/// Plays a game of two players at a table in a folder of the home, with notes after three and after seven moves, and at
/// the end. Returns the folder of the table.
fn host(home: &Path, table: &str) -> PathBuf {
    let folder = home.join("tables").join(table);
    let loaded = load(&Finder::only_bundled(), &Request::new(["carcassonne"])).unwrap();
    let packs = PackCache::default().get(&loaded, 2).unwrap();
    let seat = |name: &str| SeatPlan { name: name.to_owned(), bot: None };
    let links = vec![(Role::of_seat(0), "0".to_owned()), (Role::of_seat(1), "1".to_owned())];
    let new = NewTable {
        language: "en".to_owned(),
        seats: vec![seat(""), seat("Ben")],
        seed: 5,
        links,
        ..NewTable::default()
    };
    let mut table = HostedTable::create(&folder, packs, &new).unwrap();
    for seat in 0..2 {
        assert!(table.connect(ConnectionId(seat), &seat.to_string(), Duration::ZERO).is_some());
    }
    for moves in 1..=9 {
        let game = table.session().game();
        let decision = game.decision().unwrap();
        let (seat, key) = (decision.seat, decision.options.key(game, decision.options.get(game, 0).unwrap()));
        let n = table.number(Some(seat));
        send(&mut table, seat.0.into(), &json!({"t": "answer", "s": seat.0, "n": n, "key": key}));
        if moves == 3 {
            send(&mut table, 1, &json!({"t": "note", "text": "Why here?", "mood": "unclear"}));
        }
        if moves == 7 {
            send(&mut table, 0, &json!({"t": "note", "text": "Well done", "mood": "fun"}));
        }
    }
    send(&mut table, 1, &json!({"t": "form", "answers": {"length": 4, "change": "less luck"}}));
    // Clients choose the place of a note from now on.
    let notes = std::fs::read_to_string(folder.join("notes.jsonl")).unwrap();
    let placed = notes.replace(r#""text":"Well done""#, r#""text":"Well done","place":"0,0:road:N""#);
    drop(table);
    std::fs::write(folder.join("notes.jsonl"), placed).unwrap();
    folder
}

fn send(table: &mut HostedTable, from: u64, message: &serde_json::Value) {
    let out = table.receive(ConnectionId(from), &message.to_string(), Duration::ZERO, &mut String::new);
    assert!(out.iter().all(|message| !message.text.contains("refused")), "{out:?}");
}

/// Draws frames until a widget with this text is on the screen.
fn wait_for(stage: &mut TestStage, text: &str) {
    for _ in 0..2000 {
        if stage.mentions(text) {
            return;
        }
        stage.settle();
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("`{text}` is not shown");
}

fn now(stage: &mut TestStage) -> usize {
    stage.editor().table().unwrap().history().now()
}

#[test]
fn a_designer_finds_a_hosted_game_and_reads_its_notes() {
    for language in ["en", "nl"] {
        let look = StageLook { language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("hosted_{language}"), look);
        let mut texts = UiTexts::default();
        texts.speak(language);
        host(&stage.home, "abc123");
        stage.harness.step();
        let ctx = stage.harness.ctx.clone();
        stage.editor().act(&ctx, EditorAction::Command(EditorCommand::HostedGames));
        let one = texts.count("hosted-notes", 3);
        wait_for(&mut stage, &one);
        stage.picture(&format!("hosted_list_{language}"));
        assert!(stage.has(&texts.get("hosted-title")) && stage.mentions("Ben"));
        let open = stage.labels(&texts.with_name("hosted-open-this", "carcassonne")).pop().unwrap();
        stage.press(&open);
        wait_for(&mut stage, "Why here?");
        stage.settle();
        // The game is at its first note, as its author saw it, and no bot plays on.
        assert_eq!(now(&mut stage), 3);
        let table = stage.editor().table().unwrap();
        assert!(table.history().branch().steps().len() == 9 && table.people().next().is_none());
        assert_eq!(stage.editor().play().viewpoint, Some(Seat(1)));
        assert!(stage.mentions(&texts.get("notes-unclear")) && stage.mentions("length: 4"));
        assert_eq!(games(&stage), 0, "a game that is only read leaves no unfinished game");
        stage.harness.get_by_label_contains("Well done").click();
        stage.harness.run_ok();
        stage.settle();
        assert_eq!((now(&mut stage), stage.editor().play().viewpoint), (7, Some(Seat(0))));
        assert!(!stage.editor().play().highlights().is_empty(), "the place of the note is shown");
        stage.picture(&format!("hosted_notes_{language}"));
        if language == "en" {
            let title = stage.harness.get_by_label("3 notes of the players").rect();
            let last = stage.harness.get_by_label_contains("length: 4").rect();
            crate::golden::compare(&mut stage, "hosted_notes", title.union(last).expand(4.0));
        }
        stage.harness.get_by_label_contains("length: 4").click();
        stage.harness.run_ok();
        assert_eq!(now(&mut stage), 9);
        // A seat that the user takes can play another course.
        let seat = texts.about_seat("try-who", 0);
        stage.choose(&seat, &texts.get("try-person"));
        stage.settle();
        assert_eq!(stage.editor().table().unwrap().setup().seats, [SeatChooser::Person, SeatChooser::Guest]);
    }
}

#[test]
fn a_hosted_game_opens_by_keyboard_from_its_folder() {
    let mut stage = TestStage::new("hosted_folder");
    let folder = host(&stage.home, "abc123");
    let elsewhere = stage.home.join("elsewhere");
    std::fs::create_dir_all(&elsewhere).unwrap();
    std::fs::rename(&folder, elsewhere.join("abc123")).unwrap();
    // The copies of the packs are enough.
    stage.key(Modifiers::COMMAND, Key::O);
    stage.type_into("Folder", &elsewhere.join("abc123").display().to_string());
    stage.key(Modifiers::NONE, Key::Enter);
    wait_for(&mut stage, "Why here?");
    assert_eq!(now(&mut stage), 3);
    // The folder is in the list from now on, and a folder with several tables lists them.
    host(&stage.home, "def456");
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::HostedGames));
    wait_for(&mut stage, "Network games");
    for _ in 0..400 {
        if stage.labels("Open carcassonne").len() == 2 {
            break;
        }
        stage.settle();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(stage.labels("Open carcassonne").len(), 2);
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.has("Network games"));
    // A folder without a table is refused with a reason.
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::HostedGames));
    wait_for(&mut stage, "Network games");
    stage.type_into("Folder of a table, or of an export", "/nowhere");
    assert!(stage.has("There are no files of a table in this folder."));
}
