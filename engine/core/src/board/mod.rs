//! The board: placed tiles, the grid that finds them, the features they form, and the cells open for further tiles.

// State of a board.
mod bits;
pub mod features;
pub mod frontier;
mod grid;
mod joining;
mod joints;
pub mod levels;
pub(crate) mod parting;
pub(crate) mod piles;
mod plane_state;
mod planes;
pub mod take_up;
// Queries on a board.
pub mod graph;
pub mod obstacle;
pub mod payments;
pub mod preview;
pub mod ways;

use std::fmt;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::board::features::{Features, Merged, NUMBER};
use crate::board::frontier::Frontier;
use crate::board::grid::{Grid, GridSpot};
use crate::board::piles::Piles;
use crate::board::plane_state::PlaneState;
use crate::catalog::demand::Demand;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{EdgeTypeId, Root, SegmentId, TagId, TerrainId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Plane, Planes, Side, Turn, Turns};
use crate::catalog::pose::Pose;
use crate::catalog::tile::{Completion, Segment};
use crate::catalog::{BoardPlane, Catalog, Extent, Preset, RimCell};
use crate::clone_by_field::clone_by_field;
use crate::limits;

/// Tile with its position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Kind of the tile.
    pub kind: TileKindId,
    /// Position of the tile's first cell.
    pub cell: Cell,
    /// Number of clockwise turning steps.
    pub turn: Turn,
    /// Number of the tile's first segment; its other segments have the following numbers.
    pub first_segment: SegmentId,
}

/// Placed tiles, the features they form and the frontier around them, for one catalog.
#[derive(Debug)]
pub struct Board {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) grid: Grid,
    /// All tiles that were ever placed, by number. Tiles that were taken up keep their entries.
    pub(crate) tiles: Vec<PlacedTile>,
    /// Bit set of the tiles that were taken up; empty until the first one is.
    gone: Vec<u64>,
    gone_count: usize,
    /// Number of times a tile was taken up, moved, covered or given another kind.
    lifted: u32,
    pub(crate) features: Features,
    /// Pieces of tiles under other tiles.
    piles: Piles,
    /// State of each plane; most boards have one.
    planes: SmallVec<[PlaneState; 1]>,
    /// True if the board has rim cells. Boards without them skip the lookup.
    has_rim: bool,
    /// True if all planes require a neighbour for each tile and forbid tiles on tiles.
    is_plain: bool,
}

clone_by_field!(Board: catalog, grid, tiles, gone, gone_count, lifted, features, piles, planes, has_rim, is_plain);

impl Board {
    /// Creates an empty board for a number of seats, with the planes of these seats.
    pub fn new(catalog: Arc<Catalog>, seats: u8) -> Board {
        let planes: SmallVec<_> = match catalog.board.planes_of(seats) {
            [] => smallvec![PlaneState::new(&catalog, catalog.board.extent, catalog.board.footing)],
            planes => {
                let state =
                    |plane: &BoardPlane| PlaneState::new(&catalog, plane.extent, plane.footing | catalog.board.footing);
                planes.iter().map(state).collect()
            }
        };
        Board::empty(catalog, planes)
    }

    /// Returns an empty board with the same planes at their current size.
    pub(crate) fn cleared_copy(&self) -> Board {
        let planes = self.planes.iter().map(|plane| plane.cleared_copy(&self.catalog)).collect();
        Board::empty(Arc::clone(&self.catalog), planes)
    }

    fn empty(catalog: Arc<Catalog>, planes: SmallVec<[PlaneState; 1]>) -> Board {
        let mut board = Board {
            grid: Grid::new(planes.len()),
            tiles: Vec::new(),
            gone: Vec::new(),
            gone_count: 0,
            lifted: 0,
            features: Features::default(),
            piles: Piles::default(),
            is_plain: planes.iter().all(PlaneState::is_plain),
            planes,
            has_rim: !catalog.board.rim.is_empty(),
            catalog: Arc::clone(&catalog),
        };
        board.open_rim(&catalog);
        board
    }

    /// Returns the catalog that the board was built for.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Returns the features of all placed tiles.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Returns the presets of the planes in use: tiles that are placed when the game starts.
    pub fn presets(&self) -> impl Iterator<Item = &Preset> {
        self.catalog.board.presets.iter().filter(|preset| preset.cell.plane().index() < self.planes.len())
    }

    /// Returns the topmost tile on a cell, and the number of the tile's cell there; `None` for an empty cell.
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<(TileId, usize)> {
        match self.grid.get(cell) {
            GridSpot::Tile { tile, part } => Some((tile, part)),
            _ => None,
        }
    }

