//! Loads packs: packs, options and copies become a catalog with compiled rules, and all findings about them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use semver::Version;
use tilewright_core::catalog::art::ArtPlan;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::diag::{Diagnostic, Fix, SourceMap};
use tilewright_core::machine::Machine;
use tilewright_core::session::record::Record;
pub use tilewright_pack::{
    Choice, DeclaredOption, FormArgument, Manifest, OptionConflict, OptionType, option_conflicts, parse_value,
};
use tilewright_pack::{
    LoadOptions, PackFiles, PackReadError, ParamHead, ParamKind, Vocabulary, Workbench, World, adjustable_paths,
};
use tilewright_script::{Compiled, Header, Param, ParamType, Script, WatchExpression};

use crate::error::KitError;
use crate::packs::art::{ArtFile, ArtFiles, LoadedArt, facts};
use crate::packs::choose::Here;
use crate::packs::find::Finder;
use crate::packs::found::FoundPack;
pub use crate::packs::library::library;
use crate::packs::lock::{Lock, Unlocked};
use crate::packs::shadow::Shadow;
use crate::packs::versions::{Need, NoPlan, Policy};
use crate::records::renames::follow_renames;

/// Packs and options to be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Packs, as paths to folders or as ids. The packs that they need are loaded with them.
    pub packs: Vec<String>,
    /// Options by `pack:option`, or by the bare name if only one pack has such an option; and values of packs by paths
    /// such as `tiles.T1.count`, which override the values in the files.
    pub options: Vec<(String, Value)>,
    /// Factor for the content of every bag.
    pub copies: u32,
    /// True to include findings that only concern authors.
    pub lints: bool,
}

impl Request {
    /// Requests some packs with all options at their defaults.
    pub fn new<S: Into<String>>(packs: impl IntoIterator<Item = S>) -> Request {
        Request { packs: packs.into_iter().map(Into::into).collect(), options: Vec::new(), copies: 1, lints: true }
    }

    /// Sets an option of the request.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: Value) -> Request {
        self.options.push((name.to_owned(), value));
        self
    }
}

/// Result of loading packs. It is shared between threads; each thread makes its own [`Loaded::machine`].
#[derive(Clone, Default)]
pub struct Loaded {
    catalog: Option<Arc<Catalog>>,
    compiled: Option<Arc<Compiled>>,
    /// Own art of the packs and themes, for the catalog.
    pub art: LoadedArt,
    /// All findings of packs and scripts, sorted by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that the findings point into, under paths that the user can open.
    pub sources: SourceMap,
    /// Options that the packs offer.
    pub options: Vec<DeclaredOption>,
    /// Manifests of the packs, dependencies first.
    pub packs: Vec<Manifest>,
    /// Manifests of the requested themes, which are not packs of the game.
    pub themes: Vec<Manifest>,
    /// Places of the packs, by id; packs that were in memory are not included.
    pub places: BTreeMap<String, FoundPack>,
    /// Differences from the locks of the packs.
    pub unlocked: Vec<Unlocked>,
    /// Packs that hide an installed or included one with the same id.
    pub shadows: Vec<Shadow>,
    /// Catalog and rules for each number of seats, if packs depend on that number.
    by_seats: BTreeMap<u8, SeatVariant>,
}

/// Catalog, rules and looks for one number of seats.
#[derive(Clone)]
struct SeatVariant {
    catalog: Arc<Catalog>,
    compiled: Arc<Compiled>,
    plan: Arc<ArtPlan>,
}

impl Loaded {
    /// Returns the packs as loaded for games with `seats` seats. If packs depend on that number, `self` is for the
    /// fewest seats, and a game with another number refuses it.
    #[must_use]
    pub fn for_seats(&self, seats: u8) -> Loaded {
        let mut loaded = self.clone();
        if let Some(SeatVariant { catalog, compiled, plan }) = self.by_seats.get(&seats) {
            (loaded.catalog, loaded.compiled) = (Some(Arc::clone(catalog)), Some(Arc::clone(compiled)));
            loaded.art.plan = Arc::clone(plan);
        }
        loaded
    }

    /// Returns the catalog; `None` if the packs have errors.
    pub fn catalog(&self) -> Option<&Arc<Catalog>> {
        self.catalog.as_ref()
    }

    /// Returns the manifest of a pack or a theme; `None` if it was not loaded.
    pub fn manifest(&self, id: &str) -> Option<&Manifest> {
        self.packs.iter().chain(&self.themes).find(|pack| *pack.id == *id)
    }

