//! Defines the errors that end a search.

use std::fmt;
use std::path::PathBuf;

use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;

/// Error that ends a search for numbers.
#[derive(Debug)]
pub enum TuneError {
    /// The packs cannot be played, or a file cannot be read or written.
    Kit(KitError),
    /// A folder has the results of another search.
    OtherSearch {
        /// File with the other results.
        path: PathBuf,
        /// First field that differs.
        field: String,
        /// Value of the field in the file.
        there: String,
        /// Value of the field in this search.
        here: String,
    },
    /// A line of a file with results cannot be read.
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
    },
    /// A rule keeps state from one game to the next.
    Remembers(Box<Fault>),
    /// No candidate can be played to the end.
    NothingPlayed {
        /// Message of the first script that stopped a game; `None` if no candidate can be loaded.
        message: Option<String>,
    },
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Kit(error) => write!(f, "{error}"),
            TuneError::OtherSearch { path, field, there, here } => {
                write!(f, "{} has the results of another search: its `{field}` is {there}, not {here}", path.display())
            }
            TuneError::Damaged { path, line } => write!(f, "line {line} of {} cannot be read", path.display()),
            TuneError::Remembers(fault) => write!(f, "a rule keeps state from one game to the next: {fault}"),
            TuneError::NothingPlayed { message: Some(message) } => {
                write!(f, "rules stop the games of every candidate: {message}")
            }
            TuneError::NothingPlayed { message: None } => f.write_str("no candidate can be played"),
        }
    }
}

impl std::error::Error for TuneError {}

impl From<KitError> for TuneError {
    fn from(error: KitError) -> TuneError {
        TuneError::Kit(error)
    }
}
