//! Arranges each tile on its own page, as print shops require.

use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::pose::TurnedKind;

use crate::geometry::Point;
use crate::print::face::{crop_marks, outlines, prepare_back_for_print, prepare_for_print};
use crate::print::{MARK_GAP, MARK_LENGTH, MARK_WIDTH, Page, PageBoxes, PrintError, PrintLayout, Sheets};
use crate::scene::{Color, Pen, Scene};
use crate::tile::Artist;

/// Arranges each tile on its own page for a print shop: the page is as large as the tile with its bleed and crop marks.
/// Every page has boxes for cut and bleed. The size of the paper and the margin of the layout have no effect, and backs
/// are upright.
///
/// # Errors
/// The list of tiles is empty.
pub fn single_pages(
    artist: &Artist<'_>,
    tiles: &[(TileKindId, u32)],
    layout: &PrintLayout,
) -> Result<Sheets, PrintError> {
    let catalog = artist.catalog();
    let mut sheets = Sheets::default();
    for &(kind, count) in tiles.iter().filter(|tile| tile.1 > 0) {
        let face = TurnedKind { kind, turn: Turn::NONE };
        let cut = outlines(catalog, face, layout.cell, 0.0).concat();
        let Some((from, to)) = extent(&cut) else { continue };
        let around = layout.bleed + MARK_GAP + MARK_LENGTH + MARK_WIDTH;
        let around = Point::new(around, around);
        let page = to - from + around * 2.0;
        // Position of the box of the tile on the page.
        let corner = around - from;
        let mut marks = Scene::new(page.x, page.y);
        let lines = crop_marks(catalog, kind, layout);
        if !lines.0.is_empty() {
            marks.line(lines.translate(corner), Pen::solid(Color::hex(0x333333), MARK_WIDTH));
        }
        let bleed = Point::new(layout.bleed, layout.bleed);
        let trim = [around, around + to - from];
        let boxes = Some(PageBoxes { trim, bleed: [trim[0] - bleed, trim[1] + bleed] });
        sheets.pictures.push(prepare_for_print(artist, face, layout));
        let mut sides = vec![sheets.pictures.len() - 1];
        if layout.backs.is_some() {
            sheets.pictures.push(prepare_back_for_print(artist, kind, Turn::NONE, layout));
            sides.push(sheets.pictures.len() - 1);
        }
        for _ in 0..count {
            sheets.pages.extend(sides.iter().map(|&picture| Page {
                placed: vec![(picture, corner - bleed)],
                marks: marks.clone(),
                boxes,
            }));
        }
        sheets.tiles += count as usize;
    }
    if sheets.tiles == 0 { Err(PrintError::Nothing) } else { Ok(sheets) }
}

/// Returns the least and greatest corner of some points; `None` if there are none.
fn extent(points: &[Point]) -> Option<(Point, Point)> {
    let first = *points.first()?;
    let least = points.iter().fold(first, |a, b| Point::new(a.x.min(b.x), a.y.min(b.y)));
    let most = points.iter().fold(first, |a, b| Point::new(a.x.max(b.x), a.y.max(b.y)));
    Some((least, most))
}
