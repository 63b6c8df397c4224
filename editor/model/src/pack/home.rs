//! Returns the places of the editor's own files.

use std::path::{Path, PathBuf};

use tilewright_kit::packs::find::Finder;
use tilewright_share::install::Client;
use tilewright_share::web::Patience;

/// Folder of the editor's own files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home(PathBuf);

impl Home {
    /// Returns a home in the given folder.
    pub fn from_folder(folder: impl Into<PathBuf>) -> Home {
        Home(folder.into())
    }

    /// Returns the home in the system's folder for the state of programs.
    pub fn of_system() -> Home {
        Home(tilewright_kit::files::home::state_folder())
    }

    /// Returns a finder that prefers packs in this home to bundled ones. Packs that are installed in other homes are
    /// not searched.
    pub fn finder(&self) -> Finder {
        Finder::with_installed(self.packs()).with_folder(self.packs())
    }

    /// Returns a finder that searches the neighbours of a pack's folder before the packs of this home.
    pub fn finder_beside(&self, folder: &Path) -> Finder {
        self.finder().with_folder_of(folder)
    }

    /// Returns a client that installs packs into this home.
    pub fn client(&self) -> Client {
        Client::new(self.0.clone(), self.finder(), Patience::default())
    }

    /// Returns the nominal folder of packs that are open for inspection only. No files are ever written there.
    pub fn visits(&self) -> PathBuf {
        self.0.join("visits")
    }

    /// Returns the default folder for exported files.
    pub fn outbox(&self) -> PathBuf {
        self.0.join("outbox")
    }

    /// Returns the folder of this home.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Returns the path of the file with the user's settings.
    pub fn settings(&self) -> PathBuf {
        self.0.join("settings.json")
    }

    /// Returns the folder of unsaved changes.
    pub fn journals(&self) -> PathBuf {
        self.0.join("unsaved")
    }

    /// Returns the folder of games in progress.
    pub fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    /// Returns the folder of the tables that this machine hosts.
    pub fn hosted_tables(&self) -> PathBuf {
        self.0.join("tables")
    }

    /// Returns the folder of backups, which holds older texts of files.
    pub fn backups(&self) -> PathBuf {
        self.0.join("backups")
    }

    /// Returns the folder of cached test verdicts about changes to rules.
    pub fn known_changes(&self) -> PathBuf {
        self.0.join("changes")
    }

    /// Returns the folder for additional languages of the interface.
    pub fn languages(&self) -> PathBuf {
        self.0.join("languages")
    }

    /// Returns the default folder for packs.
    pub fn packs(&self) -> PathBuf {
        self.0.join("packs")
    }
}
