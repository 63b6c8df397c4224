//! The one writer of files, and the reader of files that somebody else may have made.
//!
//! Files and folders are written beside their places first and then moved there ([`draft`]), so that a killed program or a
//! power cut leaves the old text or the new one and nothing in between. Files that grow line by line are in [`Lines`].
//! Nothing is written through a link, no file of somebody else is overwritten, and devices are refused. What is read is an
//! ordinary file of bounded size, and the bound is counted while it is read: a file may lie about its size.
//!
//! Nothing else in the workspace writes, moves or removes files; a test in `engine/conventions/tests/all/layers.rs` looks.

pub mod draft;
pub mod home;
mod lines;
mod writer;

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

pub use lines::{Lines, open_part};
pub use writer::{
    lock_file, make_folder, move_file, move_folder_new, move_new, remove, remove_empty_folder, remove_folder, write,
    write_folder, write_new, write_quickly, write_secret, write_with_folders,
};

use crate::error::KitError;

/// Most bytes of a file of records: some thousand long games.
pub const RECORDS_BYTES: u64 = 1 << 30;

/// Opens an ordinary file. Pipes and devices, which may never end, are refused before they are opened.
///
/// # Errors
/// It cannot be opened, or is something else.
pub fn open(path: &Path) -> Result<File, KitError> {
    let failed = |error| KitError::read(path, error);
    let ordinary = |there: std::fs::Metadata| if there.is_file() { Ok(()) } else { Err(no_file(&there)) };
    std::fs::metadata(path).and_then(ordinary).map_err(failed)?;
    let file = File::open(path).map_err(failed)?;
    // It may have become something else in the meantime.
    file.metadata().and_then(ordinary).map_err(failed)?;
    Ok(file)
}

/// Reads an ordinary file.
///
/// # Errors
/// It cannot be read, is something else, or has more than `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, KitError> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| KitError::read(path, error))?;
    if bytes.len() as u64 > most {
        return Err(KitError::TooLarge { path: path.to_owned(), most });
    }
    Ok(bytes)
}

/// Reads the first bytes of an ordinary file, all of a shorter one.
///
/// # Errors
/// It cannot be read, or is something else.
pub fn read_beginning(path: &Path, most: u64) -> Result<Vec<u8>, KitError> {
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes).map_err(|error| KitError::read(path, error))?;
    Ok(bytes)
}

/// Reads a text file.
///
/// # Errors
/// As for [`read`], or it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, KitError> {
    String::from_utf8(read(path, most)?).map_err(|_| KitError::NoText { path: path.to_owned() })
}

/// What stands where a file is expected.
fn no_file(there: &std::fs::Metadata) -> Error {
    if there.is_dir() {
        return Error::new(ErrorKind::IsADirectory, "it is a folder");
    }
    Error::new(ErrorKind::InvalidInput, "it is not an ordinary file")
}

#[cfg(test)]
mod tests;
