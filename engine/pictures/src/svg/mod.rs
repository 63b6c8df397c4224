//! Reads SVG files strictly, and draws them: without text, without references to anything outside of the file, and
//! within limits of elements, memory and time.

mod expansion;
mod markup;
mod work;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{Options, Tree};

use crate::error::PictureFileError;
use crate::{DecodedPicture, MAX_PICTURE_SIDE, PictureFileFormat, PictureHeader};

/// Maximum size of an SVG file, in bytes.
pub const MAX_SVG_BYTES: usize = 512 << 10;
/// Maximum number of elements in an SVG file.
pub const MAX_SVG_ELEMENTS: usize = 20_000;
/// Maximum depth of elements within each other, including elements that are referred to.
pub const MAX_SVG_DEPTH: usize = 64;
/// Maximum width and height at which SVG files are drawn, in pixels.
pub const MAX_SVG_SIDE: u32 = 2048;

/// True if a file begins like XML, which of all formats only SVG does.
pub(crate) fn is_svg(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<')
}

/// An SVG file that obeys the limits.
struct SvgDrawing {
    tree: Tree,
    has_text: bool,
}

/// Reads an SVG file strictly.
///
/// # Errors
/// The file exceeds a limit, has an element or a reference that is not allowed, or is damaged.
fn read(bytes: &[u8]) -> Result<SvgDrawing, PictureFileError> {
    if bytes.len() > MAX_SVG_BYTES {
        return Err(PictureFileError::FileTooLarge { bytes: bytes.len(), limit: MAX_SVG_BYTES });
    }
    let text = std::str::from_utf8(bytes).map_err(|_| PictureFileError::Damaged)?;
    markup::check(text)?;
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|_| PictureFileError::Damaged)?;
    let has_text = expansion::check(&document)?;
    let tree = Tree::from_xmltree(&document, &Options::default()).map_err(|_| PictureFileError::Damaged)?;
    Ok(SvgDrawing { tree, has_text })
}

/// Reads the size of an SVG file, in the largest size that keeps the limit of pixels.
///
/// # Errors
/// The file exceeds a limit, has an element or a reference that is not allowed, or is damaged.
pub(crate) fn header(bytes: &[u8]) -> Result<PictureHeader, PictureFileError> {
    let drawing = read(bytes)?;
    let (width, height) = pixels(&drawing.tree, MAX_PICTURE_SIDE);
    Ok(PictureHeader { format: PictureFileFormat::Svg, width, height, has_text: drawing.has_text })
}

/// Returns the width and height in pixels if the longer side has `side` pixels.
fn pixels(tree: &Tree, side: u32) -> (u32, u32) {
    let size = tree.size();
    let longest = f64::from(size.width().max(size.height()));
    let length = |of: f32| ((f64::from(of) * f64::from(side) / longest).round() as u32).clamp(1, side);
    (length(size.width()), length(size.height()))
}

/// Draws an SVG file, with `side` pixels on its longer side.
///
/// # Errors
/// As [`header`], or drawing the file would take too long or need too much memory.
pub(crate) fn decode(bytes: &[u8], side: u32) -> Result<DecodedPicture, PictureFileError> {
    let tree = read(bytes)?.tree;
    let (width, height) = pixels(&tree, side.clamp(1, MAX_SVG_SIDE));
    let scale = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
    work::check(&tree, scale, (width, height))?;
    let mut map = Pixmap::new(width, height).ok_or(PictureFileError::Damaged)?;
    resvg::render(&tree, Transform::from_scale(scale.0, scale.1), &mut map.as_mut());
    let rgba = map.pixels().iter().flat_map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    });
    Ok(DecodedPicture { width, height, rgba: rgba.collect(), jpeg: None })
}
