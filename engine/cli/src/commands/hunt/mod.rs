//! `tilewright hunt`: searches for lines of play that beat the field.

mod show;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use tilewright_core::session::record::Record;
use tilewright_kit::files::Lines;
use tilewright_kit::games::places::with_places;
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::records::json::write_record;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::games::Games;
use tilewright_lab::hunt::{HuntPlan, HuntResult, Preparation, UnfitForHunt, hunt, prepare};
use tilewright_lab::simulate::threads;

use crate::bots;
use crate::commands::compare::settings;
use crate::commands::sim::seats;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::progress::ProgressLine;

/// Maximum time without `--games` and `--time`.
const TIME: Duration = Duration::from_secs(300);

#[derive(Args, Debug)]
#[command(
    about = "Search for lines of play that beat the field",
    long_about = "Search for lines of play that beat the field.\n\nA line is a way to play of `greedy`: a manner, and \
        options that it never or always chooses because of their figure, terrain, tag, tile or rule, or a certain \
        answer. The lines follow from the choices in a few games, so the command knows nothing about the game. Lines \
        play against the field on common seeds; the better ones play on and are combined. The best three lines play \
        on fresh seeds against the field. The winners of this test also play against opponents who \
        search ten times as much. A line that wins there as well is reported with a game that shows it. Otherwise the \
        output states that no line was found, with the number of lines that were tried. How it is decided: \
        `tilewright handbook statistics`.",
    after_help = "Examples:\n  \
        tilewright hunt PACK                                   search for five minutes\n  \
        tilewright hunt PACK EXPANSION --time 1h               with more time\n  \
        tilewright hunt PACK --games 20000 --records hunt.jsonl    always the same result, and keep the games\n  \
        tilewright hunt PACK --field greedy,greedy-builder     against two kinds of players in turn\n  \
        tilewright hunt PACK --confirm mcts:2000 --json        with stronger opponents in the last test, for programs"
)]
pub(crate) struct HuntArgs {
    /// Packs that are played together
    #[arg(required = true)]
    packs: Vec<String>,
    /// Players to beat, separated by commas: all opponents in a game are the same, and change from seed to seed
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    field: String,
    /// Opponents in the last test [default: `mcts`, with ten times the work of the field]
    #[arg(long, value_name = "BOT")]
    confirm: Option<String>,
    /// Number of players [default: the fewest that the packs allow, but at least two]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Maximum number of games; a game of the last test counts as several. With it, the clock does not end the games
    #[arg(short, long, value_name = "N", value_parser = at_least::<u64, 100>, conflicts_with = "time")]
    games: Option<u64>,
    /// Time for all games, such as `30s`, `2m` or `1h` [default: 5m without `--games`]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Write a record of a game that shows each found line, to be replayed
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
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

pub(crate) fn run(args: &HuntArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let time = args.time.as_deref().map(settings::time).transpose()?.unwrap_or(TIME);
    let field = args.field.split(',').map(|word| bots::one(word.trim())).collect::<Result<Vec<BotSpec>, _>>()?;
    let confirm = args.confirm.as_deref().map(bots::one).transpose()?;
    bots::repeatable(&[&field[..], confirm.as_slice()].concat())?;
    let loaded = cx.load(&args.packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats.or((catalog.seats.0 < 2).then_some(2)))?;
    let budget = args.games.unwrap_or_default();
    let mut plan = HuntPlan { field, seats, seed: args.seed, budget, threads: args.threads };
    match plan.unfit(&loaded) {
        Some(UnfitForHunt::Alone) => {
            return Err(Failure::usage("a hunt needs at least two seats: a player alone has no opponents")
                .hint("`tilewright sim` plays games with one seat"));
        }
        Some(UnfitForHunt::Together) => {
            return Err(Failure::usage("all players of this game win or lose together, so there is no field to beat")
                .hint("`tilewright duel PACK BOT BOT` compares teams of bots"));
        }
        None => {}
    }
    let prepared = prepare(&loaded, &plan, confirm.as_ref())?;
    if args.games.is_none() {
        plan.budget = budget_for(time.saturating_sub(begun.elapsed()), &prepared, args.threads);
    }
    let progress = ProgressLine::long(plan.budget, "games");
    let found = hunt(&loaded, &plan, &prepared, &|done| progress.set_done(done));
    progress.end();
    let found = found?;
    if let Some(path) = &args.records {
        write_records(path, &found, &loaded)?;
    }
    match args.json {
        true => cx.out.json(&show::for_programs(&plan, &prepared, &found, catalog))?,
        false => show::result(&plan, &prepared, &found, catalog, args.records.as_deref(), cx)?,
    }
    Ok(Exit::Fine)
}

/// Returns the number of games that take a time.
fn budget_for(time: Duration, prepared: &Preparation, wanted: usize) -> u64 {
    let games = time.as_secs_f64() * threads(wanted, u64::MAX) as f64 / prepared.pace.as_secs_f64().max(1e-6);
    games.clamp(100.0, 1e9) as u64
}

/// Writes a record of a game of each found line.
fn write_records(path: &Path, found: &HuntResult, loaded: &Loaded) -> Result<(), Failure> {
    let mut lines: Option<Lines> = None;
    for (tested, game) in found.found().filter_map(|tested| Some((tested, tested.shown.as_ref()?))) {
        let recorded = Games::record(loaded, game.bots.len() as u8, &game.bots, game.seed)?;
        let record = with_places(recorded.record, path, &loaded.places);
        let line = write_record(&Record { id: tested.line.to_string(), ..record });
        match &mut lines {
            Some(lines) => lines.add(&line)?,
            None => lines = Some(Lines::begin(path, &line)?),
        }
    }
    Ok(lines.map_or(Ok(()), Lines::end)?)
}
