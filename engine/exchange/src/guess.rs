//! Collects the decisions that an import makes where its file leaves something open.

use crate::limits;

/// Decision of an import that the author may want to change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportGuess {
    /// Line in the imported file, counted from 1; `None` if it concerns the file as a whole, or a JSON value.
    pub line: Option<usize>,
    /// Decision in one sentence without a full stop.
    pub text: String,
}

/// Guesses in the order in which they are made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guesses {
    pub(crate) all: Vec<ImportGuess>,
    /// Number of guesses beyond the limit.
    left_out: usize,
}

impl Guesses {
    /// Adds a guess; beyond the limit, guesses are only counted.
    pub(crate) fn add(&mut self, line: Option<usize>, text: impl Into<String>) {
        if self.all.len() < limits::GUESSES {
            self.all.push(ImportGuess { line, text: text.into() });
        } else {
            self.left_out += 1;
        }
    }

    /// Returns all guesses, and at the end the number of guesses that are left out.
    pub(crate) fn finish(mut self) -> Vec<ImportGuess> {
        if self.left_out > 0 {
            let text = format!("{} more guesses are not listed", self.left_out);
            self.all.push(ImportGuess { line: None, text });
        }
        self.all
    }
}
