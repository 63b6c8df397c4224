//! Terrains, edge types and kinds of tile, and the tables that make turned tiles quick to join.

use crate::catalog::added::Extension;
use crate::catalog::id::{CounterId, EdgeTypeId, Id, Table, TagId, TerrainId, TileKindId};
use crate::catalog::lattice::{Lattice, MAX_SIDES, Side, Turn, Turns};
use crate::catalog::look::Look;

/// Most ports an edge type can have.
pub const MAX_PORTS: usize = 7;
/// Room for the ports of one side in a [`TurnedCell`].
pub const PORT_STRIDE: usize = 8;
/// Most segments a tile kind can have, so that a set of them fits one word.
pub const MAX_SEGMENTS: usize = 32;
/// Most cells a tile kind can occupy.
pub const MAX_TILE_CELLS: usize = 8;
/// In a [`TurnedCell`]: nothing carries this port.
pub const NO_SEGMENT: u8 = 0xff;
/// In a [`TurnedCell`]: a port whose segment another port of the same side already carries.
pub const AGAIN: u8 = 0x80;

/// When a feature is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Completion {
    /// Never; such features wait for the end of the game.
    #[default]
    Never,
    /// When no side of it is open.
    Closed,
    /// When every cell around its tile holds a tile.
    Surrounded,
    /// When every feature that touches it is complete.
    NeighboursComplete,
}

/// What a segment is made of.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    /// When its features are complete.
    pub completion: Completion,
    /// Whether ports of this terrain that no part of a tile covers become segments by themselves.
    pub ground: bool,
    /// Its look, as the pack wrote it; the engine only carries it.
    pub look: Look,
}

/// What a side of a tile shows: the terrains of its ports, clockwise.
#[derive(Clone, Debug, Default)]
pub struct EdgeType {
    /// Terrain of each port.
    pub ports: Vec<TerrainId>,
    /// Further edge types that it meets, besides itself.
    pub meets: Vec<EdgeTypeId>,
    /// Whether it meets every edge type.
    pub wildcard: bool,
    /// True if it does not meet edges of its own type.
    pub avoids_itself: bool,
}

/// What a tag is for.
#[derive(Clone, Debug, Default)]
pub struct Tag {
    /// Its look, as the pack wrote it; nothing is drawn for a tag without one.
    pub look: Option<Look>,
}

/// A place where a segment reaches the rim of its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Port {
    /// The side, of the tile as its pack draws it.
    pub side: Side,
    /// Its place on the side, clockwise from 0.
    pub index: u8,
}

/// Returns true if ports are those of a path: there are some, and none lies at an end of its side, where a corner of the
/// cell is. What reaches a corner is an area. `count` is the number of ports of a side.
pub fn is_path(ports: &[Port], count: impl Fn(Side) -> usize) -> bool {
    let is_inner = |port: &Port| port.index > 0 && usize::from(port.index) + 1 < count(port.side);
    !ports.is_empty() && ports.iter().all(is_inner)
}

/// A connected part of one terrain on a tile.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// Its terrain.
    pub terrain: TerrainId,
    /// Which of the tile's cells it lies in.
    pub cell: u8,
    /// Where it reaches the rim; none for sites and for enclosed parts.
    pub ports: Vec<Port>,
    /// Its tags.
    pub tags: Vec<(TagId, i16)>,
    /// Which segments of the tile it touches, as a set of their numbers.
    pub touches: u32,
}

impl Segment {
    /// The number it has for a tag, 0 without.
    pub fn tag(&self, tag: TagId) -> i16 {
        self.tags.iter().find(|(t, _)| *t == tag).map_or(0, |&(_, n)| n)
    }
}

/// One cell of a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct TileCell {
    /// Offset from the tile's first cell.
    pub offset: (i16, i16),
    /// Edge type of each side; without a meaning on sides that the cell does not have, see
    /// [`Lattice::sides_at`](crate::catalog::lattice::Lattice::sides_at).
    pub edges: [EdgeTypeId; MAX_SIDES],
}

impl TileCell {
    /// The edge type of a side.
    #[inline]
    pub fn edge(&self, side: Side) -> EdgeTypeId {
        self.edges[side.index()]
    }
}

