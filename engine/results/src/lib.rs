//! Writes the results of many simulated games as rows in files: one row for each game, score, tile or answer, or for each
//! seed and version of a comparison.
//!
//! The unit of work is a block: a run of consecutive games in a separate file that is one row group, and next to it a
//! file with the totals of these games. Blocks are independent, so any number of threads, runs and machines may make
//! them in any order. Joining needs all blocks of a plan but does not decode them. The joined file is therefore the
//! same, byte for byte, no matter which machines made the blocks and which runs were killed.
//!
//! Invariants: the content of a block follows only from the plan and the number of the block, not from a clock, a host
//! or the number of threads. A block counts as finished if its totals exist and contain the hash of its rows.

mod block;
mod comparison;
mod error;
mod format;
mod join;
mod kind;
mod plan;
mod rows;
mod run;
mod timed;
mod work;

pub use block::Block;
pub use comparison::{ComparisonPlan, ComparisonTotals, StoredComparison, WrittenRows, run_comparison};
pub use error::ResultsError;
pub use format::{Format, csv_text};
pub use join::{Joined, clear, join, read_plan};
pub use kind::WorkKind;
pub use plan::{GameTotals, ResultsPlan};
pub use rows::Rows;
pub use run::{ShardSummary, run, summary_of};
pub use tilewright_lab::stopped::StoppedGame;
pub use timed::{TimedAnswer, write_timed_answers};
pub use work::{BlockTotals, Shard, ShardError, WorkPlan, kind_of};
