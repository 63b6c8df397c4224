//! Features: segments that touch across edges, merged as tiles are placed.
//!
//! A union-find forest over all segments on the board. Each root carries what is asked all the time (open
//! sides, claims, size, first segment); what is asked when a feature is scored is read off its members, which
//! form a ring, so that its cost is paid by the feature's own tiles.

use crate::board::bits::ones;
use crate::catalog::MAX_SEATS;
use crate::catalog::id::{Root, SegmentId, TerrainId, TileId};
use crate::catalog::seat::{PerSeat, Seat};
use crate::catalog::tile::{LaidSegment, TileKind};

/// In [`Node::whose`]: some member's tile has another segment of the same terrain; at the root.
const REPEATED: u32 = 1;
/// In [`Node::open`]: where the number of the terrain begins. A board has less than 2^24 cells of at most six sides.
const TERRAIN: u32 = 27;
/// In [`Node::open`]: the number of sides.
const SIDES: u32 = (1 << TERRAIN) - 1;

/// How many seats have their claims in [`Node::claims`].
const IN_NODE: u8 = 8;
const _: () = assert!(MAX_SEATS <= IN_NODE as usize + 4, "a byte for each further seat in `Features::more_claims`");

/// In [`Node::first`]: how many bits the number of a segment on its tile has, after those of its cell.
pub(crate) const NUMBER: u32 = 5;

/// Half a cache line, so that none lies in two.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Sum of figure weights, one byte for each of the first seats; at the root.
    claims: u64,
    parent: SegmentId,
    /// The next member of the feature, in a ring.
    next: SegmentId,
    /// Number of the tile, then five bits for that of the segment on it, then [`REPEATED`].
    whose: u32,
    /// Least key of cell and segment number of all members; at the root.
    first: u32,
    /// Number of members; at the root. 0 for a segment that is gone, which stands for itself alone.
    size: u32,
    /// Number of the terrain as in [`LaidSegment`]; then, at the root, that of sides that face no tile.
    open: u32,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    /// A segment of a tile as a feature of its own, with all of its sides open.
    #[inline]
    fn new(tile: TileId, base: SegmentId, (local, laid): (usize, &LaidSegment), key: u32) -> Node {
        let (id, number) = (base.plus(local as u32), local as u32);
        Node {
            claims: 0,
            parent: id,
            next: id,
            whose: tile.0 << 6 | number << 1 | u32::from(laid.repeated),
            first: key << NUMBER | number,
            size: 1,
            open: u32::from(laid.terrain) << TERRAIN | laid.sides,
        }
    }
}

/// Two features that have become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The root that stands for both from now on.
    pub kept: Root,
    /// The root of the one that was merged into it.
    pub gone: Root,
}

/// The segments on a board and the features they form. Segments are numbered in order of placement.
#[derive(Clone, Debug, Default)]
pub struct Features {
    nodes: Vec<Node>,
    /// Roots with open sides, a bit for each segment.
    open_roots: Vec<u64>,
    /// The claims of the seats that have no byte in [`Node::claims`], likewise, by segment. It is as long as it has to be
    /// for what was claimed so far: a game of fewer seats keeps it empty, and looks no further than that.
    more_claims: Vec<u32>,
}

