//! Benchmarks: how fast a pack is played, measured in CPU time on one thread.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_core::machine::{Machine, Stop};
use tilewright_core::session::Session;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};

use crate::bot::{Bot, Random};
use crate::counting::Counting;
use crate::play::GameTable;
use crate::seeds;
use crate::simulate::{Plan, Summary, simulate_with};
use crate::stats::Spread;

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
    /// Calls of rules, in a game.
    pub calls_per_game: f64,
    /// Most memory the process has used, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// Cloning a position in the middle of a game.
    pub clone_ns: Spread,
    /// Restoring a position by a copy and the answers since, up to four of them.
    pub restore_ns: Spread,
    /// Taking back the last answer of a session.
    pub undo_ns: Spread,
    /// Replaying a whole game from its record.
    pub replay_ns: Spread,
    /// Loading the packs from nothing, scripts started.
    pub cold_load_ns: Spread,
}

/// Measures how fast packs are played, and the small things beside.
///
/// # Errors
/// A pack is not found or cannot be played.
pub fn bench(finder: &Finder, plan: &BenchPlan) -> Result<Bench, KitError> {
    bench_watched(finder, plan, &|_| {})
}

/// Like [`bench()`]; `on_run` is told between the runs, outside of what is measured, how many are over. The run that is
/// not counted and the one for the means are told of as well.
///
/// # Errors
/// A pack is not found or cannot be played.
pub fn bench_watched(finder: &Finder, plan: &BenchPlan, on_run: &dyn Fn(u64)) -> Result<Bench, KitError> {
    let mut bench = Bench { cold_load_ns: cold_load(finder, plan)?, ..Bench::default() };
    let loaded = load(finder, &Request { lints: false, ..plan.request.clone() })?;
    games(&loaded, plan, &mut bench, on_run)?;
    // What follows keeps many positions at once, which playing does not.
    bench.peak_memory = peak_memory();
    calls(&loaded, plan, &mut bench)?;
    positions(&loaded, plan, &mut bench)?;
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

fn faulty(fault: &tilewright_core::machine::fault::Fault) -> KitError {
    KitError::Scripts { message: fault.to_string() }
}

fn games(loaded: &Loaded, plan: &BenchPlan, bench: &mut Bench, on_run: &dyn Fn(u64)) -> Result<(), KitError> {
    let mut table = GameTable::new(loaded.machine()?, plan.seats)?;
    let many = Plan { games: plan.games, seats: plan.seats, seed: plan.seed, threads: 1 };
    let presets = table.game().board().tiles().len() as u64;
    let mut all = Vec::new();
    let mut tiles = 0u64;
    // The first run fills the caches and is not counted.
    for run in 0..=plan.runs.max(1) {
        let (time, done) = timed(|| -> Result<(), KitError> {
            for game in 0..plan.games {
                table.play(many.seed_of(game), &mut Random).map_err(|f| faulty(&f))?;
                if run == 0 {
                    tiles += table.game().board().tiles().len() as u64 - presets;
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
    bench.summary = simulate_with(&|| loaded.machine(), &many, &|_| {})?;
    on_run(plan.runs.max(1) as u64 + 2);
    Ok(())
}

/// Counts calls in a pass of its own, so that counting costs the others nothing.
fn calls(loaded: &Loaded, plan: &BenchPlan, bench: &mut Bench) -> Result<(), KitError> {
    const GAMES: u64 = 200;
    let (catalog, script) = loaded.script()?;
    let count = Rc::new(Cell::new(0));
    let machine = Machine::new(catalog, Box::new(Counting::new(Box::new(script), Rc::clone(&count))));
    let mut table = GameTable::new(machine, plan.seats)?;
    let games = GAMES.min(plan.games.max(1));
    let many = Plan { games, seats: plan.seats, seed: plan.seed, threads: 1 };
    for game in 0..games {
        table.play(many.seed_of(game), &mut Random).map_err(|f| faulty(&f))?;
    }
    bench.calls_per_game = count.get() as f64 / games as f64;
    Ok(())
}

/// Positions in the middle of games: copies, steps back, records.
fn positions(loaded: &Loaded, plan: &BenchPlan, bench: &mut Bench) -> Result<(), KitError> {
    const ROUNDS: u64 = 2_000;
    let (mut clones, mut restores, mut undos, mut replays) = (vec![], vec![], vec![], vec![]);
    for run in 0..plan.runs.max(1) as u64 {
        // Half of the decisions of an ordinary game.
        let half = (bench.summary.decisions.mean() / 2.0) as u64;
        let mut table = GameTable::new(loaded.machine()?, plan.seats)?;
        table.play_some(plan.seed ^ run, &mut Random, half).map_err(|f| faulty(&f))?;
        let middle = table.game().clone();
        let (time, kept) =
            timed(|| (0..ROUNDS).map(|_| middle.board().tiles().len() + copy_of(&middle)).sum::<usize>());
        std::hint::black_box(kept);
        clones.push(nanos(time, ROUNDS));
        let mut session = played(loaded.machine()?, plan, run, half)?;
        let mut times = (Duration::ZERO, Duration::ZERO, 0u64);
        for _ in 0..8 {
            // Taking back several answers at once is restoring: a copy, and what was answered since.
            let back = session.answers().saturating_sub(3);
            let (time, done) = timed(|| session.undo_to(back));
            if !done {
                break;
            }
            times.0 += time;
            let (time, _) = timed(|| session.undo());
            times.1 += time;
            times.2 += 1;
        }
        restores.push(nanos(times.0, times.2));
        undos.push(nanos(times.1, times.2));
        let whole = tilewright_kit::games::save::record_of(&played(loaded.machine()?, plan, run, u64::MAX)?, "bench");
        let machine = loaded.machine()?;
        let (time, done) = timed(|| tilewright_core::session::replay::replay(machine, &whole).map(drop));
        done.map_err(|difference| KitError::Scripts { message: difference.to_string() })?;
        replays.push(nanos(time, 1));
    }
    bench.clone_ns = Spread::of(clones);
    bench.restore_ns = Spread::of(restores);
    bench.undo_ns = Spread::of(undos);
    bench.replay_ns = Spread::of(replays);
    Ok(())
}

#[inline(never)]
fn copy_of(game: &tilewright_core::state::Game) -> usize {
    std::hint::black_box(game.clone()).seat_count()
}

/// A session after so many random answers.
fn played(machine: Machine, plan: &BenchPlan, run: u64, answers: u64) -> Result<Session, KitError> {
    let mut session = Session::new(machine, plan.seats, plan.seed ^ run)?;
    let mut stop = session.start().map_err(|f| faulty(&f))?;
    let mut given = 0;
    while stop != Stop::Over && given < answers {
        let number = Random.choose_in(&session, &mut seeds::of_next_choice(&session));
        let pick = number.and_then(|number| session.decision()?.options.get(session.game(), number));
        let Some(pick) = pick else { break };
        stop = session.answer(pick).map_err(|r| KitError::Scripts { message: r.to_string() })?;
        given += 1;
    }
    Ok(session)
}

/// The most memory that the process has used so far, in bytes, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}
