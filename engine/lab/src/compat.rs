//! Whether packs go together: they are loaded in every order, their tests are run, and games with each value of each
//! option are verified. What holds becomes a [`Certificate`].

use std::collections::BTreeSet;

use tilewright_core::catalog::Value;
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::{Finder, PackFiles};
use tilewright_kit::packs::load::{Loaded, Manifest, Reading, Request, load};
use tilewright_kit::suite::run_tests;

use crate::certificate::{Certificate, Certified, FOLDER, Played};
use crate::matrix::all_settings;
use crate::simulate::Plan;
use crate::verify::{BrokenGame, Games, MOST_ALIKE, MissingText, Report, verify, without_names};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games in all: half of them as the packs are, the others shared by the values of their options.
    pub games: u64,
    /// Seed of all games.
    pub seed: u64,
    /// Threads; 0 for one on each core.
    pub threads: usize,
}

/// Games that are tried besides, to find a shorter one that breaks alike.
const SHORTER: u64 = 200;
/// Orders in which packs are named; of more packs not all are tried.
const ORDERS: usize = 24;

/// What does not go together.
#[derive(Clone, Debug)]
pub enum Failed {
    /// The packs cannot be loaded together with these options: the first error.
    Loading {
        /// The options, as they are typed.
        options: Vec<String>,
        /// The error.
        why: String,
        /// Further settings of options with which the same happens.
        more: Vec<Vec<String>>,
    },
    /// They give another game when they are named in another order.
    Order(Vec<String>),
    /// A test of a pack fails.
    Test {
        /// The pack.
        pack: String,
        /// The test.
        name: String,
    },
    /// A game goes wrong.
    Game {
        /// The options, as they are typed.
        options: Vec<String>,
        /// How; its record is the shortest that was found.
        broken: Box<BrokenGame>,
        /// Number of games that were seen to break alike.
        games: usize,
        /// Further settings of options with which the same happens.
        more: Vec<Vec<String>>,
    },
    /// A text is missing that was needed in a game.
    Text {
        /// The options, as they are typed.
        options: Vec<String>,
        /// Which.
        missing: MissingText,
        /// Further settings of options with which the same happens.
        more: Vec<Vec<String>>,
    },
}

