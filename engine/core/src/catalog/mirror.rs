//! Mirror images of tiles: the other face of one that may be laid either way up.

use std::sync::Arc;

use crate::catalog::Catalog;
use crate::catalog::id::{EdgeTypeId, Name, Table, TileKindId};
use crate::catalog::lattice::{Lattice, Side, Turn};
use crate::catalog::tile::{EdgeType, Port, TileKind};

/// What the name of a mirror image ends with. No declared tile has it in its name.
pub const MIRRORED: char = '~';

impl Lattice {
    /// The side across which a side lies when left and right change places.
    pub fn mirrored_side(self, side: Side) -> Side {
        let sides = self.side_count() as u8;
        Side((sides - side.0) % sides)
    }

    /// Where an offset leads when left and right change places.
    pub fn mirrored_offset(self, (x, y): (i16, i16)) -> (i16, i16) {
        match self {
            Lattice::Square => (-x, y),
            Lattice::Hex | Lattice::Triangle => (-x, x + y),
        }
    }
}

/// The edge type that shows the ports of another one in the opposite order: itself where they read the same both ways, else
/// the only one that does, or the only one of those that meets it.
pub fn mirrored_edge(edges: &Table<EdgeTypeId, EdgeType>, edge: EdgeTypeId) -> Option<EdgeTypeId> {
    let own = &edges[edge];
    let reads_back = |other: &EdgeType| other.ports.iter().rev().eq(&own.ports) && other.wildcard == own.wildcard;
    if reads_back(own) {
        return Some(edge);
    }
    let found: Vec<(EdgeTypeId, &EdgeType)> = edges.iter().filter(|(_, other)| reads_back(other)).collect();
    let meeting: Vec<_> = found.iter().filter(|(id, other)| own.meets(edge, other, *id)).collect();
    match (&found[..], &meeting[..]) {
        ([(only, _)], _) | (_, [(only, _)]) => Some(*only),
        _ => None,
    }
}

impl TileKind {
    /// Its mirror image: left and right change places. Cells and segments keep their order, so a segment has the same
    /// number on both faces.
    ///
    /// # Errors
    /// The first edge type of which no other, or more than one, is the mirror image.
    pub fn mirror_image(&self, lattice: Lattice, edges: &Table<EdgeTypeId, EdgeType>) -> Result<TileKind, EdgeTypeId> {
        let mut image = self.clone();
        for (cell, own) in image.cells.iter_mut().zip(&self.cells) {
            cell.offset = lattice.mirrored_offset(own.offset);
            for side in lattice.sides_at(own.offset) {
                let edge = own.edge(side);
                cell.edges[lattice.mirrored_side(side).index()] = mirrored_edge(edges, edge).ok_or(edge)?;
            }
        }
        for segment in &mut image.segments {
            let cell = &self.cells[usize::from(segment.cell)];
            for port in &mut segment.ports {
                let last = edges[cell.edge(port.side)].ports.len().saturating_sub(1);
                let index = last.saturating_sub(usize::from(port.index)) as u8;
                *port = Port { side: lattice.mirrored_side(port.side), index };
            }
            segment.ports.sort_unstable();
        }
        Ok(image)
    }

    /// Whether another tile is the same one turned, so that nobody can tell them apart on a board.
    pub fn is_turned(&self, other: &TileKind, lattice: Lattice) -> bool {
        lattice.turns().any(|turn| self.seen_at(lattice, turn) == other.seen_at(lattice, Turn::NONE))
    }

    /// What there is to see of it after a turn, wherever its first cell lies and in whatever order its parts are told.
    fn seen_at(&self, lattice: Lattice, turn: Turn) -> (Vec<impl Ord>, Vec<impl Ord>) {
        let offsets: Vec<_> = self.cells.iter().map(|cell| lattice.turn_offset(cell.offset, turn)).collect();
        let corner = (offsets.iter().map(|o| o.0).min().unwrap_or(0), offsets.iter().map(|o| o.1).min().unwrap_or(0));
        let place = |cell: usize| (offsets[cell].0 - corner.0, offsets[cell].1 - corner.1);
        let sides = |number: usize| {
            let cell = &self.cells[number];
            let shown = lattice.sides().filter(move |&side| lattice.shows(cell.offset, side, turn));
            shown.map(move |side| (side, cell.edge(lattice.side_before(side, turn))))
        };
        let mut cells: Vec<_> = (0..offsets.len()).map(|cell| (place(cell), sides(cell).collect::<Vec<_>>())).collect();
        cells.sort_unstable();
        let mut segments: Vec<_> = (self.segments.iter())
            .map(|segment| {
                let ports = segment.ports.iter().map(|port| (lattice.turn_side(port.side, turn), port.index));
                let (mut ports, mut tags) = (ports.collect::<Vec<_>>(), segment.tags.clone());
                ports.sort_unstable();
                tags.sort_unstable();
                (segment.terrain, place(usize::from(segment.cell)), ports, tags)
            })
            .collect();
        segments.sort_unstable();
        (cells, segments)
    }
}

impl Catalog {
    /// Adds the mirror image of a kind, as a kind under the name of that one with [`MIRRORED`] behind it.
    ///
    /// # Errors
    /// The first edge type of which no other, or more than one, is the mirror image.
    pub fn add_mirror(&mut self, kind: TileKindId) -> Result<TileKindId, EdgeTypeId> {
        let mut image = self.kinds[kind].mirror_image(self.lattice, &self.edges)?;
        (image.mirror, image.is_mirrored) = (Some(kind), true);
        let own = self.kinds.name(kind);
        let name = Name { local: Arc::from(format!("{}{MIRRORED}", own.local)), ..own.clone() };
        // Whoever adds it twice has the one that is there.
        let mirror = self.kinds.add(name, image).unwrap_or_else(|there| there);
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.mirror = Some(mirror);
        }
        Ok(mirror)
    }

    /// The face under which a tile is known wherever it does not lie on the board: in bags, hands and slots, set aside, and
    /// where tiles are counted.
    #[inline]
    pub fn front(&self, kind: TileKindId) -> TileKindId {
        match &self.kinds[kind] {
            TileKind { bare: Some(bare), .. } => self.front(*bare),
            TileKind { is_mirrored: true, mirror: Some(front), .. } => *front,
            _ => kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_twice_changes_nothing_and_keeps_neighbours() {
        for lattice in Lattice::ALL {
            for (side, &step) in lattice.sides().zip(lattice.steps()) {
                let across = lattice.mirrored_side(side);
                assert_eq!(lattice.mirrored_side(across), side);
                let to = lattice.steps()[across.index()];
                assert_eq!(lattice.mirrored_offset(step), to, "{lattice:?} {side:?}");
                assert_eq!(lattice.mirrored_offset(to), step);
                // Turned one way and then mirrored is mirrored and then turned the other way.
                for turn in lattice.turns() {
                    let back = Turn(((lattice.side_count() - turn.index()) % lattice.side_count()) as u8);
                    let turned = lattice.mirrored_offset(lattice.turn_offset(step, turn));
                    assert_eq!(turned, lattice.turn_offset(lattice.mirrored_offset(step), back));
                }
            }
        }
    }
}
