//! Reads the files of a shelf from a folder or from the web.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_kit::error::KitError;
use tilewright_kit::files;

use crate::error::{ShareError, Shared};
use crate::index::{HEAD, HEAD_BYTES, HashedFile};
use crate::web::{Patience, Web};

/// Validators from a server's response, with which a later request fetches the file only if it has changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Validator {
    /// `ETag` header of the response; empty if there was none.
    pub etag: String,
    /// `Last-Modified` header of the response, verbatim; empty if there was none.
    pub modified: String,
}

/// Result of a request for the head of a shelf.
#[derive(Debug)]
pub enum HeadReply {
    /// The head has not changed since the last request.
    Same,
    /// Bytes of the head, and the validators for the next request.
    New(Vec<u8>, Validator),
}

/// Location of the files of a shelf.
#[derive(Debug)]
pub enum ShelfLocation {
    /// Folder on this machine.
    Folder(PathBuf),
    /// Folder on a web server.
    Web(Box<Web>),
}

impl ShelfLocation {
    /// Parses an address: `https://` and `http://` addresses are on the web, anything else is a folder.
    pub fn from_address(address: &str, patience: Patience) -> ShelfLocation {
        if is_web(address) {
            ShelfLocation::Web(Box::new(Web::new(address, patience)))
        } else {
            ShelfLocation::Folder(PathBuf::from(address))
        }
    }

    /// Returns the full path or address of a file, for display.
    pub fn display_path(&self, path: &str) -> String {
        match self {
            ShelfLocation::Folder(folder) => folder.join(path).display().to_string(),
            ShelfLocation::Web(web) => web.address(path),
        }
    }

    /// Requests the head of the shelf. Unless `fresh` is set, a server may reply that the head in `known` has not
    /// changed.
    ///
    /// # Errors
    /// The head cannot be fetched, or exceeds its maximum size.
    pub fn head(&self, known: &Validator, fresh: bool) -> Shared<HeadReply> {
        match self {
            ShelfLocation::Folder(_) => Ok(HeadReply::New(self.file(HEAD, HEAD_BYTES)?, Validator::default())),
            ShelfLocation::Web(web) => web.head(HEAD, known, fresh, HEAD_BYTES),
        }
    }

    /// Fetches a small file that is named by its hash.
    ///
    /// # Errors
    /// The file cannot be fetched, or its content does not match the hash.
    pub fn get(&self, path: &str, named: &HashedFile) -> Shared<Vec<u8>> {
        match self {
            ShelfLocation::Folder(_) => {
                let bytes = self.file(path, named.bytes)?;
                named.check(&self.display_path(path), &bytes)?;
                Ok(bytes)
            }
            ShelfLocation::Web(web) => web.get(path, named),
        }
    }

    /// Fetches a large file that is named by its hash. A web download is saved in `part`, from where it can be resumed.
    /// `watch` receives the number of bytes that have arrived and returns false to stop.
    ///
    /// # Errors
    /// Like [`ShelfLocation::get`], or `watch` stopped the download.
    pub fn download(
        &self,
        path: &str,
        named: &HashedFile,
        part: &Path,
        watch: &dyn Fn(u64) -> bool,
    ) -> Shared<Vec<u8>> {
        match self {
            ShelfLocation::Folder(_) => self.get(path, named),
            ShelfLocation::Web(web) => web.download(path, named, part, watch),
        }
    }

    /// Reads a file of the folder, up to `most` bytes.
    fn file(&self, path: &str, most: u64) -> Shared<Vec<u8>> {
        let ShelfLocation::Folder(folder) = self else { unreachable!("the source is on the web") };
        files::read(&folder.join(path), most).map_err(|error| match error {
            KitError::TooLarge { most, .. } => {
                ShareError::Size { from: self.display_path(path), wanted: most, more: true }
            }
            KitError::Read { error, .. } if error.kind() == std::io::ErrorKind::NotFound => {
                ShareError::Missing { from: self.display_path(path) }
            }
            error => error.into(),
        })
    }
}

/// True if an address begins with `https://` or `http://`, in either case.
pub fn is_web(address: &str) -> bool {
    ["https://", "http://"]
        .iter()
        .any(|begin| address.get(..begin.len()).is_some_and(|b| b.eq_ignore_ascii_case(begin)))
}
