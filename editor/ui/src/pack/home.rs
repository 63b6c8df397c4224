//! Where the editor's own files are.

use std::path::{Path, PathBuf};

use tilewright_kit::packs::find::Finder;
use tilewright_share::install::Client;
use tilewright_share::web::Patience;

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

    /// Finds the packs beside one before those.
    pub fn finder_beside(&self, folder: &Path) -> Finder {
        self.finder().beside(folder)
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

    /// Where it is kept what people chose.
    pub fn settings(&self) -> PathBuf {
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
