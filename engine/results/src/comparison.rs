//! Plays the games of two versions in blocks of seeds, with a row for each table of players, seed and version.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::{BotSpec, RANDOM, parse_bot};
use tilewright_lab::simulate;
use tilewright_lab::versions::told::{self, ComparedVersion, VersionReport};
use tilewright_lab::versions::{
    BlockTable, GameBeside, LOOK_STEP, Matters, Measure, PlayEnd, PlayedBlock, PlayedTable, VersionComparison,
    VersionGames, VersionPlan, compare_by_looks, games_beside, games_of_block, most_changed,
};

use crate::block::{self, Block, EncodedRows};
use crate::error::ResultsError;
use crate::format::Format;
use crate::join;
use crate::kind::WorkKind;
use crate::rows::{Column, ColumnKind, Datum, RowTable};
use crate::run::{check_clocks, claim, finished, make_blocks};
use crate::work::{BlockTotals, LAYOUT, Shard, WorkPlan, fields_of, range_of, with_prefix};

/// Number of blocks aimed for, so that several threads have work and a killed run loses little.
const BLOCKS: u64 = 64;

/// Maximum number of seeds in a block for random bots and for other bots.
const MOST_SEEDS: (u64, u64) = (4096, 32);

/// Number of seeds in a block if looks at the variation decide how many are played. Looks are after whole blocks.
const LOOKED_SEEDS: u64 = LOOK_STEP / 2;

/// Games of two versions to play, and the format to save their rows in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ComparisonPlan {
    /// Version of the layout of folders and rows.
    pub layout: u32,
    /// Version of the program that made the plan.
    pub program: String,
    /// First version.
    pub a: ComparedVersion,
    /// Second version.
    pub b: ComparedVersion,
    /// Number of seats in each game.
    pub seats: u8,
    /// Bots of each table of players, in the first seat order.
    pub bots: Vec<Vec<String>>,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
    /// Smallest changes that matter, as texts, because readers of JSON may round numbers.
    pub matters: BTreeMap<String, String>,
    /// Ids of the measures, in the order of the columns.
    pub measures: Vec<String>,
    /// Maximum number of seeds for each table.
    pub seeds: u64,
    /// True if looks at the variation decide how many of the seeds are played; false if all are played.
    pub looks: bool,
    /// Number of seeds in a block; the last block of a table may have fewer.
    pub block: u64,
    /// File format of the rows.
    pub format: Format,
}

impl ComparisonPlan {
    /// Plans a comparison. With `looks`, looks at the variation decide how many of the seeds are played.
    ///
    /// # Errors
    /// A version cannot be played with that many seats.
    pub fn new(
        versions: [&Loaded; 2],
        described: [ComparedVersion; 2],
        tables: &[Vec<BotSpec>],
        plan: &VersionPlan,
        looks: bool,
        format: Format,
    ) -> Result<ComparisonPlan, KitError> {
        let is_cheap = tables.iter().flatten().all(|bot| *bot == RANDOM);
        let most = if is_cheap { MOST_SEEDS.0 } else { MOST_SEEDS.1 };
        let even = (plan.blocks * tables.len() as u64).div_ceil(BLOCKS).next_power_of_two().min(most);
        let [a, b] = described;
        Ok(ComparisonPlan {
            layout: LAYOUT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            a,
            b,
            seats: plan.seats,
            bots: tables.iter().map(|table| table.iter().map(BotSpec::full_name).collect()).collect(),
            seed: plan.seed,
            matters: plan.matters.by_name().map(|(name, change)| (name.to_owned(), change.to_string())).into(),
            measures: VersionGames::new(versions, plan)?.measures().iter().map(Measure::id).collect(),
            seeds: plan.blocks,
            looks,
            block: if looks { LOOKED_SEEDS } else { even },
            format,
        })
    }

    /// Returns the games of the plan.
    pub fn games(&self, threads: usize) -> VersionPlan {
        let mut matters = Matters::default();
        for (name, change) in &self.matters {
            if let (Some(known), Ok(change)) = (matters.named(name), change.parse()) {
                *known = change;
            }
        }
        VersionPlan { seats: self.seats, seed: self.seed, blocks: self.seeds, matters, threads }
    }

    fn blocks_of_table(&self) -> u64 {
        self.seeds.div_ceil(self.block.max(1))
    }

