//! What is known of the tiles of the newest text: which there are, and the words to read one with. Kept from frame to
//! frame; what did not change is not read again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_pack::edit::{Items, SectionItem};
use tilewright_pack::syntax::{self, Node, NodeShape};
use tilewright_pack::{LoadOptions, TileReading, Vocabulary, Workbench};

use crate::pack::analysis::Surroundings;
use crate::pack::document::{Document, Files};

/// A tile of the gallery.
pub(super) struct Listed {
    /// Its id.
    pub(super) id: Arc<str>,
    /// Its count, or a question mark where options decide.
    pub(super) count: String,
    /// What it can be found by, in small letters: id, terrains, edge types, tags.
    pub(super) words: Vec<String>,
}

/// The tiles of the open pack.
#[derive(Default)]
pub(super) struct TileCache {
    /// All items of the pack, with the trees of its files.
    pub(super) items: Items,
    /// The words that its tiles are written with.
    pub(super) words: Vocabulary,
    /// The revision of the document at which the words were read last.
    pub(super) words_of: u64,
    /// What the gallery lists: while a file with tiles is half typed, the tiles of before.
    pub(super) listed: Vec<Listed>,
    pack: Arc<str>,
    known: Files,
    trees: BTreeMap<Arc<str>, Node>,
    /// The files that are not valid RON just now.
    broken: BTreeSet<Arc<str>>,
    workbench: Option<Workbench>,
    revision: Option<u64>,
    /// What was known around the pack at that.
    around: u64,
    /// Words have changed that could not be read yet.
    due: bool,
}

impl TileCache {
    /// Reads what has changed since the last time.
    pub(super) fn renew(&mut self, document: &Document, surroundings: &Surroundings) {
        if self.revision == Some(document.revision()) && self.pack == *document.id() {
            return;
        }
        if self.around != surroundings.number() {
            (self.around, self.due) = (surroundings.number(), true);
        }
        self.revision = Some(document.revision());
        self.pack = document.id().clone();
        let is_data = |path: &str| path.ends_with(".ron") && !path.starts_with("tests/");
        let files = document.files();
        let mut changed = false;
        let gone: Vec<Arc<str>> = self.known.keys().filter(|path| !files.contains_key(*path)).cloned().collect();
        for path in gone {
            self.known.remove(&path);
            self.trees.remove(&path);
            self.broken.remove(&path);
            (changed, self.due) = (true, true);
        }
        let mut whole = true;
        for (path, text) in files.iter().filter(|(path, _)| is_data(path)) {
            if self.known.get(path) == Some(text) {
                continue;
            }
            changed = true;
            let reading = syntax::read(text);
            let only_tiles = |tree: &Node| tree.head().is_some_and(|head| matches!(&*head.value, "Tiles" | "Tile"));
            let was_tiles = self.trees.get(path).is_some_and(only_tiles);
            if !(was_tiles && reading.tree.as_ref().is_some_and(only_tiles)) {
                self.due = true;
                whole &= reading.problems.is_empty();
            }
            if reading.problems.is_empty() {
                self.broken.remove(path);
            } else {
                self.broken.insert(path.clone());
            }
            match reading.tree {
                Some(tree) => self.trees.insert(path.clone(), tree),
                None => self.trees.remove(path),
            };
            self.known.insert(path.clone(), text.clone());
        }
        if changed {
            self.items = Items::of(self.trees.iter().map(|(path, tree)| (path.clone(), tree.clone())));
            if self.broken.is_empty() || self.listed.is_empty() {
                self.listed = self.tiles().into_iter().filter_map(|item| self.list(item)).collect();
            }
        }
        // While the words are half typed, those from before stay.
        if self.workbench.is_none() || (self.due && whole) {
            let world = surroundings.with(document.id(), files);
            let workbench = Workbench::new(&world, &[document.id()], &LoadOptions::default());
            self.words = workbench.vocabulary(document.id()).unwrap_or_default();
            self.workbench = Some(workbench);
            self.words_of = document.revision();
            self.due = false;
        }
    }

    /// All tiles that have an id, each id once.
    pub(super) fn tiles(&self) -> Vec<&SectionItem> {
        let mut seen = BTreeSet::new();
        let named = self.items.section("tiles").filter(|item| item.id.is_some());
        named.filter(|item| seen.insert(item.id.clone())).collect()
    }

    fn list(&self, item: &SectionItem) -> Option<Listed> {
        let node = self.items.node(item)?;
        let count = node.field("count").map_or_else(
            || "1".to_owned(),
            |n| match n.shape {
                NodeShape::Int(n) => n.to_string(),
                _ => "?".to_owned(),
            },
        );
        let mut words = Vec::new();
        gather(node, &mut words);
        Some(Listed { id: item.id.clone()?, count, words })
    }

    /// The tile with an id, with its node.
    pub(super) fn tile(&self, id: &str) -> Option<(&SectionItem, &Node)> {
        let item = self.items.find("tiles", id)?;
        Some((item, self.items.node(item)?))
    }

    /// What the engine makes of a tile.
    pub(super) fn read(&self, node: &Node) -> Option<TileReading> {
        self.workbench.as_ref()?.tile(&self.pack, node)
    }
}

/// All words of a value.
fn gather(node: &Node, found: &mut Vec<String>) {
    if let Some(word) = node.as_word().or_else(|| node.head()) {
        found.push(word.value.to_lowercase());
    }
    for (key, _) in node.entries().unwrap_or_default() {
        gather(key, found);
    }
    node.children().for_each(|child| gather(child, found));
}
