//! The disk refuses, and other programs change what is open.

use std::path::PathBuf;

use egui::{Key, Modifiers};

use crate::stage::Stage;

const RULE: &str = "rules/drifting_light.lua";

fn file(stage: &mut Stage) -> PathBuf {
    stage.editor().document().unwrap().folder().join(RULE)
}

fn shown(stage: &mut Stage, text: &str) -> bool {
    stage.editor().notices().shown().any(|shown| shown.contains(text))
}

#[test]
fn what_cannot_be_saved_stays_and_the_failure_is_over_when_it_can() {
    let mut stage = Stage::new("refused");
    stage.open_copy("glowmoor").settle();
    let typed = stage.text(RULE) + "\n-- typed\n";
    stage.write(RULE, &typed);
    let file = file(&mut stage);
    // Where the new text is to be written before it takes the place of the old one.
    let beside = file.with_file_name(".drifting_light.lua.part");
    std::fs::create_dir(&beside).unwrap();
    stage.key(Modifiers::COMMAND, Key::S);
    assert!(shown(&mut stage, "Not saved:"), "it is said");
    assert_eq!(stage.text(RULE), typed, "nothing typed is lost");
    stage.picture("disk_refused");
    std::fs::remove_dir(&beside).unwrap();
    stage.key(Modifiers::COMMAND, Key::S);
    assert!(!shown(&mut stage, "Not saved:"), "what has come right is not complained about any more");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), typed);
}

/// A device that is always full stands where the new text is to be written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_neither_the_old_nor_the_new_text_is_lost() {
    let mut stage = Stage::new("full");
    stage.open_copy("glowmoor").settle();
    let before = stage.text(RULE);
    let typed = before.clone() + "\n-- typed\n";
    stage.write(RULE, &typed);
    let file = file(&mut stage);
    std::os::unix::fs::symlink("/dev/full", file.with_file_name(".drifting_light.lua.part")).unwrap();
    stage.key(Modifiers::COMMAND, Key::S);
    assert!(shown(&mut stage, "Not saved:") && shown(&mut stage, "No space left"), "it is said");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before, "the old file is whole");
    assert_eq!(stage.text(RULE), typed, "nothing typed is lost");
    stage.key(Modifiers::COMMAND, Key::S);
    assert!(!shown(&mut stage, "Not saved:"), "there is room again");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), typed);
}

#[test]
fn a_file_that_another_program_removes_comes_back_with_undo() {
    let mut stage = Stage::new("removed");
    stage.open_copy("glowmoor").settle();
    let text = stage.text(RULE);
    let file = file(&mut stage);
    std::fs::remove_file(&file).unwrap();
    let gone = |stage: &mut Stage| stage.editor().document().unwrap().text(RULE).is_none();
    for _ in 0..500 {
        stage.settle();
        if gone(&mut stage) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(gone(&mut stage), "it is noticed");
    assert!(shown(&mut stage, "was removed by another program"), "it is said");
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}
