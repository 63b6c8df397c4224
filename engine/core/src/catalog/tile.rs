//! Defines terrains, edge types and kinds of tile, with the tables that make joining turned tiles fast.

use crate::catalog::added::Extension;
use crate::catalog::id::{CounterId, EdgeTypeId, Id, Table, TagId, TerrainId, TileKindId};
use crate::catalog::lattice::{Lattice, MAX_SIDES, Side, Turn, Turns};
use crate::catalog::look::Look;

/// Maximum number of ports of an edge type.
pub const MAX_PORTS: usize = 7;
/// Number of entries for the ports of one side in a [`TurnedCell`].
pub const PORT_STRIDE: usize = 8;
/// Maximum number of segments of a tile kind, so that a set of them fits in a `u32`.
pub const MAX_SEGMENTS: usize = 32;
/// Maximum number of cells of a tile kind.
pub const MAX_TILE_CELLS: usize = 8;
/// Entry of a [`TurnedCell`] for a port without a segment.
pub const NO_SEGMENT: u8 = 0xff;
/// Flag in a [`TurnedCell`] for a port whose segment already has an earlier port on the same side.
pub const AGAIN: u8 = 0x80;

/// Condition under which a feature is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Completion {
    /// Never; such features are scored only at the end of the game.
    #[default]
    Never,
    /// No side of the feature is open.
    Closed,
    /// Every cell around its tile holds a tile.
    Surrounded,
    /// Every feature that touches it is complete.
    NeighboursComplete,
}

/// A terrain, which segments consist of.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    /// Condition under which its features are complete.
    pub completion: Completion,
    /// True if ports of this terrain that no part of a tile covers automatically become segments.
    pub ground: bool,
    /// Look from the pack; the engine only stores it.
    pub look: Look,
}

/// A type of edge: the terrains of the ports on a side of a tile, clockwise.
#[derive(Clone, Debug, Default)]
pub struct EdgeType {
    /// Terrain of each port, clockwise.
    pub ports: Vec<TerrainId>,
    /// Other edge types that it meets, in addition to itself.
    pub meets: Vec<EdgeTypeId>,
    /// True if it meets every edge type.
    pub wildcard: bool,
    /// True if it does not meet edges of the same type.
    pub avoids_itself: bool,
}

/// A tag that packs declare for segments, tiles, rim cells and slots.
#[derive(Clone, Debug, Default)]
pub struct Tag {
    /// Look from the pack; `None` if the tag is not drawn.
    pub look: Option<Look>,
}

/// A place where a segment reaches the rim of its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Port {
    /// Side of the unturned tile.
    pub side: Side,
    /// Position on the side, clockwise from 0.
    pub index: u8,
}

/// Returns true if the ports belong to a path: there is at least one, and none is at an end of its side, next to a
/// corner of the cell. A segment that reaches a corner is an area. `count` returns the number of ports of a side.
pub fn is_path(ports: &[Port], count: impl Fn(Side) -> usize) -> bool {
    let is_inner = |port: &Port| port.index > 0 && usize::from(port.index) + 1 < count(port.side);
    !ports.is_empty() && ports.iter().all(is_inner)
}

/// A connected part of one terrain on a tile.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// Terrain of the whole segment.
    pub terrain: TerrainId,
    /// Number of the tile's cell that contains it.
    pub cell: u8,
    /// Ports at which it reaches the rim; empty for sites and enclosed parts.
    pub ports: Vec<Port>,
    /// Tags with their numbers.
    pub tags: Vec<(TagId, i16)>,
    /// Segments of the tile that it touches, as a set of their numbers.
    pub touches: u32,
}

impl Segment {
    /// Returns its number for a tag; 0 if it does not have the tag.
    pub fn tag(&self, tag: TagId) -> i16 {
        self.tags.iter().find(|(t, _)| *t == tag).map_or(0, |&(_, n)| n)
    }
}

/// A cell that a tile occupies, with its edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct TileCell {
    /// Offset from the tile's first cell, before turning.
    pub offset: (i16, i16),
    /// Edge type of each side; meaningless for sides that the cell does not have, see
    /// [`Lattice::sides_at`](crate::catalog::lattice::Lattice::sides_at).
    pub edges: [EdgeTypeId; MAX_SIDES],
}

