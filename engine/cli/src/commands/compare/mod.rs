//! `tilewright compare`: plays two versions of a game with the same seeds and shows the differences.

mod files;
mod records;
mod revision;
pub(crate) mod settings;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::report::told::{ENGLISH_DIGITS, Insert};
use tilewright_lab::versions::told::{ChangeRow, ComparedVersion, VersionReport};
use tilewright_lab::versions::{
    PlayEnd, VersionComparison, VersionPlan, compare_versions, comparison_json, games_beside, most_changed,
};
use tilewright_page::{chart_page, comparison_page};
use tilewright_results::Shard;

use crate::commands::sim::{format_parser, seats};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::faulted;
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::out::{FAINT, STRONG};
use crate::progress::ProgressLine;
use crate::table::{TextTable, group_digits};

pub(crate) use tilewright_lab::versions::told as sentences;

/// Maximum time of a comparison without `--games` and `--time`.
const TIME: Duration = Duration::from_secs(120);

/// Maximum number of seeds for each table, if only the time ends a comparison.
const MOST: u64 = 1_000_000;

#[derive(Args, Debug)]
#[command(
    about = "Compare two versions of a game: points, seats, length",
    long_about = "Compare two versions of a game: points, seats, length.\n\nBoth versions play the same seeds with the \
        same players, so the luck of the draw cancels out. Each question has one of three answers: the versions \
        differ, by a change that matters and that is not chance; they are the same, because any change is smaller \
        than that; or it is not known, with the number of games that would probably decide it. Games are played until \
        they are enough to answer each question, for two minutes at most. How each number is computed: \
        `tilewright handbook statistics`.\n\nWith `--out` the values of each seed go into a file at once. The same \
        command resumes a comparison that was stopped, and writes the same file. With `--games` as well, all \
        of these games are played. `--shard` then plays one part of them and writes it to a folder; `tilewright merge` \
        combines all parts into the file that a single run would write, and shows the comparison.",
    after_help = "Examples:\n  \
        tilewright compare PACK --set-b rules.RULE.PARAMETER=1        with and without a change of one number\n  \
        tilewright compare PACK --set-b tiles.TILE.count=5            another number of tiles\n  \
        tilewright compare PACK --set-b rules.RULE=off                without a rule\n  \
        tilewright compare PACK --set-b option:NAME=VALUE             with another value of an option\n  \
        tilewright compare PACK ./PACK                                the included pack and a changed copy\n  \
        tilewright compare HEAD:./PACK ./PACK                         the last commit and the folder now\n  \
        tilewright compare PACK PACK+EXPANSION                        without and with an expansion\n  \
        tilewright compare PACK CHANGED --bots greedy,mcts:100        by several players\n  \
        tilewright compare PACK CHANGED --matters points=0.5 --time 10m    smaller changes, with more time\n  \
        tilewright compare PACK CHANGED --records games.jsonl         recorded games with other points\n  \
        tilewright compare PACK CHANGED --out seeds.parquet           a row for each seed and version\n  \
        tilewright compare PACK CHANGED --games 20000 --out part2 --shard 2/4    the second of four parts, for `merge`"
)]
pub(crate) struct CompareArgs {
    /// First version: a pack, packs that are played together, joined by `+`, or a folder at a git revision, such as
    /// `HEAD~1:./PACK`
    #[arg(value_name = "A")]
    first: String,
    /// Second version [default: the first, with the values of `--set-b`]
    #[arg(value_name = "B")]
    second: Option<String>,
    /// Set a value of the first version, as with `--set`
    #[arg(long, value_name = "PATH=VALUE")]
    set_a: Vec<String>,
    /// Set a value of the second version, as with `--set`
    #[arg(long, value_name = "PATH=VALUE")]
    set_b: Vec<String>,
    /// Players, separated by commas. Each plays all seats in its own games; players who share a game are joined by `/`,
    /// and change seats
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    bots: String,
    /// Number of players [default: the fewest that both versions allow]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Maximum number of games for each of `--bots`, both versions together; with it, the clock does not end the
    /// comparison
    #[arg(short, long, value_name = "N", value_parser = at_least::<u64, 2>)]
    games: Option<u64>,
    /// Maximum time, such as `30s`, `2m` or `1h` [default: 2m without `--games`]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Smallest changes that matter [default: points=1,lead=1,wins=0.05,turns=1,aside=0.2]
    #[arg(long, value_name = "NAME=NUMBER", default_value = "", hide_default_value = true)]
    matters: String,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Play recorded games instead, a file or all files of a folder, and list those with other points
    #[arg(long, value_name = "PATH", conflicts_with_all = ["bots", "games", "time", "html", "out"])]
    records: Option<PathBuf>,
    /// Write the comparison as a page for a browser as well
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a row for each seed and version to a `.parquet`, `.csv` or `.jsonl` file as well, or as blocks to a folder
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Format of rows in a folder: `parquet`, `csv` or `jsonl` [default: parquet]
    #[arg(long, value_name = "FORMAT", requires = "out", hide_possible_values = true, value_parser = format_parser())]
    format: Option<tilewright_results::Format>,
    /// Play only one part of the games, such as `2/4`; `--out` must then be a folder
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: OptionArgs,
}

