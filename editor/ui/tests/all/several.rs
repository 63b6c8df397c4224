//! Tests the selection of several tiles, and the form for them.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use tilewright_editor_model::texts::UiTexts;

use crate::stage::{StageLook, TestStage};

/// Returns the part of the file that declares a tile.
fn tile(stage: &mut TestStage, id: &str) -> String {
    let text = stage.text("tiles.ron");
    let start = text.find(&format!("(id: \"{id}\"")).unwrap();
    let end = text[start..].find("\n    (id:").unwrap_or(text.len() - start);
    text[start..start + end].to_owned()
}

fn add(stage: &mut TestStage, card: &str, modifiers: Modifiers) {
    stage.harness.get_by_label(card).click_modifiers(modifiers);
    stage.harness.run_ok();
}

/// The form shows the number of selected tiles and their differences. Count and tags are set for all of them, each in
/// one undo step.
#[test]
fn a_form_changes_all_chosen_tiles() {
    for language in ["en", "nl"] {
        let look = StageLook { size: egui::vec2(1400.0, 900.0), language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("several-{language}"), look);
        stage.open_copy("glowmoor").settle();
        let mut texts = UiTexts::default();
        texts.speak(language);
        let card =
            |id: &'static str, n: &'static str| texts.with("tiles-card", &[("name", id.into()), ("n", n.into())]);
        stage.click(&card("Straight", "3"));
        add(&mut stage, &card("Hook", "2"), Modifiers::SHIFT);
        assert!(stage.has(&texts.count("tiles-several", 3)), "Straight, Bend and Hook");
        let differ = texts.with("tiles-several-differ", &[("least", 2.into()), ("most", 4.into())]);
        assert!(stage.has(&differ), "{:?}", stage.labels(""));
        assert_eq!(stage.value_of(&texts.get("tiles-several-count")), "", "no number holds for all");
        stage.picture(&format!("tiles_several_{language}"));
        let before = stage.text("tiles.ron");
        stage.retype(&texts.get("tiles-several-count"), "5").settle();
        for id in ["Straight", "Bend", "Hook"] {
            assert!(tile(&mut stage, id).contains("count: 5"), "{id}");
        }
        assert_eq!(stage.value_of(&texts.get("tiles-several-count")), "5");
        stage.press(&texts.get("tiles-several-more")).settle();
        assert!(tile(&mut stage, "Hook").contains("count: 6"));
        stage.press(&texts.get("tiles-several-fewer")).settle();
        // A tag is added to all tiles, removed from one by hand, added again, and removed from all.
        let tagged = |stage: &mut TestStage| -> Vec<bool> {
            ["Straight", "Bend", "Hook"].map(|id| tile(stage, id).contains("lily")).to_vec()
        };
        stage.press(&texts.get("tiles-several-add-tag")).press("lily").settle();
        assert_eq!(tagged(&mut stage), [true; 3]);
        assert!(tile(&mut stage, "Hook").contains("tags: [reeds, lily]"), "its own tag is kept");
        let (text, own) = (stage.text("tiles.ron"), tile(&mut stage, "Bend"));
        stage.write("tiles.ron", &text.replace(&own, &own.replace("tags: [lily], ", ""))).settle();
        let some = texts.with("tiles-several-some", &[("n", 2.into()), ("all", 3.into())]);
        assert!(stage.has(&some), "{:?}", stage.labels(""));
        stage.press(&texts.with_name("tiles-several-give", "lily")).settle();
        assert!(!stage.has(&some) && tagged(&mut stage) == [true; 3]);
        stage.press(&texts.with_name("tiles-several-take", "lily")).settle();
        assert_eq!(tagged(&mut stage), [false; 3]);
        // Each change was one step.
        for _ in 0..7 {
            stage.key(Modifiers::COMMAND, Key::Z).settle();
        }
        assert_eq!(stage.text("tiles.ron"), before);
    }
}

