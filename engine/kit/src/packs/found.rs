//! Describes packs that were found: their places and ranks, and how to read them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use semver::Version;
use tilewright_pack::PackFiles;

use crate::error::KitError;
use crate::files;
use crate::packs::archive::{self, Archive};
use crate::packs::art::{ArtFile, ArtFiles};
use crate::packs::folder::{ArtCache, read_art, read_folder};

/// Packs in the binary, as paths below `content/` and texts.
pub(crate) const BUNDLED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Pictures of the packs in the binary, as paths below `content/` and their bytes.
const BUNDLED_ART: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundled_art.rs"));

/// Packs in the binary that test the rule library, as paths below `scripts/tests/` and texts.
pub(crate) const LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Place of a pack: a folder, an archive, or the binary.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PackPlace {
    /// Folder with the files of the pack.
    Folder(PathBuf),
    /// Folder whose files are open in the editor, with their current texts, saved or not.
    Edited(PathBuf, PackFiles),
    /// Archive, which is read without unpacking it.
    Archive(PathBuf),
    /// Binary of the program, which includes the packs that ship.
    Bundled,
    /// Binary of the program, among the tests of the rule library: found only by `library_tests`.
    Library,
}

impl PackPlace {
    /// Returns the path of a pack that is a folder; `None` for any other place.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            PackPlace::Folder(folder) | PackPlace::Edited(folder, _) => Some(folder),
            PackPlace::Archive(_) | PackPlace::Bundled | PackPlace::Library => None,
        }
    }
}

/// Pack with its id and its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FoundPack {
    /// Id of the pack: the name of its folder, or the id in its archive.
    pub id: String,
    /// Folder, archive or binary that holds the pack.
    pub place: PackPlace,
}

impl FoundPack {
    /// Returns a name for a later search: the absolute path, or the id of an included pack; `None` for the library of
    /// rules, which is always found.
    pub fn origin(&self) -> Option<String> {
        match &self.place {
            PackPlace::Folder(path) | PackPlace::Archive(path) | PackPlace::Edited(path, _) => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                Some(path.to_string_lossy().into_owned())
            }
            PackPlace::Bundled => Some(self.id.clone()),
            PackPlace::Library => None,
        }
    }

    /// Reads the files of the pack.
    ///
    /// # Errors
    /// A file cannot be read or is not text.
    pub fn read(&self) -> Result<PackFiles, KitError> {
        match &self.place {
            PackPlace::Folder(folder) => read_folder(folder),
            PackPlace::Edited(_, files) => Ok(files.clone()),
            PackPlace::Archive(file) => Ok(Archive::open(file)?.files),
            PackPlace::Bundled => Ok(self.of_table(BUNDLED)),
            PackPlace::Library => Ok(self.of_table(LIBRARY)),
        }
    }

    /// Reads the pictures of the pack. Takes unchanged files of a folder from a cache.
    ///
    /// # Errors
    /// A folder cannot be read, or the archive is not valid.
    pub(crate) fn read_art(&self, cache: &mut ArtCache) -> Result<ArtFiles, KitError> {
        match &self.place {
            PackPlace::Folder(folder) | PackPlace::Edited(folder, _) => read_art(folder, cache),
            PackPlace::Archive(file) => Ok(Archive::open(file)?.art),
            PackPlace::Bundled => Ok(self.bundled_pictures(BUNDLED_ART)),
            PackPlace::Library => Ok(ArtFiles::new()),
        }
    }

    /// Reads the pictures of the pack.
    ///
    /// # Errors
    /// A folder cannot be read, or the archive is not valid.
    pub fn art(&self) -> Result<ArtFiles, KitError> {
        self.read_art(&mut ArtCache::new())
    }

    /// Packs everything that belongs to the pack into an archive.
    ///
    /// # Errors
    /// A file cannot be read, or cannot be in an archive.
    pub fn archive(&self) -> Result<Archive, KitError> {
        let picture = match &self.place {
            PackPlace::Archive(file) => return Archive::open(file),
            PackPlace::Folder(folder) | PackPlace::Edited(folder, _) => {
                Some(folder.join(archive::PICTURE)).filter(|path| path.is_file())
            }
            PackPlace::Bundled | PackPlace::Library => None,
        };
        let picture = picture.map(|path| files::read(&path, archive::PICTURE_BYTES as u64)).transpose()?;
        let path = || PathBuf::from(self.path_prefix());
        let mut files = self.read()?;
        files.retain(|path, _| archive::belongs(path));
        let archive = Archive::with_art(&self.id, &files, self.art()?, picture);
        archive.map_err(|error| KitError::Archive { path: path(), error })
    }

    fn bundled_pictures(&self, table: &[(&str, &[u8])]) -> ArtFiles {
        let own = |path: &str| Some(path.strip_prefix(&*self.id)?.strip_prefix('/')?.to_owned());
        let pictures = table.iter().filter_map(|&(path, bytes)| Some((own(path)?, bytes)));
        pictures.map(|(path, bytes)| (path.as_str().into(), ArtFile::new(&path, bytes.to_vec()))).collect()
    }

    fn of_table(&self, table: &[(&str, &str)]) -> PackFiles {
        let own = |path: &str| path.strip_prefix(&*self.id)?.strip_prefix('/').map(Arc::from);
        table.iter().filter_map(|&(path, text)| Some((own(path)?, text.into()))).collect()
    }

    /// Returns the text that precedes the path of a file of the pack in messages.
    pub fn path_prefix(&self) -> String {
        match &self.place {
            PackPlace::Folder(path) | PackPlace::Edited(path, _) | PackPlace::Archive(path) => {
                path.display().to_string().replace('\\', "/")
            }
            PackPlace::Bundled => self.id.clone(),
            PackPlace::Library => format!("scripts/tests/{}", self.id),
        }
    }
}

/// Pack with its rank among those with the same id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// Pack that was found.
    pub found: FoundPack,
    /// Version of an archive; `None` for other packs, which are not opened to find it.
    pub version: Option<Version>,
    /// Rank among packs with the same id; the lowest is used. Packs of the user precede installed ones, which precede
    /// those of the program.
    pub rank: u32,
    /// True if the pack was installed or is part of the program.
    pub is_provided: bool,
}

impl Ranked {
    /// Returns a pack that precedes all others with its id.
    pub(crate) fn first(found: FoundPack) -> Ranked {
        Ranked { found, version: None, rank: 0, is_provided: false }
    }
}
