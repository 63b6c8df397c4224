//! Checks that packs are compatible: loads them in every order, runs their tests, and verifies games with each value of
//! each option. The results that hold become a [`Certificate`].

use std::collections::BTreeSet;

use tilewright_core::catalog::Value;
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::{Finder, PackFiles};
use tilewright_kit::packs::load::{Loaded, Manifest, Reading, Request, load};
use tilewright_kit::suite::run_tests;

use crate::certificate::{Certificate, Certified, CertifiedGames, FOLDER};
use crate::matrix::all_settings;
use crate::simulate::GamePlan;
use crate::verify::{BrokenGame, GameRange, MOST_ALIKE, MissingText, VerificationReport, verify, without_names};

/// Number of games to play, with their seed and threads.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Total number of games: half of them with default options, the others divided among the values of options.
    pub games: u64,
    /// Seed of all games.
    pub seed: u64,
    /// Number of threads; 0 for one on each core.
    pub threads: usize,
}

/// Number of additional games that are tried to find a shorter one that breaks in the same way.
const SHORTER: u64 = 200;
/// Maximum number of load orders; with more packs not all orders are tried.
const ORDERS: usize = 24;

/// Incompatibility that was found.
#[derive(Clone, Debug)]
pub enum CompatFailure {
    /// The packs cannot be loaded together with these options.
    Loading {
        /// Options that were set, as users type them.
        options: Vec<String>,
        /// Message of the first error.
        why: String,
        /// Further combinations of options with the same error.
        more: Vec<Vec<String>>,
    },
    /// The packs give a different game when named in this order.
    Order(Vec<String>),
    /// A test of a pack fails.
    Test {
        /// Argument that names the pack.
        pack: String,
        /// Name of the test.
        name: String,
    },
    /// A game breaks a property that must hold.
    Game {
        /// Options that were set, as users type them.
        options: Vec<String>,
        /// Shortest broken game that was found.
        broken: Box<BrokenGame>,
        /// Number of games that broke in the same way.
        games: usize,
        /// Further combinations of options with the same failure.
        more: Vec<Vec<String>>,
    },
    /// A text that a game needed is missing.
    Text {
        /// Options that were set, as users type them.
        options: Vec<String>,
        /// Missing text and the game that needed it.
        missing: MissingText,
        /// Further combinations of options with the same failure.
        more: Vec<Vec<String>>,
    },
}

impl CompatFailure {
    /// Records that the same failure occurs with other options.
    fn also_with(&mut self, options: Vec<String>) {
        let (CompatFailure::Loading { options: first, more, .. }
        | CompatFailure::Game { options: first, more, .. }
        | CompatFailure::Text { options: first, more, .. }) = self
        else {
            return;
        };
        if *first != options && !more.contains(&options) {
            more.push(options);
        }
    }
}

/// Result of the checks.
#[derive(Clone, Debug)]
pub struct CompatReport {
    /// Certificate of the results that hold.
    pub certificate: Certificate,
    /// Failures, each kind once.
    pub failed: Vec<CompatFailure>,
    /// True if games were skipped because [`MOST_ALIKE`] games had broken in the same way.
    pub cut: bool,
}

/// Checks that packs are compatible. `on_game` is called after each game.
///
/// # Errors
/// A pack is not found, or one of its files cannot be read.
pub fn compat(
    finder: &Finder,
    packs: &[String],
    effort: &Effort,
    on_game: &(dyn Fn() + Sync),
) -> Result<CompatReport, KitError> {
    let reading = Reading::read_packs(finder, packs)?;
    let plain = Request { lints: false, ..Request::new(packs.to_vec()) };
    let loaded = reading.load(&plain);
    let about = packs.iter().map(|pack| Ok(finder.find(pack)?.id)).collect::<Result<_, KitError>>()?;
    let mut together = CompatReport {
        certificate: Certificate::new(certified_packs(&loaded), about, effort.seed),
        failed: Vec::new(),
        cut: false,
    };
    if let Some(why) = refusal(&loaded) {
        together.failed.push(CompatFailure::Loading { options: Vec::new(), why, more: Vec::new() });
        return Ok(together);
    }
    together.orders(finder, packs, &loaded)?;
    for pack in packs {
        for test in run_tests(finder, pack, "")? {
            if test.has_passed() {
                together.certificate.tests += 1;
            } else {
                together.failed.push(CompatFailure::Test { pack: pack.clone(), name: test.name });
            }
        }
    }
    for (options, games) in divide_games(&loaded, effort.games) {
        let request = Request { options: options.clone(), ..plain.clone() };
        let loaded = reading.load(&request);
        let typed = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        together.set(&loaded, typed, games, effort, on_game)?;
        if together.cut {
            break;
        }
    }
    Ok(together)
}

