//! Reads picture files of unknown origin, within fixed limits of size, memory and time.
//!
//! Invariants: the size of a picture is read from its header before any pixel is decoded; metadata, profiles and texts
//! inside files are neither decompressed nor returned; the same bytes give the same pixels on every machine, except for
//! pictures in JPEG, whose decoder may round differently. Deliberately absent: files and folders (callers pass bytes),
//! animations, CMYK, colour profiles, and references from SVG to anything outside of the file.

mod clean;
mod error;
mod exif;
mod jpeg;
mod png;
mod svg;
mod webp;

use std::io::Cursor;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, Limits};

pub use crate::clean::{CleanPicture, clean};
pub use crate::error::PictureFileError;
pub use crate::svg::{MAX_SVG_BYTES, MAX_SVG_DEPTH, MAX_SVG_ELEMENTS, MAX_SVG_SIDE};

/// Maximum size of a picture file, in bytes.
pub const MAX_FILE_BYTES: usize = 8 << 20;
/// Maximum width and height of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 4096;
/// Maximum size of the pixels of one picture, in bytes as the file stores them, and in bytes of RGBA.
pub const MAX_PIXEL_BYTES: u64 = 64 << 20;
/// Maximum number of bytes that decoding may hold at once, in addition to the file.
const MAX_WORKING_BYTES: u64 = 128 << 20;

/// File format of a picture, which is detected from its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFileFormat {
    /// Portable Network Graphics.
    Png,
    /// JPEG, baseline or progressive.
    Jpeg,
    /// WebP without animation.
    WebP,
    /// Scalable Vector Graphics.
    Svg,
}

/// Description of a picture from the header of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PictureHeader {
    /// Format of the file.
    pub format: PictureFileFormat,
    /// Width in pixels, after the orientation from EXIF is applied. An SVG picture has the largest size within
    /// [`MAX_PICTURE_SIDE`].
    pub width: u32,
    /// Height in pixels, like the width.
    pub height: u32,
    /// True for an SVG picture that contains text, which is not drawn.
    pub has_text: bool,
}

/// Pixels of a picture.
#[derive(Clone, PartialEq, Eq)]
pub struct DecodedPicture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, row by row from the top, not premultiplied.
    pub rgba: Vec<u8>,
    /// The picture as a JPEG file without metadata, for documents that can contain it unchanged; `None` if the file is
    /// not an RGB picture in JPEG, or if it has to be turned.
    pub jpeg: Option<Vec<u8>>,
}

impl std::fmt::Debug for DecodedPicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "picture of {} x {} pixels", self.width, self.height)
    }
}

/// Result of reading the structure of a file, without its pixels.
struct Outline {
    format: PictureFileFormat,
    /// Width and height of the stored pixels, before they are turned.
    stored: (u32, u32),
    orientation: Orientation,
    /// Maximum number of bytes that decoding holds at once, in addition to the file.
    working_bytes: u64,
    /// Size of the stored pixels in bytes.
    pixel_bytes: u64,
}

impl Outline {
    /// Returns the description of the picture.
    ///
    /// # Errors
    /// The picture exceeds a limit.
    fn header(&self) -> Result<PictureHeader, PictureFileError> {
        let (width, height) = self.stored;
        let is_empty = width == 0 || height == 0;
        if is_empty {
            return Err(PictureFileError::Damaged);
        }
        let is_large = width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE;
        if is_large || self.pixel_bytes > MAX_PIXEL_BYTES || self.working_bytes > MAX_WORKING_BYTES {
            return Err(PictureFileError::PictureTooLarge { width, height });
        }
        let (width, height) = if is_sideways(self.orientation) { (height, width) } else { (width, height) };
        Ok(PictureHeader { format: self.format, width, height, has_text: false })
    }
}

/// True if an orientation swaps width and height.
fn is_sideways(orientation: Orientation) -> bool {
    !matches!(
        orientation,
        Orientation::NoTransforms | Orientation::FlipHorizontal | Orientation::FlipVertical | Orientation::Rotate180
    )
}