    /// True if a theme that is not loaded is for one of the packs, in its version.
    pub fn takes_theme(&self, theme: &Manifest) -> bool {
        let wanted = theme.themes.as_ref().and_then(|(id, range)| Need::parse_declaration(&format!("{id} {range}")));
        let is_for = |pack: &Manifest, wanted: &Need| {
            *pack.id == *wanted.id && Version::parse(&pack.version).is_ok_and(|version| wanted.fits(&version, true))
        };
        wanted.is_some_and(|wanted| self.packs.iter().any(|pack| is_for(pack, &wanted)))
            && self.manifest(&theme.id).is_none()
    }

    /// True if the packs can be played.
    pub fn is_playable(&self) -> bool {
        self.compiled.is_some()
    }

    /// Returns the compiled rules; `None` if there are errors.
    pub(crate) fn compiled_rules(&self) -> Option<&Arc<Compiled>> {
        self.compiled.as_ref()
    }

    /// Returns a machine with a separate instance of the scripts.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn machine(&self) -> Result<Machine, KitError> {
        let (catalog, script) = self.script()?;
        Ok(Machine::new(catalog, Box::new(script)))
    }

    /// Like [`Loaded::machine`], for games with `seats` seats.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn machine_for(&self, seats: u8) -> Result<Machine, KitError> {
        match self.by_seats.contains_key(&seats) {
            true => self.for_seats(seats).machine(),
            false => self.machine(),
        }
    }

    /// Returns the catalog and a separate instance of the scripts, for callers that wrap the scripts.
    ///
    /// # Errors
    /// There are errors among the findings, or the scripts cannot be started.
    pub fn script(&self) -> Result<(Arc<Catalog>, Script), KitError> {
        self.script_after(&[])
    }

    /// Like [`Loaded::script`], for a game that continues with these scripts: keeps the symbols that the game already
    /// has.
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

    /// Returns the packs with rules that report each line to a recorder, see [`Compiled::reporting`].
    ///
    /// # Errors
    /// A rule module cannot be compiled with the reports.
    pub fn reporting(&self, watch: Option<&WatchExpression>) -> Result<Loaded, KitError> {
        let failed = |finding: Box<Diagnostic>| KitError::Scripts { message: finding.message };
        let compiled = self.compiled.as_ref().map(|compiled| compiled.reporting(watch)).transpose().map_err(failed)?;
        // The rules for other numbers of seats do not report.
        Ok(Loaded { compiled: compiled.map(Arc::new), by_seats: BTreeMap::new(), ..self.clone() })
    }

    /// True if the packs declare that they exclude each other.
    pub fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(|d| d.code == tilewright_pack::CONFLICT_CODE)
    }

    /// True if a pack cannot be read.
    pub fn is_unreadable(&self) -> bool {
        self.diagnostics.iter().any(|d| d.code == tilewright_pack::UNREADABLE_CODE)
    }

    /// True if the options declare that they exclude each other.
    pub fn is_excluded(&self) -> bool {
        self.diagnostics.iter().any(|d| d.code == tilewright_pack::EXCLUDE_CODE)
    }

    /// Returns the findings that keep the packs from being played.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|d| d.is_error())
    }
}

/// Loads packs. Mistakes in content are findings of the result, and so is a pack that cannot be read.
///
/// # Errors
/// A pack is not found.
pub fn load(finder: &Finder, request: &Request) -> Result<Loaded, KitError> {
    Ok(Reading::read_packs(finder, &request.packs)?.load(request))
}

/// Packs that were read with their needs, ready to be loaded with different options.
pub struct Reading {
    world: World,
    /// Pictures of the packs, by their ids.
    art: Arc<BTreeMap<Arc<str>, ArtFiles>>,
    wanted: Vec<String>,
    places: BTreeMap<String, FoundPack>,
    /// Possible resolutions if versions are not compatible.
    refusal: Option<Box<NoPlan>>,
    /// Locks of the packs, by id.
    locks: Vec<(String, Lock)>,
    shadows: Vec<Shadow>,
    /// Places that were searched for packs, in words.
    looked: Vec<String>,
    /// True if files are shown by the ids of their packs.
    by_ids: bool,
}

/// Code of the finding that no pack has an id.
const UNKNOWN_PACK: &str = "P0201";

/// Code of the finding that a pack is available only in other versions than needed.
const VERSION_UNMET: &str = "P0203";

