//! Computes the sets of packs that can be played together: a game, and packs that build on it.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::KitError;
use crate::packs::find::Finder;
use crate::packs::load::{Request, load};

/// Packs with the packs that they need, directly or indirectly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Family {
    packs: BTreeMap<String, FamilyPack>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct FamilyPack {
    /// Argument that finds the pack: an id, or the path of a folder.
    argument: String,
    /// Ids of the packs that it needs directly.
    needs: Vec<String>,
    /// Ids of all packs that it needs directly or indirectly, and its own id.
    closure: BTreeSet<String>,
}

impl Family {
    /// Finds some packs, by ids or paths, and the packs that they need; with no arguments, all packs that can be found.
    ///
    /// # Errors
    /// A pack is not found, or a file of it cannot be read.
    pub fn find(finder: &Finder, packs: &[String]) -> Result<Family, KitError> {
        let arguments = match packs {
            [] => finder.list()?.into_iter().map(|found| found.id).collect(),
            given => given.to_vec(),
        };
        let mut family = Family::default();
        for argument in arguments {
            let loaded = load(finder, &Request { lints: false, ..Request::new([argument.clone()]) })?;
            let own = finder.find(&argument)?.id;
            for manifest in &loaded.packs {
                let id = manifest.id.to_string();
                let needs = manifest.needs.iter().map(|(id, _)| id.to_string()).collect();
                let pack = family.packs.entry(id.clone()).or_default();
                pack.needs = needs;
                if id == own {
                    pack.argument.clone_from(&argument);
                } else if pack.argument.is_empty() {
                    pack.argument = id;
                }
            }
            // A theme is not a pack of a game, and changes none.
            if loaded.themes.iter().all(|theme| *theme.id != *own) {
                family.packs.entry(own).or_default().argument = argument;
            }
        }
        for id in family.ids() {
            let closure = family.closure(&id);
            if let Some(pack) = family.packs.get_mut(&id) {
                pack.closure = closure;
            }
        }
        Ok(family)
    }

    fn closure(&self, id: &str) -> BTreeSet<String> {
        let (mut found, mut next) = (BTreeSet::new(), vec![id.to_owned()]);
        while let Some(id) = next.pop() {
            next.extend(self.packs.get(&id).into_iter().flat_map(|pack| pack.needs.clone()));
            if !found.insert(id) {
                next.retain(|n| !found.contains(n));
            }
        }
        found
    }

    /// Returns the ids of all packs, sorted.
    pub fn ids(&self) -> Vec<String> {
        self.packs.keys().cloned().collect()
    }

    /// Returns the arguments that find the packs of a set.
    pub fn arguments(&self, set: &BTreeSet<String>) -> Vec<String> {
        set.iter().map(|id| self.packs.get(id).map_or_else(|| id.clone(), |pack| pack.argument.clone())).collect()
    }

    /// Returns the set of a pack and the packs that it needs.
    pub fn alone(&self, id: &str) -> BTreeSet<String> {
        self.packs.get(id).map(|pack| pack.closure.clone()).unwrap_or_default()
    }

    /// Returns the packs that need no other pack, each with the packs that build on it directly or indirectly.
    pub fn games(&self) -> Vec<(String, Vec<String>)> {
        let games = self.packs.iter().filter(|(_, pack)| pack.needs.is_empty());
        let above = |game: &String| -> Vec<String> {
            let above = self.packs.iter().filter(|(id, pack)| *id != game && pack.closure.contains(game));
            above.map(|(id, _)| id.clone()).collect()
        };
        games.map(|(game, _)| (game.clone(), above(game))).collect()
    }

    /// Returns the number of combinations that [`Family::sets`] would examine.
    pub fn count(&self) -> u64 {
        let of = |above: usize| 1u64.checked_shl(above.try_into().unwrap_or(u32::MAX)).unwrap_or(u64::MAX);
        self.games().iter().fold(0, |sum, (_, above)| sum.saturating_add(of(above.len())))
    }

    /// Returns all sets of a game and any packs that build on it, with their needs, small sets first. Packs that
    /// exclude each other are not recognised here; loading such a set reports a finding.
    pub fn sets(&self) -> Vec<BTreeSet<String>> {
        let mut sets = BTreeSet::new();
        for (game, above) in self.games() {
            for choice in 0..1u64.checked_shl(above.len() as u32).unwrap_or(0) {
                let chosen = above.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
                let mut set = BTreeSet::from([game.clone()]);
                set.extend(chosen.flat_map(|(_, id)| self.alone(id)));
                sets.insert(set);
            }
        }
        let mut sets: Vec<_> = sets.into_iter().collect();
        sets.sort_by_key(BTreeSet::len);
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(packs: &[(&str, &[&str])]) -> Family {
        let mut family = Family::default();
        for (id, needs) in packs {
            let needs = needs.iter().map(ToString::to_string).collect();
            family
                .packs
                .insert((*id).to_owned(), FamilyPack { argument: (*id).to_owned(), needs, ..FamilyPack::default() });
        }
        for id in family.ids() {
            let closure = family.closure(&id);
            family.packs.get_mut(&id).into_iter().for_each(|pack| pack.closure.clone_from(&closure));
        }
        family
    }

    fn joined_sets(family: &Family) -> Vec<String> {
        family.sets().iter().map(|set| set.iter().cloned().collect::<Vec<_>>().join("+")).collect()
    }

    #[test]
    fn a_set_is_a_game_with_anything_that_builds_on_it() {
        let two = family(&[("a", &[]), ("b", &["a"]), ("c", &["a"]), ("d", &["c"]), ("z", &[])]);
        assert_eq!(joined_sets(&two), ["a", "z", "a+b", "a+c", "a+b+c", "a+c+d", "a+b+c+d"]);
        assert_eq!(two.count(), 9, "candidates before duplicates are removed");
        assert_eq!(two.alone("d"), BTreeSet::from(["a", "c", "d"].map(str::to_owned)));
    }

    #[test]
    fn packs_that_need_each_other_in_a_circle_come_to_an_end() {
        let circle = family(&[("a", &["b"]), ("b", &["a"]), ("c", &["gone"])]);
        assert!(circle.sets().is_empty());
        assert_eq!(circle.alone("a").len(), 2);
    }
}
