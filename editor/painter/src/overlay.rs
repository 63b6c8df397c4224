//! Expresses the segments that the engine derives in terms of the drawing.

use tilewright_core::catalog::tile::{Port, TileKind};
use tilewright_pack::Vocabulary;

use super::drawing::{DrawnTile, PartId};

/// Segments of a tile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overlay {
    /// All segments, in the order of simultaneous events.
    pub segments: Vec<OverlaySegment>,
}

/// Segment of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverlaySegment {
    /// Part behind the segment; `None` for derived ground.
    pub part: Option<PartId>,
    /// Name of its terrain.
    pub terrain: String,
    /// Index of its cell.
    pub cell: usize,
    /// Ports of the segment.
    pub ports: Vec<Port>,
    /// Indices of the segments that it touches, ascending.
    pub touches: Vec<usize>,
}

impl Overlay {
    /// Returns the segments of a tile that was read from the text of a drawing. For a tile with mistakes, parts that
    /// could not be read have no segment.
    pub fn from_drawing(drawing: &DrawnTile, kind: &TileKind, words: &Vocabulary) -> Overlay {
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
