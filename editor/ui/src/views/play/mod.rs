//! Everything that says something about the game at the table: what is played, what it paid, how it came about. All panes
//! share one game; what one of them speaks about is lit on the board.

pub mod board_pane;
mod ending;
pub mod holes;
pub mod inspector;
pub mod news;
mod packs;
pub mod report;
pub mod scores;
mod seats;
mod setup;
mod strip;
pub mod timeline;
pub mod told;
pub mod why_not;
