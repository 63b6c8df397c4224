//! Describes a pack from elsewhere for a user who has not yet decided about it. No file is written or installed.

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

/// Description of a pack and its effects.
pub struct Preview {
    /// Pack with the packs that it needs, if they are available.
    pub loaded: Loaded,
    /// Packs that the pack needs, or the pack that a theme is for.
    pub needs: Vec<Needed>,
    /// Rule modules that the pack enables, in their order; empty if a needed pack is missing.
    pub rules: Vec<RuleUse>,
    /// Number of files with tests.
    pub tests: usize,
    /// Modules of the library in the archive that differ from those of this program, which uses its own.
    pub differing: Vec<String>,
}

/// Pack that another pack needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    /// Id of the needed pack.
    pub id: String,
    /// Range of compatible versions.
    pub range: String,
    /// Version that would be played; `None` if the pack is not available.
    pub here: Option<String>,
    /// True if that version is in the range.
    pub fits: bool,
}

/// Rule module that a pack enables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleUse {
    /// Name of the module.
    pub module: String,
    /// First paragraph of the module's description, from its head.
    pub about: String,
    /// True if the module belongs to the rule library.
    pub of_library: bool,
    /// Names of the effects that the module replaces, and of the decisions whose options it changes.
    pub changes: Vec<String>,
}

impl Preview {
    /// Inspects an archive in a file, with the needed packs that a finder finds.
    ///
    /// # Errors
    /// The file cannot be read or is not a valid archive, or another pack cannot be read.
    pub fn inspect(finder: &Finder, path: &Path, archive: &Archive) -> Result<Preview, KitError> {
        let manifest = &archive.manifest;
        let named = path.to_string_lossy().into_owned();
        let loaded = load(finder, &Request { lints: false, ..Request::new([named]) })?;
        // Another program may have replaced the file in the meantime.
        let same = loaded.manifest(&manifest.id).is_some_and(|pack| *pack.hash == *manifest.rules);
        if !loaded.packs.is_empty() && !same {
            let error = ArchiveError::Other(manifest.id.clone());
            return Err(KitError::Archive { path: path.to_owned(), error });
        }
        let requirements = manifest.requirements();
        let needs = requirements.iter().filter_map(|text| Need::parse_declaration(text));
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

/// Returns the rule modules that a pack enables.
fn rules_of(loaded: &Loaded, pack: &str) -> Vec<RuleUse> {
    let Some(catalog) = loaded.catalog() else { return Vec::new() };
    // A module has a head even if its hooks could not be loaded.
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