impl TileCell {
    /// Returns the edge type of a side.
    #[inline]
    pub fn edge(&self, side: Side) -> EdgeTypeId {
        self.edges[side.index()]
    }
}

/// Values of a segment that the board records when its tile is placed.
#[derive(Clone, Copy, Debug)]
pub struct LaidSegment {
    /// Number of sides of its cell that it reaches.
    pub sides: u32,
    /// Number of its terrain, or [`LaidSegment::OTHER_TERRAIN`].
    pub terrain: u16,
    /// True if several segments of the tile have its terrain.
    pub repeated: bool,
}

impl LaidSegment {
    /// Placeholder for terrains with this number or a higher one, which the board looks up.
    pub const OTHER_TERRAIN: u16 = (1 << 5) - 1;

    fn new(segment: &Segment, all: &[Segment]) -> LaidSegment {
        LaidSegment {
            sides: segment.sides(),
            terrain: segment.terrain.0.min(LaidSegment::OTHER_TERRAIN),
            repeated: all.iter().filter(|other| other.terrain == segment.terrain).count() > 1,
        }
    }
}

/// Turns at which tiles of a kind may be placed. Tiles on the board at the start have the turn that their pack
/// declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MayTurn {
    /// Every turn of the lattice.
    #[default]
    All,
    /// The first of the turns at which the tile looks the same, see
    /// [`Catalog::distinct_turns`](crate::catalog::Catalog::distinct_turns).
    Distinct,
    /// Only the turns of this set.
    Only(Turns),
}

/// A kind of tile; all copies of it are equal.
#[derive(Clone, Debug, Default)]
pub struct TileKind {
    /// Cells that it occupies, the first at offset `(0, 0)`.
    pub cells: Vec<TileCell>,
    /// Segments of the tile; their order decides the order of simultaneous events.
    pub segments: Vec<Segment>,
    /// Tags of the tile as a whole.
    pub tags: Vec<(TagId, i16)>,
    /// Turns at which it may be placed; `None` if the board decides.
    pub may_turn: Option<MayTurn>,
    /// Kind that represents the tile while it is face down; `None` if it is never face down.
    pub back: Option<TileKindId>,
    /// Kind of the other face, if the tile may be placed either way up; the two kinds refer to each other.
    pub mirror: Option<TileKindId>,
    /// True if it is the face that no pack draws: the mirror image of [`mirror`](TileKind::mirror), which represents
    /// the tile everywhere off the board.
    pub is_mirrored: bool,
    /// Kind without the added parts; `None` if the kind has no added parts.
    pub bare: Option<TileKindId>,
    /// Kinds that the tile becomes when a part is added to it.
    pub extensions: Vec<Extension>,
    /// Number of parts that can be added to a tile of the kind in sequence. The board reserves space for their
    /// segments.
    pub spare: u8,
    /// Counter with tiles as its keys whose value is written on each tile of the kind.
    pub number: Option<CounterId>,
    /// Segments whose completion depends on adjacent tiles or features, as a set.
    pub watched: u32,
    /// Segments that are complete when none of their sides is open, as a set.
    pub closed: u32,
    /// Values of each segment that the board records when the tile is placed.
    pub laid: Vec<LaidSegment>,
    /// Segments that reach at least one side, as a set.
    pub reaching: u32,
}

impl TileKind {
    /// Returns the number of the tile for a tag; 0 if it does not have the tag.
    pub fn tag(&self, tag: TagId) -> i16 {
        self.tags.iter().find(|(t, _)| *t == tag).map_or(0, |&(_, n)| n)
    }

    /// Returns true if the tile or one of its segments has the tag.
    pub fn has_tag(&self, tag: TagId) -> bool {
        self.tag(tag) != 0 || self.segments.iter().any(|segment| segment.tag(tag) != 0)
    }

