//! Draws bitmaps to pixels: turned, flipped and scaled, with the same result on every machine.

use crate::bitmap::{MipLevel, product};
use crate::scene::Image;

/// Premultiplied pixels that pictures are drawn to.
pub(crate) struct PixelCanvas<'a> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Four bytes for each pixel, row by row from the top.
    pub(crate) pixels: &'a mut [u8],
}

/// Scale and offset from a scene to pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToPixels {
    pub(crate) scale: f32,
    pub(crate) left: f32,
    pub(crate) top: f32,
}

/// Number of fractional bits of positions on a bitmap.
const FRACTION: u32 = 32;
/// Maximum step on a bitmap for one pixel of the canvas, so that positions on the largest canvas fit in 63 bits.
const MAX_STEP: u64 = 1 << 46;

/// Position on a bitmap, in pixels with [`FRACTION`] fractional bits.
#[derive(Clone, Copy)]
struct Texel {
    x: i64,
    y: i64,
}

/// Draws an image. A pixel is covered if its centre is inside the frame of the image, so that adjacent images neither
/// overlap nor leave gaps.
pub(crate) fn draw(canvas: &mut PixelCanvas<'_>, image: &Image, to: ToPixels) {
    let scale = f64::from(to.scale);
    let place = |x: f32, y: f32| (f64::from(x) * scale + f64::from(to.left), f64::from(y) * scale + f64::from(to.top));
    let corner = place(image.corner.x, image.corner.y);
    let (across, down) = (image.across, image.down);
    let (across, down) = (
        (f64::from(across.x) * scale, f64::from(across.y) * scale),
        (f64::from(down.x) * scale, f64::from(down.y) * scale),
    );
    let area = across.0 * down.1 - across.1 * down.0;
    // Less than a thousandth of a pixel covers no centre that matters, and could not be inverted.
    if !area.is_finite() || area.abs() < 0.001 {
        return;
    }
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        .map(|(u, v)| (corner.0 + u * across.0 + v * down.0, corner.1 + u * across.1 + v * down.1));
    let (left, end) = span(corners.map(|corner| corner.0), canvas.width);
    let (top, bottom) = span(corners.map(|corner| corner.1), canvas.height);
    if left == end || top == bottom {
        return;
    }
    let level = level_for(image, length(across), length(down));
    let (wide, high) = (f64::from(level.width), f64::from(level.height));
    let fixed = |value: f64| (value * (1u64 << FRACTION) as f64).round() as i64;
    // Steps on the bitmap for a step of one pixel to the right and of one pixel down.
    let right = Texel { x: fixed(down.1 / area * wide), y: fixed(-across.1 / area * high) };
    let below = Texel { x: fixed(-down.0 / area * wide), y: fixed(across.0 / area * high) };
    let (x, y) = (0.5 - corner.0, 0.5 - corner.1);
    let first = Texel {
        x: fixed((x * down.1 - y * down.0) / area * wide),
        y: fixed((y * across.0 - x * across.1) / area * high),
    };
    // Images that are almost a line would exceed the range of positions.
    if [right.x, right.y, below.x, below.y].iter().any(|step| step.unsigned_abs() > MAX_STEP) {
        return;
    }
    let (limit_x, limit_y) = (i64::from(level.width) << FRACTION, i64::from(level.height) << FRACTION);
    for row in top..bottom {
        for column in left..end {
            let x = first.x + right.x * i64::from(column) + below.x * i64::from(row);
            let y = first.y + right.y * i64::from(column) + below.y * i64::from(row);
            if (0..limit_x).contains(&x) && (0..limit_y).contains(&y) {
                let at = (row as usize * canvas.width as usize + column as usize) * 4;
                blend(&mut canvas.pixels[at..at + 4], sample(level, Texel { x, y }));
            }
        }
    }
}

/// Returns the range of pixels, up to a limit, that contains some coordinates.
fn span(values: [f64; 4], limit: u32) -> (u32, u32) {
    let least = values.into_iter().fold(f64::INFINITY, f64::min).floor().clamp(0.0, f64::from(limit));
    let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max).ceil().clamp(0.0, f64::from(limit));
    (least as u32, most as u32)
}

fn length((x, y): (f64, f64)) -> f64 {
    (x * x + y * y).sqrt()
}

/// Returns the copy of a bitmap whose pixels are closest in size to the pixels of the canvas, for an image of a width
/// and a height in pixels.
fn level_for(image: &Image, width: f64, height: f64) -> &MipLevel {
    let bitmap = &image.bitmap;
    let mut shrinking = (f64::from(bitmap.width()) / width).max(f64::from(bitmap.height()) / height);
    let mut number = 0;
    while shrinking > std::f64::consts::SQRT_2 && number < 16 {
        shrinking /= 2.0;
        number += 1;
    }
    bitmap.level(number)
}

