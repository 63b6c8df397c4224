//! Measures the speed of packs, in CPU time on one thread.

mod counted;
mod each;
mod error;
mod positions;
mod probe;

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_core::machine::Machine;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};

use crate::bot::Random;
use crate::play::GameTable;
use crate::seeds;
use crate::simulate::{GamePlan, Summary, simulate_with};
use crate::stats::MeasurementSpread;

pub use counted::FunctionCost;
use counted::TimedRules;
pub use each::{BenchRow, EachPlan, bench_each};
pub use error::BenchError;
use error::fault_in_game;
pub use probe::{Empty, empty};

/// Packs and games to measure.
#[derive(Clone, Debug)]
pub struct BenchPlan {
    /// Packs, options and number of copies.
    pub request: Request,
    pub seats: u8,
    /// Number of games in a run.
    pub games: u64,
    /// Number of runs, after an uncounted first run.
    pub runs: usize,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
}

/// Measured figures. Times are CPU time in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// Games per second of CPU time.
    pub games_per_second: MeasurementSpread,
    /// Time of a game.
    pub ns_per_game: MeasurementSpread,
    /// Time of a game divided by the number of tiles placed in it, presets excluded.
    pub ns_per_tile: MeasurementSpread,
    /// Totals of one run, for comparison with the reference.
    pub summary: Summary,
    /// Cost of each function of the rules, the most expensive first.
    pub functions: Vec<FunctionCost>,
    /// Peak memory of the process in bytes; `None` if the system does not report it.
    pub peak_memory: Option<u64>,
    /// Time to clone a position in the middle of a game.
    pub clone_ns: MeasurementSpread,
    /// Time to restore a position from a copy and up to four answers since.
    pub restore_ns: MeasurementSpread,
    /// Time to undo the last answer of a session.
    pub undo_ns: MeasurementSpread,
    /// Time to replay a whole game from its record, with rules that have been played before.
    pub replay_ns: MeasurementSpread,
    /// Random playouts per second from the middle of a game, including the copy of the position.
    pub playouts_per_second: MeasurementSpread,
    /// Playouts per second of a bot that looks ahead from the same position; `None` if it had no decision.
    pub searched_per_second: Option<MeasurementSpread>,
    /// Time to load the packs from scratch, including the start of scripts.
    pub cold_load_ns: MeasurementSpread,
}

impl Bench {
    /// Returns the number of calls of rule functions in a game.
    pub fn calls_per_game(&self) -> f64 {
        self.functions.iter().map(|cost| cost.entered).sum()
    }
}

/// Measures the speed of games and of smaller operations.
///
/// # Errors
/// A pack is not found or cannot be played, or a rule stops a game.
pub fn bench(finder: &Finder, plan: &BenchPlan) -> Result<Bench, BenchError> {
    bench_watched(finder, plan, &|_| {})
}

/// Like [`bench()`], but calls `on_run` between the runs, outside of the measurement, with the number of finished runs.
/// The uncounted run and the run for the totals also count.
///
/// # Errors
/// A pack is not found or cannot be played, or a rule stops a game.
pub fn bench_watched(finder: &Finder, plan: &BenchPlan, on_run: &dyn Fn(u64)) -> Result<Bench, BenchError> {
    let cold_load_ns = cold_load(finder, plan)?;
    let loaded = load(finder, &Request { lints: false, ..plan.request.clone() })?;
    Ok(Bench { cold_load_ns, ..figures(&loaded, plan, on_run)? })
}

/// Measures all figures of a pack except the time to load it.
fn figures(loaded: &Loaded, plan: &BenchPlan, on_run: &dyn Fn(u64)) -> Result<Bench, BenchError> {
    let mut bench = Bench::default();
    games(loaded, plan, &mut bench, on_run)?;
    // The following measurements hold many positions at once, which playing does not.
    bench.peak_memory = peak_memory();
    bench.functions = functions(loaded, plan.seats, plan.games.clamp(1, 200), plan.seed)?;
    positions::positions(loaded, plan, &mut bench)?;
    bench.playouts_per_second = positions::playouts(loaded, plan, &bench)?;
    bench.searched_per_second = positions::measure_search(loaded, plan, &bench)?;
    Ok(bench)
}

/// Runs a function and returns the CPU time of this thread with the result.
fn measure_time<R>(run: impl FnOnce() -> R) -> (Duration, R) {
    let start = ThreadTime::now();
    let result = run();
    (start.elapsed(), result)
}

fn nanos(time: Duration, count: u64) -> f64 {
    time.as_nanos() as f64 / count.max(1) as f64
}

fn cold_load(finder: &Finder, plan: &BenchPlan) -> Result<MeasurementSpread, KitError> {
    let mut all = Vec::new();
    for _ in 0..5 {
        let (time, done) = measure_time(|| load(finder, &plan.request)?.machine().map(drop));
        done?;
        all.push(nanos(time, 1));
    }
    Ok(MeasurementSpread::from_values(all))
}

fn games(loaded: &Loaded, plan: &BenchPlan, bench: &mut Bench, on_run: &dyn Fn(u64)) -> Result<(), BenchError> {
    let mut table = GameTable::new(loaded.machine_for(plan.seats)?, plan.seats)?;
    let many = GamePlan { games: plan.games, seats: plan.seats, seed: plan.seed, threads: 1 };
    let presets = table.game().board().laid_count() as u64;
    let mut all = Vec::new();
    let mut tiles = 0u64;
    // The first run fills the caches and is not counted.
    for run in 0..=plan.runs.max(1) {
        let (time, done) = measure_time(|| -> Result<(), BenchError> {
            for game in 0..plan.games {
                let seed = many.seed_of(game);
                table.play(seed, &mut Random).map_err(fault_in_game(game, seed))?;
                if run == 0 {
                    tiles += table.game().board().laid_count() as u64 - presets;
                }
            }
            Ok(())
        });
        done?;
        if run > 0 {
            all.push(nanos(time, plan.games));
        }
        on_run(run as u64 + 1);
    }
    bench.ns_per_game = MeasurementSpread::from_values(all.clone());
    bench.games_per_second = MeasurementSpread::from_values(all.iter().map(|ns| 1e9 / ns).collect());
    bench.ns_per_tile = bench.ns_per_game.map(|ns| ns * plan.games as f64 / tiles.max(1) as f64);
    bench.summary = simulate_with(&|| loaded.machine_for(plan.seats), &many, &|_| {})?;
    on_run(plan.runs.max(1) as u64 + 2);
    Ok(())
}

/// Measures the cost of each function in a separate pass, so that reading the clock does not slow down other
/// measurements.
fn functions(loaded: &Loaded, seats: u8, games: u64, seed: u64) -> Result<Vec<FunctionCost>, BenchError> {
    let (catalog, script) = loaded.for_seats(seats).script()?;
    let (counted, notes) = TimedRules::new(Box::new(script));
    let mut table = GameTable::new(Machine::new(Arc::clone(&catalog), Box::new(counted)), seats)?;
    for game in 0..games {
        let own = seeds::of_game(seed, game);
        table.play(own, &mut Random).map_err(fault_in_game(game, own))?;
    }
    Ok(notes.costs(&catalog, table.machine().rules(), games))
}

/// Returns the peak memory of the process in bytes; `None` if the system does not report it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}
