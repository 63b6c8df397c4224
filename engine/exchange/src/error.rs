//! Defines the errors of reading a file of another program.

use std::fmt;

use tilewright_core::unseen::escape_line;

/// Subject of an [`ExchangeError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeErrorKind {
    /// The file, or a part of it, is larger than allowed.
    TooLarge,
    /// The bytes of the file are not text.
    Encoding,
    /// The file is not valid in its own format, such as XML or JSON.
    Syntax,
    /// The file lacks something that is needed, such as a column or a set of colours.
    Missing,
    /// A value cannot be converted, such as a negative count.
    Value,
    /// The file that names columns and decides guesses is not valid.
    Mapping,
}

/// Error in a file of another program, with its line and advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExchangeError {
    /// Subject of the error.
    pub kind: ExchangeErrorKind,
    /// Line in the file, counted from 1; `None` if the error concerns the file as a whole, or a JSON value.
    pub line: Option<usize>,
    /// Message of one sentence without a full stop.
    pub message: String,
    /// Advice on the next step; `None` if there is none.
    pub hint: Option<String>,
}

impl ExchangeError {
    /// Creates an error about the file as a whole.
    pub(crate) fn new(kind: ExchangeErrorKind, message: impl Into<String>) -> ExchangeError {
        ExchangeError { kind, line: None, message: message.into(), hint: None }
    }

    /// Sets the line, counted from 1.
    pub(crate) fn at(self, line: usize) -> ExchangeError {
        ExchangeError { line: Some(line), ..self }
    }

    /// Sets the line if it is known.
    pub(crate) fn at_line(self, line: Option<usize>) -> ExchangeError {
        ExchangeError { line, ..self }
    }

    /// Sets the advice.
    pub(crate) fn hint(self, hint: impl Into<String>) -> ExchangeError {
        ExchangeError { hint: Some(hint.into()), ..self }
    }
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ExchangeError {}

/// Errors of one file, in the order of their lines.
pub type ExchangeErrors = Vec<ExchangeError>;

/// Maximum number of errors that are collected from one file.
pub(crate) const MAX_ERRORS: usize = 100;

/// Returns the start of a text from a file for a message, with invisible characters escaped.
pub(crate) fn brief(text: &str) -> String {
    escape_line(text, 60).into_owned()
}

/// Returns the message of another crate, which may quote the file.
pub(crate) fn quoted_message(message: &dyn fmt::Display) -> String {
    escape_line(&message.to_string(), 200).into_owned()
}
