//! Compares two versions of a game: the same seeds are played with both, by the same players.
//!
//! A block is one seed with both versions and all seat orders: each player has every seat once. Blocks do not depend on
//! each other, so all statistics are over blocks. The bots' random numbers depend on the seed and the number of the
//! choice, so two versions share the luck as long as they ask the same questions.

mod beside;
mod json;
mod measure;
mod played;
mod rescored;
#[cfg(test)]
mod tests;
pub mod told;
mod verdict;
mod worth;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::seeds;
use crate::simulate;
use crate::stats::{CONFIDENCE, Interval, share};
use crate::stopped::StoppedGame;
use crate::threads;

pub use beside::{GameBeside, SideAnswer, games_beside, most_changed};
pub use json::comparison_json;
pub use measure::{Matters, Measure};
pub use played::{BlockTable, PlayedBlock, VersionBlock, VersionGames, games_of_block};
pub use rescored::{PaidSheet, RescoredGame, RescoredRecord, SheetLine, rescore};
pub use verdict::{MeasuredBlocks, MeasuredChange, PanelVerdict, VersionVerdict, measured_changes, panel_verdict};
pub use worth::{GamePart, PartKind, PartWorth, WorthVerdict, game_parts, part_worths};

/// Games to play in order to compare two versions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VersionPlan {
    /// Number of seats of all games.
    pub seats: u8,
    /// Seed from which the seeds of all blocks are derived.
    pub seed: u64,
    /// Maximum number of seeds for each table.
    pub blocks: u64,
    /// Smallest changes that matter.
    pub matters: Matters,
    /// Number of threads; 0 for one on each core.
    pub threads: usize,
}

/// Number of blocks before the first look at the variation.
const FIRST_LOOK: u64 = 100;

/// Number of blocks that divides every step from look to look.
pub const LOOK_STEP: u64 = FIRST_LOOK / 2;

impl VersionPlan {
    /// Returns the seed of a block.
    pub fn seed_of(&self, block: u64) -> u64 {
        seeds::of_game(self.seed, block)
    }

    /// Returns the number of blocks at the next look, after `done` blocks.
    fn next_look(&self, done: u64) -> u64 {
        let further = (done / 4 / LOOK_STEP).max(1) * LOOK_STEP;
        let next = if done < FIRST_LOOK { FIRST_LOOK } else { done + further };
        next.min(self.blocks)
    }
}

/// Reason why no further games were played at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    /// The blocks are enough to find each change that matters.
    Enough,
    /// The maximum number of blocks was reached.
    Blocks,
    /// The caller stopped the comparison.
    Stopped,
}

impl PlayEnd {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            PlayEnd::Enough => "enough",
            PlayEnd::Blocks => "games",
            PlayEnd::Stopped => "stopped",
        }
    }
}

/// Comparison of two versions by one table of players.
#[derive(Clone, Debug)]
pub struct TableComparison {
    /// Bot of each seat in the first seat order.
    pub bots: Vec<BotSpec>,
    /// Finished blocks in the order of their numbers.
    pub blocks: Vec<VersionBlock>,
    /// Number of games in a block.
    pub games: u64,
    /// Reason why no further blocks were played.
    pub end: PlayEnd,
    /// Change of each measure, in the order of [`VersionComparison::measures`].
    pub changes: Vec<MeasuredChange>,
    /// Share of blocks in which any measure differs between the versions.
    pub differ: Interval,
    /// Games that a script stopped, with the number of their version (0 or 1); their blocks do not count.
    pub faults: Vec<(usize, StoppedGame)>,
}

/// Comparison of two versions of a game.
#[derive(Clone, Debug)]
pub struct VersionComparison {
    /// Measures that are compared.
    pub measures: Vec<Measure>,
    /// Results by table of players.
    pub tables: Vec<TableComparison>,
    /// Agreement of the tables about each measure.
    pub panel: Vec<PanelVerdict>,
}

