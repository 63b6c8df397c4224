//! Words events, reasons for points, misfits and endings as sentences, in the language and style of an interface.

mod endings;
mod events;
mod misfits;
mod points;

use fluent_bundle::{FluentArgs, FluentValue};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;

pub use self::misfits::TurnFit;
use crate::translations::{BUILT_IN, Translations};

/// Style of the values in sentences.
pub trait SentenceStyle {
    /// Returns a name for a seat; `None` to use its number, such as `Seat 1`.
    fn seat(&self, _seat: Seat) -> Option<String> {
        None
    }

    /// Returns a name from the packs in the form of the interface, for instance escaped for a page.
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// Style of plain text.
pub struct PlainStyle;

impl SentenceStyle for PlainStyle {}

/// Sentences in a language and a style.
#[derive(Clone, Copy)]
pub struct Sentences<'a> {
    texts: &'a Translations,
    language: &'a str,
    style: &'a dyn SentenceStyle,
}

/// Value of a placeholder in a sentence.
enum SentenceValue<'v> {
    /// Name from the packs, which the style may change.
    Name(&'v str),
    /// Text that is already in the style.
    Text(String),
    SeatName(Seat),
    CellName(Cell),
    Number(i32),
    /// Number with its sign.
    Change(i32),
}

impl<'a> Sentences<'a> {
    /// Creates the built-in sentences of a language; in English if the language is missing.
    pub fn new(language: &str, style: &'a dyn SentenceStyle) -> Sentences<'a> {
        Sentences { texts: &BUILT_IN, language: BUILT_IN.best(language), style }
    }

    /// Creates sentences from texts that include [`SENTENCES`](crate::translations::SENTENCES).
    pub fn with_texts(texts: &'a Translations, language: &'a str, style: &'a dyn SentenceStyle) -> Sentences<'a> {
        Sentences { texts, language, style }
    }

    /// Returns the name of a seat.
    pub fn seat(&self, seat: Seat) -> String {
        let number = || self.say("seat", [("number", SentenceValue::Text(seat.to_string()))]);
        self.style.seat(seat).unwrap_or_else(number)
    }

    /// Describes the rotation of a tile, in degrees clockwise.
    pub fn rotation(&self, degrees: u16) -> String {
        self.say("turned", [("degrees", SentenceValue::Number(degrees.into()))])
    }

    /// Names a thing with its place.
    pub fn name_with_place(&self, name: &str, cell: &str) -> String {
        self.say("at", [("name", SentenceValue::Name(name)), ("cell", SentenceValue::Text(cell.to_owned()))])
    }

    /// Lists names in the style of the sentences, the last with "and".
    pub fn list(&self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [only] => only.clone(),
            [others @ .., last] => self.say(
                "list",
                [("names", SentenceValue::Text(others.join(", "))), ("last", SentenceValue::Text(last.clone()))],
            ),
        }
    }

    /// Lists seats, the last with "and".
    fn seats(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| self.seat(seat)).collect();
        self.list(&names)
    }

    /// Lists seats with a number each: `Seat 1: 3, Seat 2: 1`.
    fn seat_numbers(&self, numbers: &[(Seat, i32)]) -> String {
        let all: Vec<String> = numbers.iter().map(|(seat, number)| format!("{}: {number}", self.seat(*seat))).collect();
        all.join(", ")
    }

    fn say<const N: usize>(&self, key: &str, values: [(&'static str, SentenceValue<'_>); N]) -> String {
        let mut inserted = FluentArgs::with_capacity(N);
        for (name, value) in values {
            let value: FluentValue<'_> = match value {
                SentenceValue::Name(name) => self.style.name(name).into(),
                SentenceValue::Text(text) => text.into(),
                SentenceValue::SeatName(seat) => self.seat(seat).into(),
                SentenceValue::CellName(cell) => cell.to_string().into(),
                SentenceValue::Number(number) => number.into(),
                SentenceValue::Change(change) => format!("{change:+}").into(),
            };
            inserted.set(name, value);
        }
        self.texts.text(self.language, key, Some(&inserted))
    }
}

#[cfg(test)]
mod tests;
