//! Publishes packs to a shelf: writes archives first, then the records and the catalogue that name them, then the head,
//! by a single rename.
//!
//! Concurrent readers have the old head, and every file that it names still exists. A file that a shelf has served is
//! never overwritten, and archives are never removed, because a saved game may need them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use semver::Version;
use tilewright_kit::files;
use tilewright_kit::packs::archive::{ARCHIVE_BYTES, Archive, ENDING, hash};

use crate::error::{ShareError, Shared, unread};
use crate::index::{
    FORMAT, HEAD, HEAD_BYTES, HashedFile, Head, IndexEntry, IndexFile, IndexPart, ONE_PART, PART_BYTES, PackRecord,
    RECORD_BYTES, Release, Withdrawn, file_path, part_path, record_path,
};
use crate::sign::signer_of;
use crate::store::FolderLock;

/// Maximum time to wait for another program that publishes to the same shelf.
const PATIENCE: Duration = Duration::from_secs(10);
/// Age after which unreferenced pages of the index are removed; until then a reader may still need them.
const OUTDATED: Duration = Duration::from_secs(30 * 24 * 3600);

/// A locked shelf with pending changes.
#[derive(Debug)]
pub struct Publisher {
    lock: FolderLock,
    /// Bytes of the head when the shelf was locked; `None` if it had no head.
    was: Option<Vec<u8>>,
    serial: u64,
    title: String,
    records: BTreeMap<String, PackRecord>,
}

/// Result of adding a pack to a shelf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PublishOutcome {
    /// The version was added to the shelf.
    Added,
    /// The version was on the shelf unsigned, and has a signature now.
    Signed,
    /// The version was already on the shelf.
    There,
}

impl Publisher {
    /// Locks the shelf in a folder, which is created if needed, and reads its index.
    ///
    /// # Errors
    /// Another program is publishing, the folder cannot be written, or the index is damaged.
    pub fn open(folder: &Path) -> Shared<Publisher> {
        let mut publisher = Publisher::lock(folder)?;
        let Some(head) = &publisher.was else { return Ok(publisher) };
        let head = Head::read(&display_path(folder, HEAD), head)?;
        (publisher.serial, publisher.title) = (head.serial, head.title);
        let page = |path: &str, named: &HashedFile| -> Shared<Vec<u8>> {
            let bytes = files::read(&folder.join(path), PART_BYTES.max(RECORD_BYTES))?;
            named.check(&display_path(folder, path), &bytes)?;
            Ok(bytes)
        };
        for named in &head.parts {
            let path = part_path(named);
            for entry in IndexPart::read(&display_path(folder, &path), &page(&path, named)?)?.packs {
                let path = record_path(&entry.id, &entry.record);
                let record = PackRecord::read(&display_path(folder, &path), &page(&path, &entry.record)?)?;
                publisher.records.insert(entry.id, record);
            }
        }
        Ok(publisher)
    }

    /// Locks the shelf and rebuilds its index from the archives in the folder. Withdrawals are restored from the
    /// records that can still be read. Archives that cannot be read are passed to `on_unreadable`.
    ///
    /// # Errors
    /// Another program is publishing, or the folder cannot be read.
    pub fn rebuild(folder: &Path, on_unreadable: &mut dyn FnMut(&Path, &ShareError)) -> Shared<Publisher> {
        let mut publisher = Publisher::lock(folder)?;
        if let Some(head) = publisher.was.as_ref().and_then(|bytes| Head::read("", bytes).ok()) {
            (publisher.serial, publisher.title) = (head.serial, head.title);
        }
        for path in entries(&folder.join("files"))? {
            if path.extension().is_none_or(|end| end != ENDING) {
                continue;
            }
            let read = files::read(&path, ARCHIVE_BYTES).map_err(ShareError::from).and_then(|bytes| {
                let archive = Archive::read(&bytes);
                let archive =
                    archive.map_err(|error| tilewright_kit::error::KitError::Archive { path: path.clone(), error })?;
                publisher.take(&archive, &bytes, true)
            });
            if let Err(error) = read {
                on_unreadable(&path, &error);
            }
        }
        for path in entries(&folder.join("packs"))?.iter().flat_map(|pack| entries(pack).unwrap_or_default()) {
            let Ok(bytes) = files::read(&path, RECORD_BYTES) else { continue };
            let is_whole = path.file_stem().is_some_and(|name| *name == *hash(&bytes));
            let Some(old) = is_whole.then(|| PackRecord::read("", &bytes).ok()).flatten() else { continue };
            let Some(record) = publisher.records.get_mut(&old.id) else { continue };
            for release in old.versions {
                let same = |new: &&mut Release| (&new.version, &new.content) == (&release.version, &release.content);
                if let (Some(withdrawn), Some(new)) = (release.withdrawn, record.versions.iter_mut().find(same)) {
                    new.withdrawn.get_or_insert(withdrawn);
                }
            }
        }
        Ok(publisher)
    }

