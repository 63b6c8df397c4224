//! `tilewright bench`: measures the speed of games of a pack.

use std::io::Write;

use clap::Args;
use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::packs::load::Request;
use tilewright_lab::bench::{
    Bench, BenchError, BenchPlan, BenchRow, EachPlan, Empty, bench_each, bench_watched, empty,
};
use tilewright_lab::bots::RANDOM;
use tilewright_lab::stats::MeasurementSpread;
use tilewright_results::StoppedGame;

use crate::commands::sim::seats;
use crate::context::{Context, request};
use crate::failure::{Exit, Failure};
use crate::faulted::{self, CommandGames};
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::out::{STRONG, format_count};
use crate::progress::ProgressLine;
use crate::table::{TextTable, decimals, group_digits};

#[derive(Args, Debug)]
#[command(
    about = "Measure how fast a pack is played",
    long_about = "Measure how fast a pack is played.\n\nPlays games of random players on one thread, without a \
        journal, and shows the CPU time: minimum, median and maximum of several runs, after one that is not counted. A \
        table of the functions of the rules follows: how often a game enters each, and its time. `--copies` puts \
        several sets of tiles on one board; the time per tile should not grow with their number.\n\nWith `--each` \
        every pack is measured by itself, with the packs that it needs, and has a row in a table; without PACK, all \
        packs that are found. The cost of rule functions that do nothing is shown below it. How to read the figures: \
        `tilewright handbook speed`.",
    after_help = "Examples:\n  \
        tilewright bench PACK                            the figures of a pack\n  \
        tilewright bench PACK --games 20000 --runs 9     longer, for steadier figures\n  \
        tilewright bench PACK --copies 100 --games 20    100 sets of tiles on one board\n  \
        tilewright bench PACK --json                     for programs\n  \
        tilewright bench --each                          a table of all packs that are found\n  \
        tilewright bench --each PACK PACK                two packs, each by itself"
)]
pub(crate) struct BenchArgs {
    /// Packs to play together: ids, or paths of folders
    #[arg(value_name = "PACK", required_unless_present = "each")]
    packs: Vec<String>,
    /// Measure each pack by itself, and list all of them in one table
    #[arg(long, conflicts_with_all = ["copies", "seats", "option", "set"])]
    each: bool,
    /// Number of games in each run [default: 2000; with `--each`, as many as take a fifth of a second]
    #[arg(short, long, value_name = "N", value_parser = at_least::<u64, 1>)]
    games: Option<u64>,
    /// Number of runs
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = at_least::<u32, 1>)]
    runs: u32,
    /// Number of sets of tiles on one board
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = at_least::<u32, 1>)]
    copies: u32,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: OptionArgs,
}

/// Number of games of a run without `--games`.
const GAMES: u64 = 2000;

pub(crate) fn run(args: &BenchArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if args.each {
        return each(args, cx);
    }
    let games = args.games.unwrap_or(GAMES);
    let loaded = cx.load(&args.packs, &args.choices, args.copies)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats)?;
    let request = Request { copies: args.copies, lints: false, ..request(&args.packs, &args.choices)? };
    let plan = BenchPlan { request, seats, games, runs: args.runs as usize, seed: args.seed };
    let progress = ProgressLine::long(u64::from(args.runs) + 2, "runs");
    let measured = bench_watched(&cx.finder, &plan, &|run| progress.set_done(run));
    progress.end();
    let measured = match measured {
        Ok(measured) => measured,
        Err(error) => return Err(ended_early(error, args, seats, &loaded, cx)?),
    };
    if args.json {
        cx.out.json(&for_programs(args, &measured))?;
        return Ok(Exit::Fine);
    }
    let (name, options) = (catalog.titles(), catalog.chosen_options());
    let out = &mut cx.out;
    writeln!(out, "{STRONG}{name}{STRONG:#}")?;
    for option in options {
        writeln!(out, "  {option}")?;
    }
    writeln!(
        out,
        "{} of {}, {}, {} of tiles, seed {}, one thread, CPU time\n",
        format_count(args.runs as usize, "run", "runs"),
        format_count(games as usize, "game", "games"),
        format_count(usize::from(seats), "seat", "seats"),
        format_count(args.copies as usize, "set", "sets"),
        args.seed
    )?;
    let mut table = TextTable::new(["", "median", "min", "max"]);
    for (name, spread, unit) in timings(&measured) {
        let cell = |n: f64| if n >= 100.0 { group_digits(n.round() as u64) } else { decimals(n, 2) };
        table.row([format!("{name} ({unit})"), cell(spread.median), cell(spread.min), cell(spread.max)]);
    }
    write!(out, "{}", table.text())?;
    writeln!(out)?;
    let mut table = TextTable::new(["mean of a game", "", "sd"]);
    let sim = &measured.summary;
    table.row(["legal placements".to_owned(), decimals(sim.placements_per_turn(), 2)]);
    for (name, sums) in [("turns", &sim.turns), ("tiles set aside", &sim.set_aside), ("decisions", &sim.decisions)] {
        table.row([name.to_owned(), decimals(sums.mean(), 4), decimals(sums.deviation(), 2)]);
    }
    for (seat, sums) in (0..).map(Seat).zip(&sim.scores) {
        table.row([format!("score of seat {seat}"), decimals(sums.mean(), 2), decimals(sums.deviation(), 2)]);
    }
    table.row(["calls of rules".to_owned(), decimals(measured.calls_per_game(), 2)]);
    write!(out, "{}", table.text())?;
    functions(&measured, out)?;
    if let Some(bytes) = measured.peak_memory {
        writeln!(out, "\npeak memory {} KB", group_digits(bytes / 1024))?;
    }
    Ok(Exit::Fine)
}

