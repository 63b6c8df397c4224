//! Holds decoded pictures, with smaller copies for drawing them at any size. All arithmetic is in whole numbers, so that
//! every machine gets the same pixels.

use std::fmt;
use std::sync::OnceLock;

/// Decoded picture that any number of scenes can share.
pub struct Bitmap {
    width: u32,
    height: u32,
    /// Red, green, blue and opacity of each pixel, row by row from the top, not premultiplied.
    rgba: Vec<u8>,
    is_opaque: bool,
    /// File in JPEG with the same picture, which documents can contain unchanged; `None` if there is none.
    jpeg: Option<Vec<u8>>,
    /// Copies whose sides are halved again and again, the first one in full size. They are computed when the bitmap is
    /// first drawn.
    levels: OnceLock<Vec<MipLevel>>,
}

/// Copy of a bitmap in one size, with premultiplied pixels.
pub(crate) struct MipLevel {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pixels: Vec<[u8; 4]>,
}

impl MipLevel {
    /// Returns the pixel at a position; outside of the picture, the nearest pixel.
    pub(crate) fn pixel(&self, x: i64, y: i64) -> [u8; 4] {
        let x = x.clamp(0, i64::from(self.width) - 1) as usize;
        let y = y.clamp(0, i64::from(self.height) - 1) as usize;
        self.pixels[y * self.width as usize + x]
    }

    /// Returns a copy with half the width and height, rounded up: each pixel is the mean of four.
    fn halved(&self) -> MipLevel {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let mut pixels = Vec::with_capacity((width * height) as usize);
        for y in (0..i64::from(height)).map(|y| 2 * y) {
            for x in (0..i64::from(width)).map(|x| 2 * x) {
                let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| self.pixel(x, y));
                let mean = |channel: usize| {
                    let sum: u16 = four.iter().map(|pixel| u16::from(pixel[channel])).sum();
                    ((sum + 2) / 4) as u8
                };
                pixels.push([mean(0), mean(1), mean(2), mean(3)]);
            }
        }
        MipLevel { width, height, pixels }
    }
}

/// Multiplies two fractions of 255, rounded to the nearest.
pub(crate) fn product(a: u8, b: u8) -> u8 {
    let n = u32::from(a) * u32::from(b) + 128;
    ((n + (n >> 8)) >> 8) as u8
}

