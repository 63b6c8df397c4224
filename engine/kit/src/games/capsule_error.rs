//! Defines the error about a capsule that cannot be written or read.

use std::fmt;

/// Reason that a capsule cannot be written or read.
#[derive(Debug)]
pub enum CapsuleError {
    /// The file is not an archive, or is damaged.
    Archive(String),
    /// A file has a name that is not allowed in a capsule.
    Name(String),
    /// The capsule is too large, or has too many files.
    TooLarge(String),
    /// A file in the capsule is not text.
    NoText(String),
    /// The record is missing or cannot be read.
    Record(String),
}

impl CapsuleError {
    /// Returns the stable reason code.
    pub fn code(&self) -> &'static str {
        match self {
            CapsuleError::Archive(_) => "bad_archive",
            CapsuleError::Name(_) => "bad_name",
            CapsuleError::TooLarge(_) => "too_large",
            CapsuleError::NoText(_) => "no_text",
            CapsuleError::Record(_) => "bad_record",
        }
    }
}

impl fmt::Display for CapsuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CapsuleError::Archive(why) => write!(f, "the capsule cannot be opened: {why}"),
            CapsuleError::Name(name) => write!(f, "the capsule contains `{name}`, which is not allowed in capsules"),
            CapsuleError::TooLarge(name) => write!(f, "the capsule is too large at `{name}`"),
            CapsuleError::NoText(name) => write!(f, "the file `{name}` of the capsule is not text"),
            CapsuleError::Record(why) => write!(f, "the record of the capsule cannot be read: {why}"),
        }
    }
}

impl std::error::Error for CapsuleError {}
