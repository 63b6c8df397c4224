//! Remembers the shelves, keys and versions of the packs that were ever installed.

use std::collections::BTreeMap;

use semver::Version;
use serde::{Deserialize, Serialize};
use tilewright_kit::packs::archive::signature::check_key;

use crate::index::{IndexError, IndexFile};

/// Data about all packs that were ever installed, by id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Memory(pub(crate) BTreeMap<String, Remembered>);

/// Data that is remembered about one pack, even after it is removed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Remembered {
    /// Name of the shelf that the pack came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<String>,
    /// Key that signed the newest version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Spare key that may succeed the key, as named by the author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare: Option<String>,
    /// Content hash of each known version.
    #[serde(default)]
    pub versions: BTreeMap<Version, String>,
}

impl Memory {
    /// Returns the data remembered about a pack; empty if the pack is unknown.
    pub fn known_pack(&self, id: &str) -> Remembered {
        self.0.get(id).cloned().unwrap_or_default()
    }
}

impl IndexFile for Memory {
    fn check(&mut self) -> Result<(), IndexError> {
        let mut keys = self.0.values().flat_map(|pack| pack.key.iter().chain(&pack.spare));
        keys.try_for_each(|key| check_key(key).map_err(IndexError::Key))
    }
}
