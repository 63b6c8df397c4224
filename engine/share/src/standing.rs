//! Compares a received pack with this machine: its signer, and the versions that are installed or known.

use std::path::PathBuf;

use semver::Version;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::{Finder, PackPlace};

use crate::client::Client;
use crate::error::Shared;
use crate::memory::Remembered;
use crate::sign::key_of;

/// Relation of a pack's key to the one remembered for the pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Author {
    /// The pack is unsigned, and no key is remembered for it.
    Nobody,
    /// A key that signs this pack for the first time.
    New(String),
    /// The key that signed the pack before.
    Known(String),
    /// The spare key that the author named, which replaces the key before it.
    Spare {
        /// The remembered key that signed the pack.
        had: String,
        /// The spare key, which signs the pack now.
        came: String,
    },
    /// A different key than before, or no key although one is remembered.
    Other {
        /// The remembered key that signed the pack.
        had: String,
        /// The key that signs the pack now; `None` if it is unsigned.
        came: Option<String>,
    },
}

impl Author {
    /// Compares a key with the one remembered for the pack.
    pub fn from_key(known: &Remembered, key: Option<&String>) -> Author {
        match (&known.key, key) {
            (None, None) => Author::Nobody,
            (None, Some(key)) => Author::New(key.clone()),
            (Some(had), Some(key)) if had == key => Author::Known(key.clone()),
            (Some(had), Some(key)) if known.spare.as_ref() == Some(key) => {
                Author::Spare { had: had.clone(), came: key.clone() }
            }
            (Some(had), came) => Author::Other { had: had.clone(), came: came.cloned() },
        }
    }
}

/// Comparison of an archive with the packs on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchiveStatus {
    /// Signer of the archive, compared with the remembered one.
    pub author: Author,
    /// Installed versions of the pack, the newest first.
    pub installed: Vec<Version>,
    /// True if the archive is newer than all installed versions.
    pub is_newer: bool,
    /// True if a pack with the same content is installed.
    pub is_installed: bool,
    /// True if its id and version are known with different content.
    pub differs: bool,
    /// True if the program includes a pack with this id, which the archive would replace.
    pub replaces_bundled: bool,
    /// Folder of a pack with this id that the user is editing; it takes precedence over installed packs.
    pub in_front: Option<PathBuf>,
}

impl Client {
    /// Compares an archive with the packs on this machine without changing anything.
    ///
    /// # Errors
    /// The signature is not valid, or an installed pack or remembered data cannot be read.
    pub fn standing(&self, archive: &Archive) -> Shared<ArchiveStatus> {
        let manifest = &archive.manifest;
        let (id, content) = (&manifest.id, manifest.content());
        let key = key_of(archive)?;
        let known = self.memory_of(id)?;
        let mut own = self.store.list()?;
        own.retain(|pack| pack.manifest.id == *id);
        let version = Version::parse(&manifest.version).ok();
        let remembered = version.as_ref().and_then(|version| known.versions.get(version));
        let in_front = self.finder.list()?.into_iter().find(|found| found.id == *id);
        Ok(ArchiveStatus {
            author: Author::from_key(&known, key.as_ref()),
            is_newer: own.iter().all(|pack| version.as_ref().is_some_and(|version| *version > pack.version)),
            is_installed: own.iter().any(|pack| pack.manifest.content() == content),
            installed: own.into_iter().map(|pack| pack.version).collect(),
            differs: remembered.is_some_and(|before| *before != content),
            replaces_bundled: Finder::only_bundled().list()?.iter().any(|found| found.id == *id),
            in_front: in_front
                .and_then(|found| if let PackPlace::Folder(path) = found.place { Some(path) } else { None }),
        })
    }
}
