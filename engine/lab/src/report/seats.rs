//! Tests the equality of seats by wins and by points.

use crate::report::flags::{Flag, Flagged, NOTEWORTHY, UNFAIR};
use crate::report::{Facts, lead_of};
use crate::stats::{CONFIDENCE, Interval, compare_pairs, mean, seats_equal, share};

/// Probability of differences between seats this large if all are equal.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SeatTest {
    /// Probability by the shares of wins; `None` if games vary too little for a test.
    pub wins: Option<f64>,
    /// Probability by the scores; `None` if games vary too little for a test.
    pub points: Option<f64>,
}

impl SeatTest {
    /// Returns the p-value of the stronger of both tests, corrected for being the stronger of two (Bonferroni).
    pub fn p(self) -> Option<f64> {
        match (self.wins, self.points) {
            (Some(wins), Some(points)) => Some((2.0 * wins.min(points)).min(1.0)),
            (one, other) => one.or(other),
        }
    }
}

/// Tests the hypothesis that seats are equal.
pub(super) fn test(all: &[Facts]) -> SeatTest {
    let wins: Vec<&[f64]> = all.iter().map(|facts| &facts.won[..]).collect();
    let points: Vec<Vec<f64>> = all.iter().map(|f| f.scores.iter().copied().map(f64::from).collect()).collect();
    SeatTest { wins: seats_equal(&wins), points: seats_equal(&points) }
}

/// Returns the lead of a seat over the mean of the others in each game.
fn over_others(all: &[Facts], seat: usize) -> Vec<f64> {
    let of = |facts: &Facts| {
        let (own, sum) = (f64::from(facts.scores[seat]), facts.scores.iter().copied().map(f64::from).sum::<f64>());
        own - (sum - own) / (facts.scores.len() as f64 - 1.0).max(1.0)
    };
    all.iter().map(of).collect()
}

/// Returns the lead of each seat over the mean of the others, in points.
pub(super) fn points_over_others(all: &[Facts], seats: usize) -> Vec<Interval> {
    (0..seats).map(|seat| mean(&over_others(all, seat), CONFIDENCE)).collect()
}

/// Tests if a seat wins more often than is fair, or has more points than the others. With two seats, one is as far
/// above as the other is below, so there is only one test.
pub(super) fn questions(all: &[Facts], seats: usize) -> Vec<(Flag, bool)> {
    // A game without a winner counts as fair to all seats.
    let fair: Vec<f64> = all.iter().map(|facts| facts.won.iter().sum::<f64>() / seats.max(1) as f64).collect();
    let of = |seat: u8| {
        let at = usize::from(seat);
        let won: Vec<f64> = all.iter().map(|facts| facts.won[at]).collect();
        let number = share(won.iter().sum(), won.len() as u64, CONFIDENCE);
        let points = over_others(all, at);
        let (wins, points) =
            (compare_pairs(&won, &fair, CONFIDENCE), compare_pairs(&points, &vec![0.0; points.len()], CONFIDENCE));
        let is_ahead = match points.p < wins.p {
            true => points.interval.estimate >= NOTEWORTHY,
            false => wins.interval.estimate >= UNFAIR,
        };
        let p = (2.0 * wins.p.min(points.p)).min(1.0);
        let game = all.iter().rev().max_by_key(|facts| lead_of(facts, at)).map(|facts| facts.game);
        let flag = Flag { what: Flagged::Seat(seat), number, cases: won.len() as u64, p, game };
        (flag, is_ahead)
    };
    let mut all: Vec<(Flag, bool)> = (0..seats.min(usize::from(u8::MAX)) as u8).map(of).collect();
    match &all[..] {
        [_] => all.clear(),
        [_, (_, second_is_ahead)] => drop(all.remove(usize::from(!second_is_ahead))),
        _ => {}
    }
    all
}
