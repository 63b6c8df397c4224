//! Compares two versions of a game: the same seeds are played with both, by the same players.
//!
//! A block is one seed with both versions and all seat orders: each player has every seat once. Blocks do not depend on
//! each other, so all statistics are over blocks. The bots' random numbers depend on the seed and the number of the
//! choice, so two versions share the luck as long as they ask the same questions.

mod beside;
mod measure;
mod rescored;
#[cfg(test)]
mod tests;
mod verdict;
mod worth;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tilewright_core::catalog::id::BookId;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::seeds;
use crate::simulate::{self, FaultyGame};
use crate::stats::{CONFIDENCE, Interval, share};
use crate::threads;

pub use beside::{GameBeside, SideAnswer, games_beside};
pub use measure::{Matters, Measure};
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

impl VersionPlan {
    /// Returns the seed of a block.
    pub fn seed_of(&self, block: u64) -> u64 {
        seeds::of_game(self.seed, block)
    }

    /// Returns the number of blocks at the next look, after `done` blocks.
    fn next_look(&self, done: u64) -> u64 {
        let next = if done < FIRST_LOOK { FIRST_LOOK } else { done + (done / 4).max(FIRST_LOOK / 2) };
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

/// Values of all measures in both versions, for one block.
#[derive(Clone, PartialEq, Debug)]
pub struct VersionBlock {
    /// Number of the block.
    pub number: u64,
    /// Values of the measures in the first version, as means over the seat orders.
    pub before: Vec<f64>,
    /// Values of the measures in the second version.
    pub after: Vec<f64>,
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
    pub faults: Vec<(usize, FaultyGame)>,
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
    let versions = versions.map(|loaded| loaded.for_seats(plan.seats));
    let [Some(before), Some(after)] = versions.each_ref().map(Loaded::catalog) else {
        let unplayable = versions.iter().find(|loaded| loaded.catalog().is_none());
        unplayable.map_or(Ok(()), |loaded| loaded.machine().map(|_| ()))?;
        return Ok(VersionComparison { measures: Vec::new(), tables: Vec::new(), panel: Vec::new() });
    };
    let measures = Measure::of_versions([before, after], plan.seats);
    let side = |loaded: &Loaded| Side {
        loaded: loaded.clone(),
        books: measures.iter().map(|measure| measure.book_in(loaded.catalog()?)).collect(),
    };
    let sides = versions.each_ref().map(side);
    let mut all: Vec<TableGames<'_>> =
        tables.iter().map(|bots| TableGames::new(bots, &sides, &measures, plan)).collect();
    let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    while all.iter().any(|table| table.end.is_none()) && !stopped.load(Ordering::Relaxed) {
        for at in 0..all.len() {
            if all[at].end.is_some() {
                continue;
            }
            let expected: u64 = all.iter().map(TableGames::expected_games).sum();
            let on_game = || {
                if !goes_on(done.fetch_add(1, Ordering::Relaxed) + 1, expected) {
                    stopped.store(true, Ordering::Relaxed);
                }
                !stopped.load(Ordering::Relaxed)
            };
            all[at].play_to_next_look(&on_game)?;
        }
    }
    let asked: Vec<MeasuredBlocks> = all.iter().flat_map(|table| table.questions()).collect();
    let mut changes = measured_changes(&asked).into_iter();
    let tables: Vec<TableComparison> =
        all.into_iter().map(|table| table.finish(changes.by_ref().take(measures.len()).collect())).collect();
    let of_measure = |at: usize| tables.iter().map(|table| table.changes[at]).collect::<Vec<MeasuredChange>>();
    let panel = (0..measures.len()).map(|at| panel_verdict(&of_measure(at))).collect();
    Ok(VersionComparison { measures, tables, panel })
}

/// Version with the book of each measure.
struct Side {
    loaded: Loaded,
    books: Vec<Option<BookId>>,
}

/// Games of one table while they are played.
struct TableGames<'a> {
    bots: &'a [BotSpec],
    orders: Vec<Vec<BotSpec>>,
    sides: &'a [Side; 2],
    measures: &'a [Measure],
    plan: &'a VersionPlan,
    /// Number of blocks that were started.
    started: u64,
    blocks: Vec<VersionBlock>,
    faults: Vec<(usize, FaultyGame)>,
    end: Option<PlayEnd>,
}

impl<'a> TableGames<'a> {
    fn new(
        bots: &'a [BotSpec],
        sides: &'a [Side; 2],
        measures: &'a [Measure],
        plan: &'a VersionPlan,
    ) -> TableGames<'a> {
        let (blocks, faults) = (Vec::new(), Vec::new());
        TableGames { bots, orders: seat_orders(bots), sides, measures, plan, started: 0, blocks, faults, end: None }
    }

    /// Returns the number of games in a block.
    fn games(&self) -> u64 {
        2 * self.orders.len() as u64
    }

