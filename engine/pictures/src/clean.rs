//! Prepares picture files for packs: without metadata, and upright.

use std::io::Cursor;

use image::ImageEncoder;
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;

use crate::{MAX_FILE_BYTES, PictureFileError, PictureFileFormat, decode_raster, jpeg, outline, png, svg, webp};

/// Picture file for a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CleanPicture {
    /// Content of the file.
    pub bytes: Vec<u8>,
    /// Format of the file.
    pub format: PictureFileFormat,
}

/// Returns a picture file without metadata, such as the place where a photo was taken. The pixels do not change,
/// unless EXIF data require a turn: the turned picture is a PNG file. SVG files are returned unchanged.
///
/// # Errors
/// The file cannot be decoded, or the PNG file of a turned picture exceeds [`MAX_FILE_BYTES`].
pub fn clean(bytes: &[u8]) -> Result<CleanPicture, PictureFileError> {
    if svg::is_svg(bytes) {
        svg::header(bytes)?;
        return Ok(CleanPicture { bytes: bytes.to_vec(), format: PictureFileFormat::Svg });
    }
    let outline = outline(bytes)?;
    let pixels = decode_raster(bytes, &outline)?;
    if outline.orientation == Orientation::NoTransforms {
        let bytes = match outline.format {
            PictureFileFormat::Jpeg => jpeg::without_metadata(bytes)?,
            PictureFileFormat::WebP => webp::without_metadata(bytes)?,
            PictureFileFormat::Png | PictureFileFormat::Svg => png::without_metadata(bytes),
        };
        return Ok(CleanPicture { bytes, format: outline.format });
    }
    let pixels = pixels.into_rgba8();
    let mut turned = Vec::new();
    let encoder = PngEncoder::new(Cursor::new(&mut turned));
    let written = encoder.write_image(&pixels, pixels.width(), pixels.height(), image::ExtendedColorType::Rgba8);
    written.map_err(|_| PictureFileError::Damaged)?;
    if turned.len() > MAX_FILE_BYTES {
        return Err(PictureFileError::FileTooLarge { bytes: turned.len(), limit: MAX_FILE_BYTES });
    }
    Ok(CleanPicture { bytes: turned, format: PictureFileFormat::Png })
}
