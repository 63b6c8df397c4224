//! Stores the names and colours of the seats at a table.

use serde::{Deserialize, Serialize};
use tilewright_art::board::SEATS;
use tilewright_core::catalog::seat::Seat;

/// Number of colours for seats.
pub const COLOURS: usize = SEATS.len();

/// Maximum length of a name in characters, since names share a row.
pub const LONGEST_NAME: usize = 24;

/// Names and colours of the seats. Each colour belongs to exactly one seat, whether that seat is in the game or not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "SavedSeating", into = "SavedSeating")]
pub struct Seating {
    names: Vec<String>,
    colours: Colours,
}

/// Number of the colour of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours([u8; COLOURS]);

impl Default for Colours {
    fn default() -> Colours {
        Colours(std::array::from_fn(|number| number as u8))
    }
}

impl Colours {
    /// Returns the seat whose default colour the given seat has.
    pub fn default_seat(self, seat: Seat) -> Seat {
        Seat(self.0[seat.index() % COLOURS])
    }

    /// Returns the colour numbers of all seats, as needed for pictures of boards.
    pub fn all(self) -> [u8; COLOURS] {
        self.0
    }
}

/// Form of a seating in files.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct SavedSeating {
    names: Vec<String>,
    colours: Vec<u8>,
}

impl From<SavedSeating> for Seating {
    fn from(kept: SavedSeating) -> Seating {
        let mut seating = Seating::default();
        for (seat, name) in kept.names.into_iter().enumerate().take(COLOURS) {
            seating.call(seat, &name);
        }
        for (seat, colour) in kept.colours.into_iter().enumerate().take(COLOURS) {
            if usize::from(colour) < COLOURS {
                seating.take_colour(seat, colour);
            }
        }
        seating
    }
}

impl From<Seating> for SavedSeating {
    fn from(seating: Seating) -> SavedSeating {
        SavedSeating { names: seating.names, colours: seating.colours.0.to_vec() }
    }
}

impl Seating {
    /// Returns the names of the seats; empty for seats without a name.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the name of a seat, or an empty text.
    pub fn name(&self, seat: usize) -> &str {
        self.names.get(seat).map_or("", String::as_str)
    }

    /// Sets the name of a seat; an empty name removes it.
    pub fn call(&mut self, seat: usize, name: &str) {
        if self.names.len() <= seat {
            self.names.resize(seat + 1, String::new());
        }
        self.names[seat] = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    }

    /// Returns the colours of all seats.
    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// Gives a seat a colour, in exchange with the seat that had it.
    pub fn take_colour(&mut self, seat: usize, colour: u8) {
        let colours = &mut self.colours.0;
        if let Some(other) = colours.iter().position(|own| *own == colour)
            && seat < COLOURS
        {
            colours.swap(seat, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_seats_have_one_colour_whatever_a_file_says() {
        let mut seating: Seating =
            serde_json::from_str(r#"{"names": ["Anna\n", ""], "colours": [3, 3, 200, 1, 1, 1, 1, 1, 1, 1]}"#).unwrap();
        assert_eq!((seating.name(0), seating.name(1), seating.name(7)), ("Anna", "", ""));
        let distinct = |seating: &Seating| {
            let mut all = seating.colours().all();
            all.sort_unstable();
            all == Colours::default().all()
        };
        assert!(distinct(&seating), "{:?}", seating.colours());
        seating.take_colour(0, 5);
        assert!(distinct(&seating) && seating.colours().default_seat(Seat(0)) == Seat(5));
        let text = serde_json::to_string(&seating).unwrap();
        assert_eq!(serde_json::from_str::<Seating>(&text).unwrap(), seating);
    }
}