/// What the board notes of a segment when its tile is laid.
#[derive(Clone, Copy, Debug)]
pub struct LaidSegment {
    /// Number of sides of its cell that it reaches.
    pub sides: u32,
    /// Number of its terrain, or [`LaidSegment::OTHER_TERRAIN`].
    pub terrain: u16,
    /// Whether several segments of the tile have its terrain.
    pub repeated: bool,
}

impl LaidSegment {
    /// Terrains from this number on are looked up.
    pub const OTHER_TERRAIN: u16 = (1 << 5) - 1;

    fn new(segment: &Segment, all: &[Segment]) -> LaidSegment {
        LaidSegment {
            sides: segment.sides(),
            terrain: segment.terrain.0.min(LaidSegment::OTHER_TERRAIN),
            repeated: all.iter().filter(|other| other.terrain == segment.terrain).count() > 1,
        }
    }
}

/// At which turns tiles of a kind may be placed. A tile that lies there at the start lies as its pack says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MayTurn {
    /// At every turn.
    #[default]
    All,
    /// At the first of those turns at which it looks the same, see [`Catalog::distinct_turns`](crate::catalog::Catalog::distinct_turns).
    Distinct,
    /// At these.
    Only(Turns),
}

/// A kind of tile.
#[derive(Clone, Debug, Default)]
pub struct TileKind {
    /// The cells it occupies, the first at offset `(0, 0)`.
    pub cells: Vec<TileCell>,
    /// Its segments; their order is the order of simultaneous things.
    pub segments: Vec<Segment>,
    /// Tags of the tile as a whole.
    pub tags: Vec<(TagId, i16)>,
    /// The turns at which it may be placed, if it says; else the board does.
    pub may_turn: Option<MayTurn>,
    /// The kind that lies in its place while it lies face down, if it may.
    pub back: Option<TileKindId>,
    /// Its other face, if it may be laid either way up: each of the two names the other.
    pub mirror: Option<TileKindId>,
    /// Whether it is the face that no pack draws: the mirror image of [`mirror`](TileKind::mirror), under which the tile
    /// is known wherever it does not lie on the board.
    pub is_mirrored: bool,
    /// The kind without the parts that rules have added to the tile; `None` for a kind without any.
    pub bare: Option<TileKindId>,
    /// The kinds that a tile becomes when a part is added to it.
    pub extensions: Vec<Extension>,
    /// Number of parts that can be added to a tile of the kind, one after the other. The board keeps room for them.
    pub spare: u8,
    /// The counter, with tiles as its keys, whose number is written on each tile of the kind.
    pub number: Option<CounterId>,
    /// Segments that can be complete only by what surrounds or touches them.
    pub watched: u32,
    /// Segments that are complete when no side of them is open, as a set.
    pub closed: u32,
    /// What the board notes of each segment when the tile is laid.
    pub laid: Vec<LaidSegment>,
    /// Segments that reach a side, as a set.
    pub reaching: u32,
}

impl TileKind {
    /// The number the tile has for a tag, 0 without.
    pub fn tag(&self, tag: TagId) -> i16 {
        self.tags.iter().find(|(t, _)| *t == tag).map_or(0, |&(_, n)| n)
    }

    /// Whether the tile or a segment of it has a tag.
    pub fn has_tag(&self, tag: TagId) -> bool {
        self.tag(tag) != 0 || self.segments.iter().any(|segment| segment.tag(tag) != 0)
    }

    /// Fills in what follows from the segments.
    pub(crate) fn finish(&mut self, terrains: &Table<TerrainId, Terrain>) {
        self.watched = 0;
        self.closed = 0;
        self.laid = self.segments.iter().map(|segment| LaidSegment::new(segment, &self.segments)).collect();
        let reaching = (0..).zip(&self.laid).filter(|(_, laid)| laid.sides > 0);
        self.reaching = reaching.fold(0, |set, (number, _): (u32, _)| set | 1 << number);
        for (i, a) in self.segments.iter().enumerate() {
            if matches!(terrains[a.terrain].completion, Completion::Surrounded | Completion::NeighboursComplete) {
                self.watched |= 1 << i;
            }
            if terrains[a.terrain].completion == Completion::Closed {
                self.closed |= 1 << i;
            }
        }
    }
}

