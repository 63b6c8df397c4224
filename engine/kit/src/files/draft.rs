//! Files and folders that are written under a name of our own before they take their places, and the removal of what
//! killed programs left of them.
//!
//! A name is `.NAME.tilewright-PID-NUMBER`. Whoever writes under it holds a lock on it, which the system releases when the
//! program ends, however it ends: what nobody has locked is left over. The first draft in a folder clears such leftovers.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::no_file;
use crate::error::KitError;

/// Part of the names of drafts. Packs do not hold such files: their names begin with a dot.
pub const MARK: &str = ".tilewright-";

/// Letters of a file's name that the name of its draft repeats, so that it stays within the 255 bytes of a name.
const NAME_LETTERS: usize = 40;

/// Attempts at finding a free name.
const ATTEMPTS: u32 = 100;

/// Age of a leftover where the system cannot lock files.
const LEFT_OVER: Duration = Duration::from_secs(600);

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Readers {
    /// Those whom the system's mask lets.
    Usual,
    /// Its owner alone.
    Owner,
}

/// A file that is being written beside its place. Dropped before it is placed, it is gone.
#[derive(Debug)]
pub struct Draft {
    /// The place.
    path: PathBuf,
    /// Where it is until then; `None` once it is placed.
    beside: Option<PathBuf>,
    file: File,
    permissions: Option<std::fs::Permissions>,
}

impl Draft {
    /// Begins a file that takes the place of an older one, if there is one.
    ///
    /// # Errors
    /// The folder cannot be written, or something at the place cannot be replaced.
    pub fn begin(path: &Path) -> Result<Draft, KitError> {
        Draft::replacing(path).map_err(|error| KitError::Write { path: path.to_owned(), error })
    }

    pub(super) fn replacing(path: &Path) -> Result<Draft, Error> {
        let permissions = replaceable(path)?;
        let mut draft = Draft::new(path, Readers::Usual)?;
        draft.permissions = permissions;
        Ok(draft)
    }

    /// Begins a file for a place without looking at it.
    pub(super) fn new(path: &Path, readers: Readers) -> Result<Draft, Error> {
        clear_once(folder_of(path));
        Draft::open(path, readers)
    }

