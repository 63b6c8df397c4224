//! The recording of a game: what is kept for observers, statistics and explanations.

use crate::state::event::{Journal, Observer};
use crate::state::tally::Tally;

/// Journal, observer and counts, which record a game and never affect it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) journal: Option<Box<Journal>>,
    /// Observer that checks the game after every event, if the game is verified.
    pub(crate) observer: Option<Box<dyn Observer>>,
    /// Counts for statistics, kept without a journal.
    pub(crate) tally: Tally,
}
