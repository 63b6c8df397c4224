//! Joins blocks into one file.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::files::draft::{FileDraft, clear_leftovers};

use crate::block::{self, Block};
use crate::error::ResultsError;
use crate::format::Format;
use crate::format::parquet_file::ParquetJoiner;
use crate::work::WorkPlan;

/// Outcome of [`join`]: the common plan and the totals.
pub struct Joined<P: WorkPlan> {
    /// Plan that all joined folders share.
    pub plan: P,
    /// Totals of all blocks; `None` if the plan has no games.
    pub whole: Option<Block<P::Totals>>,
}

/// Reads the plan of a folder of blocks.
///
/// # Errors
/// The folder has no plan, or its plan cannot be read.
pub fn read_plan<P: WorkPlan>(folder: &Path) -> Result<P, ResultsError> {
    P::read(folder)?.ok_or_else(|| ResultsError::NoPlan { folder: folder.to_owned() })
}

/// Joins the blocks in the folders `parts`, which must hold every block of one plan exactly once, into the file `out`.
/// The file appears only once it is complete. `on_progress` receives the number of finished blocks and their total.
///
/// # Errors
/// The folders have different plans; a block is missing, damaged or in two folders; a file cannot be read or written.
pub fn join<P: WorkPlan>(
    out: &Path,
    parts: &[PathBuf],
    on_progress: &dyn Fn(u64, u64),
) -> Result<Joined<P>, ResultsError> {
    let mut plan: Option<P> = None;
    for folder in parts {
        let own: P = read_plan(folder)?;
        match &plan {
            None => plan = Some(own),
            Some(first) => {
                let differs = first.differences(&own);
                if !differs.is_empty() {
                    return Err(ResultsError::OtherPlan { folder: folder.clone(), differs });
                }
            }
        }
    }
    let Some(plan) = plan else {
        return Err(ResultsError::NoPlan { folder: PathBuf::new() });
    };
    if Format::from_path(out) != Some(plan.format()) {
        return Err(ResultsError::Format { ending: plan.format().ending(), path: out.to_owned() });
    }
    let places = places(&plan, parts)?;
    // An older file must stay in place until the new one is complete.
    let whole = write(&plan, &places, out, on_progress)?;
    Ok(Joined { plan, whole })
}

/// Maps each block to its folder.
fn places<'p, P: WorkPlan>(plan: &P, parts: &'p [PathBuf]) -> Result<BTreeMap<u64, &'p Path>, ResultsError> {
    let mut places: BTreeMap<u64, &Path> = BTreeMap::new();
    for folder in parts {
        for number in block::numbers(folder, plan)? {
            if let Some(other) = places.insert(number, folder) {
                return Err(ResultsError::Double { block: number, folders: [other.to_owned(), folder.clone()] });
            }
        }
    }
    let missing = plan.blocks() - places.len() as u64;
    match (0..plan.blocks()).find(|block| !places.contains_key(block)) {
        None => Ok(places),
        Some(first) => {
            let games = plan.games_of(first);
            Err(ResultsError::Missing {
                missing,
                blocks: plan.blocks(),
                first,
                games: (games.start, games.end),
                kind: P::KIND,
            })
        }
    }
}

/// Destination of joined rows.
enum Sink {
    Parquet(Box<ParquetJoiner<BufWriter<FileDraft>>>),
    Text { to: BufWriter<FileDraft>, is_first: bool, has_head: bool },
}

/// Writes the rows of some blocks, each in its folder, into one file.
pub(crate) fn write<P: WorkPlan>(
    plan: &P,
    places: &BTreeMap<u64, &Path>,
    path: &Path,
    on_progress: &dyn Fn(u64, u64),
) -> Result<Option<Block<P::Totals>>, ResultsError> {
    let failed = |error| KitError::Write { path: path.to_owned(), error };
    let odd = |error: parquet::errors::ParquetError| failed(std::io::Error::other(error.to_string()));
    let to = BufWriter::new(FileDraft::begin(path)?);
    let mut sink = match plan.format() {
        Format::Parquet => Sink::Parquet(Box::new(ParquetJoiner::new(to, plan.provenance()))),
        Format::Csv => Sink::Text { to, is_first: true, has_head: true },
        Format::Jsonl => Sink::Text { to, is_first: true, has_head: false },
    };
    let (mut whole, mut done) = (None, 0);
    for (&number, folder) in places {
        let Some((block, rows)) = block::read(folder, plan, number)? else {
            let path = folder.join(format!("{number:08}.{}", plan.format().ending()));
            return Err(ResultsError::Damaged { path, why: "its content has changed; run its shard again".into() });
        };
        block.add_to(&mut whole);
        match &mut sink {
            Sink::Parquet(joining) => joining.add(rows).map_err(odd)?,
            Sink::Text { to, is_first, has_head } => {
                let head = rows.iter().position(|byte| *byte == b'\n').map_or(rows.len(), |at| at + 1);
                let skipped = if *has_head && !*is_first { head } else { 0 };
                to.write_all(&rows[skipped..]).map_err(failed)?;
                *is_first = false;
            }
        }
        done += 1;
        on_progress(done, places.len() as u64);
    }
    let to = match sink {
        Sink::Text { to, .. } => to,
        Sink::Parquet(joining) => match joining.end().map_err(odd)? {
            Some(to) => to,
            None => return Ok(whole),
        },
    };
    let draft = to.into_inner().map_err(|error| failed(error.into_error()))?;
    draft.place(true)?;
    Ok(whole)
}

/// Removes a folder of blocks whose rows are in one file: deletes the files of the plan, and the folder if that leaves
/// it empty.
///
/// # Errors
/// A file cannot be removed.
pub fn clear(folder: &Path, plan: &impl WorkPlan) -> Result<(), ResultsError> {
    for number in 0..plan.blocks() {
        let (rows, numbers) = block::paths(folder, plan, number);
        files::remove(&numbers)?;
        files::remove(&rows)?;
    }
    files::remove(&folder.join(crate::work::PLAN_FILE))?;
    // A run that was killed may have left a partly written file.
    clear_leftovers(folder);
    files::remove_empty_folder(folder);
    Ok(())
}
