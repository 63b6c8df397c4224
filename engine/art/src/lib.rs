//! Draws tiles and boards as a scene of flat shapes, which becomes SVG, PNG or PDF: from tile data alone, or with
//! pictures from packs, their own art.
//!
//! Invariants: one scene per tile feeds every output; the same tile gives the same scene on every platform with the
//! same rounding; ornaments keep their positions and stay upright when a tile is turned; tiles and pieces without own
//! art are drawn from data. Deliberately absent: windows, fonts, folders (callers pass the bytes of picture files), and
//! any knowledge about a terrain beyond the look that its pack declares.

mod area;
pub mod bare_board;
pub mod bitmap;
pub mod board;
mod bridge;
pub mod decode;
pub mod embed;
pub mod format;
pub mod geometry;
mod ground;
pub mod heights;
mod layout;
pub mod lettering;
pub mod look;
mod marks;
pub mod outline;
pub mod own;
mod pattern;
pub mod pdf;
pub mod picture;
mod pieces;
pub mod print;
pub mod raster;
mod rim;
mod sample;
mod scatter;
pub mod scene;
pub mod sheet;
pub mod short;
pub mod spread;
mod surface;
pub mod svg;
pub mod tile;
