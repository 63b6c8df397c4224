//! Measures the effect of pack options: plays the same games with another value.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::catalog;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::lead::lead;
use crate::matrix::all_settings;
use crate::simulate::GamePlan;
use crate::stats::{CONFIDENCE, Interval, Tested, benjamini_hochberg, compare_pairs, share as share_of};
use crate::threads::share;

/// Effect of another value of an option.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionWorth {
    /// Option with this value, and the options that it requires.
    pub options: Vec<String>,
    /// Number of seeds that were played with and without the value.
    pub games: u64,
    /// Difference in the points of a player at the end.
    pub points: Tested,
    /// Difference in the number of turns of a game.
    pub turns: Tested,
    /// Difference in the lead of the first seat in points; `None` for games of one seat.
    pub lead: Option<Tested>,
    /// Share of seeds that end with other scores or after another number of turns.
    pub differ: Interval,
    /// True if one of the differences is significant and large enough to report, with all values considered together.
    pub stands_out: bool,
    /// True if the value has no effect: no seed ends differently, which would be unlikely if one in twenty did, with
    /// all values considered together.
    pub is_dead: bool,
}

/// Corrected p-value below which a difference counts.
const FLAGGED: f64 = 0.1;

/// Minimum change in points or turns that is reported.
const NOTEWORTHY: f64 = 0.5;

/// Share of games from which a value counts as having an effect.
const FEW: f64 = 0.05;

/// Names and values of options.
pub type Setting = [(String, catalog::Value)];

/// Function that loads the packs with some options set; returns `None` if they cannot be played that way.
pub type Reload<'a> = dyn Fn(&Setting) -> Result<Option<Loaded>, KitError> + 'a;

/// Plays the games of a plan unchanged, and again with each other value of each option that the packs offer.
/// `on_progress` receives the number of finished games and the total.
///
/// # Errors
/// The packs cannot be played, or cannot be read again.
pub fn option_worths(
    loaded: &Loaded,
    reload: &Reload<'_>,
    plan: &GamePlan,
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
    let plain = play_plan(loaded, plan, bots, &on_game)?;
    let mut worths = Vec::new();
    for (setting, changed) in others {
        let changed = play_plan(&changed, plan, bots, &on_game)?;
        // Games that a rule stopped have no numbers.
        let both = plain.iter().zip(&changed).filter_map(|(a, b)| a.as_ref().zip(b.as_ref()));
        let (before, after): (Vec<&GameEnd>, Vec<&GameEnd>) = both.unzip();
        let tested = |of: fn(&GameEnd) -> f64| {
            let column = |games: &[&GameEnd]| games.iter().map(|ended| of(ended)).collect::<Vec<f64>>();
            compare_pairs(&column(&after), &column(&before), CONFIDENCE)
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

/// Marks significant differences, with all tests considered together.
fn flag(worths: &mut [OptionWorth]) {
    let questions = |worth: &OptionWorth| [Some(worth.points), Some(worth.turns), worth.lead].into_iter().flatten();
    let p: Vec<f64> = worths.iter().flat_map(questions).map(|tested| tested.p).collect();
    let mut corrected = benjamini_hochberg(&p).into_iter();
    for worth in worths {
        // The iterator must be consumed fully, so that the next value gets its own p-values.
        let told = questions(worth)
            .zip(corrected.by_ref())
            .filter(|(tested, corrected)| *corrected < FLAGGED && tested.interval.estimate.abs() >= NOTEWORTHY);
        worth.stands_out = told.count() > 0;
    }
}

/// Marks values without effect, with all values considered together.
fn flag_dead(worths: &mut [OptionWorth]) {
    let unseen = |worth: &OptionWorth| match worth.differ.estimate {
        0.0 => (1.0 - FEW).powf(worth.games as f64),
        _ => 1.0,
    };
    let corrected = benjamini_hochberg(&worths.iter().map(unseen).collect::<Vec<f64>>());
    worths.iter_mut().zip(corrected).for_each(|(worth, p)| worth.is_dead = p < FLAGGED);
}

/// End of a game, for comparison.
#[derive(Clone, PartialEq)]
struct GameEnd {
    scores: Vec<i32>,
    turns: u32,
}

/// Plays a plan and returns the end of each game; `None` for a game that a fault stopped.
fn play_plan(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: &[BotSpec],
    on_game: &(dyn Fn() + Sync),
) -> Result<Vec<Option<GameEnd>>, KitError> {
    let parts = share(plan.threads(), plan.games, &|next| {
        let mut games = Games::new(loaded, plan.seats, bots, false)?;
        let mut found = Vec::new();
        while let Some(game) = next() {
            let played = games.play(plan.seed_of(game), &mut |_, _, _| {})?;
            let ended = GameEnd { scores: played.game.scores().to_vec(), turns: played.game.turns() };
            found.push((game, played.fault.is_none().then_some(ended)));
            on_game();
        }
        Ok(found)
    })?;
    let mut all = parts.concat();
    all.sort_by_key(|(game, _)| *game);
    Ok(all.into_iter().map(|(_, ended)| ended).collect())
}
