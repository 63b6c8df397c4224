//! Compares two bots as opponents: which is stronger, by how much, and how certain that is. In games that all seats win
//! or lose together, teams are compared instead.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::joint::{self, TeamComparison, joint};
use crate::lead::lead;
use crate::simulate::{self, FaultyGame, GamePlan};
use crate::stats::{CONFIDENCE, Interval, Tested, compare_pairs, mean, share};
use crate::threads;
use crate::together::{WinnerCounts, is_joint};

/// Result of a duel, from games in which two bots change seats.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Number of finished blocks. In each the first bot has every seat once, with the same seed.
    pub blocks: u64,
    /// Number of games in all blocks.
    pub games: u64,
    /// Share of games that the first bot won, with shared wins as fractions and the interval over blocks.
    pub won: Interval,
    /// Lead in points of the first bot over its best opponent: mean and t interval over blocks.
    pub ahead: Interval,
    /// Probability of a lead of this size between equal bots.
    pub chance: f64,
    /// Expected share of wins between equal bots: one divided by the number of seats, for games with a winner.
    pub fair: f64,
    /// Share of wins of the first bot in each block.
    pub shares: Vec<f64>,
    /// Lead of the first bot in each block.
    pub leads: Vec<f64>,
    /// Games that a script stopped; their blocks do not count.
    pub faults: Vec<FaultyGame>,
}

/// Outcome of a game in a block, for the first bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DuelOutcome {
    pub(crate) share: f64,
    fair: f64,
    pub(crate) lead: f64,
    winners: usize,
}

/// Result of a comparison of two bots.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// The bots played against each other.
    Opponents(Duel),
    /// All seats win or lose together, so the bots played in teams.
    Teams(TeamComparison),
}

