//! Every kind of finding: its code, what it means, and a small pack that produces it.
//!
//! A finding can be made only from one of these, so each code has its explanation, and a test loads every
//! example and looks for its code.

mod files;
mod packs;
mod play;
mod tiles;

use tilewright_core::diag::{Diagnostic, Severity, Span};

pub use files::*;
pub use packs::*;
pub use play::*;
pub use tiles::*;

/// A kind of finding.
#[derive(Debug)]
pub struct Code {
    /// Stable code such as `P0203`.
    pub id: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it means and what to do.
    pub text: &'static str,
    /// Files that produce it: the text of a further file of the pack `demo`, or several files, each after
    /// a line `//- pack/path`.
    pub example: &'static str,
}

impl Code {
    /// A finding at a place.
    pub fn at(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.anywhere(message).at(span)
    }

    /// A finding without a place.
    pub fn anywhere(&self, message: impl Into<String>) -> Diagnostic {
        match self.severity {
            Severity::Error => Diagnostic::error(self.id, message),
            Severity::Warning => Diagnostic::warning(self.id, message),
        }
    }
}

/// All codes, grouped by what they are about.
pub const EXPLAIN: &[&[&Code]] = &[files::ALL, packs::ALL, tiles::ALL, play::ALL];

/// The code of the finding that one pack excludes another.
pub const CONFLICT_CODE: &str = CONFLICT.id;

/// The code of the finding that one option excludes another.
pub const EXCLUDE_CODE: &str = OPTIONS_EXCLUDE.id;

/// The code of the finding that a pack cannot be read.
pub const UNREADABLE_CODE: &str = UNREADABLE.id;

/// The explanation of a code.
pub fn explain(id: &str) -> Option<&'static Code> {
    EXPLAIN.iter().flat_map(|group| group.iter()).find(|code| code.id.eq_ignore_ascii_case(id)).copied()
}

/// Declares codes, and the list of them.
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