impl Failed {
    /// Notes that the same happens with other options too.
    fn also_with(&mut self, options: Vec<String>) {
        let (Failed::Loading { options: first, more, .. }
        | Failed::Game { options: first, more, .. }
        | Failed::Text { options: first, more, .. }) = self
        else {
            return;
        };
        if *first != options && !more.contains(&options) {
            more.push(options);
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Together {
    /// What holds, as far as it does.
    pub certificate: Certificate,
    /// What does not, each kind of fault once.
    pub failed: Vec<Failed>,
    /// True if games were left out, as [`MOST_ALIKE`] had broken alike.
    pub cut: bool,
}

/// Tries packs together. `on_game` is called after each game.
///
/// # Errors
/// A pack is not found, or a file of it cannot be read.
pub fn compat(
    finder: &Finder,
    packs: &[String],
    effort: &Effort,
    on_game: &(dyn Fn() + Sync),
) -> Result<Together, KitError> {
    let reading = Reading::of(finder, packs)?;
    let plain = Request { lints: false, ..Request::new(packs.to_vec()) };
    let loaded = reading.load(&plain);
    let about = packs.iter().map(|pack| Ok(finder.find(pack)?.id)).collect::<Result<_, KitError>>()?;
    let mut together = Together {
        certificate: Certificate::new(certified(&loaded), about, effort.seed),
        failed: Vec::new(),
        cut: false,
    };
    if let Some(why) = refusal(&loaded) {
        together.failed.push(Failed::Loading { options: Vec::new(), why, more: Vec::new() });
        return Ok(together);
    }
    together.orders(finder, packs, &loaded)?;
    for pack in packs {
        for test in run_tests(finder, pack, "")? {
            if test.passed() {
                together.certificate.tests += 1;
            } else {
                together.failed.push(Failed::Test { pack: pack.clone(), name: test.name });
            }
        }
    }
    for (options, games) in shared(&loaded, effort.games) {
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

/// The options with which games are played, and how many with each.
fn shared(loaded: &Loaded, games: u64) -> Vec<(Vec<(String, Value)>, u64)> {
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

impl Together {
    /// The order in which packs are named changes nothing.
    fn orders(&mut self, finder: &Finder, packs: &[String], loaded: &Loaded) -> Result<(), KitError> {
        let ids = |loaded: &Loaded| loaded.packs.iter().map(|pack| pack.id.clone()).collect::<Vec<_>>();
        for order in orders(packs) {
            let other = load(finder, &Request { lints: false, ..Request::new(order.clone()) })?;
            if ids(&other) != ids(loaded) || refusal(&other).is_some() {
                self.failed.push(Failed::Order(order));
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
        // Options that packs exclude are not meant to go together.
        if loaded.is_excluded() {
            return Ok(());
        }
        if let Some(why) = refusal(loaded) {
            let is_alike = |failed: &Failed| matches!(failed, Failed::Loading { why: other, .. } if same(other, &why));
            match self.failed.iter_mut().find(|failed| is_alike(failed)) {
                Some(alike) => alike.also_with(options),
                None => self.failed.push(Failed::Loading { options, why, more: Vec::new() }),
            }
            return Ok(());
        }
        let Some(catalog) = loaded.catalog() else { return Ok(()) };
        let seats = (catalog.seats.0.max(1), catalog.seats.1);
        let plan = Plan { games, seats: seats.0, seed: effort.seed, threads: effort.threads };
        let games = Games { plan, first: 0, seats };
        let report = verify(loaded, &games, &|_| on_game())?;
        for broken in &report.told {
            let is_alike = |failed: &&mut Failed| match failed {
                Failed::Game { broken: other, .. } => other.stage == broken.stage && same(&other.what, &broken.what),
                _ => false,
            };
            if let Some(alike) = self.failed.iter_mut().find(is_alike) {
                alike.also_with(options.clone());
                if let Failed::Game { games, .. } = alike {
                    *games += 1;
                    self.cut |= *games >= MOST_ALIKE;
                }
                continue;
            }
            let broken = Box::new(shortest(loaded, &games, broken)?);
            self.failed.push(Failed::Game { options: options.clone(), broken, games: 1, more: Vec::new() });
        }
        for missing in report.missing {
            let is_alike = |failed: &&mut Failed| matches!(failed, Failed::Text { missing: other, .. } if other.text == missing.text);
            match self.failed.iter_mut().find(is_alike) {
                Some(alike) => alike.also_with(options.clone()),
                None => self.failed.push(Failed::Text { options: options.clone(), missing, more: Vec::new() }),
            }
        }
        if report.broken == 0 {
            let Report { games, answers, looks, .. } = report;
            self.certificate.sets.push(Played { options, games, answers, looks });
        }
        Ok(())
    }

    /// Whether everything holds.
    pub fn holds(&self) -> bool {
        self.failed.is_empty()
    }
}

/// What the packs of a set are.
pub fn certified(loaded: &Loaded) -> Vec<Certified> {
    let pack = |pack: &Manifest| Certified {
        id: pack.id.to_string(),
        version: pack.version.to_string(),
        rules: pack.hash.to_string(),
    };
    loaded.packs.iter().map(pack).collect()
}

/// Why packs cannot be played.
fn refusal(loaded: &Loaded) -> Option<String> {
    let first = loaded.errors().next().map(|error| format!("{} [{}]", error.message, error.code));
    first.or_else(|| (!loaded.is_playable()).then(|| "they cannot be played".to_owned()))
}

/// Orders of packs other than the one that is given: all of few packs, of more each pack as the first once.
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

/// A broken game that is as short as can be found: games of other seeds that break in the same way.
fn shortest(loaded: &Loaded, games: &Games, broken: &BrokenGame) -> Result<BrokenGame, KitError> {
    let length =
        |broken: &BrokenGame| broken.record.as_deref().map_or(usize::MAX, |record: &Record| record.moves.len());
    let mut best = broken.clone();
    // One after another, as games that break alike are left out when there are some.
    for number in 1..=SHORTER {
        let first = games.first + games.plan.games + number;
        let plan = Plan { games: 1, threads: 1, ..games.plan };
        let one = verify(loaded, &Games { plan, first, seats: (broken.seats, broken.seats) }, &|_| ())?;
        let alike = one.told.into_iter().filter(|other| other.stage == broken.stage && same(&other.what, &broken.what));
        for other in alike {
            if length(&other) < length(&best) {
                best = other;
            }
        }
    }
    Ok(best)
}

/// Returns true if two sentences are about the same thing, whatever their numbers and the names of tiles.
fn same(one: &str, other: &str) -> bool {
    without_names(one) == without_names(other)
}

/// The certificates among the files of a pack that speak of packs which are loaded, as they are; others that they speak of
/// may not be here. They are claims.
pub fn claimed(files: &PackFiles, loaded: &Loaded) -> Vec<Certificate> {
    let all = certified(loaded);
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
