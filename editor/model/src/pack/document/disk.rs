//! Reads folders of packs, and writes files and folders completely or not at all.

use std::fmt;
use std::path::{Path, PathBuf};

use tilewright_core::unseen::escape_line;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::find::{Finder, PACK_FILE};
use tilewright_language::pack_texts::FileTexts;

/// Failed operation on a file or folder.
#[derive(Debug)]
pub struct DiskError {
    /// Path of the file or folder.
    pub path: PathBuf,
    /// Kind of operation that failed.
    pub doing: DiskOperation,
    /// Cause of the failure, as the system reported it.
    pub error: std::io::Error,
}

/// Operation on a file or folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiskOperation {
    /// Reading a file or folder.
    Reading,
    /// Writing a file or folder.
    Writing,
    /// Removing a file or folder.
    Removing,
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.doing {
            DiskOperation::Reading => "read",
            DiskOperation::Writing => "written",
            DiskOperation::Removing => "removed",
        };
        write!(f, "{} cannot be {doing}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for DiskError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

fn make_disk_error(path: &Path, doing: DiskOperation) -> impl Fn(std::io::Error) -> DiskError + '_ {
    move |error| DiskError { path: path.to_owned(), doing, error }
}

/// Reads all texts in the folder of a pack.
///
/// # Errors
/// The folder or one of its files cannot be read, or the folder has no `pack.ron`.
pub fn read_folder(folder: &Path) -> Result<FileTexts, DiskError> {
    let other = |message: String| std::io::Error::other(message);
    if !folder.join(PACK_FILE).is_file() {
        let error = match std::fs::metadata(folder.join(PACK_FILE)) {
            Err(error) => error,
            Ok(_) => other("it is not an ordinary file".to_owned()),
        };
        return Err(make_disk_error(&folder.join(PACK_FILE), DiskOperation::Reading)(error));
    }
    // An absolute path is needed, because the finder would look up a plain name as an id.
    let shown = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let found = Finder::nowhere().find(&shown.to_string_lossy()).and_then(|found| found.read());
    found.map_err(|error| match error {
        KitError::Read { path, error } => make_disk_error(&path, DiskOperation::Reading)(error),
        other_error => make_disk_error(folder, DiskOperation::Reading)(other(other_error.to_string())),
    })
}

/// Maximum number of characters of a path that are shown.
const PATH_LETTERS: usize = 1000;

/// Returns a path as text that is safe to show, since names of folders may contain any characters.
pub fn shown_path(path: &Path) -> String {
    escape_line(&path.to_string_lossy(), PATH_LETTERS).into_owned()
}

/// Returns the name of a folder with links resolved, which is the id of the pack in it.
pub fn folder_name(folder: &Path) -> String {
    let real = folder.canonicalize().ok();
    let name = real.as_deref().unwrap_or(folder).file_name();
    name.map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// Writes a file completely or not at all, and creates the folders that contain it.
///
/// # Errors
/// The file cannot be written; an old file is then unchanged.
pub fn write_whole(path: &Path, text: &str) -> Result<(), DiskError> {
    write_bytes(path, text.as_bytes())
}

/// Like [`write_whole`], for a file that is not a text.
///
/// # Errors
/// The file cannot be written; an old file is then unchanged.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    files::write_with_folders(path, bytes).map_err(|error| not_written(path, error))
}

/// Creates a folder with files in it, completely or not at all.
///
/// # Errors
/// The folder already exists, or a file cannot be written.
pub fn write_folder<'f>(folder: &Path, files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<(), DiskError> {
    files::write_folder(folder, files).map_err(|error| not_written(folder, error))
}

fn not_written(path: &Path, error: KitError) -> DiskError {
    disk_error(path, DiskOperation::Writing, error)
}

fn disk_error(path: &Path, doing: DiskOperation, error: KitError) -> DiskError {
    match error {
        KitError::Write { path, error } => make_disk_error(&path, doing)(error),
        other => make_disk_error(path, doing)(std::io::Error::other(other.to_string())),
    }
}

/// Removes a file; a missing file is not an error.
///
/// # Errors
/// The file cannot be removed.
pub fn remove(path: &Path) -> Result<(), DiskError> {
    files::remove(path).map_err(|error| disk_error(path, DiskOperation::Removing, error))
}

/// Maximum number of backups for each pack.
const MOST_BACKUPS: usize = 50;

/// Saves texts to a new folder below `backups`, named by pack and time, and removes the oldest backups of the pack.
///
/// # Errors
/// The texts cannot be written.
pub fn write_backup<'a>(
    backups: &Path,
    pack: &str,
    files: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<(), DiskError> {
    let mut files = files.peekable();
    if files.peek().is_none() {
        return Ok(());
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let own = backups.join(pack);
    // Two backups can be made within one millisecond.
    let mut names = (since.as_millis()..).map(|time| own.join(format!("{time:014}")));
    let folder = names.find(|folder| !folder.exists()).unwrap_or_else(|| unreachable!("some later time is free"));
    write_folder(&folder, files)?;
    let entries = std::fs::read_dir(&own).map(|list| list.filter_map(|e| Some(e.ok()?.path())).collect());
    let mut kept: Vec<PathBuf> = entries.unwrap_or_default();
    kept.sort();
    for old in kept.iter().take(kept.len().saturating_sub(MOST_BACKUPS)) {
        files::remove_folder(old).map_err(|error| disk_error(old, DiskOperation::Removing, error))?;
    }
    Ok(())
}
