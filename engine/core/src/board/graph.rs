//! The live board as a graph for petgraph's algorithms, without a copy.
//!
//! Nodes are segments. Two segments are linked if they meet across an edge, which makes them one feature, or if they
//! touch on their tile: a field next to a town, a path that runs into a site. Rules use two queries, [`Board::reach`]
//! and [`Board::cheapest`]; both visit each segment at most once.

use crate::board::features::Segments;
use crate::catalog::id::{SegmentId, TagId, TerrainId};

use petgraph::algo::astar;
use petgraph::visit::{
    Dfs, EdgeFiltered, EdgeRef, GraphBase, GraphRef, IntoEdgeReferences, IntoEdges, IntoNeighbors, IntoNodeIdentifiers,
    NodeCount, NodeIndexable, VisitMap, Visitable,
};

use crate::board::Board;
use crate::catalog::Catalog;
use crate::catalog::lattice::{Cell, Side};
use crate::catalog::tile::{AGAIN, NO_SEGMENT, Segment, TurnedCell};

/// Kind of a link between two segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// Link across an edge, within a feature.
    Meets,
    /// Link on a tile, between segments that touch.
    Touches,
}

/// Graph of a board's segments and their links.
#[derive(Clone, Copy, Debug)]
pub struct SegmentGraph<'a> {
    board: &'a Board,
}

/// Directed link of a [`SegmentGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SegmentLink {
    from: SegmentId,
    to: SegmentId,
    link: Link,
}

impl EdgeRef for SegmentLink {
    type NodeId = SegmentId;
    type EdgeId = (SegmentId, SegmentId);
    type Weight = Link;

    fn source(&self) -> SegmentId {
        self.from
    }
    fn target(&self) -> SegmentId {
        self.to
    }
    fn weight(&self) -> &Link {
        &self.link
    }
    fn id(&self) -> (SegmentId, SegmentId) {
        (self.from, self.to)
    }
}

/// Bit set of the segments that a search has visited.
#[derive(Clone, Debug, Default)]
pub struct Visited(Vec<u64>);

impl VisitMap<SegmentId> for Visited {
    fn visit(&mut self, node: SegmentId) -> bool {
        let fresh = !self.is_visited(&node);
        self.0[node.index() / 64] |= 1 << (node.index() % 64);
        fresh
    }
    fn is_visited(&self, node: &SegmentId) -> bool {
        self.0[node.index() / 64] >> (node.index() % 64) & 1 == 1
    }
    fn unvisit(&mut self, node: SegmentId) -> bool {
        let was = self.is_visited(&node);
        self.0[node.index() / 64] &= !(1 << (node.index() % 64));
        was
    }
}

impl GraphBase for SegmentGraph<'_> {
    type NodeId = SegmentId;
    type EdgeId = (SegmentId, SegmentId);
}

impl GraphRef for SegmentGraph<'_> {}

impl petgraph::visit::Data for SegmentGraph<'_> {
    type NodeWeight = ();
    type EdgeWeight = Link;
}

impl NodeCount for SegmentGraph<'_> {
    fn node_count(&self) -> usize {
        self.board.features().segments().count()
    }
}

impl NodeIndexable for SegmentGraph<'_> {
    fn node_bound(&self) -> usize {
        self.board.features().segment_bound()
    }
    fn to_index(&self, node: SegmentId) -> usize {
        node.index()
    }
    fn from_index(&self, index: usize) -> SegmentId {
        SegmentId::from_index(index)
    }
}

impl Visitable for SegmentGraph<'_> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited(vec![0; self.node_bound().div_ceil(64)])
    }
    fn reset_map(&self, map: &mut Visited) {
        *map = self.visit_map();
    }
}

impl<'a> IntoNodeIdentifiers for SegmentGraph<'a> {
    type NodeIdentifiers = Segments<'a>;

    fn node_identifiers(self) -> Segments<'a> {
        self.board.features().segments()
    }
}

impl IntoNeighbors for SegmentGraph<'_> {
    type Neighbors = std::vec::IntoIter<SegmentId>;

    fn neighbors(self, segment: SegmentId) -> Self::Neighbors {
        let mut found: Vec<SegmentId> = self.edges(segment).map(|l| l.to).collect();
        found.dedup();
        found.into_iter()
    }
}

impl<'a> IntoEdgeReferences for SegmentGraph<'a> {
    type EdgeRef = SegmentLink;
    type EdgeReferences = Box<dyn Iterator<Item = SegmentLink> + 'a>;