impl Reading {
    /// Reads packs, by paths or ids, and the packs that they need, choosing compatible versions: packs of the user
    /// first, then installed ones, then those of the program, and then the newest. If no versions are compatible, the
    /// findings of loading give the reason. The lock of a named pack in a folder takes precedence over all of this.
    /// Needs are also looked up next to packs that are named by their paths: see [`Finder::with_named_packs`].
    ///
    /// # Errors
    /// A pack is not found, or its lock cannot be read.
    pub fn read_packs(finder: &Finder, packs: &[String]) -> Result<Reading, KitError> {
        let finder = finder.with_named_packs(packs);
        let mut here = Here::from_finder(&finder)?;
        let requests = here.requests(&finder, packs)?;
        Ok(Reading { looked: finder.searched_places(), ..Reading::read_with_locks(here, &requests)? })
    }

    /// Like [`Reading::read_packs`], for packs by their ids among the available ones.
    ///
    /// # Errors
    /// A pack is not available, or its lock cannot be read.
    pub fn read_available(mut here: Here, packs: &[String]) -> Result<Reading, KitError> {
        let requests = here.requests_by_ids(packs);
        Reading::read_with_locks(here, &requests)
    }

    fn read_with_locks(mut here: Here, requests: &[Need]) -> Result<Reading, KitError> {
        let (mut policy, mut locks) = (Policy::default(), Vec::new());
        for request in requests {
            let Some(lock) = here.lock_of(&request.id)? else { continue };
            for locked in lock.packs.iter().filter(|locked| requests.iter().all(|request| request.id != locked.id)) {
                here.prefer(locked);
                policy.locked.extend(locked.version().map(|version| (locked.id.clone(), version)));
            }
            locks.push((request.id.clone(), lock));
        }
        let reading = Reading::read_with_policy(&mut here, requests, &policy)?;
        Ok(Reading { locks, ..reading })
    }

    /// Like [`Reading::read_packs`], but ignores locks.
    ///
    /// # Errors
    /// A pack is not found.
    pub fn read_without_locks(finder: &Finder, packs: &[String]) -> Result<Reading, KitError> {
        let finder = finder.with_named_packs(packs);
        let mut here = Here::from_finder(&finder)?;
        let requests = here.requests(&finder, packs)?;
        let reading = Reading::read_with_policy(&mut here, &requests, &Policy::default())?;
        Ok(Reading { looked: finder.searched_places(), ..reading })
    }

    /// Like [`Reading::read_packs`], for given needs and a given policy.
    pub(crate) fn read_with_policy(here: &mut Here, requests: &[Need], policy: &Policy) -> Result<Reading, KitError> {
        let (plan, refusal) = match here.choose(requests, policy) {
            Ok(plan) => (plan, None),
            Err(refusal) => (here.best(requests), Some(refusal)),
        };
        // Contradictory requests for one pack are not a mistake in any pack, so no finding could report them.
        let met = |request: &Need| plan.get(&request.id).is_some_and(|&n| here.meets(n, request));
        if let (Some(refusal), false) = (&refusal, requests.iter().all(met)) {
            return Err(KitError::Refused(refusal.clone()));
        }
        let mut world = library();
        world.others = here.shared_ids();
        let mut places = BTreeMap::new();
        let mut art = BTreeMap::new();
        let (mut bytes, mut art_bytes) = (0, 0);
        for (id, number) in plan {
            let found = here.found(number).clone();
            let read = here.files(number).and_then(|files| Ok((files, here.art_of(&found)?)));
            match read {
                Ok((files, pictures)) => {
                    art_bytes +=
                        pictures.values().filter_map(ArtFile::bytes).map(|bytes| bytes.len() as u64).sum::<u64>();
                    if art_bytes > MAX_ART_BYTES {
                        return Err(KitError::TooLarge { path: found.path_prefix().into(), most: MAX_ART_BYTES });
                    }
                    world.pictures.insert(id.as_str().into(), facts(&pictures));
                    art.insert(id.as_str().into(), pictures);
                    bytes += files.values().map(|text| text.len() as u64).sum::<u64>();
                    if bytes > MOST_BYTES {
                        return Err(KitError::TooLarge { path: found.path_prefix().into(), most: MOST_BYTES });
                    }
                    world.packs.insert(id.as_str().into(), files);
                }
                // An unreadable pack must not hide findings about the others.
                Err(error) => drop(world.unreadable.insert(id.as_str().into(), unreadable(&error))),
            }
            places.insert(id, found);
        }
        let shadows =
            if here.shows_ids() { Vec::new() } else { places.values().filter_map(|f| here.shadow_of(f)).collect() };
        Ok(Reading {
            world,
            art: Arc::new(art),
            wanted: requests.iter().map(|request| request.id.clone()).collect(),
            places,
            refusal,
            locks: Vec::new(),
            shadows,
            looked: Vec::new(),
            by_ids: here.shows_ids(),
        })
    }

