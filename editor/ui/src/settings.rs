//! What the editor remembers between two runs, and where its files are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_kit::packs::find::Finder;
use tilewright_share::install::Client;
use tilewright_share::web::Patience;

use crate::document::disk::{self, DiskError};
use crate::table::Chooser;
use crate::table::lineup::Lineup;

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
}

/// How a pack was played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Played {
    /// The packs that went with it, and the options.
    pub lineup: Lineup,
    /// Who chose, a seat each.
    pub seats: Vec<Chooser>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { language: None, dark: None, zoom: 1.0, motion: true, recent: Vec::new(), played: BTreeMap::new() }
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
    }
}

/// The folder of the editor's own files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home(PathBuf);

impl Home {
    /// Files in a folder of somebody's choice.
    pub fn at(folder: impl Into<PathBuf>) -> Home {
        Home(folder.into())
    }

    /// The folder that the system has for such files.
    pub fn of_system() -> Home {
        Home(tilewright_kit::files::home::state_folder())
    }

    /// Finds packs of people before those that come along; what is installed in other homes is not looked at.
    pub fn finder(&self) -> Finder {
        Finder::with_installed(self.packs()).with_folder(self.packs())
    }

    /// Installs packs here.
    pub fn client(&self) -> Client {
        Client::at(self.0.clone(), self.finder(), Patience::default())
    }

    /// Where packs are said to be that are only looked at; nothing is ever written there.
    pub fn visits(&self) -> PathBuf {
        self.0.join("visits")
    }

    /// Where files for others go that people do not put elsewhere.
    pub fn outbox(&self) -> PathBuf {
        self.0.join("outbox")
    }

    /// Itself.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    fn settings(&self) -> PathBuf {
        self.0.join("settings.json")
    }

    /// Where what is not saved yet is kept.
    pub fn journals(&self) -> PathBuf {
        self.0.join("unsaved")
    }

    /// Where games are kept that are being played.
    pub fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    /// Where old texts are kept.
    pub fn backups(&self) -> PathBuf {
        self.0.join("backups")
    }

    /// Where it is kept what tests made of changes to rules.
    pub fn known_changes(&self) -> PathBuf {
        self.0.join("changes")
    }

    /// Where further languages can be put.
    pub fn languages(&self) -> PathBuf {
        self.0.join("languages")
    }

    /// Where packs go that people do not put elsewhere.
    pub fn packs(&self) -> PathBuf {
        self.0.join("packs")
    }
}
