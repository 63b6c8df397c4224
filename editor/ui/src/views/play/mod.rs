//! Views of the game at the table: the board, its scores, its timeline and its report. All views share one game, and
//! highlights from any of them appear on its board.

pub mod board_pane;
mod ending;
pub mod holes;
pub mod how_to;
pub mod inspector;
pub mod invite;
mod mats;
pub mod news;
pub mod notes;
mod packs;
pub mod report;
pub mod scores;
mod seats;
mod setup;
mod stacks;
mod strip;
pub mod timeline;
pub mod told;
pub mod trace;
pub mod why_not;
