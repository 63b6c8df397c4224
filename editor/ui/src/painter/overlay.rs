//! What follows from a tile, as the engine derives it, in terms of the drawing.

use tilewright_core::catalog::tile::{Port, TileKind};
use tilewright_pack::Vocabulary;

use super::drawing::{Drawing, PartId};

/// The segments of a tile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overlay {
    /// All segments, in the order of simultaneous things.
    pub segments: Vec<OverlaySegment>,
}

/// A segment of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverlaySegment {
    /// The part that it is; nothing for ground that follows from the others.
    pub part: Option<PartId>,
    /// Its terrain.
    pub terrain: String,
    /// The number of its cell.
    pub cell: usize,
    /// Its ports.
    pub ports: Vec<Port>,
    /// The segments that it touches, by their numbers, ascending.
    pub touches: Vec<usize>,
}

impl Overlay {
    /// The segments of a tile that was read from the text of a drawing. Of a tile with mistakes it shows what there
    /// is; parts that could not be read have no segment.
    pub fn of(drawing: &Drawing, kind: &TileKind, words: &Vocabulary) -> Overlay {
        let mut segments: Vec<OverlaySegment> = Vec::new();
        for segment in &kind.segments {
            let cell = usize::from(segment.cell);
            let terrain = words.terrain_name(segment.terrain);
            let taken = |id: PartId| segments.iter().any(|s| s.part == Some(id));
            let parts = drawing.cells.get(cell).map_or(&[][..], |c| &c.parts);
            let same = parts.iter().find(|p| {
                words.terrain(&p.terrain) == Some(segment.terrain) && p.ports == segment.ports && !taken(p.id)
            });
            segments.push(OverlaySegment {
                part: same.map(|p| p.id),
                terrain: terrain.to_owned(),
                cell,
                ports: segment.ports.clone(),
                touches: (0..kind.segments.len()).filter(|i| segment.touches >> i & 1 == 1).collect(),
            });
        }
        Overlay { segments }
    }
}
