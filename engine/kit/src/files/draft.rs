//! Writes files and folders under a temporary name before they are moved to their destination, and removes what killed
//! programs left behind.
//!
//! A temporary name is `.NAME.tilewright-PID-NUMBER`. The writer holds a lock on the file or folder, which the system
//! releases however the program ends: an unlocked draft is a leftover. The first draft in a folder clears such
//! leftovers.

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

/// Marker in the names of drafts. Packs do not contain such files, since their names begin with a dot.
pub const MARK: &str = ".tilewright-";

/// Number of letters of a file's name that its draft repeats, so that the name stays within 255 bytes.
const NAME_LETTERS: usize = 40;

/// Number of attempts to find a free name.
const ATTEMPTS: u32 = 100;

/// Minimum age of a leftover where the system cannot lock files.
const LEFT_OVER: Duration = Duration::from_secs(600);

/// Users who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileAccess {
    /// All users that the system's mask allows.
    Usual,
    /// The owner of the file alone.
    Owner,
}

/// File that is being written next to its destination. Dropping it before it is placed removes it.
#[derive(Debug)]
pub struct FileDraft {
    /// Destination of the file.
    path: PathBuf,
    /// Temporary path; `None` once the file is placed.
    beside: Option<PathBuf>,
    file: File,
    permissions: Option<std::fs::Permissions>,
}

impl FileDraft {
    /// Starts a file that will replace an older one, if one exists.
    ///
    /// # Errors
    /// The folder cannot be written, or something at the destination cannot be replaced.
    pub fn begin(path: &Path) -> Result<FileDraft, KitError> {
        FileDraft::replacing(path).map_err(|error| KitError::Write { path: path.to_owned(), error })
    }

    pub(super) fn replacing(path: &Path) -> Result<FileDraft, Error> {
        let permissions = replaceable(path)?;
        let mut draft = FileDraft::new(path, FileAccess::Usual)?;
        draft.permissions = permissions;
        Ok(draft)
    }

    /// Starts a file without checking its destination.
    pub(super) fn new(path: &Path, readers: FileAccess) -> Result<FileDraft, Error> {
        clear_once(folder_of(path));
        FileDraft::open(path, readers)
    }

    fn open(path: &Path, readers: FileAccess) -> Result<FileDraft, Error> {
        let open = |beside: &Path| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true);
            #[cfg(unix)]
            if readers == FileAccess::Owner {
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            }
            options.open(beside).map(Some)
        };
        let (file, beside) = under_free_name(path, open)?;
        let file = file.ok_or(ErrorKind::NotFound)?;
        Ok(FileDraft { path: path.to_owned(), beside: Some(beside), file, permissions: None })
    }

    /// Moves the file to its destination, over an older one. If `safe` is true, the file is on the disk when this
    /// returns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn place(self, safe: bool) -> Result<(), KitError> {
        let path = self.path.clone();
        self.put(safe).map(drop).map_err(|error| KitError::Write { path, error })
    }

    /// Like [`FileDraft::place`]. The file stays open and locked.
    pub(super) fn put(mut self, safe: bool) -> Result<File, Error> {
        let path = self.path.clone();
        self.prepare(safe)?;
        std::fs::rename(self.draft_path()?, &path)?;
        self.finish(&path, safe)
    }

    /// Moves the file to the first free path of `places`. It stays open and locked.
    pub(super) fn put_new(mut self, places: impl IntoIterator<Item = PathBuf>) -> Result<(File, PathBuf), Error> {
        self.prepare(true)?;
        let place = move_to_free(&self.draft_path()?, places)?;
        Ok((self.finish(&place, true)?, place))
    }

    fn draft_path(&self) -> Result<PathBuf, Error> {
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

impl Write for FileDraft {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.file.flush()
    }
}

impl Seek for FileDraft {
    fn seek(&mut self, to: SeekFrom) -> Result<u64, Error> {
        self.file.seek(to)
    }
}

impl Drop for FileDraft {
    fn drop(&mut self) {
        if let Some(beside) = self.beside.take() {
            // A file that cannot be removed is cleared later as a leftover.
            drop(std::fs::remove_file(beside));
        }
    }
}

/// Checks that a file can be written in a folder by starting one. Leftovers stay.
///
/// # Errors
/// No file can be written in the folder.
pub fn check_writable(folder: &Path) -> Result<(), Error> {
    FileDraft::open(&folder.join("check"), FileAccess::Owner).map(drop)
}

/// Folder that is being filled next to its destination. Dropping it before it is placed removes it.
pub(super) struct FolderDraft {
    beside: Option<PathBuf>,
    /// Lock on the folder itself; `None` where folders cannot be locked.
    _lock: Option<File>,
}

impl FolderDraft {
    pub(super) fn new(folder: &Path) -> Result<FolderDraft, Error> {
        clear_once(folder_of(folder));
        let make = |beside: &Path| {
            std::fs::create_dir(beside)?;
            // Windows cannot open folders. A folder that has already been removed is lost, as if it were locked: see
            // `under_free_name`.
            match cfg!(unix).then(|| File::open(beside)).transpose() {
                Err(error) if error.kind() == ErrorKind::NotFound => Err(ErrorKind::AlreadyExists.into()),
                opened => opened,
            }
        };
        let (lock, beside) = under_free_name(folder, make)?;
        Ok(FolderDraft { beside: Some(beside), _lock: lock })
    }

