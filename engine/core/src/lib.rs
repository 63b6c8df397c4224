//! The vocabulary and the machine of tile-laying games: tiles join into features, seats decide, effects change the state.
pub mod catalog;
pub mod derive;
pub mod diag;
pub mod flow;
pub mod id;
pub mod lattice;
pub mod sheet;
pub mod tile;
