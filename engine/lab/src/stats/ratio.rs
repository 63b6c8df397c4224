//! Estimates ratios of two numbers that every block has, such as a part of its turns or of its points.

use statrs::function::beta::checked_beta_reg;

use crate::stats::interval::{Interval, t_quantile, t_upper, wilson};

/// Sums of pairs of whole numbers, one pair for each block. They can be merged in any order with the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    pub blocks: u64,
    /// Sum of the parts.
    pub part: i64,
    /// Sum of the wholes.
    pub whole: i64,
    parts: i128,
    mixed: i128,
    wholes: i128,
}

impl Ratio {
    /// Adds a block. A block with nothing to count has a part and a whole of 0.
    #[inline]
    pub fn add(&mut self, part: i64, whole: i64) {
        self.blocks += 1;
        self.part += part;
        self.whole += whole;
        self.parts += i128::from(part) * i128::from(part);
        self.mixed += i128::from(part) * i128::from(whole);
        self.wholes += i128::from(whole) * i128::from(whole);
    }

    /// Adds the blocks of another ratio.
    pub fn merge(&mut self, other: &Ratio) {
        self.blocks += other.blocks;
        self.part += other.part;
        self.whole += other.whole;
        self.parts += other.parts;
        self.mixed += other.mixed;
        self.wholes += other.wholes;
    }

