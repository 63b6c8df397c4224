//! `tilewright sim`: lets bots play many games and shows statistics.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::files::{self, Lines};
use tilewright_kit::games::places::with_places;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::json::write_record;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::report::told::{ENGLISH_DIGITS, Insert};
use tilewright_lab::simulate::{GamePlan, Summary, simulate, simulate_kept};
use tilewright_lab::stats::{CONFIDENCE, Interval, Sums, mean_of, share};
use tilewright_results::{Format, GameTotals, ResultsPlan, Rows, Shard, StoppedGame, WorkPlan};

use crate::bots;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::faulted::{self, CommandGames};
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::out::{FAINT, STRONG, finite, format_count};
use crate::progress::ProgressLine;
use crate::table::{TextTable, decimals, group_digits, rate};

#[derive(Args, Debug)]
#[command(
    about = "Let bots play many games and show the numbers",
    long_about = "Let bots play many games and show the numbers.\n\nWithout `--bots` every seat takes any legal \
        option, all equally likely. The same packs, options, seats, bots, games and seed give the same numbers, \
        whatever the number of threads.\n\nWith `--out` the games go into a file as they are played, and memory does \
        not grow with their number. The same command resumes a run that was stopped, and writes the same file. \
        `--shard` plays one part of the games and writes it to a folder; `tilewright merge` combines all parts into \
        the file that a single run would write. For details, see `tilewright handbook simulate`.",
    after_help = "Examples:\n  \
        tilewright sim PACK                                        1,000 games of two players\n  \
        tilewright sim PACK EXPANSION --games 100000 --seats 4     packs together, four players\n  \
        tilewright sim PACK --option PACK:OPTION=VALUE --seed 7    with an option chosen\n  \
        tilewright sim PACK --bots greedy,random --games 20        how much better a bot is than chance\n  \
        tilewright sim PACK --csv > numbers.csv                    for a spreadsheet; --json for programs\n  \
        tilewright sim PACK --games 50 --records games.jsonl       keep the games, to be replayed\n  \
        tilewright sim PACK --games 1000000 --out games.parquet    a row for each game; CSV and JSON by the ending\n  \
        tilewright sim PACK --out tiles.csv --rows tiles           a row for each tile that was drawn or placed\n  \
        tilewright sim PACK --games 1000000 --out part2 --shard 2/4    the second of four parts, for `merge`"
)]
pub(crate) struct SimArgs {
    /// Packs to play together: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Number of games
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = at_least::<u64, 1>)]
    games: u64,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    #[arg(long, value_name = "BOTS", default_value = "random", hide_default_value = true, help = bots_help())]
    bots: String,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Write the record of each game when it ends: as a line of a file, or as a file in an existing folder
    #[arg(long, value_name = "PATH")]
    records: Option<PathBuf>,
    /// Write rows to a `.parquet`, `.csv` or `.jsonl` file, or as blocks to a folder
    #[arg(long, value_name = "PATH", conflicts_with = "records")]
    out: Option<PathBuf>,
    /// Kind of rows: `games`, `scores`, `items` (of scores), `tiles` (drawn, placed, set aside) or `answers`
    #[arg(long, value_name = "WHAT", default_value = "games", hide_default_value = true, requires = "out",
        hide_possible_values = true, value_parser = rows_parser())]
    rows: Rows,
    /// Format of rows in a folder: `parquet`, `csv` or `jsonl` [default: parquet]
    #[arg(long, value_name = "FORMAT", requires = "out", hide_possible_values = true, value_parser = format_parser())]
    format: Option<Format>,
    /// Play only one part of the games, such as `2/4`; `--out` must then be a folder
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV with the columns `what,seat,mean,sd,min,max,count`
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    choices: OptionArgs,
}

fn bots_help() -> String {
    let known = bots::describe_bots();
    format!(
        "Who chooses, by seat, separated by commas; the last one also plays all further seats: {known} [default: \
        random]"
    )
}

/// Returns a parser for the kinds of rows, by name.
fn rows_parser() -> impl TypedValueParser<Value = Rows> {
    PossibleValuesParser::new(Rows::ALL.map(Rows::name))
        .map(|name| Rows::ALL.into_iter().find(|rows| rows.name() == name).unwrap_or(Rows::Games))
}

