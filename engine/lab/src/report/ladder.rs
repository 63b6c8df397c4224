//! A ladder of skill: how much there is to learn in a game, by bots of which each thinks more than the one before.

use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::duel::{Duel, duel, share_of_blocks};
use crate::simulate::Plan;
use crate::stats::{CONFIDENCE, Interval};

/// From which share of wins on one of two is a whole step better.
pub const STEP: f64 = 0.6;

/// A bot against the best of those before it.
#[derive(Clone, Debug)]
pub struct Rung {
    /// The one that is tried.
    pub bot: BotSpec,
    /// The last that was a whole step better than those before it.
    pub best: BotSpec,
    /// How they played.
    pub duel: Duel,
    /// Whether the one that is tried is a whole step better, and surely better at all.
    pub is_step: bool,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// From the first that has one below it.
    pub rungs: Vec<Rung>,
    /// How many are a whole step better than the best before them. The interval holds for all together, each by an interval
    /// that is wider for their number (Bonferroni).
    pub steps: Interval,
    /// The number of seats.
    pub seats: u8,
    /// The share of wins of a whole step with so many seats, where equals have one in `seats`: the odds are better by as much
    /// as those of [`STEP`] are between two.
    pub step: f64,
}

/// Is told how far it is: which rung, from 0, who tries it against whom, and how many of its games are over.
pub type OnRung<'a> = dyn Fn(usize, (&BotSpec, &BotSpec), u64) + Sync + 'a;

/// The share of a whole step.
fn step(seats: u8) -> f64 {
    let fair = 1.0 / f64::from(seats.max(2));
    let odds = fair / (1.0 - fair) * STEP / (1.0 - STEP);
    odds / (1.0 + odds)
}

/// Lets each of some bots play against the best of those before it, with changed places, `plan.games` games each. A bot that
/// is no whole step better does not become the best, so small steps add up until they are one.
///
/// # Errors
/// The packs cannot be played, or by fewer than two seats, or a bot cannot be made.
pub fn ladder(loaded: &Loaded, plan: &Plan, bots: &[BotSpec], on_progress: &OnRung<'_>) -> Result<Ladder, KitError> {
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
        // Equals have odds of 1 to 2 among three, and half as much again is 3 to 4.
        assert!((step(3) - 3.0 / 7.0).abs() < 1e-12);
        assert!((step(6) - 0.3 / 1.3).abs() < 1e-12);
    }
}
