//! Loads one state of the open pack with the engine.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::load::{Loaded, Request};

use crate::pack_texts::FileTexts;
use crate::surroundings::PackSurroundings;

/// Result of loading one revision of the document.
#[derive(Clone)]
pub struct Analysis {
    /// Id of the open pack.
    pub id: Arc<str>,
    /// Revision of the document that was loaded.
    pub revision: u64,
    /// Findings, with catalog and rules if there are no errors.
    pub loaded: Arc<Loaded>,
    /// Duration of the analysis.
    pub took: Duration,
    /// Message of a panic in the checker; `None` if it worked. The only finding is then about this panic.
    pub failed: Option<Arc<str>>,
}

/// Code of the finding that the checker failed, which is a mistake in this program, not in the pack.
pub const CHECKER_FAILED: &str = "E0001";

/// Loads one revision of a pack.
pub fn analyse(surroundings: &PackSurroundings, id: &Arc<str>, files: &FileTexts, revision: u64) -> Analysis {
    let start = Instant::now();
    let loaded = surroundings.load_with(id, files, &Request::new([&**id]));
    Analysis { id: id.clone(), revision, loaded: Arc::new(loaded), took: start.elapsed(), failed: None }
}

/// Returns the analysis of a revision on which the checker panicked.
pub fn failure(id: &Arc<str>, revision: u64, took: Duration, panic: &(dyn Any + Send)) -> Analysis {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(|s| &**s));
    let why: Arc<str> = text.unwrap_or("it did not say why").into();
    let finding = Diagnostic::error(CHECKER_FAILED, format!("the checker failed on this state: {why}")).with_hint(
        "a mistake of this program, not of the pack; your text is safe, and the next change is checked again",
    );
    let mut loaded = Loaded::default();
    loaded.diagnostics.push(finding);
    Analysis { id: id.clone(), revision, loaded: Arc::new(loaded), took, failed: Some(why) }
}
