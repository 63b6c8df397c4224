//! Reads the texts and pictures in a pack's folder, and no file outside of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tilewright_pack::limits::{ART_BYTES, ART_FILES};
use tilewright_pack::{ART_FOLDER, PackFiles, PictureFault, is_picture};

use crate::error::KitError;
use crate::files;
use crate::packs::archive;
use crate::packs::art::{ArtFile, ArtFiles, OTHER_NAME, most_bytes};

/// Reads the texts of the pack in a folder.
///
/// # Errors
/// A file cannot be read, is not text, or is a link that leads out of the folder; or the folder exceeds a limit.
pub(crate) fn read_folder(folder: &Path) -> Result<PackFiles, KitError> {
    let mut reader = FolderReader::default();
    reader.folder(folder, "")?;
    Ok(reader.files)
}

/// Pictures that were read from folders, by their paths.
pub(crate) type ArtCache = BTreeMap<PathBuf, CachedArtFile>;

/// Picture of a folder, with the properties of its file that reveal a change.
#[derive(Clone)]
pub(crate) struct CachedArtFile {
    bytes: u64,
    changed: Option<SystemTime>,
    file: ArtFile,
}

/// Reads the pictures of the pack in a folder: all files below `art` that are not texts. Takes files that have not
/// changed from a cache.
///
/// # Errors
/// A folder cannot be read, leads out of the folder of the pack, or exceeds a limit.
pub(crate) fn read_art(folder: &Path, cache: &mut ArtCache) -> Result<ArtFiles, KitError> {
    let name = ART_FOLDER.trim_end_matches('/');
    let art = folder.join(name);
    // Links to folders are followed, within the folder of the pack.
    if !art.is_dir() {
        return Ok(ArtFiles::new());
    }
    let root = folder.canonicalize().map_err(|e| KitError::read(folder, e))?;
    let mut reader = FolderReader {
        above: vec![root],
        pictures: Some(ArtReader { files: ArtFiles::new(), cache }),
        ..FolderReader::default()
    };
    reader.entry(&art, name, "")?;
    Ok(reader.pictures.map(|pictures| pictures.files).unwrap_or_default())
}

/// Maximum depth of folders that are read in a pack.
const MAX_DEPTH: usize = 6;

/// Maximum total size of a pack's texts, in bytes; the format of packs limits each file.
const MAX_BYTES: u64 = 64 << 20;

/// Maximum number of entries in the folders of a pack, including files that are not texts.
const MAX_ENTRIES: usize = 20_000;

/// Reader of a pack's texts, or of its pictures. It reads no file outside the pack's folder, whatever links say, and
/// opens only ordinary files.
#[derive(Default)]
struct FolderReader<'c> {
    files: PackFiles,
    /// Pictures that are read in place of texts; `None` to read texts.
    pictures: Option<ArtReader<'c>>,
    /// Chain of folders to the current one, without links; the first is that of the pack.
    above: Vec<PathBuf>,
    bytes: u64,
    entries: usize,
    /// Largest file so far, with its size in bytes.
    largest: (u64, PathBuf),
}

