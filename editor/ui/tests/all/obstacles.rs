//! Tests that small obstacles to users, which a review by hand found, stay removed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilewright_editor::WindowHost;
use tilewright_editor::context::{Content, EditorAction};

use crate::left::{put, table_of};
use crate::rail::game;
use crate::stage::{StageLook, TestStage};

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

#[test]
fn enter_presses_the_main_button_of_a_question() {
    let mut stage = TestStage::new("obstacles_enter");
    stage.act(EditorAction::OpenIncluded("glowmoor".into())).settle();
    put(&mut stage, table_of("glowmoor", 3));
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.settle();
    assert!(stage.has("Unfinished game"));
    stage.key(Modifiers::NONE, Key::Enter).settle().settle();
    assert!(!stage.has("Unfinished game") && stage.editor().table().is_some());
}

/// Tests the editor's own dialog for paths, for systems without one.
#[test]
fn a_saved_picture_is_not_called_a_game() {
    let home = std::env::temp_dir().join(format!("tilewright-editor-{}-obstacles_place", std::process::id()));
    drop(std::fs::remove_dir_all(&home));
    let host = WindowHost { save_file: Some(Arc::new(|_| None)), ..WindowHost::default() };
    let mut stage = TestStage::with_host(home.clone(), StageLook::default(), host);
    stage.open_copy("glowmoor");
    let path = home.join("board.png");
    stage.act(EditorAction::Write(path.clone(), Content::from(b"picture".to_vec())));
    let since = Instant::now();
    while !stage.has("Save file as…") && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
        stage.steps(1);
    }
    assert!(stage.has("Save file as…") && !stage.mentions("Save game as"));
    assert_eq!(stage.value_of("File"), path.display().to_string());
    stage.key(Modifiers::NONE, Key::Enter).settle();
    assert_eq!(std::fs::read(&path).unwrap(), b"picture");
}

/// Tests slow frames, which receive several keys.
#[test]
fn every_key_of_a_frame_counts() {
    let mut stage = TestStage::new("obstacles_keys");
    stage.open_copy("glowmoor");
    let texts: Vec<String> = (0..4).map(|n| format!("{}// {n}\n", stage.text("pack.ron"))).collect();
    let before = stage.text("pack.ron");
    for text in &texts {
        stage.write("pack.ron", text);
    }
    stage.settle();
    let undo = || press(Key::Z, Modifiers::COMMAND);
    stage.harness.input_mut().events.extend([undo(), undo(), undo()]);
    stage.harness.step();
    assert_eq!(stage.text("pack.ron"), texts[0], "three steps were undone");
    stage.harness.input_mut().events.extend([undo(), press(Key::S, Modifiers::COMMAND)]);
    stage.harness.step();
    stage.settle();
    assert_eq!(stage.text("pack.ron"), before);
    assert_eq!(std::fs::read_to_string(stage.home.join("packs/glowmoor/pack.ron")).unwrap(), before);
}

#[test]
fn a_card_is_renewed_when_its_pack_was_repaired_elsewhere() {
    let mut stage = TestStage::new("obstacles_card");
    stage.open_copy("glowmoor");
    let file = stage.home.join("packs/glowmoor/pack.ron");
    let good = stage.text("pack.ron");
    std::fs::write(&file, "Pack(").unwrap();
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.open_copy("glowmoor");
    assert!(stage.editor().problems().counts().0 > 0);
    std::fs::write(&file, good).unwrap();
    let since = Instant::now();
    while stage.editor().problems().counts().0 > 0 && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
        stage.settle();
    }
    stage.press("Home").settle();
    stage.all_cards().settle();
    assert!(!stage.mentions("Cannot be played yet") && stage.has("Open Glowmoor"));
}

/// Tests that notices stay within the status line, so that they cover no button of a view.
#[test]
fn a_notice_covers_nothing() {
    let mut stage = TestStage::new("obstacles_notice");
    stage.open_copy("glowmoor");
    let long = "A notice that is much too long for one line. ".repeat(20);
    stage.act(EditorAction::Notify(tilewright_editor::ui::notices::NoticeWeight::Failed, long));
    let shown = stage.harness.get_by_label_contains("A notice that is much too long").rect();
    let saved = stage.harness.get_by_label("All saved").rect();
    assert!(shown.min.y >= saved.min.y - 4.0 && shown.max.y <= 800.0, "{shown:?} {saved:?}");
    assert!(shown.min.x > saved.max.x, "{shown:?} {saved:?}");
    stage.press("Close this notice").settle();
    assert!(!stage.mentions("A notice that is much too long"));
}

