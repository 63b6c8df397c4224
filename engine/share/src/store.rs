//! Where installed packs are: a folder of archives, which say everything themselves.
//!
//! Each is one file that is written by one rename, so a killed program leaves the packs that were there or those and the
//! new one. Whoever changes the folder holds its lock; what is left over of somebody without it is cleared by the next.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use semver::Version;
use tilewright_kit::files;
use tilewright_kit::files::draft::clear_leftovers;
use tilewright_kit::packs::archive::{Archive, ArchiveManifest, ENDING, file_name};

use crate::error::{ShareError, Shared, unread};

/// The file that is locked while a folder is changed.
const LOCK: &str = ".lock";
/// Where archives lie that are tried before they are installed.
const INCOMING: &str = ".incoming";

/// A folder that nobody else changes as long as this is there.
#[derive(Debug)]
pub struct Lock {
    folder: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a folder, which is made, and clears what others have left unfinished in it.
    ///
    /// # Errors
    /// Another program holds it for longer than one waits, or it cannot be written.
    pub fn of(folder: &Path, patience: Duration) -> Shared<Lock> {
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
                // Where files cannot be locked at all, nothing is known of others.
                Err(TryLockError::Error(_)) => break,
            }
        }
        clear(folder, 3);
        Ok(Lock { folder: folder.to_owned(), _file: file })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Removes what was begun and not finished, in a folder and in those in it. What cannot be removed is in nobody's way.
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

/// An installed pack.
#[derive(Clone, Debug)]
pub struct Installed {
    /// What it says of itself.
    pub manifest: ArchiveManifest,
    /// Its version.
    pub version: Version,
    /// Its archive.
    pub path: PathBuf,
}

/// The folder of installed packs.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// A folder, which need not exist.
    pub fn at(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The packs in it by id, the newest version first. What is not an archive, or one that cannot be read, is passed over.
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

    /// Locks it for changes.
    ///
    /// # Errors
    /// As for [`Lock::of`].
    pub fn lock(&self, patience: Duration) -> Shared<Lock> {
        Lock::of(&self.folder, patience)
    }
}

/// Puts an archive where it can be tried, in a folder with what else is to be installed.
///
/// # Errors
/// It cannot be written.
pub(crate) fn stage(lock: &Lock, manifest: &ArchiveManifest, bytes: &[u8]) -> Shared<PathBuf> {
    let folder = lock.folder.join(INCOMING);
    files::make_folder(&folder)?;
    let path = folder.join(file_name(manifest));
    files::write_quickly(&path, bytes)?;
    Ok(path)
}

/// Clears what was put there to be tried.
pub(crate) fn unstage(lock: &Lock) {
    drop(files::remove_folder(&lock.folder.join(INCOMING)));
}

/// Installs an archive that was checked: it is there as a whole, and safe from a power cut, or not at all.
///
/// # Errors
/// It cannot be written.
pub(crate) fn put(lock: &Lock, manifest: &ArchiveManifest, bytes: &[u8]) -> Shared<PathBuf> {
    let path = lock.folder.join(file_name(manifest));
    files::write(&path, bytes)?;
    Ok(path)
}

/// Removes an installed pack.
///
/// # Errors
/// It cannot be removed.
pub fn remove(_lock: &Lock, pack: &Installed) -> Shared<()> {
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
        let lock = Lock::of(&folder, Duration::ZERO).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".lock", "kept.tilepack", "packs"]);
        assert!(std::fs::read_dir(&deep).unwrap().next().is_none());
        assert_eq!(Lock::of(&folder, Duration::from_millis(50)).unwrap_err().code(), "busy");
        drop(lock);
        Lock::of(&folder, Duration::ZERO).unwrap();
        assert!(Store::at(&folder).list().unwrap().is_empty(), "a file that is not an archive is not a pack");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
