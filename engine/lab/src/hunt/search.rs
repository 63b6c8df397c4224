//! Searches for lines that win more than their share against the field: successive halving in rounds, with combinations
//! of the best lines in between.

use std::collections::BTreeSet;

use tilewright_kit::error::KitError;

use super::arena::{Arena, Trial};
use super::{FINALISTS, Preparation};
use crate::bots::BotSpec;
use crate::judge::Manner;
use crate::stats::{CONFIDENCE, Interval, compare_pairs};

/// Shares of the budget of the search for its rounds, in percent. Each round but the first adds combinations of two of
/// the best lines.
const ROUNDS: [f64; 3] = [50.0, 30.0, 20.0];

/// Number of lines that remain after a round.
const REMAIN: usize = 8;

/// Ratio of the blocks of a line in one rung to its blocks in the rung before, and of the numbers of lines.
const RUNG: u64 = 3;

/// Number of blocks that each line plays at least.
const FEWEST: u64 = 3;

/// Maximum number of restrictions of a line.
const STEPS: usize = 3;

/// Number of standard errors by which a line must win more than its share in the search to be tested.
const PROMISING: f64 = 1.0;

/// Number of standard errors by which a step of a line must increase its share of wins to remain.
const PAYS: f64 = 2.0;

/// Result of a search.
pub(super) struct SearchResult {
    /// The best lines, without common steps.
    pub(super) finalists: Vec<BotSpec>,
    /// Number of lines that played.
    pub(super) tried: usize,
    /// Number of lines in which a script stopped a game, and the message of the first.
    pub(super) stopped: usize,
    pub(super) message: Option<String>,
}

