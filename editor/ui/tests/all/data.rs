//! Tests the forms for data.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::{EditorAction, Selection};
use tilewright_editor_model::pack::document::FileChange;

use crate::stage::{StageLook, TestStage};

fn open_view(name: &str, pack: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack);
    let title = stage.editor().texts().get("pane-data");
    stage.click(&title);
    stage
}

#[test]
fn forms_look_right_in_all_looks() {
    for (name, look) in [
        ("data_light", StageLook::default()),
        ("data_dark_nl_150", StageLook { dark: true, scale: 1.5, language: "nl", ..StageLook::default() }),
        ("data_dark", StageLook { dark: true, ..StageLook::default() }),
        ("data_nl", StageLook { language: "nl", ..StageLook::default() }),
        // A window of 1280 by 800 pixels at 150 %.
        ("data_small", StageLook { scale: 1.5, size: egui::Vec2::new(853.0, 533.0), ..StageLook::default() }),
    ] {
        let mut stage = open_view(name, "glowmoor", look);
        stage.picture(name);
        assert!(stage.has("heath"));
        for (key, short) in [
            ("section-rules", "rules"),
            ("section-board", "board"),
            ("section-texts", "texts"),
            ("section-options", "options"),
            ("section-pack", "pack"),
            ("section-figures", "figures"),
        ] {
            let title = stage.editor().texts().get(key);
            let section = stage.editor().texts().get("data-section");
            if stage.has(&section) {
                // Only the visible part of the list can be clicked without scrolling.
                if key == "section-figures" {
                    stage.choose_containing(&section, &title);
                }
            } else {
                stage.click(&title);
            }
            stage.picture(&format!("{name}_{short}"));
        }
    }
}

