//! Confirms the best candidates on fresh seeds, finds out which steps make no difference, and which targets no candidate
//! meets together.

use std::collections::BTreeMap;

use tilewright_kit::tune::TargetRange;

use super::TunePlan;
use super::error::TuneError;
use super::grid::{Candidate, NumberGrid};
use super::score::{CheckedTarget, TargetVerdict, check, difference, doubt, ratio, rounded};
use super::search::{FIRST, RankedCandidate, STEPS, doubts};
use super::units::{Arena, SeedSet, SeriesKey, Unfit};
use crate::stats::{CONFIDENCE, Interval};

/// Greatest doubt that a finalist may have more than the best one: odds of 20 to 1.
const BEHIND: f64 = 3.0;

/// Least doubt about targets that no candidate meets: a probability of 5 %.
const HOPELESS: f64 = 2.995_732_273_553_991;

/// Number of seeds that show whether a candidate may meet some of the targets.
const ENOUGH: u64 = 300;

/// Largest number of targets among which conflicts are searched.
const TOGETHER: usize = 3;

/// Share of the width of a target's range within which a change of the mean makes no difference.
const NO_DIFFERENCE: f64 = 0.25;

/// Minimum number of blocks for the answer that a step makes no difference.
const FEWEST: usize = 50;

/// Candidate with its games on fresh seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedCandidate {
    /// Version of the game.
    pub candidate: Candidate,
    /// Number of games of each bot.
    pub games: u64,
    /// Comparison with each target, for each bot of the panel and then for the confirming bot.
    pub targets: Vec<Vec<CheckedTarget>>,
    /// Answer to the question whether all targets are met.
    pub verdict: TargetVerdict,
    /// Sum of the doubts about all targets and bots.
    doubt: f64,
}

impl CheckedCandidate {
    /// Returns the ratio of the games that would probably decide the unknown answers to the present games; `None` if
    /// that cannot be estimated.
    pub fn games_needed(&self, targets: &[TargetRange]) -> Option<f64> {
        let unknown = targets.iter().zip(&self.targets).flat_map(|(target, by_bot)| {
            let unknown = by_bot.iter().filter(|checked| checked.verdict == TargetVerdict::Unknown);
            unknown.map(|checked| {
                let mean = checked.interval.estimate;
                let distance = (mean - target.low).abs().min((target.high - mean).abs());
                (checked.interval.half() / distance).powi(2)
            })
        });
        let factor = unknown.fold(1.0, f64::max);
        (factor > 1.0 && factor < 1e4).then_some(factor)
    }
}

/// Effect of a step of one number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepVerdict {
    /// No mean changes by a quarter of the width of its range.
    Same,
    /// The targets with these numbers are missed.
    Misses(Vec<usize>),
    /// All targets are met as well, but means change.
    Meets,
    /// The games are too few.
    Unknown,
    /// The packs cannot be played with this value.
    Unplayable,
}

impl StepVerdict {
    /// Returns the word for programs.
    pub fn word(&self) -> &'static str {
        match self {
            StepVerdict::Same => "same",
            StepVerdict::Misses(_) => "misses",
            StepVerdict::Meets => "meets",
            StepVerdict::Unknown => "unknown",
            StepVerdict::Unplayable => "unplayable",
        }
    }
}

/// Step of one number from a proposal to a neighbouring value.
#[derive(Clone, PartialEq, Debug)]
pub struct NumberStep {
    /// Number that is varied, in the order of the plan.
    pub number: usize,
    /// Value after the step.
    pub value: i64,
    /// Change of the mean for each target and bot of the panel.
    pub changes: Vec<Vec<Interval>>,
    /// Effect of the step.
    pub verdict: StepVerdict,
}

