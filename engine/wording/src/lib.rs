//! Decides and words the reports about a game: its events, the reason for each point, why a tile does not fit, and the
//! end of the game.
//!
//! # Invariants
//! - Names of things come from the packs, in one language; a thing without a text has its id.
//! - Seats count from 1 in every text.
//!
//! Deliberately absent: colour, links and layout, which belong to each interface.

mod compass;
pub mod ending;
pub mod facts;
pub mod how_to;
pub mod log;
pub mod narration;
pub mod sentences;
pub mod translations;
pub mod why;
pub mod why_not;
pub mod words;
