//! Cache of the tiles in the current text and of the vocabulary to read them. Only changed files are read again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::catalog::tile::TileCell;
use tilewright_core::diag::Diagnostic;
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::{FileTexts, PackDocument};
use tilewright_language::inventory::NeededPack;
use tilewright_pack::edit::{Items, PathStep, SectionItem, Written, node_at};
use tilewright_pack::syntax::{self, Node, NodeShape};
use tilewright_pack::{LoadOptions, TileReading, Vocabulary, Workbench};

use super::changes;

/// A tile of the gallery.
pub(super) struct ListedTile {
    /// Id of the tile.
    pub(super) id: Arc<str>,
    /// Count as text; a question mark if options decide it.
    pub(super) count: String,
    /// Search terms in lower case: id, terrains, edge types and tags.
    pub(super) words: Vec<String>,
}

/// A pack that the open one builds on, with tiles to copy.
pub(super) struct Base {
    /// Id and items of the pack.
    pub(super) needed: NeededPack,
    /// Title of the pack.
    pub(super) title: Arc<str>,
    /// Tiles of the pack, for the gallery.
    pub(super) listed: Vec<ListedTile>,
}

/// Cached tiles of the open pack.
#[derive(Default)]
pub(super) struct TileCache {
    /// Items of the pack, with the trees of its files.
    pub(super) items: Items,
    /// Edge types, terrains and tags that the tiles may use.
    pub(super) words: Vocabulary,
    /// Revision of the document at which the vocabulary was last read.
    pub(super) words_of: u64,
    /// Tiles in the gallery; while a file with tiles is invalid, its previous tiles.
    pub(super) listed: Vec<ListedTile>,
    /// Packs with tiles that the open one builds on.
    pub(super) bases: Vec<Base>,
    pack: Arc<str>,
    known: FileTexts,
    trees: BTreeMap<Arc<str>, Node>,
    /// Files that are currently not valid RON.
    broken: BTreeSet<Arc<str>>,
    workbench: Option<Workbench>,
    revision: Option<u64>,
    /// Number of the surroundings at that revision.
    around: u64,
    /// True if the vocabulary has changed but cannot be read yet.
    due: bool,
}

impl TileCache {
    /// Reads the files that have changed.
    pub(super) fn renew(&mut self, document: &PackDocument, surroundings: &PackSurroundings) {
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
            self.items = Items::from_trees(self.trees.iter().map(|(path, tree)| (path.clone(), tree.clone())));
            if self.broken.is_empty() || self.listed.is_empty() {
                self.listed = list_tiles(&self.items);
            }
        }
        // While declarations are invalid, the previous vocabulary stays.
        if self.workbench.is_none() || (self.due && whole) {
            let world = surroundings.with(document.id(), files);
            let workbench = Workbench::new(&world, &[document.id()], &LoadOptions::default());
            self.words = workbench.vocabulary(document.id()).unwrap_or_default();
            let bases = NeededPack::list_for(&self.items, surroundings).into_iter().map(|needed| {
                let (title, listed) = (needed.title(), list_tiles(&needed.items));
                Base { needed, title, listed }
            });
            self.bases = bases.filter(|base| !base.listed.is_empty()).collect();
            self.workbench = Some(workbench);
            self.words_of = document.revision();
            self.due = false;
        }
    }

    /// Returns the tile with an id, and its node.
    pub(super) fn tile(&self, id: &str) -> Option<(&SectionItem, &Node)> {
        let item = self.items.find("tiles", id)?;
        Some((item, self.items.node(item)?))
    }

    /// Returns the list that contains an item; `None` if the item is alone in its file.
    pub(super) fn list_of(&self, item: &SectionItem) -> Option<&Node> {
        let (PathStep::Item(_), list) = item.path.split_last()? else { return None };
        node_at(self.items.trees.get(&item.file)?, list)
    }

    /// Returns the id of the open pack.
    pub(super) fn pack(&self) -> &Arc<str> {
        &self.pack
    }

    /// Returns a pack with tiles that the open one builds on.
    pub(super) fn base(&self, pack: &str) -> Option<&Base> {
        self.bases.iter().find(|base| *base.needed.id == *pack)
    }

    /// Returns the vocabulary of another pack.
    pub(super) fn words_of_base(&self, pack: &str) -> Option<Vocabulary> {
        self.workbench.as_ref()?.vocabulary(pack)
    }

    /// Returns a tile of another pack, translated to the names of the open one.
    pub(super) fn whole_of(&self, id: &str) -> Option<Written> {
        let (pack, local) = id.split_once(':').map_or((None, id), |(pack, local)| (Some(pack), local));
        let bases = self.bases.iter().filter(|base| pack.is_none_or(|pack| *base.needed.id == *pack));
        bases.into_iter().find_map(|base| {
            let items = &base.needed.items;
            let item = items.find("tiles", local)?;
            let node = items.node(item).filter(|node| !changes::is_override(node))?;
            let mut tile = Written::from_node(node, base.needed.text(&item.file)?);
            changes::translate(&mut tile, &self.words_of_base(&base.needed.id)?, &self.words);
            Some(tile)
        })
    }

    /// Reads a tile with the engine; `None` until the vocabulary is read.
    pub(super) fn read(&self, node: &Node) -> Option<TileReading> {
        self.read_of(&self.pack, node)
    }

    /// Like [`TileCache::read`], for a tile of this or another pack.
    pub(super) fn read_of(&self, pack: &str, node: &Node) -> Option<TileReading> {
        self.workbench.as_ref()?.tile(pack, node)
    }

    /// Returns the cells of a tile of this or another pack, for each of its variants.
    pub(super) fn cells_of(&self, pack: &Arc<str>, id: &Arc<str>) -> Vec<Vec<TileCell>> {
        let items = if *pack == self.pack { Some(&self.items) } else { self.base(pack).map(|b| &b.needed.items) };
        let (Some(items), Some(workbench)) = (items, &self.workbench) else { return Vec::new() };
        let own = items.section("tiles").filter(|item| item.id.as_ref() == Some(id));
        let read = own.filter_map(|item| workbench.tile(pack, items.node(item)?));
        read.filter(|read| !read.findings.iter().any(Diagnostic::is_error)).map(|read| read.kind.cells).collect()
    }
}

/// Returns all tiles with an id; the first of each id.
pub(super) fn tiles(items: &Items) -> Vec<&SectionItem> {
    let mut seen = BTreeSet::new();
    let named = items.section("tiles").filter(|item| item.id.is_some());
    named.filter(|item| seen.insert(item.id.clone())).collect()
}

fn list_tiles(items: &Items) -> Vec<ListedTile> {
    let of = |item: &SectionItem| {
        let node = items.node(item)?;
        let count = node.field("count").map_or_else(
            // An override without a count keeps the count of the original tile.
            || if changes::is_override(node) { "?".to_owned() } else { "1".to_owned() },
            |n| match n.shape {
                NodeShape::Int(n) => n.to_string(),
                _ => "?".to_owned(),
            },
        );
        let mut words = Vec::new();
        gather(node, &mut words);
        Some(ListedTile { id: item.id.clone()?, count, words })
    };
    tiles(items).into_iter().filter_map(of).collect()
}

/// Collects all words of a value in lower case.
fn gather(node: &Node, found: &mut Vec<String>) {
    if let Some(word) = node.as_word().or_else(|| node.head()) {
        found.push(word.value.to_lowercase());
    }
    for (key, _) in node.entries().unwrap_or_default() {
        gather(key, found);
    }
    node.children().for_each(|child| gather(child, found));
}
