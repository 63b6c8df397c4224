//! `tilewright merge`: joins the parts that several runs of `sim` have written into one file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::Args;

use crate::commands::sim::{Heading, show};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::faulted;
use crate::out::format_count;
use crate::progress::ProgressLine;
use crate::table::group_digits;

#[derive(Args, Debug)]
#[command(
    about = "Combine the parts of `sim --shard` into one file",
    long_about = "Combine the parts of `sim --shard` into one file.\n\nThe file is the same, byte for byte, as the file of \
        a single run of all games. The command fails if a part is missing, or if the parts come from different runs.",
    after_help = "Examples:\n  \
        tilewright merge games.parquet part1 part2 part3    of three folders\n  \
        tilewright merge games.csv results                  of one folder that all parts have written into\n  \
        tilewright merge games.parquet part* --json         the numbers as one JSON object"
)]
pub(crate) struct MergeArgs {
    /// File to write; its ending is `.parquet`, `.csv` or `.jsonl`, like the format of the parts
    #[arg(value_name = "FILE")]
    out: PathBuf,
    /// Folders that `sim` has written
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
    let progress = OnceLock::new();
    let on_progress = |done, total| progress.get_or_init(|| ProgressLine::new(total, "blocks")).set_done(done);
    let joined = tilewright_results::join(&args.out, &args.parts, &on_progress);
    progress.into_inner().into_iter().for_each(ProgressLine::end);
    let joined = joined?;
    let Some(whole) = joined.whole else { return Ok(Exit::Fine) };
    show(&Heading::from_results(&joined.plan), &whole.summary, whole.stopped, None, (args.json, args.csv), cx)?;
    if !args.json && !args.csv {
        let rows = format_count(usize::try_from(whole.rows).unwrap_or(usize::MAX), "row", "rows");
        writeln!(cx.out, "\n{rows} ({} KB) in {}.", group_digits(whole.bytes.div_ceil(1024)), args.out.display())?;
    }
    let first = whole.first_stopped.into_iter().next();
    match first {
        None => Ok(Exit::Fine),
        Some(first) => Err(faulted::warn(whole.stopped, &first, cx)?.hint("fix the script, then run the parts again")),
    }
}
