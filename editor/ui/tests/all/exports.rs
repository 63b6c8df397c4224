//! Tests the export of games to other programs.

use std::time::Duration;

use tilewright_editor::context::{EditorAction, EditorCommand};

use crate::stage::TestStage;

#[test]
fn a_game_is_exported_into_a_new_folder() {
    let mut stage = TestStage::new("exports");
    stage.open_copy("glowmoor").settle();
    stage.act(EditorAction::Command(EditorCommand::ExportGame)).click("Spreadsheets").picture("export_game");
    let folder = stage.home.join("out");
    stage.retype("Folder", &folder.to_string_lossy()).press("Export");
    wait_for(&mut stage, "exported in");
    stage.picture("export_written");
    assert!(folder.join("README.md").is_file() && folder.join("glowmoor.csv").is_file());
    assert!(stage.mentions("follow the steps in"));
    // Another export does not overwrite the folder.
    let before = std::fs::read_dir(&folder).unwrap().count();
    stage.press("Close").act(EditorAction::Command(EditorCommand::ExportGame)).click("Spreadsheets");
    stage.retype("Folder", &folder.to_string_lossy()).press("Export");
    wait_for(&mut stage, "is not an empty folder");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), before);
}

#[test]
fn an_export_draws_the_look_that_the_window_shows() {
    let mut stage = TestStage::new("exports_look");
    stage.open_copy("ribbonfair").settle();
    for (name, look, is_painted) in [("painted", "fair", true), ("plain", "plain", false)] {
        if !is_painted {
            stage.act(EditorAction::ChooseLook(look.into()));
        }
        stage.act(EditorAction::Command(EditorCommand::ExportGame)).click("Single pictures");
        let folder = stage.home.join(name);
        stage.retype("Folder", &folder.to_string_lossy()).press("Export");
        wait_for(&mut stage, "exported in");
        stage.press("Close");
        let credits = std::fs::read_to_string(folder.join("CREDITS.md")).unwrap();
        assert_eq!(credits.contains("## Pictures"), is_painted, "{credits}");
    }
}

fn wait_for(stage: &mut TestStage, text: &str) {
    for _ in 0..2000 {
        if stage.mentions(text) {
            return;
        }
        stage.settle();
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("`{text}` does not appear");
}
