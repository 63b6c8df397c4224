//! `tilewright merge`: joins the parts that several runs of `sim` or `compare` have written into one file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::Args;
use tilewright_lab::versions::comparison_json;
use tilewright_results::{ComparisonPlan, GameTotals, Joined, ResultsPlan, WorkKind, WorkPlan, kind_of};

use crate::commands::compare;
use crate::commands::sim::{Heading, describe_rows, show};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::faulted;
use crate::progress::ProgressLine;

#[derive(Args, Debug)]
#[command(
    about = "Combine the parts of `sim --shard` or `compare --shard` into one file",
    long_about = "Combine the parts of `sim --shard` or `compare --shard` into one file.\n\nThe file is the same, byte for \
        byte, as the file of a single run of all games, and so are the numbers and sentences that the command shows. \
        The command fails if a part is missing, or if the parts come from different runs.",
    after_help = "Examples:\n  \
        tilewright merge games.parquet part1 part2 part3    of three folders\n  \
        tilewright merge games.csv results                  of one folder that all parts have written into\n  \
        tilewright merge games.parquet part* --json         the numbers as one JSON object\n  \
        tilewright merge seeds.parquet part1 part2          of a comparison: the file, and its sentences"
)]
pub(crate) struct MergeArgs {
    /// File to write; its ending is `.parquet`, `.csv` or `.jsonl`, like the format of the parts
    #[arg(value_name = "FILE")]
    out: PathBuf,
    /// Folders that `sim` or `compare` has written
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV with the columns `what,seat,mean,sd,min,max,count`
    #[arg(long)]
    csv: bool,
}

pub(crate) fn run(args: &MergeArgs, cx: &mut Context) -> Result<Exit, Failure> {
    match args.parts.first().map(|part| kind_of(part)).transpose()? {
        Some(WorkKind::Comparison) => merge_comparison(args, cx),
        _ => merge_games(args, cx),
    }
}

/// Joins the parts, with a progress line.
fn join<P: WorkPlan>(args: &MergeArgs) -> Result<Joined<P>, Failure> {
    let progress = OnceLock::new();
    let on_progress = |done, total| progress.get_or_init(|| ProgressLine::new(total, "blocks")).set_done(done);
    let joined = tilewright_results::join(&args.out, &args.parts, &on_progress);
    progress.into_inner().into_iter().for_each(ProgressLine::end);
    Ok(joined?)
}

fn merge_games(args: &MergeArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let joined = join::<ResultsPlan>(args)?;
    let Some(whole) = joined.whole else { return Ok(Exit::Fine) };
    let GameTotals { summary, stopped, first_stopped } = whole.totals;
    show(&Heading::from_results(&joined.plan), &summary, stopped, None, (args.json, args.csv), cx)?;
    if !args.json && !args.csv {
        writeln!(cx.out, "\n{}", describe_rows(whole.rows, whole.bytes, &args.out))?;
    }
    match first_stopped.first() {
        None => Ok(Exit::Fine),
        Some(first) => Err(faulted::warn(stopped, first, cx)?.hint("fix the script, then run the parts again")),
    }
}

fn merge_comparison(args: &MergeArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if args.csv {
        let failure = Failure::usage("a comparison has no numbers as CSV");
        return Err(failure.hint("use `--json`, or name a `.csv` file if the parts have that format"));
    }
    let joined = join::<ComparisonPlan>(args)?;
    let Some(whole) = joined.whole else { return Ok(Exit::Fine) };
    let compared = joined.plan.report(whole.totals);
    match args.json {
        true => cx.out.json(&comparison_json(&compared))?,
        false => {
            compare::show(&compared, cx)?;
            writeln!(cx.out, "\n{}", describe_rows(whole.rows, whole.bytes, &args.out))?;
        }
    }
    let faults = || compared.found.tables.iter().flat_map(|table| &table.faults);
    match faults().next() {
        None => Ok(Exit::Fine),
        Some((_, first)) => {
            let stopped = faults().count() as u64;
            Err(faulted::warn(stopped, first, cx)?.hint("fix the script, then run the parts again"))
        }
    }
}
