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
