//! The planes of a board: their existing cells and their frontiers.

use crate::board::Board;
use crate::board::frontier::Frontier;
use crate::board::grid::GridSpot;
use crate::board::plane_state::PlaneState;
use crate::catalog::demand::Demand;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{SegmentId, TileId};
use crate::catalog::lattice::{Cell, Plane};
use crate::catalog::tile::{AGAIN, TurnedCell};
use crate::catalog::{Catalog, Extent};

impl Board {
    /// Returns the empty cells of a plane that are next to tiles or the rim; `None` if the plane does not exist.
    pub fn frontier(&self, plane: Plane) -> Option<&Frontier> {
        self.planes.get(plane.index()).map(|plane| &plane.frontier)
    }

    /// Returns the frontier cells of all planes, with the demands of their neighbours.
    pub fn open_cells(&self) -> impl Iterator<Item = (Cell, Demand)> {
        self.planes.iter().flat_map(|plane| plane.frontier.cells())
    }

    /// Returns the planes of the board, in order.
    pub fn planes(&self) -> impl ExactSizeIterator<Item = Plane> + Clone + use<> {
        (0..self.planes.len() as u8).map(Plane)
    }

    /// Returns the current extent of a plane.
    ///
    /// # Panics
    /// The board does not have the plane.
    pub fn extent(&self, plane: Plane) -> Extent {
        self.planes[plane.index()].extent
    }

    /// Returns the footing for steps on a plane; the default if the plane does not exist.
    #[inline]
    pub fn footing(&self, plane: Plane) -> PlacementPermissions {
        self.planes.get(plane.index()).map_or(PlacementPermissions::default(), PlaneState::footing)
    }

    /// Returns true if steps may place tiles on other tiles on some plane.
    #[inline]
    pub(crate) fn lets_over(&self) -> bool {
        !self.is_plain && self.planes.iter().any(|plane| plane.footing().over)
    }

