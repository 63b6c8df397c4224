//! Effects of a placement, computed without a copy of the board: for bots, forecasts, rules that bid, and explanations.

use crate::board::Board;
use crate::catalog::id::{Root, SegmentId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::tile::{AGAIN, Completion, NO_SEGMENT};

/// Feature that a placement would create or change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreviewedFeature {
    /// Segments of the new tile in the feature, by their numbers on the tile.
    pub segments: Vec<usize>,
    /// Roots of the features that would be joined, in the order of their first segments.
    pub joins: Vec<Root>,
    /// Number of sides of the feature that would face no tile.
    pub open_sides: u32,
    /// Number of different tiles in the feature.
    pub tiles: u32,
    /// True if the feature would be complete.
    pub complete: bool,
}

/// Effects of a placement on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlacementPreview {
    /// Features of the tile's segments, in the order of the segments.
    pub features: Vec<PreviewedFeature>,
    /// Segments of other tiles that would be surrounded, in reading order.
    pub surrounds: Vec<SegmentId>,
    /// Roots of features that the placement would complete without joining them, as a wildcard does, in the order of
    /// their first segments.
    pub closes: Vec<Root>,
    /// Empty cells that would get their first neighbour, in reading order.
    pub opens: Vec<Cell>,
}

/// Groups of joined features: first the segments of the new tile, then the features on the board that they meet.
struct FeatureGroups {
    parent: Vec<usize>,
    open: Vec<i64>,
    roots: Vec<Root>,
    locals: usize,
}

impl FeatureGroups {
    fn find(&self, mut at: usize) -> usize {
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[b.max(a)] = a.min(b);
            self.open[a.min(b)] += self.open[b.max(a)];
        }
    }

    fn close(&mut self, at: usize) {
        let root = self.find(at);
        self.open[root] -= 1;
    }

    /// Returns the node of a feature on the board, adding it if it is new.
    fn node(&mut self, board: &Board, segment: SegmentId) -> usize {
        let root = board.features.root(segment);
        let known = self.roots.iter().position(|&r| r == root);
        self.locals
            + known.unwrap_or_else(|| {
                self.roots.push(root);
                self.parent.push(self.parent.len());
                self.open.push(i64::from(board.features.open_sides(root.segment())));
                self.roots.len() - 1
            })
    }
}

impl Board {
    /// Returns what a placement of a kind would join, complete and open; `None` if the kind does not fit, or if it
    /// would cover another tile.
    pub fn if_placed(&self, kind: TileKindId, cell: Cell, turn: Turn) -> Option<PlacementPreview> {
        if self.height(cell) > 0 || !self.turns_at(kind, cell).contains(turn) {
            return None;
        }
        let catalog = &*self.catalog;
        let spec = &catalog.kinds[kind];
        let faces = catalog.faces(kind, turn);
        let cells: Vec<Cell> = faces.iter().map(|f| cell.plus(f.offset.0, f.offset.1)).collect();
        let locals = spec.segments.len();
        let open = spec.segments.iter().map(|s| i64::from(s.sides())).collect();
        let mut groups = FeatureGroups { parent: (0..locals).collect(), open, roots: Vec::new(), locals };
        let mut result = PlacementPreview::default();
        for (face, &here) in faces.iter().zip(&cells) {
            for side in self.catalog.lattice.sides_of(here) {
                let across = self.catalog.lattice.neighbour(here, side);
                let back = self.catalog.lattice.opposite(side);
                let count = self.catalog.edges[face.edge(side)].ports.len();
                let mine = &face.side(side)[..count];
                let own = cells.iter().position(|&c| c == across);
                let placed = self.tile_at(across).map(|(tile, part)| {
                    let tile = &self.tiles[tile.index()];
                    (&self.catalog.faces(tile.kind, tile.turn)[part], Some(tile.first_segment))
                });
                let Some((other, base)) = placed.or_else(|| own.map(|part| (&faces[part], None))) else {
                    if self.exists(across) {
                        if self.demand_at(across).is_none() && !result.opens.contains(&across) {
                            result.opens.push(across);
                        }
                    } else if self.catalog.board.rim_closes {
                        mine.iter().filter(|&&a| a & AGAIN == 0).for_each(|&a| groups.close(usize::from(a)));
                    }
                    continue;
                };
                // The loop meets each pair of the tile's own cells twice, so one of the two is skipped.
                if base.is_none() && own < cells.iter().position(|&c| c == here) {
                    continue;
                }
                let other_count = self.catalog.edges[other.edge(back)].ports.len();
                let theirs = &other.side(back)[..other_count];
                let node = |groups: &mut FeatureGroups, theirs: u8| match base {
                    Some(base) => groups.node(self, base.plus(u32::from(theirs & !AGAIN))),
                    None => usize::from(theirs & !AGAIN),
                };
                if count == other_count {
                    for (i, &a) in mine.iter().enumerate() {
                        let b = theirs[count - 1 - i];
                        if a != NO_SEGMENT && b != NO_SEGMENT {
                            let local = usize::from(a & !AGAIN);
                            let terrain = match base {
                                Some(base) => self.terrain(base.plus(u32::from(b & !AGAIN))),
                                None => spec.segments[usize::from(b & !AGAIN)].terrain,
                            };
                            if self.catalog.connects(terrain, spec.segments[local].terrain) {
                                let there = node(&mut groups, b);
                                groups.join(local, there);
                            }
                        }
                    }
                }
                mine.iter().filter(|&&a| a & AGAIN == 0).for_each(|&a| groups.close(usize::from(a)));
                for &b in theirs.iter().filter(|&&b| b & AGAIN == 0) {
                    let there = node(&mut groups, b);
                    groups.close(there);
                }
            }
        }
        self.collect(kind, &cells, &groups, &mut result);
        Some(result)
    }

