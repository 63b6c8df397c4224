//! Tests the guide for the first pack, from an empty folder to a scored game and a saved test, using only clicks and
//! keys.

use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;

use crate::stage::{StageLook, TestStage};

/// Returns the messages of all findings about the open pack.
fn found(stage: &mut TestStage) -> Vec<String> {
    stage.editor().problems().all.iter().map(|p| p.diagnostic.message.clone()).collect()
}

fn middle(stage: &TestStage, label: &str) -> Pos2 {
    stage.harness.get_by_label(label).rect().center()
}

/// Drags from one labelled widget to another.
fn drag(stage: &mut TestStage, from: &str, to: &str) {
    let (from, to) = (middle(stage, from), middle(stage, to));
    stage.harness.hover_at(from);
    stage.harness.step();
    stage.harness.drag_at(from);
    stage.harness.step();
    for part in [0.25, 0.5, 0.75, 1.0] {
        stage.harness.hover_at(from + (to - from) * part);
        stage.harness.step();
    }
    stage.harness.drop_at(to);
    stage.harness.run_ok();
    stage.settle();
}

/// The test follows the instructions of each step in the views that the guide opens.
#[test]
fn the_first_pack_is_made_by_clicking_and_typing_what_the_guide_says() {
    let mut stage = TestStage::new("guide");
    stage.harness.step();
    stage.press("Learn in nine steps").settle().picture("guide_begin");
    assert!(stage.has("• A new terrain: pond"));
    assert_eq!(found(&mut stage), [""; 0], "the first pack of the guide has no mistakes");
    stage.press("Show me: Data").press("Add").settle();
    assert!(stage.has("✔ A new terrain exists") && stage.has("– Its id is pond"));
    assert!(stage.has("• A new terrain: pond"), "the terrain has another name");
    // The field for the id has the focus, and typing replaces its content.
    stage.type_keys("pond").key(Modifiers::NONE, Key::Enter).settle();
    assert!(stage.has("✔ Its id is pond") && stage.has("– It has its own fill"));
    assert!(stage.mentions("choose its look below"), "the instruction stays until all of it is done");
    stage.retype("look fill", "#3f7fb4").settle().picture("guide_terrain");
    let pack = stage.text("pack.ron");
    assert!(pack.contains("(id: pond, complete: closed, look: (fill: \"#3f7fb4\"))"), "{pack}");
    assert!(stage.has("✔ A new terrain: pond") && stage.has("• Display name"));
    // Finished steps can be expanded again.
    assert!(!stage.mentions("press Add and type pond as its id"));
    stage.press("✔ A new terrain: pond").picture("guide_unfolded");
    assert!(stage.mentions("press Add and type pond as its id") && stage.has("✔ Its id is pond"));
    stage.press("✔ A new terrain: pond");
    // The guide places the cursor where the line for the name belongs.
    stage.press("Show me: Files").settle().focus("Text of texts/en.ron");
    stage.type_keys("\n\"terrain.pond\": \"Pond\",").settle();
    stage.picture("guide_name");
    let texts = stage.text("texts/en.ron");
    assert!(texts.contains("\n    \"terrain.path\": \"Path\",\n    \"terrain.pond\": \"Pond\",\n"), "{texts}");
    assert!(stage.has("✔ Display name") && stage.has("• Sides that show it"));
    stage.press("Show me: Data").press("Add").settle().retype("id", "pond").settle();
    assert!(!stage.has("✔ Sides that show it"), "an edge of that name shows nothing yet");
    stage.choose("Add to ports", "pond").settle().picture("guide_edge");
    assert!(stage.text("pack.ron").contains("(id: pond, ports: [pond])"), "{}", stage.text("pack.ron"));
    assert!(stage.has("✔ Sides that show it") && stage.has("• A tile with a pond"));
    stage.press("Show me: Tiles").press("New").settle().click("Area").click("Terrain pond");
    stage.click("Side north, meadow").settle().picture("guide_parts");
    assert!(stage.has("✔ A tile has a pond") && stage.has("– Its count is 8 or more"));
    assert!(stage.has("– The tile has its own id") && stage.has("• A tile with a pond"));
    stage.retype("Id", "Shore").settle().retype("Count", "8").settle();
    stage.picture("guide_shore");
    let tiles = stage.text("tiles.ron");
    assert!(tiles.contains("(id: \"Shore\", count: 8, edges: (n: pond,"), "{tiles}");
    assert!(stage.has("✔ A tile with a pond") && stage.has("• A bridge"));
    stage.press("New").settle().click("Area").click("Terrain pond");
    drag(&mut stage, "Side north, meadow", "Side south, meadow");
    stage.click("Path").click("Terrain path");
    drag(&mut stage, "Port west left, meadow", "Port east right, meadow");
    assert!(stage.mentions("What happens there?"), "{}", stage.text("tiles.ron"));
    stage.picture("guide_bridge_asks").press("One passes over the other").settle();
    stage.retype("Id", "Bridge").settle().picture("guide_bridge");
    assert!(stage.has("✔ A bridge") && stage.has("• A rule that scores ponds"), "{}", stage.text("tiles.ron"));
    stage.press("Show me: Data").choose("Add", "areas").settle().choose("on", "pond").settle();
    stage.retype("per_tile", "2").settle().picture("guide_rule");
    assert!(stage.text("pack.ron").contains("(use: \"areas\", on: pond, per_tile: 2)"), "{}", stage.text("pack.ron"));
    assert!(stage.has("✔ A rule that scores ponds") && stage.has("• Walkers may stand on ponds"));
    stage.press("Show me: Data").choose("Add to on", "pond").settle().picture("guide_stand");
    assert!(stage.text("pack.ron").contains("on: [path, pond]"), "{}", stage.text("pack.ron"));
    assert_eq!(found(&mut stage), [""; 0], "the new pack has no mistakes");
    assert!(stage.has("✔ Walkers may stand on ponds") && stage.has("• Play until a pond has scored"));
    stage.press("Show me: Table").settle();
    play(&mut stage);
    assert!(stage.has("✔ Play until a pond has scored"));
    // Next to the guide the table is narrow, so less common tools are in the menu with three dots, as the step
    // explains.
    assert!(stage.mentions("in a narrow table, behind the three dots"));
    if !stage.has("Save as test") {
        stage.press("More");
    }
    stage.press("Save as test").settle();
    assert!(!stage.has("✔ Keep the game as a test"), "it is not saved yet");
    stage.press("Pack").press("Save Ctrl+S").settle();
    assert!(stage.has("✔ Keep the game as a test"));
    assert!(stage.mentions("The pack is yours"));
    stage.key(Modifiers::COMMAND, Key::T);
    stage.editor().wait_for_tests();
    let told: Vec<String> = stage.editor().notices().texts().map(str::to_owned).collect();
    assert!(told.iter().any(|t| t == "1 of 1 tests passed."), "{told:?}");
    stage.settle().picture("guide_done");
}

