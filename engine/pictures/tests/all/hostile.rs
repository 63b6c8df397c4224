//! Tests that damaged and hostile files are refused, quickly and with little memory.

use std::time::{Duration, Instant};

use tilewright_pictures::{MAX_FILE_BYTES, PictureFileError, read_header};

use crate::files::{chunk, corner, jpeg, png, read, webp, with_chunk, with_segment};

/// Reads a file twice, and returns the reason why neither its header nor its pixels can be read.
fn refusal(bytes: &[u8]) -> PictureFileError {
    let error = read_header(bytes).unwrap_err();
    assert_eq!(read(bytes).unwrap_err(), error);
    error
}

#[test]
fn sizes_are_checked_before_pixels() {
    let huge = |width: u32, height: u32, depth: u8| {
        let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, 6, 0, 0, 0]].concat();
        [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &header), &chunk(b"IDAT", &[0; 9]), &chunk(b"IEND", &[])].concat()
    };
    let error = refusal(&huge(50_000, 50_000, 8));
    assert_eq!(error.to_string(), "the picture has 50000 x 50000 pixels, but at most 4096 are allowed on a side");
    assert_eq!(
        refusal(&huge(u32::MAX, u32::MAX, 16)),
        PictureFileError::PictureTooLarge { width: u32::MAX, height: u32::MAX }
    );
    let deep = refusal(&huge(4096, 4096, 16));
    assert_eq!(deep.to_string(), "decoding 4096 x 4096 pixels in this format needs more than 64 MiB");
    assert_eq!(refusal(&huge(0, 5, 8)), PictureFileError::Damaged);
    assert_eq!(read(&huge(4096, 4096, 8)).unwrap_err(), PictureFileError::Damaged);
    let large = vec![0; MAX_FILE_BYTES + 1];
    assert_eq!(refusal(&large).to_string(), "the file has 8193 KiB, but at most 8192 KiB are allowed");
}

#[test]
fn texts_and_profiles_are_not_unpacked() {
    // A stream of deflate that unpacks to about a thousand times its size, in place of a text of a gigabyte.
    let block = [0x63, 0x60, 0x18, 0x05, 0xa3, 0x60, 0x14, 0x0c];
    let bomb: Vec<u8> = [0x78, 0x9c].into_iter().chain(block.into_iter().cycle().take(1 << 20)).collect();
    for name in [b"zTXt", b"iTXt", b"iCCP"] {
        let bytes = with_chunk(&png(&corner()), name, &[&b"a\0\0"[..], &bomb].concat());
        let begun = Instant::now();
        assert_eq!(read(&bytes).unwrap().rgba, corner().as_bytes());
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}

#[test]
fn cut_files_are_refused() {
    for whole in [png(&corner()), jpeg(&corner()), webp(&corner())] {
        for length in 12..whole.len() - 1 {
            let cut = &whole[..length];
            // The last padding of WebP may be missing.
            let Ok(decoded) = read(cut) else { continue };
            panic!("{length} of {} bytes: {decoded:?}", whole.len());
        }
    }
    let picture = jpeg(&corner());
    let end = refusal(&picture[..picture.len() - 2]);
    assert_eq!(end, PictureFileError::CutOff);
    for unknown in [&b""[..], b"GIF89a", b"%PDF-1.4", b"RIFF\0\0\0\0WAVE"] {
        assert_eq!(refusal(unknown), PictureFileError::UnknownFormat);
    }
}

#[test]
fn unsupported_variants_are_named() {
    let whole = jpeg(&corner());
    let frame = whole.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    let changed = |at: usize, value: u8| {
        let mut bytes = whole.clone();
        bytes[frame + at] = value;
        refusal(&bytes).to_string()
    };
    assert_eq!(changed(9, 4), "JPEG in CMYK is not supported");
    assert_eq!(changed(4, 12), "JPEG with more than 8 bits in a channel is not supported");
    assert_eq!(changed(1, 0xc9), "lossless, hierarchical or arithmetic JPEG is not supported");
    // Thousands of empty scans would take minutes.
    let scan = whole.windows(2).position(|pair| pair == [0xff, 0xda]).unwrap();
    let scans = [&whole[..scan], &whole[scan..whole.len() - 2].repeat(100), &[0xff, 0xd9]].concat();
    assert_eq!(refusal(&scans), PictureFileError::Damaged);
    let animated = [&b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0"[..], &[0; 6]].concat();
    assert_eq!(refusal(&animated).to_string(), "animated WebP is not supported");
}

#[test]
fn changed_bytes_never_panic() {
    let files =
        [png(&corner()), jpeg(&corner()), webp(&corner()), with_segment(&jpeg(&corner()), 0xe1, b"Exif\0\0II*\0")];
    for whole in files {
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff, whole[at].wrapping_add(1)] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                if let (Ok(header), Ok(decoded)) = (read_header(&bytes), read(&bytes)) {
                    assert_eq!((header.width, header.height), (decoded.width, decoded.height));
                }
            }
        }
    }
}
