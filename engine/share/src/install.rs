//! Installing packs: what a plan says is fetched, compared, tried, and put in place.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use semver::Version;
use serde::{Deserialize, Serialize};
use tilewright_kit::error::KitError;
use tilewright_kit::files::{self, home};
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::archive::signature::check_key;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::Suite;

use crate::error::{ShareError, Shared};
use crate::index::{Named, PackRecord, Page, Release, Withdrawn, file_path};
use crate::plan::{Install, PackOrigin, Plan};
use crate::shelf::{Shelf, Shelves};
use crate::sign::signed_by;
use crate::standing::Author;
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
pub struct Memory(pub(crate) BTreeMap<String, Remembered>);

/// What is remembered of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Remembered {
    /// The shelf that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<String>,
    /// The key that it was signed with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The key that may follow it, as its author says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare: Option<String>,
    /// The content of its versions.
    #[serde(default)]
    pub versions: BTreeMap<Version, String>,
}

impl Page for Memory {
    fn check(&mut self) -> Result<(), String> {
        let mut keys = self.0.values().flat_map(|pack| pack.key.iter().chain(&pack.spare));
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
    pub(crate) finder: Finder,
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
    pub step: Install,
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

    pub(crate) fn memory(&self) -> Shared<Memory> {
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

    /// Opens shelves: the one that is named, or all. All are asked at once, and one that is not there in time is what it
    /// was when it was seen last. What keeps one of all from being opened is handed to `odd`.
    ///
    /// # Errors
    /// The one that is named cannot be opened.
    pub fn open(&self, shelf: Option<&str>, odd: &mut dyn FnMut(&str, ShareError)) -> Shared<Vec<Shelf>> {
        if let Some(name) = shelf {
            return Ok(vec![self.shelves.open(name)?]);
        }
        let names = self.shelves.names()?;
        let (sender, receiver) = mpsc::channel();
        for (number, name) in names.iter().cloned().enumerate() {
            let (shelves, sender) = (self.shelves.clone(), sender.clone());
            // Whoever has waited long enough goes on without it.
            std::thread::spawn(move || drop(sender.send((number, shelves.open(&name)))));
        }
        drop(sender);
        let mut opened: Vec<Option<Shared<Shelf>>> = names.iter().map(|_| None).collect();
        let end = Instant::now() + self.shelves.patience().together;
        while let Ok((number, shelf)) = receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
            opened[number] = Some(shelf);
        }
        let mut shelves = Vec::new();
        for (name, opened) in names.iter().zip(opened) {
            match opened.unwrap_or_else(|| self.shelves.seen(name, self.shelves.too_slow(name))) {
                Ok(shelf) => shelves.push(shelf),
                Err(error) => odd(name, error),
            }
        }
        Ok(shelves)
    }

    /// Fetches what a plan says, compares it with what was said of it, and runs its tests. Nothing is installed yet, and
    /// nobody else can install anything before the result is gone. `accepted` are the packs whose new keys were looked at
    /// and found good; `watch` is told of the number of the pack, and of its bytes.
    ///
    /// # Errors
    /// Something cannot be had, is not what was said of it, or is not by whom it was before.
    pub fn fetch(&self, plan: &Plan, accepted: &[String], watch: &(dyn Fn(usize, u64) + Sync)) -> Shared<Fetched> {
        let goes_on = |number, done| {
            watch(number, done);
            true
        };
        self.fetch_while(plan, accepted, &goes_on)
    }

    /// The same as long as `watch` says that it is to go on. While tests are run it is told of all bytes of the pack.
    ///
    /// # Errors
    /// As for [`Client::fetch`], or it was stopped.
    pub fn fetch_while(
        &self,
        plan: &Plan,
        accepted: &[String],
        watch: &(dyn Fn(usize, u64) -> bool + Sync),
    ) -> Shared<Fetched> {
        let lock = self.store.lock(WAIT)?;
        let mut packs = self.download(plan, accepted, watch)?;
        // All of them lie there before the first is tried, since they need each other.
        let mut paths = Vec::new();
        for pack in &packs {
            paths.push(store::stage(&lock, &pack.archive.manifest, &pack.bytes)?);
        }
        for (number, (pack, path)) in packs.iter_mut().zip(&paths).enumerate() {
            let goes_on = || watch(number, pack.step.release.file.bytes);
            pack.tried = try_out(&self.finder, path, TRIAL, &goes_on)?;
            if !goes_on() {
                store::unstage(&lock);
                return Err(ShareError::Stopped);
            }
        }
        store::unstage(&lock);
        Ok(Fetched { packs, lock })
    }

    /// Downloads what a plan lists and compares it with the shelves' records, so that a preview shows what the packs
    /// themselves say, as long as `watch` says that it is to go on. [`Client::fetch`] finds the files again and does not
    /// download them twice. Keys are not checked here.
    ///
    /// # Errors
    /// Something cannot be had, or is not what the shelf says, or it was stopped.
    pub fn fetch_ahead(&self, plan: &Plan, watch: &(dyn Fn(usize, u64) -> bool + Sync)) -> Shared<()> {
        let _lock = self.store.lock(WAIT)?;
        let all: Vec<String> = plan.steps.iter().map(|step| step.id.clone()).collect();
        self.download(plan, &all, watch).map(drop)
    }

    /// Downloads what a plan lists and compares it. The store is locked meanwhile.
    fn download(
        &self,
        plan: &Plan,
        accepted: &[String],
        watch: &(dyn Fn(usize, u64) -> bool + Sync),
    ) -> Shared<Vec<Ready>> {
        let memory = self.memory()?;
        let downloads = self.home.join("downloads");
        let mut packs = Vec::new();
        for (number, step) in plan.steps.iter().enumerate() {
            let known = memory.0.get(&step.id).cloned().unwrap_or_default();
            // What the shelf says of the key is enough to stop; the archive itself is looked at below.
            check_author(step, &known, step.release.key.as_ref(), accepted)?;
            let (bytes, part, shelf) = match step.origin {
                PackOrigin::Here => continue,
                PackOrigin::File(at) => (plan.archives[at].1.clone(), None, None),
                PackOrigin::Shelf(at) => {
                    files::make_folder(&downloads)?;
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
            let signed = signed_by(&archive)?;
            check_author(step, &known, signed.as_ref().map(|signed| &signed.key), accepted)?;
            let differs =
                |what| ShareError::Differs { id: step.id.clone(), version: step.release.version.clone(), what };
            let own = Release::of(&archive, Named::of(&bytes), signed).map_err(|_| differs("version"))?;
            if archive.manifest.id != step.id {
                return Err(differs("id"));
            }
            if let Some(what) = step.release.differs(&own) {
                return Err(differs(what));
            }
            packs.push(Ready { step: step.clone(), tried: Tried::default(), archive, bytes, part, shelf });
        }
        Ok(packs)
    }

    /// Installs what was fetched, needs first. What was installed before stays beside it.
    ///
    /// # Errors
    /// Something cannot be written.
    pub fn install(&self, fetched: Fetched) -> Shared<Vec<PathBuf>> {
        let mut memory = self.memory()?;
        for pack in &fetched.packs {
            let known = memory.0.entry(pack.step.id.clone()).or_default();
            let release = &pack.step.release;
            // What an older version says of its author may be over.
            if release.key.is_some() && known.versions.keys().all(|had| *had <= release.version) {
                (known.key, known.spare) = (release.key.clone(), release.spare.clone());
            }
            if pack.shelf.is_some() {
                known.shelf.clone_from(&pack.shelf);
            }
            known.versions.insert(release.version.clone(), release.content.clone());
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
                drop(files::remove(part));
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

/// Whoever signed a pack once signs what comes after, or whoever they named. What was installed before as it is stays so.
fn check_author(step: &Install, known: &Remembered, key: Option<&String>, accepted: &[String]) -> Shared<()> {
    let was_here = known.versions.get(&step.release.version) == Some(&step.release.content);
    match Author::of(known, key) {
        Author::Other { had, came } if !was_here && !accepted.contains(&step.id) => {
            Err(ShareError::OtherKey { id: step.id.clone(), had, came })
        }
        _ => Ok(()),
    }
}

/// Runs the tests of a pack, as long as there is time and it is to go on.
fn try_out(finder: &Finder, path: &Path, time: Duration, goes_on: &(dyn Fn() -> bool + Sync)) -> Shared<Tried> {
    let mut suite = Suite::read(finder, &[path.display().to_string()])?;
    let began = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let whole = suite.run(threads, &|_| began.elapsed() < time && goes_on());
    let failed = suite.failures().map(|(case, _)| case.name.clone()).collect();
    Ok(Tried { tests: suite.cases.len(), failed, whole })
}

impl PackRecord {
    /// The version of a number.
    pub fn version(&self, version: &Version) -> Option<&Release> {
        self.versions.iter().find(|release| release.version == *version)
    }
}
