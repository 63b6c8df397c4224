//! Features: segments that touch across edges, merged as tiles are placed.
//!
//! A union-find forest over all segments on the board. Each root carries what is asked all the time (open
//! sides, claims, size, first segment); what is asked when a feature is scored is read off its members, which
//! form a ring, so that its cost is paid by the feature's own tiles.

use crate::catalog::seat::{PerSeat, Seat};

/// Flag: some member's tile has another segment of the same terrain.
const REPEATED: u8 = 1;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Sum of figure weights, one byte for each seat; at the root.
    claims: u64,
    parent: u32,
    /// The next member of the feature, in a ring.
    next: u32,
    tile: u32,
    /// Least key of cell and segment number of all members; at the root.
    first: u32,
    /// Number of members; at the root.
    size: u32,
    /// Number of sides that face no tile; at the root.
    open: u32,
    local: u8,
    flags: u8,
}

/// The segments on a board and the features they form. Segments are numbered in order of placement.
#[derive(Clone, Debug, Default)]
pub struct Features {
    nodes: Vec<Node>,
    /// Roots with open sides, a bit for each segment.
    open_roots: Vec<u64>,
}

impl Features {
    /// Number of segments on the board.
    pub fn segment_count(&self) -> usize {
        self.nodes.len()
    }

    /// Makes this a copy of another and keeps its room.
    pub(crate) fn copy_from(&mut self, other: &Features) {
        self.nodes.clone_from(&other.nodes);
        self.open_roots.clone_from(&other.open_roots);
    }

