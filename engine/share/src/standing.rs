//! How a pack that came from elsewhere stands to what is here: who signed it, and which versions there are.

use std::path::PathBuf;

use semver::Version;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::{Finder, PackPlace};

use crate::error::Shared;
use crate::install::{Client, Remembered};
use crate::sign::key_of;

/// What is known of the key that a pack is signed with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Author {
    /// It is not signed, and never was.
    Nobody,
    /// A key that is seen with this pack for the first time.
    New(String),
    /// The key that it was signed with before.
    Known(String),
    /// The spare key that the author had named: it takes the place of the one before.
    Spare {
        /// The key that it was signed with.
        had: String,
        /// The spare key.
        came: String,
    },
    /// Another key than before, or none any more.
    Other {
        /// The key that it was signed with.
        had: String,
        /// The key that it is signed with now.
        came: Option<String>,
    },
}

impl Author {
    /// What is known of a key, given what is remembered of the pack.
    pub fn of(known: &Remembered, key: Option<&String>) -> Author {
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

/// How an archive stands to what is here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who signed it.
    pub author: Author,
    /// The versions that are installed, the newest first.
    pub installed: Vec<Version>,
    /// Whether it is newer than all of them.
    pub is_newer: bool,
    /// Whether it is installed as it is.
    pub is_installed: bool,
    /// Whether another pack was known under its id and version: one that differs.
    pub differs: bool,
    /// Whether the program comes with a pack of this id, in whose place this one would be played.
    pub replaces_bundled: bool,
    /// The folder of a pack with this id that somebody works on: it is played in the place of any that is installed.
    pub in_front: Option<PathBuf>,
}

impl Client {
    /// How an archive stands to what is here. Nothing is changed by it.
    ///
    /// # Errors
    /// Its signature does not hold, or what is here cannot be read.
    pub fn standing(&self, archive: &Archive) -> Shared<Standing> {
        let manifest = &archive.manifest;
        let (id, content) = (&manifest.id, manifest.content());
        let key = key_of(archive)?;
        let known = self.remembered(id)?;
        let mut own = self.store.list()?;
        own.retain(|pack| pack.manifest.id == *id);
        let version = Version::parse(&manifest.version).ok();
        let remembered = version.as_ref().and_then(|version| known.versions.get(version));
        let in_front = self.finder.list()?.into_iter().find(|found| found.id == *id);
        Ok(Standing {
            author: Author::of(&known, key.as_ref()),
            is_newer: own.iter().all(|pack| version.as_ref().is_some_and(|version| *version > pack.version)),
            is_installed: own.iter().any(|pack| pack.manifest.content() == content),
            installed: own.into_iter().map(|pack| pack.version).collect(),
            differs: remembered.is_some_and(|before| *before != content),
            replaces_bundled: Finder::bundled().list()?.iter().any(|found| found.id == *id),
            in_front: in_front
                .and_then(|found| if let PackPlace::Folder(path) = found.place { Some(path) } else { None }),
        })
    }
}