    fn lock(folder: &Path) -> Shared<Publisher> {
        let lock = FolderLock::acquire(folder, PATIENCE)?;
        let name = folder.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let was = read_head(folder)?;
        let title = name.unwrap_or_else(|| "Packs".to_owned());
        Ok(Publisher { lock, was, serial: 0, title, records: BTreeMap::new() })
    }

    /// Sets the title of the shelf.
    pub fn call(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    /// Returns the title of the shelf.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the packs with their versions, including pending changes.
    pub fn records(&self) -> impl Iterator<Item = &PackRecord> {
        self.records.values()
    }

    /// Adds an archive to the shelf. It stays invisible to readers until [`Publisher::publish`].
    ///
    /// # Errors
    /// The shelf has the version with different content, or a higher version; the key may not follow that of the
    /// previous version; or the archive cannot be written.
    pub fn add(&mut self, archive: &Archive) -> Shared<PublishOutcome> {
        let bytes = archive.write();
        let path = PathBuf::from(&archive.manifest.id);
        let bytes = bytes.map_err(|error| tilewright_kit::error::KitError::Archive { path, error })?;
        let outcome = self.take(archive, &bytes, false)?;
        if outcome != PublishOutcome::There {
            let release = &self.records[&archive.manifest.id].versions;
            let release = release.iter().find(|release| release.file.hash == hash(&bytes));
            if let Some(release) = release {
                files::write_with_folders(&self.folder().join(file_path(&archive.manifest.id, release)), &bytes)?;
            }
        }
        Ok(outcome)
    }

    /// Enters an archive into its record. With `anew`, archives may come in any order and keys are not compared.
    fn take(&mut self, archive: &Archive, bytes: &[u8], anew: bool) -> Shared<PublishOutcome> {
        let id = &archive.manifest.id;
        let release = Release::from_archive(archive, HashedFile::from_bytes(bytes), signer_of(archive)?);
        let release = release.map_err(|why| ShareError::Index { from: id.clone(), why })?;
        let refuse = |why: String| Err(ShareError::Version { id: id.clone(), version: release.version.clone(), why });
        let versions = self.records.get(id).map_or(&[][..], |record| &record.versions);
        if let Some(at) = versions.iter().position(|old| old.version == release.version) {
            let old = &versions[at];
            if old.content != release.content {
                return refuse("it already exists with different content".to_owned());
            }
            if old.key.is_some() || release.key.is_none() {
                return Ok(PublishOutcome::There);
            }
            let withdrawn = old.withdrawn.clone();
            if let Some(record) = self.records.get_mut(id) {
                record.versions[at] = Release { withdrawn, ..release };
            }
            return Ok(PublishOutcome::Signed);
        }
        if let (Some(newest), false) = (versions.first(), anew) {
            if newest.version > release.version {
                return refuse(format!(
                    "version {} is already published; an update needs a higher version",
                    newest.version
                ));
            }
            if let (Some(had), false) = (&newest.key, newest.is_followed_by(release.key.as_ref())) {
                return Err(ShareError::OtherKey { id: id.clone(), had: had.clone(), came: release.key });
            }
        }
        let record =
            self.records.entry(id.clone()).or_insert_with(|| PackRecord { id: id.clone(), versions: Vec::new() });
        let at = record.versions.partition_point(|other| other.version > release.version);
        record.versions.insert(at, release);
        Ok(PublishOutcome::Added)
    }

    /// Withdraws a version: it stays on the shelf but is no longer chosen.
    ///
    /// # Errors
    /// The version is not on the shelf.
    pub fn withdraw(&mut self, id: &str, version: &Version, withdrawn: Withdrawn) -> Shared<()> {
        let versions = self.records.get_mut(id).map(|record| &mut record.versions);
        let release = versions.and_then(|all| all.iter_mut().find(|release| release.version == *version));
        let Some(release) = release else {
            return Err(ShareError::Missing { from: format!("{id}@{version} on the shelf") });
        };
        release.withdrawn = Some(withdrawn);
        Ok(())
    }

    /// Writes the index. Readers see the old content until the last step. Returns the serial number of the new index;
    /// `None` if nothing has changed.
    ///
    /// # Errors
    /// Another program has changed the shelf in the meantime, or a file cannot be written.
    pub fn publish(self) -> Shared<Option<u64>> {
        let folder = self.folder().to_owned();
        let mut named = BTreeSet::new();
        let mut parts: BTreeMap<u8, IndexPart> = BTreeMap::new();
        for record in self.records.values() {
            let bytes = record.write();
            let name = HashedFile::from_bytes(&bytes);
            let path = record_path(&record.id, &name);
            self.write(&path, &bytes)?;
            named.insert(path);
            let newest = record.newest();
            let number = if self.records.len() > ONE_PART { hash(record.id.as_bytes()).as_bytes()[0] } else { 0 };
            parts.entry(number).or_default().packs.push(IndexEntry {
                id: record.id.clone(),
                title: newest.title.clone(),
                summary: newest.summary.clone(),
                licence: newest.licence.clone(),
                newest: newest.version.clone(),
                record: name,
            });
        }
        let mut head =
            Head { format: FORMAT, serial: 0, issued: now() / 1000, title: self.title.clone(), parts: Vec::new() };
        for part in parts.values() {
            let bytes = part.write();
            let name = HashedFile::from_bytes(&bytes);
            self.write(&part_path(&name), &bytes)?;
            named.insert(part_path(&name));
            head.parts.push(name);
        }
        let same = self.was.as_ref().and_then(|bytes| Head::read("", bytes).ok());
        if same.is_some_and(|old| (&old.title, &old.parts) == (&head.title, &head.parts)) {
            return Ok(None);
        }
        // The serial number must never repeat, even if an index is rebuilt without the old one.
        head.serial = now().max(self.serial.saturating_add(1));
        // Locks are not visible across machines that synchronise a folder.
        if read_head(&folder)? != self.was {
            return Err(ShareError::Busy { path: folder });
        }
        files::write(&folder.join(HEAD), &head.write())?;
        clear_outdated(&folder, &named);
        Ok(Some(head.serial))
    }

    /// Writes a file of the shelf unless it already has these bytes, so that mirrors have nothing to copy.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Shared<()> {
        let path = self.folder().join(path);
        if !files::read(&path, bytes.len() as u64).is_ok_and(|there| there == bytes) {
            files::write_with_folders(&path, bytes)?;
        }
        Ok(())
    }

