//! Pictures of tiles and boards, made from tile data alone: a scene of flat shapes, as SVG or PNG.
//!
//! Invariants: one scene per tile feeds every output; the same tile gives the same scene on every platform that
//! rounds alike, and ornaments keep their places and stay upright when a tile is turned. Deliberately absent: windows,
//! fonts, photographs, and any knowledge of what a terrain means beyond the look that its pack gives it.

mod area;
pub mod board;
mod bridge;
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
