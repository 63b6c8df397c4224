//! What can go wrong outside of content: folders, files, the environment. Mistakes in content are diagnostics instead.

use std::fmt;
use std::path::{Path, PathBuf};

use tilewright_core::catalog::seat::WrongSeats;

use crate::packs::archive::{ArchiveError, LayoutError};

/// The environment does not give what is needed.
#[derive(Debug)]
pub enum KitError {
    /// A file or folder cannot be read.
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file cannot be written.
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is not text.
    NoText {
        /// Which.
        path: PathBuf,
    },
    /// A link of a pack leads back to a folder that it lies in.
    Circle {
        /// The link.
        path: PathBuf,
    },
    /// Folders of a pack lie too deep in each other.
    TooDeep {
        /// The folder that is not looked into any more.
        path: PathBuf,
    },
    /// A file is too large.
    TooLarge {
        /// The file at which it became too much.
        path: PathBuf,
        /// The bytes that are allowed.
        most: u64,
    },
    /// The texts of a pack are too large together.
    PackTooLarge {
        /// The folder of the pack.
        path: PathBuf,
        /// The bytes that are allowed.
        most: u64,
        /// The largest file that was come to.
        largest: PathBuf,
        /// Its bytes.
        bytes: u64,
    },
    /// The folders of a pack hold too much.
    TooMany {
        /// The folder at which it became too much.
        path: PathBuf,
        /// The number of files and folders that is allowed.
        most: usize,
    },
    /// A link of a pack leads out of its folder.
    Outside {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        to: PathBuf,
    },
    /// A file is not an archive of a pack, or one that is not as it has to be.
    Archive {
        /// Which.
        path: PathBuf,
        /// Why.
        error: ArchiveError,
    },
    /// A file holds no record, or one that cannot be read.
    Record {
        /// Which.
        path: PathBuf,
        /// Why.
        error: crate::records::json::RecordError,
    },
    /// No pack of that name is found.
    NoPack {
        /// What was asked for.
        name: String,
        /// The pack that is most like it.
        meant: Option<String>,
        /// Where it was looked for; nothing where only the packs at hand could be meant.
        looked: Vec<String>,
    },
    /// A pack is here, but not in a version that was asked for.
    NoVersion {
        /// Its id.
        id: String,
        /// What was asked for.
        wanted: String,
        /// The versions that are here.
        there: Vec<semver::Version>,
    },
    /// What follows the `@` of a pack is neither a version nor a range of versions.
    NoRange {
        /// What was asked for.
        text: String,
    },
    /// No versions of packs fit each other.
    Refused(Box<crate::packs::versions::NoPlan>),
    /// The head of a pack cannot be read.
    Head {
        /// Where it is.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// What a pack is locked to cannot be read.
    Lock {
        /// The file that says it.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A folder holds no pack.
    NoPackFile {
        /// Which.
        path: PathBuf,
    },
    /// A capsule cannot be opened.
    Capsule {
        /// Which.
        path: PathBuf,
        /// Why.
        error: crate::games::capsule::CapsuleError,
    },
    /// The packs have mistakes and cannot be played; the diagnostics say which.
    Unplayable {
        /// Their names.
        packs: Vec<String>,
        /// Number of errors.
        errors: usize,
    },
    /// No game has so many seats.
    Seats(WrongSeats),
    /// The scripts could not be started, although they were fine when they were loaded.
    Scripts {
        /// Why.
        message: String,
    },
}

impl KitError {
    /// Stable reason code.
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

    /// Returns what to do about a pack that cannot be read, beginning with a verb.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            KitError::Read { error, .. } if error.kind() == std::io::ErrorKind::NotFound => Some("check the path"),
            KitError::Read { .. } => Some("check the path and whether you may read it"),
            KitError::NoText { .. } => Some("save the file as UTF-8"),
            KitError::Circle { .. } => Some("remove the link"),
            KitError::Outside { .. } => {
                Some("put a copy of what it leads to in its place: nothing outside of a pack is read for it")
            }
            // An archive of another program is no damaged copy of a pack.
            KitError::Archive { error: ArchiveError::Layout(LayoutError::Foreign), .. } => None,
            KitError::Archive { .. } => Some("ask whoever gave it to you for another copy"),
            KitError::TooDeep { .. } | KitError::PackTooLarge { .. } | KitError::TooMany { .. } => {
                Some("is this a pack? A pack is a small folder of texts")
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
            KitError::Circle { path } => write!(f, "{} leads back to a folder that it lies in", path.display()),
            KitError::TooDeep { path } => write!(f, "{} lies in too many folders of its pack", path.display()),
            KitError::TooLarge { path, most } => {
                write!(f, "{} is too large: it has more than {most} bytes", path.display())
            }
            KitError::PackTooLarge { path, most, largest, bytes } => {
                let (path, largest) = (path.display(), largest.display());
                write!(f, "the texts of {path} have more than {most} bytes; the largest is {largest} with {bytes}")
            }
            KitError::TooMany { path, most } => {
                write!(f, "{} or what it lies in holds more than {most} files and folders", path.display())
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
            KitError::NoVersion { id, wanted, there } => {
                let there: Vec<String> = there.iter().map(ToString::to_string).collect();
                let there = if there.is_empty() { "none that can be read".to_owned() } else { there.join(", ") };
                write!(f, "`{id}` is not here in version {wanted}, but in {there}")
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
