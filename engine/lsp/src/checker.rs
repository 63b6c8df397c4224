//! Checks packs on a background thread, so that keys are answered while a check runs. Only the newest texts of each pack
//! are checked.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tilewright_core::diag::SourceMap;
use tilewright_kit::packs::find::{Finder, FoundPack, PackPlace};
use tilewright_kit::suite::misread_tests;
use tilewright_language::analysis::{Analysis, analyse, failure};
use tilewright_language::pack_texts::FileTexts;
use tilewright_language::place::FilePlace;
use tilewright_language::problems::Extra;
use tilewright_language::surroundings::PackSurroundings;

/// Time without a change before a pack is checked.
const PAUSE: Duration = Duration::from_millis(80);

/// Texts of a pack that wait for a check.
pub(crate) struct CheckJob {
    pub(crate) folder: PathBuf,
    pub(crate) id: Arc<str>,
    pub(crate) files: FileTexts,
    pub(crate) revision: u64,
    pub(crate) surroundings: Arc<PackSurroundings>,
    pub(crate) finder: Finder,
}

/// Findings about a pack.
pub(crate) struct Checked {
    /// Folder of the pack.
    pub(crate) folder: PathBuf,
    pub(crate) analysis: Analysis,
    /// Mistakes in the notation of tests.
    pub(crate) misread: Vec<Extra>,
}

/// Starts the thread; it passes each result to `done` and ends when the sender is dropped.
pub(crate) fn start_checker(done: impl Fn(Checked) + Send + 'static) -> Sender<CheckJob> {
    let (sender, jobs) = mpsc::channel();
    std::thread::spawn(move || work(&jobs, &done));
    sender
}

fn work(jobs: &Receiver<CheckJob>, done: &impl Fn(Checked)) {
    let mut waiting: BTreeMap<PathBuf, CheckJob> = BTreeMap::new();
    while let Ok(job) = jobs.recv() {
        waiting.insert(job.folder.clone(), job);
        loop {
            match jobs.recv_timeout(PAUSE) {
                Ok(job) => drop(waiting.insert(job.folder.clone(), job)),
                Err(RecvTimeoutError::Timeout) => match waiting.pop_first() {
                    Some((_, job)) => done(check(&job)),
                    None => break,
                },
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

fn check(job: &CheckJob) -> Checked {
    let start = Instant::now();
    // Unwind safety holds: each check loads everything again, so a panic leaves no state behind.
    let analysis = catch_unwind(AssertUnwindSafe(|| analyse(&job.surroundings, &job.id, &job.files, job.revision)))
        .unwrap_or_else(|panic| failure(&job.id, job.revision, start.elapsed(), &*panic));
    let misread = catch_unwind(AssertUnwindSafe(|| misread(job))).unwrap_or_default();
    Checked { folder: job.folder.clone(), analysis, misread }
}

/// Returns the pack with its unsaved changes.
pub(crate) fn edited_pack(folder: PathBuf, id: &str, files: FileTexts) -> FoundPack {
    FoundPack { id: id.to_owned(), place: PackPlace::Edited(folder, files) }
}

fn misread(job: &CheckJob) -> Vec<Extra> {
    let found = edited_pack(job.folder.clone(), &job.id, job.files.clone());
    let prefix = format!("{}/", found.path_prefix());
    let mut sources = SourceMap::default();
    let findings = misread_tests(&job.finder.of_pack(&found), &job.id, &mut sources).unwrap_or_default();
    let extra = findings.into_iter().filter_map(|diagnostic| {
        let span = diagnostic.span?;
        let path = sources.get(span.file)?.path.strip_prefix(&prefix)?.to_owned();
        let text = job.files.get(&*path)?.clone();
        let place = FilePlace { path: path.into(), range: span.start as usize..span.end as usize };
        Some(Extra { diagnostic, place, text, in_game: false })
    });
    extra.collect()
}
