//! Arranges each piece on its own page, as print shops require.

use tilewright_core::catalog::id::TileKindId;

use crate::geometry::Point;
use crate::print::pieces::{Facing, PieceMaker};
use crate::print::{
    MARK_GAP, MARK_LENGTH, MARK_PEN, MARK_WIDTH, Page, PageBoxes, PrintError, PrintLayout, PrintParts, Sheets,
};
use crate::scene::Scene;
use crate::tile::Artist;

/// Maximum width and height of a page of a PDF file, in millimetres: 14,400 points.
const MAX_PAGE: f32 = 5080.0;

/// Arranges each tile on its own page for a print shop, as [`single_part_pages`] does.
///
/// # Errors
/// The list of tiles is empty.
pub fn single_pages(
    artist: &Artist<'_>,
    tiles: &[(TileKindId, u32)],
    layout: &PrintLayout,
) -> Result<Sheets, PrintError> {
    single_part_pages(artist, &PrintParts { tiles: tiles.to_vec(), ..PrintParts::default() }, layout)
}

/// Arranges each piece on its own page for a print shop: the page is as large as the piece with its bleed and crop
/// marks. Every page has boxes for cut and bleed. The size of the paper, the margin and the offset of the layout have no
/// effect, backs are upright, and boards have no backs.
///
/// # Errors
/// The lists of parts are empty, or a board is larger than a page can be.
pub fn single_part_pages(artist: &Artist<'_>, parts: &PrintParts, layout: &PrintLayout) -> Result<Sheets, PrintError> {
    let mut sheets = Sheets::default();
    let mut maker = PieceMaker::new(artist, layout, Facing::Upright);
    let mut pieces = maker.pieces(parts, &mut sheets);
    pieces.extend(parts.boards.iter().map(|board| maker.board(board, &mut sheets)));
    for piece in pieces {
        let [from, to] = piece.cut;
        let around = layout.bleed + MARK_GAP + MARK_LENGTH + MARK_WIDTH;
        let around = Point::new(around, around);
        let page = to - from + around * 2.0;
        if page.x.max(page.y) > MAX_PAGE {
            return Err(PrintError::TooLarge(piece.name));
        }
        // Position of the box of the piece on the page.
        let corner = around - from;
        let mut marks = Scene::new(page.x, page.y);
        if !piece.marks.0.is_empty() {
            marks.line(piece.marks.translate(corner), MARK_PEN);
        }
        let bleed = Point::new(layout.bleed, layout.bleed);
        let trim = [around, around + to - from];
        let boxes = Some(PageBoxes { trim, bleed: [trim[0] - bleed, trim[1] + bleed] });
        for _ in 0..piece.copies {
            let sides = std::iter::once(piece.front).chain(piece.back);
            sheets.pages.extend(sides.map(|picture| Page {
                placed: vec![(picture, corner - bleed)],
                marks: marks.clone(),
                boxes,
            }));
        }
        match piece.is_tile {
            true => sheets.tiles += piece.copies as usize,
            false => sheets.others += piece.copies as usize,
        }
    }
    if sheets.pages.is_empty() { Err(PrintError::Nothing) } else { Ok(sheets) }
}