    /// Returns the sum of parts over the sum of wholes; 0 if the wholes are 0.
    pub fn estimate(&self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.part as f64 / self.whole as f64 }
    }

    /// Returns the number of equally large blocks with the same information (Kish). Blocks without a whole contribute
    /// nothing, and large blocks dominate.
    fn effective(&self) -> f64 {
        if self.wholes == 0 { 0.0 } else { (self.whole as f64).powi(2) / self.wholes as f64 }
    }

    /// Returns the standard error: the standard error of the mean of `part - ratio * whole`, divided by the mean whole.
    pub(crate) fn error(&self) -> f64 {
        let (n, ratio, whole) = (self.effective(), self.estimate(), self.whole as f64);
        if n <= 1.0 {
            return 0.0;
        }
        let [parts, mixed, wholes] = [self.parts, self.mixed, self.wholes].map(|sum| sum as f64);
        let squares = (parts - 2.0 * ratio * mixed + ratio * ratio * wholes).max(0.0);
        (squares * n / (n - 1.0)).sqrt() / whole.abs()
    }

    /// Returns the ratio and its t interval, which is unbounded if at most one block has a whole.
    pub fn interval(&self, confidence: f64) -> Interval {
        match t_quantile(confidence, self.effective() - 1.0) {
            Some(t) => Interval::from_half_width(self.estimate(), t * self.error()),
            None => Interval::unknown(self.estimate()),
        }
    }

    /// Returns the ratio as a share from 0 to 1 with Wilson's interval. The number of cases is that of independent
    /// cases with the same information, because cases of one block may be correlated. If all blocks are equal, each
    /// counts as one case.
    pub fn share(&self, confidence: f64) -> Interval {
        if self.whole <= 0 {
            return Interval { estimate: 0.0, low: 0.0, high: 1.0 };
        }
        wilson(self.estimate().clamp(0.0, 1.0), self.cases(), confidence)
    }

    /// Returns the number of independent cases with the same information about the share.
    pub(crate) fn cases(&self) -> f64 {
        let (p, error) = (self.estimate().clamp(0.0, 1.0), self.error());
        let cases = if error > 0.0 { p * (1.0 - p) / (error * error) } else { self.effective() };
        cases.max(1.0)
    }

    /// Returns the probability of a share this small or smaller if the true share is `limit`: a tail of the binomial
    /// distribution for the cases of [`Self::share`], whose number may be fractional.
    pub(crate) fn tail_below(&self, limit: f64) -> f64 {
        let (n, taken) = (self.cases(), self.estimate().clamp(0.0, 1.0) * self.cases());
        if self.whole <= 0 || taken >= n {
            return 1.0;
        }
        checked_beta_reg(n - taken, taken + 1.0, 1.0 - limit).unwrap_or(1.0)
    }

    /// Returns the probability of a share this large or larger if the true share is `limit`.
    pub(crate) fn tail_above(&self, limit: f64) -> f64 {
        let (n, taken) = (self.cases(), self.estimate().clamp(0.0, 1.0) * self.cases());
        if self.whole <= 0 || taken <= 0.0 {
            return 1.0;
        }
        checked_beta_reg(taken, n - taken + 1.0, limit).unwrap_or(1.0)
    }

    /// Returns the probability of a ratio this large or larger if the true ratio is `limit`: a tail of Student's t.
    pub(crate) fn t_above(&self, limit: f64) -> f64 {
        self.t_tail(self.estimate() - limit)
    }

    /// Returns the probability of a ratio this close to 0 or closer if the true ratio is `limit` or its negative: the
    /// larger of two tails of Student's t (two one-sided tests).
    pub(crate) fn t_within(&self, limit: f64) -> f64 {
        self.t_tail(limit - self.estimate()).max(self.t_tail(self.estimate() + limit))
    }

    fn t_tail(&self, off: f64) -> f64 {
        let (error, freedom) = (self.error(), self.effective() - 1.0);
        match error > 0.0 {
            true => t_upper(off / error, freedom),
            // All blocks are equal: with two or more blocks this cannot be chance.
            false => f64::from(u8::from(off <= 0.0 || freedom < 1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{CONFIDENCE, mean, share};

    #[test]
    fn blocks_of_one_size_are_a_mean_or_a_share() {
        let (mut points, mut whole, mut wins) = (Ratio::default(), Ratio::default(), Ratio::default());
        let numbers: Vec<i64> = (0..60).map(|i| i * 37 % 23 - 5).collect();
        for (block, &number) in numbers.iter().enumerate() {
            points.add(number, 1);
            wins.add(i64::from(block % 3 == 0), 1);
            whole.add(number, 4);
        }
        let wanted = mean(&numbers.iter().map(|n| *n as f64).collect::<Vec<_>>(), CONFIDENCE);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let got = points.interval(CONFIDENCE);
        assert!(near(got.low, wanted.low) && near(got.high, wanted.high), "{got:?} {wanted:?}");
        let got = whole.interval(CONFIDENCE);
        assert!(near(4.0 * got.low, wanted.low) && near(4.0 * got.high, wanted.high), "{got:?} {wanted:?}");
        // 59 blocks have nearly the information of 60 cases.
        let (got, wanted) = (wins.share(CONFIDENCE), share(20.0, 60, CONFIDENCE));
        assert!((got.low - wanted.low).abs() < 0.002 && (got.high - wanted.high).abs() < 0.002, "{got:?} {wanted:?}");
    }

    #[test]
    fn cases_that_go_along_with_each_other_tell_less() {
        let (mut together, mut apart) = (Ratio::default(), Ratio::default());
        for block in 0..100 {
            together.add(if block % 2 == 0 { 10 } else { 0 }, 10);
            apart.add(5, 10);
        }
        let width = |ratio: &Ratio| ratio.share(CONFIDENCE).high - ratio.share(CONFIDENCE).low;
        assert!((width(&together) - 0.19).abs() < 0.01, "as of 100 cases: {}", width(&together));
        assert!(width(&apart) <= width(&together), "{}", width(&apart));
        let (none, mut never) = (Ratio::default(), Ratio::default());
        (0..100).for_each(|_| never.add(0, 10));
        assert_eq!((none.share(CONFIDENCE).low, none.share(CONFIDENCE).high), (0.0, 1.0));
        assert!(
            never.share(CONFIDENCE).estimate == 0.0 && never.share(CONFIDENCE).high > 0.03,
            "the share may be above zero"
        );
        assert!(none.interval(CONFIDENCE).holds(1e9));
    }

    /// Compares with sums of the binomial distribution, term by term, and Simpson's rule over the density of Student's
    /// t.
    #[test]
    fn tails_are_those_of_other_programs() {
        let near = |a: f64, b: f64, off: f64| assert!((a - b).abs() < off, "{a} instead of {b}");
        let (mut none, mut all, mut some) = (Ratio::default(), Ratio::default(), Ratio::default());
        for block in 0..300 {
            none.add(0, 1);
            all.add(1, 1);
            some.add(i64::from(block % 30 == 0), 1);
        }
        near(none.tail_below(0.01), 0.99f64.powi(300), 1e-9);
        near(all.tail_above(0.99), 0.99f64.powi(300), 1e-9);
        assert_eq!((none.tail_above(0.01), all.tail_below(0.9)), (1.0, 1.0));
        // The expected value is for 10 of 300; 300 blocks have the information of 299 cases.
        near(some.tail_above(0.01), 0.001_023, 5e-5);
        near(some.tail_below(0.06), 0.026_814, 1e-3);
        let mut points = Ratio::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|points_of| points.add(points_of, 1));
        near(points.t_above(4.0), 0.1137264, 1e-6);
        near(points.t_within(6.0), 0.1137264, 1e-6);
        let mut same = Ratio::default();
        (0..5).for_each(|_| same.add(2, 1));
        assert_eq!((same.t_above(1.0), same.t_above(2.0), same.t_within(3.0)), (0.0, 1.0, 0.0));
    }

    #[test]
    fn blocks_without_a_whole_tell_nothing() {
        let (mut some, mut all) = (Ratio::default(), Ratio::default());
        for block in 0..40 {
            some.add(block % 5, 4);
            all.add(block % 5, 4);
            all.add(0, 0);
        }
        assert_eq!((all.blocks, some.interval(CONFIDENCE)), (80, all.interval(CONFIDENCE)));
    }

    #[test]
    fn merging_in_any_order_gives_the_same_sums() {
        let mut parts = [Ratio::default(); 3];
        let mut whole = Ratio::default();
        for i in 0..50 {
            whole.add(i % 7 - 2, i % 5);
            parts[i as usize % 3].add(i % 7 - 2, i % 5);
        }
        let mut merged = Ratio::default();
        parts.iter().rev().for_each(|part| merged.merge(part));
        assert_eq!(merged, whole);
    }
}
