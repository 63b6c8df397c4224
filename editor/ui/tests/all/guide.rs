//! The guided first pack, from an empty folder to a scored game and a saved test.

use crate::stage::{Look, Stage};

#[test]
fn the_guide_follows_what_the_pack_shows() {
    let mut stage = Stage::new("guide");
    stage.harness.step();
    stage.press("Your first pack, step by step").settle().picture("guide_begin");
    assert!(stage.has("• A new terrain: pond"));
    let found: Vec<String> = stage.editor().problems().all.iter().map(|p| p.diagnostic.message.clone()).collect();
    assert!(found.is_empty(), "what the guide begins with has mistakes: {found:?}");
    let pack = stage.text("pack.ron");
    let pack = pack
        .replace(
            "pattern: dashes, width: 10, letter: \"p\")),\n",
            "pattern: dashes, width: 10, letter: \"p\")),\n        (id: pond, complete: closed, look: (fill: \"#3f7fb4\", ink: \"#173f63\")),\n",
        )
        .replace("ports: [meadow, path, meadow]),\n", "ports: [meadow, path, meadow]),\n        (id: pond, ports: [pond]),\n")
        .replace("on: [path])]", "on: [path, pond])]")
        .replace("(use: \"paths\"", "(use: \"areas\", on: pond, per_tile: 2),\n        (use: \"paths\"");
    stage.write("pack.ron", &pack).settle();
    assert!(stage.has("✔ A new terrain: pond") && stage.has("✔ Sides that show it"));
    assert!(stage.has("• A tile with a pond"));
    let tiles = stage.text("tiles.ron").replace(
        "])\n",
        "    (id: \"Shore\", count: 8, edges: (n: pond, e: meadow, s: meadow, w: meadow), parts: [pond(at: [N])]),\n    \
         (id: \"Bridge\", edges: (n: pond, e: path, s: pond, w: path), parts: [pond(at: [N, S], name: under), path(at: [E, W]),\n        \
         meadow(at: [ER, WL], touches: [under]), meadow(at: [EL, WR], touches: [under])]),\n])\n",
    );
    stage.write("tiles.ron", &tiles).settle();
    let texts = stage
        .text("texts/en.ron")
        .replace("    \"figure.walker\"", "    \"terrain.pond\": \"Pond\",\n    \"figure.walker\"");
    stage.write("texts/en.ron", &texts).settle();
    let found: Vec<String> = stage.editor().problems().all.iter().map(|p| p.diagnostic.message.clone()).collect();
    assert!(found.is_empty(), "{found:?}");
    assert!(stage.has("✔ A bridge") && stage.has("✔ A rule that scores ponds"));
    // Random games until one has scored a pond.
    for _ in 0..20 {
        if stage.has("✔ Play until a pond has scored") {
            break;
        }
        stage.press("New game").press("Play on").steps(300);
        stage.settle();
    }
    assert!(stage.has("✔ Play until a pond has scored"));
    stage.press("Save as test").settle();
    stage.press("Pack").press("Save Ctrl+S").settle();
    assert!(stage.has("✔ Keep the game as a test"));
    assert!(stage.mentions("This is a pack of your own"));
    stage.key(egui::Modifiers::COMMAND, egui::Key::T);
    stage.editor().wait_for_tests();
    let told: Vec<String> = stage.editor().notices().texts().map(str::to_owned).collect();
    assert!(told.iter().any(|t| t == "1 of 1 tests passed."), "{told:?}");
    stage.settle().picture("guide_done");
}

#[test]
fn an_expansion_is_made_from_a_template() {
    let mut stage = Stage::with_look("expansion", Look { language: "nl", ..Look::default() });
    stage.settle();
    // Cards that are not ready yet have the ids of their packs as titles.
    stage.all_cards().settle();
    stage.press("Nieuw pakket…");
    stage.type_into("Naam", "moor_inns").picture("new_dutch");
    stage.click("Breidt uit");
    stage.click("glowmoor");
    stage.press("Maken").settle();
    let text = stage.text("pack.ron");
    assert!(text.contains("glowmoor"), "it needs the pack it adds to");
    assert_eq!(stage.editor().problems().counts(), (0, 0));
}
