//! What many simulated games give, as rows in files: one row a game, or one a score, a tile or an answer.
//!
//! The unit of work is a block: some games in a row, in a file of their own that is one row group, and beside it what came
//! of them in numbers. Blocks do not know of each other, so any number of threads, runs and machines may make them, in any
//! order; whoever has all of them joins them without looking into them. So the joined file is the same, byte for byte,
//! whoever made the blocks, and whatever was killed on the way.
//!
//! Invariants: what a block holds follows from the plan and its number alone: no clock, no host, no number of threads. A
//! block counts when its numbers are there and the hash in them is that of its rows.

mod block;
mod error;
mod format;
mod join;
mod plan;
mod rows;
mod run;

pub use block::{Block, Stopped};
pub use error::ResultsError;
pub use format::Format;
pub use join::{Joined, clear, join, read_plan};
pub use plan::{Plan, Shard};
pub use rows::Rows;
pub use run::{Done, run, summary_of};
