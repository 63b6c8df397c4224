//! Determines the version number that the next version of a pack needs, from its differences to the version before.
//!
//! A pack that needs another names the compatible versions, and relies on a higher version in that range changing
//! nothing that it uses. So removed ids, and tests of the version before that now fail, require a new first number;
//! additions require a new second number, and changed words a new third. Before 1.0, each of them moves one place to
//! the right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use semver::{BuildMetadata, Prerelease, Version};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_pack::ART_FOLDER;

use crate::error::KitError;
use crate::files;
use crate::packs::archive::{Archive, with_modules};
use crate::packs::art::ArtFiles;
use crate::packs::find::{Finder, FoundPack, PackFiles, PackPlace};
use crate::packs::load::{Loaded, Request, load};
use crate::suite::run_tests;

/// Maximum number of reasons of one kind that are listed.
const TOLD: usize = 8;

/// Size of the difference between two versions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum VersionStep {
    /// No difference that needs a new number.
    None,
    /// Changed words: texts, read-me, tests.
    Patch,
    /// An addition, or a change that no test of the version before notices.
    Minor,
    /// An entry was removed, or a test of the previous version fails.
    Major,
}

/// Reason for a step of the version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionStepReason {
    /// Step that the reason requires.
    pub step: VersionStep,
    /// Reason as half a sentence: "the tile `bridge` was removed".
    pub words: String,
}

/// Differences between a pack and the version before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Version that the pack is compared with.
    pub before: Version,
    /// Version that the pack has now.
    pub now: Version,
    /// Lowest version that the pack can have.
    pub next: Version,
    /// Reasons for the lowest version, the weightiest first.
    pub reasons: Vec<VersionStepReason>,
}

impl Growth {
    /// True if the current version number of the pack is high enough.
    pub fn is_enough(&self) -> bool {
        self.reasons.is_empty() || self.now >= self.next
    }
}

/// Compares a pack with the version before. The current pack plays the tests of that version.
///
/// # Errors
/// One of them cannot be read or played, or they are not versions of one pack.
pub fn growth(finder: &Finder, pack: &FoundPack, before: &FoundPack) -> Result<Growth, KitError> {
    let (new, old) = (ComparedVersion::load(finder, pack)?, ComparedVersion::load(finder, before)?);
    let mut reasons = Vec::new();
    let mut add = |step, words: String| reasons.push(VersionStepReason { step, words });
    for (sort, names) in &old.declared {
        let now = new.declared.get(sort);
        for name in names.iter().filter(|name| now.is_none_or(|now| !now.contains(*name))) {
            add(VersionStep::Major, format!("the {sort} `{name}` was removed"));
        }
    }
    for (sort, names) in &new.declared {
        let then = old.declared.get(sort);
        for name in names.iter().filter(|name| then.is_none_or(|then| !then.contains(*name))) {
            add(VersionStep::Minor, format!("the {sort} `{name}` was added"));
        }
    }
    for (id, range) in &new.needs {
        match old.needs.get(id) {
            None => add(VersionStep::Major, format!("it now needs `{id}` {range}")),
            Some(then) if then != range => {
                add(VersionStep::Minor, format!("it needs `{id}` {range} instead of {then}"))
            }
            Some(_) => {}
        }
    }
    for id in old.needs.keys().filter(|id| !new.needs.contains_key(*id)) {
        add(VersionStep::Minor, format!("it no longer needs `{id}`"));
    }
    for name in failing(finder, &new, &old)? {
        add(VersionStep::Major, format!("the test `{name}` of {} no longer passes", old.version));
    }
    let differing = |of: &dyn Fn(&str) -> bool| -> Vec<&str> {
        let paths: BTreeSet<&str> = old.files.keys().chain(new.files.keys()).map(|path| &**path).collect();
        let differs = |path: &&str| old.text(path) != new.text(path);
        paths.into_iter().filter(|path| of(path)).filter(differs).collect()
    };
    let data = differing(&|path| !is_words(path));
    if !data.is_empty() && !reasons.iter().any(|reason| reason.step >= VersionStep::Minor) {
        let words = format!("{} changed, and all tests of {} pass", list_paths(&data), old.version);
        reasons.push(VersionStepReason { step: VersionStep::Minor, words });
    }
    let words = differing(&is_words);
    if !words.is_empty() {
        reasons.push(VersionStepReason { step: VersionStep::Patch, words: format!("{} changed", list_paths(&words)) });
    }
    let (before, now) = (&old.art, &new.art);
    let paths: BTreeSet<&str> = before.keys().chain(now.keys()).map(|path| &**path).collect();
    let pictures: Vec<&str> = paths.into_iter().filter(|path| before.get(*path) != now.get(*path)).collect();
    if !pictures.is_empty() {
        reasons
            .push(VersionStepReason { step: VersionStep::Patch, words: format!("{} changed", list_paths(&pictures)) });
    }
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.step));
    let step = reasons.first().map_or(VersionStep::None, |reason| reason.step);
    Ok(Growth { next: next(&old.version, step), before: old.version, now: new.version, reasons })
}

/// True if a file holds only words or looks, which cannot change a game.
fn is_words(path: &str) -> bool {
    let is_free = ["texts/", "tests/", ART_FOLDER].iter().any(|folder| path.starts_with(folder));
    is_free || !(path.ends_with(".ron") || path.ends_with(".lua"))
}