/// Reads the structure of a file.
///
/// # Errors
/// The file is too large, has an unknown format, or is damaged.
fn outline(bytes: &[u8]) -> Result<Outline, PictureFileError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(PictureFileError::FileTooLarge { bytes: bytes.len(), limit: MAX_FILE_BYTES });
    }
    if bytes.starts_with(png::SIGNATURE) {
        png::outline(bytes)
    } else if bytes.starts_with(jpeg::SIGNATURE) {
        jpeg::outline(bytes)
    } else if webp::is_webp(bytes) {
        webp::outline(bytes)
    } else {
        Err(PictureFileError::UnknownFormat)
    }
}

/// Reads the format and the size of a picture without decoding its pixels.
///
/// # Errors
/// The file exceeds a limit, has an unknown format or an unsupported variant of a format, or is damaged or cut off.
pub fn read_header(bytes: &[u8]) -> Result<PictureHeader, PictureFileError> {
    if svg::is_svg(bytes) { svg::header(bytes) } else { outline(bytes)?.header() }
}

/// Decodes the pixels of a picture, turned as its EXIF data require. The longer side of an SVG picture gets `svg_side`
/// pixels, at most [`MAX_SVG_SIDE`].
///
/// # Errors
/// As [`read_header`], or the pixels are damaged, or an SVG picture would take too long to draw.
pub fn decode(bytes: &[u8], svg_side: u32) -> Result<DecodedPicture, PictureFileError> {
    if svg::is_svg(bytes) {
        return svg::decode(bytes, svg_side);
    }
    let outline = outline(bytes)?;
    let pixels = decode_raster(bytes, &outline)?;
    let is_upright = outline.orientation == Orientation::NoTransforms;
    let jpeg =
        (outline.format == PictureFileFormat::Jpeg && is_upright).then(|| jpeg::rgb_without_metadata(bytes)).flatten();
    let pixels = pixels.into_rgba8();
    Ok(DecodedPicture { width: pixels.width(), height: pixels.height(), rgba: pixels.into_raw(), jpeg })
}

/// Decodes the pixels of a file that is not SVG, turned as its EXIF data require.
///
/// # Errors
/// The picture exceeds a limit, or its pixels are damaged.
fn decode_raster(bytes: &[u8], outline: &Outline) -> Result<DynamicImage, PictureFileError> {
    outline.header()?;
    let mut pixels = if outline.format == PictureFileFormat::Png {
        let pixels_only = png::without_metadata(bytes);
        read_pixels(PngDecoder::with_limits(Cursor::new(pixels_only), working_limits()), outline)?
    } else if outline.format == PictureFileFormat::Jpeg {
        read_pixels(JpegDecoder::new(Cursor::new(bytes)), outline)?
    } else {
        read_pixels(WebPDecoder::new(Cursor::new(bytes)), outline)?
    };
    pixels.apply_orientation(outline.orientation);
    Ok(pixels)
}

/// Returns the limits that decoders observe.
fn working_limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_PICTURE_SIDE);
    limits.max_image_height = Some(MAX_PICTURE_SIDE);
    limits.max_alloc = Some(MAX_WORKING_BYTES);
    limits
}

/// Decodes the stored pixels of a file.
///
/// # Errors
/// The decoder refuses the file, or disagrees with the size in the header.
fn read_pixels<D: ImageDecoder>(
    decoder: image::ImageResult<D>,
    outline: &Outline,
) -> Result<DynamicImage, PictureFileError> {
    let mut decoder = decoder.map_err(|_| PictureFileError::Damaged)?;
    decoder.set_limits(working_limits()).map_err(|_| PictureFileError::Damaged)?;
    if decoder.dimensions() != outline.stored || decoder.total_bytes() > MAX_PIXEL_BYTES {
        return Err(PictureFileError::Damaged);
    }
    DynamicImage::from_decoder(decoder).map_err(|_| PictureFileError::Damaged)
}
