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
    for _ in 0..2000 {
        if stage.mentions("exported in") {
            break;
        }
        stage.settle();
        std::thread::sleep(Duration::from_millis(5));
    }
    stage.picture("export_written");
    assert!(folder.join("README.md").is_file() && folder.join("glowmoor.csv").is_file());
    assert!(stage.mentions("follow the steps in"));
    // Another export does not overwrite the folder.
    let before = std::fs::read_dir(&folder).unwrap().count();
    stage.press("Close").act(EditorAction::Command(EditorCommand::ExportGame)).click("Spreadsheets");
    stage.retype("Folder", &folder.to_string_lossy()).press("Export");
    for _ in 0..2000 {
        if stage.mentions("is not an empty folder") {
            break;
        }
        stage.settle();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(stage.mentions("is not an empty folder"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), before);
}
