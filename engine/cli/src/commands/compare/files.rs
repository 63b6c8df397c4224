//! Plays a comparison into files, which a stopped run resumes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::versions::VersionPlan;
use tilewright_lab::versions::told::{ComparedVersion, VersionReport};
use tilewright_results::{ComparisonPlan, Format, Shard, run_comparison};

use crate::commands::compare::{CompareArgs, watch_games};
use crate::commands::sim::{blocks_beside, describe_rows, format_of};
use crate::failure::Failure;
use crate::table::group_digits;

/// Plays the games that the files lack. Returns the comparison, and a sentence about the files.
pub(super) fn play(
    args: &CompareArgs,
    out: &Path,
    loaded: [&Loaded; 2],
    versions: [ComparedVersion; 2],
    tables: &[Vec<BotSpec>],
    plan: &VersionPlan,
    limit: Option<Duration>,
) -> Result<(VersionReport, String), Failure> {
    let by_name = Format::from_path(out).filter(|_| !out.is_dir());
    let format = format_of(by_name, args.format, args.shard)?;
    let looks = limit.is_some();
    if looks && by_name.is_none() {
        let failure = Failure::usage("a folder of parts needs a fixed number of games");
        return Err(failure.hint(
            "give the number with `--games`, and no `--time`; without them, the games so far decide how many are \
             played, so the number is not known at the start",
        ));
    }
    let stored = ComparisonPlan::new(loaded, versions, tables, plan, looks, format)?;
    let folder: PathBuf = if by_name.is_some() { blocks_beside(out) } else { out.to_owned() };
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let run =
        watch_games(limit, &|goes_on| run_comparison(loaded, tables, &stored, &folder, shard, plan.threads, goes_on))?;
    let mut told = match by_name {
        None => format!("The parts are in {}.", out.display()),
        Some(_) => {
            let written = run.join(&stored, &folder, out)?;
            tilewright_results::clear(&folder, &stored)?;
            describe_rows(written.rows, written.bytes, out)
        }
    };
    if run.found_games > 0 {
        told += &format!("\n{} of the games already existed.", group_digits(run.found_games));
    }
    Ok((run.report, told))
}
