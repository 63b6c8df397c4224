//! Defines the errors of publishing, fetching and installing packs.

use std::fmt;
use std::path::PathBuf;

use semver::Version;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::versions::NoPlan;

use crate::index::IndexError;

/// Reason why a pack cannot be published, fetched or installed. Fields named `from` hold an address or path in the form
/// that the user gave.
#[derive(Debug)]
pub enum ShareError {
    /// A file or folder on this machine failed.
    Kit(KitError),
    /// Another program is using a folder.
    Busy {
        /// Path of the folder.
        path: PathBuf,
    },
    /// No file exists at an address.
    Missing {
        /// Requested address or path.
        from: String,
    },
    /// A server answered with an error status instead of a file.
    Refused {
        /// Requested address or path.
        from: String,
        /// HTTP status of the response.
        status: u16,
    },
    /// A server cannot be reached, or the connection was lost.
    Unreachable {
        /// Requested address or path.
        from: String,
        /// Reason from the network layer.
        why: String,
    },
    /// A server exceeded a timeout.
    Slow {
        /// Requested address or path.
        from: String,
    },
    /// The response is a web page, but an index was expected.
    Page {
        /// Requested address or path.
        from: String,
    },
    /// The redirects form a loop or a chain that is too long.
    Redirects {
        /// Requested address or path.
        from: String,
    },
    /// A secure address redirects to an insecure one, or an address redirects to an invalid one.
    Redirected {
        /// Requested address or path.
        from: String,
        /// Target of the redirect.
        to: String,
    },
    /// The file has more or fewer bytes than announced.
    Size {
        /// Requested address or path.
        from: String,
        /// Required or maximum number of bytes.
        wanted: u64,
        /// True if the file has more bytes, false if fewer.
        more: bool,
    },
    /// The content of the file does not match its hash.
    Hash {
        /// Requested address or path.
        from: String,
    },
    /// An index cannot be read.
    Index {
        /// Address or path of the index.
        from: String,
        /// Reason, as a clause.
        why: IndexError,
    },
    /// A shelf offers an older index than before.
    WentBack {
        /// Name of the shelf.
        shelf: String,
        /// Serial number of the index that was seen before.
        had: u64,
        /// Serial number of the index that the shelf offers now.
        came: u64,
    },
    /// An archive differs from its description on the shelf.
    Differs {
        /// Id of the pack.
        id: String,
        /// Version of the pack.
        version: Version,
        /// Name of the field that differs.
        what: &'static str,
    },
    /// A version of a pack has different content than before.
    OtherContent {
        /// Id of the pack.
        id: String,
        /// Version of the pack.
        version: Version,
    },
    /// A signature does not match its pack.
    Signature {
        /// Id of the pack.
        id: String,
        /// Reason, as a clause.
        why: &'static str,
    },
    /// A pack is signed with a different key than before.
    OtherKey {
        /// Id of the pack.
        id: String,
        /// Key that signed the pack before.
        had: String,
        /// Key that signs the pack now; `None` if it is unsigned.
        came: Option<String>,
    },
    /// No shelf has the requested name.
    NoShelf {
        /// Requested name of the shelf.
        name: String,
        /// Names of the shelves that exist.
        known: Vec<String>,
    },
    /// A name of a shelf, an address or a requested pack is not valid.
    BadName {
        /// Name or address that was given.
        name: String,
        /// Reason, as a clause.
        why: &'static str,
    },
    /// The user stopped the operation.
    Stopped,
    /// Several shelves have the pack.
    Several {
        /// Id of the pack.
        id: String,
        /// Names of the shelves.
        shelves: Vec<String>,
    },
    /// No combination of versions is compatible.
    Conflict(Box<NoPlan>),
    /// No shelf has the pack.
    Unsolved {
        /// Reason, as a sentence.
        why: String,
    },
    /// A version cannot be added to a shelf.
    Version {
        /// Id of the pack.
        id: String,
        /// Version of the pack.
        version: Version,
        /// Reason, as a clause.
        why: String,
    },
    /// A signing key cannot be used.
    Key {
        /// Path of the key file.
        path: PathBuf,
        /// Reason, as a clause.
        why: String,
    },
}

