//! Defines the error about an archive that cannot be read or made.

use std::fmt;

use tilewright_core::limits::MESSAGE_LETTERS;
use tilewright_core::unseen::escape_line;

use crate::packs::archive::layout::LayoutError;
use crate::packs::archive::manifest::{API, ManifestError};

/// Reason that an archive cannot be read or made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArchiveError {
    /// The file does not have the layout of an archive.
    Layout(LayoutError),
    /// The manifest is missing or cannot be read.
    Manifest(ManifestError),
    /// A file does not match its entry in the manifest.
    Other(String),
    /// This field of the manifest differs from the pack.
    Says(&'static str),
    /// The archive has a file that does not belong in an archive.
    File(String),
    /// A file is not text.
    NoText(String),
    /// The picture is not valid, or too large.
    Picture(String),
    /// The content is not a valid pack.
    Pack(String),
    /// The rules need a later version of the functions than this program has.
    Api(u32),
    /// The signature is not valid.
    Signature(&'static str),
}

impl ArchiveError {
    /// Returns the stable reason code.
    pub fn code(&self) -> &'static str {
        match self {
            ArchiveError::Layout(LayoutError::NoArchive) => "no_archive",
            ArchiveError::Layout(LayoutError::Short) => "cut_off",
            ArchiveError::Layout(LayoutError::Foreign) => "foreign_archive",
            ArchiveError::Layout(LayoutError::Damaged(_)) => "damaged",
            ArchiveError::Layout(LayoutError::Name(..)) => "bad_name",
            ArchiveError::Layout(LayoutError::Twice(_)) => "name_twice",
            ArchiveError::Layout(LayoutError::TooLarge(_)) => "too_large",
            ArchiveError::Manifest(_) => "bad_manifest",
            ArchiveError::Other(_) => "other_file",
            ArchiveError::Says(_) => "manifest_differs",
            ArchiveError::File(_) => "odd_file",
            ArchiveError::NoText(_) => "no_text",
            ArchiveError::Picture(_) => "bad_picture",
            ArchiveError::Pack(_) => "bad_pack",
            ArchiveError::Api(_) => "other_api",
            ArchiveError::Signature(_) => "bad_signature",
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Layout(error) => error.fmt(f),
            ArchiveError::Manifest(error) => f.write_str(&escape_line(&error.to_string(), MESSAGE_LETTERS)),
            ArchiveError::Other(name) => write!(f, "its file `{name}` does not match its manifest"),
            ArchiveError::Says(field) => write!(f, "its manifest has a different `{field}` than the pack in it"),
            ArchiveError::File(name) => write!(f, "it contains `{name}`, which is not allowed in archives of packs"),
            ArchiveError::NoText(name) => write!(f, "`{name}` in it is not text"),
            ArchiveError::Picture(why) => write!(f, "its picture is not valid: {why}"),
            ArchiveError::Pack(why) => f.write_str(&escape_line(why, MESSAGE_LETTERS)),
            ArchiveError::Signature(why) => write!(f, "its signature is not valid: {why}"),
            ArchiveError::Api(api) => {
                write!(
                    f,
                    "its rules need functions of a newer program (version {api} of the functions; this program \
                    has {API})"
                )
            }
        }
    }
}

impl std::error::Error for ArchiveError {}

impl From<LayoutError> for ArchiveError {
    fn from(error: LayoutError) -> ArchiveError {
        ArchiveError::Layout(error)
    }
}
