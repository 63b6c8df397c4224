//! Measures packs: bots that play them, simulations of many games, statistics, benchmarks.
//!
//! Invariants: a simulation gives the same numbers for any number of threads, because game `i` depends only on the seed
//! and `i`, and all sums are whole numbers; a bot sees options only through their lazy view. Deliberately absent:
//! printing, and any knowledge about the meaning of rules.

pub mod bench;
pub mod bot;
pub mod bots;
mod budget;
pub mod certificate;
mod choice_kind;
pub mod compat;
pub mod duel;
pub mod games;
pub mod greedy;
pub mod habit;
pub mod hunt;
mod idle;
pub mod imagined;
pub mod joint;
pub mod judge;
mod lead;
mod lookahead;
pub mod matrix;
pub mod mcts;
mod own_turn;
pub mod people;
pub mod play;
pub mod report;
mod said;
pub mod seeds;
pub mod simulate;
pub mod stats;
pub mod stopped;
mod threads;
pub mod together;
pub mod tune;
pub mod turns;
pub mod verify;
pub mod versions;

pub use said::Missing;
