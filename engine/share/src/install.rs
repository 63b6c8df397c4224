//! Installing packs: what is to be done is worked out and can be shown; then it is fetched, compared, tried, and put in
//! place.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use semver::{Op, Version, VersionReq};
use serde::{Deserialize, Serialize};
use tilewright_kit::archive::{ARCHIVE_BYTES, Archive};
use tilewright_kit::error::KitError;
use tilewright_kit::find::{Finder, Place, is_pack_id};
use tilewright_kit::tests::Suite;
use tilewright_kit::{files, home};

use crate::choose::{Candidate, Wish, choose, read_need};
use crate::error::{ShareError, Shared, unwritten};
use crate::index::{Named, PackRecord, Page, Release, Withdrawn, file_path};
use crate::shelf::{Shelf, Shelves};
use crate::sign::{check_key, key_of};
use crate::store::{self, Installed, Lock, Store};
use crate::web::Patience;

/// How long is waited for another program that installs.
const WAIT: Duration = Duration::from_secs(10);
/// How long the tests of a pack may take when it is installed.
const TRIAL: Duration = Duration::from_secs(10);
/// Most bytes of what is remembered of packs.
const MEMORY_BYTES: u64 = 16 << 20;

/// What is remembered of packs that were installed once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Memory(BTreeMap<String, Remembered>);

/// What is remembered of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Remembered {
    /// The shelf that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<String>,
    /// The key that it was signed with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The content of its versions.
    #[serde(default)]
    pub versions: BTreeMap<Version, String>,
}

impl Page for Memory {
    fn check(&mut self) -> Result<(), String> {
        let mut keys = self.0.values().filter_map(|pack| pack.key.as_ref());
        keys.try_for_each(|key| check_key(key).map_err(str::to_owned))
    }
}

/// A person who installs packs.
#[derive(Clone, Debug)]
pub struct Client {
    /// The packs that are installed.
    pub store: Store,
    /// The shelves.
    pub shelves: Shelves,
    home: PathBuf,
    finder: Finder,
}

/// What somebody wants to install.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// An archive in a file.
    File(PathBuf),
    /// A pack by its id.
    Pack {
        /// Its id.
        id: String,
        /// The versions that will do.
        range: VersionReq,
    },
}

/// Where a pack comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is here already.
    Here,
    /// A shelf, by number.
    Shelf(usize),
    /// A file, by number.
    File(usize),
}

/// A pack that is to be installed.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its id.
    pub id: String,
    /// Where from.
    pub origin: Origin,
    /// What it is.
    pub release: Release,
    /// Whether it only comes along because another needs it.
    pub is_need: bool,
    /// The newest version that is installed.
    pub had: Option<Version>,
    /// Whether the program comes with a pack of this id, in whose place this one is played.
    pub replaces_bundled: bool,
}

/// Where a version is, and what the shelf or the file says of it.
type Source = (Origin, Option<Release>);
type Choice = Candidate<Source>;

/// What is to be done.
#[derive(Debug, Default)]
pub struct Plan {
    /// The packs, needs first.
    pub steps: Vec<Step>,
    /// What was wanted and is installed already.
    pub there: Vec<(String, Version)>,
    /// The shelves that were looked at.
    pub shelves: Vec<Shelf>,
    archives: Vec<(Archive, Vec<u8>)>,
}

/// What the tests of a pack came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// How many there are.
    pub tests: usize,
    /// The names of those that do not hold.
    pub failed: Vec<String>,
    /// Whether there was time for all.
    pub whole: bool,
}

/// A pack that was fetched and compared with what was said of it.
#[derive(Debug)]
pub struct Ready {
    /// What was to be done.
    pub step: Step,
    /// What its tests came to.
    pub tried: Tried,
    archive: Archive,
    bytes: Vec<u8>,
    part: Option<PathBuf>,
    shelf: Option<String>,
}

/// All that is to be installed, and nobody else installs meanwhile.
#[derive(Debug)]
pub struct Fetched {
    /// The packs, needs first.
    pub packs: Vec<Ready>,
    lock: Lock,
}

