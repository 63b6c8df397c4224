//! What the options of the packs change: the same games with another value.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::catalog;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::lead::lead;
use crate::matrix::all_settings;
use crate::simulate::Plan;
use crate::stats::{CONFIDENCE, Tested, benjamini_hochberg, paired};
use crate::threads::share;

/// What another value of an option changes.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionWorth {
    /// The option with this value, and what that requires.
    pub options: Vec<String>,
    /// Seeds that were played with the value and without.
    pub games: u64,
    /// How many points more a player has at the end.
    pub points: Tested,
    /// How many turns more a game has.
    pub turns: Tested,
    /// How many points of lead more the first seat has. Nothing of games for one.
    pub lead: Option<Tested>,
    /// Whether one of these is worth telling and no chance, all values considered together.
    pub stands_out: bool,
}

/// Below which chance a difference counts, when all are corrected together.
const FLAGGED: f64 = 0.1;

/// Points or turns that a value must change to be told.
const NOTEWORTHY: f64 = 0.5;

/// Options with values: name and value of each.
pub type Setting = [(String, catalog::Value)];

/// Loads the packs with some options set; nothing where they cannot be played so.
pub type Reload<'a> = dyn Fn(&Setting) -> Result<Option<Loaded>, KitError> + 'a;

/// Plays the games of a plan as they are, and again with each other value of each option that the packs offer.
/// `on_progress` is told how many games are over, and of how many.
///
/// # Errors
/// The packs cannot be played, or not be read again.
pub fn option_worths(
    loaded: &Loaded,
    reload: &Reload<'_>,
    plan: &Plan,
    bots: &[BotSpec],
    on_progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Vec<OptionWorth>, KitError> {
    let mut others = Vec::new();
    let as_they_are = |loaded: &Loaded| loaded.catalog().map(|catalog| catalog.chosen_options());
    for setting in all_settings(&loaded.options) {
        let Some(changed) = reload(&setting)? else { continue };
        let fits = changed.catalog().is_some_and(|catalog| {
            let (fewest, most) = catalog.seats;
            (fewest..=most).contains(&plan.seats)
        });
        if fits && as_they_are(&changed) != as_they_are(loaded) {
            others.push((setting, changed));
        }
    }
    let (over, all) = (AtomicU64::new(0), plan.games * (others.len() as u64 + 1));
    let on_game = || on_progress(over.fetch_add(1, Ordering::Relaxed) + 1, all);
    let plain = measured(loaded, plan, bots, &on_game)?;
    let mut worths = Vec::new();
    for (setting, changed) in others {
        let changed = measured(&changed, plan, bots, &on_game)?;
        // Games that a rule has stopped have no numbers.
        let both = plain.iter().zip(&changed).filter_map(|(a, b)| (*a).zip(*b));
        let (before, after): (Vec<[f64; 3]>, Vec<[f64; 3]>) = both.unzip();
        let tested = |of: usize| {
            let column = |games: &[[f64; 3]]| games.iter().map(|numbers| numbers[of]).collect::<Vec<f64>>();
            paired(&column(&after), &column(&before), CONFIDENCE)
        };
        worths.push(OptionWorth {
            options: setting.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            games: before.len() as u64,
            points: tested(0),
            turns: tested(1),
            lead: (plan.seats > 1).then(|| tested(2)),
            stands_out: false,
        });
    }
    flag(&mut worths);
    Ok(worths)
}

/// Marks what is no chance, all questions considered together.
fn flag(worths: &mut [OptionWorth]) {
    let questions = |worth: &OptionWorth| [Some(worth.points), Some(worth.turns), worth.lead].into_iter().flatten();
    let p: Vec<f64> = worths.iter().flat_map(questions).map(|tested| tested.p).collect();
    let mut corrected = benjamini_hochberg(&p).into_iter();
    for worth in worths {
        // All of them are taken, so that the next value has its own.
        let told = questions(worth)
            .zip(corrected.by_ref())
            .filter(|(tested, corrected)| *corrected < FLAGGED && tested.interval.estimate.abs() >= NOTEWORTHY);
        worth.stands_out = told.count() > 0;
    }
}

/// Of each game of a plan: points of a player, turns, and the lead of the first seat. Nothing of games that were stopped.
fn measured(
    loaded: &Loaded,
    plan: &Plan,
    bots: &[BotSpec],
    on_game: &(dyn Fn() + Sync),
) -> Result<Vec<Option<[f64; 3]>>, KitError> {
    let parts = share(plan.threads(), plan.games, &|next| {
        let mut games = Games::new(loaded, plan.seats, bots, false)?;
        let mut found = Vec::new();
        while let Some(game) = next() {
            let played = games.play(plan.seed_of(game), &mut |_, _, _| {})?;
            let scores = played.game.scores();
            let points = f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
            let numbers = [points, f64::from(played.game.turns()), f64::from(lead(scores, 0))];
            found.push((game, played.fault.is_none().then_some(numbers)));
            on_game();
        }
        Ok(found)
    })?;
    let mut all = parts.concat();
    all.sort_by_key(|(game, _)| *game);
    Ok(all.into_iter().map(|(_, numbers)| numbers).collect())
}
