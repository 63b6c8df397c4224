//! Replaces the texts of several files together.

use std::path::Path;

use super::{read_text, write};
use crate::error::KitError;

/// New text of a file.
#[derive(Clone, Debug)]
pub struct TextReplacement<'a> {
    /// Path of the file.
    pub path: &'a Path,
    /// Text that the file must have before.
    pub before: &'a str,
    /// Text that replaces it.
    pub after: String,
}

/// Replaces the texts of files. If one write fails, restores those already written.
///
/// # Errors
/// A file cannot be written, or does not have the text that it must have before.
pub fn replace_texts(changes: &[TextReplacement<'_>]) -> Result<(), KitError> {
    for change in changes {
        if read_text(change.path, change.before.len() as u64)? != *change.before {
            let error = std::io::Error::other("it has changed since it was read");
            return Err(KitError::Write { path: change.path.to_owned(), error });
        }
    }
    for (number, change) in changes.iter().enumerate() {
        if let Err(error) = write(change.path, change.after.as_bytes()) {
            // A file that cannot be restored has the new text, and is complete.
            changes[..number].iter().for_each(|written| drop(write(written.path, written.before.as_bytes())));
            return Err(error);
        }
    }
    Ok(())
}
