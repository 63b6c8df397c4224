//! Runs tests of packs on a separate thread, with unsaved changes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::{TestResult, each_test};
use tilewright_language::listed_tests::{place_in, sentence};
use tilewright_language::pack_texts::FileTexts;
use tilewright_language::problems::Extra;

use crate::checker::edited_pack;
use crate::events::ServerEvent;
use crate::protocol::RequestId;

/// Command that runs the test with the name of its second argument, or all tests, of the pack that contains the file of
/// its first argument.
pub(crate) const RUN_TEST: &str = "tilewright.runTest";

/// Request to run tests.
pub(crate) struct TestsJob {
    /// Request that is answered with the result.
    pub(crate) request: RequestId,
    pub(crate) folder: PathBuf,
    pub(crate) id: Arc<str>,
    pub(crate) files: FileTexts,
    pub(crate) finder: Finder,
    /// Name of the test; `None` runs all tests.
    pub(crate) name: Option<String>,
}

/// Results of a run.
pub(crate) struct TestsEnded {
    pub(crate) request: RequestId,
    pub(crate) folder: PathBuf,
    /// Names of the tests that were run.
    pub(crate) run: Vec<String>,
    /// Names of the tests that failed, each with its finding.
    pub(crate) failed: Vec<(String, Extra)>,
    /// Reason why some or all tests were not run; `None` if all were run.
    pub(crate) error: Option<String>,
}

/// Run in progress, which stops when this is dropped or stopped.
pub(crate) struct TestsRunning(Arc<AtomicBool>);

impl TestsRunning {
    /// Stops the run after the current test.
    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for TestsRunning {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a run; the result becomes an event.
pub(crate) fn start_tests(job: TestsJob, events: SyncSender<ServerEvent>) -> TestsRunning {
    let stopped = Arc::new(AtomicBool::new(false));
    let running = TestsRunning(Arc::clone(&stopped));
    std::thread::spawn(move || {
        let mut ended = TestsEnded {
            request: job.request.clone(),
            folder: job.folder.clone(),
            run: Vec::new(),
            failed: Vec::new(),
            error: None,
        };
        let work = || {
            let found = edited_pack(job.folder.clone(), &job.id, job.files.clone());
            each_test(&job.finder.of_pack(&found), &found, job.name.as_deref().unwrap_or(""), |result, _| {
                if job.name.as_ref().is_none_or(|name| *name == result.name) {
                    ended.failed.extend(finding(&job, &result).map(|extra| (result.name.clone(), extra)));
                    ended.run.push(result.name);
                }
                !stopped.load(Ordering::Relaxed)
            })
        };
        // Unwind safety holds: the run ends, and only finished results are used.
        ended.error = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
            Ok(done) => done.err().map(|error| error.to_string()),
            Err(_) => Some("the program itself failed while a test was played".to_owned()),
        };
        // The server may have ended.
        let _ = events.send(ServerEvent::Tested(ended));
    });
    running
}

/// Returns the finding about a failed test; `None` if it passed or its file is not in the pack.
fn finding(job: &TestsJob, result: &TestResult) -> Option<Extra> {
    let failure = result.failure.as_ref()?;
    let place = |told: &str| place_in(told, &job.folder, &job.files);
    let place = place(&failure.place).or_else(|| place(&result.place))?;
    let text = job.files.get(&place.path)?.clone();
    let message = format!("{}: {}", result.name, sentence(failure));
    Some(Extra { diagnostic: Diagnostic::warning(failure.code, message), place, text, in_game: false })
}
