//! Runs games and reads finished ones: saving, opening, replaying, changing packs during a game, and describing its
//! events.

pub mod capsule;
pub(crate) mod capsule_error;
pub mod opening;
pub mod places;
pub mod reload;
pub mod replay;
pub mod running;
pub mod save;
pub mod trace;
pub mod transcript;
