//! Finds the tests of a pack, loads the packs that each test needs, and runs them.

use std::sync::Arc;

use tilewright_core::catalog::seat::WrongSeats;
use tilewright_core::catalog::{Catalog, MAX_SEATS, Value};
use tilewright_core::diag::{SourceMap, Span};
use tilewright_core::limits::FINDINGS;
use tilewright_core::machine::Machine;
use tilewright_core::session::Session;

use super::arrange::arrange;
use super::notation::{Reader, TestFile, TestSource};
use super::runner::{TestItem, TestStep, play};
use super::{BoardSummary, TestFailure, TestResult};
use crate::error::KitError;
use crate::games::replay::Replayer;
use crate::games::trace::{TraceError, TracedGame, TracedPart, TracingPacks};
use crate::packs::find::{Finder, FoundPack};
use crate::packs::load::{Loaded, Request, load};
use crate::records::json::read_records;

/// Runs all tests of a pack whose names contain `filter`: files in its folder `tests/`.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn run_tests(finder: &Finder, pack: &str, filter: &str) -> Result<Vec<TestResult>, KitError> {
    let mut results = Vec::new();
    each_test(finder, &finder.find(pack)?, filter, |result, _| {
        results.push(result);
        true
    })?;
    Ok(results)
}

/// Game of a test up to its last step, with the packs that it was played with.
pub struct PlayedTest {
    /// Packs of the game.
    pub loaded: Arc<Loaded>,
    /// Game up to the last step that was played.
    pub session: Session,
}

/// Runs the tests of a pack that was found, which may be open in the editor. Passes each result to `look` as soon as it
/// is known, with its game. A test that fails before its game begins, a test that expects unplayable packs, and a
/// record have no game. Continues as long as `look` returns true.
///
/// # Errors
/// A file cannot be read.
pub fn each_test(
    finder: &Finder,
    found: &FoundPack,
    filter: &str,
    mut look: impl FnMut(TestResult, Option<PlayedTest>) -> bool,
) -> Result<(), KitError> {
    let mut goes_on = true;
    each_file(finder, found, filter, |runner, path, text| {
        if path.ends_with(".ron") {
            runner.each_test(path, text, |result, played| {
                goes_on = goes_on && look(result, played);
                goes_on
            });
        } else {
            let mut results = Vec::new();
            runner.records(path, text, &mut results);
            goes_on = goes_on && results.into_iter().all(|result| look(result, None));
        }
        goes_on
    })
}

/// Plays the tests of a pack whose names contain `filter`, and passes the final game of each to `look`. A test that
/// fails before its game begins, or that expects unplayable packs, has no game.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn play_tests(
    finder: &Finder,
    pack: &str,
    filter: &str,
    mut look: impl FnMut(&TestResult, Option<Session>),
) -> Result<(), KitError> {
    each_file(finder, &finder.find(pack)?, filter, |runner, path, text| {
        if path.ends_with(".ron") {
            runner.each_test(path, text, |result, played| {
                look(&result, played.map(|played| played.session));
                true
            });
        }
        true
    })
}

/// Records the calls of rules during the last move of a test, line by line, or of its beginning if it plays no move.
/// Returns `None` if no test of the pack has this name, or if its game never began.
///
/// # Errors
/// A file cannot be read, or the move cannot be recorded.
pub fn trace_test(finder: &Finder, found: &FoundPack, name: &str) -> Result<Option<TracedGame>, TraceError> {
    let mut traced = None;
    let read = each_test(finder, found, name, |result, played| {
        if result.name != name {
            return true;
        }
        traced = played.map(|PlayedTest { loaded, session }| {
            let packs = TracingPacks::new(&loaded, session.game().seat_count() as u8, None);
            let packs = packs.map_err(TraceError::Packs)?;
            packs.trace(&session.timeline(), &TracedPart::last_of(&session))
        });
        false
    });
    read.map_err(TraceError::Packs)?;
    traced.transpose()
}

