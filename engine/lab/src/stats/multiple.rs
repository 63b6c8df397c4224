//! Corrects p-values when many questions are tested at once.

/// Adjusts p-values by Benjamini and Hochberg: of the results below 10 %, at most one in ten is expected to be wrong.
/// Valid for questions that are not negatively dependent.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    step_up(p_values, 1.0)
}

/// Adjusts p-values by Benjamini and Yekutieli. This is valid for questions that share games in any way, but stricter
/// than [`benjamini_hochberg`].
pub fn benjamini_yekutieli(p_values: &[f64]) -> Vec<f64> {
    step_up(p_values, (1..=p_values.len()).map(|i| 1.0 / i as f64).sum())
}

fn step_up(p_values: &[f64], factor: f64) -> Vec<f64> {
    let n = p_values.len() as f64;
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[b].total_cmp(&p_values[a]));
    let (mut least, mut adjusted) = (1.0f64, vec![1.0; p_values.len()]);
    for (place, at) in order.into_iter().enumerate() {
        let rank = n - place as f64;
        least = least.min(p_values[at] * n * factor / rank);
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the module `stats` of scipy 1.17.
    #[test]
    fn values_are_those_of_other_programs() {
        let p = [0.01, 0.02, 0.03, 0.04, 0.5];
        let near = |a: Vec<f64>, b: [f64; 5]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near(benjamini_hochberg(&p), [0.05, 0.05, 0.05, 0.05, 0.5]));
        let factor = 137.0 / 60.0;
        assert!(near(benjamini_yekutieli(&p), [0.05 * factor, 0.05 * factor, 0.05 * factor, 0.05 * factor, 1.0]));
        assert!(near(
            benjamini_hochberg(&[0.5, 0.001, 0.9, 0.04, 0.04]),
            [0.625, 0.005, 0.9, 0.04 * 5.0 / 3.0, 0.04 * 5.0 / 3.0]
        ));
        assert!(benjamini_hochberg(&[]).is_empty());
    }
}
