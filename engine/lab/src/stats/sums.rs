//! Sums whole numbers, so that sums can be merged in any order with the same result.

use serde::{Deserialize, Serialize};

/// Count, sum and sum of squares of some whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    /// Count of the numbers.
    pub count: u64,
    /// Sum of the numbers.
    pub sum: i64,
    /// Sum of the squares; serialised as text, because it may exceed the numbers of JSON.
    #[serde(with = "as_text")]
    pub squares: i128,
    /// Smallest of the numbers.
    pub min: i64,
    /// Largest of the numbers.
    pub max: i64,
}

impl Sums {
    /// Adds a number to the sums.
    #[inline]
    pub fn add(&mut self, n: i64) {
        (self.min, self.max) = if self.count == 0 { (n, n) } else { (self.min.min(n), self.max.max(n)) };
        self.count += 1;
        self.sum += n;
        self.squares += i128::from(n) * i128::from(n);
    }

    /// Adds all numbers of other sums.
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

    /// Returns the mean; 0 without numbers.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// Returns the sample standard deviation; 0 for fewer than two numbers.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = i128::from(self.count);
        let spread = n * self.squares - i128::from(self.sum) * i128::from(self.sum);
        (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()
    }
}

/// Serialises whole numbers of any length as text.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &i128, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&number.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Minimum, median and maximum of some measurements.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MeasurementSpread {
    /// Smallest of the measurements.
    pub min: f64,
    /// Median of the measurements.
    pub median: f64,
    /// Largest of the measurements.
    pub max: f64,
}

impl MeasurementSpread {
    /// Computes the values of some measurements; all values are 0 if there are no measurements.
    pub fn from_values(mut all: Vec<f64>) -> MeasurementSpread {
        all.sort_by(f64::total_cmp);
        let at = |i: usize| all.get(i).copied().unwrap_or(0.0);
        let (low, high) = (at(all.len().saturating_sub(1) / 2), at(all.len() / 2));
        MeasurementSpread { min: at(0), median: (low + high) / 2.0, max: at(all.len().saturating_sub(1)) }
    }

    /// Applies a function to each of the three values.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> MeasurementSpread {
        MeasurementSpread { min: f(self.min), median: f(self.median), max: f(self.max) }
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
        assert_eq!(
            MeasurementSpread::from_values(vec![3.0, 1.0, 2.0, 10.0]),
            MeasurementSpread { min: 1.0, median: 2.5, max: 10.0 }
        );
    }
}