/// Test that was listed but not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedTest {
    /// Name of the test.
    pub name: String,
    /// `path:line:column` where the test begins.
    pub place: String,
    /// Packs that the test is played with.
    pub packs: Vec<String>,
    /// Options that the test sets, as written in the test.
    pub options: Vec<String>,
}

/// Lists the tests of a pack whose names contain `filter`, without running them. Omits tests that cannot be read;
/// [`run_tests`] reports their mistakes.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn list_tests(finder: &Finder, pack: &str, filter: &str) -> Result<Vec<SkippedTest>, KitError> {
    let mut listed = Vec::new();
    each_file(finder, &finder.find(pack)?, filter, |runner, path, text| {
        if path.ends_with(".ron") {
            runner.names(path, text, &mut listed);
        } else {
            listed.extend(read_records(text).into_iter().enumerate().filter_map(|(number, record)| {
                let record = record.ok()?;
                let packs = record.packs.iter().map(|p| p.split(['@', '#']).next().unwrap_or_default().to_owned());
                Some(SkippedTest {
                    packs: packs.collect(),
                    options: record.options.into_iter().map(|(name, _)| name).collect(),
                    name: record.id,
                    place: format!("{path}:{}:1", number + 1),
                })
            }));
        }
        true
    })?;
    listed.retain(|test| test.name.contains(filter));
    Ok(listed)
}

/// Passes every file of tests to a function, sorted by name, as long as it returns true.
fn each_file(
    finder: &Finder,
    found: &FoundPack,
    filter: &str,
    mut look: impl FnMut(&mut SuiteRunner<'_>, &str, &str) -> bool,
) -> Result<(), KitError> {
    let mut runner = SuiteRunner { finder: &finder.of_pack(found), own: &found.id, filter, loaded: Vec::new() };
    for (path, text) in test_files(found)? {
        if !look(&mut runner, &path, &text) {
            break;
        }
    }
    Ok(())
}

/// Returns the files of a pack that hold its tests or lists about them: their paths as shown to the user, and their
/// texts.
pub(super) fn test_files(found: &FoundPack) -> Result<Vec<(String, Arc<str>)>, KitError> {
    let files = found.read()?.into_iter();
    let tests = files.filter(|(path, _)| {
        path.starts_with("tests/") && [".ron", ".json", ".jsonl"].iter().any(|end| path.ends_with(end))
    });
    Ok(tests.map(|(path, text)| (format!("{}/{path}", found.path_prefix()), text)).collect())
}

/// Returns the mistakes in the notation of a pack's tests.
pub(super) fn misread(found: &FoundPack, sources: &mut SourceMap) -> Result<Vec<TestFailure>, KitError> {
    let files = test_files(found)?.into_iter().filter(|(path, _)| path.ends_with(".ron"));
    let files: Vec<_> = files.map(|(path, text)| (sources.add(&path, &text), text)).collect();
    let sources = Arc::new(sources.clone());
    let mut failures: Vec<TestFailure> = Vec::new();
    for (file, text) in &files {
        // More findings would not be shown.
        if failures.iter().map(|failure| failure.all().count()).sum::<usize>() >= FINDINGS {
            break;
        }
        match Reader::with_sources(Arc::clone(&sources), *file, text).file() {
            TestFile::Broken(failure) => failures.push(failure),
            TestFile::Tests(tests) => failures.extend(tests.into_iter().filter_map(|test| test.wrong)),
            TestFile::List(_) => {}
        }
    }
    Ok(failures)
}

struct SuiteRunner<'f> {
    finder: &'f Finder,
    own: &'f str,
    filter: &'f str,
    loaded: Vec<(Request, Arc<Loaded>)>,
}

