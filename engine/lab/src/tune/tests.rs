//! Tests the parts of a search that need no games.

use tilewright_core::diag::{FileId, Span};
use tilewright_core::state::chance::Generator;
use tilewright_kit::tune::{TargetMeasure, TargetRange, VariedNumber};

use super::grid::{Candidate, NumberGrid};
use super::score::{Count, TargetVerdict, check, difference, doubt};
use crate::stats::{CONFIDENCE, Ratio};

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn number(values: std::ops::RangeInclusive<i64>) -> VariedNumber {
    VariedNumber { path: "tiles.A.count".to_owned(), values: values.collect(), span: span() }
}

fn target(measure: TargetMeasure, low: f64, high: f64) -> TargetRange {
    TargetRange { measure, low, high, span: span() }
}

#[test]
fn candidates_have_neighbours_and_a_distance_from_the_present() {
    let numbers = [number(2..=6), number(0..=3)];
    let grid = NumberGrid::new(&numbers, &[Some(3), Some(3)]);
    assert_eq!((grid.count(), grid.start.clone()), (20, Candidate::At(vec![1, 3])));
    let all: std::collections::BTreeSet<Candidate> = (0..20).map(|n| grid.candidate(n)).collect();
    assert_eq!(all.len(), 20);
    assert_eq!(grid.steps(&Candidate::At(vec![4, 0])), 6);
    let neighbours = grid.neighbours(&grid.start, &[1, 4]);
    let values: Vec<Vec<i64>> =
        neighbours.iter().map(|(_, c)| c.values(&numbers).into_iter().map(|(_, v)| v).collect()).collect();
    assert_eq!(values, [[2, 3], [4, 3], [3, 2]]);
    // A present value outside of the range is a further candidate, and distances start at the nearest value.
    let outside = NumberGrid::new(&numbers, &[Some(9), None]);
    assert_eq!((outside.start.clone(), outside.nearest_to_present()), (Candidate::Present, Candidate::At(vec![4, 0])));
    assert_eq!(outside.steps(&Candidate::At(vec![2, 3])), 2);
    assert!(outside.neighbours(&Candidate::Present, &[1]).is_empty());
    let huge = NumberGrid::new(&vec![number(0..=99); 12], &[None; 12]);
    assert_eq!(huge.count(), u64::MAX, "the number of candidates is capped");
}

/// Probabilities follow from the normal distribution, also far away from the range, where they have no digits left.
#[test]
fn doubts_grow_with_the_distance_and_with_the_games() {
    let games = |mean: i64, count: i64| {
        let mut ratio = Ratio::default();
        (0..count).for_each(|game| ratio.add(mean + if game % 2 == 0 { 10 } else { -10 }, 1));
        ratio
    };
    let turns = target(TargetMeasure::Turns, 60.0, 75.0);
    let of = |mean: i64, count: i64| doubt(&turns, &games(mean, count));
    assert_eq!(doubt(&turns, &Ratio::default()), 0.0);
    assert!(of(67, 100) < 1e-9 && of(67, 4) > 0.1, "{} {}", of(67, 100), of(67, 4));
    assert!((of(60, 100) - 2.0f64.ln()).abs() < 1e-6, "half of the probability is inside: {}", of(60, 100));
    let far: Vec<f64> = [59, 57, 50, 20, 0, -400].iter().map(|mean| of(*mean, 100)).collect();
    assert!(far.is_sorted() && far.iter().all(|doubt| doubt.is_finite()), "{far:?}");
    let (above, below) = (of(60 - 30, 100), of(75 + 30, 100));
    assert!((above - below).abs() < 1e-9 * above, "{above} {below}");
    assert!(of(50, 400) > 3.0 * of(50, 100));
    // A share of 0 in a few games may be above 0, and a range that ends at 0 has no other side.
    let mut none = Ratio::default();
    (0..10).for_each(|_| none.add(0, 1));
    let aside = |high: f64| doubt(&target(TargetMeasure::Aside, 0.0, high), &none);
    assert!(aside(0.01) > 1.0 && aside(0.5) < 0.05, "{} {}", aside(0.01), aside(0.5));
}

#[test]
fn targets_are_met_missed_or_unknown() {
    let turns = target(TargetMeasure::Turns, 60.0, 75.0);
    let games = |mean: i64, count: i64| {
        let mut ratio = Ratio::default();
        (0..count).for_each(|game| ratio.add(mean + game % 3 - 1, 1));
        check(&turns, &ratio, CONFIDENCE).verdict
    };
    assert_eq!(games(67, 100), TargetVerdict::Met);
    assert_eq!(games(60, 100), TargetVerdict::Unknown);
    assert_eq!(games(58, 100), TargetVerdict::Missed);
    assert_eq!(games(58, 49), TargetVerdict::Unknown, "49 games are too few for an answer");
}

/// Intervals of 400 differences between two ratios contain the true difference in about 95 of 100 cases.
#[test]
fn intervals_of_differences_hold_the_truth() {
    let mut chance = Generator::new(3);
    let mut held = 0;
    for _ in 0..400 {
        let games: Vec<[Count; 2]> = (0..100)
            .map(|_| {
                // Both candidates share the size of the game.
                let whole = 10 + i64::from(chance.below(20));
                let part = |percent: u32, chance: &mut Generator| {
                    (0..whole).map(|_| i64::from(chance.below(100) < percent)).sum::<i64>()
                };
                [[part(30, &mut chance), whole], [part(40, &mut chance), whole]]
            })
            .collect();
        let side = |at: usize| games.iter().map(|game| game[at]).collect::<Vec<Count>>();
        held += usize::from(difference(&side(0), &side(1), CONFIDENCE).holds(0.1));
    }
    assert!((368..=392).contains(&held), "{held} of 400");
    let same = vec![[3, 1]; 60];
    let none = difference(&same, &same, CONFIDENCE);
    assert_eq!((none.low, none.high), (0.0, 0.0));
}