/// Returns a parser for file formats, by the ending of the file.
pub(crate) fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::ending))
        .map(|name| Format::ALL.into_iter().find(|format| format.ending() == name).unwrap_or(Format::Parquet))
}

pub(crate) fn run(args: &SimArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let loaded = cx.load(&args.packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats)?;
    let by_seat = bots::by_seat(&args.bots, seats.into())?;
    bots::repeatable(&by_seat)?;
    if let Some(out) = &args.out {
        return to_files(args, out, &loaded, &by_seat, cx);
    }
    let plan = GamePlan { games: args.games, seats, seed: args.seed, threads: args.threads };
    let progress = ProgressLine::long(args.games, "games");
    let began = Instant::now();
    let on_progress = |done| progress.set_done(done);
    let summary = match &args.records {
        None => simulate(&loaded, &plan, &by_seat, &on_progress)?,
        Some(path) => {
            let mut keeper = RecordWriter::new(path, &plan, &loaded);
            let mut keep = |game, record: &_| keeper.keep(game, record);
            let summary = simulate_kept(&loaded, &plan, &by_seat, &on_progress, &mut keep)?;
            keeper.end()?;
            summary
        }
    };
    progress.end();
    let seconds = began.elapsed().as_secs_f64();
    let heading = Heading::from_results(&ResultsPlan::new(
        catalog,
        &by_seat,
        (args.games, args.seed),
        Rows::Games,
        Format::Parquet,
    ));
    let speed = (summary.games, seconds);
    show(&heading, &summary, summary.faults.len() as u64, Some(speed), (args.json, args.csv), cx)?;
    if let Some(path) = args.records.as_ref().filter(|_| !args.json && !args.csv) {
        writeln!(cx.out, "\nThe games are in {}.", path.display())?;
    }
    let Some(first) = summary.faults.first() else { return Ok(Exit::Fine) };
    let (stopped, first) = (summary.faults.len() as u64, StoppedGame::new((first.game, first.seed), &first.fault));
    let played = CommandGames { packs: &args.packs, choices: &args.choices, seats, seed: args.seed };
    Err(faulted::report(stopped, &first, &by_seat, &played, &loaded, cx)?)
}

/// Plays games and writes the results to files.
fn to_files(
    args: &SimArgs,
    out: &Path,
    loaded: &Loaded,
    by_seat: &[BotSpec],
    cx: &mut Context,
) -> Result<Exit, Failure> {
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let by_name = Format::from_path(out).filter(|_| !out.is_dir());
    let format = format_of(by_name, args.format, args.shard)?;
    let plan = ResultsPlan::new(catalog, by_seat, (args.games, args.seed), args.rows, format);
    let folder = if by_name.is_some() { blocks_beside(out) } else { out.to_owned() };
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let began = Instant::now();
    let progress = ProgressLine::long(args.games, "games");
    let on_progress = |done, total| {
        progress.set_total(total);
        progress.set_done(done);
    };
    let done = tilewright_results::run(loaded, &plan, by_seat, &folder, shard, args.threads, &on_progress);
    progress.end();
    let done = done?;
    let seconds = began.elapsed().as_secs_f64();
    let whole = match by_name {
        Some(_) => {
            let joined = tilewright_results::join::<ResultsPlan>(out, std::slice::from_ref(&folder), &|_, _| {})?;
            tilewright_results::clear(&folder, &plan)?;
            joined.whole
        }
        None => tilewright_results::summary_of(&plan, &folder, shard)?,
    };
    let heading = Heading::from_results(&plan);
    let Some(whole) = whole else {
        writeln!(cx.out, "This part has no games: there are only {} blocks.", plan.blocks())?;
        return Ok(Exit::Fine);
    };
    let speed = (done.played > 0).then_some((done.played, seconds));
    let GameTotals { summary, stopped, first_stopped } = whole.totals;
    show(&heading, &summary, stopped, speed, (args.json, args.csv), cx)?;
    if !args.json && !args.csv {
        writeln!(cx.out, "\n{}", describe_rows(whole.rows, whole.bytes, out))?;
        if done.found > 0 {
            writeln!(cx.out, "{} of the games already existed.", group_digits(done.found_games))?;
        }
    }
    let Some(first) = first_stopped.into_iter().next() else { return Ok(Exit::Fine) };
    let played = CommandGames { packs: &args.packs, choices: &args.choices, seats: plan.seats, seed: args.seed };
    Err(faulted::report(stopped, &first, by_seat, &played, loaded, cx)?)
}

