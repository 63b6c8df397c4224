//! Divides an axis at round numbers.

/// Linear scale from numbers to positions in a chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    from: f64,
    /// Units of the chart for each unit of the numbers.
    factor: f64,
    high: f64,
}

impl Scale {
    /// Creates the scale that maps the numbers `low` to `high` to the positions `from` to `to`. Of equal numbers, all
    /// are at `from`.
    pub(super) fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let factor = if high > low { (to - from) / (high - low) } else { 0.0 };
        Scale { low, from, factor, high }
    }

    /// Returns the position of a number. Unknown numbers are at 0.
    pub(super) fn at(self, number: f64) -> f64 {
        let number = if number.is_finite() { number } else { 0.0 };
        self.from + (number - self.low) * self.factor
    }

    /// Returns round numbers on the scale, about `count` of them, with the same distance.
    pub(super) fn ticks(self, count: u32) -> Vec<f64> {
        let range = self.high - self.low;
        if range <= 0.0 || !range.is_finite() {
            return Vec::new();
        }
        let rough = range / f64::from(count);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(rough);
        let (first, last) = ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

/// Writes a number on an axis, without needless decimals.
pub(super) fn label(number: f64) -> String {
    let rounded = (number * 1000.0).round() / 1000.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_scale() {
        let ticks = |low, high, count| Scale::new(low, high, 0.0, 100.0).ticks(count);
        assert_eq!(ticks(0.0, 100.0, 4), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(-3.0, 4.0, 4), [-2.0, 0.0, 2.0, 4.0]);
        assert_eq!(
            ticks(0.0, 0.45, 5).iter().map(|n| label(*n)).collect::<Vec<_>>(),
            ["0", "0.1", "0.2", "0.3", "0.4"]
        );
        assert_eq!(ticks(0.0, 0.0, 5), [0.0; 0]);
        assert_eq!(ticks(f64::NEG_INFINITY, 1.0, 5), [0.0; 0]);
        assert_eq!(label(-0.0), "0");
        assert_eq!(Scale::new(-1.0, 3.0, 10.0, 50.0).at(1.0), 30.0);
    }
}
