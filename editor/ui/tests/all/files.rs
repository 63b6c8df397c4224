//! Tests creating, renaming and removing files of a pack, and undoing each of these.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::{EditorAction, EditorCommand};
use tilewright_editor_model::pack::document::FileTexts;
use tilewright_editor_model::pack::file_actions::{copy_path, refusal};
use tilewright_language::pack_texts::first_text;

use tilewright_editor_model::texts::UiTexts;

use crate::stage::{StageLook, TestStage};

fn command(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

fn errors(stage: &mut TestStage) -> Vec<String> {
    let problems = stage.editor().problems().all.iter();
    problems.filter(|p| p.diagnostic.is_error()).map(|p| p.diagnostic.message.clone()).collect()
}

#[test]
fn every_new_rule_plays_as_it_is() {
    for name in ["Score a feature", "Change a score", "React to an event", "Ask a player"] {
        let mut stage = TestStage::with_look("new_rule", StageLook::default());
        stage.open_copy("glowmoor");
        command(&mut stage, EditorCommand::NewRule);
        stage.click(name).type_into("Name", "lanterns");
        if name == "Score a feature" {
            stage.picture("new_rule");
        }
        stage.press("Create").settle();
        let rule = stage.text("rules/lanterns.lua");
        assert!(rule.starts_with("---") && rule.contains("@param"), "{rule}");
        let uses = stage.editor().document().unwrap().files().values().any(|t| t.contains("use: \"lanterns\""));
        assert!(uses, "{name}: the pack uses it");
        assert_eq!(errors(&mut stage), [""; 0], "{name}");
        // Adding the file and its use is one step.
        command(&mut stage, EditorCommand::Undo);
        let document = stage.editor().document().unwrap();
        assert!(document.text("rules/lanterns.lua").is_none() && !document.is_changed());
    }
}

/// A rule can have any display name, from which its file name is derived, and the form for its values opens. Escape
/// closes the list over the text first, and then releases the focus.
#[test]
fn a_rule_is_called_in_words_and_leads_to_its_values() {
    for language in ["en", "nl"] {
        let look = StageLook { language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("called_rule_{language}"), look);
        let mut texts = UiTexts::default();
        texts.speak(language);
        stage.open_copy("glowmoor");
        command(&mut stage, EditorCommand::NewRule);
        stage.type_into(&texts.get("new-name"), "Lights at night");
        assert!(stage.has("rules/lights_at_night.lua"), "the dialog shows the path of the new file");
        stage.picture(&format!("called_rule_{language}"));
        stage.key(Modifiers::NONE, Key::Enter).settle();
        assert!(stage.text("pack.ron").contains("use: \"lights_at_night\""));
        let field = texts.with_name("code-field", "rules/lights_at_night.lua");
        stage.type_into(&field, "award(").settle();
        let focused = |stage: &TestStage| stage.harness.ctx.memory(|m| m.focused());
        let before = focused(&stage);
        assert!(before.is_some());
        stage.key(Modifiers::NONE, Key::Escape);
        assert_eq!(focused(&stage), before, "the signature of the call went, the keyboard did not");
        stage.key(Modifiers::NONE, Key::Escape).key(Modifiers::NONE, Key::Escape);
        assert_eq!(focused(&stage), None);
        command(&mut stage, EditorCommand::Undo);
        stage.settle().press(&texts.get("code-values")).settle();
        stage.picture(&format!("rule_values_{language}"));
        assert!(stage.has(&texts.get("data-open-rule")), "its form");
        assert!(stage.mentions("A feature of a terrain scores points for each tile"), "it is the form of this rule");
    }
}

#[test]
fn a_rule_that_is_not_there_can_be_made_where_it_is_used() {
    let mut stage = TestStage::with_look("missing_rule", StageLook::default());
    stage.open_copy("glowmoor");
    let pack = stage.text("pack.ron").replacen("rules: [", "rules: [(use: \"lantern_light\"), ", 1);
    stage.write("pack.ron", &pack).settle();
    assert_eq!(errors(&mut stage), ["there is no rule module `lantern_light`"]);
    stage.press("Create rules/lantern_light.lua").settle();
    assert_eq!(errors(&mut stage), [""; 0]);
    assert!(stage.text("rules/lantern_light.lua").starts_with("--- Say here what this rule does."));
}

#[test]
fn a_rule_that_gets_another_name_is_used_by_it() {
    let mut stage = TestStage::with_look("renamed_rule", StageLook::default());
    stage.open_copy("glowmoor");
    let path =
        stage.editor().document().unwrap().files().keys().find(|path| path.starts_with("rules/")).cloned().unwrap();
    let old = path.trim_start_matches("rules/").trim_end_matches(".lua").to_owned();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Rename(path.clone()));
    stage.harness.run_ok();
    stage.retype("Path in the pack", "rules/other_name.lua");
    stage.settle();
    let document = stage.editor().document().unwrap();
    assert!(document.text(&path).is_none() && document.text("rules/other_name.lua").is_some());
    let texts: String = document.files().iter().filter(|(p, _)| p.ends_with(".ron")).map(|(_, t)| &**t).collect();
    assert!(texts.contains("use: \"other_name\"") && !texts.contains(&format!("use: \"{old}\"")));
    assert_eq!(errors(&mut stage), [""; 0]);
    command(&mut stage, EditorCommand::Undo);
    assert!(!stage.editor().document().unwrap().is_changed());
}