    fn open(path: &Path, readers: Readers) -> Result<Draft, Error> {
        let open = |beside: &Path| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true);
            #[cfg(unix)]
            if readers == Readers::Owner {
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            }
            options.open(beside).map(Some)
        };
        let (file, beside) = under_free_name(path, open)?;
        let file = file.ok_or(ErrorKind::NotFound)?;
        Ok(Draft { path: path.to_owned(), beside: Some(beside), file, permissions: None })
    }

    /// Moves the file to its place, over an older one. `safe`: it is on the disk, too, when this returns.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn place(self, safe: bool) -> Result<(), KitError> {
        let path = self.path.clone();
        self.put(safe).map(drop).map_err(|error| KitError::Write { path, error })
    }

    /// Like [`Draft::place`]. The file stays open and locked.
    pub(super) fn put(mut self, safe: bool) -> Result<File, Error> {
        let path = self.path.clone();
        self.prepare(safe)?;
        std::fs::rename(self.beside()?, &path)?;
        self.finish(&path, safe)
    }

    /// Moves the file to the first of some places that is free. It stays open and locked.
    pub(super) fn put_new(mut self, places: impl IntoIterator<Item = PathBuf>) -> Result<(File, PathBuf), Error> {
        self.prepare(true)?;
        let place = move_to_free(&self.beside()?, places)?;
        Ok((self.finish(&place, true)?, place))
    }

    fn beside(&self) -> Result<PathBuf, Error> {
        self.beside.clone().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn prepare(&mut self, safe: bool) -> Result<(), Error> {
        if let Some(permissions) = self.permissions.take() {
            self.file.set_permissions(permissions)?;
        }
        if safe { self.file.sync_all() } else { Ok(()) }
    }

    fn finish(mut self, place: &Path, safe: bool) -> Result<File, Error> {
        self.beside = None;
        if safe {
            sync_folder(folder_of(place))?;
        }
        self.file.try_clone()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.file.flush()
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> Result<u64, Error> {
        self.file.seek(to)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(beside) = self.beside.take() {
            // One that stays is cleared as a leftover.
            drop(std::fs::remove_file(beside));
        }
    }
}

/// Finds out whether a file can be written in a folder, by beginning one. Leftovers stay.
///
/// # Errors
/// It cannot.
pub fn check_writable(folder: &Path) -> Result<(), Error> {
    Draft::open(&folder.join("check"), Readers::Owner).map(drop)
}

/// A folder that is being filled beside its place. Dropped before it is placed, it is gone.
pub(super) struct FolderDraft {
    beside: Option<PathBuf>,
    /// The folder itself, locked; `None` where folders cannot be locked.
    _lock: Option<File>,
}

impl FolderDraft {
    pub(super) fn new(folder: &Path) -> Result<FolderDraft, Error> {
        clear_once(folder_of(folder));
        let make = |beside: &Path| {
            std::fs::create_dir(beside)?;
            // Windows opens no folders. One that is gone already is lost like one that is locked: see `under_free_name`.
            match cfg!(unix).then(|| File::open(beside)).transpose() {
                Err(error) if error.kind() == ErrorKind::NotFound => Err(ErrorKind::AlreadyExists.into()),
                opened => opened,
            }
        };
        let (lock, beside) = under_free_name(folder, make)?;
        Ok(FolderDraft { beside: Some(beside), _lock: lock })
    }

    /// Where it is now.
    pub(super) fn path(&self) -> &Path {
        self.beside.as_deref().unwrap_or(Path::new(""))
    }

    /// Moves the folder to its place, which must be free.
    pub(super) fn put_new(mut self, folder: &Path) -> Result<(), Error> {
        std::fs::rename(self.path(), folder).map_err(taken)?;
        self.beside = None;
        sync_folder(folder_of(folder))
    }
}

impl Drop for FolderDraft {
    fn drop(&mut self) {
        if let Some(beside) = self.beside.take() {
            drop(std::fs::remove_dir_all(beside));
        }
    }
}

/// The folder that a file or folder lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a name for a draft of a file or folder that this program has not used before.
pub(super) fn draft_name(path: &Path) -> Result<PathBuf, Error> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let own = path.file_name().ok_or_else(|| Error::new(ErrorKind::InvalidInput, "it names no file"))?;
    let own: String = own.to_string_lossy().chars().take(NAME_LETTERS).collect();
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Ok(path.with_file_name(format!(".{own}{MARK}{}-{number}", std::process::id())))
}

/// Makes something beside a place under a name of our own, and locks it.
fn under_free_name(
    path: &Path,
    make: impl Fn(&Path) -> Result<Option<File>, Error>,
) -> Result<(Option<File>, PathBuf), Error> {
    for _ in 0..ATTEMPTS {
        let beside = draft_name(path)?;
        let made = match make(&beside) {
            // A program on another machine, or one before this, may have had the same number; or another program took the new
            // folder for a leftover and removed it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            other => other?,
        };
        // Before it is locked, another program may take it for a leftover, and lock and remove it.
        let is_lost = made.as_ref().is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        if !is_lost && beside.symlink_metadata().is_ok() {
            return Ok((made, beside));
        }
    }
    Err(Error::new(ErrorKind::AlreadyExists, format!("all names of drafts of {} are taken", path.display())))
}

