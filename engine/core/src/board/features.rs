//! Features: segments that meet across edges, merged as tiles are placed.
//!
//! The segments on the board form a union-find forest. Each root stores the values that are queried constantly: open
//! sides, claims, size and first segment. Values for scoring are read from the members, which form a ring, so that
//! their cost depends on the tiles of the feature alone.

use crate::board::bits::ones;
use crate::catalog::MAX_SEATS;
use crate::catalog::id::{Root, SegmentId, TerrainId, TileId};
use crate::catalog::seat::{PerSeat, Seat};
use crate::catalog::tile::{LaidSegment, TileKind};
use crate::clone_by_field::clone_by_field;

/// Bit in [`SegmentEntry::whose`] of a root: a member's tile has another segment of the same terrain.
const REPEATED: u32 = 1;
/// First bit of the terrain number in [`SegmentEntry::open`]. A board has fewer than 2^24 cells with at most six sides
/// each.
const TERRAIN: u32 = 27;
/// Bits for the number of sides in [`SegmentEntry::open`].
const SIDES: u32 = (1 << TERRAIN) - 1;

/// Number of seats whose claims are in [`SegmentEntry::claims`].
const IN_NODE: u8 = 8;
const _: () = assert!(MAX_SEATS <= IN_NODE as usize + 4, "a byte for each further seat in `Features::more_claims`");

/// Number of bits in [`SegmentEntry::first`] for the number of a segment on its tile, below the bits of its cell.
pub(crate) const NUMBER: u32 = 5;

/// Entry of one segment. It fills half a cache line, so that no entry spans two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SegmentEntry {
    /// Sum of figure weights, one byte for each of the first seats; valid at the root.
    claims: u64,
    parent: SegmentId,
    /// Next member of the feature, in a ring.
    next: SegmentId,
    /// Number of the tile, then five bits for the segment's number on the tile, then [`REPEATED`].
    whose: u32,
    /// Minimum key of cell and segment number of all members; valid at the root.
    first: u32,
    /// Number of members; valid at the root. It is 0 for a segment that is not on the board, which is its own root.
    size: u32,
    /// Packed number of the terrain, as in [`LaidSegment`], and of the sides that face no tile; the latter is valid
    /// only at the root.
    open: u32,
}

const _: () = assert!(size_of::<SegmentEntry>() == 32);

