//! Writes, moves and removes whole files and folders.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::draft::{
    FileAccess, FileDraft, FolderDraft, folder_of, move_to_free, normalize_occupied_error, remove_whole, sync_folder,
};
use crate::error::KitError;

fn write_error(path: &Path) -> impl Fn(Error) -> KitError + '_ {
    move |error| KitError::Write { path: path.to_owned(), error }
}

fn put(path: &Path, bytes: &[u8], safe: bool) -> Result<(), KitError> {
    let mut draft = FileDraft::begin(path)?;
    draft.write_all(bytes).map_err(write_error(path))?;
    draft.place(safe)
}

/// Writes a file completely or not at all, and returns when it is safe from a power cut. Permissions are kept.
///
/// # Errors
/// The file cannot be written or is marked as read-only, or the path holds something that is not a file. The old file
/// is unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    put(path, bytes, true)
}

/// Like [`write()`], for one of many files that could be written again: a killed program leaves each file complete or
/// absent, a power cut may leave empty files.
///
/// # Errors
/// As for [`write()`].
pub fn write_quickly(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    put(path, bytes, false)
}

/// Like [`write()`], but also creates the folders that contain the file.
///
/// # Errors
/// As for [`write()`], or a folder cannot be created.
pub fn write_with_folders(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    make_folder(folder_of(path))?;
    write(path, bytes)
}

/// Creates a folder and its missing parent folders.
///
/// # Errors
/// One of them cannot be created.
pub fn make_folder(folder: &Path) -> Result<(), KitError> {
    std::fs::create_dir_all(folder).map_err(write_error(folder))
}

/// Creates a new folder with files in it, completely or not at all: once the folder exists, it has every file. Missing
/// parent folders are created. If several programs create the same folder at once, one succeeds.
///
/// # Errors
/// The folder already exists, or a file cannot be written.
pub fn write_folder<'f, B: AsRef<[u8]>>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'f str, B)>,
) -> Result<(), KitError> {
    if folder.symlink_metadata().is_ok() {
        return Err(write_error(folder)(normalize_occupied_error(ErrorKind::AlreadyExists.into())));
    }
    make_folder(folder_of(folder))?;
    let draft = FolderDraft::new(folder).map_err(write_error(folder))?;
    let mut folders = std::collections::BTreeSet::from([draft.path().to_owned()]);
    for (name, bytes) in files {
        let path = draft.path().join(name);
        if folders.insert(folder_of(&path).to_owned()) {
            make_folder(folder_of(&path))?;
        }
        let written = File::create_new(&path).and_then(|mut file| {
            file.write_all(bytes.as_ref())?;
            file.sync_all()
        });
        // The final path is more helpful in an error than that of the draft.
        written.map_err(write_error(&folder.join(name)))?;
    }
    folders.iter().try_for_each(|made| sync_folder(made)).map_err(write_error(folder))?;
    draft.put_new(folder).map_err(write_error(folder))
}

/// Writes a file under a free name: `path`, or `path` with the first free number before its ending. Returns the path.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<PathBuf, KitError> {
    put_new(path, bytes, FileAccess::Usual, numbered_paths(path))
}

/// Writes a new file that only its owner can read, creating missing parent folders. Never overwrites a file.
///
/// # Errors
/// The path is taken, or the file cannot be written; then no file is left.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    make_folder(folder_of(path))?;
    put_new(path, bytes, FileAccess::Owner, [path.to_owned()]).map(drop)
}

fn put_new(
    path: &Path,
    bytes: &[u8],
    readers: FileAccess,
    places: impl IntoIterator<Item = PathBuf>,
) -> Result<PathBuf, KitError> {
    let written = FileDraft::new(path, readers).and_then(|mut draft| {
        draft.write_all(bytes)?;
        draft.put_new(places)
    });
    written.map(|(_, place)| place).map_err(write_error(path))
}

/// Returns a path, then the path with the numbers from 2 on before its ending.
fn numbered_paths(path: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    let (stem, end) = (path.file_stem().unwrap_or_default(), path.extension());
    let others = (2u32..).map(move |number| {
        let mut name = stem.to_owned();
        name.push(format!("-{number}"));
        if let Some(end) = end {
            name.push(".");
            name.push(end);
        }
        path.with_file_name(name)
    });
    std::iter::once(path.to_owned()).chain(others)
}

/// Moves a file within its folder, replacing another file.
///
/// # Errors
/// The file does not exist, or cannot be moved.
pub(crate) fn move_file(from: &Path, to: &Path) -> Result<(), KitError> {
    std::fs::rename(from, to).map_err(write_error(from))
}

/// Moves a file within its folder to the first free path, and returns that path.
///
/// # Errors
/// The file does not exist, or cannot be moved.
pub(crate) fn move_new(from: &Path, places: impl IntoIterator<Item = PathBuf>) -> Result<PathBuf, KitError> {
    let there = from.symlink_metadata().map_err(write_error(from))?;
    if !there.is_file() {
        return Err(write_error(from)(super::no_file(&there)));
    }
    move_to_free(from, places).map_err(write_error(from))
}

/// Moves a folder to the first free path, and returns that path. Missing parent folders are created.
///
/// # Errors
/// The folder does not exist, or cannot be moved.
pub fn move_folder_new(from: &Path, places: impl IntoIterator<Item = PathBuf>) -> Result<PathBuf, KitError> {
    for place in places {
        make_folder(folder_of(&place))?;
        if place.symlink_metadata().is_ok() {
            continue;
        }
        match std::fs::rename(from, &place).map_err(normalize_occupied_error) {
            Ok(()) => return Ok(place),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(write_error(from)(error)),
        }
    }
    Err(write_error(from)(normalize_occupied_error(ErrorKind::AlreadyExists.into())))
}

/// Removes a file; a missing file is not an error.
///
/// # Errors
/// The file cannot be removed.
pub fn remove(path: &Path) -> Result<(), KitError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(write_error(path)(error)),
        _ => Ok(()),
    }
}

/// Removes a folder with all its content, completely or not at all. A missing folder is not an error.
///
/// # Errors
/// The folder cannot be removed.
pub fn remove_folder(folder: &Path) -> Result<(), KitError> {
    match remove_whole(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(write_error(folder)(error)),
        _ => Ok(()),
    }
}

/// Removes a folder if it is empty.
pub fn remove_empty_folder(folder: &Path) {
    // If other programs have put files there, they stay, and so does the folder.
    drop(std::fs::remove_dir(folder));
}

/// Opens a file that exists only to be locked, creating it if it is missing.
///
/// # Errors
/// The file cannot be created.
pub fn lock_file(path: &Path) -> Result<File, KitError> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(write_error(path))
}