impl Features {
    /// The numbers of all segments are below this. Those of tiles that were taken up are not used again.
    pub fn segment_bound(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a segment is on the board: its number was given, and its tile was not taken up since.
    #[inline]
    pub fn is_there(&self, segment: SegmentId) -> bool {
        self.nodes.get(segment.index()).is_some_and(|node| node.size != 0)
    }

    /// Makes this a copy of another and keeps its room.
    pub(crate) fn copy_from(&mut self, other: &Features) {
        self.nodes.clone_from(&other.nodes);
        self.open_roots.clone_from(&other.open_roots);
        self.more_claims.clone_from(&other.more_claims);
    }

    /// The root of a feature, if no side of it is open.
    #[inline]
    pub(crate) fn closed_root(&self, segment: SegmentId) -> Option<Root> {
        let root = self.root(segment);
        (self.nodes[root.index()].open & SIDES == 0).then_some(root)
    }

    /// Adds the segments of a tile, each as a feature of its own. `key_of` tells the sort key of the cell in which each
    /// lies: features are sorted by cell, then by segment.
    #[inline]
    pub(crate) fn add(&mut self, tile: TileId, spec: &TileKind, key_of: impl Fn(usize) -> u32) {
        let base = SegmentId::from_index(self.nodes.len());
        self.nodes.extend(
            spec.laid.iter().enumerate().map(|(local, laid)| Node::new(tile, base, (local, laid), key_of(local))),
        );
        let (word, bits) = (base.index() / 64, u128::from(spec.reaching) << (base.index() % 64));
        while self.open_roots.len() * 64 < self.nodes.len() {
            self.open_roots.push(0);
        }
        for (word, bits) in self.open_roots[word..].iter_mut().zip([bits as u64, (bits >> 64) as u64]) {
            *word |= bits;
        }
    }

    /// Keeps numbers for segments that can be added to the tile that was just placed.
    pub(crate) fn keep_room(&mut self, tile: TileId, spec: &TileKind) {
        let base = SegmentId::from_index(self.nodes.len() - spec.laid.len());
        for local in spec.laid.len()..spec.laid.len() + usize::from(spec.spare) {
            let laid = LaidSegment { sides: 0, terrain: LaidSegment::OTHER_TERRAIN, repeated: false };
            self.nodes.push(Node { size: 0, ..Node::new(tile, base, (local, &laid), 0) });
        }
        while self.open_roots.len() * 64 < self.nodes.len() {
            self.open_roots.push(0);
        }
    }

    /// Adds a segment again under the number that it had, as a feature of its own.
    pub(crate) fn add_again(&mut self, tile: TileId, base: SegmentId, (local, laid): (usize, &LaidSegment), key: u32) {
        let id = base.plus(local as u32);
        self.nodes[id.index()] = Node::new(tile, base, (local, laid), key);
        self.note_open(Root(id), laid.sides > 0);
    }

    /// Makes a segment a feature of its own, with so many open sides, and without a claim. The others of its feature have
    /// to follow, or to be forgotten.
    pub(crate) fn part(&mut self, segment: SegmentId, key: u32, laid: &LaidSegment, open: u32) {
        let number = self.local_of(segment) as u32;
        let node = &mut self.nodes[segment.index()];
        (node.claims, node.parent, node.next, node.size) = (0, segment, segment, 1);
        node.whose = node.whose & !REPEATED | u32::from(laid.repeated);
        node.first = key << NUMBER | number;
        node.open = node.open & !SIDES | open;
        self.drop_more_claims(segment);
        self.note_open(Root(segment), open > 0);
    }

    /// Takes a segment off the board. It still tells its tile, its number on that and its terrain.
    pub(crate) fn forget(&mut self, segment: SegmentId) {
        let node = &mut self.nodes[segment.index()];
        (node.claims, node.parent, node.next, node.size) = (0, segment, segment, 0);
        node.open &= !SIDES;
        self.drop_more_claims(segment);
        self.note_open(Root(segment), false);
    }

    /// The segment that stands for the whole feature; it changes when features merge.
    ///
    /// Only segments have a feature:
    /// ```compile_fail,E0308
    /// # use tilewright_core::{board::features::Features, catalog::id::{SegmentId, TileId}};
    /// # let features = Features::default();
    /// features.root(TileId(0));
    /// ```
    #[inline]
    pub fn root(&self, mut segment: SegmentId) -> Root {
        loop {
            let parent = self.nodes[segment.index()].parent;
            if parent == segment {
                return Root(segment);
            }
            segment = parent;
        }
    }

    #[inline]
    fn root_halving(&mut self, mut segment: SegmentId) -> Root {
        loop {
            let parent = self.nodes[segment.index()].parent;
            if parent == segment {
                return Root(segment);
            }
            let above = self.nodes[parent.index()].parent;
            self.nodes[segment.index()].parent = above;
            segment = above;
        }
    }

    /// Joins two segments across an edge; `closes` is the number of sides that are open no more.
    #[inline]
    pub(crate) fn join(&mut self, a: SegmentId, b: SegmentId, closes: u32) -> Option<Merged> {
        let (a, b) = (self.root_halving(a), self.root_halving(b));
        let mut merged = None;
        let root = if a == b {
            a
        } else {
            let (a, b) = if self.nodes[a.index()].size >= self.nodes[b.index()].size { (a, b) } else { (b, a) };
            merged = Some(Merged { kept: a, gone: b });
            let gone = self.nodes[b.index()];
            self.nodes[b.index()].parent = a.segment();
            let kept = &mut self.nodes[a.index()];
            kept.claims += gone.claims;
            kept.open += gone.open & SIDES;
            kept.size += gone.size;
            kept.first = kept.first.min(gone.first);
            kept.whose |= gone.whose & REPEATED;
            let next = kept.next;
            kept.next = gone.next;
            self.nodes[b.index()].next = next;
            if !self.more_claims.is_empty() {
                self.join_more_claims(a, b);
            }
            self.note_open(b, false);
            a
        };
        let kept = &mut self.nodes[root.index()];
        kept.open -= closes;
        // One that was closed may have joined one that is open.
        let is_open = kept.open & SIDES > 0;
        if !is_open || merged.is_some() {
            self.note_open(root, is_open);
        }
        merged
    }

    #[inline]
    fn note_open(&mut self, root: Root, is_open: bool) {
        let (word, bit) = (&mut self.open_roots[root.index() / 64], 1 << (root.index() % 64));
        if is_open { *word |= bit } else { *word &= !bit }
    }

    /// Closes one side of a segment without joining it to anything.
    pub(crate) fn close_side(&mut self, segment: SegmentId) {
        self.join(segment, segment, 1);
    }

    /// Opens one side of a segment that was closed without joining it to anything.
    pub(crate) fn open_side(&mut self, segment: SegmentId) {
        let root = self.root_halving(segment);
        self.nodes[root.index()].open += 1;
        self.note_open(root, true);
    }

    #[inline]
    fn at_root(&self, segment: SegmentId) -> &Node {
        &self.nodes[self.root(segment).index()]
    }

    /// Number of sides of the feature that face no tile.
    #[inline]
    pub fn open_sides(&self, segment: SegmentId) -> u32 {
        self.at_root(segment).open & SIDES
    }

    /// Number of segments of the feature.
    #[inline]
    pub fn size(&self, segment: SegmentId) -> u32 {
        self.at_root(segment).size
    }

    /// Sort key of the feature's first segment: by cell in reading order, then by segment.
    #[inline]
    pub fn first_key(&self, segment: SegmentId) -> u32 {
        self.at_root(segment).first
    }

    /// The same of a feature whose root is known.
    #[inline]
    pub(crate) fn first_key_of(&self, root: Root) -> u32 {
        self.nodes[root.index()].first
    }

    /// Whether figures with a weight stand on the feature.
    #[inline]
    pub fn is_claimed(&self, segment: SegmentId) -> bool {
        let root = self.root(segment);
        self.nodes[root.index()].claims != 0 || self.more_claims_of(root) != 0
    }

    /// Sum of the weights of a seat's figures on the feature.
    #[inline]
    pub fn claim(&self, segment: SegmentId, seat: Seat) -> u32 {
        let root = self.root(segment);
        match seat.0.checked_sub(IN_NODE) {
            None => (self.nodes[root.index()].claims >> (8 * u32::from(seat.0)) & 0xff) as u32,
            Some(further) => self.more_claims_of(root) >> (8 * u32::from(further)) & 0xff,
        }
    }

    /// Sums of the weights of all seats' figures on the feature.
    #[inline]
    pub fn claims(&self, segment: SegmentId) -> PerSeat<i32> {
        let root = self.root(segment);
        let (first, further) = (self.nodes[root.index()].claims, self.more_claims_of(root));
        let all = (u128::from(further) << (8 * IN_NODE) | u128::from(first)).to_le_bytes();
        std::array::from_fn(|seat| i32::from(all[seat]))
    }

    #[inline]
    pub(crate) fn add_claim(&mut self, segment: SegmentId, seat: Seat, weight: u8) {
        let root = self.root_halving(segment);
        match seat.0.checked_sub(IN_NODE) {
            None => self.nodes[root.index()].claims += u64::from(weight) << (8 * u32::from(seat.0)),
            Some(further) => *self.more_claims_at(root) += u32::from(weight) << (8 * u32::from(further)),
        }
    }

    #[inline]
    pub(crate) fn remove_claim(&mut self, segment: SegmentId, seat: Seat, weight: u8) {
        let root = self.root_halving(segment);
        match seat.0.checked_sub(IN_NODE) {
            None => self.nodes[root.index()].claims -= u64::from(weight) << (8 * u32::from(seat.0)),
            Some(further) => *self.more_claims_at(root) -= u32::from(weight) << (8 * u32::from(further)),
        }
    }

    /// What is claimed by the seats whose claims are not in the node.
    #[inline]
    fn more_claims_of(&self, root: Root) -> u32 {
        self.more_claims.get(root.index()).copied().unwrap_or(0)
    }

    /// The same, to be changed.
    fn more_claims_at(&mut self, root: Root) -> &mut u32 {
        if self.more_claims.len() <= root.index() {
            self.more_claims.resize(root.index() + 1, 0);
        }
        &mut self.more_claims[root.index()]
    }

    fn drop_more_claims(&mut self, segment: SegmentId) {
        if let Some(claims) = self.more_claims.get_mut(segment.index()) {
            *claims = 0;
        }
    }

    /// What was claimed of a feature is claimed of the one into which it was merged.
    #[cold]
    fn join_more_claims(&mut self, kept: Root, gone: Root) {
        let claims = self.more_claims_of(gone);
        if claims != 0 {
            *self.more_claims_at(kept) += claims;
            self.drop_more_claims(gone.segment());
        }
    }

    /// The tile that a segment lies on.
    #[inline]
    pub fn tile_of(&self, segment: SegmentId) -> TileId {
        TileId(self.nodes[segment.index()].whose >> 6)
    }

    /// The segment's terrain; nothing where it has to be looked up.
    #[inline]
    pub(crate) fn terrain_of(&self, segment: SegmentId) -> Option<TerrainId> {
        let number = (self.nodes[segment.index()].open >> TERRAIN) as u16;
        (number != LaidSegment::OTHER_TERRAIN).then_some(TerrainId(number))
    }

    /// The segment's number on its tile.
    #[inline]
    pub fn local_of(&self, segment: SegmentId) -> usize {
        (self.nodes[segment.index()].whose >> 1 & 31) as usize
    }

    /// The segments of the feature, beginning with the one given.
    pub fn members(&self, segment: SegmentId) -> Members<'_> {
        Members { features: self, first: segment, next: Some(segment) }
    }