/// Returns the combinations of options to play, with the number of games for each.
fn divide_games(loaded: &Loaded, games: u64) -> Vec<(Vec<(String, Value)>, u64)> {
    let mut sets: Vec<Vec<(String, Value)>> = Vec::new();
    for options in all_settings(&loaded.options) {
        if !sets.contains(&options) {
            sets.push(options);
        }
    }
    let each = (games / 2 / sets.len().max(1) as u64).max(1);
    let plain = games.saturating_sub(each * sets.len() as u64).max(games / 2).max(1);
    std::iter::once((Vec::new(), plain)).chain(sets.into_iter().map(|options| (options, each))).collect()
}

impl CompatReport {
    /// Checks that the order in which packs are named makes no difference.
    fn orders(&mut self, finder: &Finder, packs: &[String], loaded: &Loaded) -> Result<(), KitError> {
        let ids = |loaded: &Loaded| loaded.packs.iter().map(|pack| pack.id.clone()).collect::<Vec<_>>();
        for order in orders(packs) {
            let other = load(finder, &Request { lints: false, ..Request::new(order.clone()) })?;
            if ids(&other) != ids(loaded) || refusal(&other).is_some() {
                self.failed.push(CompatFailure::Order(order));
            }
        }
        Ok(())
    }

    fn set(
        &mut self,
        loaded: &Loaded,
        options: Vec<String>,
        games: u64,
        effort: &Effort,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<(), KitError> {
        // Options that packs exclude are not meant to be combined.
        if loaded.is_excluded() {
            return Ok(());
        }
        if let Some(why) = refusal(loaded) {
            let is_alike = |failed: &CompatFailure| matches!(failed, CompatFailure::Loading { why: other, .. } if same(other, &why));
            match self.failed.iter_mut().find(|failed| is_alike(failed)) {
                Some(alike) => alike.also_with(options),
                None => self.failed.push(CompatFailure::Loading { options, why, more: Vec::new() }),
            }
            return Ok(());
        }
        let Some(catalog) = loaded.catalog() else { return Ok(()) };
        let seats = (catalog.seats.0.max(1), catalog.seats.1);
        let plan = GamePlan { games, seats: seats.0, seed: effort.seed, threads: effort.threads };
        let games = GameRange { plan, first: 0, seats };
        let report = verify(loaded, &games, &|_| on_game())?;
        for broken in &report.told {
            let is_alike = |failed: &&mut CompatFailure| match failed {
                CompatFailure::Game { broken: other, .. } => {
                    other.stage == broken.stage && same(&other.what, &broken.what)
                }
                _ => false,
            };
            if let Some(alike) = self.failed.iter_mut().find(is_alike) {
                alike.also_with(options.clone());
                if let CompatFailure::Game { games, .. } = alike {
                    *games += 1;
                    self.cut |= *games >= MOST_ALIKE;
                }
                continue;
            }
            let broken = Box::new(shortest(loaded, &games, broken)?);
            self.failed.push(CompatFailure::Game { options: options.clone(), broken, games: 1, more: Vec::new() });
        }
        for missing in report.missing {
            let is_alike = |failed: &&mut CompatFailure| matches!(failed, CompatFailure::Text { missing: other, .. } if other.text == missing.text);
            match self.failed.iter_mut().find(is_alike) {
                Some(alike) => alike.also_with(options.clone()),
                None => self.failed.push(CompatFailure::Text { options: options.clone(), missing, more: Vec::new() }),
            }
        }
        if report.broken == 0 {
            let VerificationReport { games, answers, looks, .. } = report;
            self.certificate.sets.push(CertifiedGames { options, games, answers, looks });
        }
        Ok(())
    }

    /// True if no check has failed.
    pub fn holds(&self) -> bool {
        self.failed.is_empty()
    }
}

/// Lists the packs of a game for a certificate.
pub fn certified_packs(loaded: &Loaded) -> Vec<Certified> {
    let pack = |pack: &Manifest| Certified {
        id: pack.id.to_string(),
        version: pack.version.to_string(),
        rules: pack.hash.to_string(),
    };
    loaded.packs.iter().map(pack).collect()
}

/// Returns the reason why packs cannot be played; `None` if they can.
fn refusal(loaded: &Loaded) -> Option<String> {
    let first = loaded.errors().next().map(|error| format!("{} [{}]", error.message, error.code));
    first.or_else(|| (!loaded.is_playable()).then(|| "they cannot be played".to_owned()))
}

/// Returns orders of the packs other than the given one: all orders of a few packs, and each pack first of many packs.
fn orders(packs: &[String]) -> Vec<Vec<String>> {
    let mut all: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut next = vec![packs.to_vec()];
    while let Some(order) = next.pop() {
        if all.len() >= ORDERS || !all.insert(order.clone()) {
            continue;
        }
        for at in 1..order.len() {
            let mut other = order.clone();
            other.swap(at - 1, at);
            next.push(other);
        }
    }
    all.remove(packs);
    all.into_iter().collect()
}

/// Searches other seeds for a shorter game that breaks in the same way, and returns the shortest.
fn shortest(loaded: &Loaded, games: &GameRange, broken: &BrokenGame) -> Result<BrokenGame, KitError> {
    let length =
        |broken: &BrokenGame| broken.record.as_deref().map_or(usize::MAX, |record: &Record| record.moves.len());
    let mut best = broken.clone();
    // Each plan has a single game, because several games that break alike would be cut short.
    for number in 1..=SHORTER {
        let first = games.first + games.plan.games + number;
        let plan = GamePlan { games: 1, threads: 1, ..games.plan };
        let one = verify(loaded, &GameRange { plan, first, seats: (broken.seats, broken.seats) }, &|_| ())?;
        let alike = one.told.into_iter().filter(|other| other.stage == broken.stage && same(&other.what, &broken.what));
        for other in alike {
            if length(&other) < length(&best) {
                best = other;
            }
        }
    }
    Ok(best)
}

/// Returns true if two messages have the same meaning, apart from numbers and names of tiles.
fn same(one: &str, other: &str) -> bool {
    without_names(one) == without_names(other)
}

/// Reads the certificates among the files of a pack whose packs agree with the loaded ones; packs that are not loaded
/// are ignored. The certificates are unverified claims.
pub fn read_claims(files: &PackFiles, loaded: &Loaded) -> Vec<Certificate> {
    let all = certified_packs(loaded);
    let lie = files.iter().filter(|(path, _)| path.starts_with(FOLDER));
    let read = lie.filter_map(|(_, text)| Certificate::read(text).ok());
    read.filter(|claim| {
        let mut named =
            claim.packs.iter().filter_map(|pack| Some((pack, all.iter().find(|other| other.id == pack.id)?)));
        let is_one = named.clone().next().is_some();
        is_one && named.all(|(pack, here)| pack.rules == here.rules)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_alike_whatever_tile_and_number_they_name() {
        let lost = |event: u32, tile: &str| format!("event {event}: the tile {tile} that it had in play is lost");
        assert!(same(&lost(12, "H"), &lost(7, "Bend2")) && same(&lost(12, "`H`"), &lost(13, "`U`")));
        assert!(!same("a/rules/x.lua:3 [S0401] no lilies", "a/rules/y.lua:3 [S0401] no lilies"));
    }
}
