//! Defines the numbers of a game that versions are compared by.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::BookId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;

use crate::lead::lead;
use crate::together::is_joint;

/// Number of a game that is compared between versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Points of a player: the mean of all seats.
    Points,
    /// Lead of the first seat over the best of the others, in points.
    Lead,
    /// Share of games that a seat wins; a shared win counts in parts.
    Wins(Seat),
    /// Share of games with a winner, where all seats win or lose together.
    Won,
    /// Ordinary turns of a game.
    Turns,
    /// Tiles that did not fit and were set aside.
    Aside,
    /// Points of a player in one book.
    Book(String),
}

/// Smallest changes that matter, by kind of measure. All are positive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Matters {
    /// Points of a player, in all or in one book.
    pub points: f64,
    /// Lead of the first seat in points.
    pub lead: f64,
    /// Share of wins, from 0 to 1.
    pub wins: f64,
    /// Turns of a game.
    pub turns: f64,
    /// Tiles set aside in a game.
    pub aside: f64,
}

impl Default for Matters {
    fn default() -> Matters {
        Matters { points: 1.0, lead: 1.0, wins: 0.05, turns: 1.0, aside: 0.2 }
    }
}

impl Matters {
    /// Names of the kinds of measures.
    pub const NAMES: [&str; 5] = ["points", "lead", "wins", "turns", "aside"];

    /// Returns the changes of all kinds with their names, in the order of [`Matters::NAMES`].
    pub fn by_name(&self) -> [(&'static str, f64); 5] {
        let mut copy = *self;
        Matters::NAMES.map(|name| (name, copy.named(name).map_or(0.0, |change| *change)))
    }

    /// Returns the change of the kind with this name; `None` for another name.
    pub fn named(&mut self, name: &str) -> Option<&mut f64> {
        Some(match name {
            "points" => &mut self.points,
            "lead" => &mut self.lead,
            "wins" => &mut self.wins,
            "turns" => &mut self.turns,
            "aside" => &mut self.aside,
            _ => return None,
        })
    }

    /// Returns the smallest change of a measure that matters.
    pub fn of(&self, measure: &Measure) -> f64 {
        match measure {
            Measure::Points | Measure::Book(_) => self.points,
            Measure::Lead => self.lead,
            Measure::Wins(_) | Measure::Won => self.wins,
            Measure::Turns => self.turns,
            Measure::Aside => self.aside,
        }
    }
}

impl Measure {
    /// Returns the measures of two versions of a game. With two seats, the share of the second follows from the first.
    pub(super) fn of_versions(versions: [&Catalog; 2], seats: u8) -> Vec<Measure> {
        let mut all = vec![Measure::Points];
        match (versions.iter().any(|catalog| is_joint(catalog)), seats) {
            (true, _) => all.push(Measure::Won),
            (false, ..2) => {}
            (false, 2) => all.extend([Measure::Lead, Measure::Wins(Seat(0))]),
            (false, _) => {
                all.push(Measure::Lead);
                all.extend((0..seats).map(|seat| Measure::Wins(Seat(seat))));
            }
        }
        all.extend([Measure::Turns, Measure::Aside]);
        let books = versions.iter().flat_map(|catalog| catalog.books.ids().map(|book| catalog.books.key(book)));
        for book in books.map(Measure::Book) {
            if !all.contains(&book) {
                all.push(book);
            }
        }
        all
    }

    /// Returns the book of the measure in a version; `None` if the measure is not about a book, or the version does not
    /// have the book.
    pub(super) fn book_in(&self, catalog: &Catalog) -> Option<BookId> {
        let Measure::Book(name) = self else { return None };
        catalog.books.ids().find(|book| catalog.books.key(*book) == *name)
    }

    /// Measures a finished game. `book` is the book of the measure in this version.
    pub(super) fn value(&self, book: Option<BookId>, game: &Game) -> f64 {
        let seats = game.seat_count().max(1) as f64;
        let winners = || game.winners();
        match self {
            Measure::Points => game.scores().iter().copied().map(f64::from).sum::<f64>() / seats,
            Measure::Lead => f64::from(lead(game.scores(), 0)),
            Measure::Wins(seat) => {
                let winners = winners();
                if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 }
            }
            Measure::Won => f64::from(u8::from(!winners().is_empty())),
            Measure::Turns => f64::from(game.turns()),
            Measure::Aside => (game.set_aside().len() as f64) - (game.tally().taken_off.len() as f64),
            Measure::Book(_) => {
                book.map_or(0.0, |book| game.book_points(book).iter().copied().map(f64::from).sum::<f64>() / seats)
            }
        }
    }

    /// True if a value is a share, which is shown in percent.
    pub fn is_share(&self) -> bool {
        matches!(self, Measure::Wins(_) | Measure::Won)
    }

    /// Returns the measure with a name that [`Measure::id`] returns; `None` for another name.
    pub fn from_id(id: &str) -> Option<Measure> {
        let of_wins = |seat: &str| Some(Measure::Wins(Seat(seat.parse().ok()?)));
        match id {
            "points" => Some(Measure::Points),
            "lead" => Some(Measure::Lead),
            "won" => Some(Measure::Won),
            "turns" => Some(Measure::Turns),
            "aside" => Some(Measure::Aside),
            _ => match id.split_once(':')? {
                ("wins", seat) => of_wins(seat),
                ("book", book) => Some(Measure::Book(book.to_owned())),
                _ => None,
            },
        }
    }

    /// Returns the name of the measure in JSON and rows.
    pub fn id(&self) -> String {
        match self {
            Measure::Points => "points".to_owned(),
            Measure::Lead => "lead".to_owned(),
            Measure::Wins(seat) => format!("wins:{}", seat.0),
            Measure::Won => "won".to_owned(),
            Measure::Turns => "turns".to_owned(),
            Measure::Aside => "aside".to_owned(),
            Measure::Book(book) => format!("book:{book}"),
        }
    }
}