/// Checks candidates on fresh seeds with at most `games` games. The first half of them is for all candidates, the second
/// one for the best of the `finalists` first candidates, unless its answer is known by then. Returns the candidates that
/// can be played.
pub(super) fn confirm(
    arena: &mut Arena<'_>,
    grid: &NumberGrid,
    candidates: &[Candidate],
    finalists: usize,
    games: u64,
) -> Result<Vec<CheckedCandidate>, TuneError> {
    let bots = arena.plan.panel.len() + usize::from(arena.plan.confirm.is_some());
    let key = |candidate| (0..bots).map(move |bot| SeriesKey::new(SeedSet::Fresh, candidate, bot));
    let (count, blocks) = (candidates.len() as u64, games / bots as u64);
    let each = blocks / 2 / count;
    arena.extend(&candidates.iter().flat_map(key).collect::<Vec<_>>(), each)?;
    // Each candidate is another question, and is asked twice.
    let confidence = 1.0 - (1.0 - CONFIDENCE) / (2 * count) as f64;
    let mut all: Vec<CheckedCandidate> =
        candidates.iter().filter_map(|candidate| checked(arena, candidate, bots, confidence)).collect();
    let is_finalist = |checked: &CheckedCandidate| candidates[..finalists].contains(&checked.candidate);
    let best = (0..all.len()).filter(|at| is_finalist(&all[*at])).min_by(|a, b| {
        let [a, b] = [&all[*a], &all[*b]];
        let by_doubt = rounded(a.doubt).total_cmp(&rounded(b.doubt));
        by_doubt.then_with(|| grid.steps(&a.candidate).cmp(&grid.steps(&b.candidate)))
    });
    if let Some(best) = best.filter(|at| all[*at].verdict == TargetVerdict::Unknown) {
        let candidate = all[best].candidate.clone();
        arena.extend(&key(&candidate).collect::<Vec<_>>(), each + blocks - each * count)?;
        match checked(arena, &candidate, bots, confidence) {
            Some(checked) => all[best] = checked,
            None => drop(all.remove(best)),
        }
    }
    Ok(all)
}

/// Compares the fresh games of a candidate with the targets; `None` if it cannot be played.
fn checked(arena: &Arena<'_>, candidate: &Candidate, bots: usize, confidence: f64) -> Option<CheckedCandidate> {
    let (mut targets, mut sum, mut games) = (vec![Vec::new(); arena.plan.targets.len()], 0.0, 0);
    for bot in 0..bots {
        let series = arena.series(&SeriesKey::new(SeedSet::Fresh, candidate, bot))?;
        if series.unfit.is_some() {
            return None;
        }
        games = series.counts.len() as u64;
        for (at, target) in arena.plan.targets.iter().enumerate() {
            let ratio = ratio(&series.counts, at);
            targets[at].push(check(target, &ratio, confidence));
            sum += doubt(target, &ratio);
        }
    }
    let verdict = targets.iter().flatten().map(|checked| checked.verdict).max().unwrap_or(TargetVerdict::Unknown);
    Some(CheckedCandidate { candidate: candidate.clone(), games, targets, verdict, doubt: sum })
}

/// Returns the candidates that are nearly as probable as the best one.
pub(super) fn finalists(best: &[RankedCandidate]) -> Vec<Candidate> {
    let limit = best.first().map_or(0.0, |first| first.doubt) + BEHIND;
    let near = best.iter().filter(|ranked| ranked.doubt.is_finite() && ranked.doubt <= limit);
    near.map(|ranked| ranked.candidate.clone()).collect()
}

/// Moves the candidate with the least doubt to the front, among those with the verdict of the first.
pub(super) fn put_nearest_first(checked: &mut [CheckedCandidate]) {
    let Some(verdict) = checked.first().map(|first| first.verdict) else { return };
    let like_first = (0..checked.len()).filter(|at| checked[*at].verdict == verdict);
    let nearest = like_first.min_by(|a, b| checked[*a].doubt.total_cmp(&checked[*b].doubt));
    checked[..=nearest.unwrap_or(0)].rotate_right(1);
}

