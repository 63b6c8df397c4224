//! Installs packs: fetches the packs of a plan, compares them with their records, runs their tests and stores them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use semver::Version;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::Suite;

pub use crate::client::Client;
use crate::error::{ShareError, Shared};
use crate::index::{HashedFile, IndexFile, PackRecord, Release, Withdrawn, file_path};
pub use crate::memory::{Memory, Remembered};
use crate::plan::{Install, InstallPlan, InstallSource};
use crate::shelf::Shelf;
use crate::sign::signer_of;
use crate::standing::Author;
use crate::store::{self, FolderLock, Installed};

/// Maximum time to wait for another program that installs.
const WAIT: Duration = Duration::from_secs(10);
/// Time limit for the tests of a pack during installation.
const TRIAL: Duration = Duration::from_secs(10);
/// Result of the tests of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestSummary {
    /// Number of tests in the pack.
    pub tests: usize,
    /// Names of the failed tests.
    pub failed: Vec<String>,
    /// True if all tests ran within the time limit.
    pub whole: bool,
}

/// A fetched pack that matches its record.
#[derive(Debug)]
pub struct Ready {
    /// Step of the plan that this pack belongs to.
    pub step: Install,
    /// Result of the tests of the pack.
    pub tried: TestSummary,
    archive: Archive,
    bytes: Vec<u8>,
    part: Option<PathBuf>,
    shelf: Option<String>,
}

/// Fetched packs that are ready to install; holds the lock of the store.
#[derive(Debug)]
pub struct Fetched {
    /// Packs to install, needs first.
    pub packs: Vec<Ready>,
    lock: FolderLock,
}

/// Difference between an installed pack and its shelf.
#[derive(Clone, Debug)]
pub enum UpdateNotice {
    /// A newer version exists: id, installed version, newest version.
    Newer(String, Version, Version),
    /// The installed version was withdrawn: id, version, notice.
    Withdrawn(String, Version, Withdrawn),
    /// The pack comes from no known shelf, so its updates are unknown.
    NoShelf(String),
}

impl Client {
    /// Fetches the packs of a plan, compares them with their records and runs their tests. No pack is installed yet,
    /// but the store stays locked until the result is dropped. `accepted` lists packs whose new keys the user has
    /// confirmed. `watch` receives the index of the pack and its number of fetched bytes.
    ///
    /// # Errors
    /// A pack cannot be fetched, does not match its record, or is signed with an unexpected key.
    pub fn fetch(
        &self,
        plan: &InstallPlan,
        accepted: &[String],
        watch: &(dyn Fn(usize, u64) + Sync),
    ) -> Shared<Fetched> {
        let goes_on = |number, done| {
            watch(number, done);
            true
        };
        self.fetch_while(plan, accepted, &goes_on)
    }

    /// Like [`Client::fetch`], but stops when `watch` returns false. During the tests, `watch` receives the full size
    /// of the pack.
    ///
    /// # Errors
    /// Like [`Client::fetch`], or the operation was stopped.
    pub fn fetch_while(
        &self,
        plan: &InstallPlan,
        accepted: &[String],
        watch: &(dyn Fn(usize, u64) -> bool + Sync),
    ) -> Shared<Fetched> {
        let lock = self.store.lock(WAIT)?;
        let mut packs = self.download(plan, accepted, watch)?;
        // All archives must be in place before the first is tested, because they may need each other.
        let mut paths = Vec::new();
        for pack in &packs {
            paths.push(store::stage(&lock, &pack.archive.manifest, &pack.bytes)?);
        }
        // Each test would otherwise open every archive.
        let finder = self.finder.listing_once();
        for (number, (pack, path)) in packs.iter_mut().zip(&paths).enumerate() {
            let goes_on = || watch(number, pack.step.release.file.bytes);
            pack.tried = try_out(&finder, path, TRIAL, &goes_on)?;
            if !goes_on() {
                store::unstage(&lock);
                return Err(ShareError::Stopped);
            }
        }
        store::unstage(&lock);
        Ok(Fetched { packs, lock })
    }

    /// Downloads the packs of a plan and compares them with the records of the shelves, so that a preview can read the
    /// packs themselves. Stops when `watch` returns false. [`Client::fetch`] finds the files and does not download them
    /// again. Keys are not checked here.
    ///
    /// # Errors
    /// A pack cannot be fetched, does not match its record, or the operation was stopped.
    pub fn fetch_ahead(&self, plan: &InstallPlan, watch: &(dyn Fn(usize, u64) -> bool + Sync)) -> Shared<()> {
        let _lock = self.store.lock(WAIT)?;
        let all: Vec<String> = plan.steps.iter().map(|step| step.id.clone()).collect();
        self.download(plan, &all, watch).map(drop)
    }

