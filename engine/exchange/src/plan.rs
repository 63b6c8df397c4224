//! Describes a pack that an import will write.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::Vocabulary;
use tilewright_pack::edit::{Written, order};
use tilewright_pack::syntax::{self, Node};

use crate::guess::ImportGuess;
use crate::mapping::ImportMapping;

/// Pack that an import writes, and its source.
#[derive(Clone, Copy, Debug)]
pub struct ImportRequest<'a> {
    /// Id of the pack, which is also the name of its folder.
    pub id: &'a str,
    /// Title for players.
    pub title: &'a str,
    /// Name of the imported file, for comments.
    pub source: &'a str,
    /// Decisions of the author.
    pub mapping: &'a ImportMapping,
    /// Words of an existing pack whose tiles are replaced; `None` for a new pack.
    pub known: Option<&'a KnownWords>,
}

/// Terrains and edge types that a pack already declares.
#[derive(Clone, Debug, Default)]
pub struct KnownWords {
    /// Shape of the cells.
    pub(crate) lattice: Lattice,
    /// Terrains that fill the rest of tiles.
    pub(crate) ground: Vec<String>,
    /// Terrains at the ports of edge types, clockwise.
    pub(crate) edges: BTreeMap<String, Vec<String>>,
    /// Fields about all pictures that the author has added to the assignment of pictures, such as the licence.
    pub(crate) art: Vec<(String, Written)>,
}

/// Fields of the assignment of pictures that an import writes.
const ART_FIELDS: [&str; 3] = ["sheets", "pictures", "looks"];

impl KnownWords {
    /// Keeps the fields that the author has added to the assignment of pictures of an earlier import.
    #[must_use]
    pub fn with_art(mut self, text: &str) -> KnownWords {
        let tree = syntax::read(text).tree;
        let fields = tree.as_ref().and_then(Node::fields).unwrap_or_default();
        let added = fields.iter().filter(|(name, _)| !ART_FIELDS.contains(&&*name.value));
        self.art = added.map(|(name, value)| (name.value.to_string(), Written::from_node(value, text))).collect();
        self
    }

    /// Collects the words that a pack can use.
    pub fn from_vocabulary(words: &Vocabulary) -> KnownWords {
        let terrain = |id| words.terrain_name(id).to_owned();
        let grounds = words.terrains.iter().filter(|(_, terrain)| terrain.ground);
        let edges = words
            .edges
            .iter()
            .map(|(id, edge)| (words.edge_name(id).to_owned(), edge.ports.iter().map(|&port| terrain(port)).collect()));
        KnownWords {
            lattice: words.lattice,
            ground: grounds.map(|(id, _)| terrain(id)).collect(),
            edges: edges.collect(),
            art: Vec::new(),
        }
    }
}

/// Files of an imported pack, with everything that its author should know.
#[derive(Clone, Debug, Default)]
pub struct ImportedPack {
    /// Texts to write, by path within the pack.
    pub files: BTreeMap<String, String>,
    /// Pictures to copy.
    pub pictures: Vec<PictureCopy>,
    /// Decisions that the file left open.
    pub guesses: Vec<ImportGuess>,
    /// Places of the tiles in the files.
    pub tiles: Vec<TileOrigin>,
    /// Number of kinds of tile, including chips.
    pub kind_count: usize,
    /// Number of tiles in bags. A count that depends on an option adds 1.
    pub copy_count: u64,
}

/// Picture that an import copies into a pack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PictureCopy {
    /// Path relative to the folder of the imported file, with forward slashes. It never leads out of that folder.
    pub from: String,
    /// Path within the pack.
    pub to: String,
}

/// Place of an imported tile in the files of its pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileOrigin {
    /// Path of the file within the pack.
    pub file: &'static str,
    /// Bytes of the tile in that file, including the comments above it.
    pub range: Range<usize>,
    /// Line in the imported file, counted from 1; `None` if it is not known.
    pub line: Option<usize>,
    /// Id of the tile.
    pub id: String,
}

/// Terrain of a new pack.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedTerrain {
    pub(crate) id: String,
    pub(crate) ground: bool,
    /// True if the terrain has no ports: a site inside a tile.
    pub(crate) site: bool,
    /// True if the terrain is a path, which ends in the middle of sides.
    pub(crate) path: bool,
    /// Colour as `#rrggbb`; `None` if the program chooses one.
    pub(crate) colour: Option<String>,
    /// Guess that led to the terrain; empty if there is none.
    pub(crate) guess: String,
}

/// Edge type of a new pack.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedEdge {
    pub(crate) id: String,
    /// Terrains at its ports, clockwise.
    pub(crate) ports: Vec<String>,
    /// Edge type with the same ports in the opposite order, if that is another type: only that one meets it.
    pub(crate) reverse: Option<String>,
    /// Guess that led to the ports; empty if there is none.
    pub(crate) guess: String,
}

