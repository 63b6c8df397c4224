//! `tilewright tune`: searches for numbers of packs that let games meet targets.

mod programs;
mod show;

use std::path::{Path, PathBuf};

use clap::Args;
use tilewright_kit::files;
use tilewright_kit::packs::load::{Loaded, Reading, Request, parse_value};
use tilewright_kit::tune::{
    NumberPatch, TargetsFile, TargetsReading, VariedNumber, check_targets, patch_numbers, present_number, read_targets,
};
use tilewright_lab::bots::parse_bot;
use tilewright_lab::tune::{
    Candidate, ResultPlace, SearchShare, TuneError, TunePlan, TuneResult, TuneVerdict, plays_alike, tune,
};
use tilewright_pack::limits::FILE_BYTES;
use tilewright_results::Shard;

use crate::bots;
use crate::commands::sim::seats;
use crate::context::{Context, request};
use crate::failure::{Exit, Failure};
use crate::numbers::whole;
use crate::option_args::OptionArgs;
use crate::out::format_count;
use crate::progress::ProgressLine;

#[derive(Args, Debug)]
#[command(
    about = "Search for numbers of a game that meet targets",
    long_about = "Search for numbers of a game that meet targets.\n\nA file names the packs, the numbers to vary, the \
        targets and the bots: see `tilewright handbook balance`. Candidates play the same seeds; the better third plays \
        on with more games, until a few remain. These play on fresh seeds, which decide whether they meet all targets \
        for each bot. The result is a proposal with the change of the pack's files, or that no candidate meets some \
        targets together; and for each number, which neighbouring values make no difference.\n\nThe same packs, file \
        and seed give the same result for any number of threads. With `--out`, the results of finished games go to a \
        folder: the same command resumes a search that was stopped, and several processes with `--shard` share one.",
    after_help = "Examples:\n  \
        tilewright tune targets.ron                                  search, and show the change\n  \
        tilewright tune targets.ron --apply                          also write it into the files of the pack\n  \
        tilewright tune targets.ron --out results                    keep the results, and resume where it was stopped\n  \
        tilewright tune targets.ron --out results --shard 2/8        the second of eight processes that share a search\n  \
        tilewright tune targets.ron --option NAME=VALUE --json       with an option, for programs\n\n\
        A file of targets:\n  \
        Targets(\n      \
        packs: [\"./PACK\"],\n      \
        vary: [(\"tiles.TILE.count\", 2, 6), (\"rules.RULE.PARAMETER\", 0, 3)],\n      \
        targets: [(\"turns\", 60, 75), (\"seat\", 0.45, 0.55), (\"share:BOOK\", 0.15, 0.25)],\n      \
        panel: [\"greedy\", \"greedy-casual\"],\n  \
        )"
)]
pub(crate) struct TuneArgs {
    /// File with the packs, the numbers to vary, the targets and the bots
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the change of the numbers into the files of the pack
    #[arg(long)]
    apply: bool,
    /// Keep the results of finished games in a folder, and use the results that it has
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Play only one part of the games, such as `2/8`, while other processes with the same folder play the others
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: OptionArgs,
}

/// Search with its packs, and its result once it is over.
struct Tuning {
    reading: Reading,
    request: Request,
    base: Loaded,
    plan: TunePlan,
}

pub(crate) fn run(args: &TuneArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let tuning = prepare(args, cx)?;
    let progress = ProgressLine::long(tuning.plan.games, "games");
    let share = args.shard.map_or(SearchShare::WHOLE, |shard| SearchShare { part: shard.part, of: shard.of });
    let place = args.out.as_deref().map(|folder| ResultPlace { folder, share });
    let on_game = |done| progress.set_done(done);
    let found = tune(&tuning.plan, &tuning.reading, &tuning.request, &tuning.base, place, &on_game);
    progress.end();
    let found = found?;
    let patch = patch(&tuning, &found)?;
    let applied = match &patch {
        Some(Ok(patch)) if args.apply => apply(patch)?,
        _ => false,
    };
    match args.json {
        true => cx.out.json(&programs::whole(&tuning, &found, patch.as_ref(), applied))?,
        false => show::result(&tuning, &found, patch.as_ref(), applied, cx)?,
    }
    if args.apply && !applied {
        let reason = match (&patch, found.verdict) {
            (Some(Err(_)), _) => "the numbers cannot be written into the files",
            (None, TuneVerdict::Found) => "the present numbers already meet the targets",
            _ => "no candidate is known to meet all targets",
        };
        cx.note(&format!("nothing was written: {reason}"));
    }
    Ok(Exit::Fine)
}