/// Result whose error is a [`ShareError`].
pub type Shared<T> = Result<T, ShareError>;

impl ShareError {
    /// Returns the stable reason code.
    pub fn code(&self) -> &'static str {
        match self {
            ShareError::Kit(error) => error.code(),
            ShareError::Busy { .. } => "busy",
            ShareError::Missing { .. } => "missing",
            ShareError::Refused { .. } => "refused",
            ShareError::Unreachable { .. } => "unreachable",
            ShareError::Slow { .. } => "slow",
            ShareError::Page { .. } => "page",
            ShareError::Redirects { .. } => "redirects",
            ShareError::Redirected { .. } => "redirected",
            ShareError::Size { more: true, .. } => "too_long",
            ShareError::Size { .. } => "cut_off",
            ShareError::Hash { .. } => "other_bytes",
            ShareError::Index { .. } => "bad_index",
            ShareError::WentBack { .. } => "went_back",
            ShareError::Differs { .. } => "index_differs",
            ShareError::OtherContent { .. } => "other_content",
            ShareError::Signature { .. } => "bad_signature",
            ShareError::OtherKey { .. } => "other_key",
            ShareError::NoShelf { .. } => "unknown_shelf",
            ShareError::BadName { .. } => "bad_name",
            ShareError::Stopped => "stopped",
            ShareError::Several { .. } => "several_shelves",
            ShareError::Conflict(refusal) => refusal.why.code(),
            ShareError::Unsolved { .. } => "unsolved",
            ShareError::Version { .. } => "bad_version",
            ShareError::Key { .. } => "bad_key",
        }
    }

    /// True if the connection to a shelf failed, not the shelf itself, so that cached files may be used.
    pub(crate) fn is_of_the_way(&self) -> bool {
        matches!(self, ShareError::Unreachable { .. } | ShareError::Slow { .. } | ShareError::Page { .. })
            || matches!(self, ShareError::Refused { status: 500.., .. })
    }

    /// Returns the suggested next step; `None` if there is none.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            ShareError::Busy { .. } => "wait until it has finished",
            ShareError::Unreachable { .. } => {
                "check the address and the connection; the download resumes where it stopped"
            }
            ShareError::Page { .. } => "open the address in a browser: a network may want a login first",
            ShareError::Slow { .. } => "try again later; the download resumes where it stopped",
            ShareError::Size { .. } | ShareError::Hash { .. } | ShareError::Index { .. } => {
                "try again: the shelf may be changing; otherwise tell its owner, who can run `tilewright shelf rebuild`"
            }
            ShareError::WentBack { .. } => {
                "ask its owner. If it was intended, `tilewright shelf remove` and `add` it again: then it is new to you"
            }
            ShareError::Differs { .. } | ShareError::OtherContent { .. } => {
                "ask the owner of the shelf; nothing was changed"
            }
            ShareError::OtherKey { id, .. } => {
                return Some(format!(
                    "what you have stays. Ask the author, not the shelf; if the key is theirs, add `--accept-key {id}`"
                ));
            }
            ShareError::Conflict(refusal) => {
                let any_shelf = refusal.ways.iter().any(|way| way.policy.any_shelf);
                let any = if any_shelf { " (`--any-shelf` takes needed packs from any shelf)" } else { "" };
                return refusal.hint().map(|ways| ways + any);
            }
            ShareError::NoShelf { .. } => {
                "`tilewright shelf list` shows them, `tilewright shelf add NAME ADDRESS` adds one"
            }
            ShareError::Several { .. } => "choose one with `--shelf NAME`",
            ShareError::Version { .. } => "raise `version:` in its pack.ron",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShareError::Kit(error) => error.fmt(f),
            ShareError::Busy { path } => write!(f, "another program is using {}", path.display()),
            ShareError::Missing { from } => write!(f, "nothing was found at {from}"),
            ShareError::Refused { from, status } => write!(f, "{from} is not available: the server answered {status}"),
            ShareError::Unreachable { from, why } => write!(f, "{from} cannot be reached: {why}"),
            ShareError::Slow { from } => write!(f, "{from} takes too long"),
            ShareError::Page { from } => write!(f, "{from} returned a web page instead of the index of a shelf"),
            ShareError::Redirects { from } => write!(f, "{from} redirects without end"),
            ShareError::Redirected { from, to } => {
                write!(f, "{from} redirects to {to}, which is less safe than the requested address")
            }
            ShareError::Size { from, wanted, more: true } => write!(f, "{from} has more than {wanted} bytes"),
            ShareError::Size { from, wanted, .. } => write!(f, "{from} is truncated: it should have {wanted} bytes"),
            ShareError::Hash { from } => write!(f, "{from} is not the file that the index of its shelf names"),
            ShareError::Index { from, why } => write!(f, "{from} is not an index of a shelf: {why}"),
            ShareError::WentBack { shelf, had, came } if had == came => {
                write!(
                    f,
                    "shelf `{shelf}` has a different index with the same number {had}; nothing was fetched from it"
                )
            }
            ShareError::WentBack { shelf, had, came } => write!(
                f,
                "shelf `{shelf}` has gone back from its index {had} to an older one, {came}; nothing was fetched \
                    from it"
            ),
            ShareError::Differs { id, version, what } => {
                write!(f, "the shelf states a different `{what}` for {id} {version} than the pack itself")
            }
            ShareError::OtherContent { id, version } => {
                write!(f, "{id} {version} is not the {id} {version} that you had: its content differs")
            }
            ShareError::Signature { id, why } => write!(f, "the signature of `{id}` is not valid: {why}"),
            ShareError::OtherKey { id, had, came: Some(came) } => {
                write!(f, "`{id}` is signed by a different key than before: {had} before, now {came}")
            }
            ShareError::OtherKey { id, had, .. } => {
                write!(f, "`{id}` is no longer signed; before, it was signed by the key {had}")
            }
            ShareError::NoShelf { name, known } if known.is_empty() => {
                write!(f, "there is no shelf `{name}`; none was added yet")
            }
            ShareError::NoShelf { name, known } => write!(f, "there is no shelf `{name}`, but {}", known.join(", ")),
            ShareError::BadName { name, why } => write!(f, "`{name}` {why}"),
            ShareError::Stopped => f.write_str("it was stopped"),
            ShareError::Several { id, shelves } => write!(f, "`{id}` is on several shelves: {}", shelves.join(", ")),
            ShareError::Conflict(refusal) => refusal.fmt(f),
            ShareError::Unsolved { why } => f.write_str(why),
            ShareError::Version { id, version, why } => write!(f, "{id} {version} cannot be put on the shelf: {why}"),
            ShareError::Key { path, why } => write!(f, "the key {} cannot be used: {why}", path.display()),
        }
    }
}

impl std::error::Error for ShareError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let ShareError::Kit(error) = self { Some(error) } else { None }
    }
}

impl From<KitError> for ShareError {
    fn from(error: KitError) -> ShareError {
        ShareError::Kit(error)
    }
}

/// Returns the error for a file that cannot be written.
pub(crate) fn unwritten(path: &std::path::Path, error: std::io::Error) -> ShareError {
    ShareError::Kit(KitError::Write { path: path.to_owned(), error })
}

/// Returns the error for a file or folder that cannot be read.
pub(crate) fn unread(path: &std::path::Path, error: std::io::Error) -> ShareError {
    ShareError::Kit(KitError::Read { path: path.to_owned(), error })
}