    /// Number of different tiles of the feature.
    pub fn tiles(&self, segment: SegmentId) -> u32 {
        let root = self.at_root(segment);
        if root.whose & REPEATED == 0 || root.size == 1 {
            return root.size;
        }
        let mut tiles: Vec<TileId> = self.members(segment).map(|s| self.tile_of(s)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles.len() as u32
    }

    /// All features that have open sides, in order of their numbers.
    pub fn open_features(&self) -> impl Iterator<Item = Root> {
        let of_word = |(word, &bits): (usize, &u64)| ones(bits).map(move |bit| 64 * word + bit);
        self.open_roots.iter().enumerate().flat_map(of_word).map(|number| Root(SegmentId::from_index(number)))
    }

    /// All features, in order of their numbers.
    pub fn roots(&self) -> impl Iterator<Item = Root> {
        let numbered = (0..self.nodes.len()).map(SegmentId::from_index).zip(&self.nodes);
        numbered.filter(|(id, node)| node.parent == *id && node.size != 0).map(|(id, _)| Root(id))
    }

    /// All segments on the board, in order of their numbers.
    pub fn segments(&self) -> Segments<'_> {
        Segments { features: self, numbers: 0..self.nodes.len() }
    }
}

/// All segments on a board, see [`Features::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    features: &'a Features,
    numbers: std::ops::Range<usize>,
}

impl Iterator for Segments<'_> {
    type Item = SegmentId;

    #[inline]
    fn next(&mut self) -> Option<SegmentId> {
        let features = self.features;
        self.numbers.by_ref().map(SegmentId::from_index).find(|&segment| features.is_there(segment))
    }
}

/// The segments of a feature, see [`Features::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    features: &'a Features,
    first: SegmentId,
    next: Option<SegmentId>,
}

impl Iterator for Members<'_> {
    type Item = SegmentId;

    #[inline]
    fn next(&mut self) -> Option<SegmentId> {
        let at = self.next?;
        let after = self.features.nodes[at.index()].next;
        self.next = (after != self.first).then_some(after);
        Some(at)
    }
}
