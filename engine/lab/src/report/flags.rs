//! Flags dead and dominant elements of a game: tests that are applied to all elements alike and corrected together,
//! each with a game that shows the result.

use std::cmp::Reverse;

use crate::stats::{Interval, benjamini_hochberg, cases_to_miss, smallest_share};

/// Share of flags that may be due to chance when all tests are corrected together.
pub(super) const FLAGGED: f64 = 0.1;

/// Minimum worth of drawing a tile that is reported, in points of lead.
pub(crate) const NOTEWORTHY: f64 = 0.5;

/// Minimum advantage of a seat over its fair share of wins.
pub(super) const UNFAIR: f64 = 0.01;

/// Share of cases below which an option counts as never taken, and share of draws above which a tile counts as often
/// unplaceable.
pub(super) const SELDOM: f64 = 0.01;

/// Share of cases above which an option counts as always taken.
pub(super) const ALWAYS: f64 = 0.9;

/// Minimum share of a question's cases that must offer an option for it to be reported: a rare option has little
/// effect, however one-sided it is.
pub(super) const MATTERS: f64 = 0.1;

/// Share of the winner's lead above which a source counts as deciding games.
pub(super) const DECIDES: f64 = 0.5;

/// Share of the winner's lead, positive or negative, within which a source counts as deciding nothing, and share of all
/// points from which that is reported.
pub(super) const DECIDES_NOTHING: f64 = 0.05;

/// Element that stands out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flagged {
    /// A seat has more wins or points than is fair. The number is its share of wins; the cases are games.
    Seat(u8),
    /// Drawing a tile kind gives more or less than drawing another one. The number is points of lead; the cases are
    /// draws.
    Worth(String),
    /// A tile kind often fits nowhere. The number is the share of draws.
    Aside(String),
    /// A kind of option is hardly ever taken: decision and kind. The number is the share of cases in which it is taken.
    Never(String, String),
    /// A kind of option is nearly always taken: decision and kind. The number is the share of cases in which it is
    /// taken.
    Always(String, String),
    /// A source decides games. The number is its share of the winner's lead; the cases are games.
    Decides(String),
    /// A source decides nothing. The number is its share of the winner's lead; the cases are games.
    DecidesNothing(String),
    /// A book that the packs declare is never used. The number is the share of games that use it.
    Unbooked(String),
    /// A figure kind that seats have is never deployed. The number is the share of games that deploy it.
    Unused(String),
    /// Nearly all games have a result. The number is the share of games.
    Result(String),
    /// Hardly any game has a result. The number is the share of games.
    NoResult(String),
    /// Nearly all games have no winner. The number is the share of games.
    Unwon,
}

/// An element that stands out, with the evidence.
#[derive(Clone, PartialEq, Debug)]
pub struct Flag {
    /// Element and the way in which it stands out.
    pub what: Flagged,
    /// Number that supports the flag, with its interval.
    pub number: Interval,
    /// Number of games, draws or cases behind the number.
    pub cases: u64,
    /// Uncorrected p-value of the number.
    pub p: f64,
    /// Number of the game that shows it most clearly; `None` if no game does.
    pub game: Option<u64>,
}

/// Size of the effects that the games can detect.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Power {
    /// Smallest advantage of a seat, as a share of wins above the fair share, that the games detect in 80 of 100 cases.
    pub wins: f64,
    /// Number of cases in which an option must be offered before the report can conclude that it is hardly ever taken.
    pub cases: u64,
}

/// Elements that stand out in a report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flags {
    /// Number of tests that were corrected together.
    pub asked: u64,
    /// Results that are significant and large enough to matter.
    pub told: Vec<Flag>,
    /// Size of the effects that may have been missed.
    pub power: Power,
}

impl Flags {
    /// Corrects all tests together. Each test comes with true if its number is large enough to matter. `seats` seats
    /// played each of `games` games.
    pub(super) fn from_questions(questions: Vec<(Flag, bool)>, games: u64, seats: usize) -> Flags {
        let corrected = benjamini_hochberg(&questions.iter().map(|(flag, _)| flag.p).collect::<Vec<f64>>());
        let asked = questions.len() as u64;
        let told = questions.into_iter().zip(corrected).filter(|((_, is_large), p)| *is_large && *p < FLAGGED);
        // A single result must be this unlikely to stand out alone.
        let level = FLAGGED / asked.max(1) as f64;
        let fair = 1.0 / seats.max(1) as f64;
        let power = Power { wins: smallest_share(fair, games, level), cases: cases_to_miss(SELDOM, level) };
        Flags { asked, told: told.map(|((flag, _), _)| flag).collect(), power }
    }

    /// True if an element is flagged in the report.
    pub fn tell(&self, what: &Flagged) -> bool {
        self.told.iter().any(|flag| flag.what == *what)
    }
}

/// Game that shows an element most clearly; the first of equal ones, so that the order of games makes no difference.
#[derive(Clone, Copy, Default)]
pub(super) struct Clearest(Option<(i64, Reverse<u64>)>);

impl Clearest {
    /// Considers a game with the strength of its evidence.
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
        // Of the four tests, the second is significant but too small, and the third is due to chance.
        let questions =
            vec![question(0, 0.001, true), question(1, 0.002, false), question(2, 0.2, true), question(3, 0.9, true)];
        let flags = Flags::from_questions(questions, 100, 2);
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
