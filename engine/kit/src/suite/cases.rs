//! Holds tests that are read once and run repeatedly, each with the lines of the rules that it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::machine::Machine;
use tilewright_core::machine::rules::Rules;
use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_script::{Compiled, Script};

use super::TestFailure;
use super::equal::{self, Equal};
use super::notation::{Reader, TestFile, TestSource};
use super::run::{seats_of, stage, test_files};
use crate::error::KitError;
use crate::games::replay::replay_with;
use crate::packs::find::{Finder, FoundPack, library_tests};
use crate::packs::load::{Loaded, Request, load};
use crate::records::json::read_records;

/// Rule module that some of the tests use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Path as faults show it: `scripts/paths.lua`, `pack/rules/bid.lua`.
    pub path: Arc<str>,
    /// Path that the user can open; a module of the library has no file.
    pub shown: String,
    /// Source text of the module.
    pub source: Arc<str>,
    /// True if the module is part of the library.
    pub in_library: bool,
}

impl Module {
    /// Returns the name of the module: the name of its file without the ending.
    pub fn name(&self) -> &str {
        let file = self.path.rsplit('/').next().unwrap_or(&self.path);
        file.strip_suffix(".lua").unwrap_or(file)
    }

    /// Returns the id of the module's pack; `None` for a module of the library.
    pub fn pack(&self) -> Option<&str> {
        if self.in_library { None } else { self.path.split('/').next() }
    }
}

/// Place in a rule module that a run reaches: the module's number, the line, the number of enclosing functions.
pub(super) type SourcePlace = (usize, u32, u32);

/// Run of a test with unchanged rules.
#[derive(Default)]
pub(super) struct BaselineRun {
    /// Places in the source that the test executed.
    pub(super) executed: BTreeSet<SourcePlace>,
    /// Places that exist in the modules of the test.
    pub(super) all: BTreeSet<SourcePlace>,
    /// Work of the run, in ticks of scripts.
    pub(super) ticks: u64,
    /// Failure of the test, if it failed.
    pub(super) failure: Option<TestFailure>,
}

enum Body {
    Board(Box<TestSource>),
    Record(Box<Record>),
    /// Test that cannot be read.
    Broken(TestFailure),
}

/// Test of the suite.
pub struct Case {
    /// Pack of the test, as the caller requested it.
    pub pack: String,
    /// Name of the test within its pack.
    pub name: String,
    /// `path:line:column` where the test begins.
    pub place: String,
    /// Options that the test sets, as written in the test.
    pub options: Vec<(String, Value)>,
    /// Fingerprint of text, packs and options: tests with the same fingerprint have the same outcome.
    pub(super) fingerprint: u64,
    /// Number of the load that the test is played with; `None` if the test or its packs cannot be read.
    pub(super) load: Option<usize>,
    body: Body,
}

/// A test that has been read, with its packs loaded if possible.
struct PreparedCase {
    name: String,
    options: Vec<(String, Value)>,
    load: Option<usize>,
    body: Body,
}

impl PreparedCase {
    /// Returns a test that fails because it or its packs cannot be read.
    fn broken(name: String, options: Vec<(String, Value)>, failure: TestFailure) -> PreparedCase {
        PreparedCase { name, options, load: None, body: Body::Broken(failure) }
    }
}

/// Packs with options, shared by the tests that need this combination.
pub(super) struct Load {
    request: Request,
    loaded: Loaded,
    fingerprint: u64,
    /// Rule modules in order: the module's number, and the names of the parameters that it receives.
    pub(super) modules: Vec<(usize, Vec<Arc<str>>)>,
}

impl Load {
    pub(super) fn loaded_packs(&self) -> &Loaded {
        &self.loaded
    }
}

/// Tests of some packs, with the loads and modules that they need.
#[derive(Default)]
pub struct Suite {
    /// All tests, in the order of packs, files and lines.
    pub cases: Vec<Case>,
    /// Rule modules that the tests use, by path.
    pub modules: Vec<Module>,
    /// Number of modules that the packs' own tests use; the remaining modules come from the tests of the library.
    pub(super) used: usize,
    /// Packs of the suite, with their places.
    pub packs: Vec<FoundPack>,
    pub(super) loads: Vec<Load>,
    /// Changes that are declared to make no difference.
    pub(super) equal: Vec<Equal>,
    /// Mistakes in the lists of equal changes.
    pub(super) bad_lists: Vec<TestFailure>,
    pub(super) runs: Vec<BaselineRun>,
}

