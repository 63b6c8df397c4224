//! Formats tables as plain text, with columns as wide as their content.

use tilewright_lab::report::told::{self, ENGLISH_DIGITS};

/// Alignment of the cells in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Left alignment, for texts.
    Left,
    /// Right alignment, for numbers.
    Right,
}

/// Table with a head.
#[derive(Clone, Debug)]
pub(crate) struct TextTable {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Creates a table whose first column has texts and whose other columns have numbers.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> TextTable {
        let columns = head.into_iter().enumerate();
        let columns = columns.map(|(i, name)| (name.into(), if i == 0 { Align::Left } else { Align::Right }));
        TextTable { columns: columns.collect(), rows: Vec::new() }
    }

    /// Creates a table in which all columns have texts.
    pub(crate) fn of_texts<S: Into<String>>(head: impl IntoIterator<Item = S>) -> TextTable {
        TextTable { columns: head.into_iter().map(|name| (name.into(), Align::Left)).collect(), rows: Vec::new() }
    }

    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Formats the table. Each line is indented by two blanks and ends with a line feed.
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

/// Formats a number with `places` decimals.
pub(crate) fn decimals(number: f64, places: usize) -> String {
    if number.is_infinite() { "∞".to_owned() } else { format!("{number:.places$}") }
}

/// Formats a whole number in groups of three digits.
pub(crate) fn group_digits(number: u64) -> String {
    told::group_digits(number, ENGLISH_DIGITS.group)
}

/// Formats a number of pieces per second: whole from ten on, with two decimals below.
pub(crate) fn rate(number: f64) -> String {
    if number < 10.0 { decimals(number, 2) } else { group_digits(number as u64) }
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
        assert_eq!(
            (group_digits(0), group_digits(999), group_digits(1_234_567)),
            ("0".into(), "999".into(), "1,234,567".into())
        );
    }
}
