//! Sums in whole numbers: they can be merged in any order and come out the same.

use serde::{Deserialize, Serialize};

/// Number, sum and sum of squares of some whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares; written as a text, because it may be longer than numbers of JSON.
    #[serde(with = "as_text")]
    pub squares: i128,
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

impl Sums {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, n: i64) {
        (self.min, self.max) = if self.count == 0 { (n, n) } else { (self.min.min(n), self.max.max(n)) };
        self.count += 1;
        self.sum += n;
        self.squares += i128::from(n) * i128::from(n);
    }

    /// Adds all numbers of another.
    pub fn merge(&mut self, other: &Sums) {
        if other.count == 0 {
            return;
        }
        let both = |a: i64, b: i64, pick: fn(i64, i64) -> i64| if self.count == 0 { b } else { pick(a, b) };
        (self.min, self.max) = (both(self.min, other.min, i64::min), both(self.max, other.max, i64::max));
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 of none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation of a sample.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = i128::from(self.count);
        let spread = n * self.squares - i128::from(self.sum) * i128::from(self.sum);
        (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()
    }
}

/// Whole numbers of any length in files.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &i128, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&number.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Least, median and greatest of some measurements.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    /// The least.
    pub min: f64,
    /// The middle one.
    pub median: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    /// Of some measurements; all 0 of none.
    pub fn of(mut all: Vec<f64>) -> Spread {
        all.sort_by(f64::total_cmp);
        let at = |i: usize| all.get(i).copied().unwrap_or(0.0);
        let (low, high) = (at(all.len().saturating_sub(1) / 2), at(all.len() / 2));
        Spread { min: at(0), median: (low + high) / 2.0, max: at(all.len().saturating_sub(1)) }
    }

    /// Each of them by a function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Spread {
        Spread { min: f(self.min), median: f(self.median), max: f(self.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_in_any_order_gives_the_same_sums() {
        let numbers: Vec<i64> = (0..100).map(|i| (i * 37) % 91 - 40).collect();
        let mut whole = Sums::default();
        numbers.iter().for_each(|&n| whole.add(n));
        let mut parts = vec![Sums::default(); 7];
        numbers.iter().enumerate().for_each(|(i, &n)| parts[i % 7].add(n));
        let mut merged = Sums::default();
        parts.iter().rev().for_each(|p| merged.merge(p));
        assert_eq!(merged, whole);
    }

    #[test]
    fn mean_and_deviation_of_a_small_sample() {
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].iter().for_each(|&n| sums.add(n));
        assert_eq!(sums.mean(), 5.0);
        assert!((sums.deviation() - 2.138_089_935).abs() < 1e-6);
        assert_eq!(Spread::of(vec![3.0, 1.0, 2.0, 10.0]), Spread { min: 1.0, median: 2.5, max: 10.0 });
    }
}
