//! Defines the reasons why a benchmark ends early.

use std::fmt;

use tilewright_core::catalog::seat::WrongSeats;
use tilewright_core::machine::fault::Fault;
use tilewright_kit::error::KitError;

/// Reason why a benchmark ended early.
#[derive(Debug)]
pub enum BenchError {
    /// The packs cannot be played.
    Kit(KitError),
    /// A rule stopped a game.
    Stopped {
        /// Number of the game in the plan; `None` for a game outside the plan, such as one that continues from the
        /// middle of another.
        game: Option<u64>,
        /// Seed of the game.
        seed: u64,
        /// Fault with pack, line and hook.
        fault: Box<Fault>,
    },
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Kit(error) => error.fmt(f),
            BenchError::Stopped { game: Some(game), seed, fault } => {
                write!(f, "a rule stopped game {game} (seed {seed}): {fault}")
            }
            BenchError::Stopped { game: None, seed, fault } => {
                write!(f, "a rule stopped a game of seed {seed}: {fault}")
            }
        }
    }
}

impl std::error::Error for BenchError {}

impl From<KitError> for BenchError {
    fn from(error: KitError) -> BenchError {
        BenchError::Kit(error)
    }
}

impl From<WrongSeats> for BenchError {
    fn from(error: WrongSeats) -> BenchError {
        BenchError::Kit(error.into())
    }
}

/// Returns the error for a fault in a game of a plan.
pub(super) fn fault_in_game(game: u64, seed: u64) -> impl FnOnce(Box<Fault>) -> BenchError {
    move |fault| BenchError::Stopped { game: Some(game), seed, fault }
}

/// Returns the error for a fault in another game.
pub(super) fn fault_elsewhere(seed: u64) -> impl FnOnce(Box<Fault>) -> BenchError {
    move |fault| BenchError::Stopped { game: None, seed, fault }
}