/// Version of the rules for a run.
pub(super) enum RunRules<'r> {
    /// Unchanged rules, with counts of the lines that run.
    Counted,
    /// Rules with a change, and the maximum number of ticks.
    Changed(&'r Arc<Compiled>, u64),
}

impl Suite {
    /// Reads the tests of packs and loads the packs that they need.
    ///
    /// # Errors
    /// A pack is not found, or a file cannot be read.
    pub fn read(finder: &Finder, packs: &[String]) -> Result<Suite, KitError> {
        let mut suite = Suite::default();
        let library = tilewright_script::library_equal();
        suite.add_equal(equal::LIBRARY_FILE, library, "scripts");
        for pack in packs {
            let found = finder.find(pack)?;
            let own = finder.of_pack(&found);
            // Packs in one folder find the same packs, so a load for one also serves the others.
            let first =
                if suite.packs.iter().all(|other| is_in_same_folder(other, &found)) { 0 } else { suite.loads.len() };
            suite.add_pack(&own, pack, &found, first)?;
            suite.packs.push(found);
        }
        suite.used = suite.modules.len();
        Ok(suite)
    }

    /// Adds the tests of the rule library, which are in separate packs, except for packs that are already present. They
    /// protect the modules of the library that the other packs use, and add no further modules.
    ///
    /// # Errors
    /// None in practice: these packs are part of the binary.
    pub fn add_library(&mut self) -> Result<(), KitError> {
        for found in library_tests() {
            if self.packs.iter().all(|pack| pack.id != found.id) {
                let own = Finder::nowhere().of_pack(&found);
                self.add_pack(&own, &found.path_prefix(), &found, self.loads.len())?;
            }
        }
        Ok(())
    }

    fn add_pack(&mut self, finder: &Finder, pack: &str, found: &FoundPack, first: usize) -> Result<(), KitError> {
        for (path, text) in test_files(found)? {
            self.add_file(finder, pack, found, first, &path, &text);
        }
        Ok(())
    }

    fn add_equal(&mut self, path: &str, text: &str, folder: &str) {
        match equal::read(path, text, folder) {
            Ok(list) => self.equal.extend(list),
            Err(failure) => self.bad_lists.push(failure),
        }
    }

    fn add_file(&mut self, finder: &Finder, pack: &str, found: &FoundPack, first: usize, path: &str, text: &Arc<str>) {
        if !path.ends_with(".ron") {
            for (number, record) in read_records(text).into_iter().enumerate() {
                let place = format!("{path}:{}:1", number + 1);
                let case = match record {
                    Err(error) => {
                        let (place, expected) = (place.clone(), error.to_string());
                        let failure = TestFailure::new(place, error.code, expected, "");
                        PreparedCase::broken(failure.place.clone(), Vec::new(), failure)
                    }
                    Ok(record) => {
                        let names = record.packs.iter().map(|p| p.split(['@', '#']).next().unwrap_or_default());
                        let request = Request { options: record.options.clone(), ..Request::new(names) };
                        let seats = record.seats;
                        let load =
                            self.load(finder, first, request, &|_| seats).map_err(|error| failure(&place, &error));
                        let options = record.options.clone();
                        match load {
                            Ok(load) => {
                                let name = record.id.clone();
                                PreparedCase { name, options, load: Some(load), body: Body::Record(Box::new(record)) }
                            }
                            Err(failure) => PreparedCase::broken(record.id, options, failure),
                        }
                    }
                };
                self.add_case(pack, place, text.lines().nth(number).unwrap_or_default(), case);
            }
            return;
        }
        let tests = match Reader::new(path, text).file() {
            TestFile::List(word) if word == equal::WORD => {
                return self.add_equal(path, text, &format!("{}/rules", found.id));
            }
            TestFile::List(_) => return,
            TestFile::Broken(failure) => {
                let place = failure.place.clone();
                let case = PreparedCase::broken(place.clone(), Vec::new(), failure);
                return self.add_case(pack, place, "", case);
            }
            TestFile::Tests(tests) => tests,
        };
        for test in tests {
            let place = test.places.place_of(test.span);
            let text = test.text.clone();
            let name = if test.name.is_empty() { place.clone() } else { test.name.clone() };
            let case = match &test.wrong {
                Some(failure) => PreparedCase::broken(name, Vec::new(), failure.clone()),
                None => {
                    let packs = test.packs.as_ref().map_or_else(|| vec![found.id.clone()], |packs| packs.value.clone());
                    let options = test.options.as_ref().map(|options| options.value.clone()).unwrap_or_default();
                    let request = Request { options: options.clone(), ..Request::new(packs) };
                    match self.load(finder, first, request, &|catalog| seats_of(&test, catalog)) {
                        Ok(load) => PreparedCase { name, options, load: Some(load), body: Body::Board(Box::new(test)) },
                        Err(error) => PreparedCase::broken(name, options, failure(&place, &error)),
                    }
                }
            };
            self.add_case(pack, place, &text, case);
        }
    }

