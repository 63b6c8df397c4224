//! Writing, moving and removing whole files and folders.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::draft::{Draft, FolderDraft, Readers, folder_of, move_to_free, remove_whole, sync_folder, taken};
use crate::error::KitError;

fn failed(path: &Path) -> impl Fn(Error) -> KitError + '_ {
    move |error| KitError::Write { path: path.to_owned(), error }
}

fn put(path: &Path, bytes: &[u8], safe: bool) -> Result<(), KitError> {
    let mut draft = Draft::begin(path)?;
    draft.write_all(bytes).map_err(failed(path))?;
    draft.place(safe)
}

/// Writes a file, whole or not at all, and returns when it is safe from a power cut. Permissions stay as they are.
///
/// # Errors
/// It cannot be written, is marked as read-only, or something stands there that is not a file. The old file is as it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    put(path, bytes, true)
}

/// Like [`write()`], for one of many files that could be made again: a killed program leaves each whole or not at all, a
/// power cut may leave empty ones.
///
/// # Errors
/// As for [`write()`].
pub fn write_quickly(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    put(path, bytes, false)
}

/// Like [`write()`], making the folders that the file lies in.
///
/// # Errors
/// As for [`write()`], or a folder cannot be made.
pub fn write_with_folders(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    make_folder(folder_of(path))?;
    write(path, bytes)
}

/// Makes a folder and those that it lies in, as far as they are missing.
///
/// # Errors
/// One of them cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), KitError> {
    std::fs::create_dir_all(folder).map_err(failed(folder))
}

/// Makes a folder that is not there yet with files in it, all of it or nothing: whoever finds the folder finds every file.
/// The folders that it lies in are made, too. Of several programs that make one folder at the same time, one succeeds.
///
/// # Errors
/// It is there already, or a file cannot be written.
pub fn write_folder<'f, B: AsRef<[u8]>>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'f str, B)>,
) -> Result<(), KitError> {
    if folder.symlink_metadata().is_ok() {
        return Err(failed(folder)(taken(ErrorKind::AlreadyExists.into())));
    }
    make_folder(folder_of(folder))?;
    let draft = FolderDraft::new(folder).map_err(failed(folder))?;
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
        // The path that it would have had says more than that of the draft.
        written.map_err(failed(&folder.join(name)))?;
    }
    folders.iter().try_for_each(|made| sync_folder(made)).map_err(failed(folder))?;
    draft.put_new(folder).map_err(failed(folder))
}

/// Writes a file under a name that is free: the given one, else with the first number before its ending that is. Returns
/// its path.
///
/// # Errors
/// It cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<PathBuf, KitError> {
    put_new(path, bytes, Readers::Usual, numbered(path))
}

/// Writes a new file that only its owner can read, making the folders that it lies in. No file is ever overwritten.
///
/// # Errors
/// Something is there already, or it cannot be written; then nothing is there.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    make_folder(folder_of(path))?;
    put_new(path, bytes, Readers::Owner, [path.to_owned()]).map(drop)
}

fn put_new(
    path: &Path,
    bytes: &[u8],
    readers: Readers,
    places: impl IntoIterator<Item = PathBuf>,
) -> Result<PathBuf, KitError> {
    let written = Draft::new(path, readers).and_then(|mut draft| {
        draft.write_all(bytes)?;
        draft.put_new(places)
    });
    written.map(|(_, place)| place).map_err(failed(path))
}

/// Returns a path, then the same with the numbers from 2 on before its ending.
fn numbered(path: &Path) -> impl Iterator<Item = PathBuf> + '_ {
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

/// Moves a file within its folder, over another one.
///
/// # Errors
/// It is not there, or cannot be moved.
pub fn move_file(from: &Path, to: &Path) -> Result<(), KitError> {
    std::fs::rename(from, to).map_err(failed(from))
}

/// Moves a file within its folder to the first of some places that is free, and returns that.
///
/// # Errors
/// It is not there, or cannot be moved.
pub fn move_new(from: &Path, places: impl IntoIterator<Item = PathBuf>) -> Result<PathBuf, KitError> {
    let there = from.symlink_metadata().map_err(failed(from))?;
    if !there.is_file() {
        return Err(failed(from)(super::no_file(&there)));
    }
    move_to_free(from, places).map_err(failed(from))
}

/// Moves a folder to the first of some places that is free, and returns that. The folders that it will lie in are made.
///
/// # Errors
/// It is not there, or cannot be moved.
pub fn move_folder_new(from: &Path, places: impl IntoIterator<Item = PathBuf>) -> Result<PathBuf, KitError> {
    for place in places {
        make_folder(folder_of(&place))?;
        if place.symlink_metadata().is_ok() {
            continue;
        }
        match std::fs::rename(from, &place).map_err(taken) {
            Ok(()) => return Ok(place),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(from)(error)),
        }
    }
    Err(failed(from)(taken(ErrorKind::AlreadyExists.into())))
}

/// Removes a file; one that is gone already is fine.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> Result<(), KitError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(path)(error)),
        _ => Ok(()),
    }
}

/// Removes a folder with all that is in it: it is there as a whole or not at all. One that is gone already is fine.
///
/// # Errors
/// It cannot be removed.
pub fn remove_folder(folder: &Path) -> Result<(), KitError> {
    match remove_whole(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(folder)(error)),
        _ => Ok(()),
    }
}

/// Removes a folder if nothing is in it.
pub fn remove_empty_folder(folder: &Path) {
    // What somebody else has put there stays, and the folder with it.
    drop(std::fs::remove_dir(folder));
}

/// Opens a file that is there only to be locked, making it if it is missing.
///
/// # Errors
/// It cannot be made.
pub fn lock_file(path: &Path) -> Result<File, KitError> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(failed(path))
}
