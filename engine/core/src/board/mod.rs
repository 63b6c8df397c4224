//! The board: placed tiles, the grid that finds them, the features they form, and where the next could lie.

// What a board is made of.
mod bits;
pub mod features;
pub mod frontier;
mod grid;
mod joining;
mod joints;
pub mod levels;
pub(crate) mod parting;
mod planes;
pub mod take_up;
// What can be asked of it.
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
use crate::board::levels::Piles;
use crate::board::planes::PlaneState;
use crate::board::take_up::Tiles;
use crate::catalog::demand::Demand;
use crate::catalog::footing::Footing;
use crate::catalog::id::{EdgeTypeId, Root, SegmentId, TagId, TerrainId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Plane, Planes, Side, Turn, Turns};
use crate::catalog::tile::{Completion, Segment};
use crate::catalog::{BoardPlane, Catalog, Extent, Preset, RimCell};
use crate::limits;
use crate::rarely::rarely;

/// A tile that lies on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Its kind.
    pub kind: TileKindId,
    /// Where its first cell lies.
    pub cell: Cell,
    /// How it is turned.
    pub turn: Turn,
    /// Number of its first segment; the others follow.
    pub first_segment: SegmentId,
}

/// Placed tiles and everything that follows from them, by the catalog that says what they are.
#[derive(Clone, Debug)]
pub struct Board {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) grid: Grid,
    /// All tiles that were ever laid, by their numbers; those that were taken up stay.
    pub(crate) tiles: Vec<PlacedTile>,
    /// Which of those were taken up, a bit each; empty as long as none was.
    gone: Vec<u64>,
    gone_count: usize,
    /// How often a tile was taken up or moved.
    lifted: u32,
    pub(crate) features: Features,
    /// What lies under other tiles.
    piles: Piles,
    /// Boards mostly have one.
    planes: SmallVec<[PlaneState; 1]>,
    /// Rim cells are looked up only on boards that have some.
    has_rim: bool,
    /// Whether tiles lie only beside others, on the ground, on all planes.
    is_plain: bool,
}

impl Board {
    /// An empty board for a number of seats, whose own planes it has.
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

    /// An empty board with the planes of this one, as large as they are now.
    pub(crate) fn emptied(&self) -> Board {
        let planes = self.planes.iter().map(|plane| plane.emptied(&self.catalog)).collect();
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

    /// Makes this a copy of another board and keeps its room.
    pub(crate) fn copy_from(&mut self, other: &Board) {
        if !Arc::ptr_eq(&self.catalog, &other.catalog) {
            self.catalog = Arc::clone(&other.catalog);
        }
        self.grid.copy_from(&other.grid);
        self.tiles.clone_from(&other.tiles);
        self.gone.clone_from(&other.gone);
        (self.gone_count, self.lifted) = (other.gone_count, other.lifted);
        self.features.copy_from(&other.features);
        self.piles.copy_from(&other.piles);
        self.planes.truncate(other.planes.len());
        for (number, other) in other.planes.iter().enumerate() {
            match self.planes.get_mut(number) {
                Some(own) => own.copy_from(other),
                None => self.planes.push(other.clone()),
            }
        }
        (self.has_rim, self.is_plain) = (other.has_rim, other.is_plain);
    }

    /// What says what the tiles are.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The tiles that lie on the board, in the order in which they were laid.
    pub fn tiles(&self) -> Tiles<'_> {
        self.numbered_tiles().map(|(_, tile)| tile)
    }

    /// The features.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The tiles that lay there at the start.
    pub fn presets(&self) -> impl Iterator<Item = &Preset> {
        self.catalog.board.presets.iter().filter(|preset| preset.cell.plane().index() < self.planes.len())
    }

    /// The tile on a cell, with the number of the tile's cell that lies there.
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<(TileId, usize)> {
        match self.grid.get(cell) {
            GridSpot::Tile { tile, part } => Some((tile, part)),
            _ => None,
        }
    }

    /// Whether a cell is one of the frontier: empty, and beside a tile or the rim.
    #[inline]
    pub(crate) fn is_open(&self, cell: Cell) -> bool {
        matches!(self.grid.get(cell), GridSpot::Frontier(_))
    }

