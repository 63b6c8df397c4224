//! Tests of packs: small boards with turns and expectations, in RON beside the pack, or records with expectations.
//!
//! The notation is told in the section "Tests" of the page about the format of packs, by an example that a test plays.
//!
//! `tests/examples.ron` may list the worked examples of the pack's rules: see [`Examples`]. Which lines of the rules the
//! tests run, and which changes of them they notice, is told by [`coverage`] and [`protection`] for a [`Suite`].

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
use tilewright_core::unseen::shown;

use crate::error::KitError;
use crate::packs::find::Finder;
use crate::packs::load::{Request, load};

pub use cases::{Case, Module, Suite};
pub use equal::{EQUAL_FILE, Equal};
pub use examples::{Example, Examples, examples};
pub use known::Known;
pub use position::written_as_board;
pub use protection::{Covered, Done, Judged, Protection, Unset, Verdict, coverage, protection};
pub use run::{PlayedTest, SkippedTest, each_test, list_tests, play_tests, run_tests};
pub use stood::Stood;
pub use tilewright_script::{Change, Mutant, Needs, mutants};
pub use write::{Wanted, written};

/// How a test of a pack came out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestResult {
    /// Its name, such as `digest/01 a road of three tiles`.
    pub name: String,
    /// `path:line:column` where it begins.
    pub place: String,
    /// What went wrong; nothing when it passed.
    pub failure: Option<TestFailure>,
    /// Options that it sets, by their full names.
    pub options: Vec<String>,
    /// Whether it says nothing of what must come: it passes whatever the rules do.
    pub expects_nothing: bool,
    /// What rules noted, if it failed.
    pub notes: Vec<String>,
    /// What lay and stood where, if it failed in a game.
    pub stood: Option<Stood>,
}

impl TestResult {
    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// Why a test failed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestFailure {
    /// `path:line:column` of the step or expectation.
    pub place: String,
    /// Stable reason code, such as `scores_differ` or `unknown_tile`; of how a test is written that of the finding: `P0103`.
    pub code: &'static str,
    /// What was expected, or what is wrong with the test.
    pub expected: String,
    /// What came; empty when the test itself is wrong.
    pub actual: String,
    /// What else is not as expected.
    pub more: Vec<TestFailure>,
    /// The finding, where it is about how the test is written.
    finding: Option<Box<Diagnostic>>,
}

impl TestFailure {
    pub(crate) fn new(
        place: impl Into<String>,
        code: &'static str,
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> TestFailure {
        // What is expected and what came are quoted from tests and games, whatever they say.
        let told = |text: String| shown(&text, MESSAGE_LETTERS).into_owned();
        let (expected, actual) = (told(expected.into()), told(actual.into()));
        TestFailure { place: place.into(), code, expected, actual, more: Vec::new(), finding: None }
    }

    /// All that is not as expected: this and what else there is.
    pub fn all(&self) -> impl Iterator<Item = &TestFailure> {
        std::iter::once(self).chain(&self.more)
    }

    /// Whether the test itself is wrong, rather than what it expects.
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

/// What is wrong with how the tests of a pack are written, without playing them, as findings. Their files are added to
/// those that findings point into.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn misread_tests(finder: &Finder, pack: &str, sources: &mut SourceMap) -> Result<Vec<Diagnostic>, KitError> {
    let found = run::misread(&finder.find(pack)?, sources)?;
    // The pack can be played all the same.
    let finding = |failure: &TestFailure| Some(Diagnostic { severity: Severity::Warning, ..*failure.finding.clone()? });
    Ok(found.iter().flat_map(TestFailure::all).filter_map(finding).take(FINDINGS).collect())
}

/// Options of a pack that none of its tests sets, as findings, and the files that they point into.
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
