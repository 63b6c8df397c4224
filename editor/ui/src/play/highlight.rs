//! Highlights the parts of the board that a list, a sheet or a question refers to. Adjacent colours of the row also
//! differ in their pattern, not by colour alone.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use tilewright_core::catalog::lattice::Cell;

use crate::ui::theme::Tokens;

/// Part of the board that is highlighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Highlighted {
    /// Cell as a whole.
    Cell(Cell),
    /// Segment of a placed tile, by its number on the board.
    Segment(tilewright_core::catalog::id::SegmentId),
    /// Corner, or seam between two cells.
    Joint(tilewright_core::catalog::joint::Joint),
    /// Area that a segment covers in its cell.
    Area(tilewright_core::catalog::id::SegmentId),
    /// Area of a segment of the feature under the pointer, which only becomes lighter: in a colour, one terrain could
    /// look like another.
    Pointed(tilewright_core::catalog::id::SegmentId),
}

/// Highlight of a part of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// Part that is highlighted.
    pub on: Highlighted,
    /// Index of colour and pattern. Highlights that belong together share it.
    pub row: usize,
    /// Short caption next to it, such as a number or a chance.
    pub caption: Option<String>,
}

/// Colours that remain distinct for all kinds of colour vision. Patterns distinguish them without colour.
const COLOURS: [Color32; 6] = [
    Color32::from_rgb(0, 90, 181),
    Color32::from_rgb(220, 50, 32),
    Color32::from_rgb(0, 130, 94),
    Color32::from_rgb(153, 79, 160),
    Color32::from_rgb(180, 106, 0),
    Color32::from_rgb(60, 60, 60),
];

/// Returns the colour with an index, repeating the list if necessary.
pub fn colour(row: usize) -> Color32 {
    COLOURS[row % COLOURS.len()]
}

/// Highlights a cell, given its corners on the screen in points.
pub fn highlight_cell(painter: &Painter, corners: &[Pos2], row: usize) {
    let (colour, box_) = (colour(row), Rect::from_points(corners));
    let stroke = Stroke::new((box_.width() / 32.0).clamp(1.0, 3.0), colour);
    let outline: Vec<Pos2> = corners.iter().map(|c| box_.center() + (*c - box_.center()) * 0.94).collect();
    painter.add(Shape::convex_polygon(outline.clone(), colour.gamma_multiply(0.16), Stroke::NONE));
    // A light line separates the highlight from a dark table.
    let beside = Stroke::new(stroke.width + 2.0, Color32::from_white_alpha(200));
    painter.add(Shape::closed_line(outline.clone(), beside));
    let thin = Stroke::new(stroke.width * 0.6, colour.gamma_multiply(0.75));
    let (middle, reach) = (box_.center(), box_.width().min(box_.height()) * 0.32);
    let across = |from: Vec2, to: Vec2| painter.line_segment([middle + from * reach, middle + to * reach], thin);
    match row % 4 {
        0 => painter.add(Shape::closed_line(outline.clone(), stroke)),
        1 => painter.add(Shape::Vec(Shape::dashed_line(&close_outline(&outline), stroke, 6.0, 4.0))),
        2 => {
            painter.add(Shape::closed_line(outline.clone(), stroke));
            across(Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0))
        }
        _ => {
            painter.add(Shape::Vec(Shape::dashed_line(&close_outline(&outline), stroke, 6.0, 4.0)));
            across(Vec2::new(-1.0, -1.0), Vec2::new(1.0, 1.0))
        }
    };
}

/// Highlights a place on a tile with a ring in the row's colour, and strokes that count the row modulo 4.
pub fn highlight_place(painter: &Painter, at: Pos2, cell: f32, row: usize) {
    let (colour, radius) = (colour(row), (cell * 0.085).clamp(3.0, 11.0));
    painter.circle(at, radius, colour.gamma_multiply(0.55), Stroke::new(1.5, Color32::WHITE));
    painter.circle_stroke(at, radius + 1.5, Stroke::new(1.5, colour));
    for number in 0..row % 4 {
        let angle = number as f32 * std::f32::consts::FRAC_PI_4;
        let by = Vec2::angled(angle) * radius * 0.8;
        painter.line_segment([at - by, at + by], Stroke::new(1.0, Color32::WHITE));
    }
}

/// Draws a short caption on its own background, so that it is readable on any picture.
pub fn caption(painter: &Painter, at: Pos2, cell: f32, text: &str, tokens: &Tokens) {
    let font = FontId::proportional((cell * 0.2).clamp(9.0, 15.0));
    let galley = painter.layout_no_wrap(text.to_owned(), font, tokens.text);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size()).expand2(Vec2::new(3.0, 1.0));
    painter.rect(rect, 3.0, tokens.panel, Stroke::new(1.0, tokens.line), egui::StrokeKind::Inside);
    painter.galley(rect.min + Vec2::new(3.0, 1.0), galley, tokens.text);
}

fn close_outline(points: &[Pos2]) -> Vec<Pos2> {
    points.iter().chain(points.first()).copied().collect()
}