    /// Returns the cells of a plane outside of the frontier that could hold the first cell of a tile.
    pub(super) fn further_cells(&self, plane: Plane) -> Vec<Cell> {
        let PlacementPermissions { free, over } = self.footing(plane);
        let mut found = Vec::new();
        if let (true, Extent::Bounded { min, max }) = (free, self.extent(plane)) {
            let cells = (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| Cell { x, y }));
            found.extend(cells.filter(|&cell| self.tile_at(cell).is_none()));
        }
        if over {
            found.extend(self.seen_cells().map(|(.., cell)| cell).filter(|cell| cell.plane() == plane));
        }
        found
    }

    /// Returns the north-west and the south-east corner of the smallest rectangle that holds all tiles of a plane;
    /// `None` without tiles.
    pub fn bounds(&self, plane: Plane) -> Option<(Cell, Cell)> {
        self.planes.get(plane.index())?.bounds
    }

    /// Returns true if a cell exists on the board at its current extent.
    pub fn exists(&self, cell: Cell) -> bool {
        self.planes.get(cell.plane().index()).is_some_and(|plane| plane.has(cell, plane.bounds))
    }

    /// Like [`Board::exists`], with other bounds for the plane of the cell.
    #[inline]
    pub(super) fn exists_within(&self, bounds: Option<(Cell, Cell)>, cell: Cell) -> bool {
        self.planes.get(cell.plane().index()).is_some_and(|plane| plane.has(cell, bounds))
    }

    /// Adds the cells next to the rim to the frontier, so that the first tile can be placed there.
    pub(super) fn open_rim(&mut self, catalog: &Catalog) {
        for rim in &catalog.board.rim {
            for side in catalog.lattice.sides() {
                let cell = catalog.lattice.neighbour(rim.cell, side);
                let back = catalog.lattice.opposite(side);
                if !self.exists(cell) || catalog.board.rim.iter().any(|r| r.cell == cell) {
                    continue;
                }
                let place = self.grid.make_room(cell);
                let frontier = &mut self.planes[cell.plane().index()].frontier;
                match self.grid.spot_at(place) {
                    GridSpot::Frontier(number) => frontier.tighten(catalog, number, back, rim.edge),
                    _ => {
                        let number = frontier.add(catalog, cell, back, rim.edge);
                        self.grid.open(place, Some(number));
                    }
                }
            }
        }
    }

    /// Extends the bounds by a new tile, and removes frontier cells that a sliding board no longer reaches.
    #[inline]
    pub(super) fn widen(&mut self, faces: &[TurnedCell], cell: Cell) {
        let state = &mut self.planes[cell.plane().index()];
        let mut wider = state.bounds.is_none();
        for face in faces {
            let here = cell.plus(face.offset.0, face.offset.1);
            let (min, max) = state.bounds.get_or_insert((here, here));
            // Separate comparisons are faster here than all four at once in wide registers.
            if here.x < min.x {
                (min.x, wider) = (here.x, true);
            } else if here.x > max.x {
                (max.x, wider) = (here.x, true);
            }
            if here.y < min.y {
                (min.y, wider) = (here.y, true);
            } else if here.y > max.y {
                (max.y, wider) = (here.y, true);
            }
        }
        if wider && matches!(state.extent, Extent::Sliding { .. }) {
            self.drop_lost_cells(cell.plane());
        }
    }

    fn drop_lost_cells(&mut self, plane: Plane) {
        let frontier = &self.planes[plane.index()].frontier;
        let lost: Vec<(u32, Cell)> = frontier.numbered_cells().filter(|&(_, c)| !self.exists(c)).collect();
        for (number, cell) in lost {
            self.planes[plane.index()].frontier.remove(number);
            if let Some(place) = self.grid.place(cell) {
                self.grid.open(place, None);
            }
        }
    }

    /// Changes the extent of a plane, which may only lose cells without tiles. Updates the frontier and the sides that
    /// the rim closes.
    pub(crate) fn set_extent(&mut self, catalog: &Catalog, plane: Plane, extent: Extent) {
        let facing = if catalog.board.rim_closes { self.facing_nothing(plane) } else { Vec::new() };
        let before: Vec<bool> = facing.iter().map(|&(across, _)| self.exists(across)).collect();
        self.planes[plane.index()].extent = extent;
        for (&(across, segment), existed) in facing.iter().zip(before) {
            match (existed, self.exists(across)) {
                (false, true) => self.features.open_side(segment),
                (true, false) => self.features.close_side(segment),
                _ => {}
            }
        }
        self.drop_lost_cells(plane);
        self.open_found_cells(catalog, plane);
    }

    /// Adds cells next to tiles of a plane to the frontier if they exist and are missing there.
    pub(super) fn open_found_cells(&mut self, catalog: &Catalog, plane: Plane) {
        for index in 0..self.tiles.len() {
            if self.is_gone(TileId::from_index(index)) {
                continue;
            }
            let placed = self.tiles[index];
            if placed.cell.plane() != plane {
                continue;
            }
            for face in catalog.faces(placed.kind, placed.turn) {
                let here = placed.cell.plus(face.offset.0, face.offset.1);
                for side in catalog.lattice.sides() {
                    let across = self.catalog.lattice.neighbour(here, side);
                    if self.grid.get(across) == GridSpot::Empty && self.exists(across) {
                        let place = self.grid.make_room(across);
                        if let Some(demand) = self.demand_at(across) {
                            let number = self.planes[plane.index()].frontier.add_demand(catalog, across, demand);
                            self.grid.open(place, Some(number));
                        }
                    }
                }
            }
        }
    }

    /// Returns each side of a segment on a plane that faces a cell without a tile, together with that cell.
    fn facing_nothing(&self, plane: Plane) -> Vec<(Cell, SegmentId)> {
        let mut found = Vec::new();
        for placed in self.tiles().filter(|placed| placed.cell.plane() == plane) {
            for face in self.catalog.faces(placed.kind, placed.turn) {
                let here = placed.cell.plus(face.offset.0, face.offset.1);
                for side in self.catalog.lattice.sides() {
                    let across = self.catalog.lattice.neighbour(here, side);
                    if self.tile_at(across).is_none() {
                        let own = face.side(side).iter().filter(|&&a| a & AGAIN == 0);
                        found.extend(own.map(|&a| (across, placed.first_segment.plus(u32::from(a)))));
                    }
                }
            }
        }
        found
    }
}