    fn rim_at(&self, cell: Cell) -> Option<&RimCell> {
        if self.has_rim { self.catalog.board.rim.iter().find(|r| r.cell == cell) } else { None }
    }

    /// What the neighbours of an empty cell demand; nothing when it has no neighbour.
    pub fn demand_at(&self, cell: Cell) -> Option<Demand> {
        if let GridSpot::Frontier(number) = self.grid.get(cell) {
            return Some(self.planes[cell.plane().index()].frontier.demand(number));
        }
        self.demand_around(cell)
    }

    /// The same by a look at the neighbours.
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

    /// The edge type that a tile or rim cell shows on a side; nothing on a side that the cell does not have.
    pub fn edge_towards(&self, cell: Cell, side: Side) -> Option<EdgeTypeId> {
        let lattice = self.catalog.lattice;
        if !lattice.has_side(side) || !lattice.is_even() && !lattice.has_side_at(cell.at(), side) {
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

    /// The turns, as a set, at which a kind fits with its first cell on `cell`.
    pub fn turns_at(&self, kind: TileKindId, cell: Cell) -> Turns {
        let cells = self.catalog.kinds[kind].cells.len();
        let footing = if self.is_plain { Footing::default() } else { self.footing(cell.plane()) };
        if cells == 1 && footing.is_plain() {
            let free = !matches!(self.grid.get(cell), GridSpot::Tile { .. }) && self.exists(cell);
            let demand = if free { self.demand_at(cell) } else { None };
            return demand.map_or(Turns::NONE, |d| d.turns(&self.catalog, kind));
        }
        let fits = |turn: &Turn| self.fits_without(None, kind, (cell, *turn), footing);
        self.catalog.turns(kind).iter().filter(fits).collect()
    }

    /// Whether a kind fits somewhere with some footing, besides what the plane allows.
    pub fn fits_as(&self, kind: TileKindId, at: (Cell, Turn), footing: Footing) -> bool {
        let footing = footing | self.footing(at.0.plane());
        match footing.is_plain() && self.catalog.has_one_cell(kind) {
            true => self.turns_at(kind, at.0).contains(at.1),
            false => self.fits_without(None, kind, at, footing),
        }
    }

    /// All placements of a kind on some planes, listed and sorted: for kinds of several cells, whose first cell need not
    /// touch anything, and for planes on which tiles may lie elsewhere than beside others.
    pub fn list_placements(&self, kind: TileKindId, planes: Planes) -> Vec<(Cell, Turn)> {
        let mut found = Vec::new();
        for turn in self.catalog.turns(kind).iter() {
            for face in self.catalog.faces(kind, turn) {
                for (open, _) in self.frontiers(planes).flat_map(Frontier::cells) {
                    let cell = open.plus(-face.offset.0, -face.offset.1);
                    if self.fits_as(kind, (cell, turn), Footing::default()) {
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

    /// Whether the frontier alone says where a kind fits, so that its places need not be listed.
    #[inline]
    pub(crate) fn is_of_frontier(&self, kind: TileKindId) -> bool {
        self.is_plain && self.catalog.has_one_cell(kind)
    }

    /// The turns at which a kind can lie with its first cell on `cell`, whether or not anything lies beside it.
    pub fn free_turns_at(&self, kind: TileKindId, cell: Cell) -> Turns {
        let fits = |turn: &Turn| self.fits_as(kind, (cell, *turn), Footing::FREE);
        self.catalog.turns(kind).iter().filter(fits).collect()
    }

    /// All placements of a kind on some planes whether or not anything lies beside them, in reading order. Nothing where
    /// one of the planes has no bounds, or more cells than can be looked at each.
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

    /// The frontiers of some planes.
    #[inline]
    fn frontiers(&self, planes: Planes) -> impl Iterator<Item = &Frontier> {
        let all = (0..).map(Plane).zip(&self.planes);
        all.filter(move |(plane, _)| planes.contains(*plane)).map(|(_, state)| &state.frontier)
    }

    /// The frontier of a board that is a single plane, if that is among some: most boards are, and are asked all the time.
    #[inline]
    fn only_frontier(&self, planes: Planes) -> Option<&Frontier> {
        match &self.planes[..] {
            [plane] if planes.contains(Plane::FIRST) => Some(&plane.frontier),
            _ => None,
        }
    }

    /// Hands over all placements of a kind on some planes, in the order of their numbers.
    pub(crate) fn each_placement(&self, kind: TileKindId, planes: Planes, mut take: impl FnMut(Cell, Turn)) {
        match self.is_of_frontier(kind) {
            true => self.frontiers(planes).for_each(|frontier| frontier.each(&self.catalog, kind, &mut take)),
            false => self.list_placements(kind, planes).into_iter().for_each(|(cell, turn)| take(cell, turn)),
        }
    }

    /// Number of legal placements of a kind on some planes.
    #[inline]
    pub fn count_placements(&self, kind: TileKindId, planes: Planes) -> u32 {
        if rarely(!self.is_of_frontier(kind)) {
            return self.list_placements(kind, planes).len() as u32;
        }
        match self.only_frontier(planes) {
            Some(frontier) => frontier.count(&self.catalog, kind),
            None => self.count_placements_of_many(kind, planes),
        }
    }

    /// The same where there are several planes; apart, so that the other way stays short.
    #[inline(never)]
    fn count_placements_of_many(&self, kind: TileKindId, planes: Planes) -> u32 {
        self.frontiers(planes).map(|frontier| frontier.count(&self.catalog, kind)).sum()
    }

    /// The legal placement on some planes of a number below [`Board::count_placements`].
    #[inline]
    pub fn get_placement(&self, kind: TileKindId, planes: Planes, index: u32) -> Option<(Cell, Turn)> {
        if rarely(!self.is_of_frontier(kind)) {
            return self.list_placements(kind, planes).get(index as usize).copied();
        }
        match self.only_frontier(planes) {
            Some(frontier) => frontier.get(&self.catalog, kind, index),
            None => self.get_placement_of_many(kind, planes, index),
        }
    }

    /// The same where there are several planes; apart, so that the other way stays short.
    #[inline(never)]
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

    /// Lays a tile without asking whether it fits; callers have done so. Returns its number and tells of merged features.
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
        if rarely(spec.spare > 0) {
            self.features.keep_room(tile, spec);
        }
        self.settle(catalog, tile, placed, merged);
        tile
    }

    /// Joins two segments that do not meet across an edge; no side of them closes.
    pub(crate) fn join_explicitly(&mut self, a: SegmentId, b: SegmentId) -> Option<Merged> {
        self.features.join(a, b, 0)
    }

    /// The kind's segment that a segment on the board is a copy of.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &Segment {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        &self.catalog.kinds[tile.kind].segments[self.features.local_of(segment)]
    }

    /// The terrain of a segment and its feature.
    #[inline]
    pub fn terrain(&self, segment: SegmentId) -> TerrainId {
        self.features.terrain_of(segment).unwrap_or_else(|| self.segment(segment).terrain)
    }

    /// The cell that a segment lies in.
    pub fn cell_of(&self, segment: SegmentId) -> Cell {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        let face = &self.catalog.faces(tile.kind, tile.turn)[usize::from(self.segment(segment).cell)];
        tile.cell.plus(face.offset.0, face.offset.1)
    }

    /// Number of cells around a segment's cell that hold a tile; cells off the board count where the rim closes.
    pub fn surrounding(&self, segment: SegmentId) -> u32 {
        let cell = self.cell_of(segment);
        self.grid.occupied_around(self.catalog.lattice, cell)
            + if self.catalog.board.rim_closes {
                let around =
                    self.catalog.lattice.ring(cell).iter().filter(|&&(dx, dy)| !self.exists(cell.plus(dx, dy)));
                around.count() as u32
            } else {
                0
            }
    }

    /// Whether a placed tile lies beside one whose segments can be complete by what surrounds or touches them.
    #[inline]
    pub(crate) fn is_beside_watched(&self, placed: PlacedTile) -> bool {
        if !rarely(!self.catalog.has_one_cell(placed.kind)) {
            return self.grid.is_beside_watched(placed.cell);
        }
        let mut cells = self.catalog.faces(placed.kind, placed.turn).iter();
        cells.any(|face| self.grid.is_beside_watched(placed.cell.plus(face.offset.0, face.offset.1)))
    }

    /// Whether the feature is complete, as its terrain defines it.
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

    /// Segments that members of the feature touch on their tiles, in order of members, with repetitions.
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

    /// Roots of the different features of a terrain that touch the feature, in the order of their first segments.
    pub fn neighbours(&self, segment: SegmentId, terrain: TerrainId, complete: bool) -> Vec<Root> {
        let mut found = self.neighbours_in_any_order(segment, terrain, complete).into_vec();
        found.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
        found
    }

    /// Number of different features of a terrain that touch the feature.
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

    /// Sum of a tag's numbers over the segments of the feature.
    pub fn tag_sum(&self, segment: SegmentId, tag: TagId) -> i32 {
        self.features.members(segment).map(|s| i32::from(self.segment(s).tag(tag))).sum()
    }

    /// Number of segments of the feature that have a tag.
    pub fn tagged_segments(&self, segment: SegmentId, tag: TagId) -> u32 {
        self.features.members(segment).filter(|&s| self.segment(s).tag(tag) != 0).count() as u32
    }

    /// Number of different tiles on which a segment of the feature, or the tile itself, has a tag.
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

    /// `terrain:PORTS` of a segment as it lies on the board.
    pub fn segment_key(&self, segment: SegmentId) -> &str {
        let tile = &self.tiles[self.features.tile_of(segment).index()];
        self.catalog.segment_key(tile.kind, tile.turn, self.features.local_of(segment))
    }

    /// `x,y:terrain:PORTS` of a segment.
    pub fn place_key(&self, segment: SegmentId) -> String {
        let mut place = String::with_capacity(self.segment_key(segment).len() + 12);
        // A text takes all that is written.
        let _ = self.write_place_key(segment, &mut place);
        place
    }

    /// Adds `x,y:terrain:PORTS` of a segment to a text.
    pub(crate) fn write_place_key(&self, segment: SegmentId, text: &mut impl fmt::Write) -> fmt::Result {
        self.cell_of(segment).write_to(text)?;
        text.write_str(":")?;
        text.write_str(self.segment_key(segment))
    }

    /// Finds a segment by its cell and key.
    pub fn find_segment(&self, cell: Cell, key: &str) -> Option<SegmentId> {
        let (tile, part) = self.tile_at(cell)?;
        let placed = &self.tiles[tile.index()];
        let segments = &self.catalog.kinds[placed.kind].segments;
        let is = |i: &usize| {
            usize::from(segments[*i].cell) == part && **self.catalog.segment_key(placed.kind, placed.turn, *i) == *key
        };
        (0..segments.len()).find(is).map(|i| placed.first_segment.plus(i as u32))
    }

    /// The first segment of the feature: by cell in reading order, then by its number on the tile.
    pub fn first_segment(&self, segment: SegmentId) -> SegmentId {
        let key = self.features.first_key(segment);
        let (cell, number) = (Cell::from_sort_key(key >> NUMBER), key & ((1 << NUMBER) - 1));
        self.tile_at(cell).map_or(segment, |(tile, _)| self.tiles[tile.index()].first_segment.plus(number))
    }

    /// Features of a terrain that are not complete and have open sides, in the order of their first segments.
    pub fn open_features(&self, terrain: TerrainId) -> Vec<Root> {
        let is_meant = |root: &Root| self.catalog.counts_as(self.terrain(root.segment()), terrain);
        let mut found: Vec<Root> = self.features.open_features().filter(is_meant).collect();
        found.sort_unstable_by_key(|&root| self.features.first_key(root.segment()));
        found
    }
}

impl Segment {
    /// Number of sides of its cell that it reaches.
    #[inline]
    pub fn sides(&self) -> u32 {
        self.ports.iter().fold(0u8, |set, p| set | 1 << p.side.0).count_ones()
    }
}
