//! Analyses the open pack with the engine: it is loaded again on a background thread after every change, so that typing
//! never waits. Only the newest texts are analysed. If the checker itself panics, the analysis reports this, and the
//! next revision is analysed as usual.

mod sets;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use crate::pack::document::{FileTexts, PackDocument};
use crate::pack::pack_set::PackSet;
pub use sets::{Addition, Additions, Requests, SetAnalyses, SetRefusal};
use sets::{addition, analyse_with};
use tilewright_language::analysis::failure;
pub use tilewright_language::analysis::{Analysis, CHECKER_FAILED, analyse};
pub use tilewright_language::surroundings::{PackSurroundings, UNREADABLE};

/// Revision of the document that waits for its analysis.
struct AnalysisJob {
    surroundings: Arc<PackSurroundings>,
    id: Arc<str>,
    files: FileTexts,
    revision: u64,
    /// True if the job loads the pack alone.
    plain: bool,
    /// Packs and options for additional analyses.
    pack_sets: BTreeSet<PackSet>,
    /// Packs for which compatible additions are searched.
    additions: Option<BTreeSet<Arc<str>>>,
}

impl AnalysisJob {
    /// Adds the remaining work of an older job about the same revision.
    fn take_over(&mut self, older: AnalysisJob) {
        if (&older.id, older.revision) == (&self.id, self.revision) {
            self.plain |= older.plain;
            self.pack_sets.extend(older.pack_sets);
            self.additions = self.additions.take().or(older.additions);
        }
    }
}

#[derive(Default)]
struct Desk {
    job: Option<AnalysisJob>,
    done: Option<Analysis>,
    done_with: Vec<(PackSet, Analysis)>,
    additions: Option<(Arc<str>, Additions)>,
    closed: bool,
}

impl Desk {
    /// Returns true if a newer revision waits, which makes the remaining work on `job` useless.
    fn has_newer(&self, job: &AnalysisJob) -> bool {
        self.closed || self.job.as_ref().is_some_and(|new| (&new.id, new.revision) != (&job.id, job.revision))
    }
}

/// Handle of the thread that analyses the newest revision of the document.
pub struct Analyst {
    desk: Arc<(Mutex<Desk>, Condvar)>,
    asked: Option<(Arc<str>, u64)>,
    /// Additional requests for the revision in `asked`.
    requests: Requests,
    latest: Option<Analysis>,
    /// Latest analysis with a catalog, which pictures and tables use while half-typed text has errors.
    good: Option<Analysis>,
    sets: SetAnalyses,
    /// Failure of the checker that was not reported yet.
    untold: Option<Arc<str>>,
}

impl Analyst {
    /// Starts the thread; it calls `wake` when a result is ready.
    pub fn start(wake: impl Fn() + Send + 'static) -> Analyst {
        Analyst::start_with(analyse, wake)
    }

