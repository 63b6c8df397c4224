//! Loading: packs, options and copies become a catalog with compiled rules, and every finding about them.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::diag::{Diagnostic, SourceMap};
use tilewright_core::machine::Machine;
pub use tilewright_pack::{
    Choice, DeclaredOption, FormArgument, Manifest, OptionConflict, OptionType, option_conflicts, parse_value,
};
use tilewright_pack::{LoadOptions, World};
use tilewright_script::{Compiled, Script};

use crate::error::KitError;
use crate::find::{Finder, Found, PackFiles};

/// What is to be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, Default)]
pub struct Loaded {
    catalog: Option<Arc<Catalog>>,
    compiled: Option<Arc<Compiled>>,
    /// All findings of packs and scripts, sorted by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the findings point into; paths are as people can open them.
    pub sources: SourceMap,
    /// The options that the packs offer.
    pub options: Vec<DeclaredOption>,
    /// The packs, dependencies first.
    pub packs: Vec<Manifest>,
}

impl Loaded {
    /// The catalog, unless there are errors in packs.
    pub fn catalog(&self) -> Option<&Arc<Catalog>> {
        self.catalog.as_ref()
    }

    /// Whether it can be played.
    pub fn is_playable(&self) -> bool {
        self.compiled.is_some()
    }

    /// The compiled rules, unless there are errors.
    pub fn compiled(&self) -> Option<&Arc<Compiled>> {
        self.compiled.as_ref()
    }

    /// A machine with scripts of its own.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn machine(&self) -> Result<Machine, KitError> {
        let (catalog, script) = self.script()?;
        Ok(Machine::new(catalog, Box::new(script)))
    }

    /// The catalog and scripts of its own, for those who put something between machine and scripts.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn script(&self) -> Result<(Arc<Catalog>, Script), KitError> {
        self.script_after(&[])
    }

    /// The same for a game that goes on with these scripts: with the symbols of those that it had.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn script_after(&self, symbols: &[Arc<str>]) -> Result<(Arc<Catalog>, Script), KitError> {
        let (Some(catalog), Some(compiled)) = (&self.catalog, &self.compiled) else {
            let packs = self.packs.iter().map(|p| p.id.to_string()).collect();
            return Err(KitError::Unplayable { packs, errors: self.errors().count() });
        };
        match compiled.instantiate_after(symbols) {
            Ok((script, _)) => Ok((Arc::clone(catalog), script)),
            Err(finding) => Err(KitError::Scripts { message: finding.message }),
        }
    }

    /// Whether the packs themselves say that they cannot be together.
    pub fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(|d| d.code == tilewright_pack::CONFLICT_CODE)
    }

    /// Whether the options themselves say that they cannot be together.
    pub fn is_excluded(&self) -> bool {
        self.diagnostics.iter().any(|d| d.code == tilewright_pack::EXCLUDE_CODE)
    }

    /// The findings that keep it from being played.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|d| d.is_error())
    }
}

/// Loads packs. Mistakes in content are findings of the result.
///
/// # Errors
/// A pack is not found, or a file of it cannot be read.
pub fn load(finder: &Finder, request: &Request) -> Result<Loaded, KitError> {
    Reading::of(finder, &request.packs)?.load(request)
}

/// Packs that were read, with all that can be found beside them, to be loaded for one choice of options after another.
pub struct Reading {
    world: World,
    wanted: Vec<String>,
    places: BTreeMap<String, Found>,
    /// What could not be read: it matters only if it is needed.
    unread: BTreeMap<String, KitError>,
}

impl Reading {
    /// Reads packs, by paths or ids.
    ///
    /// # Errors
    /// A pack is not found, or a file of it cannot be read.
    pub fn of(finder: &Finder, packs: &[String]) -> Result<Reading, KitError> {
        read(finder, packs)
    }

