//! Comparing until it is clear, and not longer.

use crate::stats::interval::mean_and_error;

/// A generalised sequential probability ratio test on the means of blocks: is there a difference of `smallest`, or none?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    /// The smallest difference that matters, stated before; it may be less than 0.
    pub smallest: f64,
    /// How often a difference may be seen where there is none, and missed where it is.
    pub error: f64,
    /// How many blocks are looked at together.
    pub look_every: usize,
    /// After this many blocks it ends without an answer.
    pub cap: usize,
}

/// How far a comparison has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is not clear yet.
    GoOn,
    /// There is a difference. The estimate leans outward: take it from fresh blocks.
    Differs,
    /// There is no difference that matters.
    Equal,
    /// It is not clear, and no more blocks are to be played.
    Unclear,
}

impl Sequential {
    /// With the usual numbers: errors of 5 %, a look every 64 blocks, and at most 3 times the blocks that a fixed comparison
    /// takes for a deviation of `deviation` from block to block.
    pub fn usual(smallest: f64, deviation: f64) -> Sequential {
        let fixed = 10.8 * (deviation / smallest).powi(2);
        Sequential { smallest, error: 0.05, look_every: 64, cap: (3.0 * fixed).ceil() as usize }
    }

    /// What the differences of blocks say so far. Between looks it goes on.
    pub fn look(&self, differences: &[f64]) -> Verdict {
        let n = differences.len();
        let is_last = n >= self.cap;
        if n < 2 || !(n.is_multiple_of(self.look_every.max(1)) || is_last) {
            return Verdict::GoOn;
        }
        let (mean, error) = mean_and_error(differences);
        let variance = error * error * n as f64;
        let ratio = n as f64 * self.smallest * (2.0 * mean - self.smallest) / (2.0 * variance.max(f64::MIN_POSITIVE));
        let bound = ((1.0 - self.error) / self.error).ln();
        match () {
            () if ratio >= bound => Verdict::Differs,
            () if ratio <= -bound => Verdict::Equal,
            () if is_last => Verdict::Unclear,
            () => Verdict::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::state::chance::Generator;

    /// 400 comparisons of each sort: wrong in 5 % of them at most, but for chance, and shorter than a fixed one.
    #[test]
    fn it_errs_as_rarely_as_it_says_and_ends_early() {
        let test = Sequential::usual(1.0, 4.0);
        let fixed = 10.8 * 16.0;
        for (truth, wrong) in [(0.0, Verdict::Differs), (1.0, Verdict::Equal)] {
            let (mut errors, mut blocks) = (0, 0);
            for seed in 0..400 {
                let mut chance = Generator::new(seed);
                // A sum of twelve is nearly normal, with a deviation of 1.
                let mut normal =
                    || (0..12).map(|_| f64::from(chance.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0;
                let mut seen = Vec::new();
                let verdict = loop {
                    seen.push(truth + 4.0 * normal());
                    match test.look(&seen) {
                        Verdict::GoOn => {}
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
