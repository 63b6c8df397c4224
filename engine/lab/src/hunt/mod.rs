//! Searches for lines of play that beat the field: ways to restrict or weigh the choices of `greedy` that win
//! more than an equal share, also against opponents who search ten times as much.
//!
//! A line is the name of a bot. The search uses its own seeds, and proposes at most [`FINALISTS`] lines. On
//! fresh seeds, each of them is tested twice: against the field, and then against the stronger opponents. A line is found
//! if the whole interval of its share of wins is above an equal share in both tests. The number of lines in the search
//! needs no correction, because the tests use none of its games; the error of 5 % is divided among the finalists
//! (Bonferroni). A single test would not be enough: bots that search more are weaker in some games, and opponents who
//! find an answer show that the field was only short-sighted.

mod arena;
mod scout;
mod search;

use tilewright_core::catalog::seat::Seat;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::duel::{Duel, share_of_blocks};
use crate::stats::{CONFIDENCE, Interval};
use crate::together::is_joint;
use arena::{Arena, Trial};

pub use scout::{Preparation, prepare};

/// Maximum number of lines that are tested on fresh seeds.
pub const FINALISTS: usize = 3;

/// Shares of the budget for the search and for the test against the field, in percent. The rest is for the test against
/// the stronger opponents.
const SEARCHING: f64 = 60.0;
const TESTING: f64 = 15.0;

/// Minimum number of blocks of a test.
const FEWEST: usize = 10;

/// Hunt for lines of play.
#[derive(Clone, Debug)]
pub struct HuntPlan {
    /// Bots that the lines play against, in turn from seed to seed; at least one.
    pub field: Vec<BotSpec>,
    /// Number of seats of all games; at least two.
    pub seats: u8,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
    /// Maximum cost of all games, in games of the field.
    pub budget: u64,
    /// Number of threads; 0 for one on each core.
    pub threads: usize,
}

/// Reason why packs are not hunted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnfitForHunt {
    /// A player alone has no opponents.
    Alone,
    /// All seats win or lose together.
    Together,
}

impl HuntPlan {
    /// Returns the reason why the packs have no lines that beat a field; `None` if they may have.
    pub fn unfit(&self, loaded: &Loaded) -> Option<UnfitForHunt> {
        match () {
            () if self.seats < 2 => Some(UnfitForHunt::Alone),
            () if loaded.catalog().is_some_and(|catalog| is_joint(catalog)) => Some(UnfitForHunt::Together),
            () => None,
        }
    }
}

/// Result of one test of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct LineTest {
    /// Number of games.
    pub games: u64,
    /// Share of games that the line won, with an interval that is corrected for the number of finalists.
    pub won: Interval,
    /// Share of wins of equal players.
    pub fair: f64,
    /// Lead in points over the best opponent.
    pub ahead: Interval,
}

impl LineTest {
    fn new(duel: &Duel, confidence: f64) -> LineTest {
        let won = share_of_blocks(&duel.shares, confidence);
        LineTest { games: duel.games, won, fair: duel.fair, ahead: duel.ahead }
    }

    /// True if the line certainly wins more than an equal share.
    fn is_won(&self, seats: u8) -> bool {
        self.games as usize >= FEWEST * usize::from(seats) && self.won.low > self.fair
    }
}

/// Game that shows a line.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownGame {
    /// Seed of the game.
    pub seed: u64,
    /// Bot of each seat.
    pub bots: Vec<BotSpec>,
    /// Seat of the line.
    pub seat: Seat,
    /// Lead of the line in points.
    pub lead: i32,
}

/// Line that was tested on fresh seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct TestedLine {
    /// Bot that plays the line.
    pub line: BotSpec,
    /// Test against the field.
    pub field: LineTest,
    /// Test against the opponents that search more; `None` if the line did not beat the field.
    pub strong: Option<LineTest>,
    /// True if the line won both tests.
    pub is_found: bool,
    /// Game of the last test that the line won with a typical lead; `None` for a line that is not found.
    pub shown: Option<ShownGame>,
}

