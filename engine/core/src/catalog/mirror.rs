//! Derives mirror images: the other faces of tiles that may be placed either way up.

use std::sync::Arc;

use crate::catalog::Catalog;
use crate::catalog::id::{EdgeTypeId, Name, Table, TileKindId};
use crate::catalog::lattice::{Lattice, Side, Turn};
use crate::catalog::tile::{EdgeType, Port, TileKind};

/// End of the name of a mirror image. No declared tile has it in its name.
pub const MIRRORED: char = '~';

impl Lattice {
    /// Returns the side that `side` becomes when left and right are swapped.
    pub fn mirrored_side(self, side: Side) -> Side {
        let sides = self.side_count() as u8;
        Side((sides - side.0) % sides)
    }

    /// Returns the offset when left and right are swapped.
    pub fn mirrored_offset(self, (x, y): (i16, i16)) -> (i16, i16) {
        match self {
            Lattice::Square => (-x, y),
            Lattice::Hex | Lattice::Triangle => (-x, x + y),
        }
    }
}

/// Returns the edge type with the ports of `edge` in the opposite order: `edge` itself if it is symmetrical, else the
/// only such edge type, or the only one among them that meets `edge`. Returns `None` if there is no such edge type, or
/// no unique one.
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
    /// Returns the mirror image, with left and right swapped. Cells and segments keep their order, so a segment has the
    /// same number on both faces.
    ///
    /// # Errors
    /// An edge type has no unique mirror image; the error is the first such edge type.
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

    /// Returns true if `other` is the same tile turned, so that players cannot distinguish the two on a board.
    pub fn is_turned(&self, other: &TileKind, lattice: Lattice) -> bool {
        lattice.turns().any(|turn| self.normal_form(lattice, turn) == other.normal_form(lattice, Turn::NONE))
    }

    /// Returns the look of the tile after a turn, independent of the position of its first cell and of the order of its
    /// parts.
    fn normal_form(&self, lattice: Lattice, turn: Turn) -> (Vec<impl Ord>, Vec<impl Ord>) {
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
    /// Adds the mirror image of a kind, under the name of the kind followed by [`MIRRORED`].
    ///
    /// # Errors
    /// An edge type has no unique mirror image; the error is the first such edge type.
    pub fn add_mirror(&mut self, kind: TileKindId) -> Result<TileKindId, EdgeTypeId> {
        let mut image = self.kinds[kind].mirror_image(self.lattice, &self.edges)?;
        (image.mirror, image.is_mirrored) = (Some(kind), true);
        let own = self.kinds.name(kind);
        let name = Name { local: Arc::from(format!("{}{MIRRORED}", own.local)), ..own.clone() };
        // Adding the mirror image again returns the existing one.
        let mirror = self.kinds.add(name, image).unwrap_or_else(|there| there);
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.mirror = Some(mirror);
        }
        Ok(mirror)
    }

    /// Returns the face that represents a tile everywhere off the board: in bags, hands and slots, among tiles set
    /// aside, and in counts of tiles. It has no added parts.
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
                // Turning and then mirroring equals mirroring and then turning the other way.
                for turn in lattice.turns() {
                    let back = Turn(((lattice.side_count() - turn.index()) % lattice.side_count()) as u8);
                    let turned = lattice.mirrored_offset(lattice.turn_offset(step, turn));
                    assert_eq!(turned, lattice.turn_offset(lattice.mirrored_offset(step), back));
                }
            }
        }
    }
}
