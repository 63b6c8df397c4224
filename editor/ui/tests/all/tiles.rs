//! Tests the gallery of tiles and the painter.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use tilewright_editor_model::texts::UiTexts;

use crate::stage::{StageLook, TestStage};

/// Returns the lines of a file that declare a tile.
fn tile(stage: &mut TestStage, path: &str, id: &str) -> String {
    let text = stage.text(path);
    let start = text.find(&format!("(id: \"{id}\"")).unwrap();
    let end =
        text[start..].find("\n    (").or_else(|| text[start..].find("\n\n")).or_else(|| text[start..].find("\n])"));
    text[start..start + end.unwrap_or(text.len() - start)].to_owned()
}

fn middle(stage: &TestStage, label: &str) -> egui::Pos2 {
    stage.harness.get_by_label(label).rect().center()
}

fn drag(stage: &mut TestStage, from: egui::Pos2, to: egui::Pos2) {
    stage.harness.hover_at(from);
    stage.harness.step();
    stage.harness.drag_at(from);
    stage.harness.step();
    stage.harness.hover_at(from + (to - from) * 0.5);
    stage.harness.step();
    stage.harness.hover_at(to);
    stage.harness.step();
    stage.harness.drop_at(to);
    stage.harness.run_ok();
    stage.settle();
}

fn focus(stage: &mut TestStage, label: &str) {
    stage.harness.get_by_label(label).focus();
    stage.harness.run_ok();
}

/// Returns true if the preview of a path is shown.
fn shows_ghost(stage: &TestStage) -> bool {
    let shapes = &stage.harness.output().shapes;
    shapes.iter().any(|clipped| matches!(clipped.shape, egui::Shape::CubicBezier(_)))
}

/// A drag can start anywhere along a side, the path is previewed, and a drag that paints nothing shows the reason.
#[test]
fn paths_are_drawn_from_whole_sides() {
    let mut stage =
        TestStage::with_look("paint-sides", StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.open_copy("glowmoor").press("New").settle().click("Path").click("Terrain causeway");
    let (north, south) = (middle(&stage, "Side north, heath"), middle(&stage, "Side south, heath"));
    let along = |part: f32| north + (south - north) * part;
    drag(&mut stage, along(0.32), south);
    assert!(stage.mentions("A path starts at a side"), "nothing begins there");
    let canvas = stage.harness.get_by_label("Tile New").rect();
    drag(&mut stage, north, canvas.left_top() + egui::vec2(6.0, 6.0));
    assert!(stage.mentions("The path ends outside the tile"));
    assert!(tile(&mut stage, "tiles.ron", "New").contains("n: heath"), "neither painted anything");
    assert!(!shows_ghost(&stage));
    stage.harness.hover_at(along(0.1));
    stage.harness.step();
    stage.harness.drag_at(along(0.1));
    stage.harness.step();
    stage.harness.hover_at(along(0.7));
    stage.harness.step();
    stage.harness.step();
    assert!(shows_ghost(&stage));
    stage.picture("tiles_ghost");
    stage.harness.hover_at(along(0.9));
    stage.harness.step();
    stage.harness.drop_at(along(0.9));
    stage.harness.run_ok();
    stage.settle();
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("n: causeway") && text.contains("causeway(at: [N, S])"), "{text}");
    assert!(!shows_ghost(&stage) && !stage.mentions("The path ends outside"));
}