/// What a shelf has newer of an installed pack.
#[derive(Clone, Debug)]
pub enum News {
    /// A newer version.
    Newer(String, Version, Version),
    /// The version that is installed was withdrawn.
    Withdrawn(String, Version, Withdrawn),
    /// It comes from no shelf that is known, so nobody knows.
    NoShelf(String),
}

impl Client {
    /// The user of this system.
    pub fn standard(finder: Finder) -> Client {
        Client::at(home::state_folder(), finder, Patience::default())
    }

    /// A user whose files are in a folder.
    pub fn at(home: impl Into<PathBuf>, finder: Finder, patience: Patience) -> Client {
        let home = home.into();
        let (store, shelves) = (Store::at(home.join("packs")), Shelves::at(home.join("shelves"), patience));
        Client { store, shelves, home, finder }
    }

    fn memory_path(&self) -> PathBuf {
        // Beside the packs, so that what was left unfinished of it goes with what was left of them.
        self.store.folder().join(".authors.json")
    }

    fn memory(&self) -> Shared<Memory> {
        let path = self.memory_path();
        if !path.exists() {
            return Ok(Memory::default());
        }
        // Without it anybody's key would be taken as the first, so it is not passed over.
        Memory::read(&path.display().to_string(), &files::read(&path, MEMORY_BYTES)?)
    }