    fn edge_references(self) -> Self::EdgeReferences {
        Box::new(self.node_identifiers().flat_map(move |segment| self.edges(segment)))
    }
}

impl IntoEdges for SegmentGraph<'_> {
    type Edges = std::vec::IntoIter<SegmentLink>;

    fn edges(self, segment: SegmentId) -> Self::Edges {
        let mut found: Vec<SegmentLink> = Vec::new();
        self.board.meeting(segment, |to| found.push(SegmentLink { from: segment, to, link: Link::Meets }));
        let touching = self.board.touched_segments(segment);
        found.extend(touching.map(|to| SegmentLink { from: segment, to, link: Link::Touches }));
        found.into_iter()
    }
}

/// Filter for the segments that a search enters.
#[derive(Clone, Debug, Default)]
pub struct Through {
    /// Terrains of segments that may be entered; all terrains if empty.
    pub terrains: Vec<TerrainId>,
    /// Tags of segments that may not be entered.
    pub without: Vec<TagId>,
    /// True if the search also follows links between touching segments of a tile.
    pub touching: bool,
}

impl Through {
    pub(crate) fn admits(&self, catalog: &Catalog, segment: &Segment) -> bool {
        let named = |&terrain: &TerrainId| catalog.counts_as(segment.terrain, terrain);
        (self.terrains.is_empty() || self.terrains.iter().any(named))
            && self.without.iter().all(|&tag| segment.tag(tag) == 0)
    }
}

/// Position and properties of a segment on the board.
struct PlacedSegment<'a> {
    /// Number of the segment on its tile.
    local: usize,
    terrain: TerrainId,
    /// Turned cell of the tile that contains the segment.
    face: &'a TurnedCell,
    cell: Cell,
}

