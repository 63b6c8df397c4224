//! The vocabulary and the machine of tile-laying games: tiles join into features, seats decide, effects change the state.
//!
//! Invariants: the same catalog, options, seed and answers give the same events and the same state on every platform;
//! legality is worked out in one place, the options of a decision; the state changes only through effects; a state is
//! plain data and is cloned in microseconds. Deliberately absent: reading or writing files, any notation but record
//! keys, scripts, clocks, hash-ordered maps, floating-point numbers, and the name of any game.

// What holds for everything that people read.
pub mod unseen;
// The vocabulary.
pub mod catalog;
pub mod derive;
pub mod diag;
pub mod flow;
pub mod id;
pub mod lattice;
pub mod limits;
pub mod look;
pub mod tile;
// The state.
pub mod agenda;
mod apply;
pub mod bags;
pub mod board;
pub mod chance;
pub mod check;
pub mod decision;
pub mod effect;
pub mod event;
pub mod expect;
pub mod features;
pub mod frontier;
pub mod game;
pub mod graph;
mod grid;
pub mod payments;
mod possible;
pub mod preview;
mod replacing;
pub mod sheet;
// What changes it.
mod blame;
mod hash;
pub mod imagine;
mod ledger;
pub mod line;
pub mod machine;
pub mod placing;
pub mod record;
pub mod reload;
pub mod replay;
mod rounds;
pub mod rules;
pub mod scenario;
mod scoring;
pub mod session;
mod steps;
pub mod view;
mod watch;

pub use apply::Timing;
pub use scoring::appraisals;
pub use watch::Broken;