    /// Returns true if some legal placement of a kind would complete the feature.
    pub fn could_complete(&self, kind: TileKindId, segment: SegmentId) -> bool {
        let root = self.features.root(segment);
        let lattice = self.catalog.lattice;
        // Cells next to the feature or around it. Any cell of the tile may cover one of them.
        let mut cells: Vec<Cell> = Vec::new();
        for member in self.features.members(segment) {
            let here = self.cell_of(member);
            let ring = self.catalog.lattice.ring(here).iter().map(|&(dx, dy)| here.plus(dx, dy));
            cells.extend(lattice.sides_of(here).map(|side| lattice.neighbour(here, side)).chain(ring));
        }
        cells.retain(|&cell| self.tile_at(cell).is_none());
        let offsets: Vec<(i16, i16)> =
            lattice.turns().flat_map(|turn| self.catalog.faces(kind, turn).iter().map(|f| f.offset)).collect();
        let mut first: Vec<Cell> =
            cells.iter().flat_map(|cell| offsets.iter().map(|&(dx, dy)| cell.plus(-dx, -dy))).collect();
        first.sort_unstable();
        first.dedup();
        first.into_iter().any(|cell| {
            self.turns_at(kind, cell).iter().any(|turn| {
                self.if_placed(kind, cell, turn).is_some_and(|would| {
                    would.features.iter().any(|f| f.complete && f.joins.contains(&root))
                        || would.closes.contains(&root)
                        || would.surrounds.iter().any(|&s| self.features.root(s) == root)
                })
            })
        })
    }

    fn collect(&self, kind: TileKindId, cells: &[Cell], groups: &FeatureGroups, result: &mut PlacementPreview) {
        let spec = &self.catalog.kinds[kind];
        let around = |cell: Cell, also: &[Cell]| {
            let ring = self.catalog.lattice.ring(cell).iter().map(|&(dx, dy)| cell.plus(dx, dy));
            let closed = self.catalog.board.rim_closes;
            ring.filter(|c| self.tile_at(*c).is_some() || also.contains(c) || closed && !self.exists(*c)).count()
        };
        let full = self.catalog.lattice.ring_size();
        for local in 0..groups.locals {
            let group = groups.find(local);
            let segments: Vec<usize> = (0..groups.locals).filter(|&s| groups.find(s) == group).collect();
            if segments[0] != local {
                continue;
            }
            let is_in = |i: &usize| groups.find(groups.locals + i) == group;
            let mut joins: Vec<Root> = (0..groups.roots.len()).filter(is_in).map(|i| groups.roots[i]).collect();
            joins.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
            let tiles = match joins[..] {
                [] => 1,
                [one] => self.features.tiles(one.segment()) + 1,
                _ => {
                    let all = joins.iter().flat_map(|&root| self.features.members(root.segment()));
                    let mut tiles: Vec<TileId> = all.map(|s| self.features.tile_of(s)).collect();
                    tiles.sort_unstable();
                    tiles.dedup();
                    tiles.len() as u32 + 1
                }
            };
            let open_sides = u32::try_from(groups.open[group]).unwrap_or(0);
            let complete = match self.catalog.terrains[spec.segments[local].terrain].completion {
                Completion::Closed => open_sides == 0,
                Completion::Surrounded => around(cells[usize::from(spec.segments[local].cell)], cells) == full,
                Completion::Never | Completion::NeighboursComplete => false,
            };
            result.features.push(PreviewedFeature { segments, joins, open_sides, tiles, complete });
        }
        for (number, &root) in groups.roots.iter().enumerate() {
            let group = groups.find(groups.locals + number);
            let apart = (0..groups.locals).all(|local| groups.find(local) != group);
            let closed = self.catalog.terrains[self.terrain(root.segment())].completion == Completion::Closed;
            if apart && closed && groups.open[group] == 0 {
                result.closes.push(root);
            }
        }
        result.closes.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
        for &cell in cells {
            for &(dx, dy) in self.catalog.lattice.ring(cell) {
                let Some((tile, _)) = self.tile_at(cell.plus(dx, dy)) else { continue };
                let placed = &self.tiles[tile.index()];
                let mut left = self.catalog.kinds[placed.kind].watched;
                while left != 0 {
                    let segment = placed.first_segment.plus(left.trailing_zeros());
                    left &= left - 1;
                    let surrounded = self.features.is_there(segment)
                        && self.catalog.terrains[self.terrain(segment)].completion == Completion::Surrounded;
                    if surrounded && around(self.cell_of(segment), cells) == full {
                        result.surrounds.push(segment);
                    }
                }
            }
        }
        result.surrounds.sort_unstable_by_key(|&s| self.features.first_key(s));
        result.surrounds.dedup();
        result.opens.sort_unstable();
    }
}
