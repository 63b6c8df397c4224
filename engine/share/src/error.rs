//! What can go wrong on the way between a shelf and the folder of installed packs.

use std::fmt;
use std::path::PathBuf;

use semver::Version;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::versions::NoPlan;

/// Why something cannot be published, fetched or installed. What is named by `from` is an address or a path, as people
/// gave it.
#[derive(Debug)]
pub enum ShareError {
    /// A file or folder of this machine.
    Kit(KitError),
    /// Another program is at work in a folder.
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// There is nothing at an address.
    Missing {
        /// What was asked for.
        from: String,
    },
    /// A server answered with something else than a file.
    Refused {
        /// What was asked for.
        from: String,
        /// The number of its answer.
        status: u16,
    },
    /// A server cannot be reached, or was lost on the way.
    Unreachable {
        /// What was asked for.
        from: String,
        /// Why.
        why: String,
    },
    /// A server takes too long.
    Slow {
        /// What was asked for.
        from: String,
    },
    /// A page for people came where an index was expected.
    Page {
        /// What was asked for.
        from: String,
    },
    /// One address leads to another without end.
    Redirects {
        /// What was asked for.
        from: String,
    },
    /// A safe address leads to one that is not, or to no address at all.
    Redirected {
        /// What was asked for.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// More or fewer bytes than were said.
    Size {
        /// What was asked for.
        from: String,
        /// The bytes that there have to be, or may be at most.
        wanted: u64,
        /// Whether there are more.
        more: bool,
    },
    /// Other bytes than were said.
    Hash {
        /// What was asked for.
        from: String,
    },
    /// An index cannot be read.
    Index {
        /// Where it lies.
        from: String,
        /// Why, in half a sentence.
        why: String,
    },
    /// A shelf offers an older index than before.
    WentBack {
        /// The shelf.
        shelf: String,
        /// The number of its index that was seen.
        had: u64,
        /// The number that came.
        came: u64,
    },
    /// A shelf gives one thing and says another.
    Differs {
        /// The pack.
        id: String,
        /// Its version.
        version: Version,
        /// What differs.
        what: &'static str,
    },
    /// One version of a pack has other content than before.
    OtherContent {
        /// The pack.
        id: String,
        /// Its version.
        version: Version,
    },
    /// A signature does not fit its pack.
    Signature {
        /// The pack.
        id: String,
        /// Why, in half a sentence.
        why: &'static str,
    },
    /// A pack is signed by somebody else than before.
    OtherKey {
        /// The pack.
        id: String,
        /// The key that it was signed with.
        had: String,
        /// The key that it is signed with now, if it is.
        came: Option<String>,
    },
    /// There is no shelf of a name.
    NoShelf {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A name cannot be that of a shelf, or an address cannot be one.
    BadName {
        /// It.
        name: String,
        /// Why, in half a sentence.
        why: &'static str,
    },
    /// Somebody did not want to wait for it.
    Stopped,
    /// A pack is on several shelves.
    Several {
        /// The pack.
        id: String,
        /// The shelves.
        shelves: Vec<String>,
    },
    /// No versions of packs fit together.
    Conflict(Box<NoPlan>),
    /// A pack cannot be found.
    Unsolved {
        /// Why, in a sentence.
        why: String,
    },
    /// A version cannot be put on a shelf.
    Version {
        /// The pack.
        id: String,
        /// The version.
        version: Version,
        /// Why, in half a sentence.
        why: String,
    },
    /// A key cannot be used.
    Key {
        /// Its file.
        path: PathBuf,
        /// Why, in half a sentence.
        why: String,
    },
}

/// What is done here.
pub type Shared<T> = Result<T, ShareError>;

impl ShareError {
    /// Stable reason code.
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

    /// Whether the way to a shelf failed and not the shelf: what was fetched before may be used.
    pub fn is_of_the_way(&self) -> bool {
        matches!(self, ShareError::Unreachable { .. } | ShareError::Slow { .. } | ShareError::Page { .. })
            || matches!(self, ShareError::Refused { status: 500.., .. })
    }

    /// What to do next, where something can be done.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            ShareError::Busy { .. } => "wait until it has done",
            ShareError::Unreachable { .. } => {
                "check the address and the connection; what came stays and is gone on with"
            }
            ShareError::Page { .. } => "open the address in a browser: a network may want a login first",
            ShareError::Slow { .. } => "try again later; what came stays and is gone on with",
            ShareError::Size { .. } | ShareError::Hash { .. } | ShareError::Index { .. } => {
                "try again: the shelf may be changed just now; else tell its owner, who can run `tilewright shelf rebuild`"
            }
            ShareError::WentBack { .. } => {
                "ask its owner. If it was meant, `tilewright shelf remove` and `add` it again: then it is new to you"
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
                let far = refusal.ways.iter().any(|way| way.policy.far);
                let any = if far { " (`--any-shelf` takes what is needed from any shelf)" } else { "" };
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
            ShareError::Busy { path } => write!(f, "another program is at work in {}", path.display()),
            ShareError::Missing { from } => write!(f, "there is nothing at {from}"),
            ShareError::Refused { from, status } => write!(f, "{from} cannot be had: the server answered {status}"),
            ShareError::Unreachable { from, why } => write!(f, "{from} cannot be reached: {why}"),
            ShareError::Slow { from } => write!(f, "{from} takes too long"),
            ShareError::Page { from } => write!(f, "a web page came from {from} in place of the index of a shelf"),
            ShareError::Redirects { from } => write!(f, "{from} leads from one address to another without end"),
            ShareError::Redirected { from, to } => {
                write!(f, "{from} leads to {to}, which is less safe than what was asked for")
            }
            ShareError::Size { from, wanted, more: true } => write!(f, "{from} has more than {wanted} bytes"),
            ShareError::Size { from, wanted, .. } => write!(f, "{from} is cut off: it should have {wanted} bytes"),
            ShareError::Hash { from } => write!(f, "{from} is not the file that the index of its shelf names"),
            ShareError::Index { from, why } => write!(f, "{from} is not an index of a shelf: {why}"),
            ShareError::WentBack { shelf, had, came } if had == came => {
                write!(f, "shelf `{shelf}` has another index under the same number {had}; nothing was taken from it")
            }
            ShareError::WentBack { shelf, had, came } => write!(
                f,
                "shelf `{shelf}` has gone back from its index {had} to an older one, {came}; nothing was taken from it"
            ),
            ShareError::Differs { id, version, what } => {
                write!(f, "the shelf says another `{what}` of {id} {version} than the pack itself")
            }
            ShareError::OtherContent { id, version } => {
                write!(f, "{id} {version} is not the {id} {version} that you had: its content differs")
            }
            ShareError::Signature { id, why } => write!(f, "the signature of `{id}` does not hold: {why}"),
            ShareError::OtherKey { id, had, came: Some(came) } => {
                write!(f, "`{id}` is signed by another key than before: it was {had}, now it is {came}")
            }
            ShareError::OtherKey { id, had, .. } => {
                write!(f, "`{id}` is not signed any more; before, it was by the key {had}")
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

/// A failure of this machine's files.
pub(crate) fn unwritten(path: &std::path::Path, error: std::io::Error) -> ShareError {
    ShareError::Kit(KitError::Write { path: path.to_owned(), error })
}

/// A failure of this machine's files.
pub(crate) fn unread(path: &std::path::Path, error: std::io::Error) -> ShareError {
    ShareError::Kit(KitError::Read { path: path.to_owned(), error })
}