impl FolderReader<'_> {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), KitError> {
        let real = folder.canonicalize().map_err(|e| KitError::read(folder, e))?;
        if self.above.iter().any(|above| above.starts_with(&real)) {
            return Err(KitError::Circle { path: folder.to_owned() });
        }
        if self.above.len() > MAX_DEPTH {
            return Err(KitError::TooDeep { path: folder.to_owned() });
        }
        self.above.push(real);
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|e| KitError::read(folder, e))? {
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                return Err(KitError::TooMany { path: folder.to_owned(), most: MAX_ENTRIES });
            }
            paths.push(entry.map_err(|e| KitError::read(folder, e))?.path());
        }
        // Sorting makes the reported error the same every time.
        paths.sort();
        for path in paths {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if !name.starts_with('.') {
                self.entry(&path, &name, prefix)?;
            }
        }
        self.above.pop();
        Ok(())
    }

    fn entry(&mut self, path: &Path, name: &str, prefix: &str) -> Result<(), KitError> {
        let failed = |error| KitError::read(path, error);
        let mut there = std::fs::symlink_metadata(path).map_err(failed)?;
        if there.is_symlink() {
            match self.behind(path) {
                Ok(behind) => there = behind,
                // A broken link is harmless unless the file would be read.
                Err(KitError::Read { .. }) if !is_text(name) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        if there.is_dir() {
            if is_text(name) {
                return Err(failed(std::io::Error::new(
                    std::io::ErrorKind::IsADirectory,
                    "it is a folder with the name of a file",
                )));
            }
            return self.folder(path, &format!("{prefix}{name}/"));
        }
        if self.pictures.is_some() {
            if !is_text(name) {
                self.picture(path, name, prefix, &there);
            }
            return Ok(());
        }
        if !is_text(name) {
            return Ok(());
        }
        let left = MAX_BYTES - self.bytes;
        let text = match files::read_text(path, left) {
            Err(KitError::TooLarge { .. }) => {
                let size = there.len().max(left + 1);
                let (bytes, largest) = (size, path.to_owned()).max(std::mem::take(&mut self.largest));
                return Err(KitError::PackTooLarge { path: self.root(), most: MAX_BYTES, largest, bytes });
            }
            read => read?,
        };
        let size = text.len() as u64;
        self.bytes += size;
        if size > self.largest.0 {
            self.largest = (size, path.to_owned());
        }
        self.files.insert(format!("{prefix}{name}").into(), text.into());
        Ok(())
    }

    /// Reads a file of the folder `art`, unless it exceeds a limit.
    fn picture(&mut self, path: &Path, name: &str, prefix: &str, there: &std::fs::Metadata) {
        let (bytes, changed, inside) = (there.len(), there.modified().ok(), format!("{prefix}{name}"));
        let Some(pictures) = &mut self.pictures else { return };
        let known = pictures.cache.get(path).filter(|known| known.bytes == bytes && known.changed == changed);
        let is_full = pictures.files.len() >= ART_FILES || self.bytes + bytes > ART_BYTES;
        let file = match known {
            Some(known) => known.file.clone(),
            None if bytes > most_bytes(&inside) || is_full || !is_picture(&inside) => {
                let fault = match is_picture(&inside) {
                    true => PictureFault::TooLarge(format!("with its {bytes} bytes, it exceeds a limit")),
                    false => PictureFault::Unreadable(OTHER_NAME.to_owned()),
                };
                ArtFile::unread(bytes, fault)
            }
            None => match files::read(path, most_bytes(&inside)) {
                Ok(content) => ArtFile::new(&inside, content),
                Err(error) => ArtFile::unread(bytes, PictureFault::Unreadable(error.to_string())),
            },
        };
        // Other files, such as projects of a painting program, are only listed.
        self.bytes += if is_picture(&inside) { bytes } else { 0 };
        if !is_full {
            pictures.cache.insert(path.to_owned(), CachedArtFile { bytes, changed, file: file.clone() });
        }
        pictures.files.insert(inside.into(), file);
    }

    /// Returns the metadata of a link's target, if the target is in the pack's folder.
    fn behind(&self, link: &Path) -> Result<std::fs::Metadata, KitError> {
        let failed = |error| KitError::read(link, error);
        let root = self.root();
        let outside = |to: PathBuf| KitError::Outside { path: link.to_owned(), to };
        // An absolute target outside the pack is not even looked up: it may be on another machine.
        let said = std::fs::read_link(link).map_err(failed)?;
        if said.is_absolute() && !said.starts_with(&root) {
            return Err(outside(said));
        }
        let real = link.canonicalize().map_err(failed)?;
        if !real.starts_with(&root) && !root.starts_with(&real) {
            return Err(outside(real));
        }
        std::fs::metadata(link).map_err(failed)
    }

    /// Returns the folder of the pack, without links.
    fn root(&self) -> PathBuf {
        self.above.first().cloned().unwrap_or_default()
    }
}

/// Pictures of a pack that are being read.
struct ArtReader<'c> {
    files: ArtFiles,
    cache: &'c mut ArtCache,
}

/// True for the files of a pack that are read as texts; pictures and other files are skipped. Data and rules whose
/// ending has capital letters count as texts, so that they are reported.
fn is_text(name: &str) -> bool {
    let is_data = |name: &str| [".ron", ".lua", ".json", ".jsonl"].iter().any(|end| name.ends_with(end));
    archive::is_text(name) || is_data(&name.to_lowercase())
}