/// One cell of a tile as it lies on the board: everything that joining needs, in two cache lines.
#[derive(Clone, Copy, Debug)]
pub struct TurnedCell {
    /// Offset from the tile's first cell, turned.
    pub offset: (i16, i16),
    /// Edge type of each side.
    pub edges: [EdgeTypeId; MAX_SIDES],
    /// Segment at each port: `side * PORT_STRIDE + index`, [`NO_SEGMENT`] or with [`AGAIN`].
    pub segment_at: [u8; MAX_SIDES * PORT_STRIDE],
    /// The one segment that carries all ports of a side, or [`NO_SEGMENT`] when there are several.
    pub whole_side: [u8; MAX_SIDES],
    /// Number of ports of each side.
    pub port_counts: [u8; MAX_SIDES],
}

impl TurnedCell {
    /// What stands in [`segment_at`](TurnedCell::segment_at) for a side.
    #[inline]
    pub fn side(&self, side: Side) -> &[u8] {
        &self.segment_at[side.index() * PORT_STRIDE..(side.index() + 1) * PORT_STRIDE]
    }

    /// The same without the room that is left over.
    #[inline]
    pub fn ports(&self, side: Side) -> &[u8] {
        &self.side(side)[..usize::from(self.port_counts[side.index()])]
    }

    /// The edge type of a side.
    #[inline]
    pub fn edge(&self, side: Side) -> EdgeTypeId {
        self.edges[side.index()]
    }

    /// The segments that reach a side, as a set of their numbers on the tile.
    #[inline]
    pub(crate) fn segments(&self, side: Side) -> u32 {
        // Mostly one has the whole side.
        match self.whole_side[side.index()] {
            NO_SEGMENT => {
                let reaching = self.ports(side).iter().filter(|&&port| port != NO_SEGMENT);
                reaching.fold(0, |set, &port| set | 1 << (port & !AGAIN))
            }
            whole => 1 << whole,
        }
    }

    /// The segment at a port.
    #[inline]
    pub fn segment(&self, side: Side, index: usize) -> Option<usize> {
        match self.side(side)[index] {
            NO_SEGMENT => None,
            s => Some(usize::from(s & !AGAIN)),
        }
    }

    pub(crate) fn new(
        lattice: Lattice,
        kind: &TileKind,
        cell: usize,
        turn: Turn,
        edges: &Table<EdgeTypeId, EdgeType>,
    ) -> TurnedCell {
        let from = &kind.cells[cell];
        let mut face = TurnedCell {
            offset: lattice.turn_offset(from.offset, turn),
            edges: [EdgeTypeId::default(); MAX_SIDES],
            segment_at: [NO_SEGMENT; MAX_SIDES * PORT_STRIDE],
            whole_side: [NO_SEGMENT; MAX_SIDES],
            port_counts: [0; MAX_SIDES],
        };
        for side in lattice.sides() {
            face.edges[lattice.turn_side(side, turn).index()] = from.edge(side);
        }
        for (s, segment) in kind.segments.iter().enumerate() {
            if usize::from(segment.cell) == cell {
                for port in &segment.ports {
                    let side = lattice.turn_side(port.side, turn);
                    face.segment_at[side.index() * PORT_STRIDE + usize::from(port.index)] = s as u8;
                }
            }
        }
        for side in lattice.sides_at(from.offset).map(|side| lattice.turn_side(side, turn).index()) {
            let count = edges[face.edges[side]].ports.len();
            face.port_counts[side] = count as u8;
            let row = &mut face.segment_at[side * PORT_STRIDE..side * PORT_STRIDE + count];
            if count > 0 && row.iter().all(|&s| s == row[0]) {
                face.whole_side[side] = row[0];
            }
            for i in 1..count {
                if row[i] != NO_SEGMENT && row[..i].iter().any(|&s| s & !AGAIN == row[i]) {
                    row[i] |= AGAIN;
                }
            }
        }
        face
    }
}

