//! Parts that rules add to placed tiles, such as bridges.

use crate::catalog::id::{AddedPartId, EdgeTypeId, TagId, TerrainId, TileKindId};
use crate::catalog::lattice::Side;

/// A part that rules add to placed tiles. It passes over the tile: it touches no segment and does not divide the
/// ground.
#[derive(Clone, Debug, Default)]
pub struct AddedPart {
    /// Terrain of the new segment.
    pub terrain: TerrainId,
    /// Sides that the part reaches, before it is turned.
    pub sides: Vec<Side>,
    /// Edge types that such a side can have, each with the edge type that replaces it and adds the ports of the part.
    pub edges: Vec<(EdgeTypeId, EdgeTypeId)>,
    /// Tags of the new segment.
    pub tags: Vec<(TagId, i16)>,
}

/// A kind that a tile becomes when a part is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extension {
    /// Id of the added part.
    pub part: AddedPartId,
    /// Number of the tile's cell that contains the part.
    pub cell: u8,
    /// Sides that the part reaches, as a set of bits, on the unturned tile.
    pub sides: u8,
    /// The kind that includes the part.
    pub kind: TileKindId,
}
