//! Searches for lines that win more than their share against the field: successive halving in rounds, with combinations
//! of the best lines in between.

use tilewright_kit::error::KitError;

use super::arena::{Arena, Trial};
use super::{FINALISTS, Preparation};
use crate::bots::{BotKind, BotSpec};
use crate::judge::Manner;
use crate::stats::{CONFIDENCE, Interval, compare_pairs};

/// Shares of the budget of the search for its rounds, in percent. The second round adds combinations of two lines of the
/// first: all of them if the budget is large enough, because two steps that lose alone may win together. The third round
/// adds combinations of two of the best lines.
const ROUNDS: [f64; 3] = [35.0, 45.0, 20.0];

/// Number of lines that remain after a round.
const REMAIN: usize = 8;

/// Ratio of the blocks of a line in one rung to its blocks in the rung before, and of the numbers of lines.
const RUNG: u64 = 3;

/// Number of blocks that each line plays at least.
const FEWEST: u64 = 2;

/// Maximum number of restrictions of a line.
const STEPS: usize = 3;

/// Ratio of the cost of a search with the removal of needless steps to its budget.
const SIMPLIFYING: f64 = 7.0 / 6.0;

/// Minimum surplus of wins in the search over an equal share, in standard errors, for a line to be tested.
const PROMISING: f64 = 1.0;

/// Minimum gain of wins from a step of a line, in standard errors; other steps are removed.
const PAYS: f64 = 2.0;

/// Searches with games that cost about `budget`. Returns the best lines, without common steps.
pub(super) fn search(arena: &mut Arena<'_>, prepared: &Preparation, budget: f64) -> Result<Vec<BotSpec>, KitError> {
    let mut lines = prepared.lines.clone();
    for (round, percent) in ROUNDS.into_iter().enumerate() {
        if round > 0 {
            let plain = BotSpec::new(BotKind::Greedy);
            let mut parents = if round == 1 { prepared.lines.clone() } else { lines.clone() };
            parents.retain(|line| !plays_like(arena, line, &plain));
            rank(arena, &mut parents);
            let mut pairs: Vec<(usize, usize)> =
                (0..parents.len()).flat_map(|at| (0..at).map(move |before| (before, at))).collect();
            pairs.sort_by_key(|(first, second)| first + second);
            for line in pairs.into_iter().filter_map(|(first, second)| combine(&parents[first], &parents[second])) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        halve(arena, &mut lines, budget * percent / 100.0)?;
    }
    let mut finalists: Vec<BotSpec> = Vec::new();
    // The removal of steps may use the games that the rounds have left, and a sixth more.
    let limit = budget * SIMPLIFYING;
    for line in lines {
        if finalists.len() == FINALISTS || !is_promising(arena, &line) {
            continue;
        }
        let line = simplify(arena, line, limit)?;
        if is_promising(arena, &line) && !finalists.iter().any(|other| has_common_step(other, &line)) {
            finalists.push(line);
        }
    }
    Ok(finalists)
}

/// Plays rungs with fewer and fewer lines, until at most [`REMAIN`] are left, best first. Leaves out the last lines if the
/// budget is too small for [`FEWEST`] blocks of each, and lines that play exactly like plain `greedy`.
fn halve(arena: &mut Arena<'_>, lines: &mut Vec<BotSpec>, budget: f64) -> Result<(), KitError> {
    let whole = arena.blocks_for(Trial::Search, budget) as f64;
    while lines.len() > 1 && whole / cost(lines.len()) < FEWEST as f64 {
        lines.pop();
    }
    let mut blocks = (whole / cost(lines.len())) as u64;
    loop {
        arena.extend(lines, Trial::Search, blocks)?;
        let plain = [BotSpec::new(BotKind::Greedy)];
        arena.extend(&plain, Trial::Search, blocks)?;
        lines.retain(|line| plain.contains(line) || !plays_like(arena, line, &plain[0]));
        rank(arena, lines);
        if lines.len() <= REMAIN {
            return Ok(());
        }
        lines.truncate(next_count(lines.len()));
        blocks *= RUNG;
    }
}

/// True if all games of a line so far end like those of another line: its restrictions have no effect.
fn plays_like(arena: &Arena<'_>, line: &BotSpec, other: &BotSpec) -> bool {
    let (own, other) = (arena.series(line, Trial::Search), arena.series(other, Trial::Search));
    own.stopped.is_none() && own.blocks.iter().zip(&other.blocks).all(|(own, other)| own == other)
}

/// Returns the number of lines in the rung after a rung with a number of lines.
fn next_count(lines: usize) -> usize {
    lines.div_ceil(RUNG as usize).max(REMAIN)
}

/// Returns the number of blocks that all rungs play, if each line has one block in the first rung. Lines keep the blocks
/// of earlier rungs.
fn cost(mut lines: usize) -> f64 {
    let (mut all, mut blocks) = (lines as u64, 1);
    while lines > REMAIN {
        lines = next_count(lines);
        all += lines as u64 * blocks * (RUNG - 1);
        blocks *= RUNG;
    }
    all.max(1) as f64
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

/// Removes steps of a line that do not pay: without them, the line wins as often on the same seeds. Stops when the games
/// would cost more than `limit`.
fn simplify(arena: &mut Arena<'_>, mut line: BotSpec, limit: f64) -> Result<BotSpec, KitError> {
    loop {
        let parts: Vec<BotSpec> =
            without_one_step(&line).into_iter().filter(|part| !arena.plan.field.contains(part)).collect();
        let blocks = arena.series(&line, Trial::Search).blocks.len() as u64;
        let missing = |part| blocks.saturating_sub(arena.series(part, Trial::Search).blocks.len() as u64);
        let games = parts.iter().map(missing).sum::<u64>() * u64::from(arena.plan.seats);
        if arena.spent + games as f64 > limit {
            return Ok(line);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::parse_bot;

    fn bot(word: &str) -> BotSpec {
        parse_bot(word).unwrap_or(crate::bots::RANDOM)
    }

    #[test]
    fn lines_are_combined_unless_they_contradict_each_other() {
        let combined = |one: &str, other: &str| combine(&bot(one), &bot(other)).map(|line| line.to_string());
        assert_eq!(
            combined("greedy-always-tags.deep", "greedy-builder-never-figures.guard"),
            Some("greedy-builder-never-figures.guard-always-tags.deep".to_owned())
        );
        assert_eq!(combined("greedy-builder", "greedy-farmer"), None, "a bot has one manner");
        assert_eq!(combined("greedy-never-tags.deep", "greedy-always-tags.deep"), None);
        assert_eq!(combined("greedy-never-tags.deep", "greedy-never-tags.deep-never-inns"), None, "no step is added");
        assert_eq!(
            combined("greedy-never-a-never-b", "greedy-never-c-never-d"),
            None,
            "four restrictions are too many"
        );
    }

    #[test]
    fn each_step_can_be_left_out() {
        let parts = |line: &str| without_one_step(&bot(line)).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(parts("greedy-builder-never-a"), ["greedy-builder", "greedy-never-a"]);
        assert!(parts("greedy-never-a").is_empty() && parts("greedy-builder").is_empty());
        assert!(has_common_step(&bot("greedy-never-a-never-b"), &bot("greedy-never-b")));
        assert!(!has_common_step(&bot("greedy-never-a"), &bot("greedy-always-a")));
    }

    #[test]
    fn the_cost_of_a_round_is_that_of_its_rungs() {
        assert_eq!([1, 8, 9, 24, 25].map(cost), [1.0, 8.0, 9.0 + 16.0, 24.0 + 16.0, 25.0 + 18.0 + 48.0]);
    }
}
