//! Expresses a report or a comparison in sentences with inserted values. The English texts are in `english.ftl`;
//! callers in other languages provide texts for the same keys.

mod charts;
mod flagged;
mod further;
mod json;
mod names;
mod sections;

pub use charts::{Bar, Chart, ChartForm, HistogramSeries, Line, Stack};
pub use flagged::of_flags;
pub use further::{of_ladder, of_options};
pub use json::{ReportHeading, report_json};
pub(crate) use names::entry;
pub use names::{EntrySort, NamedEntry, name_entries};
pub use sections::sections;

use tilewright_core::catalog::seat::Seat;

use crate::report::Range;
use crate::stats::Interval;

/// English texts in the syntax of Fluent: lines `key = text`, with `{ $name }` for inserted values.
pub const ENGLISH: &str = include_str!("english.ftl");

/// Value that is inserted into a sentence.
#[derive(Clone, PartialEq, Debug)]
pub enum Insert {
    /// Literal text.
    Text(String),
    /// An entry of the packs.
    Entry(NamedEntry),
    /// Several entries of the packs.
    Entries(Vec<NamedEntry>),
    /// A whole number without an interval.
    Count(u64),
    /// Number of a seat.
    Seat(Seat),
    /// A number with its interval and a count of decimals.
    Number(Interval, usize),
    /// A difference with its sign and interval, and a count of decimals. An unknown interval is left out.
    Signed(Interval, usize),
    /// Another statement, such as a name.
    Statement(Box<Statement>),
    /// A number without an interval, with a count of decimals.
    Plain(f64, usize),
    /// A share in percent with its interval.
    Percent(Interval),
    /// A median with its interval.
    Middle(Range),
    /// Lower end of the range that contains 90 of 100 games, as a whole number.
    Low(Range),
    /// Upper end of the range that contains 90 of 100 games, as a whole number.
    High(Range),
}

/// Notation of numbers in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digits<'a> {
    /// Separator between whole number and decimals.
    pub point: char,
    /// Separator between groups of three digits.
    pub group: char,
    /// Word between the ends of an interval.
    pub to: &'a str,
    /// Text in place of an unbounded interval.
    pub unsure: &'a str,
}

/// English notation of numbers.
pub const ENGLISH_DIGITS: Digits<'static> =
    Digits { point: '.', group: ',', to: "to", unsure: "too few for an interval" };

impl Insert {
    /// Formats the value for display. The text of a statement is English.
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
            Insert::Entry(entry) => entry.text(),
            Insert::Entries(entries) => entries.iter().map(NamedEntry::text).collect::<Vec<_>>().join(", "),
            Insert::Count(count) => group_digits(*count, digits.group),
            Insert::Seat(seat) => seat.to_string(),
            Insert::Number(interval, places) => three(of(interval, 1.0), *places, ""),
            Insert::Signed(interval, places) => {
                let [estimate, low, high] =
                    of(interval, 1.0).map(|number| signed_decimals(number, *places, digits.point));
                match interval.low.is_finite() && interval.high.is_finite() {
                    true => format!("{estimate} ({low} {} {high})", digits.to),
                    false => estimate,
                }
            }
            Insert::Statement(statement) => statement.english(),
            Insert::Plain(number, places) => decimals(*number, *places, digits.point),
            Insert::Percent(share) => three(of(share, 100.0), 1, " %"),
            Insert::Middle(range) => three(of(&range.median, 1.0), 0, ""),
            Insert::Low(range) => decimals(range.low, 0, digits.point),
            Insert::High(range) => decimals(range.high, 0, digits.point),
        }
    }
}

/// Formats a number with `places` decimals. A number that rounds to 0 has no minus sign.
fn decimals(number: f64, places: usize, point: char) -> String {
    let number = if number.abs() < 0.5 * 10f64.powi(-(places as i32)) { 0.0 } else { number };
    format!("{number:.places$}").replace('.', &point.to_string())
}

