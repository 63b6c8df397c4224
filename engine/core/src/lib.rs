//! The vocabulary and the machine of tile-laying games: tiles join into features, seats decide, effects change the state.
pub mod id;
pub mod diag;
pub mod lattice;
pub mod tile;
pub mod derive;
pub mod flow;
pub mod catalog;
