//! Reads the chunks of PNG files, so that the decoder sees no chunk but those with pixels.

use image::metadata::Orientation;

use crate::error::PictureFileError;
use crate::exif::orientation;
use crate::{Outline, PictureFileFormat};

/// First bytes of every PNG file.
pub(crate) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Chunks that the pixels depend on. Others contain texts, profiles and animations, which may be compressed without a
/// limit.
const PIXEL_CHUNKS: [&[u8]; 5] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"];

/// A chunk of a PNG file.
struct Chunk<'a> {
    name: &'a [u8],
    content: &'a [u8],
    /// The chunk with its length, name and checksum.
    whole: &'a [u8],
}

/// Splits the start of a text of chunks from the rest; `None` if the chunk is cut off.
fn split_chunk(bytes: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let length = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
    let end = usize::try_from(length).ok()?.checked_add(12)?;
    let whole = bytes.get(..end)?;
    Some((Chunk { name: &whole[4..8], content: &whole[8..end - 4], whole }, &bytes[end..]))
}

/// Reads the structure of a PNG file.
///
/// # Errors
/// The file is cut off, or does not begin with its header.
pub(crate) fn outline(bytes: &[u8]) -> Result<Outline, PictureFileError> {
    let mut rest = &bytes[SIGNATURE.len()..];
    let (mut stored, mut bits, mut turn) = (None, 8, Orientation::NoTransforms);
    loop {
        let (chunk, after) = split_chunk(rest).ok_or(PictureFileError::CutOff)?;
        rest = after;
        match chunk.name {
            b"IHDR" if stored.is_none() => {
                let &[a, b, c, d, e, f, g, h, depth, ..] = chunk.content else { return Err(PictureFileError::Damaged) };
                stored = Some((u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h])));
                bits = depth;
            }
            b"eXIf" => turn = orientation(chunk.content),
            b"IEND" => break,
            _ if stored.is_none() => return Err(PictureFileError::Damaged),
            _ => {}
        }
    }
    let stored = stored.ok_or(PictureFileError::Damaged)?;
    let pixels = u64::from(stored.0) * u64::from(stored.1);
    // Pixels with 16 bits in a channel are decoded before they are reduced.
    let pixel_bytes = pixels.saturating_mul(if bits > 8 { 8 } else { 4 });
    let working_bytes = pixel_bytes.saturating_add(pixels.saturating_mul(4));
    Ok(Outline { format: PictureFileFormat::Png, stored, orientation: turn, working_bytes, pixel_bytes })
}

/// Copies the chunks that the pixels depend on.
pub(crate) fn without_metadata(bytes: &[u8]) -> Vec<u8> {
    let (start, mut rest) = bytes.split_at(SIGNATURE.len().min(bytes.len()));
    let mut kept = start.to_vec();
    while let Some((chunk, after)) = split_chunk(rest) {
        rest = after;
        if PIXEL_CHUNKS.contains(&chunk.name) {
            kept.extend(chunk.whole);
        }
        if chunk.name == b"IEND" {
            break;
        }
    }
    kept
}