/// The reason for a refused drag is shown for some seconds or until the next press, but not until the next change.
#[test]
fn why_a_drag_was_refused_is_not_said_for_ever() {
    let mut stage =
        TestStage::with_look("paint-refused", StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.open_copy("glowmoor").press("New").settle().click("Path").click("Terrain causeway");
    let (north, south) = (middle(&stage, "Side north, heath"), middle(&stage, "Side south, heath"));
    let inside = north + (south - north) * 0.32;
    drag(&mut stage, inside, south);
    assert!(stage.mentions("A path starts at a side"));
    stage.steps(4);
    assert!(stage.mentions("A path starts at a side"), "a second is not enough to read it");
    stage.harness.hover_at(inside);
    stage.harness.drag_at(inside);
    stage.harness.run_ok();
    assert!(!stage.mentions("A path starts at a side"), "the next press takes it away");
    stage.harness.drop_at(inside);
    stage.harness.run_ok();
    drag(&mut stage, inside, south);
    assert!(stage.mentions("A path starts at a side"));
    stage.steps(40);
    assert!(!stage.mentions("A path starts at a side"), "and so do a few seconds");
}

/// A tile that was written on one line with its list is laid out in house style once it needs more lines.
#[test]
fn a_tile_that_outgrows_its_line_is_laid_out_as_by_hand() {
    let mut stage =
        TestStage::with_look("paint-inline", StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.open_copy("glowmoor").settle();
    let sides = "n: heath, ne: heath, se: heath, s: heath, sw: heath, nw: heath";
    let inline = format!("Tiles([(id: \"Hearth\", count: 2, edges: ({sides}))])\n");
    stage.write("tiles.ron", &inline).settle().click("Path").click("Terrain causeway");
    let (north, south) = (middle(&stage, "Side north, heath"), middle(&stage, "Side south, heath"));
    drag(&mut stage, north, south);
    let sides = "n: causeway, ne: heath, se: heath, s: causeway, sw: heath, nw: heath";
    let lines = format!(
        "Tiles([\n    (id: \"Hearth\", count: 2, edges: ({sides}),\n        parts: [causeway(at: [N, S])]),\n])\n"
    );
    assert_eq!(stage.text("tiles.ron"), lines);
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("tiles.ron"), inline);
}

#[test]
fn a_pack_without_tiles_says_so_once() {
    let mut stage = TestStage::new("tiles-none");
    stage.open_copy("glowmoor").settle();
    stage.write("tiles.ron", "Tiles([])").settle().picture("tiles_none");
    assert!(stage.mentions("There are no tiles yet") && !stage.has("No tile matches."));
    stage.key(Modifiers::COMMAND, Key::Z).settle().type_into("Filter: id, terrain, tag, edge", "qqq").settle();
    assert!(!stage.mentions("There are no tiles yet") && stage.has("No tile matches."));
}

#[test]
fn a_road_is_painted_from_nothing_with_the_mouse() {
    let mut stage =
        TestStage::with_look("paint-mouse", StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.open_copy("glowmoor").press("New").settle();
    assert!(tile(&mut stage, "tiles.ron", "New").contains("n: heath, ne: heath"));
    stage.click("Path").click("Terrain causeway");
    let (north, south) = (middle(&stage, "Port north left, heath"), middle(&stage, "Port south right, heath"));
    drag(&mut stage, north, south);
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("n: causeway") && text.contains("causeway(at: [N, S])"), "{text}");
    assert_eq!(stage.editor().document().unwrap().undo_label(), Some("Path on New"));
    stage.picture("tiles_painted");
    // A second path across the first asks about their crossing.
    let (one, other) = (middle(&stage, "Port north-east left, heath"), middle(&stage, "Port south-west left, heath"));
    drag(&mut stage, one, other);
    assert!(stage.mentions("What happens there?"));
    stage.picture("tiles_question");
    stage.press("They meet in a crossing and end there").settle();
    let text = tile(&mut stage, "tiles.ron", "New");
    assert_eq!(text.matches("into: crossing").count(), 4, "{text}");
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert!(tile(&mut stage, "tiles.ron", "New").contains("causeway(at: [N, S])"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert!(!tile(&mut stage, "tiles.ron", "New").contains("causeway"));
    assert_eq!(stage.editor().problems().counts().0, 0);
}

#[test]
fn a_road_is_painted_by_keys_alone() {
    let mut stage = TestStage::new("paint-keys");
    stage.open_copy("glowmoor").press("New").settle();
    stage.key(Modifiers::NONE, Key::Num2);
    focus(&mut stage, "Port north left, heath");
    stage.key(Modifiers::NONE, Key::Enter);
    let start = middle(&stage, "Port north left, heath");
    stage.key(Modifiers::NONE, Key::ArrowDown);
    let next = stage.harness.ctx.memory(|m| m.focused()).unwrap();
    let next = stage.harness.ctx.read_response(next).unwrap().rect.center();
    assert!(next.y > start.y, "arrows lead from port to port");
    focus(&mut stage, "Port south-east left, heath");
    stage.key(Modifiers::NONE, Key::Space).settle();
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("causeway(at: [N, SE])"), "{text}");
    // These keys select the segment and add a tag to it.
    stage.key(Modifiers::NONE, Key::Num1);
    focus(&mut stage, "Segment 1, causeway");
    stage.key(Modifiers::NONE, Key::Enter);
    stage.press("Add a tag: Tags of this causeway").press("lily").settle();
    assert!(tile(&mut stage, "tiles.ron", "New").contains("tags: [lily]"));
    // The space bar collects sides of an area.
    stage.key(Modifiers::NONE, Key::Num3);
    for side in ["south", "south-west"] {
        focus(&mut stage, &format!("Side {side}, heath"));
        stage.key(Modifiers::NONE, if side == "south" { Key::Space } else { Key::Enter });
        stage.picture(&format!("tiles_area_{side}"));
    }
    stage.settle();
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("mere(at: [S, SW])"), "{text}");
    stage.key(Modifiers::NONE, Key::Num8);
    focus(&mut stage, "Side south, mere");
    stage.key(Modifiers::NONE, Key::Enter).picture("tiles_edge").press("heath").settle();
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("s: heath") && text.contains("mere(at: [SW])"), "{text}");
}