/// Returns the format of rows. `by_name` is the format of the file by its ending; `None` for a folder.
pub(crate) fn format_of(
    by_name: Option<Format>,
    format: Option<Format>,
    shard: Option<Shard>,
) -> Result<Format, Failure> {
    if let (Some(format), true) = (by_name, shard.is_some()) {
        let failure = Failure::usage(format!("a part of the games cannot be a `.{}` file", format.ending()));
        return Err(failure.hint("name a folder; `tilewright merge FILE FOLDERS` combines the parts into one file"));
    }
    if let (Some(by_name), Some(format)) = (by_name, format)
        && by_name != format
    {
        let (one, other) = (by_name.ending(), format.ending());
        return Err(Failure::usage(format!("`--out` ends in `.{one}`, but `--format` is `{other}`")));
    }
    Ok(by_name.or(format).unwrap_or(Format::Parquet))
}

/// Describes rows and their file or folder in a sentence.
pub(crate) fn describe_rows(rows: u64, bytes: u64, out: &Path) -> String {
    let rows = format_count(usize::try_from(rows).unwrap_or(usize::MAX), "row", "rows");
    format!("{rows} ({} KB) in {}.", group_digits(bytes.div_ceil(1024)), out.display())
}

/// Returns the path of the folder that holds the blocks of a file until the file is complete.
pub(crate) fn blocks_beside(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".blocks");
    out.with_file_name(name)
}

/// Description of the games that were played, shown above the numbers.
pub(crate) struct Heading {
    title: String,
    packs: Vec<String>,
    options: Vec<String>,
    bots: Vec<String>,
    seed: u64,
}

impl Heading {
    pub(crate) fn from_results(plan: &ResultsPlan) -> Heading {
        let ResultsPlan { title, packs, options, bots, seed, .. } = plan.clone();
        Heading { title, packs, options, bots, seed }
    }
}

/// Shows the statistics as text, as one JSON object, or as CSV. `speed` is a number of games and the seconds in which
/// they were played.
pub(crate) fn show(
    heading: &Heading,
    sim: &Summary,
    stopped: u64,
    speed: Option<(u64, f64)>,
    (json, csv): (bool, bool),
    cx: &mut Context,
) -> Result<(), Failure> {
    if json {
        cx.out.json(&for_programs(heading, sim, stopped))?;
        Ok(())
    } else if csv {
        for_spreadsheets(sim, cx)
    } else {
        for_people(heading, sim, speed, cx)
    }
}

/// Returns the requested number of seats, or the minimum of the packs. Returns an error if the packs do not allow it.
pub(crate) fn seats(catalog: &Catalog, wanted: Option<u8>) -> Result<u8, Failure> {
    let (fewest, most) = catalog.seats;
    match wanted {
        None => Ok(fewest.max(1)),
        Some(n) if (fewest..=most).contains(&n) => Ok(n),
        Some(n) => {
            let allowed = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
            let failure = Failure::usage(format!("{} cannot play", format_count(n.into(), "seat", "seats")));
            Err(failure.hint(format!("these packs are for {allowed} seats: choose with `--seats`")))
        }
    }
}

