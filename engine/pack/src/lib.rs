//! Reads content packs: from RON files in memory to a checked, immutable catalog.
//!
//! Invariants:
//! - No input panics, hangs or exhausts the machine; what is wrong with content is a diagnostic with a stable
//!   code and the place of the very value. All files are checked before anything is given up.
//! - A catalog is built for one choice of options, and only when there is no error.
//! - The same files and options give the same catalog and the same diagnostics everywhere; adding a pack
//!   never changes the order of two others.
//! - Every code has an explanation with an example that produces it.
//! - A change made through [`edit`] keeps every byte that it does not mean.
//!
//! Deliberately absent: files and folders, archives, rule scripts (their texts are only passed on), tests of
//! packs, windows, printing, and the name of any game.

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
pub use read::{renames, syntax};

pub use declare::options::{
    Choice, DeclaredOption, FormArgument, OptionConflict, OptionType, option_conflicts, parse_value, untested_options,
};
pub use findings::codes::{CONFLICT_CODE, Code, EXCLUDE_CODE, EXPLAIN, UNREADABLE_CODE, explain};
pub use read::world::{
    LoadOptions, Loaded, Manifest, PackFiles, PackOrigin, ParamHead, ParamKind, ReadHead, Unreadable, World,
};
pub use workbench::{TileReading, Vocabulary, Workbench};

use tilewright_core::diag::{Diagnostic, SourceMap};

use crate::declare::options::PackOptions;
use crate::findings::Report;

/// Loads packs, and what they need, for one choice of options.
pub fn load(world: &World, packs: &[&str], choices: &LoadOptions) -> Loaded {
    let report = Report::default();
    let mut sources = SourceMap::default();
    let mut packs = declare::order::gather(world, packs, &mut sources, &report);
    if packs.is_empty() && report.has_errors() {
        // What packs lack that are not there is not worth a finding.
        let diagnostics = report.into_vec();
        return Loaded { catalog: None, diagnostics, sources, options: Vec::new(), packs: Vec::new() };
    }
    let mut options = PackOptions::declare(&packs, world, &report);
    options.choose(&choices.values, &report);
    declare::resolve::resolve_seats(&mut packs, choices.seats, &mut options, &report);
    for pack in &mut packs {
        // One that is too large was not read, and nothing about it is worked out.
        if !pack.files.is_empty() {
            read::hash::complete(pack, world);
        }
        declare::resolve::resolve_pack(pack, &options, &report);
    }
    let (mut catalog, cx, lists) = build::build(&packs, world, &options, choices, &mut sources, &report);
    declare::targets::check_targets(
        &packs,
        &options,
        |pack, sort, name| lists.declares(&options, pack, sort, name),
        &report,
    );
    checks::texts::gather(&packs, &mut catalog, &report);
    if choices.lints {
        checks::texts::check(&packs, &lists, &options, world, &report);
    }
    catalog.only_seats = options.seats.filter(|_| options.asked_seats.load(std::sync::atomic::Ordering::Relaxed));
    let sound = !report.has_errors();
    if sound {
        catalog.finish();
        if choices.lints {
            checks::lints::check(&catalog, &cx, &lists, world, &report);
        }
    }
    catalog.sources = sources.clone();
    let manifests = packs.iter().map(|p| p.manifest.clone()).collect();
    let mut diagnostics = report.into_vec();
    checks::causes::keep(&mut diagnostics, &packs);
    diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start, s.end)));
    Loaded { catalog: sound.then_some(catalog), diagnostics, sources, options: options.offered(), packs: manifests }
}

/// Reads what a pack says about itself, without the packs that it needs.
///
/// # Errors
/// The first thing that keeps its head from being read.
pub fn manifest(world: &World, id: &str) -> Result<Manifest, Box<Diagnostic>> {
    match partial_manifest(world, id) {
        (manifest, None) => Ok(manifest),
        (_, Some(error)) => Err(error),
    }
}

/// Reads what a pack says about itself as far as it can be read, with the first error in it.
pub fn partial_manifest(world: &World, id: &str) -> (Manifest, Option<Box<Diagnostic>>) {
    let report = Report::default();
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