pub(crate) fn run(args: &CompareArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let second = args.second.as_ref().unwrap_or(&args.first);
    if *second == args.first && args.set_a == args.set_b {
        return Err(Failure::usage("both versions are the same")
            .hint("name another pack, or set a value of the second version, such as `--set-b tiles.TILE.count=5`"));
    }
    let with = |own: &[String]| OptionArgs {
        set: args.choices.set.iter().chain(own).cloned().collect(),
        option: args.choices.option.clone(),
    };
    let limit = args.time.as_deref().map(settings::time).transpose()?.or(args.games.is_none().then_some(TIME));
    let matters = settings::matters(&args.matters)?;
    let before = load(&args.first, &with(&args.set_a), cx)?;
    let after = load(second, &with(&args.set_b), cx)?;
    let (Some(first), Some(other)) = (before.catalog(), after.catalog()) else {
        return Err(Failure::wrong("the packs cannot be played"));
    };
    if let Some(records) = &args.records {
        return records::run(records, [&before, &after], args.json, cx);
    }
    let seats = seats(other, Some(seats(first, args.seats.or(Some(first.seats.0.max(other.seats.0))))?))?;
    let tables = settings::tables(&args.bots, seats)?;
    let orders = tables.iter().map(|table| table.len()).max().unwrap_or(1) as u64;
    let plan = VersionPlan {
        seats,
        seed: args.seed,
        blocks: args.games.map_or(MOST, |games| games.div_ceil(2 * if is_mixed(&tables) { orders } else { 1 })),
        matters,
        threads: args.threads,
    };
    let seated = [before.for_seats(seats), after.for_seats(seats)];
    let [Some(first), Some(other)] = seated.each_ref().map(Loaded::catalog) else {
        return Err(Failure::wrong("the packs cannot be played"));
    };
    let versions = [ComparedVersion::new(first, other, &args.first), ComparedVersion::new(other, first, second)];
    let loaded = [&before, &after];
    let (compared, written) = match &args.out {
        None => (play(loaded, versions, &tables, &plan, limit)?, None),
        Some(out) => {
            let (compared, written) = files::play(args, out, loaded, versions, &tables, &plan, limit)?;
            (compared, Some(written))
        }
    };
    match args.json {
        true => cx.out.json(&comparison_json(&compared))?,
        false => show(&compared, cx)?,
    }
    if let Some(file) = &args.html {
        tilewright_kit::files::write(file, chart_page(&comparison_page(&compared, other)).as_bytes())?;
        if !args.json {
            writeln!(cx.out, "\nThe page is in {}.", file.display())?;
        }
    }
    if let Some(written) = written.filter(|_| !args.json) {
        writeln!(cx.out, "\n{written}")?;
    }
    report_faults(&compared.found, loaded, seats, cx)
}

/// True if different bots share a game, so that they change seats.
fn is_mixed(tables: &[Vec<BotSpec>]) -> bool {
    tables.iter().any(|table| table.iter().any(|bot| *bot != table[0]))
}

/// Loads a version: a pack at a git revision, a path, or packs joined by `+`.
fn load(version: &str, choices: &OptionArgs, cx: &mut Context) -> Result<Loaded, Failure> {
    if let Some(pack) = revision::pack_at(version)? {
        let now = std::mem::take(&mut cx.finder);
        cx.finder = now.of_pack(&pack);
        let loaded = cx.load(&[pack.id], choices, 1);
        cx.finder = now;
        return loaded;
    }
    let packs = match Path::new(version).exists() {
        true => vec![version.to_owned()],
        false => version.split('+').map(|pack| pack.trim().to_owned()).collect(),
    };
    cx.load(&packs, choices, 1)
}

