//! Reasons why a picture cannot be read.

use std::fmt;

use crate::{MAX_PICTURE_SIDE, MAX_PIXEL_BYTES};

/// Reason why a picture cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureFileError {
    /// The file has more bytes than the limit for its format.
    FileTooLarge {
        /// Size of the file, in bytes.
        bytes: usize,
        /// Limit for its format, in bytes.
        limit: usize,
    },
    /// The file is not a PNG, JPEG, WebP or SVG file.
    UnknownFormat,
    /// The picture has too many pixels on a side, or its pixels need too much memory.
    PictureTooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The file ends before the picture does.
    CutOff,
    /// The content of the file contradicts its format.
    Damaged,
    /// The file has a variant of its format that is not supported; the text names the variant.
    Unsupported(&'static str),
    /// The SVG file has too many elements, is nested too deeply, or would take too long to draw.
    SvgTooComplex,
}

impl fmt::Display for PictureFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureFileError::FileTooLarge { bytes, limit } => {
                write!(f, "the file has {} KiB, but at most {} KiB are allowed", bytes.div_ceil(1024), limit / 1024)
            }
            PictureFileError::UnknownFormat => write!(f, "the file is not a PNG, JPEG, WebP or SVG picture"),
            PictureFileError::PictureTooLarge { width, height } if *width.max(height) > MAX_PICTURE_SIDE => {
                let limit = MAX_PICTURE_SIDE;
                write!(f, "the picture has {width} x {height} pixels, but at most {limit} are allowed on a side")
            }
            PictureFileError::PictureTooLarge { width, height } => {
                let limit = MAX_PIXEL_BYTES >> 20;
                write!(f, "decoding {width} x {height} pixels in this format needs more than {limit} MiB")
            }
            PictureFileError::CutOff => write!(f, "the file is cut off"),
            PictureFileError::Damaged => write!(f, "the file is damaged"),
            PictureFileError::SvgTooComplex => write!(f, "the SVG picture is too complex to draw"),
            PictureFileError::Unsupported(variant) => write!(f, "{variant} is not supported"),
        }
    }
}

impl std::error::Error for PictureFileError {}