fn list_paths(paths: &[&str]) -> String {
    match paths.len().checked_sub(TOLD) {
        None | Some(0) => format!("`{}`", paths.join("`, `")),
        Some(more) => format!("`{}` and {more} more files", paths[..TOLD].join("`, `")),
    }
}

/// Returns the lowest version after `before` for a difference of this size.
fn next(before: &Version, step: VersionStep) -> Version {
    let mut next = Version { pre: Prerelease::EMPTY, build: BuildMetadata::EMPTY, ..before.clone() };
    if !before.pre.is_empty() || step == VersionStep::None {
        // A pre-release may still change in any way before its release.
        return next;
    }
    match (before.major, step) {
        (0, VersionStep::Major) => (next.minor, next.patch) = (before.minor + 1, 0),
        (0, _) | (_, VersionStep::Patch | VersionStep::None) => next.patch = before.patch + 1,
        (_, VersionStep::Minor) => (next.minor, next.patch) = (before.minor + 1, 0),
        (_, VersionStep::Major) => (next.major, next.minor, next.patch) = (before.major + 1, 0, 0),
    }
    next
}

/// One of the two versions that are compared.
struct ComparedVersion {
    id: String,
    version: Version,
    files: PackFiles,
    /// Pictures of the pack.
    art: ArtFiles,
    needs: BTreeMap<String, String>,
    /// Names that the pack itself declares, by kind.
    declared: BTreeMap<&'static str, BTreeSet<String>>,
}

impl ComparedVersion {
    fn load(finder: &Finder, found: &FoundPack) -> Result<ComparedVersion, KitError> {
        // The path identifies this version and no other pack with the same id.
        let argument = match &found.place {
            PackPlace::Folder(path) if path.is_relative() => std::path::Path::new(".").join(path).display().to_string(),
            PackPlace::Folder(path) | PackPlace::Edited(path, _) | PackPlace::Archive(path) => {
                path.display().to_string()
            }
            PackPlace::Bundled | PackPlace::Library => found.id.clone(),
        };
        let bundled = Finder::only_bundled();
        let finder = if found.place == PackPlace::Bundled { &bundled } else { finder };
        let loaded = load(finder, &Request { lints: false, ..Request::new([argument]) })?;
        loaded.machine()?;
        let (Some(catalog), Some(own)) = (loaded.catalog(), loaded.manifest(&found.id)) else {
            return Err(KitError::Unplayable { packs: vec![found.id.clone()], errors: loaded.errors().count() });
        };
        let odd =
            |_| KitError::Head { path: found.path_prefix().into(), why: format!("`{}` is not a version", own.version) };
        Ok(ComparedVersion {
            id: found.id.clone(),
            version: Version::parse(&own.version).map_err(odd)?,
            // Includes the modules that travel in an archive, because a different module is a different rule.
            files: with_modules(&found.id, &found.read()?)
                .map_err(|error| KitError::Archive { path: found.path_prefix().into(), error })?,
            art: found.art()?,
            needs: own.needs.iter().map(|(id, range)| (id.to_string(), range.to_string())).collect(),
            declared: declared_names(catalog, &loaded, &found.id),
        })
    }

    /// Returns the text of a file without its version number and with uniform line ends.
    fn text(&self, path: &str) -> Option<String> {
        let text = self.files.get(path)?.replace("\r\n", "\n");
        Some(if path == crate::packs::find::PACK_FILE {
            text.replacen(&format!("\"{}\"", self.version), "", 1)
        } else {
            text
        })
    }
}

/// Returns the names that a pack declares with all options at their defaults.
fn declared_names(c: &Catalog, loaded: &Loaded, id: &str) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut declared: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for kind in DeclaredKind::all() {
        let own = kind.declared_names(c).into_iter().filter(|name| *name.pack == *id);
        let names: BTreeSet<String> = own.map(|name| name.local.to_string()).collect();
        if !names.is_empty() {
            declared.insert(kind.word(), names);
        }
    }
    for option in loaded.options.iter().filter(|option| *option.pack == *id) {
        declared.entry(DeclaredKind::Option.word()).or_default().insert(option.name.to_string());
    }
    declared
}

/// Returns the tests of the previous version that pass there and fail with the new version.
fn failing(finder: &Finder, new: &ComparedVersion, old: &ComparedVersion) -> Result<Vec<String>, KitError> {
    let of = |side: &ComparedVersion| -> PackFiles {
        let own = side.files.iter().filter(|(path, _)| !path.starts_with("tests/"));
        let tests = old.files.iter().filter(|(path, _)| path.starts_with("tests/"));
        own.chain(tests).map(|(path, text)| (path.clone(), text.clone())).collect()
    };
    let run = |side: &ComparedVersion| -> Result<BTreeSet<String>, KitError> {
        let archive = Archive::from_pack(&side.id, &of(side), None);
        // The folder is separate, because packs next to a pack are searched for the packs that it needs.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tilewright-growth-{}-{number}", std::process::id()));
        let path = folder.join(format!("{}.{}", side.id, crate::packs::archive::ENDING));
        let archive = archive.and_then(|archive| archive.write());
        let bytes = archive.map_err(|error| KitError::Archive { path: path.clone(), error })?;
        let results = files::write_with_folders(&path, &bytes);
        let results = results.and_then(|()| run_tests(finder, &path.display().to_string(), ""));
        drop(files::remove_folder(&folder));
        Ok(results?.into_iter().filter(|test| test.has_passed()).map(|test| test.name).collect())
    };
    let (held, hold) = (run(old)?, run(new)?);
    Ok(held.difference(&hold).cloned().collect())
}
