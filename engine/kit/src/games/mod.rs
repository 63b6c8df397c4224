//! Runs games and reads finished ones: saving, opening, replaying, changing packs during a game, and describing its
//! events.

pub mod capsule;
mod compass;
pub mod narration;
pub mod opening;
pub mod places;
pub mod reload;
pub mod replay;
pub mod report;
pub mod running;
pub mod save;
pub mod transcript;
pub mod why;
pub mod why_not;
pub mod words;
