//! What is dead in a game and what rules it: questions that are asked of everything alike and corrected together, each
//! with a game that shows it.

use std::cmp::Reverse;

use crate::stats::{Interval, benjamini_hochberg, cases_to_miss, smallest_share};

/// Of how many flags one may be chance, when all questions are corrected together.
pub(super) const FLAGGED: f64 = 0.1;

/// Points of lead that drawing a tile must be worth to be told.
pub const NOTEWORTHY: f64 = 0.5;

/// By which share of wins a seat must be above what is fair.
pub(super) const UNFAIR: f64 = 0.01;

/// The share of cases under which nobody is said to take something, and of draws over which a tile is said to fit nowhere.
pub(super) const SELDOM: f64 = 0.01;

/// The share of cases over which everybody is said to take something.
pub(super) const ALWAYS: f64 = 0.9;

/// The share of the cases of its question that an option must be offered in to be told of: what hardly ever comes up changes
/// little, however one-sided it is.
pub(super) const MATTERS: f64 = 0.1;

/// The share of the winner's lead over which one source is said to decide games.
pub(super) const DECIDES: f64 = 0.5;

/// The share of the winner's lead within which, above or below nothing, a source is said to decide none, and the share of
/// all points from which on that is worth telling.
pub(super) const DECIDES_NOTHING: f64 = 0.05;

/// What stands out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flagged {
    /// A seat wins more often than is fair, or has more points. The number is its share of wins; of games.
    Seat(u8),
    /// Drawing a kind of tile gives more or less than drawing another one. The number is points of lead; of draws.
    Worth(String),
    /// A kind of tile often fits nowhere. The number is the share of draws.
    Aside(String),
    /// What hardly anybody takes, by decision and sort of option. The number is the share of cases in which it is taken.
    Never(String, String),
    /// What nearly everybody takes, likewise.
    Always(String, String),
    /// A source that decides games. The number is its share of the winner's lead; of games.
    Decides(String),
    /// A source that decides nothing, likewise.
    DecidesNothing(String),
    /// A book that the packs declare, under which nothing is booked. The number is the share of games in which something is.
    Unbooked(String),
    /// A figure kind that seats have and that nobody puts anywhere, likewise.
    Unused(String),
    /// A result that nearly all games come to. The number is the share of games.
    Result(String),
    /// A result that hardly any game comes to, likewise.
    NoResult(String),
    /// Nobody wins nearly all games, likewise.
    Unwon,
}

/// Something that stands out, with the evidence.
#[derive(Clone, PartialEq, Debug)]
pub struct Flag {
    /// What.
    pub what: Flagged,
    /// The number that says so.
    pub number: Interval,
    /// How many games, draws or cases it is a number of.
    pub cases: u64,
    /// How likely such a number would be if nothing were to be told, before it is corrected.
    pub p: f64,
    /// The number of a game that shows it the clearest, if one does.
    pub game: Option<u64>,
}

/// How much some games can have missed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Power {
    /// The smallest advantage of a seat, as a share of wins above what is fair, that these games show in 80 of 100 cases.
    pub wins: f64,
    /// The number of cases in which an option must be offered before it can be said that hardly anybody takes it.
    pub cases: u64,
}

/// What stands out in a report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flags {
    /// How many questions were asked.
    pub asked: u64,
    /// What is no chance and large enough to matter.
    pub told: Vec<Flag>,
    /// How much may have been missed.
    pub power: Power,
}

impl Flags {
    /// Corrects all questions together, each with whether its number is large enough to matter. `seats` played each of
    /// `games`.
    pub(super) fn of(questions: Vec<(Flag, bool)>, games: u64, seats: usize) -> Flags {
        let corrected = benjamini_hochberg(&questions.iter().map(|(flag, _)| flag.p).collect::<Vec<f64>>());
        let asked = questions.len() as u64;
        let told = questions.into_iter().zip(corrected).filter(|((_, is_large), p)| *is_large && *p < FLAGGED);
        // One thing that stands out alone has to be as unlikely as this.
        let level = FLAGGED / asked.max(1) as f64;
        let fair = 1.0 / seats.max(1) as f64;
        let power = Power { wins: smallest_share(fair, games, level), cases: cases_to_miss(SELDOM, level) };
        Flags { asked, told: told.map(|((flag, _), _)| flag).collect(), power }
    }

    /// Whether something is told.
    pub fn tell(&self, what: &Flagged) -> bool {
        self.told.iter().any(|flag| flag.what == *what)
    }
}

/// The game that shows something the clearest; of equals the first, so the order in which they come makes no difference.
#[derive(Clone, Copy, Default)]
pub(super) struct Clearest(Option<(i64, Reverse<u64>)>);

impl Clearest {
    /// A game that shows it, and how clearly.
    pub(super) fn see(&mut self, how: i64, game: u64) {
        self.0 = self.0.max(Some((how, Reverse(game))));
    }

    pub(super) fn merge(&mut self, other: Clearest) {
        self.0 = self.0.max(other.0);
    }

    pub(super) fn game(self) -> Option<u64> {
        self.0.map(|(_, Reverse(game))| game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_small_or_chance_is_not_told() {
        let question = |seat: u8, p: f64, is_large: bool| {
            (Flag { what: Flagged::Seat(seat), number: Interval::default(), cases: 1, p, game: None }, is_large)
        };
        // Of four questions the second is told below 0.05, and it is too small; the third is chance.
        let questions =
            vec![question(0, 0.001, true), question(1, 0.002, false), question(2, 0.2, true), question(3, 0.9, true)];
        let flags = Flags::of(questions, 100, 2);
        assert_eq!((flags.asked, flags.told.len()), (4, 1));
        assert!(flags.tell(&Flagged::Seat(0)) && !flags.tell(&Flagged::Seat(2)));
    }

    #[test]
    fn the_clearest_game_is_the_same_in_any_order() {
        let (mut one, mut other, mut all) = <(Clearest, Clearest, Clearest)>::default();
        for (game, how) in [(7, 3), (2, 5), (9, 5), (4, -1)] {
            if game % 2 == 0 { &mut one } else { &mut other }.see(how, game);
            all.see(how, game);
        }
        other.merge(one);
        assert_eq!((other.game(), all.game()), (Some(2), Some(2)));
        assert_eq!(Clearest::default().game(), None);
    }
}
