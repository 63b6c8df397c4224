//! Tests the marks at lines of rules that no test protects.

use egui::{Key, Modifiers};

use crate::stage::{StageLook, TestStage};

const RULES: &str = "rules/drifting_light.lua";
/// Hook with lines that no test runs to its end.
const MORE: &str =
    "\non(\"placed\", function(ev)\n    if ev.seat == 9 then\n        count(param.brightness, 5)\n    end\nend)\n";

/// Opens a pack whose rules end with unprotected lines, and returns the number of the line that no test runs.
fn open_unprotected(stage: &mut TestStage) -> usize {
    stage.open_copy("glowmoor");
    let text = stage.text(RULES) + MORE;
    stage.write(RULES, &text).settle();
    assert_eq!(stage.editor().problems().counts().0, 0);
    text.lines().position(|line| line.contains("count(param.brightness, 5)")).unwrap() + 1
}

fn look(stage: &mut TestStage) {
    stage.key(Modifiers::COMMAND | Modifiers::CTRL | Modifiers::SHIFT, Key::T);
    stage.editor().wait_for_protection();
    stage.settle();
}

/// Scrolls to the end of the rules.
fn show_end(stage: &mut TestStage) {
    let end = stage.text(RULES).len();
    let place = tilewright_language::place::FilePlace { path: RULES.into(), range: end..end };
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, tilewright_editor::context::EditorAction::GoTo(place));
    stage.settle();
}

#[test]
fn lines_show_what_no_test_protects_and_keep_it_when_they_move() {
    let mut stage = TestStage::new("protection");
    let line = open_unprotected(&mut stage);
    look(&mut stage);
    show_end(&mut stage);
    stage.picture("protection");
    assert!(stage.mentions("Not protected by tests"), "all of it is listed below the text");
    let missed = |line: usize| format!("{line}: No test runs this line.");
    assert_eq!(stage.labels(&missed(line)).len(), 1);
    let condition = stage.labels(&format!("{}: ", line - 1));
    let never = |label: &String| label.contains("No test notices when “ev.seat == 9” never holds.");
    assert!(condition.iter().any(never), "{condition:?}");
    // A new line above moves the marks with their lines.
    let text = format!("-- more\n{}", stage.text(RULES));
    stage.write(RULES, &text).settle();
    show_end(&mut stage);
    assert_eq!((stage.labels(&missed(line)).len(), stage.labels(&missed(line + 1)).len()), (0, 1));
    // A changed line loses its marks.
    let text = text.replace("count(param.brightness, 5)", "count(param.brightness, 6)");
    stage.write(RULES, &text).settle();
    show_end(&mut stage);
    assert!(!stage.labels(&format!("{line}: No test notices")).is_empty(), "the mark of the line above is unchanged");
    assert_eq!(stage.labels(&missed(line + 1)).len(), 0);
}

#[test]
fn looking_can_be_stopped_and_tests_that_fail_are_told() {
    let mut stage =
        TestStage::with_look("protection_stops", StageLook { language: "nl", dark: true, ..StageLook::default() });
    open_unprotected(&mut stage);
    let chord = Modifiers::COMMAND | Modifiers::CTRL | Modifiers::SHIFT;
    stage.harness.key_press_modifiers(chord, Key::T);
    stage.harness.step();
    stage.harness.key_press_modifiers(chord, Key::T);
    stage.harness.step();
    stage.harness.step();
    assert!(!stage.has("Stoppen"), "the search has ended");
    let text = stage.text(RULES).replace("\"flat\"", "\"base\"").replace("counter(param.brightness))", "77)");
    stage.write(RULES, &text).settle();
    look(&mut stage);
    let told: Vec<String> = stage.editor().notices().texts().map(str::to_owned).collect();
    assert!(told.iter().any(|text| text.contains("glow/")), "{told:?}");
    assert!(told.iter().any(|text| text.contains("als ze allemaal slagen")), "{told:?}");
    stage.picture("protection_fails_dark_nl");
}
