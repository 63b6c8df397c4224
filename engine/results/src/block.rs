//! Reads and writes blocks: a file with the rows of some games, and next to it a file with their totals.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::hash;
use tilewright_lab::simulate::{Summary, is_endless};

use crate::error::ResultsError;
use crate::plan::{MOST_BYTES, ResultsPlan};

/// Maximum size in bytes of the rows of a block.
const MOST_ROWS: u64 = 4 << 30;

/// Maximum number of stopped games of a block that are listed one by one; all are counted.
pub(crate) const MOST_STOPPED: usize = 8;

/// Description of a finished block.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Number of the block, from 0.
    pub block: u64,
    /// Number of the first game.
    pub from: u64,
    /// End of the range of games, exclusive.
    pub to: u64,
    /// Number of rows in the file.
    pub rows: u64,
    /// Size of the rows in bytes.
    pub bytes: u64,
    /// Hash of the bytes of the rows.
    pub hash: String,
    /// Totals of the games that no script stopped.
    pub summary: Summary,
    /// Number of games that a failing script stopped.
    pub stopped: u64,
    /// First few of the stopped games, in order.
    pub first_stopped: Vec<StoppedGame>,
}

/// A game that a failing script stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoppedGame {
    /// Number of the game in its plan.
    pub game: u64,
    /// Seed that repeats the game.
    pub seed: u64,
    /// Code of the fault that stopped the game.
    pub code: String,
    /// Message of the fault, as shown to users.
    pub what: String,
    /// Id of the pack whose rule failed.
    pub pack: String,
    /// `path:line` of the script, or the hook that ran if no place is known.
    pub place: String,
    /// Calls that led to the fault, innermost first.
    pub traceback: Vec<String>,
}

impl StoppedGame {
    /// Describes the fault that stopped a game, given as its number and seed.
    pub fn new((game, seed): (u64, u64), fault: &Fault) -> StoppedGame {
        let place = if fault.place.is_empty() { &fault.hook } else { &fault.place };
        StoppedGame {
            game,
            seed,
            code: fault.code.to_owned(),
            what: fault.to_string(),
            pack: fault.pack.to_string(),
            place: place.clone(),
            traceback: fault.traceback.clone(),
        }
    }

    /// True if the game never ends or exceeds the limits of a game. Such a game is best repeated by its seed.
    pub fn is_endless(&self) -> bool {
        is_endless(&self.code)
    }
}

/// Returns the paths of the files of a block: rows and totals.
pub(crate) fn paths(folder: &Path, plan: &ResultsPlan, block: u64) -> (PathBuf, PathBuf) {
    let name = format!("{block:08}");
    (folder.join(format!("{name}.{}", plan.format.ending())), folder.join(format!("{name}.json")))
}

/// Lists the blocks of a plan whose totals are in a folder, complete or not, in order.
pub(crate) fn numbers(folder: &Path, plan: &ResultsPlan) -> Result<Vec<u64>, ResultsError> {
    let failed = |error| KitError::Read { path: folder.to_owned(), error };
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".json")).and_then(|n| n.parse().ok());
        all.extend(number.filter(|number: &u64| *number < plan.blocks()));
    }
    all.sort_unstable();
    Ok(all)
}

/// Writes a block. The totals are written last, because a block without them counts as missing.
pub(crate) fn write(folder: &Path, plan: &ResultsPlan, block: &Block, rows: &[u8]) -> Result<(), ResultsError> {
    let (rows_path, numbers_path) = paths(folder, plan, block.block);
    files::write_quickly(&rows_path, rows)?;
    // Serialising numbers and texts cannot fail.
    let numbers = serde_json::to_string(block).unwrap_or_default() + "\n";
    files::write_quickly(&numbers_path, numbers.as_bytes())?;
    Ok(())
}

/// Reads a block with its rows; `None` if the block is missing or incomplete.
///
/// # Errors
/// The files of the block exist but cannot be read.
pub(crate) fn read(folder: &Path, plan: &ResultsPlan, block: u64) -> Result<Option<(Block, Vec<u8>)>, ResultsError> {
    let (rows_path, numbers_path) = paths(folder, plan, block);
    for path in [&rows_path, &numbers_path] {
        if !path.try_exists().unwrap_or(true) {
            return Ok(None);
        }
    }
    let numbers = files::read(&numbers_path, MOST_BYTES)?;
    let Ok(numbers) = serde_json::from_slice::<Block>(&numbers) else { return Ok(None) };
    let rows = files::read(&rows_path, MOST_ROWS)?;
    let games = plan.games_of(block);
    let is_whole = numbers.block == block
        && (numbers.from, numbers.to) == (games.start, games.end)
        && numbers.bytes == rows.len() as u64
        && numbers.hash == hash(&rows);
    Ok(is_whole.then_some((numbers, rows)))
}