impl SegmentEntry {
    /// Creates the entry of a segment that is a separate feature, with all its sides open.
    #[inline]
    fn new(tile: TileId, base: SegmentId, local: usize, laid: &LaidSegment, key: u32) -> SegmentEntry {
        let (id, number) = (base.plus(local as u32), local as u32);
        SegmentEntry {
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

/// Report of two features that became one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merged {
    /// Root of the merged feature.
    pub kept: Root,
    /// Former root of the feature that was merged into `kept`.
    pub gone: Root,
}

/// Segments on a board and the features they form. Segments are numbered in order of placement.
#[derive(Debug, Default)]
pub struct Features {
    nodes: Vec<SegmentEntry>,
    /// Bit set of the roots with open sides, by segment.
    open_roots: Vec<u64>,
    /// Claims of the seats without a byte in [`SegmentEntry::claims`], one byte each, by segment. The list ends at the
    /// last segment that such a seat has claimed, so games of fewer seats keep it empty.
    more_claims: Vec<u32>,
    /// Number of times that a segment left its feature or came back: tiles were taken up, covered or extended.
    parted: u32,
}

clone_by_field!(Features: nodes, open_roots, more_claims, parted);

impl Features {
    /// Returns the exclusive upper bound of all segment numbers. Numbers of tiles that were taken up are not used
    /// again.
    pub fn segment_bound(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if a segment is on the board: its number is in use, and its tile is neither taken up nor covered
    /// there.
    #[inline]
    pub fn is_there(&self, segment: SegmentId) -> bool {
        self.nodes.get(segment.index()).is_some_and(|node| node.size != 0)
    }

    /// Returns the root of a feature without open sides; `None` if a side is open.
    #[inline]
    pub(crate) fn closed_root(&self, segment: SegmentId) -> Option<Root> {
        let root = self.root(segment);
        (self.nodes[root.index()].open & SIDES == 0).then_some(root)
    }

    /// Adds the segments of a tile, each as a separate feature. `key_of` returns the sort key of a segment's cell:
    /// features are sorted by cell, then by segment.
    #[inline]
    pub(crate) fn add(&mut self, tile: TileId, spec: &TileKind, key_of: impl Fn(usize) -> u32) {
        let base = SegmentId::from_index(self.nodes.len());
        self.nodes.extend(
            spec.laid.iter().enumerate().map(|(local, laid)| SegmentEntry::new(tile, base, local, laid, key_of(local))),
        );
        let (word, bits) = (base.index() / 64, u128::from(spec.reaching) << (base.index() % 64));
        while self.open_roots.len() * 64 < self.nodes.len() {
            self.open_roots.push(0);
        }
        for (word, bits) in self.open_roots[word..].iter_mut().zip([bits as u64, (bits >> 64) as u64]) {
            *word |= bits;
        }
    }

    /// Reserves numbers for segments that can later be added to the tile that was just placed.
    pub(crate) fn keep_room(&mut self, tile: TileId, spec: &TileKind) {
        let base = SegmentId::from_index(self.nodes.len() - spec.laid.len());
        for local in spec.laid.len()..spec.laid.len() + usize::from(spec.spare) {
            let laid = LaidSegment { sides: 0, terrain: LaidSegment::OTHER_TERRAIN, repeated: false };
            self.nodes.push(SegmentEntry { size: 0, ..SegmentEntry::new(tile, base, local, &laid, 0) });
        }
        while self.open_roots.len() * 64 < self.nodes.len() {
            self.open_roots.push(0);
        }
    }

    /// Adds a segment again under its old number, as a separate feature.
    pub(crate) fn add_again(&mut self, tile: TileId, base: SegmentId, local: usize, laid: &LaidSegment, key: u32) {
        let id = base.plus(local as u32);
        self.parted += 1;
        self.nodes[id.index()] = SegmentEntry::new(tile, base, local, laid, key);
        self.note_open(Root(id), laid.sides > 0);
    }

    /// Makes a segment a separate feature with `open` open sides and without claims. The caller must do the same to the
    /// other segments of its feature, or forget them.
    pub(crate) fn part(&mut self, segment: SegmentId, key: u32, laid: &LaidSegment, open: u32) {
        let number = self.local_of(segment) as u32;
        self.parted += 1;
        let node = &mut self.nodes[segment.index()];
        (node.claims, node.parent, node.next, node.size) = (0, segment, segment, 1);
        node.whose = node.whose & !REPEATED | u32::from(laid.repeated);
        node.first = key << NUMBER | number;
        node.open = node.open & !SIDES | open;
        self.drop_more_claims(segment);
        self.note_open(Root(segment), open > 0);
    }

    /// Takes a segment off the board. Its tile, its number on the tile and its terrain can still be queried.
    pub(crate) fn forget(&mut self, segment: SegmentId) {
        self.parted += 1;
        let node = &mut self.nodes[segment.index()];
        (node.claims, node.parent, node.next, node.size) = (0, segment, segment, 0);
        node.open &= !SIDES;
        self.drop_more_claims(segment);
        self.note_open(Root(segment), false);
    }

    /// Returns the segment that represents the whole feature. It changes when features merge.
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

    /// Joins two segments across an edge. `closes` is the number of open sides that the join closes.
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
        // A closed feature may have joined an open one.
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

    /// Closes one side of a segment without joining it to another segment.
    pub(crate) fn close_side(&mut self, segment: SegmentId) {
        self.join(segment, segment, 1);
    }

    /// Opens one side of a segment that was closed without joining it to another segment.
    pub(crate) fn open_side(&mut self, segment: SegmentId) {
        let root = self.root_halving(segment);
        self.nodes[root.index()].open += 1;
        self.note_open(root, true);
    }

    #[inline]
    fn at_root(&self, segment: SegmentId) -> &SegmentEntry {
        &self.nodes[self.root(segment).index()]
    }

    /// Returns the number of sides of the feature that face no tile.
    #[inline]
    pub fn open_sides(&self, segment: SegmentId) -> u32 {
        self.at_root(segment).open & SIDES
    }

    /// Returns the number of segments of the feature.
    #[inline]
    pub fn size(&self, segment: SegmentId) -> u32 {
        self.at_root(segment).size
    }

    /// Returns the sort key of the feature's first segment: by cell in reading order, then by segment.
    #[inline]
    pub fn first_key(&self, segment: SegmentId) -> u32 {
        self.at_root(segment).first
    }

    /// Like [`Features::first_key`], for a feature whose root is known.
    #[inline]
    pub(crate) fn first_key_of(&self, root: Root) -> u32 {
        self.nodes[root.index()].first
    }

    /// Returns true if the feature has figures with a weight.
    #[inline]
    pub fn is_claimed(&self, segment: SegmentId) -> bool {
        let root = self.root(segment);
        self.nodes[root.index()].claims != 0 || self.more_claims_of(root) != 0
    }

    /// Returns the sum of the weights of a seat's figures on the feature.
    #[inline]
    pub fn claim(&self, segment: SegmentId, seat: Seat) -> u32 {
        let root = self.root(segment);
        match seat.0.checked_sub(IN_NODE) {
            None => (self.nodes[root.index()].claims >> (8 * u32::from(seat.0)) & 0xff) as u32,
            Some(further) => self.more_claims_of(root) >> (8 * u32::from(further)) & 0xff,
        }
    }

    /// Returns the sums of the weights of figures on the feature, for each seat.
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

    /// Returns the claims of the seats that have no byte in [`SegmentEntry::claims`].
    #[inline]
    fn more_claims_of(&self, root: Root) -> u32 {
        self.more_claims.get(root.index()).copied().unwrap_or(0)
    }

    /// Returns mutable access to the extra claims of a root, extending the list if necessary.
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

    /// Adds the extra claims of a merged feature to the feature that was kept.
    fn join_more_claims(&mut self, kept: Root, gone: Root) {
        let claims = self.more_claims_of(gone);
        if claims != 0 {
            *self.more_claims_at(kept) += claims;
            self.drop_more_claims(gone.segment());
        }
    }

    /// Returns the tile that a segment belongs to.
    #[inline]
    pub fn tile_of(&self, segment: SegmentId) -> TileId {
        TileId(self.nodes[segment.index()].whose >> 6)
    }

    /// Returns the segment's terrain; `None` if its number is too large for the node, so that the caller must look it
    /// up.
    #[inline]
    pub(crate) fn terrain_of(&self, segment: SegmentId) -> Option<TerrainId> {
        let number = (self.nodes[segment.index()].open >> TERRAIN) as u16;
        (number != LaidSegment::OTHER_TERRAIN).then_some(TerrainId(number))
    }

    /// Returns the segment's number on its tile.
    #[inline]
    pub fn local_of(&self, segment: SegmentId) -> usize {
        (self.nodes[segment.index()].whose >> 1 & 31) as usize
    }

    /// Returns the segments of the feature, starting with `segment`.
    pub fn members(&self, segment: SegmentId) -> Members<'_> {
        Members { features: self, first: segment, next: Some(segment) }
    }

    /// Returns true if a feature has the same root, tiles, open sides and claims as in an earlier position of the same
    /// game. Growth changes the entry of the root. After the loss of a segment, which may not, no feature counts as the
    /// same.
    #[inline]
    pub(crate) fn is_same(&self, before: &Features, root: Root) -> bool {
        let at = root.index();
        self.parted == before.parted
            && self.nodes.get(at).is_some_and(|node| before.nodes.get(at) == Some(node))
            && self.more_claims.get(at) == before.more_claims.get(at)
    }

    /// Returns the number of different tiles of the feature.
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

    /// Returns all features that have open sides, in order of their numbers.
    pub fn open_features(&self) -> impl Iterator<Item = Root> {
        let of_word = |(word, &bits): (usize, &u64)| ones(bits).map(move |bit| 64 * word + bit);
        self.open_roots.iter().enumerate().flat_map(of_word).map(|number| Root(SegmentId::from_index(number)))
    }

    /// Returns all features, in order of their numbers.
    pub fn roots(&self) -> impl Iterator<Item = Root> {
        let numbered = (0..self.nodes.len()).map(SegmentId::from_index).zip(&self.nodes);
        numbered.filter(|(id, node)| node.parent == *id && node.size != 0).map(|(id, _)| Root(id))
    }

    /// Returns all segments on the board, in order of their numbers.
    pub fn segments(&self) -> Segments<'_> {
        Segments { features: self, numbers: 0..self.nodes.len() }
    }
}

/// Iterator over all segments on a board, see [`Features::segments`].
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

/// Iterator over the segments of a feature, see [`Features::members`].
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
