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

/// Chunks that the pixels do not depend on: EXIF data, descriptions and profiles.
const METADATA_CHUNKS: [&[u8]; 3] = [b"EXIF", b"XMP ", b"ICCP"];
/// Flags of these chunks in the header of an extended file.
const METADATA: u8 = 0x20 | 0x08 | 0x04;

/// A chunk of a WebP file.
struct Chunk<'a> {
    name: &'a [u8],
    content: &'a [u8],
}

/// Splits the content of a WebP file into chunks.
///
/// # Errors
/// The file is cut off.
fn chunks(bytes: &[u8]) -> Result<Vec<Chunk<'_>>, PictureFileError> {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    let end = length.and_then(|length| usize::try_from(length).ok()).and_then(|length| length.checked_add(8));
    let mut rest = end.and_then(|end| bytes.get(12..end)).ok_or(PictureFileError::CutOff)?;
    let mut all = Vec::new();
    while let &[_, _, _, _, a, b, c, d, ref after @ ..] = rest {
        let length = usize::try_from(u32::from_le_bytes([a, b, c, d])).map_err(|_| PictureFileError::CutOff)?;
        all.push(Chunk { name: &rest[..4], content: after.get(..length).ok_or(PictureFileError::CutOff)? });
        // Chunks have an even length; the last padding may be missing.
        rest = after.get(length + length % 2..).unwrap_or_default();
    }
    Ok(all)
}

/// Copies a WebP file without metadata.
///
/// # Errors
/// The file is cut off.
pub(crate) fn without_metadata(bytes: &[u8]) -> Result<Vec<u8>, PictureFileError> {
    let mut body = b"WEBP".to_vec();
    for Chunk { name, content } in chunks(bytes)?.iter().filter(|chunk| !METADATA_CHUNKS.contains(&chunk.name)) {
        body.extend_from_slice(name);
        body.extend((content.len() as u32).to_le_bytes());
        let start = body.len();
        body.extend_from_slice(content);
        if let (b"VP8X", Some(flags)) = (*name, body.get_mut(start)) {
            *flags &= !METADATA;
        }
        body.resize(body.len() + content.len() % 2, 0);
    }
    Ok([b"RIFF", &(body.len() as u32).to_le_bytes()[..], &body].concat())
}

/// Reads the structure of a WebP file.
///
/// # Errors
/// The file is cut off or damaged, or contains an animation.
pub(crate) fn outline(bytes: &[u8]) -> Result<Outline, PictureFileError> {
    let (mut stored, mut turn) = (None, Orientation::NoTransforms);
    for Chunk { name, content } in chunks(bytes)? {
        match name {
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