/// Compares two bots: as teams with [`joint()`] in games that all seats win or lose together, and otherwise as
/// opponents with [`duel`]. If only the games themselves show that no seat wins alone, `plan.games` are played twice.
/// `on_progress` receives the number of finished games and the total.
///
/// # Errors
/// The packs cannot be played, or not by two or more seats, or a bot cannot be created.
pub fn compare(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: (&BotSpec, &BotSpec),
    on_progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Comparison, KitError> {
    let in_teams = |before: u64| {
        let whole = before + plan.games.next_multiple_of(joint::TEAMS);
        joint(loaded, plan, bots, &|done| on_progress(before + done, whole)).map(Comparison::Teams)
    };
    if loaded.catalog().is_some_and(|catalog| is_joint(catalog)) {
        return in_teams(0);
    }
    let whole = plan.games.next_multiple_of(plan.seats.max(1).into());
    let (found, winners) = play_duel(loaded, plan, bots, &|done| on_progress(done, whole))?;
    if winners.are_together(false) { in_teams(whole) } else { Ok(Comparison::Opponents(found)) }
}

/// Lets a bot play against another one, which has all other seats. `plan.games` is rounded up to whole blocks of one
/// game for each seat. In a block, the first bot has every seat once with the same seed. `on_progress` receives the
/// number of finished games.
///
/// # Errors
/// The packs cannot be played, or not by two or more seats, or a bot cannot be created.
pub fn duel(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: (&BotSpec, &BotSpec),
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<Duel, KitError> {
    Ok(play_duel(loaded, plan, bots, on_progress)?.0)
}

/// Plays a duel, and counts the winners of each game.
fn play_duel(
    loaded: &Loaded,
    plan: &GamePlan,
    (first, second): (&BotSpec, &BotSpec),
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<(Duel, WinnerCounts), KitError> {
    let seats = u64::from(plan.seats);
    let blocks = plan.games.div_ceil(seats.max(1));
    let done = AtomicU64::new(0);
    let parts = threads::share(simulate::threads(plan.threads, blocks), blocks, &|next| {
        let of_place = |place: u8| -> Vec<BotSpec> {
            (0..plan.seats).map(|seat| if seat == place { first.clone() } else { second.clone() }).collect()
        };
        let places = (0..plan.seats).map(|place| Games::new(loaded, plan.seats, &of_place(place), false));
        let mut places = places.collect::<Result<Vec<Games>, KitError>>()?;
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        while let Some(block) = next() {
            let seed = plan.seed_of(block);
            let mut outcomes = Vec::new();
            for (place, games) in (0u8..).map(Seat).zip(&mut places) {
                let played = games.play(seed, &mut |_, _, _| {})?;
                let game = block * seats + u64::from(place.0);
                match played.fault {
                    Some(fault) => faults.push(FaultyGame { game, seed, fault, record: None }),
                    None => outcomes.push(DuelOutcome::new(played.game, place)),
                }
                on_progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
            found.push((block, outcomes));
        }
        Ok((found, faults))
    })?;
    let (outcomes, faults): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let (mut outcomes, mut faults) = (outcomes.concat(), faults.concat());
    outcomes.sort_by_key(|(block, _)| *block);
    faults.sort_by_key(|fault| fault.game);
    let blocks: Vec<Vec<DuelOutcome>> = outcomes.into_iter().map(|(_, block)| block).collect();
    Ok(of_blocks(&blocks, plan.seats, faults))
}

impl Duel {
    /// Compares two bots by the outcomes of their games, block by block. Blocks in which a script stopped a game are
    /// shorter and do not count.
    pub fn of_outcomes(blocks: &[Vec<DuelOutcome>], seats: u8, faults: Vec<FaultyGame>) -> Duel {
        of_blocks(blocks, seats, faults).0
    }
}

/// Compares two bots by the outcomes of their games, and counts the winners of each game.
fn of_blocks(blocks: &[Vec<DuelOutcome>], seats: u8, faults: Vec<FaultyGame>) -> (Duel, WinnerCounts) {
    let whole: Vec<&Vec<DuelOutcome>> = blocks.iter().filter(|block| block.len() == usize::from(seats)).collect();
    let mut winners = WinnerCounts::default();
    whole.iter().copied().flatten().for_each(|outcome| winners.add(outcome.winners, usize::from(seats)));
    let of = |value: fn(&DuelOutcome) -> f64, block: &[DuelOutcome]| {
        block.iter().map(value).sum::<f64>() / block.len() as f64
    };
    let (shares, leads): (Vec<f64>, Vec<f64>) =
        whole.iter().map(|block| (of(|o| o.share, block), of(|o| o.lead, block))).unzip();
    let fair = whole.iter().map(|block| of(|o| o.fair, block)).sum::<f64>() / whole.len().max(1) as f64;
    let Tested { p, .. } = compare_pairs(&leads, &vec![0.0; leads.len()], CONFIDENCE);
    let count = leads.len() as u64;
    let found = Duel {
        blocks: count,
        games: count * u64::from(seats),
        won: share_of_blocks(&shares, CONFIDENCE),
        ahead: mean(&leads, CONFIDENCE),
        chance: p,
        fair,
        shares,
        leads,
        faults,
    };
    (found, winners)
}

/// Returns the share of wins with the t interval over blocks, since the games of a block share a seed and vary less
/// than independent games. If all blocks are equal, the t interval has no width, so Wilson's interval is used.
pub(crate) fn share_of_blocks(shares: &[f64], confidence: f64) -> Interval {
    let Interval { estimate, low, high } = mean(shares, confidence);
    if shares.len() < 2 || shares.windows(2).all(|two| two[0] == two[1]) {
        return share(shares.iter().sum(), shares.len() as u64, confidence);
    }
    Interval { estimate, low: low.max(0.0), high: high.min(1.0) }
}

impl DuelOutcome {
    /// Returns the outcome of a finished game for the bot at a seat.
    pub fn new(game: &Game, place: Seat) -> DuelOutcome {
        let (scores, winners) = (game.scores(), game.winners());
        let share = if winners.contains(&place) { 1.0 / winners.len() as f64 } else { 0.0 };
        let fair = if winners.is_empty() { 0.0 } else { 1.0 / scores.len().max(1) as f64 };
        DuelOutcome { share, fair, lead: f64::from(lead(scores, place.index())), winners: winners.len() }
    }
}
