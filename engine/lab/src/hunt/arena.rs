//! Plays lines against opponents, block by block: in a block, a line has every seat once, with the same seed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use super::{HuntPlan, Preparation};
use crate::bots::{BotSpec, Bots};
use crate::duel::{Duel, DuelOutcome};
use crate::simulate::{self, play_in_session};
use crate::{seeds, threads};

/// Maximum number of blocks in the work of one thread.
const UNIT: u64 = 8;

/// Opponents and seeds of games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Trial {
    /// The field, on the seeds of the search.
    Search,
    /// The field, on fresh seeds.
    Field,
    /// The opponents that search more, on further fresh seeds.
    Strong,
}

impl Trial {
    /// Returns the number of the first seed. A search never has as many seeds as are between two of them.
    fn first_seed(self) -> u64 {
        (self as u64) << 40
    }
}

/// Games of a line in a trial.
#[derive(Clone, Debug, Default)]
pub(super) struct Series {
    /// Outcomes of the games of each block, by the seat of the line.
    pub(super) blocks: Vec<Vec<DuelOutcome>>,
    /// Message of the fault that stopped a game; the line then plays no further games.
    pub(super) stopped: Option<String>,
}

/// Consecutive blocks of a series, which one thread plays.
struct Unit<'a> {
    line: &'a BotSpec,
    trial: Trial,
    from: u64,
    to: u64,
}

/// Plays the games of a hunt, and keeps all results.
pub(super) struct Arena<'a> {
    loaded: &'a Loaded,
    pub(super) plan: &'a HuntPlan,
    strong: &'a BotSpec,
    /// Cost of a game in each trial, in games of the field.
    costs: [f64; 3],
    series: BTreeMap<(String, Trial), Series>,
    /// Number of games so far.
    pub(super) games: u64,
    /// Cost of all games so far, in games of the field.
    pub(super) spent: f64,
    on_progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Arena<'a> {
    /// Prepares the games of a plan.
    pub(super) fn new(
        loaded: &'a Loaded,
        plan: &'a HuntPlan,
        prepared: &'a Preparation,
        on_progress: &'a (dyn Fn(u64) + Sync),
    ) -> Arena<'a> {
        let (strong, costs) = (&prepared.strong, [1.0, 1.0, prepared.cost]);
        Arena { loaded, plan, strong, costs, series: BTreeMap::new(), games: 0, spent: 0.0, on_progress }
    }

    /// Returns the games of a line so far.
    pub(super) fn series(&self, line: &BotSpec, trial: Trial) -> &Series {
        static NONE: Series = Series { blocks: Vec::new(), stopped: None };
        self.series.get(&(line.to_string(), trial)).unwrap_or(&NONE)
    }

    /// Returns the games of each line in the search, except for games of the field against itself.
    pub(super) fn tried(&self) -> impl Iterator<Item = &Series> {
        let is_field = |line: &String| self.plan.field.iter().any(|bot| bot.to_string() == *line);
        let is_tried = move |line: &String, trial| trial == Trial::Search && !is_field(line);
        self.series.iter().filter(move |((line, trial), _)| is_tried(line, *trial)).map(|(_, series)| series)
    }

    /// Returns the comparison of a line with its opponents.
    pub(super) fn duel(&self, line: &BotSpec, trial: Trial) -> Duel {
        Duel::of_outcomes(&self.series(line, trial).blocks, self.plan.seats, Vec::new())
    }

    /// Returns the number of blocks that a budget is enough for.
    pub(super) fn blocks_for(&self, trial: Trial, budget: f64) -> u64 {
        (budget / (self.costs[trial as usize] * f64::from(self.plan.seats))) as u64
    }

    /// Plays until each line has `blocks` blocks.
    pub(super) fn extend(&mut self, lines: &[BotSpec], trial: Trial, blocks: u64) -> Result<(), KitError> {
        let mut units = Vec::new();
        for line in lines {
            let series = self.series(line, trial);
            let mut from = series.blocks.len() as u64;
            while from < blocks && series.stopped.is_none() {
                let to = (from + UNIT).min(blocks);
                units.push(Unit { line, trial, from, to });
                from = to;
            }
        }
        let (count, done) = (units.len() as u64, AtomicU64::new(0));
        let cost = self.costs[trial as usize];
        let on_game = || {
            let games = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.on_progress)((self.spent + games as f64 * cost) as u64);
        };
        let work = |next: &threads::WorkSource<'_>| {
            let mut played = Vec::new();
            let mut table: Option<(&BotSpec, HuntTable)> = None;
            while let Some(number) = next() {
                let unit = &units[number as usize];
                let (_, games) = match table.take() {
                    Some(own) if own.0 == unit.line => table.insert(own),
                    _ => table.insert((unit.line, HuntTable::new(self.loaded)?)),
                };
                played.push((number, self.play(unit, games, &on_game)?));
            }
            Ok(played)
        };
        let mut played = threads::share(simulate::threads(self.plan.threads, count), count, &work)?.concat();
        played.sort_by_key(|(number, _)| *number);
        for (number, result) in played {
            let unit = &units[number as usize];
            let series = self.series.entry((unit.line.to_string(), trial)).or_default();
            if series.stopped.is_none() {
                series.blocks.extend(result.blocks);
                series.stopped = result.stopped;
            }
        }
        let games = done.into_inner();
        self.games += games;
        self.spent += games as f64 * cost;
        Ok(())
    }

    fn play(&self, unit: &Unit<'_>, table: &mut HuntTable, on_game: &dyn Fn()) -> Result<Series, KitError> {
        let mut found = Series::default();
        for block in unit.from..unit.to {
            let mut outcomes = Vec::new();
            for place in (0..self.plan.seats).map(Seat) {
                let (seed, bots) = (self.seed(unit.trial, block), self.bots(unit.line, unit.trial, block, place));
                let (session, fault) = table.play(seed, &bots)?;
                on_game();
                if let Some(fault) = fault {
                    found.stopped = Some(fault.to_string());
                    return Ok(found);
                }
                outcomes.push(DuelOutcome::new(session.game(), place));
            }
            found.blocks.push(outcomes);
        }
        Ok(found)
    }

    /// Returns the seed of the games of a block.
    pub(super) fn seed(&self, trial: Trial, block: u64) -> u64 {
        seeds::of_game(self.plan.seed, trial.first_seed() + block)
    }

    /// Returns the bots of a game, in which the line has the seat `place`. The bots of the field take turns.
    pub(super) fn bots(&self, line: &BotSpec, trial: Trial, block: u64, place: Seat) -> Vec<BotSpec> {
        let field = &self.plan.field;
        let other = if trial == Trial::Strong { self.strong } else { &field[(block % field.len() as u64) as usize] };
        (0..self.plan.seats).map(|seat| if Seat(seat) == place { line.clone() } else { other.clone() }).collect()
    }
}

