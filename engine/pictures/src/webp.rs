//! Reads the chunks of WebP files: the size and the orientation.

use image::metadata::Orientation;

use crate::error::PictureFileError;
use crate::exif::orientation;
use crate::{Outline, PictureFileFormat};

/// Flag of an extended file that contains an animation.
const ANIMATION: u8 = 0x02;

/// True if a file begins like a WebP file.
pub(crate) fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

/// Reads the structure of a WebP file.
///
/// # Errors
/// The file is cut off or damaged, or contains an animation.
pub(crate) fn outline(bytes: &[u8]) -> Result<Outline, PictureFileError> {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    let end = length.and_then(|length| usize::try_from(length).ok()).and_then(|length| length.checked_add(8));
    let mut rest = end.and_then(|end| bytes.get(12..end)).ok_or(PictureFileError::CutOff)?;
    let (mut stored, mut turn) = (None, Orientation::NoTransforms);
    while let &[a, b, c, d, e, f, g, h, ref after @ ..] = rest {
        let length = usize::try_from(u32::from_le_bytes([e, f, g, h])).map_err(|_| PictureFileError::CutOff)?;
        let content = after.get(..length).ok_or(PictureFileError::CutOff)?;
        // Chunks have an even length; the last padding may be missing.
        rest = after.get(length + length % 2..).unwrap_or_default();
        match &[a, b, c, d] {
            b"VP8X" if stored.is_none() => stored = Some(extended_size(content)?),
            b"VP8L" if stored.is_none() => stored = Some(lossless_size(content).ok_or(PictureFileError::Damaged)?),
            b"VP8 " if stored.is_none() => stored = Some(lossy_size(content).ok_or(PictureFileError::Damaged)?),
            b"EXIF" => turn = orientation(content.strip_prefix(b"Exif\0\0").unwrap_or(content)),
            _ => {}
        }
    }
    let stored = stored.ok_or(PictureFileError::Damaged)?;
    let pixel_bytes = u64::from(stored.0) * u64::from(stored.1) * 4;
    let working_bytes = 2 * pixel_bytes;
    Ok(Outline { format: PictureFileFormat::WebP, stored, orientation: turn, working_bytes, pixel_bytes })
}

/// Returns the size in the header of an extended file.
///
/// # Errors
/// The header is cut off, or declares an animation.
fn extended_size(content: &[u8]) -> Result<(u32, u32), PictureFileError> {
    let &[flags, _, _, _, a, b, c, d, e, f, ..] = content else { return Err(PictureFileError::Damaged) };
    if flags & ANIMATION != 0 {
        return Err(PictureFileError::Unsupported("animated WebP"));
    }
    Ok((u32::from_le_bytes([a, b, c, 0]) + 1, u32::from_le_bytes([d, e, f, 0]) + 1))
}

/// Returns the size in the header of lossless pixels; `None` if it is damaged.
fn lossless_size(content: &[u8]) -> Option<(u32, u32)> {
    let &[0x2f, a, b, c, d, ..] = content else { return None };
    let bits = u32::from_le_bytes([a, b, c, d]);
    Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
}

/// Returns the size in the header of lossy pixels; `None` if it is damaged.
fn lossy_size(content: &[u8]) -> Option<(u32, u32)> {
    let &[_, _, _, 0x9d, 0x01, 0x2a, a, b, c, d, ..] = content else { return None };
    Some((u32::from(u16::from_le_bytes([a, b]) & 0x3fff), u32::from(u16::from_le_bytes([c, d]) & 0x3fff)))
}
