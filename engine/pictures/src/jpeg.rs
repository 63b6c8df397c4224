//! Reads the segments of JPEG files: the size, the orientation, and the end of the picture.

use std::ops::Range;

use image::metadata::Orientation;

use crate::error::PictureFileError;
use crate::exif::orientation;
use crate::{Outline, PictureFileFormat};

/// First bytes of every JPEG file: the start of the picture and the start of a segment.
pub(crate) const SIGNATURE: &[u8] = b"\xff\xd8\xff";

/// Maximum number of scans. Programs write about ten; thousands of empty scans take minutes to decode.
const MAX_SCANS: usize = 32;

const START_OF_SCAN: u8 = 0xda;
const END_OF_PICTURE: u8 = 0xd9;

/// Structure of a JPEG file.
#[derive(Default)]
struct JpegSegments {
    width: u32,
    height: u32,
    /// Number of colour channels; 0 before the frame header.
    channels: u8,
    is_progressive: bool,
    orientation: Option<Orientation>,
    scans: usize,
    /// Parts of the file without metadata and comments.
    kept: Vec<Range<usize>>,
}

/// Reads the structure of a JPEG file.
///
/// # Errors
/// The file is cut off, damaged, or of an unsupported variant.
pub(crate) fn outline(bytes: &[u8]) -> Result<Outline, PictureFileError> {
    let read = segments(bytes)?;
    let pixels = u64::from(read.width) * u64::from(read.height);
    let pixel_bytes = pixels * u64::from(read.channels);
    // The decoder holds all coefficients of a progressive picture, two bytes for each channel of a pixel. Then the
    // channels are copied to RGBA.
    let coefficients = if read.is_progressive { 2 * pixel_bytes } else { 0 };
    Ok(Outline {
        format: PictureFileFormat::Jpeg,
        stored: (read.width, read.height),
        orientation: read.orientation.unwrap_or(Orientation::NoTransforms),
        working_bytes: pixel_bytes + coefficients.max(pixels * 4),
        pixel_bytes,
    })
}

/// Copies a JPEG file without metadata and comments; `None` if it is not an RGB picture.
pub(crate) fn rgb_without_metadata(bytes: &[u8]) -> Option<Vec<u8>> {
    segments(bytes).ok().filter(|read| read.channels == 3).map(|read| read.copy(bytes))
}

/// Copies a JPEG file without metadata and comments.
///
/// # Errors
/// The file is cut off, damaged, or of an unsupported variant.
pub(crate) fn without_metadata(bytes: &[u8]) -> Result<Vec<u8>, PictureFileError> {
    Ok(segments(bytes)?.copy(bytes))
}

/// Walks over all segments of a JPEG file.
///
/// # Errors
/// The file is cut off, damaged, or of an unsupported variant.
fn segments(bytes: &[u8]) -> Result<JpegSegments, PictureFileError> {
    let mut read = JpegSegments::default();
    read.kept.push(0..2);
    let mut at = 2;
    loop {
        let start = at;
        if *bytes.get(at).ok_or(PictureFileError::CutOff)? != 0xff {
            return Err(PictureFileError::Damaged);
        }
        // A marker may follow any number of fill bytes.
        let filled = bytes[at..].iter().position(|&byte| byte != 0xff).ok_or(PictureFileError::CutOff)?;
        let marker = bytes[at + filled];
        at += filled + 1;
        match marker {
            END_OF_PICTURE if read.scans > 0 => {
                read.kept.push(start..at);
                return Ok(read);
            }
            0x01 | 0xd0..=0xd7 => continue,
            0 | END_OF_PICTURE | 0xd8 => return Err(PictureFileError::Damaged),
            _ => {}
        }
        let length = bytes.get(at..at + 2).ok_or(PictureFileError::CutOff)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        if length < 2 {
            return Err(PictureFileError::Damaged);
        }
        let content = bytes.get(at + 2..at + length).ok_or(PictureFileError::CutOff)?;
        at += length;
        read.read_segment(marker, content)?;
        if marker == START_OF_SCAN {
            at = scan_end(bytes, at)?;
        }
        // APP0 and APP14 determine how colours are decoded. The other application segments and comments are metadata.
        let is_metadata = matches!(marker, 0xe1..=0xed | 0xef | 0xfe);
        match read.kept.last_mut() {
            Some(last) if !is_metadata && last.end == start => last.end = at,
            _ if !is_metadata => read.kept.push(start..at),
            _ => {}
        }
    }
}

/// Returns the position of the marker that ends the data of a scan.
///
/// # Errors
/// The file ends within the scan.
fn scan_end(bytes: &[u8], mut at: usize) -> Result<usize, PictureFileError> {
    loop {
        at += bytes[at..].iter().position(|&byte| byte == 0xff).ok_or(PictureFileError::CutOff)?;
        match bytes.get(at + 1).ok_or(PictureFileError::CutOff)? {
            // A zero escapes the byte; restart markers are part of the data.
            0 | 0xd0..=0xd7 => at += 2,
            0xff => at += 1,
            _ => return Ok(at),
        }
    }
}

impl JpegSegments {
    /// Copies the kept parts of a file.
    fn copy(&self, bytes: &[u8]) -> Vec<u8> {
        self.kept.iter().flat_map(|range| bytes[range.clone()].iter().copied()).collect()
    }

    /// Reads the content of a segment.
    ///
    /// # Errors
    /// The segment declares an unsupported variant, or the frame header is damaged or repeated.
    fn read_segment(&mut self, marker: u8, content: &[u8]) -> Result<(), PictureFileError> {
        match marker {
            0xc0..=0xc2 => {
                let &[depth, a, b, c, d, channels, ..] = content else { return Err(PictureFileError::Damaged) };
                if self.channels != 0 {
                    return Err(PictureFileError::Damaged);
                }
                if depth != 8 {
                    return Err(PictureFileError::Unsupported("JPEG with more than 8 bits in a channel"));
                }
                self.height = u16::from_be_bytes([a, b]).into();
                self.width = u16::from_be_bytes([c, d]).into();
                self.channels = channels;
                self.is_progressive = marker == 0xc2;
                match channels {
                    1 | 3 => Ok(()),
                    4 => Err(PictureFileError::Unsupported("JPEG in CMYK")),
                    _ => Err(PictureFileError::Damaged),
                }
            }
            0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                Err(PictureFileError::Unsupported("lossless, hierarchical or arithmetic JPEG"))
            }
            0xe1 => {
                if let Some(exif) = content.strip_prefix(b"Exif\0\0") {
                    self.orientation.get_or_insert(orientation(exif));
                }
                Ok(())
            }
            START_OF_SCAN => {
                self.scans += 1;
                if self.scans > MAX_SCANS || self.channels == 0 {
                    return Err(PictureFileError::Damaged);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
