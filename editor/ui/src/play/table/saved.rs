//! Saved games: opened with the very versions of packs that they name, and otherwise with the nearest.

use std::sync::Arc;

use tilewright_core::session::record::Record;
use tilewright_kit::games::opening::{Opened, opened, others};
use tilewright_kit::games::replay::Failure;
use tilewright_kit::packs::load::Loaded;

use super::keeper::LeftGame;
use crate::pack::analysis::Surroundings;
use crate::pack::document::Files;

/// A game that was saved.
#[derive(Debug)]
pub enum Saved {
    /// In a file that somebody named.
    Record(Box<Record>),
    /// While it was played, and then left in the middle.
    Left(Box<LeftGame>),
}

impl Saved {
    /// Its packs, options and answers, up to where it stood last.
    pub fn record(&self) -> Record {
        match self {
            Saved::Record(record) => (**record).clone(),
            Saved::Left(game) => game.record(),
        }
    }
}

/// Whether packs are those that a record names, in these versions and with these rules.
pub fn are_named(loaded: &Loaded, record: &Record) -> bool {
    others(loaded, record).is_empty()
}

/// The packs that a saved game is to be played by: those that it names if they can be had, otherwise those that lie open
/// if they come as far as any, and otherwise the nearest. It plays the game several times, so no window should wait for it.
///
/// # Errors
/// It cannot be played by any; a sentence says why.
pub fn packs_for(
    surroundings: &Surroundings,
    (id, files): (&Arc<str>, &Files),
    open: Option<&Arc<Loaded>>,
    record: &Record,
) -> Result<Arc<Loaded>, String> {
    let near = surroundings.open(id, files, record);
    if let Ok(near) = &near
        && near.others.is_empty()
    {
        return Ok(Arc::new(near.loaded.clone()));
    }
    let comes_to = |opened: &Opened| opened.stopped.as_ref().map_or(usize::MAX, |stopped| stopped.answer);
    if let Some(open) = open
        && let Ok(by_open) = opened((**open).clone(), record)
        && near.as_ref().ok().is_none_or(|near| comes_to(&by_open) >= comes_to(near))
    {
        return Ok(Arc::clone(open));
    }
    near.map(|near| Arc::new(near.loaded)).map_err(|failure| why(&failure))
}

/// Why a game cannot be opened, as a sentence.
pub fn why(failure: &Failure) -> String {
    match failure {
        Failure::Refused { message, .. } => message.clone(),
        Failure::Missing(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// The packs of a game that are not those that lie open, with their versions.
pub fn apart(loaded: &Loaded, open: Option<&Loaded>) -> Vec<String> {
    let lies_open = |id: &str, hash: &str| {
        open.is_some_and(|open| open.packs.iter().any(|pack| *pack.id == *id && *pack.hash == *hash))
    };
    let others = loaded.packs.iter().filter(|pack| !lies_open(&pack.id, &pack.hash));
    others.map(|pack| format!("{} {}", pack.id, pack.version)).collect()
}
