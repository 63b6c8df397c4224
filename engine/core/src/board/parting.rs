//! Splits features that lose segments: joins the remaining segments again without visiting other features.

use smallvec::SmallVec;

use crate::board::Board;
use crate::board::piles::PlacedCell;
use crate::catalog::id::{Root, SegmentId, TileId};
use crate::catalog::tile::AGAIN;
use crate::catalog::{Catalog, Preset};

/// Change of a feature that lost the segments of a tile, or of cells that were covered.
#[derive(Clone, Debug)]
pub(crate) struct Parting {
    /// Root of the feature before the change.
    pub(crate) was: Root,
    /// True if the feature was complete before the change.
    pub(crate) was_complete: bool,
    /// Remaining segments of the feature.
    pub(crate) members: Vec<SegmentId>,
    /// Segments that the feature loses.
    pub(crate) own: SmallVec<[SegmentId; 4]>,
    /// Roots of the features that remain, in the order of their first segments; empty if the whole feature is gone.
    pub(crate) parts: SmallVec<[Root; 4]>,
}

impl Board {
    /// Returns the segments of a tile, whether or not it was taken up.
    pub(crate) fn segments_on(&self, tile: TileId) -> impl Iterator<Item = SegmentId> + use<> {
        let placed = &self.tiles[tile.index()];
        let (first, count) = (placed.first_segment, self.catalog.kinds[placed.kind].segments.len() as u32);
        (0..count).map(move |local| first.plus(local))
    }

    /// Returns the features of some segments, each once, in the order of the segments.
    pub(crate) fn features_of(&self, segments: &[SegmentId]) -> SmallVec<[Root; 8]> {
        let mut roots = SmallVec::new();
        for root in segments.iter().map(|&segment| self.features.root(segment)) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Returns the features that are about to lose some pieces, in their state before the loss.
    pub(super) fn about_to_part(&self, pieces: &[PlacedCell]) -> Vec<Parting> {
        let lost = self.segments_of(pieces);
        let to_parting = |was: Root| {
            let is_own = |segment: &SegmentId| lost.contains(segment);
            Parting {
                was,
                was_complete: self.is_complete(was.segment()),
                members: self.features.members(was.segment()).filter(|segment| !is_own(segment)).collect(),
                own: lost.iter().copied().filter(|&segment| self.features.root(segment) == was).collect(),
                parts: SmallVec::new(),
            }
        };
        self.features_of(&lost).into_iter().map(to_parting).collect()
    }

    /// Joins the remaining segments of some features after their tile has left the grid. The caller must restore the
    /// claims.
    pub(super) fn part(&mut self, catalog: &Catalog, lost: &mut [Parting]) {
        for &segment in lost.iter().flat_map(|apart| &apart.members) {
            let placed = self.tiles[self.features.tile_of(segment).index()];
            let laid = &catalog.kinds[placed.kind].laid[self.features.local_of(segment)];
            let (key, open) = (self.cell_of(segment).sort_key(), self.facing_open(segment));
            self.features.part(segment, key, laid, open);
        }
        let mut met: Vec<SegmentId> = Vec::new();
        for &segment in lost.iter().flat_map(|apart| &apart.members) {
            self.meeting(segment, |other| met.push(other));
            for other in met.drain(..) {
                self.features.join(segment, other, 0);
            }
        }
        self.join_presets();
        self.name_parts(lost);
    }

    /// Stores the features that remain of each feature in `lost`.
    pub(super) fn name_parts(&self, lost: &mut [Parting]) {
        for apart in lost {
            apart.parts = self.parts_of(&apart.members);
        }
    }

    /// Returns the features of those `members` that are on the board, each once, in the order of their first segments.
    pub(crate) fn parts_of(&self, members: &[SegmentId]) -> SmallVec<[Root; 4]> {
        let mut parts: SmallVec<[Root; 4]> = SmallVec::new();
        for &segment in members.iter().filter(|&&segment| self.features.is_there(segment)) {
            let root = self.features.root(segment);
            if !parts.contains(&root) {
                parts.push(root);
            }
        }
        parts.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
        parts
    }

    /// Returns the number of sides of a segment that face no tile and are not closed by the rim.
    fn facing_open(&self, segment: SegmentId) -> u32 {
        let placed = &self.tiles[self.features.tile_of(segment).index()];
        let local = self.features.local_of(segment);
        let spec = &self.catalog.kinds[placed.kind].segments[local];
        let face = &self.catalog.faces(placed.kind, placed.turn)[usize::from(spec.cell)];
        let here = placed.cell.plus(face.offset.0, face.offset.1);
        let faces_open = |side| {
            let reaches = || face.ports(side).iter().any(|&port| port & AGAIN == 0 && usize::from(port) == local);
            let across = self.catalog.lattice.neighbour(here, side);
            reaches() && self.tile_at(across).is_none() && (!self.catalog.board.rim_closes || self.exists(across))
        };
        self.catalog.lattice.sides_of(here).filter(|&side| faces_open(side)).count() as u32
    }

    /// Joins the segments of presets that the packs declare as joined without being adjacent, if both presets are
    /// unchanged.
    pub(super) fn join_presets(&mut self) {
        for number in 0..self.catalog.board.joins.len() {
            let (a, b) = self.catalog.board.joins[number];
            if let (Some(a), Some(b)) = (self.segment_of_preset(a), self.segment_of_preset(b)) {
                self.join_explicitly(a, b);
            }
        }
    }

    /// Returns a segment of a preset, by the numbers of both; `None` if the tile has moved since the game began or the
    /// segment is covered. Presets have the first tile numbers.
    pub(crate) fn segment_of_preset(&self, (preset, segment): (usize, usize)) -> Option<SegmentId> {
        let laid = self.catalog.board.presets.get(preset)?;
        // Planes of seats that do not play are absent, and so are the presets on them.
        let is_there = |laid: &&Preset| laid.cell.plane().index() < self.planes.len();
        let number = self.catalog.board.presets[..preset].iter().filter(is_there).count();
        let tile = Some(laid).filter(is_there).and_then(|_| self.tile(TileId::from_index(number)))?;
        let lies_as_laid = (self.catalog.bare(tile.kind), tile.cell, tile.turn) == (laid.kind, laid.cell, laid.turn);
        let segment = tile.first_segment.plus(segment as u32);
        (lies_as_laid && self.features.is_there(segment)).then_some(segment)
    }
}
