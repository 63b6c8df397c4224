//! Compares pictures of tiles with the edges of the tiles, and the figures of players with each other.
//!
//! Invariants: the same pictures give the same results, and tiles and figures that are drawn from data are never reported.
//! Deliberately absent: files, and opinions about the style of pictures.

pub mod agreement;
mod cheapest;
pub mod findings;
pub mod matching;
pub mod seams;
pub mod seats;
pub mod sheet;
pub mod side_colors;
