//! Layout of printed pages: paper, margins, bleed and crop marks.

use crate::geometry::Point;
use crate::scene::{Color, Pen};

/// Distance of crop marks from the cut, in addition to the bleed, and the length and width of their lines, in
/// millimetres.
pub(super) const MARK_GAP: f32 = 0.7;
pub(super) const MARK_LENGTH: f32 = 2.3;
pub(super) const MARK_WIDTH: f32 = 0.15;
pub(super) const MARK_PEN: Pen = Pen::solid(Color::hex(0x333333), MARK_WIDTH);

/// A paper size in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// Width of the upright sheet.
    pub width: f32,
    /// Height of the upright sheet.
    pub height: f32,
}

impl Paper {
    /// A4, 210 by 297 millimetres.
    pub const A4: Paper = Paper { width: 210.0, height: 297.0 };
    /// US Letter, 8.5 by 11 inches.
    pub const LETTER: Paper = Paper { width: 215.9, height: 279.4 };
}

/// Direction in which a duplex printer flips the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flip {
    /// Flips along the long side: backs are mirrored from left to right.
    Long,
    /// Flips along the short side: backs are mirrored from top to bottom.
    Short,
}

/// Page layout of printed sheets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PrintLayout {
    /// Size of the paper.
    pub paper: Paper,
    /// Width of a cell, in millimetres.
    pub cell: f32,
    /// Distance that pictures extend beyond the cut, in millimetres.
    pub bleed: f32,
    /// Width of the unprintable margin, in millimetres.
    pub margin: f32,
    /// Flip direction of the backs; `None` to print no backs.
    pub backs: Option<Flip>,
    /// Shift of the backs to the right and down, in millimetres, for printers that shift the second side.
    pub offset: Point,
}

impl Default for PrintLayout {
    fn default() -> PrintLayout {
        let offset = Point::new(0.0, 0.0);
        PrintLayout { paper: Paper::A4, cell: 45.0, bleed: 2.0, margin: 8.0, backs: Some(Flip::Long), offset }
    }
}