    /// Loads what was read with the options of a request. Mistakes in content are findings of the result.
    ///
    /// # Errors
    /// A file of a pack that these need cannot be read.
    pub fn load(&mut self, request: &Request) -> Result<Loaded, KitError> {
        let loaded = load_world(&self.world, &self.wanted, request, &self.places);
        let needed = loaded.packs.iter().flat_map(|pack| &pack.needs);
        match needed.filter_map(|need| self.unread.remove(&*need.0)).next() {
            Some(error) => Err(error),
            None => Ok(loaded),
        }
    }
}

/// Bytes of all packs that are read together; those that come after are not, and matter only if they are needed.
const MOST_BYTES: u64 = 128 << 20;

fn size(files: &PackFiles) -> u64 {
    files.values().map(|text| text.len() as u64).sum()
}

fn read(finder: &Finder, packs: &[String]) -> Result<Reading, KitError> {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    let mut wanted = Vec::new();
    let mut bytes = 0;
    let mut places: BTreeMap<String, Found> = BTreeMap::new();
    for argument in packs {
        let found = finder.find(argument)?;
        let files = found.read()?;
        bytes += size(&files);
        world.packs.insert(found.id.as_str().into(), files);
        wanted.push(found.id.clone());
        places.insert(found.id.clone(), found);
    }
    // What they need is told by their files, so everything that can be found is offered.
    let mut unread = BTreeMap::new();
    for found in finder.list()? {
        if let std::collections::btree_map::Entry::Vacant(free) = places.entry(found.id.clone()) {
            let too_much = |files: &PackFiles| bytes + size(files) > MOST_BYTES;
            match found.read() {
                Ok(files) if too_much(&files) => {
                    let path = found.shown().into();
                    unread.insert(found.id, KitError::TooLarge { path, most: MOST_BYTES - bytes });
                }
                Ok(files) => {
                    bytes += size(&files);
                    world.packs.insert(found.id.as_str().into(), files);
                    free.insert(found);
                }
                Err(error) => {
                    unread.insert(found.id, error);
                }
            }
        }
    }
    Ok(Reading { world, wanted, places, unread })
}

/// Loads packs that are in memory already. Paths of findings begin with the pack's id.
pub fn load_from(world: &World, request: &Request) -> Loaded {
    load_world(world, &request.packs, request, &BTreeMap::new())
}

fn load_world(world: &World, packs: &[String], request: &Request, places: &BTreeMap<String, Found>) -> Loaded {
    let ids: Vec<&str> = packs.iter().map(|p| &**p).collect();
    let choices = LoadOptions {
        values: request.options.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect(),
        copies: request.copies.max(1),
        lints: request.lints,
    };
    let read = tilewright_pack::load(world, &ids, &choices);
    let sources = shown(&read.sources, places);
    let mut loaded = Loaded {
        diagnostics: read.diagnostics,
        sources: sources.clone(),
        options: read.options,
        packs: read.packs,
        ..Loaded::default()
    };
    if let Some(mut catalog) = read.catalog {
        catalog.sources = sources;
        let catalog = Arc::new(catalog);
        loaded.catalog = Some(Arc::clone(&catalog));
        let (compiled, found) = Compiled::new(catalog);
        loaded.diagnostics.extend(found);
        if let Some(compiled) = compiled.map(Arc::new) {
            // Some things show only when the modules have run; one that fails then keeps the packs from being played.
            match compiled.instantiate() {
                Ok((_, found)) => loaded.diagnostics.extend(found),
                Err(finding) => loaded.diagnostics.push(*finding),
            }
            if !loaded.diagnostics.iter().any(Diagnostic::is_error) {
                loaded.compiled = Some(compiled);
            }
        }
    }
    loaded.diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start, s.end)));
    loaded.diagnostics.dedup();
    loaded
}

/// The same files under the paths that people can open.
fn shown(sources: &SourceMap, places: &BTreeMap<String, Found>) -> SourceMap {
    let mut shown = SourceMap::default();
    for file in sources.files() {
        let place = file.path.split_once('/').and_then(|(id, rest)| Some((places.get(id)?, rest)));
        match place {
            Some((found, rest)) => shown.add(&format!("{}/{rest}", found.shown()), &file.text),
            None => shown.add(&file.path, &file.text),
        };
    }
    shown
}
