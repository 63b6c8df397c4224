//! Splits a table into rows and cells, and recognizes its separator.

use super::ColumnSeparator;
use crate::decode::decode;
use crate::error::{ExchangeError, ExchangeErrorKind, brief, quoted_message};
use crate::guess::Guesses;
use crate::limits;

/// Table of texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextSheet {
    /// Names of the columns.
    pub(crate) header: Vec<String>,
    /// Line of the header, counted from 1.
    pub(crate) header_line: usize,
    pub(crate) rows: Vec<SheetRow>,
}

/// Row of a table that has at least one cell with content.
#[derive(Clone, Debug)]
pub(crate) struct SheetRow {
    /// Line on which the row begins, counted from 1.
    pub(crate) line: usize,
    /// Trimmed cells; there may be fewer than columns.
    pub(crate) cells: Vec<String>,
}

impl TextSheet {
    /// Reads a table. Encoding and separator are recognized; everything but UTF-8 with commas is listed as a guess.
    ///
    /// # Errors
    /// The file is too large or not text, has no row with names, or its cells, columns or rows exceed their limits.
    pub(crate) fn read(bytes: &[u8], guesses: &mut Guesses) -> Result<TextSheet, ExchangeError> {
        let decoded = decode(bytes)?;
        if let Some(encoding) = decoded.encoding {
            guesses.add(None, format!("the file is read as {encoding}"));
        }
        let (separator, text) = match named_separator(&decoded.text) {
            Some(found) => found,
            None => (find_separator(&decoded.text), &*decoded.text),
        };
        if separator != ColumnSeparator::Comma {
            guesses.add(None, format!("the columns are separated by {}", separator.name()));
        }
        // A row of millions of cells would take memory before it is refused.
        if text.bytes().filter(|&byte| byte == separator.byte()).count() > limits::SEPARATORS {
            let message = format!("the table has more than {} cells", limits::SEPARATORS);
            return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message));
        }
        // A line that names the separator is not part of the table, but counts as a line.
        let skipped = if text.len() < decoded.text.len() { 1 } else { 0 };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator.byte())
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut sheet = TextSheet::default();
        let mut record = csv::StringRecord::new();
        let mut row_count = 0usize;
        loop {
            let line = reader.position().line() as usize + skipped;
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    let message = format!("the table cannot be read: {}", quoted_message(&error));
                    return Err(ExchangeError::new(ExchangeErrorKind::Syntax, message).at(line));
                }
            }
            // The reader skips empty lines before a row, so the position of the record is more exact.
            let line = record.position().map_or(line, |position| position.line() as usize + skipped);
            check_size(&record, line)?;
            let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
            if cells.iter().all(String::is_empty) {
                continue;
            }
            row_count += 1;
            if row_count > limits::ROWS {
                let message = format!("the table has more than {} rows", limits::ROWS);
                return Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message)
                    .at(line)
                    .hint("divide it into several files"));
            }
            if sheet.header.is_empty() {
                (sheet.header, sheet.header_line) = (cells, line);
            } else {
                sheet.rows.push(SheetRow { line, cells });
            }
        }
        if sheet.header.is_empty() {
            let message = "the table is empty";
            return Err(ExchangeError::new(ExchangeErrorKind::Missing, message)
                .hint("the first row names the columns, such as `id,count,n,e,s,w,parts`"));
        }
        Ok(sheet)
    }
}

fn check_size(record: &csv::StringRecord, line: usize) -> Result<(), ExchangeError> {
    let too_large = |message: String| Err(ExchangeError::new(ExchangeErrorKind::TooLarge, message).at(line));
    if record.len() > limits::COLUMNS {
        return too_large(format!("the row has {} columns; at most {} are allowed", record.len(), limits::COLUMNS));
    }
    for cell in record {
        // Bytes are at least as many as letters, and cheap to count.
        if cell.len() > limits::CELL_LETTERS && cell.chars().count() > limits::CELL_LETTERS {
            return too_large(format!(
                "the cell `{}` has {} letters; at most {} are allowed",
                brief(cell),
                cell.chars().count(),
                limits::CELL_LETTERS
            ));
        }
    }
    Ok(())
}

/// Returns the separator that the first line names, as in `sep=;`, and the text after that line.
fn named_separator(text: &str) -> Option<(ColumnSeparator, &str)> {
    let rest = text.strip_prefix("sep=")?;
    let separator =
        ColumnSeparator::ALL.into_iter().find(|separator| rest.as_bytes().first() == Some(&separator.byte()))?;
    let (_, after) = rest.split_once('\n')?;
    (rest[1..].trim_start_matches('\r').starts_with('\n')).then_some((separator, after))
}

/// Returns the separator that is most frequent in the first row outside of quotation marks; the comma if there is none.
fn find_separator(text: &str) -> ColumnSeparator {
    let mut counts = [0usize; ColumnSeparator::ALL.len()];
    let (mut quoted, mut has_content) = (false, false);
    for byte in text.bytes().take(limits::COLUMNS * 200) {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted && has_content => break,
            b'\n' | b'\r' => {}
            _ => {
                has_content = true;
                let found = ColumnSeparator::ALL.iter().position(|separator| separator.byte() == byte);
                if let Some(number) = found.filter(|_| !quoted) {
                    counts[number] += 1;
                }
            }
        }
    }
    let most = counts.iter().copied().max().filter(|&most| most > 0);
    let number = most.and_then(|most| counts.iter().position(|&count| count == most));
    number.map_or(ColumnSeparator::Comma, |number| ColumnSeparator::ALL[number])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TextSheet, ExchangeError> {
        TextSheet::read(text.as_bytes(), &mut Guesses::default())
    }

    #[test]
    fn separators_are_recognized_outside_of_quotation_marks() {
        for (text, cells) in [
            ("id,count\nA,2\n", ["A", "2"]),
            ("id;count\r\n\"A;,\";2\r\n", ["A;,", "2"]),
            ("\"a;b;c\"\tcount\nA\t2", ["A", "2"]),
            ("sep=;\nid;count\nA;2\n", ["A", "2"]),
            ("\n\nid|count\n\n A |2\n", ["A", "2"]),
            ("id,count\n\"a\nb\",2\n", ["a\nb", "2"]),
        ] {
            let sheet = read(text).unwrap();
            assert_eq!((sheet.header.len(), &sheet.rows[0].cells[..]), (2, &cells.map(str::to_owned)[..]), "{text:?}");
        }
    }

    #[test]
    fn rows_have_the_line_on_which_they_begin() {
        let sheet = read("sep=;\nid;more\nA;\"x\ny\"\n\n;\nB;\n").unwrap();
        assert_eq!(sheet.header_line, 2);
        assert_eq!(sheet.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 7]);
    }

    #[test]
    fn sizes_have_limits() {
        assert_eq!(read("").unwrap_err().kind, ExchangeErrorKind::Missing);
        let cell = format!("id,more\nA,{}\n", "x".repeat(10_000_000));
        let error = read(&cell).unwrap_err();
        assert_eq!((error.kind, error.line), (ExchangeErrorKind::TooLarge, Some(2)));
        assert!(error.message.len() < 200);
        assert_eq!(read(&",".repeat(8 << 20)).unwrap_err().kind, ExchangeErrorKind::TooLarge);
        assert_eq!(read(&",".repeat(300)).unwrap_err().kind, ExchangeErrorKind::TooLarge);
        assert_eq!(read(&"a\n".repeat(limits::ROWS + 2)).unwrap_err().kind, ExchangeErrorKind::TooLarge);
    }
}
