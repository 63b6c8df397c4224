//! Features that a placed tile completes.

use crate::catalog::Catalog;
use crate::catalog::id::{SegmentId, TileId};
use crate::catalog::seat::Seat;
use crate::catalog::tile::{AGAIN, Completion, NO_SEGMENT};
use crate::state::Game;
use crate::state::event::EventKind;
use crate::state::happening::Happening;

impl Game {
    /// Makes a tile the one that the running part has placed. Records and reports the features that it has completed,
    /// and those recorded from index `from` on while it was placed.
    #[inline]
    pub(crate) fn after_placing(&mut self, catalog: &Catalog, tile: TileId, seat: Seat, from: usize) {
        self.note_all_completed(catalog, tile, from);
        if let Some(part) = self.turn_part_mut() {
            part.tile = Some(tile);
        }
        self.report_completed(tile, seat, from);
    }

    /// Records the features that a tile has completed, and sorts them together with those recorded from index `from`
    /// on.
    #[inline]
    pub(crate) fn note_all_completed(&mut self, catalog: &Catalog, tile: TileId, from: usize) {
        if self.note_completed(catalog, tile) > from {
            self.order_completed(tile, from);
        }
    }

    /// Records the features that a tile has completed: its own in the order of its segments, then others by place.
    /// Returns the index of the first one.
    #[inline]
    pub(crate) fn note_completed(&mut self, catalog: &Catalog, tile: TileId) -> usize {
        let placed = self.position.board.tiles[tile.index()];
        let spec = &catalog.kinds[placed.kind];
        let known = self.turn_part().map_or(0, |p| p.completed_from as usize);
        let from = self.run.completed.len();
        let mut left = spec.closed;
        while left != 0 {
            let id = placed.first_segment.plus(left.trailing_zeros());
            left &= left - 1;
            if let Some(root) = self.position.board.features.closed_root(id)
                && !self.run.completed[known..].iter().any(|&s| self.position.board.features.root(s) == root)
            {
                self.run.completed.push(id);
            }
        }
        if catalog.tables.any_strangers {
            self.close_strangers(catalog, tile, known, from);
        }
        // The tile can only affect features next to it, or features that touch those that it has completed.
        let closes = catalog.tables.any_touched && from < self.run.completed.len();
        if closes || spec.watched != 0 || catalog.tables.any_watched && self.position.board.is_beside_watched(placed) {
            self.watch(catalog, tile, from);
        }
        from
    }

    /// Reports the features that a tile has completed, from index `from` on.
    #[inline]
    pub(crate) fn report_completed(&mut self, tile: TileId, seat: Seat, from: usize) {
        if self.tells(EventKind::Completed.bit()) {
            for at in from..self.run.completed.len() {
                self.report(Happening::Completed { seat, tile, segment: self.run.completed[at] });
            }
        }
    }

    /// Finds features that a tile has closed without joining them: different edge types, such as a wildcard, meet
    /// there.
    fn close_strangers(&mut self, catalog: &Catalog, tile: TileId, known: usize, from: usize) {
        let board = &self.position.board;
        let placed = board.tiles[tile.index()];
        let mut found: Vec<SegmentId> = Vec::new();
        for face in catalog.faces(placed.kind, placed.turn) {
            let here = placed.cell.plus(face.offset.0, face.offset.1);
            for side in catalog.lattice.sides() {
                let Some((other, part)) = board.tile_at(catalog.lattice.neighbour(here, side)) else { continue };
                let across = board.tiles[other.index()];
                let theirs = &catalog.faces(across.kind, across.turn)[part];
                let back = catalog.lattice.opposite(side);
                if other == tile || theirs.edge(back) == face.edge(side) {
                    continue;
                }
                let count = catalog.edges[theirs.edge(back)].ports.len();
                let ports = &theirs.side(back)[..count];
                let segments = ports.iter().filter(|&&port| port != NO_SEGMENT);
                for id in segments.map(|&port| across.first_segment.plus(u32::from(port & !AGAIN))) {
                    let root = board.features.root(id);
                    let complete = catalog.terrains[board.terrain(id)].completion == Completion::Closed
                        && board.features.open_sides(id) == 0;
                    let is_known = |s: &SegmentId| board.features.root(*s) == root;
                    if complete && !self.run.completed[known..].iter().chain(&found).any(is_known) {
                        found.push(id);
                    }
                }
            }
        }
        self.run.completed.extend(found);
        self.order_completed(tile, from);
    }

    /// Sorts completed features: features of the tile in the order of its segments, then others by place.
    pub(crate) fn order_completed(&mut self, tile: TileId, from: usize) {
        let features = &self.position.board.features;
        self.run.completed[from..].sort_by_key(|&s| {
            if features.tile_of(s) == tile {
                (false, features.local_of(s) as u32)
            } else {
                (true, features.first_key(s))
            }
        });
    }

    /// Finds features that are completed by the tiles around them or by the features that touch them.
    fn watch(&mut self, catalog: &Catalog, tile: TileId, from: usize) {
        let mut found: Vec<SegmentId> = Vec::new();
        let board = &self.position.board;
        let mut look = |other: TileId, only: Completion| {
            let placed = &board.tiles[other.index()];
            let mut left = catalog.kinds[placed.kind].watched;
            while left != 0 {
                let segment = placed.first_segment.plus(left.trailing_zeros());
                left &= left - 1;
                if catalog.terrains[board.terrain(segment)].completion == only
                    && board.is_complete(segment)
                    && board.features.is_there(segment)
                {
                    found.push(segment);
                }
            }
        };
        let placed = board.tiles[tile.index()];
        for face in catalog.faces(placed.kind, placed.turn) {
            let here = placed.cell.plus(face.offset.0, face.offset.1);
            look(tile, Completion::Surrounded);
            for other in board.grid.watched_neighbours(catalog.lattice, here) {
                look(other, Completion::Surrounded);
            }
        }
        for &done in &self.run.completed[from..] {
            for member in board.features.members(done) {
                look(board.features.tile_of(member), Completion::NeighboursComplete);
            }
        }
        if !found.is_empty() {
            found.sort_unstable();
            found.dedup();
            self.run.completed.extend(found);
            self.order_completed(tile, from);
        }
    }
}
