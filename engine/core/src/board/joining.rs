//! Joins the segments of a placed tile with their neighbours.

use crate::board::features::{Features, Merged};
use crate::board::grid::{Grid, GridSpot};
use crate::board::piles::PlacedCell;
use crate::board::plane_state::PlaneState;
use crate::board::{Board, PlacedTile};
use crate::catalog::Catalog;
use crate::catalog::id::{SegmentId, TerrainId, TileId};
use crate::catalog::lattice::{Cell, HEX_STEPS, Lattice, SQUARE_STEPS, Side};
use crate::catalog::tile::{AGAIN, NO_SEGMENT, TurnedCell};

impl Board {
    /// Places a tile whose segments were added on its cells, and joins it with its neighbours.
    #[inline]
    pub(super) fn settle(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        placed: PlacedTile,
        mut merged: impl FnMut(Merged),
    ) {
        let PlacedTile { kind, cell, turn, first_segment } = placed;
        let watched = catalog.kinds[kind].watched != 0;
        let faces = catalog.faces(kind, turn);
        let Board { grid, tiles, features, planes, .. } = self;
        // All neighbours of a tile are on its plane.
        let plane = &mut planes[cell.plane().index()];
        let mut joining = Joining { catalog, grid, tiles, features, plane };
        for (part, face) in faces.iter().enumerate() {
            let here = cell.plus(face.offset.0, face.offset.1);
            joining.piece(PlacedCell { tile, part, cell: here }, face, first_segment, watched, &mut merged);
        }
        self.widen(faces, cell);
    }

    /// Puts a piece whose segments were added back on top of its cell.
    pub(super) fn settle_piece(&mut self, catalog: &Catalog, piece: PlacedCell, merged: &mut impl FnMut(Merged)) {
        let PlacedCell { tile, part, cell } = piece;
        let PlacedTile { kind, turn, first_segment, .. } = self.tiles[tile.index()];
        let Board { grid, tiles, features, planes, .. } = self;
        let plane = &mut planes[cell.plane().index()];
        let mut joining = Joining { catalog, grid, tiles, features, plane };
        let (face, watched) = (catalog.face(kind, turn, part), catalog.kinds[kind].watched != 0);
        joining.piece(piece, face, first_segment, watched, merged);
    }
}

/// Parts of a board that a new tile changes.
struct Joining<'a> {
    catalog: &'a Catalog,
    grid: &'a mut Grid,
    tiles: &'a [PlacedTile],
    features: &'a mut Features,
    plane: &'a mut PlaneState,
}

/// Side of a cell of a tile, with the first segment of the tile.
struct BaseSide<'a> {
    face: &'a TurnedCell,
    side: Side,
    base: SegmentId,
}

