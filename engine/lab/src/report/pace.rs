//! Chooses the number of games of a report by the work of a game.

use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::simulate::GamePlan;

/// Work of all games of a report, in the unit of game budgets. Two cores do it in about a minute.
const WORK: u64 = 30_000_000;

/// Number of games whose work is measured.
const MEASURED: u64 = 4;

/// Returns the number of games that a report can afford, between `fewest` and `plan.games`. The work of a game is
/// counted in the first games of the plan, so the number is the same on every machine.
///
/// # Errors
/// The packs cannot be played, or a bot cannot be created.
pub fn affordable_games(loaded: &Loaded, plan: &GamePlan, fewest: u64, bots: &[BotSpec]) -> Result<u64, KitError> {
    let mut games = Games::new(loaded, plan.seats, bots, false)?;
    let measured = MEASURED.min(plan.games);
    let mut work = 0;
    for game in 0..measured {
        work += games.play(plan.seed_of(game), &mut |_, _, _| {})?.steps;
    }
    Ok(round_down(WORK * measured / work.max(1)).clamp(fewest, plan.games.max(fewest)))
}

/// Rounds a number of games down to a number that is easy to read.
pub fn round_down(games: u64) -> u64 {
    if games >= 100 { games / 50 * 50 } else { games / 10 * 10 }
}