    /// What is remembered of a pack.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn remembered(&self, id: &str) -> Shared<Remembered> {
        Ok(self.memory()?.0.remove(id).unwrap_or_default())
    }

    /// What is wanted by an argument: a file, or an id, with or without `@` and a version or a range.
    ///
    /// # Errors
    /// It is neither.
    pub fn wanted(argument: &str) -> Shared<Wanted> {
        let bad = |why| ShareError::BadName { name: argument.to_owned(), why };
        let path = Path::new(argument);
        if path.extension().is_some_and(|end| end == tilewright_kit::archive::ENDING) {
            return Ok(Wanted::File(path.to_owned()));
        }
        let (id, range) = argument.split_once('@').unwrap_or((argument, "*"));
        if !is_pack_id(id) {
            return Err(bad("is no id of a pack, and no file that ends with .tilepack"));
        }
        // A whole version means this one and no other.
        let exact = Version::parse(range).is_ok().then(|| format!("={range}"));
        let range = VersionReq::parse(exact.as_deref().unwrap_or(range));
        Ok(Wanted::Pack { id: id.to_owned(), range: range.map_err(|_| bad("has no range of versions after the `@`"))? })
    }

    /// Opens shelves: the one that is named, or all. What keeps one of all from being opened is handed to `odd`.
    ///
    /// # Errors
    /// The one that is named cannot be opened.
    pub fn open(&self, shelf: Option<&str>, odd: &mut dyn FnMut(&str, ShareError)) -> Shared<Vec<Shelf>> {
        if let Some(name) = shelf {
            return Ok(vec![self.shelves.open(name)?]);
        }
        let mut shelves = Vec::new();
        for name in self.shelves.names()? {
            match self.shelves.open(&name) {
                Ok(shelf) => shelves.push(shelf),
                Err(error) => odd(&name, error),
            }
        }
        Ok(shelves)
    }

    /// Works out what is to be installed. Nothing is changed by it.
    ///
    /// # Errors
    /// Something is on no shelf or on several, a file is no pack, or no versions fit together.
    pub fn plan(&self, wanted: &[Wanted], shelves: Vec<Shelf>) -> Shared<Plan> {
        let memory = self.memory()?;
        let mut plan = Plan { shelves, ..Plan::default() };
        let mut wishes: Vec<Wish<Source>> = Vec::new();
        for wanted in wanted {
            let (id, range, origin) = match wanted {
                Wanted::File(path) => {
                    let bytes = files::read(path, ARCHIVE_BYTES)?;
                    let archive =
                        Archive::read(&bytes).map_err(|error| KitError::Archive { path: path.clone(), error })?;
                    let id = archive.manifest.id.clone();
                    plan.archives.push((archive, bytes));
                    (id, VersionReq::STAR, Origin::File(plan.archives.len() - 1))
                }
                Wanted::Pack { id, range } => {
                    (id.clone(), range.clone(), Origin::Shelf(plan.shelf_of(id, memory.0.get(id))?))
                }
            };
            wishes.push(Wish { id, range, by: None, origin: Some((origin, None)) });
        }
        let wished: BTreeMap<String, Origin> =
            wishes.iter().filter_map(|wish| Some((wish.id.clone(), wish.origin.clone()?.0))).collect();
        let mut here: BTreeMap<String, Vec<Choice>> = BTreeMap::new();
        let chosen = choose(wishes, |wish| {
            let origin = wished.get(&wish.id).cloned();
            let mut candidates = Vec::new();
            if origin.is_none() {
                if !here.contains_key(&wish.id) {
                    here.insert(wish.id.clone(), self.here(&wish.id)?);
                }
                candidates.extend(here[&wish.id].iter().cloned());
            }
            match origin.or_else(|| wish.origin.as_ref().map(|(origin, _)| origin.clone())) {
                Some(Origin::File(at)) if wished.contains_key(&wish.id) => {
                    candidates.push(candidate(Origin::File(at), plan.release_of_file(at)?));
                }
                Some(Origin::Shelf(at)) => {
                    let record = plan.shelves[at].record(&wish.id)?;
                    let releases = record.map_or_else(Vec::new, |record| record.versions);
                    let is_taken = |release: &Release| {
                        release.is_offered() || is_exact(&wish.range) && wish.range.matches(&release.version)
                    };
                    let offered = releases.into_iter().filter(is_taken);
                    candidates.extend(offered.map(|release| candidate(Origin::Shelf(at), release)));
                }
                _ => {}
            }
            Ok(candidates)
        })?;
        let installed = self.store.list()?;
        let bundled = Finder::bundled().list()?;
        for (id, taken) in chosen {
            let (origin, Some(release)) = taken.origin else { continue };
            let own = || installed.iter().filter(|pack| pack.manifest.id == id);
            if own().any(|pack| pack.manifest.content() == release.content) {
                if wished.contains_key(&id) {
                    plan.there.push((id, release.version));
                }
                continue;
            }
            let remembered = memory.0.get(&id).and_then(|pack| pack.versions.get(&release.version));
            if remembered.is_some_and(|content| *content != release.content) {
                return Err(ShareError::OtherContent { id, version: release.version });
            }
            let had = own().map(|pack| pack.version.clone()).max();
            let is_need = !wished.contains_key(&id);
            let replaces_bundled = bundled.iter().any(|found| found.id == id);
            plan.steps.push(Step { id, origin, release, is_need, had, replaces_bundled });
        }
        Ok(plan)
    }

    /// The versions of a pack that are here: installed, in folders, and in the program.
    fn here(&self, id: &str) -> Shared<Vec<Choice>> {
        let mut candidates = Vec::new();
        for (found, _) in self.finder.all()?.into_iter().filter(|(found, _)| found.id == id) {
            let manifest = match &found.place {
                Place::Archive(path) => Archive::manifest_in(path).ok(),
                // One with errors is no help to anybody who needs it.
                _ => found.archive().ok().map(|archive| archive.manifest),
            };
            let Some(manifest) = manifest else { continue };
            let Ok(version) = Version::parse(&manifest.version) else { continue };
            candidates.push(Candidate { version, needs: needs_of(&manifest.needs), origin: (Origin::Here, None) });
        }
        Ok(candidates)
    }

    /// Fetches what a plan says, compares it with what was said of it, and runs its tests. Nothing is installed yet, and
    /// nobody else can install anything before the result is gone. `accepted` are the packs whose new keys were looked at
    /// and found good; `watch` is told of the number of the pack, and of its bytes.
    ///
    /// # Errors
    /// Something cannot be had, is not what was said of it, or is not by whom it was before.
    pub fn fetch(&self, plan: &Plan, accepted: &[String], watch: &dyn Fn(usize, u64)) -> Shared<Fetched> {
        let lock = self.store.lock(WAIT)?;
        let memory = self.memory()?;
        let downloads = self.home.join("downloads");
        let mut packs = Vec::new();
        for (number, step) in plan.steps.iter().enumerate() {
            let known = memory.0.get(&step.id).cloned().unwrap_or_default();
            // What the shelf says of the key is enough to stop; the archive itself is looked at below.
            check_author(&step.id, &known, step.release.key.as_ref(), accepted)?;
            let (bytes, part, shelf) = match step.origin {
                Origin::Here => continue,
                Origin::File(at) => (plan.archives[at].1.clone(), None, None),
                Origin::Shelf(at) => {
                    std::fs::create_dir_all(&downloads).map_err(|error| unwritten(&downloads, error))?;
                    let shelf = &plan.shelves[at];
                    let part = downloads.join(format!("{}.part", step.release.file.hash));
                    let path = file_path(&step.id, &step.release);
                    let file = &step.release.file;
                    let bytes = shelf.source().download(&path, file, &part, &|done| watch(number, done))?;
                    (bytes, Some(part), Some(shelf.name.clone()))
                }
            };
            let archive = Archive::read(&bytes);
            let archive = archive.map_err(|error| {
                let path = PathBuf::from(file_path(&step.id, &step.release));
                KitError::Archive { path, error }
            })?;
            let key = key_of(&archive)?;
            check_author(&step.id, &known, key.as_ref(), accepted)?;
            let differs =
                |what| ShareError::Differs { id: step.id.clone(), version: step.release.version.clone(), what };
            let own = Release::of(&archive.manifest, Named::of(&bytes), key).map_err(|_| differs("version"))?;
            if archive.manifest.id != step.id {
                return Err(differs("id"));
            }
            if let Some(what) = step.release.differs(&own) {
                return Err(differs(what));
            }
            packs.push(Ready { step: step.clone(), tried: Tried::default(), archive, bytes, part, shelf });
        }
        // All of them lie there before the first is tried, since they need each other.
        let mut paths = Vec::new();
        for pack in &packs {
            paths.push(store::stage(&lock, &pack.archive.manifest, &pack.bytes)?);
        }
        for (pack, path) in packs.iter_mut().zip(&paths) {
            pack.tried = try_out(&self.finder, path, TRIAL)?;
        }
        store::unstage(&lock);
        Ok(Fetched { packs, lock })
    }

    /// Installs what was fetched, needs first. What was installed before stays beside it.
    ///
    /// # Errors
    /// Something cannot be written.
    pub fn install(&self, fetched: Fetched) -> Shared<Vec<PathBuf>> {
        let mut memory = self.memory()?;
        for pack in &fetched.packs {
            let known = memory.0.entry(pack.step.id.clone()).or_default();
            known.key = pack.step.release.key.clone().or(known.key.take());
            if pack.shelf.is_some() {
                known.shelf.clone_from(&pack.shelf);
            }
            known.versions.insert(pack.step.release.version.clone(), pack.step.release.content.clone());
        }
        // First whose they are, then the packs: one that is there is never one of nobody.
        if !fetched.packs.is_empty() {
            files::write_with_folders(&self.memory_path(), &memory.write())?;
        }
        let mut paths = Vec::new();
        for pack in &fetched.packs {
            paths.push(store::put(&fetched.lock, &pack.archive.manifest, &pack.bytes)?);
            if let Some(part) = &pack.part {
                // A part that stays is found whole next time.
                drop(std::fs::remove_file(part));
            }
        }
        Ok(paths)
    }

    /// What shelves say of installed packs: of one, or of all.
    ///
    /// # Errors
    /// There is no such pack, or a record cannot be had.
    pub fn news(&self, id: Option<&str>, shelves: &[Shelf]) -> Shared<Vec<News>> {
        let memory = self.memory()?;
        let mut newest: BTreeMap<String, Version> = BTreeMap::new();
        for pack in self.store.list()? {
            newest.entry(pack.manifest.id).or_insert(pack.version);
        }
        if let Some(id) = id {
            newest.retain(|other, _| other == id);
            if newest.is_empty() {
                return Err(ShareError::Missing { from: format!("`{id}` among the installed packs") });
            }
        }
        let mut news = Vec::new();
        for (id, version) in newest {
            // No other shelf is asked: the same id may be another pack there.
            let shelf = memory.0.get(&id).and_then(|known| known.shelf.clone());
            let shelf = shelves.iter().find(|other| Some(&other.name) == shelf.as_ref());
            let Some(record) = shelf.map(|shelf| shelf.record(&id)).transpose()?.flatten() else {
                news.push(News::NoShelf(id));
                continue;
            };
            let own = record.versions.iter().find(|release| release.version == version);
            if let Some(withdrawn) = own.and_then(|release| release.withdrawn.clone()) {
                news.push(News::Withdrawn(id.clone(), version.clone(), withdrawn));
            }
            let newer = record.versions.iter().find(|release| release.is_offered() && release.version > version);
            if let Some(newer) = newer {
                news.push(News::Newer(id, version, newer.version.clone()));
            }
        }
        Ok(news)
    }

    /// Removes installed packs: one version, or all of an id.
    ///
    /// # Errors
    /// There is none, or it cannot be removed.
    pub fn remove(&self, id: &str, version: Option<&Version>) -> Shared<Vec<Installed>> {
        let lock = self.store.lock(WAIT)?;
        let mut gone = self.store.list()?;
        gone.retain(|pack| pack.manifest.id == id && version.is_none_or(|version| pack.version == *version));
        if gone.is_empty() {
            let named = version.map_or_else(|| id.to_owned(), |version| format!("{id}@{version}"));
            return Err(ShareError::Missing { from: format!("`{named}` among the installed packs") });
        }
        for pack in &gone {
            store::remove(&lock, pack)?;
        }
        Ok(gone)
    }
}

