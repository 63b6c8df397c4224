//! `tilewright bench`: how fast a pack is played.

use std::io::Write;

use clap::Args;
use serde_json::json;
use tilewright_kit::packs::load::Request;
use tilewright_lab::bench::{Bench, BenchPlan, bench_watched};
use tilewright_lab::stats::Spread;

use crate::args::Choices;
use crate::commands::sim::{chosen_options, seats, titles};
use crate::context::{Context, request};
use crate::failure::{Exit, Failure};
use crate::out::STRONG;
use crate::progress::ProgressLine;
use crate::table::{TextTable, decimals, grouped};

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(
    about = "Measure how fast a pack is played",
    long_about = "Measure how fast a pack is played.\n\nGames of random players on one thread, without journal, by CPU \
        time: least, median and greatest of several runs, after one that is not counted. `--copies` puts several sets of \
        tiles on one board; the time for a tile should not grow with it.",
    after_help = "Examples:\n  \
        tilewright bench PACK                            the figures of a pack\n  \
        tilewright bench PACK --games 20000 --runs 9     longer, for steadier figures\n  \
        tilewright bench PACK --copies 100 --games 20    100 sets of tiles on one board\n  \
        tilewright bench PACK --json                     for programs"
)]
pub(crate) struct BenchArgs {
    /// Packs to play together: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Games of each run
    #[arg(short, long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Number of runs
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Sets of tiles on one board
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    copies: u32,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: Choices,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let loaded = cx.load(&args.packs, &args.choices, args.copies)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats)?;
    let request = Request { copies: args.copies, lints: false, ..request(&args.packs, &args.choices)? };
    let plan = BenchPlan { request, seats, games: args.games, runs: args.runs as usize, seed: args.seed };
    let progress = ProgressLine::new(u64::from(args.runs) + 2, "runs");
    let measured = bench_watched(&cx.finder, &plan, &|run| progress.at(run))?;
    progress.end();
    if args.json {
        cx.out.json(&for_programs(args, &measured))?;
        return Ok(Exit::Fine);
    }
    let (name, options) = (titles(catalog), chosen_options(catalog));
    let out = &mut cx.out;
    writeln!(out, "{STRONG}{name}{STRONG:#}")?;
    for option in options {
        writeln!(out, "  {option}")?;
    }
    writeln!(
        out,
        "{} runs of {} games, {seats} seats, {} of tiles, seed {}, one thread, CPU time\n",
        args.runs,
        grouped(args.games),
        crate::out::counted(args.copies as usize, "set", "sets"),
        args.seed
    )?;
    let mut table = TextTable::new(["", "median", "min", "max"]);
    for (name, spread, unit) in timings(&measured) {
        let cell = |n: f64| if n >= 100.0 { grouped(n.round() as u64) } else { decimals(n, 2) };
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
    for (seat, sums) in sim.scores.iter().enumerate() {
        table.row([format!("score of seat {seat}"), decimals(sums.mean(), 2), decimals(sums.deviation(), 2)]);
    }
    table.row(["calls of rules".to_owned(), decimals(measured.calls_per_game, 2)]);
    write!(out, "{}", table.text())?;
    if let Some(bytes) = measured.peak_memory {
        writeln!(out, "\npeak memory {} KB", grouped(bytes / 1024))?;
    }
    Ok(Exit::Fine)
}

fn timings(bench: &Bench) -> [(&'static str, Spread, &'static str); 8] {
    [
        ("games per second", bench.games_per_second, "1/s"),
        ("a game", bench.ns_per_game, "ns"),
        ("a tile", bench.ns_per_tile, "ns"),
        ("cloning a position", bench.clone_ns, "ns"),
        ("restoring a position", bench.restore_ns, "ns"),
        ("undoing an answer", bench.undo_ns, "ns"),
        ("replaying a game", bench.replay_ns, "ns"),
        ("loading the packs", bench.cold_load_ns.map(|ns| ns / 1e6), "ms"),
    ]
}

fn for_programs(args: &BenchArgs, bench: &Bench) -> serde_json::Value {
    let mut object = json!({
        "packs": args.packs,
        "games": args.games,
        "runs": args.runs,
        "copies": args.copies,
        "seed": args.seed,
    });
    for (name, spread, unit) in timings(bench) {
        let unit = if unit == "1/s" { "per_s" } else { unit };
        let name = format!("{}_{unit}", name.trim_start_matches("a ").replace(' ', "_"));
        object[name] = json!({"median": spread.median, "min": spread.min, "max": spread.max});
    }
    let sim = &bench.summary;
    object["legal_placements"] = json!(sim.placements_per_turn());
    object["turns"] = json!(sim.turns.mean());
    object["set_aside"] = json!(sim.set_aside.mean());
    object["decisions"] = json!(sim.decisions.mean());
    object["scores"] = sim.scores.iter().map(|s| json!({"mean": s.mean(), "sd": s.deviation()})).collect();
    object["rule_calls"] = json!(bench.calls_per_game);
    object["peak_memory_bytes"] = json!(bench.peak_memory);
    object
}