/// Compares two versions by some tables of players; each table has a bot for each seat. Plays blocks until they are
/// enough for each question, in turn for all tables. `goes_on` receives the number of finished games and the expected
/// number, and returns false to stop.
///
/// # Errors
/// A version cannot be played, or not with that many seats, or a bot cannot be created.
pub fn compare_versions(
    versions: [&Loaded; 2],
    tables: &[Vec<BotSpec>],
    plan: &VersionPlan,
    goes_on: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<VersionComparison, KitError> {
    let games = VersionGames::new(versions, plan)?;
    let play = |table: usize, numbers: Range<u64>, on_game: &(dyn Fn() -> bool + Sync)| {
        let count = numbers.end - numbers.start;
        let work = |take: &threads::WorkSource<'_>| {
            let (mut table, mut played) = (games.table(&tables[table])?, Vec::new());
            while let Some(piece) = take() {
                let Some(block) = table.play(numbers.start + piece, on_game)? else { break };
                played.push(block);
            }
            Ok(played)
        };
        let parts = threads::share(simulate::threads(plan.threads, count), count, &work)?;
        let mut played: Vec<PlayedBlock> = parts.into_iter().flatten().collect();
        played.sort_by_key(|block| block.number);
        Ok(played)
    };
    compare_by_looks(games.measures(), tables, plan, goes_on, &play)
}

/// Function that plays the blocks with some numbers at a table and returns them in order. It calls its last argument
/// after each game, and stops when that returns false.
pub type PlayBlocks<'a, E> = dyn Fn(usize, Range<u64>, &(dyn Fn() -> bool + Sync)) -> Result<Vec<PlayedBlock>, E> + 'a;

/// Compares two versions as [`compare_versions`] does, with blocks that `play` plays or keeps.
///
/// # Errors
/// Those of `play`.
pub fn compare_by_looks<E>(
    measures: &[Measure],
    tables: &[Vec<BotSpec>],
    plan: &VersionPlan,
    goes_on: &(dyn Fn(u64, u64) -> bool + Sync),
    play: &PlayBlocks<'_, E>,
) -> Result<VersionComparison, E> {
    let mut all: Vec<PlayedTable> = tables.iter().map(|bots| PlayedTable::new(bots)).collect();
    let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    while all.iter().any(|table| table.end.is_none()) && !stopped.load(Ordering::Relaxed) {
        for at in 0..all.len() {
            if all[at].end.is_some() {
                continue;
            }
            let expected: u64 = all.iter().map(|table| table.expected_games(measures, plan)).sum();
            let on_game = || {
                if !goes_on(done.fetch_add(1, Ordering::Relaxed) + 1, expected) {
                    stopped.store(true, Ordering::Relaxed);
                }
                !stopped.load(Ordering::Relaxed)
            };
            let started = all[at].blocks.len() as u64;
            let next = plan.next_look(started);
            let played = play(at, started..next, &on_game)?;
            all[at].add(played, next, measures, plan);
        }
    }
    Ok(VersionComparison::of_tables(measures.to_vec(), &plan.matters, all))
}

/// Blocks that a table of players has played.
#[derive(Clone, Debug)]
pub struct PlayedTable {
    /// Bot of each seat in the first seat order.
    pub bots: Vec<BotSpec>,
    /// Blocks in the order of their numbers.
    pub blocks: Vec<PlayedBlock>,
    /// Reason why no further blocks were played; `None` while the table plays.
    pub end: Option<PlayEnd>,
}

impl PlayedTable {
    fn new(bots: &[BotSpec]) -> PlayedTable {
        PlayedTable { bots: bots.to_vec(), blocks: Vec::new(), end: None }
    }