impl Plan {
    /// The shelf that a pack is taken from.
    fn shelf_of(&self, id: &str, known: Option<&Remembered>) -> Shared<usize> {
        let has = |shelf: &Shelf| shelf.packs().binary_search_by(|entry| (*entry.id).cmp(id)).is_ok();
        let those: Vec<usize> = (0..self.shelves.len()).filter(|at| has(&self.shelves[*at])).collect();
        let before = known.and_then(|known| known.shelf.as_ref());
        if let Some(at) = those.iter().find(|at| Some(&self.shelves[**at].name) == before) {
            return Ok(*at);
        }
        match &those[..] {
            [at] => Ok(*at),
            [] if self.shelves.is_empty() => Err(ShareError::Unsolved {
                why: format!("`{id}` is on no shelf: no shelf was added, or none can be had"),
            }),
            [] => Err(ShareError::Unsolved { why: format!("`{id}` is on no shelf that you have") }),
            several => {
                let shelves = several.iter().map(|at| self.shelves[*at].name.clone()).collect();
                Err(ShareError::Several { id: id.to_owned(), shelves })
            }
        }
    }

    fn release_of_file(&self, at: usize) -> Shared<Release> {
        let (archive, bytes) = &self.archives[at];
        let release = Release::of(&archive.manifest, Named::of(bytes), key_of(archive)?);
        release.map_err(|why| ShareError::Index { from: archive.manifest.id.clone(), why })
    }
}

