//! Reads content packs: from RON files in memory to a checked, immutable catalog.
//!
//! Invariants:
//! - No input panics, hangs or exhausts the machine. Every mistake in content is a diagnostic with a stable
//!   code and the span of the wrong value. All files are checked, even if loading then fails.
//! - A catalog is built for one choice of options, and only if there are no errors.
//! - The same files and options give the same catalog and the same diagnostics everywhere; adding a pack
//!   never changes the order of two others.
//! - Every code has an explanation with an example that produces it.
//! - A change made through [`edit`] keeps every byte outside the changed part.
//!
//! Deliberately absent: files and folders, archives, rule scripts (only their texts are passed on), tests of packs,
//! windows, printing, and the name of any game.

#![warn(missing_docs)]

pub mod limits;

pub mod schema;

pub mod findings;

pub mod read;

mod declare;

mod build;

mod checks;

pub mod edit;

mod workbench;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

pub use checks::colour;
pub use read::{history, syntax};

pub use declare::adjust::{ADJUSTMENTS, adjustable_paths};
pub use declare::options::{
    Choice, DeclaredOption, FormArgument, OptionConflict, OptionType, option_conflicts, parse_value, untested_options,
};
pub use findings::codes::{CONFLICT_CODE, Code, EXCLUDE_CODE, EXPLAIN, UNREADABLE_CODE, explain};
pub use read::pictures::{
    ART_FILE, ART_FOLDER, PICTURE_ENDINGS, PictureFacts, PictureFault, PictureList, PictureSize, is_art, is_picture,
};
pub use read::world::{
    LoadOptions, LoadedPacks, Manifest, PackFiles, PackOrigin, PackReadError, ParamHead, ParamKind, ReadHead, World,
};
pub use workbench::{TileReading, Vocabulary, Workbench};

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::ArtPlan;
use tilewright_core::diag::{Diagnostic, Severity, SourceMap};

use crate::declare::adjust::Adjustments;
use crate::declare::options::PackOptions;
use crate::declare::order::PacksAndThemes;
use crate::findings::Findings;
use crate::read::source::PackSource;

/// Loads packs, and the packs that they need, for one choice of options.
pub fn load(world: &World, packs: &[&str], choices: &LoadOptions) -> LoadedPacks {
    let report = Findings::default();
    let mut sources = SourceMap::default();
    let PacksAndThemes { mut packs, mut themes } = declare::order::gather(world, packs, &mut sources, &report);
    if packs.is_empty() && report.has_errors() {
        // If all packs are missing, checks of their content would only report the same gap again.
        return LoadedPacks { diagnostics: report.into_vec(), sources, ..LoadedPacks::default() };
    }
    let mut options = PackOptions::declare(&packs, world, &report);
    let (adjusted, chosen): (Vec<_>, Vec<_>) =
        choices.values.iter().cloned().partition(|(name, _)| declare::adjust::is_path(name));
    options.choose(&chosen, &report);
    declare::resolve::resolve_seats(&mut packs, choices.seats, &mut options, &report);
    for pack in &mut packs {
        // A pack that is too large was not read, so no hash of it is computed.
        if !pack.files.is_empty() {
            read::hash::complete(pack, world);
        }
        declare::resolve::resolve_pack(pack, &options, &report);
    }
    themes.iter_mut().filter(|theme| !theme.files.is_empty()).for_each(|theme| read::hash::complete(theme, world));
    let mut adjustments = Adjustments::read(&adjusted, &packs, &mut sources, &report);
    let read = packs.len();
    packs.extend(adjustments.pack.take());
    let (mut catalog, cx, lists) = build::build(&packs, world, &options, choices, &mut sources, &report);
    // The pack of the adjustments only overrides entries: the catalog lists the adjustments as options instead.
    let packs = &packs[..read];
    adjustments.list(&mut catalog, read);
    declare::targets::check_targets(
        packs,
        &options,
        |pack, sort, name| lists.declares(&options, pack, sort, name),
        &report,
    );
    checks::texts::gather(packs, &themes, &mut catalog, &report);
    if choices.lints {
        checks::texts::check(packs, &lists, &options, world, &report);
    }
    catalog.only_seats = options.seats.filter(|_| options.asked_seats.load(std::sync::atomic::Ordering::Relaxed));
    let sound = !report.has_errors();
    if sound {
        catalog.finish();
        if choices.lints {
            checks::lints::check(&catalog, &cx, &lists, world, &report);
        }
    }
    let (art, found) = read_art(packs, &themes, &catalog, &lists, &cx, world, choices);
    catalog.sources = sources.clone();
    let manifests = |packs: &[PackSource]| packs.iter().map(|pack| pack.manifest.clone()).collect();
    let mut diagnostics = report.into_vec();
    diagnostics.extend(found);
    checks::causes::keep(&mut diagnostics, packs);
    diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start, s.end)));
    LoadedPacks {
        catalog: sound.then_some(catalog),
        diagnostics,
        sources,
        options: options.into_offered_options(),
        packs: manifests(packs),
        themes: manifests(&themes),
        art,
    }
}

/// Reads the own art of packs and themes. Everything that is found is a warning, because a game can be played without
/// its art.
fn read_art(
    packs: &[PackSource],
    themes: &[PackSource],
    catalog: &Catalog,
    lists: &build::Lists,
    cx: &build::Cx<'_>,
    world: &World,
    choices: &LoadOptions,
) -> (ArtPlan, Vec<Diagnostic>) {
    let report = Findings::default();
    let art = build::art::build(packs, themes, catalog, lists, cx, &report);
    if choices.lints {
        checks::art::check(&art, packs, themes, catalog, world, &report);
        checks::texts::check_looks(packs, themes, &art.plan, &report);
    }
    let mut found = report.into_vec();
    found.iter_mut().for_each(|finding| finding.severity = Severity::Warning);
    (art.plan, found)
}

/// Reads the head of a pack, without the packs that it needs.
///
/// # Errors
/// The head cannot be read; this is the first reason.
pub fn manifest(world: &World, id: &str) -> Result<Manifest, Box<Diagnostic>> {
    match partial_manifest(world, id) {
        (manifest, None) => Ok(manifest),
        (_, Some(error)) => Err(error),
    }
}

/// Reads the head of a pack where it is readable, and returns it with the first error; `None` if there is no error.
pub fn partial_manifest(world: &World, id: &str) -> (Manifest, Option<Box<Diagnostic>>) {
    let report = Findings::default();
    let missing = PackFiles::new();
    let files = world.packs.get(id).unwrap_or(&missing);
    let mut pack = read::source::read_pack(&id.into(), files, &mut SourceMap::default(), &report);
    let error = report.into_vec().into_iter().find(Diagnostic::is_error);
    if error.is_none() {
        read::hash::complete(&mut pack, world);
    }
    (pack.manifest, error.map(Box::new))
}

#[cfg(test)]
mod tests;