    /// Returns true if a cell belongs to the frontier: it is empty, and adjacent to a tile or the rim.
    #[inline]
    pub(crate) fn is_open(&self, cell: Cell) -> bool {
        matches!(self.grid.get(cell), GridSpot::Frontier(_))
    }

    fn rim_at(&self, cell: Cell) -> Option<&RimCell> {
        if self.has_rim { self.catalog.board.rim.iter().find(|r| r.cell == cell) } else { None }
    }

    /// Returns the demand of an empty cell's neighbours; `None` if the cell has no neighbours.
    pub fn demand_at(&self, cell: Cell) -> Option<Demand> {
        if let GridSpot::Frontier(number) = self.grid.get(cell) {
            return Some(self.planes[cell.plane().index()].frontier.demand(number));
        }
        self.demand_around(cell)
    }

    /// Like [`Board::demand_at`], computed from the neighbours instead of looked up in the frontier.
    fn demand_around(&self, cell: Cell) -> Option<Demand> {
        let mut demand = Demand::default();
        for side in self.catalog.lattice.sides_of(cell) {
            let across = self.catalog.lattice.neighbour(cell, side);
            if let Some(edge) = self.edge_towards(across, self.catalog.lattice.opposite(side)) {
                demand = demand.with(side, edge);
            }
        }
        (demand != Demand::default()).then_some(demand)
    }

    /// Returns the edge type that a tile or rim cell shows on a side; `None` if the cell is neither or lacks the side.
    pub fn edge_towards(&self, cell: Cell, side: Side) -> Option<EdgeTypeId> {
        let lattice = self.catalog.lattice;
        if !lattice.has_side(side) || !lattice.is_even() && !lattice.has_side_at(cell.coordinates(), side) {
            return None;
        }
        match self.grid.get(cell) {
            GridSpot::Tile { tile, part } => {
                let placed = &self.tiles[tile.index()];
                Some(self.catalog.face(placed.kind, placed.turn, part).edge(side))
            }
            _ => self.rim_at(cell).map(|r| r.edge),
        }
    }

    /// Returns the turns at which a kind fits with its first cell on `cell`.
    pub fn turns_at(&self, kind: TileKindId, cell: Cell) -> Turns {
        let cells = self.catalog.kinds[kind].cells.len();
        let footing = if self.is_plain { PlacementPermissions::default() } else { self.footing(cell.plane()) };
        if cells == 1 && footing.is_plain() {
            let free = !matches!(self.grid.get(cell), GridSpot::Tile { .. }) && self.exists(cell);
            let demand = if free { self.demand_at(cell) } else { None };
            return demand.map_or(Turns::NONE, |d| d.turns(&self.catalog, kind));
        }
        let fits = |turn: &Turn| self.fits_without(None, kind, Pose::new(cell, *turn), footing);
        self.catalog.turns(kind).iter().filter(fits).collect()
    }

    /// Returns true if a kind fits at a place with `footing`, in addition to the footing that the plane allows.
    pub fn fits_as(&self, kind: TileKindId, at: Pose, footing: PlacementPermissions) -> bool {
        let footing = footing | self.footing(at.cell.plane());
        match footing.is_plain() && self.catalog.has_one_cell(kind) {
            true => self.turns_at(kind, at.cell).contains(at.turn),
            false => self.fits_without(None, kind, at, footing),
        }
    }

