//! Finds games in which nothing happens: no question from beginning to end, or many turns in a row without a decision
//! or an event.

use tilewright_core::state::Game;
use tilewright_core::state::event::{EventKind, Journal};

/// Number of consecutive rounds without events that count as idle.
const ROUNDS: usize = 3;

/// Describes the problem if a finished game was idle. `asked` holds the number of events before each decision.
pub(crate) fn idle(game: &Game, asked: &[usize]) -> Option<String> {
    let turns = game.turns();
    let journal = game.journal()?;
    // If no tile fits, as on a table of one cell, there is nothing to decide.
    let fits = |kind: EventKind| kind != EventKind::SetAside;
    if asked.is_empty() && journal.events.iter().all(|event| fits(event.kind())) {
        return Some(format!("the game is over after {turns} turns, and no seat was asked anything"));
    }
    let most = ROUNDS * game.seat_count() * if game.catalog().flow.closing.is_empty() { 1 } else { 2 };
    let (first, count) = longest(journal, asked);
    (count >= most)
        .then(|| format!("from event {first} on, {count} consecutive turn parts have no decision and no event"))
}

/// Returns the first event and the length of the longest run of turn parts in which nothing happens.
fn longest(journal: &Journal, asked: &[usize]) -> (usize, usize) {
    let mut asked = asked.iter().peekable();
    let (mut best, mut run, mut first) = ((0, 0), 0, 0);
    for (at, event) in journal.events.iter().enumerate() {
        let mut happens = asked.next_if(|&&before| before <= at).is_some();
        while asked.next_if(|&&before| before <= at).is_some() {}
        match event.kind() {
            EventKind::PartBegan | EventKind::RoundBegan | EventKind::RoundEnded | EventKind::Ending => {}
            EventKind::PartEnded => run += usize::from(!happens),
            _ => happens = true,
        }
        if happens {
            (run, first) = (0, at + 1);
        } else if run > best.1 {
            best = (first, run);
        }
    }
    best
}
