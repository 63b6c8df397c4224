//! Runs the tests of the open pack, including unsaved changes, and keeps their results.

use std::time::Instant;

use tilewright_core::diag::Diagnostic;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::{Finder, FoundPack, PackPlace};
use tilewright_kit::suite::{PlayedTest, TestFailure, TestResult, each_test};
use tilewright_pack::edit::{Draft, NodePath, PathStep, Written};
use tilewright_pack::syntax::{self, Node, NodeShape};

use crate::job::{Job, JobPoll};
use crate::pack::document::{FileChange, FileTexts, PackDocument, TextEdit};
use tilewright_language::listed_tests::place_in;
pub use tilewright_language::listed_tests::sentence;
use tilewright_language::place::FilePlace;
use tilewright_language::problems::Extra;

/// Test that was run, with its result.
pub struct TestRun {
    /// Result of the test.
    pub result: TestResult,
    /// Place where the test starts; `None` if it is in another pack.
    pub begins: Option<FilePlace>,
    /// Places of all parts of the failure.
    pub fails: Vec<FailedCheck>,
    /// Running time in seconds.
    pub seconds: f64,
}

/// Failed step or expectation of a test.
pub struct FailedCheck {
    /// Place of the step or the expectation; `None` if it is in another pack.
    pub place: Option<FilePlace>,
    /// Edits that make the test expect the actual value; `None` unless it expected a plain value.
    right: Option<Vec<TextEdit>>,
}

enum TestRunUpdate {
    One(Box<TestRun>),
    /// Reason why some or all tests could not be run.
    Broken(String),
    End,
}

/// Results of the tests, and the run in progress.
#[derive(Default)]
pub struct TestRuns {
    runs: Vec<TestRun>,
    job: Option<Job<TestRunUpdate>>,
    /// Names of the tests to run; `None` means all tests.
    only: Option<Vec<String>>,
    /// Index in `runs` for the next result of a run of all tests.
    next: usize,
    broken: Option<String>,
    /// Texts of the pack when the run started.
    files: FileTexts,
    /// Revision of the document when the run started.
    revision: u64,
    /// Number of changes to the results.
    changes: u64,
}

/// Returns a finder for other packs, and the open pack with its unsaved changes.
fn find_edited(document: &PackDocument, finder: &Finder) -> (Finder, FoundPack) {
    let place = PackPlace::Edited(document.folder().to_owned(), document.files().clone());
    (finder.clone(), FoundPack { id: document.id().to_string(), place })
}

impl TestRuns {
    /// Starts a run of all tests, or of the tests named in `only`; results of other tests stay.
    /// `waker` is called when there is a result to show.
    pub fn begin(
        &mut self,
        waker: impl Fn() + Send + Sync + 'static,
        document: &PackDocument,
        finder: &Finder,
        only: Option<Vec<String>>,
    ) {
        let (finder, found) = find_edited(document, finder);
        let folder = document.folder().to_owned();
        let files = document.files().clone();
        (self.files, self.revision) = (files.clone(), document.revision());
        (self.only, self.next, self.broken) = (only.clone(), 0, None);
        self.changes += 1;
        self.job = Some(Job::begin(waker, move |teller| {
            let mut since = Instant::now();
            // A single name can be passed as the filter, so that other tests are not played.
            let filter = only.as_ref().and_then(|only| if let [one] = &**only { Some(&**one) } else { None });
            let done = each_test(&finder, &found, filter.unwrap_or(""), |result, _| {
                let seconds = since.elapsed().as_secs_f64();
                if only.as_ref().is_none_or(|only| only.contains(&result.name)) {
                    let place = |told: &str| place_in(told, &folder, &files);
                    let begins = place(&result.place);
                    let all = result.failure.iter().flat_map(TestFailure::all);
                    let failed = |failure: &TestFailure| {
                        let place = place(&failure.place);
                        let text = place.as_ref().and_then(|place| files.get(&place.path));
                        let right = text.zip(place.as_ref());
                        let right = right.and_then(|(text, place)| expecting(text, place.range.start, failure));
                        FailedCheck { place, right }
                    };
                    let fails = all.map(failed).collect();
                    teller.tell(TestRunUpdate::One(Box::new(TestRun { result, begins, fails, seconds })));
                }
                since = Instant::now();
                teller.goes_on()
            });
            teller.tell(match done {
                Ok(()) => TestRunUpdate::End,
                Err(error) => TestRunUpdate::Broken(error.to_string()),
            });
        }));
    }

    /// Takes new results from the background thread; returns true if the run has just ended.
    pub fn look(&mut self) -> bool {
        loop {
            let Some(job) = &self.job else { return false };
            match job.look() {
                JobPoll::News(TestRunUpdate::One(run)) => self.take(*run),
                JobPoll::News(TestRunUpdate::Broken(why)) => {
                    self.broken = Some(why);
                    return self.end();
                }
                JobPoll::News(TestRunUpdate::End) | JobPoll::Ended => return self.end(),
                JobPoll::Nothing => return false,
            }
        }
    }