#[test]
fn a_field_is_typed_and_taken_back() {
    let mut stage = open_view("typed", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("Figures");
    stage.type_into("weight", "3").settle();
    assert!(stage.text("pack.ron").contains("(id: warden, supply: 5, weight: 13,"), "{}", stage.text("pack.ron"));
    assert_eq!(stage.editor().document().unwrap().undo_label(), Some("warden: weight"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn a_name_is_changed_everywhere_at_once() {
    let mut stage = open_view("renamed", "glowmoor", StageLook::default());
    let before = (stage.text("pack.ron"), stage.text("tiles.ron"), stage.text("texts/nl.ron"));
    stage.click("mere").retype("id", "lake").settle();
    assert!(stage.text("pack.ron").contains("(id: lake, complete: closed"));
    assert!(stage.text("tiles.ron").contains("lake(at:") && stage.text("texts/nl.ron").contains("terrain.lake"));
    // An edge type with the same name is a different thing and is not renamed.
    assert!(stage.text("pack.ron").contains("(id: mere, ports: [lake])"));
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    assert!(stage.mentions("Changed in"));
    assert_eq!(stage.editor().document().unwrap().undo_label(), Some("rename mere to lake"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!((stage.text("pack.ron"), stage.text("tiles.ron"), stage.text("texts/nl.ron")), before);
}

#[test]
fn a_name_that_is_taken_is_refused_and_kept_in_its_field() {
    let mut stage = open_view("taken", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("mere").retype("id", "heath").settle();
    assert_eq!(stage.text("pack.ron"), before);
    assert!(stage.mentions("That name is taken."));
    assert!(stage.value_of("id") == "heath");
}

#[test]
fn what_depends_on_options_is_text_and_stays() {
    let mut stage = open_view("conditional", "leipzig", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("Figures").picture("data_conditional");
    assert!(stage.mentions("Depends on options."));
    assert_eq!(stage.value_of("supply"), "option(\"extra_follower\", {0: 7, 1: 8})");
    assert_eq!(stage.text("pack.ron"), before, "looking changes nothing");
    stage.retype("supply", "option(\"extra_follower\", {0: 7, 1: 9})").settle();
    assert_eq!(stage.text("pack.ron"), before.replace("1: 8})", "1: 9})"));
    // Text that is not a value stays in the field, and the document is unchanged.
    stage.retype("supply", "option(").settle().picture("data_refused");
    assert_eq!(stage.value_of("supply"), "option(");
    assert_eq!(stage.text("pack.ron"), before.replace("1: 8})", "1: 9})"));
    assert!(stage.mentions("cannot be changed this way"));
}

#[test]
fn what_a_needed_pack_declares_is_shown_and_can_be_changed_here() {
    let mut stage = open_view("inherited", "leipzig", StageLook::default());
    stage.click("Terrains").click("road").picture("data_inherited");
    assert!(stage.mentions("from carcassonne"));
    let before = stage.text("pack.ron");
    stage.press("Change it here").settle().picture("data_overridden");
    assert!(stage.text("pack.ron").contains("(id: road, override: true)"), "{}", stage.text("pack.ron"));
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn items_are_added_doubled_moved_and_removed() {
    let mut stage = open_view("items", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("Counters").press("Add").settle();
    assert!(stage.text("pack.ron").contains("min: 0, max: 8), new_counter]"), "{}", stage.text("pack.ron"));
    assert!(stage.mentions("new_counter"));
    stage.click("Tags").press("Duplicate").settle();
    assert!(stage.text("pack.ron").contains("(id: lily_2, look: (picture: flower, size: 15)),  // a mark in a mere"));
    stage.click("reeds").key(Modifiers::ALT, Key::ArrowDown).settle();
    let text = stage.text("pack.ron");
    assert!(text.find("id: crag").unwrap() < text.find("id: reeds").unwrap(), "{text}");
    stage.press("Remove").settle();
    assert!(!stage.text("pack.ron").contains("id: reeds"));
    for _ in 0..4 {
        stage.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(stage.settle().text("pack.ron"), before);
}

#[test]
fn a_rule_has_fields_for_its_parameters() {
    let mut stage =
        open_view("rule", "glowmoor", StageLook { size: egui::vec2(1280.0, 860.0), ..StageLook::default() });
    stage.click("Rules");
    assert!(stage.mentions("Points for each tile of a finished path."));
    let before = stage.text("pack.ron");
    stage.type_into("unfinished_per_tile", "2").settle();
    assert!(stage.text("pack.ron").contains("(use: \"paths\", on: causeway, per_tile: 1, unfinished_per_tile: 2)"));
    stage.choose("on", "mere").settle();
    assert!(stage.text("pack.ron").contains("(use: \"paths\", on: mere, per_tile: 1"));
    stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

#[test]
fn findings_stand_at_their_fields() {
    let mut stage = open_view("findings", "glowmoor", StageLook::default());
    stage.click("Counters").retype("start", "99").settle().picture("data_finding");
    assert!(stage.editor().problems().counts().0 > 0);
    assert!(stage.mentions("⊗ the counter starts at 99"));
    assert!(stage.mentions("⊗ brightness"), "the list marks it too");
}

#[test]
fn texts_are_filled_in_and_gaps_are_marked() {
    let mut stage = open_view("texts", "glowmoor", StageLook::default());
    // The last entry of the list is outside the window.
    stage.harness.get_by_label("Texts").scroll_to_me();
    stage.settle().click("Texts");
    let before = stage.text("texts/nl.ron");
    stage.type_into("edge.heath nl", "Hei").settle();
    assert!(stage.text("texts/nl.ron").contains("\"edge.heath\": \"Hei\""));
    stage.picture("data_texts_gap");
    assert!(stage.mentions("Only keys without a text (1)"));
    for _ in 0..3 {
        stage.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(stage.settle().text("texts/nl.ron"), before);
    stage.type_into("New language", "fr").press("Add language").settle();
    assert_eq!(stage.text("texts/fr.ron"), "Texts(\"fr\", {\n})\n");
    stage.type_into("terrain.heath fr", "Lande").settle();
    assert!(stage.text("texts/fr.ron").contains("\"terrain.heath\": \"Lande\""), "{}", stage.text("texts/fr.ron"));
}

#[test]
fn what_is_half_typed_is_in_the_file_that_is_saved() {
    let mut stage = open_view("saved", "glowmoor", StageLook::default());
    stage.click("Counters").type_into("when", "{\"shy_glow\": true}").key(Modifiers::COMMAND, Key::S).settle();
    assert!(stage.text("pack.ron").contains("max: 8, when: {\"shy_glow\": true})"), "{}", stage.text("pack.ron"));
    assert!(stage.has("All saved"));
}

#[test]
fn forms_work_while_another_file_is_broken() {
    let mut stage = open_view("broken", "glowmoor", StageLook::default());
    stage.click("tiles.ron").type_into("Text of tiles.ron", "(").settle().click("Data");
    stage.click("Counters").retype("max", "9").settle().picture("data_broken");
    assert!(stage.text("pack.ron").contains("max: 9)"));
    // The form is about this file.
    stage
        .click("pack.ron •")
        .type_into("Text of pack.ron", "[")
        .settle()
        .click("Data")
        .settle()
        .picture("data_broken_here");
}

#[test]
fn what_is_typed_without_a_pause_is_one_step() {
    let mut stage = open_view("one_step", "glowmoor", StageLook::default());
    let before = stage.text("pack.ron");
    stage.click("About the pack");
    stage.type_quickly("title", &["s", " ", "b", "y"]);
    assert!(stage.text("pack.ron").contains("title: \"Glowmoors by\""));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("pack.ron"), before);
}

/// Files that are cut off at any place, with every section shown, cause no panic and are not changed.
#[test]
fn files_that_are_half_typed_stop_nothing() {
    let mut stage = open_view("half", "leipzig", StageLook::default());
    let whole = stage.text("pack.ron");
    let sections = ["Options", "Terrains", "Edges", "Figures", "Zones", "Rules", "Board", "Texts", "About the pack"];
    for tenth in 1..10 {
        let mut end = whole.len() * tenth / 10;
        while !whole.is_char_boundary(end) {
            end -= 1;
        }
        let text: std::sync::Arc<str> = whole[..end].into();
        let change = FileChange::Write { path: "pack.ron".into(), text: text.clone() };
        let ctx = stage.harness.ctx.clone();
        stage.editor().act(&ctx, EditorAction::Change("cut".to_owned(), vec![change]));
        stage.editor().act(&ctx, EditorAction::Select(Selection::Item("terrains".into(), "town".into())));
        stage.click("Data").click(sections[tenth - 1]).click(sections[9 - tenth]);
        stage.click("Turn").click("Distribution").settle();
        assert_eq!(stage.text("pack.ron"), &*text);
    }
}
