//! The vocabulary and the machine of tile-laying games: tiles join into features, seats decide, effects change the state.
//!
//! Invariants: the same catalog, options, seed and answers give the same events and the same state on every platform;
//! legality is worked out in one place, the options of a decision; the state changes only through effects; a state is
//! plain data and is cloned in microseconds. Deliberately absent: reading or writing files, any notation but record
//! keys, scripts, clocks, hash-ordered maps, floating-point numbers, and the name of any game.

// What holds for everything that people read.
pub mod diag;
pub mod limits;
pub mod unseen;
// How the code of a turn is laid out.
mod rarely;
// What is declared, what lies on the board, what a game is at a moment.
pub mod board;
pub mod catalog;
pub mod state;
// What goes on with it, what can be taken back, what must hold.
pub mod machine;
pub mod session;
pub mod verify;
// What tests play with.
#[cfg(feature = "fixture")]
pub mod fixture;
