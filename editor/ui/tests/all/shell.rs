//! Tests opening, saving and closing packs, and the commands.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::stage::{StageLook, TestStage};

#[test]
fn the_welcome_page_offers_packs() {
    let mut stage = TestStage::new("welcome");
    stage.settle();
    stage.all_cards().settle().picture("welcome");
    assert!(stage.has("New pack…") && stage.has("Open folder…") && stage.has("Glowmoor"));
}

#[test]
fn a_pack_that_comes_along_opens_as_a_copy() {
    let mut stage = TestStage::new("copy");
    stage.open_copy("glowmoor").picture("open");
    let folder = stage.home.join("packs/glowmoor");
    assert_eq!(stage.editor().document().unwrap().folder(), folder);
    assert!(folder.join("pack.ron").is_file());
    assert!(stage.mentions("0 errors"));
}

#[test]
fn every_command_is_in_the_palette_and_does_something_sensible_without_a_pack() {
    let mut stage = TestStage::new("palette");
    for &command in tilewright_editor::context::command::EditorCommand::all() {
        if command == tilewright_editor::context::command::EditorCommand::Quit {
            continue;
        }
        stage.key(Modifiers::COMMAND, Key::P);
        // One of the commands changes the language, so the texts are read again.
        let field = stage.editor().texts().get("palette-field");
        let name = stage.editor().texts().get(command.text());
        stage.type_into(&field, &name).key(Modifiers::NONE, Key::Enter);
        stage.settle().key(Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn what_is_not_saved_is_asked_about() {
    let mut stage = TestStage::new("unsaved");
    stage.open_copy("glowmoor").click("tiles.ron").type_into("Text of tiles.ron", "x").settle();
    assert!(stage.has("1 file not saved"));
    stage.key(Modifiers::COMMAND, Key::W);
    assert!(stage.has("Unsaved changes"));
    stage.press("Cancel");
    assert!(stage.editor().document().is_some());
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert!(stage.has("All saved"));
    stage.key(Modifiers::COMMAND, Key::W);
    assert!(stage.editor().document().is_none());
}

#[test]
fn files_are_open_and_scrolled_as_they_were_left() {
    let mut stage = TestStage::new("left_files");
    stage.open_copy("carcassonne").click("tiles.ron").settle();
    let label = "Text of tiles.ron";
    let top = |stage: &TestStage| stage.harness.get_by_label(label).rect().top();
    let before = top(&stage);
    let place = tilewright_language::place::FilePlace { path: "tiles.ron".into(), range: 3000..3000 };
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, tilewright_editor::context::EditorAction::GoTo(place));
    stage.settle();
    let scrolled = top(&stage);
    assert!(scrolled < before - 100.0, "{scrolled} {before}");
    stage.key(Modifiers::COMMAND, Key::W).settle();
    // A file of the same name in another pack starts at its top.
    stage.open_copy("glowmoor").click("tiles.ron").settle();
    assert!(top(&stage) > scrolled + 100.0);
    stage.key(Modifiers::COMMAND, Key::W).settle();
    let mut stage = TestStage::in_home(stage.home.clone(), StageLook::default());
    stage.open_copy("carcassonne").key(Modifiers::COMMAND, Key::Num5).settle();
    // The position is restored to within one line.
    assert!((top(&stage) - scrolled).abs() < 20.0, "{} {scrolled}", top(&stage));
}

#[test]
fn another_pack_is_opened_only_when_it_is_known_what_becomes_of_this_one() {
    let mut stage = TestStage::new("instead");
    stage.open_copy("river").open_copy("glowmoor");
    let was = std::fs::read_to_string(stage.home.join("packs/glowmoor/tiles.ron")).unwrap();
    stage.click("tiles.ron").type_into("Text of tiles.ron", "// new").settle();
    let other = stage.home.join("packs/river");
    let ctx = stage.harness.ctx.clone();
    let open = |stage: &mut TestStage| {
        stage.editor().act(&ctx, tilewright_editor::context::EditorAction::OpenFolder(other.clone()));
        stage.settle();
        assert!(stage.has("Unsaved changes"));
    };
    open(&mut stage);
    stage.press("Cancel").settle();
    assert!(stage.editor().document().unwrap().is_changed());
    // The copy contains the unsaved changes; the original folder is unchanged.
    open(&mut stage);
    stage.press("Save a copy in…").settle();
    assert!(stage.mentions("glowmoor_changed"), "the copy has its own name");
    let elsewhere = stage.home.join("elsewhere");
    stage.retype("In folder", &elsewhere.display().to_string()).settle();
    stage.press("Save copy").settle();
    assert_eq!(stage.editor().document().unwrap().folder(), other);
    let kept = std::fs::read_to_string(elsewhere.join("glowmoor_changed/tiles.ron")).unwrap();
    assert!(kept.contains("// new"));
    assert_eq!(std::fs::read_to_string(stage.home.join("packs/glowmoor/tiles.ron")).unwrap(), was);
}

#[test]
fn the_language_changes_at_once() {
    let mut stage =
        TestStage::with_look("dutch", StageLook { language: "nl", dark: true, scale: 1.5, ..StageLook::default() });
    stage.open_copy("glowmoor").picture("dutch_dark_150");
    assert!(stage.has("Bestanden"));
    let mut stage = TestStage::new("speak");
    stage.open_copy("glowmoor");
    stage.key(Modifiers::COMMAND, Key::Comma).choose("Language", "Nederlands");
    assert!(stage.has("Bestanden"));
}

#[test]
fn what_the_name_of_a_folder_hides_is_written_out() {
    let mut stage = TestStage::new("odd_name");
    stage.settle();
    let odd = stage.home.join("packs/od\u{202e}d\u{1b}[2J");
    let ctx = stage.harness.ctx.clone();
    // The first attempt fails with a message that names the folder. Then a pack is created there, which is remembered.
    let action = tilewright_editor::context::EditorAction::OpenFolder(odd.clone());
    stage.editor().act(&ctx, action);
    let told: Vec<String> = stage.editor().notices().texts().map(str::to_owned).collect();
    assert!(told.iter().any(|text| text.contains("od\\u{202e}d\\u{1b}[2J")), "{told:?}");
    std::fs::create_dir_all(&odd).unwrap();
    std::fs::write(odd.join("pack.ron"), "Pack(id: \"odd\")\n").unwrap();
    stage.editor().act(&ctx, tilewright_editor::context::EditorAction::OpenFolder(odd));
    stage.settle();
    stage.key(Modifiers::COMMAND, Key::W).settle();
    assert!(stage.mentions("od\\u{202e}d\\u{1b}[2J"));
    let seen = stage.labels("");
    assert!(seen.iter().all(|label| !label.contains(['\u{202e}', '\u{1b}'])), "{seen:?}");
}

#[test]
fn a_copy_that_was_broken_off_is_made_anew() {
    let mut stage = TestStage::new("half_copy");
    // This simulates a program that was killed while it copied.
    let left = stage.home.join("packs/.glowmoor.tilewright-new");
    std::fs::create_dir_all(&left).unwrap();
    std::fs::write(left.join("tiles.ron"), "Tiles([").unwrap();
    stage.open_copy("glowmoor");
    assert!(stage.mentions("0 errors"));
    assert!(!left.exists());
}