/// Formats a number with its sign, as [`decimals`] does. A number that rounds to 0 has no sign.
fn signed_decimals(number: f64, places: usize, point: char) -> String {
    let text = decimals(number, places, point);
    let is_zero = text.chars().all(|letter| !letter.is_ascii_digit() || letter == '0');
    if number > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// Formats a whole number in groups of three digits.
pub fn group_digits(number: u64, group: char) -> String {
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
    /// Key of the text in the language files.
    pub key: &'static str,
    /// Inserted values, by name.
    pub values: Vec<(&'static str, Insert)>,
    /// Number of a game that shows the statement, if any.
    pub game: Option<u64>,
}

impl Statement {
    /// Creates a statement with inserted values.
    pub(crate) fn new<const N: usize>(key: &'static str, values: [(&'static str, Insert); N]) -> Statement {
        Statement { key, values: values.into(), game: None }
    }

    /// Names a seat.
    pub fn of_seat(seat: Seat) -> Statement {
        Statement::new("report-seat", [("seat", Insert::Seat(seat))])
    }

    /// Adds the number of a game that shows the statement.
    pub(super) fn with_game(self, game: Option<u64>) -> Statement {
        Statement { game, ..self }
    }

    /// Returns the statement that refers to the game; `None` without a game.
    pub fn watch(&self) -> Option<Statement> {
        self.game.map(|game| Statement::new("report-watch", [("game", Insert::Text(game.to_string()))]))
    }

    /// Formats the statement in English.
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

/// Returns the English text of a key, or the key itself if there is none.
pub fn english(key: &str) -> &str {
    let mut lines = ENGLISH.lines().filter_map(|line| line.split_once(" = "));
    lines.find(|(own, _)| *own == key).map_or(key, |(_, text)| text)
}

/// Section of a report about one topic.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportSection {
    /// Key of the heading.
    pub title: &'static str,
    /// Sentences of the section, in order.
    pub sentences: Vec<Statement>,
    /// Charts of the section's numbers.
    pub charts: Vec<Chart>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_text_and_is_used() {
        let keys: Vec<&str> = ENGLISH.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        let sources = [
            include_str!("charts.rs"),
            include_str!("sections.rs"),
            include_str!("further.rs"),
            include_str!("flagged.rs"),
            include_str!("mod.rs"),
            include_str!("../../versions/told.rs"),
            include_str!("../../people/told.rs"),
        ];
        let source = sources.map(|source| source.split("#[cfg(test)]").next().unwrap()).concat();
        for key in &keys {
            assert_eq!(keys.iter().filter(|other| *other == key).count(), 1, "{key}");
            assert!(source.contains(&format!("\"{key}\"")), "{key}");
        }
        let named = source.split('"').filter(|word| word.starts_with("report-") || word.starts_with("version-"));
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
            "In -0.4 % (-126.0 to 50.0) of the games the second player has at least 95 % of the winner's points."
        );
        let dutch = Digits { point: ',', group: '.', to: "tot", unsure: "te weinig" };
        assert_eq!(Insert::Number(interval, 1).text(dutch), "0,0 (-1,3 tot 0,5)");
        assert_eq!(Insert::Count(1_234_567).text(dutch), "1.234.567");
        let signed = |estimate, low, high| Insert::Signed(Interval { estimate, low, high }, 2).text(ENGLISH_DIGITS);
        assert_eq!(signed(1.234, -0.001, 2.5), "+1.23 (0.00 to +2.50)");
        assert_eq!(signed(-3.0, f64::NEG_INFINITY, f64::INFINITY), "-3.00");
        let name = Insert::Statement(Box::new(Statement::new("version-book", [("book", Insert::Text("ox".into()))])));
        assert_eq!(name.text(ENGLISH_DIGITS), "points in ox");
        let unknown = Interval { estimate: 2.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(Insert::Number(unknown, 0).text(dutch), "2 (te weinig)");
    }
}