/// Searches with games that cost at most `budget`.
pub(super) fn search(arena: &mut Arena<'_>, prepared: &Preparation, budget: f64) -> Result<SearchResult, KitError> {
    let mut lines = prepared.lines.clone();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut tried: Vec<BotSpec> = Vec::new();
    for (round, percent) in ROUNDS.into_iter().enumerate() {
        if round > 0 {
            let best = lines.clone();
            let pairs = (0..best.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
            for line in pairs.filter_map(|(first, second)| combine(&best[first], &best[second])) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        let played = halve(arena, &mut lines, budget * percent / 100.0)?;
        tried.extend(played.into_iter().filter(|line| seen.insert(line.to_string())));
    }
    let mut finalists: Vec<BotSpec> = Vec::new();
    for line in lines {
        let line = simplify(arena, line)?;
        if seen.insert(line.to_string()) {
            tried.push(line.clone());
        }
        let is_other = finalists.iter().all(|other| !has_common_step(other, &line));
        if finalists.len() < FINALISTS && is_other && is_promising(arena, &line) {
            finalists.push(line);
        }
    }
    let messages = tried.iter().filter_map(|line| arena.series(line, Trial::Search).stopped.clone());
    let messages: Vec<String> = messages.collect();
    Ok(SearchResult { finalists, tried: tried.len(), stopped: messages.len(), message: messages.into_iter().next() })
}

/// Plays rungs with fewer and fewer lines, until at most [`REMAIN`] are left, best first. Returns the lines that played:
/// all of them, unless the budget is too small for [`FEWEST`] blocks of each.
fn halve(arena: &mut Arena<'_>, lines: &mut Vec<BotSpec>, budget: f64) -> Result<Vec<BotSpec>, KitError> {
    let whole = arena.blocks_for(Trial::Search, budget) as f64;
    // A rung costs two thirds of the blocks that its lines then have, since they keep those of earlier rungs.
    let cost = |lines: usize| lines.max(1) as f64 * (1.0 + 2.0 * f64::from(rungs(lines)) / 3.0);
    while lines.len() > 1 && whole / cost(lines.len()) < FEWEST as f64 {
        lines.pop();
    }
    let played = lines.clone();
    let mut blocks = (whole / cost(lines.len())) as u64;
    loop {
        arena.extend(lines, Trial::Search, blocks)?;
        rank(arena, lines);
        if lines.len() <= REMAIN {
            return Ok(played);
        }
        lines.truncate(lines.len().div_ceil(RUNG as usize).max(REMAIN));
        blocks *= RUNG;
    }
}

/// Returns the number of rungs after the first one.
fn rungs(mut lines: usize) -> u32 {
    let mut rungs = 0;
    while lines > REMAIN {
        lines = lines.div_ceil(RUNG as usize).max(REMAIN);
        rungs += 1;
    }
    rungs
}

/// Sorts lines by their wins over their share, and then by points. Lines with a fault are removed.
fn rank(arena: &Arena<'_>, lines: &mut Vec<BotSpec>) {
    lines.retain(|line| arena.series(line, Trial::Search).stopped.is_none());
    // The sort is stable, so of equal lines the simpler one is the first.
    lines.sort_by_cached_key(|line| {
        let duel = arena.duel(line, Trial::Search);
        // The numbers are compared as whole thousandths, because floating-point numbers have no order.
        let [wins, lead] = [duel.won.estimate - duel.fair, duel.ahead.estimate].map(|number| -(number * 1e3) as i64);
        (wins, lead)
    });
}

/// Returns a line with the steps of two lines; `None` if they contradict each other or are too many.
fn combine(first: &BotSpec, second: &BotSpec) -> Option<BotSpec> {
    let manner = match (first.manner, second.manner) {
        (Manner::Plain, other) | (other, Manner::Plain) => other,
        (one, other) if one == other => one,
        _ => return None,
    };
    let mut habits = [&first.habits[..], &second.habits].concat();
    habits.sort();
    habits.dedup();
    let is_twice = |at: usize| habits[..at].iter().any(|habit| habit.aspect() == habits[at].aspect());
    if habits.len() > STEPS || (0..habits.len()).any(is_twice) {
        return None;
    }
    let line = BotSpec { manner, habits, ..first.clone() };
    (line != *first && line != *second).then_some(line)
}

/// True if a line wins more than its share in the search by more than the standard error.
fn is_promising(arena: &Arena<'_>, line: &BotSpec) -> bool {
    let duel = arena.duel(line, Trial::Search);
    duel.won.estimate - duel.fair > PROMISING * standard_error(&duel.won)
}

/// Returns about the standard error of an interval with the usual confidence.
fn standard_error(interval: &Interval) -> f64 {
    interval.half() / 2.0
}

/// Removes steps of a line that do not pay: without them, the line wins as often on the same seeds.
fn simplify(arena: &mut Arena<'_>, mut line: BotSpec) -> Result<BotSpec, KitError> {
    loop {
        let parts: Vec<BotSpec> =
            without_one_step(&line).into_iter().filter(|part| !arena.plan.field.contains(part)).collect();
        let blocks = arena.series(&line, Trial::Search).blocks.len() as u64;
        arena.extend(&parts, Trial::Search, blocks)?;
        let mut parts: Vec<BotSpec> =
            parts.into_iter().filter(|part| arena.series(part, Trial::Search).stopped.is_none()).collect();
        rank(arena, &mut parts);
        let Some(best) = parts.into_iter().next() else { return Ok(line) };
        let shares = |line: &BotSpec| arena.duel(line, Trial::Search).shares;
        let gain = compare_pairs(&shares(&line), &shares(&best), CONFIDENCE).interval;
        if gain.estimate > PAYS * standard_error(&gain) {
            return Ok(line);
        }
        line = best;
    }
}

/// Returns the lines that lack one step of a line with several steps.
fn without_one_step(line: &BotSpec) -> Vec<BotSpec> {
    let has_manner = line.manner != Manner::Plain;
    if line.habits.len() + usize::from(has_manner) < 2 {
        return Vec::new();
    }
    let mut all: Vec<BotSpec> = (0..line.habits.len())
        .map(|at| {
            let mut other = line.clone();
            other.habits.remove(at);
            other
        })
        .collect();
    if has_manner {
        all.push(BotSpec { manner: Manner::Plain, ..line.clone() });
    }
    all
}

fn has_common_step(one: &BotSpec, other: &BotSpec) -> bool {
    let has_same_manner = one.manner != Manner::Plain && one.manner == other.manner;
    has_same_manner || one.habits.iter().any(|habit| other.habits.contains(habit))
}
