//! Ratios of two numbers that every block has: so many of its turns, so many of its points.

use crate::stats::interval::{Interval, t_quantile, wilson};

/// Sums of pairs of whole numbers, one pair for each block. They can be merged in any order and come out the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    /// Number of blocks.
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
    /// Adds a block. One in which there is nothing to count has 0 of 0.
    #[inline]
    pub fn add(&mut self, part: i64, whole: i64) {
        self.blocks += 1;
        self.part += part;
        self.whole += whole;
        self.parts += i128::from(part) * i128::from(part);
        self.mixed += i128::from(part) * i128::from(whole);
        self.wholes += i128::from(whole) * i128::from(whole);
    }

    /// Adds the blocks of another.
    pub fn merge(&mut self, other: &Ratio) {
        self.blocks += other.blocks;
        self.part += other.part;
        self.whole += other.whole;
        self.parts += other.parts;
        self.mixed += other.mixed;
        self.wholes += other.wholes;
    }

    /// The sum of parts over the sum of wholes; 0 where there is no whole.
    pub fn estimate(&self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.part as f64 / self.whole as f64 }
    }

    /// How many blocks of one size would tell as much (Kish): those without a whole tell nothing, and large ones rule.
    fn effective(&self) -> f64 {
        if self.wholes == 0 { 0.0 } else { (self.whole as f64).powi(2) / self.wholes as f64 }
    }

    /// Its standard error: that of the mean of `part - ratio * whole`, over the mean whole.
    fn error(&self) -> f64 {
        let (n, ratio, whole) = (self.effective(), self.estimate(), self.whole as f64);
        if n <= 1.0 {
            return 0.0;
        }
        let [parts, mixed, wholes] = [self.parts, self.mixed, self.wholes].map(|sum| sum as f64);
        let squares = (parts - 2.0 * ratio * mixed + ratio * ratio * wholes).max(0.0);
        (squares * n / (n - 1.0)).sqrt() / whole.abs()
    }

    /// The ratio and its t interval. Where there is no more than one block with a whole, nothing is known.
    pub fn interval(&self, confidence: f64) -> Interval {
        match t_quantile(confidence, self.effective() - 1.0) {
            Some(t) => Interval::around(self.estimate(), t * self.error()),
            None => Interval::unknown(self.estimate()),
        }
    }

    /// The ratio as a share, from 0 to 1: Wilson's interval for as many independent cases as tell as much as these blocks
    /// do, where cases of one block may go along with each other. Where all blocks say the same they count as one case each.
    pub fn share(&self, confidence: f64) -> Interval {
        if self.whole <= 0 {
            return Interval { estimate: 0.0, low: 0.0, high: 1.0 };
        }
        let (p, error) = (self.estimate().clamp(0.0, 1.0), self.error());
        let cases = if error > 0.0 { p * (1.0 - p) / (error * error) } else { self.effective() };
        wilson(p, cases.max(1.0), confidence)
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
        // 59 blocks tell what 60 cases do, but for one.
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
        assert!(never.share(CONFIDENCE).estimate == 0.0 && never.share(CONFIDENCE).high > 0.03, "nobody knows more");
        assert!(none.interval(CONFIDENCE).holds(1e9));
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
