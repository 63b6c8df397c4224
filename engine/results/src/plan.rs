//! Describes the games to play and their division into blocks. All runs that contribute to a result share one plan.

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Catalog;
use tilewright_lab::bots::{BotSpec, RANDOM};
use tilewright_lab::seeds;
use tilewright_lab::simulate::Summary;

use crate::StoppedGame;
use crate::format::Format;
use crate::kind::WorkKind;
use crate::rows::Rows;
use crate::work::{BlockTotals, LAYOUT, WorkPlan, range_of, with_prefix};

/// Minimum number of blocks aimed for, so that several threads have work and a killed run loses little.
const BLOCKS: u64 = 64;

/// Maximum number of games in a block: random bots with one row per game, random bots with many rows, and other bots.
const MOST_GAMES: (u64, u64, u64) = (65_536, 2_048, 64);

/// Maximum number of stopped games of a block that are listed one by one; all are counted.
pub(crate) const MOST_STOPPED: usize = 8;

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

    /// Derives the seed of a game from the seed of the plan.
    pub fn seed_of(&self, game: u64) -> u64 {
        seeds::of_game(self.seed, game)
    }
}

impl WorkPlan for ResultsPlan {
    const KIND: WorkKind = WorkKind::Games;

    type Totals = GameTotals;

    fn layout(&self) -> u32 {
        self.layout
    }

    fn blocks(&self) -> u64 {
        self.games.div_ceil(self.block.max(1))
    }

    fn block_size(&self) -> u64 {
        self.block
    }

    fn games_of(&self, block: u64) -> std::ops::Range<u64> {
        range_of(block, self.block, self.games)
    }

    fn format(&self) -> Format {
        self.format
    }

    fn provenance(&self) -> Vec<(String, String)> {
        let list = |texts: &[String]| serde_json::to_string(texts).unwrap_or_default();
        with_prefix([
            ("program", self.program.clone()),
            ("packs", list(&self.packs)),
            ("options", list(&self.options)),
            ("seats", self.seats.to_string()),
            ("bots", list(&self.bots)),
            ("seed", self.seed.to_string()),
            ("games", self.games.to_string()),
            ("rows", self.rows.name().to_owned()),
        ])
    }
}

/// Totals of some games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameTotals {
    /// Totals of the games that no script stopped.
    pub summary: Summary,
    /// Number of games that a failing script stopped.
    pub stopped: u64,
    /// First few of the stopped games, in order.
    pub first_stopped: Vec<StoppedGame>,
}

impl BlockTotals for GameTotals {
    fn merge(&mut self, later: GameTotals) {
        self.stopped += later.stopped;
        self.summary.merge(later.summary);
        let room = MOST_STOPPED.saturating_sub(self.first_stopped.len());
        self.first_stopped.extend(later.first_stopped.into_iter().take(room));
    }
}