    /// Lists all placements of a kind on some planes, sorted. It serves kinds of several cells, whose first cell need
    /// not touch anything, and planes that allow tiles without neighbours or on other tiles.
    pub fn list_placements(&self, kind: TileKindId, planes: Planes) -> Vec<(Cell, Turn)> {
        let mut found = Vec::new();
        for turn in self.catalog.turns(kind).iter() {
            for face in self.catalog.faces(kind, turn) {
                for (open, _) in self.frontiers(planes).flat_map(Frontier::cells) {
                    let cell = open.plus(-face.offset.0, -face.offset.1);
                    if self.fits_as(kind, Pose::new(cell, turn), PlacementPermissions::default()) {
                        found.push((cell, turn));
                    }
                }
            }
        }
        for plane in self.planes().filter(|&plane| !self.is_plain && planes.contains(plane)) {
            for cell in self.further_cells(plane) {
                found.extend(self.turns_at(kind, cell).iter().map(|turn| (cell, turn)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns true if the frontier alone determines the placements of a kind, so that no list is needed.
    #[inline]
    pub(crate) fn is_of_frontier(&self, kind: TileKindId) -> bool {
        self.is_plain && self.catalog.has_one_cell(kind)
    }

    /// Returns the turns at which a kind fits with its first cell on `cell`, with or without neighbours.
    pub fn free_turns_at(&self, kind: TileKindId, cell: Cell) -> Turns {
        let fits = |turn: &Turn| self.fits_as(kind, Pose::new(cell, *turn), PlacementPermissions::FREE);
        self.catalog.turns(kind).iter().filter(fits).collect()
    }

    /// Lists all placements of a kind on some planes, with or without neighbours, in reading order. Returns `None` if
    /// one of the planes is unbounded or has more than [`limits::FREE_CELLS`] cells.
    pub fn list_free_placements(&self, kind: TileKindId, planes: Planes) -> Option<Vec<(Cell, Turn)>> {
        let mut found = Vec::new();
        for plane in self.planes().filter(|&plane| planes.contains(plane)) {
            let Extent::Bounded { min, max } = self.extent(plane) else { return None };
            let length = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1).max(0) as usize;
            if length(min.x, max.x).saturating_mul(length(min.y, max.y)) > limits::FREE_CELLS {
                return None;
            }
            for cell in (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| Cell { x, y })) {
                found.extend(self.free_turns_at(kind, cell).iter().map(|turn| (cell, turn)));
            }
        }
        Some(found)
    }

    /// Returns the frontiers of some planes, in order.
    #[inline]
    fn frontiers(&self, planes: Planes) -> impl Iterator<Item = &Frontier> {
        let all = (0..).map(Plane).zip(&self.planes);
        all.filter(move |(plane, _)| planes.contains(*plane)).map(|(_, state)| &state.frontier)
    }

    /// Returns the frontier of a board with a single plane, if `planes` contains it. Most boards have one plane, and
    /// callers query it constantly.
    #[inline]
    fn only_frontier(&self, planes: Planes) -> Option<&Frontier> {
        match &self.planes[..] {
            [plane] if planes.contains(Plane::FIRST) => Some(&plane.frontier),
            _ => None,
        }
    }

    /// Calls `take` for each placement of a kind on some planes, in the order of their numbers.
    pub(crate) fn each_placement(&self, kind: TileKindId, planes: Planes, mut take: impl FnMut(Cell, Turn)) {
        match self.is_of_frontier(kind) {
            true => self.frontiers(planes).for_each(|frontier| frontier.each(&self.catalog, kind, &mut take)),
            false => self.list_placements(kind, planes).into_iter().for_each(|(cell, turn)| take(cell, turn)),
        }
    }

    /// Returns the number of legal placements of a kind on some planes.
    #[inline]
    pub fn count_placements(&self, kind: TileKindId, planes: Planes) -> u32 {
        if !self.is_of_frontier(kind) {
            return self.list_placements(kind, planes).len() as u32;
        }
        match self.only_frontier(planes) {
            Some(frontier) => frontier.count(&self.catalog, kind),
            None => self.count_placements_of_many(kind, planes),
        }
    }

    /// Counts placements on a board of several planes.
    fn count_placements_of_many(&self, kind: TileKindId, planes: Planes) -> u32 {
        self.frontiers(planes).map(|frontier| frontier.count(&self.catalog, kind)).sum()
    }

    /// Returns the legal placement with a number below [`Board::count_placements`].
    #[inline]
    pub fn get_placement(&self, kind: TileKindId, planes: Planes, index: u32) -> Option<(Cell, Turn)> {
        if !self.is_of_frontier(kind) {
            return self.list_placements(kind, planes).get(index as usize).copied();
        }
        match self.only_frontier(planes) {
            Some(frontier) => frontier.get(&self.catalog, kind, index),
            None => self.get_placement_of_many(kind, planes, index),
        }
    }

    /// Finds a placement by number on a board of several planes.
    fn get_placement_of_many(&self, kind: TileKindId, planes: Planes, mut index: u32) -> Option<(Cell, Turn)> {
        for frontier in self.frontiers(planes) {
            let here = frontier.count(&self.catalog, kind);
            if index < here {
                return frontier.get(&self.catalog, kind, index);
            }
            index -= here;
        }
        None
    }

    /// Places a tile whose fit the caller has checked. Returns its number and reports merged features to `merged`.
    pub(crate) fn place(
        &mut self,
        catalog: &Catalog,
        kind: TileKindId,
        cell: Cell,
        turn: Turn,
        merged: impl FnMut(Merged),
    ) -> TileId {
        let tile = TileId::from_index(self.tiles.len());
        let spec = &catalog.kinds[kind];
        let faces = catalog.faces(kind, turn);
        let first_segment = SegmentId::from_index(self.features.segment_bound());
        let placed = PlacedTile { kind, cell, turn, first_segment };
        self.tiles.push(placed);
        let key = cell.sort_key();
        match faces {
            [_] => self.features.add(tile, spec, |_| key),
            _ => self.features.add(tile, spec, |local| {
                let (dx, dy) = faces.get(usize::from(spec.segments[local].cell)).map_or((0, 0), |f| f.offset);
                cell.plus(dx, dy).sort_key()
            }),
        }
        if spec.spare > 0 {
            self.features.keep_room(tile, spec);
        }
        self.settle(catalog, tile, placed, merged);
        tile
    }

    /// Joins two segments that do not meet across an edge. None of their open sides closes.
    pub(crate) fn join_explicitly(&mut self, a: SegmentId, b: SegmentId) -> Option<Merged> {
        self.features.join(a, b, 0)
    }

    /// Returns the segment of the tile kind that a segment on the board is a copy of.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &Segment {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        &self.catalog.kinds[tile.kind].segments[self.features.local_of(segment)]
    }

    /// Returns the terrain of a segment and its feature.
    #[inline]
    pub fn terrain(&self, segment: SegmentId) -> TerrainId {
        self.features.terrain_of(segment).unwrap_or_else(|| self.segment(segment).terrain)
    }

    /// Returns the cell that contains a segment.
    pub fn cell_of(&self, segment: SegmentId) -> Cell {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        let face = &self.catalog.faces(tile.kind, tile.turn)[usize::from(self.segment(segment).cell)];
        tile.cell.plus(face.offset.0, face.offset.1)
    }

    /// Returns the number of cells around a segment's cell that hold a tile. Cells off the board count if the rim
    /// closes features.
    pub fn surrounding(&self, segment: SegmentId) -> u32 {
        let cell = self.cell_of(segment);
        self.grid.occupied_neighbour_count(self.catalog.lattice, cell)
            + if self.catalog.board.rim_closes {
                let around =
                    self.catalog.lattice.ring(cell).iter().filter(|&&(dx, dy)| !self.exists(cell.plus(dx, dy)));
                around.count() as u32
            } else {
                0
            }
    }

    /// Returns true if a placed tile is adjacent to a tile with segments that are completed by surrounding tiles or by
    /// the features they touch.
    #[inline]
    pub(crate) fn is_beside_watched(&self, placed: PlacedTile) -> bool {
        if self.catalog.has_one_cell(placed.kind) {
            return self.grid.is_beside_watched(placed.cell);
        }
        let mut cells = self.catalog.faces(placed.kind, placed.turn).iter();
        cells.any(|face| self.grid.is_beside_watched(placed.cell.plus(face.offset.0, face.offset.1)))
    }

    /// Returns true if the feature is complete, as its terrain defines it.
    #[inline]
    pub fn is_complete(&self, segment: SegmentId) -> bool {
        match self.catalog.terrains[self.terrain(segment)].completion {
            Completion::Never => false,
            Completion::Closed => self.features.open_sides(segment) == 0,
            Completion::Surrounded => self.surrounding(segment) as usize == self.catalog.lattice.ring_size(),
            Completion::NeighboursComplete => {
                let completion = |s: &SegmentId| self.catalog.terrains[self.terrain(*s)].completion;
                let can = |s: &SegmentId| !matches!(completion(s), Completion::Never | Completion::NeighboursComplete);
                let mut touching = self.touching(segment).filter(can).peekable();
                touching.peek().is_some() && touching.all(|other| self.is_complete(other))
            }
        }
    }

    /// Returns true if the completion of the feature depends on no cell or feature outside of it.
    pub fn is_complete_alone(&self, segment: SegmentId) -> bool {
        matches!(self.catalog.terrains[self.terrain(segment)].completion, Completion::Never | Completion::Closed)
    }

    /// Returns the segments that members of the feature touch on their tiles, in the order of the members. A segment
    /// can occur several times.
    pub fn touching(&self, segment: SegmentId) -> impl Iterator<Item = SegmentId> + '_ {
        self.features.members(segment).flat_map(move |member| {
            let tile = &self.tiles[self.features.tile_of(member).index()];
            let mut left = self.catalog.kinds[tile.kind].segments[self.features.local_of(member)].touches;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let local = left.trailing_zeros();
                    left &= left - 1;
                    tile.first_segment.plus(local)
                })
            })
        })
    }

    /// Returns the roots of the different features of a terrain that touch the feature, ordered by their first
    /// segments. If `complete` is true, only complete features count.
    pub fn neighbours(&self, segment: SegmentId, terrain: TerrainId, complete: bool) -> Vec<Root> {
        let mut found = self.neighbours_in_any_order(segment, terrain, complete).into_vec();
        found.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
        found
    }

    /// Returns the number of different features of a terrain that touch the feature, as in [`Board::neighbours`].
    pub fn count_neighbours(&self, segment: SegmentId, terrain: TerrainId, complete: bool) -> usize {
        self.neighbours_in_any_order(segment, terrain, complete).len()
    }

    fn neighbours_in_any_order(&self, segment: SegmentId, terrain: TerrainId, complete: bool) -> SmallVec<[Root; 8]> {
        let mut found: SmallVec<[Root; 8]> = SmallVec::new();
        for other in self.touching(segment).filter(|&s| self.catalog.counts_as(self.terrain(s), terrain)) {
            found.push(self.features.root(other));
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|root| !complete || self.is_complete(root.segment()));
        found
    }

    /// Returns the sum of a tag's values over the segments of the feature.
    pub fn tag_sum(&self, segment: SegmentId, tag: TagId) -> i32 {
        self.features.members(segment).map(|s| i32::from(self.segment(s).tag(tag))).sum()
    }

    /// Returns the number of segments of the feature that have a tag.
    pub fn tagged_segments(&self, segment: SegmentId, tag: TagId) -> u32 {
        self.features.members(segment).filter(|&s| self.segment(s).tag(tag) != 0).count() as u32
    }

    /// Returns the number of different tiles of the feature that have a tag, on the tile itself or on a segment of the
    /// feature.
    pub fn tagged_tiles(&self, segment: SegmentId, tag: TagId) -> u32 {
        let has = |s: SegmentId| {
            let tile = &self.tiles[self.features.tile_of(s).index()];
            self.segment(s).tag(tag) != 0 || self.catalog.kinds[tile.kind].tag(tag) != 0
        };
        let mut tiles: Vec<TileId> =
            self.features.members(segment).filter(|&s| has(s)).map(|s| self.features.tile_of(s)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles.len() as u32
    }

    /// Returns the key `terrain:PORTS` of a segment, for the turn of its tile.
    pub fn segment_key(&self, segment: SegmentId) -> &str {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        self.catalog.segment_key(tile.kind, tile.turn, self.features.local_of(segment))
    }

    /// Returns the key `x,y:terrain:PORTS` of a segment.
    pub fn place_key(&self, segment: SegmentId) -> String {
        let mut place = String::with_capacity(self.segment_key(segment).len() + 12);
        // Writing to a `String` cannot fail.
        let _ = self.write_place_key(segment, &mut place);
        place
    }

    /// Appends the key `x,y:terrain:PORTS` of a segment to a text.
    pub(crate) fn write_place_key(&self, segment: SegmentId, text: &mut impl fmt::Write) -> fmt::Result {
        self.cell_of(segment).write_to(text)?;
        text.write_str(":")?;
        text.write_str(self.segment_key(segment))
    }

    /// Finds a segment by its cell and its key from [`Board::segment_key`].
    pub fn find_segment(&self, cell: Cell, key: &str) -> Option<SegmentId> {
        let (tile, part) = self.tile_at(cell)?;
        let placed = &self.tiles[tile.index()];
        let segments = &self.catalog.kinds[placed.kind].segments;
        let is = |i: &usize| {
            usize::from(segments[*i].cell) == part && **self.catalog.segment_key(placed.kind, placed.turn, *i) == *key
        };
        (0..segments.len()).find(is).map(|i| placed.first_segment.plus(i as u32))
    }

    /// Returns the first segment of the feature: by cell in reading order, then by its number on the tile.
    pub fn first_segment(&self, segment: SegmentId) -> SegmentId {
        let key = self.features.first_key(segment);
        let (cell, number) = (Cell::from_sort_key(key >> NUMBER), key & ((1 << NUMBER) - 1));
        self.tile_at(cell).map_or(segment, |(tile, _)| self.tiles[tile.index()].first_segment.plus(number))
    }

    /// Returns the features of a terrain that have open sides, ordered by their first segments.
    pub fn open_features(&self, terrain: TerrainId) -> Vec<Root> {
        let is_meant = |root: &Root| self.catalog.counts_as(self.terrain(root.segment()), terrain);
        let mut found: Vec<Root> = self.features.open_features().filter(is_meant).collect();
        found.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
        found
    }
}

impl Segment {
    /// Returns the number of sides of its cell that the segment reaches.
    #[inline]
    pub fn sides(&self) -> u32 {
        self.ports.iter().fold(0u8, |set, p| set | 1 << p.side.0).count_ones()
    }
}