impl Bitmap {
    /// Creates a bitmap from four bytes for each pixel: red, green, blue and opacity, not premultiplied. Returns `None`
    /// if it has no pixels or if the number of bytes disagrees with the size.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Bitmap> {
        let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?.checked_mul(4)?;
        let is_opaque = rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
        let is_whole = count > 0 && rgba.len() == count;
        is_whole.then(|| Bitmap { width, height, rgba, is_opaque, jpeg: None, levels: OnceLock::new() })
    }

    /// Returns the bitmap with the JPEG file that it was decoded from. Documents that can contain JPEG files contain it
    /// unchanged.
    #[must_use]
    pub fn with_jpeg(self, jpeg: Vec<u8>) -> Bitmap {
        Bitmap { jpeg: Some(jpeg), ..self }
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the height relative to the width.
    pub fn aspect(&self) -> f32 {
        self.height as f32 / self.width as f32
    }

    /// Returns true if no pixel is transparent.
    pub fn is_opaque(&self) -> bool {
        self.is_opaque
    }

    /// Returns red, green, blue and opacity of each pixel, row by row from the top, not premultiplied.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Returns the JPEG file with the same picture; `None` if there is none.
    pub(crate) fn jpeg(&self) -> Option<&[u8]> {
        self.jpeg.as_deref()
    }

    /// Copies a rectangle, given by its left and upper edge, its width and its height in pixels. Returns `None` if the
    /// rectangle is empty or extends beyond the bitmap.
    pub fn cropped(&self, [left, top, width, height]: [u32; 4]) -> Option<Bitmap> {
        let is_inside = left.checked_add(width)? <= self.width && top.checked_add(height)? <= self.height;
        if !is_inside {
            return None;
        }
        let row = |y: u32| {
            let start = (y as usize * self.width as usize + left as usize) * 4;
            &self.rgba[start..start + width as usize * 4]
        };
        let rgba = (top..top + height).flat_map(|y| row(y).iter().copied()).collect();
        Bitmap::new(width, height, rgba)
    }

    /// Returns a copy in the colour of a seat: where the mask is white, `color` is multiplied with the brightness of
    /// the picture, and where the mask is black, the picture stays. The mask is stretched to the size of the picture.
    pub fn tinted(&self, mask: &Bitmap, color: [u8; 3]) -> Bitmap {
        let at_mask = |at: u32, of: u32, mask: u32| (u64::from(at) * u64::from(mask) / u64::from(of)) as usize;
        let mut rgba = Vec::with_capacity(self.rgba.len());
        for (number, pixel) in (0..).zip(self.rgba.chunks_exact(4)) {
            let (x, y) = (number % self.width, number / self.width);
            let (x, y) = (at_mask(x, self.width, mask.width), at_mask(y, self.height, mask.height));
            let start = (y * mask.width as usize + x) * 4;
            let [r, g, b, a] = [0, 1, 2, 3].map(|channel| mask.rgba[start + channel]);
            let part = product(brightness([r, g, b]), a);
            let bright = brightness([pixel[0], pixel[1], pixel[2]]);
            let channels = (0..3).map(|channel| mixed(pixel[channel], product(color[channel], bright), part));
            rgba.extend(channels);
            rgba.push(pixel[3]);
        }
        Bitmap {
            width: self.width,
            height: self.height,
            rgba,
            is_opaque: self.is_opaque,
            jpeg: None,
            levels: OnceLock::new(),
        }
    }

    /// Returns a copy whose sides have at most `side` pixels, halved as often as necessary; `None` if both sides already
    /// fit.
    pub fn shrunk(&self, side: u32) -> Option<Bitmap> {
        let mut number = 0;
        while self.width.max(self.height).div_ceil(1 << number) > side.max(1) {
            number += 1;
        }
        if number == 0 {
            return None;
        }
        let level = self.level(number);
        let straight = |&[r, g, b, alpha]: &[u8; 4]| {
            let channel = |value: u8| {
                let half = u32::from(alpha) / 2;
                (u32::from(value) * 255 + half).checked_div(u32::from(alpha)).map_or(0, |value| value.min(255) as u8)
            };
            [channel(r), channel(g), channel(b), alpha]
        };
        Bitmap::new(level.width, level.height, level.pixels.iter().flat_map(straight).collect())
    }

    /// Computes the copies for drawing at smaller sizes, so that the first drawing takes no longer than later ones.
    pub fn prepare(&self) {
        self.level(0);
    }

    /// Returns the copy that has been halved `number` times; the smallest copy if there are fewer.
    pub(crate) fn level(&self, number: usize) -> &MipLevel {
        let levels = self.levels.get_or_init(|| {
            let premultiplied = |pixel: &[u8]| {
                let alpha = pixel[3];
                [product(pixel[0], alpha), product(pixel[1], alpha), product(pixel[2], alpha), alpha]
            };
            let pixels = self.rgba.chunks_exact(4).map(premultiplied).collect();
            let mut levels = vec![MipLevel { width: self.width, height: self.height, pixels }];
            while let Some(last) = levels.last().filter(|last| last.width > 1 || last.height > 1) {
                levels.push(last.halved());
            }
            levels
        });
        &levels[number.min(levels.len() - 1)]
    }

    /// Writes the picture as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(if self.is_opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_filter(png::FilterType::Paeth);
        // Writing to memory fails only if the pixels disagree with the size, which `new` excludes.
        if let Ok(mut writer) = encoder.write_header() {
            let _ = if self.is_opaque {
                writer.write_image_data(&self.channels(0..3))
            } else {
                writer.write_image_data(&self.rgba)
            };
        }
        file
    }

    /// Copies some channels of each pixel: 0 to 2 are the colours, 3 is the opacity.
    pub(crate) fn channels(&self, channels: std::ops::Range<usize>) -> Vec<u8> {
        self.rgba.chunks_exact(4).flat_map(|pixel| pixel[channels.clone()].iter().copied()).collect()
    }
}

