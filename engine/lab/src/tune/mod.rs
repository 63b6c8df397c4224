//! Searches for numbers of packs that let games meet targets, and confirms proposals on fresh seeds.
//!
//! A candidate has one value for each number. Each bot of a panel plays games in which it has all seats; a candidate
//! meets the targets if the games of each bot do. The search needs the probability that a candidate meets all targets,
//! given its games so far. Values without games have no answer.

mod error;
mod grid;
mod journal;
mod outcome;
mod score;
mod search;
#[cfg(test)]
mod tests;
mod units;

use std::path::Path;

use serde_json::json;
use tilewright_core::state::chance::Generator;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::{Loaded, Reading, Request};
use tilewright_kit::tune::{TargetRange, VariedNumber};

pub use error::TuneError;
pub use grid::Candidate;
pub use journal::SearchShare;
pub use outcome::{CheckedCandidate, NumberStep, StepVerdict};
pub use score::{CheckedTarget, TargetVerdict};

use crate::bots::{BotSpec, RANDOM};
use crate::games::Games;
use grid::NumberGrid;
use journal::TuneJournal;
use units::Arena;

/// Number of the first fresh seed; all seeds of the search come before it.
const FRESH: u64 = 1 << 40;

/// Share of the games that the search takes, in percent.
const SEARCHING: u64 = 45;

/// Share of the games that the neighbours of the proposal take, in percent.
const STEPPING: u64 = 20;

/// Number of games that show whether changed files are the same game as values that are set.
const ALIKE: u64 = 5;

/// Search for numbers of packs.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// Numbers to vary.
    pub numbers: Vec<VariedNumber>,
    /// Present value of each number; `None` if it is unknown.
    pub present: Vec<Option<i64>>,
    /// Ranges in which the results should be.
    pub targets: Vec<TargetRange>,
    /// Bots. The games of each must meet all targets.
    pub panel: Vec<BotSpec>,
    /// Further bot that must meet the targets on the fresh seeds.
    pub confirm: Option<BotSpec>,
    /// Number of seats of all games.
    pub seats: u8,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
    /// Maximum number of games.
    pub games: u64,
    /// Number of threads; 0 for one on each core.
    pub threads: usize,
}

/// Answer to the question which candidates meet all targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuneVerdict {
    /// The first candidate meets all targets on fresh seeds.
    Found,
    /// No candidate is known to meet all targets, but the first one may.
    Unknown,
    /// All finalists miss a target on fresh seeds.
    NoneMeets,
}

impl TuneVerdict {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            TuneVerdict::Found => "found",
            TuneVerdict::Unknown => "unknown",
            TuneVerdict::NoneMeets => "none",
        }
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneResult {
    /// Answer to the question which candidates meet all targets.
    pub verdict: TuneVerdict,
    /// Finalists with their games on fresh seeds, sorted by their answers.
    pub finalists: Vec<CheckedCandidate>,
    /// Present numbers on the same seeds; `None` if they are a finalist, or cannot be played to the end.
    pub present: Option<CheckedCandidate>,
    /// True if the first finalist has the present numbers.
    pub is_present: bool,
    /// Steps from the first finalist to neighbouring values.
    pub steps: Vec<NumberStep>,
    /// Smallest sets of targets that no candidate meets together, if none meets all.
    pub conflicts: Vec<Vec<usize>>,
    /// Number of possible candidates, at most `u64::MAX`.
    pub possible: u64,
    /// Number of candidates that played.
    pub played: usize,
    /// Number of candidates that cannot be played to the end.
    pub unfit: usize,
    /// Message of the first script that stopped a game of a candidate.
    pub stopped: Option<String>,
    /// Number of games that were played.
    pub games: u64,
}

/// Place where the results of a search are kept.
#[derive(Clone, Copy, Debug)]
pub struct ResultPlace<'a> {
    /// Folder for the results of finished games.
    pub folder: &'a Path,
    /// Part of the games that this process plays. Other processes play the others at the same time.
    pub share: SearchShare,
}

