//! Seats: who plays.

use crate::catalog::MAX_SEATS;

/// A player, counted from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Some of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// Everybody, those at a table who have no seat included.
    pub const EVERYBODY: SeatSet = SeatSet(u16::MAX);

    /// One seat alone.
    #[must_use]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(0).with(seat)
    }

    /// Whether nobody is among them.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a seat is among them.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        !self.is_empty() && (seat.0 as u32) < u16::BITS && self.0 >> seat.0 & 1 == 1
    }

    /// Whether a seat is among them, or a bystander, who is where everybody is.
    #[inline]
    pub fn includes(self, viewpoint: Option<Seat>) -> bool {
        viewpoint.map_or(self == SeatSet::EVERYBODY, |seat| self.contains(seat))
    }

    /// These and one more. No game has a seat of a number that is too high for the set: such a one is left out.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        if (seat.0 as u32) < u16::BITS { SeatSet(self.0 | 1 << seat.0) } else { self }
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..u16::BITS as u8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> SeatSet {
        seats.into_iter().fold(SeatSet::default(), SeatSet::with)
    }
}

/// A number of seats that no game has, or none of those that packs were loaded for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongSeats {
    /// How many seats were asked for.
    pub seats: u8,
    /// The number that the packs were loaded for, where they depend on it.
    pub only: Option<u8>,
}

impl WrongSeats {
    /// Stable reason code.
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

/// One number for every seat.
pub type PerSeat<T> = [T; MAX_SEATS];
