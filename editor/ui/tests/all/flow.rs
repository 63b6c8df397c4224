//! Tests the pane for the steps of a turn.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::stage::{StageLook, TestStage};

fn open_view(name: &str, pack: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack);
    let title = stage.editor().texts().get("pane-flow");
    stage.click(&title);
    stage
}

#[test]
fn a_turn_looks_right_in_all_looks() {
    for (name, look) in [
        ("flow_light", StageLook::default()),
        ("flow_dark_nl_150", StageLook { dark: true, scale: 1.5, language: "nl", ..StageLook::default() }),
        ("flow_dark_en", StageLook { dark: true, ..StageLook::default() }),
    ] {
        let mut stage = open_view(name, "leipzig", look);
        stage.picture(name);
        let played = stage.editor().texts().get("flow-played");
        stage.click(&played).picture(&format!("{name}_played"));
        assert!(stage.mentions("leipzig_send (script)"));
        // The pack that adds the step is named.
        assert!(stage.mentions("carcassonne"));
    }
}

#[test]
fn a_step_is_moved_with_the_keyboard_and_taken_back() {
    let mut stage = open_view("step_moved", "glowmoor", StageLook::default());
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
fn a_step_is_dragged_to_another_place_of_its_list_and_no_other() {
    let mut stage = open_view("step_dragged", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    // The row in the list is above the heading of the form.
    let rect = |stage: &TestStage, label: &str| {
        let all = stage.harness.query_all_by_label(label).map(|node| node.rect());
        all.min_by(|a, b| a.min.y.total_cmp(&b.min.y)).unwrap()
    };
    // The last step is dropped between the first two, at the right end of the row.
    let (from, over) = (rect(&stage, "score").center(), rect(&stage, "place"));
    drag(&mut stage, from, egui::pos2(over.right() + 60.0, over.top() + 2.0), "flow_dragged");
    assert!(
        stage.text("pack.ron").contains("turn: [draw(from: tiles), score, place, deploy]"),
        "{}",
        stage.text("pack.ron")
    );
    assert_eq!(stage.editor().document().unwrap().undo_label(), Some("move score"));
    let (from, over) = (rect(&stage, "score").center(), rect(&stage, "deploy"));
    drag(&mut stage, from, egui::pos2(over.left() + 5.0, over.bottom() - 2.0), "flow_dragged_down");
    assert_eq!(stage.text("pack.ron"), before);
    // Drops on the row itself, on another list and outside of all lists have no effect.
    let own = rect(&stage, "score").center();
    let others = [own + egui::vec2(0.0, 3.0), rect(&stage, "score_rest").center(), egui::pos2(3.0, 3.0)];
    for to in others {
        drag(&mut stage, own, to, "flow_dragged_away");
        assert_eq!(stage.text("pack.ron"), before);
    }
}

fn drag(stage: &mut TestStage, from: egui::Pos2, to: egui::Pos2, name: &str) {
    stage.harness.hover_at(from);
    stage.harness.step();
    stage.harness.drag_at(from);
    stage.harness.step();
    for part in [0.5, 1.0] {
        stage.harness.hover_at(from + (to - from) * part);
        stage.harness.step();
    }
    stage.picture(name);
    stage.harness.drop_at(to);
    stage.harness.run_ok();
    stage.settle();
}

#[test]
fn a_step_leads_to_its_rule() {
    let mut stage = open_view("step_rule", "glowmoor", StageLook::default());
    stage.click("kindle (script)").key(Modifiers::NONE, Key::Enter).settle();
    assert!(stage.has("Text of rules/drifting_light.lua"));
}

#[test]
fn a_step_is_removed_and_taken_back() {
    let mut stage = open_view("step_removed", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("score").press("Remove").settle();
    assert!(stage.text("pack.ron").contains("turn: [draw(from: tiles), place, deploy]"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn a_step_is_put_in_behind_the_chosen_one_and_depends_on_an_option() {
    let mut stage = open_view("step_new", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("place").choose("Add a step to turn", "script").settle();
    assert!(stage.text("pack.ron").contains("place, script(name: \"new\"), deploy"), "{}", stage.text("pack.ron"));
    stage.click("deploy").choose("Condition", "Only with shy_glow").settle().picture("flow_only_with");
    assert!(stage.text("pack.ron").contains("deploy(when: {\"shy_glow\": true})"), "{}", stage.text("pack.ron"));
    stage.choose("Condition", "Always").settle();
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn a_change_of_steps_is_edited_in_its_form() {
    let mut stage = open_view("step_change", "leipzig", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("before \"*/score\": leipzig_send (script)").picture("flow_change");
    stage.choose("Action", "after").settle();
    assert_eq!(stage.text("pack.ron"), before.replace("(before: \"*/score\"", "(after: \"*/score\""));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}