/// Searches for numbers that let games meet targets. `base` are the packs with the present numbers, and `request` loads them.
/// `place` keeps the results, so that a search resumes where it was stopped. `on_game` is called with the number of
/// finished games.
///
/// # Errors
/// No candidate can be played, a file cannot be read or written, the place has the results of another search, or a rule
/// keeps state from one game to the next.
pub fn tune(
    plan: &TunePlan,
    reading: &Reading,
    request: &Request,
    base: &Loaded,
    place: Option<ResultPlace<'_>>,
    on_game: &(dyn Fn(u64) + Sync),
) -> Result<TuneResult, TuneError> {
    let heading = || heading(plan, base);
    let journal = place.map(|place| TuneJournal::open(place.folder, place.share, heading())).transpose()?;
    let share = place.map_or(SearchShare::WHOLE, |place| place.share);
    let mut arena = Arena::new(plan, reading, request, share, journal, on_game)?;
    let grid = NumberGrid::new(&plan.numbers, &plan.present);
    let panel = plan.panel.len().max(1) as u64;
    let found = search::search(&mut arena, &grid, plan.games * SEARCHING / 100 / panel)?;
    let (unfit, stopped) = outcome::unfit(&arena, &found.played);
    let mut candidates = outcome::finalists(&found.best);
    if candidates.is_empty() {
        return Err(TuneError::NothingPlayed { message: stopped });
    }
    let finalists = candidates.len();
    if !candidates.contains(&grid.start) {
        candidates.push(grid.start.clone());
    }
    let stepping = plan.games * STEPPING / 100;
    let left = plan.games.saturating_sub(arena.games + stepping);
    let mut checked = outcome::confirm(&mut arena, &grid, &candidates, finalists, left)?;
    let is_extra = |checked: &CheckedCandidate| candidates[finalists..].contains(&checked.candidate);
    let present = checked.iter().position(is_extra).map(|at| checked.remove(at));
    checked.sort_by_key(|checked| checked.verdict);
    let verdict = match checked.first().map(|first| first.verdict) {
        Some(TargetVerdict::Met) => TuneVerdict::Found,
        Some(TargetVerdict::Unknown) => TuneVerdict::Unknown,
        Some(TargetVerdict::Missed) => TuneVerdict::NoneMeets,
        None => return Err(TuneError::NothingPlayed { message: stopped }),
    };
    if verdict != TuneVerdict::Found {
        outcome::put_nearest_first(&mut checked);
    }
    let first = checked[0].clone();
    let steps = match verdict {
        TuneVerdict::NoneMeets => Vec::new(),
        _ => outcome::steps(&mut arena, &grid, &first, stepping)?,
    };
    let conflicts = match verdict {
        TuneVerdict::NoneMeets => {
            let left = plan.games.saturating_sub(arena.games);
            outcome::conflicts(&mut arena, &grid, &found.played, left)?
        }
        _ => Vec::new(),
    };
    Ok(TuneResult {
        verdict,
        is_present: first.candidate == grid.start,
        finalists: checked,
        present,
        steps,
        conflicts,
        possible: grid.count(),
        played: found.played.len(),
        unfit,
        stopped,
        games: arena.games,
    })
}

/// Describes a search: two searches with the same description have the same results.
fn heading(plan: &TunePlan, base: &Loaded) -> serde_json::Value {
    let catalog = base.catalog();
    let numbers = plan.numbers.iter().map(|number| json!([number.path, number.values]));
    let targets = plan.targets.iter().map(|target| json!([target.measure.to_string(), target.low, target.high]));
    json!({
        "program": env!("CARGO_PKG_VERSION"),
        "packs": catalog.map(|catalog| catalog.exact_packs()),
        "options": catalog.map(|catalog| catalog.chosen_options()),
        "seats": plan.seats,
        "seed": plan.seed,
        "games": plan.games,
        "panel": plan.panel.iter().map(BotSpec::full_name).collect::<Vec<_>>(),
        "confirm": plan.confirm.as_ref().map(BotSpec::full_name),
        "vary": numbers.collect::<Vec<_>>(),
        "present": plan.present,
        "targets": targets.collect::<Vec<_>>(),
    })
}

/// True if two versions of packs play the same games, from a few random ones.
///
/// # Errors
/// A version cannot be played.
pub fn plays_alike(versions: [&Loaded; 2], seats: u8) -> Result<bool, KitError> {
    let mut seeds = Generator::new(0);
    let [mut one, mut other] =
        [Games::new(versions[0], seats, &[RANDOM], false)?, Games::new(versions[1], seats, &[RANDOM], false)?];
    for _ in 0..ALIKE {
        let seed = seeds.next();
        let first = one.play(seed, &mut |_, _, _| {})?.game.fingerprint();
        if other.play(seed, &mut |_, _, _| {})?.game.fingerprint() != first {
            return Ok(false);
        }
    }
    Ok(true)
}