/// The name of a port: the side, and for edges of several ports which of them.
pub fn port_name(lattice: Lattice, side: Side, index: usize, count: usize) -> String {
    let side = lattice.side_name(side);
    match (count, index) {
        (1, _) | (3, 1) => side.to_owned(),
        (2 | 3, 0) => format!("{side}L"),
        (2 | 3, _) => format!("{side}R"),
        _ => format!("{side}{}", index + 1),
    }
}

/// Finds the side and the place that a port's name stands for: `N`, `NL`, `SW`, `SWR`, `E2`; the place is
/// nothing for a bare side, which stands for the middle port or for all ports.
pub fn parse_port(lattice: Lattice, name: &str) -> Option<(Side, Option<PortPlace>)> {
    let find = |name: &str| lattice.sides().find(|&side| lattice.side_name(side) == name);
    if let Some(side) = find(name) {
        return Some((side, None));
    }
    let (last, head) = (name.chars().next_back()?, &name[..name.len() - name.chars().next_back()?.len_utf8()]);
    let side = find(head)?;
    let place = match last {
        'L' => PortPlace::Left,
        'R' => PortPlace::Right,
        '1'..='7' => PortPlace::Number(last as u8 - b'1'),
        _ => return None,
    };
    Some((side, Some(place)))
}

/// Which port of a side is meant, seen from the tile's middle looking out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PortPlace {
    /// The first of two or three.
    Left,
    /// The last of two or three.
    Right,
    /// Counted clockwise from 0.
    Number(u8),
}

/// `terrain` or `terrain:PORT.PORT`, ports as they lie after the turn: middle ports first, then the others.
pub fn segment_key(
    lattice: Lattice,
    terrain: &str,
    segment: &Segment,
    kind: &TileKind,
    turn: Turn,
    edges: &Table<EdgeTypeId, EdgeType>,
) -> String {
    let cell = &kind.cells[usize::from(segment.cell)];
    let mut ports: Vec<(bool, Side, usize, usize)> = segment
        .ports
        .iter()
        .map(|p| {
            let count = edges[cell.edge(p.side)].ports.len();
            let index = usize::from(p.index);
            let middle = count % 2 == 1 && index == count / 2;
            (!middle, lattice.turn_side(p.side, turn), index, count)
        })
        .collect();
    ports.sort_unstable();
    let names: Vec<String> =
        ports.iter().map(|&(_, side, index, count)| port_name(lattice, side, index, count)).collect();
    if names.is_empty() { terrain.to_owned() } else { format!("{terrain}:{}", names.join(".")) }
}

impl EdgeType {
    /// Whether it may lie against another edge type, each given with its number.
    pub fn meets(&self, own: EdgeTypeId, other: &EdgeType, number: EdgeTypeId) -> bool {
        if own == number && self.avoids_itself {
            return false;
        }
        // Ports meet mirrored, so an edge whose ports differ from left to right does not meet itself.
        let mirrored = own == number && self.ports.iter().eq(self.ports.iter().rev());
        mirrored || self.wildcard || other.wildcard || self.meets.contains(&number) || other.meets.contains(&own)
    }
}

/// Which edge types meet which, with wildcards resolved.
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    rows: Vec<bool>,
    count: usize,
}

impl Meetings {
    pub(crate) fn new(edges: &Table<EdgeTypeId, EdgeType>) -> Meetings {
        let count = edges.len();
        let mut rows = vec![false; count * count];
        for (a, edge) in edges.iter() {
            for (b, other) in edges.iter() {
                rows[a.index() * count + b.index()] = edge.meets(a, other, b);
            }
        }
        Meetings { rows, count }
    }

    /// Whether any two different edge types may lie against each other.
    pub(crate) fn any_strangers(&self) -> bool {
        (0..self.rows.len()).any(|at| self.rows[at] && at / self.count != at % self.count)
    }

    /// Whether two edge types may lie against each other.
    #[inline]
    pub fn meet(&self, a: EdgeTypeId, b: EdgeTypeId) -> bool {
        self.rows[a.index() * self.count + b.index()]
    }
}
