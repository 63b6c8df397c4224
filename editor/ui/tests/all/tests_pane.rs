//! Tests the pane for the tests of a pack.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::stage::{StageLook, TestStage};

const NAME: &str = "mere/2 for each tile and 3 for each lily, if it is finished";

fn run(stage: &mut TestStage) {
    stage.key(Modifiers::COMMAND, Key::T);
    stage.editor().wait_for_tests();
    stage.settle();
}

#[test]
fn a_failing_test_leads_to_its_line_and_to_its_game_until_it_is_mended() {
    let look = StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("tests-pane", look);
    stage.open_copy("glowmoor").settle();
    run(&mut stage);
    let count = stage.labels("").iter().filter(|label| label.ends_with(", passed")).count();
    assert!(count > 10, "{count} tests");
    assert!(!stage.labels("").iter().any(|label| label.ends_with(", failed")));
    let right = stage.text("tests/scores.ron");
    stage.write("tests/scores.ron", &right.replacen("scores: [0, 9]", "scores: [0, 8]", 1)).settle();
    assert!(stage.has("The pack has changed since then."));
    run(&mut stage);
    stage.picture("tests_failed");
    assert!(stage.has(&format!("{NAME}, failed")) && stage.mentions("Expected") && stage.mentions("Actual: [0, 9]"));
    // The run included unsaved changes, which are still not saved.
    assert_eq!(std::fs::read_to_string(stage.home.join("packs/glowmoor/tests/scores.ron")).unwrap(), right);
    let problems: Vec<String> = stage.editor().problems().all.iter().map(|p| p.diagnostic.message.clone()).collect();
    assert!(problems.iter().any(|message| message.starts_with(NAME)), "{problems:?}");
    // Only failed tests run again.
    stage.press("Run failed tests");
    stage.editor().wait_for_tests();
    stage.settle();
    assert!(stage.has(&format!("{NAME}, failed")));
    let link = stage.labels("tests/scores.ron:").remove(0);
    stage.click(&link).settle();
    assert!(stage.has("Text of tests/scores.ron"));
    let show = format!("Show {NAME} on the table");
    stage.harness.get_by_label(&show).scroll_to_me();
    stage.settle().press(&show).settle().picture("tests_shown");
    let table = stage.editor().table().unwrap();
    assert_eq!(table.game().scores()[1], 9, "it is the game of the test");
    stage.write("tests/scores.ron", &right).settle();
    run(&mut stage);
    assert!(!stage.mentions(", failed"));
    assert!(stage.editor().problems().all.is_empty());
}

#[test]
fn what_came_can_be_taken_as_right() {
    let look = StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("tests-take", look);
    stage.open_copy("glowmoor").settle();
    let right = stage.text("tests/scores.ron");
    let wrong = right.replacen("scores: [0, 9]", "scores: [0, 8]", 1);
    // Reasons are not plain values, so the editor offers no fix for them.
    let wrong = wrong.replacen("per: \"lily\", count: 1", "per: \"lily\", count: 7", 1);
    stage.write("tests/scores.ron", &wrong).settle();
    run(&mut stage);
    assert!(stage.has(&format!("{NAME}, failed")));
    stage.picture("tests_take").press("Accept the new result");
    stage.editor().wait_for_tests();
    stage.settle();
    assert_eq!(stage.text("tests/scores.ron"), right.replacen("count: 1, each: 3", "count: 7, each: 3", 1));
    assert!(stage.has(&format!("{NAME}, failed")) && !stage.has("Accept the new result"));
    assert_eq!(stage.editor().document().unwrap().undo_label(), Some(&*format!("New result of {NAME}")));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("tests/scores.ron"), wrong);
}

#[test]
fn a_pack_without_tests_says_how_to_get_one() {
    let mut stage = TestStage::new("tests-none");
    stage.settle().press("Learn in nine steps").settle();
    run(&mut stage);
    assert!(stage.mentions("The pack has no tests yet."));
}
