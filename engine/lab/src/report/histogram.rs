//! Counts games by a number, in bins of a round width.

/// Maximum number of bins. A chart with more is hard to read.
const BINS: f64 = 24.0;

/// Counts of several series of numbers, in the same bins of equal width.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram {
    /// Lower end of the first bin.
    pub start: f64,
    /// Width of each bin: 1, 2 or 5 times a power of ten, and at least 1.
    pub width: f64,
    /// Counts of each series, by bin. All series have the same number of bins.
    pub counts: Vec<Vec<u64>>,
}

impl Histogram {
    /// Counts the numbers of each series.
    pub(super) fn new(series: &[Vec<f64>]) -> Histogram {
        let all = || series.iter().flatten().copied();
        let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if least > most {
            return Histogram::default();
        }
        let widths = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let bin = |number: f64, width: f64| (number / width).floor();
        let fits = |width: &f64| bin(most, *width) - bin(least, *width) < BINS;
        let width = widths.take(100).find(fits).unwrap_or(f64::MAX);
        let first = bin(least, width);
        let bins = (bin(most, width) - first) as usize + 1;
        let count = |numbers: &Vec<f64>| {
            let mut counts = vec![0; bins];
            for number in numbers {
                counts[((bin(*number, width) - first) as usize).min(bins - 1)] += 1;
            }
            counts
        };
        Histogram { start: first * width, width, counts: series.iter().map(count).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_contain_every_number() {
        let two = Histogram::new(&[vec![3.0, 4.0, 4.0, 9.0], vec![-1.0]]);
        assert_eq!((two.start, two.width), (-1.0, 1.0));
        assert_eq!(two.counts, [[0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]);
        let wide = Histogram::new(&[(0..=470).map(f64::from).collect()]);
        assert_eq!((wide.start, wide.width, wide.counts[0].len()), (0.0, 20.0, 24));
        assert_eq!(wide.counts[0].iter().sum::<u64>(), 471);
        assert_eq!(Histogram::new(&[vec![0.4, 0.6]]).counts, [[2]]);
        assert_eq!(Histogram::new(&[Vec::new()]), Histogram::default());
    }
}