/// Returns the brightness of a colour, weighted as eyes perceive the channels.
fn brightness([r, g, b]: [u8; 3]) -> u8 {
    ((u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114 + 500) / 1000) as u8
}

/// Mixes two values; `part` 0 gives `a`, 255 gives `b`.
fn mixed(a: u8, b: u8, part: u8) -> u8 {
    let (a, b, part) = (u32::from(a), u32::from(b), u32::from(part));
    ((a * (255 - part) + b * part + 127) / 255) as u8
}

impl PartialEq for Bitmap {
    fn eq(&self, other: &Bitmap) -> bool {
        std::ptr::eq(self, other) || (self.width, self.height) == (other.width, other.height) && self.rgba == other.rgba
    }
}

impl Eq for Bitmap {}

impl fmt::Debug for Bitmap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bitmap of {} x {} pixels", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a bitmap from the pixels of its rows.
    fn bitmap(rows: &[&[[u8; 4]]]) -> Bitmap {
        let rgba = rows.concat().concat();
        Bitmap::new(rows[0].len() as u32, rows.len() as u32, rgba).unwrap()
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const CLEAR: [u8; 4] = [255, 255, 255, 0];

    #[test]
    fn smaller_copies_are_means_of_premultiplied_pixels() {
        let own = bitmap(&[&[RED, CLEAR, RED], &[RED, CLEAR, RED], &[CLEAR, CLEAR, RED]]);
        let half = own.level(1);
        assert_eq!((half.width, half.height), (2, 2));
        // Transparent pixels do not brighten the others; the last column and row count twice.
        assert_eq!([half.pixel(0, 0), half.pixel(1, 0)], [[128, 0, 0, 128], RED]);
        assert_eq!([half.pixel(0, 1), half.pixel(1, 1)], [[0, 0, 0, 0], RED]);
        assert_eq!((own.level(9).width, own.level(9).pixel(5, -5)), (1, own.level(2).pixel(0, 0)));
    }

    #[test]
    fn shrunk_copies_keep_their_colours() {
        let own = bitmap(&[&[RED, CLEAR, RED], &[RED, CLEAR, RED], &[CLEAR, CLEAR, RED]]);
        assert_eq!(own.shrunk(3), None);
        let half = [255, 0, 0, 128];
        assert_eq!(own.shrunk(2), Some(bitmap(&[&[half, RED], &[[0; 4], RED]])));
        assert_eq!(own.shrunk(0).map(|bitmap| (bitmap.width(), bitmap.height())), Some((1, 1)));
    }

    #[test]
    fn rectangles_are_cut_out() {
        let own = bitmap(&[&[[1; 4], [2; 4], [3; 4]], &[[4; 4], [5; 4], [6; 4]]]);
        assert_eq!(own.cropped([1, 0, 2, 2]), Some(bitmap(&[&[[2; 4], [3; 4]], &[[5; 4], [6; 4]]])));
        for beyond in [[1, 0, 3, 1], [0, 1, 1, 2], [u32::MAX, 0, 2, 1], [0, 0, 0, 1]] {
            assert_eq!(own.cropped(beyond), None, "{beyond:?}");
        }
        assert_eq!(Bitmap::new(2, 2, vec![0; 15]), None);
    }

    #[test]
    fn masks_take_the_colour_of_the_seat() {
        let [white, grey, black] = [255, 128, 0].map(|n| [n, n, n, 255]);
        let picture = bitmap(&[&[white, grey, [10, 20, 30, 40], white]]);
        let mask = bitmap(&[&[white, black]]);
        let blue = picture.tinted(&mask, [0, 114, 178]);
        assert_eq!(blue, bitmap(&[&[[0, 114, 178, 255], [0, 57, 89, 255], [10, 20, 30, 40], white]]));
        // A transparent part of the mask is black.
        assert_eq!(picture.tinted(&bitmap(&[&[CLEAR]]), [0, 114, 178]), picture);
    }
}