    /// Adds a segment as a feature of its own. `first` sorts features: by cell, then by segment.
    #[inline]
    pub(crate) fn add(&mut self, tile: u32, local: u8, first: u32, open: u32, repeated: bool) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            claims: 0,
            parent: id,
            next: id,
            tile,
            first,
            size: 1,
            open,
            local,
            flags: u8::from(repeated) * REPEATED,
        });
        let word = id as usize / 64;
        if word == self.open_roots.len() {
            self.open_roots.push(0);
        }
        self.open_roots[word] |= u64::from(open > 0) << (id % 64);
        id
    }

    /// The segment that stands for the whole feature; it changes when features merge.
    #[inline]
    pub fn root(&self, mut segment: u32) -> u32 {
        loop {
            let parent = self.nodes[segment as usize].parent;
            if parent == segment {
                return segment;
            }
            segment = parent;
        }
    }

    #[inline]
    fn root_halving(&mut self, mut segment: u32) -> u32 {
        loop {
            let parent = self.nodes[segment as usize].parent;
            if parent == segment {
                return segment;
            }
            let above = self.nodes[parent as usize].parent;
            self.nodes[segment as usize].parent = above;
            segment = above;
        }
    }

    /// Joins two segments across an edge; `closes` is the number of sides that are open no more.
    #[inline]
    pub(crate) fn join(&mut self, a: u32, b: u32, closes: u32) -> Option<(u32, u32)> {
        let (a, b) = (self.root_halving(a), self.root_halving(b));
        let mut merged = None;
        let root = if a == b {
            a
        } else {
            let (a, b) = if self.nodes[a as usize].size >= self.nodes[b as usize].size { (a, b) } else { (b, a) };
            merged = Some((a, b));
            let gone = self.nodes[b as usize];
            self.nodes[b as usize].parent = a;
            let kept = &mut self.nodes[a as usize];
            kept.claims += gone.claims;
            kept.open += gone.open;
            kept.size += gone.size;
            kept.first = kept.first.min(gone.first);
            kept.flags |= gone.flags;
            let next = kept.next;
            kept.next = gone.next;
            self.nodes[b as usize].next = next;
            self.open_roots[b as usize / 64] &= !(1 << (b % 64));
            a
        };
        let kept = &mut self.nodes[root as usize];
        kept.open -= closes;
        if kept.open == 0 {
            self.open_roots[root as usize / 64] &= !(1 << (root % 64));
        }
        merged
    }

    /// Closes one side of a segment without joining it to anything.
    pub(crate) fn close_side(&mut self, segment: u32) {
        self.join(segment, segment, 1);
    }

    /// Opens one side of a segment that was closed without joining it to anything.
    pub(crate) fn open_side(&mut self, segment: u32) {
        let root = self.root_halving(segment);
        self.nodes[root as usize].open += 1;
        self.open_roots[root as usize / 64] |= 1 << (root % 64);
    }

    /// Number of sides of the feature that face no tile.
    #[inline]
    pub fn open_sides(&self, segment: u32) -> u32 {
        self.nodes[self.root(segment) as usize].open
    }

    /// Number of segments of the feature.
    #[inline]
    pub fn size(&self, segment: u32) -> u32 {
        self.nodes[self.root(segment) as usize].size
    }

    /// Sort key of the feature's first segment: by cell in reading order, then by segment.
    #[inline]
    pub fn first_key(&self, segment: u32) -> u32 {
        self.nodes[self.root(segment) as usize].first
    }

    /// Whether figures with a weight stand on the feature.
    #[inline]
    pub fn is_claimed(&self, segment: u32) -> bool {
        self.nodes[self.root(segment) as usize].claims != 0
    }

    /// Sum of the weights of a seat's figures on the feature.
    #[inline]
    pub fn claim(&self, segment: u32, seat: Seat) -> u32 {
        (self.nodes[self.root(segment) as usize].claims >> (8 * u32::from(seat.0)) & 0xff) as u32
    }

    /// Sums of the weights of all seats' figures on the feature.
    #[inline]
    pub fn claims(&self, segment: u32) -> PerSeat<i32> {
        let bytes = self.nodes[self.root(segment) as usize].claims.to_le_bytes();
        bytes.map(i32::from)
    }

    #[inline]
    pub(crate) fn add_claim(&mut self, segment: u32, seat: Seat, weight: u8) {
        let root = self.root_halving(segment);
        self.nodes[root as usize].claims += u64::from(weight) << (8 * u32::from(seat.0));
    }

    #[inline]
    pub(crate) fn remove_claim(&mut self, segment: u32, seat: Seat, weight: u8) {
        let root = self.root_halving(segment);
        self.nodes[root as usize].claims -= u64::from(weight) << (8 * u32::from(seat.0));
    }

    /// The tile that a segment lies on.
    #[inline]
    pub fn tile_of(&self, segment: u32) -> u32 {
        self.nodes[segment as usize].tile
    }

    /// The segment's number on its tile.
    #[inline]
    pub fn local_of(&self, segment: u32) -> usize {
        usize::from(self.nodes[segment as usize].local)
    }

    /// The segments of the feature, beginning with the one given.
    pub fn members(&self, segment: u32) -> Members<'_> {
        Members { features: self, first: segment, next: Some(segment) }
    }

    /// Number of different tiles of the feature.
    pub fn tiles(&self, segment: u32) -> u32 {
        let root = &self.nodes[self.root(segment) as usize];
        if root.flags & REPEATED == 0 || root.size == 1 {
            return root.size;
        }
        let mut tiles: Vec<u32> = self.members(segment).map(|s| self.tile_of(s)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles.len() as u32
    }

    /// Roots of all features that have open sides, in order of their numbers.
    pub fn open_features(&self) -> impl Iterator<Item = u32> {
        self.open_roots.iter().enumerate().flat_map(|(word, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    word as u32 * 64 + bit
                })
            })
        })
    }

    /// Roots of all features, in order of their numbers.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().enumerate().filter(|(i, n)| n.parent as usize == *i).map(|(i, _)| i as u32)
    }
}

/// The segments of a feature, see [`Features::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    features: &'a Features,
    first: u32,
    next: Option<u32>,
}

impl Iterator for Members<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let at = self.next?;
        let after = self.features.nodes[at as usize].next;
        self.next = (after != self.first).then_some(after);
        Some(at)
    }
}
