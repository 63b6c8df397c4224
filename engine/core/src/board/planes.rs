//! The planes of a board: which cells exist on each, and which of them are open.

use crate::board::Board;
use crate::board::frontier::Frontier;
use crate::board::grid::GridSpot;
use crate::catalog::demand::Demand;
use crate::catalog::footing::Footing;
use crate::catalog::id::{SegmentId, TileId};
use crate::catalog::lattice::{Cell, Lattice, Plane};
use crate::catalog::tile::{AGAIN, TurnedCell};
use crate::catalog::{Catalog, Extent};
use crate::rarely::rarely;

/// What a board has of each of its planes.
#[derive(Clone, Debug)]
pub(super) struct PlaneState {
    pub(super) extent: Extent,
    /// Smallest rectangle that holds all tiles.
    pub(super) bounds: Option<(Cell, Cell)>,
    pub(super) frontier: Frontier,
    lattice: Lattice,
    /// What the packs let tiles do there.
    allowed: Footing,
}

impl PlaneState {
    pub(super) fn new(catalog: &Catalog, extent: Extent, allowed: Footing) -> PlaneState {
        PlaneState { extent, bounds: None, frontier: Frontier::new(catalog), lattice: catalog.lattice, allowed }
    }

    /// The same as it is before anything lies there, as large as it is now.
    pub(super) fn emptied(&self, catalog: &Catalog) -> PlaneState {
        PlaneState::new(catalog, self.extent, self.allowed)
    }

    /// Makes this a copy of another and keeps its room.
    pub(super) fn copy_from(&mut self, other: &PlaneState) {
        (self.extent, self.bounds, self.allowed) = (other.extent, other.bounds, other.allowed);
        self.lattice = other.lattice;
        self.frontier.copy_from(&other.frontier);
    }

    /// Where tiles may lie besides beside others: anywhere only where it is known how many cells there are.
    #[inline]
    pub(super) fn footing(&self) -> Footing {
        let Footing { free, over } = self.allowed;
        Footing { free: free && matches!(self.extent, Extent::Bounded { .. }), over }
    }

    /// Whether tiles lie only beside others, on the ground.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.allowed.is_plain()
    }

    /// Whether it has a cell, with some bounds.
    #[inline]
    pub(super) fn has(&self, cell: Cell, bounds: Option<(Cell, Cell)>) -> bool {
        let is_plain = matches!(self.extent, Extent::Unbounded) && self.lattice != Lattice::Triangle;
        cell.in_reach() && (!rarely(!is_plain) || self.has_within(cell, bounds))
    }

    /// The same where more than the reach says it.
    #[inline(never)]
    fn has_within(&self, cell: Cell, bounds: Option<(Cell, Cell)>) -> bool {
        if !self.lattice.has_cell(cell) {
            return false;
        }
        match self.extent {
            Extent::Unbounded => true,
            Extent::Bounded { min, max } => cell.x >= min.x && cell.x <= max.x && cell.y >= min.y && cell.y <= max.y,
            Extent::Sliding { width, height } => bounds.is_none_or(|(min, max)| {
                let wide = i32::from(max.x.max(cell.x)) - i32::from(min.x.min(cell.x)) < i32::from(width);
                wide && i32::from(max.y.max(cell.y)) - i32::from(min.y.min(cell.y)) < i32::from(height)
            }),
        }
    }
}

impl Board {
    /// The empty cells of a plane where tiles could lie; nothing where there is no such plane.
    pub fn frontier(&self, plane: Plane) -> Option<&Frontier> {
        self.planes.get(plane.index()).map(|plane| &plane.frontier)
    }

    /// All empty cells where tiles could lie, with what their neighbours demand.
    pub fn open_cells(&self) -> impl Iterator<Item = (Cell, Demand)> {
        self.planes.iter().flat_map(|plane| plane.frontier.cells())
    }

    /// The planes that there are.
    pub fn planes(&self) -> impl ExactSizeIterator<Item = Plane> + Clone + use<> {
        (0..self.planes.len() as u8).map(Plane)
    }

    /// Which cells of a plane exist now.
    ///
    /// # Panics
    /// When there is no such plane.
    pub fn extent(&self, plane: Plane) -> Extent {
        self.planes[plane.index()].extent
    }

    /// Where tiles may lie on a plane besides beside others.
    #[inline]
    pub fn footing(&self, plane: Plane) -> Footing {
        self.planes.get(plane.index()).map_or(Footing::default(), PlaneState::footing)
    }

    /// Whether steps may lay tiles on others anywhere.
    #[inline]
    pub(crate) fn lets_over(&self) -> bool {
        !self.is_plain && self.planes.iter().any(|plane| plane.footing().over)
    }

    /// The cells of a plane beyond the frontier on which the first cell of a tile could lie.
    pub(super) fn further_cells(&self, plane: Plane) -> Vec<Cell> {
        let Footing { free, over } = self.footing(plane);
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

    /// North-west and south-east corner of the smallest rectangle that holds all tiles of a plane.
    pub fn bounds(&self, plane: Plane) -> Option<(Cell, Cell)> {
        self.planes.get(plane.index())?.bounds
    }

    /// Whether a cell exists on this board as it is now.
    pub fn exists(&self, cell: Cell) -> bool {
        self.planes.get(cell.plane().index()).is_some_and(|plane| plane.has(cell, plane.bounds))
    }

    /// The same if the bounds of its plane were others.
    #[inline]
    pub(super) fn exists_within(&self, bounds: Option<(Cell, Cell)>, cell: Cell) -> bool {
        self.planes.get(cell.plane().index()).is_some_and(|plane| plane.has(cell, bounds))
    }

    /// Cells beside the rim can be reached from the start.
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
                match self.grid.at(place) {
                    GridSpot::Frontier(number) => frontier.tighten(catalog, number, back, rim.edge),
                    _ => {
                        let number = frontier.add(catalog, cell, back, rim.edge);
                        self.grid.open(place, Some(number));
                    }
                }
            }
        }
    }

    /// Keeps the bounds, and drops frontier cells that a sliding board no longer reaches.
    #[inline]
    pub(super) fn widen(&mut self, faces: &[TurnedCell], cell: Cell) {
        let state = &mut self.planes[cell.plane().index()];
        let mut wider = state.bounds.is_none();
        for face in faces {
            let here = cell.plus(face.offset.0, face.offset.1);
            let (min, max) = state.bounds.get_or_insert((here, here));
            // One after another: all four at once, in wide registers, takes longer.
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
        if rarely(wider && matches!(state.extent, Extent::Sliding { .. })) {
            self.drop_lost_cells(cell.plane());
        }
    }

    fn drop_lost_cells(&mut self, plane: Plane) {
        let frontier = &self.planes[plane.index()].frontier;
        let lost: Vec<(u32, Cell)> = frontier.numbered().filter(|&(_, c)| !self.exists(c)).collect();
        for (number, cell) in lost {
            self.planes[plane.index()].frontier.remove(number);
            if let Some(place) = self.grid.place(cell) {
                self.grid.open(place, None);
            }
        }
    }

    /// Lets a plane grow, or shrink where nothing lies: frontier cells follow, and so does what the rim closes.
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

    /// Adds the cells beside tiles of a plane to the frontier that exist and are not part of it.
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

    /// Every side of a segment on a plane that faces a cell without a tile, with that cell.
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
