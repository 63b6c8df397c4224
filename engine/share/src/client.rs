//! Holds the installation of a user: the store of installed packs, the shelves, and the data remembered about packs.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Instant;

use tilewright_kit::files::{self, home};
use tilewright_kit::packs::find::Finder;

use crate::error::{ShareError, Shared};
use crate::index::IndexFile;
use crate::memory::{Memory, Remembered};
use crate::shelf::{Shelf, Shelves};
use crate::store::Store;
use crate::web::Patience;

/// Maximum size in bytes of the file of remembered packs.
const MEMORY_BYTES: u64 = 16 << 20;

/// Installation of a user: the installed packs and the configured shelves.
#[derive(Clone, Debug)]
pub struct Client {
    /// Packs that are installed.
    pub store: Store,
    /// Shelves that the user has added.
    pub shelves: Shelves,
    pub(crate) home: PathBuf,
    pub(crate) finder: Finder,
}

impl Client {
    /// Creates a client for the current user of the system.
    pub fn standard(finder: Finder) -> Client {
        Client::new(home::state_folder(), finder, Patience::default())
    }

    /// Creates a client whose files are in the folder `home`.
    pub fn new(home: impl Into<PathBuf>, finder: Finder, patience: Patience) -> Client {
        let home = home.into();
        let (store, shelves) = (Store::new(home.join("packs")), Shelves::new(home.join("shelves"), patience));
        Client { store, shelves, home, finder }
    }

    /// Returns the path of the file of remembered packs.
    pub(crate) fn memory_path(&self) -> PathBuf {
        // This file is next to the packs, so that clearing their leftovers clears those of this file.
        self.store.folder().join(".authors.json")
    }

    /// Returns the data remembered about all packs.
    ///
    /// # Errors
    /// The file of remembered packs cannot be read.
    pub fn memory(&self) -> Shared<Memory> {
        let path = self.memory_path();
        if !path.exists() {
            return Ok(Memory::default());
        }
        // An unreadable file must be an error: without it, any key would be accepted as the first one.
        Memory::read(&path.display().to_string(), &files::read(&path, MEMORY_BYTES)?)
    }

    /// Returns the data remembered about a pack; empty if the pack is unknown.
    ///
    /// # Errors
    /// The file of remembered packs cannot be read.
    pub fn memory_of(&self, id: &str) -> Shared<Remembered> {
        Ok(self.memory()?.known_pack(id))
    }

    /// Opens the named shelf, or all shelves at once. A shelf that does not answer in time is opened from the cache.
    /// Errors of single shelves are passed to `on_error` if all are opened.
    ///
    /// # Errors
    /// The named shelf cannot be opened.
    pub fn open(&self, shelf: Option<&str>, on_error: &mut dyn FnMut(&str, ShareError)) -> Shared<Vec<Shelf>> {
        if let Some(name) = shelf {
            return Ok(vec![self.shelves.open(name)?]);
        }
        let names = self.shelves.names()?;
        let (sender, receiver) = mpsc::channel();
        for (number, name) in names.iter().cloned().enumerate() {
            let (shelves, sender) = (self.shelves.clone(), sender.clone());
            // The thread is not joined: after the timeout the caller continues without this shelf.
            std::thread::spawn(move || drop(sender.send((number, shelves.open(&name)))));
        }
        drop(sender);
        let mut opened: Vec<Option<Shared<Shelf>>> = names.iter().map(|_| None).collect();
        let end = Instant::now() + self.shelves.patience().together;
        while let Ok((number, shelf)) = receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
            opened[number] = Some(shelf);
        }
        let mut shelves = Vec::new();
        for (name, opened) in names.iter().zip(opened) {
            match opened.unwrap_or_else(|| self.shelves.cached_shelf(name, self.shelves.too_slow(name))) {
                Ok(shelf) => shelves.push(shelf),
                Err(error) => on_error(name, error),
            }
        }
        Ok(shelves)
    }
}
