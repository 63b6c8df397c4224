//! Blocks as files: the rows of some games, and beside them what came of those games in numbers.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::hash;
use tilewright_lab::simulate::{Summary, is_endless};

use crate::error::ResultsError;
use crate::plan::{MOST_BYTES, Plan};

/// Most bytes of the rows of a block.
const MOST_ROWS: u64 = 4 << 30;

/// Games of a block that are told one by one when a script stops them; all are counted.
pub(crate) const MOST_STOPPED: usize = 8;

/// What is known of a block that is there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Its number.
    pub block: u64,
    /// Its first game.
    pub from: u64,
    /// The game after its last one.
    pub to: u64,
    /// Number of rows.
    pub rows: u64,
    /// Bytes of the rows.
    pub bytes: u64,
    /// Hash of those bytes.
    pub hash: String,
    /// What came of the games.
    pub summary: Summary,
    /// How many games a script has stopped.
    pub stopped: u64,
    /// The first few of those.
    pub first_stopped: Vec<Stopped>,
}

/// A game that a failing script stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// Its number.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The code of the fault.
    pub code: String,
    /// What failed, as people are told.
    pub what: String,
    /// The pack that is to blame.
    pub pack: String,
    /// `path:line` of the script, or else which hook ran.
    pub place: String,
    /// The calls that led there, innermost first.
    pub traceback: Vec<String>,
}

impl Stopped {
    /// A game and why it was stopped.
    pub fn new((game, seed): (u64, u64), fault: &Fault) -> Stopped {
        let place = if fault.place.is_empty() { &fault.hook } else { &fault.place };
        Stopped {
            game,
            seed,
            code: fault.code.to_owned(),
            what: fault.to_string(),
            pack: fault.pack.to_string(),
            place: place.clone(),
            traceback: fault.traceback.clone(),
        }
    }

    /// Whether the game has no end, or takes more than a game may; it is best seen by its seed.
    pub fn is_endless(&self) -> bool {
        is_endless(&self.code)
    }
}

/// The files of a block: its rows and its numbers.
pub(crate) fn paths(folder: &Path, plan: &Plan, block: u64) -> (PathBuf, PathBuf) {
    let name = format!("{block:08}");
    (folder.join(format!("{name}.{}", plan.format.ending())), folder.join(format!("{name}.json")))
}

/// The blocks of a plan whose numbers lie in a folder, whole or not, in order.
pub(crate) fn numbers(folder: &Path, plan: &Plan) -> Result<Vec<u64>, ResultsError> {
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

/// Writes a block. Its numbers come last: a block without them is none.
pub(crate) fn write(folder: &Path, plan: &Plan, block: &Block, rows: &[u8]) -> Result<(), ResultsError> {
    let (rows_path, numbers_path) = paths(folder, plan, block.block);
    files::write_quickly(&rows_path, rows)?;
    // Numbers and texts can always be written.
    let numbers = serde_json::to_string(block).unwrap_or_default() + "\n";
    files::write_quickly(&numbers_path, numbers.as_bytes())?;
    Ok(())
}

/// A block that is there, with its rows; nothing where it is not there, or not whole.
///
/// # Errors
/// Its files are there and cannot be read.
pub(crate) fn read(folder: &Path, plan: &Plan, block: u64) -> Result<Option<(Block, Vec<u8>)>, ResultsError> {
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
