//! What the editor remembers between two runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::rooms::Arrangements;
use crate::pack::home::Home;
use crate::play::Played;
use crate::views::code::OpenFiles;

use crate::pack::document::disk::{self, DiskError};

/// Packs that are remembered.
const MOST_RECENT: usize = 12;

/// What people chose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Code of the language; none: that of the machine.
    pub language: Option<String>,
    /// Whether it is dark; none: as the system is.
    pub dark: Option<bool>,
    /// How large everything is; 1 is the size as designed.
    pub zoom: f32,
    /// Whether things move.
    pub motion: bool,
    /// Packs that were open, the last first.
    pub recent: Vec<PathBuf>,
    /// How the packs that were open were played last, by their folders.
    pub played: BTreeMap<PathBuf, Played>,
    /// The files that were open in them.
    pub files: BTreeMap<PathBuf, OpenFiles>,
    /// How the views stand.
    pub arrangements: Arrangements,
    /// How fast bots answer, as a number of the speeds that are offered.
    pub speed: usize,
    /// Width and height of the window, in points.
    pub window: Option<[f32; 2]>,
    /// The author of changed copies, as it was typed last.
    pub author: String,
    /// Folders of packs that were offered a name of their own, because they hide another pack.
    pub offered: BTreeSet<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: None,
            dark: None,
            zoom: 1.0,
            motion: true,
            recent: Vec::new(),
            played: BTreeMap::new(),
            files: BTreeMap::new(),
            arrangements: Arrangements::default(),
            speed: crate::views::play::board_pane::FOLLOWED,
            window: None,
            author: String::new(),
            offered: BTreeSet::new(),
        }
    }
}

impl Settings {
    /// Reads the settings; what cannot be read is as at first.
    pub fn read(home: &Home) -> Settings {
        let text = std::fs::read_to_string(home.settings()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write(&self, home: &Home) -> Result<(), DiskError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_else(|e| unreachable!("settings are JSON: {e}"));
        disk::write_whole(&home.settings(), &(text + "\n"))
    }

    /// Puts a pack at the head of those that were open.
    pub fn remember(&mut self, folder: &Path) {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.recent.retain(|known| *known != folder);
        self.recent.insert(0, folder);
        self.recent.truncate(MOST_RECENT);
        self.played.retain(|folder, _| self.recent.contains(folder));
        self.files.retain(|folder, _| self.recent.contains(folder));
    }
}
