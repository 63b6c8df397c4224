//! Makes blocks: each thread takes the next missing block, plays its games and writes it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::files::draft::clear_leftovers;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::games::Games;
use tilewright_lab::simulate::{self, Summary};

use crate::StoppedGame;
use crate::block::{self, Block, EncodedRows};
use crate::error::ResultsError;
use crate::plan::{GameTotals, MOST_STOPPED, ResultsPlan};
use crate::rows::{GivenAnswer, Rows};
use crate::work::{PLAN_FILE, Shard, WorkPlan};

/// Blocks and games of a finished shard.
#[derive(Clone, Debug, Default)]
pub struct ShardSummary {
    /// Number of blocks that existed before the run.
    pub found: u64,
    /// Number of blocks that the run made.
    pub made: u64,
    /// Number of games in the blocks that existed before.
    pub found_games: u64,
    /// Number of games that the run played.
    pub played: u64,
}

/// Plays the games of a shard that are missing from the folder, and writes them there. `bots` are the bots of the plan,
/// one for each seat. `threads` is the number of games played at the same time; 0 means one for each core.
/// `on_progress` is called after each game with the number of finished games and the number of games to play.
///
/// # Errors
/// A bot depends on the clock; the folder holds other games; the packs cannot be played; a file cannot be written; a
/// rule function keeps state from one game to the next. Finished blocks stay in the folder.
pub fn run(
    loaded: &Loaded,
    plan: &ResultsPlan,
    bots: &[BotSpec],
    folder: &Path,
    shard: Shard,
    threads: usize,
    on_progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<ShardSummary, ResultsError> {
    check_clocks(bots)?;
    claim(folder, plan)?;
    let found = finished(folder, plan, &|block| shard.has(block))?;
    let size = |number: &u64| plan.games_of(*number).end - plan.games_of(*number).start;
    let found_games: u64 = found.iter().map(size).sum();
    let total = shard.games(plan) - found_games;
    let over = AtomicU64::new(0);
    let one_more = || on_progress(over.fetch_add(1, Ordering::Relaxed) + 1, total);
    // Missing blocks are computed one at a time, because a list of all might not fit in memory.
    let missing = shard.blocks(plan).filter(|number| found.binary_search(number).is_err());
    let count = shard.count(plan) - found.len() as u64;
    let begin = || {
        let mut games = Games::new(loaded, plan.seats, bots, plan.rows.needs_journal())?;
        Ok(move |number| make(&mut games, plan, number, &one_more).map(Some))
    };
    make_blocks(folder, plan, missing, simulate::threads(threads, count), &begin)?;
    Ok(ShardSummary { found: found.len() as u64, made: count, found_games, played: total })
}

/// Fails if a bot depends on the clock.
pub(crate) fn check_clocks(bots: &[BotSpec]) -> Result<(), ResultsError> {
    match bots.iter().find(|bot| !bot.repeats()) {
        Some(bot) => Err(ResultsError::Clock { bot: bot.to_string() }),
        None => Ok(()),
    }
}

/// Lists the finished blocks of a folder that are wanted, in order.
pub(crate) fn finished<P: WorkPlan>(
    folder: &Path,
    plan: &P,
    is_wanted: &dyn Fn(u64) -> bool,
) -> Result<Vec<u64>, ResultsError> {
    let mut found = Vec::new();
    for number in block::numbers(folder, plan)? {
        if is_wanted(number) && block::read(folder, plan, number)?.is_some() {
            found.push(number);
        }
    }
    Ok(found)
}

/// Makes blocks on some threads and writes them into a folder. `begin` prepares a thread and returns the function that
/// makes a block from its number; this function returns `None` to stop all threads.
pub(crate) fn make_blocks<P: WorkPlan + Sync, M>(
    folder: &Path,
    plan: &P,
    missing: impl Iterator<Item = u64> + Send,
    threads: usize,
    begin: &(dyn Fn() -> Result<M, ResultsError> + Sync),
) -> Result<(), ResultsError>
where
    M: FnMut(u64) -> Result<Option<EncodedRows<P::Totals>>, ResultsError>,
{
    let mut missing = missing.peekable();
    if missing.peek().is_none() {
        return Ok(());
    }
    let to_make = Mutex::new(missing);
    let failed: Mutex<Option<ResultsError>> = Mutex::new(None);
    let stop = AtomicBool::new(false);
    let work = || -> Result<(), ResultsError> {
        let mut make = begin()?;
        while !stop.load(Ordering::Relaxed) {
            let number = to_make.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(number) = number else { break };
            match make(number)? {
                Some((block, rows)) => block::write(folder, plan, &block, &rows)?,
                None => stop.store(true, Ordering::Relaxed),
            }
        }
        Ok(())
    };
    let guarded = || {
        if let Err(error) = work() {
            stop.store(true, Ordering::Relaxed);
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(guarded);
        }
        guarded();
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Writes the plan into the folder, or checks that the folder already has the same plan.
pub(crate) fn claim<P: WorkPlan>(folder: &Path, plan: &P) -> Result<(), ResultsError> {
    let there = match P::read(folder)? {
        Some(there) => there,
        None => {
            files::write_with_folders(&folder.join(PLAN_FILE), plan.text().as_bytes())?;
            // Another process may have claimed the folder at the same time.
            P::read(folder)?.unwrap_or_else(|| plan.clone())
        }
    };
    // A partly written file of a killed run is useless: its block is made again.
    clear_leftovers(folder);
    let differs = plan.differences(&there);
    if differs.is_empty() { Ok(()) } else { Err(ResultsError::OtherPlan { folder: folder.to_owned(), differs }) }
}

/// Plays the games of a block and encodes their rows.
fn make(
    games: &mut Games,
    plan: &ResultsPlan,
    number: u64,
    one_more: &dyn Fn(),
) -> Result<EncodedRows<GameTotals>, ResultsError> {
    let mut summary = Summary::new(games.blank());
    let mut table = plan.rows.table(games.blank());
    let range = plan.games_of(number);
    let (mut stopped, mut first_stopped) = (0, Vec::new());
    let mut answers = Vec::new();
    for game in range.clone() {
        let seed = plan.seed_of(game);
        answers.clear();
        let played = games.play(seed, &mut |session, decision, number| {
            if plan.rows == Rows::Answers {
                answers.push(GivenAnswer::capture(session, decision, number));
            }
        })?;
        plan.rows.add(&mut table, (game, seed), &played, &answers);
        match &played.fault {
            None => summary.add(played.game, &played.counted),
            Some(fault) => {
                stopped += 1;
                if first_stopped.len() < MOST_STOPPED {
                    first_stopped.push(StoppedGame::new((game, seed), fault));
                }
            }
        }
        one_more();
    }
    if let Some(fault) = games.remembers() {
        return Err(ResultsError::Remembers(fault));
    }
    let rows = plan.format.write(&table).map_err(|error| KitError::Scripts { message: error.to_string() })?;
    let totals = GameTotals { summary, stopped, first_stopped };
    Ok((Block::new(plan, number, totals, table.rows(), &rows), rows))
}

/// Merges the blocks of a shard into totals; `None` if the folder has no such block.
///
/// # Errors
/// A block exists but cannot be read.
pub fn summary_of<P: WorkPlan>(
    plan: &P,
    folder: &Path,
    shard: Shard,
) -> Result<Option<Block<P::Totals>>, ResultsError> {
    let mut whole = None;
    for number in shard.blocks(plan) {
        let Some((block, _)) = block::read(folder, plan, number)? else { continue };
        block.add_to(&mut whole);
    }
    Ok(whole)
}
