//! Reads single tiles, to show a tile's segments while the tile is being edited.
//!
//! Loading reads whole packs, and returns no catalog if there is an error anywhere. A [`Workbench`] keeps the words of
//! a set of packs (terrains, edge types, tags, counters, names of tiles, options) for one choice of options, and reads
//! tiles against them with the code that loading uses. A change of these words needs a new workbench; a change of a
//! tile's content does not. Mistakes elsewhere in the packs do not affect it.

use std::collections::BTreeMap;
use std::rc::Rc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::{EdgeTypeId, Id, Name, Table, TagId, TerrainId};
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::{EdgeType, Terrain, TileKind};
use tilewright_core::diag::{Diagnostic, FileId, SourceMap, Span};

use crate::build::{Cx, Lists, lattice, read_tile, surfaces};
use crate::declare::names::{Names, Writers};
use crate::declare::options::PackOptions;
use crate::declare::order;
use crate::declare::resolve::{resolve_item, resolve_pack, resolve_seats};
use crate::findings::Findings;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape, Word};
use crate::read::world::{LoadOptions, World};

/// Placeholder file in the spans of a tile while it is read; no loaded file has this number.
const ELSEWHERE: FileId = FileId(u32::MAX);

/// Words of a set of packs, for one choice of options.
pub struct Workbench {
    packs: Vec<PackSource>,
    options: PackOptions,
    lists: Lists,
    lattice: Lattice,
    terrains: Table<TerrainId, Terrain>,
    edges: Table<EdgeTypeId, EdgeType>,
}

/// Result of reading a single tile.
#[derive(Clone, Debug)]
pub struct TileReading {
    /// Readable part of the tile; [`findings`](TileReading::findings) report the rest.
    pub kind: TileKind,
    /// Mistakes in the tile, with spans in the node that was read.
    pub findings: Vec<Diagnostic>,
}

impl Workbench {
    /// Reads the words of packs and of the packs that they need. Skips mistakes, because loading reports them.
    pub fn new(world: &World, packs: &[&str], choices: &LoadOptions) -> Workbench {
        let report = Findings::default();
        let mut packs = order::gather(world, packs, &mut SourceMap::default(), &report).packs;
        let mut options = PackOptions::declare(&packs, world, &report);
        options.choose(&choices.values, &report);
        resolve_seats(&mut packs, choices.seats, &mut options, &report);
        packs.iter_mut().for_each(|pack| resolve_pack(pack, &options, &report));
        let lists = Lists::declare(&packs, &report);
        let lattice = lattice(&packs, &report);
        let mut bench =
            Workbench { packs, options, lists, lattice, terrains: Table::default(), edges: Table::default() };
        let (terrains, edges) = bench.with_cx(&report, |cx| surfaces(&bench.lists, cx));
        (bench.terrains, bench.edges) = (terrains, edges);
        bench
    }

    /// Reads the node of a tile from a file of a pack; `None` if there is no such pack.
    pub fn tile(&self, pack: &str, node: &Node) -> Option<TileReading> {
        let number = self.number(pack)?;
        let report = Findings::default();
        let file = node.span.file;
        let mut node = node.clone();
        set_file(&mut node, ELSEWHERE);
        resolve_item(&mut node, &self.packs[number], &self.options, &report);
        let kind = self.with_cx(&report, |cx| read_tile(&node, number, cx, &self.terrains, &self.edges));
        let mut findings = report.into_vec();
        // Other tiles may have changed since the workbench was built; loading reports a missing back.
        let back = node.field("back").map(|node| node.span);
        findings.retain(|finding| back.is_none() || finding.span != back);
        for finding in &mut findings {
            let spans = finding.span.iter_mut().chain(finding.related.iter_mut().map(|(span, _)| span));
            spans.filter(|span| span.file == ELSEWHERE).for_each(|span| span.file = file);
        }
        Some(TileReading { kind, findings })
    }

    /// Returns the words that a pack can use; `None` if there is no such pack.
    pub fn vocabulary(&self, pack: &str) -> Option<Vocabulary> {
        let number = self.number(pack)?;
        let report = Findings::default();
        let mut words = self.with_cx(&report, |cx| Vocabulary {
            lattice: self.lattice,
            terrains: self.terrains.clone(),
            edges: self.edges.clone(),
            terrain_names: names(&cx.terrains, &self.packs[number], &self.terrains, &report),
            edge_names: names(&cx.edges, &self.packs[number], &self.edges, &report),
            tag_names: Vec::new(),
        });
        let mut tags: Table<TagId, ()> = Table::default();
        for tag in self.lists[DeclaredKind::Tag].iter().filter(|d| !d.node.off) {
            // Adding a tag cannot fail, because names are already unique.
            let _ = tags.add(tag.name.clone(), ());
        }
        words.tag_names = self.with_cx(&report, |cx| names(&cx.tags, &self.packs[number], &tags, &report).written);
        Some(words)
    }

