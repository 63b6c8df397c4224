//! Compares the pictures of the shown look with the edges of the tiles, in the background.

use std::sync::Arc;

use tilewright_art::own::OwnArt;
use tilewright_art_check::findings::findings;
use tilewright_art_check::side_colors::TileSampler;
use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::load::Loaded;

use super::{LookView, ShownLook};
use crate::job::{Job, JobPoll};
use crate::pack::analysis::Analysis;
use tilewright_language::place::FilePlace;
use tilewright_language::problems::{Extra, elsewhere};

/// Revision of a pack and number of the look that were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CheckedState {
    revision: u64,
    look: u64,
}

/// Checker of the look that is shown.
#[derive(Default)]
pub struct ArtChecker {
    running: Option<(CheckedState, Job<Vec<Extra>>)>,
    checked: Option<CheckedState>,
    findings: Vec<Extra>,
    number: u64,
}

impl ArtChecker {
    /// Checks the look if it or the pack has changed. `waker` is called when findings are ready.
    pub fn renew(&mut self, analysis: Option<&Analysis>, view: &LookView, waker: impl Fn() + Send + Sync + 'static) {
        if let Some((state, job)) = self.running.take() {
            match job.look() {
                JobPoll::Nothing => return self.running = Some((state, job)),
                JobPoll::News(found) => self.learn(Some(state), found),
                JobPoll::Ended => self.learn(Some(state), Vec::new()),
            }
        }
        let Some((analysis, shown)) = analysis.zip(view.shown()) else {
            if self.checked.is_some() {
                self.learn(None, Vec::new());
            }
            return;
        };
        let state = CheckedState { revision: analysis.revision, look: shown.number };
        if !shown.is_complete || self.checked == Some(state) {
            return;
        }
        let (id, loaded) = (analysis.id.clone(), Arc::clone(&analysis.loaded));
        let (unreadable, ShownLook { art, .. }) = (view.findings(), shown.clone());
        let check = move || {
            let all = unreadable.into_iter().chain(compared(&loaded, &art));
            all.filter_map(|finding| placed(finding, &loaded, &id)).collect()
        };
        self.running = Some((state, Job::start_single(waker, move |_| check())));
    }

    /// True while a look is being checked.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns a number that changes whenever the findings change.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the findings about the look.
    pub fn findings(&self) -> impl Iterator<Item = Extra> {
        self.findings.iter().cloned()
    }

    fn learn(&mut self, state: Option<CheckedState>, findings: Vec<Extra>) {
        (self.checked, self.findings) = (state, findings);
        self.number += 1;
    }
}

/// Compares the pictures of tiles with their edges.
fn compared(loaded: &Loaded, art: &OwnArt) -> Vec<Diagnostic> {
    let catalog = loaded.catalog().filter(|_| !art.look().tiles.is_empty());
    catalog.map_or_else(Vec::new, |catalog| findings(&TileSampler::new(catalog, art), &loaded.art.plan))
}

/// Returns a finding with its place in the texts that were loaded; `None` if it has no place.
fn placed(diagnostic: Diagnostic, loaded: &Loaded, id: &str) -> Option<Extra> {
    let span = diagnostic.span?;
    let file = loaded.sources.get(span.file)?;
    let range = span.start as usize..span.end as usize;
    let place = match file.path.strip_prefix(id).and_then(|path| path.strip_prefix('/')) {
        Some(path) => FilePlace { path: path.into(), range },
        None => elsewhere(&file.path, range)?,
    };
    Some(Extra { diagnostic, place, text: Arc::clone(&file.text), in_game: false })
}
