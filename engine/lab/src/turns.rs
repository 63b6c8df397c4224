//! In which turn something happened.

use tilewright_core::state::Game;
use tilewright_core::state::happening::Happening;

/// The events of a game with a journal, each with the number of the ordinary turn in which it was: 0 before the first, and
/// the last one for what comes after it.
pub fn by_turn(game: &Game) -> impl Iterator<Item = (u32, &Happening)> {
    let events = game.journal().map_or(&[][..], |journal| &journal.events);
    // The setup is a part that nobody scheduled too, and so is what closes a turn.
    let (of_a_turn, last) = (if game.catalog().flow.closing.is_empty() { 1u32 } else { 2 }, game.turns());
    events.iter().scan(0u32, move |parts, event| {
        *parts += u32::from(matches!(event.what, Happening::PartBegan { reason: None, .. }));
        Some((parts.saturating_sub(1).div_ceil(of_a_turn).min(last), &event.what))
    })
}