/// Plays the candidates that are one step away from a checked one, on the same fresh seeds, and compares them with it.
pub(super) fn steps(
    arena: &mut Arena<'_>,
    grid: &NumberGrid,
    from: &CheckedCandidate,
    games: u64,
) -> Result<Vec<NumberStep>, TuneError> {
    let plan: &TunePlan = arena.plan;
    let panel = plan.panel.len();
    let neighbours = grid.neighbours(&from.candidate, &[1]);
    let blocks = (games / (neighbours.len().max(1) * panel) as u64).min(from.games);
    let key = |candidate| (0..panel).map(move |bot| SeriesKey::new(SeedSet::Fresh, candidate, bot));
    let keys = neighbours.iter().flat_map(|(_, neighbour)| key(neighbour));
    arena.extend(&keys.collect::<Vec<_>>(), blocks)?;
    let step = |(number, neighbour): &(usize, Candidate)| {
        let Candidate::At(places) = neighbour else { return None };
        let value = plan.numbers[*number].values[places[*number]];
        let (changes, verdict) = compare(arena, &from.candidate, neighbour);
        Some(NumberStep { number: *number, value, changes, verdict })
    };
    Ok(neighbours.iter().filter_map(step).collect())
}

/// Compares two candidates for each target and bot of the panel.
fn compare(arena: &Arena<'_>, from: &Candidate, to: &Candidate) -> (Vec<Vec<Interval>>, StepVerdict) {
    let plan: &TunePlan = arena.plan;
    let (mut changes, mut same, mut met, mut missed) = (Vec::new(), true, true, Vec::new());
    for (at, target) in plan.targets.iter().enumerate() {
        let mut by_bot = Vec::new();
        for bot in 0..plan.panel.len() {
            let series = |candidate| arena.series(&SeriesKey::new(SeedSet::Fresh, candidate, bot));
            let (Some(before), Some(after)) = (series(from), series(to)) else { continue };
            if after.unfit.is_some() {
                return (Vec::new(), StepVerdict::Unplayable);
            }
            let counts = |series: &[Vec<_>]| series.iter().map(|counts| counts[at]).collect::<Vec<_>>();
            let (before, own) = (counts(&before.counts), counts(&after.counts));
            // Two one-sided tests at 5 % are an interval of 90 %.
            let both_sides = difference(&before, &own, 2.0 * CONFIDENCE - 1.0);
            let limit = NO_DIFFERENCE * (target.high - target.low);
            same &= own.len() >= FEWEST && -limit < both_sides.low && both_sides.high < limit;
            by_bot.push(difference(&before, &own, CONFIDENCE));
            let verdict = check(target, &ratio(&after.counts, at), CONFIDENCE).verdict;
            met &= verdict == TargetVerdict::Met;
            if verdict == TargetVerdict::Missed && !missed.contains(&at) {
                missed.push(at);
            }
        }
        changes.push(by_bot);
    }
    let verdict = match () {
        () if !missed.is_empty() => StepVerdict::Misses(missed),
        () if same => StepVerdict::Same,
        () if met => StepVerdict::Meets,
        () => StepVerdict::Unknown,
    };
    (changes, verdict)
}

/// Returns the smallest sets of targets that no candidate probably meets together. If each small set can be met, returns
/// the set of all targets. Plays at most `games` games: neighbours of the best candidate for a set, and more games of a
/// candidate that may meet a set after few games.
pub(super) fn conflicts(
    arena: &mut Arena<'_>,
    grid: &NumberGrid,
    played: &[Candidate],
    games: u64,
) -> Result<Vec<Vec<usize>>, TuneError> {
    let (count, end) = (arena.plan.targets.len(), arena.games + games);
    let mut all = KnownDoubts { arena, end, by_candidate: BTreeMap::new() };
    all.read(played);
    for size in 1..=TOGETHER.min(count) {
        let mut sets = Vec::new();
        each_set(count, size, &mut Vec::new(), &mut |set| sets.push(set.to_vec()));
        let mut hopeless = Vec::new();
        for set in sets {
            if !all.may_meet(&set, grid)? {
                hopeless.push(set);
            }
        }
        if !hopeless.is_empty() {
            return Ok(hopeless);
        }
    }
    Ok(vec![(0..count).collect()])
}

