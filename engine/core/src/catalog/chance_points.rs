//! Identifies tiles, bags, dice and named numbers for the streams of chance.
//!
//! The points are hashes of names (XXH3), so an entry that is added or moved leaves all other points unchanged. The
//! id of the pack is not part of them: a copy of a pack under another id has the same chance.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::catalog::id::{BagId, DieId, Id, Table, TileKindId};

/// Points of the entries of a catalog.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChancePoints {
    /// `[kind]`.
    pub(crate) kinds: Vec<u64>,
    /// `[bag]`.
    bags: Vec<u64>,
    /// `[die]`.
    dice: Vec<u64>,
}

// Seeds of the hash, which separate the kinds of points.
const TILES: u64 = 1;
const BAGS: u64 = 2;
const DICE: u64 = 3;
const NAMES: u64 = 4;

/// Difference between the points of a bag and of the places where its tiles are put back.
const RETURNS: u64 = 0x6a09_e667_f3bc_c909;

impl ChancePoints {
    pub(crate) fn new<K, B, D>(
        kinds: &Table<TileKindId, K>,
        bags: &Table<BagId, B>,
        dice: &Table<DieId, D>,
    ) -> ChancePoints {
        ChancePoints { kinds: points(kinds, TILES), bags: points(bags, BAGS), dice: points(dice, DICE) }
    }

    /// Returns the point that orders a bag.
    #[inline]
    pub(crate) fn of_bag(&self, bag: BagId) -> u64 {
        self.bags.get(bag.index()).copied().unwrap_or_default()
    }

    /// Returns the point that decides where tiles are put back into a bag.
    pub(crate) fn of_returns(&self, bag: BagId) -> u64 {
        self.of_bag(bag) ^ RETURNS
    }

    /// Returns the point of a die.
    pub(crate) fn of_die(&self, die: DieId) -> u64 {
        self.dice.get(die.index()).copied().unwrap_or_default()
    }

    /// Returns the point of the numbers that rules pick under a name.
    pub(crate) fn of_name(name: &str) -> u64 {
        xxh3_64_with_seed(name.as_bytes(), NAMES)
    }
}

/// Returns the point of each entry. Entries of the same name, from different packs, are numbered.
fn points<I: Id, T>(table: &Table<I, T>, seed: u64) -> Vec<u64> {
    let mut earlier: BTreeMap<&str, u64> = BTreeMap::new();
    let point = |id: I| {
        let name = &*table.name(id).local;
        let number = earlier.entry(name).or_default();
        let point = xxh3_64_with_seed(name.as_bytes(), seed).wrapping_add(*number);
        *number += 1;
        point
    };
    table.ids().map(point).collect()
}
