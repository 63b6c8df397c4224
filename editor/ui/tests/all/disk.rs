//! Tests failing writes, and changes that other programs make to open files.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};

use crate::stage::TestStage;

const RULE: &str = "rules/drifting_light.lua";

fn file(stage: &mut TestStage) -> PathBuf {
    stage.editor().document().unwrap().folder().join(RULE)
}

fn read_only(file: &Path, on: bool) {
    let mut permissions = std::fs::metadata(file).unwrap().permissions();
    #[allow(clippy::permissions_set_readonly_false, reason = "a test's own file")]
    permissions.set_readonly(on);
    std::fs::set_permissions(file, permissions).unwrap();
}

fn is_notice_shown(stage: &mut TestStage, text: &str) -> bool {
    stage.editor().notices().visible_texts().any(|shown| shown.contains(text))
}

#[test]
fn what_cannot_be_saved_stays_and_the_failure_is_over_when_it_can() {
    let mut stage = TestStage::new("refused");
    stage.open_copy("glowmoor").settle();
    let typed = stage.text(RULE) + "\n-- typed\n";
    stage.write(RULE, &typed);
    let file = file(&mut stage);
    read_only(&file, true);
    stage.key(Modifiers::COMMAND, Key::S);
    assert!(is_notice_shown(&mut stage, "Not saved:"), "a notice reports the failure");
    assert!(is_notice_shown(&mut stage, "read-only"), "the notice has the reason");
    assert_ne!(std::fs::read_to_string(&file).unwrap(), typed, "the old file is whole");
    assert_eq!(stage.text(RULE), typed, "nothing typed is lost");
    stage.picture("disk_refused");
    read_only(&file, false);
    stage.key(Modifiers::COMMAND, Key::S);
    assert!(!is_notice_shown(&mut stage, "Not saved:"), "the notice disappears after a successful save");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), typed);
}

#[test]
fn a_file_that_another_program_removes_comes_back_with_undo() {
    let mut stage = TestStage::new("removed");
    stage.open_copy("glowmoor").settle();
    let text = stage.text(RULE);
    let file = file(&mut stage);
    std::fs::remove_file(&file).unwrap();
    let gone = |stage: &mut TestStage| stage.editor().document().unwrap().text(RULE).is_none();
    for _ in 0..500 {
        stage.settle();
        if gone(&mut stage) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(gone(&mut stage), "it is noticed");
    assert!(is_notice_shown(&mut stage, "Another program removed"), "a notice reports the removal");
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}
