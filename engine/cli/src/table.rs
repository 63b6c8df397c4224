//! Tables in plain text: columns as wide as they need to be.

use tilewright_lab::report::told::{self, ENGLISH_DIGITS};

/// How the cells of a column stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Texts.
    Left,
    /// Numbers.
    Right,
}

/// A table with a head.
#[derive(Clone, Debug)]
pub(crate) struct TextTable {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table whose first column holds texts and whose others hold numbers.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> TextTable {
        let columns = head.into_iter().enumerate();
        let columns = columns.map(|(i, name)| (name.into(), if i == 0 { Align::Left } else { Align::Right }));
        TextTable { columns: columns.collect(), rows: Vec::new() }
    }

    /// A table of texts.
    pub(crate) fn of_texts<S: Into<String>>(head: impl IntoIterator<Item = S>) -> TextTable {
        TextTable { columns: head.into_iter().map(|name| (name.into(), Align::Left)).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The text, each line indented by two and ended by a line feed.
    pub(crate) fn text(&self) -> String {
        let head: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&head]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut text = String::new();
        let named = head.iter().any(|name| !name.is_empty());
        for row in named.then_some(&head).into_iter().chain(&self.rows) {
            let mut line = String::new();
            for ((cell, &width), (_, align)) in row.iter().zip(&widths).zip(&self.columns) {
                match align {
                    Align::Left => line.push_str(&format!("  {cell:<width$}")),
                    Align::Right => line.push_str(&format!("  {cell:>width$}")),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A number with so many decimals.
pub(crate) fn decimals(number: f64, places: usize) -> String {
    if number.is_infinite() { "∞".to_owned() } else { format!("{number:.places$}") }
}

/// A whole number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    told::grouped(number, ENGLISH_DIGITS.group)
}

/// A number of pieces a second: whole from ten on, below with two decimals.
pub(crate) fn rate(number: f64) -> String {
    if number < 10.0 { decimals(number, 2) } else { grouped(number as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_need_to_be() {
        let mut table = TextTable::new(["seat", "mean", "n"]);
        table.row(["0", "1.50", "12"]);
        table.row(["total", "10.25", "3"]);
        assert_eq!(table.text(), "  seat    mean   n\n  0       1.50  12\n  total  10.25   3\n");
        assert_eq!((rate(0.262), rate(9.999), rate(25_000.9)), ("0.26".into(), "10.00".into(), "25,000".into()));
        assert_eq!((grouped(0), grouped(999), grouped(1_234_567)), ("0".into(), "999".into(), "1,234,567".into()));
    }
}
