//! What happened in a game, for reading aloud: line by line what everybody at the table has seen.
//!
//! The lines hold names of the pack and numbers; whoever shows them makes sentences of them in a language of its own.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::view::View;

use crate::games::narration::{Told, told};
use crate::games::words::{Thing, Words};

/// A line of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Number of the event in the journal.
    pub event: usize,
    /// What it says.
    pub told: Told,
    /// The score of the seat that received points, after it; nothing where there are none.
    pub score: Option<i32>,
}

/// Who has won, and by what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winners {
    /// The seats that win: several when they share the win, none when nobody wins.
    pub winners: Vec<Seat>,
    /// How many seats have played.
    pub seats: usize,
    /// What the game has come to, in words of the pack, where it has a result beyond who is ahead.
    pub result: Option<Thing>,
    /// What has decided between those with most points, in words of the pack, with what each of them has of it.
    pub decided_by: Vec<(String, Vec<(Seat, i32)>)>,
}

/// How many have won, for whoever says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBy {
    /// Nothing is said of winners: the result of the only seat tells all.
    Unsaid,
    /// Nobody.
    Nobody,
    /// One seat.
    One,
    /// Several, but not all.
    Several,
    /// All seats of several.
    All,
}

impl Winners {
    /// How many have won.
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

/// Who has won a game that is over, or would win if it ended here.
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

/// All lines of a game that keeps a journal, in order.
pub fn lines(game: &Game, language: &str) -> Vec<Line> {
    // What only some may know is not read aloud.
    lines_for(game, game.view(None), language, 0)
}

/// What whoever has a view of a game has seen after its first so many events.
pub fn lines_for(game: &Game, view: View<'_>, language: &str, after: usize) -> Vec<Line> {
    let mut scores = vec![0i32; game.seat_count()];
    let events = game.journal().map_or(&[][..], |j| &j.events);
    // Points that a game begins with are in no event.
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

/// Whether the draw of this number says anything that what follows does not: nothing is said twice of a tile that is
/// placed or set aside, waits to be placed, or goes from one bag into an open one before the first turn, which no seat does.
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

/// The points of all seats under each book, in words of the pack; books under which nobody has any are left out.
pub fn by_source(game: &Game, language: &str) -> Vec<(String, Vec<i32>)> {
    let words = words(game.catalog(), language);
    let books = game.catalog().books.ids();
    let rows = books.map(|book| (words.book(book).name, game.booked(book).to_vec()));
    rows.filter(|(_, row)| row.iter().any(|n| *n != 0)).collect()
}

fn words<'a>(catalog: &'a Catalog, language: &'a str) -> Words<'a> {
    Words::new(catalog, language, &|seat| seat.to_string())
}
