//! Writes small picture files.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, ImageFormat, RgbaImage};
use tilewright_pictures::{DecodedPicture, PictureFileError, decode};

/// Decodes a file; SVG gets 64 pixels on its longer side.
pub(crate) fn read(bytes: &[u8]) -> Result<DecodedPicture, PictureFileError> {
    decode(bytes, 64)
}

/// Builds a picture of 3 x 2 pixels: a dark one in the top left corner, and lighter ones to the right and below.
pub(crate) fn corner() -> DynamicImage {
    let shade = |x: u32, y: u32| 40 + 60 * x as u8 + 60 * y as u8;
    DynamicImage::from(RgbaImage::from_fn(3, 2, |x, y| image::Rgba([shade(x, y), shade(x, y), shade(x, y), 255])))
}

/// Writes a picture as PNG.
pub(crate) fn png(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// Writes a picture as lossless WebP.
pub(crate) fn webp(picture: &DynamicImage) -> Vec<u8> {
    let (mut bytes, pixels) = (Vec::new(), picture.to_rgba8());
    let size = pixels.dimensions();
    WebPEncoder::new_lossless(&mut bytes).encode(&pixels, size.0, size.1, ExtendedColorType::Rgba8).unwrap();
    bytes
}

/// Writes a picture as baseline JPEG.
pub(crate) fn jpeg(picture: &DynamicImage) -> Vec<u8> {
    let (mut bytes, pixels) = (Vec::new(), picture.to_rgb8());
    let size = pixels.dimensions();
    JpegEncoder::new_with_quality(&mut bytes, 100).encode(&pixels, size.0, size.1, ExtendedColorType::Rgb8).unwrap();
    bytes
}

/// EXIF data with an orientation from 1 to 8.
pub(crate) fn exif(orientation: u8) -> Vec<u8> {
    let entry = [0x12, 0x01, 0x03, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
    [&b"II*\0\x08\0\0\0\x01\0"[..], &entry, &[0; 4]].concat()
}

/// Builds a chunk of a PNG file.
pub(crate) fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    let checked = [name, content].concat();
    [&length[..], &checked, &crc(&checked).to_be_bytes()].concat()
}

/// Computes the checksum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

/// Inserts a chunk behind the header of a PNG file.
pub(crate) fn with_chunk(png: &[u8], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let header = 8 + 25;
    [&png[..header], &chunk(name, content), &png[header..]].concat()
}

/// Inserts a segment at the start of a JPEG file.
pub(crate) fn with_segment(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, marker], &length, content, &jpeg[2..]].concat()
}