/// Doubts about each target, for the candidates that played.
struct KnownDoubts<'s, 'a> {
    arena: &'s mut Arena<'a>,
    /// Maximum number of games of the search.
    end: u64,
    by_candidate: BTreeMap<Candidate, Option<Vec<f64>>>,
}

impl KnownDoubts<'_, '_> {
    fn read(&mut self, candidates: &[Candidate]) {
        let doubts = candidates.iter().map(|candidate| (candidate, doubts(self.arena, SeedSet::Search, candidate)));
        self.by_candidate.extend(doubts.map(|(candidate, doubts)| (candidate.clone(), doubts)));
    }

    /// Lets candidates play until each has `blocks` seeds; false if there are not enough games left.
    fn extend(&mut self, candidates: &[Candidate], blocks: u64) -> Result<bool, TuneError> {
        let panel = self.arena.plan.panel.len();
        let key = |candidate| (0..panel).map(move |bot| SeriesKey::new(SeedSet::Search, candidate, bot));
        let keys: Vec<SeriesKey> = candidates.iter().flat_map(key).collect();
        let is_room = self.arena.games + keys.len() as u64 * blocks <= self.end;
        if is_room {
            self.arena.extend(&keys, blocks)?;
            self.read(candidates);
        }
        Ok(is_room)
    }

    /// True if a candidate may meet a set of targets. Climbs from the best candidate to neighbours that did not play.
    fn may_meet(&mut self, set: &[usize], grid: &NumberGrid) -> Result<bool, TuneError> {
        loop {
            let sum = |doubts: &Vec<f64>| set.iter().map(|at| doubts[*at]).sum::<f64>();
            let sums =
                self.by_candidate.iter().filter_map(|(candidate, doubts)| Some((candidate, sum(doubts.as_ref()?))));
            let Some((best, doubt)) = sums.min_by(|(_, a), (_, b)| a.total_cmp(b)) else { return Ok(false) };
            let best = best.clone();
            if doubt > HOPELESS {
                let neighbours = grid.neighbours(&best, &STEPS).into_iter().map(|(_, neighbour)| neighbour);
                let new: Vec<Candidate> = neighbours.filter(|other| !self.by_candidate.contains_key(other)).collect();
                if new.is_empty() || !self.extend(&new, FIRST)? {
                    return Ok(false);
                }
                continue;
            }
            let key = SeriesKey::new(SeedSet::Search, &best, 0);
            let blocks = self.arena.series(&key).map_or(0, |series| series.counts.len() as u64);
            if blocks >= ENOUGH || !self.extend(&[best], ENOUGH)? {
                return Ok(true);
            }
        }
    }
}

/// Calls `act` for each set of `size` numbers below `count` that begins with `set`.
fn each_set(count: usize, size: usize, set: &mut Vec<usize>, act: &mut dyn FnMut(&[usize])) {
    if set.len() == size {
        return act(set);
    }
    for next in set.last().map_or(0, |last| last + 1)..count {
        set.push(next);
        each_set(count, size, set, act);
        set.pop();
    }
}

/// Returns the message of the first script that stopped a game of some candidates, and the number of candidates without
/// results.
pub(super) fn unfit(arena: &Arena<'_>, played: &[Candidate]) -> (usize, Option<String>) {
    let reasons = played.iter().filter_map(|candidate| {
        let keys = (0..arena.plan.panel.len()).map(|bot| SeriesKey::new(SeedSet::Search, candidate, bot));
        keys.filter_map(|key| arena.series(&key)?.unfit.clone()).next()
    });
    let reasons: Vec<Unfit> = reasons.collect();
    let message = reasons.iter().find_map(|reason| match reason {
        Unfit::Stopped { seed, message } => Some(format!("seed {seed}: {message}")),
        Unfit::Unplayable => None,
    });
    (reasons.len(), message)
}
