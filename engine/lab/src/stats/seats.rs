//! Tests the hypothesis that all seats do equally well.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::stats::matrix::{cholesky, dot, solve};

/// Returns the probability of numbers this uneven if all seats are equal; `None` if the blocks vary too little for a
/// test. Each block has a number for every seat: its part of a win or its points, from a separate game or as the mean
/// of games with one seed.
///
/// This is the Wald test: it compares the mean distance of all seats except the last from the mean of their block with
/// the variation of that distance between blocks. It therefore treats ties, games without a winner and blocks of
/// several games correctly.
pub fn seats_equal<S: AsRef<[f64]>>(blocks: &[S]) -> Option<f64> {
    let (n, seats) = (blocks.len() as f64, blocks.first()?.as_ref().len());
    let free = seats.checked_sub(1).filter(|free| *free > 0)?;
    let distances: Vec<Vec<f64>> = blocks
        .iter()
        .map(|block| {
            let equal = block.as_ref().iter().sum::<f64>() / seats as f64;
            block.as_ref().iter().take(free).map(|own| own - equal).collect()
        })
        .collect();
    let mut off = vec![0.0; free];
    for block in &distances {
        off.iter_mut().zip(block).for_each(|(sum, distance)| *sum += distance / n);
    }
    let mut spread = vec![vec![0.0; free]; free];
    for block in &distances {
        let from_mean = |seat: usize| block[seat] - off[seat];
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

    /// With two seats, the statistic is the square of Student's t of the lead.
    #[test]
    fn points_are_compared_like_wins() {
        let games: Vec<[f64; 2]> =
            (0..200).map(|game| [f64::from(game % 7) + 0.5, f64::from(game % 5) + 1.0]).collect();
        let leads: Vec<f64> = games.iter().map(|[a, b]| a - b).collect();
        let (mean, error) = crate::stats::interval::mean_and_error(&leads);
        let wanted = ChiSquared::new(1.0).unwrap().sf((mean / error).powi(2));
        assert!(seats_equal(&games).is_some_and(|p| (p - wanted).abs() < 1e-9), "{wanted}");
    }

    /// Games without a winner count neither for nor against a seat.
    #[test]
    fn games_that_nobody_won_make_no_seat_worse() {
        let even: Vec<[f64; 2]> = (0..400)
            .map(|game| match game % 4 {
                0 => [1.0, 0.0],
                1 => [0.0, 1.0],
                _ => [0.0, 0.0],
            })
            .collect();
        assert!(seats_equal(&even).is_some_and(|p| p > 0.99), "{:?}", seats_equal(&even));
    }
}
