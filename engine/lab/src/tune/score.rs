//! Judges a candidate by its games: how probable is it that it meets the targets, and is it certain.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::BookId;
use tilewright_core::state::Game;
use tilewright_kit::tune::{TargetMeasure, TargetRange};

use crate::simulate::WHOLE_WIN;
use crate::stats::{Interval, Ratio, mean_by};

/// Share of the winner's points that the second player has at least in a close game, in percent.
const CLOSE: i64 = 95;

/// Counts of one game for one target: the measure is the sum of the parts over the sum of the wholes.
pub(super) type Count = [i64; 2];

/// Returns the book that a target is about, in a version of the packs.
pub(super) fn book_of(target: &TargetRange, catalog: &Catalog) -> Option<BookId> {
    match &target.measure {
        TargetMeasure::Share(book) => catalog.books.find(book),
        _ => None,
    }
}

/// Counts a finished game for a target. `book` is the book of the target.
pub(super) fn count(target: &TargetRange, book: Option<BookId>, game: &Game) -> Count {
    let sum = |points: &[i32]| points.iter().copied().map(i64::from).sum::<i64>();
    match &target.measure {
        TargetMeasure::Turns => [i64::from(game.turns()), 1],
        TargetMeasure::Points => [sum(game.scores()), game.seat_count() as i64],
        TargetMeasure::Seat(seat) => {
            let winners = game.winners();
            let parts = WHOLE_WIN / winners.len().max(1) as u64;
            [if winners.contains(seat) { parts as i64 } else { 0 }, WHOLE_WIN as i64]
        }
        TargetMeasure::Won => [i64::from(!game.winners().is_empty()), 1],
        TargetMeasure::Close => {
            let mut scores: Vec<i64> = game.scores().iter().copied().map(i64::from).collect();
            scores.sort_unstable_by(|a, b| b.cmp(a));
            let second = scores.get(1).or(scores.first()).copied().unwrap_or(0);
            [i64::from(100 * second >= CLOSE * scores.first().copied().unwrap_or(0)), 1]
        }
        TargetMeasure::Aside => {
            let aside = game.set_aside().len() as i64 - game.tally().taken_off.len() as i64;
            [aside, aside + game.board().tiles().len() as i64]
        }
        TargetMeasure::Share(_) => [book.map_or(0, |book| sum(game.book_points(book))), sum(game.scores())],
    }
}

/// Answer to the question whether a target is met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TargetVerdict {
    /// The interval of the mean is within the range of the target.
    Met,
    /// The games are too few.
    Unknown,
    /// The interval of the mean is outside of the range.
    Missed,
}

impl TargetVerdict {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            TargetVerdict::Met => "met",
            TargetVerdict::Unknown => "unknown",
            TargetVerdict::Missed => "missed",
        }
    }
}

/// Mean of a measure in games of one bot, compared with its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CheckedTarget {
    /// Mean with its interval.
    pub interval: Interval,
    /// Answer to the question whether the target is met.
    pub verdict: TargetVerdict,
}

/// Minimum number of blocks for a verdict.
const FEWEST: u64 = 50;

/// Compares games with a target.
pub(super) fn check(target: &TargetRange, ratio: &Ratio, confidence: f64) -> CheckedTarget {
    let is_share = target.measure.is_share();
    let interval = if is_share { ratio.share(confidence) } else { ratio.interval(confidence) };
    let verdict = match () {
        () if ratio.blocks < FEWEST => TargetVerdict::Unknown,
        () if target.low <= interval.low && interval.high <= target.high => TargetVerdict::Met,
        () if interval.high < target.low || target.high < interval.low => TargetVerdict::Missed,
        () => TargetVerdict::Unknown,
    };
    CheckedTarget { interval, verdict }
}

/// Returns the negative logarithm of the probability that the mean of a measure is within the range of its target. It
/// is 0 without games. Only functions that are the same on every machine are used, so that a search takes the same way
/// there.
pub(super) fn doubt(target: &TargetRange, ratio: &Ratio) -> f64 {
    if ratio.blocks < 2 {
        return 0.0;
    }
    let half = (target.high - target.low) / 2.0;
    let (mean, error) = match target.measure.is_share() {
        // The share and the error of Agresti and Coull (1998), which are not 0 after a few equal games.
        true => {
            let cases = ratio.cases();
            let share = (ratio.estimate().clamp(0.0, 1.0) * cases + 2.0) / (cases + 4.0);
            (share, (share * (1.0 - share) / (cases + 4.0)).sqrt())
        }
        false => (ratio.estimate(), ratio.error()),
    };
    let error = error.max(half * 1e-3);
    let is_open = |end: f64, bound: f64| target.measure.is_share() && end == bound;
    let below = if is_open(target.low, 0.0) { f64::NEG_INFINITY } else { (target.low - mean) / error };
    let above = if is_open(target.high, 1.0) { f64::INFINITY } else { (target.high - mean) / error };
    // The range is on one side of the mean after at most one reflection, so that no digits are lost.
    let (near, far) = if below > 0.0 { (below, above) } else { (-above, -below) };
    if near <= 0.0 {
        return -libm::log((1.0 - upper_tail(above) - upper_tail(-below)).max(f64::MIN_POSITIVE));
    }
    let inside = upper_tail(near) - upper_tail(far);
    match inside > 1e-290 {
        true => -libm::log(inside),
        // The first term of the expansion of the tail, for a mean far outside of the range.
        false => near * near / 2.0 + libm::log(near) + 0.92,
    }
}

/// Doubt below which a candidate is as good as certain: the logarithm of 95 %.
const CERTAIN: f64 = 0.051_293_294_387_550_58;

/// Returns a doubt for comparisons, in which candidates that are as good as certain are equal.
pub(super) fn rounded(doubt: f64) -> f64 {
    if doubt <= CERTAIN { 0.0 } else { doubt }
}

/// Returns the upper tail probability of the standard normal distribution.
fn upper_tail(z: f64) -> f64 {
    libm::erfc(z / std::f64::consts::SQRT_2) / 2.0
}

/// Returns the mean difference of a measure between two candidates that played the same seeds, with its interval for a
/// confidence. The standard error follows from the differences block by block: each is the difference of the
/// contributions of the block to the two ratios.
pub(super) fn difference(before: &[Count], after: &[Count], confidence: f64) -> Interval {
    let blocks = before.len().min(after.len());
    let sides = [&before[..blocks], &after[..blocks]].map(|counts| {
        let mut ratio = Ratio::default();
        counts.iter().for_each(|[part, whole]| ratio.add(*part, *whole));
        (counts, ratio.estimate(), ratio.whole as f64 / blocks.max(1) as f64)
    });
    let contribution = |side: usize, block: usize| {
        let (counts, estimate, whole) = sides[side];
        let [part, of] = counts[block].map(|number| number as f64);
        if whole == 0.0 { 0.0 } else { (part - estimate * of) / whole }
    };
    let estimate = sides[1].1 - sides[0].1;
    let squares: f64 = (0..blocks).map(|block| (contribution(1, block) - contribution(0, block)).powi(2)).sum();
    let deviation = (squares / (blocks.max(2) - 1) as f64).sqrt();
    mean_by(estimate, deviation, blocks as f64, confidence)
}

/// Sums the counts of one target over blocks.
pub(super) fn ratio(blocks: &[Vec<Count>], target: usize) -> Ratio {
    let mut ratio = Ratio::default();
    blocks.iter().for_each(|counts| ratio.add(counts[target][0], counts[target][1]));
    ratio
}