    fn add_case(&mut self, pack: &str, place: String, text: &str, case: PreparedCase) {
        let PreparedCase { name, options, load, body } = case;
        let mut hasher = DefaultHasher::new();
        (text, load.map(|load| self.loads[load].fingerprint)).hash(&mut hasher);
        let fingerprint = hasher.finish();
        self.cases.push(Case { pack: pack.to_owned(), name, place, options, fingerprint, load, body });
    }

    /// Loads packs unless a load exists; loads before `first` belong to packs in other folders. `seats` returns the
    /// number of seats; where packs depend on it, each number needs a separate load.
    fn load(
        &mut self,
        finder: &Finder,
        first: usize,
        request: Request,
        seats: &dyn Fn(&Catalog) -> u8,
    ) -> Result<usize, KitError> {
        let request = Request { lints: false, ..request };
        let is_for = |loaded: &Loaded| {
            let catalog = loaded.catalog();
            catalog.is_none_or(|catalog| catalog.only_seats.is_none_or(|only| only == seats(catalog)))
        };
        let is_it = |load: &Load| load.request == request && is_for(&load.loaded);
        if let Some(at) = self.loads[first..].iter().position(is_it) {
            return Ok(first + at);
        }
        let mut loaded = load(finder, &request)?;
        if let Some(catalog) = loaded.catalog() {
            loaded = loaded.for_seats(seats(catalog));
        }
        let mut modules = Vec::new();
        for used in loaded.catalog().iter().flat_map(|catalog| &catalog.modules) {
            let known = self.modules.iter().position(|m| m.path == used.path && m.source == used.source);
            let number = known.unwrap_or_else(|| {
                let file = used.file.and_then(|file| loaded.sources.get(file));
                self.modules.push(Module {
                    path: Arc::clone(&used.path),
                    shown: file.map_or_else(|| used.path.to_string(), |file| file.path.to_string()),
                    source: Arc::clone(&used.source),
                    in_library: is_of_library(&used.path),
                });
                self.modules.len() - 1
            });
            modules.push((number, used.params.iter().map(|(name, _)| Arc::clone(name)).collect()));
        }
        let mut hasher = DefaultHasher::new();
        env!("TILEWRIGHT_ENGINE").hash(&mut hasher);
        for pack in &loaded.packs {
            (&pack.id, &pack.hash).hash(&mut hasher);
        }
        for (name, value) in &request.options {
            (name, value.to_string()).hash(&mut hasher);
        }
        self.loads.push(Load { request, loaded, fingerprint: hasher.finish(), modules });
        Ok(self.loads.len() - 1)
    }

    /// Runs every test with unchanged rules, unless that has been done. `watch` receives the number of finished tests
    /// and returns false to stop. Returns true if all tests were run.
    pub fn run(&mut self, threads: usize, watch: &(dyn Fn(usize) -> bool + Sync)) -> bool {
        if self.runs.len() < self.cases.len() {
            let runs = Mutex::new(BTreeMap::new());
            let suite = &*self;
            let whole = each(self.cases.len(), threads, watch, &|number| {
                let run = suite.first_run(number);
                runs.lock().unwrap_or_else(PoisonError::into_inner).insert(number, run);
            });
            if !whole {
                return false;
            }
            self.runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect();
        }
        true
    }

    /// Returns the tests that fail with unchanged rules; empty before [`Suite::run`].
    pub fn failures(&self) -> impl Iterator<Item = (&Case, &TestFailure)> {
        let lists = self.runs.iter().zip(&self.cases);
        lists.filter_map(|(run, case)| run.failure.as_ref().map(|failure| (case, failure)))
    }

    fn first_run(&self, number: usize) -> BaselineRun {
        let mut run = BaselineRun::default();
        match self.play(number, &RunRules::Counted) {
            Err(failure) => run.failure = Some(failure),
            Ok(None) => {}
            Ok(Some(session)) => {
                run.ticks = session.ticks();
                let Some(load) = self.cases[number].load.map(|load| &self.loads[load]) else { return run };
                for count in session.line_counts().unwrap_or_default() {
                    let Some((module, _)) = load.modules.get(usize::from(count.origin.module)) else { continue };
                    let spot = (*module, count.origin.line, count.depth);
                    run.all.insert(spot);
                    if count.times > 0 {
                        run.executed.insert(spot);
                    }
                }
            }
        }
        run
    }

