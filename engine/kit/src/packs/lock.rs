//! The versions that a pack is worked on and tested with: a file beside its `pack.ron`, for its author alone. It travels
//! with no archive: whoever plays the pack has other versions, as far as they fit.

use std::fmt;
use std::path::Path;

use semver::Version;
use serde::Deserialize;
use tilewright_core::unseen::without_byte_order_mark;
use tilewright_pack::edit::Written;

use crate::error::KitError;
use crate::files;
use crate::packs::load::Loaded;

/// The name of the file.
pub const LOCK_FILE: &str = "tilewright.lock";
/// The format that is written and read.
const FORMAT: u32 = 1;
/// Bytes of the lock of a pack.
const BYTES: u64 = 1 << 20;

/// What a pack is locked to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    format: u32,
    /// The packs that it needs, itself or by way of others, by their ids.
    pub packs: Vec<LockedPack>,
}

/// A pack in a version.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedPack {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The hash of its rules, as records name it.
    pub rules: String,
}

/// Where what is played is otherwise than a lock says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlocked {
    /// The pack with the lock.
    pub by: String,
    /// The pack that is otherwise.
    pub id: String,
    /// The version that the lock names, if it names the pack at all.
    pub was: Option<String>,
    /// The version that is played, if the pack is needed at all.
    pub is: Option<String>,
}

impl fmt::Display for Unlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unlocked { by, id, was, is } = self;
        match (was, is) {
            (Some(was), Some(is)) if was == is => {
                write!(f, "{by} is locked to {id} {is} with other rules than are here")
            }
            (Some(was), Some(is)) => write!(f, "{by} is locked to {id} {was}, and {is} is taken"),
            (Some(was), None) => write!(f, "{by} is locked to {id} {was}, which it does not need"),
            (None, _) => write!(f, "{by} needs {id}, which its lock does not name"),
        }
    }
}

impl Lock {
    /// The lock of a pack that is loaded with what it needs.
    pub fn of(loaded: &Loaded, id: &str) -> Lock {
        let mut needed = vec![id.to_owned()];
        let mut at = 0;
        while at < needed.len() {
            let pack = loaded.packs.iter().find(|pack| *pack.id == *needed[at]);
            for (need, _) in pack.into_iter().flat_map(|pack| &pack.needs) {
                if !needed.iter().any(|known| **known == **need) {
                    needed.push(need.to_string());
                }
            }
            at += 1;
        }
        let is_needed = |pack: &str| pack != id && needed.iter().any(|needed| needed == pack);
        let packs = loaded.packs.iter().filter(|pack| is_needed(&pack.id));
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

    /// The lock in the folder of a pack, if there is one.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Lock>, KitError> {
        let path = folder.join(LOCK_FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let bad = |why: String| KitError::Lock { path: path.clone(), why };
        let lock: Lock = ron::from_str(&without_byte_order_mark(&files::read_text(&path, BYTES)?))
            .map_err(|error| bad(error.to_string()))?;
        if lock.format != FORMAT {
            return Err(bad(format!("it is in format {}, this program knows {FORMAT}", lock.format)));
        }
        match lock.packs.iter().find(|pack| pack.version().is_none()) {
            Some(pack) => Err(bad(format!("`{}` is not a version", pack.version))),
            None => Ok(Some(lock)),
        }
    }

    /// Writes it into the folder of a pack, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written.
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
            "// What this pack is worked on and tested with. `tilewright lock` writes it anew.\n\
             Lock(\n    format: {FORMAT},\n    packs: [\n{packs}    ],\n)\n"
        )
    }

    /// What is otherwise in a pack that is loaded with what it needs.
    pub fn differences(&self, loaded: &Loaded, by: &str) -> Vec<Unlocked> {
        let now = Lock::of(loaded, by).packs;
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
    /// Its version, if it is one.
    pub(crate) fn version(&self) -> Option<Version> {
        Version::parse(&self.version).ok()
    }
}
