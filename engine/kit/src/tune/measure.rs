//! Names the measures of games that targets limit.

use std::fmt;

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::seat::Seat;

/// Measure of games whose mean a target limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TargetMeasure {
    /// Ordinary turns of a game.
    Turns,
    /// Points of a player: the mean of all seats.
    Points,
    /// Share of games that a seat wins; a shared win counts in parts.
    Seat(Seat),
    /// Share of games with a winner.
    Won,
    /// Share of games in which the second player has at least 95 % of the winner's points.
    Close,
    /// Share of the tiles that had no legal place and were set aside.
    Aside,
    /// Share of all points that are booked under a name.
    Share(String),
}

impl TargetMeasure {
    /// Names of all measures, with placeholders.
    pub const NAMES: [&str; 8] = ["turns", "points", "seat", "seat:N", "won", "close", "aside", "share:BOOK"];

    /// Parses the name of a measure, such as `turns` or `share:road`. Seats count from 1. Returns `None` for any other
    /// text.
    pub fn parse(name: &str) -> Option<TargetMeasure> {
        Some(match name.split_once(':') {
            None => match name {
                "turns" => TargetMeasure::Turns,
                "points" => TargetMeasure::Points,
                "seat" => TargetMeasure::Seat(Seat(0)),
                "won" => TargetMeasure::Won,
                "close" => TargetMeasure::Close,
                "aside" => TargetMeasure::Aside,
                _ => return None,
            },
            Some(("seat", number)) => {
                let number = number.parse::<u8>().ok().filter(|number| (1..=MAX_SEATS as u8).contains(number))?;
                TargetMeasure::Seat(Seat(number - 1))
            }
            Some(("share", book)) if !book.is_empty() => TargetMeasure::Share(book.to_owned()),
            Some(_) => return None,
        })
    }

    /// True if the mean is a share from 0 to 1, which is shown in percent.
    pub fn is_share(&self) -> bool {
        !matches!(self, TargetMeasure::Turns | TargetMeasure::Points)
    }
}

/// Formats the measure as the name that [`TargetMeasure::parse`] parses.
impl fmt::Display for TargetMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetMeasure::Turns => f.write_str("turns"),
            TargetMeasure::Points => f.write_str("points"),
            TargetMeasure::Seat(seat) => write!(f, "seat:{seat}"),
            TargetMeasure::Won => f.write_str("won"),
            TargetMeasure::Close => f.write_str("close"),
            TargetMeasure::Aside => f.write_str("aside"),
            TargetMeasure::Share(book) => write!(f, "share:{book}"),
        }
    }
}