    /// Returns the folder of the shelf.
    pub fn folder(&self) -> &Path {
        self.lock.folder()
    }
}

/// Removes pages that have been unreferenced for a long time. A page that cannot be removed does no harm.
fn clear_outdated(folder: &Path, named: &BTreeSet<String>) {
    let packs = entries(&folder.join("packs")).unwrap_or_default();
    let folders = packs.into_iter().chain([folder.join("parts")]);
    for path in folders.flat_map(|folder| entries(&folder).unwrap_or_default()) {
        let own = path.strip_prefix(folder).map(|own| own.to_string_lossy().replace('\\', "/"));
        let age = std::fs::metadata(&path).and_then(|there| there.modified()).ok().and_then(|when| when.elapsed().ok());
        let is_page = path.extension().is_some_and(|end| end == "json");
        if is_page && own.is_ok_and(|own| !named.contains(&own)) && age.is_some_and(|age| age > OUTDATED) {
            drop(files::remove(&path));
        }
    }
}

fn read_head(folder: &Path) -> Shared<Option<Vec<u8>>> {
    let path = folder.join(HEAD);
    if path.exists() { Ok(Some(files::read(&path, HEAD_BYTES)?)) } else { Ok(None) }
}

/// Lists the entries of a folder in order; empty if the folder does not exist.
fn entries(folder: &Path) -> Shared<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let list = std::fs::read_dir(folder).map_err(|error| unread(folder, error))?;
    let mut paths: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn display_path(folder: &Path, path: &str) -> String {
    folder.join(path).display().to_string()
}

/// Returns the time in milliseconds since 1970, which is finer than any interval between two publications.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX - 1))
}
