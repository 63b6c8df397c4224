//! Tests the verdicts with invented blocks of known effects, and the games with small invented packs.

use tilewright_core::state::chance::Generator;

use super::played::seat_orders;
use super::verdict::FEWEST;
use super::*;
use crate::bots::{BotKind, RANDOM};

/// Number of comparisons in each test.
const RUNS: u64 = 600;

/// Numbers with a mean of 0 and a standard deviation of 1.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Normal,
    /// Skewed to the right: a sum of three squares of normal numbers.
    Skewed,
    /// 0 in four of five blocks.
    MostlyZero,
}

fn draw(shape: Shape, chance: &mut Generator) -> f64 {
    // A sum of twelve uniform numbers is nearly normal, with a standard deviation of 1.
    let mut normal = || (0..12).map(|_| f64::from(chance.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0;
    match shape {
        Shape::Normal => normal(),
        Shape::Skewed => ((0..3).map(|_| normal().powi(2)).sum::<f64>() - 3.0) / 6.0f64.sqrt(),
        Shape::MostlyZero => {
            let number = normal() * 5.0f64.sqrt();
            if chance.below(5) == 0 { number } else { 0.0 }
        }
    }
}

/// Plays a comparison as the games do: looks at the variation, and stops when the blocks are enough. `effects` are the
/// true differences, which all have a standard deviation of 5; a change of 1 matters.
fn compare(effects: &[f64], shape: Shape, seed: u64, most: u64) -> Vec<MeasuredChange> {
    let mut chance = Generator::new(seed);
    let plan = VersionPlan { seats: 2, seed, blocks: most, matters: Matters::default(), threads: 1 };
    let empty = MeasuredBlocks { matters: 1.0, ..MeasuredBlocks::default() };
    let mut questions = vec![empty; effects.len()];
    let mut done = 0;
    loop {
        let next = plan.next_look(done);
        for _ in done..next {
            for (blocks, effect) in questions.iter_mut().zip(effects) {
                // Both versions share most of their luck.
                let luck = 20.0 * draw(Shape::Normal, &mut chance);
                blocks.before.push(luck);
                blocks.after.push(luck + effect + 5.0 * draw(shape, &mut chance));
            }
        }
        done = next;
        if done >= most || questions.iter().all(MeasuredBlocks::are_enough) {
            return measured_changes(&questions);
        }
    }
}

/// Counts the comparisons whose first change fulfils a condition.
fn count(effects: &[f64], shape: Shape, wanted: impl Fn(&[MeasuredChange]) -> bool) -> u64 {
    (0..RUNS).filter(|run| wanted(&compare(effects, shape, run * 7919 + 1, 2_000))).count() as u64
}

/// Intervals contain the truth in 93 to 97 of 100 comparisons, although the number of blocks was not fixed.
#[test]
fn intervals_hold_the_truth() {
    for shape in [Shape::Normal, Shape::Skewed, Shape::MostlyZero] {
        for effect in [0.0, 1.5] {
            let held = count(&[effect], shape, |all| all[0].difference.interval.holds(effect));
            assert!((RUNS * 93 / 100..=RUNS * 97 / 100).contains(&held), "{shape:?} {effect}: {held} of {RUNS}");
        }
    }
}

/// At most 5 of 100 comparisons without an effect find a difference in any of their six questions, and at most 5 of 100
/// comparisons with a change that just matters do not see it; three standard errors of these counts are allowed.
#[test]
fn verdicts_are_rarely_wrong() {
    let allowed = |share: f64| (share * RUNS as f64 + 3.0 * (share * (1.0 - share) * RUNS as f64).sqrt()) as u64;
    let differs = |change: &MeasuredChange| change.verdict == VersionVerdict::Differs;
    let wrong = count(&[0.0; 6], Shape::Normal, |all| all.iter().any(differs));
    assert!(wrong <= allowed(0.05), "{wrong} of {RUNS} found a difference between equal versions");
    for effect in [1.0, -1.0] {
        let wrong = count(&[effect], Shape::Normal, |all| all[0].verdict == VersionVerdict::Same);
        assert!(wrong <= allowed(0.05), "{wrong} of {RUNS} called {effect} the same");
    }
}

/// Equal versions are called the same, and clear changes are found, in at least 80 of 100 comparisons.
#[test]
fn verdicts_are_mostly_known() {
    let same = count(&[0.0], Shape::Normal, |all| all[0].verdict == VersionVerdict::Same);
    assert!(same >= RUNS * 8 / 10, "{same} of {RUNS} equal versions");
    let found = count(&[2.0], Shape::Normal, |all| all[0].verdict == VersionVerdict::Differs);
    assert!(found >= RUNS * 8 / 10, "{found} of {RUNS} changes by twice the limit");
}

/// With the number of blocks that an unknown answer names, about half of the comparisons with that effect are decided.
#[test]
fn the_number_of_further_games_is_about_right() {
    let blocks = |effect: f64, count: u64, seed: u64| {
        let mut chance = Generator::new(seed);
        let after = (0..count).map(|_| effect + 5.0 * draw(Shape::Normal, &mut chance)).collect();
        measured_changes(&[MeasuredBlocks { before: vec![0.0; count as usize], after, matters: 1.0 }]).remove(0)
    };
    let first = blocks(0.5, 100, 3);
    let VersionVerdict::Unknown(Some(more)) = first.verdict else { panic!("{first:?}") };
    let effect = first.difference.interval.estimate;
    let is_known = |seed: &u64| !matches!(blocks(effect, 100 + more, *seed).verdict, VersionVerdict::Unknown(_));
    let known = (0..RUNS).filter(is_known).count() as u64;
    assert!((RUNS * 35 / 100..=RUNS * 65 / 100).contains(&known), "{known} of {RUNS} after {more} more: {first:?}");
    let one = MeasuredBlocks { before: vec![1.0], after: vec![2.0], matters: 1.0 };
    assert_eq!(measured_changes(&[one])[0].verdict, VersionVerdict::Unknown(None));
    let few = MeasuredBlocks { before: vec![1.0; FEWEST - 1], after: vec![1.0; FEWEST - 1], matters: 1.0 };
    assert_eq!(measured_changes(&[few])[0].verdict, VersionVerdict::Unknown(Some(1)), "too few blocks for a verdict");
    let equal = MeasuredBlocks { before: vec![1.0; FEWEST], after: vec![1.0; FEWEST], matters: 1.0 };
    assert_eq!(measured_changes(&[equal])[0].verdict, VersionVerdict::Same);
}

#[test]
fn a_panel_agrees_or_turns_round() {
    let change = |effect: f64| compare(&[effect], Shape::Normal, 5, 1_000).remove(0);
    let (up, down, same) = (change(3.0), change(-3.0), change(0.0));
    assert_eq!(panel_verdict(&[up, up]), PanelVerdict::Holds);
    assert_eq!(panel_verdict(&[up, down, same]), PanelVerdict::TurnsRound);
    assert_eq!(panel_verdict(&[same, down]), PanelVerdict::Partly);
    assert_eq!(panel_verdict(&[same, same]), PanelVerdict::NoChange);
}

#[test]
fn each_bot_has_every_seat_once() {
    let greedy = BotSpec::new(BotKind::Greedy);
    assert_eq!(seat_orders(&[RANDOM, RANDOM, RANDOM]).len(), 1);
    let orders = seat_orders(&[greedy.clone(), RANDOM, RANDOM]);
    let places: Vec<usize> = orders.iter().filter_map(|order| order.iter().position(|bot| *bot == greedy)).collect();
    assert_eq!(places, [0, 2, 1]);
}

#[test]
fn looks_end_at_the_last_block() {
    let plan = VersionPlan { seats: 2, seed: 1, blocks: 260, matters: Matters::default(), threads: 1 };
    let looks: Vec<u64> = std::iter::successors(Some(0), |done| Some(plan.next_look(*done))).take(6).collect();
    assert_eq!(looks, [0, 100, 150, 200, 250, 260]);
    // Files keep blocks in pieces that fit between two looks.
    let plan = VersionPlan { blocks: 1_000_000, ..plan };
    let looks = std::iter::successors(Some(0), |done| Some(plan.next_look(*done)).filter(|next| next < &plan.blocks));
    assert!(looks.clone().all(|look| look % LOOK_STEP == 0) && looks.count() > 20);
}