#[test]
fn what_is_typed_shows_in_the_drawing_and_a_mistake_loses_nothing() {
    let mut stage = TestStage::new("tile-text");
    stage.open_copy("glowmoor").click("Tile Straight, count 3").settle();
    stage.key(Modifiers::NONE, Key::Num1);
    assert!(stage.has("Segment 1, causeway"));
    stage.type_into("Text of the tile Straight", "(").settle();
    assert!(stage.has("Text of the tile Straight"), "the text stays while it is wrong");
    assert!(stage.has("Tile Tor, count 1"), "the tiles behind it stay in the gallery");
    let said = stage.harness.query_all_by_label_contains("this is not RON").count();
    assert!(said >= 2, "next to the text and in the list of problems");
    stage.picture("tiles_half_typed");
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    let text = stage.text("tiles.ron").replacen("causeway(at: [N, S])])", "mere(at: [N])])", 2);
    let text = text.replacen(
        "id: \"Straight\", count: 3, edges: (n: causeway",
        "id: \"Straight\", count: 3, edges: (n: mere",
        1,
    );
    stage.write("tiles.ron", &text).settle();
    assert!(stage.has("Segment 1, mere"), "{:?}", stage.labels("Segment"));
    // Errors in other files do not stop the painter.
    let pack = stage.text("pack.ron");
    stage.write("pack.ron", &format!("{pack})")).settle();
    assert!(stage.editor().problems().counts().0 > 0);
    stage.click("Erase").click("Segment 1, mere").settle();
    let text = tile(&mut stage, "tiles.ron", "Straight");
    assert!(!text.contains("mere("), "{text}");
}

