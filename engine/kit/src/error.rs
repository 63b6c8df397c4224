//! Defines the errors that concern folders, files and the environment. Mistakes in content are diagnostics instead.

use std::fmt;
use std::path::{Path, PathBuf};

use tilewright_core::catalog::seat::WrongSeats;

use crate::games::capsule_error::CapsuleError;
use crate::packs::archive::error::ArchiveError;
use crate::packs::archive::layout::LayoutError;
use crate::packs::versions::NoPlan;
use crate::records::record_error::RecordError;

/// Failure of the environment: a folder, a file or a pack.
#[derive(Debug)]
pub enum KitError {
    /// A file or folder cannot be read.
    Read {
        /// Path of the file or folder.
        path: PathBuf,
        /// Error that the system reports.
        error: std::io::Error,
    },
    /// A file cannot be written.
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Error that the system reports.
        error: std::io::Error,
    },
    /// A file is not UTF-8 text.
    NoText {
        /// Path of the file.
        path: PathBuf,
    },
    /// A link of a pack leads back to one of its parent folders.
    Circle {
        /// Path of the link.
        path: PathBuf,
    },
    /// Folders of a pack are nested too deeply.
    TooDeep {
        /// Folder whose content is no longer read.
        path: PathBuf,
    },
    /// A file is too large.
    TooLarge {
        /// File at which the limit was exceeded.
        path: PathBuf,
        /// Maximum size in bytes.
        most: u64,
    },
    /// The texts of a pack are too large in total.
    PackTooLarge {
        /// Folder of the pack.
        path: PathBuf,
        /// Maximum size in bytes.
        most: u64,
        /// Largest file that was found.
        largest: PathBuf,
        /// Size of that file in bytes.
        bytes: u64,
    },
    /// The folders of a pack contain too many entries.
    TooMany {
        /// Folder at which the limit was exceeded.
        path: PathBuf,
        /// Maximum number of files and folders.
        most: usize,
    },
    /// A link of a pack leads out of the pack's folder.
    Outside {
        /// Path of the link.
        path: PathBuf,
        /// Target of the link.
        to: PathBuf,
    },
    /// A file is not a valid archive of a pack.
    Archive {
        /// Path of the file.
        path: PathBuf,
        /// Mistake in the archive.
        error: ArchiveError,
    },
    /// A file holds no valid record.
    Record {
        /// Path of the file.
        path: PathBuf,
        /// Mistake in the record.
        error: RecordError,
    },
    /// No pack with the requested name is found.
    NoPack {
        /// Name that the user requested.
        name: String,
        /// Most similar name of a pack, if any is similar.
        meant: Option<String>,
        /// Folders that were searched; empty if the name can only refer to loaded packs.
        looked: Vec<String>,
    },
    /// The packs do not declare a thing with a given name.
    NoPart {
        /// Noun for the kind of the thing, such as `figure`.
        kind: &'static str,
        /// Name that the user gave.
        name: String,
        /// Most similar name, if any is similar.
        meant: Option<String>,
    },
    /// A pack exists, but in no version that was requested.
    NoVersion {
        /// Id of the pack.
        id: String,
        /// Requested version or range.
        wanted: String,
        /// Versions that are available.
        there: Vec<semver::Version>,
    },
    /// The text after the `@` of a pack is neither a version nor a range of versions.
    NoRange {
        /// Text after the `@`.
        text: String,
    },
    /// No versions of the packs are compatible with each other.
    Refused(Box<NoPlan>),
    /// The head of a pack cannot be read.
    Head {
        /// Path of the head.
        path: PathBuf,
        /// Reason, for the user.
        why: String,
    },
    /// The lock file of a pack cannot be read.
    Lock {
        /// Path of the lock file.
        path: PathBuf,
        /// Reason, for the user.
        why: String,
    },
    /// A folder holds no pack.
    NoPackFile {
        /// Path of the folder.
        path: PathBuf,
    },
    /// A capsule cannot be opened.
    Capsule {
        /// Path of the capsule.
        path: PathBuf,
        /// Mistake in the capsule.
        error: CapsuleError,
    },
    /// The packs have mistakes and cannot be played; the diagnostics list them.
    Unplayable {
        /// Names of the packs.
        packs: Vec<String>,
        /// Number of errors in them.
        errors: usize,
    },
    /// The number of seats is not valid for this game.
    Seats(WrongSeats),
    /// The scripts could not be started, although they loaded without an error.
    Scripts {
        /// Message of the failure.
        message: String,
    },
}

