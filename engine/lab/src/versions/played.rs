//! Plays single blocks: one seed with both versions and all seat orders.

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::BookId;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::Games;
use crate::stopped::StoppedGame;
use crate::versions::{Measure, VersionPlan};

/// Values of all measures in both versions, for one block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VersionBlock {
    /// Number of the block.
    pub number: u64,
    /// Values of the measures in the first version, as means over the seat orders.
    #[serde(with = "as_texts")]
    pub before: Vec<f64>,
    /// Values of the measures in the second version.
    #[serde(with = "as_texts")]
    pub after: Vec<f64>,
}

/// Writes numbers as texts, because readers of JSON may round numbers.
mod as_texts {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(numbers: &[f64], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(numbers.iter().map(f64::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(Error::custom)).collect()
    }
}

/// Block that was played; without values if a script stopped one of its games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedBlock {
    /// Number of the block.
    pub number: u64,
    /// Values of the measures.
    pub values: Option<VersionBlock>,
    /// Games that a script stopped, with the number of their version (0 or 1).
    pub faults: Vec<(usize, StoppedGame)>,
}

/// Two versions of a game, ready to be played and measured.
pub struct VersionGames {
    sides: [Side; 2],
    measures: Vec<Measure>,
    plan: VersionPlan,
}

/// Version with the book of each measure.
struct Side {
    loaded: Loaded,
    books: Vec<Option<BookId>>,
}

impl VersionGames {
    /// Prepares the games of two versions with the seats of a plan.
    ///
    /// # Errors
    /// A version cannot be played, or not with that many seats.
    pub fn new(versions: [&Loaded; 2], plan: &VersionPlan) -> Result<VersionGames, KitError> {
        let [before, after] = versions.map(|loaded| loaded.for_seats(plan.seats));
        let measures = Measure::of_versions([catalog(&before)?, catalog(&after)?], plan.seats);
        let side = |loaded: Loaded| {
            let books = measures.iter().map(|measure| measure.book_in(loaded.catalog()?)).collect();
            Side { loaded, books }
        };
        let sides = [before, after].map(side);
        Ok(VersionGames { sides, measures, plan: *plan })
    }

    /// Returns the measures of each block, in the order of its values.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Prepares games of a table of players on one thread; `bots` has a bot for each seat.
    ///
    /// # Errors
    /// A version cannot be played, or a bot cannot be created.
    pub fn table(&self, bots: &[BotSpec]) -> Result<BlockTable<'_>, KitError> {
        let orders = seat_orders(bots);
        let of_side = |side: &Side| {
            let games = orders.iter().map(|bots| Games::new(&side.loaded, self.plan.seats, bots, false));
            games.collect::<Result<Vec<Games>, KitError>>()
        };
        Ok(BlockTable { versions: self, games: [of_side(&self.sides[0])?, of_side(&self.sides[1])?] })
    }
}

/// Returns the catalog of a version, or the reason why it cannot be played.
fn catalog(loaded: &Loaded) -> Result<&Catalog, KitError> {
    let unplayable = || KitError::Scripts { message: "the packs cannot be played".to_owned() };
    let catalog = loaded.catalog().map(|catalog| &**catalog);
    catalog.ok_or_else(|| loaded.machine().err().unwrap_or_else(unplayable))
}

/// Games of a table of players on one thread.
pub struct BlockTable<'a> {
    versions: &'a VersionGames,
    /// Games of each version, by seat order.
    games: [Vec<Games>; 2],
}

impl BlockTable<'_> {
    /// Plays a block; `None` if it was stopped. `on_game` is called after each game and returns false to stop.
    ///
    /// # Errors
    /// A version cannot be played.
    pub fn play(&mut self, number: u64, on_game: &dyn Fn() -> bool) -> Result<Option<PlayedBlock>, KitError> {
        let VersionGames { sides, measures, plan } = self.versions;
        let seed = plan.seed_of(number);
        let (mut values, mut faults) = ([Vec::new(), Vec::new()], Vec::new());
        for (version, (side, games)) in sides.iter().zip(&mut self.games).enumerate() {
            let mut sums = vec![0.0; measures.len()];
            for table in &mut *games {
                let played = table.play(seed, &mut |_, _, _| {})?;
                match played.fault {
                    Some(fault) => faults.push((version, StoppedGame::new((number, seed), &fault))),
                    None => {
                        let measured = measures.iter().zip(&side.books).zip(&mut sums);
                        measured.for_each(|((measure, book), sum)| *sum += measure.value(*book, played.game));
                    }
                }
                if !on_game() {
                    return Ok(None);
                }
            }
            let orders = games.len() as f64;
            values[version] = sums.into_iter().map(|sum| sum / orders).collect();
        }
        let [before, after] = values;
        let values = faults.is_empty().then_some(VersionBlock { number, before, after });
        Ok(Some(PlayedBlock { number, values, faults }))
    }
}

/// Returns the number of games in a block of a table.
pub fn games_of_block(bots: &[BotSpec]) -> u64 {
    2 * seat_orders(bots).len() as u64
}

/// Returns the different orders in which each bot has every seat once.
pub(super) fn seat_orders(bots: &[BotSpec]) -> Vec<Vec<BotSpec>> {
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