/// Interpolates between the four pixels around a position.
fn sample(level: &MipLevel, at: Texel) -> [u8; 4] {
    // The centre of a pixel is half a pixel from its corner. Positions are rounded to the fractions below, because the
    // sides of turned images are not exact.
    let to_corner = (1 << (FRACTION - 1)) - (1 << (FRACTION - 9));
    let (x, y) = (at.x - to_corner, at.y - to_corner);
    let (column, row) = (x >> FRACTION, y >> FRACTION);
    // Eight fractional bits suffice for channels of eight bits.
    let part = |value: i64| (value >> (FRACTION - 8) & 0xff) as u32;
    let (right, below) = (part(x), part(y));
    let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| level.pixel(column + x, row + y));
    let weights = [(256 - right) * (256 - below), right * (256 - below), (256 - right) * below, right * below];
    [0, 1, 2, 3].map(|channel| {
        let sum: u32 = four.iter().zip(weights).map(|(pixel, weight)| u32::from(pixel[channel]) * weight).sum();
        ((sum + (1 << 15)) >> 16) as u8
    })
}

/// Draws a premultiplied pixel over another one.
fn blend(below: &mut [u8], above: [u8; 4]) {
    let rest = 255 - above[3];
    for (channel, above) in below.iter_mut().zip(above) {
        *channel = above.saturating_add(product(*channel, rest));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bitmap::Bitmap;
    use crate::geometry::Point;

    /// Bitmap of 2 x 2 pixels: red, green; blue, transparent.
    fn four() -> Arc<Bitmap> {
        let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0; 4]].concat();
        Arc::new(Bitmap::new(2, 2, rgba).unwrap())
    }

    /// Draws an image on a white canvas and returns a letter for each pixel.
    fn draw_rows(image: &Image, scale: f32, side: u32) -> Vec<String> {
        let mut pixels = vec![255; (side * side * 4) as usize];
        draw(
            &mut PixelCanvas { width: side, height: side, pixels: &mut pixels },
            image,
            ToPixels { scale, left: 0.0, top: 0.0 },
        );
        let letter = |pixel: &[u8]| match pixel {
            [255, 0, 0, 255] => 'r',
            [0, 255, 0, 255] => 'g',
            [0, 0, 255, 255] => 'b',
            [255, 255, 255, 255] => '.',
            _ => '?',
        };
        pixels.chunks((side * 4) as usize).map(|row| row.chunks(4).map(letter).collect()).collect()
    }

    #[test]
    fn pictures_are_moved_turned_and_flipped() {
        let own = Image::in_box(four(), Point::new(1.0, 1.0), Point::new(2.0, 2.0));
        assert_eq!(draw_rows(&own, 1.0, 4), ["....", ".rg.", ".b..", "...."]);
        let quarter = std::f32::consts::FRAC_PI_2;
        assert_eq!(
            draw_rows(&own.clone().rotate(Point::new(2.0, 2.0), quarter), 1.0, 4),
            ["....", ".br.", "..g.", "...."]
        );
        assert_eq!(draw_rows(&own.clone().flip(), 1.0, 4), ["....", ".gr.", "..b.", "...."]);
        // Parts beyond the canvas are cut off.
        let outside = Image::in_box(four(), Point::new(-1.0, 1.0), Point::new(2.0, 2.0));
        assert_eq!(draw_rows(&outside, 1.0, 2), ["..", "g."]);
    }

    #[test]
    fn halves_are_means() {
        let checked = [[0, 0, 0, 255], [200, 200, 200, 255]];
        let rgba = (0..64).flat_map(|n| checked[(n / 8 + n) % 2]).collect();
        let image = Image::in_box(Arc::new(Bitmap::new(8, 8, rgba).unwrap()), Point::default(), Point::new(1.0, 1.0));
        let mut pixels = vec![0; 4 * 4 * 4];
        draw(
            &mut PixelCanvas { width: 4, height: 4, pixels: &mut pixels },
            &image,
            ToPixels { scale: 4.0, left: 0.0, top: 0.0 },
        );
        assert!(pixels.chunks(4).all(|pixel| pixel == [100, 100, 100, 255]), "{pixels:?}");
    }

    #[test]
    fn adjacent_pictures_leave_no_gap() {
        let plain = Arc::new(Bitmap::new(1, 1, vec![255, 0, 0, 255]).unwrap());
        let angle = 0.3;
        let mut pixels = vec![255; 40 * 40 * 4];
        for row in -6..6 {
            for column in -6..6 {
                let corner = Point::new(column as f32 * 0.31, row as f32 * 0.31);
                let image = Image::in_box(plain.clone(), corner, Point::new(0.31, 0.31));
                let turned = image.rotate(Point::default(), angle);
                draw(
                    &mut PixelCanvas { width: 40, height: 40, pixels: &mut pixels },
                    &turned,
                    ToPixels { scale: 20.0, left: 20.0, top: 20.0 },
                );
            }
        }
        let is_red = |x: usize, y: usize| pixels[(y * 40 + x) * 4..][..4] == [255, 0, 0, 255];
        assert!((5..35).all(|y| (5..35).all(|x| is_red(x, y))));
    }
}
