//! Keeps the pictures of packs: the bytes of their files, and the facts that the checks of packs need.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::art::{ArtLook, ArtPlan, PictureFile};
use tilewright_pack::limits::{PICTURE_BYTES, SVG_BYTES};
use tilewright_pack::{PictureFacts, PictureFault, PictureList, PictureSize, is_picture};
use tilewright_pictures::{PictureFileError, PictureFileFormat};

/// Reason why a file of the folder `art` is not read.
pub(crate) const OTHER_NAME: &str = "its name does not end like a picture";

/// Pictures of a pack, by the paths of their files in the pack.
pub type ArtFiles = BTreeMap<Arc<str>, ArtFile>;

/// File of a picture.
#[derive(Clone, PartialEq, Eq)]
pub struct ArtFile {
    /// Content of the file; empty if the file was not read.
    bytes: Arc<[u8]>,
    facts: PictureFacts,
}

/// Prints the facts without the content.
impl fmt::Debug for ArtFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts.fmt(f)
    }
}

impl ArtFile {
    /// Reads the facts about a picture from the header of its file.
    pub fn new(path: &str, bytes: Vec<u8>) -> ArtFile {
        let size =
            if is_picture(path) { size_of(&bytes) } else { Err(PictureFault::Unreadable(OTHER_NAME.to_owned())) };
        ArtFile { facts: PictureFacts { bytes: bytes.len() as u64, size }, bytes: bytes.into() }
    }

    /// Describes a file that was not read.
    pub(crate) fn unread(bytes: u64, fault: PictureFault) -> ArtFile {
        ArtFile { bytes: Arc::default(), facts: PictureFacts { bytes, size: Err(fault) } }
    }

    /// Returns the content of the file; `None` if it was not read, or is not a picture within the limits.
    pub fn bytes(&self) -> Option<&Arc<[u8]>> {
        self.facts.size.is_ok().then_some(&self.bytes)
    }

    /// Returns the content of the file for archives and copies; `None` if the file was not read.
    pub fn stored(&self) -> Option<&Arc<[u8]>> {
        (self.facts.bytes == self.bytes.len() as u64).then_some(&self.bytes)
    }

    /// Returns the facts about the picture.
    pub fn facts(&self) -> &PictureFacts {
        &self.facts
    }
}

/// Reads the size of a picture from its header.
fn size_of(bytes: &[u8]) -> Result<PictureSize, PictureFault> {
    match tilewright_pictures::read_header(bytes) {
        Ok(header) => {
            let (width, height) = (header.width, header.height);
            let is_vector = header.format == PictureFileFormat::Svg;
            Ok(PictureSize { width, height, is_vector, has_text: header.has_text })
        }
        Err(error @ (PictureFileError::FileTooLarge { .. } | PictureFileError::PictureTooLarge { .. })) => {
            Err(PictureFault::TooLarge(error.to_string()))
        }
        Err(error) => Err(PictureFault::Unreadable(error.to_string())),
    }
}

/// Returns the maximum size of the file of a picture, in bytes.
pub(crate) fn most_bytes(path: &str) -> u64 {
    if path.ends_with(".svg") { SVG_BYTES } else { PICTURE_BYTES }
}

/// Returns the facts about the pictures of a pack.
pub(crate) fn facts(files: &ArtFiles) -> PictureList {
    files.iter().map(|(path, file)| (path.clone(), file.facts.clone())).collect()
}

/// Own art of loaded packs: the looks that viewers can choose from, and the files of their pictures.
#[derive(Clone, Debug, Default)]
pub struct LoadedArt {
    /// Looks and pictures, for the catalog of the packs.
    pub plan: Arc<ArtPlan>,
    /// Files by the ids of their packs.
    pub(crate) files: Arc<BTreeMap<Arc<str>, ArtFiles>>,
}

/// Name of the look without own art, which is always offered.
pub const PLAIN_LOOK: &str = "plain";

/// Look that a viewer has chosen but that is not offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLookError {
    /// Name that the viewer has chosen.
    pub name: String,
    /// Names of the looks that are offered.
    pub offered: Vec<String>,
}

impl fmt::Display for UnknownLookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no look `{}`", self.name)
    }
}

impl std::error::Error for UnknownLookError {}

impl LoadedArt {
    /// Returns the names of the looks that a viewer can choose from: looks of the packs, looks of the themes, and the
    /// look without own art.
    pub fn look_names(&self) -> Vec<String> {
        let own = self.plan.looks.iter().map(ArtLook::key);
        own.chain([PLAIN_LOOK.to_owned()]).collect()
    }

    /// Returns the look with a name, or the first look of the packs if `name` is `None`. Returns `None` if everything is
    /// to be drawn from data: if the name is `plain`, or if the packs have no look.
    ///
    /// # Errors
    /// No look has this name.
    pub fn choose_look(&self, name: Option<&str>) -> Result<Option<&ArtLook>, UnknownLookError> {
        match name {
            None => Ok(self.plan.looks.iter().find(|look| look.theme.is_none())),
            Some(PLAIN_LOOK) => Ok(None),
            Some(name) => match self.plan.look(name) {
                Some(look) => Ok(Some(look)),
                None => Err(UnknownLookError { name: name.to_owned(), offered: self.look_names() }),
            },
        }
    }

    /// True if both are results of one loading, so that neither plans nor files need to be compared.
    pub fn is_same(&self, other: &LoadedArt) -> bool {
        Arc::ptr_eq(&self.plan, &other.plan) && Arc::ptr_eq(&self.files, &other.files)
    }

    /// Returns the content of a file; `None` if it is missing, or is not a picture within the limits.
    pub fn bytes(&self, file: &PictureFile) -> Option<&Arc<[u8]>> {
        self.files.get(&file.pack)?.get(&file.path)?.bytes()
    }

    /// Returns the facts about a file; `None` if it is missing.
    pub fn facts(&self, file: &PictureFile) -> Option<&PictureFacts> {
        Some(self.files.get(&file.pack)?.get(&file.path)?.facts())
    }
}
