//! The steps of a turn.

use egui::{Key, Modifiers};

use crate::stage::{Look, Stage};

fn opened(name: &str, pack: &str, look: Look) -> Stage {
    let mut stage = Stage::with_look(name, look);
    stage.open_copy(pack);
    let title = stage.editor().texts().get("pane-flow");
    stage.click(&title);
    stage
}

#[test]
fn a_turn_looks_right_in_all_looks() {
    for (name, look) in [
        ("flow_light", Look::default()),
        ("flow_dark_nl_150", Look { dark: true, scale: 1.5, language: "nl", ..Look::default() }),
        ("flow_dark_en", Look { dark: true, ..Look::default() }),
    ] {
        let mut stage = opened(name, "leipzig", look);
        stage.picture(name);
        let played = stage.editor().texts().get("flow-played");
        stage.click(&played).picture(&format!("{name}_played"));
        assert!(stage.mentions("leipzig_send (script)"));
        // The pack that a step comes from is told.
        assert!(stage.mentions("carcassonne"));
    }
}

#[test]
fn a_step_is_moved_with_the_keyboard_and_taken_back() {
    let mut stage = opened("step_moved", "glowmoor", Look::default());
    let before = stage.text("pack.ron");
    stage.click("deploy").settle().picture("flow_chosen");
    stage.key(Modifiers::ALT, Key::ArrowUp).settle();
    assert!(stage.text("pack.ron").contains("turn: [draw(from: tiles), deploy, place, score]"));
    stage.key(Modifiers::ALT, Key::ArrowDown).settle();
    assert_eq!(stage.text("pack.ron"), before);
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn a_step_leads_to_its_rule() {
    let mut stage = opened("step_rule", "glowmoor", Look::default());
    stage.click("kindle (script)").key(Modifiers::NONE, Key::Enter).settle();
    assert!(stage.has("Text of rules/drifting_light.lua"));
}

#[test]
fn a_step_is_removed_and_taken_back() {
    let mut stage = opened("step_removed", "glowmoor", Look::default());
    let before = stage.text("pack.ron");
    stage.click("score").press("Remove").settle();
    assert!(stage.text("pack.ron").contains("turn: [draw(from: tiles), place, deploy]"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn a_step_is_put_in_behind_the_chosen_one_and_depends_on_an_option() {
    let mut stage = opened("step_new", "glowmoor", Look::default());
    let before = stage.text("pack.ron");
    stage.click("place").choose("Add a step to turn", "script").settle();
    assert!(stage.text("pack.ron").contains("place, script(name: \"new\"), deploy"), "{}", stage.text("pack.ron"));
    stage.click("deploy").choose("When it is taken", "Only with shy_glow").settle().picture("flow_only_with");
    assert!(stage.text("pack.ron").contains("deploy(when: {\"shy_glow\": true})"), "{}", stage.text("pack.ron"));
    stage.choose("When it is taken", "Always").settle();
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn a_change_of_steps_is_edited_in_its_form() {
    let mut stage = opened("step_change", "leipzig", Look::default());
    let before = stage.text("pack.ron");
    stage.click("before \"*/score\": leipzig_send (script)").picture("flow_change");
    stage.choose("What is done", "after").settle();
    assert_eq!(stage.text("pack.ron"), before.replace("(before: \"*/score\"", "(after: \"*/score\""));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}
