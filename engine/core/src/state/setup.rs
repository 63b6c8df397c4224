//! The setup of a game: what all games of the same packs, rules and number of seats share.

use std::sync::Arc;

use crate::catalog::Catalog;
use crate::clone_by_field::clone_by_field;
use crate::state::agenda::Program;
use crate::state::event::Listeners;
use crate::state::position::number_count;

/// Tables that do not change during a game and are equal in all games of the same packs, rules and number of seats.
#[derive(Debug)]
pub(crate) struct GameSetup {
    pub(crate) program: Arc<Program>,
    /// Start of each counter's values in the values of the position.
    pub(crate) count_starts: Arc<[usize]>,
    /// Kinds of events and effects that rules react to or replace.
    pub(crate) listeners: Listeners,
}

clone_by_field!(GameSetup: program, count_starts, listeners);

impl GameSetup {
    pub(crate) fn new(catalog: &Catalog, program: Arc<Program>, seats: u8, listeners: Listeners) -> GameSetup {
        let mut next = 0;
        let starts = catalog.counters.iter().map(|(_, counter)| {
            let after = next + number_count(counter.scope, seats);
            std::mem::replace(&mut next, after)
        });
        GameSetup { program, count_starts: starts.collect(), listeners }
    }
}
