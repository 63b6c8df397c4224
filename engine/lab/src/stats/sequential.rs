//! Compares versions with as few blocks as needed for a clear result.

use crate::stats::interval::mean_and_error;

/// Generalised sequential probability ratio test on the means of blocks, with the hypotheses of a difference of
/// `smallest` and of no difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    /// Smallest difference that matters, fixed in advance; may be negative.
    pub smallest: f64,
    /// Probability of finding a difference that does not exist, and of missing one that does.
    pub error: f64,
    /// Number of blocks between two looks.
    pub look_every: usize,
    /// Number of blocks after which the test ends without a result.
    pub cap: usize,
}

/// State of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparisonVerdict {
    /// The result is not clear yet.
    GoOn,
    /// There is a difference. Its estimate is biased away from 0, so estimate it with new blocks.
    Differs,
    /// There is no difference that matters.
    Equal,
    /// The result is not clear, and the maximum number of blocks is reached.
    Unclear,
}

impl Sequential {
    /// Creates a test with the usual settings: errors of 5 %, a look every 64 blocks, and at most 3 times the blocks of
    /// a fixed comparison for a standard deviation of `deviation` between blocks.
    pub fn usual(smallest: f64, deviation: f64) -> Sequential {
        let fixed = 10.8 * (deviation / smallest).powi(2);
        Sequential { smallest, error: 0.05, look_every: 64, cap: (3.0 * fixed).ceil() as usize }
    }

    /// Evaluates the differences of blocks so far. Between looks the result is [`ComparisonVerdict::GoOn`].
    pub fn look(&self, differences: &[f64]) -> ComparisonVerdict {
        let n = differences.len();
        let is_last = n >= self.cap;
        if n < 2 || !(n.is_multiple_of(self.look_every.max(1)) || is_last) {
            return ComparisonVerdict::GoOn;
        }
        let (mean, error) = mean_and_error(differences);
        let variance = error * error * n as f64;
        let ratio = n as f64 * self.smallest * (2.0 * mean - self.smallest) / (2.0 * variance.max(f64::MIN_POSITIVE));
        let bound = ((1.0 - self.error) / self.error).ln();
        match () {
            () if ratio >= bound => ComparisonVerdict::Differs,
            () if ratio <= -bound => ComparisonVerdict::Equal,
            () if is_last => ComparisonVerdict::Unclear,
            () => ComparisonVerdict::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::state::chance::Generator;

    /// At most about 5 % of 400 comparisons of each kind are wrong, and they are shorter than a fixed comparison.
    #[test]
    fn it_errs_as_rarely_as_it_says_and_ends_early() {
        let test = Sequential::usual(1.0, 4.0);
        let fixed = 10.8 * 16.0;
        for (truth, wrong) in [(0.0, ComparisonVerdict::Differs), (1.0, ComparisonVerdict::Equal)] {
            let (mut errors, mut blocks) = (0, 0);
            for seed in 0..400 {
                let mut chance = Generator::new(seed);
                // A sum of twelve uniform numbers is nearly normal, with a standard deviation of 1.
                let mut normal =
                    || (0..12).map(|_| f64::from(chance.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0;
                let mut seen = Vec::new();
                let verdict = loop {
                    seen.push(truth + 4.0 * normal());
                    match test.look(&seen) {
                        ComparisonVerdict::GoOn => {}
                        verdict => break verdict,
                    }
                };
                errors += u32::from(verdict == wrong);
                blocks += seen.len();
            }
            assert!(errors <= 30, "{errors} of 400 were wrong at {truth}");
            assert!(blocks as f64 / 400.0 < fixed, "{} blocks instead of {fixed}", blocks / 400);
        }
    }
}
