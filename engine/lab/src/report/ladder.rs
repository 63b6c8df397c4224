//! Measures the depth of skill in a game: a ladder of bots, each of which thinks more than the one before.

use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::duel::{Duel, duel, share_of_blocks};
use crate::simulate::GamePlan;
use crate::stats::{CONFIDENCE, Interval};

/// Share of wins between two seats from which a bot counts as a whole step better.
pub(crate) const STEP: f64 = 0.6;

/// Duel of a bot against the best bot before it.
#[derive(Clone, Debug)]
pub struct Rung {
    /// Bot that is tried.
    pub bot: BotSpec,
    /// Last bot that was a whole step better than those before it.
    pub best: BotSpec,
    /// Result of the duel.
    pub duel: Duel,
    /// True if the tried bot is a whole step better, and is certain to be better.
    pub is_step: bool,
}

/// Result of a ladder of bots.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// Duels of all bots except the first.
    pub rungs: Vec<Rung>,
    /// Number of bots that are a whole step better than the best before them. The interval holds for all duels
    /// together: each interval is widened for their number (Bonferroni).
    pub steps: Interval,
    /// Number of seats in each game.
    pub seats: u8,
    /// Share of wins for a whole step with `seats` seats, where equal bots win one in `seats`. The odds improve by the
    /// same factor as from an even duel to `STEP`.
    pub step: f64,
}

/// Progress callback: the index of the rung, the tried bot and its opponent, and the number of finished games of the
/// rung.
pub type OnRung<'a> = dyn Fn(usize, (&BotSpec, &BotSpec), u64) + Sync + 'a;

/// Returns the share of wins for a whole step.
fn step(seats: u8) -> f64 {
    let fair = 1.0 / f64::from(seats.max(2));
    let odds = fair / (1.0 - fair) * STEP / (1.0 - STEP);
    odds / (1.0 + odds)
}

/// Lets each bot play against the best of those before it with changing seats, `plan.games` games each. A bot that is
/// less than a whole step better does not become the best, so that small steps add up to a whole one.
///
/// # Errors
/// The packs cannot be played, or not by two or more seats, or a bot cannot be created.
pub fn ladder(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: &[BotSpec],
    on_progress: &OnRung<'_>,
) -> Result<Ladder, KitError> {
    let step = step(plan.seats);
    let (mut rungs, mut best) = (Vec::<Rung>::new(), bots.first());
    for (number, bot) in bots.iter().skip(1).enumerate() {
        let Some(before) = best else { break };
        let duel = duel(loaded, plan, (bot, before), &|done| on_progress(number, (bot, before), done))?;
        let is_step = duel.won.estimate >= step && duel.won.low > duel.fair;
        rungs.push(Rung { bot: bot.clone(), best: before.clone(), duel, is_step });
        if is_step {
            best = Some(bot);
        }
    }
    Ok(Ladder { steps: steps(&rungs, step), rungs, seats: plan.seats, step })
}

fn steps(rungs: &[Rung], step: f64) -> Interval {
    let confidence = 1.0 - (1.0 - CONFIDENCE) / rungs.len().max(1) as f64;
    let wide: Vec<Interval> = rungs.iter().map(|rung| share_of_blocks(&rung.duel.shares, confidence)).collect();
    let count = |of: &dyn Fn(&Interval) -> bool| wide.iter().filter(|interval| of(interval)).count() as f64;
    Interval {
        estimate: rungs.iter().filter(|rung| rung.is_step).count() as f64,
        low: count(&|interval| interval.low >= step),
        high: count(&|interval| interval.high >= step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_of_more_seats_is_as_much_better_as_one_of_two() {
        assert!((step(2) - 0.6).abs() < 1e-12);
        // Equal bots have odds of 1 to 2 among three, and half as much again is 3 to 4.
        assert!((step(3) - 3.0 / 7.0).abs() < 1e-12);
        assert!((step(6) - 0.3 / 1.3).abs() < 1e-12);
    }
}
