//! Plans pictures with an exact size in pixels, and writes them as PNG.

use tilewright_art::geometry::{Path, Point};
use tilewright_art::raster::{Pixels, pixels};
use tilewright_art::scene::{Color, Scene};
use tilewright_core::catalog::id::{FigureKindId, TileKindId, TokenId, ZoneId};
use tilewright_core::catalog::seat::Seat;

use crate::form::TileForm;
use crate::paint::{PiecePainter, TileSide};
use crate::pieces::BoardPlan;

/// Subject of a picture.
#[derive(Clone, Debug)]
pub(crate) enum PictureSubject {
    /// Side of a tile, in the middle of the picture.
    Tile(TileKindId, TileSide),
    /// Outline of a tile as a white area.
    Silhouette(TileKindId),
    /// Figure of a seat.
    Figure(FigureKindId, Seat),
    /// Token.
    Token(TokenId),
    /// Board without pieces.
    Board(BoardPlan),
    /// Mat of a zone, with its name.
    Mat(ZoneId, String),
    /// Text on a square.
    Label(String),
    /// Pictures in equal cells without gaps, row by row.
    Sheet(Vec<PictureSubject>, u32),
}

/// Picture with its size.
#[derive(Clone, Debug)]
pub(crate) struct PlannedPicture {
    pub(crate) subject: PictureSubject,
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
    /// Width of a cell of the lattice, in pixels.
    pub(crate) scale: f32,
    /// Distance that tiles extend beyond the cut, in pixels.
    pub(crate) bleed: f32,
    /// True if the cut of a tile is in the middle of the picture; false for the middle of its box, which is the point
    /// that tiles of one cell turn about.
    pub(crate) is_cut: bool,
    /// True if the background of the picture is opaque white.
    pub(crate) is_opaque: bool,
    /// Number of clockwise quarter turns of the finished picture, from 0 to 3.
    pub(crate) quarters: u8,
    /// Resolution in dots per inch; `None` if the file names none.
    pub(crate) dpi: Option<u32>,
}

impl PlannedPicture {
    /// Plans a picture for the screen.
    pub(crate) fn new(subject: PictureSubject, size: (u32, u32), scale: f32) -> PlannedPicture {
        let (width, height) = size;
        PlannedPicture {
            subject,
            width,
            height,
            scale,
            bleed: 0.0,
            is_cut: false,
            is_opaque: false,
            quarters: 0,
            dpi: None,
        }
    }

    /// Draws the picture as PNG. Returns `None` if it is too large.
    pub(crate) fn draw(&self, painter: &PiecePainter<'_>) -> Option<Vec<u8>> {
        let turned = self.quarters % 2 == 1;
        let (width, height) = if turned { (self.height, self.width) } else { (self.width, self.height) };
        let (columns, rows) = match &self.subject {
            PictureSubject::Sheet(parts, columns) => {
                let columns = (*columns).max(1);
                (columns, (parts.len() as u32).div_ceil(columns).max(1))
            }
            _ => (1, 1),
        };
        let part_size = Point::new(width as f32 / columns as f32, height as f32 / rows as f32);
        let mut scene = Scene::new(width as f32, height as f32);
        if self.is_opaque {
            let (right, bottom) = scene.size;
            let corners =
                [Point::default(), Point::new(right, 0.0), Point::new(right, bottom), Point::new(0.0, bottom)];
            scene.fill(Path::polygon(&corners), Color::hex(0xffffff));
        }
        match &self.subject {
            PictureSubject::Sheet(parts, _) => {
                for (number, part) in (0u32..).zip(parts) {
                    let (column, row) = ((number % columns) as f32, (number / columns) as f32);
                    let corner = Point::new(column * part_size.x, row * part_size.y);
                    self.add_part(&mut scene, part, corner, part_size, painter);
                }
            }
            single => self.add_part(&mut scene, single, Point::default(), part_size, painter),
        }
        let drawn = pixels(&scene, 1.0).ok()?;
        encode(&turn(drawn, self.quarters), self.dpi)
    }