/// Copies are placed after their originals, all selected tiles are removed together, and a click on a picture selects
/// only that tile.
#[test]
fn chosen_tiles_are_copied_and_removed_together() {
    let look = StageLook { size: egui::vec2(1400.0, 900.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("several-copies", look);
    stage.open_copy("glowmoor").click("Small pictures").click("Tile Hook, count 2");
    let before = stage.text("tiles.ron");
    add(&mut stage, "Tile Straight, count 3", Modifiers::COMMAND);
    stage.press("Copy all 2").settle();
    let order = |stage: &mut TestStage| -> Vec<String> {
        let text = stage.text("tiles.ron");
        let ids = text.split("(id: \"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        ids.filter(|id| id.starts_with("Straight") || id.starts_with("Hook")).collect()
    };
    assert_eq!(order(&mut stage), ["Straight", "Straight2", "Hook", "Hook2"]);
    assert!(stage.has("2 tiles are selected"), "the copies are chosen now");
    stage.press("Remove all 2").settle();
    assert_eq!(stage.text("tiles.ron"), before);
    // The shortcut selects all listed tiles.
    stage.type_into("Filter: id, terrain, tag, edge", "causeway").settle();
    stage.click("Tile Straight, count 3").key(Modifiers::COMMAND, Key::A).settle();
    let listed = stage.labels("Tile ").len();
    assert!(listed > 2 && stage.has(&format!("{listed} tiles are selected")), "{listed}");
    stage.key(Modifiers::SHIFT, Key::ArrowRight).settle();
    assert!(stage.has("2 tiles are selected"), "the selection starts at the focused tile");
    stage.press("Select only Straight").settle();
    assert!(stage.has("Picture of the tile Straight"));
}

/// Counts that depend on options are unchanged, and the form shows the number of such tiles.
#[test]
fn what_is_no_plain_number_stays() {
    let mut stage =
        TestStage::with_look("several-options", StageLook { size: egui::vec2(1400.0, 900.0), ..StageLook::default() });
    stage.open_copy("leipzig").settle();
    let before = stage.text("tiles.ron");
    stage.click("Tile D, count ?").key(Modifiers::COMMAND, Key::A).settle();
    assert!(stage.mentions("The count of one tile is not a plain number"), "{:?}", stage.labels("The count"));
    stage.press("One more of each").settle();
    let text = stage.text("tiles.ron");
    assert!(text != before && text.contains("(id: \"D\", override: true, count: option(\"start_tile\""));
}

/// The outline is used as a filter: it matches tiles in any turn.
#[test]
fn tiles_are_looked_for_by_what_their_sides_show() {
    for language in ["en", "nl"] {
        let look = StageLook { size: egui::vec2(1400.0, 900.0), language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("sides-{language}"), look);
        let mut texts = UiTexts::default();
        texts.speak(language);
        stage.open_copy("glowmoor").settle();
        let listed = |stage: &TestStage| -> Vec<String> {
            let card = if language == "en" { "Tile " } else { "Tegel " };
            let ids = stage.labels(card).into_iter().filter(|l| l.contains(','));
            ids.map(|label| label[card.len()..label.find(',').unwrap()].to_owned()).collect()
        };
        let all = listed(&stage);
        stage.click(&texts.get("tiles-by-sides"));
        assert_eq!(listed(&stage), all, "an empty outline looks for nothing");
        let side = |name: &str, shows: &str| {
            let values = [("name", texts.get(name).into()), ("shows", shows.to_owned().into())];
            texts.with("tiles-by-side", &values)
        };
        let any = texts.get("tiles-by-sides-any");
        // The pattern has causeways on two adjacent sides, anywhere on the tile.
        stage.press(&texts.with_name("tiles-by-edge", "causeway"));
        stage.click(&side("tiles-south", &any)).click(&side("tiles-south-west", &any)).settle();
        stage.picture(&format!("tiles_by_sides_{language}"));
        let found = listed(&stage);
        assert!(found.contains(&"Hook".to_owned()) && found.contains(&"Shore".to_owned()), "{found:?}");
        assert!(!found.contains(&"Straight".to_owned()) && !found.contains(&"Bend".to_owned()), "{found:?}");
        // With water on the next side, only the shore matches.
        stage.press(&texts.with_name("tiles-by-edge", "mere"));
        stage.click(&side("tiles-north", &any)).settle();
        let both = listed(&stage);
        assert!(both.contains(&"Shore".to_owned()) && !both.contains(&"Hook".to_owned()), "{both:?}");
        // A second click resets the side to any edge.
        stage.click(&side("tiles-north", "mere")).settle();
        assert_eq!(listed(&stage), found);
        stage.press(&texts.get("tiles-by-sides-clear")).settle();
        assert_eq!(listed(&stage), all);
    }
}

/// Inner sides between the cells of a tile are ignored: the tiles of Leipzig show fields outside and roads on one side.
#[test]
fn the_inner_sides_of_large_tiles_are_not_looked_at() {
    let mut stage =
        TestStage::with_look("sides-large", StageLook { size: egui::vec2(1400.0, 900.0), ..StageLook::default() });
    stage.open_copy("leipzig").settle().click("Search by sides");
    let card = "Tile LPZ1, count 1";
    stage.press("Find the edge road").click("Searched side west: anything").settle();
    assert!(stage.has(card), "its road on the left");
    stage.click("Searched side east: anything").settle();
    assert!(!stage.has(card), "the road from cell to cell is inside");
    stage.click("Searched side east: road");
    stage.press("Find the edge city").click("Searched side east: anything").settle();
    assert!(!stage.has(card), "the cell with the city has its road inside");
}

/// Tiles of the pack that an expansion builds on can be found, viewed, and copied with a new id.
#[test]
fn tiles_of_the_base_are_copied() {
    for language in ["en", "nl"] {
        let look = StageLook { size: egui::vec2(1400.0, 1400.0), language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("base-tiles-{language}"), look);
        let mut texts = UiTexts::default();
        texts.speak(language);
        stage.open_copy("river").settle();
        let card =
            |id: &'static str| texts.with("tiles-base-card", &[("name", id.into()), ("pack", "Carcassonne".into())]);
        assert!(!stage.has(&card("A")), "the group is folded");
        stage.click(&texts.get("tiles-small"));
        stage.click(&texts.with("tiles-base", &[("name", "Carcassonne".into()), ("n", 24.into())])).settle();
        stage.click(&card("A")).settle();
        assert!(stage.has(&texts.with_name("tiles-base-read-only", "Carcassonne")));
        stage.picture(&format!("tiles_base_{language}"));
        let home = stage.editor().document().unwrap().files().keys().find(|p| p.starts_with("tiles")).cloned();
        let home = home.unwrap_or_else(|| "pack.ron".into());
        let before = stage.text(&home);
        stage.press(&texts.get("tiles-base-copy")).settle();
        let after = stage.text(&home);
        let new = "(id: \"A2\", count: 2, edges: (n: field, e: field, s: road, w: field),\n        parts: [road(at: [S], into: cloister), cloister]),\n";
        assert!(after.contains(new), "{after}");
        assert!(stage.has(&texts.with_name("tiles-canvas", "A2")), "it is painted now");
        assert_eq!(stage.editor().problems().counts().0, 0);
        stage.key(Modifiers::COMMAND, Key::Z).settle();
        assert_eq!(stage.text(&home), before);
        // The context menu has the same command.
        stage.harness.get_by_label(&card("C")).click_secondary();
        stage.harness.run_ok();
        stage.press(&texts.get("tiles-base-copy")).settle();
        assert!(stage.text(&home).contains("(id: \"C2\""));
        // An option of the base game decides the count of D; the copy has a count of one.
        stage.harness.get_by_label(&card("D")).click_secondary();
        stage.harness.run_ok();
        stage.press(&texts.get("tiles-base-copy")).settle();
        assert!(stage.text(&home).contains("(id: \"D2\", edges: "), "{}", stage.text(&home));
    }
}
