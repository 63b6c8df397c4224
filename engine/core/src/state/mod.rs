//! The state of a game: plain data that is cloned in microseconds and changes only by effects.

// Parts of a state.
pub mod agenda;
pub mod bags;
pub mod chance;
pub mod decision;
pub mod feature_set;
mod game;
pub mod key;
pub mod position;
pub mod question;
mod recording;
pub mod replayed;
mod run;
pub mod secrecy;
mod setup;
pub mod sheet;
pub mod trail;
// Changes of the state, and their events.
mod checks;
mod deployable;
pub mod effect;
pub mod ending;
pub mod event;
pub mod face_down;
pub mod happening;
mod report;
pub mod schedule;
pub mod tally;
// Queries on a state.
pub(crate) mod copy;
mod fingerprint;
mod numbers;
pub mod view;

pub use crate::state::game::{Game, MAX_NOTES};
pub use crate::state::position::{Figure, Stage};
