//! Computes intervals for means, differences and shares.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::stats::Sums;

/// Default confidence: the probability that an interval contains the true value.
pub const CONFIDENCE: f64 = 0.95;

/// An estimate with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Interval {
    /// Estimate of the true value.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Interval {
    /// True if a number is in the interval, ends included.
    pub fn holds(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// Returns half the width of the interval: the possible error of an estimate in its middle.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    pub(super) fn from_half_width(estimate: f64, half: f64) -> Interval {
        Interval { estimate, low: estimate - half, high: estimate + half }
    }

    /// Creates an unbounded interval for an estimate without information about its error.
    pub(super) fn unknown(estimate: f64) -> Interval {
        Interval { estimate, low: f64::NEG_INFINITY, high: f64::INFINITY }
    }
}

/// An estimate with a test of the hypothesis that the true value is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tested {
    /// Estimate with its interval.
    pub interval: Interval,
    /// Two-sided p-value: the probability of an estimate this far from 0 if the true value is 0.
    pub p: f64,
    /// Number of blocks behind the estimate.
    pub blocks: usize,
}

/// Returns the quantile of Student's t for a two-sided interval; `None` unless `freedom`, the degrees of freedom, is
/// positive.
pub(super) fn t_quantile(confidence: f64, freedom: f64) -> Option<f64> {
    let t = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(t.inverse_cdf(0.5 + confidence / 2.0))
}

/// Returns the two-sided tail probability of Student's t.
pub(super) fn t_tail(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |students| (2.0 * students.sf(t.abs())).min(1.0))
}

/// Returns the upper tail probability of Student's t.
pub(super) fn t_upper(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |students| students.sf(t))
}

/// Returns the mean of blocks and its t interval, which is unbounded for fewer than two blocks.
pub fn mean(blocks: &[f64], confidence: f64) -> Interval {
    let (mean, error) = mean_and_error(blocks);
    match t_quantile(confidence, blocks.len() as f64 - 1.0) {
        Some(t) => Interval::from_half_width(mean, t * error),
        None => Interval::unknown(mean),
    }
}

/// Like [`mean`], for sums in which each number is a block.
pub fn mean_of(sums: &Sums, confidence: f64) -> Interval {
    mean_by(sums.mean(), sums.deviation(), sums.count as f64, confidence)
}

/// Like [`mean`], given the mean, the standard deviation and the count of the numbers.
pub(crate) fn mean_by(mean: f64, deviation: f64, count: f64, confidence: f64) -> Interval {
    match t_quantile(confidence, count - 1.0) {
        Some(t) => Interval::from_half_width(mean, t * deviation / count.sqrt()),
        None => Interval::unknown(mean),
    }
}

/// Compares two versions or bots that played the same blocks: the mean of `a - b`, its t interval and its p-value.
/// Blocks that only one side has are left out.
pub fn compare_pairs(a: &[f64], b: &[f64], confidence: f64) -> Tested {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let interval = mean(&differences, confidence);
    let (mean, error) = mean_and_error(&differences);
    let p = match (error > 0.0, mean == 0.0) {
        (true, _) => t_tail(mean / error, differences.len() as f64 - 1.0),
        (false, true) => 1.0,
        // All blocks have the same difference: with two or more blocks this cannot be chance.
        (false, false) => f64::from(u8::from(differences.len() < 2)),
    };
    Tested { interval, p, blocks: differences.len() }
}

/// Returns the mean and its standard error.
pub(super) fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    if numbers.is_empty() {
        return (0.0, 0.0);
    }
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    (mean, if n < 2.0 { 0.0 } else { (squares / (n - 1.0) / n).sqrt() })
}

/// Returns the share of `n` blocks with Wilson's interval. Fractions of a block may count, as for a shared win.
pub fn share(of: f64, n: u64, confidence: f64) -> Interval {
    if n == 0 {
        return Interval { estimate: 0.0, low: 0.0, high: 1.0 };
    }
    wilson((of / n as f64).clamp(0.0, 1.0), n as f64, confidence)
}

/// Returns Wilson's interval for a share of independent cases, whose number may be fractional.
pub(super) fn wilson(p: f64, cases: f64, confidence: f64) -> Interval {
    let (n, z) = (cases, Normal::standard().inverse_cdf(0.5 + confidence / 2.0));
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // For a share of 0 or 1, one end is the share itself, and rounding must not put it on the wrong side.
    Interval { estimate: p, low: (middle - half).clamp(0.0, p), high: (middle + half).clamp(p, 1.0) }
}

/// Returns the maximum share of something that was not seen in `n` blocks: near 3/n for 95 %.
pub fn at_most(n: u64, confidence: f64) -> f64 {
    if n == 0 { 1.0 } else { 1.0 - (1.0 - confidence).powf(1.0 / n as f64) }
}

/// Returns the number, or `None` if it is infinite or not a number, which JSON cannot represent.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_lies_in_its_interval() {
        for n in 1..400u64 {
            for of in [0, 1, n / 2, n - 1, n] {
                let Interval { estimate, low, high } = share(of as f64, n, 0.95);
                assert!(0.0 <= low && low <= estimate && estimate <= high && high <= 1.0, "{of} of {n}: {low} {high}");
            }
        }
    }

    fn assert_near(a: f64, b: f64, off: f64) {
        assert!((a - b).abs() <= off, "{a} instead of {b}");
    }

    /// Compares with scipy 1.17: `ttest_1samp`, and `proportion_ci` with `wilson`.
    #[test]
    fn intervals_are_those_of_other_programs() {
        let interval = mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], 0.95);
        assert_near(interval.estimate, 5.0, 1e-12);
        assert_near(interval.low, 3.212_512_081_763_79, 1e-9);
        assert_near(interval.high, 6.787_487_918_236_209, 1e-9);
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|n| sums.add(n));
        assert_near(mean_of(&sums, 0.95).high, interval.high, 1e-9);
        let wilson = share(7.0, 20, 0.95);
        assert_near(wilson.low, 0.181_191_824_101_082, 1e-9);
        assert_near(wilson.high, 0.567_145_723_314_763_7, 1e-9);
        assert_eq!(share(0.0, 50, 0.95).low, 0.0);
        assert_near(at_most(1000, 0.95), 0.002_991, 1e-6);
        assert!(mean(&[1.0], 0.95).holds(1e9) && mean(&[], 0.95).holds(0.0) && share(0.0, 0, 0.95).holds(0.7));
    }

    #[test]
    fn pairs_are_compared_by_their_differences() {
        // These are values of `ttest_rel` in scipy 1.17.
        let tested = compare_pairs(&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.5, 2.5, 2.0, 3.2, 3.9], 0.95);
        assert_near(tested.interval.estimate, 0.58, 1e-9);
        assert_near(tested.p, 0.115_011_838_781_095_46, 1e-9);
        assert_eq!(compare_pairs(&[1.0, 2.0], &[1.0, 2.0], 0.95).p, 1.0);
        assert_eq!(compare_pairs(&[3.0, 4.0], &[1.0, 2.0], 0.95).p, 0.0);
    }
}