    /// Plays a test and returns its game; `None` for a test about packs that cannot be played.
    pub(super) fn play(&self, number: usize, rules: &RunRules<'_>) -> Result<Option<Session>, TestFailure> {
        let case = &self.cases[number];
        let failed = |code, expected: String, actual: String| TestFailure::new(&*case.place, code, expected, actual);
        let (Some(load), body) = (case.load, &case.body) else {
            let Body::Broken(failure) = &case.body else { return Ok(None) };
            return Err(failure.clone());
        };
        let loaded = &self.loads[load].loaded;
        let playing = || match body {
            Body::Broken(failure) => Err(failure.clone()),
            Body::Record(record) => {
                let played = replay_with(machine(loaded, rules), loaded, record);
                played.map(Some).map_err(|f| failed(f.code(), f.to_string(), String::new()))
            }
            Body::Board(test) => {
                if let Some(wanted) = &test.unplayable {
                    return if loaded.errors().any(|d| d.code == wanted.value) {
                        Ok(None)
                    } else {
                        let expected = format!("the error {}", wanted.value);
                        Err(failed("playable", expected, "no such error".to_owned()))
                    };
                }
                let mut played = None;
                stage(test, loaded, |_| machine(loaded, rules), &mut played)?;
                Ok(played)
            }
        };
        catch_unwind(AssertUnwindSafe(playing))
            .unwrap_or_else(|_| Err(failed("panic", "the program to continue".to_owned(), "it failed".to_owned())))
    }

    /// Compiles a load with another text for a module; `None` if the module does not load.
    pub(super) fn compile_changed(&self, load: usize, module: usize, source: &str) -> Option<Arc<Compiled>> {
        let compiled = self.loads[load].loaded.compiled_rules()?;
        compiled.with_module(&self.modules[module].path, source).ok().map(Arc::new)
    }
}

/// True if a path is that of a module of the library. The rules of a pack have the folder of the pack in their path.
fn is_of_library(path: &str) -> bool {
    let name = path.strip_prefix("scripts/").and_then(|path| path.strip_suffix(".lua"));
    name.is_some_and(|name| tilewright_script::library_module(name).is_some())
}

/// True if two packs are in the same folder.
fn is_in_same_folder(one: &FoundPack, other: &FoundPack) -> bool {
    use crate::packs::find::PackPlace;
    match (&one.place, &other.place) {
        (PackPlace::Folder(one) | PackPlace::Archive(one), PackPlace::Folder(other) | PackPlace::Archive(other)) => {
            one.parent() == other.parent()
        }
        (one, other) => one == other,
    }
}

fn failure(place: &str, error: &KitError) -> TestFailure {
    TestFailure::new(place, error.code(), error.to_string(), "")
}

fn machine(loaded: &Loaded, rules: &RunRules<'_>) -> Result<Machine, KitError> {
    let started = |compiled: &Arc<Compiled>| -> Result<Script, KitError> {
        let script = compiled.instantiate().map_err(|finding| KitError::Scripts { message: finding.message })?;
        // Some mistakes appear only once the modules have run.
        match script.1.into_iter().find(tilewright_core::diag::Diagnostic::is_error) {
            Some(finding) => Err(KitError::Scripts { message: finding.message }),
            None => Ok(script.0),
        }
    };
    let (catalog, script) = match rules {
        RunRules::Changed(compiled, ticks) => {
            let mut script = started(compiled)?;
            script.allow(*ticks);
            (Arc::clone(compiled.catalog()), script)
        }
        RunRules::Counted => {
            let (catalog, mut script) = loaded.script()?;
            script.count_lines();
            (catalog, script)
        }
    };
    Ok(Machine::new(catalog, Box::new(script)))
}

/// Calls `act` for every number below `count`, on several threads; returns false if `watch` stopped the work.
pub(super) fn each(
    count: usize,
    threads: usize,
    watch: &(dyn Fn(usize) -> bool + Sync),
    act: &(dyn Fn(usize) + Sync),
) -> bool {
    let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stopped = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(|| {
                while !stopped.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    act(number);
                    if !watch(done.fetch_add(1, Ordering::Relaxed) + 1) {
                        stopped.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    !stopped.into_inner()
}
