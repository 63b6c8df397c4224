//! Tests the export of pictures and print sheets.

use crate::stage::{StageLook, TestStage};

#[test]
fn sheets_are_shown_and_written() {
    let mut stage = TestStage::new("sheets");
    stage.open_copy("glowmoor");
    stage.press("Pictures").settle().picture("pictures_all");
    stage.press("Sheets to print").settle().picture("pictures_sheets");
    assert!(stage.mentions("33 tiles"), "every tile is printed as often as the game has it");
    stage.press("Letter").press("Next page").settle();
    stage.press("Save as PDF");
    let pdf = std::fs::read(stage.home.join("packs/glowmoor-print.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF"));
    stage.press("The board at the table").settle();
    stage.press("Save as PNG").press("Save as SVG");
    let png = std::fs::read(stage.home.join("packs/glowmoor-board.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let svg = std::fs::read_to_string(stage.home.join("packs/glowmoor-board.svg")).unwrap();
    assert!(svg.contains("<svg"));
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let mut stage = TestStage::with_look("unwritable", StageLook { dark: true, scale: 1.5, ..StageLook::default() });
    stage.open_copy("glowmoor");
    std::fs::create_dir(stage.home.join("packs/glowmoor-tiles.png")).unwrap();
    stage.press("Pictures").settle();
    stage.press("Save as PNG").picture("pictures_dark_150");
    assert!(stage.editor().notices().texts().any(|t| t.contains("glowmoor-tiles.png")));
}

#[test]
fn sheets_of_an_expansion_leave_out_what_somebody_has() {
    let mut stage = TestStage::new("own_sheets");
    stage.open_copy("traders_builders");
    stage.press("Pictures").settle();
    stage.press("Sheets to print").settle();
    assert!(stage.mentions("96 tiles"));
    stage.click("Only the tiles of this pack").settle();
    assert!(stage.mentions("24 tiles"));
}
