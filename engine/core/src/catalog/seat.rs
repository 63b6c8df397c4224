//! Defines seats, the players of a game.

/// Maximum number of seats in a game.
pub const MAX_SEATS: usize = 12;

/// A player, by number in turn order: from 0 in data and notation ([`Seat::index`]), from 1 in text for players.
///
/// `Display` and `FromStr` are the form for players and count from 1; no other code may convert a seat to text for
/// players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the number from 0: an index, and the number in JSON, keys of options, notation and Lua.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Writes the number from 1, the form for players.
impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (self.index() + 1).fmt(f)
    }
}

/// Reads the number that `Display` writes.
impl std::str::FromStr for Seat {
    type Err = SeatParseError;

    fn from_str(text: &str) -> Result<Seat, SeatParseError> {
        let number: u8 = text.trim().parse().map_err(|_| SeatParseError::NotANumber)?;
        number.checked_sub(1).map(Seat).ok_or(SeatParseError::Zero)
    }
}

/// Reason why a text is not the number of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatParseError {
    /// The text is 0.
    Zero,
    /// The text is not a number from 0 to 255.
    NotANumber,
}

impl std::fmt::Display for SeatParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SeatParseError::Zero => "seats count from 1",
            SeatParseError::NotANumber => "a seat is a number from 1",
        })
    }
}

impl std::error::Error for SeatParseError {}

/// A set of seats, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The set of all observers, including spectators without a seat.
    pub const EVERYBODY: SeatSet = SeatSet(u16::MAX);

    /// Returns the set of a single seat.
    #[must_use]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(0).with(seat)
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the set contains the seat.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        !self.is_empty() && (seat.0 as u32) < u16::BITS && self.0 >> seat.0 & 1 == 1
    }

    /// Returns true if the set contains the viewpoint's seat. A spectator, `None`, is contained only in
    /// [`SeatSet::EVERYBODY`].
    #[inline]
    pub fn includes(self, viewpoint: Option<Seat>) -> bool {
        viewpoint.map_or(self == SeatSet::EVERYBODY, |seat| self.contains(seat))
    }

    /// Returns the set with one more seat. Seat numbers above 15 are ignored, as no game has such a seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        if (seat.0 as u32) < u16::BITS { SeatSet(self.0 | 1 << seat.0) } else { self }
    }

    /// Returns the number of seats; 16 for [`SeatSet::EVERYBODY`].
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..u16::BITS as u8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> SeatSet {
        seats.into_iter().fold(SeatSet::default(), SeatSet::with)
    }
}

/// Error of a number of seats that no game allows, or that the packs were not loaded for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongSeats {
    /// Number of seats that was requested.
    pub seats: u8,
    /// Number of seats that the packs were loaded for; `None` if they do not depend on it.
    pub only: Option<u8>,
}

impl WrongSeats {
    /// Stable reason code for programs.
    pub const CODE: &str = "wrong_seats";

    pub(crate) fn check(seats: u8, only: Option<u8>) -> Result<(), WrongSeats> {
        let possible = (1..=MAX_SEATS).contains(&usize::from(seats)) && only.is_none_or(|only| only == seats);
        if possible { Ok(()) } else { Err(WrongSeats { seats, only }) }
    }
}

impl std::fmt::Display for WrongSeats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.only {
            Some(only) => write!(f, "the packs were loaded for games of {only} seats, not of {}", self.seats),
            None => write!(f, "a game has 1 to {MAX_SEATS} seats, not {}", self.seats),
        }
    }
}

impl std::error::Error for WrongSeats {}

/// An array with one entry for every seat.
pub type PerSeat<T> = [T; MAX_SEATS];

#[cfg(test)]
mod tests {
    use super::{Seat, SeatParseError};

    #[test]
    fn people_count_seats_from_1() {
        assert_eq!(format!("seat {}, `{:>3}`", Seat(0), Seat(11)), "seat 1, ` 12`");
        assert_eq!(["1", "12"].map(str::parse::<Seat>), [Ok(Seat(0)), Ok(Seat(11))]);
        assert_eq!(
            ["0", "-1", "300", "one"].map(str::parse::<Seat>),
            [
                Err(SeatParseError::Zero),
                Err(SeatParseError::NotANumber),
                Err(SeatParseError::NotANumber),
                Err(SeatParseError::NotANumber)
            ]
        );
        assert_eq!(Seat(0).index(), 0);
    }
}