/// Plays some turns by hand: the tile goes to the first place where it fits, and a walker to any possible place. Then
/// plays random games until one has scored a pond.
fn play(stage: &mut TestStage) {
    let mut placed = 0;
    for _ in 0..12 {
        let places = stage.labels("Place the tile at ");
        let Some(place) = places.first() else { break };
        stage.press(place);
        placed += 1;
        let walkers = stage.labels("Walker");
        let choice = walkers.first().cloned().unwrap_or_else(|| "Nothing".to_owned());
        if stage.has(&choice) {
            stage.press(&choice);
        }
    }
    assert!(placed > 3, "{placed} tiles were placed by hand");
    stage.picture("guide_table");
    for _ in 0..20 {
        if stage.has("✔ Play until a pond has scored") {
            break;
        }
        stage.press("Play on").steps(300);
        stage.settle();
        if !stage.has("✔ Play until a pond has scored") {
            stage.press("New game");
        }
    }
}

#[test]
fn an_expansion_is_made_from_a_template() {
    let mut stage = TestStage::with_look("expansion", StageLook { language: "nl", ..StageLook::default() });
    stage.settle();
    // Unfinished cards show the ids of their packs as titles.
    stage.all_cards().settle();
    stage.press("Nieuw pakket…");
    stage.type_into("Titel", "Moor Inns").click("een uitbreiding van").choose("Breidt uit", "Glowmoor");
    stage.picture("new_dutch");
    stage.press("Maken").settle();
    let text = stage.text("pack.ron");
    assert!(text.contains("glowmoor"), "it needs the pack it adds to");
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}
