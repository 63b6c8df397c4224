//! Runs the tests of packs: small boards with turns and expectations, in RON next to the pack, or records with
//! expectations.
//!
//! The section "Tests" of the page on the format of packs explains the notation, with an example that a test plays.
//!
//! `tests/examples.ron` may list the worked examples of the pack's rules: see [`Examples`]. For a [`Suite`],
//! [`coverage`] reports which lines of the rules the tests run, and [`protection`] which changes of the rules they
//! notice.

mod arrange;
mod cases;
mod equal;
mod examples;
mod expectation;
mod keys;
mod known;
mod notation;
mod position;
mod protection;
mod run;
mod runner;
mod stood;
mod write;

use std::fmt;

use tilewright_core::diag::{Diagnostic, Severity, SourceMap};
use tilewright_core::limits::{FINDINGS, MESSAGE_LETTERS};
use tilewright_core::unseen::escape_line;

use crate::error::KitError;
use crate::packs::find::Finder;
use crate::packs::load::{Request, load};

pub use cases::{Case, Module, Suite};
pub use equal::{EQUAL_FILE, Equal};
pub use examples::{Example, Examples, examples};
pub use known::ChangeCache;
pub use position::{PositionError, written_as_board};
pub use protection::{Covered, Judged, Protection, TaskProgress, UntestedOption, Verdict, coverage, protection};
pub use run::{PlayedTest, SkippedTest, each_test, list_tests, play_tests, run_tests, trace_test};
pub use stood::BoardSummary;
pub use tilewright_script::{Change, Mutant, Needs, mutants};
pub use write::{ExpectedParts, write_test};

/// Outcome of one test of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestResult {
    /// Name of the test, such as `digest/01 a road of three tiles`.
    pub name: String,
    /// `path:line:column` where the test begins.
    pub place: String,
    /// Failure of the test; `None` if it passed.
    pub failure: Option<TestFailure>,
    /// Full names of the options that the test sets.
    pub options: Vec<String>,
    /// True if the test states no expectation, and so passes whatever the rules do.
    pub expects_nothing: bool,
    /// Notes that rules wrote, if the test failed.
    pub notes: Vec<String>,
    /// Position at the failure, if the test failed during a game.
    pub stood: Option<BoardSummary>,
}

impl TestResult {
    /// True if the test has no failure.
    pub fn has_passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// Reason that a test failed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestFailure {
    /// `path:line:column` of the step or expectation.
    pub place: String,
    /// Stable reason code, such as `scores_differ` or `unknown_tile`; for a mistake in the notation, the code of its
    /// finding: `P0103`.
    pub code: &'static str,
    /// Expected value, or the mistake in the test.
    pub expected: String,
    /// Actual value; empty if the test itself is invalid.
    pub actual: String,
    /// Further differences from the expectation.
    pub more: Vec<TestFailure>,
    /// Finding, if the mistake is in the notation of the test.
    finding: Option<Box<Diagnostic>>,
}

impl TestFailure {
    pub(crate) fn new(
        place: impl Into<String>,
        code: &'static str,
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> TestFailure {
        // Expected and actual values are quoted from tests and games, and may contain any characters.
        let told = |text: String| escape_line(&text, MESSAGE_LETTERS).into_owned();
        let (expected, actual) = (told(expected.into()), told(actual.into()));
        TestFailure { place: place.into(), code, expected, actual, more: Vec::new(), finding: None }
    }

    /// Returns this failure and all further ones.
    pub fn all(&self) -> impl Iterator<Item = &TestFailure> {
        std::iter::once(self).chain(&self.more)
    }

    /// True if the test itself is invalid, rather than its expectation false.
    pub fn is_wrong_test(&self) -> bool {
        self.actual.is_empty()
    }
}

impl fmt::Display for TestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}] ", self.place, self.code)?;
        if self.is_wrong_test() {
            f.write_str(&self.expected)?;
        } else {
            write!(f, "expected {}, actual: {}", self.expected, self.actual)?;
        }
        self.more.iter().try_for_each(|failure| write!(f, "; {failure}"))
    }
}

/// Returns the mistakes in the notation of a pack's tests as findings, without playing the tests. Adds the files of the
/// tests to `sources`.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn misread_tests(finder: &Finder, pack: &str, sources: &mut SourceMap) -> Result<Vec<Diagnostic>, KitError> {
    let found = run::misread(&finder.find(pack)?, sources)?;
    // A mistake in a test does not keep the pack from being played.
    let finding = |failure: &TestFailure| Some(Diagnostic { severity: Severity::Warning, ..*failure.finding.clone()? });
    Ok(found.iter().flat_map(TestFailure::all).filter_map(finding).take(FINDINGS).collect())
}

/// Returns a finding for each option of a pack that none of its tests sets, and the files that the findings point into.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn untested_options(
    finder: &Finder,
    pack: &str,
    results: &[TestResult],
) -> Result<(Vec<Diagnostic>, SourceMap), KitError> {
    let id = finder.find(pack)?.id;
    let loaded = load(finder, &Request::new([pack]))?;
    let own: Vec<_> = loaded.options.iter().filter(|o| *o.pack == *id).cloned().collect();
    let tested: Vec<&str> = results.iter().flat_map(|r| r.options.iter().map(|o| &**o)).collect();
    Ok((tilewright_pack::untested_options(&own, &tested), loaded.sources))
}