    fn number(&self, pack: &str) -> Option<usize> {
        self.packs.iter().position(|p| **p.id() == *pack)
    }

    fn with_cx<T>(&self, report: &Findings, run: impl FnOnce(&Cx<'_>) -> T) -> T {
        let writers = Rc::new(Writers::new(&self.packs));
        run(&Cx {
            report,
            packs: &self.packs,
            lattice: self.lattice,
            terrains: self.lists.number(DeclaredKind::Terrain, &writers),
            edges: self.lists.number(DeclaredKind::Edge, &writers),
            tags: self.lists.number(DeclaredKind::Tag, &writers),
            figures: Names::number(DeclaredKind::Figure, &[], &writers),
            bags: Names::number(DeclaredKind::Bag, &[], &writers),
            kinds: self.lists.number(DeclaredKind::Tile, &writers),
            planes: Names::number(DeclaredKind::Plane, &[], &writers),
            counters: self.lists.number(DeclaredKind::Counter, &writers),
            writers,
        })
    }
}

/// Terrains, edge types and tags that a pack can name, with their names in that pack.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Shape of the cells.
    pub lattice: Lattice,
    /// Terrains of all loaded packs.
    pub terrains: Table<TerrainId, Terrain>,
    /// Edge types of all loaded packs.
    pub edges: Table<EdgeTypeId, EdgeType>,
    terrain_names: PackNames<TerrainId>,
    edge_names: PackNames<EdgeTypeId>,
    tag_names: Vec<String>,
}

/// Names in one pack, with their values.
#[derive(Clone, Debug)]
struct PackNames<I> {
    by_name: BTreeMap<String, I>,
    /// Shortest name of each value, indexed by id.
    written: Vec<String>,
}

impl<I> Default for PackNames<I> {
    fn default() -> PackNames<I> {
        PackNames { by_name: BTreeMap::new(), written: Vec::new() }
    }
}

impl Vocabulary {
    /// Returns the terrain with this name; `None` if the pack knows no such terrain.
    pub fn terrain(&self, name: &str) -> Option<TerrainId> {
        self.terrain_names.by_name.get(name).copied()
    }

    /// Returns the name that the pack writes for a terrain.
    pub fn terrain_name(&self, id: TerrainId) -> &str {
        self.terrain_names.written.get(id.index()).map_or("", String::as_str)
    }

    /// True if the name means a terrain that fills the space between other parts.
    pub fn is_ground(&self, name: &str) -> bool {
        self.terrain(name).is_some_and(|id| self.terrains[id].ground)
    }

    /// Returns the edge type with this name; `None` if the pack knows no such edge type.
    pub fn edge(&self, name: &str) -> Option<EdgeTypeId> {
        self.edge_names.by_name.get(name).copied()
    }

    /// Returns the name that the pack writes for an edge type.
    pub fn edge_name(&self, id: EdgeTypeId) -> &str {
        self.edge_names.written.get(id.index()).map_or("", String::as_str)
    }

    /// Returns the names that the pack writes for all tags, in the order of declaration.
    pub fn tags(&self) -> &[String] {
        &self.tag_names
    }
}

fn names<I: Id, T>(names: &Names<'_, I>, pack: &PackSource, table: &Table<I, T>, report: &Findings) -> PackNames<I> {
    let mut known = PackNames::default();
    let nowhere = Span::new(ELSEWHERE, 0, 0);
    for id in table.ids() {
        let name: &Name = table.name(id);
        let full = name.to_string();
        let bare = Word { value: name.local.clone(), span: nowhere };
        let written = match names.find(pack, &bare, true, report) {
            Some(found) if found == id => {
                known.by_name.insert(bare.value.to_string(), id);
                bare.value.to_string()
            }
            _ => full.clone(),
        };
        known.by_name.insert(full, id);
        known.written.push(written);
    }
    known
}

/// Sets the file in the spans of a node and of all nodes within it.
fn set_file(node: &mut Node, file: FileId) {
    let word = |word: &mut Option<Word>| word.iter_mut().for_each(|w| w.span.file = file);
    node.span.file = file;
    match &mut node.shape {
        NodeShape::List(items) => items.iter_mut().for_each(|n| set_file(n, file)),
        NodeShape::Tuple(head, items) => {
            word(head);
            items.iter_mut().for_each(|n| set_file(n, file));
        }
        NodeShape::Struct(head, fields) => {
            word(head);
            for (name, value) in fields {
                name.span.file = file;
                set_file(value, file);
            }
        }
        NodeShape::Map(entries) => {
            for (key, value) in entries {
                set_file(key, file);
                set_file(value, file);
            }
        }
        _ => {}
    }
}
