//! Writes all files of the workspace, and reads files that other programs may have made.
//!
//! Files and folders are first written next to their destination and then moved there ([`draft`]), so that a killed
//! program or a power cut leaves either the old text or the new one. Files that grow line by line are in [`Lines`].
//! Nothing is written through a link, no unrelated file is overwritten, and devices are refused. Only ordinary files of
//! bounded size are read. The bound is checked while reading, because a file may misreport its size.
//!
//! No other code in the workspace writes, moves or removes files: a test in `engine/conventions/tests/all/layers.rs`
//! checks this.

pub mod draft;
pub mod home;
mod lines;
mod replace;
mod writer;

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

pub use lines::{Lines, open_part};
pub use replace::{TextReplacement, replace_texts};
pub use writer::{
    lock_file, make_folder, move_folder_new, remove, remove_empty_folder, remove_folder, write, write_folder,
    write_quickly, write_secret, write_with_folders,
};
pub(crate) use writer::{move_file, move_new, write_new};

use crate::error::KitError;

/// Opens an ordinary file. Pipes and devices, which may never end, are refused before they are opened.
///
/// # Errors
/// The file cannot be opened, or is not an ordinary file.
pub fn open(path: &Path) -> Result<File, KitError> {
    let failed = |error| KitError::read(path, error);
    let ordinary = |there: std::fs::Metadata| if there.is_file() { Ok(()) } else { Err(no_file(&there)) };
    std::fs::metadata(path).and_then(ordinary).map_err(failed)?;
    let file = File::open(path).map_err(failed)?;
    // The file may have been replaced in the meantime.
    file.metadata().and_then(ordinary).map_err(failed)?;
    Ok(file)
}

/// Reads an ordinary file.
///
/// # Errors
/// The file cannot be read, is not an ordinary file, or has more than `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, KitError> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| KitError::read(path, error))?;
    if bytes.len() as u64 > most {
        return Err(KitError::TooLarge { path: path.to_owned(), most });
    }
    Ok(bytes)
}

/// Reads up to `most` bytes from the beginning of an ordinary file.
///
/// # Errors
/// The file cannot be read, or is not an ordinary file.
pub(crate) fn read_beginning(path: &Path, most: u64) -> Result<Vec<u8>, KitError> {
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes).map_err(|error| KitError::read(path, error))?;
    Ok(bytes)
}

/// Reads a text file.
///
/// # Errors
/// As for [`read`], or the text is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, KitError> {
    String::from_utf8(read(path, most)?).map_err(|_| KitError::NoText { path: path.to_owned() })
}

/// True if a folder can be written without overwriting files: it is empty or does not exist.
pub fn is_free_folder(folder: &Path) -> bool {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Returns the address of a folder for other programs, which begins with `file:///` and ends with a slash.
///
/// # Errors
/// The path is empty, or the current folder does not exist.
pub fn folder_address(folder: &Path) -> std::io::Result<String> {
    let path = std::path::absolute(folder)?.to_string_lossy().replace('\\', "/");
    // A path on Windows begins with the letter of a drive.
    Ok(format!("file:///{}/", path.trim_matches('/')))
}

/// Returns the error for something other than a file at the path of one.
fn no_file(there: &std::fs::Metadata) -> Error {
    if there.is_dir() {
        return Error::new(ErrorKind::IsADirectory, "it is a folder");
    }
    Error::new(ErrorKind::InvalidInput, "it is not an ordinary file")
}

#[cfg(test)]
mod tests;
