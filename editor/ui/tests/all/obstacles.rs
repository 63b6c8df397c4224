//! Tests that small obstacles to users, which a review by hand found, stay removed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::WindowHost;
use tilewright_editor::context::{Content, EditorAction};

use crate::left::{put, table_of};
use crate::stage::{StageLook, TestStage};

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

#[test]
fn enter_presses_the_main_button_of_a_question() {
    let mut stage = TestStage::new("obstacles_enter");
    stage.act(EditorAction::OpenIncluded("glowmoor".into())).settle();
    put(&mut stage, table_of("glowmoor", 3));
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.settle();
    assert!(stage.has("Unfinished game"));
    stage.key(Modifiers::NONE, Key::Enter).settle().settle();
    assert!(!stage.has("Unfinished game") && stage.editor().table().is_some());
}

/// Tests the editor's own dialog for paths, for systems without one.
#[test]
fn a_saved_picture_is_not_called_a_game() {
    let home = std::env::temp_dir().join(format!("tilewright-editor-{}-obstacles_place", std::process::id()));
    drop(std::fs::remove_dir_all(&home));
    let host = WindowHost { save_file: Some(Arc::new(|_| None)), ..WindowHost::default() };
    let mut stage = TestStage::with_host(home.clone(), StageLook::default(), host);
    stage.open_copy("glowmoor");
    let path = home.join("board.png");
    stage.act(EditorAction::Write(path.clone(), Content::from(b"picture".to_vec())));
    let since = Instant::now();
    while !stage.has("Save file as…") && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
        stage.steps(1);
    }
    assert!(stage.has("Save file as…") && !stage.mentions("Save game as"));
    assert_eq!(stage.value_of("File"), path.display().to_string());
    stage.key(Modifiers::NONE, Key::Enter).settle();
    assert_eq!(std::fs::read(&path).unwrap(), b"picture");
}

/// Tests slow frames, which receive several keys.
#[test]
fn every_key_of_a_frame_counts() {
    let mut stage = TestStage::new("obstacles_keys");
    stage.open_copy("glowmoor");
    let texts: Vec<String> = (0..4).map(|n| format!("{}// {n}\n", stage.text("pack.ron"))).collect();
    let before = stage.text("pack.ron");
    for text in &texts {
        stage.write("pack.ron", text);
    }
    stage.settle();
    let undo = || press(Key::Z, Modifiers::COMMAND);
    stage.harness.input_mut().events.extend([undo(), undo(), undo()]);
    stage.harness.step();
    assert_eq!(stage.text("pack.ron"), texts[0], "three steps were undone");
    stage.harness.input_mut().events.extend([undo(), press(Key::S, Modifiers::COMMAND)]);
    stage.harness.step();
    stage.settle();
    assert_eq!(stage.text("pack.ron"), before);
    assert_eq!(std::fs::read_to_string(stage.home.join("packs/glowmoor/pack.ron")).unwrap(), before);
}

#[test]
fn a_card_is_renewed_when_its_pack_was_repaired_elsewhere() {
    let mut stage = TestStage::new("obstacles_card");
    stage.open_copy("glowmoor");
    let file = stage.home.join("packs/glowmoor/pack.ron");
    let good = stage.text("pack.ron");
    std::fs::write(&file, "Pack(").unwrap();
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.open_copy("glowmoor");
    assert!(stage.editor().problems().counts().0 > 0);
    std::fs::write(&file, good).unwrap();
    let since = Instant::now();
    while stage.editor().problems().counts().0 > 0 && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
        stage.settle();
    }
    stage.press("Home").settle();
    stage.all_cards().settle();
    assert!(!stage.mentions("Cannot be played yet") && stage.has("Open Glowmoor"));
}

/// Tests that notices stay within the status line, so that they cover no button of a view.
#[test]
fn a_notice_covers_nothing() {
    let mut stage = TestStage::new("obstacles_notice");
    stage.open_copy("glowmoor");
    let long = "A notice that is much too long for one line. ".repeat(20);
    stage.act(EditorAction::Notify(tilewright_editor::ui::notices::NoticeWeight::Failed, long));
    let shown = stage.harness.get_by_label_contains("A notice that is much too long").rect();
    let saved = stage.harness.get_by_label("All saved").rect();
    assert!(shown.min.y >= saved.min.y - 4.0 && shown.max.y <= 800.0, "{shown:?} {saved:?}");
    assert!(shown.min.x > saved.max.x, "{shown:?} {saved:?}");
    stage.press("Close this notice").settle();
    assert!(!stage.mentions("A notice that is much too long"));
}
