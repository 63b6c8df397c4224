//! Draws tiles and boards from tile data alone: as a scene of flat shapes, which becomes SVG, PNG or PDF.
//!
//! Invariants: one scene per tile feeds every output; the same tile gives the same scene on every platform with the
//! same rounding; ornaments keep their positions and stay upright when a tile is turned. Deliberately absent: windows,
//! fonts, photographs, and any knowledge about a terrain beyond the look that its pack declares.

mod area;
pub mod board;
mod bridge;
pub mod format;
pub mod geometry;
mod ground;
pub mod heights;
mod layout;
pub mod lettering;
pub mod look;
pub mod outline;
mod pattern;
pub mod pdf;
pub mod picture;
pub mod print;
pub mod raster;
mod rim;
mod scatter;
pub mod scene;
pub mod sheet;
pub mod short;
pub mod spread;
pub mod svg;
pub mod tile;