    fn take(&mut self, run: TestRun) {
        self.changes += 1;
        if self.only.is_some() {
            match self.runs.iter_mut().find(|old| old.result.name == run.result.name) {
                Some(old) => *old = run,
                None => self.runs.push(run),
            }
            return;
        }
        // Results are in the order of the files. An old result stays until its replacement arrives, so that the list
        // does not flicker.
        if self.next < self.runs.len() {
            self.runs[self.next] = run;
        } else {
            self.runs.push(run);
        }
        self.next += 1;
    }

    fn end(&mut self) -> bool {
        if self.only.is_none() {
            self.runs.truncate(self.next);
        }
        self.job = None;
        self.changes += 1;
        true
    }

    /// Returns the number of finished tests in a run of all tests, 0 in a run of selected tests; `None` if no run is in
    /// progress.
    pub fn running(&self) -> Option<usize> {
        self.job.as_ref().map(|_| self.next)
    }

    /// Stops the run in progress.
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// Returns all results, in the order of the files.
    pub fn all(&self) -> &[TestRun] {
        &self.runs
    }

    /// Returns the results of failed tests.
    pub fn failed_runs(&self) -> impl Iterator<Item = &TestRun> {
        self.runs.iter().filter(|run| !run.result.has_passed())
    }

    /// Returns the reason why some or all tests could not be run.
    pub fn failure_reason(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// Returns true if the document has changed since the run.
    pub fn is_old(&self, document: &PackDocument) -> bool {
        self.revision != document.revision()
    }

    /// Returns the change that makes a test expect the actual value. `None` unless a plain value was expected, the file
    /// is unchanged since the run, and no run is in progress.
    pub fn taken_as_right(&self, document: &PackDocument, failed: &FailedCheck) -> Option<FileChange> {
        let (place, edits) = (failed.place.as_ref()?, failed.right.clone()?);
        let same = document.text(&place.path) == self.files.get(&place.path);
        (same && self.job.is_none()).then(|| FileChange::Edit { path: place.path.clone(), edits })
    }

    /// Returns a number that changes whenever [`TestRuns::findings`] change.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the failed tests as findings.
    pub fn findings(&self) -> impl Iterator<Item = Extra> {
        self.failed_runs().filter_map(|run| {
            let (failure, place) = (
                run.result.failure.as_ref()?,
                run.fails.first().and_then(|failed| failed.place.clone()).or(run.begins.clone())?,
            );
            let message = format!("{}: {}", run.result.name, sentence(failure));
            let text = self.files.get(&place.path)?.clone();
            Some(Extra { diagnostic: Diagnostic::warning(failure.code, message), place, text, in_game: false })
        })
    }
}

/// Returns the edits that replace the plain value at offset `at` by the actual value of a failure.
fn expecting(text: &str, at: usize, failure: &TestFailure) -> Option<Vec<TextEdit>> {
    let differs = failure.code.ends_with("differ") || failure.code.ends_with("differs");
    let came = syntax::read(&failure.actual);
    let came = came.tree.filter(|tree| differs && came.problems.is_empty() && is_plain(tree))?;
    let mut draft = Draft::new(text).ok()?;
    let path = path_to(draft.tree(), at)?;
    // The value stays on one line, whatever its length.
    let came = Written::from_node(&came, &failure.actual).flat();
    draft.replace(&path, &Written::Verbatim(came)).ok()?;
    Some(draft.edits()).filter(|edits| !edits.is_empty())
}

/// Returns true for numbers, booleans and lists of them, which tests and failures write in the same way.
fn is_plain(node: &Node) -> bool {
    match &node.shape {
        NodeShape::Int(_) | NodeShape::Bool(_) => true,
        NodeShape::List(items) => items.iter().all(is_plain),
        _ => false,
    }
}

/// Returns the path to the plain value that starts at offset `at`.
fn path_to(node: &Node, at: usize) -> Option<NodePath> {
    if node.range().start == at && is_plain(node) {
        return Some(NodePath::new());
    }
    if !node.range().contains(&at) {
        return None;
    }
    let children: Vec<(PathStep, &Node)> = match &node.shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => {
            items.iter().enumerate().map(|(number, item)| (PathStep::Item(number), item)).collect()
        }
        NodeShape::Map(entries) => {
            let named = entries.iter().filter_map(|(key, value)| Some((key.as_word()?.value.to_string(), value)));
            named.map(|(key, value)| (PathStep::Key(key), value)).collect()
        }
        NodeShape::Struct(_, fields) => {
            fields.iter().map(|(name, value)| (PathStep::field(&name.value), value)).collect()
        }
        _ => return None,
    };
    children.into_iter().find_map(|(step, child)| {
        let mut path = path_to(child, at)?;
        path.insert(0, step);
        Some(path)
    })
}

/// Plays one test of the open pack and returns its final position.
///
/// # Errors
/// A file of the pack cannot be read.
pub fn play(document: &PackDocument, finder: &Finder, name: &str) -> Result<Option<PlayedTest>, KitError> {
    let (finder, found) = find_edited(document, finder);
    let mut played = None;
    each_test(&finder, &found, name, |result, game| {
        let is_it = result.name == name;
        if is_it {
            played = game;
        }
        !is_it
    })?;
    Ok(played)
}
