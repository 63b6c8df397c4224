//! Painting tiles: what the painter does, without any window.
//!
//! The document is the text of the pack. The painter reads a tile from it, changes what it has read, and hands back
//! edits of the text, after which it reads again:
//!
//! ```text
//! node ── Drawing::read ──→ Drawing ── Drawing::paint(brush, answers) ──→ Drawing ── Drawing::patch ──→ [TextEdit]
//!                              └── Workbench::tile(node) + Overlay::of: edges, segments, fields, what touches what
//! ```
//!
//! - `drawing`: what is written of a tile: cells, edges, parts, tags. Geometry is not kept: a view derives its lines
//!   from the parts.
//! - `brush`: everything that can be done to a drawing, as data. A brush that can mean several things asks: the
//!   caller shows the choices and paints again with the answer. One that cannot be is refused with a reason, and one
//!   that changes more than was pointed at says so in its notices.
//! - `patch`: from two drawings to edits. What is equal in both keeps its bytes.
//! - `variants`: tiles that options let look in several ways, and tiles that change one of another pack.
//! - `overlay`: what follows from a tile, as the engine derives it.
//!
//! Nothing here panics on any drawing or text; numbers of parts are those of one reading of the tile (`PartId`).

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

pub use brush::{About, Brush, Choice, End, Notice, Painted, Question, Refusal, Stop};
pub use drawing::{
    Count, Drawing, DrawnCell, DrawnPart, NotDrawable, PartId, Target, Variant, bare, condition_of, tags_of,
};
pub use overlay::{Overlay, OverlaySegment};
pub use patch::set_tags;
pub use variants::variants;

#[cfg(test)]
mod tests;
