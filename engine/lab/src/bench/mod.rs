//! Benchmarks: how fast a pack is played, measured in CPU time on one thread.

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
use crate::simulate::{Plan, Summary, simulate_with};
use crate::stats::Spread;

use counted::Counted;
pub use counted::FunctionCost;
pub use each::{EachPlan, Row, SETS, bench_each};
pub use error::BenchError;
use error::stopped;
pub use probe::{Empty, empty};

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct BenchPlan {
    /// Packs, options and copies.
    pub request: Request,
    /// Number of seats.
    pub seats: u8,
    /// Games of a run.
    pub games: u64,
    /// Number of runs, after one that is not counted.
    pub runs: usize,
    /// Seed.
    pub seed: u64,
}

/// What was measured. Times are CPU time in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// Games per second of CPU time.
    pub games_per_second: Spread,
    /// Time of a game.
    pub ns_per_game: Spread,
    /// Time of a game divided by the tiles that were placed in it, presets not counted.
    pub ns_per_tile: Spread,
    /// Means of one run, to be compared with the reference.
    pub summary: Summary,
    /// What each function of the rules takes, the dearest first.
    pub functions: Vec<FunctionCost>,
    /// Most memory the process has used, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// Cloning a position in the middle of a game.
    pub clone_ns: Spread,
    /// Restoring a position by a copy and the answers since, up to four of them.
    pub restore_ns: Spread,
    /// Taking back the last answer of a session.
    pub undo_ns: Spread,
    /// Replaying a whole game from its record, with rules that have been played with before.
    pub replay_ns: Spread,
    /// Games a second that are played on by chance from the middle of one, the copy of the position included.
    pub playouts_per_second: Spread,
    /// Games a second that a bot plays on from there when it thinks ahead; nothing where it decided nothing.
    pub searched_per_second: Option<Spread>,
    /// Loading the packs from nothing, scripts started.
    pub cold_load_ns: Spread,
}

impl Bench {
    /// Times in which functions of the rules are entered, in a game.
    pub fn calls_per_game(&self) -> f64 {
        self.functions.iter().map(|cost| cost.entered).sum()
    }
}

/// Measures how fast packs are played, and the small things beside.
///
/// # Errors
/// A pack is not found or cannot be played, or a rule stops a game.
pub fn bench(finder: &Finder, plan: &BenchPlan) -> Result<Bench, BenchError> {
    bench_watched(finder, plan, &|_| {})
}

/// Like [`bench()`]; `on_run` is told between the runs, outside of what is measured, how many are over. The run that is
/// not counted and the one for the means are told of as well.
///
/// # Errors
/// A pack is not found or cannot be played, or a rule stops a game.
pub fn bench_watched(finder: &Finder, plan: &BenchPlan, on_run: &dyn Fn(u64)) -> Result<Bench, BenchError> {
    let cold_load_ns = cold_load(finder, plan)?;
    let loaded = load(finder, &Request { lints: false, ..plan.request.clone() })?;
    Ok(Bench { cold_load_ns, ..figures(&loaded, plan, on_run)? })
}

/// All figures of a pack but how long it takes to load.
fn figures(loaded: &Loaded, plan: &BenchPlan, on_run: &dyn Fn(u64)) -> Result<Bench, BenchError> {
    let mut bench = Bench::default();
    games(loaded, plan, &mut bench, on_run)?;
    // What follows keeps many positions at once, which playing does not.
    bench.peak_memory = peak_memory();
    bench.functions = functions(loaded, plan.seats, plan.games.clamp(1, 200), plan.seed)?;
    positions::positions(loaded, plan, &mut bench)?;
    bench.playouts_per_second = positions::playouts(loaded, plan, &bench)?;
    bench.searched_per_second = positions::searched(loaded, plan, &bench)?;
    Ok(bench)
}

/// CPU time of this thread that something takes.
fn timed<R>(run: impl FnOnce() -> R) -> (Duration, R) {
    let start = ThreadTime::now();
    let result = run();
    (start.elapsed(), result)
}

fn nanos(time: Duration, count: u64) -> f64 {
    time.as_nanos() as f64 / count.max(1) as f64
}

fn cold_load(finder: &Finder, plan: &BenchPlan) -> Result<Spread, KitError> {
    let mut all = Vec::new();
    for _ in 0..5 {
        let (time, done) = timed(|| load(finder, &plan.request)?.machine().map(drop));
        done?;
        all.push(nanos(time, 1));
    }
    Ok(Spread::of(all))
}

fn games(loaded: &Loaded, plan: &BenchPlan, bench: &mut Bench, on_run: &dyn Fn(u64)) -> Result<(), BenchError> {
    let mut table = GameTable::new(loaded.machine_for(plan.seats)?, plan.seats)?;
    let many = Plan { games: plan.games, seats: plan.seats, seed: plan.seed, threads: 1 };
    let presets = table.game().board().laid_count() as u64;
    let mut all = Vec::new();
    let mut tiles = 0u64;
    // The first run fills the caches and is not counted.
    for run in 0..=plan.runs.max(1) {
        let (time, done) = timed(|| -> Result<(), BenchError> {
            for game in 0..plan.games {
                let seed = many.seed_of(game);
                table.play(seed, &mut Random).map_err(stopped(game, seed))?;
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
    bench.ns_per_game = Spread::of(all.clone());
    bench.games_per_second = Spread::of(all.iter().map(|ns| 1e9 / ns).collect());
    bench.ns_per_tile = bench.ns_per_game.map(|ns| ns * plan.games as f64 / tiles.max(1) as f64);
    bench.summary = simulate_with(&|| loaded.machine_for(plan.seats), &many, &|_| {})?;
    on_run(plan.runs.max(1) as u64 + 2);
    Ok(())
}

/// What each function takes, in a pass of its own, so that looking at the clock costs the others nothing.
fn functions(loaded: &Loaded, seats: u8, games: u64, seed: u64) -> Result<Vec<FunctionCost>, BenchError> {
    let (catalog, script) = loaded.for_seats(seats).script()?;
    let (counted, notes) = Counted::new(Box::new(script));
    let mut table = GameTable::new(Machine::new(Arc::clone(&catalog), Box::new(counted)), seats)?;
    for game in 0..games {
        let own = seeds::of_game(seed, game);
        table.play(own, &mut Random).map_err(stopped(game, own))?;
    }
    Ok(notes.costs(&catalog, table.machine().rules(), games))
}

/// The most memory that the process has used so far, in bytes, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}