impl SuiteRunner<'_> {
    fn each_test(&mut self, path: &str, text: &str, mut look: impl FnMut(TestResult, Option<PlayedTest>) -> bool) {
        match Reader::new(path, text).file() {
            TestFile::List(_) => {}
            TestFile::Tests(tests) => {
                for test in tests {
                    if let Some((result, played)) = self.test(&test)
                        && !look(result, played)
                    {
                        return;
                    }
                }
            }
            TestFile::Broken(failure) => {
                let (name, place) = (path.to_owned(), failure.place.clone());
                let result = TestResult { name, place, failure: Some(failure), ..TestResult::default() };
                look(result, None);
            }
        }
    }

    fn names(&self, path: &str, text: &str, listed: &mut Vec<SkippedTest>) {
        let TestFile::Tests(tests) = Reader::new(path, text).file() else { return };
        listed.extend(tests.into_iter().filter(|test| !test.name.is_empty()).map(|test| SkippedTest {
            place: test.places.place_of(test.span),
            packs: test.packs.map_or_else(|| vec![self.own.to_owned()], |packs| packs.value),
            options: test.options.into_iter().flat_map(|all| all.value).map(|(name, _)| name).collect(),
            name: test.name,
        }));
    }

    fn test(&mut self, test: &TestSource) -> Option<(TestResult, Option<PlayedTest>)> {
        let place = test.places.place_of(test.span);
        let mut played = None;
        let mut result = TestResult { name: place.clone(), place, ..TestResult::default() };
        if !test.name.is_empty() {
            if !test.name.contains(self.filter) {
                return None;
            }
            result.name.clone_from(&test.name);
        }
        result.failure = match &test.wrong {
            Some(failure) => Some(failure.clone()),
            None => {
                result.expects_nothing = test.expects_nothing();
                self.run(test, &mut result.options, &mut played).err()
            }
        };
        if let (Some(_), Some(played)) = (&result.failure, &played) {
            result.notes = played.session.notes().map(|note| note.text.to_string()).collect();
            result.stood = Some(BoardSummary::from_game(played.session.game()));
        }
        Some((result, played))
    }

    fn run(
        &mut self,
        test: &TestSource,
        tested: &mut Vec<String>,
        played: &mut Option<PlayedTest>,
    ) -> Result<(), TestFailure> {
        let packs = test.packs.as_ref().map_or_else(|| vec![self.own.to_owned()], |packs| packs.value.clone());
        let options = test.options.as_ref().map(|options| options.value.clone()).unwrap_or_default();
        let named = options.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let loaded =
            self.load(packs, options).map_err(|error| test.failure(of_packs(test), error.code(), error.to_string()))?;
        tested.extend(named.into_iter().map(|name| {
            let full = loaded.options.iter().find(|o| *o.name == *name).map(|o| o.full_name());
            if name.contains(':') { name } else { full.unwrap_or(name) }
        }));
        if let Some(wanted) = &test.unplayable {
            let found: Vec<&str> = loaded.errors().map(|d| d.code).collect();
            if found.contains(&&*wanted.value) {
                return Ok(());
            }
            let actual = if found.is_empty() { "no error".to_owned() } else { found.join(", ") };
            let expected = format!("the error {}", wanted.value);
            return Err(TestFailure::new(test.places.place_of(wanted.span), "playable", expected, actual));
        }
        let mut session = None;
        let done = stage(test, &loaded, |seats| loaded.machine_for(seats), &mut session);
        *played = session.map(|session| PlayedTest { loaded, session });
        done
    }

    fn load(&mut self, packs: Vec<String>, options: Vec<(String, Value)>) -> Result<Arc<Loaded>, KitError> {
        let request = Request { options, lints: false, ..Request::new(packs) };
        if let Some((_, loaded)) = self.loaded.iter().find(|(old, _)| *old == request) {
            return Ok(Arc::clone(loaded));
        }
        let loaded = Arc::new(load(self.finder, &request)?);
        self.loaded.push((request, Arc::clone(&loaded)));
        Ok(loaded)
    }

    fn records(&mut self, path: &str, text: &str, results: &mut Vec<TestResult>) {
        // The test is about the current pack, not about the version that the record names.
        let mut replayer = Replayer::new(self.finder).by_current();
        for (number, record) in read_records(text).into_iter().enumerate() {
            let place = format!("{path}:{}:1", number + 1);
            let failed = |code, expected: String| Some(TestFailure::new(&*place, code, expected, ""));
            let (name, options, failure) = match record {
                Err(error) => (place.clone(), Vec::new(), failed(error.code, error.to_string())),
                Ok(record) => {
                    let options = record.options.iter().map(|(name, _)| name.clone()).collect();
                    let outcome =
                        if record.id.contains(self.filter) { replayer.replay(&record).err() } else { continue };
                    let failure = outcome.and_then(|f| failed(f.code(), f.to_string()));
                    (record.id, options, failure)
                }
            };
            results.push(TestResult { name, place: place.clone(), failure, options, ..TestResult::default() });
        }
    }
}

