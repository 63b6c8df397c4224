//! Tests the pane that shows the rules of a move line by line.

use egui::{Key, Modifiers, Vec2};
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_language::place::FilePlace;

use crate::stage::{StageLook, TestStage};

const RULE: &str = "rules/sight_lines.lua";
const TEST: &str = "beacon/a finished one has 2 for each beacon that it sees";

fn large(name: &str) -> TestStage {
    TestStage::with_look(name, StageLook { size: Vec2::new(1440.0, 900.0), ..StageLook::default() })
}

fn show(stage: &mut TestStage, pane: Pane) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::ShowLarge(pane));
    stage.settle();
}

/// Returns the label of the current line.
fn current(stage: &TestStage) -> String {
    let lines = stage.labels("Line ");
    let mut current = lines.into_iter().filter(|label| label.contains(", current line"));
    current.next().unwrap_or_default()
}

/// Returns true if a value with this name and text is shown.
fn shows(stage: &TestStage, text: &str) -> bool {
    stage.labels(text).iter().any(|label| label == text)
}

/// Returns the number of lines of the walk, if its first line is the current one.
fn count_lines(stage: &TestStage) -> Option<usize> {
    (1..3000).find(|count| stage.has(&format!("1 of {count}")))
}

/// Returns the number of the line of a rule with a text, from 1.
fn line_with(text: &str, part: &str) -> usize {
    1 + text.lines().position(|line| line.contains(part)).unwrap()
}

#[test]
fn a_planted_bug_is_found_by_walking_through_a_failing_test() {
    let mut stage = large("trace-bug");
    stage.open_copy("glowmoor").settle();
    // The rule counts a tile for each beacon that it sees, instead of the beacon.
    let right = stage.text(RULE);
    let wrong = right.replacen("then sites += 1 end", "then tiles += 1 end", 1);
    assert_ne!(wrong, right);
    stage.write(RULE, &wrong).settle();
    stage.key(Modifiers::COMMAND, Key::T);
    stage.editor().wait_for_tests();
    stage.settle();
    assert!(stage.has(&format!("{TEST}, failed")));
    stage.press(&format!("{TEST}: line by line")).settle();
    assert!(stage.mentions("score beacon"), "the last move scores the beacon");
    // The suspected line becomes a break line.
    let number = line_with(&wrong, "then tiles += 1 end");
    for _ in 0..200 {
        if !stage.labels(&format!("Line {number}: ")).is_empty()
            || current(&stage).starts_with(&format!("Line {number},"))
        {
            break;
        }
        stage.key(Modifiers::NONE, Key::F11);
    }
    let line = stage.labels(&format!("Line {number}")).remove(0);
    stage.click(&line);
    stage.press("To the first line").key(Modifiers::COMMAND, Key::F11);
    let at = current(&stage);
    assert!(at.starts_with(&format!("Line {number}, current line, break line: if #tile:segments")), "{at}");
    assert!(shows(&stage, "tiles = 1, changed") && shows(&stage, "sites = 0"), "{:?}", stage.labels(""));
    // The tile that follows is a beacon if the inner statement runs: then `tiles` grows although `sites` should.
    let (mut found, mut in_a_row) = (false, 1);
    for _ in 0..60 {
        stage.key(Modifiers::NONE, Key::F11);
        if current(&stage).starts_with(&format!("Line {number},")) {
            in_a_row += 1;
            continue;
        }
        // The line has run its inner statement if it was current twice.
        if in_a_row == 2 && stage.labels("tiles = ").iter().any(|label| label.ends_with(", changed")) {
            assert!(shows(&stage, "sites = 0"), "the count of beacons stays 0");
            found = true;
            break;
        }
        in_a_row = 0;
    }
    assert!(found, "{:?}", stage.labels(""));
    stage.picture("trace_bug");
    // The text of the rule shows the same lines in its margin.
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(Pane::Code)));
    stage.settle();
    let place = FilePlace { path: RULE.into(), range: 0..0 };
    stage.act(EditorAction::GoTo(place)).picture("trace_margin");
    stage.click(&format!("Break line {number}, set")).click("Break line 13");
    assert!(stage.has(&format!("Break line {number}")) && stage.has("Break line 13, set"));
    stage.key(Modifiers::COMMAND, Key::F11);
    assert!(current(&stage).starts_with("Line 13, current line, break line: "), "{}", current(&stage));
    // With the right text the test passes.
    stage.write(RULE, &right).settle();
    stage.key(Modifiers::COMMAND, Key::T);
    stage.editor().wait_for_tests();
    stage.settle();
    assert!(stage.has(&format!("{TEST}, passed")));
}

