//! Tiles that are taken up, and tiles that are laid elsewhere. Numbers of tiles and segments are never used again, so that
//! whatever refers to a tile that is gone can be told so; a tile that is moved keeps its own.
//!
//! What it costs depends on the features of the tile, and not on the board: they are joined anew, see
//! `parting`, and the frontier changes around the cells alone. The exceptions are a tile at the edge of
//! the bounds, where rows of cells are looked through until one has a tile, and a board of limited size that slides.

use std::iter::Map;
use std::ops::Range;

use crate::board::features::Merged;
use crate::board::grid::GridSpot;
use crate::board::levels::{PlacedCell, PlacedCells};
use crate::board::parting::Parting;
use crate::board::planes::PlaneState;
use crate::board::{Board, PlacedTile};
use crate::catalog::footing::Footing;
use crate::catalog::id::{SegmentId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::tile::{AGAIN, TurnedCell};
use crate::catalog::{Catalog, Extent};

/// The tiles that lie on a board with their numbers, see [`Board::numbered_tiles`].
#[derive(Clone, Debug)]
pub struct NumberedTiles<'a> {
    board: &'a Board,
    numbers: Range<usize>,
    left: usize,
}

/// The tiles that lie on a board, see [`Board::tiles`].
pub type Tiles<'a> = Map<NumberedTiles<'a>, fn((TileId, &'a PlacedTile)) -> &'a PlacedTile>;

impl<'a> NumberedTiles<'a> {
    fn lying(&mut self, number: usize) -> Option<(TileId, &'a PlacedTile)> {
        let tile = TileId::from_index(number);
        let lies = !self.board.is_gone(tile);
        self.left -= usize::from(lies);
        lies.then(|| (tile, &self.board.tiles[number]))
    }
}

impl<'a> Iterator for NumberedTiles<'a> {
    type Item = (TileId, &'a PlacedTile);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let number = self.numbers.next()?;
            if let Some(found) = self.lying(number) {
                return Some(found);
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for NumberedTiles<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            let number = self.numbers.next_back()?;
            if let Some(found) = self.lying(number) {
                return Some(found);
            }
        }
    }
}

impl ExactSizeIterator for NumberedTiles<'_> {}

impl Board {
    /// The tiles that lie on the board with their numbers, in the order of those.
    pub fn numbered_tiles(&self) -> NumberedTiles<'_> {
        NumberedTiles { board: self, numbers: 0..self.tiles.len(), left: self.tiles.len() - self.gone_count }
    }

    /// A tile that lies on the board, by its number; nothing for one that was taken up.
    #[inline]
    pub fn tile(&self, tile: TileId) -> Option<&PlacedTile> {
        if self.is_gone(tile) { None } else { self.tiles.get(tile.index()) }
    }

    /// A tile that was laid, by its number: where it lies, or where it lay before it was taken up.
    pub fn laid_tile(&self, tile: TileId) -> Option<&PlacedTile> {
        self.tiles.get(tile.index())
    }

    /// The tile that a segment lies on, or lay on before that was taken up.
    #[inline]
    pub fn tile_under(&self, segment: SegmentId) -> &PlacedTile {
        &self.tiles[self.features.tile_of(segment).index()]
    }

    /// Whether a segment was on a tile that was taken up.
    pub fn was_taken_up(&self, segment: SegmentId) -> bool {
        segment.index() < self.features.segment_bound() && !self.features.is_there(segment)
    }

    /// What a tile may do that is moved: one that lies alone can be turned, and one that lies on others can be turned there.
    pub fn footing_if_moved(&self, tile: TileId, cell: Cell, footing: Footing) -> Footing {
        let Footing { free, over } = footing | self.footing(cell.plane());
        let stays = self.tile(tile).is_some_and(|placed| placed.cell == cell);
        Footing { free: free || stays, over: over || stays && self.level(tile) > 0 }
    }

    /// Whether a tile was taken up.
    #[inline]
    pub(crate) fn is_gone(&self, tile: TileId) -> bool {
        self.gone.get(tile.index() / 64).is_some_and(|bits| bits >> (tile.index() % 64) & 1 == 1)
    }

    /// Grows whenever a tile is placed, taken up or moved. As long as nothing was taken up it is the number of tiles.
    #[inline]
    pub fn edition(&self) -> u32 {
        self.tiles.len() as u32 + self.lifted
    }

    /// Whether a tile was ever taken up or moved.
    #[inline]
    pub(crate) fn has_lifted(&self) -> bool {
        self.lifted > 0
    }

    /// Number of tiles that were ever laid. Their numbers are below it.
    pub fn laid_count(&self) -> usize {
        self.tiles.len()
    }

    /// Whether a kind fits somewhere as if a tile did not lie there.
    pub fn fits_without(
        &self,
        lifted: Option<TileId>,
        kind: TileKindId,
        (cell, turn): (Cell, Turn),
        Footing { free, over }: Footing,
    ) -> bool {
        let mut refused = self.catalog.faces(kind, turn).is_empty();
        let lifted = lifted.map(|tile| (tile, self.bounds_without(tile)));
        let touches = self.each_obstacle_without(lifted, (kind, cell, turn), over, |_| {
            refused = true;
            false
        });
        !refused && (touches || free)
    }

    /// Takes a tile off its cells and tells what has become of its features, whose claims are to be made again, and what
    /// lies on top again that lay under it. It is gone unless it is set down elsewhere.
    pub(crate) fn lift(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        merged: impl FnMut(Merged),
    ) -> (Vec<Parting>, PlacedCells) {
        let pieces = self.pieces(tile);
        let mut apart = self.about_to_part(&pieces);
        let bounds = self.bounds_without(tile);
        self.clear_cells(catalog, &pieces, &apart);
        self.mark_gone(tile);
        let plane = self.tiles[tile.index()].cell.plane();
        let state = &mut self.planes[plane.index()];
        let shrinks = std::mem::replace(&mut state.bounds, bounds) != bounds;
        let slides = matches!(state.extent, Extent::Sliding { .. });
        self.part_from(catalog, &pieces, &mut apart);
        if shrinks && slides {
            self.open_found_cells(catalog, plane);
        }
        let found = self.uncover(catalog, &pieces, merged);
        if !found.is_empty() {
            self.join_presets();
            self.name_parts(&mut apart);
        }
        (apart, found)
    }

    /// Lays a tile of another kind where one lies, on the very same cells, whether or not it meets what lies beside it, and
    /// tells what has become of the features of the one that is gone, whose claims are to be made again. What lies under
    /// it stays there.
    pub(crate) fn exchange(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        (kind, turn): (TileKindId, Turn),
        merged: impl FnMut(Merged),
    ) -> (TileId, Vec<Parting>) {
        let pieces = self.pieces(tile);
        let mut apart = self.about_to_part(&pieces);
        self.clear_cells(catalog, &pieces, &apart);
        self.mark_gone(tile);
        self.part_from(catalog, &pieces, &mut apart);
        let cell = self.tiles[tile.index()].cell;
        (self.place(catalog, kind, cell, turn, merged), apart)
    }

    /// Whether a kind would lie at a turn on the very cells of a tile.
    pub(crate) fn lies_on_cells_of(&self, tile: TileId, kind: TileKindId, turn: Turn) -> bool {
        let PlacedTile { kind: own, turn: own_turn, cell, .. } = self.tiles[tile.index()];
        let (there, would) = (self.catalog.faces(own, own_turn), self.catalog.faces(kind, turn));
        let has = |face: &TurnedCell| there.iter().any(|own| own.offset == face.offset);
        let lies = self.catalog.lattice.can_lie(cell, turn);
        lies && there.len() == would.len() && !would.is_empty() && would.iter().all(has)
    }

    /// Empties the cells of some pieces that are about to go.
    pub(super) fn clear_cells(&mut self, catalog: &Catalog, pieces: &[PlacedCell], apart: &[Parting]) {
        self.open_strangers(catalog, pieces, apart);
        for place in pieces.iter().filter_map(|piece| self.grid.place(piece.cell)).collect::<Vec<_>>() {
            self.grid.open(place, None);
        }
        for piece in pieces {
            let kind = self.tiles[piece.tile.index()].kind;
            if catalog.kinds[kind].watched != 0
                && let Some(place) = self.grid.place(piece.cell)
            {
                self.grid.unwatch(catalog.lattice, (piece.cell, place));
            }
        }
    }

    /// Forgets the segments of pieces whose cells were emptied, joins anew what is left of their features, and lets the
    /// frontier follow.
    pub(super) fn part_from(&mut self, catalog: &Catalog, pieces: &[PlacedCell], apart: &mut [Parting]) {
        for segment in self.segments_of(pieces) {
            self.features.forget(segment);
        }
        self.part(catalog, apart);
        for piece in pieces {
            self.open_or_close(catalog, piece.cell);
            for side in catalog.lattice.sides() {
                self.open_or_close(catalog, catalog.lattice.neighbour(piece.cell, side));
            }
        }
    }

    /// Lays a tile that was just lifted, on what is there, and tells of merged features and of what has become of those
    /// that it covers.
    pub(crate) fn set_down(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        (cell, turn): (Cell, Turn),
        merged: impl FnMut(Merged),
    ) -> Vec<Parting> {
        let under = self.pieces_under(self.tiles[tile.index()].kind, (cell, turn));
        let apart = if under.is_empty() { Vec::new() } else { self.cover(catalog, &under) };
        let placed = &mut self.tiles[tile.index()];
        (placed.cell, placed.turn) = (cell, turn);
        let placed = *placed;
        self.gone[tile.index() / 64] &= !(1 << (tile.index() % 64));
        self.gone_count -= 1;
        self.settle_again(catalog, tile, placed, merged);
        apart
    }

    /// Gives a tile another kind, on the very same cells and with the same numbers of segments, of which the new kind has
    /// more. Returns what has become of its features, whose claims are to be made again. What lies under it stays there.
    pub(crate) fn extend(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        kind: TileKindId,
        merged: impl FnMut(Merged),
    ) -> Vec<Parting> {
        let pieces = self.pieces(tile);
        let mut apart = self.about_to_part(&pieces);
        self.clear_cells(catalog, &pieces, &apart);
        self.lifted += 1;
        self.part_from(catalog, &pieces, &mut apart);
        self.tiles[tile.index()].kind = kind;
        self.settle_again(catalog, tile, self.tiles[tile.index()], merged);
        apart
    }

    /// Adds the segments of a tile under the numbers that it has and joins them with what lies around.
    fn settle_again(&mut self, catalog: &Catalog, tile: TileId, placed: PlacedTile, merged: impl FnMut(Merged)) {
        let PlacedTile { kind, cell, turn, first_segment } = placed;
        let (spec, faces) = (&catalog.kinds[kind], catalog.faces(kind, turn));
        for (local, laid) in spec.laid.iter().enumerate() {
            let (dx, dy) = faces.get(usize::from(spec.segments[local].cell)).map_or((0, 0), |face| face.offset);
            self.features.add_again(tile, first_segment, (local, laid), cell.plus(dx, dy).sort_key());
        }
        self.settle(catalog, tile, placed, merged);
        self.join_presets();
    }

    fn mark_gone(&mut self, tile: TileId) {
        let word = tile.index() / 64;
        if self.gone.len() <= word {
            self.gone.resize(word + 1, 0);
        }
        self.gone[word] |= 1 << (tile.index() % 64);
        self.gone_count += 1;
        self.lifted += 1;
    }

    /// Opens the sides of segments beside pieces that these closed without joining them, as a wildcard does. Those of
    /// their features are looked at when these part.
    fn open_strangers(&mut self, catalog: &Catalog, pieces: &[PlacedCell], apart: &[Parting]) {
        for piece in pieces {
            for side in catalog.lattice.sides() {
                let beside = catalog.lattice.neighbour(piece.cell, side);
                let Some((other, part)) = self.tile_at(beside) else { continue };
                if pieces.iter().any(|piece| piece.cell == beside) {
                    continue;
                }
                let across = self.tiles[other.index()];
                let ports = catalog.face(across.kind, across.turn, part).ports(catalog.lattice.opposite(side));
                for &port in ports.iter().filter(|&&port| port & AGAIN == 0) {
                    let segment = across.first_segment.plus(u32::from(port));
                    let root = self.features.root(segment);
                    if apart.iter().all(|apart| apart.was != root) {
                        self.features.open_side(segment);
                    }
                }
            }
        }
    }

    /// Lets an empty cell be part of the frontier as its neighbours say: with what they demand, or not at all.
    fn open_or_close(&mut self, catalog: &Catalog, cell: Cell) {
        let Some(place) = self.grid.place(cell) else { return };
        let spot = self.grid.at(place);
        if let GridSpot::Tile { .. } = spot {
            return;
        }
        // A cell of the rim that lies beside other cells of it is not open for that.
        let beside = |side| self.tile_at(catalog.lattice.neighbour(cell, side)).is_some();
        let opens = self.rim_at(cell).is_none() || catalog.lattice.sides().any(beside);
        let demand = if opens && self.exists(cell) { self.demand_around(cell) } else { None };
        let Some(PlaneState { frontier, .. }) = self.planes.get_mut(cell.plane().index()) else { return };
        match (spot, demand) {
            (GridSpot::Frontier(number), Some(demand)) if frontier.demand(number) != demand => {
                frontier.loosen(catalog, number, demand);
            }
            (GridSpot::Frontier(number), None) => {
                frontier.remove(number);
                self.grid.open(place, None);
            }
            (GridSpot::Empty, Some(demand)) => {
                let number = frontier.add_demand(catalog, cell, demand);
                self.grid.open(place, Some(number));
            }
            _ => {}
        }
    }

    /// The bounds of the plane of a tile as they would be without it.
    fn bounds_without(&self, tile: TileId) -> Option<(Cell, Cell)> {
        let placed = &self.tiles[tile.index()];
        let bounds = self.bounds(placed.cell.plane());
        let (mut min, mut max) = bounds?;
        if self.is_gone(tile) || self.level(tile) > 0 {
            return bounds;
        }
        let others = |other: &(TileId, &PlacedTile)| other.0 != tile && other.1.cell.plane() == placed.cell.plane();
        // Where no other lies there are no bounds.
        self.numbered_tiles().find(others)?;
        let is_inside = |cell: Cell| cell.x > min.x && cell.y > min.y && cell.x < max.x && cell.y < max.y;
        let mut faces = self.catalog.faces(placed.kind, placed.turn).iter();
        if faces.all(|face| is_inside(placed.cell.plus(face.offset.0, face.offset.1))) {
            return bounds;
        }
        let lies = |x: i16, y: i16| self.tile_at(Cell { x, y }).is_some_and(|(other, _)| other != tile);
        // Another tile lies somewhere, so each of these ends.
        while !(min.x..=max.x).any(|x| lies(x, min.y)) {
            min.y += 1;
        }
        while !(min.x..=max.x).any(|x| lies(x, max.y)) {
            max.y -= 1;
        }
        while !(min.y..=max.y).any(|y| lies(min.x, y)) {
            min.x += 1;
        }
        while !(min.y..=max.y).any(|y| lies(max.x, y)) {
            max.x -= 1;
        }
        Some((min, max))
    }
}