impl TestedLine {
    /// True if the line beat the field, and more games may show that it also beats the stronger opponents.
    pub fn is_open(&self) -> bool {
        !self.is_found && self.strong.as_ref().is_some_and(|test| test.won.high > test.fair)
    }
}

/// Result of a hunt.
#[derive(Clone, PartialEq, Debug)]
pub struct HuntResult {
    /// Number of lines that were tried.
    pub tried: usize,
    /// Number of games.
    pub games: u64,
    /// The best lines with their tests: found lines are listed before the others.
    pub tested: Vec<TestedLine>,
    /// Number of lines in which a script stopped a game.
    pub stopped: usize,
    /// Message of the first script that stopped a game.
    pub message: Option<String>,
}

impl HuntResult {
    /// Returns the lines that beat the field and the stronger opponents.
    pub fn found(&self) -> impl Iterator<Item = &TestedLine> {
        self.tested.iter().filter(|tested| tested.is_found)
    }
}

/// Searches for lines that beat the field. `on_progress` receives the cost of the finished games, of `plan.budget`.
///
/// # Errors
/// The packs cannot be played, or a bot cannot be created.
pub fn hunt(
    loaded: &Loaded,
    plan: &HuntPlan,
    prepared: &Preparation,
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<HuntResult, KitError> {
    let mut arena = Arena::new(loaded, plan, prepared, on_progress);
    let budget = plan.budget as f64;
    let finalists = search::search(&mut arena, prepared, budget * SEARCHING / 100.0)?;
    let count = finalists.len();
    let confidence = 1.0 - (1.0 - CONFIDENCE) / count.max(1) as f64;
    let each = arena.blocks_for(Trial::Field, budget * TESTING / 100.0 / count.max(1) as f64);
    arena.extend(&finalists, Trial::Field, each)?;
    let beats = |arena: &Arena<'_>, line: &BotSpec, trial| {
        let is_whole = arena.series(line, trial).stopped.is_none();
        let test = LineTest::new(&arena.duel(line, trial), confidence);
        (is_whole && test.is_won(plan.seats), test)
    };
    let better: Vec<BotSpec> = finalists.iter().filter(|line| beats(&arena, line, Trial::Field).0).cloned().collect();
    if !better.is_empty() {
        let left = (budget - arena.spent).max(0.0) / better.len() as f64;
        let blocks = arena.blocks_for(Trial::Strong, left);
        arena.extend(&better, Trial::Strong, blocks)?;
    }
    let tested = finalists.iter().map(|line| {
        let field = beats(&arena, line, Trial::Field).1;
        let strong = better.contains(line).then(|| beats(&arena, line, Trial::Strong));
        let is_found = strong.as_ref().is_some_and(|(is_won, _)| *is_won);
        let shown = if is_found { typical_win(&arena, line) } else { None };
        TestedLine { line: line.clone(), field, strong: strong.map(|(_, test)| test), is_found, shown }
    });
    let mut tested: Vec<TestedLine> = tested.collect();
    tested.sort_by_key(|tested| !tested.is_found);
    let messages: Vec<String> = arena.tried().filter_map(|series| series.stopped.clone()).collect();
    let (tried, stopped, message) = (arena.tried().count(), messages.len(), messages.into_iter().next());
    Ok(HuntResult { tried, games: arena.games, tested, stopped, message })
}

/// Returns the game of the last test that a line won alone with the median lead.
fn typical_win(arena: &Arena<'_>, line: &BotSpec) -> Option<ShownGame> {
    let blocks = &arena.series(line, Trial::Strong).blocks;
    let games = (0u64..).zip(blocks).flat_map(|(block, outcomes)| {
        let won = (0u8..).map(Seat).zip(outcomes).filter(|(_, outcome)| outcome.share == 1.0);
        won.map(move |(seat, outcome)| (outcome.lead as i32, block, seat))
    });
    let mut games: Vec<(i32, u64, Seat)> = games.collect();
    games.sort_by_key(|(lead, block, seat)| (*lead, *block, seat.0));
    let &(lead, block, seat) = games.get(games.len() / 2)?;
    let bots = arena.bots(line, Trial::Strong, block, seat);
    Some(ShownGame { seed: arena.seed(Trial::Strong, block), bots, seat, lead })
}
