//! Describes the games to play and their division into blocks. All runs that contribute to a result share one plan.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Catalog;
use tilewright_kit::files;
use tilewright_lab::bots::{BotSpec, RANDOM};
use tilewright_lab::seeds;

use crate::error::ResultsError;
use crate::format::Format;
use crate::rows::Rows;

/// Name of the file that describes the games of a folder of blocks.
pub(crate) const PLAN_FILE: &str = "plan.json";

/// Version of the layout of folders and rows.
const LAYOUT: u32 = 1;

/// Maximum size in bytes of a plan or of the totals of a block.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// Minimum number of blocks aimed for, so that several threads have work and a killed run loses little.
const BLOCKS: u64 = 64;

/// Maximum number of games in a block: random bots with one row per game, random bots with many rows, and other bots.
const MOST_GAMES: (u64, u64, u64) = (65_536, 2_048, 64);

/// Games to play, and the rows and format to save them in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultsPlan {
    /// Version of the layout of folders and rows.
    pub layout: u32,
    /// Version of the program that made the plan.
    pub program: String,
    /// Display names of the packs, with their versions.
    pub title: String,
    /// Packs of the game, each as `id@version#hash`.
    pub packs: Vec<String>,
    /// Options that differ from their defaults, each as `pack:name=value`.
    pub options: Vec<String>,
    /// Number of seats in each game.
    pub seats: u8,
    /// Bot of each seat, in seat order.
    pub bots: Vec<String>,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
    /// Number of games to play.
    pub games: u64,
    /// Number of games in a block; the last block may have fewer.
    pub block: u64,
    /// Kind of row to write.
    pub rows: Rows,
    /// File format of the rows.
    pub format: Format,
}

impl ResultsPlan {
    /// Plans `games` games from `seed`. `bots` holds one bot for each seat, in seat order.
    pub fn new(
        catalog: &Catalog,
        bots: &[BotSpec],
        (games, seed): (u64, u64),
        rows: Rows,
        format: Format,
    ) -> ResultsPlan {
        let cheap = bots.iter().all(|bot| *bot == RANDOM);
        let most = match (cheap, rows) {
            (true, Rows::Games) => MOST_GAMES.0,
            (true, _) => MOST_GAMES.1,
            (false, _) => MOST_GAMES.2,
        };
        ResultsPlan {
            layout: LAYOUT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            title: catalog.titles(),
            packs: catalog.exact_packs(),
            options: catalog.chosen_options(),
            seats: u8::try_from(bots.len()).unwrap_or(u8::MAX),
            bots: bots.iter().map(ToString::to_string).collect(),
            seed,
            games,
            block: games.div_ceil(BLOCKS).next_power_of_two().min(most),
            rows,
            format,
        }
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.games.div_ceil(self.block.max(1))
    }

    /// Returns the range of games in a block; empty for a block past the end.
    pub fn games_of(&self, block: u64) -> std::ops::Range<u64> {
        let begin = block.saturating_mul(self.block).min(self.games);
        begin..begin.saturating_add(self.block).min(self.games)
    }

    /// Derives the seed of a game from the seed of the plan.
    pub fn seed_of(&self, game: u64) -> u64 {
        seeds::of_game(self.seed, game)
    }

    /// Returns the origin of the rows for the key-value metadata of a file: names with a prefix, lists as JSON.
    pub(crate) fn provenance(&self) -> Vec<(String, String)> {
        let list = |texts: &[String]| serde_json::to_string(texts).unwrap_or_default();
        let all = [
            ("program", self.program.clone()),
            ("packs", list(&self.packs)),
            ("options", list(&self.options)),
            ("seats", self.seats.to_string()),
            ("bots", list(&self.bots)),
            ("seed", self.seed.to_string()),
            ("games", self.games.to_string()),
            ("rows", self.rows.name().to_owned()),
        ];
        all.into_iter().map(|(name, value)| (format!("tilewright.{name}"), value)).collect()
    }

    pub(crate) fn text(&self) -> String {
        // Serialising a plan cannot fail, because it has only texts and numbers.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the plan of a folder; `None` if the folder has no plan.
    pub(crate) fn read(folder: &Path) -> Result<Option<ResultsPlan>, ResultsError> {
        let path = folder.join(PLAN_FILE);
        if !path.try_exists().unwrap_or(true) {
            return Ok(None);
        }
        let bytes = files::read(&path, MOST_BYTES)?;
        let plan: ResultsPlan = serde_json::from_slice(&bytes)
            .map_err(|error| ResultsError::Damaged { path: path.clone(), why: error.to_string() })?;
        if plan.block == 0 || plan.layout > LAYOUT {
            let why = format!("its layout {} is not one that this program knows", plan.layout);
            return Err(ResultsError::Damaged { path, why });
        }
        Ok(Some(plan))
    }

    /// Lists the fields that differ in another plan: name, value there, value here.
    pub(crate) fn differences(&self, other: &ResultsPlan) -> Vec<(String, String, String)> {
        let fields = |plan: &ResultsPlan| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (mine, theirs) = (fields(self), fields(other));
        let differing = mine.iter().filter(|(name, value)| theirs.get(*name) != Some(value));
        let text = |value: Option<&serde_json::Value>| value.map(ToString::to_string).unwrap_or_default();
        differing.map(|(name, value)| (name.clone(), text(theirs.get(name)), value.to_string())).collect()
    }
}

/// Share of the blocks of a plan that one run makes: the blocks whose number modulo `of` is `part`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Remainder that selects the blocks, from 0.
    pub part: u64,
    /// Number of shards of the plan.
    pub of: u64,
}

impl Shard {
    /// Shard that has all blocks.
    pub const WHOLE: Shard = Shard { part: 0, of: 1 };

    /// True if the block belongs to this shard.
    pub(crate) fn has(self, block: u64) -> bool {
        block % self.of.max(1) == self.part
    }

    /// Returns the number of blocks in this shard.
    pub(crate) fn count(self, plan: &ResultsPlan) -> u64 {
        plan.blocks().saturating_sub(self.part).div_ceil(self.of.max(1))
    }

    /// Returns the number of games in this shard.
    pub fn games(self, plan: &ResultsPlan) -> u64 {
        let last = plan.blocks().saturating_sub(1);
        let of_last = plan.games_of(last).end - plan.games_of(last).start;
        match self.count(plan) {
            0 => 0,
            count if self.has(last) => (count - 1) * plan.block + of_last,
            count => count * plan.block,
        }
    }

    /// Returns the numbers of the blocks in this shard, in ascending order.
    pub fn blocks(self, plan: &ResultsPlan) -> impl Iterator<Item = u64> + use<> {
        (self.part..plan.blocks()).step_by(usize::try_from(self.of.max(1)).unwrap_or(usize::MAX))
    }
}

/// Error for a text that is not a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardError;

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write I/N, from 1/N to N/N")
    }
}

impl std::error::Error for ShardError {}

/// Parses a shard as users type it: `1/4` is the first of four.
impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text.split_once('/').map(|(part, of)| (part.trim().parse::<u64>(), of.trim().parse::<u64>()));
        match numbers {
            Some((Ok(part), Ok(of))) if (1..=of).contains(&part) => Ok(Shard { part: part - 1, of }),
            _ => Err(ShardError),
        }
    }
}
