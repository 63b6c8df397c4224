//! From what packs declare to a catalog.

mod added;
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

use std::rc::Rc;

use tilewright_core::catalog::id::{
    BagId, CounterId, EdgeTypeId, FigureKindId, Name, PlaneId, Table, TagId, TerrainId, TileKindId,
};
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::{EdgeType, Terrain, TileKind};
use tilewright_core::catalog::{Catalog, PackInfo, ZoneOwner};
use tilewright_core::diag::SourceMap;

use crate::declare::declared::Declared;
use crate::declare::names::{Names, Writers, declare, fill};
use crate::declare::options::PackOptions;
use crate::declare::resolve;
use crate::findings::{Report, codes};
use crate::read::renames::Sort;
use crate::read::source::PackSource;
use crate::read::syntax::Node;
use crate::read::world::{LoadOptions, World};
use crate::{read, schema};

/// Everything that building needs to look at.
pub(crate) struct Cx<'a> {
    pub(crate) report: &'a Report,
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
    /// The pack that declares something.
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

/// The lists that names refer to.
pub(crate) struct Lists {
    pub(crate) terrains: Vec<Declared>,
    pub(crate) edges: Vec<Declared>,
    pub(crate) tags: Vec<Declared>,
    pub(crate) figures: Vec<Declared>,
    pub(crate) bags: Vec<Declared>,
    pub(crate) tiles: Vec<Declared>,
    pub(crate) added_parts: Vec<Declared>,
    pub(crate) zones: Vec<Declared>,
    pub(crate) planes: Vec<Declared>,
    pub(crate) counters: Vec<Declared>,
    pub(crate) dice: Vec<Declared>,
    pub(crate) tokens: Vec<Declared>,
    pub(crate) books: Vec<Declared>,
    pub(crate) results: Vec<Declared>,
}

impl Lists {
    /// Whether a pack declares something itself.
    pub(crate) fn declares(&self, options: &PackOptions, pack: &PackSource, sort: Sort, name: &str) -> bool {
        let own = |all: &[Declared]| all.iter().any(|d| d.name.pack == *pack.id() && *d.name.local == *name);
        match sort {
            Sort::Terrain => own(&self.terrains),
            Sort::Edge => own(&self.edges),
            Sort::Tag => own(&self.tags),
            Sort::Figure => own(&self.figures),
            Sort::Bag => own(&self.bags),
            Sort::Zone => own(&self.zones),
            Sort::Plane => own(&self.planes),
            Sort::Counter => own(&self.counters),
            Sort::Die => own(&self.dice),
            Sort::Token => own(&self.tokens),
            Sort::Book => own(&self.books),
            Sort::Result => own(&self.results),
            Sort::Tile => own(&self.tiles),
            Sort::Option => options.declared.iter().any(|o| o.pack == *pack.id() && *o.name == *name),
            // Rules ask by names that are written nowhere else.
            Sort::Step => true,
        }
    }

    pub(crate) fn declare(packs: &[PackSource], report: &Report) -> Lists {
        let list = |section, what| declare(packs, section, what, false, report);
        Lists {
            terrains: list("terrains", "the terrain"),
            edges: list("edges", "the edge type"),
            tags: list("tags", "the tag"),
            figures: list("figures", "the figure"),
            bags: list("bags", "the bag"),
            tiles: declare(packs, "tiles", "the tile", true, report),
            added_parts: list("added_parts", "the added part"),
            zones: list("zones", "the zone"),
            planes: list("planes", "the plane"),
            counters: list("counters", "the counter"),
            dice: list("dice", "the die"),
            tokens: list("tokens", "the token"),
            books: list("books", "the book"),
            results: list("results", "the result"),
        }
    }
}

