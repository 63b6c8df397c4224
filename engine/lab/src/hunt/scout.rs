//! Prepares a hunt: finds the restrictions that make a difference, and opponents that search ten times as much.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use tilewright_core::machine::rules::Rules;
use tilewright_core::session::Session;
use tilewright_core::state::decision::{Decision, Options};
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use super::HuntPlan;
use super::arena::HuntTable;
use crate::bots::{BotKind, BotSpec, RANDOM, parse_bot};
use crate::games::Games;
use crate::habit::{Aspect, AspectKind, Habit, OptionContext};
use crate::judge::Manner;
use crate::mcts::Budget;
use crate::seeds;

/// Numbers of games by random players and by the field that show which restrictions make a difference.
const RANDOM_GAMES: u64 = 30;
const FIELD_GAMES: u64 = 6;

/// Number of the first seed of these games; all seeds of the hunt come before it.
const SCOUTED: u64 = 7 << 40;

/// Ratio of the work of the opponents in the last test to the work of the field.
const TENFOLD: f64 = 10.0;

/// Number of playouts of the first and of the strongest opponents that are considered.
const PLAYOUTS: (u32, u32) = (50, 100_000);

/// Number of games that measure the work of a bot.
const MEASURED: u64 = 2;

/// Result of the preparation.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// Lines of one step: a manner, or a restriction that changes the options of some decision.
    pub lines: Vec<BotSpec>,
    /// Opponents in the last test.
    pub strong: BotSpec,
    /// Ratio of the work of these opponents to the work of the field, for each decision.
    pub times: f64,
    /// Cost of a game of the last test, in games of the field. Opponents that were not named count as ten times the
    /// field: with the least number of playouts, the ratio of the work can be far larger, but the games are short.
    pub(super) cost: f64,
    /// Mean time of a game of the field on one thread.
    pub pace: Duration,
}

/// Prepares a hunt with a few games. `confirm` are the opponents in the last test; with `None`, their number of playouts
/// is the first one with ten times the work of the field.
///
/// # Errors
/// The packs cannot be played, or a bot cannot be created.
pub fn prepare(loaded: &Loaded, plan: &HuntPlan, confirm: Option<&BotSpec>) -> Result<Preparation, KitError> {
    let mut choices = ScoutedChoices::default();
    let machine = loaded.machine()?;
    let rules = machine.rules();
    let mut play = |bot: &BotSpec, first: u64, count: u64| {
        let mut games = Games::new(loaded, plan.seats, std::slice::from_ref(bot), true)?;
        let begun = Instant::now();
        for game in first..first + count {
            let seed = seeds::of_game(plan.seed, SCOUTED + game);
            games.play(seed, &mut |session, decision, _| choices.look(rules, session, decision))?;
        }
        Ok::<Duration, KitError>(begun.elapsed())
    };
    play(&RANDOM, 0, RANDOM_GAMES)?;
    let pace = play(&plan.field[0], RANDOM_GAMES, FIELD_GAMES)? / FIELD_GAMES as u32;
    let (strong, times) = opponents(loaded, plan, confirm)?;
    let (seats, strength) = (f64::from(plan.seats), if confirm.is_some() { times.max(1.0) } else { TENFOLD });
    let cost = (1.0 + (seats - 1.0) * strength) / seats;
    Ok(Preparation { lines: lines(plan, &choices.habits()), strong, times, cost, pace })
}

/// Lists the lines of one step: manners, and then restrictions, by falling numbers of decisions that they change.
fn lines(plan: &HuntPlan, habits: &[Habit]) -> Vec<BotSpec> {
    let plain = BotSpec::new(BotKind::Greedy);
    // A casual player only plays worse.
    let manners = Manner::NAMED.iter().map(|(manner, ..)| *manner).filter(|manner| *manner != Manner::Casual);
    let manners = [Manner::Plain].into_iter().chain(manners).map(|manner| BotSpec { manner, ..plain.clone() });
    let restricted = habits.iter().map(|habit| BotSpec { habits: vec![habit.clone()], ..plain.clone() });
    manners.chain(restricted).filter(|line| !plan.field.contains(line)).collect()
}

