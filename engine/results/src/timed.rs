//! Writes the answers of players at tables, with their times, as rows.

use parquet::errors::ParquetError;

use crate::format::Format;
use crate::rows::{Column, ColumnKind, Datum, RowTable, small};

/// Answer at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedAnswer {
    /// Id of the table.
    pub table: String,
    /// Number of answers before it in its course of the game.
    pub number: usize,
    /// Seat, from 0 as in all rows.
    pub seat: u8,
    /// Question.
    pub ask: String,
    /// Key of the chosen option.
    pub key: String,
    /// Number of options.
    pub options: u64,
    /// Time since the question, in milliseconds.
    pub ms: u64,
    /// True if a bot has answered.
    pub is_bot: bool,
    /// True if the answer was taken back, or was lost when the rules changed.
    pub is_undone: bool,
}

/// Encodes answers as rows with the columns `table`, `number`, `seat`, `ask`, `key`, `options`, `ms`, `bot` and `undone`.
///
/// # Errors
/// The encoder refuses the rows.
pub fn write_timed_answers(answers: &[TimedAnswer], format: Format) -> Result<Vec<u8>, ParquetError> {
    use ColumnKind::{Large, Small, Text};
    let columns = [
        ("table", Text),
        ("number", Small),
        ("seat", Small),
        ("ask", Text),
        ("key", Text),
        ("options", Small),
        ("ms", Large),
        ("bot", Small),
        ("undone", Small),
    ];
    let columns = columns.into_iter().map(|(name, kind)| Column::new(name.to_owned(), kind)).collect();
    let mut table = RowTable { columns };
    for answer in answers {
        table.row([
            Datum::Text(&answer.table),
            Datum::Small(small(answer.number)),
            Datum::Small(small(answer.seat)),
            Datum::Text(&answer.ask),
            Datum::Text(&answer.key),
            Datum::Small(small(answer.options)),
            Datum::Large(answer.ms),
            Datum::Small(answer.is_bot.into()),
            Datum::Small(answer.is_undone.into()),
        ]);
    }
    format.write(&table)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    #[test]
    fn rows_have_a_name_for_each_value() {
        let answer = TimedAnswer {
            table: "tab1".to_owned(),
            number: 3,
            seat: 1,
            ask: "place".to_owned(),
            key: "0,1,2".to_owned(),
            options: 12,
            ms: 4200,
            is_bot: false,
            is_undone: true,
        };
        let lines = write_timed_answers(&[answer.clone(), answer], Format::Jsonl).unwrap();
        let lines = String::from_utf8(lines).unwrap();
        let expected = r#"{"table":"tab1","number":3,"seat":1,"ask":"place","key":"0,1,2","options":12,"ms":4200,"bot":0,"undone":1}"#;
        assert_eq!(lines.lines().collect::<Vec<_>>(), [expected, expected]);
    }

    #[test]
    fn a_file_without_rows_is_readable() {
        let file = write_timed_answers(&[], Format::Parquet).unwrap();
        let file = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
        let data = file.metadata().file_metadata();
        assert_eq!((data.num_rows(), data.schema_descr().num_columns()), (0, 9));
    }
}