/// Builds the catalog, which is complete except for texts and what [`Catalog::finish`] works out.
pub(crate) fn build<'a>(
    packs: &'a [PackSource],
    world: &World,
    options: &PackOptions,
    choices: &LoadOptions,
    sources: &mut SourceMap,
    report: &'a Report,
) -> (Catalog, Cx<'a>, Lists) {
    let lists = Lists::declare(packs, report);
    let writers = Rc::new(Writers::new(packs));
    let cx = Cx {
        report,
        packs,
        lattice: lattice(packs, report),
        terrains: Names::number("terrain", &lists.terrains, &writers),
        edges: Names::number("edge type", &lists.edges, &writers),
        tags: Names::number("tag", &lists.tags, &writers),
        figures: Names::number("figure", &lists.figures, &writers),
        bags: Names::number("bag", &lists.bags, &writers),
        kinds: Names::number("tile", &lists.tiles, &writers),
        planes: Names::number("plane", &lists.planes, &writers),
        counters: Names::number("counter", &lists.counters, &writers),
        writers,
    };
    let mut catalog = Catalog { lattice: cx.lattice, seats: resolve::seats(packs, report), ..Catalog::default() };
    catalog.options = options.chosen();
    catalog.packs = packs.iter().map(info).collect();
    catalog.declared_after = declared_after(packs);
    catalog.tags = fill(&lists.tags, |d| pieces::tag(d, &cx));
    (catalog.terrains, catalog.edges) = surfaces(&lists, &cx);
    catalog.kinds = fill(&lists.tiles, |d| {
        // What stands there with other options is checked all the same.
        for node in &d.instead {
            tile::kind(&Declared { node: node.clone(), ..d.clone() }, &cx, &catalog.terrains, &catalog.edges);
        }
        tile::kind(d, &cx, &catalog.terrains, &catalog.edges)
    });
    tile::add_mirrors(&mut catalog, &lists.tiles, &cx);
    catalog.figures = fill(&lists.figures, |d| pieces::figure(d, &lists.figures, &cx, catalog.seats));
    pieces::check_figures(&catalog, &lists.figures, &cx);
    bag::bags(&mut catalog, &lists, &cx, choices.copies);
    tile::check_backs(&catalog, &lists.tiles, &cx);
    catalog.added_parts = fill(&lists.added_parts, |d| added::added_part(d, &cx, &catalog.edges));
    added::derive_kinds(&mut catalog, &lists.added_parts, &cx);
    catalog.zones = fill(&lists.zones, |d| pieces::zone(d, &cx));
    for zone in catalog.zones.ids() {
        if matches!(catalog.zones[zone].owner, ZoneOwner::EachSeat { .. }) {
            catalog.give_each_seat_zone(zone);
        }
    }
    catalog.planes = fill(&lists.planes, |d| board::plane(d, &cx));
    catalog.counters = fill(&lists.counters, |d| pieces::counter(d, &cx));
    catalog.dice = fill(&lists.dice, |d| pieces::die(d, &cx));
    catalog.tokens = fill(&lists.tokens, |d| pieces::token(d, &cx));
    pieces::check_numbers(&catalog, &lists, &cx);
    catalog.results = fill(&lists.results, |d| pieces::end_result(d, &cx));
    for terrain in catalog.terrains.ids() {
        let _ = catalog.books.add(catalog.terrains.name(terrain).clone(), ());
    }
    for declared in &lists.books {
        pieces::plain(declared, &schema::BOOK, &cx);
        if !declared.node.off && catalog.books.add(declared.name.clone(), ()).is_err() {
            let message =
                format!("`{}` is a terrain already, and points are booked under terrains too", declared.name.local);
            report.add(codes::DECLARED_TWICE.at(declared.span, message));
        }
    }
    catalog.board = board::board(&cx, &catalog, &lists.planes, choices.copies);
    catalog.flow = flow::flow(&cx, &catalog);
    flow::check_free(&cx, &catalog);
    catalog.modules = rule::modules(&cx, world, choices.head, sources);
    (catalog, cx, lists)
}

/// Terrains and edge types.
pub(crate) fn surfaces(lists: &Lists, cx: &Cx<'_>) -> (Table<TerrainId, Terrain>, Table<EdgeTypeId, EdgeType>) {
    (fill(&lists.terrains, |d| surface::terrain(d, cx)), fill(&lists.edges, |d| surface::edge(d, cx)))
}

/// Reads one tile of a pack by itself, without what other packs change about it.
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

/// For every pack the packs that it, or they, say it comes after.
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

pub(crate) fn lattice(packs: &[PackSource], report: &Report) -> Lattice {
    let mut found: Option<(Lattice, &Node)> = None;
    for pack in packs {
        let Some(node) = &pack.lattice else { continue };
        let Some(lattice) = read::one_of(node, &schema::LATTICES, report) else {
            continue;
        };
        match found {
            Some((first, other)) if first != lattice => {
                let message = "the packs are for different cells";
                report.add(codes::LATTICE_DIFFERS.at(node.span, message).related(other.span, "the other lattice"));
            }
            Some(_) => {}
            None => {
                // A pack that says nothing, and declares tiles, is for squares.
                let silent = packs.iter().find(|p| p.lattice.is_none() && !p.section("edges").is_empty());
                if let (Lattice::Hex | Lattice::Triangle, Some(silent)) = (lattice, silent) {
                    let cells = if lattice == Lattice::Hex { "hexes" } else { "triangles" };
                    let message = format!("the pack `{}` is for squares, this one for {cells}", silent.id());
                    report.add(codes::LATTICE_DIFFERS.at(node.span, message));
                }
                found = Some((lattice, node));
            }
        }
    }
    found.map_or_else(|| meant_lattice(packs), |(lattice, _)| lattice)
}

/// The lattice when no pack names one: squares, unless what names it could not be read and the tiles have sides of hexes.
/// Else each of their sides would be told to be wrong.
fn meant_lattice(packs: &[PackSource]) -> Lattice {
    let has_side_of_hexes = |tile: &Node| tile.field("edges").is_some_and(|edges| edges.field("ne").is_some());
    let mut gaps = packs.iter().filter(|pack| pack.has_gaps && pack.lattice.is_none());
    let hexes = gaps.any(|pack| pack.section("tiles").iter().any(has_side_of_hexes));
    if hexes { Lattice::Hex } else { Lattice::Square }
}
