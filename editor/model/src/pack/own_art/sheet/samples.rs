//! Draws sheets for tests, and loads packs with tiles for them.

use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::Loaded;

use super::SheetGrid;
use crate::pack::analysis::{PackSurroundings, analyse};
use crate::pack::document::FileTexts;

/// Properties of a sheet with a different picture in each cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleSheet {
    pub(super) grid: SheetGrid,
    /// Width and height of a cell, in pixels.
    pub(super) side: u16,
    /// Colour of the margin, the gaps and the empty cells.
    pub(super) line: [u8; 4],
    /// Width of a frame that is painted on each picture, in pixels.
    pub(super) frame: u16,
    /// Number of cells with a picture.
    pub(super) filled: usize,
}

impl Default for SampleSheet {
    fn default() -> SampleSheet {
        let grid = SheetGrid { columns: 1, rows: 1, margin: 0, gap: 0 };
        SampleSheet { grid, side: 48, line: [255; 4], frame: 0, filled: usize::MAX }
    }
}

/// Draws a sheet.
pub(super) fn sample(sheet: SampleSheet) -> Bitmap {
    let SampleSheet { grid, side, line, frame, filled } = sheet;
    let length = |count: u16| u32::from(2 * grid.margin + count * side + (count - 1) * grid.gap);
    let size = (length(grid.columns), length(grid.rows));
    let mut rgba = line.repeat((size.0 * size.1) as usize);
    for (number, at) in grid.cells().enumerate().take(filled) {
        let Some([left, top, width, height]) = grid.rectangle(at, size) else { continue };
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let rim = x.min(y).min(width - 1 - x).min(height - 1 - y);
            let start = (((top + y) * size.0 + left + x) * 4) as usize;
            rgba[start..start + 4].copy_from_slice(&color(number as u32, (x, y), rim < u32::from(frame)));
        }
    }
    Bitmap::new(size.0, size.1, rgba).unwrap_or_else(|| unreachable!("the pixels fit the size"))
}

/// Returns the colour of a pixel: each picture has its own colours, and stripes.
fn color(number: u32, (x, y): (u32, u32), is_frame: bool) -> [u8; 4] {
    if is_frame {
        return [90, 140, 60, 255];
    }
    let hue = |factor: u32| (40 + number * factor % 130) as u8;
    let stripe = if ((x + 2 * y + number * 7) / 9).is_multiple_of(2) { 0 } else { 40 };
    [hue(37) + stripe, hue(61) + stripe, hue(89), 255]
}

const PACK: &str = r#"Pack(
    id: "tarn", version: "0.1.0", format: 1, title: "Tarn", authors: ["A test"], licence: "MIT",
    seats: (2, 2), lattice: square,
    terrains: [(id: moss, ground: true)], edges: [(id: moss, ports: [moss])], bags: [tiles],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
)
"#;

/// Loads a pack `tarn` with equal tiles of these names.
pub(super) fn load_tiles(names: &[&str]) -> Arc<Loaded> {
    let tile = |name: &&str| {
        format!("    (id: \"{name}\", count: 1, edges: (n: moss, e: moss, s: moss, w: moss), parts: []),\n")
    };
    let tiles: String = names.iter().map(tile).collect();
    let tiles = format!("Tiles([\n{tiles}])\n");
    let files = FileTexts::from([("pack.ron".into(), PACK.into()), ("tiles.ron".into(), tiles.into())]);
    let loaded = analyse(&PackSurroundings::read(&Finder::nowhere()), &"tarn".into(), &files, 1).loaded;
    assert!(loaded.catalog().is_some(), "{:?}", loaded.diagnostics);
    loaded
}
