//! Tiles on other tiles. A board is its view from above: covered pieces belong to no feature and demand nothing, and
//! neighbours join regardless of their height. When the tile on top leaves, covered pieces return under their old
//! numbers.

use smallvec::SmallVec;

use crate::board::features::Merged;
use crate::board::parting::Parting;
use crate::board::piles::{PlacedCell, PlacedCells};
use crate::board::{Board, PlacedTile};
use crate::catalog::Catalog;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{EdgeTypeId, SegmentId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Planes, Side, Turn};
use crate::catalog::pose::Pose;

impl Board {
    /// Returns the number of tiles stacked on a cell.
    #[inline]
    pub fn height(&self, cell: Cell) -> u32 {
        self.covered_tiles(cell).count() as u32 + u32::from(self.tile_at(cell).is_some())
    }

    /// Returns the covered tiles on a cell, from the ground upwards, each with the number of its cell there.
    pub fn covered_tiles(&self, cell: Cell) -> impl ExactSizeIterator<Item = (TileId, usize)> {
        self.piles.pile_at(cell).iter().map(|piece| (piece.tile, piece.part))
    }

    /// Returns the cells of tiles that are visible from above, with their numbers on the tiles, in the order of tiles.
    pub fn seen_cells(&self) -> impl Iterator<Item = (&PlacedTile, usize, Cell)> {
        self.numbered_tiles().flat_map(move |(tile, placed)| {
            let seen = move |piece: &PlacedCell| self.piles.is_empty() || self.is_seen(*piece);
            self.pieces(tile).into_iter().filter(seen).map(move |piece| (placed, piece.part, piece.cell))
        })
    }

    /// Returns the number of tiles under a tile: 0 on the ground.
    pub fn level(&self, tile: TileId) -> u32 {
        let under = |cell: Cell| {
            let pile = self.piles.pile_at(cell);
            pile.iter().position(|piece| piece.tile == tile).unwrap_or(pile.len())
        };
        self.tile(tile).map_or(0, |placed| under(placed.cell) as u32)
    }

    /// Returns true if another tile covers a cell of the tile.
    pub fn is_covered(&self, tile: TileId) -> bool {
        !self.piles.is_empty() && self.pieces(tile).iter().any(|piece| !self.is_seen(*piece))
    }

    /// Returns true if another tile covers a segment.
    pub fn is_under(&self, segment: SegmentId) -> bool {
        let tile = self.features.tile_of(segment);
        self.was_taken_up(segment) && !self.is_gone(tile)
    }

    /// Returns the tiles directly under a tile, each once, by number.
    pub fn tiles_under(&self, tile: TileId) -> Vec<TileId> {
        let below = |piece: &PlacedCell| {
            let pile = self.piles.pile_at(piece.cell);
            let own = pile.iter().position(|other| other.tile == tile).unwrap_or(pile.len());
            own.checked_sub(1).map(|under| pile[under].tile)
        };
        let mut found: Vec<TileId> = self.pieces(tile).iter().filter_map(below).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns true if the board has a tile on another tile.
    #[inline]
    pub fn has_levels(&self) -> bool {
        !self.piles.is_empty()
    }

    /// Returns the pieces of a tile at its current or last position.
    pub(crate) fn pieces(&self, tile: TileId) -> PlacedCells {
        let PlacedTile { kind, cell, turn, .. } = self.tiles[tile.index()];
        let faces = self.catalog.faces(kind, turn).iter().enumerate();
        faces.map(|(part, face)| PlacedCell { tile, part, cell: cell.plus(face.offset.0, face.offset.1) }).collect()
    }

    /// Returns the topmost pieces that a kind would cover at a place.
    pub(crate) fn pieces_under(&self, kind: TileKindId, Pose { cell, turn }: Pose) -> PlacedCells {
        let cells = self.catalog.faces(kind, turn).iter().map(|face| cell.plus(face.offset.0, face.offset.1));
        let top = |cell| self.tile_at(cell).map(|(tile, part)| PlacedCell { tile, part, cell });
        cells.filter_map(top).collect()
    }

    fn is_seen(&self, piece: PlacedCell) -> bool {
        self.tile_at(piece.cell) == Some((piece.tile, piece.part))
    }

    /// Returns the segments of some pieces, in the order of the pieces.
    pub(crate) fn segments_of(&self, pieces: &[PlacedCell]) -> Vec<SegmentId> {
        let of_piece = |piece: &PlacedCell| {
            let placed = self.tiles[piece.tile.index()];
            let segments = self.catalog.kinds[placed.kind].segments.iter();
            let part = piece.part;
            let own = segments.zip(0..).filter(move |(segment, _)| usize::from(segment.cell) == part);
            own.map(move |(_, local)| placed.first_segment.plus(local)).collect::<SmallVec<[SegmentId; 8]>>()
        };
        pieces.iter().flat_map(of_piece).collect()
    }

    /// Returns the edge type on a side of the topmost covered piece of a cell; `None` if the cell has no covered piece.
    pub(super) fn edge_under(&self, cell: Cell, side: Side) -> Option<EdgeTypeId> {
        let piece = self.piles.pile_at(cell).last()?;
        let placed = &self.tiles[piece.tile.index()];
        Some(self.catalog.face(placed.kind, placed.turn, piece.part).edge(side))
    }

    /// Covers the topmost pieces of some cells. Returns the changes of their features, whose claims the caller must
    /// restore. The caller must place the covering tile next.
    pub(crate) fn cover(&mut self, catalog: &Catalog, pieces: &[PlacedCell]) -> Vec<Parting> {
        let mut apart = self.about_to_part(pieces);
        self.clear_cells(catalog, pieces, &apart);
        self.lifted += 1;
        self.part_from(catalog, pieces, &mut apart);
        for &piece in pieces {
            self.piles.push(piece);
        }
        apart
    }

    /// Restores the pieces under a tile that has left some cells, and returns them. Reports merged features to
    /// `merged`.
    pub(super) fn uncover(
        &mut self,
        catalog: &Catalog,
        cells: &[PlacedCell],
        mut merged: impl FnMut(Merged),
    ) -> PlacedCells {
        if self.piles.is_empty() {
            return PlacedCells::new();
        }
        let pieces: PlacedCells = cells.iter().filter_map(|piece| self.piles.pop(piece.cell)).collect();
        for &PlacedCell { tile, part, cell } in &pieces {
            let PlacedTile { kind, first_segment, .. } = self.tiles[tile.index()];
            let spec = &catalog.kinds[kind];
            for (local, laid) in spec.laid.iter().enumerate() {
                if usize::from(spec.segments[local].cell) == part {
                    self.features.add_again(tile, first_segment, local, laid, cell.sort_key());
                }
            }
        }
        for &piece in &pieces {
            self.settle_piece(catalog, piece, &mut merged);
        }
        pieces
    }

    /// Returns all placements of a kind on top of tiles of some planes, sorted.
    pub fn list_placements_over(&self, kind: TileKindId, planes: Planes) -> Vec<(Cell, Turn)> {
        let mut found = Vec::new();
        let over = PlacementPermissions { free: false, over: true };
        for placed in self.tiles().filter(|placed| planes.contains(placed.cell.plane())) {
            for face in self.catalog.faces(placed.kind, placed.turn) {
                let cell = placed.cell.plus(face.offset.0, face.offset.1);
                let turns = self.catalog.turns(kind).iter();
                found.extend(
                    turns.filter(|&turn| self.fits_as(kind, Pose::new(cell, turn), over)).map(|turn| (cell, turn)),
                );
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
