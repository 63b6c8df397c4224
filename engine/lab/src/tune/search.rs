//! Searches for the candidates that most probably meet all targets, by successive halving.
//!
//! All candidates play the same seeds. After each rung, the third with the least doubt remains and plays three times as
//! many games. If there are too many candidates for that, the search first explores: it plays a sample, and then again
//! and again the neighbours of the best candidates so far.

use std::collections::BTreeSet;

use tilewright_core::state::chance::Generator;

use super::error::TuneError;
use super::grid::{Candidate, NumberGrid};
use super::score::{doubt, ratio, rounded};
use super::units::{Arena, SeedSet, SeriesKey};

/// Number of seeds that each candidate plays at least.
pub(super) const FIRST: u64 = 12;

/// Ratio of the games of a candidate in one rung to its games in the rung before.
const RUNG: u64 = 3;

/// Number of candidates that remain at the end of the search.
pub(super) const REMAIN: usize = 5;

/// Number of the best candidates whose neighbours are explored next.
const PARENTS: usize = 6;

/// Number of candidates that are explored at once.
const BROOD: usize = 32;

/// Steps to the neighbours that are explored.
pub(super) const STEPS: [usize; 4] = [1, 2, 4, 8];

/// Share of the games of a search that exploring takes, in percent.
const EXPLORING: u64 = 60;

/// Value that separates the sample of candidates from all games.
const SAMPLE: u64 = 0x7a11_5eed_c0de_5a3b;

/// Candidate with the evidence from its games.
#[derive(Clone, Debug)]
pub(super) struct RankedCandidate {
    pub(super) candidate: Candidate,
    /// Sum of the doubts about all targets and bots of the panel; infinite if it cannot be played.
    pub(super) doubt: f64,
}

/// Returns the doubt about each target, as the sum over the bots of the panel; `None` if the candidate cannot be played.
pub(super) fn doubts(arena: &Arena<'_>, seeds: SeedSet, candidate: &Candidate) -> Option<Vec<f64>> {
    let mut sums = vec![0.0; arena.plan.targets.len()];
    for bot in 0..arena.plan.panel.len() {
        let series = arena.series(&SeriesKey::new(seeds, candidate, bot))?;
        if series.unfit.is_some() {
            return None;
        }
        for (at, target) in arena.plan.targets.iter().enumerate() {
            sums[at] += doubt(target, &ratio(&series.counts, at));
        }
    }
    Some(sums)
}

/// Search while it runs.
struct Search<'s, 'a> {
    arena: &'s mut Arena<'a>,
    grid: &'s NumberGrid,
    /// Number of further seeds that the search may play, counted once for each candidate.
    left: u64,
}

impl Search<'_, '_> {
    /// Lets candidates play until each has `blocks` seeds, and returns them with the least doubt first.
    fn play(&mut self, candidates: &[Candidate], blocks: u64) -> Result<Vec<RankedCandidate>, TuneError> {
        let panel = 0..self.arena.plan.panel.len();
        let key = |candidate| panel.clone().map(move |bot| SeriesKey::new(SeedSet::Search, candidate, bot));
        let keys: Vec<SeriesKey> = candidates.iter().flat_map(key).collect();
        let games = self.arena.games;
        self.arena.extend(&keys, blocks)?;
        self.left = self.left.saturating_sub((self.arena.games - games) / panel.len() as u64);
        Ok(self.rank(candidates.to_vec()))
    }

    /// Sorts candidates by doubt. Candidates that are as good as certain are sorted by their distance from the present
    /// values.
    fn rank(&self, candidates: Vec<Candidate>) -> Vec<RankedCandidate> {
        let ranked = candidates.into_iter().map(|candidate| {
            let doubts = doubts(self.arena, SeedSet::Search, &candidate);
            let doubt = doubts.map_or(f64::INFINITY, |doubts| doubts.iter().sum());
            RankedCandidate { candidate, doubt }
        });
        let mut ranked: Vec<RankedCandidate> = ranked.collect();
        ranked.sort_by(|a, b| {
            let steps = |ranked: &RankedCandidate| self.grid.steps(&ranked.candidate);
            let by_doubt = rounded(a.doubt).total_cmp(&rounded(b.doubt));
            by_doubt.then_with(|| steps(a).cmp(&steps(b))).then_with(|| a.candidate.cmp(&b.candidate))
        });
        ranked
    }

