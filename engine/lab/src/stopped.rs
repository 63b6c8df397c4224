//! Describes games that a failing script stopped, in a form that files can hold.

use serde::{Deserialize, Serialize};
use tilewright_core::machine::fault::Fault;

use crate::simulate::is_endless;

/// A game that a failing script stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoppedGame {
    /// Number of the game in its plan.
    pub game: u64,
    /// Seed that repeats the game.
    pub seed: u64,
    /// Code of the fault that stopped the game.
    pub code: String,
    /// Message of the fault, as shown to users.
    pub what: String,
    /// Id of the pack whose rule failed.
    pub pack: String,
    /// `path:line` of the script, or the hook that ran if no place is known.
    pub place: String,
    /// Calls that led to the fault, innermost first.
    pub traceback: Vec<String>,
}

impl StoppedGame {
    /// Describes the fault that stopped a game, given as its number and seed.
    pub fn new((game, seed): (u64, u64), fault: &Fault) -> StoppedGame {
        let place = if fault.place.is_empty() { &fault.hook } else { &fault.place };
        StoppedGame {
            game,
            seed,
            code: fault.code.to_owned(),
            what: fault.to_string(),
            pack: fault.pack.to_string(),
            place: place.clone(),
            traceback: fault.traceback.clone(),
        }
    }

    /// True if the game never ends or exceeds the limits of a game. Such a game is best repeated by its seed.
    pub fn is_endless(&self) -> bool {
        is_endless(&self.code)
    }
}
