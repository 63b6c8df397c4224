//! Tiles that are taken up or moved. Numbers of tiles and segments are never used again, so that references to a tile
//! that is gone can be recognized; a moved tile keeps its numbers.
//!
//! The cost depends on the features of the tile and not on the board: these features are joined again, see `parting`,
//! and the frontier changes only around the cells of the tile. The exceptions are a tile at the edge of the bounds,
//! which requires a search for the next row or column with a tile, and a board of limited size that slides.

use std::iter::Map;
use std::ops::Range;

use crate::board::features::Merged;
use crate::board::grid::GridSpot;
use crate::board::parting::Parting;
use crate::board::piles::{PlacedCell, PlacedCells};
use crate::board::plane_state::PlaneState;
use crate::board::{Board, PlacedTile};
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{SegmentId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::pose::{Pose, TurnedKind};
use crate::catalog::tile::{AGAIN, TurnedCell};
use crate::catalog::{Catalog, Extent};

/// Iterator over the tiles on a board with their numbers, see [`Board::numbered_tiles`].
#[derive(Clone, Debug)]
pub struct NumberedTiles<'a> {
    board: &'a Board,
    numbers: Range<usize>,
    left: usize,
}

/// Iterator over the tiles on a board, see [`Board::tiles`].
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
    /// Returns the tiles on the board, in order of placement.
    pub fn tiles(&self) -> Tiles<'_> {
        self.numbered_tiles().map(|(_, tile)| tile)
    }

    /// Returns the tiles on the board with their numbers, in order of these.
    pub fn numbered_tiles(&self) -> NumberedTiles<'_> {
        NumberedTiles { board: self, numbers: 0..self.tiles.len(), left: self.tiles.len() - self.gone_count }
    }

    /// Returns a tile on the board by its number; `None` if it was taken up.
    #[inline]
    pub fn tile(&self, tile: TileId) -> Option<&PlacedTile> {
        if self.is_gone(tile) { None } else { self.tiles.get(tile.index()) }
    }

    /// Returns a placed tile by its number, with its last position if it was taken up.
    pub fn laid_tile(&self, tile: TileId) -> Option<&PlacedTile> {
        self.tiles.get(tile.index())
    }

    /// Returns the tile that a segment belongs to, even if the tile was taken up.
    #[inline]
    pub fn tile_under(&self, segment: SegmentId) -> &PlacedTile {
        &self.tiles[self.features.tile_of(segment).index()]
    }

    /// Returns true if a segment is no longer on the board: its tile was taken up, or another tile covers it.
    pub fn was_taken_up(&self, segment: SegmentId) -> bool {
        segment.index() < self.features.segment_bound() && !self.features.is_there(segment)
    }

    /// Returns the footing of a tile that moves to `cell`. A tile without neighbours can be turned in place, and so can
    /// a tile on top of others.
    pub fn footing_if_moved(&self, tile: TileId, cell: Cell, footing: PlacementPermissions) -> PlacementPermissions {
        let PlacementPermissions { free, over } = footing | self.footing(cell.plane());
        let stays = self.tile(tile).is_some_and(|placed| placed.cell == cell);
        PlacementPermissions { free: free || stays, over: over || stays && self.level(tile) > 0 }
    }

    /// Returns true if a tile was taken up.
    #[inline]
    pub(crate) fn is_gone(&self, tile: TileId) -> bool {
        self.gone.get(tile.index() / 64).is_some_and(|bits| bits >> (tile.index() % 64) & 1 == 1)
    }

    /// Returns a number that grows with every change of the placed tiles. Until a tile is taken up, moved,
    /// covered or given another kind, it is the number of tiles.
    #[inline]
    pub fn edition(&self) -> u32 {
        self.tiles.len() as u32 + self.lifted
    }

    /// Returns true if a tile was ever taken up, moved, covered or given another kind.
    #[inline]
    pub(crate) fn has_lifted(&self) -> bool {
        self.lifted > 0
    }

    /// Returns the number of tiles that were ever placed, which exceeds all their numbers.
    pub fn laid_count(&self) -> usize {
        self.tiles.len()
    }

    /// Returns true if a kind fits at a place with `lifted` treated as absent.
    pub fn fits_without(
        &self,
        lifted: Option<TileId>,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        PlacementPermissions { free, over }: PlacementPermissions,
    ) -> bool {
        let mut refused = self.catalog.faces(kind, turn).is_empty();
        let lifted = lifted.map(|tile| (tile, self.bounds_without(tile)));
        let touches = self.each_obstacle_without(lifted, kind, Pose { cell, turn }, over, |_| {
            refused = true;
            false
        });
        !refused && (touches || free)
    }

    /// Takes a tile off its cells. Returns the changes of its features, whose claims the caller must restore, and the
    /// pieces under it that are now on top. The tile is gone unless it is set down elsewhere.
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

    /// Replaces a tile with a new tile of another kind on the same cells, whether or not it matches its neighbours.
    /// Returns the new tile and the changes of the old tile's features, whose claims the caller must restore. Tiles
    /// under it remain.
    pub(crate) fn exchange(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        TurnedKind { kind, turn }: TurnedKind,
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

    /// Returns true if a kind at a turn would occupy exactly the cells of a tile.
    pub(crate) fn lies_on_cells_of(&self, tile: TileId, kind: TileKindId, turn: Turn) -> bool {
        let PlacedTile { kind: own, turn: own_turn, cell, .. } = self.tiles[tile.index()];
        let (there, would) = (self.catalog.faces(own, own_turn), self.catalog.faces(kind, turn));
        let has = |face: &TurnedCell| there.iter().any(|own| own.offset == face.offset);
        let lies = self.catalog.lattice.can_lie(cell, turn);
        lies && there.len() == would.len() && !would.is_empty() && would.iter().all(has)
    }

    /// Clears the cells of pieces that are about to leave the board.
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
                self.grid.unwatch(catalog.lattice, piece.cell, place);
            }
        }
    }

    /// Forgets the segments of pieces whose cells were cleared, joins the remaining parts of their features again, and
    /// updates the frontier.
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

    /// Places a tile that was just lifted, on top of any tiles there. Reports merged features to `merged`, and returns
    /// the changes of the features that it covers.
    pub(crate) fn set_down(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        Pose { cell, turn }: Pose,
        merged: impl FnMut(Merged),
    ) -> Vec<Parting> {
        let under = self.pieces_under(self.tiles[tile.index()].kind, Pose { cell, turn });
        let apart = if under.is_empty() { Vec::new() } else { self.cover(catalog, &under) };
        let placed = &mut self.tiles[tile.index()];
        (placed.cell, placed.turn) = (cell, turn);
        let placed = *placed;
        self.gone[tile.index() / 64] &= !(1 << (tile.index() % 64));
        self.gone_count -= 1;
        self.settle_again(catalog, tile, placed, merged);
        apart
    }

    /// Gives a tile another kind with more segments, on the same cells and with the same segment numbers. Returns the
    /// changes of its features, whose claims the caller must restore. Tiles under it remain.
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

    /// Adds the segments of a tile under the numbers that they have, and joins them with their neighbours.
    fn settle_again(&mut self, catalog: &Catalog, tile: TileId, placed: PlacedTile, merged: impl FnMut(Merged)) {
        let PlacedTile { kind, cell, turn, first_segment } = placed;
        let (spec, faces) = (&catalog.kinds[kind], catalog.faces(kind, turn));
        for (local, laid) in spec.laid.iter().enumerate() {
            let (dx, dy) = faces.get(usize::from(spec.segments[local].cell)).map_or((0, 0), |face| face.offset);
            self.features.add_again(tile, first_segment, local, laid, cell.plus(dx, dy).sort_key());
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

    /// Opens the sides of neighbouring segments that the pieces closed without joining them, as a wildcard does.
    /// Segments of the pieces' own features are skipped, because parting these features handles them.
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

    /// Updates an empty cell's place in the frontier after its neighbours changed: it gets their demand, or leaves the
    /// frontier if they demand nothing.
    fn open_or_close(&mut self, catalog: &Catalog, cell: Cell) {
        let Some(place) = self.grid.place(cell) else { return };
        let spot = self.grid.spot_at(place);
        if let GridSpot::Tile { .. } = spot {
            return;
        }
        // A rim cell is open next to a tile only, not next to other rim cells.
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

    /// Returns the bounds of a tile's plane as they would be without the tile; `None` if no other tile is on the plane.
    fn bounds_without(&self, tile: TileId) -> Option<(Cell, Cell)> {
        let placed = &self.tiles[tile.index()];
        let bounds = self.bounds(placed.cell.plane());
        let (mut min, mut max) = bounds?;
        if self.is_gone(tile) || self.level(tile) > 0 {
            return bounds;
        }
        let others = |other: &(TileId, &PlacedTile)| other.0 != tile && other.1.cell.plane() == placed.cell.plane();
        // Without another tile on the plane there are no bounds.
        self.numbered_tiles().find(others)?;
        let is_inside = |cell: Cell| cell.x > min.x && cell.y > min.y && cell.x < max.x && cell.y < max.y;
        let mut faces = self.catalog.faces(placed.kind, placed.turn).iter();
        if faces.all(|face| is_inside(placed.cell.plus(face.offset.0, face.offset.1))) {
            return bounds;
        }
        let lies = |x: i16, y: i16| self.tile_at(Cell { x, y }).is_some_and(|(other, _)| other != tile);
        // Another tile is within the bounds, so each of these loops ends.
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