/// Reads the file of targets and loads its packs. Prints all mistakes in the file.
fn prepare(args: &TuneArgs, cx: &mut Context) -> Result<Tuning, Failure> {
    let text = files::read_text(&args.file, FILE_BYTES as u64)?;
    let mistake = |bot: &str| match parse_bot(bot) {
        Err(unknown) => Some(unknown.to_string()),
        Ok(bot) if !bot.repeats() => {
            Some(format!("`{bot}` plays differently on every machine; give it a number of playouts, as in `mcts:400`"))
        }
        Ok(_) => None,
    };
    let mut read = read_targets(&args.file.display().to_string(), &text, &mistake);
    let packs = read.file.as_ref().map_or_else(Vec::new, |file| packs(&args.file, file));
    let (Some(file), false) = (&read.file, packs.is_empty()) else { return Err(wrong_file(args, &read, cx)) };
    let file = file.clone();
    cx.finder = cx.finder.with_folder_of(&args.file);
    let loaded = cx.load(&packs, &args.choices, 1).inspect_err(|_| cx.print_findings(&read.findings, &read.sources))?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let reading = Reading::read_packs(&cx.finder, &packs)?;
    let request = Request { lints: false, ..request(&packs, &args.choices)? };
    read.add(check_targets(&file, &reading, &request, catalog));
    if !read.findings.is_empty() {
        return Err(wrong_file(args, &read, cx));
    }
    let seats = seats(catalog, file.seats.as_ref().map(|seats| seats.value))?;
    let present = file.numbers.iter().map(|number| present(number, &reading, &request, &loaded));
    let plan = TunePlan {
        present: present.collect(),
        numbers: file.numbers,
        targets: file.targets,
        panel: file.panel.iter().map(|bot| bots::one(bot)).collect::<Result<_, _>>()?,
        confirm: file.confirm.as_deref().map(bots::one).transpose()?,
        seats,
        seed: args.seed,
        games: file.games,
        threads: args.threads,
    };
    Ok(Tuning { reading, request, base: loaded, plan })
}

/// Returns the packs of a file of targets. Their paths start at the folder of the file.
fn packs(path: &Path, file: &TargetsFile) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let from_file = |pack: &String| match pack.starts_with('.') || pack.contains('/') {
        true => folder.join(pack).display().to_string(),
        false => pack.clone(),
    };
    file.packs.iter().map(|pack| from_file(&pack.value)).collect()
}

/// Prints the mistakes in a file of targets, and returns the failure.
fn wrong_file(args: &TuneArgs, read: &TargetsReading, cx: &Context) -> Failure {
    cx.print_findings(&read.findings, &read.sources);
    let count = format_count(read.findings.len(), "error", "errors");
    Failure::wrong(format!("{} has {count}", args.file.display()))
        .hint("fix the errors shown above; `tilewright tune --help` shows an example of such a file")
}

/// Returns the present value of a number; `None` if it is unknown.
fn present(number: &VariedNumber, reading: &Reading, request: &Request, loaded: &Loaded) -> Option<i64> {
    let value = number.values.first()?;
    let set = reading.load(&request.clone().with_option(&number.path, parse_value(&value.to_string())));
    present_number(reading, loaded, &set, &number.path)
}

/// Returns the numbers of a candidate that differ from the present ones.
fn changed_numbers(plan: &TunePlan, candidate: &Candidate) -> Vec<(String, i64)> {
    let values = candidate.values(&plan.numbers).into_iter().zip(&plan.present);
    values.filter(|((_, value), present)| Some(*value) != **present).map(|(value, _)| value).collect()
}

/// Change of files, or the reason why they cannot be changed.
type PatchOrReason = Result<NumberPatch, UnwritableNumbers>;

/// Reason why numbers cannot be written into the files of packs.
#[derive(Debug)]
struct UnwritableNumbers(String);

/// Returns the change of the files for the first finalist; `None` if it does not meet the targets, or is the packs as
/// they are.
fn patch(tuning: &Tuning, found: &TuneResult) -> Result<Option<PatchOrReason>, Failure> {
    let first = &found.finalists[0];
    if found.verdict != TuneVerdict::Found || found.is_present {
        return Ok(None);
    }
    let values = changed_numbers(&tuning.plan, &first.candidate);
    let mut request = tuning.request.clone();
    for (path, value) in &values {
        request = request.with_option(path, parse_value(&value.to_string()));
    }
    let set = tuning.reading.load(&request);
    let patch = match patch_numbers(&tuning.reading, &set, &values) {
        Ok(patch) => patch,
        Err(error) => return Ok(Some(Err(UnwritableNumbers(error.to_string())))),
    };
    let patched = patch.load(&tuning.reading, &tuning.request);
    let seats = tuning.plan.seats;
    let is_alike = patched.is_playable() && plays_alike([&set.for_seats(seats), &patched.for_seats(seats)], seats)?;
    Ok(Some(match is_alike {
        true => Ok(patch),
        false => Err(UnwritableNumbers("the changed files would be another game".to_owned())),
    }))
}

/// Writes the change of the files.
fn apply(patch: &NumberPatch) -> Result<bool, Failure> {
    if !patch.is_writable() {
        let failure = Failure::usage("the pack is not a folder that could be written to");
        return Err(failure.hint("`tilewright new NAME --copy PACK` makes a copy in a folder; name that in the file"));
    }
    patch.write()?;
    Ok(true)
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Failure {
        let message = error.to_string();
        match error {
            TuneError::Kit(error) => error.into(),
            TuneError::OtherSearch { .. } => {
                Failure::wrong(message).hint("name another folder with `--out`, or remove this one")
            }
            TuneError::Damaged { path, .. } => Failure::wrong(message)
                .hint(format!("remove {}; the games that are missing then are played again", path.display())),
            TuneError::Remembers(fault) => {
                Failure::fault(message).hint(format!("keep it in counters or tags ({})", fault.place))
            }
            TuneError::NothingPlayed { message: Some(_) } => {
                Failure::fault(message).hint("`tilewright sim PACK --set PATH=VALUE` shows the fault in detail")
            }
            TuneError::NothingPlayed { message: None } => {
                Failure::wrong(message).hint("`tilewright check PACK --set PATH=VALUE` shows the reason")
            }
        }
    }
}
