//! Estimates the worth of drawing a tile kind.
//!
//! Tiles are dealt by chance, so games are an experiment: the lead of a seat is regressed on the number of tiles of
//! each kind that it drew more than the others, for all kinds at once. The constant term is the advantage of the seat.

use crate::stats::interval::{Interval, t_quantile, t_tail};
use crate::stats::matrix::{cholesky, dot, solve};

/// Estimated worth of a tile kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// Points that drawing the kind gives, compared with an average tile of the other kinds, with the interval.
    pub points: Interval,
    /// Probability of a worth this far from 0 for a tile that is like the others.
    pub p: f64,
    /// Points shrunk towards the mean of the other kinds as far as chance may explain the difference (empirical Bayes):
    /// a better estimate when the largest of many kinds is picked.
    pub shrunk: f64,
}

/// Estimated worths of all kinds.
#[derive(Clone, PartialEq, Debug)]
pub struct Worths {
    /// Worth of each kind; `None` if both seats drew the kind equally often in every game, as for a kind without
    /// copies.
    pub kinds: Vec<Option<Worth>>,
    /// Lead of the seat when both seats draw alike.
    pub seat: Interval,
}

/// Estimates worths from independent games: the lead of one seat in each, and for each kind the number of tiles that it
/// drew more than the other seat. `copies` is the number of tiles of each kind. Games of the same seed must be added up
/// first. Returns `None` if there are too few games to distinguish the kinds.
///
/// The method is least squares with HC2 errors, which allow the variance to differ between games.
pub fn worths(leads: &[f64], drawn: &[Vec<f64>], copies: &[f64], confidence: f64) -> Option<Worths> {
    worths_with_prizes(leads, drawn, copies, &vec![false; copies.len()], confidence)
}

/// Like [`worths`], for games in which seats draw different numbers of the kinds marked in `prizes`. The worth of such
/// a kind is the lead that accompanies one more tile of it, compared with no tile; the other kinds are compared with
/// each other.
pub(crate) fn worths_with_prizes(
    leads: &[f64],
    drawn: &[Vec<f64>],
    copies: &[f64],
    prizes: &[bool],
    confidence: f64,
) -> Option<Worths> {
    let kinds = copies.len();
    let varies = |&kind: &usize| drawn.iter().any(|row| row[kind] != drawn[0][kind]);
    let varying: Vec<usize> = (0..kinds).filter(varies).collect();
    // If each seat draws the same number of tiles, the lead depends only on differences between kinds, so the last of
    // these kinds serves as the reference.
    let measure = varying.iter().rev().find(|&&kind| !prizes[kind]).copied();
    let others: Vec<usize> = varying.iter().copied().filter(|kind| Some(*kind) != measure).collect();
    if varying.is_empty() {
        return None;
    }
    let size = others.len() + 1;
    let freedom = leads.len().checked_sub(size).filter(|free| *free > 0)? as f64;
    let row = |game: usize| -> Vec<f64> {
        std::iter::once(1.0).chain(others.iter().map(|&kind| drawn[game][kind])).collect()
    };
    let (mut products, mut towards) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    for (game, lead) in leads.iter().enumerate() {
        let row = row(game);
        for i in 0..size {
            towards[i] += row[i] * lead;
            for j in 0..size {
                products[i][j] += row[i] * row[j];
            }
        }
    }
    let factor = cholesky(&products)?;
    let found = solve(&factor, &towards);
    let mut middle = vec![vec![0.0; size]; size];
    for (game, lead) in leads.iter().enumerate() {
        let row = row(game);
        let leverage = dot(&row, &solve(&factor, &row)).min(1.0 - 1e-9);
        let weight = (lead - dot(&row, &found)).powi(2) / (1.0 - leverage);
        for i in 0..size {
            for j in 0..size {
                middle[i][j] += weight * row[i] * row[j];
            }
        }
    }
    let t = t_quantile(confidence, freedom)?;
    // Returns a linear combination of the coefficients and its standard error.
    let combined = |weights: &[f64]| {
        let through = solve(&factor, weights);
        let variance: f64 = (0..size).map(|i| through[i] * dot(&middle[i], &through)).sum();
        (dot(weights, &found), variance.max(0.0).sqrt())
    };
    let total: f64 = varying.iter().filter(|&&kind| !prizes[kind]).map(|&kind| copies[kind]).sum();
    let mut weights = vec![0.0; size];
    weights[0] = 1.0;
    let seat = combined(&weights);
    let measured: Vec<(usize, f64, f64)> = varying
        .iter()
        .map(|&kind| {
            let rest = (total - copies[kind]).max(f64::MIN_POSITIVE);
            weights[0] = 0.0;
            for (weight, &other) in weights[1..].iter_mut().zip(&others) {
                *weight = match () {
                    () if other == kind => 1.0,
                    () if prizes[kind] || prizes[other] => 0.0,
                    () => -copies[other] / rest,
                };
            }
            let (points, error) = combined(&weights);
            (kind, points, error)
        })
        .collect();
    let shrink = shrinking(&measured);
    let mut all = vec![None; kinds];
    for (kind, points, error) in measured {
        let p = if error > 0.0 { t_tail(points / error, freedom) } else { f64::from(u8::from(points == 0.0)) };
        all[kind] =
            Some(Worth { points: Interval::from_half_width(points, t * error), p, shrunk: shrink(points, error) });
    }
    Some(Worths { kinds: all, seat: Interval::from_half_width(seat.0, t * seat.1) })
}

/// Returns a function that shrinks numbers with errors towards their mean. The variance between them beyond their
/// errors is estimated by the moments of DerSimonian and Laird.
fn shrinking(measured: &[(usize, f64, f64)]) -> impl Fn(f64, f64) -> f64 + use<> {
    let weights = || measured.iter().map(|&(_, points, error)| (points, 1.0 / (error * error).max(1e-12)));
    let sum: f64 = weights().map(|(_, w)| w).sum();
    let mean = weights().map(|(x, w)| x * w).sum::<f64>() / sum.max(f64::MIN_POSITIVE);
    let q: f64 = weights().map(|(x, w)| w * (x - mean).powi(2)).sum();
    let scale = sum - weights().map(|(_, w)| w * w).sum::<f64>() / sum.max(f64::MIN_POSITIVE);
    let between = ((q - (measured.len() as f64 - 1.0)) / scale.max(f64::MIN_POSITIVE)).max(0.0);
    // The common mean also accounts for the variance between the numbers.
    let all = || measured.iter().map(move |&(_, points, error)| (points, 1.0 / (error * error + between).max(1e-12)));
    let mean = all().map(|(x, w)| x * w).sum::<f64>() / all().map(|(_, w)| w).sum::<f64>().max(f64::MIN_POSITIVE);
    move |points, error| {
        let (own, together) = (error * error, error * error + between);
        if together > 0.0 { mean + (points - mean) * (1.0 - own / together) } else { points }
    }
}
