//! What a pack from elsewhere is and does, for somebody who has not decided about it yet. Nothing is written or installed.

use std::path::Path;
use std::sync::Arc;

use semver::Version;
use tilewright_core::machine::rules::Rules;
use tilewright_script::Header;

use crate::error::KitError;
use crate::packs::archive::{Archive, ArchiveError};
use crate::packs::find::Finder;
use crate::packs::load::{Loaded, Request, load};
use crate::packs::versions::Need;

/// What a pack is and does.
pub struct Preview {
    /// The pack with what it needs, as far as that is here.
    pub loaded: Loaded,
    /// What it needs.
    pub needs: Vec<Needed>,
    /// The rule modules that it switches on, in their order; none while what it needs is not here.
    pub rules: Vec<RuleUse>,
    /// Files with tests.
    pub tests: usize,
    /// Modules of the library that travel with it and are others than those of this program: it plays by its own.
    pub differing: Vec<String>,
}

/// A pack that another needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    /// Its id.
    pub id: String,
    /// The versions that will do.
    pub range: String,
    /// The version that would be played, if it is here.
    pub here: Option<String>,
    /// Whether that one will do.
    pub fits: bool,
}

/// A rule module that a pack switches on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleUse {
    /// The name of the module.
    pub module: String,
    /// What it does, from its head; the first paragraph.
    pub about: String,
    /// Whether it is of the rule library.
    pub of_library: bool,
    /// What is done otherwise with it: the effects in whose place it acts, and the decisions whose options it changes.
    pub changes: Vec<String>,
}

impl Preview {
    /// Looks into an archive in a file, with what it needs where a finder finds it.
    ///
    /// # Errors
    /// The file cannot be read or is not an archive as it has to be, or another pack cannot be read.
    pub fn of(finder: &Finder, path: &Path, archive: &Archive) -> Result<Preview, KitError> {
        let manifest = &archive.manifest;
        let named = path.to_string_lossy().into_owned();
        let loaded = load(finder, &Request { lints: false, ..Request::new([named]) })?;
        // Somebody may have put another file in its place meanwhile.
        let same = loaded.packs.iter().any(|pack| *pack.id == *manifest.id && *pack.hash == *manifest.rules);
        if !loaded.packs.is_empty() && !same {
            let error = ArchiveError::Other(manifest.id.clone());
            return Err(KitError::Archive { path: path.to_owned(), error });
        }
        let needs = manifest.needs.iter().filter_map(|text| Need::written(text));
        let needs = needs.map(|need| {
            let here = loaded.packs.iter().find(|pack| *pack.id == *need.id).map(|pack| pack.version.to_string());
            let fits = here.as_deref().and_then(|v| Version::parse(v).ok()).is_some_and(|v| need.fits(&v, true));
            Needed { range: need.range.to_string(), id: need.id, here, fits }
        });
        let needs = needs.collect();
        let tests = archive.files.keys().filter(|path| path.starts_with("tests/")).count();
        let differing = archive.own_modules().into_iter().map(str::to_owned).collect();
        let rules = rules_of(&loaded, &manifest.id);
        Ok(Preview { loaded, needs, rules, tests, differing })
    }
}

/// The rule modules that a pack switches on.
fn rules_of(loaded: &Loaded, pack: &str) -> Vec<RuleUse> {
    let Some(catalog) = loaded.catalog() else { return Vec::new() };
    // Without what it registers a module still has its head.
    let script = loaded.script().ok().map(|(_, script)| script);
    let own = catalog.modules.iter().enumerate().filter(|(_, module)| *module.pack == *pack);
    own.map(|(number, module)| {
        let mut changes: Vec<String> = Vec::new();
        if let Some(hooks) = script.as_ref().map(Rules::hooks) {
            let is_own = |origin: tilewright_core::catalog::Origin| usize::from(origin.module) == number;
            changes.extend(hooks.replace.iter().filter(|h| is_own(h.origin)).map(|h| h.event.name().to_owned()));
            let restricts = hooks.restrictions.iter().any(|one| is_own(one.origin));
            changes.extend(restricts.then(|| "place".to_owned()));
            changes.extend(hooks.offers.iter().filter(|o| is_own(o.origin)).map(|o| o.ask.to_string()));
        }
        changes.sort();
        changes.dedup();
        let doc = Header::parse(&module.source).0.doc;
        let file: Arc<str> = module.path.rsplit('/').next().unwrap_or_default().into();
        RuleUse {
            module: file.trim_end_matches(".lua").to_owned(),
            about: doc.split("\n\n").next().unwrap_or_default().replace('\n', " "),
            of_library: module.path.starts_with("scripts/"),
            changes,
        }
    })
    .collect()
}
