//! Finds out how a game ended: the winners, the result, the tie-breakers and the points under each book.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;

use crate::words::{NamedItem, Words};

/// Winners of a game, and the reason that they win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winners {
    /// Seats that win: several if they share the win, empty if no seat wins.
    pub winners: Vec<Seat>,
    /// Number of seats that played.
    pub seats: usize,
    /// Result of the game in words of the pack; `None` if it has no result beyond the ranking.
    pub result: Option<NamedItem>,
    /// Tie-breakers between the seats with most points, in words of the pack, with the value of each such seat.
    pub decided_by: Vec<(String, Vec<(Seat, i32)>)>,
}

/// Number of winners, for interfaces that describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBy {
    /// Winners are not mentioned, because the game has a result and only one seat.
    Unsaid,
    /// No seat wins the game.
    Nobody,
    /// Exactly one seat wins.
    One,
    /// Several seats win, but not all.
    Several,
    /// All seats win, and there are several.
    All,
}

impl Winners {
    /// Classifies the number of winners.
    pub fn win_kind(&self) -> WonBy {
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
    let words = Words::with_numbers(game.catalog(), language);
    let level = game.level_seats();
    let decided_by = game.tie_decided_by().into_iter().map(|counter| {
        let called = words.counter(counter).name;
        (called, level.iter().map(|&seat| (seat, game.counter(counter, CounterKey::Seat(seat)))).collect())
    });
    let result = game.result().map(|result| words.result(result));
    Winners { winners: game.winners(), seats: game.seat_count(), result, decided_by: decided_by.collect() }
}

/// Returns the points of all seats under each book, in words of the pack; omits books without points.
pub fn by_source(game: &Game, language: &str) -> Vec<(String, Vec<i32>)> {
    let words = Words::with_numbers(game.catalog(), language);
    let books = game.catalog().books.ids();
    let rows = books.map(|book| (words.book(book).name, game.book_points(book).to_vec()));
    rows.filter(|(_, row)| row.iter().any(|n| *n != 0)).collect()
}
