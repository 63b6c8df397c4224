//! What is dead in a game and what rules it: questions that are asked of everything alike and corrected together, each
//! with a game that shows it.

use std::cmp::Reverse;

use crate::stats::{Interval, benjamini_hochberg};

/// Of how many flags one may be chance, when all questions are corrected together.
const FLAGGED: f64 = 0.1;

/// Points of lead that drawing a tile must be worth to be told.
pub const NOTEWORTHY: f64 = 0.5;

/// By which share of wins a seat must be above what is fair.
pub(super) const UNFAIR: f64 = 0.01;

/// The share of cases under which nobody is said to take something, and of draws over which a tile is said to fit nowhere.
pub(super) const SELDOM: f64 = 0.01;

/// The share of cases over which everybody is said to take something.
pub(super) const ALWAYS: f64 = 0.9;

/// The share of the winner's lead over which one source is said to decide games.
pub(super) const DECIDES: f64 = 0.5;

/// The share of the winner's lead within which, above or below nothing, a source is said to decide none, and the share of
/// all points from which on that is worth telling.
pub(super) const DECIDES_NOTHING: f64 = 0.05;

/// What stands out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flagged {
    /// A seat wins more often than is fair. The number is its share of wins; of games.
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

/// What stands out in a report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flags {
    /// How many questions were asked.
    pub asked: u64,
    /// What is no chance and large enough to matter.
    pub told: Vec<Flag>,
}

impl Flags {
    /// From all questions, each with whether its number is large enough to matter.
    pub(super) fn of(questions: Vec<(Flag, bool)>) -> Flags {
        let corrected = benjamini_hochberg(&questions.iter().map(|(flag, _)| flag.p).collect::<Vec<f64>>());
        let asked = questions.len() as u64;
        let told = questions.into_iter().zip(corrected).filter(|((_, is_large), p)| *is_large && *p < FLAGGED);
        Flags { asked, told: told.map(|((flag, _), _)| flag).collect() }
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
        let flags = Flags::of(vec![
            question(0, 0.001, true),
            question(1, 0.002, false),
            question(2, 0.2, true),
            question(3, 0.9, true),
        ]);
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
