//! Tests that dialogs use the available space.

use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;

use crate::stage::{StageLook, TestStage};

fn give(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

#[test]
fn keys_stand_in_two_columns_over_the_whole_width() {
    let mut stage =
        TestStage::with_look("dialog_keys", StageLook { size: Vec2::new(1280.0, 900.0), ..StageLook::default() });
    stage.open_copy("glowmoor").settle();
    give(&mut stage, EditorCommand::Shortcuts);
    stage.settle().picture("dialog_keys");
    let texts = EditorCommand::all().iter().filter(|command| command.shortcut().is_some());
    let texts: Vec<String> = texts.map(|command| stage.editor().texts().get(command.text())).collect();
    // The dialog is on top, so its labels come last.
    let places: Vec<egui::Rect> =
        texts.iter().map(|text| stage.harness.query_all_by_label(text).last().unwrap().rect()).collect();
    let leftmost = places.iter().map(|place| place.left()).fold(f32::MAX, f32::min);
    let columns = places.iter().filter(|place| place.left() > leftmost + 300.0).count();
    assert!(columns * 3 > places.len() && columns * 3 < places.len() * 2, "{columns} of {}", places.len());
    let keys = stage.harness.query_all_by_label_contains("Ctrl+").map(|keys| keys.rect().right());
    let right = keys.fold(0.0, f32::max);
    assert!(right - leftmost > 700.0, "{leftmost} to {right}");
    assert!(places.iter().all(|place| place.bottom() < 900.0), "all buttons are visible without scrolling");
    // In a small window, they form one column.
    let look = StageLook { size: Vec2::new(853.0, 533.0), scale: 1.5, dark: true, language: "nl" };
    let mut stage = TestStage::with_look("dialog_keys_small", look);
    stage.open_copy("glowmoor").settle();
    give(&mut stage, EditorCommand::Shortcuts);
    stage.settle().picture("dialog_keys_small");
}

#[test]
fn commands_fill_the_width_and_the_field_stays_where_it_is() {
    let mut stage = TestStage::new("dialog_commands");
    stage.open_copy("glowmoor").settle();
    give(&mut stage, EditorCommand::Palette);
    let field =
        |stage: &TestStage| stage.harness.get_by_role_and_label(Role::TextInput, "What do you want to do?").rect();
    let before = field(&stage);
    let entry = stage.harness.query_all_by_label_contains("New pack…").last().unwrap().rect();
    stage.picture("dialog_commands");
    assert!(before.width() > 500.0 && entry.width() > before.width() - 30.0, "{before:?} {entry:?}");
    stage.type_into("What do you want to do?", "zzz").picture("dialog_commands_none");
    assert!(stage.has("Nothing matches the filter."));
    assert_eq!(field(&stage), before);
}