    /// Explores a grid that is too large to play all candidates. Returns all that were played, best first.
    fn explore(&mut self) -> Result<Vec<RankedCandidate>, TuneError> {
        let end = self.left - self.left * EXPLORING / 100;
        let mut chance = Generator::new(self.arena.plan.seed ^ SAMPLE);
        let mut seen = BTreeSet::from([self.grid.start.clone()]);
        let near = self.grid.nearest_to_present();
        seen.extend(self.grid.neighbours(&near, &STEPS[..2]).into_iter().map(|(_, neighbour)| neighbour));
        seen.insert(near);
        let sample = (self.left - end) / FIRST / 3;
        for _ in 0..sample {
            seen.insert(self.grid.candidate(chance.next() % self.grid.count()));
        }
        let mut ranked = self.play(&seen.iter().cloned().collect::<Vec<_>>(), FIRST)?;
        while self.left > end {
            let parents = ranked.iter().take(PARENTS);
            let neighbours = parents.flat_map(|parent| self.grid.neighbours(&parent.candidate, &STEPS));
            let mut brood = Vec::new();
            for (_, neighbour) in neighbours {
                let room = ((self.left - end).div_ceil(FIRST) as usize).min(BROOD);
                if brood.len() < room && seen.insert(neighbour.clone()) {
                    brood.push(neighbour);
                }
            }
            if brood.is_empty() {
                break;
            }
            self.play(&brood, FIRST)?;
            ranked = self.rank(seen.iter().cloned().collect());
        }
        Ok(ranked)
    }

    /// Plays rungs with fewer and fewer candidates until the games are used up.
    fn halve(&mut self, mut ranked: Vec<RankedCandidate>, mut blocks: u64) -> Result<Vec<RankedCandidate>, TuneError> {
        loop {
            let fewer = (ranked.len() as u64).div_ceil(RUNG) as usize;
            let remain = if ranked.len() > REMAIN { fewer.max(REMAIN) } else { ranked.len() };
            let candidates: Vec<Candidate> =
                ranked.iter().take(remain).map(|ranked| ranked.candidate.clone()).collect();
            let is_last = ranked.len() <= REMAIN;
            let possible = blocks + self.left / remain.max(1) as u64;
            let next = if is_last { possible } else { possible.min(blocks * RUNG) };
            if next == blocks {
                return Ok(ranked);
            }
            ranked = self.play(&candidates, next)?;
            blocks = next;
            if is_last {
                return Ok(ranked);
            }
        }
    }
}

/// Returns the number of rungs that reduce candidates to [`REMAIN`].
fn rungs(candidates: u64) -> u64 {
    let (mut rungs, mut left) = (1, candidates);
    while left > REMAIN as u64 {
        left = left.div_ceil(RUNG).max(REMAIN as u64);
        rungs += 1;
    }
    rungs
}

/// Result of a search.
pub(super) struct SearchResult {
    /// Candidates that remained, with the least doubt first.
    pub(super) best: Vec<RankedCandidate>,
    /// All candidates that played.
    pub(super) played: Vec<Candidate>,
}

/// Searches with at most `games` games for each bot of the panel.
pub(super) fn search(arena: &mut Arena<'_>, grid: &NumberGrid, games: u64) -> Result<SearchResult, TuneError> {
    let count = grid.count();
    // A rung costs two thirds of the games that its candidates then have, since they keep those of earlier rungs.
    let cost = |candidates: u64, rungs: u64| candidates.saturating_mul(3 + 2 * (rungs - 1)) / 3;
    let whole = cost(count, rungs(count));
    let mut search = Search { arena, grid, left: games };
    if whole.saturating_mul(FIRST) <= games {
        let mut all: BTreeSet<Candidate> = (0..count).map(|number| grid.candidate(number)).collect();
        all.insert(grid.start.clone());
        let all: Vec<Candidate> = all.into_iter().collect();
        let blocks = (games / whole.max(1)).min(games / all.len() as u64).max(1);
        let ranked = search.play(&all, blocks)?;
        let best = search.halve(ranked, blocks)?;
        return Ok(SearchResult { best, played: all });
    }
    let ranked = search.explore()?;
    let played: Vec<Candidate> = ranked.iter().map(|ranked| ranked.candidate.clone()).collect();
    let fits = |rungs: &u64| search.left / (2 * FIRST * rungs) <= REMAIN as u64 * RUNG.pow(*rungs as u32);
    let rungs = (1..10).find(fits).unwrap_or(10);
    let mut chosen = ranked;
    // The first rung of halving divides by three.
    chosen.truncate((RUNG * search.left / (2 * FIRST * rungs)).max(1) as usize);
    let best = search.halve(chosen, FIRST)?;
    Ok(SearchResult { best, played })
}