fn for_people(heading: &Heading, sim: &Summary, speed: Option<(u64, f64)>, cx: &mut Context) -> Result<(), Failure> {
    let out = &mut cx.out;
    writeln!(out, "{STRONG}{}{STRONG:#}", heading.title)?;
    for option in &heading.options {
        writeln!(out, "  {option}")?;
    }
    write!(
        out,
        "{} {} of {}, {}, seed {}",
        group_digits(sim.games),
        if sim.games == 1 { "game" } else { "games" },
        format_count(sim.seats.into(), "seat", "seats"),
        describe_players(&heading.bots),
        heading.seed,
    )?;
    if let Some((games, seconds)) = speed {
        let rate = rate(games as f64 / seconds.max(1e-9));
        write!(out, " {FAINT}({seconds:.1} s, {rate} games/s){FAINT:#}")?;
    }
    writeln!(out)?;
    if sim.games == 0 {
        return Ok(());
    }
    writeln!(out, "\n{STRONG}Scores{STRONG:#}")?;
    let mut table = TextTable::new(["seat", "mean", "± 95 %", "sd", "min", "max", "won", "tied", "share of wins"]);
    for (seat, sums) in sim.scores.iter().enumerate() {
        table.row([
            Seat(seat as u8).to_string(),
            decimals(sums.mean(), 2),
            decimals(mean_of(sums, CONFIDENCE).half(), 2),
            decimals(sums.deviation(), 2),
            sums.min.to_string(),
            sums.max.to_string(),
            group_digits(sim.wins[seat]),
            group_digits(sim.shared_wins[seat]),
            Insert::Percent(sim.win_share(seat)).text(ENGLISH_DIGITS),
        ]);
    }
    write!(out, "{}", table.text())?;
    if sim.unwon > 0 || !sim.results.is_empty() {
        writeln!(out, "\n{STRONG}Results{STRONG:#}")?;
        let mut table = TextTable::new(["result", "games", "share"]);
        for (name, games) in count_results(sim) {
            let of_all = share(games as f64, sim.games, CONFIDENCE);
            table.row([name, group_digits(games), Insert::Percent(of_all).text(ENGLISH_DIGITS)]);
        }
        write!(out, "{}", table.text())?;
    }
    writeln!(out, "\n{STRONG}Points by source{STRONG:#} (mean)")?;
    let seats = (0..sim.seats).map(|seat| format!("seat {}", Seat(seat)));
    let mut table = TextTable::new(["source".to_owned()].into_iter().chain(seats).chain(["all".to_owned()]));
    for (kind, row) in sim.by_kind.iter().filter(|(_, row)| row.iter().any(|s| s.min != 0 || s.max != 0)) {
        let all: f64 = row.iter().map(Sums::mean).sum();
        let cells = row.iter().map(|s| decimals(s.mean(), 2));
        table.row([kind.clone()].into_iter().chain(cells).chain([decimals(all, 2)]));
    }
    write!(out, "{}", table.text())?;
    writeln!(out, "\n{STRONG}A game{STRONG:#}")?;
    let mut table = TextTable::new(["", "mean", "sd", "min", "max"]);
    // Few packs have rules that take tiles off the board, so this row is optional.
    for (name, sums) in per_game(sim).into_iter().filter(|(name, sums)| *name != TAKEN_OFF || sums.max > 0) {
        let cells =
            [decimals(sums.mean(), 3), decimals(sums.deviation(), 2), sums.min.to_string(), sums.max.to_string()];
        table.row([name.to_owned()].into_iter().chain(cells));
    }
    if sim.placements > 0 {
        table.row(["legal placements".to_owned(), decimals(sim.placements_per_turn(), 2)]);
    }
    write!(out, "{}", table.text())?;
    let mut dead: Vec<&(String, u64)> = sim.dead_kinds.iter().filter(|(_, n)| *n > 0).collect();
    dead.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    if !dead.is_empty() {
        let shown: Vec<String> = dead.iter().take(8).map(|(kind, n)| format!("{kind} {}x", group_digits(*n))).collect();
        let more = dead.len().saturating_sub(8);
        let more = if more > 0 { format!(", and {more} other kinds") } else { String::new() };
        writeln!(out, "\nTiles without a legal place: {}{more}", shown.join(", "))?;
    }
    Ok(())
}

/// Returns each result of a game with the number of games that had it.
fn count_results(sim: &Summary) -> Vec<(String, u64)> {
    let named: u64 = sim.results.iter().map(|(_, games)| games).sum();
    let others =
        (!sim.results.is_empty() && named < sim.games).then(|| ("none of these".to_owned(), sim.games - named));
    let unwon = (sim.unwon > 0).then(|| ("no winner".to_owned(), sim.unwon));
    sim.results.iter().cloned().chain(others).chain(unwon).collect()
}

/// Describes the players in a few words.
fn describe_players(bots: &[String]) -> String {
    match bots.first() {
        Some(first) if bots.iter().all(|bot| bot == first) => format!("{first} players"),
        _ => format!("bots {}", bots.join(", ")),
    }
}

/// Name of the row for tiles that rules take off the board.
const TAKEN_OFF: &str = "tiles taken off";

