//! Tiles that change in place: replaced by another kind, or given a further part.
//!
//! Earlier reports of a feature are not repeated: the features around the tile are compared with their earlier state,
//! and only the difference is reported. A complete feature is completed again only if it was joined with an incomplete
//! one.

use std::sync::Arc;

use crate::board::features::Merged;
use crate::board::levels::{PlacedCell, PlacedCells};
use crate::catalog::WhenParted;
use crate::catalog::footing::Footing;
use crate::catalog::id::{Root, SegmentId, Symbol, TerrainId, TileId, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::seat::Seat;
use crate::state::agenda::Part;
use crate::state::effect::{CounterKey, Place, Rejected, TakenTo};
use crate::state::event::EventKind;
use crate::state::game::Game;
use crate::state::happening::{Happening, Left};
use crate::state::take_up::{Before, where_to};

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
struct FeaturesBefore {
    tile: TileId,
    /// Number of the tile's segments before the change.
    segment_count: u32,
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
    /// Checks that a kind can replace a tile.
    pub(super) fn check_replacing(
        &self,
        tile: TileId,
        (kind, turn): (TileKindId, Turn),
        to: TakenTo,
    ) -> Result<(), Rejected> {
        self.check_taking(tile, to)?;
        self.check_fit_instead(tile, kind, turn)
    }

    fn check_fit_instead(&self, tile: TileId, kind: TileKindId, turn: Turn) -> Result<(), Rejected> {
        let cell = self.position.board.tiles[tile.index()].cell;
        let over = self.position.board.level(tile) > 0;
        self.check_fit_without(tile, kind, (cell, turn), Footing { free: true, over })
    }

    /// Checks that a tile can become a kind by an added part.
    pub(super) fn check_adding_part(&self, tile: TileId, kind: TileKindId) -> Result<(), Rejected> {
        self.check_lies(tile)?;
        let placed = self.position.board.tiles[tile.index()];
        let catalog = &self.position.board.catalog;
        if !catalog.kinds[placed.kind].extensions.iter().any(|extension| extension.kind == kind) {
            let (own, other) = (catalog.kinds.key(placed.kind), catalog.kinds.key(kind));
            return Err(Rejected::new("no_such_part", format!("no part that is added to {own} makes it {other}")));
        }
        self.check_fit_instead(tile, kind, placed.turn)
    }

    /// Returns true if a tile can become a kind by an added part now.
    pub fn can_add_part(&self, tile: TileId, kind: TileKindId) -> bool {
        self.check_adding_part(tile, kind).is_ok()
    }

    /// Returns the turns at which a kind can replace a tile, in order. A covered tile cannot be replaced.
    pub fn turns_if_replaced(&self, tile: TileId, kind: TileKindId) -> Vec<Turn> {
        let fits = |turn: &Turn| self.check_lies(tile).is_ok() && self.check_fit_instead(tile, kind, *turn).is_ok();
        self.position.board.catalog.lattice.turns().filter(fits).collect()
    }

    /// Takes a tile up and places another tile of a kind there.
    pub(super) fn replace_tile(
        &mut self,
        (seat, tile): (Seat, TileId),
        (kind, turn): (TileKindId, Turn),
        to: TakenTo,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_replacing(tile, (kind, turn), to)?;
        let placed = self.position.board.tiles[tile.index()];
        let at = (placed.cell, turn);
        let catalog = Arc::clone(&self.position.board.catalog);
        self.clear(&self.position.board.pieces(tile), reason)?;
        self.clear_joints(tile, Some((kind, at)), reason)?;
        let mut around = self.look_around(tile);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        // The new tile may cover other tiles than the old one. Tiles that both cover stay covered.
        let (new, found, covers, lost) = if self.position.board.lies_on_cells_of(tile, kind, turn) {
            let (new, apart) = self.position.board.exchange(&catalog, tile, (kind, turn), |_: Merged| {});
            self.claim_members_again(&apart);
            (new, PlacedCells::new(), PlacedCells::new(), None)
        } else {
            let (apart, found) = self.position.board.lift(&catalog, tile, |_: Merged| {});
            self.claim_members_again(&apart);
            let covers = self.position.board.pieces_under(kind, at);
            self.clear(&covers, reason)?;
            let covered = self.remember(&self.position.board.segments_of(&covers));
            let parted = if covers.is_empty() { Vec::new() } else { self.position.board.cover(&catalog, &covers) };
            let new = self.position.board.place(&catalog, kind, at.0, at.1, |_: Merged| {});
            self.claim_members_again(&parted);
            self.keep_counted(&covered, &parted, None);
            (new, found, covers, Some((covered, parted)))
        };
        self.keep_numbers(&before, &around);
        self.drop_undone();
        let leaves = self.reveal(tile).unwrap_or_else(|| catalog.front(placed.kind));
        for part in &mut self.run.agenda {
            if let Part::Turn(part) = part
                && part.tile == Some(tile)
            {
                // The old tile is no longer in play for the part.
                (part.tile, part.kind) = (Some(new), None);
            }
        }
        self.put_away(leaves, to);
        let (bag, hand) = where_to(to);
        let (old_kind, cell, old_turn) = (placed.kind, placed.cell, i32::from(placed.turn.0));
        self.report(Happening::TakenUp { seat, kind: old_kind, cell, turn: old_turn, bag, hand, reason });
        if let Some(bag) = bag {
            self.report_bag(bag, Some(leaves), 1);
        }
        let only = |all: &[PlacedCell], but: &[PlacedCell]| -> PlacedCells {
            all.iter().filter(|piece| !but.contains(piece)).copied().collect()
        };
        self.report_uncovered(seat, &only(&found, &covers));
        self.report_covered(seat, &only(&covers, &found), reason);
        self.report(Happening::TileReplaced { seat, tile: new, kind, cell, turn: i32::from(turn.0), reason });
        around.segment_count = 0;
        let from = self.run.completed.len();
        self.note_found(&catalog, &found);
        if let Some((covered, parted)) = &lost {
            self.report_parted(parted, seat);
            self.note_closed(covered, parted);
        }
        self.report_change((seat, new), &around, from);
        Ok(())
    }

    /// Adds a part to a tile by a change to a kind with one more segment.
    pub(super) fn add_part(
        &mut self,
        (seat, tile): (Seat, TileId),
        kind: TileKindId,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_adding_part(tile, kind)?;
        let catalog = Arc::clone(&self.position.board.catalog);
        let around = self.look_around(tile);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        let apart = self.position.board.extend(&catalog, tile, kind, |_: Merged| {});
        self.claim_members_again(&apart);
        self.claim_again(|features, segment| features.tile_of(segment) == tile);
        self.keep_numbers(&before, &around);
        self.drop_undone();
        let segment = self.position.board.tiles[tile.index()].first_segment.plus(around.segment_count);
        let cell = self.position.board.cell_of(segment);
        self.report(Happening::PartAdded { seat, tile, kind, segment, cell, reason });
        let from = self.run.completed.len();
        self.report_change((seat, tile), &around, from);
        Ok(())
    }

    /// Collects the features that a change of a tile can affect.
    fn look_around(&self, tile: TileId) -> FeaturesBefore {
        let (board, features) = (&self.position.board, &self.position.board.features);
        let due: Vec<Root> = self.completed().iter().map(|&segment| features.root(segment)).collect();
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
    fn keep_numbers(&mut self, before: &Before, around: &FeaturesBefore) {
        for &(counter, root, value) in before.counted() {
            let Some(feature) = around.features.iter().find(|feature| feature.root == root) else { continue };
            let parts = self.parts_now(feature);
            let most = if parts.len() < 2 {
                1
            } else {
                match self.position.board.catalog.counters[counter].when_parted() {
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
    fn report_change(&mut self, (seat, tile): (Seat, TileId), around: &FeaturesBefore, from: usize) {
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
