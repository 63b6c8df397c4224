//! Turns names of other programs into ids.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_pack::limits::ID_LETTERS;

/// True if a word can be the id of a terrain, an edge type, a tag or a bag.
pub(crate) fn is_id(word: &str) -> bool {
    let mut bytes = word.bytes();
    word.len() <= ID_LETTERS
        && bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// True if a word can be the id of a tile.
pub(crate) fn is_tile_id(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= ID_LETTERS
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// True if a word names an entry of another pack, as in `pack:name`.
pub(crate) fn is_name_elsewhere(word: &str, is_local: fn(&str) -> bool) -> bool {
    word.split_once(':').is_some_and(|(pack, name)| is_id(pack) && is_local(name))
}

/// Returns the letters, digits and underscores of a name; other signs become one underscore.
fn plain(name: &str) -> String {
    let mut id = String::new();
    for letter in name.chars().take(10 * ID_LETTERS) {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.ends_with('_') {
            id.push('_');
        }
        if id.len() >= ID_LETTERS - 8 {
            break;
        }
    }
    id.trim_matches('_').to_owned()
}

/// Ids for the names of one kind of thing; equal names get the same id, and different names different ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    by_name: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    /// Last number that was added to each id to make it different.
    numbers: BTreeMap<String, usize>,
}

impl IdTable {
    /// Returns the id of a terrain, edge type, tag or bag with this name.
    pub(crate) fn id(&mut self, name: &str) -> String {
        let wanted = if is_id(name) { name.to_owned() } else { plain(name).to_lowercase() };
        let wanted = match wanted.chars().next() {
            Some(first) if first.is_ascii_lowercase() => wanted,
            Some(_) => format!("x{wanted}"),
            None => "x".to_owned(),
        };
        self.add(name, wanted)
    }

    /// Returns the id of a tile with this name.
    pub(crate) fn tile_id(&mut self, name: &str) -> String {
        let wanted = if is_tile_id(name) { name.to_owned() } else { plain(name) };
        let wanted = if wanted.is_empty() { "T".to_owned() } else { wanted };
        self.add(name, wanted)
    }

    fn add(&mut self, name: &str, wanted: String) -> String {
        if let Some(id) = self.by_name.get(name) {
            return id.clone();
        }
        let mut id = wanted.clone();
        while !self.taken.insert(id.clone()) {
            let number = self.numbers.entry(wanted.clone()).or_insert(1);
            *number += 1;
            id = format!("{wanted}_{number}");
        }
        self.by_name.insert(name.to_owned(), id.clone());
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids_that_differ() {
        let mut ids = IdTable::default();
        let given = ["road", "Dark Grass", "dark grass", "Dark Grass", "7 hills", "", "é", "Straße"];
        let found: Vec<String> = given.iter().map(|name| ids.id(name)).collect();
        assert_eq!(found, ["road", "dark_grass", "dark_grass_2", "dark_grass", "x7_hills", "x", "x_2", "stra_e"]);
        assert_eq!(ids.tile_id("Tile 01"), "Tile_01");
        let long = ids.tile_id(&"long name ".repeat(100));
        assert!(is_tile_id(&long), "{long}");
        assert!(found.iter().all(|id| is_id(id)));
    }

    #[test]
    fn many_equal_ids_are_numbered_in_a_short_time() {
        let mut ids = IdTable::default();
        let found: BTreeSet<String> = (0..5000).map(|n| ids.id(&format!("{}!", "-".repeat(n)))).collect();
        assert_eq!(found.len(), 5000);
    }
}