    /// Adds a part of the picture in a box.
    fn add_part(
        &self,
        scene: &mut Scene,
        part: &PictureSubject,
        corner: Point,
        size: Point,
        painter: &PiecePainter<'_>,
    ) {
        let (drawn, scale) = match part {
            PictureSubject::Tile(kind, side) => (painter.tile(*kind, *side, self.scale, self.bleed), 1.0),
            PictureSubject::Silhouette(kind) => (painter.silhouette(*kind, self.scale), 1.0),
            PictureSubject::Figure(kind, seat) => (painter.figure(*kind, *seat), self.scale),
            PictureSubject::Token(token) => (painter.token(*token), self.scale),
            PictureSubject::Board(board) => (painter.board(board), self.scale),
            PictureSubject::Mat(zone, name) => (painter.mat(*zone, name), self.scale),
            PictureSubject::Label(text) => (PiecePainter::label(text), self.scale),
            // A sheet has no sheets.
            PictureSubject::Sheet(..) => return,
        };
        let middle = match part {
            PictureSubject::Tile(kind, _) | PictureSubject::Silhouette(kind) if self.is_cut => {
                let form = TileForm::of(painter.catalog(), *kind);
                let bleed = if matches!(part, PictureSubject::Tile(..)) { self.bleed } else { 0.0 };
                form.cut_from.lerp(form.cut_to, 0.5) * self.scale + Point::new(bleed, bleed)
            }
            _ => Point::new(drawn.size.0, drawn.size.1) * (scale / 2.0),
        };
        scene.add_scaled(&drawn, corner + size * 0.5 - middle, scale);
    }
}

/// Turns a picture clockwise by quarters.
fn turn(from: Pixels, quarters: u8) -> Pixels {
    let quarters = quarters % 4;
    if quarters == 0 {
        return from;
    }
    let (width, height) = (from.width as usize, from.height as usize);
    let (new_width, new_height) = if quarters == 2 { (width, height) } else { (height, width) };
    let mut rgba = Vec::with_capacity(from.rgba.len());
    for y in 0..new_height {
        for x in 0..new_width {
            let (old_x, old_y) = match quarters {
                1 => (y, height - 1 - x),
                2 => (width - 1 - x, height - 1 - y),
                _ => (width - 1 - y, x),
            };
            let at = (old_y * width + old_x) * 4;
            rgba.extend_from_slice(&from.rgba[at..at + 4]);
        }
    }
    Pixels { width: new_width as u32, height: new_height as u32, rgba }
}

/// Encodes a picture as PNG: without opacity if all of it is opaque, with a resolution if one is given.
fn encode(picture: &Pixels, dpi: Option<u32>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let is_opaque = picture.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(if is_opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    if let Some(dpi) = dpi {
        let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    }
    let mut writer = encoder.write_header().ok()?;
    if is_opaque {
        let rgb: Vec<u8> = picture.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        writer.write_image_data(&rgb).ok()?;
    } else {
        writer.write_image_data(&picture.rgba).ok()?;
    }
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_turn_clockwise() {
        // One row of two pixels, 1 and 2.
        let row = || Pixels { width: 2, height: 1, rgba: vec![1, 1, 1, 255, 2, 2, 2, 255] };
        let first = |picture: &Pixels| picture.rgba[0];
        let quarter = turn(row(), 1);
        assert_eq!((quarter.width, quarter.height, first(&quarter)), (1, 2, 1));
        assert_eq!(first(&turn(row(), 2)), 2);
        let back = turn(row(), 3);
        assert_eq!((back.width, back.height, first(&back)), (1, 2, 2));
        assert_eq!(turn(turn(row(), 1), 3), row());
    }

    #[test]
    fn a_resolution_is_in_the_file() {
        let bytes = encode(&Pixels { width: 1, height: 1, rgba: vec![9, 9, 9, 255] }, Some(300)).unwrap();
        let at = bytes.windows(4).position(|name| name == b"pHYs").unwrap();
        assert_eq!(bytes[at + 4..at + 13], [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]);
    }
}