    /// Adds the blocks up to the look at block `next`, as many as were played, and looks at the variation.
    fn add(&mut self, played: Vec<PlayedBlock>, next: u64, measures: &[Measure], plan: &VersionPlan) {
        // After a stop, only blocks without a gap before them count, so that short games have no advantage.
        let first = self.blocks.len() as u64;
        self.blocks.extend((first..).zip(played).take_while(|(at, block)| block.number == *at).map(|(_, block)| block));
        let started = self.blocks.len() as u64;
        self.end = match () {
            () if started < next => Some(PlayEnd::Stopped),
            () if started >= FIRST_LOOK && self.questions(measures, plan).all(|blocks| blocks.are_enough()) => {
                Some(PlayEnd::Enough)
            }
            () if started >= plan.blocks => Some(PlayEnd::Blocks),
            () => None,
        };
    }

    /// Estimates the number of games that the table will have played in the end.
    fn expected_games(&self, measures: &[Measure], plan: &VersionPlan) -> u64 {
        let started = self.blocks.len() as u64;
        let blocks = match self.end {
            Some(_) => started,
            None if started < FIRST_LOOK => FIRST_LOOK.min(plan.blocks),
            None => {
                let needed = self.questions(measures, plan).map(|blocks| blocks.blocks_needed()).fold(0.0, f64::max);
                (needed as u64).clamp(started, plan.blocks.max(started))
            }
        };
        blocks * games_of_block(&self.bots)
    }

    fn questions<'a>(
        &'a self,
        measures: &'a [Measure],
        plan: &'a VersionPlan,
    ) -> impl Iterator<Item = MeasuredBlocks> + 'a {
        measures.iter().enumerate().map(|(at, measure)| {
            let values = || self.blocks.iter().filter_map(|block| block.values.as_ref());
            MeasuredBlocks {
                before: values().map(|values| values.before[at]).collect(),
                after: values().map(|values| values.after[at]).collect(),
                matters: plan.matters.of(measure),
            }
        })
    }
}

impl VersionComparison {
    /// Answers the questions about all measures from the blocks of some tables, with one correction for all of them.
    pub fn of_tables(measures: Vec<Measure>, matters: &Matters, tables: Vec<PlayedTable>) -> VersionComparison {
        let tables: Vec<TableComparison> = tables.into_iter().map(TableComparison::new).collect();
        let question = |table: &TableComparison, (at, measure): (usize, &Measure)| MeasuredBlocks {
            before: table.blocks.iter().map(|block| block.before[at]).collect(),
            after: table.blocks.iter().map(|block| block.after[at]).collect(),
            matters: matters.of(measure),
        };
        let asked: Vec<MeasuredBlocks> =
            tables.iter().flat_map(|table| measures.iter().enumerate().map(move |of| question(table, of))).collect();
        let mut changes = measured_changes(&asked).into_iter();
        let answered = |table| TableComparison { changes: changes.by_ref().take(measures.len()).collect(), ..table };
        let tables: Vec<TableComparison> = tables.into_iter().map(answered).collect();
        let of_measure = |at: usize| tables.iter().map(|table| table.changes[at]).collect::<Vec<MeasuredChange>>();
        let panel = (0..measures.len()).map(|at| panel_verdict(&of_measure(at))).collect();
        VersionComparison { measures, tables, panel }
    }
}

impl TableComparison {
    /// Counts the blocks of a table; `changes` remains empty.
    fn new(played: PlayedTable) -> TableComparison {
        let (mut blocks, mut faults) = (Vec::new(), Vec::new());
        for block in played.blocks {
            faults.extend(block.faults);
            blocks.extend(block.values);
        }
        let differing = blocks.iter().filter(|block: &&VersionBlock| block.before != block.after).count();
        TableComparison {
            differ: share(differing as f64, blocks.len() as u64, CONFIDENCE),
            games: games_of_block(&played.bots),
            bots: played.bots,
            blocks,
            end: played.end.unwrap_or(PlayEnd::Stopped),
            changes: Vec::new(),
            faults,
        }
    }
}