/// Reports the reason why a benchmark ended early, and saves the record of a game that a rule stopped.
fn ended_early(
    error: BenchError,
    args: &BenchArgs,
    seats: u8,
    loaded: &Loaded,
    cx: &mut Context,
) -> Result<Failure, Failure> {
    match error {
        BenchError::Kit(error) => Err(error.into()),
        BenchError::Stopped { game: Some(game), seed, fault } => {
            let first = StoppedGame::new((game, seed), &fault);
            let bots = vec![RANDOM; usize::from(seats)];
            // `verify` plays with one set of tiles only, so it cannot repeat this game.
            if args.copies > 1 {
                let record = faulted::record(&first, &bots, seats, loaded)?;
                return faulted::report_with(1, &first, record.as_ref(), None, cx);
            }
            let played = CommandGames { packs: &args.packs, choices: &args.choices, seats, seed: args.seed };
            faulted::report(1, &first, &bots, &played, loaded, cx)
        }
        stopped @ BenchError::Stopped { game: None, .. } => Ok(Failure::fault(stopped.to_string())
            .hint("`tilewright verify` with these packs finds such games and shows how to replay them")),
    }
}

/// Lists the functions of the rules that take most of the time of a game.
fn functions(bench: &Bench, out: &mut impl Write) -> std::io::Result<()> {
    /// Maximum number of functions in the table.
    const SHOWN: usize = 12;
    if bench.functions.is_empty() {
        return Ok(());
    }
    let mut table = TextTable::new(["functions of the rules", "in a game", "ns each", "of a game"]);
    for cost in bench.functions.iter().take(SHOWN) {
        let name = format!("{} ({})", cost.registered, cost.place);
        let share = 100.0 * cost.entered * cost.ns / bench.ns_per_game.median.max(1.0);
        table.row([
            name,
            decimals(cost.entered, 2),
            group_digits(cost.ns.round() as u64),
            format!("{} %", decimals(share, 1)),
        ]);
    }
    write!(out, "\n{}", table.text())?;
    match bench.functions.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        further => writeln!(out, "  and {further} that take less"),
    }
}

/// Measures each pack separately.
fn each(args: &BenchArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let packs = if args.packs.is_empty() {
        cx.finder.list()?.into_iter().map(|found| found.id).collect()
    } else {
        args.packs.clone()
    };
    let progress = ProgressLine::long(packs.len() as u64, "packs");
    let plan = EachPlan { packs, runs: args.runs as usize, games: args.games, seed: args.seed };
    let failed = |error: BenchError| match error {
        BenchError::Kit(error) => error.into(),
        stopped @ BenchError::Stopped { .. } => Failure::fault(stopped.to_string())
            .hint("`tilewright bench PACK` with that pack alone keeps the game and shows how to replay it"),
    };
    let rows = bench_each(&cx.finder, &plan, &|done| progress.set_done(done)).map_err(failed)?;
    let empty = empty(args.games.unwrap_or(GAMES), plan.runs, plan.seed).map_err(failed)?;
    progress.end();
    let out = &mut cx.out;
    if args.json {
        out.json(&each_for_programs(args, &rows, &empty))?;
        return Ok(Exit::Fine);
    }
    writeln!(
        out,
        "{}, the fewest seats of each pack, seed {}, one thread, CPU time, medians\n",
        format_count(args.runs as usize, "run", "runs"),
        args.seed
    )?;
    let mut table = TextTable::new([
        "pack",
        "games/s",
        "ns a tile",
        "x first",
        "16 sets/1",
        "calls",
        "replay/play",
        "undo ns",
        "clone ns",
        "playouts/s",
        "mcts/s",
    ]);
    let first = rows.first().map_or(1.0, |row| row.bench.ns_per_tile.median);
    for row in &rows {
        let bench = &row.bench;
        let whole = |n: f64| group_digits(n.round() as u64);
        let sets = row.ns_per_tile_of_sets.map(|sets| decimals(sets.median / bench.ns_per_tile.median, 2));
        table.row([
            row.pack.clone(),
            whole(bench.games_per_second.median),
            whole(bench.ns_per_tile.median),
            decimals(bench.ns_per_tile.median / first, 2),
            sets.unwrap_or_else(|| "-".into()),
            decimals(bench.calls_per_game(), 1),
            decimals(bench.replay_ns.median / bench.ns_per_game.median, 2),
            whole(bench.undo_ns.median),
            whole(bench.clone_ns.median),
            whole(bench.playouts_per_second.median),
            bench.searched_per_second.map_or_else(|| "-".into(), |rate| whole(rate.median)),
        ]);
    }
    write!(out, "{}", table.text())?;
    writeln!(out)?;
    let mut table = TextTable::new(["a function that does nothing", "ns", "min", "max"]);
    for (name, spread) in empties(&empty) {
        table.row([name, decimals(spread.median, 0), decimals(spread.min, 0), decimals(spread.max, 0)]);
    }
    write!(out, "{}", table.text())?;
    Ok(Exit::Fine)
}

