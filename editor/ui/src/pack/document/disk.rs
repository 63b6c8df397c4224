//! Folders and files: read as a whole, written whole or not at all.

use std::fmt;
use std::path::{Path, PathBuf};

use tilewright_core::unseen::shown;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::find::{Finder, PACK_FILE};

use super::Files;

/// The disk did not do what was asked.
#[derive(Debug)]
pub struct DiskError {
    /// Which file or folder.
    pub path: PathBuf,
    /// What was tried.
    pub doing: Doing,
    /// Why it failed.
    pub error: std::io::Error,
}

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Reading.
    Reading,
    /// Writing.
    Writing,
    /// Removing.
    Removing,
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.doing {
            Doing::Reading => "read",
            Doing::Writing => "written",
            Doing::Removing => "removed",
        };
        write!(f, "{} cannot be {doing}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for DiskError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

fn failed(path: &Path, doing: Doing) -> impl Fn(std::io::Error) -> DiskError + '_ {
    move |error| DiskError { path: path.to_owned(), doing, error }
}

/// The texts of a pack's folder.
///
/// # Errors
/// The folder or a file of it cannot be read, or it holds no pack.
pub fn read_folder(folder: &Path) -> Result<Files, DiskError> {
    let other = |message: String| std::io::Error::other(message);
    if !folder.join(PACK_FILE).is_file() {
        let error = match std::fs::metadata(folder.join(PACK_FILE)) {
            Err(error) => error,
            Ok(_) => other("it is not an ordinary file".to_owned()),
        };
        return Err(failed(&folder.join(PACK_FILE), Doing::Reading)(error));
    }
    // The path has to look like one, or it would be looked up as an id.
    let shown = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let found = Finder::nowhere().find(&shown.to_string_lossy()).and_then(|found| found.read());
    found.map_err(|error| match error {
        KitError::Read { path, error } => failed(&path, Doing::Reading)(error),
        other_error => failed(folder, Doing::Reading)(other(other_error.to_string())),
    })
}

/// Letters of a path that are shown.
const PATH_LETTERS: usize = 1000;

/// A path as it may be shown: names of folders may hold anything.
pub fn shown_path(path: &Path) -> String {
    shown(&path.to_string_lossy(), PATH_LETTERS).into_owned()
}

/// The name of a folder, which is the id of the pack in it.
pub fn folder_name(folder: &Path) -> String {
    let real = folder.canonicalize().ok();
    let name = real.as_deref().unwrap_or(folder).file_name();
    name.map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// Writes a file whole or not at all, and makes the folders that it lies in.
///
/// # Errors
/// It cannot be written; the old file is as it was.
pub fn write_whole(path: &Path, text: &str) -> Result<(), DiskError> {
    files::write_with_folders(path, text.as_bytes()).map_err(|error| not_written(path, error))
}

/// Makes a folder that is not there yet with files in it, all of it or nothing.
///
/// # Errors
/// It is there already, or a file cannot be written.
pub fn write_folder<'f>(folder: &Path, files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<(), DiskError> {
    files::write_folder(folder, files).map_err(|error| not_written(folder, error))
}

fn not_written(path: &Path, error: KitError) -> DiskError {
    disk_error(path, Doing::Writing, error)
}

fn disk_error(path: &Path, doing: Doing, error: KitError) -> DiskError {
    match error {
        KitError::Write { path, error } => failed(&path, doing)(error),
        other => failed(path, doing)(std::io::Error::other(other.to_string())),
    }
}

/// Removes a file; one that is gone already is fine.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> Result<(), DiskError> {
    files::remove(path).map_err(|error| disk_error(path, Doing::Removing, error))
}

/// Backups of a pack that are kept.
const MOST_BACKUPS: usize = 50;

/// Keeps texts in a folder of their own below `backups`, named by pack and time; the oldest go.
///
/// # Errors
/// They cannot be written.
pub fn back_up<'a>(
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
    // Two savings may come in one millisecond.
    let mut names = (since.as_millis()..).map(|time| own.join(format!("{time:014}")));
    let folder = names.find(|folder| !folder.exists()).unwrap_or_else(|| unreachable!("time goes on"));
    write_folder(&folder, files)?;
    let entries = std::fs::read_dir(&own).map(|list| list.filter_map(|e| Some(e.ok()?.path())).collect());
    let mut kept: Vec<PathBuf> = entries.unwrap_or_default();
    kept.sort();
    for old in kept.iter().take(kept.len().saturating_sub(MOST_BACKUPS)) {
        files::remove_folder(old).map_err(|error| disk_error(old, Doing::Removing, error))?;
    }
    Ok(())
}