    /// Returns the temporary path of the folder.
    pub(super) fn path(&self) -> &Path {
        self.beside.as_deref().unwrap_or(Path::new(""))
    }

    /// Moves the folder to its destination, which must be free.
    pub(super) fn put_new(mut self, folder: &Path) -> Result<(), Error> {
        std::fs::rename(self.path(), folder).map_err(normalize_occupied_error)?;
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

/// Returns the folder that contains a file or folder.
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

/// Creates a file or folder next to a path under a temporary name, and locks it.
fn under_free_name(
    path: &Path,
    make: impl Fn(&Path) -> Result<Option<File>, Error>,
) -> Result<(Option<File>, PathBuf), Error> {
    for _ in 0..ATTEMPTS {
        let beside = draft_name(path)?;
        let made = match make(&beside) {
            // A program on another machine, or an earlier one, may have used the same number. Or another program may
            // have removed the new folder as a leftover.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            other => other?,
        };
        // Until it is locked, another program may lock and remove it as a leftover.
        let is_lost = made.as_ref().is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        if !is_lost && beside.symlink_metadata().is_ok() {
            return Ok((made, beside));
        }
    }
    Err(Error::new(ErrorKind::AlreadyExists, format!("all draft names of {} are in use", path.display())))
}

/// Moves a file to the first free path, and returns that path. An empty file never appears, and no file is overwritten.
pub(super) fn move_to_free(from: &Path, places: impl IntoIterator<Item = PathBuf>) -> Result<PathBuf, Error> {
    let mut last = Error::new(ErrorKind::InvalidInput, "no place is named");
    for place in places {
        let linked = match std::fs::hard_link(from, &place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // This file system has no links: the name is reserved first, so that no other program takes it in between.
            Err(_) => File::create_new(&place)
                .and_then(|_| std::fs::rename(from, &place).inspect_err(|_| drop(std::fs::remove_file(&place)))),
            // A program killed here leaves a second name of the same file, which is cleared as a leftover.
            Ok(()) => {
                drop(std::fs::remove_file(from));
                Ok(())
            }
        };
        match linked {
            Ok(()) => return Ok(place),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = normalize_occupied_error(error),
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Converts an error about an occupied path to one kind, however the system reports it.
pub(super) fn normalize_occupied_error(error: Error) -> Error {
    use ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    match error.kind() {
        AlreadyExists | DirectoryNotEmpty | NotADirectory => Error::new(AlreadyExists, "it is there already"),
        _ => error,
    }
}

/// Returns the permissions of the file that will be replaced; `None` if the path is free. A link to a file is replaced
/// itself; its target stays unchanged.
///
/// # Errors
/// The path holds something that is not a file, or the file is marked as read-only.
fn replaceable(path: &Path) -> Result<Option<std::fs::Permissions>, Error> {
    let there = match std::fs::metadata(path) {
        Ok(there) => there,
        // A broken link is replaced like any other link.
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

/// Makes the new name of a file safe from a power cut, where the system supports it.
pub(super) fn sync_folder(folder: &Path) -> Result<(), Error> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some folders may be written but not listed, and some file systems cannot sync folders.
        Err(error) if !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::InvalidInput) => Err(error),
        _ => Ok(()),
    }
}

/// Clears the leftovers of a folder, once per program run because folders may hold very many files.
fn clear_once(folder: &Path) {
    static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    if CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.clone()) {
        clear_leftovers(&folder);
    }
}

/// Removes the drafts that killed programs left in a folder. Leftovers that cannot be removed are harmless.
pub fn clear_leftovers(folder: &Path) {
    for path in leftovers(folder) {
        drop(remove_leftover(&path));
    }
}

/// Lists the drafts that killed programs left in a folder.
pub fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let drafts = entries.filter(|entry| is_draft_name(&entry.file_name()));
    drafts.map(|entry| entry.path()).filter(|path| left_lock(path).is_some()).collect()
}

/// Removes a draft that a killed program left behind, a file or a folder.
///
/// # Errors
/// Another program is writing it, or it cannot be removed.
pub fn remove_leftover(path: &Path) -> Result<(), KitError> {
    let failed = |error| KitError::Write { path: path.to_owned(), error };
    // The lock is held until the removal, so that no program starts to use the draft.
    let _lock = left_lock(path).ok_or_else(|| failed(ErrorKind::WouldBlock.into()))?;
    remove_whole(path).map_err(failed)
}

/// Removes a file, or a folder with all its content. The folder is first renamed to a draft, so that its own name never
/// shows a partial folder.
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

/// Returns the lock on a leftover; `None` if a program is writing it, or if it is neither a file nor a folder. The
/// inner option is `None` where the system cannot lock it: then its age decides.
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
