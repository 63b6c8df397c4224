//! Games that are played and that were played: saving, opening and replaying them, changed packs in the middle of one, and
//! what is told about them.

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
