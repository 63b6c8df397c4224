//! Tests searching in the open file and in all files.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};

use crate::stage::TestStage;

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

fn code(name: &str) -> TestStage {
    let mut stage = TestStage::new(name);
    stage.open_copy("glowmoor").settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(Pane::Code)));
    stage.settle();
    stage
}

/// Returns the number of occurrences of a text in the files of the pack.
fn everywhere(stage: &mut TestStage, wanted: &str) -> usize {
    let files = stage.editor().document().unwrap().files().clone();
    files.values().map(|text| text.to_lowercase().matches(wanted).count()).sum()
}

#[test]
fn text_is_looked_for_in_all_files() {
    let mut stage = code("search_all");
    stage.key(CTRL_SHIFT, Key::F).type_into("Find in all files", "brightness").settle().picture("search_all");
    let count = everywhere(&mut stage, "brightness");
    assert!(count > 4 && stage.has(&format!("{count} places")) && stage.has("README.md"), "{count}");
    stage.retype("Find in all files", "param.brightness").settle();
    let count = everywhere(&mut stage, "param.brightness");
    assert!(stage.has(&format!("{count} places")), "{count}");
    let rule = "rules/drifting_light.lua";
    let text = stage.text(rule);
    let (number, line) = text.lines().enumerate().find(|(_, l)| l.contains("count(param.brightness, 1)")).unwrap();
    stage.press(&format!("{:>4}  {}", number + 1, line.trim())).settle().picture("search_open");
    assert!(stage.has(&format!("Text of {rule}")), "it is open");
    // The match is selected, so typing replaces it.
    stage.type_keys("x").settle();
    assert!(stage.text(rule).contains("count(x, 1)"), "{}", stage.text(rule));
    let left = if count == 2 { "1 place".to_owned() } else { format!("{} places", count - 1) };
    assert!(stage.has(&left), "the list follows the text");
    stage.focus_field("Find in all files").key(Modifiers::NONE, Key::Escape).settle();
    assert!(!stage.has("Find in all files"));
}

#[test]
fn one_goes_on_where_the_search_has_led() {
    let mut stage = code("search_escape");
    let text = stage.text("pack.ron");
    let at = text.find("licence").unwrap();
    stage.key(Modifiers::COMMAND, Key::F).type_into("Find", "licence").key(Modifiers::NONE, Key::Escape).settle();
    assert!(!stage.has("Find"));
    stage.type_keys("x").settle();
    assert_eq!(stage.text("pack.ron"), format!("{}x{}", &text[..at], &text[at + "licence".len()..]));
}

#[test]
fn the_numbers_of_lines_stay_when_the_text_is_scrolled_to_the_side() {
    let mut stage = code("search_gutter");
    let text = stage.text("pack.ron");
    let long = format!("// {} end\n{text}", "wide ".repeat(120));
    stage.write("pack.ron", &long).settle();
    let number = |stage: &TestStage| {
        let shapes = &stage.harness.output().shapes;
        let mut found = Vec::new();
        for clipped in shapes {
            if let egui::Shape::Text(text) = &clipped.shape
                && text.galley.text() == "7"
            {
                found.push((clipped.clip_rect.min.x, text.pos.x));
            }
        }
        found
    };
    let before = number(&stage);
    let left = stage.harness.get_by_label("Text of pack.ron").rect().min.x;
    stage.focus("Text of pack.ron").key(Modifiers::COMMAND, Key::Home).key(Modifiers::NONE, Key::End).settle();
    stage.picture("search_gutter");
    let field = stage.harness.get_by_label("Text of pack.ron").rect();
    assert!(field.min.x < left - 100.0, "it is scrolled: {field:?}");
    let after = number(&stage);
    assert!(!before.is_empty() && after.iter().any(|place| before.contains(place)), "{before:?} to {after:?}");
}
