//! Stores installed packs: a folder of archives, which need no further index.
//!
//! Each archive is written by a single rename, so a killed program leaves the old packs, with or without the new one.
//! Changing the folder requires its lock. The next holder of the lock removes the leftovers of a killed program.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use semver::Version;
use tilewright_kit::files;
use tilewright_kit::files::draft::clear_leftovers;
use tilewright_kit::packs::archive::{Archive, ArchiveManifest, ENDING, file_name};

use crate::error::{ShareError, Shared, unread};

/// Name of the file that is locked while a folder is changed.
const LOCK: &str = ".lock";
/// Name of the folder for archives that are tested before they are installed.
const INCOMING: &str = ".incoming";

/// Lock on a folder; no other program changes the folder while it is held.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    _file: File,
}

impl FolderLock {
    /// Locks a folder, which is created if needed, and removes leftovers of other programs.
    ///
    /// # Errors
    /// Another program holds the lock for longer than `patience`, or the folder cannot be written.
    pub fn acquire(folder: &Path, patience: Duration) -> Shared<FolderLock> {
        files::make_folder(folder)?;
        let file = files::lock_file(&folder.join(LOCK))?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if began.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => return Err(ShareError::Busy { path: folder.to_owned() }),
                // On systems without file locks, other programs cannot be detected.
                Err(TryLockError::Error(_)) => break,
            }
        }
        clear(folder, 3);
        Ok(FolderLock { folder: folder.to_owned(), _file: file })
    }

    /// Returns the path of the locked folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Removes unfinished files from a folder and its subfolders, down to `depth` levels. A file that cannot be removed
/// does no harm.
fn clear(folder: &Path, depth: u32) {
    clear_leftovers(folder);
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let (name, path) = (entry.file_name(), entry.path());
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && name == INCOMING {
            drop(files::remove_folder(&path));
        } else if is_folder && depth > 1 && !path.join(tilewright_kit::packs::find::PACK_FILE).is_file() {
            clear(&path, depth - 1);
        }
    }
}

/// A pack that is installed in a store.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Manifest from the archive of the pack.
    pub manifest: ArchiveManifest,
    /// Version of the pack, parsed from the manifest.
    pub version: Version,
    /// Path of the archive.
    pub path: PathBuf,
}

/// Folder of installed packs.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Creates a store for a folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Lists the installed packs by id, the newest version first. Other files and unreadable archives are skipped.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn list(&self) -> Shared<Vec<Installed>> {
        let mut packs = Vec::new();
        if !self.folder.is_dir() {
            return Ok(packs);
        }
        for entry in std::fs::read_dir(&self.folder).map_err(|error| unread(&self.folder, error))? {
            let path = entry.map_err(|error| unread(&self.folder, error))?.path();
            if path.extension().is_none_or(|end| end != ENDING) {
                continue;
            }
            if let Ok(manifest) = Archive::manifest_in(&path)
                && let Ok(version) = Version::parse(&manifest.version)
            {
                packs.push(Installed { manifest, version, path });
            }
        }
        packs.sort_by(|a, b| a.manifest.id.cmp(&b.manifest.id).then_with(|| b.version.cmp(&a.version)));
        Ok(packs)
    }

    /// Locks the folder for changes.
    ///
    /// # Errors
    /// Like [`FolderLock::acquire`].
    pub fn lock(&self, patience: Duration) -> Shared<FolderLock> {
        FolderLock::acquire(&self.folder, patience)
    }
}

/// Writes an archive into the folder for tests, together with the other packs of the same installation.
///
/// # Errors
/// The archive cannot be written.
pub(crate) fn stage(lock: &FolderLock, manifest: &ArchiveManifest, bytes: &[u8]) -> Shared<PathBuf> {
    let folder = lock.folder.join(INCOMING);
    files::make_folder(&folder)?;
    let path = folder.join(file_name(manifest));
    files::write_quickly(&path, bytes)?;
    Ok(path)
}

/// Removes the archives that were staged for tests.
pub(crate) fn unstage(lock: &FolderLock) {
    drop(files::remove_folder(&lock.folder.join(INCOMING)));
}

/// Installs a checked archive atomically: it is complete and survives a power cut, or is absent.
///
/// # Errors
/// The archive cannot be written.
pub(crate) fn put(lock: &FolderLock, manifest: &ArchiveManifest, bytes: &[u8]) -> Shared<PathBuf> {
    let path = lock.folder.join(file_name(manifest));
    files::write(&path, bytes)?;
    Ok(path)
}

/// Removes an installed pack.
///
/// # Errors
/// The archive cannot be removed.
pub fn remove(_lock: &FolderLock, pack: &Installed) -> Shared<()> {
    Ok(files::remove(&pack.path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_what_is_left_over_goes() {
        let folder = std::env::temp_dir().join(format!("tilewright-store-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        let deep = folder.join("packs/a");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir_all(folder.join(INCOMING)).unwrap();
        for left in [".a.tilepack.tilewright-1-0", "packs/a/.b.json.tilewright-1-7", ".incoming/x.tilepack"] {
            std::fs::write(folder.join(left), "left").unwrap();
        }
        std::fs::write(folder.join("kept.tilepack"), "not ours to judge").unwrap();
        let lock = FolderLock::acquire(&folder, Duration::ZERO).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".lock", "kept.tilepack", "packs"]);
        assert!(std::fs::read_dir(&deep).unwrap().next().is_none());
        assert_eq!(FolderLock::acquire(&folder, Duration::from_millis(50)).unwrap_err().code(), "busy");
        drop(lock);
        FolderLock::acquire(&folder, Duration::ZERO).unwrap();
        assert!(Store::new(&folder).list().unwrap().is_empty(), "a file that is not an archive is not a pack");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
