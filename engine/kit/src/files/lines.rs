//! Writes files that grow line by line.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::draft::{FileAccess, FileDraft};
use crate::error::KitError;

/// Maximum time until a line is safe from a power cut.
const UNSAFE: Duration = Duration::from_millis(500);

/// File that grows line by line. Written lines survive when the program is killed; a power cut loses at most the lines
/// of the last half second.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    synced: Instant,
    pending: bool,
}

impl Lines {
    /// Starts a file with a first line, in place of an older one.
    ///
    /// # Errors
    /// As for [`write()`](super::write()).
    pub fn begin(path: &Path, line: &str) -> Result<Lines, KitError> {
        let begun = FileDraft::replacing(path).and_then(|mut draft| {
            draft.write_all(format!("{line}\n").as_bytes())?;
            draft.put(true)
        });
        let file = begun.map_err(|error| KitError::Write { path: path.to_owned(), error })?;
        // Other programs may read the file while it grows, even on systems where a lock would prevent that.
        drop(file.unlock());
        Ok(Lines::new(path.to_owned(), file))
    }

    /// Starts a file with a first line under the first free name; all names are in one folder. The file is locked from
    /// the moment that it has the name until it is dropped, and it is never empty.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin_new(names: impl IntoIterator<Item = PathBuf>, line: &str) -> Result<Lines, KitError> {
        let mut names = names.into_iter().peekable();
        let first = names.peek().cloned().unwrap_or_default();
        let begun = FileDraft::new(&first, FileAccess::Usual).and_then(|mut draft| {
            draft.write_all(format!("{line}\n").as_bytes())?;
            draft.put_new(names)
        });
        let (file, path) = begun.map_err(|error| KitError::Write { path: first, error })?;
        Ok(Lines::new(path, file))
    }

    /// Opens a file to append to it, and locks it. A last line that was cut off is removed, because nothing after it
    /// would be read.
    ///
    /// # Errors
    /// The file cannot be opened, or another program has locked it.
    pub fn resume(path: &Path) -> Result<Lines, KitError> {
        let resumed = || -> Result<File, Error> {
            let mut file = OpenOptions::new().read(true).write(true).open(path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(ErrorKind::WouldBlock.into());
            }
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = resumed().map_err(|error| KitError::Write { path: path.to_owned(), error })?;
        Ok(Lines::new(path.to_owned(), file))
    }

    fn new(path: PathBuf, file: File) -> Lines {
        Lines { path, file, synced: Instant::now(), pending: false }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a line, and syncs the file if the last sync was at least half a second ago.
    ///
    /// # Errors
    /// The line cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), KitError> {
        let written = self.write(line).and_then(|()| {
            self.pending = true;
            if self.synced.elapsed() < UNSAFE {
                return Ok(());
            }
            self.sync()
        });
        written.map_err(|error| KitError::Write { path: self.path.clone(), error })
    }

    /// Writes a line without syncing it: it survives when the program is killed, but a power cut may lose it.
    ///
    /// # Errors
    /// The line cannot be written.
    pub fn add_quickly(&mut self, line: &str) -> Result<(), KitError> {
        self.write(line).map_err(|error| KitError::Write { path: self.path.clone(), error })
    }

    /// Restarts the file with a first line. The same file is kept, since the lock is on it. If the program is killed in
    /// between, the file is empty.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn restart(&mut self, line: &str) -> Result<(), KitError> {
        let cleared = self.file.set_len(0).and_then(|()| self.file.rewind()).and_then(|()| self.write(line));
        cleared.map_err(|error| KitError::Write { path: self.path.clone(), error })
    }

    fn write(&mut self, line: &str) -> Result<(), Error> {
        // One call writes the whole line, so that the file never has a part of it.
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    fn sync(&mut self) -> Result<(), Error> {
        self.file.sync_data()?;
        (self.synced, self.pending) = (Instant::now(), false);
        Ok(())
    }

    /// Makes all lines safe from a power cut.
    ///
    /// # Errors
    /// The lines cannot be written.
    pub fn end(mut self) -> Result<(), KitError> {
        if !self.pending {
            return Ok(());
        }
        self.sync().map_err(|error| KitError::Write { path: self.path.clone(), error })
    }

    /// Like [`Lines::end`], but sets the time of the last change to `when`.
    ///
    /// # Errors
    /// The lines cannot be written.
    pub(crate) fn end_at(self, when: SystemTime) -> Result<(), KitError> {
        let set = self.file.set_modified(when);
        set.map_err(|error| KitError::Write { path: self.path.clone(), error })?;
        self.end()
    }
}

/// Opens a file that arrives in pieces and keeps its first `begin` bytes; the bytes after them are cut off.
///
/// # Errors
/// The file cannot be written.
pub fn open_part(path: &Path, begin: u64) -> Result<File, KitError> {
    let open = OpenOptions::new().create(true).write(true).truncate(false).open(path);
    let begun = open.and_then(|mut file| {
        file.set_len(begin)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    });
    begun.map_err(|error| KitError::Write { path: path.to_owned(), error })
}
