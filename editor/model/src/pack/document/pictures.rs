//! Adds picture files to the folder of a pack. They are written when the step is made and not when the pack is saved,
//! because painting programs also change them on the disk. Undoing the step removes a file unless another program has
//! changed it.

use std::path::Path;
use std::sync::Arc;

use tilewright_kit::files;
use tilewright_pack::is_picture;
use tilewright_pack::limits::PICTURE_BYTES;

use super::disk::{self, DiskError, DiskOperation};
use super::history::Delta;

/// Picture file that a step adds to the folder `art`.
#[derive(Clone, Debug)]
pub(super) struct AddedPicture {
    pub(super) path: Arc<str>,
    pub(super) bytes: Arc<[u8]>,
}

impl AddedPicture {
    /// Writes the file. Returns false if it exists already, with the same content.
    ///
    /// # Errors
    /// The file cannot be written, exists with another content, or is not in the folder `art`.
    pub(super) fn write(&self, folder: &Path) -> Result<bool, DiskError> {
        let path = folder.join(&*self.path);
        let refuse = |why: &str| {
            let error = std::io::Error::other(why.to_owned());
            Err(DiskError { path: path.clone(), doing: DiskOperation::Writing, error })
        };
        if !is_picture(&self.path) || self.path.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
            return refuse("it is not a picture in the folder art");
        }
        if path.symlink_metadata().is_ok() {
            return if self.is_unchanged(&path) { Ok(false) } else { refuse("another file has this name") };
        }
        disk::write_bytes(&path, &self.bytes)?;
        Ok(true)
    }

    /// Removes the file, unless it is gone or its content has changed.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub(super) fn remove(&self, folder: &Path) -> Result<(), DiskError> {
        let path = folder.join(&*self.path);
        if self.is_unchanged(&path) { disk::remove(&path) } else { Ok(()) }
    }

    fn is_unchanged(&self, path: &Path) -> bool {
        files::read(path, PICTURE_BYTES).is_ok_and(|there| there == *self.bytes)
    }
}

/// Writes the pictures that a step adds, all of them or none, and removes those from the step that exist already.
///
/// # Errors
/// A picture cannot be written.
pub(super) fn write_added(folder: &Path, deltas: &mut Vec<Delta>) -> Result<(), DiskError> {
    let (mut written, mut failed) = (Vec::new(), None);
    deltas.retain(|delta| {
        let Delta::Add(picture) = delta else { return true };
        match picture.write(folder) {
            Ok(is_new) => {
                written.extend(is_new.then(|| picture.clone()));
                is_new
            }
            Err(error) => {
                failed.get_or_insert(error);
                false
            }
        }
    });
    let Some(error) = failed else { return Ok(()) };
    for picture in written {
        // The picture was written just now; if it cannot be removed, it is an unused file.
        drop(picture.remove(folder));
    }
    Err(error)
}

/// Changes the folder for a step that is undone or redone.
///
/// # Errors
/// A picture cannot be written or removed.
pub(super) fn repeat(folder: &Path, delta: &Delta) -> Result<(), DiskError> {
    match delta {
        Delta::Add(picture) => picture.write(folder).map(drop),
        Delta::TakeBack(picture) => picture.remove(folder),
        Delta::Splice(..) | Delta::Whole(..) => Ok(()),
    }
}
