//! Builds the catalog from the declarations of packs.

mod added;
pub(crate) mod art;
mod bag;
mod board;
mod flow;
mod ground;
mod look;
mod part;
mod pieces;
mod rule;
mod step_edits;
mod step_reader;
mod surface;
mod tile;

use std::ops::Index;
use std::rc::Rc;

use tilewright_core::catalog::declared::{DECLARED, DeclaredKind, DeclaredRow};
use tilewright_core::catalog::id::{
    BagId, CounterId, EdgeTypeId, FigureKindId, Id, Name, PlaneId, Table, TagId, TerrainId, TileKindId,
};
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::{EdgeType, Terrain, TileKind};
use tilewright_core::catalog::{Catalog, PackInfo, ZoneOwner};
use tilewright_core::diag::SourceMap;

use crate::declare::declared::Declared;
use crate::declare::names::{Names, Writers, declare, fill};
use crate::declare::options::PackOptions;
use crate::declare::resolve;
use crate::findings::{Findings, codes};
use crate::read::source::PackSource;
use crate::read::syntax::Node;
use crate::read::world::{LoadOptions, World};
use crate::{read, schema};

/// Context of the build: the packs, the names, and the report.
pub(crate) struct Cx<'a> {
    pub(crate) report: &'a Findings,
    pub(crate) packs: &'a [PackSource],
    pub(crate) lattice: Lattice,
    pub(crate) terrains: Names<'a, TerrainId>,
    pub(crate) edges: Names<'a, EdgeTypeId>,
    pub(crate) tags: Names<'a, TagId>,
    pub(crate) figures: Names<'a, FigureKindId>,
    pub(crate) bags: Names<'a, BagId>,
    pub(crate) kinds: Names<'a, TileKindId>,
    pub(crate) planes: Names<'a, PlaneId>,
    pub(crate) counters: Names<'a, CounterId>,
    pub(crate) writers: Rc<Writers<'a>>,
}

impl Cx<'_> {
    /// Returns the pack of a declared entry.
    pub(crate) fn pack(&self, declared: &Declared) -> &PackSource {
        &self.packs[declared.pack]
    }

    /// Reads tags: `{"pennant": 1}`, or a list of names that count 1 each.
    pub(crate) fn tags_of(&self, pack: &PackSource, node: Option<&Node>) -> Vec<(TagId, i16)> {
        let Some(node) = node else { return Vec::new() };
        let one = Node::new(node.span, crate::read::syntax::NodeShape::Int(1));
        let pairs: Vec<(&Node, &Node)> = match &node.shape {
            crate::read::syntax::NodeShape::Map(items) => items.iter().map(|(k, v)| (k, v)).collect(),
            _ => read::list_or_one(node).iter().map(|n| (n, &one)).collect(),
        };
        let mut tags: Vec<(TagId, i16)> = Vec::new();
        for (name, number) in pairs {
            let id = self.tags.find_node(pack, name, self.report);
            let number = read::int(number, i64::from(i16::MIN)..=i64::from(i16::MAX), self.report);
            if let (Some(id), Some(number)) = (id, number) {
                match tags.iter_mut().find(|(t, _)| *t == id) {
                    Some(tag) => tag.1 = number as i16,
                    None => tags.push((id, number as i16)),
                }
            }
        }
        tags
    }
}

/// Declared entries of all kinds that names can refer to.
pub(crate) struct Lists {
    /// Declared entries, indexed by kind.
    by_kind: Vec<Vec<Declared>>,
    pub(crate) added_parts: Vec<Declared>,
}

impl Index<DeclaredKind> for Lists {
    type Output = [Declared];

    fn index(&self, kind: DeclaredKind) -> &[Declared] {
        &self.by_kind[kind as usize]
    }
}

impl Lists {
    /// True if a pack itself declares an entry of this kind and name.
    pub(crate) fn declares(&self, options: &PackOptions, pack: &PackSource, kind: DeclaredKind, name: &str) -> bool {
        match kind {
            DeclaredKind::Option => options.declared.iter().any(|o| o.pack == *pack.id() && *o.name == *name),
            // Rules ask with names that are not declared, so every step counts.
            DeclaredKind::Step => true,
            _ => self[kind].iter().any(|d| d.name.pack == *pack.id() && *d.name.local == *name),
        }
    }

