//! Whether all seats win equally often.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::stats::matrix::{cholesky, dot, solve};

/// How likely shares as uneven as these are when all seats are equal. Each block says what each seat won of it, which
/// together is 1; a game of its own, or the mean of the games of one seed. Nothing where blocks do not differ enough to say.
///
/// It is the test of Wald: the mean shares of all seats but the last against the equal ones, by how they vary from block to
/// block, so that ties and blocks of several games count as they should.
pub fn seats_equal<S: AsRef<[f64]>>(blocks: &[S]) -> Option<f64> {
    let (n, seats) = (blocks.len() as f64, blocks.first()?.as_ref().len());
    let free = seats.checked_sub(1).filter(|free| *free > 0)?;
    let equal = 1.0 / seats as f64;
    let mut off = vec![0.0; free];
    for block in blocks {
        off.iter_mut().zip(block.as_ref()).for_each(|(sum, share)| *sum += share - equal);
    }
    off.iter_mut().for_each(|sum| *sum /= n);
    let mut spread = vec![vec![0.0; free]; free];
    for block in blocks {
        let from_mean = |seat: usize| block.as_ref()[seat] - equal - off[seat];
        for (i, row) in spread.iter_mut().enumerate() {
            for (j, sum) in row.iter_mut().enumerate() {
                *sum += from_mean(i) * from_mean(j) / (n - 1.0);
            }
        }
    }
    let factor = cholesky(&spread)?;
    let statistic = n * dot(&off, &solve(&factor, &off));
    Some(ChiSquared::new(free as f64).ok()?.sf(statistic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_seats_are_found_and_even_ones_are_not() {
        let block = |winner: usize| (0..3).map(|seat| f64::from(u8::from(seat == winner))).collect::<Vec<_>>();
        let even: Vec<_> = (0..300).map(|game| block(game % 3)).collect();
        assert!(seats_equal(&even).is_some_and(|p| p > 0.99));
        let uneven: Vec<_> = (0..300).map(|game| block(if game % 10 < 5 { 0 } else { game % 3 })).collect();
        assert!(seats_equal(&uneven).is_some_and(|p| p < 1e-6));
        assert_eq!(seats_equal(&[[1.0, 0.0], [1.0, 0.0]]), None, "nothing varies");
        assert_eq!(seats_equal::<Vec<f64>>(&[]), None);
    }
}