    /// Returns the table of a block.
    fn table_of(&self, block: u64) -> usize {
        usize::try_from(block / self.blocks_of_table().max(1)).unwrap_or(usize::MAX)
    }

    /// Returns the blocks that hold some seeds of a table.
    fn blocks_with(&self, table: usize, seeds: &Range<u64>) -> Range<u64> {
        let first = table as u64 * self.blocks_of_table();
        first + seeds.start / self.block..first + seeds.end.div_ceil(self.block)
    }

    /// Parses the bots and measures.
    fn parsed(&self) -> (Vec<Vec<BotSpec>>, Vec<Measure>) {
        let table = |words: &Vec<String>| words.iter().filter_map(|word| parse_bot(word).ok()).collect();
        (self.bots.iter().map(table).collect(), self.measures.iter().filter_map(|id| Measure::from_id(id)).collect())
    }

    /// Describes the comparison of all seeds in some totals.
    pub fn report(&self, totals: ComparisonTotals) -> VersionReport {
        let (bots, measures) = self.parsed();
        let mut by_table = totals.by_table;
        let mut beside = BTreeMap::new();
        let tables = bots.into_iter().enumerate().map(|(at, bots)| {
            let own = by_table.remove(&at).unwrap_or_default();
            beside.insert(at, own.beside);
            PlayedTable { bots, blocks: own.blocks, end: Some(PlayEnd::Blocks) }
        });
        let plan = self.games(0);
        let found = VersionComparison::of_tables(measures, &plan.matters, tables.collect());
        self.describe(found, beside)
    }

    /// Describes a comparison. `beside` has games of each table, among them the games with the largest changes.
    fn describe(&self, found: VersionComparison, mut beside: BTreeMap<usize, Vec<GameBeside>>) -> VersionReport {
        let first = found.tables.iter().enumerate().find(|(_, table)| !table.blocks.is_empty());
        let shown = first.map_or_else(Vec::new, |(at, table)| {
            let all = beside.remove(&at).unwrap_or_default();
            let game = |number: u64| all.iter().find(|game| game.block == number).cloned();
            most_changed(&table.blocks).into_iter().filter_map(|block| game(block.number)).collect()
        });
        let versions = [self.a.clone(), self.b.clone()];
        VersionReport { versions, plan: self.games(0), found, beside: shown }
    }
}

impl WorkPlan for ComparisonPlan {
    const KIND: WorkKind = WorkKind::Comparison;

    type Totals = ComparisonTotals;

    fn layout(&self) -> u32 {
        self.layout
    }

    fn blocks(&self) -> u64 {
        self.bots.len() as u64 * self.blocks_of_table()
    }

    fn block_size(&self) -> u64 {
        self.block
    }

    fn games_of(&self, block: u64) -> Range<u64> {
        range_of(block % self.blocks_of_table().max(1), self.block, self.seeds)
    }

    fn format(&self) -> Format {
        self.format
    }

    fn provenance(&self) -> Vec<(String, String)> {
        let list = |texts: &[String]| serde_json::to_string(texts).unwrap_or_default();
        with_prefix([
            ("program", self.program.clone()),
            ("packs_a", list(&self.a.packs)),
            ("options_a", list(&self.a.options)),
            ("packs_b", list(&self.b.packs)),
            ("options_b", list(&self.b.options)),
            ("seats", self.seats.to_string()),
            ("bots", serde_json::to_string(&self.bots).unwrap_or_default()),
            ("seed", self.seed.to_string()),
            ("matters", serde_json::to_string(&self.matters).unwrap_or_default()),
            ("rows", "seeds".to_owned()),
        ])
    }

    fn identity(&self) -> Map<String, Value> {
        let unnamed = |version: &ComparedVersion| ComparedVersion { name: String::new(), ..version.clone() };
        // The name of a version may contain the path that the user typed, which differs between machines.
        let plan = ComparisonPlan { a: unnamed(&self.a), b: unnamed(&self.b), ..self.clone() };
        fields_of(&plan)
    }
}

/// Values of the seeds of some blocks, by table of players.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ComparisonTotals {
    by_table: BTreeMap<usize, TableTotals>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct TableTotals {
    blocks: Vec<PlayedBlock>,
    /// Games of the seeds that changed most in each block.
    beside: Vec<GameBeside>,
}

impl BlockTotals for ComparisonTotals {
    fn merge(&mut self, later: ComparisonTotals) {
        for (table, totals) in later.by_table {
            let own = self.by_table.entry(table).or_default();
            own.blocks.extend(totals.blocks);
            own.beside.extend(totals.beside);
        }
    }
}

