//! Resamples numbers: draws blocks again, and flips signs.

use tilewright_core::state::chance::Generator;

use crate::stats::Interval;

/// Default number of draws.
pub const DRAWS: usize = 2_000;

/// Returns the bootstrap interval of any statistic of blocks, which draws the same number of blocks again and again.
/// `of` receives the numbers of the drawn blocks, with repetitions. The same seed gives the same interval.
pub fn bootstrap(
    blocks: usize,
    draws: usize,
    seed: u64,
    confidence: f64,
    mut of: impl FnMut(&[usize]) -> f64,
) -> Interval {
    let all: Vec<usize> = (0..blocks).collect();
    let estimate = of(&all);
    let most = u32::try_from(blocks).unwrap_or(u32::MAX);
    if most == 0 || draws == 0 {
        return Interval::unknown(estimate);
    }
    let mut chance = Generator::new(seed);
    let mut drawn = all;
    let mut found: Vec<f64> = Vec::with_capacity(draws);
    for _ in 0..draws {
        drawn.iter_mut().for_each(|block| *block = chance.below(most) as usize);
        found.push(of(&drawn));
    }
    found.sort_by(f64::total_cmp);
    let at = |share: f64| found[((share * draws as f64) as usize).min(draws - 1)];
    Interval { estimate, low: at((1.0 - confidence) / 2.0), high: at((1.0 + confidence) / 2.0) }
}

/// Returns the p-value of a mean of differences by flipping the signs of whole blocks at random. It assumes nothing
/// about the distribution of the differences.
pub fn sign_flips(differences: &[f64], draws: usize, seed: u64) -> f64 {
    let seen = differences.iter().sum::<f64>().abs();
    let mut chance = Generator::new(seed);
    let as_far = (0..draws).filter(|_| {
        let sum: f64 = differences.iter().map(|d| if chance.below(2) == 0 { *d } else { -d }).sum();
        sum.abs() >= seen * (1.0 - 1e-12)
    });
    // The observed signs are one of the possible combinations.
    (as_far.count() + 1) as f64 / (draws + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same() {
        let numbers: Vec<f64> = (0..200u32).map(|i| f64::from(i * 37 % 101)).collect();
        let median = |drawn: &[usize]| {
            let mut some: Vec<f64> = drawn.iter().map(|&at| numbers[at]).collect();
            some.sort_by(f64::total_cmp);
            some[some.len() / 2]
        };
        let interval = bootstrap(200, 500, 7, 0.95, median);
        assert_eq!(interval, bootstrap(200, 500, 7, 0.95, median));
        assert!(interval.low < interval.estimate && interval.estimate < interval.high && interval.high < 70.0);
        assert_eq!(sign_flips(&[0.0; 20], 200, 1), 1.0);
        assert!(sign_flips(&[1.0; 20], 200, 1) < 0.01);
    }
}
