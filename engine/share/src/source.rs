//! Where the files of a shelf come from: a folder, or the web.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_kit::error::KitError;
use tilewright_kit::files;

use crate::error::{ShareError, Shared};
use crate::index::{HEAD, HEAD_BYTES, Named};
use crate::web::{Patience, Web};

/// What a server said of a file, so that it can be asked for only if it has changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Validator {
    /// Its tag.
    pub etag: String,
    /// When it was changed, in the server's own words.
    pub modified: String,
}

/// The answer to a question for a head.
#[derive(Debug)]
pub enum HeadReply {
    /// It has not changed.
    Same,
    /// The bytes, and what to ask with next time.
    New(Vec<u8>, Validator),
}

/// Where the files of a shelf come from.
#[derive(Debug)]
pub enum Source {
    /// A folder.
    Folder(PathBuf),
    /// A folder on a web server.
    Web(Box<Web>),
}

impl Source {
    /// What an address means: the web if it begins so, else a folder.
    pub fn of(address: &str, patience: Patience) -> Source {
        if is_web(address) {
            Source::Web(Box::new(Web::at(address, patience)))
        } else {
            Source::Folder(PathBuf::from(address))
        }
    }

    /// Where something of it is, for people.
    pub fn shown(&self, path: &str) -> String {
        match self {
            Source::Folder(folder) => folder.join(path).display().to_string(),
            Source::Web(web) => web.address(path),
        }
    }

    /// The head, unless a server says that it has not changed.
    ///
    /// # Errors
    /// It cannot be had, or is larger than it may be.
    pub fn head(&self, known: &Validator, fresh: bool) -> Shared<HeadReply> {
        match self {
            Source::Folder(_) => Ok(HeadReply::New(self.file(HEAD, HEAD_BYTES)?, Validator::default())),
            Source::Web(web) => web.head(HEAD, known, fresh, HEAD_BYTES),
        }
    }

    /// A small file that is named by its hash.
    ///
    /// # Errors
    /// It cannot be had, or is another one.
    pub fn get(&self, path: &str, named: &Named) -> Shared<Vec<u8>> {
        match self {
            Source::Folder(_) => {
                let bytes = self.file(path, named.bytes)?;
                named.check(&self.shown(path), &bytes)?;
                Ok(bytes)
            }
            Source::Web(web) => web.get(path, named),
        }
    }

    /// A large file that is named by its hash. While it comes over the web it is kept in `part`, and gone on with there.
    /// `watch` is told how many bytes are there, and says whether to go on.
    ///
    /// # Errors
    /// As for [`Source::get`].
    pub fn download(&self, path: &str, named: &Named, part: &Path, watch: &dyn Fn(u64) -> bool) -> Shared<Vec<u8>> {
        match self {
            Source::Folder(_) => self.get(path, named),
            Source::Web(web) => web.download(path, named, part, watch),
        }
    }

    /// A file of a folder.
    fn file(&self, path: &str, most: u64) -> Shared<Vec<u8>> {
        let Source::Folder(folder) = self else { unreachable!("files of the web are asked for") };
        files::read(&folder.join(path), most).map_err(|error| match error {
            KitError::TooLarge { most, .. } => ShareError::Size { from: self.shown(path), wanted: most, more: true },
            KitError::Read { error, .. } if error.kind() == std::io::ErrorKind::NotFound => {
                ShareError::Missing { from: self.shown(path) }
            }
            error => error.into(),
        })
    }
}

/// Whether an address is one of the web.
pub fn is_web(address: &str) -> bool {
    ["https://", "http://"]
        .iter()
        .any(|begin| address.get(..begin.len()).is_some_and(|b| b.eq_ignore_ascii_case(begin)))
}
