//! Implements painting of tiles, without any window.
//!
//! The text of the pack is the document. The painter reads a tile from it, changes the result, and returns edits of the
//! text, after which it reads the tile again:
//!
//! ```text
//! node ── read ──→ DrawnTile ── paint(brush, answers) ──→ DrawnTile ── patch ──→ [TextEdit]
//!                   └── Workbench::tile(node) + Overlay::from_drawing: edges, segments, fields, what touches what
//! ```
//!
//! - `drawing`: the written content of a tile: cells, edges, parts and tags. It has no geometry; views derive lines
//!   from the parts.
//! - `brush`: all changes to a drawing, as data. A brush with several meanings asks a question: the caller shows the
//!   choices and paints again with the answer. An impossible brush is refused with a reason, and a brush with side
//!   effects lists them in its notices.
//! - `patch`: the edits between two drawings. Unchanged content keeps its bytes.
//! - `variants`: tiles whose appearance depends on options, and overrides of tiles of other packs.
//! - `overlay`: the facts about a tile that the engine derives.
//!
//! No function panics on any drawing or text. Part ids (`PartId`) are valid for one reading of the tile.

mod brush;
mod drawing;
mod ground;
mod overlay;
mod patch;
mod refer;
mod sides;
mod stroke;
mod turn;
mod variants;

pub use brush::{
    Brush, PaintAnswer, PaintNotice, PaintQuestion, PaintRefusal, PaintStop, Painted, PathEnd, QuestionSubject,
};
pub use drawing::{
    DrawnCell, DrawnPart, DrawnTile, DrawnVariant, PartId, PathTarget, TileCount, TilePaintError, bare, condition_of,
    tags_of,
};
pub use overlay::{Overlay, OverlaySegment};
pub use patch::set_tags;
pub use variants::variants;

#[cfg(test)]
mod tests;