fn rect(stage: &TestStage, label: &str) -> egui::Rect {
    stage.harness.get_by_label(label).rect()
}

/// Tests that messages of the painter do not move the fields below them.
#[test]
fn messages_of_the_painter_move_no_field() {
    let look = StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("obstacles_painter", look);
    stage.open_copy("glowmoor").press("New").settle().click("Path").click("Terrain causeway");
    let before = rect(&stage, "Id");
    let (north, corner) = (rect(&stage, "Side north, heath").center(), rect(&stage, "Tile New").left_top());
    stage.harness.drag_at(north);
    stage.harness.step();
    stage.harness.hover_at(corner + egui::vec2(6.0, 6.0));
    stage.harness.step();
    stage.harness.drop_at(corner + egui::vec2(6.0, 6.0));
    stage.harness.run_ok();
    stage.picture("obstacles_painter");
    assert!(stage.mentions("The path ends outside the tile"));
    assert_eq!(rect(&stage, "Id"), before);
}

/// Tests that typed names with spaces become ids.
#[test]
fn the_name_of_a_tile_becomes_its_id() {
    let mut stage = TestStage::new("obstacles_id");
    stage.open_copy("glowmoor").press("New").settle();
    for (typed, id) in [("Mill corner", "Mill_corner"), ("Brücke  3", "Brucke_3"), ("a__b", "a__b")] {
        stage.retype("Id", typed).settle();
        assert!(stage.text("tiles.ron").contains(&format!("(id: \"{id}\"")), "{typed}: {}", stage.text("tiles.ron"));
    }
    stage.retype("Id", "?!").settle();
    assert!(stage.text("tiles.ron").contains("(id: \"a__b\"") && stage.mentions("is not a valid name here"));
}

