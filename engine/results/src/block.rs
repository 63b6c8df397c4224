//! Reads and writes blocks: a file with the rows of some games, and next to it a file with their totals.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::hash;

use crate::error::ResultsError;
use crate::work::{BlockTotals, MOST_BYTES, WorkPlan};

/// Maximum size in bytes of the rows of a block.
const MOST_ROWS: u64 = 4 << 30;

/// Description of a finished block.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Block<T> {
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
    /// Totals of the games.
    pub totals: T,
}

impl<T: BlockTotals> Block<T> {
    /// Describes a block from its games, its number of rows and their bytes.
    pub(crate) fn new(plan: &impl WorkPlan<Totals = T>, block: u64, totals: T, rows: usize, bytes: &[u8]) -> Block<T> {
        let games = plan.games_of(block);
        Block {
            block,
            from: games.start,
            to: games.end,
            rows: rows as u64,
            bytes: bytes.len() as u64,
            hash: hash(bytes),
            totals,
        }
    }

    /// Adds a block to the totals of those before it.
    pub(crate) fn add_to(self, whole: &mut Option<Block<T>>) {
        match whole {
            None => *whole = Some(self),
            Some(whole) => {
                whole.to = self.to;
                whole.rows += self.rows;
                whole.bytes += self.bytes;
                whole.totals.merge(self.totals);
            }
        }
    }
}

/// Block with the bytes of its rows.
pub(crate) type EncodedRows<T> = (Block<T>, Vec<u8>);

/// Returns the paths of the files of a block: rows and totals.
pub(crate) fn paths(folder: &Path, plan: &impl WorkPlan, block: u64) -> (PathBuf, PathBuf) {
    let name = format!("{block:08}");
    (folder.join(format!("{name}.{}", plan.format().ending())), folder.join(format!("{name}.json")))
}

/// Lists the blocks of a plan whose totals are in a folder, complete or not, in order.
pub(crate) fn numbers(folder: &Path, plan: &impl WorkPlan) -> Result<Vec<u64>, ResultsError> {
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
pub(crate) fn write<P: WorkPlan>(
    folder: &Path,
    plan: &P,
    block: &Block<P::Totals>,
    rows: &[u8],
) -> Result<(), ResultsError> {
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
pub(crate) fn read<P: WorkPlan>(
    folder: &Path,
    plan: &P,
    block: u64,
) -> Result<Option<EncodedRows<P::Totals>>, ResultsError> {
    let (rows_path, numbers_path) = paths(folder, plan, block);
    for path in [&rows_path, &numbers_path] {
        if !path.try_exists().unwrap_or(true) {
            return Ok(None);
        }
    }
    let numbers = files::read(&numbers_path, MOST_BYTES)?;
    let Ok(numbers) = serde_json::from_slice::<Block<P::Totals>>(&numbers) else { return Ok(None) };
    let rows = files::read(&rows_path, MOST_ROWS)?;
    let games = plan.games_of(block);
    let is_whole = numbers.block == block
        && (numbers.from, numbers.to) == (games.start, games.end)
        && numbers.bytes == rows.len() as u64
        && numbers.hash == hash(&rows);
    Ok(is_whole.then_some((numbers, rows)))
}
