//! Tiles that change in place: replaced by another kind, or given a further part.
//!
//! Earlier reports of a feature are not repeated: the features around the tile are compared with their earlier state,
//! and only the difference is reported. A complete feature is completed again only if it was joined with an incomplete
//! one.

use std::sync::Arc;

use crate::catalog::WhenParted;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{Root, SegmentId, TerrainId, TileId, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::pose::Pose;
use crate::catalog::seat::Seat;
use crate::effects::splitting::SplitValues;
use crate::state::Game;
use crate::state::effect::{CounterKey, Place, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Left};

/// State of a feature near a tile, before the tile changes.
struct FeatureBefore {
    root: Root,
    terrain: TerrainId,
    /// Segments of the feature.
    members: Vec<SegmentId>,
    /// True if all segments of the feature are on the tile.
    is_on_tile: bool,
    was_complete: bool,
    /// True if the feature is complete and waits to be scored.
    is_due: bool,
}

/// Features of a tile, of the tiles around it, and features that touch them.
pub(super) struct FeaturesBefore {
    tile: TileId,
    /// Number of the tile's segments before the change.
    pub(super) segment_count: u32,
    features: Vec<FeatureBefore>,
    /// Index of each segment's feature in `features`, sorted by segment.
    of: Vec<(SegmentId, usize)>,
}

impl FeaturesBefore {
    fn feature_of(&self, segment: SegmentId) -> Option<&FeatureBefore> {
        let at = self.of.binary_search_by_key(&segment, |&(segment, _)| segment).ok()?;
        self.features.get(self.of[at].1)
    }
}

impl Game {
    pub(super) fn check_fit_instead(&self, tile: TileId, kind: TileKindId, turn: Turn) -> Result<(), Rejected> {
        let cell = self.position.board.tiles[tile.index()].cell;
        let over = self.position.board.level(tile) > 0;
        self.check_fit_without(tile, kind, Pose { cell, turn }, PlacementPermissions { free: true, over })
    }

    /// Collects the features that a change of a tile can affect.
    pub(super) fn look_around(&self, tile: TileId) -> FeaturesBefore {
        let (board, features) = (&self.position.board, &self.position.board.features);
        let due: Vec<Root> = self.completed_features().iter().map(|&segment| features.root(segment)).collect();
        let mut tiles = vec![tile];
        for piece in board.pieces(tile) {
            let ring = board.catalog.lattice.ring(piece.cell).iter();
            tiles.extend(ring.filter_map(|&(dx, dy)| Some(board.tile_at(piece.cell.plus(dx, dy))?.0)));
        }
        let mut around = FeaturesBefore {
            tile,
            segment_count: board.segments_on(tile).count() as u32,
            features: Vec::new(),
            of: Vec::new(),
        };
        let mut known: Vec<Root> = Vec::new();
        let (mut at, mut goes_further) = (0, board.catalog.tables.any_touched);
        while at < tiles.len() {
            for segment in board.segments_on(tiles[at]).filter(|&segment| features.is_there(segment)) {
                let root = features.root(segment);
                if known.contains(&root) {
                    continue;
                }
                known.push(root);
                let members: Vec<SegmentId> = features.members(segment).collect();
                around.features.push(FeatureBefore {
                    root,
                    terrain: board.terrain(segment),
                    is_on_tile: members.iter().all(|&member| features.tile_of(member) == tile),
                    was_complete: board.is_complete(segment),
                    is_due: due.contains(&root),
                    members,
                });
            }
            at += 1;
            // Features that touch these features may be complete because of them.
            if at == tiles.len() && std::mem::take(&mut goes_further) {
                let members = around.features.iter().flat_map(|feature| &feature.members);
                let mut further: Vec<TileId> = members.map(|&member| features.tile_of(member)).collect();
                further.sort_unstable();
                further.dedup();
                further.retain(|tile| !tiles.contains(tile));
                tiles.append(&mut further);
            }
        }
        let numbered = around.features.iter().enumerate();
        around.of = numbered.flat_map(|(at, one)| one.members.iter().map(move |&member| (member, at))).collect();
        around.of.sort_unstable();
        around
    }

    /// Returns the parts that remain of a feature, in the order of their first segments, by a former segment of each.
    fn parts_now(&self, feature: &FeatureBefore) -> Vec<SegmentId> {
        let features = &self.position.board.features;
        let mut parts: Vec<SegmentId> = Vec::new();
        for &member in feature.members.iter().filter(|&&member| features.is_there(member)) {
            if parts.iter().all(|&part| features.root(part) != features.root(member)) {
                parts.push(member);
            }
        }
        parts.sort_unstable_by_key(|&part| features.first_key(part));
        parts
    }

    /// Restores the counters of features. If a feature split, the packs declare the parts that receive the value.
    pub(super) fn keep_numbers(&mut self, before: &SplitValues, around: &FeaturesBefore) {
        for &(counter, root, value) in before.counter_values() {
            let Some(feature) = around.features.iter().find(|feature| feature.root == root) else { continue };
            let parts = self.parts_now(feature);
            let most = if parts.len() < 2 {
                1
            } else {
                match self.position.board.catalog.counters[counter].parting_rule() {
                    WhenParted::Keep => parts.len(),
                    WhenParted::First => 1,
                    WhenParted::Drop => 0,
                }
            };
            for &segment in parts.iter().take(most) {
                self.set_keyed(counter, CounterKey::Feature(segment), value);
            }
        }
    }

    /// Reports the features that a change of a tile has parted, merged and completed. Completed features from index
    /// `from` on, which the caller has recorded, are included.
    pub(super) fn report_change(&mut self, seat: Seat, tile: TileId, around: &FeaturesBefore, from: usize) {
        let catalog = Arc::clone(&self.position.board.catalog);
        if self.tells(EventKind::Parted.bit() | EventKind::Merged.bit()) {
            self.report_joints(seat, tile, around);
        }
        self.note_completed(&catalog, tile);
        self.note_parts(around);
        let noted = self.run.completed.split_off(from);
        let (again, fresh): (Vec<SegmentId>, Vec<SegmentId>) =
            noted.into_iter().partition(|&segment| self.was_complete(around, tile, segment).is_some());
        self.run.completed.extend(fresh);
        self.order_completed(tile, from);
        self.report_completed(tile, seat, from);
        let due = again.into_iter().filter(|&segment| self.was_complete(around, tile, segment) == Some(true));
        let due: Vec<SegmentId> = due.collect();
        self.run.completed.extend(due);
    }

    fn report_joints(&mut self, seat: Seat, tile: TileId, around: &FeaturesBefore) {
        for feature in &around.features {
            if let [rest, others @ ..] = &self.parts_now(feature)[..] {
                for &segment in others {
                    self.report(Happening::Parted { seat, segment, rest: Left(Place::Segment(*rest)) });
                }
            }
        }
        let mut joined: Vec<(Root, usize)> = Vec::new();
        for (number, feature) in around.features.iter().enumerate() {
            for segment in self.parts_now(feature) {
                let root = self.position.board.features.root(segment);
                let has_other = joined.iter().any(|&(known, other)| known == root && other != number);
                joined.push((root, number));
                if has_other {
                    self.report(Happening::Merged { seat, tile, segment: root.segment() });
                }
            }
        }
    }

    /// Records the parts of features that are complete now.
    fn note_parts(&mut self, around: &FeaturesBefore) {
        for feature in &around.features {
            for part in self.parts_now(feature) {
                let features = &self.position.board.features;
                let root = features.root(part);
                let known = self.turn_part().map_or(0, |part| part.completed_from as usize);
                let is_noted = self.run.completed[known..].iter().any(|&noted| features.root(noted) == root);
                if !is_noted && self.position.board.is_complete(part) {
                    self.run.completed.push(self.position.board.first_segment(part));
                }
            }
        }
    }

    /// Returns true if a feature that was complete before a tile changed still waits to be scored; `None` if it was
    /// incomplete.
    fn was_complete(&self, around: &FeaturesBefore, tile: TileId, segment: SegmentId) -> Option<bool> {
        let features = &self.position.board.features;
        // Segments that the change added do not count.
        let is_new = |member: &SegmentId| {
            features.tile_of(*member) == tile && features.local_of(*member) as u32 >= around.segment_count
        };
        let mut old = features.members(segment).filter(|member| !is_new(member)).peekable();
        if old.peek().is_none() {
            let terrain = self.position.board.terrain(segment);
            let alike = around.features.iter().find(|f| f.is_on_tile && f.was_complete && f.terrain == terrain);
            return alike.filter(|_| tile != around.tile).map(|feature| feature.is_due);
        }
        let mut is_due = false;
        for member in old {
            let feature = around.feature_of(member).filter(|feature| feature.was_complete)?;
            is_due |= feature.is_due;
        }
        Some(is_due)
    }
}