    /// Returns the manifests of the packs whose heads can be read.
    pub(crate) fn manifests(&self) -> Vec<Manifest> {
        self.places.keys().filter_map(|id| tilewright_pack::manifest(&self.world, id).ok()).collect()
    }

    /// Loads the packs with the options of a record, translated to their current names.
    pub fn load_for(&self, record: &Record) -> Loaded {
        let (record, _) = follow_renames(record, &self.manifests());
        let ids = Vec::<String>::new();
        let loaded = self.load(&Request { options: record.options.clone(), lints: false, ..Request::new(ids) });
        loaded.for_seats(record.seats)
    }

    /// Returns the words that a pack can use, even if the pack has mistakes; `None` if no pack has this id.
    pub fn vocabulary(&self, id: &str) -> Option<Vocabulary> {
        let ids: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        Workbench::new(&self.world, &ids, &LoadOptions::default()).vocabulary(id)
    }

    /// Returns the reading with further pictures of a pack, which replace saved ones with the same paths.
    #[must_use]
    pub fn with_pictures(mut self, pack: &str, pictures: ArtFiles) -> Reading {
        self.world.pictures.entry(pack.into()).or_default().extend(facts(&pictures));
        Arc::make_mut(&mut self.art).entry(pack.into()).or_default().extend(pictures);
        self
    }

    /// Returns the files of a pack; `None` if the pack was not read.
    pub(crate) fn files_of(&self, id: &str) -> Option<&PackFiles> {
        self.world.packs.get(id)
    }

    /// Returns the place of a pack; `None` if the pack was not read.
    pub(crate) fn place_of(&self, id: &str) -> Option<&FoundPack> {
        self.places.get(id)
    }

    /// Like [`Reading::load`], with other texts of files, given by the ids of their packs and their paths.
    pub(crate) fn load_with_texts<'t>(
        &self,
        request: &Request,
        texts: impl IntoIterator<Item = (&'t str, &'t str, &'t str)>,
    ) -> Loaded {
        let mut world = self.world.clone();
        texts.into_iter().for_each(|(pack, path, text)| world.add_file(pack, path, text));
        self.load_world(&world, request)
    }

    /// Returns the paths of all values that [`Request::options`] can override.
    pub fn adjustable_paths(&self) -> Vec<String> {
        let ids: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        adjustable_paths(&self.world, &ids)
    }

    /// Loads the packs with the options of a request. Mistakes in content are findings of the result.
    pub fn load(&self, request: &Request) -> Loaded {
        self.load_world(&self.world, request)
    }

    fn load_world(&self, world: &World, request: &Request) -> Loaded {
        let none = BTreeMap::new();
        let places = if self.by_ids { &none } else { &self.places };
        let mut loaded = load_world(world, &self.wanted, request, places);
        loaded.places.clone_from(&self.places);
        loaded.art.files = Arc::clone(&self.art);
        if let Some(ways) = self.refusal.as_ref().and_then(|refusal| refusal.hint()) {
            let unmet = loaded.diagnostics.iter_mut().filter(|d| d.code == VERSION_UNMET && d.hint.is_none());
            unmet.for_each(|finding| finding.hint = Some(ways.clone()));
        }
        if !self.looked.is_empty() {
            let unknown = loaded.diagnostics.iter_mut().filter(|d| d.code == UNKNOWN_PACK && d.hint.is_none());
            unknown.for_each(|finding| finding.hint = Some(searched_places_hint(&self.looked)));
        }
        loaded.shadows.clone_from(&self.shadows);
        loaded.unlocked = self.locks.iter().flat_map(|(id, lock)| lock.differences(&loaded.packs, id)).collect();
        loaded
    }
}

/// Returns the places that were searched, and advice on how to add another place.
pub(crate) fn searched_places_hint(looked: &[String]) -> String {
    format!("looked in {}; name the folder that holds the pack with `--packs FOLDER`", looked.join(", "))
}

/// Returns the report on a pack that cannot be read.
pub fn unreadable(error: &KitError) -> PackReadError {
    PackReadError { message: error.to_string(), hint: error.hint().map(str::to_owned) }
}

/// Maximum total size of all packs that are read together, in bytes.
const MOST_BYTES: u64 = 128 << 20;

/// Maximum total size of the pictures of all packs that are read together, in bytes.
const MAX_ART_BYTES: u64 = 256 << 20;

/// Loads packs that are already in memory. Paths of findings begin with the pack's id.
pub fn load_from(world: &World, request: &Request) -> Loaded {
    load_world(world, &request.packs, request, &BTreeMap::new())
}