fn empties(empty: &Empty) -> [(String, MeasurementSpread); 4] {
    [
        (format!("offer ({} options)", decimals(empty.options, 0)), empty.offer),
        ("on placed".into(), empty.on),
        ("step".into(), empty.step),
        ("one option of ask".into(), empty.option),
    ]
}

fn each_for_programs(args: &BenchArgs, rows: &[BenchRow], empty: &Empty) -> serde_json::Value {
    let spread = |spread: &MeasurementSpread| json!({"median": spread.median, "min": spread.min, "max": spread.max});
    let rows = rows.iter().map(|row| {
        let mut object = json!({"pack": row.pack, "seats": row.seats, "games": row.games});
        for (name, of, unit) in timings(&row.bench) {
            object[key(name, unit)] = spread(&of);
        }
        object["ns_a_tile_of_16_sets"] = json!(row.ns_per_tile_of_sets.as_ref().map(spread));
        object["rule_calls"] = json!(row.bench.calls_per_game());
        object
    });
    json!({
        "runs": args.runs,
        "seed": args.seed,
        "packs": rows.collect::<Vec<_>>(),
        "empty_functions": {
            "offer_ns": spread(&empty.offer),
            "on_ns": spread(&empty.on),
            "step_ns": spread(&empty.step),
            "option_ns": spread(&empty.option),
            "options_of_offer": empty.options,
        },
    })
}

/// Returns the key of a measurement in the JSON output.
fn key(name: &str, unit: &str) -> String {
    let unit = if unit == "1/s" { "per_s" } else { unit };
    format!("{}_{unit}", name.trim_start_matches("a ").replace(' ', "_"))
}

fn timings(bench: &Bench) -> Vec<(&'static str, MeasurementSpread, &'static str)> {
    let mut timings = vec![
        ("games per second", bench.games_per_second, "1/s"),
        ("a game", bench.ns_per_game, "ns"),
        ("a tile", bench.ns_per_tile, "ns"),
        ("cloning a position", bench.clone_ns, "ns"),
        ("restoring a position", bench.restore_ns, "ns"),
        ("undoing an answer", bench.undo_ns, "ns"),
        ("replaying a game", bench.replay_ns, "ns"),
        ("playouts", bench.playouts_per_second, "1/s"),
        ("loading the packs", bench.cold_load_ns.map(|ns| ns / 1e6), "ms"),
    ];
    timings.extend(bench.searched_per_second.map(|rate| ("playouts of mcts", rate, "1/s")));
    timings
}

fn for_programs(args: &BenchArgs, bench: &Bench) -> serde_json::Value {
    let mut object = json!({
        "packs": args.packs,
        "games": args.games.unwrap_or(GAMES),
        "runs": args.runs,
        "copies": args.copies,
        "seed": args.seed,
    });
    for (name, spread, unit) in timings(bench) {
        object[key(name, unit)] = json!({"median": spread.median, "min": spread.min, "max": spread.max});
    }
    let sim = &bench.summary;
    object["legal_placements"] = json!(sim.placements_per_turn());
    object["turns"] = json!(sim.turns.mean());
    object["set_aside"] = json!(sim.set_aside.mean());
    object["decisions"] = json!(sim.decisions.mean());
    object["scores"] = sim.scores.iter().map(|s| json!({"mean": s.mean(), "sd": s.deviation()})).collect();
    object["rule_calls"] = json!(bench.calls_per_game());
    object["functions"] = bench
        .functions
        .iter()
        .map(|f| json!({"registered": f.registered, "place": f.place, "entered": f.entered, "ns": f.ns}))
        .collect();
    object["peak_memory_bytes"] = json!(bench.peak_memory);
    object
}
