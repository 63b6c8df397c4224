//! Plays the games of candidates in units, on several threads and in several processes.
//!
//! A unit has some seeds of one candidate and one bot. Its result depends on nothing else, and a search decides only by
//! results, so any division of the units gives the same search.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Value;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::{Loaded, Reading, Request};
use tilewright_kit::tune::VariedNumber;

use super::error::TuneError;
use super::grid::Candidate;
use super::journal::{SearchShare, TuneJournal};
use super::score::{Count, book_of, count};
use super::{FRESH, TunePlan};
use crate::bots::BotSpec;
use crate::games::Games;
use crate::threads;
use crate::{seeds, simulate};

/// Maximum number of seeds in a unit.
const UNIT: u64 = 32;

/// Time between two looks at the results of other processes.
const POLL: Duration = Duration::from_millis(500);

/// Seeds on which games are played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeedSet {
    /// Seeds of the search.
    Search,
    /// Fresh seeds, which confirm proposals.
    Fresh,
}

/// Games of one candidate and one bot on a set of seeds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct SeriesKey {
    pub(super) seeds: SeedSet,
    /// Place of the value of each number; `None` for the present numbers.
    places: Option<Vec<usize>>,
    /// Number of the bot: the panel, then the confirming bot.
    pub(super) bot: usize,
}

impl SeriesKey {
    pub(super) fn new(seeds: SeedSet, candidate: &Candidate, bot: usize) -> SeriesKey {
        let places = match candidate {
            Candidate::Present => None,
            Candidate::At(places) => Some(places.clone()),
        };
        SeriesKey { seeds, places, bot }
    }

    fn candidate(&self) -> Candidate {
        self.places.clone().map_or(Candidate::Present, Candidate::At)
    }
}

/// Consecutive seeds of a series, which one thread plays.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Unit {
    series: SeriesKey,
    from: u64,
    to: u64,
}

/// Reason why a candidate has no results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unfit {
    /// The packs cannot be played with its values.
    Unplayable,
    /// A script stopped a game.
    Stopped {
        /// Seed of the game.
        seed: u64,
        /// Message of the fault.
        message: String,
    },
}

/// Result of a unit: the counts of each game for each target.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct UnitResult {
    counts: Vec<Vec<Count>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unfit: Option<Unfit>,
}

/// Finished games of a series.
#[derive(Clone, Debug, Default)]
pub(super) struct Series {
    /// Counts of each game for each target, in the order of the seeds.
    pub(super) counts: Vec<Vec<Count>>,
    /// Reason why the candidate has no further results.
    pub(super) unfit: Option<Unfit>,
}

