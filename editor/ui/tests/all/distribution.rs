//! Tests the pane with the numbers of tiles.

use egui::{Key, Modifiers};

use crate::stage::{StageLook, TestStage};

fn open_view(name: &str, pack: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack);
    let title = stage.editor().texts().get("pane-distribution");
    stage.click(&title);
    stage
}

#[test]
fn all_pages_look_right_in_all_looks() {
    for (name, pack, look) in [
        ("dist_light", "carcassonne", StageLook::default()),
        ("dist_dark_nl_150", "glowmoor", StageLook { dark: true, scale: 1.5, language: "nl", ..StageLook::default() }),
        ("dist_dark", "glowmoor", StageLook { dark: true, ..StageLook::default() }),
    ] {
        let mut stage = open_view(name, pack, look);
        stage.picture(&format!("{name}_counts"));
        for key in ["dist-edges", "dist-arrangements", "dist-holes"] {
            let title = stage.editor().texts().get(key);
            stage.click(&title).picture(&format!("{name}_{key}"));
        }
    }
}

#[test]
fn a_count_is_changed_with_keys_and_buttons_and_taken_back() {
    let mut stage = open_view("counts", "carcassonne", StageLook::default());
    let before = stage.text("tiles.ron");
    stage.press("More A").settle();
    assert!(stage.text("tiles.ron").contains("(id: \"A\", count: 3,"));
    assert_eq!(stage.editor().document().unwrap().undo_label(), Some("A: count"));
    stage.press("More C").settle();
    assert!(stage.text("tiles.ron").contains("(id: \"C\", count: 2,"));
    stage.type_into("Count of B", "+").settle();
    assert!(stage.text("tiles.ron").contains("(id: \"B\", count: 5,"), "plus is one more");
    stage.type_into("Count of B", "7").settle();
    assert!(stage.text("tiles.ron").contains("(id: \"B\", count: 57,"));
    for _ in 0..4 {
        stage.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(stage.settle().text("tiles.ron"), before);
}

#[test]
fn the_tile_that_fits_is_made() {
    let mut stage = open_view("made", "glowmoor", StageLook::default());
    stage.click("Holes");
    stage.choose("Edge at N", "mere").choose("Edge at S", "causeway").picture("dist_hole");
    assert!(stage.mentions("One of"));
    let before = stage.text("tiles.ron");
    stage.press("Create the tile that fits").settle();
    assert!(stage.text("tiles.ron").contains("(id: \"N1\", edges: (n: mere,"), "{}", stage.text("tiles.ron"));
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    assert!(stage.has("Tile N1"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("tiles.ron"), before);
}
