//! Errors of tables.

use std::fmt;
use std::path::PathBuf;

use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;

/// Reason why a table cannot be created or opened.
#[derive(Debug)]
pub enum TableError {
    /// A file cannot be read or written, or packs cannot be loaded.
    Kit(KitError),
    /// The packs cannot be played, or not with that many seats.
    Unplayable(String),
    /// A rule fails before the first question.
    Fault(Box<Fault>),
    /// A file of the table has another form.
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Reason, as a sentence without a full stop.
        why: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Kit(error) => write!(f, "{error}"),
            TableError::Unplayable(why) => f.write_str(why),
            TableError::Fault(fault) => write!(f, "{fault}"),
            TableError::Damaged { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl std::error::Error for TableError {}

impl From<KitError> for TableError {
    fn from(error: KitError) -> TableError {
        TableError::Kit(error)
    }
}
