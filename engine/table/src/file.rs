//! Files of a table: its settings, its game, its notes and its answers.
//!
//! The folder of a table contains `table.json` with seats and links, `packs` with a copy of each pack, the file of the
//! running game, and `notes.jsonl` and `answers.jsonl` for its designers. If the game continues with changed packs, the
//! folder has another file of the game and another folder of packs; the earlier ones stay.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::files::{self, Lines};
use tilewright_kit::form::FeedbackForm;
use tilewright_kit::games::running::{self, KeptGame};

use crate::error::TableError;
use crate::link::StoredLink;
use crate::packs::copy_of;
use crate::substitute::Substitute;

/// Version of the form of `table.json`.
const FORMAT: u32 = 1;

/// Name of the file of the settings.
pub(crate) const SETTINGS: &str = "table.json";

/// Maximum size of `table.json` in bytes.
const SETTINGS_BYTES: u64 = 256 * 1024;

/// Seat in `table.json`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSeat {
    /// Name of the player; empty for the number of the seat.
    pub(crate) name: String,
    /// Word for the bot that plays the seat; none for its player.
    pub(crate) bot: Option<String>,
}

/// Settings of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableSettings {
    format: u32,
    /// Language of the texts.
    pub(crate) language: String,
    pub(crate) seats: Vec<StoredSeat>,
    pub(crate) links: Vec<StoredLink>,
    /// Questions to the players at the end.
    #[serde(default)]
    pub(crate) form: FeedbackForm,
    /// Bot that answers for players who have left.
    #[serde(default)]
    pub(crate) substitute: Option<Substitute>,
    /// Number of the game's file. A reload of the packs begins another file.
    #[serde(default = "first_game")]
    pub(crate) game: u32,
    /// Ids or paths from which the packs were loaded.
    #[serde(default)]
    pub(crate) origin: Vec<String>,
}

fn first_game() -> u32 {
    1
}

impl TableSettings {
    pub(crate) fn new(language: &str, seats: Vec<StoredSeat>, links: Vec<StoredLink>) -> TableSettings {
        let form = FeedbackForm::standard(language);
        let (language, game) = (language.to_owned(), first_game());
        TableSettings { format: FORMAT, language, seats, links, form, substitute: None, game, origin: Vec::new() }
    }

    /// Stores from where the packs were loaded.
    pub(crate) fn with_origin(self, origin: Vec<String>) -> TableSettings {
        TableSettings { origin, ..self }
    }

    /// Lets a bot answer for players who have left.
    pub(crate) fn with_substitute(self, substitute: Option<Substitute>) -> TableSettings {
        TableSettings { substitute, ..self }
    }

    /// Asks these questions at the end.
    pub(crate) fn with_form(self, form: Option<FeedbackForm>) -> TableSettings {
        TableSettings { form: form.unwrap_or(self.form), ..self }
    }
}

/// Folder of a table.
#[derive(Clone, Debug)]
pub(crate) struct TableFolder(pub(crate) PathBuf);

impl TableFolder {
    /// Returns the folder with the copies of the packs of a game, by its number.
    pub(crate) fn packs(&self, game: u32) -> PathBuf {
        let name = if game == first_game() { "packs".to_owned() } else { format!("packs-{game}") };
        self.0.join(name)
    }

    /// Returns the paths of the copies of the packs of a game.
    pub(crate) fn packs_of(&self, game: u32, record: &Record) -> Vec<PathBuf> {
        let ids = record.packs.iter().filter_map(|pack| pack.split(['@', '#']).next());
        ids.map(|id| copy_of(&self.packs(game), id)).collect()
    }

    /// Returns the path of the file of a game.
    pub(crate) fn game_path(&self, game: u32) -> PathBuf {
        self.0.join(format!("game-{game}.jsonl"))
    }

    fn settings(&self) -> PathBuf {
        self.0.join(SETTINGS)
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write_settings(&self, settings: &TableSettings) -> Result<(), KitError> {
        let text = serde_json::to_string_pretty(settings).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        files::write(&self.settings(), text.as_bytes())
    }

    /// Reads the settings.
    ///
    /// # Errors
    /// The file cannot be read or has another form.
    pub(crate) fn read_settings(&self) -> Result<TableSettings, TableError> {
        let path = self.settings();
        let settings: TableSettings = parse(&path, &files::read_text(&path, SETTINGS_BYTES)?)?;
        match settings.format {
            FORMAT => Ok(settings),
            other => Err(TableError::Damaged { why: format!("form {other} is newer than this program"), path }),
        }
    }

    /// Returns a game of the table.
    ///
    /// # Errors
    /// There is no game, or another program plays it.
    pub(crate) fn game(&self, number: u32) -> Result<KeptGame, TableError> {
        let absent = || TableError::Damaged {
            path: self.0.clone(),
            why: "the table has no game, or another program plays it".to_owned(),
        };
        running::read(&self.game_path(number)).ok_or_else(absent)
    }

    /// Opens a file that grows by a line for each entry.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn entries(&self, name: &str) -> Result<Lines, KitError> {
        let path = self.0.join(name);
        if path.exists() { Lines::resume(&path) } else { Lines::begin_new([path], &Json::Null.to_string()) }
    }
}

/// Returns the number of the game in a file.
pub(crate) fn number_of_game(path: &Path) -> Option<u32> {
    path.file_stem()?.to_str()?.strip_prefix("game-")?.parse().ok()
}

fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, TableError> {
    serde_json::from_str(text).map_err(|error| TableError::Damaged { path: path.to_owned(), why: error.to_string() })
}