fn candidate(origin: Origin, release: Release) -> Choice {
    Candidate { version: release.version.clone(), needs: needs_of(&release.needs), origin: (origin, Some(release)) }
}

fn needs_of(texts: &[String]) -> Vec<(String, VersionReq)> {
    texts.iter().filter_map(|text| read_need(text)).collect()
}

/// Whether a range is one version.
fn is_exact(range: &VersionReq) -> bool {
    matches!(&range.comparators[..], [one] if one.op == Op::Exact && one.patch.is_some())
}

/// Whoever signed a pack once signs what comes after.
fn check_author(id: &str, known: &Remembered, key: Option<&String>, accepted: &[String]) -> Shared<()> {
    match &known.key {
        Some(had) if key != Some(had) && !accepted.iter().any(|other| other == id) => {
            Err(ShareError::OtherKey { id: id.to_owned(), had: had.clone(), came: key.cloned() })
        }
        _ => Ok(()),
    }
}

/// Runs the tests of a pack, as long as there is time.
fn try_out(finder: &Finder, path: &Path, time: Duration) -> Shared<Tried> {
    let mut suite = Suite::read(finder, &[path.display().to_string()])?;
    let began = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let whole = suite.run(threads, &|_| began.elapsed() < time);
    let failed = suite.failures().map(|(case, _)| case.name.clone()).collect();
    Ok(Tried { tests: suite.cases.len(), failed, whole })
}

impl PackRecord {
    /// The version of a number.
    pub fn version(&self, version: &Version) -> Option<&Release> {
        self.versions.iter().find(|release| release.version == *version)
    }
}
