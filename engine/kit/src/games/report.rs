//! Reports the events of a game for reading aloud: line by line, only what every player has seen.
//!
//! The lines hold names from the pack and numbers; the caller turns them into sentences in its own language.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::view::View;

use crate::games::narration::{Told, told};
use crate::games::words::{Thing, Words};

/// Line of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Number of the event in the journal.
    pub event: usize,
    /// Event in words of the pack.
    pub told: Told,
    /// Score of the seat after it received points; `None` for other events.
    pub score: Option<i32>,
}

/// Winners of a game, and the reason that they win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winners {
    /// Seats that win: several if they share the win, empty if no seat wins.
    pub winners: Vec<Seat>,
    /// Number of seats that played.
    pub seats: usize,
    /// Result of the game in words of the pack; `None` if it has no result beyond the ranking.
    pub result: Option<Thing>,
    /// Tie-breakers between the seats with most points, in words of the pack, with the value of each such seat.
    pub decided_by: Vec<(String, Vec<(Seat, i32)>)>,
}

/// Number of winners, for interfaces that describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBy {
    /// Winners are not mentioned, because the result of the only seat says it all.
    Unsaid,
    /// No seat wins the game.
    Nobody,
    /// Exactly one seat wins.
    One,
    /// Several seats win, but not all.
    Several,
    /// All of several seats win.
    All,
}

impl Winners {
    /// Classifies the number of winners.
    pub fn won_by(&self) -> WonBy {
        match self.winners.len() {
            _ if self.seats == 1 && self.result.is_some() => WonBy::Unsaid,
            0 => WonBy::Nobody,
            1 => WonBy::One,
            all if all == self.seats => WonBy::All,
            _ => WonBy::Several,
        }
    }
}

/// Returns the winners of a finished game, or the winners if it ended now.
pub fn outcome(game: &Game, language: &str) -> Winners {
    let words = words(game.catalog(), language);
    let level = game.level_seats();
    let decided_by = game.tie_decided_by().into_iter().map(|counter| {
        let called = words.counter(counter).name;
        (called, level.iter().map(|&seat| (seat, game.counter(counter, CounterKey::Seat(seat)))).collect())
    });
    let result = game.result().map(|result| words.result(result));
    Winners { winners: game.winners(), seats: game.seat_count(), result, decided_by: decided_by.collect() }
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
            && let Some(told) = told(game, language, &seen)
        {
            let score = match told {
                Told::Points { seat, .. } => Some(scores[seat.index()]),
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

/// Returns the points of all seats under each book, in words of the pack; omits books without points.
pub fn by_source(game: &Game, language: &str) -> Vec<(String, Vec<i32>)> {
    let words = words(game.catalog(), language);
    let books = game.catalog().books.ids();
    let rows = books.map(|book| (words.book(book).name, game.booked(book).to_vec()));
    rows.filter(|(_, row)| row.iter().any(|n| *n != 0)).collect()
}

fn words<'a>(catalog: &'a Catalog, language: &'a str) -> Words<'a> {
    Words::new(catalog, language, &|seat| seat.to_string())
}