#[test]
fn several_tiles_are_counted_at_once() {
    let mut stage = TestStage::new("tile-counts");
    stage.open_copy("glowmoor").click("Tile Straight, count 3");
    stage.harness.get_by_label("Tile Hook, count 2").click_modifiers(Modifiers::SHIFT);
    stage.harness.run_ok();
    assert!(stage.has("3 selected"));
    stage.press("One more of each selected tile").settle();
    for (id, count) in [("Straight", 4), ("Bend", 5), ("Hook", 3)] {
        assert!(tile(&mut stage, "tiles.ron", id).contains(&format!("count: {count}")), "{id}");
    }
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert!(stage.has("Tile Straight, count 3"));
    // One tile is deselected, and the counts of the others are changed by keys.
    stage.harness.get_by_label("Tile Bend, count 4").click_modifiers(Modifiers::COMMAND);
    stage.harness.run_ok();
    assert!(stage.has("2 selected"));
    stage.key(Modifiers::NONE, Key::Minus).settle();
    let counts = ["Straight", "Bend", "Hook"].map(|id| tile(&mut stage, "tiles.ron", id));
    assert!(counts[0].contains("count: 2") && counts[1].contains("count: 4") && counts[2].contains("count: 1"));
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    // Arrow keys move the selection, and the painter shows the selected tile.
    focus(&mut stage, "Tile Straight, count 3");
    stage.key(Modifiers::NONE, Key::ArrowRight).settle();
    assert!(stage.has("Picture of the tile Bend"));
    stage.type_into("Filter: id, terrain, tag, edge", "beacon").settle();
    assert_eq!(stage.labels("Tile ").len(), 2);
    stage.picture("tiles_filtered");
}

#[test]
fn tiles_come_and_go() {
    let look = StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("tile-list", look);
    stage
        .open_copy("glowmoor")
        .click("Small pictures")
        .click("Tile Crag, count 1")
        .press("Copy the selected tiles")
        .settle();
    assert!(stage.has("Tile Crag2, count 1") && stage.has("Picture of the tile Crag2"));
    stage.press("Remove the selected tiles").settle();
    assert!(!stage.has("Tile Crag2, count 1"));
    let before = stage.text("tiles.ron");
    stage.click("Tile Crag, count 1").press("Move the tile one place forward").settle();
    let text = stage.text("tiles.ron");
    assert!(text.find("\"Crag\"").unwrap() < text.find("\"Gate\"").unwrap());
    stage.key(Modifiers::COMMAND, Key::Z).settle();
    assert_eq!(stage.text("tiles.ron"), before);
}

#[test]
fn squares_are_painted_too_and_everything_can_be_laid_over_them() {
    let look = StageLook { size: egui::vec2(1500.0, 950.0), dark: true, ..StageLook::default() };
    let mut stage = TestStage::with_look("tile-square", look);
    stage.open_copy("carcassonne").settle();
    for layer in ["Ports", "Segments", "Touching parts"] {
        stage.click(layer);
    }
    stage.settle().picture("tiles_square_dark");
    assert!(stage.mentions("Port north"));
}

#[test]
fn a_tile_of_several_cells_grows_and_shrinks() {
    let look = StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("tile-cells", look);
    stage.open_copy("glowmoor").press("New").settle();
    stage.click("Cells").click("Place for a cell at 1, 0").settle().picture("tiles_cells");
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("at: (1, 0)"), "{text}");
    stage.click("Area").click("Terrain mere").click("Cell 2: Side south, heath").settle();
    let text = tile(&mut stage, "tiles.ron", "New");
    assert!(text.contains("mere(at: [S])"), "{text}");
    stage.click("Cells").click("Cell 1: Middle of the cell").settle();
    assert!(!tile(&mut stage, "tiles.ron", "New").contains("at: (1, 0)"));
    stage.click("Middle of the cell").settle();
    assert!(stage.has("A tile needs at least one cell."));
}

#[test]
fn a_part_is_looked_at_and_a_tile_that_depends_on_options_says_so() {
    let mut stage = TestStage::with_look("tile-look", StageLook { scale: 1.5, ..StageLook::default() });
    stage.open_copy("glowmoor").click("Inspect").click("Ground").settle();
    focus(&mut stage, "Segment 2, mere");
    stage.key(Modifiers::NONE, Key::Enter);
    assert!(stage.mentions("Segment 2, mere · south-east · touches"), "{:?}", stage.labels("Segment 2"));
    stage.picture("tiles_look_150");
    let text = stage.text("tiles.ron").replacen("mere(at: [SE])", "mere(at: [SE], when: {\"drifting\": true})", 1);
    stage.write("tiles.ron", &text).settle();
    let variants = stage.labels("Variant ");
    assert_eq!(variants, ["Variant when: {\"drifting\": true}", "Variant unless: {\"drifting\": true}"]);
    assert!(stage.has("Text of the tile Hearth"));
    stage.picture("tiles_options");
}