/// Returns the opponents of the last test, and the ratio of their work to the work of the field.
fn opponents(loaded: &Loaded, plan: &HuntPlan, confirm: Option<&BotSpec>) -> Result<(BotSpec, f64), KitError> {
    let field = work(loaded, plan, &plan.field[0])?;
    let ratio = |bot: &BotSpec| Ok::<f64, KitError>(work(loaded, plan, bot)? / field.max(1.0));
    if let Some(bot) = confirm {
        return Ok((bot.clone(), ratio(bot)?));
    }
    let (mut playouts, most) = PLAYOUTS;
    loop {
        let bot = BotSpec { budget: Budget::Playouts(playouts), ..BotSpec::new(BotKind::Mcts) };
        let times = ratio(&bot)?;
        if times >= TENFOLD || playouts >= most {
            return Ok((bot, times));
        }
        // The next number of playouts in proportion, with a reserve, and at most ten times as many at once.
        let factor = (1.1 * TENFOLD / times.max(0.1)).clamp(1.2, 10.0);
        playouts = ((f64::from(playouts) * factor / 10.0).ceil() as u32 * 10).min(most);
    }
}

/// Returns the mean steps of scripts for each decision of a bot that has all seats.
fn work(loaded: &Loaded, plan: &HuntPlan, bot: &BotSpec) -> Result<f64, KitError> {
    let mut table = HuntTable::new(loaded)?;
    let mut decisions = 0;
    for game in 0..MEASURED {
        let seed = seeds::of_game(plan.seed, SCOUTED + game);
        let (session, _) = table.play(seed, &vec![bot.clone(); usize::from(plan.seats)])?;
        decisions += session.chosen_count() as u64;
    }
    Ok(table.steps(bot)? as f64 / decisions.max(1) as f64)
}

/// Options that a restriction keeps, in the decisions where it makes a difference.
type KeptOptions = Vec<(u32, Vec<bool>)>;

/// Things that the options of some games are about.
#[derive(Default)]
struct ScoutedChoices {
    decisions: u32,
    /// For each thing, the options that are about it, in the decisions where only some of them are.
    about: BTreeMap<Aspect, KeptOptions>,
}

impl ScoutedChoices {
    fn look(&mut self, rules: &dyn Rules, session: &Session, decision: &Decision) {
        let (game, count) = (session.game(), decision.options.count() as usize);
        if count < 2 || matches!(decision.options, Options::Placements { .. }) {
            return;
        }
        let mut here: BTreeMap<(AspectKind, String), Vec<bool>> = BTreeMap::new();
        for (number, pick) in decision.options.iter(game).enumerate() {
            OptionContext { rules, game, decision, pick }.each_aspect(None, &mut |kind, name| {
                here.entry((kind, name.to_owned())).or_insert_with(|| vec![false; count])[number] = true;
            });
        }
        for ((kind, name), options) in here.into_iter().filter(|(_, options)| options.contains(&false)) {
            let aspect = Aspect { kind, name: name.into() };
            self.about.entry(aspect).or_default().push((self.decisions, options));
        }
        self.decisions += 1;
    }

    /// Returns the restrictions that make a difference, those in the most decisions first. Of several that allow the
    /// same options in all decisions, only the first is returned.
    fn habits(self) -> Vec<Habit> {
        let mut about: Vec<(Aspect, KeptOptions)> = self.about.into_iter().collect();
        about.sort_by(|(a, own), (b, other)| other.len().cmp(&own.len()).then_with(|| a.cmp(b)));
        let (mut seen, mut habits): (BTreeSet<KeptOptions>, Vec<Habit>) = (BTreeSet::new(), Vec::new());
        for (aspect, options) in about {
            // A restriction must be part of the name of a bot.
            let is_name =
                |habit: &Habit| parse_bot(&format!("greedy-{habit}")).is_ok_and(|bot| bot.habits == [habit.clone()]);
            let others: KeptOptions =
                options.iter().map(|(at, kept)| (*at, kept.iter().map(|is_about| !is_about).collect())).collect();
            for (habit, kept) in [(Habit::Never(aspect.clone()), others), (Habit::Always(aspect), options)] {
                if is_name(&habit) && seen.insert(kept) {
                    habits.push(habit);
                }
            }
        }
        habits
    }
}