/// Returns the parameters of a rule module, from its head.
fn params(text: &str) -> Vec<ParamHead> {
    fn param_kind(kind: &ParamType) -> ParamKind {
        match kind {
            ParamType::List(item) => param_kind(item),
            ParamType::Words(_) => ParamKind::Word,
            ParamType::Id(DeclaredKind::Book) => ParamKind::Book,
            ParamType::Id(kind) => ParamKind::Name(*kind),
            ParamType::Boolean | ParamType::Integer | ParamType::Text | ParamType::Any => ParamKind::Any,
        }
    }
    let params = Header::parse(text).0.params.into_iter();
    let head = |Param { name, kind, .. }: Param| ParamHead { name, kind: param_kind(&kind) };
    params.map(head).collect()
}

fn load_world(world: &World, packs: &[String], request: &Request, places: &BTreeMap<String, FoundPack>) -> Loaded {
    let mut loaded = load_for_seats(world, packs, request, None, places);
    let Some((catalog, first)) =
        loaded.catalog.clone().and_then(|catalog| Some((Arc::clone(&catalog), catalog.only_seats?)))
    else {
        return loaded;
    };
    // Every number of seats is loaded, so that mistakes are reported for every game.
    for seats in catalog.seats.0..=catalog.seats.1 {
        let other = match seats == first {
            true => loaded.clone(),
            false => load_for_seats(world, packs, request, Some(seats), places),
        };
        let of_warnings = other.diagnostics.iter().filter(|d| d.is_error() || !request.lints);
        let new: Vec<Diagnostic> = of_warnings.filter(|d| !loaded.diagnostics.contains(d)).cloned().collect();
        loaded.diagnostics.extend(new);
        if let (Some(catalog), Some(compiled)) = (other.catalog, other.compiled) {
            loaded.by_seats.insert(seats, SeatVariant { catalog, compiled, plan: other.art.plan });
        }
    }
    if loaded.errors().next().is_some() {
        loaded.compiled = None;
        loaded.by_seats.clear();
    }
    loaded.diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start, s.end)));
    loaded
}

fn load_for_seats(
    world: &World,
    packs: &[String],
    request: &Request,
    seats: Option<u8>,
    places: &BTreeMap<String, FoundPack>,
) -> Loaded {
    let ids: Vec<&str> = packs.iter().map(|p| &**p).collect();
    let choices = LoadOptions {
        values: request.options.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect(),
        copies: request.copies.max(1),
        seats,
        lints: request.lints,
        head: Some(params),
    };
    let read = tilewright_pack::load(world, &ids, &choices);
    let sources = with_display_paths(&read.sources, places);
    let mut loaded = Loaded {
        diagnostics: read.diagnostics,
        sources: sources.clone(),
        options: read.options,
        packs: read.packs,
        themes: read.themes,
        art: LoadedArt { plan: Arc::new(read.art), ..LoadedArt::default() },
        places: places.clone(),
        ..Loaded::default()
    };
    if let Some(mut catalog) = read.catalog {
        catalog.sources = sources;
        let catalog = Arc::new(catalog);
        loaded.catalog = Some(Arc::clone(&catalog));
        let (compiled, found) = Compiled::new(catalog);
        loaded.diagnostics.extend(found);
        if let Some(compiled) = compiled.map(Arc::new) {
            // Some mistakes appear only once the modules have run; a failing module keeps the packs from being played.
            match compiled.instantiate() {
                Ok((_, found)) => loaded.diagnostics.extend(found),
                Err(finding) => loaded.diagnostics.push(*finding),
            }
            if !loaded.diagnostics.iter().any(Diagnostic::is_error) {
                loaded.compiled = Some(compiled);
            }
        }
    }
    keep_one_for_each_text(&mut loaded.diagnostics);
    loaded.diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start, s.end)));
    loaded.diagnostics.dedup();
    loaded
}

/// Keeps the first finding about each missing text: the files of texts and the rules may both show that it is missing.
fn keep_one_for_each_text(found: &mut Vec<Diagnostic>) {
    let mut texts = BTreeSet::new();
    found.retain(|finding| match &finding.fix {
        Some(Fix::AddText { pack, language, key }) => texts.insert((pack.clone(), language.clone(), key.clone())),
        _ => true,
    });
}

/// Returns the files under paths that the user can open.
fn with_display_paths(sources: &SourceMap, places: &BTreeMap<String, FoundPack>) -> SourceMap {
    let mut shown = SourceMap::default();
    for file in sources.files() {
        let place = file.path.split_once('/').and_then(|(id, rest)| Some((places.get(id)?, rest)));
        match place {
            Some((found, rest)) => shown.add(&format!("{}/{rest}", found.path_prefix()), &file.text),
            None => shown.add(&file.path, &file.text),
        };
    }
    shown
}
