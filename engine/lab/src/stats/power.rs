//! Computes the size of effects that a number of games can detect.

use statrs::distribution::{ContinuousCDF, Normal};

/// Probability of detecting a difference of the requested size.
const POWER: f64 = 0.8;

/// Returns the quantile of the standard normal distribution.
pub(crate) fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// Returns the number of standard errors that must fit into the smallest change that matters, so that two one-sided
/// tests of this error show in 80 of 100 cases that two equal versions do not differ.
pub(crate) fn power_factor(error: f64) -> f64 {
    normal_quantile(1.0 - error) + normal_quantile((1.0 + POWER) / 2.0)
}

/// Returns the smallest distance from a share that `n` blocks detect in 80 of 100 cases with a two-sided p-value of
/// `level`, capped at the rest of the whole. The normal approximation is good enough to state how much may have been
/// missed.
pub(crate) fn smallest_share(share: f64, n: u64, level: f64) -> f64 {
    let normal = Normal::standard();
    let deviations = normal.inverse_cdf(1.0 - level.clamp(1e-12, 1.0) / 2.0) + normal.inverse_cdf(POWER);
    (deviations * (share * (1.0 - share) / n.max(1) as f64).sqrt()).min(1.0 - share)
}

/// Returns the number of independent cases after which something that was never seen is known to be rarer than `limit`,
/// at a p-value of `level`.
pub(crate) fn cases_to_miss(limit: f64, level: f64) -> u64 {
    (level.clamp(1e-12, 1.0).ln() / (1.0 - limit).ln()).ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{compare_pairs, share};
    use tilewright_core::state::chance::Generator;

    /// About 80 in 100 of 400 samples with that difference detect it.
    #[test]
    fn a_difference_of_that_size_is_found_in_80_of_100_cases() {
        let (n, level) = (400, 0.01);
        let off = smallest_share(0.5, n, level);
        let mut chance = Generator::new(5);
        let found = (0..400).filter(|_| {
            let mut won = || f64::from(u8::from(f64::from(chance.below(1 << 20)) / f64::from(1 << 20) < 0.5 + off));
            let won: Vec<f64> = (0..n).map(|_| won()).collect();
            compare_pairs(&won, &vec![0.5; won.len()], 0.95).p < level
        });
        let found = found.count();
        assert!((300..=340).contains(&found), "{found} of 400");
        assert_eq!(smallest_share(0.5, 4, 1e-4), 0.5, "four games show nothing");
    }

    #[test]
    fn what_was_never_seen_is_rare_after_so_many_cases() {
        let cases = cases_to_miss(0.01, 0.05);
        assert!(0.99f64.powi(cases as i32) <= 0.05 && 0.99f64.powi(cases as i32 - 1) > 0.05, "{cases}");
        assert_eq!(share(0.0, cases, 0.95).estimate, 0.0);
    }
}