#[test]
fn a_move_is_walked_in_both_directions_with_a_watch() {
    let mut stage = large("trace-walk");
    stage.open_copy("carcassonne").settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    stage.settle();
    show(&mut stage, Pane::Trace);
    let mut count = 0;
    for _ in 0..60 {
        stage.press("Step").settle();
        count = count_lines(&stage).unwrap_or(0);
        if count > 9 {
            break;
        }
    }
    assert!(count > 9, "{count}");
    let first = current(&stage);
    stage.key(Modifiers::NONE, Key::F11);
    assert!(stage.has(&format!("2 of {count}")));
    stage.press("Next line of the rules").press("Previous line of the rules").key(Modifiers::SHIFT, Key::F11);
    assert_eq!(current(&stage), first);
    assert_eq!(count_lines(&stage), Some(count));
    stage.press("To the last line");
    assert!(stage.has(&format!("{count} of {count}")));
    stage.retype("Watch", "20 + 22").settle();
    assert!(shows(&stage, "Watched value: 42"), "{:?}", stage.labels(""));
    assert!(stage.has(&format!("{count} of {count}")), "the walk stays at its line");
    stage.retype("Watch", "20 +").settle();
    assert!(stage.has("this is not a single expression of Lua"));
    assert_eq!(stage.value_of("Watch"), "20 +", "the typed text stays");
    // The walk follows the game.
    stage.key(Modifiers::NONE, Key::F7).settle();
    assert!(!stage.has(&format!("{count} of {count}")));
}

#[test]
fn a_move_that_failed_begins_at_the_line_that_failed() {
    let mut stage = large("trace-fault");
    stage.open_copy("glowmoor").settle();
    let ctx = stage.harness.ctx.clone();
    let rule = "rules/drifting_light.lua";
    let right = stage.text(rule);
    let hook = "asks = true }, function(ev)\n";
    let wrong = right.replacen(hook, &format!("{hook}    local dark = nil\n    local glow = dark + 1\n"), 1);
    assert_ne!(wrong, right);
    stage.write(rule, &wrong).settle();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    stage.settle();
    for _ in 0..80 {
        if stage.editor().table().is_some_and(|table| table.fault().is_some()) {
            break;
        }
        stage.press("Step");
    }
    stage.settle().press("Rule lines").settle();
    let number = line_with(&wrong, "local glow");
    assert!(current(&stage).starts_with(&format!("Line {number}, current line: local glow")), "{}", current(&stage));
    assert!(stage.mentions("The rule fails here: ") && shows(&stage, "dark = nil, changed"), "{:?}", stage.labels(""));
    stage.key(Modifiers::SHIFT, Key::F11);
    assert!(current(&stage).contains("local dark"));
}

#[test]
fn the_lines_look_as_they_did() {
    for (dark, mode) in [(false, "light"), (true, "dark")] {
        let look = StageLook { size: Vec2::new(1440.0, 900.0), dark, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("trace-look-{mode}"), look);
        stage.open_copy("glowmoor").settle();
        let right = stage.text(RULE);
        stage.write(RULE, &right.replacen("then sites += 1 end", "then tiles += 1 end", 1)).settle();
        stage.key(Modifiers::COMMAND, Key::T);
        stage.editor().wait_for_tests();
        stage.settle().press(&format!("{TEST}: line by line")).settle();
        for _ in 0..8 {
            stage.key(Modifiers::NONE, Key::F11);
        }
        let line = current(&stage);
        stage.click(&line).retype("Watch", "tiles + sites").settle();
        let part = stage.editor().views_in_sight().into_iter().find(|(pane, _)| *pane == Pane::Trace).unwrap().1;
        crate::golden::compare(&mut stage, &format!("trace_{mode}"), part);
    }
}
