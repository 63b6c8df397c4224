//! Describes the picture files of packs. The caller reads the files and passes facts about them; this crate decodes no
//! pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Folder of a pack with own art.
pub const ART_FOLDER: &str = "art/";
/// File of a pack that declares its own art; the only data file in the folder.
pub const ART_FILE: &str = "art/art.ron";
/// Extensions of picture files.
pub const PICTURE_ENDINGS: [&str; 5] = [".png", ".jpg", ".jpeg", ".webp", ".svg"];

/// Facts about the pictures of a pack, by the paths of their files in the pack.
pub type PictureList = BTreeMap<Arc<str>, PictureFacts>;

/// Facts about the file of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureFacts {
    /// Size of the file, in bytes.
    pub bytes: u64,
    /// Size of the picture, from the header of the file.
    pub size: Result<PictureSize, PictureFault>,
}

/// Size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PictureSize {
    /// Width in pixels, as the picture is seen.
    pub width: u32,
    /// Height in pixels, as the picture is seen.
    pub height: u32,
    /// True if the picture consists of shapes, so that it can be drawn at any size.
    pub is_vector: bool,
    /// True if the picture contains text, which is not drawn.
    pub has_text: bool,
}

/// Reason why a picture cannot be shown, as a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureFault {
    /// The file or the picture exceeds a limit.
    TooLarge(String),
    /// The file is damaged, or has another format.
    Unreadable(String),
}

/// Returns true if a file of a pack is a picture in the folder `art`, judged by its path.
pub fn is_picture(path: &str) -> bool {
    path.starts_with(ART_FOLDER) && PICTURE_ENDINGS.iter().any(|end| path.ends_with(end))
}

/// Returns true if a file of a pack is in the folder `art`, which has no influence on rules.
pub fn is_art(path: &str) -> bool {
    path.starts_with(ART_FOLDER)
}
