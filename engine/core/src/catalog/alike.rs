//! Finds the turns at which a tile looks the same, so that placing it at either makes no difference.

use crate::catalog::Catalog;
use crate::catalog::id::{EdgeTypeId, TagId, TerrainId};
use crate::catalog::lattice::{Cell, Lattice, Side, Turn, Turns};
use crate::catalog::tile::{MayTurn, Segment, TileKind};

/// Visible properties of a segment on a turned tile: cell, terrain, tags, and the sides and ports that it reaches.
type SegmentLook = (Cell, TerrainId, Vec<(TagId, i16)>, Vec<(Side, u8)>);

/// Look of a turned tile, independent of its place: its cells with their edges, its segments with the segments that
/// they touch.
#[derive(PartialEq, Eq)]
struct Appearance {
    cells: Vec<(Cell, Vec<(Side, EdgeTypeId)>)>,
    segments: Vec<(SegmentLook, Vec<SegmentLook>)>,
}

impl Appearance {
    fn new(lattice: Lattice, kind: &TileKind, turn: Turn) -> Appearance {
        let turned = |offset: (i16, i16)| {
            let (x, y) = lattice.turn_offset(offset, turn);
            Cell::new(x, y)
        };
        // Only the positions of the cells relative to each other matter, not the place of the tile.
        let first = kind.cells.iter().map(|cell| turned(cell.offset)).min().unwrap_or(Cell::ORIGIN);
        let places: Vec<Cell> = kind.cells.iter().map(|cell| turned(cell.offset).plus(-first.x, -first.y)).collect();
        let edges = |number: usize| {
            let cell = &kind.cells[number];
            let sides = lattice.sides().filter(|&side| lattice.shows(cell.offset, side, turn));
            // The sides are part of the look, as triangles that point up and down have different sides.
            sides.map(|side| (side, cell.edge(lattice.side_before(side, turn)))).collect()
        };
        let mut cells: Vec<_> = places.iter().enumerate().map(|(number, &at)| (at, edges(number))).collect();
        cells.sort_unstable();
        let seen = |segment: &Segment| -> SegmentLook {
            let mut tags = segment.tags.clone();
            tags.sort_unstable();
            let ports = segment.ports.iter().map(|port| (lattice.turn_side(port.side, turn), port.index));
            let mut ports: Vec<(Side, u8)> = ports.collect();
            ports.sort_unstable();
            (places[usize::from(segment.cell)], segment.terrain, tags, ports)
        };
        let all: Vec<SegmentLook> = kind.segments.iter().map(seen).collect();
        let touched = |segment: &Segment| {
            let others = all.iter().enumerate().filter(|(number, _)| segment.touches >> number & 1 == 1);
            let mut others: Vec<SegmentLook> = others.map(|(_, other)| other.clone()).collect();
            others.sort_unstable();
            others
        };
        let mut segments: Vec<_> = kind.segments.iter().map(|one| (seen(one), touched(one))).collect();
        segments.sort_unstable();
        Appearance { cells, segments }
    }
}

impl Catalog {
    /// Returns the first turn of each look of a kind. At every other turn the kind looks like at one of these.
    pub fn distinct_turns(&self, kind: &TileKind) -> Turns {
        let mut seen: Vec<Appearance> = Vec::new();
        let is_new = |turn: &Turn| {
            let sight = Appearance::new(self.lattice, kind, *turn);
            let new = !seen.contains(&sight);
            seen.extend(new.then_some(sight));
            new
        };
        self.lattice.turns().filter(is_new).collect()
    }

    /// Returns the turns at which a kind may be placed according to its pack.
    pub(crate) fn turns_of(&self, kind: &TileKind) -> Turns {
        match kind.may_turn.unwrap_or(self.board.may_turn) {
            MayTurn::All => Turns::all(self.lattice),
            MayTurn::Distinct => self.distinct_turns(kind),
            MayTurn::Only(turns) => turns.and(Turns::all(self.lattice)),
        }
    }
}