/// Plays games for a search, and keeps all results.
pub(super) struct Arena<'a> {
    pub(super) plan: &'a TunePlan,
    reading: &'a Reading,
    request: &'a Request,
    bots: Vec<BotSpec>,
    share: SearchShare,
    journal: Option<TuneJournal>,
    /// Results of units from journals that no series has yet.
    known: BTreeMap<Unit, UnitResult>,
    series: BTreeMap<SeriesKey, Series>,
    /// Number of games of all series.
    pub(super) games: u64,
    on_game: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Arena<'a> {
    pub(super) fn new(
        plan: &'a TunePlan,
        reading: &'a Reading,
        request: &'a Request,
        share: SearchShare,
        journal: Option<TuneJournal>,
        on_game: &'a (dyn Fn(u64) + Sync),
    ) -> Result<Arena<'a>, TuneError> {
        let bots = plan.panel.iter().chain(&plan.confirm).cloned().collect();
        let known = journal.as_ref().map_or(Ok(Vec::new()), TuneJournal::read)?.into_iter().collect();
        let series = BTreeMap::new();
        Ok(Arena { plan, reading, request, bots, share, journal, known, series, games: 0, on_game })
    }

    /// Returns the finished games of a series.
    pub(super) fn series(&self, key: &SeriesKey) -> Option<&Series> {
        self.series.get(key)
    }

    /// Loads the packs with the values of a candidate; `None` if they cannot be played.
    pub(super) fn load(&self, candidate: &Candidate) -> Option<Loaded> {
        let loaded = load(self.reading, self.request, candidate, &self.plan.numbers).for_seats(self.plan.seats);
        loaded.is_playable().then_some(loaded)
    }

    /// Plays games until each of some series has `blocks` games.
    pub(super) fn extend(&mut self, keys: &[SeriesKey], blocks: u64) -> Result<(), TuneError> {
        let mut units = Vec::new();
        for key in keys {
            let series = self.series.entry(key.clone()).or_default();
            let mut from = series.counts.len() as u64;
            while from < blocks && series.unfit.is_none() {
                let to = (from + UNIT).min(blocks);
                units.push(Unit { series: key.clone(), from, to });
                from = to;
            }
        }
        // The numbers count all units, since processes that start later know more of them.
        let own = (0..).zip(&units).filter(|(number, _)| number % self.share.of == self.share.part);
        let missing = own.map(|(_, unit)| unit).filter(|unit| !self.known.contains_key(unit));
        let own: Vec<Unit> = missing.cloned().collect();
        self.play(&own)?;
        self.wait_for(&units)?;
        for unit in &units {
            let Some(result) = self.known.remove(unit) else { continue };
            let series = self.series.entry(unit.series.clone()).or_default();
            if series.unfit.is_none() {
                self.games += result.counts.len() as u64;
                series.counts.extend(result.counts);
                series.unfit = result.unfit;
            }
        }
        (self.on_game)(self.games);
        Ok(())
    }

    /// Plays units on all threads, and writes each result when it is finished.
    fn play(&mut self, units: &[Unit]) -> Result<(), TuneError> {
        let count = units.len() as u64;
        let (games, done) = (self.games, AtomicU64::new(0));
        let kept = Mutex::new((std::mem::take(&mut self.journal), Vec::new()));
        let failed: Mutex<Option<TuneError>> = Mutex::new(None);
        let work = |take: &threads::WorkSource<'_>| {
            let mut last: Option<(SeriesKey, Option<Games>)> = None;
            while let Some(number) = take() {
                if failed.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                    break;
                }
                let unit = &units[number as usize];
                let table = match last.take() {
                    Some((key, table)) if key == unit.series => table,
                    _ => self.table(&unit.series)?,
                };
                let (_, table) = last.insert((unit.series.clone(), table));
                let one_more = || (self.on_game)(games + done.fetch_add(1, Ordering::Relaxed) + 1);
                let result = self.play_unit(unit, table.as_mut(), &one_more);
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let written = result.and_then(|result| {
                    if let Some(journal) = &mut kept.0 {
                        journal.add(unit, &result)?;
                    }
                    Ok(result)
                });
                match written {
                    Ok(result) => kept.1.push((unit.clone(), result)),
                    Err(error) => {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                }
            }
            Ok(())
        };
        let played = threads::share(simulate::threads(self.plan.threads, count), count, &work);
        let (journal, results) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.journal = journal;
        played?;
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        self.known.extend(results);
        Ok(())
    }

    /// Waits until other processes have played the units that are not known.
    fn wait_for(&mut self, units: &[Unit]) -> Result<(), TuneError> {
        while units.iter().any(|unit| !self.known.contains_key(unit)) {
            let Some(journal) = &self.journal else { return Ok(()) };
            std::thread::sleep(POLL);
            let results = journal.read()?.into_iter();
            let wanted: Vec<_> = results.filter(|(unit, _)| units.contains(unit)).collect();
            self.known.extend(wanted);
        }
        Ok(())
    }

    /// Prepares the games of a series; `None` if the packs cannot be played with its values.
    fn table(&self, key: &SeriesKey) -> Result<Option<Games>, KitError> {
        let bot = std::slice::from_ref(&self.bots[key.bot]);
        self.load(&key.candidate()).map(|loaded| Games::new(&loaded, self.plan.seats, bot, false)).transpose()
    }

    fn play_unit(&self, unit: &Unit, table: Option<&mut Games>, one_more: &dyn Fn()) -> Result<UnitResult, TuneError> {
        let mut result = UnitResult::default();
        let Some(table) = table else {
            result.unfit = Some(Unfit::Unplayable);
            return Ok(result);
        };
        let catalog = table.blank().catalog();
        let books: Vec<_> = self.plan.targets.iter().map(|target| book_of(target, catalog)).collect();
        for block in unit.from..unit.to {
            let first = if unit.series.seeds == SeedSet::Fresh { FRESH } else { 0 };
            let seed = seeds::of_game(self.plan.seed, first + block);
            let played = table.play(seed, &mut |_, _, _| {})?;
            one_more();
            if let Some(fault) = played.fault {
                result.unfit = Some(Unfit::Stopped { seed, message: fault.to_string() });
                return Ok(result);
            }
            let targets = self.plan.targets.iter().zip(&books);
            result.counts.push(targets.map(|(target, book)| count(target, *book, played.game)).collect());
        }
        match table.remembers() {
            Some(fault) => Err(TuneError::Remembers(fault)),
            None => Ok(result),
        }
    }
}

/// Loads packs with the values of a candidate.
fn load(reading: &Reading, request: &Request, candidate: &Candidate, numbers: &[VariedNumber]) -> Loaded {
    let mut request = request.clone();
    let values = candidate.values(numbers).into_iter();
    request.options.extend(values.map(|(path, value)| (path, Value::Int(value))));
    reading.load(&request)
}