    /// Like [`Analyst::start`], but with another function for the analysis, for tests.
    pub fn start_with(
        check: impl Fn(&PackSurroundings, &Arc<str>, &FileTexts, u64) -> Analysis + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> Analyst {
        let desk = Arc::new((Mutex::new(Desk::default()), Condvar::new()));
        let shared = Arc::clone(&desk);
        std::thread::spawn(move || {
            let (desk, bell) = &*shared;
            loop {
                let mut held = lock(desk);
                let job = loop {
                    if held.closed {
                        return;
                    }
                    match held.job.take() {
                        Some(job) => break job,
                        None => held = bell.wait(held).unwrap_or_else(std::sync::PoisonError::into_inner),
                    }
                };
                drop(held);
                work(&job, desk, &check, &wake);
            }
        });
        let (sets, requests) = (SetAnalyses::default(), Requests::default());
        Analyst { desk, asked: None, requests, latest: None, good: None, sets, untold: None }
    }

    /// Requests an analysis of the newest revision, alone and for `requests`, unless this was requested before.
    pub fn ask(&mut self, document: &PackDocument, surroundings: &Arc<PackSurroundings>, requests: &Requests) {
        let wanted = (document.id().clone(), document.revision());
        let plain = self.asked.as_ref() != Some(&wanted);
        if !plain && self.requests == *requests {
            return;
        }
        let known = |pack_set: &&PackSet| plain || !self.requests.pack_sets.contains(*pack_set);
        let job = AnalysisJob {
            surroundings: Arc::clone(surroundings),
            id: wanted.0.clone(),
            files: document.files().clone(),
            revision: wanted.1,
            plain,
            pack_sets: requests.pack_sets.iter().filter(known).cloned().collect(),
            additions: requests.additions.clone().filter(|_| plain || self.requests.additions != requests.additions),
        };
        self.sets.keep(&requests.pack_sets);
        (self.asked, self.requests) = (Some(wanted), requests.clone());
        let mut held = lock(&self.desk.0);
        let older = held.job.take();
        let job = held.job.insert(job);
        older.into_iter().for_each(|older| job.take_over(older));
        drop(held);
        self.desk.1.notify_one();
    }

    /// Discards all results, because another document is open.
    pub fn reset(&mut self) {
        let mut held = lock(&self.desk.0);
        (held.job, held.done, held.additions) = (None, None, None);
        held.done_with.clear();
        drop(held);
        (self.asked, self.latest, self.good, self.untold) = (None, None, None, None);
        (self.sets, self.requests) = (SetAnalyses::default(), Requests::default());
    }

    /// Returns the newest finished analysis, which may be about an older revision than the document's; `None` before
    /// the first.
    pub fn latest(&mut self) -> Option<&Analysis> {
        let mut held = lock(&self.desk.0);
        let (done, with, additions) = (held.done.take(), std::mem::take(&mut held.done_with), held.additions.take());
        drop(held);
        let asked = self.asked.clone();
        // A result for a pack that was open before is not valid for this one.
        let is_own = |id: &Arc<str>| asked.as_ref().is_some_and(|(own, _)| own == id);
        if let Some(done) = done.filter(|done| is_own(&done.id)) {
            if done.loaded.catalog().is_some() {
                self.good = Some(done.clone());
            }
            // A failure that recurs while the user types is reported once.
            if done.failed != self.latest.as_ref().and_then(|a| a.failed.clone()) {
                self.untold = done.failed.clone();
            }
            self.latest = Some(done);
        }
        for (pack_set, analysis) in with {
            if is_own(&analysis.id) && self.requests.pack_sets.contains(&pack_set) {
                self.sets.learn(pack_set, analysis);
            }
        }
        if let Some((id, additions)) = additions
            && is_own(&id)
        {
            self.sets.additions = Some(additions);
        }
        self.latest.as_ref()
    }

    /// Returns the latest analysis with a catalog.
    pub fn good(&self) -> Option<&Analysis> {
        self.good.as_ref()
    }

    /// Returns the analyses of the open pack together with other packs.
    pub fn sets(&self) -> &SetAnalyses {
        &self.sets
    }

    /// Returns a failure of the checker that was not reported yet, once.
    pub fn take_failure(&mut self) -> Option<Arc<str>> {
        self.untold.take()
    }

    /// Returns true if the newest revision of the document has been analysed.
    pub fn is_current(&self, document: &PackDocument) -> bool {
        self.latest.as_ref().is_some_and(|a| a.revision == document.revision())
    }

    /// Returns true if all requested results are available.
    fn has_all(&self) -> bool {
        let Some((_, revision)) = self.asked else { return true };
        let is_new = |analysis: Option<&Analysis>| analysis.is_some_and(|a| a.revision == revision);
        let additions = self.requests.additions.as_ref();
        is_new(self.latest.as_ref())
            && self.requests.pack_sets.iter().all(|pack_set| is_new(self.sets.latest(pack_set)))
            && additions.is_none_or(|packs| self.sets.additions(packs).is_some_and(|o| o.revision == revision))
    }

    /// Waits until all requests are answered, and returns false after `at_most`; for tests and for commands that need
    /// the result at once.
    pub fn wait(&mut self, at_most: Duration) -> bool {
        let start = Instant::now();
        loop {
            self.latest();
            if self.has_all() {
                return true;
            }
            if start.elapsed() > at_most {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Processes a job, and publishes each result at once.
fn work(
    job: &AnalysisJob,
    desk: &Mutex<Desk>,
    check: &impl Fn(&PackSurroundings, &Arc<str>, &FileTexts, u64) -> Analysis,
    wake: &impl Fn(),
) {
    // Unwind safety holds: a panic leaves no state behind that a later analysis uses, since each one loads everything
    // again.
    let safely = |load: &dyn Fn() -> Analysis| {
        let start = Instant::now();
        catch_unwind(AssertUnwindSafe(load))
            .unwrap_or_else(|panic| failure(&job.id, job.revision, start.elapsed(), &*panic))
    };
    if job.plain {
        let analysis = safely(&|| check(&job.surroundings, &job.id, &job.files, job.revision));
        lock(desk).done = Some(analysis);
        wake();
    }
    for pack_set in &job.pack_sets {
        if lock(desk).has_newer(job) {
            return;
        }
        let analysis = safely(&|| analyse_with(&job.surroundings, &job.id, &job.files, job.revision, pack_set));
        lock(desk).done_with.push((pack_set.clone(), analysis));
        wake();
    }
    let Some(packs) = &job.additions else { return };
    let so_far = PackSet { packs: packs.clone(), ..PackSet::default() };
    let so_far = safely(&|| analyse_with(&job.surroundings, &job.id, &job.files, job.revision, &so_far)).loaded;
    let mut all = Vec::new();
    for other in job.surroundings.packs().filter(|id| so_far.packs.iter().all(|pack| pack.id != **id)) {
        if lock(desk).has_newer(job) {
            return;
        }
        // A pack that makes the checker panic is not offered as an addition.
        all.extend(catch_unwind(AssertUnwindSafe(|| addition(job, packs, &so_far, other))));
    }
    let additions = Additions { packs: packs.clone(), revision: job.revision, all };
    lock(desk).additions = Some((job.id.clone(), additions));
    wake();
}

impl Drop for Analyst {
    fn drop(&mut self) {
        lock(&self.desk.0).closed = true;
        self.desk.1.notify_one();
    }
}

fn lock(desk: &Mutex<Desk>) -> std::sync::MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::document::FileChange;

    #[test]
    fn a_checker_that_fails_says_so_and_goes_on_with_the_next_state() {
        let (id, minute): (Arc<str>, _) = ("p".into(), Duration::from_secs(60));
        let around = Arc::new(PackSurroundings::default());
        let check = |around: &PackSurroundings, id: &Arc<str>, files: &FileTexts, revision| {
            assert!(!files["pack.ron"].contains("fail"), "by order of {}", files["pack.ron"]);
            analyse(around, id, files, revision)
        };
        let mut analyst = Analyst::start_with(check, || {});
        let files = FileTexts::from([("pack.ron".into(), "Pack()".into())]);
        let mut document = PackDocument::new(std::path::Path::new(&*id), files);
        let mut told = Vec::new();
        for text in ["fail 1", "fail 1", "fail 2", "Pack()", "fail 2"] {
            document
                .apply("", &[FileChange::Write { path: "pack.ron".into(), text: format!("{text}\n").into() }])
                .unwrap();
            document.apply("", &[FileChange::Write { path: "pack.ron".into(), text: text.into() }]).unwrap();
            analyst.ask(&document, &around, &Requests::default());
            assert!(analyst.wait(minute), "it looks at {text}");
            assert!(analyst.is_current(&document));
            let codes: Vec<_> = analyst.latest().unwrap().loaded.diagnostics.iter().map(|d| d.code).collect();
            assert_eq!(codes == [CHECKER_FAILED], text.starts_with("fail"), "{text}: {codes:?}");
            assert!(!codes.is_empty());
            told.push(analyst.take_failure().map(|why| why.to_string()));
        }
        let by = |text: &str| Some(format!("by order of {text}"));
        assert_eq!(told, [by("fail 1"), None, by("fail 2"), None, by("fail 2")]);
        assert_eq!(document.text("pack.ron").map(|t| &**t), Some("fail 2"));
    }
}
