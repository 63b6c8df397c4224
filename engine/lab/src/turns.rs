//! Assigns events to turns.

use tilewright_core::state::Game;
use tilewright_core::state::happening::Happening;

/// Returns the events of a game with a journal, each with the number of its ordinary turn: 0 before the first turn, and
/// the last turn for later events.
pub fn by_turn(game: &Game) -> impl Iterator<Item = (u32, &Happening)> {
    let events = game.journal().map_or(&[][..], |journal| &journal.events);
    // The setup is also a part without a reason, and so is the closing part of a turn.
    let (of_a_turn, last) = (if game.catalog().flow.closing.is_empty() { 1u32 } else { 2 }, game.turns());
    events.iter().scan(0u32, move |parts, event| {
        *parts += u32::from(matches!(event.what, Happening::PartBegan { reason: None, .. }));
        Some((parts.saturating_sub(1).div_ceil(of_a_turn).min(last), &event.what))
    })
}
