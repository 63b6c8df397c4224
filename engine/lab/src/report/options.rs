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
use crate::stats::{CONFIDENCE, Interval, Tested, benjamini_hochberg, paired, share as share_of};
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
    /// The share of seeds that end with other scores or after another number of turns.
    pub differ: Interval,
    /// Whether one of these is worth telling and no chance, all values considered together.
    pub stands_out: bool,
    /// Whether it changes nothing: no seed ends otherwise, and if one in twenty did that would be no chance, all values
    /// considered together.
    pub is_dead: bool,
}

/// Below which chance a difference counts, when all are corrected together.
const FLAGGED: f64 = 0.1;

/// Points or turns that a value must change to be told.
const NOTEWORTHY: f64 = 0.5;

/// The share of games from which on a value is said to change something.
const FEW: f64 = 0.05;

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
        let both = plain.iter().zip(&changed).filter_map(|(a, b)| a.as_ref().zip(b.as_ref()));
        let (before, after): (Vec<&Ended>, Vec<&Ended>) = both.unzip();
        let tested = |of: fn(&Ended) -> f64| {
            let column = |games: &[&Ended]| games.iter().map(|ended| of(ended)).collect::<Vec<f64>>();
            paired(&column(&after), &column(&before), CONFIDENCE)
        };
        let differ = before.iter().zip(&after).filter(|(a, b)| a != b).count();
        worths.push(OptionWorth {
            options: setting.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            games: before.len() as u64,
            points: tested(|ended| f64::from(ended.scores.iter().sum::<i32>()) / ended.scores.len() as f64),
            turns: tested(|ended| f64::from(ended.turns)),
            lead: (plan.seats > 1).then(|| tested(|ended| f64::from(lead(&ended.scores, 0)))),
            differ: share_of(differ as f64, before.len() as u64, CONFIDENCE),
            stands_out: false,
            is_dead: false,
        });
    }
    flag(&mut worths);
    flag_dead(&mut worths);
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

/// Marks what changes nothing, all values considered together.
fn flag_dead(worths: &mut [OptionWorth]) {
    let unseen = |worth: &OptionWorth| match worth.differ.estimate {
        0.0 => (1.0 - FEW).powf(worth.games as f64),
        _ => 1.0,
    };
    let corrected = benjamini_hochberg(&worths.iter().map(unseen).collect::<Vec<f64>>());
    worths.iter_mut().zip(corrected).for_each(|(worth, p)| worth.is_dead = p < FLAGGED);
}

/// How a game ended.
#[derive(Clone, PartialEq)]
struct Ended {
    scores: Vec<i32>,
    turns: u32,
}

/// How each game of a plan ended. Nothing of games that were stopped.
fn measured(
    loaded: &Loaded,
    plan: &Plan,
    bots: &[BotSpec],
    on_game: &(dyn Fn() + Sync),
) -> Result<Vec<Option<Ended>>, KitError> {
    let parts = share(plan.threads(), plan.games, &|next| {
        let mut games = Games::new(loaded, plan.seats, bots, false)?;
        let mut found = Vec::new();
        while let Some(game) = next() {
            let played = games.play(plan.seed_of(game), &mut |_, _, _| {})?;
            let ended = Ended { scores: played.game.scores().to_vec(), turns: played.game.turns() };
            found.push((game, played.fault.is_none().then_some(ended)));
            on_game();
        }
        Ok(found)
    })?;
    let mut all = parts.concat();
    all.sort_by_key(|(game, _)| *game);
    Ok(all.into_iter().map(|(_, ended)| ended).collect())
}