    /// Numbers the entries of a kind that are switched on.
    pub(crate) fn number<'a, I: Id>(&self, kind: DeclaredKind, writers: &Rc<Writers<'a>>) -> Names<'a, I> {
        Names::number(kind, &self[kind], writers)
    }

    pub(crate) fn declare(packs: &[PackSource], report: &Findings) -> Lists {
        let list = |row: &DeclaredRow| match row.kind {
            // Options are declared earlier, because conditions depend on them, and steps are read with the flow.
            DeclaredKind::Option | DeclaredKind::Step => Vec::new(),
            kind => declare(packs, row.sections[0], row.noun, Some(kind), report),
        };
        Lists {
            by_kind: DECLARED.iter().map(list).collect(),
            added_parts: declare(packs, "added_parts", "added part", None, report),
        }
    }
}

/// Builds the catalog, except for the texts and the data that [`Catalog::finish`] computes.
pub(crate) fn build<'a>(
    packs: &'a [PackSource],
    world: &World,
    options: &PackOptions,
    choices: &LoadOptions,
    sources: &mut SourceMap,
    report: &'a Findings,
) -> (Catalog, Cx<'a>, Lists) {
    let lists = Lists::declare(packs, report);
    let writers = Rc::new(Writers::new(packs));
    let cx = Cx {
        report,
        packs,
        lattice: lattice(packs, report),
        terrains: lists.number(DeclaredKind::Terrain, &writers),
        edges: lists.number(DeclaredKind::Edge, &writers),
        tags: lists.number(DeclaredKind::Tag, &writers),
        figures: lists.number(DeclaredKind::Figure, &writers),
        bags: lists.number(DeclaredKind::Bag, &writers),
        kinds: lists.number(DeclaredKind::Tile, &writers),
        planes: lists.number(DeclaredKind::Plane, &writers),
        counters: lists.number(DeclaredKind::Counter, &writers),
        writers,
    };
    let mut catalog = Catalog { lattice: cx.lattice, seats: resolve::seats(packs, report), ..Catalog::default() };
    catalog.options = options.chosen_options();
    catalog.packs = packs.iter().map(info).collect();
    catalog.declared_after = declared_after(packs);
    catalog.tags = fill(&lists[DeclaredKind::Tag], |d| pieces::tag(d, &cx));
    (catalog.terrains, catalog.edges) = surfaces(&lists, &cx);
    catalog.kinds = fill(&lists[DeclaredKind::Tile], |d| {
        // Alternatives for other options are also checked.
        for node in &d.instead {
            tile::kind(&Declared { node: node.clone(), ..d.clone() }, &cx, &catalog.terrains, &catalog.edges);
        }
        tile::kind(d, &cx, &catalog.terrains, &catalog.edges)
    });
    tile::add_mirrors(&mut catalog, &lists[DeclaredKind::Tile], &cx);
    catalog.figures =
        fill(&lists[DeclaredKind::Figure], |d| pieces::figure(d, &lists[DeclaredKind::Figure], &cx, catalog.seats));
    pieces::check_figures(&catalog, &lists[DeclaredKind::Figure], &cx);
    bag::bags(&mut catalog, &lists, &cx, choices.copies);
    tile::check_backs(&catalog, &lists[DeclaredKind::Tile], &cx);
    catalog.added_parts = fill(&lists.added_parts, |d| added::added_part(d, &cx, &catalog.edges));
    added::derive_kinds(&mut catalog, &lists.added_parts, &cx);
    catalog.zones = fill(&lists[DeclaredKind::Zone], |d| pieces::zone(d, &cx));
    for zone in catalog.zones.ids() {
        if matches!(catalog.zones[zone].owner, ZoneOwner::EachSeat { .. }) {
            catalog.give_each_seat_zone(zone);
        }
    }
    catalog.planes = fill(&lists[DeclaredKind::Plane], |d| board::plane(d, &cx));
    catalog.counters = fill(&lists[DeclaredKind::Counter], |d| pieces::counter(d, &cx));
    catalog.dice = fill(&lists[DeclaredKind::Die], |d| pieces::die(d, &cx));
    catalog.tokens = fill(&lists[DeclaredKind::Token], |d| pieces::token(d, &cx));
    pieces::check_numbers(&catalog, &lists, &cx);
    catalog.results = fill(&lists[DeclaredKind::Result], |d| pieces::end_result(d, &cx));
    for terrain in catalog.terrains.ids() {
        let _ = catalog.books.add(catalog.terrains.name(terrain).clone(), ());
    }
    for declared in &lists[DeclaredKind::Book] {
        pieces::plain(declared, &schema::BOOK, &cx);
        if !declared.node.off && catalog.books.add(declared.name.clone(), ()).is_err() {
            let message =
                format!("`{}` is already a terrain, and points are also booked under terrains", declared.name.local);
            report.add(codes::DECLARED_TWICE.finding(declared.span, message));
        }
    }
    catalog.board = board::board(&cx, &catalog, &lists[DeclaredKind::Plane], choices.copies);
    catalog.flow = flow::flow(&cx, &catalog);
    flow::check_free(&cx, &catalog);
    catalog.modules = rule::modules(&cx, world, choices.head, sources);
    (catalog, cx, lists)
}