impl Joining<'_> {
    /// Puts a cell of the tile on the board, and joins it with its neighbours.
    #[inline]
    fn piece(
        &mut self,
        PlacedCell { tile, part, cell: here }: PlacedCell,
        face: &TurnedCell,
        base: SegmentId,
        watched: bool,
        merged: &mut impl FnMut(Merged),
    ) {
        let place = self.occupy(here, tile, part);
        if watched {
            self.grid.watch(self.catalog.lattice, here, place);
        }
        match self.catalog.lattice {
            Lattice::Square => self.sides(&SQUARE_STEPS, here, place, face, base, merged),
            Lattice::Hex | Lattice::Triangle => self.sides(&HEX_STEPS, here, place, face, base, merged),
        }
    }

    /// Stores a cell of the tile in the grid and returns its place there.
    #[inline]
    fn occupy(&mut self, here: Cell, tile: TileId, part: usize) -> usize {
        let place = self.grid.make_room(here);
        if let GridSpot::Frontier(number) = self.grid.spot_at(place) {
            self.plane.frontier.remove(number);
        }
        self.grid.lay(place, tile, part);
        place
    }

    /// Joins a cell of the tile with its neighbour across each side. The opposite of a side is `SIDES / 2` further.
    #[inline]
    fn sides<const SIDES: usize>(
        &mut self,
        steps: &[(i16, i16); SIDES],
        here: Cell,
        place: usize,
        face: &TurnedCell,
        base: SegmentId,
        merged: &mut impl FnMut(Merged),
    ) {
        for (number, &step) in steps.iter().enumerate() {
            let across = self.grid.further(place, step);
            let (side, back) = (Side(number as u8), Side(((number + SIDES / 2) % SIDES) as u8));
            match self.grid.spot_at(across) {
                GridSpot::Tile { tile, part } => {
                    let other = self.tiles[tile.index()];
                    let other_face = self.catalog.face(other.kind, other.turn, part);
                    let (mine, theirs) = (face.whole_side[side.index()], other_face.whole_side[back.index()]);
                    let same_edge = face.edge(side) == other_face.edge(back);
                    if same_edge && mine != NO_SEGMENT && theirs != NO_SEGMENT {
                        let (a, b) = (base.plus(u32::from(mine)), other.first_segment.plus(u32::from(theirs)));
                        if let Some(both) = self.features.join(a, b, 2) {
                            merged(both);
                        }
                    } else {
                        let own = BaseSide { face, side, base };
                        self.ports(own, BaseSide { face: other_face, side: back, base: other.first_segment }, merged);
                    }
                }
                GridSpot::Frontier(number) => {
                    self.plane.frontier.tighten(self.catalog, number, back, face.edge(side));
                }
                GridSpot::Empty => {
                    self.open(here.plus(step.0, step.1), across, back, BaseSide { face, side, base });
                }
            }
        }
    }

    /// Joins the ports of two sides that face each other, in mirrored order, and closes both sides.
    #[inline]
    fn ports(&mut self, own: BaseSide<'_>, other: BaseSide<'_>, merged: &mut impl FnMut(Merged)) {
        let (mine, theirs) = (own.face.ports(own.side), other.face.ports(other.side));
        let (base, other_base) = (own.base, other.base);
        if mine.len() != theirs.len() {
            self.close(mine, base);
            self.close(theirs, other_base);
            return;
        }
        for (&a, &b) in mine.iter().zip(theirs.iter().rev()) {
            // A segment with several ports on a side still has one side here. If the two sides do not meet, as after a
            // tile above was taken up, two segments may connect only by later ports of both.
            let (closes_a, closes_b) = (u32::from(a & AGAIN == 0), u32::from(b & AGAIN == 0));
            let (there_a, there_b) = (a != NO_SEGMENT, b != NO_SEGMENT);
            let (a, b) = (base.plus(u32::from(a & !AGAIN)), other_base.plus(u32::from(b & !AGAIN)));
            if there_a && there_b && self.catalog.connects(self.terrain(a), self.terrain(b)) {
                if let Some(both) = self.features.join(a, b, closes_a + closes_b) {
                    merged(both);
                }
                continue;
            }
            if closes_a > 0 {
                self.features.close_side(a);
            }
            if closes_b > 0 {
                self.features.close_side(b);
            }
        }
    }

    /// Closes the sides of the segments that reach the ports of a side.
    fn close(&mut self, ports: &[u8], base: SegmentId) {
        for &port in ports.iter().filter(|&&port| port & AGAIN == 0) {
            self.features.close_side(base.plus(u32::from(port)));
        }
    }

    /// Adds an empty cell with its first neighbour to the frontier. If the cell does not exist, the rim may close the
    /// side.
    #[inline]
    fn open(&mut self, across: Cell, place: usize, back: Side, BaseSide { face, side, base }: BaseSide<'_>) {
        if self.plane.has(across, self.plane.bounds) {
            let number = self.plane.frontier.add(self.catalog, across, back, face.edge(side));
            self.grid.open(place, Some(number));
        } else if self.catalog.board.rim_closes {
            self.close(face.ports(side), base);
        }
    }

    #[inline]
    fn terrain(&self, segment: SegmentId) -> TerrainId {
        self.features.terrain_of(segment).unwrap_or_else(|| {
            let tile = &self.tiles[self.features.tile_of(segment).index()];
            self.catalog.kinds[tile.kind].segments[self.features.local_of(segment)].terrain
        })
    }
}
