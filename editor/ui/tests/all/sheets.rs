//! Tests the dialog that cuts a sheet into pictures of tiles.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use tilewright_editor::context::{EditorAction, EditorCommand};

use crate::own_art::{BLUE, ORANGE, RED, drop_files, folder, open, plain, png};
use crate::stage::{StageLook, TestStage};

/// Width and height of a cell, and the margin and the gaps of the sheet, in pixels.
const SIDE: u32 = 80;
const FREE: u32 = 6;

/// Sides of the pictures on the sheet that show water: of a creek, a moor and a bay, which are out of order.
const SHOWN: [&str; 3] = ["ns", "", "n"];

/// Draws a sheet with two columns and two rows, whose last cell is empty.
fn sheet() -> Vec<u8> {
    let step = SIDE + FREE;
    let length = FREE + 2 * step;
    png(length, length, |x, y| {
        let inside = |at: u32| at.checked_sub(FREE).filter(|at| at % step < SIDE && at / step < 2);
        let (Some(x), Some(y)) = (inside(x), inside(y)) else { return [255; 4] };
        let Some(sides) = SHOWN.get((y / step * 2 + x / step) as usize) else { return [255; 4] };
        let (x, y) = (x % step, y % step);
        let is_water = sides.contains('n') && y < 16 || sides.contains('s') && y >= SIDE - 16;
        let grain = (x * 7 + y * 13) as u8 % 12;
        if is_water { [40, 40, 210 + grain, 255] } else { [30 + grain, 190, 60, 255] }
    })
}

/// Drops the sheet on the moor.
fn drop_sheet(name: &str) -> TestStage {
    let mut stage = open(name);
    drop_files(&mut stage, Some("Tile Moor, count 6"), &[("all.png", sheet())]);
    stage
}

fn drag(stage: &mut TestStage, from: &str, to: &str) {
    let [from, to]: [Pos2; 2] = [from, to].map(|label| stage.harness.get_by_label(label).rect().center());
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let steps = [Event::PointerMoved(from), button(from, true), Event::PointerMoved(from.lerp(to, 0.5))];
    for event in steps.into_iter().chain([Event::PointerMoved(to), button(to, false)]) {
        stage.harness.input_mut().events.push(event);
        stage.harness.step();
    }
    stage.paint();
}

#[test]
fn a_dropped_sheet_is_cut_in_one_step() {
    let mut stage = drop_sheet("sheet_drop");
    let folder = folder(&mut stage);
    let before = stage.text("art/art.ron");
    // The grid is guessed, and the colours of the sides find the tiles.
    assert!(stage.has("Cut all into tiles") && stage.mentions("80 × 80 pixels"));
    for label in ["Column 1, row 1: Creek", "Column 2, row 1: Moor", "Column 1, row 2: Bay", "Column 2, row 2: no tile"]
    {
        assert!(stage.has(label), "{label}: {:?}", stage.labels("Column"));
    }
    stage.picture("sheet_dialog");
    // Escape closes the dialog and changes no file.
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.has("Cut all into tiles"));
    assert_eq!(stage.text("art/art.ron"), before);
    drop_files(&mut stage, Some("Tile Moor, count 6"), &[("all.png", sheet())]);
    stage.press("Show 3 pictures").paint();
    let text = stage.text("art/art.ron");
    for part in [
        "(id: all, file: \"all.png\", grid: (2, 2), margin: 6, gap: 6)",
        "(id: creek, sheet: all, cell: (0, 0))",
        "\"Moor\": moor",
        "\"Creek\": (picture: \"creek\", draw: under)",
        "(id: bay, file: \"bay.png\", bleed: 4)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(folder.join("art/all.png").is_file());
    stage.picture("sheet_cut");
    // One step takes everything back, and the file outside of the pack is untouched.
    stage.key(Modifiers::COMMAND, Key::Z).paint();
    assert_eq!(stage.text("art/art.ron"), before);
    assert!(!folder.join("art/all.png").exists());
    assert_eq!(std::fs::read(stage.home.join("outside/all.png")).unwrap(), sheet());
    stage.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z).paint();
    assert_eq!(stage.text("art/art.ron"), text);
}

