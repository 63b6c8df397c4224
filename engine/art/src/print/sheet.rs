//! Arranges pieces on sheets of paper, in columns and rows, with each front on the same place as its back.

use crate::geometry::{Path, Point};
use crate::print::pieces::PrintPiece;
use crate::print::{FOOT, Flip, MARK_GAP, MARK_LENGTH, MARK_PEN, MARK_WIDTH, Page, PrintError, PrintLayout, Sheets};
use crate::scene::Scene;

/// Arranges pieces on pages. Pieces of one size share pages.
///
/// # Errors
/// A piece is larger than the paper.
pub(super) fn arrange(pieces: &[PrintPiece], layout: &PrintLayout, sheets: &mut Sheets) -> Result<(), PrintError> {
    let key = |piece: &PrintPiece| ((piece.size.x * 20.0) as u32, (piece.size.y * 20.0) as u32);
    let mut groups: Vec<Vec<&PrintPiece>> = Vec::new();
    for piece in pieces {
        match groups.iter_mut().find(|group| key(group[0]) == key(piece)) {
            Some(group) => group.push(piece),
            None => groups.push(vec![piece]),
        }
    }
    groups.iter().try_for_each(|group| lay_group(group, layout, sheets))
}

/// Arranges pieces of one size.
fn lay_group(group: &[&PrintPiece], layout: &PrintLayout, sheets: &mut Sheets) -> Result<(), PrintError> {
    let Some(first) = group.first() else { return Ok(()) };
    // The marks of neighbours share the gutter between them.
    let gutter = 2.0 * (layout.bleed + MARK_GAP) + MARK_LENGTH;
    let (across, down) = (first.size.x + gutter, first.size.y + gutter);
    let edge = overhang(group.iter().map(|piece| &piece.marks), first.size, layout);
    let room = (layout.paper.width - 2.0 * layout.margin, layout.paper.height - 2.0 * layout.margin - FOOT);
    let columns = ((room.0 - 2.0 * edge.x + gutter) / across).floor() as usize;
    let rows = ((room.1 - 2.0 * edge.y + gutter) / down).floor() as usize;
    if columns == 0 || rows == 0 {
        return Err(PrintError::TooLarge(first.name.clone()));
    }
    // The block of pieces is centred, so that backs meet fronts.
    let left = (layout.paper.width - columns as f32 * across + gutter) / 2.0;
    let top = (layout.paper.height - FOOT - rows as f32 * down + gutter) / 2.0;
    let copies = group.iter().flat_map(|&piece| std::iter::repeat_n(piece, piece.copies as usize));
    let slots: Vec<&PrintPiece> = copies.collect();
    let tiles = slots.iter().filter(|piece| piece.is_tile).count();
    sheets.tiles += tiles;
    sheets.others += slots.len() - tiles;
    for chunk in slots.chunks(columns * rows) {
        let corner = |slot: usize, mirrored: Option<Flip>| {
            let (mut column, mut row) = (slot % columns, slot / columns);
            match mirrored {
                Some(Flip::Long) => column = columns - 1 - column,
                Some(Flip::Short) => row = rows - 1 - row,
                None => {}
            }
            // After a flip along the short side, the foot of a page is at the head of its back.
            let top = if mirrored == Some(Flip::Short) { top + FOOT } else { top };
            let shift = if mirrored.is_some() { layout.offset } else { Point::default() };
            Point::new(left + column as f32 * across, top + row as f32 * down) + shift
        };
        let side = |mirrored: Option<Flip>| {
            let mut page =
                Page { placed: Vec::new(), marks: Scene::new(layout.paper.width, layout.paper.height), boxes: None };
            for (slot, piece) in chunk.iter().enumerate() {
                let at = corner(slot, mirrored);
                let picture = if mirrored.is_some() { piece.back.unwrap_or(piece.front) } else { piece.front };
                page.placed.push((picture, at - Point::new(layout.bleed, layout.bleed)));
                if !piece.marks.0.is_empty() {
                    page.marks.line(piece.marks.translate(at), MARK_PEN);
                }
            }
            page
        };
        sheets.pages.push(side(None));
        if let Some(flip) = layout.backs {
            sheets.pages.push(side(Some(flip)));
        }
    }
    Ok(())
}

/// Returns the distance that ink extends beyond the box of a piece, horizontally and vertically: the bleed or the
/// longest crop mark, whichever is larger, and the shift of backs.
fn overhang<'a>(marks: impl Iterator<Item = &'a Path>, size: Point, layout: &PrintLayout) -> Point {
    let mut edge = Point::new(layout.bleed, layout.bleed);
    for at in marks.flat_map(Path::to_polylines).flatten() {
        edge.x = edge.x.max(-at.x + MARK_WIDTH / 2.0).max(at.x - size.x + MARK_WIDTH / 2.0);
        edge.y = edge.y.max(-at.y + MARK_WIDTH / 2.0).max(at.y - size.y + MARK_WIDTH / 2.0);
    }
    edge + Point::new(layout.offset.x.abs(), layout.offset.y.abs())
}
