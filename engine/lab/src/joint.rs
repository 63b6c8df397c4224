//! Compares two bots in games that all seats win or lose together: as teams of the first bot, of the second, and of
//! both.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::catalog::id::{Id, ResultId};
use tilewright_core::state::Game;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::simulate::{self, FaultyGame, GamePlan};
use crate::stats::{CONFIDENCE, Interval, Tested, compare_pairs, mean, share};
use crate::threads;

/// Number of teams that play each seed.
pub const TEAMS: u64 = 3;

/// Results of one team.
#[derive(Clone, PartialEq, Debug)]
pub struct Team {
    /// Share of the games that all seats won.
    pub won: Interval,
    /// Total points of all seats at the end of a game.
    pub points: Interval,
    /// Share of the games with each result, in the order of the packs; the last entry is for games without a result.
    pub results: Vec<Interval>,
}

/// Result of a comparison of two bots in teams.
#[derive(Clone, Debug)]
pub struct TeamComparison {
    /// Number of seeds that every team has finished.
    pub seeds: u64,
    /// Teams: the first bot in every seat; in one seat, in turn, with the second bot in all others; the second bot in
    /// every seat.
    pub teams: [Team; 3],
    /// Names of the results, in the order of the packs.
    pub results: Vec<String>,
    /// Difference in the share of wins between the teams of the first and of the second bot, on the same seeds.
    pub won: Tested,
    /// Difference in points between the same two teams.
    pub points: Tested,
    /// Games that a rule stopped; their seeds do not count.
    pub faults: Vec<FaultyGame>,
}

/// Returns true if the first bot has a seat in a game. Games come in threes: it has all seats of the first, one seat of
/// the second that changes from seed to seed, and no seat of the third.
pub fn is_first(game: u64, seat: u8, seats: u8) -> bool {
    match game % TEAMS {
        0 => true,
        1 => u64::from(seat) == game / TEAMS % u64::from(seats.max(1)),
        _ => false,
    }
}

/// End of a game for a team.
#[derive(Clone, Copy)]
struct TeamResult {
    is_won: bool,
    points: i64,
    result: Option<ResultId>,
}

/// Lets teams of two bots play the same seeds: the first bot alone, one seat of the first among the second, the second
/// alone. `plan.games` is rounded up so that each team plays every seed. `on_progress` receives the number of finished
/// games.
///
/// # Errors
/// The packs cannot be played, or a bot cannot be created.
pub fn joint(
    loaded: &Loaded,
    plan: &GamePlan,
    (first, second): (&BotSpec, &BotSpec),
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<TeamComparison, KitError> {
    let seeds = plan.games.div_ceil(TEAMS);
    let done = AtomicU64::new(0);
    let parts = threads::share(simulate::threads(plan.threads, seeds), seeds, &|next| {
        let table = |game: u64| {
            let bot = |seat: u8| if is_first(game, seat, plan.seats) { first.clone() } else { second.clone() };
            Games::new(loaded, plan.seats, &(0..plan.seats).map(bot).collect::<Vec<BotSpec>>(), false)
        };
        let (mut ones, mut others) = (table(0)?, table(2)?);
        let mixed = (0..u64::from(plan.seats)).map(|place| table(place * TEAMS + 1));
        let mut mixed = mixed.collect::<Result<Vec<Games>, KitError>>()?;
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        while let Some(number) = next() {
            let (seed, place) = (plan.seed_of(number), (number % u64::from(plan.seats.max(1))) as usize);
            let mut teams = Vec::new();
            for (team, games) in (0u64..).zip([&mut ones, &mut mixed[place], &mut others]) {
                let played = games.play(seed, &mut |_, _, _| {})?;
                match played.fault {
                    Some(fault) => {
                        faults.push(FaultyGame { game: number * TEAMS + team, seed, fault, record: None });
                    }
                    None => teams.push(team_result(played.game)),
                }
                on_progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
            found.push((number, teams));
        }
        Ok((found, faults))
    })?;
    let (found, faults): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let (mut found, mut faults) = (found.concat(), faults.concat());
    found.sort_by_key(|(number, _)| *number);
    faults.sort_by_key(|fault: &FaultyGame| fault.game);
    let whole: Vec<[TeamResult; 3]> = found.into_iter().filter_map(|(_, teams)| teams.try_into().ok()).collect();
    let results: Vec<String> = loaded
        .catalog()
        .map(|catalog| catalog.results.ids().map(|id| catalog.results.key(id)).collect())
        .unwrap_or_default();
    let column =
        |team: usize, of: fn(&TeamResult) -> f64| whole.iter().map(|ended| of(&ended[team])).collect::<Vec<f64>>();
    let won = |ended: &TeamResult| f64::from(u8::from(ended.is_won));
    let points = |ended: &TeamResult| ended.points as f64;
    let seeds = whole.len() as u64;
    let team = |team: usize| {
        let came_to = |at: usize| {
            let is_it = |ended: &&[TeamResult; 3]| ended[team].result.map_or(results.len(), Id::index) == at;
            share(whole.iter().filter(is_it).count() as f64, seeds, CONFIDENCE)
        };
        Team {
            won: share(column(team, won).iter().sum(), seeds, CONFIDENCE),
            points: mean(&column(team, points), CONFIDENCE),
            results: (0..=results.len()).map(came_to).collect(),
        }
    };
    Ok(TeamComparison {
        seeds,
        teams: [team(0), team(1), team(2)],
        won: compare_pairs(&column(0, won), &column(2, won), CONFIDENCE),
        points: compare_pairs(&column(0, points), &column(2, points), CONFIDENCE),
        results,
        faults,
    })
}

fn team_result(game: &Game) -> TeamResult {
    TeamResult {
        is_won: game.winners().len() == game.seat_count(),
        points: game.scores().iter().copied().map(i64::from).sum(),
        result: game.result(),
    }
}
