//! Tests the first page.

use egui::{Key, Modifiers};

use egui_kittest::kittest::Queryable;

use crate::stage::{StageLook, TestStage};

#[test]
fn the_first_page_leads_to_a_game_in_one_click() {
    let look = StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("first-page", look);
    stage.settle();
    stage.all_cards().settle().picture("first_page");
    assert!(stage.has("Tilewright") && stage.has("Learn in nine steps") && stage.has("New pack…"));
    assert!(stage.has("Play Carcassonne") && stage.has("Open Inns & Cathedrals"));
    assert!(!stage.has("My packs"), "no packs exist yet");
    stage.harness.get_by_label("Play Glowmoor").scroll_to_me();
    stage.settle().press("Play Glowmoor").settle();
    assert!(stage.editor().table().is_some_and(|table| table.asks_person()));
    assert!(!stage.has("Files of the pack") && !stage.has("Filter files"), "the play workspace hides the files");
}

#[test]
fn own_packs_are_cards_also_when_they_are_broken_or_gone() {
    let look = StageLook { size: egui::vec2(1024.0, 700.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("first-page-own", look);
    for pack in ["glowmoor", "carcassonne", "river"] {
        stage.open_copy(pack).key(Modifiers::COMMAND, Key::W).settle();
    }
    let packs = stage.home.join("packs");
    // Changes to a copy do not affect the card of the bundled pack.
    let own = std::fs::read_to_string(packs.join("glowmoor/pack.ron")).unwrap();
    std::fs::write(packs.join("glowmoor/pack.ron"), own.replacen("title: \"Glowmoor\"", "title: \"Mine\"", 1)).unwrap();
    std::fs::write(packs.join("carcassonne/pack.ron"), "Pack(id: carcassonne, title: \"Carc\"").unwrap();
    std::fs::remove_dir_all(packs.join("river")).unwrap();
    let mut stage = TestStage::in_home(stage.home.clone(), look);
    stage.settle();
    stage.all_cards().settle().picture("first_page_own");
    assert!(stage.has("My packs") && stage.has("Mine") && stage.has("Changed today") && stage.has("Play Glowmoor"));
    assert!(stage.mentions("Cannot be played yet: ") && stage.has("Open carcassonne"));
    assert!(!stage.has("Play carcassonne"), "a broken pack can be opened but not played");
    assert!(stage.has("Its folder no longer exists."));
    stage.harness.get_by_label("Remove from this list").scroll_to_me();
    stage.settle().press("Remove from this list").settle();
    stage.all_cards().settle();
    assert!(!stage.has("Its folder no longer exists.") && stage.has("Mine"));
    stage.harness.get_by_label("Open Mine").scroll_to_me();
    stage.settle().press("Open Mine").settle();
    assert_eq!(stage.editor().document().unwrap().folder(), packs.join("glowmoor"));
}

#[test]
fn the_first_page_fits_in_the_dark_and_enlarged() {
    let look = StageLook { size: egui::vec2(853.0, 533.0), dark: true, language: "nl", scale: 1.5 };
    let mut stage = TestStage::with_look("first-page-dark", look);
    stage.settle();
    stage.all_cards().settle().picture("first_page_dark_nl_150");
    assert!(stage.has("Leren in negen stappen"));
}
