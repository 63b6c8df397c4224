//! Counts of events in a game, for statistics.

use crate::catalog::id::TileKindId;
use crate::clone_by_field::clone_by_field;

/// Counts of events in a game. They need no journal, no rule sees them, and they are not part of the position.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of times that a step or a rule deployed a figure, including moves from place to place.
    pub deployed: u32,
    /// Tiles that rules took off the board and set aside, in order: the entries of [`Game::set_aside`] that did fit.
    ///
    /// [`Game::set_aside`]: crate::state::Game::set_aside
    pub taken_off: Vec<TileKindId>,
}

clone_by_field!(Tally: deployed, taken_off);
