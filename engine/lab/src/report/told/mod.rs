//! A report in sentences: which there are, and what is put into them. The English ones stand in `english.ftl`; whoever
//! speaks another language has texts under the same keys.

mod flagged;
mod further;
mod sections;

pub use flagged::of_flags;
pub use further::{of_ladder, of_options};
pub use sections::sections;

use tilewright_core::catalog::seat::Seat;

use crate::report::Range;
use crate::stats::Interval;

/// The English texts, in the syntax of Fluent: lines `key = text`, with `{ $name }` where something is put in.
pub const ENGLISH: &str = include_str!("english.ftl");

/// What is put into a sentence.
#[derive(Clone, PartialEq, Debug)]
pub enum Insert {
    /// A name of the packs, or another text that stands as it is.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A seat.
    Seat(Seat),
    /// A number with so many decimals, and its interval.
    Number(Interval, usize),
    /// A number with so many decimals alone.
    Plain(f64, usize),
    /// A share in percent, and its interval.
    Percent(Interval),
    /// The middle with its interval.
    Middle(Range),
    /// Whole numbers between which 90 of 100 games lie: the lower one.
    Low(Range),
    /// The upper one.
    High(Range),
}

/// How numbers are written in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digits<'a> {
    /// Before decimals.
    pub point: char,
    /// Between groups of three digits.
    pub group: char,
    /// Between the ends of an interval.
    pub to: &'a str,
    /// In place of an interval that has no ends.
    pub unsure: &'a str,
}

/// In English.
pub const ENGLISH_DIGITS: Digits<'static> =
    Digits { point: '.', group: ',', to: "to", unsure: "too few to tell how sure" };

impl Insert {
    /// As it is written.
    pub fn text(&self, digits: Digits<'_>) -> String {
        let three = |numbers: [f64; 3], places: usize, unit: &str| {
            let is_known = numbers.iter().all(|number| number.is_finite());
            let [estimate, low, high] = numbers.map(|number| decimals(number, places, digits.point));
            match is_known {
                true => format!("{estimate}{unit} ({low} {} {high})", digits.to),
                false => format!("{estimate}{unit} ({})", digits.unsure),
            }
        };
        let of = |interval: &Interval, scale: f64| [interval.estimate, interval.low, interval.high].map(|n| n * scale);
        match self {
            Insert::Text(text) => text.clone(),
            Insert::Count(count) => grouped(*count, digits.group),
            Insert::Seat(seat) => seat.to_string(),
            Insert::Number(interval, places) => three(of(interval, 1.0), *places, ""),
            Insert::Plain(number, places) => decimals(*number, *places, digits.point),
            Insert::Percent(share) => three(of(share, 100.0), 1, " %"),
            Insert::Middle(range) => three(of(&range.median, 1.0), 0, ""),
            Insert::Low(range) => decimals(range.low, 0, digits.point),
            Insert::High(range) => decimals(range.high, 0, digits.point),
        }
    }
}

/// A number with so many decimals. Nothing is less than nothing once it is rounded.
fn decimals(number: f64, places: usize, point: char) -> String {
    let number = if number.abs() < 0.5 * 10f64.powi(-(places as i32)) { 0.0 } else { number };
    format!("{number:.places$}").replace('.', &point.to_string())
}

/// A whole number in groups of three digits.
pub fn grouped(number: u64, group: char) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(group);
        }
        text.push(digit);
    }
    text
}

/// A sentence, a caption or a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// The key of its text.
    pub key: &'static str,
    /// What is put into it, by name.
    pub values: Vec<(&'static str, Insert)>,
    /// The number of a game that shows it.
    pub game: Option<u64>,
}

impl Statement {
    /// With some values.
    pub(super) fn new<const N: usize>(key: &'static str, values: [(&'static str, Insert); N]) -> Statement {
        Statement { key, values: values.into(), game: None }
    }

    /// With a game that shows it.
    pub(super) fn shown_by(self, game: Option<u64>) -> Statement {
        Statement { game, ..self }
    }

    /// What is said of the game that shows it.
    pub fn watch(&self) -> Option<Statement> {
        self.game.map(|game| Statement::new("report-watch", [("game", Insert::Text(game.to_string()))]))
    }

    /// In English.
    pub fn english(&self) -> String {
        let mut rest = english(self.key);
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once("{ $") {
            let Some((name, behind)) = after.split_once(" }") else { break };
            text.push_str(before);
            if let Some((_, value)) = self.values.iter().find(|(own, _)| *own == name) {
                text.push_str(&value.text(ENGLISH_DIGITS));
            }
            rest = behind;
        }
        text + rest
    }
}

/// The English text of a key; a key without one is shown as it is.
pub fn english(key: &str) -> &str {
    let mut lines = ENGLISH.lines().filter_map(|line| line.split_once(" = "));
    lines.find(|(own, _)| *own == key).map_or(key, |(_, text)| text)
}

/// A number in a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What it is the number of.
    pub name: Statement,
    /// The number: a share, or in the unit of the caption.
    pub value: Interval,
    /// How it is written.
    pub text: Insert,
}

/// Numbers beside each other, on one scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What they are, with their unit.
    pub caption: Statement,
    /// The numbers.
    pub bars: Vec<Bar>,
}

/// What there is to say about one side of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The key of its heading.
    pub title: &'static str,
    /// The sentences.
    pub sentences: Vec<Statement>,
    /// The pictures of their numbers.
    pub charts: Vec<Chart>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_text_and_is_used() {
        let keys: Vec<&str> = ENGLISH.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        let sources = [
            include_str!("sections.rs"),
            include_str!("further.rs"),
            include_str!("flagged.rs"),
            include_str!("mod.rs"),
        ];
        let source = sources.map(|source| source.split("#[cfg(test)]").next().unwrap()).concat();
        for key in &keys {
            assert_eq!(keys.iter().filter(|other| *other == key).count(), 1, "{key}");
            assert!(source.contains(&format!("\"{key}\"")), "{key}");
        }
        let named = source.split('"').filter(|word| word.starts_with("report-"));
        assert_eq!(named.filter(|word| !keys.contains(word)).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn values_are_put_into_texts() {
        let interval = Interval { estimate: -0.004, low: -1.26, high: 0.5 };
        let statement = |key, value| Statement::new(key, [("share", value)]);
        assert_eq!(statement("report-tiles", Insert::Count(1)).english(), "Tiles");
        assert_eq!(statement("absent", Insert::Count(1)).english(), "absent");
        let said = statement("report-close", Insert::Percent(interval)).english();
        assert_eq!(
            said,
            "In -0.4 % (-126.0 to 50.0) of the games the second has at least 95 % of the winner's points."
        );
        let dutch = Digits { point: ',', group: '.', to: "tot", unsure: "te weinig" };
        assert_eq!(Insert::Number(interval, 1).text(dutch), "0,0 (-1,3 tot 0,5)");
        assert_eq!(Insert::Count(1_234_567).text(dutch), "1.234.567");
        let unknown = Interval { estimate: 2.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(Insert::Number(unknown, 0).text(dutch), "2 (te weinig)");
    }
}