impl KitError {
    /// Returns the stable reason code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            KitError::Read { .. } => "cannot_read",
            KitError::Write { .. } => "cannot_write",
            KitError::NoText { .. } => "no_text",
            KitError::Circle { .. } => "link_circle",
            KitError::TooDeep { .. } => "too_deep",
            KitError::TooLarge { .. } | KitError::PackTooLarge { .. } => "too_large",
            KitError::TooMany { .. } => "too_many",
            KitError::Outside { .. } => "link_outside",
            KitError::Archive { error, .. } => error.code(),
            KitError::Record { error, .. } => error.code,
            KitError::NoPack { .. } => "unknown_pack",
            KitError::NoPart { .. } => "unknown_part",
            KitError::NoVersion { .. } => "unknown_version",
            KitError::NoRange { .. } => "no_version",
            KitError::Refused(refusal) => refusal.why.code(),
            KitError::Head { .. } => "bad_head",
            KitError::Lock { .. } => "bad_lock",
            KitError::NoPackFile { .. } => "no_pack_file",
            KitError::Capsule { error, .. } => error.code(),
            KitError::Unplayable { .. } => "unplayable",
            KitError::Seats(_) => WrongSeats::CODE,
            KitError::Scripts { .. } => "scripts",
        }
    }

    /// Returns advice about a pack that cannot be read, beginning with a verb; `None` if there is none.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            KitError::Read { error, .. } if error.kind() == std::io::ErrorKind::NotFound => Some("check the path"),
            KitError::Read { .. } => Some("check the path and whether you may read it"),
            KitError::NoText { .. } => Some("save the file as UTF-8"),
            KitError::Circle { .. } => Some("remove the link"),
            KitError::Outside { .. } => {
                Some("replace the link with a copy of its target: packs cannot use files outside of their folder")
            }
            // An archive of another program is not a damaged copy of a pack.
            KitError::Archive { error: ArchiveError::Layout(LayoutError::Foreign), .. } => None,
            KitError::Archive { .. } => Some("get another copy from its author"),
            KitError::TooDeep { .. } | KitError::PackTooLarge { .. } | KitError::TooMany { .. } => {
                Some("check that this is a pack: a small folder of text files")
            }
            _ => None,
        }
    }

    pub(crate) fn read(path: &Path, error: std::io::Error) -> KitError {
        KitError::Read { path: path.to_owned(), error }
    }
}

impl From<WrongSeats> for KitError {
    fn from(wrong: WrongSeats) -> KitError {
        KitError::Seats(wrong)
    }
}

impl fmt::Display for KitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KitError::Read { path, error } if error.kind() == std::io::ErrorKind::NotFound => {
                write!(f, "there is no file or folder {}", path.display())
            }
            KitError::Read { path, error } => write!(f, "{} cannot be read: {error}", path.display()),
            KitError::Write { path, error } => write!(f, "{} cannot be written: {error}", path.display()),
            KitError::NoText { path } => write!(f, "{} is not UTF-8 text", path.display()),
            KitError::Circle { path } => write!(f, "{} is a link to one of its parent folders", path.display()),
            KitError::TooDeep { path } => write!(f, "{} is nested too deeply in its pack", path.display()),
            KitError::TooLarge { path, most } => {
                write!(f, "{} is too large: it has more than {most} bytes", path.display())
            }
            KitError::PackTooLarge { path, most, largest, bytes } => {
                let (path, largest) = (path.display(), largest.display());
                write!(f, "the texts of {path} have more than {most} bytes; the largest is {largest} with {bytes}")
            }
            KitError::TooMany { path, most } => {
                write!(f, "{} or its parent folder holds more than {most} files and folders", path.display())
            }
            KitError::Outside { path, to } => {
                write!(f, "{} is a link that leads out of its pack, to {}", path.display(), to.display())
            }
            KitError::Archive { path, error } => {
                write!(f, "{} cannot be opened as a pack: {error}", path.display())
            }
            KitError::Record { path, error } => write!(f, "{}: {error}", path.display()),
            KitError::NoPack { name, meant, looked } => {
                write!(f, "there is no pack `{name}`")?;
                if let Some(meant) = meant {
                    write!(f, "; did you mean `{meant}`?")?;
                }
                match looked.is_empty() {
                    true => Ok(()),
                    false => write!(f, " (looked in {})", looked.join(", ")),
                }
            }
            KitError::NoPart { kind, name, meant } => {
                write!(f, "the packs have no {kind} `{name}`")?;
                meant.as_ref().map_or(Ok(()), |meant| write!(f, "; did you mean `{meant}`?"))
            }
            KitError::NoVersion { id, wanted, there } => {
                let there: Vec<String> = there.iter().map(ToString::to_string).collect();
                let there = if there.is_empty() { "none that can be read".to_owned() } else { there.join(", ") };
                write!(f, "`{id}` is not available in version {wanted}, only in {there}")
            }
            KitError::NoRange { text } => write!(f, "`{text}` has no version and no range of versions after the `@`"),
            KitError::Refused(refusal) => refusal.fmt(f),
            KitError::Head { path, why } => write!(f, "{} cannot be read: {why}", path.display()),
            KitError::Lock { path, why } => write!(f, "{} cannot be read: {why}", path.display()),
            KitError::NoPackFile { path } => write!(f, "{} is not a pack: it holds no pack.ron", path.display()),
            KitError::Capsule { path, error } => write!(f, "{}: {error}", path.display()),
            KitError::Unplayable { packs, errors } => {
                write!(f, "{} cannot be played: {errors} errors", packs.join(", "))
            }
            KitError::Seats(wrong) => wrong.fmt(f),
            KitError::Scripts { message } => write!(f, "the scripts cannot be started: {message}"),
        }
    }
}

impl std::error::Error for KitError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            KitError::Read { error, .. } | KitError::Write { error, .. } => Some(error),
            KitError::Capsule { error, .. } => Some(error),
            KitError::Archive { error, .. } => Some(error),
            _ => None,
        }
    }
}
