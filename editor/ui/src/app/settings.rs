//! Settings that the editor saves between runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_editor_model::pack::document::disk::{self, DiskError};
use tilewright_editor_model::pack::home::Home;

use super::rooms::Arrangements;
use crate::play::GameSettings;
use crate::views::code::OpenFiles;

/// Maximum number of recent packs in the list.
const MOST_RECENT: usize = 12;

/// Choices of the user.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct EditorSettings {
    /// Code of the interface language; `None` uses the language of the system.
    pub language: Option<String>,
    /// True for the dark theme; `None` follows the system.
    pub dark: Option<bool>,
    /// Zoom factor of the interface; 1 is the designed size.
    pub zoom: f32,
    /// True if animations are enabled.
    pub motion: bool,
    /// Recently opened packs, the latest first.
    pub recent: Vec<PathBuf>,
    /// Folders of hosted tables and of exports that were opened, the latest first.
    pub hosted: Vec<PathBuf>,
    /// Last play settings of recent packs, by folder.
    pub played: BTreeMap<PathBuf, GameSettings>,
    /// Files that were open in recent packs, by folder.
    pub files: BTreeMap<PathBuf, OpenFiles>,
    /// Look of own art that is shown for recent packs, by folder: its name, or `plain`.
    pub looks: BTreeMap<PathBuf, String>,
    /// Arrangements of the views in both workspaces.
    pub arrangements: Arrangements,
    /// Speed of bots, as an index into the speeds on offer.
    pub speed: usize,
    /// Width and height of the window, in points.
    pub window: Option<[f32; 2]>,
    /// Author of changed copies, as last typed.
    pub author: String,
    /// Folders of packs for which the editor has offered a new name, because they hide another pack.
    pub offered: BTreeSet<PathBuf>,
}

impl Default for EditorSettings {
    fn default() -> EditorSettings {
        EditorSettings {
            language: None,
            dark: None,
            zoom: 1.0,
            motion: true,
            recent: Vec::new(),
            hosted: Vec::new(),
            played: BTreeMap::new(),
            files: BTreeMap::new(),
            looks: BTreeMap::new(),
            arrangements: Arrangements::default(),
            speed: crate::views::play::board_pane::FOLLOWED,
            window: None,
            author: String::new(),
            offered: BTreeSet::new(),
        }
    }
}

impl EditorSettings {
    /// Reads the settings; falls back to the defaults if they cannot be read.
    pub fn read(home: &Home) -> EditorSettings {
        let text = std::fs::read_to_string(home.settings()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Writes the settings to their file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, home: &Home) -> Result<(), DiskError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_else(|e| unreachable!("settings are JSON: {e}"));
        disk::write_whole(&home.settings(), &(text + "\n"))
    }

    /// Puts a folder of hosted tables first in the list of these folders.
    pub fn remember_hosted(&mut self, folder: &Path) {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.hosted.retain(|known| *known != folder);
        self.hosted.insert(0, folder);
        self.hosted.truncate(MOST_RECENT);
    }

    /// Puts a pack first in the list of recent packs.
    pub fn remember(&mut self, folder: &Path) {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        self.recent.retain(|known| *known != folder);
        self.recent.insert(0, folder);
        self.recent.truncate(MOST_RECENT);
        self.played.retain(|folder, _| self.recent.contains(folder));
        self.files.retain(|folder, _| self.recent.contains(folder));
        self.looks.retain(|folder, _| self.recent.contains(folder));
    }
}
