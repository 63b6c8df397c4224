//! Loading: packs, options and copies become a catalog with compiled rules, and every finding about them.

use std::sync::Arc;

use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::diag::{Diagnostic, SourceMap};
use tilewright_core::machine::Machine;

use crate::error::KitError;
use crate::find::Finder;

/// What is to be loaded.
#[derive(Clone, Debug)]
pub struct Request {
    /// Packs: paths to folders, or ids. What they need comes along.
    pub packs: Vec<String>,
    /// Options by `pack:option`, or by the bare name where only one pack has such an option.
    pub options: Vec<(String, Value)>,
    /// Every bag holds this many times what the packs put into it.
    pub copies: u32,
    /// Whether findings that only matter to authors are looked for.
    pub lints: bool,
}

impl Request {
    /// Some packs with all options at their defaults.
    pub fn new<S: Into<String>>(packs: impl IntoIterator<Item = S>) -> Request {
        Request { packs: packs.into_iter().map(Into::into).collect(), options: Vec::new(), copies: 1, lints: true }
    }

    /// With an option.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: Value) -> Request {
        self.options.push((name.to_owned(), value));
        self
    }
}

/// What became of loading. It is shared between threads; each makes its own [`Loaded::machine`].
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    catalog: Option<Arc<Catalog>>,
    /// All findings, sorted by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the findings point into.
    pub sources: SourceMap,
}

impl Loaded {
    /// The catalog, unless there are errors.
    pub fn catalog(&self) -> Option<&Arc<Catalog>> {
        self.catalog.as_ref()
    }

    /// Whether it can be played.
    pub fn is_playable(&self) -> bool {
        self.catalog.is_some() && !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// A machine with scripts of its own.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn machine(&self) -> Result<Machine, KitError> {
        let errors = self.diagnostics.iter().filter(|d| d.is_error()).count();
        Err(KitError::Unplayable { packs: Vec::new(), errors })
    }
}

/// Loads packs. Mistakes in content are findings of the result.
///
/// # Errors
/// A pack is not found, or a file cannot be read.
pub fn load(finder: &Finder, request: &Request) -> Result<Loaded, KitError> {
    for pack in &request.packs {
        finder.find(pack)?;
    }
    Ok(Loaded::default())
}
