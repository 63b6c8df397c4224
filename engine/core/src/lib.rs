//! Implements the concepts and the machine of tile-laying games: tiles join into features, seats decide, effects change
//! the state.
//!
//! Invariants: the same catalog, options, seed and answers give the same events and the same state on every platform;
//! legality is decided in one place, the options of a decision; the state changes only through effects; a state is
//! plain data and can be cloned in microseconds. Deliberately absent: access to files, any notation except record keys,
//! scripts, clocks, hash-ordered maps, floating-point numbers, and the name of any game.

#![warn(missing_docs)]

// Diagnostics, limits and safe display of text, for everything that users read.
pub mod diag;
pub mod limits;
pub mod unseen;
// Copies that reuse allocations.
mod clone_by_field;
// Declarations, the board, the state of a game, and its changes.
pub mod board;
pub mod catalog;
mod effects;
pub mod state;
// The machine that runs games, sessions with undo, and invariants.
pub mod machine;
pub mod session;
pub mod verify;
// Invented games for tests.
#[cfg(feature = "fixture")]
pub mod fixture;
