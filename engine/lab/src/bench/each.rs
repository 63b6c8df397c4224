//! Measures many packs in one run, each alone, so that their figures are comparable.

use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};

use super::error::{BenchError, fault_in_game};
use super::{Bench, BenchPlan, figures, measure_time};
use crate::bot::Random;
use crate::play::GameTable;
use crate::seeds;
use crate::stats::MeasurementSpread;

/// Number of sets of tiles for the large board, which is compared with a single set.
pub(crate) const SETS: u32 = 16;

/// Target CPU time of one measurement in seconds, which determines the default number of games.
const SECONDS: f64 = 0.2;

/// Packs to measure one after another.
#[derive(Clone, Debug)]
pub struct EachPlan {
    /// Ids or paths of the packs; their needs are loaded automatically.
    pub packs: Vec<String>,
    /// Number of runs, after an uncounted first run.
    pub runs: usize,
    /// Number of games in a run; `None` for as many as take a fifth of a second.
    pub games: Option<u64>,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
}

/// Figures of one pack with default options and its minimum number of seats.
#[derive(Clone, Debug, Default)]
pub struct BenchRow {
    /// Name of the pack as it was requested.
    pub pack: String,
    pub seats: u8,
    /// Number of games in a run.
    pub games: u64,
    /// Figures with one set of tiles.
    pub bench: Bench,
    /// Time per tile with `SETS` sets on one board; `None` if the pack cannot be played that way.
    pub ns_per_tile_of_sets: Option<MeasurementSpread>,
}

/// Measures packs, each alone. `on_pack` receives the number of measured packs before each pack and at the end.
///
/// # Errors
/// A pack is not found or cannot be played, or a rule stops a game.
pub fn bench_each(finder: &Finder, plan: &EachPlan, on_pack: &dyn Fn(u64)) -> Result<Vec<BenchRow>, BenchError> {
    let mut rows = Vec::new();
    for pack in &plan.packs {
        on_pack(rows.len() as u64);
        rows.push(row(finder, plan, pack)?);
    }
    on_pack(rows.len() as u64);
    Ok(rows)
}

fn row(finder: &Finder, plan: &EachPlan, pack: &str) -> Result<BenchRow, BenchError> {
    let request = Request { lints: false, ..Request::new([pack]) };
    let loaded = load(finder, &request)?;
    let seats = loaded.catalog().map_or(1, |catalog| catalog.seats.0.max(1));
    let games = plan.games.map_or_else(|| games_of_a_run(&loaded, seats, plan.seed), Ok)?;
    let of_pack = BenchPlan { request: request.clone(), seats, games, runs: plan.runs, seed: plan.seed };
    let bench = figures(&loaded, &of_pack, &|_| {})?;
    let many = Request { copies: SETS, ..request };
    Ok(BenchRow { pack: pack.to_owned(), seats, games, ns_per_tile_of_sets: of_sets(finder, &of_pack, many)?, bench })
}

/// Returns the number of games that take about the target time.
fn games_of_a_run(loaded: &Loaded, seats: u8, seed: u64) -> Result<u64, BenchError> {
    let mut table = GameTable::new(loaded.machine_for(seats)?, seats)?;
    let (mut games, mut seconds) = (0, 0.0);
    while seconds < SECONDS / 2.0 {
        let own = seeds::of_game(seed, games);
        let (time, done) = measure_time(|| table.play(own, &mut Random));
        done.map_err(fault_in_game(games, own))?;
        (games, seconds) = (games + 1, seconds + time.as_secs_f64());
    }
    Ok((games as f64 * SECONDS / seconds).ceil() as u64)
}

/// Measures the time per tile with many sets on one board; `None` if the pack cannot be played that way.
fn of_sets(finder: &Finder, plan: &BenchPlan, request: Request) -> Result<Option<MeasurementSpread>, BenchError> {
    let loaded = load(finder, &request)?;
    if !loaded.is_playable() {
        return Ok(None);
    }
    let games = (plan.games / u64::from(SETS)).max(1);
    let mut bench = Bench::default();
    super::games(&loaded, &BenchPlan { request, games, ..plan.clone() }, &mut bench, &|_| {})?;
    Ok(Some(bench.ns_per_tile))
}
