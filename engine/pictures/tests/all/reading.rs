//! Tests reading of valid files.

use image::DynamicImage;
use tilewright_pictures::{PictureFileFormat, clean, read_header};

use crate::files::{corner, exif, jpeg, png, read, webp, with_chunk, with_segment};

#[test]
fn formats_are_detected_and_decoded() {
    let picture = corner();
    let files = [
        (png(&picture), PictureFileFormat::Png),
        (jpeg(&picture), PictureFileFormat::Jpeg),
        (webp(&picture), PictureFileFormat::WebP),
    ];
    for (bytes, format) in files {
        let header = read_header(&bytes).unwrap();
        assert_eq!((header.format, header.width, header.height), (format, 3, 2));
        let decoded = read(&bytes).unwrap();
        assert_eq!((decoded.width, decoded.height), (3, 2), "{format:?}");
        let near = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= 6;
        assert!(decoded.rgba.iter().zip(picture.as_bytes()).all(near), "{format:?}: {:?}", decoded.rgba);
        assert_eq!(decoded.jpeg.is_some(), format == PictureFileFormat::Jpeg);
    }
}

/// Returns the position of the darkest pixel, as column and row.
fn darkest(bytes: &[u8]) -> (u32, u32) {
    let decoded = read(bytes).unwrap();
    let header = read_header(bytes).unwrap();
    assert_eq!((header.width, header.height), (decoded.width, decoded.height));
    let (at, _) = decoded.rgba.chunks(4).enumerate().min_by_key(|(_, pixel)| pixel[0]).unwrap();
    (at as u32 % decoded.width, at as u32 / decoded.width)
}

#[test]
fn orientations_are_applied() {
    let (picture, corners) = (corner(), [(0, 0), (2, 0), (2, 1), (0, 1), (0, 0), (1, 0), (1, 2), (0, 2)]);
    for (orientation, wanted) in (1..).zip(corners) {
        let data = exif(orientation);
        let in_segment = with_segment(&jpeg(&picture), 0xe1, &[b"Exif\0\0", &data[..]].concat());
        assert_eq!(darkest(&in_segment), wanted, "{orientation}");
        assert_eq!(read(&in_segment).unwrap().jpeg.is_some(), orientation == 1, "turned pixels are no such file");
        assert_eq!(darkest(&with_chunk(&png(&picture), b"eXIf", &data)), wanted, "{orientation}");
    }
    assert_eq!(darkest(&extended_webp(6)), (1, 0));
}

/// Returns an extended WebP file: its header, its pixels, and EXIF data.
fn extended_webp(orientation: u8) -> Vec<u8> {
    let chunk = |name: &[u8], content: &[u8]| {
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        [name, &length, content, &vec![0; content.len() % 2]].concat()
    };
    let header = [0x18, 0, 0, 0, 2, 0, 0, 1, 0, 0];
    let (plain, data) = (webp(&corner()), exif(orientation));
    let body = [&b"WEBP"[..], &chunk(b"VP8X", &header), &plain[12..], &chunk(b"EXIF", &data)].concat();
    chunk(b"RIFF", &body)
}

#[test]
fn pictures_for_packs_have_no_metadata_and_are_upright() {
    let (picture, secret) = (corner(), b"secret place");
    let is_kept = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret);
    let full = [
        (with_chunk(&png(&picture), b"tEXt", secret), PictureFileFormat::Png),
        (with_segment(&jpeg(&picture), 0xe1, secret), PictureFileFormat::Jpeg),
        (extended_webp(1), PictureFileFormat::WebP),
    ];
    for (bytes, format) in full {
        let clean = clean(&bytes).unwrap();
        assert_eq!((clean.format, is_kept(&clean.bytes)), (format, false));
        assert_eq!(read(&clean.bytes).unwrap().rgba, read(&bytes).unwrap().rgba, "{format:?}");
        assert!(clean.bytes.len() < bytes.len(), "{format:?}");
        assert_eq!(tilewright_pictures::clean(&clean.bytes).unwrap().bytes, clean.bytes, "{format:?}");
    }
    // Grey pictures stay grey.
    let mut grey = Vec::new();
    let pixels = DynamicImage::from(picture.to_luma8());
    pixels.write_to(&mut std::io::Cursor::new(&mut grey), image::ImageFormat::Jpeg).unwrap();
    assert_eq!(clean(&with_segment(&grey, 0xfe, secret)).unwrap().bytes, grey);
    let turned = with_segment(&jpeg(&picture), 0xe1, &[b"Exif\0\0", &exif(6)[..]].concat());
    for turned in [turned, with_chunk(&png(&picture), b"eXIf", &exif(6)), extended_webp(6)] {
        let clean = clean(&turned).unwrap();
        assert_eq!(clean.format, PictureFileFormat::Png);
        assert_eq!(read(&clean.bytes).unwrap().rgba, read(&turned).unwrap().rgba);
        assert_eq!(darkest(&clean.bytes), darkest(&turned));
    }
    let drawn = b"<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>";
    assert_eq!(clean(drawn).unwrap().bytes, drawn);
    for wrong in [&b"text"[..], &png(&picture)[..40], b"<svg"] {
        assert!(clean(wrong).is_err());
    }
}

#[test]
fn metadata_is_removed_from_jpeg_files() {
    let plain = jpeg(&corner());
    let secret = b"secret place";
    let mut full = plain.clone();
    for marker in [0xe1, 0xe2, 0xed, 0xfe] {
        full = with_segment(&full, marker, secret);
    }
    let decoded = read(&[&full[..], b"appendix"].concat()).unwrap();
    assert_eq!(decoded.jpeg.as_deref(), Some(&plain[..]));
    let grey = DynamicImage::from(corner().to_luma8());
    let mut bytes = Vec::new();
    grey.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Jpeg).unwrap();
    assert_eq!(read(&bytes).unwrap().jpeg, None, "documents get colours");
}

#[test]
fn deep_colours_are_reduced_and_palettes_are_resolved() {
    let deep = DynamicImage::from(corner().to_rgba16());
    assert_eq!(read(&png(&deep)).unwrap().rgba, corner().as_bytes());
    let grey = DynamicImage::from(corner().to_luma8());
    assert_eq!(read(&png(&grey)).unwrap().rgba, corner().as_bytes());
}