impl Board {
    /// Returns a view of this board as a graph.
    pub fn segment_graph(&self) -> SegmentGraph<'_> {
        SegmentGraph { board: self }
    }

    /// Calls `found` for each segment that `segment` meets across an edge, side by side.
    pub(super) fn meeting(&self, segment: SegmentId, mut found: impl FnMut(SegmentId)) {
        let lying = self.lying(segment);
        for side in self.catalog.lattice.sides() {
            self.meeting_at(&lying, side, &mut found);
        }
    }

    /// Returns the segments that a segment touches on its tile, in order.
    pub(super) fn touched_segments(&self, segment: SegmentId) -> impl Iterator<Item = SegmentId> + use<> {
        let first = self.tiles[self.features.tile_of(segment).index()].first_segment;
        let touches = self.segment(segment).touches;
        (0..u32::BITS).filter(move |local| touches >> local & 1 == 1).map(move |local| first.plus(local))
    }

    /// Returns the segments of its terrain that a segment meets across one side of its cell, in order.
    pub fn across(&self, segment: SegmentId, side: Side) -> Vec<SegmentId> {
        let mut found = Vec::new();
        if !self.catalog.lattice.has_side(side) {
            return found;
        }
        self.meeting_at(&self.lying(segment), side, &mut |to| found.push(to));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the segment that a segment meets across one of its ports, with the port where it is entered. Both must
    /// have connecting terrains; otherwise the result is `None`.
    pub fn segment_across(&self, segment: SegmentId, side: Side, index: u8) -> Option<(SegmentId, (Side, u8))> {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        let face = &self.catalog.faces(tile.kind, tile.turn)[usize::from(self.segment(segment).cell)];
        let count = self.catalog.edges[face.edge(side)].ports.len();
        if usize::from(index) >= count || face.segment(side, index.into()) != Some(self.features.local_of(segment)) {
            return None;
        }
        let across = self.catalog.lattice.neighbour(tile.cell.plus(face.offset.0, face.offset.1), side);
        let (other, part) = self.tile_at(across)?;
        let other = &self.tiles[other.index()];
        let back = self.catalog.lattice.opposite(side);
        let theirs = &self.catalog.faces(other.kind, other.turn)[part];
        if self.catalog.edges[theirs.edge(back)].ports.len() != count {
            return None;
        }
        let entered = count - 1 - usize::from(index);
        let met = other.first_segment.plus(theirs.segment(back, entered)? as u32);
        self.catalog.connects(self.terrain(met), self.terrain(segment)).then_some((met, (back, entered as u8)))
    }

    /// Follows a path from a segment through one of its ports, from tile to tile. Returns each segment that is entered,
    /// with the port where it is left. The path ends where the port meets no segment, at a segment without exactly two
    /// ports (its port is `None`), or where it began.
    pub fn way(&self, from: SegmentId, side: Side, index: u8) -> Vec<(SegmentId, Option<(Side, u8)>)> {
        let mut way = Vec::new();
        let (mut at, mut port) = (from, (side, index));
        while let Some((met, entered)) = self.segment_across(at, port.0, port.1) {
            let tile = &self.tiles[self.features.tile_of(met).index()];
            let leaves = match self.catalog.ports(tile.kind, tile.turn, self.features.local_of(met))[..] {
                [one, other] => Some(if one == entered { other } else { one }),
                _ => None,
            };
            way.push((met, leaves));
            match leaves {
                Some(leaves) if met != from => (at, port) = (met, leaves),
                _ => break,
            }
        }
        way
    }

    /// Returns the position and properties of a segment.
    fn lying(&self, segment: SegmentId) -> PlacedSegment<'_> {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        let spec = self.segment(segment);
        let face = self.catalog.face(tile.kind, tile.turn, usize::from(spec.cell));
        let local = self.features.local_of(segment);
        PlacedSegment { local, terrain: spec.terrain, face, cell: tile.cell.plus(face.offset.0, face.offset.1) }
    }

    /// Calls `found` for each segment that a segment meets across a side, once for consecutive ports of the same
    /// segment.
    #[inline]
    fn meeting_at(&self, lying: &PlacedSegment<'_>, side: Side, found: &mut impl FnMut(SegmentId)) {
        let &PlacedSegment { local, terrain, face, cell } = lying;
        let mine = face.ports(side);
        let is_own = |port: u8| port != NO_SEGMENT && usize::from(port & !AGAIN) == local;
        if !mine.iter().any(|&port| is_own(port)) {
            return;
        }
        let Some((other, part)) = self.tile_at(self.catalog.lattice.neighbour(cell, side)) else { return };
        let other = &self.tiles[other.index()];
        let theirs = self.catalog.face(other.kind, other.turn, part).ports(self.catalog.lattice.opposite(side));
        if theirs.len() != mine.len() {
            return;
        }
        let mut last = None;
        for (&port, &across) in mine.iter().zip(theirs.iter().rev()) {
            if !is_own(port) || across == NO_SEGMENT {
                continue;
            }
            let to = other.first_segment.plus(u32::from(across & !AGAIN));
            if last != Some(to) && self.catalog.connects(self.terrain(to), terrain) {
                last = Some(to);
                found(to);
            }
        }
    }

    /// Returns the segments that a search from `from` reaches through admitted segments, in order of their numbers. The
    /// result always contains `from`. The running time is proportional to the number of segments reached.
    pub fn reach(&self, from: SegmentId, through: &Through) -> Vec<SegmentId> {
        let graph = self.segment_graph();
        let admitted = EdgeFiltered::from_fn(graph, |link: SegmentLink| {
            (through.touching || link.link == Link::Meets) && through.admits(&self.catalog, self.segment(link.to))
        });
        let mut search = Dfs::new(&admitted, from);
        let mut found = Vec::new();
        while let Some(segment) = search.next(&admitted) {
            found.push(segment);
        }
        found.sort_unstable();
        found
    }

    /// Returns the cheapest path from a segment to one for which `is_goal` holds, with its cost. Entering a segment
    /// costs `cost`; `None` forbids it.
    pub fn cheapest(
        &self,
        from: SegmentId,
        mut is_goal: impl FnMut(SegmentId) -> bool,
        through: &Through,
        mut cost: impl FnMut(SegmentId) -> Option<u32>,
    ) -> Option<(u32, Vec<SegmentId>)> {
        const FORBIDDEN: u64 = 1 << 40;
        let graph = self.segment_graph();
        let admitted = EdgeFiltered::from_fn(graph, |link: SegmentLink| {
            (through.touching || link.link == Link::Meets) && through.admits(&self.catalog, self.segment(link.to))
        });
        let found =
            astar(&admitted, from, &mut is_goal, |link: SegmentLink| cost(link.to).map_or(FORBIDDEN, u64::from), |_| 0);
        found.filter(|(total, _)| *total < FORBIDDEN).map(|(total, way)| (total as u32, way))
    }
}