    /// Computes the fields that are derived from the segments.
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

/// A cell of a placed tile with everything that joining needs, in two cache lines.
#[derive(Clone, Copy, Debug)]
pub struct TurnedCell {
    /// Offset from the tile's first cell, after turning.
    pub offset: (i16, i16),
    /// Edge type of each side after turning.
    pub edges: [EdgeTypeId; MAX_SIDES],
    /// Segment at each port: `side * PORT_STRIDE + index`, [`NO_SEGMENT`] or with [`AGAIN`].
    pub segment_at: [u8; MAX_SIDES * PORT_STRIDE],
    /// The single segment that has all ports of a side, or [`NO_SEGMENT`] if there are several.
    pub whole_side: [u8; MAX_SIDES],
    /// Number of ports on each side.
    pub port_counts: [u8; MAX_SIDES],
}

impl TurnedCell {
    /// Returns the entries of [`segment_at`](TurnedCell::segment_at) for a side.
    #[inline]
    pub fn side(&self, side: Side) -> &[u8] {
        &self.segment_at[side.index() * PORT_STRIDE..(side.index() + 1) * PORT_STRIDE]
    }

    /// Like [`TurnedCell::side`], without the unused entries at the end.
    #[inline]
    pub fn ports(&self, side: Side) -> &[u8] {
        &self.side(side)[..usize::from(self.port_counts[side.index()])]
    }

    /// Returns the edge type of a side.
    #[inline]
    pub fn edge(&self, side: Side) -> EdgeTypeId {
        self.edges[side.index()]
    }

    /// Returns the segments that reach a side, as a set of their numbers on the tile.
    #[inline]
    pub(crate) fn segments(&self, side: Side) -> u32 {
        // Usually one segment has the whole side.
        match self.whole_side[side.index()] {
            NO_SEGMENT => {
                let reaching = self.ports(side).iter().filter(|&&port| port != NO_SEGMENT);
                reaching.fold(0, |set, &port| set | 1 << (port & !AGAIN))
            }
            whole => 1 << whole,
        }
    }

    /// Returns the segment at a port; `None` if no segment has the port.
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

/// Returns the name of a port: the side, and the position if the edge has several ports.
pub fn port_name(lattice: Lattice, side: Side, index: usize, count: usize) -> String {
    let side = lattice.side_name(side);
    match (count, index) {
        (1, _) | (3, 1) => side.to_owned(),
        (2 | 3, 0) => format!("{side}L"),
        (2 | 3, _) => format!("{side}R"),
        _ => format!("{side}{}", index + 1),
    }
}

/// Parses the name of a port: `N`, `NL`, `SW`, `SWR`, `E2`. The position is `None` for a bare side, which means the
/// middle port or all ports.
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

/// Position of a port on its side, seen from the middle of the tile looking outwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PortPlace {
    /// The first of two or three ports.
    Left,
    /// The last of two or three ports.
    Right,
    /// A port counted clockwise from 0.
    Number(u8),
}

/// Returns the key of a segment: `terrain` or `terrain:PORT.PORT`, with the ports after the turn, middle ports first.
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
    /// Returns true if this edge type, with the number `own`, may meet `other`, with the number `number`.
    pub fn meets(&self, own: EdgeTypeId, other: &EdgeType, number: EdgeTypeId) -> bool {
        if own == number && self.avoids_itself {
            return false;
        }
        // Meeting ports are in mirrored order, so an edge whose ports differ from left to right does not meet itself.
        let mirrored = own == number && self.ports.iter().eq(self.ports.iter().rev());
        mirrored || self.wildcard || other.wildcard || self.meets.contains(&number) || other.meets.contains(&own)
    }
}

/// Table of the edge types that may meet, with wildcards resolved.
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

    /// Returns true if any two different edge types may meet.
    pub(crate) fn any_strangers(&self) -> bool {
        (0..self.rows.len()).any(|at| self.rows[at] && at / self.count != at % self.count)
    }

    /// Returns true if the two edge types may meet.
    #[inline]
    pub fn meet(&self, a: EdgeTypeId, b: EdgeTypeId) -> bool {
        self.rows[a.index() * self.count + b.index()]
    }
}