/// Picture of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlannedPicture {
    /// File, relative to the folder of the imported file, with its margin in hundredths of a cell.
    File { path: String, bleed: u8 },
    /// Cell of a sheet.
    Cell { sheet: usize, column: u32, row: u32 },
}

/// File with many pictures of tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedSheet {
    /// File, relative to the folder of the imported file.
    pub(crate) file: String,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// Pixels around the grid.
    pub(crate) margin: u32,
    /// Pixels between cells.
    pub(crate) gap: u32,
}

/// Kind of tile, or a chip.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedTile {
    pub(crate) line: Option<usize>,
    pub(crate) id: String,
    pub(crate) chip: bool,
    /// Fields except the id, in the order of the grammar.
    pub(crate) fields: Vec<(String, Written)>,
    /// Guesses about this tile, for the comment above it.
    pub(crate) guesses: Vec<String>,
    pub(crate) picture: Option<PlannedPicture>,
}

impl PlannedTile {
    /// Returns the value of a field; `None` if it is not written.
    pub(crate) fn field(&self, name: &str) -> Option<&Written> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// Returns the numbers of copies by bag; a number that depends on an option counts as 1. `default` is the bag of
    /// tiles that name no bag.
    pub(crate) fn copies<'a>(&'a self, default: &'a str) -> Vec<(&'a str, u64)> {
        let number = |value: &Written| match value {
            Written::Int(number) => u64::try_from(*number).unwrap_or(0),
            _ => 1,
        };
        if let Some(Written::Map(bags)) = self.field("bags") {
            let copies = |(bag, count): &'a (Written, Written)| Some((name(bag)?, number(count)));
            return bags.iter().filter_map(copies).collect();
        }
        let bag = self.field("bag").and_then(name).unwrap_or(default);
        if bag == "none" {
            return Vec::new();
        }
        vec![(bag, self.field("count").map_or(1, number))]
    }
}

/// Sorts the fields of a tile in the order of the grammar; unknown fields are last.
pub(crate) fn sort_fields(fields: &mut [(String, Written)]) {
    fields.sort_by_key(|(name, _)| order::TILE.iter().position(|field| field == name).unwrap_or(usize::MAX));
}

fn name(value: &Written) -> Option<&str> {
    match value {
        Written::Word(name) | Written::Text(name) => Some(name),
        _ => None,
    }
}

/// Pack before it is printed.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackPlan {
    pub(crate) lattice: Lattice,
    pub(crate) terrains: Vec<PlannedTerrain>,
    pub(crate) edges: Vec<PlannedEdge>,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) tiles: Vec<PlannedTile>,
    pub(crate) sheets: Vec<PlannedSheet>,
}

/// Bag of tiles that name no bag.
pub(crate) const DEFAULT_BAG: &str = "tiles";

impl PackPlan {
    /// Returns the bags of a new pack. The first one is the bag of tiles that name none.
    pub(crate) fn bags(&self) -> Vec<String> {
        let mut bags: Vec<String> = Vec::new();
        let names_none = |tile: &PlannedTile| tile.field("bag").is_none() && tile.field("bags").is_none();
        if self.tiles.iter().any(names_none) {
            bags.push(DEFAULT_BAG.to_owned());
        }
        let named = self.tiles.iter().flat_map(|tile| match (tile.field("bags"), tile.field("bag").and_then(name)) {
            (Some(Written::Map(entries)), _) => entries.iter().filter_map(|(bag, _)| name(bag)).collect(),
            (_, Some(bag)) if bag != "none" => vec![bag],
            _ => Vec::new(),
        });
        for bag in named.filter(|bag| !bag.contains(':')) {
            if !bags.iter().any(|known| known == bag) {
                bags.push(bag.to_owned());
            }
        }
        if bags.is_empty() {
            bags.push(DEFAULT_BAG.to_owned());
        }
        bags
    }

    /// Returns the bag with the most tiles, which players draw from.
    pub(crate) fn main_bag(&self, bags: &[String]) -> String {
        let default = bags.first().map_or(DEFAULT_BAG, String::as_str);
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for tile in self.tiles.iter().filter(|tile| !tile.chip) {
            for (bag, count) in tile.copies(default) {
                *counts.entry(bag).or_default() += count;
            }
        }
        let count = |bag: &String| counts.get(bag.as_str()).copied().unwrap_or(0);
        // Of equal counts the first one is used.
        let most = bags.iter().rev().max_by_key(|bag| count(bag));
        most.map_or_else(|| DEFAULT_BAG.to_owned(), String::clone)
    }
}
