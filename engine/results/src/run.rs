//! Makes blocks: each thread takes the next missing block, plays its games and writes it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::files::draft::clear_leftovers;
use tilewright_kit::packs::archive::hash;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::games::Games;
use tilewright_lab::simulate::{self, Summary};

use crate::block::{self, Block, MOST_STOPPED, StoppedGame};
use crate::error::ResultsError;
use crate::plan::{PLAN_FILE, ResultsPlan, Shard};
use crate::rows::{GivenAnswer, Rows};

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
    if let Some(bot) = bots.iter().find(|bot| !bot.repeats()) {
        return Err(ResultsError::Clock { bot: bot.to_string() });
    }
    claim(folder, plan)?;
    let size = |number: u64| plan.games_of(number).end - plan.games_of(number).start;
    let mut found = BTreeSet::new();
    for number in block::numbers(folder, plan)? {
        if shard.has(number) && block::read(folder, plan, number)?.is_some() {
            found.insert(number);
        }
    }
    let found_games: u64 = found.iter().map(|&number| size(number)).sum();
    let total = shard.games(plan) - found_games;
    let missing = shard.count(plan) - found.len() as u64;
    let threads = simulate::threads(threads, missing);
    // Missing blocks are computed one at a time, because a list of all might not fit in memory.
    let to_make = Mutex::new(shard.blocks(plan).filter(|number| !found.contains(number)));
    let over = AtomicU64::new(0);
    let failed: Mutex<Option<ResultsError>> = Mutex::new(None);
    let stop = AtomicBool::new(false);
    let work = || -> Result<(), ResultsError> {
        let mut games = Games::new(loaded, plan.seats, bots, plan.rows.needs_journal())?;
        while !stop.load(Ordering::Relaxed) {
            let number = to_make.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(number) = number else { break };
            let one_more = || {
                on_progress(over.fetch_add(1, Ordering::Relaxed) + 1, total);
            };
            let (block, rows) = make(&mut games, plan, number, &one_more)?;
            block::write(folder, plan, &block, &rows)?;
        }
        Ok(())
    };
    let guarded = || {
        if let Err(error) = work() {
            stop.store(true, Ordering::Relaxed);
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    if missing > 0 {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(guarded);
            }
            guarded();
        });
    }
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(ShardSummary { found: found.len() as u64, made: missing, found_games, played: total }),
    }
}

/// Writes the plan into the folder, or checks that the folder already has the same plan.
fn claim(folder: &Path, plan: &ResultsPlan) -> Result<(), ResultsError> {
    let there = match ResultsPlan::read(folder)? {
        Some(there) => there,
        None => {
            files::write_with_folders(&folder.join(PLAN_FILE), plan.text().as_bytes())?;
            // Another process may have claimed the folder at the same time.
            ResultsPlan::read(folder)?.unwrap_or_else(|| plan.clone())
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
) -> Result<(Block, Vec<u8>), ResultsError> {
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
    let block = Block {
        block: number,
        from: range.start,
        to: range.end,
        rows: table.rows() as u64,
        bytes: rows.len() as u64,
        hash: hash(&rows),
        summary,
        stopped,
        first_stopped,
    };
    Ok((block, rows))
}

/// Merges the blocks of a shard into totals; `None` if the folder has no such block.
///
/// # Errors
/// A block exists but cannot be read.
pub fn summary_of(plan: &ResultsPlan, folder: &Path, shard: Shard) -> Result<Option<Block>, ResultsError> {
    let mut whole: Option<Block> = None;
    for number in shard.blocks(plan) {
        let Some((block, _)) = block::read(folder, plan, number)? else { continue };
        add(&mut whole, block);
    }
    Ok(whole)
}

/// Merges the totals of a block into `whole`.
pub(crate) fn add(whole: &mut Option<Block>, block: Block) {
    let Some(whole) = whole else {
        *whole = Some(block);
        return;
    };
    whole.to = block.to;
    whole.rows += block.rows;
    whole.bytes += block.bytes;
    whole.stopped += block.stopped;
    whole.summary.merge(block.summary);
    let room = MOST_STOPPED.saturating_sub(whole.first_stopped.len());
    whole.first_stopped.extend(block.first_stopped.into_iter().take(room));
}
