//! Rasters scenes to pixels and PNG on the processor, with the same bytes on every platform.

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke, StrokeDash,
    Transform,
};

use crate::geometry::{Path, PathPiece};
use crate::sample::{self, PixelCanvas, ToPixels};
use crate::scene::{Color, Scene, Shape};

/// Maximum width and height of a picture, in pixels.
pub(crate) const MAX_SIDE: u32 = 16_384;

/// Error for a picture that is empty or exceeds `MAX_SIDE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// Width that the picture would have, in pixels.
    pub width: u64,
    /// Height that the picture would have, in pixels.
    pub height: u64,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a picture of {} x {} pixels is more than {MAX_SIDE} to a side", self.width, self.height)
    }
}

impl std::error::Error for TooLarge {}

/// Picture as bytes of red, green, blue and opacity, row by row from the top, not premultiplied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Width of the picture, in pixels.
    pub width: u32,
    /// Height of the picture, in pixels.
    pub height: u32,
    /// Bytes of the pixels, four for each.
    pub rgba: Vec<u8>,
}

/// Rasters the scene to pixels, one cell `scale` pixels wide, on a transparent background.
///
/// # Errors
/// The picture would be empty, or wider or higher than `MAX_SIDE`.
pub fn pixels(scene: &Scene, scale: f32) -> Result<Pixels, TooLarge> {
    let map = rasterize(scene, scale)?;
    let rgba = map.pixels().iter().flat_map(|p| {
        let p = p.demultiply();
        [p.red(), p.green(), p.blue(), p.alpha()]
    });
    Ok(Pixels { width: map.width(), height: map.height(), rgba: rgba.collect() })
}

/// Rasters the scene to the bytes of a PNG file, one cell `scale` pixels wide, on a transparent background.
///
/// # Errors
/// The picture would be empty, or wider or higher than `MAX_SIDE`.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, TooLarge> {
    let map = rasterize(scene, scale)?;
    map.encode_png().map_err(|_| TooLarge { width: map.width().into(), height: map.height().into() })
}

/// Scales the picture in a PNG file down to at most `width` pixels and returns it as the bytes of another PNG file,
/// without metadata. Returns `None` if the bytes are not a PNG picture.
pub fn smaller(png: &[u8], width: u32) -> Option<Vec<u8>> {
    let from = Pixmap::decode_png(png).ok()?;
    let scale = (f64::from(width) / f64::from(from.width())).min(1.0);
    let side = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
    let mut map = Pixmap::new(side(from.width()), side(from.height()))?;
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    // Bicubic sampling reads only a few pixels, so the picture is halved until it is close to its final size.
    let mut halved = from;
    while halved.width() >= 2 * map.width() && halved.height() > 1 {
        let mut half = Pixmap::new(halved.width() / 2, halved.height() / 2)?;
        let (x, y) = (half.width() as f32 / halved.width() as f32, half.height() as f32 / halved.height() as f32);
        half.draw_pixmap(0, 0, halved.as_ref(), &paint, Transform::from_scale(x, y), None);
        halved = half;
    }
    let (x, y) = (map.width() as f32 / halved.width() as f32, map.height() as f32 / halved.height() as f32);
    map.draw_pixmap(0, 0, halved.as_ref(), &paint, Transform::from_scale(x, y), None);
    map.encode_png().ok()
}

fn rasterize(scene: &Scene, scale: f32) -> Result<Pixmap, TooLarge> {
    // The small margin avoids rounding errors: three cells of 64 pixels give 192 pixels, not 193.
    let side = |length: f32| (length * scale - 0.01).ceil().max(0.0) as u64;
    let (width, height) = (side(scene.size.0), side(scene.size.1));
    let too_large = TooLarge { width, height };
    let fits = |n: u64| u32::try_from(n).ok().filter(|&n| (1..=MAX_SIDE).contains(&n));
    let (Some(w), Some(h)) = (fits(width), fits(height)) else { return Err(too_large) };
    let mut map = Pixmap::new(w, h).ok_or(too_large)?;
    let scale = Transform::from_scale(scale, scale);
    for shape in &scene.shapes {
        paint(&mut map, shape, scale);
    }
    Ok(map)
}

fn paint(map: &mut Pixmap, shape: &Shape, scale: Transform) {
    match shape {
        Shape::Fill(path, color) => {
            if let Some(path) = build(path) {
                map.fill_path(&path, &ink(*color), FillRule::Winding, scale, None);
            }
        }
        Shape::Line(path, pen) => {
            if let Some(path) = build(path) {
                let round = pen.round;
                let stroke = Stroke {
                    width: pen.width,
                    line_cap: if round { LineCap::Round } else { LineCap::Butt },
                    line_join: if round { LineJoin::Round } else { LineJoin::Miter },
                    dash: pen.dash.and_then(|(a, b)| StrokeDash::new(vec![a, b], 0.0)),
                    ..Stroke::default()
                };
                map.stroke_path(&path, &ink(pen.color), &stroke, scale, None);
            }
        }
        Shape::Clipped(path, shapes) => paint_clipped(map, path, shapes, scale),
        Shape::Image(image) => {
            let (width, height) = (map.width(), map.height());
            let mut canvas = PixelCanvas { width, height, pixels: map.data_mut() };
            sample::draw(&mut canvas, image, ToPixels { scale: scale.sx, left: scale.tx, top: scale.ty });
        }
    }
}

/// Paints shapes that are visible only inside an area, on a separate map with the size of the area.
fn paint_clipped(map: &mut Pixmap, area: &Path, shapes: &[Shape], scale: Transform) {
    let Some(outline) = build(area).and_then(|path| path.transform(scale)) else { return };
    let bounds = outline.bounds();
    let (left, top) = (bounds.left().floor(), bounds.top().floor());
    let (width, height) = ((bounds.right() - left).ceil() + 1.0, (bounds.bottom() - top).ceil() + 1.0);
    let (width, height) = (width as u32, height as u32);
    let (Some(mut part), Some(mut mask)) = (Pixmap::new(width, height), Mask::new(width, height)) else { return };
    let moved = scale.post_translate(-left, -top);
    for inner in shapes {
        paint(&mut part, inner, moved);
    }
    mask.fill_path(&outline, FillRule::Winding, true, Transform::from_translate(-left, -top));
    part.apply_mask(&mask);
    map.draw_pixmap(left as i32, top as i32, part.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
}

fn ink(color: Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let [r, g, b] = color.rgb;
    paint.set_color_rgba8(r, g, b, (color.alpha.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

fn build(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for piece in &path.0 {
        match *piece {
            PathPiece::Move(p) => builder.move_to(p.x, p.y),
            PathPiece::Line(p) => builder.line_to(p.x, p.y),
            PathPiece::Quad(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            PathPiece::Cubic(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathPiece::Close => builder.close(),
        }
    }
    builder.finish()
}
