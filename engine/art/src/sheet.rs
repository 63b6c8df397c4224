//! Draws contact sheets: every tile kind once, or in several sizes.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;

use crate::geometry::{Path, Point};
use crate::lettering;
use crate::picture::INK;
use crate::raster::png;
use crate::scene::{Color, Scene};
use crate::tile::{Artist, Style};

/// Gap between tiles, in cells.
const GAP: f32 = 0.12;
/// Height of captions, in cells.
const CAPTION: f32 = 0.075;
/// Cell sizes on a specimen sheet, in pixels.
pub const SIZES: [u16; 5] = [24, 48, 96, 160, 256];

/// Background colour of sheets.
pub(crate) const TABLE: Color = Color::hex(0xe8e4da);

/// Draws tile kinds side by side with the same turn, in rows of `columns`, each with its name.
pub fn contact_sheet(artist: &Artist<'_>, kinds: &[TileKindId], turn: Turn, columns: usize) -> Scene {
    let catalog = artist.catalog();
    let tile = |&kind: &TileKindId| CaptionedScene {
        scene: artist.tile(kind, turn),
        caption: catalog.kinds.name(kind).local.to_string(),
    };
    captioned_sheet(&kinds.iter().map(tile).collect::<Vec<_>>(), columns)
}

/// Scene with its name on a sheet.
#[derive(Clone, Debug)]
pub struct CaptionedScene {
    /// The scene.
    pub scene: Scene,
    /// Text below the scene.
    pub caption: String,
}

/// Draws scenes side by side in rows of `columns`, each with its caption.
pub fn captioned_sheet(scenes: &[CaptionedScene], columns: usize) -> Scene {
    let tiles: Vec<&Scene> = scenes.iter().map(|captioned| &captioned.scene).collect();
    let widest = tiles.iter().map(|t| t.size.0).fold(0.0, f32::max);
    let highest = tiles.iter().map(|t| t.size.1).fold(0.0, f32::max);
    let columns = columns.clamp(1, tiles.len().max(1));
    let rows = tiles.len().div_ceil(columns);
    let (across, down) = (widest + GAP, highest + GAP + CAPTION * 1.6);
    let mut sheet = table(columns as f32 * across + GAP, rows as f32 * down + GAP);
    for (number, CaptionedScene { scene: tile, caption }) in scenes.iter().enumerate() {
        let (column, row) = ((number % columns) as f32, (number / columns) as f32);
        let corner = Point::new(GAP + column * across, GAP + row * down);
        let middle = Point::new((widest - tile.size.0) / 2.0, (highest - tile.size.1) / 2.0);
        sheet.add(tile, corner + middle);
        let height = (widest / lettering::width(caption).max(0.1)).min(CAPTION);
        lettering::draw_centered(
            &mut sheet,
            caption,
            corner + Point::new(widest / 2.0, highest + CAPTION),
            height,
            INK,
        );
    }
    sheet
}

/// Maximum number of tiles on an overview.
const OVERVIEW: usize = 8;

/// Draws tile kinds that the pack itself declares, as its picture: the largest number, up to 8, that fills whole rows.
/// Returns `None` if the pack declares no drawn tiles.
pub fn overview(artist: &Artist<'_>, pack: &str) -> Option<Scene> {
    let catalog = artist.catalog();
    let own: Vec<TileKindId> = catalog.drawn_kinds().filter(|&kind| *catalog.kinds.name(kind).pack == *pack).collect();
    if own.is_empty() {
        return None;
    }
    let columns = own.len().min(4);
    // A large pack shows its first and last kinds and evenly spaced ones in between.
    let shown = own.len().min(OVERVIEW) / columns * columns;
    let kinds: Vec<TileKindId> = (0..shown).map(|n| own[n * (own.len() - 1) / (shown - 1).max(1)]).collect();
    Some(contact_sheet(artist, &kinds, Turn::NONE, columns))
}

/// Width of a cell in the picture of a pack, in pixels.
const PICTURE_CELL: f32 = 64.0;

/// Draws the default picture of a pack as PNG, from its tiles; `None` if the pack has no tiles.
pub fn picture(catalog: &Catalog, pack: &str) -> Option<Vec<u8>> {
    let artist = Artist::new(catalog, Style { frame: true, ornaments: true });
    png(&overview(&artist, pack)?, PICTURE_CELL).ok()
}

/// Draws every kind in each of [`SIZES`], to check its legibility. One unit of the scene is the largest size.
pub fn specimens(artist: &Artist<'_>) -> Scene {
    let catalog = artist.catalog();
    let largest = f32::from(SIZES[SIZES.len() - 1]);
    let tiles: Vec<Scene> = catalog.drawn_kinds().map(|kind| artist.tile(kind, Turn::NONE)).collect();
    let widest = tiles.iter().map(|t| t.size.0).fold(1.0, f32::max);
    let line: f32 = SIZES.iter().map(|&s| f32::from(s) / largest * widest + GAP).sum();
    let columns = if tiles.len() > 12 { 2 } else { 1 };
    let rows: Vec<&[Scene]> = tiles.chunks(columns).collect();
    let height: f32 = rows.iter().map(|r| r.iter().map(|t| t.size.1).fold(0.0, f32::max) + GAP).sum();
    let mut sheet = table(line * columns as f32 + GAP, height + GAP);
    let mut y = GAP;
    for row in rows {
        let high = row.iter().map(|t| t.size.1).fold(0.0, f32::max);
        for (column, tile) in row.iter().enumerate() {
            let mut x = GAP + column as f32 * line;
            for &size in SIZES.iter().rev() {
                let scale = f32::from(size) / largest;
                sheet.add_scaled(tile, Point::new(x, y + high - tile.size.1 * scale), scale);
                x += widest * scale + GAP;
            }
        }
        y += high + GAP;
    }
    sheet
}

/// Creates a scene filled with the background colour.
pub(crate) fn table(width: f32, height: f32) -> Scene {
    let mut scene = Scene::new(width, height);
    let corners = [Point::default(), Point::new(width, 0.0), Point::new(width, height), Point::new(0.0, height)];
    scene.fill(Path::polygon(&corners), TABLE);
    scene
}