#[test]
fn cells_are_dragged_on_tiles_and_chosen_with_the_keyboard() {
    let mut stage = drop_sheet("sheet_drag");
    drag(&mut stage, "Column 1, row 1: Creek", "Tile Moor, column 2, row 1");
    for label in ["Column 1, row 1: Moor", "Column 2, row 1: no tile", "Tile Creek, without a cell"] {
        assert!(stage.has(label), "{label}: {:?}", stage.labels("Column"));
    }
    // The keyboard walks to the next cell, and the list chooses its tile.
    stage.harness.get_by_label("Column 1, row 1: Moor").focus();
    stage.harness.run_ok();
    stage.key(Modifiers::NONE, Key::ArrowRight).choose("Tile of column 2, row 1", "Creek");
    assert!(stage.has("Column 2, row 1: Creek") && stage.has("Tile Creek, column 2, row 1"));
    stage.harness.get_by_label("Column 1, row 2: Bay").focus();
    stage.harness.run_ok();
    stage.key(Modifiers::NONE, Key::Delete);
    assert!(stage.has("Column 1, row 2: no tile"));
    // A tile without a cell takes the selected one.
    stage.click("Tile Bay, without a cell");
    assert!(stage.has("Column 1, row 2: Bay"));
    stage.press("Show 3 pictures").paint();
    let text = stage.text("art/art.ron");
    assert!(text.contains("(id: moor, sheet: all, cell: (0, 0))"), "{text}");
    assert!(text.contains("(id: creek, sheet: all, cell: (1, 0))"), "{text}");
}

#[test]
fn the_grid_changes_with_a_live_preview() {
    let mut stage = drop_sheet("sheet_grid");
    stage.enter_number("Columns", "3");
    assert!(stage.mentions("3 columns do not divide a width of 178 pixels"), "{:?}", stage.labels("3"));
    assert!(stage.harness.get_by_role_and_label(Role::Button, "Show 0 pictures").accesskit_node().is_disabled());
    stage.enter_number("Columns", "2").paint();
    assert!(stage.has("Column 1, row 2: Bay"));
    stage.enter_number("Rows", "1").paint();
    assert!(stage.mentions("80 × 166 pixels") && !stage.has("Column 1, row 2: Bay"));
    // The whole picture can still become the picture of one tile.
    stage.press("Show it whole on Moor").paint();
    assert!(stage.text("art/art.ron").contains("(id: all, file: \"all.png\")"));
}

#[test]
fn sheets_are_chosen_by_a_command_and_pictures_of_single_tiles_are_not_sheets() {
    let mut stage = open("sheet_command");
    let file = stage.home.join("sheets.png");
    std::fs::write(&file, plain(90, BLUE)).unwrap();
    stage.act(EditorAction::Command(EditorCommand::CutSheet));
    stage.retype("File of the sheet", &file.to_string_lossy()).paint();
    assert!(stage.has("Cut sheets into tiles") && !stage.mentions("Show it whole on"));
    stage.press("Cancel");
    for (bytes, reason) in [
        (b"GIF89a".to_vec(), "is not a PNG, JPEG, WebP or SVG picture"),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>".to_vec(), "has no pixels to be cut"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        stage.act(EditorAction::Command(EditorCommand::CutSheet));
        stage.retype("File of the sheet", &file.to_string_lossy()).paint();
        assert!(stage.editor().notices().visible_texts().any(|text| text.contains(reason)), "{reason}");
        assert!(!stage.has("Cut sheets into tiles"));
    }
    // A picture in the shape of the tile is its picture, and a named one is never a sheet.
    drop_files(&mut stage, Some("Tile Moor, count 6"), &[("hill.png", plain(90, ORANGE))]);
    assert!(stage.text("art/art.ron").contains("\"Moor\": hill"));
    drop_files(&mut stage, None, &[("creek.png", png(200, 100, |_, _| [RED[0], RED[1], RED[2], 255]))]);
    assert!(!stage.has("Cut creek into tiles"));
}

#[test]
fn a_pack_that_cannot_be_changed_keeps_the_dialog() {
    let mut stage = drop_sheet("sheet_kept");
    // Another program has taken the name in the meantime.
    let folder = folder(&mut stage);
    std::fs::write(folder.join("art/all.png"), plain(8, RED)).unwrap();
    stage.press("Show 3 pictures").paint();
    assert!(stage.has("Column 1, row 1: Creek") && stage.mentions("another file has this name"));
    assert_eq!(std::fs::read(folder.join("art/all.png")).unwrap(), plain(8, RED));
}

#[test]
fn the_dialog_looks_as_it_did() {
    for (language, title, dark) in [("en", "Cut all into tiles", false), ("nl", "all in tegels verdelen", true)] {
        let look = StageLook { size: egui::Vec2::new(1000.0, 660.0), language, dark, ..StageLook::default() };
        let mut stage = crate::own_art::open_with(&format!("sheet_golden_{language}"), look);
        let file = stage.home.join("all.png");
        std::fs::write(&file, sheet()).unwrap();
        stage.act(EditorAction::Command(EditorCommand::CutSheet));
        let field = if language == "en" { "File of the sheet" } else { "Bestand van het vel" };
        stage.retype(field, &file.to_string_lossy()).paint();
        assert!(stage.has(title));
        let all = stage.harness.ctx.content_rect();
        crate::golden::compare(&mut stage, &format!("sheet_{language}"), all);
    }
}
