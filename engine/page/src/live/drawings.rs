//! Keeps the drawings of running games, and writes the drawings that a reader lacks.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use tilewright_core::catalog::Catalog;

use crate::naming::Naming;
use crate::sprites::{DrawnSprites, large, units};

/// Drawings of running games with the same catalog and art.
pub struct LiveDrawings {
    store: DrawnSprites,
}

impl Default for LiveDrawings {
    fn default() -> LiveDrawings {
        LiveDrawings { store: DrawnSprites::by_content() }
    }
}

impl LiveDrawings {
    pub(super) fn take(&mut self) -> DrawnSprites {
        std::mem::take(&mut self.store)
    }

    pub(super) fn put(&mut self, store: DrawnSprites) {
        self.store = store;
    }

    /// Returns the wanted drawings that a reader lacks, until their markup exceeds a size in bytes, and adds their ids to
    /// `sent`: `elements`, the markup of each after the elements that it uses; `tiles`, for each drawing of a tile its
    /// name, its parts in words, and the box of a tile with several cells. Null if the reader lacks none.
    pub fn lacking(
        &self,
        wanted: &BTreeSet<u64>,
        bytes: usize,
        sent: &mut BTreeSet<String>,
        catalog: &Catalog,
        language: &str,
    ) -> Json {
        let (mut elements, mut new, mut size) = (Vec::new(), BTreeSet::new(), 0);
        for number in wanted {
            let before = elements.len();
            self.add(&format!("d{number}"), sent, &mut elements);
            if elements.len() > before {
                new.insert(*number);
                size += elements[before..].iter().map(String::len).sum::<usize>();
            }
            if size > bytes {
                break;
            }
        }
        if elements.is_empty() {
            return Json::Null;
        }
        let naming = Naming::new(catalog, language);
        let mut tiles = Map::new();
        for (number, kind, turn) in self.store.tiles().filter(|(number, ..)| new.contains(&(*number as u64))) {
            let mut about = vec![json!(naming.tile(kind)), json!(naming.shows(kind, turn))];
            if let Some((corner, size)) = large(catalog, kind, turn) {
                let ((x, y), (width, height)) = (units(corner), units(size));
                about.push(json!(format!("{x} {y} {width} {height}")));
            }
            tiles.insert(number.to_string(), about.into());
        }
        json!({"elements": elements, "tiles": tiles})
    }

    /// Adds an element after the elements that it refers to.
    fn add(&self, id: &str, sent: &mut BTreeSet<String>, elements: &mut Vec<String>) {
        if !sent.insert(id.to_owned()) {
            return;
        }
        let Some(markup) = self.store.element(id) else { return };
        for reference in markup.split('#').skip(1) {
            let end = reference.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(reference.len());
            let other = &reference[..end];
            if other.starts_with(['c', 'd', 'i']) && other[1..].bytes().all(|digit| digit.is_ascii_digit()) {
                self.add(other, sent, elements);
            }
        }
        elements.push(markup);
    }
}
