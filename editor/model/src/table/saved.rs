//! Opens saved games with the exact versions of packs that they name, or else with the closest ones.

use std::path::PathBuf;
use std::sync::Arc;

use tilewright_core::session::record::Record;
use tilewright_kit::games::opening::{OpenedGame, open, open_loaded, others};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::Loaded;
use tilewright_table::TableFindings;

use super::keeper::LeftGame;
use super::trouble::OpeningError;
use crate::pack::analysis::PackSurroundings;
use crate::pack::document::FileTexts;

/// Game that was saved.
#[derive(Debug)]
pub enum Saved {
    /// Record in a file that the user chose.
    Record(Box<Record>),
    /// Unfinished game that was saved automatically.
    Left(Box<LeftGame>),
    /// Game of a hosted table, with the notes of its players.
    Hosted(Box<TableFindings>),
}

impl Saved {
    /// Returns its packs, options and answers up to the last position.
    pub fn record(&self) -> Record {
        match self {
            Saved::Record(record) => (**record).clone(),
            Saved::Left(game) => game.record(),
            Saved::Hosted(found) => found.record.clone(),
        }
    }

    /// Returns the paths of the copies of its packs; empty if the packs must be found elsewhere.
    pub fn copies(&self) -> Vec<PathBuf> {
        if let Saved::Hosted(found) = self { found.packs.clone() } else { Vec::new() }
    }
}

/// Returns true if the loaded packs have the versions and the rules that a record names.
pub fn are_named(loaded: &Loaded, record: &Record) -> bool {
    others(loaded, record).is_empty()
}

/// Loads the copies of the packs of a game; `None` if there are none, or if they do not replay the game.
pub fn packs_of_copies(copies: &[PathBuf], record: &Record) -> Option<Arc<Loaded>> {
    let paths: Vec<String> = copies.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let opened = open(&Finder::nowhere(), &paths, record).ok().filter(|opened| opened.stopped.is_none());
    opened.filter(|_| !copies.is_empty()).map(|opened| Arc::new(opened.loaded))
}

/// Returns the packs for a saved game: the packs that it names if they are available, otherwise the open ones if these
/// replay as much as any, and otherwise the closest ones. The game is replayed several times, so this must not run on
/// the thread of the window.
///
/// # Errors
/// No packs can play the game.
pub fn packs_for(
    surroundings: &PackSurroundings,
    id: &Arc<str>,
    files: &FileTexts,
    open: Option<&Arc<Loaded>>,
    record: &Record,
) -> Result<Arc<Loaded>, OpeningError> {
    let near = surroundings.open(id, files, record);
    if let Ok(near) = &near
        && near.others.is_empty()
    {
        return Ok(Arc::new(near.loaded.clone()));
    }
    let comes_to = |opened: &OpenedGame| opened.stopped.as_ref().map_or(usize::MAX, |stopped| stopped.answer);
    if let Some(open) = open
        && let Ok(by_open) = open_loaded((**open).clone(), record)
        && near.as_ref().ok().is_none_or(|near| comes_to(&by_open) >= comes_to(near))
    {
        return Ok(Arc::clone(open));
    }
    near.map(|near| Arc::new(near.loaded)).map_err(OpeningError)
}

/// Returns the packs of a game that differ from the open ones, with their versions.
pub fn packs_not_open(loaded: &Loaded, open: Option<&Loaded>) -> Vec<String> {
    let lies_open = |id: &str, hash: &str| {
        open.is_some_and(|open| open.packs.iter().any(|pack| *pack.id == *id && *pack.hash == *hash))
    };
    let others = loaded.packs.iter().filter(|pack| !lies_open(&pack.id, &pack.hash));
    others.map(|pack| format!("{} {}", pack.id, pack.version)).collect()
}
