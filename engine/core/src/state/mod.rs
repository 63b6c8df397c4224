//! The state of a game: plain data that is cloned in microseconds and changes only by effects.

// Data of a state.
pub mod agenda;
pub mod bags;
mod conclusion;
pub mod effect;
pub mod event;
pub(crate) mod game;
pub mod happening;
mod options;
mod outcome;
pub mod position;
pub mod question;
mod setup;
pub mod sheet;
mod streams;
pub mod tally;
// Functions of a state: reports, chance, decisions and the agenda.
pub mod chance;
mod checks;
pub mod decision;
pub mod feature_set;
pub mod key;
pub mod replayed;
mod report;
pub mod schedule;
pub mod secrecy;
pub mod trail;
// Queries on a state.
pub(crate) mod copy;
mod deployable;
pub mod ending;
pub mod face_down;
mod fingerprint;
#[cfg(test)]
mod lots_tests;
mod numbers;
mod queries;
pub mod view;

pub use crate::state::game::Game;
pub use crate::state::position::{Figure, Stage};
pub use crate::state::queries::MAX_NOTES;
