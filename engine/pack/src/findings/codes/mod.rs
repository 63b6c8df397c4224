//! Defines every kind of finding: its code, its meaning, and a small pack that produces it.
//!
//! Every finding is created from one of these codes, so each code has an explanation. A test loads every example and
//! checks that it produces its code.

mod art;
mod files;
mod packs;
mod play;
mod tiles;

use tilewright_core::diag::{Diagnostic, Severity, Span};

pub use art::*;
pub use files::*;
pub use packs::*;
pub use play::*;
pub use tiles::*;

/// Kind of finding with its explanation.
#[derive(Debug)]
pub struct Code {
    /// Stable code such as `P0203`.
    pub id: &'static str,
    /// Severity of findings with this code.
    pub severity: Severity,
    /// Title of a few words.
    pub title: &'static str,
    /// Meaning of the finding, and how to fix it.
    pub text: &'static str,
    /// Files that produce the finding: the text of one more file of the pack `demo`, or several files, each after a
    /// line `//- pack/path`.
    pub example: &'static str,
}

impl Code {
    /// Returns a finding at a span.
    pub fn finding(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.finding_anywhere(message).with_span(span)
    }

    /// Returns a finding without a span.
    pub fn finding_anywhere(&self, message: impl Into<String>) -> Diagnostic {
        match self.severity {
            Severity::Error => Diagnostic::error(self.id, message),
            Severity::Warning => Diagnostic::warning(self.id, message),
        }
    }
}

/// All codes, grouped by subject.
pub const EXPLAIN: &[&[&Code]] = &[files::ALL, packs::ALL, tiles::ALL, play::ALL, art::ALL];

/// Code of the finding that one pack excludes another.
pub const CONFLICT_CODE: &str = CONFLICT.id;

/// Code of the finding that one option excludes another.
pub const EXCLUDE_CODE: &str = OPTIONS_EXCLUDE.id;

/// Code of the finding that a pack cannot be read.
pub const UNREADABLE_CODE: &str = UNREADABLE.id;

/// Returns the explanation of a code, ignoring case; `None` if the code is unknown.
pub fn explain(id: &str) -> Option<&'static Code> {
    EXPLAIN.iter().flat_map(|group| group.iter()).find(|code| code.id.eq_ignore_ascii_case(id)).copied()
}

/// Declares codes, and the list of all of them.
macro_rules! codes {
    ($($name:ident = $id:literal $severity:ident $title:literal $text:literal $example:literal;)+) => {
        $(#[doc = $title] pub const $name: &super::Code = &super::Code {
            id: $id,
            severity: tilewright_core::diag::Severity::$severity,
            title: $title,
            text: $text,
            example: $example,
        };)+
        pub(super) const ALL: &[&super::Code] = &[$($name),+];
    };
}
use codes;
