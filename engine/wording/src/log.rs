//! Reports the events of a game line by line, for reading aloud: only events that every player has seen.
//!
//! The lines hold names from the pack and numbers; [`Sentences`](crate::sentences::Sentences) words them.

use tilewright_core::state::Game;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::view::View;

use crate::narration::{Narration, narrate};

/// Line of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Number of the event in the journal.
    pub event: usize,
    /// Event in words of the pack.
    pub told: Narration,
    /// Score of the seat after it received points; `None` for other events.
    pub score: Option<i32>,
}

/// Returns all lines of a game that keeps a journal, in order.
pub fn lines(game: &Game, language: &str) -> Vec<Line> {
    // Facts that only some seats may know must not be read aloud.
    lines_for(game, game.view(None), language, 0)
}

/// Returns the lines that the owner of a view has seen after the first `after` events.
pub fn lines_for(game: &Game, view: View<'_>, language: &str, after: usize) -> Vec<Line> {
    let mut scores = vec![0i32; game.seat_count()];
    let events = game.journal().map_or(&[][..], |j| &j.events);
    // Starting points are not in any event.
    for event in events {
        if let Happening::Awarded { seat, points, .. } = event.what {
            scores[seat.index()] -= points;
        }
    }
    scores.iter_mut().zip(game.scores()).for_each(|(start, end)| *start += end);
    let mut lines = Vec::new();
    for (number, event) in events.iter().enumerate() {
        if let Happening::Awarded { seat, points, .. } = event.what {
            scores[seat.index()] += points;
        }
        if number >= after
            && let Some(seen) = view.event(event)
            && (event.kind() != EventKind::Drawn || tells_draw(game, events, number))
            && let Some(told) = narrate(game, language, &seen)
        {
            let score = match told {
                Narration::Points { seat, .. } => Some(scores[seat.index()]),
                _ => None,
            };
            lines.push(Line { event: number, told, score });
        }
    }
    lines
}

/// True if a draw deserves a separate line. False for a tile that is then placed or set aside, for one that waits to be
/// placed, and for one that the setup moves from one bag into an open one before the first turn, because the following
/// events report it.
pub fn tells_draw(game: &Game, events: &[Event], number: usize) -> bool {
    let Happening::Drawn { kind: drawn, bag: from, .. } = events[number].what else { return false };
    if let Some(Happening::BagChanged { bag, kind: Some(kind), amount: 1 }) =
        events.get(number + 1).map(|next| next.what)
        && (kind == drawn && bag != from && game.catalog().bags[bag].open)
        && events[..number].iter().all(|earlier| earlier.kind() != EventKind::PartEnded)
    {
        return false;
    }
    for later in &events[number + 1..] {
        match later.what {
            Happening::Placed { kind, .. } | Happening::SetAside { kind, .. } if kind == drawn => return false,
            Happening::Drawn { .. } => return true,
            _ => {}
        }
    }
    game.view(None).public().tile_in_play() != Some(drawn)
}