/// Moves a file to the first of some places that is free, and returns it. At no moment is there an empty file, and none is
/// overwritten.
pub(super) fn move_to_free(from: &Path, places: impl IntoIterator<Item = PathBuf>) -> Result<PathBuf, Error> {
    let mut last = Error::new(ErrorKind::InvalidInput, "no place is named");
    for place in places {
        let linked = match std::fs::hard_link(from, &place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // This file system has no links: the name is taken first, so that nobody else gets it in between.
            Err(_) => File::create_new(&place)
                .and_then(|_| std::fs::rename(from, &place).inspect_err(|_| drop(std::fs::remove_file(&place)))),
            // Killed before this, a program leaves a second name of the same file, which is cleared as a leftover.
            Ok(()) => {
                drop(std::fs::remove_file(from));
                Ok(())
            }
        };
        match linked {
            Ok(()) => return Ok(place),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = taken(error),
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// The error for a place at which there is something, whichever way the system reports it.
pub(super) fn taken(error: Error) -> Error {
    use ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    match error.kind() {
        AlreadyExists | DirectoryNotEmpty | NotADirectory => Error::new(AlreadyExists, "it is there already"),
        _ => error,
    }
}

/// Returns the permissions of the file that is to be replaced, if there is one. Of a link to a file the link is replaced
/// and not the file.
///
/// # Errors
/// There is something else, or the file is marked as read-only.
fn replaceable(path: &Path) -> Result<Option<std::fs::Permissions>, Error> {
    let there = match std::fs::metadata(path) {
        Ok(there) => there,
        // A link that leads nowhere is replaced like any other.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if !there.is_file() {
        return Err(no_file(&there));
    }
    if there.permissions().readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "it is marked as read-only"));
    }
    Ok(Some(there.permissions()))
}

/// Makes the new name of a file safe from a power cut, where the system can do that.
pub(super) fn sync_folder(folder: &Path) -> Result<(), Error> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Folders that may be written but not listed, and file systems that know no such thing.
        Err(error) if !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::InvalidInput) => Err(error),
        _ => Ok(()),
    }
}

/// Clears the leftovers of a folder, once while the program runs: folders may hold very many files.
fn clear_once(folder: &Path) {
    static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    if CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.clone()) {
        clear_leftovers(&folder);
    }
}

/// Removes what killed programs left in a folder under names of drafts. What cannot be removed is in nobody's way.
pub fn clear_leftovers(folder: &Path) {
    for path in leftovers(folder) {
        drop(remove_leftover(&path));
    }
}

/// Lists what killed programs left in a folder under names of drafts.
pub fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let drafts = entries.filter(|entry| is_draft_name(&entry.file_name()));
    drafts.map(|entry| entry.path()).filter(|path| left_lock(path).is_some()).collect()
}

/// Removes a file or folder that a killed program left under the name of a draft.
///
/// # Errors
/// Somebody writes it now, or it cannot be removed.
pub fn remove_leftover(path: &Path) -> Result<(), KitError> {
    let failed = |error| KitError::Write { path: path.to_owned(), error };
    // Locked until it is gone, so that nobody begins to use it.
    let _lock = left_lock(path).ok_or_else(|| failed(ErrorKind::WouldBlock.into()))?;
    remove_whole(path).map_err(failed)
}

/// Removes a file, or a folder with all that is in it: the folder takes the name of a draft first, so that nobody finds a
/// part of it under its own.
pub(super) fn remove_whole(path: &Path) -> Result<(), Error> {
    if !path.symlink_metadata()?.is_dir() {
        return std::fs::remove_file(path);
    }
    let aside = draft_name(path)?;
    std::fs::rename(path, &aside)?;
    std::fs::remove_dir_all(aside)
}

fn is_draft_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') && name.contains(MARK)
}

/// The lock on a leftover; `None` if somebody writes it, or it is neither a file nor a folder. The inner one is `None` where
/// the system cannot lock it: then its age decides.
fn left_lock(path: &Path) -> Option<Option<File>> {
    let there = path.symlink_metadata().ok().filter(|there| there.is_file() || there.is_dir())?;
    let is_old = || there.modified().ok().and_then(|when| when.elapsed().ok()).is_some_and(|age| age > LEFT_OVER);
    let by_age = || is_old().then_some(None);
    if there.is_dir() && !cfg!(unix) {
        return by_age();
    }
    let file = if there.is_dir() { File::open(path) } else { OpenOptions::new().read(true).write(true).open(path) };
    let Ok(file) = file else { return by_age() };
    match file.try_lock() {
        Ok(()) => Some(Some(file)),
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Error(_)) => by_age(),
    }
}