/// Tests that the terrain of a tool stays for the next tool.
#[test]
fn the_painter_keeps_the_terrain_for_the_next_tool() {
    let mut stage = TestStage::new("obstacles_terrain");
    stage.open_copy("glowmoor").press("New").settle().click("Area").click("Terrain mere").click("Path");
    let is_on = |stage: &TestStage, label: &str| {
        stage.harness.get_by_label(label).accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    stage.picture("obstacles_terrain");
    assert!(is_on(&stage, "Terrain mere") && !is_on(&stage, "Terrain causeway"));
}

/// Tests an error in one tile, also before any valid state of the pack was seen: the picture of every tile is drawn,
/// and only the card of the wrong tile has a mark.
#[test]
fn an_error_in_a_tile_hides_no_picture() {
    let mut stage = TestStage::new("obstacles_error");
    stage.open_copy("glowmoor");
    let path = stage.home.join("packs/glowmoor/tiles.ron");
    let good = stage.text("tiles.ron");
    let (home, wrong) = (stage.home.clone(), good.replacen("count: ", "count: \"many\", twice: ", 1));
    assert_ne!(good, wrong);
    stage.write("tiles.ron", &wrong).settle();
    let marked =
        |stage: &TestStage| stage.labels("Tile ").iter().filter(|name| name.ends_with(", with an error")).count();
    assert_eq!(marked(&stage), 1, "{:?}", stage.labels("Tile "));
    stage.picture("obstacles_error");
    assert_eq!(count_shown(&stage, "?"), 0, "the last good pictures stay");
    std::fs::write(&path, wrong).unwrap();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.open_copy("glowmoor").settle().steps(8);
    assert!(stage.editor().problems().counts().0 > 0);
    stage.picture("obstacles_error_at_start");
    assert_eq!(marked(&stage), 1);
    assert_eq!(count_shown(&stage, "?"), 1, "only the wrong tile has no picture yet");
}

/// Returns the number of places where a text of weak colour is painted, as on cards without a picture.
fn count_shown(stage: &TestStage, text: &str) -> usize {
    let weak = tilewright_editor::ui::theme::Tokens::LIGHT.weak;
    let is_it = |shape: &egui::Shape| match shape {
        egui::Shape::Text(shape) => {
            let colour = shape.galley.job.sections.first().map(|section| section.format.color);
            shape.galley.text() == text && colour == Some(weak)
        }
        _ => false,
    };
    stage.harness.output().shapes.iter().filter(|clipped| is_it(&clipped.shape)).count()
}

/// Tests that a new tile is called unfinished where its sides need parts, instead of wrong.
#[test]
fn a_new_tile_is_unfinished() {
    let mut stage = TestStage::new("obstacles_unfinished");
    stage.open_copy("glowmoor").settle();
    let pack = stage.text("pack.ron");
    // Without a side that shows only ground, a new tile has sides without parts.
    let only = pack.replacen("(id: heath, ports: [heath", "(id: heath, ports: [mere", 1);
    assert_ne!(pack, only, "{pack}");
    stage.write("pack.ron", &only).settle().press("New").settle();
    stage.picture("obstacles_unfinished");
    assert!(stage.mentions("Unfinished: paint the parts at the sides of this tile."));
    assert!(stage.labels("Tile New").iter().any(|name| name.ends_with(", unfinished")), "{:?}", stage.labels("Tile "));
}

/// Tests the height of the list of findings.
#[test]
fn four_findings_are_visible() {
    let size = egui::vec2(1440.0, 900.0);
    let mut stage = TestStage::with_look("obstacles_rows", StageLook { size, ..StageLook::default() });
    stage.open_copy("glowmoor").settle();
    let text = stage.text("pack.ron");
    let wrong = "terrains: [(id: 1), (id: 2), (id: 3), (id: 4), (id: 5),";
    stage.write("pack.ron", &text.replacen("terrains: [", wrong, 1)).settle().picture("obstacles_rows");
    let bottom = size.y - 36.0;
    let rows = stage.harness.query_all_by_label_contains("error P").filter(|row| row.rect().bottom() <= bottom);
    assert!(rows.count() >= 4);
}

/// Returns a stage with a finished game on the table, whose final scores the user has closed.
fn finished(name: &str, size: egui::Vec2, seats: usize) -> TestStage {
    let mut stage = TestStage::with_look(name, StageLook { size, ..StageLook::default() });
    stage.open_copy("carcassonne").key(Modifiers::NONE, Key::F5).settle();
    put(&mut stage, game("carcassonne", seats, 5));
    stage.key(Modifiers::NONE, Key::F9);
    for _ in 0..2000 {
        if stage.editor().table().unwrap().is_over() {
            break;
        }
        stage.harness.step();
    }
    stage.settle();
    stage
}

/// Makes roads worth more, and waits for the points by the new rules.
fn change_rules(stage: &mut TestStage) {
    let text = stage.text("pack.ron");
    let changed = text.replacen("use: \"paths\", on: road, per_tile: 1", "use: \"paths\", on: road, per_tile: 3", 1);
    assert_ne!(text, changed, "{text}");
    stage.write("pack.ron", &changed).settle();
    let since = Instant::now();
    while !stage.mentions("by the new rules") && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
        stage.steps(2);
    }
    assert!(stage.mentions("by the new rules"));
    stage.settle();
}

/// Tests a change of the rules after the end of a game: the final scores do not cover the comparison.
#[test]
fn final_scores_stay_closed_when_rules_change() {
    let mut stage = finished("obstacles_final", egui::vec2(1440.0, 900.0), 2);
    stage.press("View the board");
    change_rules(&mut stage);
    assert!(!stage.has("Play again"));
    stage.picture("obstacles_final").press("Compare").settle().picture("obstacles_final_compared");
    assert!(!stage.has("Play again"));
}

/// Tests the points by changed rules in a narrow window: those of every seat can be read.
#[test]
fn points_by_new_rules_are_whole_in_a_narrow_window() {
    let mut stage = finished("obstacles_narrow", egui::vec2(650.0, 700.0), 3);
    if stage.has("View the board") {
        stage.press("View the board");
    }
    change_rules(&mut stage);
    stage.picture("obstacles_narrow");
    let edge = stage.harness.ctx.content_rect().right();
    let shapes = &stage.harness.output().shapes;
    let whole = shapes.iter().any(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => {
            let fits = !text.galley.elided && text.visual_bounding_rect().right() <= edge;
            text.galley.text().contains("Seat 2: ") && text.galley.text().contains("by the new rules") && fits
        }
        _ => false,
    });
    assert!(whole);
}
