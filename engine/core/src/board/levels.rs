//! Tiles that lie on others. A board is what is seen of it from above: what lies covered is no part of any feature and
//! demands nothing, and what lies side by side is joined whatever its height. What is covered comes back under the numbers
//! that it had when what lies on it leaves.

use std::ops::Range;

use smallvec::SmallVec;

use crate::board::features::Merged;
use crate::board::parting::Parting;
use crate::board::{Board, PlacedTile};
use crate::catalog::Catalog;
use crate::catalog::footing::Footing;
use crate::catalog::id::{EdgeTypeId, SegmentId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Planes, Side, Turn};

/// A cell of a tile, with where that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlacedCell {
    pub(crate) tile: TileId,
    pub(crate) part: usize,
    pub(crate) cell: Cell,
}

/// The pieces that a tile covers or has; tiles mostly have few cells.
pub(crate) type PlacedCells = SmallVec<[PlacedCell; 4]>;

/// The pieces of tiles that lie covered, by cell and from the ground upwards; what lies on top is in the grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Piles(Vec<PlacedCell>);

impl Piles {
    pub(super) fn copy_from(&mut self, other: &Piles) {
        self.0.clone_from(&other.0);
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn range(&self, cell: Cell) -> Range<usize> {
        let start = self.0.partition_point(|piece| piece.cell < cell);
        start..start + self.0[start..].partition_point(|piece| piece.cell == cell)
    }

    /// What lies covered on a cell, from the ground upwards.
    #[inline]
    fn on(&self, cell: Cell) -> &[PlacedCell] {
        if self.is_empty() { &[] } else { &self.0[self.range(cell)] }
    }

    fn push(&mut self, piece: PlacedCell) {
        let end = self.range(piece.cell).end;
        self.0.insert(end, piece);
    }

    fn pop(&mut self, cell: Cell) -> Option<PlacedCell> {
        let range = self.range(cell);
        (!range.is_empty()).then(|| self.0.remove(range.end - 1))
    }
}

impl Board {
    /// Number of tiles that lie one on the other on a cell.
    #[inline]
    pub fn height(&self, cell: Cell) -> u32 {
        self.covered_on(cell).count() as u32 + u32::from(self.tile_at(cell).is_some())
    }

    /// The tiles that lie covered on a cell, from the ground upwards, with the number of the tile's cell that lies there.
    pub fn covered_on(&self, cell: Cell) -> impl ExactSizeIterator<Item = (TileId, usize)> {
        self.piles.on(cell).iter().map(|piece| (piece.tile, piece.part))
    }

    /// The cells of the tiles as they are seen from above, with the number of each on its tile, in the order of tiles.
    pub fn seen_cells(&self) -> impl Iterator<Item = (&PlacedTile, usize, Cell)> {
        self.numbered_tiles().flat_map(move |(tile, placed)| {
            let seen = move |piece: &PlacedCell| self.piles.is_empty() || self.is_seen(*piece);
            self.pieces(tile).into_iter().filter(seen).map(move |piece| (placed, piece.part, piece.cell))
        })
    }

    /// Number of tiles that a tile lies on: 0 on the ground.
    pub fn level(&self, tile: TileId) -> u32 {
        let under = |cell: Cell| {
            let pile = self.piles.on(cell);
            pile.iter().position(|piece| piece.tile == tile).unwrap_or(pile.len())
        };
        self.tile(tile).map_or(0, |placed| under(placed.cell) as u32)
    }

    /// Whether anything lies on a tile.
    pub fn is_covered(&self, tile: TileId) -> bool {
        !self.piles.is_empty() && self.pieces(tile).iter().any(|piece| !self.is_seen(*piece))
    }

    /// Whether a segment lies under another tile.
    pub fn is_under(&self, segment: SegmentId) -> bool {
        let tile = self.features.tile_of(segment);
        self.was_taken_up(segment) && !self.is_gone(tile)
    }

    /// The tiles that a tile lies on, each once, by their numbers.
    pub fn tiles_under(&self, tile: TileId) -> Vec<TileId> {
        let below = |piece: &PlacedCell| {
            let pile = self.piles.on(piece.cell);
            let own = pile.iter().position(|other| other.tile == tile).unwrap_or(pile.len());
            own.checked_sub(1).map(|under| pile[under].tile)
        };
        let mut found: Vec<TileId> = self.pieces(tile).iter().filter_map(below).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether any tile lies on another one.
    #[inline]
    pub fn has_levels(&self) -> bool {
        !self.piles.is_empty()
    }

    /// The pieces of a tile, where it lies or lay.
    pub(crate) fn pieces(&self, tile: TileId) -> PlacedCells {
        let PlacedTile { kind, cell, turn, .. } = self.tiles[tile.index()];
        let faces = self.catalog.faces(kind, turn).iter().enumerate();
        faces.map(|(part, face)| PlacedCell { tile, part, cell: cell.plus(face.offset.0, face.offset.1) }).collect()
    }

    /// The pieces on which a kind would lie.
    pub(crate) fn pieces_under(&self, kind: TileKindId, (cell, turn): (Cell, Turn)) -> PlacedCells {
        let cells = self.catalog.faces(kind, turn).iter().map(|face| cell.plus(face.offset.0, face.offset.1));
        let top = |cell| self.tile_at(cell).map(|(tile, part)| PlacedCell { tile, part, cell });
        cells.filter_map(top).collect()
    }

    fn is_seen(&self, piece: PlacedCell) -> bool {
        self.tile_at(piece.cell) == Some((piece.tile, piece.part))
    }

    /// The segments of some pieces.
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

    /// What a side of a cell shows if a tile did not lie there: what the tile under it shows.
    pub(super) fn edge_under(&self, cell: Cell, side: Side) -> Option<EdgeTypeId> {
        let piece = self.piles.on(cell).last()?;
        let placed = &self.tiles[piece.tile.index()];
        Some(self.catalog.face(placed.kind, placed.turn, piece.part).edge(side))
    }

    /// Covers the tops of some cells, and tells what has become of their features; their claims are to be made again.
    /// What covers them has to be laid next.
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

    /// Lets what lay under a tile that has left some cells lie on top again, and tells of merged features.
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
                    self.features.add_again(tile, first_segment, (local, laid), cell.sort_key());
                }
            }
        }
        for &piece in &pieces {
            self.settle_piece(catalog, piece, &mut merged);
        }
        pieces
    }

    /// All placements of a kind on tiles of some planes, sorted.
    pub fn list_placements_over(&self, kind: TileKindId, planes: Planes) -> Vec<(Cell, Turn)> {
        let mut found = Vec::new();
        let over = Footing { free: false, over: true };
        for placed in self.tiles().filter(|placed| planes.contains(placed.cell.plane())) {
            for face in self.catalog.faces(placed.kind, placed.turn) {
                let cell = placed.cell.plus(face.offset.0, face.offset.1);
                let turns = self.catalog.turns(kind).iter();
                found.extend(turns.filter(|&turn| self.fits_as(kind, (cell, turn), over)).map(|turn| (cell, turn)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
