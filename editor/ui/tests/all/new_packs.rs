//! Tests the dialogs for a new pack and for a copy.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use tilewright_core::catalog::lattice::Lattice;
use tilewright_editor::WindowHost;
use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;

use crate::stage::{StageLook, TestStage};

fn give(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

fn top(stage: &TestStage, button: &str) -> i32 {
    stage.harness.get_by_role_and_label(Role::Button, button).rect().top() as i32
}

fn left(stage: &TestStage, field: &str) -> i32 {
    let field = stage.harness.get_by_role_and_label(Role::TextInput, field);
    field.rect().left() as i32
}

/// Returns the content of the dialog's field for the id; there may be another such field behind the dialog.
fn id(stage: &TestStage) -> String {
    let mut fields = stage.harness.query_all_by_role_and_label(Role::TextInput, "Id");
    let edge = left(stage, "Title");
    fields.find(|field| field.rect().left() as i32 == edge).unwrap().value().unwrap_or_default()
}

/// Returns the id, the title and the lattice of the open pack.
fn open(stage: &mut TestStage) -> (String, String, Lattice) {
    stage.settle().settle();
    let title = stage.text("pack.ron").lines().find(|line| line.contains("title:")).unwrap().trim().to_owned();
    let table = stage.editor().table().unwrap();
    let lattice = table.catalog().lattice;
    (stage.editor().document().unwrap().id().to_string(), title, lattice)
}

#[test]
fn the_id_is_made_from_the_title_and_nothing_moves_meanwhile() {
    let mut stage = TestStage::new("new_title");
    stage.settle();
    give(&mut stage, EditorCommand::New);
    stage.settle().picture("new_empty");
    let places = |stage: &TestStage| (top(stage, "Create"), left(stage, "Title"));
    let before = places(&stage);
    assert_eq!((left(&stage, "Id"), left(&stage, "In folder")), (before.1, before.1), "fields begin at one edge");
    stage.type_into("Title", "Mills & Moors");
    assert_eq!((stage.value_of("Id").as_str(), places(&stage)), ("mills_moors", before));
    stage.picture("new_title").type_into("Title", "!");
    // A typed id is kept, even if it is not valid.
    stage.type_into("Id", " Oh");
    assert!(stage.mentions("Use lower-case letters, digits and _"));
    assert_eq!(places(&stage), before);
    stage.key(Modifiers::COMMAND, egui::Key::A).type_into("Id", "moor").type_into("Title", " again");
    assert_eq!(stage.value_of("Id"), "moor");
    stage.click("a game of hexagons");
    assert_eq!(places(&stage), before);
    stage.press("Create");
    let (id, title, lattice) = open(&mut stage);
    assert_eq!((id.as_str(), lattice), ("moor", Lattice::Hex));
    assert_eq!(title, "title: \"Mills & Moors! again\",");
    stage.picture("new_hexes");
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}

#[test]
fn an_expansion_names_what_it_expands_by_its_title() {
    let mut stage =
        TestStage::with_look("new_expansion", StageLook { dark: true, language: "en", ..StageLook::default() });
    stage.settle();
    give(&mut stage, EditorCommand::New);
    stage.settle().type_into("Title", "Ferries").click("an expansion of");
    assert!(stage.has("Choose the pack to expand."));
    stage.choose("Expands", "Carcassonne").picture("new_expansion_dark").press("Create");
    let (id, title, _) = open(&mut stage);
    assert_eq!((id.as_str(), title.as_str()), ("ferries", "title: \"Ferries\","));
    assert!(stage.text("pack.ron").contains("carcassonne"));
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}

#[test]
fn a_copy_has_a_name_of_its_own_and_its_folder_is_chosen_beside_its_path() {
    let home = std::env::temp_dir().join(format!("tilewright-editor-{}-new_copy", std::process::id()));
    drop(std::fs::remove_dir_all(&home));
    let elsewhere = home.join("elsewhere");
    let picked = elsewhere.clone();
    let host = WindowHost { pick_folder: Some(Arc::new(move || Some(picked.clone()))), ..WindowHost::default() };
    let look = StageLook { size: Vec2::new(1024.0, 700.0), ..StageLook::default() };
    let mut stage = TestStage::with_host(home, look, host);
    stage.open_copy("glowmoor").settle();
    give(&mut stage, EditorCommand::KeepCopy);
    assert_eq!((stage.value_of("Title").as_str(), id(&stage).as_str()), ("Glowmoor, changed", "glowmoor_changed"));
    stage.type_into("Title", "").key(Modifiers::COMMAND, egui::Key::A).type_into("Title", "Night on the moor");
    assert_eq!(id(&stage), "night_on_the_moor");
    let (field, button) = (
        stage.harness.get_by_role_and_label(Role::TextInput, "In folder").rect(),
        stage.harness.get_by_label("Browse…").rect(),
    );
    assert!((field.center().y - button.center().y).abs() < 2.0 && field.right() < button.left());
    stage.click("Browse…");
    for _ in 0..200 {
        if stage.value_of("In folder") == elsewhere.display().to_string() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        stage.harness.step();
    }
    stage.picture("new_copy").press("Save copy").settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::OpenFolder(elsewhere.join("night_on_the_moor")));
    let (id, title, lattice) = open(&mut stage);
    assert_eq!((id.as_str(), lattice), ("night_on_the_moor", Lattice::Hex));
    assert_eq!(title, "title: \"Night on the moor\",");
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}
