//! Counts of what has happened in a game, for statistics.

use crate::catalog::id::TileKindId;

/// Counts of what has happened in a game. They are kept without a journal, no rule sees them, and they are not part of the
/// position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of times that a figure was put down somewhere, by a step or a rule; moves from place to place count too.
    pub deployed: u32,
    /// Tiles that rules took off the board and set aside, in this order: those among [`Game::set_aside`] that did fit.
    ///
    /// [`Game::set_aside`]: crate::state::Game::set_aside
    pub taken_off: Vec<TileKindId>,
}
