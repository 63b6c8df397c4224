//! Decodes the picture files of a look within a limit of memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::art::{ArtLook, ArtPlan, PictureFile};
use tilewright_pictures::{PictureFileError, PictureFileFormat, decode, read_header};

use crate::bitmap::Bitmap;
use crate::own::OwnArt;

/// Maximum size of the decoded pictures of a look, in bytes of RGBA.
const MAX_LOOK_BYTES: u64 = 768 << 20;

/// Picture file of a look that is not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnshownPicture {
    /// The file.
    pub file: PictureFile,
    /// Reason why the picture is not shown.
    pub why: UnshownReason,
}

/// Reason why a picture is not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnshownReason {
    /// The pack does not contain the file, or the file exceeds a limit.
    Missing,
    /// The file cannot be decoded.
    Unreadable(PictureFileError),
    /// The pictures before it use all memory that a look may use.
    TooMany,
    /// The grid of its sheet does not divide the file into whole pixels.
    OffGrid,
}

impl fmt::Display for UnshownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnshownReason::Missing => write!(f, "the file is missing or too large"),
            UnshownReason::Unreadable(error) => error.fmt(f),
            UnshownReason::OffGrid => write!(f, "the grid does not divide the sheet"),
            UnshownReason::TooMany => {
                write!(f, "the pictures of the look need more than {} MiB", MAX_LOOK_BYTES >> 20)
            }
        }
    }
}

/// A look with its decoded pictures.
#[derive(Debug)]
pub struct DecodedLook {
    /// The look, ready to be drawn.
    pub art: OwnArt,
    /// Files that cannot be shown, in order. Data are drawn in their place.
    pub unshown: Vec<UnshownPicture>,
}

/// Number of pixels on the longer side of pictures in SVG that are printed or exported: 300 pixels per inch for two
/// cells of 50 mm.
pub const PRINT_SVG_SIDE: u32 = 1181;

/// Decodes the files of the pictures that a look shows. `find` returns the content of a file, and SVG files get
/// `svg_side` pixels on their longer side.
pub fn decode_look(
    plan: &ArtPlan,
    look: &ArtLook,
    svg_side: u32,
    find: impl Fn(&PictureFile) -> Option<Arc<[u8]>>,
) -> DecodedLook {
    let files: BTreeSet<&PictureFile> =
        look.pictures().into_iter().filter_map(|id| Some(&plan.picture(id)?.file)).collect();
    let (mut decoded, mut unshown, mut memory) = (BTreeMap::new(), Vec::new(), LookMemory::default());
    for file in files {
        let read = find(file).ok_or(UnshownReason::Missing).and_then(|bytes| {
            memory.claim(&bytes, svg_side)?;
            decode_file(&bytes, svg_side)
        });
        match read {
            Ok(bitmap) => {
                decoded.insert(file.clone(), Arc::new(bitmap));
            }
            Err(why) => unshown.push(UnshownPicture { file: file.clone(), why }),
        }
    }
    DecodedLook { art: OwnArt::new(plan, look, &decoded), unshown }
}

/// Memory that the decoded pictures of a look need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LookMemory {
    bytes: u64,
}

impl LookMemory {
    /// Adds the pixels of a file. Reads only the header of the file.
    ///
    /// # Errors
    /// The file cannot be decoded, or its pixels would exceed the limit of a look.
    pub fn claim(&mut self, bytes: &[u8], svg_side: u32) -> Result<(), UnshownReason> {
        let header = read_header(bytes).map_err(UnshownReason::Unreadable)?;
        let (mut width, mut height) = (u64::from(header.width), u64::from(header.height));
        if header.format == PictureFileFormat::Svg {
            let longest = width.max(height).max(1);
            (width, height) = (width * u64::from(svg_side) / longest + 1, height * u64::from(svg_side) / longest + 1);
        }
        self.claim_pixels(width, height)
    }

    /// Adds the pixels of a decoded picture.
    ///
    /// # Errors
    /// The pixels would exceed the limit of a look.
    pub fn claim_pixels(&mut self, width: u64, height: u64) -> Result<(), UnshownReason> {
        let sum = self.bytes + 4 * width * height;
        if sum > MAX_LOOK_BYTES {
            return Err(UnshownReason::TooMany);
        }
        self.bytes = sum;
        Ok(())
    }
}

/// Decodes a file. An SVG file gets `svg_side` pixels on its longer side.
///
/// # Errors
/// The file cannot be decoded.
pub fn decode_file(bytes: &[u8], svg_side: u32) -> Result<Bitmap, UnshownReason> {
    let picture = decode(bytes, svg_side).map_err(UnshownReason::Unreadable)?;
    let bitmap = Bitmap::new(picture.width, picture.height, picture.rgba);
    let bitmap = bitmap.ok_or(UnshownReason::Unreadable(PictureFileError::Damaged))?;
    Ok(match picture.jpeg {
        Some(jpeg) => bitmap.with_jpeg(jpeg),
        None => bitmap,
    })
}