fn per_game(sim: &Summary) -> [(&'static str, &Sums); 7] {
    [
        ("turns", &sim.turns),
        ("tiles placed", &sim.tiles),
        ("tiles set aside", &sim.set_aside),
        (TAKEN_OFF, &sim.taken_off),
        ("decisions", &sim.decisions),
        ("figures deployed", &sim.deployments),
        ("winning margin", &sim.margins),
    ]
}

fn for_programs(heading: &Heading, sim: &Summary, stopped: u64) -> Value {
    let ends = |interval: Interval| json!([finite(interval.low), finite(interval.high)]);
    let sums = |s: &Sums| {
        let interval = ends(mean_of(s, CONFIDENCE));
        json!({
            "mean": s.mean(), "mean_interval": interval, "sd": s.deviation(), "min": s.min, "max": s.max, "sum": s.sum,
        })
    };
    let by_kind = sim.by_kind.iter().map(|(kind, row)| (kind.clone(), row.iter().map(sums).collect()));
    let seats: Vec<Value> = sim
        .scores
        .iter()
        .enumerate()
        .map(|(seat, scores)| {
            json!({
                "seat": seat,
                "bot": heading.bots.get(seat),
                "score": sums(scores),
                "won": sim.wins[seat],
                "tied": sim.shared_wins[seat],
                "win_share": sim.win_share(seat).estimate,
                "win_share_interval": ends(sim.win_share(seat)),
            })
        })
        .collect();
    let game = per_game(sim).map(|(name, s)| (name.replace(' ', "_"), sums(s)));
    let dead = sim.dead_kinds.iter().filter(|(_, n)| *n > 0).map(|(kind, n)| (kind.clone(), json!(n)));
    json!({
        "packs": heading.packs,
        "options": heading.options,
        "games": sim.games,
        "seats": seats,
        "results": Value::Object(sim.results.iter().map(|(name, games)| (name.clone(), json!(games))).collect()),
        "unwon": sim.unwon,
        "seed": heading.seed,
        "points_by_source": Value::Object(by_kind.collect()),
        "game": Value::Object(game.into_iter().collect()),
        "legal_placements": (sim.placements > 0).then(|| sim.placements_per_turn()),
        "tiles_set_aside": Value::Object(dead.collect()),
        "faults": stopped,
    })
}

fn for_spreadsheets(sim: &Summary, cx: &mut Context) -> Result<(), Failure> {
    writeln!(cx.out, "what,seat,mean,sd,min,max,count")?;
    let mut line = |what: &str, seat: &str, s: &Sums| {
        writeln!(cx.out, "{what},{seat},{},{},{},{},{}", s.mean(), s.deviation(), s.min, s.max, s.count)
    };
    for (seat, sums) in sim.scores.iter().enumerate() {
        line("score", &seat.to_string(), sums)?;
    }
    for (kind, row) in &sim.by_kind {
        for (seat, sums) in row.iter().enumerate() {
            line(&format!("points from {kind}"), &seat.to_string(), sums)?;
        }
    }
    for (name, sums) in per_game(sim) {
        line(name, "", sums)?;
    }
    Ok(())
}

/// Writer for records: one file for each game in a folder, or one file with a line for each game.
struct RecordWriter<'a> {
    path: &'a Path,
    /// Paths of the packs, relative to the output file.
    places: BTreeMap<String, String>,
    /// Number of digits in the file names of games in a folder; `None` for a single file.
    digits: Option<usize>,
    /// File for all games; created with the first game, so that an older file stays until there is a replacement.
    lines: Option<Lines>,
}

impl<'a> RecordWriter<'a> {
    fn new(path: &'a Path, plan: &GamePlan, loaded: &Loaded) -> RecordWriter<'a> {
        let digits = path.is_dir().then(|| plan.games.to_string().len());
        let file = if digits.is_some() { path.join("game.json") } else { path.to_owned() };
        let places = with_places(Record::default(), &file, &loaded.places).places;
        RecordWriter { path, places, digits, lines: None }
    }

    fn keep(&mut self, game: u64, record: &Record) -> Result<(), KitError> {
        let line = write_record(&Record { places: self.places.clone(), ..record.clone() });
        match (self.digits, &mut self.lines) {
            (Some(digits), _) => {
                let file = self.path.join(format!("game_{game:0digits$}.json"));
                files::write_quickly(&file, (line + "\n").as_bytes())
            }
            (None, Some(lines)) => lines.add(&line),
            (None, None) => {
                self.lines = Some(Lines::begin(self.path, &line)?);
                Ok(())
            }
        }
    }

    fn end(self) -> Result<(), KitError> {
        self.lines.map_or(Ok(()), Lines::end)
    }
}
