//! Fits a logistic curve: the probability of an event by one number.

/// Maximum number of steps towards the fit; it takes fewer than ten where numbers overlap.
const STEPS: usize = 50;

/// Penalty on the slope that keeps the curve finite if the number predicts the event perfectly. Its strength
/// corresponds to a typical slope of one per standard deviation of the number.
const RIDGE: f64 = 1.0;

/// A logistic curve with intercept and slope.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Logistic {
    start: f64,
    slope: f64,
}

impl Logistic {
    /// Fits the most likely curve to cases of a number and an outcome from 0 to 1; `None` without cases. The slope has
    /// a ridge penalty, so that the curve exists even if the number predicts the outcome perfectly.
    pub fn fit(cases: &[(f64, f64)]) -> Option<Logistic> {
        let n = cases.len() as f64;
        if cases.is_empty() {
            return None;
        }
        // Numbers are scaled to standard deviations, so that the result does not depend on their unit.
        let spread = (cases.iter().map(|(x, _)| x * x).sum::<f64>() / n).sqrt().max(1e-9);
        let came: f64 = cases.iter().map(|(_, y)| y).sum::<f64>() / n;
        let came = came.clamp(1e-6, 1.0 - 1e-6);
        let (mut start, mut slope) = ((came / (1.0 - came)).ln(), 0.0);
        for _ in 0..STEPS {
            let (mut towards, mut curve) = ([0.0, -RIDGE * slope], [0.0, 0.0, RIDGE]);
            for &(x, y) in cases {
                let x = x / spread;
                let p = 1.0 / (1.0 + (-start - slope * x).exp());
                let weight = (p * (1.0 - p)).max(1e-12);
                towards[0] += y - p;
                towards[1] += (y - p) * x;
                curve[0] += weight;
                curve[1] += weight * x;
                curve[2] += weight * x * x;
            }
            let determinant = curve[0] * curve[2] - curve[1] * curve[1];
            let by = [
                (curve[2] * towards[0] - curve[1] * towards[1]) / determinant,
                (curve[0] * towards[1] - curve[1] * towards[0]) / determinant,
            ];
            // Far from the fit, a full step may overshoot.
            let by = by.map(|step| step.clamp(-2.0, 2.0));
            start += by[0];
            slope += by[1];
            if by.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        Some(Logistic { start, slope: slope / spread })
    }

    /// Returns the probability of the event at a number.
    pub fn chance(&self, number: f64) -> f64 {
        1.0 / (1.0 + (-self.start - self.slope * number).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::state::chance::Generator;

    #[test]
    fn a_curve_is_found_again() {
        let mut chance = Generator::new(3);
        let mut uniform = || f64::from(chance.below(1 << 20)) / f64::from(1 << 20);
        let cases: Vec<(f64, f64)> = (0..40_000)
            .map(|_| {
                let x = 20.0 * uniform() - 10.0;
                let p = 1.0 / (1.0 + (0.5f64 - 0.3 * x).exp());
                (x, f64::from(u8::from(uniform() < p)))
            })
            .collect();
        let found = Logistic::fit(&cases).unwrap_or_default();
        assert!((found.start + 0.5).abs() < 0.06 && (found.slope - 0.3).abs() < 0.01, "{found:?}");
        assert!((found.chance(5.0) - 1.0 / (1.0 + (-1.0f64).exp())).abs() < 0.02);
    }

    #[test]
    fn what_the_number_tells_for_certain_has_a_curve_too() {
        let cases: Vec<(f64, f64)> = (1..50).flat_map(|x| [(f64::from(x), 1.0), (-f64::from(x), 0.0)]).collect();
        let found = Logistic::fit(&cases).unwrap_or_default();
        assert!(found.chance(40.0) > 0.99 && found.chance(-40.0) < 0.01 && found.slope.is_finite(), "{found:?}");
        let always = Logistic::fit(&[(1.0, 1.0), (2.0, 1.0)]).unwrap_or_default();
        assert!(always.chance(1.5) > 0.9);
        assert_eq!(Logistic::fit(&[]), None);
        assert!((Logistic::fit(&[(0.0, 1.0), (0.0, 0.0)]).unwrap_or_default().chance(3.0) - 0.5).abs() < 1e-6);
    }
}