    /// Downloads the packs of a plan and compares them with their records. The caller holds the lock of the store.
    fn download(
        &self,
        plan: &InstallPlan,
        accepted: &[String],
        watch: &(dyn Fn(usize, u64) -> bool + Sync),
    ) -> Shared<Vec<Ready>> {
        let memory = self.memory()?;
        let downloads = self.home.join("downloads");
        let mut packs = Vec::new();
        for (number, step) in plan.steps.iter().enumerate() {
            let known = memory.known_pack(&step.id);
            // A wrong key in the record is enough to stop early; the key in the archive itself is checked below.
            check_author(step, &known, step.release.key.as_ref(), accepted)?;
            let (bytes, part, shelf) = match step.origin {
                InstallSource::Here => continue,
                InstallSource::File(at) => (plan.archives[at].1.clone(), None, None),
                InstallSource::Shelf(at) => {
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
            let signed = signer_of(&archive)?;
            check_author(step, &known, signed.as_ref().map(|signed| &signed.key), accepted)?;
            let differs =
                |what| ShareError::Differs { id: step.id.clone(), version: step.release.version.clone(), what };
            let own = Release::from_archive(&archive, HashedFile::from_bytes(&bytes), signed)
                .map_err(|_| differs("version"))?;
            if archive.manifest.id != step.id {
                return Err(differs("id"));
            }
            if let Some(what) = step.release.differs(&own) {
                return Err(differs(what));
            }
            packs.push(Ready { step: step.clone(), tried: TestSummary::default(), archive, bytes, part, shelf });
        }
        Ok(packs)
    }

    /// Installs fetched packs, needs first. Versions that were installed before remain next to them.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn install(&self, fetched: Fetched) -> Shared<Vec<PathBuf>> {
        let mut memory = self.memory()?;
        for pack in &fetched.packs {
            let known = memory.0.entry(pack.step.id.clone()).or_default();
            let release = &pack.step.release;
            // The key of an older version may be out of date.
            if release.key.is_some() && known.versions.keys().all(|had| *had <= release.version) {
                (known.key, known.spare) = (release.key.clone(), release.spare.clone());
            }
            if pack.shelf.is_some() {
                known.shelf.clone_from(&pack.shelf);
            }
            known.versions.insert(release.version.clone(), release.content.clone());
        }
        // Keys are saved before packs, so that an installed pack always has a remembered author.
        if !fetched.packs.is_empty() {
            files::write_with_folders(&self.memory_path(), &memory.write())?;
        }
        let mut paths = Vec::new();
        for pack in &fetched.packs {
            paths.push(store::put(&fetched.lock, &pack.archive.manifest, &pack.bytes)?);
            if let Some(part) = &pack.part {
                // A part that remains is complete and is reused next time.
                drop(files::remove(part));
            }
        }
        Ok(paths)
    }

    /// Compares installed packs with their shelves: one pack, or all.
    ///
    /// # Errors
    /// The pack is not installed, or a record cannot be fetched.
    pub fn news(&self, id: Option<&str>, shelves: &[Shelf]) -> Shared<Vec<UpdateNotice>> {
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
            // Other shelves are not searched, because the same id may be a different pack there.
            let shelf = memory.0.get(&id).and_then(|known| known.shelf.clone());
            let shelf = shelves.iter().find(|other| Some(&other.name) == shelf.as_ref());
            let Some(record) = shelf.map(|shelf| shelf.record(&id)).transpose()?.flatten() else {
                news.push(UpdateNotice::NoShelf(id));
                continue;
            };
            let own = record.versions.iter().find(|release| release.version == version);
            if let Some(withdrawn) = own.and_then(|release| release.withdrawn.clone()) {
                news.push(UpdateNotice::Withdrawn(id.clone(), version.clone(), withdrawn));
            }
            let newer = record.versions.iter().find(|release| release.is_offered() && release.version > version);
            if let Some(newer) = newer {
                news.push(UpdateNotice::Newer(id, version, newer.version.clone()));
            }
        }
        Ok(news)
    }

    /// Removes installed packs: one version, or all versions of an id.
    ///
    /// # Errors
    /// No such pack is installed, or a file cannot be removed.
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

/// Checks that a pack is signed with the remembered key or its spare. A version that was installed before with the same
/// content is always accepted.
fn check_author(step: &Install, known: &Remembered, key: Option<&String>, accepted: &[String]) -> Shared<()> {
    let was_here = known.versions.get(&step.release.version) == Some(&step.release.content);
    match Author::from_key(known, key) {
        Author::Other { had, came } if !was_here && !accepted.contains(&step.id) => {
            Err(ShareError::OtherKey { id: step.id.clone(), had, came })
        }
        _ => Ok(()),
    }
}

/// Runs the tests of a pack until they are done, the time is up, or `goes_on` returns false.
fn try_out(finder: &Finder, path: &Path, time: Duration, goes_on: &(dyn Fn() -> bool + Sync)) -> Shared<TestSummary> {
    let mut suite = Suite::read(finder, &[path.display().to_string()])?;
    let began = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let whole = suite.run(threads, &|_| began.elapsed() < time && goes_on());
    let failed = suite.failures().map(|(case, _)| case.name.clone()).collect();
    Ok(TestSummary { tests: suite.cases.len(), failed, whole })
}

impl PackRecord {
    /// Returns the release with a version number, if the record has it.
    pub fn version(&self, version: &Version) -> Option<&Release> {
        self.versions.iter().find(|release| release.version == *version)
    }
}