    /// Estimates the number of games that the table will have played in the end.
    fn expected_games(&self) -> u64 {
        let blocks = match self.end {
            Some(_) => self.started,
            None if self.started < FIRST_LOOK => FIRST_LOOK.min(self.plan.blocks),
            None => {
                let needed = self.questions().map(|blocks| blocks.blocks_needed()).fold(0.0, f64::max);
                (needed as u64).clamp(self.started, self.plan.blocks.max(self.started))
            }
        };
        blocks * self.games()
    }

    fn questions(&self) -> impl Iterator<Item = MeasuredBlocks> + '_ {
        self.measures.iter().enumerate().map(|(at, measure)| MeasuredBlocks {
            before: self.blocks.iter().map(|block| block.before[at]).collect(),
            after: self.blocks.iter().map(|block| block.after[at]).collect(),
            matters: self.plan.matters.of(measure),
        })
    }

    /// Plays blocks until the next look at their variation. `on_game` returns false to stop.
    fn play_to_next_look(&mut self, on_game: &(dyn Fn() -> bool + Sync)) -> Result<(), KitError> {
        let next = self.plan.next_look(self.started);
        let threads = simulate::threads(self.plan.threads, next - self.started);
        let parts = threads::share(threads, next - self.started, &|take| self.play_blocks(take, on_game))?;
        let mut played: Vec<PlayedBlock> = parts.into_iter().flatten().collect();
        played.sort_by_key(|block| block.number);
        // After a stop, only blocks without a gap before them count, so that short games have no advantage.
        let whole = played.iter().zip(self.started..).take_while(|(block, number)| block.number == *number).count();
        let is_stopped = (whole as u64) < next - self.started;
        for block in played.into_iter().take(whole) {
            self.faults.extend(block.faults);
            self.blocks.extend(block.values);
        }
        self.started += whole as u64;
        self.end = match () {
            () if is_stopped => Some(PlayEnd::Stopped),
            () if self.started >= FIRST_LOOK && self.questions().all(|blocks| blocks.are_enough()) => {
                Some(PlayEnd::Enough)
            }
            () if self.started >= self.plan.blocks => Some(PlayEnd::Blocks),
            () => None,
        };
        Ok(())
    }

    /// Plays blocks on one thread until none remain.
    fn play_blocks(
        &self,
        take: &threads::WorkSource<'_>,
        on_game: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<PlayedBlock>, KitError> {
        let mut games: Vec<Vec<Games>> = Vec::new();
        for side in self.sides {
            let of_order = |bots: &Vec<BotSpec>| Games::new(&side.loaded, self.plan.seats, bots, false);
            games.push(self.orders.iter().map(of_order).collect::<Result<_, _>>()?);
        }
        let mut all = Vec::new();
        while let Some(piece) = take() {
            let number = self.started + piece;
            let mut block = PlayedBlock { number, values: None, faults: Vec::new() };
            let mut sums = [vec![0.0; self.measures.len()], vec![0.0; self.measures.len()]];
            for (version, side) in self.sides.iter().enumerate() {
                for table in &mut games[version] {
                    let seed = self.plan.seed_of(number);
                    let played = table.play(seed, &mut |_, _, _| {})?;
                    match played.fault {
                        Some(fault) => {
                            block.faults.push((version, FaultyGame { game: number, seed, fault, record: None }));
                        }
                        None => {
                            let measured = self.measures.iter().zip(&side.books).zip(&mut sums[version]);
                            measured.for_each(|((measure, book), sum)| *sum += measure.value(*book, played.game));
                        }
                    }
                    if !on_game() {
                        return Ok(all);
                    }
                }
            }
            if block.faults.is_empty() {
                let orders = self.orders.len() as f64;
                let [before, after] = sums.map(|sums| sums.into_iter().map(|sum| sum / orders).collect());
                block.values = Some(VersionBlock { number, before, after });
            }
            all.push(block);
        }
        Ok(all)
    }

    fn finish(self, changes: Vec<MeasuredChange>) -> TableComparison {
        let differing = self.blocks.iter().filter(|block| block.before != block.after).count();
        TableComparison {
            differ: share(differing as f64, self.blocks.len() as u64, CONFIDENCE),
            games: self.games(),
            bots: self.bots.to_vec(),
            blocks: self.blocks,
            end: self.end.unwrap_or(PlayEnd::Stopped),
            changes,
            faults: self.faults,
        }
    }
}

/// Block that was played; without values if a script stopped one of its games.
struct PlayedBlock {
    number: u64,
    values: Option<VersionBlock>,
    faults: Vec<(usize, FaultyGame)>,
}

/// Returns the different orders in which each bot has every seat once.
fn seat_orders(bots: &[BotSpec]) -> Vec<Vec<BotSpec>> {
    let mut all: Vec<Vec<BotSpec>> = Vec::new();
    for turned in 0..bots.len().max(1) {
        let mut order = bots.to_vec();
        order.rotate_left(turned);
        if !all.contains(&order) {
            all.push(order);
        }
    }
    all
}