#[test]
fn files_come_and_go() {
    let mut stage = TestStage::with_look("files", StageLook::default());
    stage.open_copy("glowmoor");
    command(&mut stage, EditorCommand::NewFile);
    stage.type_into("Path in the pack", "notes/ideas.md").key(Modifiers::NONE, Key::Enter).settle();
    assert_eq!(stage.text("notes/ideas.md"), "");
    stage.harness.get_by_label("ideas.md •").click_secondary();
    stage.harness.run_ok();
    stage.click("Duplicate").settle();
    assert_eq!(stage.text("notes/ideas_2.md"), "");
    stage.harness.get_by_label("ideas.md •").click_secondary();
    stage.harness.run_ok();
    stage.click("Delete").settle();
    assert!(stage.editor().document().unwrap().text("notes/ideas.md").is_none());
    command(&mut stage, EditorCommand::Undo);
    assert!(stage.editor().document().unwrap().text("notes/ideas.md").is_some());
}

#[test]
fn names_that_files_cannot_have_are_refused() {
    let files: FileTexts = [("rules/bonus.lua".into(), "".into()), ("pack.ron".into(), "".into())].into();
    for (path, why) in [
        ("", Some("new-needs-name")),
        ("notes", Some("file-bad-name")),
        (".lua", Some("file-bad-name")),
        ("rules/.lua", Some("file-bad-name")),
        ("../up.ron", Some("file-bad-name")),
        ("/etc/passwd.md", Some("file-bad-name")),
        ("a/b/c/d/e.ron", Some("file-bad-name")),
        ("rules/two words.lua", Some("file-bad-name")),
        ("rules\\up.lua", Some("file-bad-name")),
        ("con.exe", Some("file-bad-name")),
        ("rules/Bonus.lua", Some("file-is-there")),
        ("rules/bonus.lua", Some("file-is-there")),
        ("rules/other.lua", None),
        ("texts/nl.ron", None),
        ("README.md", None),
    ] {
        assert_eq!(refusal(&files, path), why, "{path}");
    }
    assert_eq!(copy_path(&files, "rules/bonus.lua"), "rules/bonus_2.lua");
    assert_eq!(first_text("texts/nl.ron"), "Texts(\"nl\", {\n})\n");
    assert_eq!(first_text("tiles.ron"), "Tiles([\n])\n");
}