/// Plays the games in memory.
fn play(
    loaded: [&Loaded; 2],
    versions: [ComparedVersion; 2],
    tables: &[Vec<BotSpec>],
    plan: &VersionPlan,
    limit: Option<Duration>,
) -> Result<VersionReport, Failure> {
    let found = watch_games(limit, &|goes_on| compare_versions(loaded, tables, plan, goes_on))?;
    let beside = match found.tables.iter().find(|table| !table.blocks.is_empty()) {
        Some(table) => games_beside(loaded, &table.bots, plan, &most_changed(&table.blocks))?,
        None => Vec::new(),
    };
    Ok(VersionReport { versions, plan: *plan, found, beside })
}

/// Runs `play` with a progress line. The function that `play` receives returns false once the time is over.
fn watch_games<T>(limit: Option<Duration>, play: &dyn Fn(&GoesOn<'_>) -> T) -> T {
    let (progress, began) = (ProgressLine::long(1, "games"), Instant::now());
    let goes_on = |done, expected| {
        progress.set_total(expected);
        progress.set_done(done);
        limit.is_none_or(|limit| began.elapsed() < limit)
    };
    let found = play(&goes_on);
    progress.end();
    found
}

/// Function that receives the number of finished games and the expected number, and returns false to stop.
type GoesOn<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// Prints the comparison as text.
pub(crate) fn show(compared: &VersionReport, cx: &mut Context) -> Result<(), Failure> {
    let out = &mut cx.out;
    for (letter, version) in ["A", "B"].into_iter().zip(&compared.versions) {
        writeln!(out, "{letter}  {STRONG}{}{STRONG:#}", version.title)?;
        for option in &version.options {
            writeln!(out, "   {option}")?;
        }
    }
    for table in &compared.found.tables {
        writeln!(out, "{FAINT}{}{FAINT:#}", sentences::games(table, &compared.plan).english())?;
    }
    writeln!(out)?;
    for sentence in sentences::sentences(compared) {
        writeln!(out, "{}", sentence.english())?;
    }
    for table in &compared.found.tables {
        let bots = sentences::bots(&table.bots);
        writeln!(out, "\n{STRONG}By {bots}{STRONG:#}")?;
        let mut rows = TextTable::new(["", "A", "B", "difference", "verdict"]);
        for (measure, change) in compared.found.measures.iter().zip(&table.changes) {
            rows.row(ChangeRow::new(measure, change, table.games).english());
        }
        write!(out, "{}", rows.text())?;
        let differ = Insert::Percent(table.differ).text(ENGLISH_DIGITS);
        writeln!(out, "{differ} of the seeds end with another result.")?;
    }
    for game in &compared.beside {
        writeln!(out, "\n{STRONG}{}{STRONG:#}", sentences::beside(game).english())?;
        let lines = game.moves[0].len().max(game.moves[1].len());
        let mut rows = TextTable::of_texts(["A", "B"]);
        for line in 0..lines {
            rows.row([0, 1].map(|version: usize| game.moves[version].get(line).map_or("", |entry| &*entry.text)));
        }
        if lines > 0 {
            write!(out, "{}", rows.text())?;
        }
    }
    if compared.found.tables.iter().any(|table| table.end == PlayEnd::Stopped) {
        let most = compared.found.tables.iter().map(|table| table.games * table.blocks.len() as u64).max().unwrap_or(0);
        let games = group_digits(most);
        writeln!(out, "\nThe time was over. `--time` gives it more; `--games {games}` repeats these games exactly.")?;
    }
    Ok(())
}

/// Reports games that a script stopped.
fn report_faults(
    found: &VersionComparison,
    versions: [&Loaded; 2],
    seats: u8,
    cx: &mut Context,
) -> Result<Exit, Failure> {
    let stopped: u64 = found.tables.iter().map(|table| table.faults.len() as u64).sum();
    let first = found.tables.iter().find_map(|table| Some((table, table.faults.first()?)));
    let Some((table, (version, game))) = first else { return Ok(Exit::Fine) };
    let record = faulted::record(game, &table.bots, seats, versions[*version])?;
    let letter = ["A", "B"][*version];
    cx.note(&format!("a rule of version {letter} stopped a game"));
    Err(faulted::report_with(stopped, game, record.as_ref(), None, cx)?)
}