/// Comparison whose rows are in blocks in a folder.
pub struct StoredComparison {
    /// Sentences and numbers of the played seeds.
    pub report: VersionReport,
    /// Number of games that existed before the run.
    pub found_games: u64,
    /// Blocks that hold the compared seeds.
    blocks: Vec<u64>,
}

/// Rows of a comparison in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct WrittenRows {
    /// Number of rows.
    pub rows: u64,
    /// Size of the rows in bytes, before they were joined.
    pub bytes: u64,
}

impl StoredComparison {
    /// Joins the rows of the compared seeds into the file `out`.
    ///
    /// # Errors
    /// A block was changed; a file cannot be read or written.
    pub fn join(&self, plan: &ComparisonPlan, folder: &Path, out: &Path) -> Result<WrittenRows, ResultsError> {
        let places = self.blocks.iter().map(|&block| (block, folder)).collect();
        let whole = join::write(plan, &places, out, &|_, _| {})?;
        Ok(whole.map_or(WrittenRows::default(), |whole| WrittenRows { rows: whole.rows, bytes: whole.bytes }))
    }
}

/// Plays the games of a shard that are missing from the folder, writes them there, and compares the versions by all
/// games of the shard. `tables` are the bots of the plan. `goes_on` is called after each game with the number of
/// finished games and the expected number, and returns false to stop.
///
/// # Errors
/// A bot depends on the clock; the folder holds other games; a version cannot be played; a file cannot be written; the
/// plan has looks and the shard is not the whole. Finished blocks stay in the folder.
pub fn run_comparison(
    versions: [&Loaded; 2],
    tables: &[Vec<BotSpec>],
    plan: &ComparisonPlan,
    folder: &Path,
    shard: Shard,
    threads: usize,
    goes_on: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<StoredComparison, ResultsError> {
    tables.iter().try_for_each(|table| check_clocks(table))?;
    if plan.looks && shard != Shard::WHOLE {
        return Err(ResultsError::NoNumber);
    }
    claim(folder, plan)?;
    let games = VersionGames::new(versions, &plan.games(threads))?;
    let maker = BlockMaker { versions, tables, plan, games: &games, folder, threads };
    if plan.looks { maker.play_by_looks(goes_on) } else { maker.play_shard(shard, goes_on) }
}

/// Data that all threads need to make blocks.
struct BlockMaker<'a> {
    versions: [&'a Loaded; 2],
    tables: &'a [Vec<BotSpec>],
    plan: &'a ComparisonPlan,
    games: &'a VersionGames,
    folder: &'a Path,
    threads: usize,
}

impl BlockMaker<'_> {
    /// Plays all blocks of a shard.
    fn play_shard(
        &self,
        shard: Shard,
        goes_on: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<StoredComparison, ResultsError> {
        let total: u64 = shard.blocks(self.plan).map(|block| self.games_in(block)).sum();
        let done = std::sync::atomic::AtomicU64::new(0);
        let on_game = || goes_on(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, total);
        let wanted: Vec<u64> = shard.blocks(self.plan).collect();
        let found_games = self.make(&wanted, &on_game)?;
        let mut totals = ComparisonTotals::default();
        let mut blocks = Vec::new();
        for number in wanted {
            let Some((block, _)) = block::read(self.folder, self.plan, number)? else { continue };
            totals.merge(block.totals);
            blocks.push(number);
        }
        Ok(StoredComparison { report: self.plan.report(totals), found_games, blocks })
    }

    /// Plays blocks until looks at the variation find that they are enough.
    fn play_by_looks(&self, goes_on: &(dyn Fn(u64, u64) -> bool + Sync)) -> Result<StoredComparison, ResultsError> {
        let kept = RefCell::new((BTreeMap::<usize, Vec<GameBeside>>::new(), Vec::new(), 0));
        let play = |table: usize, seeds: Range<u64>, on_game: &(dyn Fn() -> bool + Sync)| {
            let wanted = self.plan.blocks_with(table, &seeds);
            let found = self.make(&wanted.clone().collect::<Vec<u64>>(), on_game)?;
            let (beside, blocks, found_games) = &mut *kept.borrow_mut();
            *found_games += found;
            let mut played = Vec::new();
            for number in wanted {
                let Some((block, _)) = block::read(self.folder, self.plan, number)? else { break };
                let own = block.totals.by_table.into_values().next().unwrap_or_default();
                played.extend(own.blocks);
                beside.entry(table).or_default().extend(own.beside);
                blocks.push(number);
            }
            Ok::<Vec<PlayedBlock>, ResultsError>(played)
        };
        let plan = self.plan.games(self.threads);
        let found = compare_by_looks(self.games.measures(), self.tables, &plan, goes_on, &play)?;
        let (beside, mut blocks, found_games) = kept.into_inner();
        blocks.sort_unstable();
        Ok(StoredComparison { report: self.plan.describe(found, beside), found_games, blocks })
    }

    fn games_in(&self, block: u64) -> u64 {
        let seeds = self.plan.games_of(block);
        (seeds.end - seeds.start) * games_of_block(&self.tables[self.plan.table_of(block)])
    }

    /// Makes the missing blocks among some blocks in ascending order. Returns the number of games in the other blocks.
    fn make(&self, wanted: &[u64], on_game: &(dyn Fn() -> bool + Sync)) -> Result<u64, ResultsError> {
        let found = finished(self.folder, self.plan, &|block| wanted.binary_search(&block).is_ok())?;
        let games: u64 = found.iter().map(|block| self.games_in(*block)).sum();
        for _ in 0..games {
            on_game();
        }
        let missing: Vec<u64> = wanted.iter().copied().filter(|block| found.binary_search(block).is_err()).collect();
        let threads = simulate::threads(self.threads, missing.len() as u64);
        let begin = || {
            let mut table: Option<(usize, BlockTable<'_>)> = None;
            Ok(move |number| {
                let at = self.plan.table_of(number);
                let own = match table.take().filter(|(own, _)| *own == at) {
                    Some((_, own)) => own,
                    None => self.games.table(&self.tables[at])?,
                };
                let (_, own) = table.insert((at, own));
                self.make_block(own, number, on_game)
            })
        };
        make_blocks(self.folder, self.plan, missing.into_iter(), threads, &begin)?;
        Ok(games)
    }

    /// Plays the seeds of a block and encodes their rows; `None` if the caller stopped them.
    fn make_block(
        &self,
        table: &mut BlockTable<'_>,
        number: u64,
        on_game: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<EncodedRows<ComparisonTotals>>, ResultsError> {
        let (at, plan) = (self.plan.table_of(number), self.plan.games(1));
        let mut blocks = Vec::new();
        for seed in self.plan.games_of(number) {
            let Some(block) = table.play(seed, on_game)? else { return Ok(None) };
            blocks.push(block);
        }
        let rows = rows(self.plan, &plan, &self.tables[at], &blocks);
        let bytes = self.plan.format.write(&rows).map_err(|error| KitError::Scripts { message: error.to_string() })?;
        let changed = most_changed(blocks.iter().filter_map(|block| block.values.as_ref()));
        let beside = games_beside(self.versions, &self.tables[at], &plan, &changed)?;
        let totals = ComparisonTotals { by_table: BTreeMap::from([(at, TableTotals { blocks, beside })]) };
        Ok(Some((Block::new(self.plan, number, totals, rows.rows(), &bytes), bytes)))
    }
}

/// Returns the rows of some blocks of a table of players: one for each seed and version.
fn rows(plan: &ComparisonPlan, games: &VersionPlan, bots: &[BotSpec], blocks: &[PlayedBlock]) -> RowTable {
    let fixed = [
        ("bots", ColumnKind::Text),
        ("block", ColumnKind::Large),
        ("seed", ColumnKind::Large),
        ("version", ColumnKind::Text),
    ];
    let measures = plan.measures.iter().map(|id| (&**id, ColumnKind::Real));
    let columns = fixed.into_iter().chain(measures).map(|(name, kind)| Column::new(name.to_owned(), kind)).collect();
    let mut table = RowTable { columns };
    let bots = told::bots(bots);
    for block in blocks.iter().filter_map(|block| block.values.as_ref()) {
        for (version, values) in [("a", &block.before), ("b", &block.after)] {
            let cells = [
                Datum::Text(&bots),
                Datum::Large(block.number),
                Datum::Large(games.seed_of(block.number)),
                Datum::Text(version),
            ];
            table.row(cells.into_iter().chain(values.iter().map(|value| Datum::Real(*value))));
        }
    }
    table
}