/// Plays games one after another on one machine, with bots that can change between games.
pub(super) struct HuntTable {
    loaded: Loaded,
    bots: Bots,
    last: Option<Session>,
}

impl HuntTable {
    pub(super) fn new(loaded: &Loaded) -> Result<HuntTable, KitError> {
        Ok(HuntTable { loaded: loaded.clone(), bots: Bots::new(loaded), last: None })
    }

    /// Plays the game of a seed, and returns it with the fault that stopped it, if any.
    pub(super) fn play(&mut self, seed: u64, by_seat: &[BotSpec]) -> Result<(&Session, Option<Box<Fault>>), KitError> {
        let machine = self.last.take().map_or_else(|| self.loaded.machine(), |last| Ok(last.into_machine()))?;
        self.play_with(machine, seed, by_seat)
    }

    fn play_with(
        &mut self,
        machine: Machine,
        seed: u64,
        by_seat: &[BotSpec],
    ) -> Result<(&Session, Option<Box<Fault>>), KitError> {
        let bots = &mut self.bots;
        let choose = &mut |session: &Session| match session.decision() {
            Some(decision) => bots.choose_counted(&by_seat[decision.seat.index()], session),
            None => Ok(None),
        };
        let (session, _, fault, _) = play_in_session(machine, by_seat.len() as u8, seed, choose)?.without_failing();
        Ok((self.last.insert(session), fault))
    }

    /// Returns the steps of scripts in all choices of a bot so far.
    pub(super) fn steps(&mut self, bot: &BotSpec) -> Result<u64, KitError> {
        Ok(self.bots.get(bot)?.steps())
    }
}
