//! Divides boards among sheets of paper.

use crate::bare_board::BareBoard;
use crate::geometry::{Path, Point};
use crate::print::pieces::add as add_picture;
use crate::print::{FOOT, MARK_GAP, MARK_LENGTH, MARK_PEN, MARK_WIDTH, Page, PrintLayout, Sheets, rectangle_marks};
use crate::scene::{Scene, Shape};
use crate::tile::Artist;

/// Adds a board: as few equal parts as fit on the paper, row by row. The backs of its pages are empty.
pub(super) fn add(artist: &Artist<'_>, board: &BareBoard, layout: &PrintLayout, sheets: &mut Sheets) {
    let bleed = layout.bleed;
    let whole = artist.bare_board(board, bleed / layout.cell);
    let size = Point::new(whole.size.0, whole.size.1) * layout.cell - Point::new(bleed, bleed) * 2.0;
    let around = bleed + MARK_GAP + MARK_LENGTH + MARK_WIDTH;
    let room = Point::new(
        (layout.paper.width - 2.0 * (layout.margin + around)).max(1.0),
        (layout.paper.height - 2.0 * (layout.margin + around) - FOOT).max(1.0),
    );
    let columns = (size.x / room.x).ceil().max(1.0);
    let rows = (size.y / room.y).ceil().max(1.0);
    let part = Point::new(size.x / columns, size.y / rows);
    let corner = Point::new(layout.paper.width - part.x, layout.paper.height - FOOT - part.y) * 0.5;
    for number in 0..(columns * rows) as usize {
        let (column, row) = (number % columns as usize, number / columns as usize);
        let (width, height) = (part.x + 2.0 * bleed, part.y + 2.0 * bleed);
        let mut shown = Scene::default();
        shown.add_scaled(&whole, Point::new(-(column as f32) * part.x, -(row as f32) * part.y), layout.cell);
        let mut picture = Scene::new(width, height);
        let outline = [Point::default(), Point::new(width, 0.0), Point::new(width, height), Point::new(0.0, height)];
        picture.shapes.push(Shape::Clipped(Path::polygon(&outline), shown.shapes));
        let picture = add_picture(sheets, picture);
        let empty = || Scene::new(layout.paper.width, layout.paper.height);
        let mut marks = empty();
        marks.line(rectangle_marks(part, layout).translate(corner), MARK_PEN);
        let placed = vec![(picture, corner - Point::new(bleed, bleed))];
        sheets.pages.push(Page { placed, marks, boxes: None });
        if layout.backs.is_some() {
            sheets.pages.push(Page { placed: Vec::new(), marks: empty(), boxes: None });
        }
    }
    sheets.others += 1;
}