#[test]
fn tiles_of_other_packs_say_what_they_are() {
    let look = StageLook { size: egui::vec2(1500.0, 950.0), dark: true, language: "nl", ..StageLook::default() };
    let mut stage = TestStage::with_look("tile-override", look);
    stage.open_copy("leipzig").settle().picture("tiles_leipzig");
    stage.click("Kleine plaatjes").click("Tegel D, ? stuks").settle();
    assert!(stage.mentions("Deze tegel verandert een tegel van een ander pakket"));
    assert!(stage.has("Tekst van de tegel D"));
    stage.picture("tiles_override");
}

/// The variants of a tile with options are painted separately: new parts get the condition, and changed common parts
/// stay for the other variants. Sides are shared, and the painter explains this.
#[test]
fn each_variant_of_a_tile_is_painted() {
    let mut stage =
        TestStage::with_look("tile-variants", StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.open_copy("glowmoor").settle();
    let sides = "n: causeway, ne: heath, se: heath, s: causeway, sw: heath, nw: heath";
    let shared = "causeway(at: [N], into: end)";
    let conditional = "beacon(when: {\"shy_glow\": true})";
    let text =
        format!("Tiles([\n    (id: \"Hearth\", edges: ({sides}),\n        parts: [{shared}, {conditional}]),\n])\n");
    stage.write("tiles.ron", &text).settle();
    // The board refers to tiles that were removed, and the south side has no part yet.
    let before = stage.editor().problems().counts().0;
    stage.click("Variant unless: {\"shy_glow\": true}").settle().picture("tiles_variants");
    // A part that covers a side cannot be removed from one variant, since the edge of the side would change.
    stage.click("Erase").click("Segment 1, causeway").settle();
    assert!(stage.mentions("All variants of the tile share its sides"));
    assert_eq!(stage.text("tiles.ron"), text);
    // In the variant without the beacon, the path continues to the other side.
    let other = "causeway(at: [N], into: end, when: {\"shy_glow\": true})";
    stage.click("Path").click("Terrain causeway");
    let (north, south) = (middle(&stage, "Side north, causeway"), middle(&stage, "Side south, causeway"));
    drag(&mut stage, north, south);
    let painted = tile(&mut stage, "tiles.ron", "Hearth");
    assert!(painted.contains(other) && painted.contains(conditional), "the other variant is unchanged: {painted}");
    assert!(painted.contains("causeway(at: [N, S], unless: {\"shy_glow\": true})"), "{painted}");
    assert!(stage.editor().problems().counts().0 < before, "the south is covered where it counts: {painted}");
    // Other sides are shared by all variants.
    let east = middle(&stage, "Side north-east, heath");
    drag(&mut stage, east, south);
    assert_eq!(tile(&mut stage, "tiles.ron", "Hearth"), painted);
}

/// If a tile is declared twice, under a condition and its opposite, the painter changes the selected declaration.
#[test]
fn both_of_two_tiles_of_one_id_are_painted() {
    let mut stage =
        TestStage::with_look("tile-twice", StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.open_copy("glowmoor").settle();
    let sides = "n: heath, ne: heath, se: heath, s: heath, sw: heath, nw: heath";
    let one = |word: &str, more: &str| {
        format!("    (id: \"Hearth\", edges: ({sides}){more},\n        {word}: {{\"shy_glow\": true}}),\n")
    };
    let text = |more: &str| format!("Tiles([\n{}{}])\n", one("when", ""), one("unless", more));
    stage.write("tiles.ron", &text("")).settle().click("Variant unless: {\"shy_glow\": true}");
    stage.click("Site").click("Terrain beacon").click("Middle of the cell").settle();
    assert!(
        stage.text("tiles.ron").starts_with(&format!("Tiles([\n{}", one("when", ""))),
        "the first tile is unchanged"
    );
    assert_eq!(stage.text("tiles.ron").matches("parts: [beacon]").count(), 1, "{}", stage.text("tiles.ron"));
}

/// Painting a tile of the base in an expansion writes an override with the changed fields and added tags.
#[test]
fn a_tile_of_the_base_is_changed_by_painting_it() {
    for language in ["en", "nl"] {
        let look = StageLook { size: egui::vec2(1500.0, 1400.0), language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("tile-change-{language}"), look);
        let mut texts = UiTexts::default();
        texts.speak(language);
        stage.open_copy("river").settle();
        let home = "tiles.ron";
        stage.click(&texts.with("tiles-base", &[("name", "Carcassonne".into()), ("n", 24.into())])).settle();
        stage.click(&texts.with("tiles-base-card", &[("name", "B".into()), ("pack", "Carcassonne".into())]));
        stage.press(&texts.get("tiles-base-change")).settle();
        assert!(stage.text(home).contains("(id: \"B\", override: true)"), "{}", stage.text(home));
        assert!(stage.has(&texts.get("tiles-paints-override")), "it is painted at once");
        let (north, east) = (texts.get("tiles-north"), texts.get("tiles-east"));
        let side = |name: &str, edge: &str| {
            texts.with("tiles-side", &[("name", name.to_owned().into()), ("edge", edge.to_owned().into())])
        };
        stage.click(&texts.get("tiles-tool-area")).click(&texts.with_name("tiles-terrain", "city"));
        stage.picture(&format!("tiles_change_{language}"));
        stage.click(&side(&north, "field")).settle();
        let text = stage.text(home);
        let new = "(id: \"B\", override: true, edges: (n: city, e: field, s: field, w: field), parts: [cloister, city(at: [N])])";
        assert!(text.contains(new), "{text}");
        assert!(stage.has(&side(&east, "field")) && stage.editor().problems().counts().0 == 0);
        stage.press(&format!("{}: {}", texts.get("tiles-tag-add"), texts.get("tiles-tags"))).press("bushes").settle();
        assert!(stage.text(home).contains("tags: add([bushes])"), "{}", stage.text(home));
        stage.key(Modifiers::COMMAND, Key::Z).key(Modifiers::COMMAND, Key::Z).settle();
        assert!(stage.text(home).contains("(id: \"B\", override: true)"));
    }
}

#[test]
fn no_text_of_a_tile_stops_the_painter() {
    let mut stage = TestStage::new("tile-hostile");
    stage.open_copy("glowmoor").click("Segments").click("Touching parts").click("Ports");
    let edges = "edges: (n: causeway, ne: heath, se: mere, s: causeway, sw: heath, nw: heath)";
    let bad = [
        "(id: \"Hearth\")".to_owned(),
        "(id: \"Hearth\", edges: (n: nothing, e: 4), parts: [road(at: [X])])".to_owned(),
        format!("(id: \"Hearth\", {edges}, parts: [causeway(at: [N], into: 3), mere(at: [N, N, N])])"),
        format!("(id: \"Hearth\", {edges}, cells: [], parts: 3)"),
        format!("(id: \"Hearth\", cells: [(at: (0, 0), {edges}), (at: (100, -100), {edges}), (at: (0, 0), {edges})])"),
        format!("(id: \"Hearth\", {edges}, derive: false, parts: [causeway(at: [N, S]), beacon, beacon, mere])"),
        format!("(id: \"Hearth\", {edges}, parts: [causeway(at: [N], into: end), causeway(at: [S], into: crossing(9))"),
        "(id: \"Hearth\", edges: ()".to_owned(),
        "(id: \"\", id: \"Hearth\")".to_owned(),
    ];
    for text in bad {
        stage.write("tiles.ron", &format!("Tiles([\n    {text},\n])\n")).settle();
        for tool in ["Inspect", "Path", "Area", "Edge", "Cells"] {
            if stage.has(tool) {
                stage.click(tool);
            }
        }
        for all in ["Mirror the tile", "Turn the tile clockwise", "Clear the tile"] {
            if stage.has(all) {
                stage.press(all).settle();
            }
        }
        assert!(stage.has("New"), "{text}");
    }
}
