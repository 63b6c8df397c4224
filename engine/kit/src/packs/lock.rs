//! Reads and writes the lock of a pack: the versions that it is developed and tested with, in a file next to its
//! `pack.ron`, for its author alone. Archives do not contain it: players of the pack may use any compatible versions.

use std::fmt;
use std::path::Path;

use semver::Version;
use serde::Deserialize;
use tilewright_core::unseen::without_byte_order_mark;
use tilewright_pack::Manifest;
use tilewright_pack::edit::Written;

use crate::error::KitError;
use crate::files;

/// Name of the lock file.
pub const LOCK_FILE: &str = "tilewright.lock";
/// Format of lock files that this program writes and reads.
const FORMAT: u32 = 1;
/// Maximum size of a lock file, in bytes.
const BYTES: u64 = 1 << 20;

/// Versions that a pack is locked to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    format: u32,
    /// Packs that the locked pack needs, directly or indirectly, sorted by id.
    pub packs: Vec<LockedPack>,
}

/// Pack with the version and the rules that a lock names.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedPack {
    /// Id of the pack.
    pub id: String,
    /// Version of the pack.
    pub version: String,
    /// Hash of the pack's rules, as records name it.
    pub rules: String,
}

/// Difference between a lock and the packs that are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlocked {
    /// Id of the pack with the lock.
    pub by: String,
    /// Id of the pack that differs.
    pub id: String,
    /// Version that the lock names; `None` if the lock does not name the pack.
    pub was: Option<String>,
    /// Version that is played; `None` if the pack is not needed.
    pub is: Option<String>,
}

impl fmt::Display for Unlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unlocked { by, id, was, is } = self;
        match (was, is) {
            (Some(was), Some(is)) if was == is => {
                write!(f, "{by} is locked to {id} {is} with rules that differ from those here")
            }
            (Some(was), Some(is)) => write!(f, "{by} is locked to {id} {was}, but {is} is used"),
            (Some(was), None) => write!(f, "{by} is locked to {id} {was}, which it does not need"),
            (None, _) => write!(f, "{by} needs {id}, which its lock does not name"),
        }
    }
}

impl Lock {
    /// Creates the lock of a pack from the manifests of the packs that are loaded with it.
    pub fn from_manifests(loaded: &[Manifest], id: &str) -> Lock {
        let mut needed = vec![id.to_owned()];
        let mut at = 0;
        while at < needed.len() {
            let pack = loaded.iter().find(|pack| *pack.id == *needed[at]);
            for (need, _) in pack.into_iter().flat_map(|pack| &pack.needs) {
                if !needed.iter().any(|known| **known == **need) {
                    needed.push(need.to_string());
                }
            }
            at += 1;
        }
        let is_needed = |pack: &str| pack != id && needed.iter().any(|needed| needed == pack);
        let packs = loaded.iter().filter(|pack| is_needed(&pack.id));
        let mut packs: Vec<LockedPack> = packs
            .map(|pack| LockedPack {
                id: pack.id.to_string(),
                version: pack.version.to_string(),
                rules: pack.hash.to_string(),
            })
            .collect();
        packs.sort_by(|a, b| a.id.cmp(&b.id));
        Lock { format: FORMAT, packs }
    }

    /// Reads the lock in the folder of a pack; `None` if the folder has no lock.
    ///
    /// # Errors
    /// The lock cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Lock>, KitError> {
        let path = folder.join(LOCK_FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let bad = |why: String| KitError::Lock { path: path.clone(), why };
        let lock: Lock = ron::from_str(&without_byte_order_mark(&files::read_text(&path, BYTES)?))
            .map_err(|error| bad(error.to_string()))?;
        if lock.format != FORMAT {
            return Err(bad(format!("its format is {}, but this program supports {FORMAT}", lock.format)));
        }
        match lock.packs.iter().find(|pack| pack.version().is_none()) {
            Some(pack) => Err(bad(format!("`{}` is not a version", pack.version))),
            None => Ok(Some(lock)),
        }
    }

    /// Writes the lock into the folder of a pack, completely or not at all.
    ///
    /// # Errors
    /// The lock cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), KitError> {
        files::write(&folder.join(LOCK_FILE), self.text().as_bytes())
    }

    fn text(&self) -> String {
        let pack = |pack: &LockedPack| {
            let fields = [("id", &pack.id), ("version", &pack.version), ("rules", &pack.rules)];
            format!("        {},\n", Written::fields(fields.map(|(name, text)| (name, Written::text(text)))).flat())
        };
        let packs: String = self.packs.iter().map(pack).collect();
        format!(
            "// Versions that this pack is developed and tested with. `tilewright lock` updates them.\n\
             Lock(\n    format: {FORMAT},\n    packs: [\n{packs}    ],\n)\n"
        )
    }

    /// Returns the differences between the lock of the pack `by` and the manifests of the packs that are loaded with it.
    pub fn differences(&self, loaded: &[Manifest], by: &str) -> Vec<Unlocked> {
        let now = Lock::from_manifests(loaded, by).packs;
        let differs = |id: &str, was: Option<&LockedPack>, is: Option<&LockedPack>| {
            let version = |pack: &LockedPack| pack.version.clone();
            (was != is).then(|| Unlocked {
                by: by.to_owned(),
                id: id.to_owned(),
                was: was.map(version),
                is: is.map(version),
            })
        };
        let find = |all: &'_ [LockedPack], id: &str| all.iter().position(|pack| pack.id == id);
        let mut found: Vec<Unlocked> = Vec::new();
        for was in &self.packs {
            found.extend(differs(&was.id, Some(was), find(&now, &was.id).map(|at| &now[at])));
        }
        for is in now.iter().filter(|is| find(&self.packs, &is.id).is_none()) {
            found.extend(differs(&is.id, None, Some(is)));
        }
        found
    }
}

impl LockedPack {
    /// Returns the version of the pack; `None` if the text is not a version.
    pub(crate) fn version(&self) -> Option<Version> {
        Version::parse(&self.version).ok()
    }
}
