//! Defines the error about a text that is not a valid record.

use std::fmt;

/// Error about a text that is not a valid record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Stable reason code: `bad_json`, `cut_off`, `bad_record`, `bad_move`, `bad_expect`, `other_version`, `too_large`,
    /// `cannot_read`.
    pub code: &'static str,
    /// Part of the record, such as `moves[12].pick`; empty for the whole record.
    pub part: String,
    /// Description of the mistake, one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} [{}] ", self.line, self.code)?;
        if !self.part.is_empty() {
            write!(f, "{}: ", self.part)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}