/// Plays a test with loaded packs, and returns its final game.
pub(super) fn play_one(text: &str, loaded: &Loaded) -> Result<Session, TestFailure> {
    let mut reader = Reader::new("test", text);
    let tree = reader.tree()?;
    let test = reader.test(&tree);
    if let Some(failure) = test.wrong {
        return Err(failure);
    }
    let mut played = None;
    stage(&test, loaded, |seats| loaded.machine_for(seats), &mut played)?;
    played.ok_or_else(|| test.failure(test.span, "bad_test", "the test plays no game"))
}

/// Returns the place where a test names its packs or options, else the place of the test.
fn of_packs(test: &TestSource) -> Span {
    let options = test.options.as_ref().map(|options| options.span);
    options.or(test.packs.as_ref().map(|packs| packs.span)).unwrap_or(test.span)
}

/// Returns the number of seats of a test: the number that it sets, else the valid number that is nearest to two.
pub(super) fn seats_of(test: &TestSource, catalog: &Catalog) -> u8 {
    let most = catalog.seats.1.min(MAX_SEATS as u8);
    test.seats.as_ref().map_or_else(|| 2u8.min(most).max(catalog.seats.0), |seats| seats.value)
}

/// Sets up a test with its packs, and plays it.
pub(super) fn stage(
    test: &TestSource,
    loaded: &Loaded,
    machine: impl FnOnce(u8) -> Result<Machine, KitError>,
    played: &mut Option<Session>,
) -> Result<(), TestFailure> {
    let unplayable = |error: KitError| {
        let first = loaded.errors().next().map(|d| format!("{} [{}]", d.message, d.code));
        test.failure(of_packs(test), error.code(), first.unwrap_or_else(|| error.to_string()))
    };
    let catalog = &loaded.catalog().map(Arc::clone).unwrap_or_default();
    let most = catalog.seats.1.min(MAX_SEATS as u8);
    let seats = seats_of(test, catalog);
    if loaded.is_playable() && (seats < catalog.seats.0 || seats > most) {
        let span = test.seats.as_ref().map_or(test.span, |seats| seats.span);
        let message = format!("the packs are for {} to {most} seats, not {seats}", catalog.seats.0);
        return Err(test.failure(span, "wrong_seats", message));
    }
    let machine = machine(seats).map_err(unplayable)?;
    let hooks = machine.rules().hooks().clone();
    let mut session = Session::new(machine, seats, test.seed)
        .map_err(|wrong| test.failure(test.span, WrongSeats::CODE, wrong.to_string()))?;
    let steps = steps(test);
    let at_once = matches!(steps.first(), Some(TestStep { item: TestItem::End, .. }));
    session.arrange(|game| {
        arrange(test, game, at_once)?;
        game.watch_arranged(&hooks);
        Ok(())
    })?;
    play(played.insert(session), steps)
}

/// Returns the steps of a test, with its end and its expectation as the last steps.
fn steps(test: &TestSource) -> Vec<TestStep> {
    let step = |span: Span, item: TestItem, last: bool| TestStep { place: test.places.place_of(span), item, last };
    let mut steps: Vec<TestStep> = test.steps.iter().map(|own| step(own.span, own.value.clone(), false)).collect();
    steps.extend(test.end_game.map(|span| step(span, TestItem::End, true)));
    steps.extend(test.expect.as_ref().map(|own| step(own.span, TestItem::Expect(own.value.clone()), true)));
    steps
}