/// Reads the terrains and edge types.
pub(crate) fn surfaces(lists: &Lists, cx: &Cx<'_>) -> (Table<TerrainId, Terrain>, Table<EdgeTypeId, EdgeType>) {
    (
        fill(&lists[DeclaredKind::Terrain], |d| surface::terrain(d, cx)),
        fill(&lists[DeclaredKind::Edge], |d| surface::edge(d, cx)),
    )
}

/// Reads a single tile of a pack, without the overrides of other packs.
pub(crate) fn read_tile(
    node: &Node,
    pack: usize,
    cx: &Cx<'_>,
    terrains: &Table<TerrainId, Terrain>,
    edges: &Table<EdgeTypeId, EdgeType>,
) -> TileKind {
    let id = node.field("id").and_then(Node::as_word).map_or_else(|| "".into(), |word| word.value);
    let name = Name::new(cx.packs[pack].id(), &id);
    let declared =
        Declared { name, span: node.span, node: node.clone(), pack, changes: Vec::new(), instead: Vec::new() };
    tile::kind(&declared, cx, terrains, edges)
}

fn info(pack: &PackSource) -> PackInfo {
    let m = &pack.manifest;
    PackInfo { id: m.id.clone(), version: m.version.clone(), title: m.title.clone(), hash: m.hash.clone() }
}

/// Returns for each pack the indices of the packs that it follows by declaration, its own or theirs.
fn declared_after(packs: &[PackSource]) -> Vec<Vec<u16>> {
    let says = |later: &PackSource, earlier: &PackSource| {
        later.needs.iter().any(|n| n.id.value == *earlier.id())
            || later.after.iter().any(|w| w.value == *earlier.id())
            || earlier.before.iter().any(|w| w.value == *later.id())
    };
    let before = |later: &PackSource| {
        let found = packs.iter().enumerate().filter(|(_, earlier)| says(later, earlier));
        found.map(|(number, _)| number as u16).collect()
    };
    packs.iter().map(before).collect()
}

pub(crate) fn lattice(packs: &[PackSource], report: &Findings) -> Lattice {
    let mut found: Option<(Lattice, &Node)> = None;
    for pack in packs {
        let Some(node) = &pack.lattice else { continue };
        let Some(lattice) = read::one_of(node, &schema::LATTICES, report) else {
            continue;
        };
        match found {
            Some((first, other)) if first != lattice => {
                let message = "the packs have different shapes of cells";
                report.add(
                    codes::LATTICE_DIFFERS.finding(node.span, message).with_related(other.span, "the other lattice"),
                );
            }
            Some(_) => {}
            None => {
                // A pack that declares edges and no lattice is for squares.
                let silent = packs.iter().find(|p| p.lattice.is_none() && !p.section("edges").is_empty());
                if let (Lattice::Hex | Lattice::Triangle, Some(silent)) = (lattice, silent) {
                    let cells = if lattice == Lattice::Hex { "hexes" } else { "triangles" };
                    let message = format!("the pack `{}` is for squares, this one for {cells}", silent.id());
                    report.add(codes::LATTICE_DIFFERS.finding(node.span, message));
                }
                found = Some((lattice, node));
            }
        }
    }
    found.map_or_else(|| meant_lattice(packs), |(lattice, _)| lattice)
}

/// Returns the lattice if no pack declares one: squares. If a pack has gaps and its tiles have sides of hexes, returns
/// hexes, because otherwise each of these sides would be reported.
fn meant_lattice(packs: &[PackSource]) -> Lattice {
    let has_side_of_hexes = |tile: &Node| tile.field("edges").is_some_and(|edges| edges.field("ne").is_some());
    let mut gaps = packs.iter().filter(|pack| pack.has_gaps && pack.lattice.is_none());
    let hexes = gaps.any(|pack| pack.section("tiles").iter().any(has_side_of_hexes));
    if hexes { Lattice::Hex } else { Lattice::Square }
}
