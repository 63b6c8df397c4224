//! Opens shelves for readers: fetched files are cached, and a single request finds out if a shelf has changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tilewright_kit::files;
use tilewright_kit::pack_id::is_pack_id;

use crate::error::{ShareError, Shared, unread};
use crate::index::{
    HEAD, HEAD_BYTES, HashedFile, Head, IndexEntry, IndexError, IndexFile, IndexPart, PACKS, PART_BYTES, PackRecord,
    RECORD_BYTES, part_path, record_path,
};
use crate::source::{HeadReply, ShelfLocation, Validator, is_web};
use crate::store::FolderLock;
use crate::web::Patience;

/// Maximum time to wait for another program that reads the same shelf.
const WAIT: Duration = Duration::from_secs(10);

/// Cached state of a shelf: its address and the newest head seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShelfState {
    /// Path of a folder, or web address.
    pub address: String,
    /// Validators for the next request of the head.
    #[serde(default)]
    pub tag: Validator,
    /// Newest head that was seen.
    pub head: Head,
}

impl IndexFile for ShelfState {
    fn check(&mut self) -> Result<(), IndexError> {
        self.head.check()
    }
}

/// Shelves of a user: one folder for each, with the files that were fetched.
#[derive(Clone, Debug)]
pub struct Shelves {
    folder: PathBuf,
    patience: Patience,
}

/// A shelf that was opened.
#[derive(Debug)]
pub struct Shelf {
    /// Name that the user gave to the shelf.
    pub name: String,
    /// Cached state of the shelf.
    pub known: ShelfState,
    /// Error of the last request, if the shelf could not be reached; the cached content may be out of date.
    pub stale: Option<ShareError>,
    source: ShelfLocation,
    cache: PathBuf,
    packs: Vec<IndexEntry>,
    /// Text to search in each pack, in lower case.
    searched: Vec<String>,
}

impl Shelves {
    /// Creates the collection of shelves whose caches are in `folder`.
    pub fn new(folder: impl Into<PathBuf>, patience: Patience) -> Shelves {
        Shelves { folder: folder.into(), patience }
    }

    /// Lists the names of all shelves.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn names(&self) -> Shared<Vec<String>> {
        if !self.folder.is_dir() {
            return Ok(Vec::new());
        }
        let list = std::fs::read_dir(&self.folder).map_err(|error| unread(&self.folder, error))?;
        let paths = list.filter_map(|entry| Some(entry.ok()?.path()));
        let mut names: Vec<String> = paths
            .filter(|path| path.join(HEAD).is_file())
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .filter(|name| is_pack_id(name))
            .collect();
        names.sort();
        Ok(names)
    }

    /// Reads the cached state of a shelf without contacting it.
    ///
    /// # Errors
    /// No shelf has the name, or its cached state cannot be read.
    pub fn cached_state(&self, name: &str) -> Shared<ShelfState> {
        let path = self.folder.join(name).join(HEAD);
        if !is_pack_id(name) || !path.is_file() {
            return Err(ShareError::NoShelf { name: name.to_owned(), known: self.names()? });
        }
        ShelfState::read(&path.display().to_string(), &files::read(&path, 2 * HEAD_BYTES)?)
    }

    /// Adds a shelf, or changes the address of an existing one.
    ///
    /// # Errors
    /// The name or the address is not valid, no shelf is at the address, or it is a different shelf.
    pub fn add(&self, name: &str, address: &str) -> Shared<Shelf> {
        let bad = |name: &str, why| ShareError::BadName { name: name.to_owned(), why };
        if !is_pack_id(name) {
            return Err(bad(name, "cannot be the name of a shelf; use lowercase letters, digits and `_`"));
        }
        let mut address = address.trim_end_matches('/').to_owned();
        if is_web(&address) {
            if address.contains(['?', '#', ' ', '@']) {
                return Err(bad(
                    &address,
                    "cannot be the address of a shelf: it has a character that is not allowed in web addresses",
                ));
            }
            let head = format!("/{HEAD}");
            address = address.strip_suffix(&head).unwrap_or(&address).to_owned();
        } else {
            let folder = Path::new(&address);
            let folder = folder.canonicalize().map_err(|error| unread(folder, error))?;
            let text = folder.to_str().ok_or_else(|| bad(&address, "cannot be read as a text"))?;
            address = text.to_owned();
        }
        let source = ShelfLocation::from_address(&address, self.patience);
        let known = self.cached_state(name).ok();
        let had = known.map_or(0, |known| known.head.serial);
        let HeadReply::New(bytes, tag) = source.head(&Validator::default(), false)? else {
            return Err(ShareError::Missing { from: source.display_path(HEAD) });
        };
        let head = Head::read(&source.display_path(HEAD), &bytes)?;
        if head.serial < had {
            return Err(ShareError::WentBack { shelf: name.to_owned(), had, came: head.serial });
        }
        self.take(name, source, ShelfState { address, tag, head })
    }

    /// Removes a shelf. Packs that were installed from it remain.
    ///
    /// # Errors
    /// No shelf has the name, or its folder cannot be removed.
    pub fn remove(&self, name: &str) -> Shared<()> {
        self.check_exists(name)?;
        let folder = self.folder.join(name);
        Ok(files::remove_folder(&folder)?)
    }

    /// Checks that a shelf exists, even if its cached state cannot be read, so that a damaged one can be removed.
    fn check_exists(&self, name: &str) -> Shared<()> {
        match self.cached_state(name) {
            Err(error @ ShareError::NoShelf { .. }) => Err(error),
            _ => Ok(()),
        }
    }

    /// Opens a shelf with its current content, or with the cached content if it cannot be reached.
    ///
    /// # Errors
    /// The shelf offers an older head than before, or its index is not valid.
    pub fn open(&self, name: &str) -> Shared<Shelf> {
        match self.open_once(name) {
            // The shelf may have changed after its head was fetched and before the files that the head names.
            Err(ShareError::Missing { .. } | ShareError::Hash { .. } | ShareError::Size { .. }) => self.open_once(name),
            other => other,
        }
    }

    fn open_once(&self, name: &str) -> Shared<Shelf> {
        let known = self.cached_state(name)?;
        let source = ShelfLocation::from_address(&known.address, self.patience);
        let read = |bytes: &[u8]| Head::read(&source.display_path(HEAD), bytes);
        let older =
            |head: &Head| head.serial < known.head.serial || head.serial == known.head.serial && *head != known.head;
        let asked = source.head(&known.tag, false).and_then(|came| match came {
            HeadReply::Same => Ok(None),
            HeadReply::New(bytes, tag) => {
                let head = read(&bytes)?;
                if !older(&head) {
                    return Ok(Some((head, tag)));
                }
                // A cache between here and the server may have returned an old head.
                match source.head(&Validator::default(), true)? {
                    HeadReply::New(bytes, tag) => Ok(Some((read(&bytes)?, tag))),
                    HeadReply::Same => Ok(None),
                }
            }
        });
        match asked {
            Ok(Some((head, _))) if older(&head) => {
                Err(ShareError::WentBack { shelf: name.to_owned(), had: known.head.serial, came: head.serial })
            }
            Ok(Some((head, tag))) => {
                let address = known.address.clone();
                self.take(name, source, ShelfState { address, tag, head })
            }
            Ok(None) => self.take(name, source, known),
            Err(error) if error.is_of_the_way() => {
                let mut shelf = self.take(name, source, known)?;
                shelf.stale = Some(error);
                Ok(shelf)
            }
            Err(error) => Err(error),
        }
    }

    /// Fetches the files that the head names, then saves the head.
    fn take(&self, name: &str, source: ShelfLocation, known: ShelfState) -> Shared<Shelf> {
        let cache = self.folder.join(name);
        // Taking the lock removes files that another program left unfinished.
        let _lock = FolderLock::acquire(&cache, WAIT)?;
        let shelf = Self::build(name, source, known, cache, &|source, path, named| source.get(path, named))?;
        let Shelf { known, packs, cache, .. } = &shelf;
        let path = cache.join(HEAD);
        let text = known.write();
        if !files::read(&path, text.len() as u64).is_ok_and(|there| there == text) {
            files::write(&path, &text)?;
            let named: BTreeSet<&str> =
                known.head.parts.iter().chain(packs.iter().map(|entry| &entry.record)).map(|n| &*n.hash).collect();
            clear(cache, &named);
        }
        Ok(shelf)
    }

    /// Returns the cached content of a shelf without contacting it.
    ///
    /// # Errors
    /// The cache is incomplete: the error is then `why`, the reason not to contact the shelf.
    pub fn cached_shelf(&self, name: &str, why: ShareError) -> Shared<Shelf> {
        let known = self.cached_state(name)?;
        let source = ShelfLocation::from_address(&known.address, self.patience);
        let missing = |source: &ShelfLocation, path: &str, _: &HashedFile| {
            Err(ShareError::Missing { from: source.display_path(path) })
        };
        match Self::build(name, source, known, self.folder.join(name), &missing) {
            Ok(shelf) => Ok(Shelf { stale: Some(why), ..shelf }),
            Err(ShareError::Missing { .. }) => Err(why),
            Err(error) => Err(error),
        }
    }

    /// Returns the error for a shelf that did not answer in time.
    pub(crate) fn too_slow(&self, name: &str) -> ShareError {
        let address = self.cached_state(name).map_or_else(|_| name.to_owned(), |known| known.address);
        ShareError::Slow { from: ShelfLocation::from_address(&address, self.patience).display_path(HEAD) }
    }

    /// Returns the timeouts for servers.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Builds a shelf from its head. Parts of the catalogue that are not cached are fetched with `get`.
    fn build(name: &str, source: ShelfLocation, known: ShelfState, cache: PathBuf, get: &Get) -> Shared<Shelf> {
        let parts = known.head.parts.iter().map(|named| {
            let path = part_path(named);
            let bytes = cached_or_fetch(&cache, named, PART_BYTES, || get(&source, &path, named))?;
            IndexPart::read(&source.display_path(&path), &bytes)
        });
        let packs = join_parts(&source.display_path(HEAD), parts)?;
        let searched = packs.iter().map(|e| format!("{}\n{}\n{}", e.id, e.title, e.summary).to_lowercase()).collect();
        Ok(Shelf { name: name.to_owned(), known, stale: None, source, cache, packs, searched })
    }
}

/// Joins the parts of a catalogue and sorts its packs by id. `from` names the head in errors.
///
/// # Errors
/// A part cannot be fetched, there are too many packs, or one occurs twice.
fn join_parts(from: &str, parts: impl Iterator<Item = Shared<IndexPart>>) -> Shared<Vec<IndexEntry>> {
    let bad = |why| ShareError::Index { from: from.to_owned(), why };
    let mut packs: Vec<IndexEntry> = Vec::new();
    for part in parts {
        packs.append(&mut part?.packs);
        if packs.len() > PACKS {
            return Err(bad(IndexError::TooManyPacks));
        }
    }
    packs.sort_by(|a, b| a.id.cmp(&b.id));
    match packs.windows(2).find(|pair| pair[0].id == pair[1].id) {
        Some(pair) => Err(bad(IndexError::Twice(pair[0].id.clone()))),
        None => Ok(packs),
    }
}

/// Function that fetches a part of a catalogue.
type Get = dyn Fn(&ShelfLocation, &str, &HashedFile) -> Shared<Vec<u8>>;

/// Returns a page from the cache, or fetches and caches it.
fn cached_or_fetch(
    cache: &Path,
    named: &HashedFile,
    most: u64,
    get: impl FnOnce() -> Shared<Vec<u8>>,
) -> Shared<Vec<u8>> {
    let path = cache.join(format!("{}.json", named.hash));
    if let Ok(bytes) = files::read(&path, most)
        && named.check("", &bytes).is_ok()
    {
        return Ok(bytes);
    }
    let bytes = get()?;
    // A failed write only means that the page is fetched again next time.
    drop(files::write_quickly(&path, &bytes));
    Ok(bytes)
}

/// Removes cached pages that the head does not name. A page that cannot be removed does no harm.
fn clear(cache: &Path, named: &BTreeSet<&str>) {
    for entry in std::fs::read_dir(cache).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        let stem = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if path.extension().is_some_and(|end| end == "json") && stem.len() == 64 && !named.contains(stem) {
            drop(files::remove(&path));
        }
    }
}

impl Shelf {
    /// Returns the packs of the shelf, sorted by id.
    pub fn packs(&self) -> &[IndexEntry] {
        &self.packs
    }

    /// Returns the packs that contain all of the words: first a pack with that id, then packs whose id or title begins
    /// with the words.
    pub fn search(&self, words: &str) -> Vec<&IndexEntry> {
        let words = words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let whole = words.join(" ");
        let mut found: Vec<(u8, &IndexEntry)> = Vec::new();
        for (entry, text) in self.packs.iter().zip(&self.searched) {
            if words.iter().all(|word| text.contains(word)) {
                let rank = match &*whole {
                    whole if entry.id == whole => 0,
                    whole if text.starts_with(whole) => 1,
                    whole if text.split_once('\n').is_some_and(|(_, rest)| rest.starts_with(whole)) => 2,
                    _ => 3,
                };
                found.push((rank, entry));
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Returns the size in bytes of the record of a pack; 0 if the pack is not on this shelf.
    pub(crate) fn record_bytes(&self, id: &str) -> u64 {
        let at = self.packs.binary_search_by(|entry| (*entry.id).cmp(id));
        at.map_or(0, |at| self.packs[at].record.bytes)
    }

    /// Returns all versions of a pack; `None` if it is not on this shelf.
    ///
    /// # Errors
    /// The record cannot be fetched, or belongs to another pack.
    pub fn record(&self, id: &str) -> Shared<Option<PackRecord>> {
        let Ok(at) = self.packs.binary_search_by(|entry| (*entry.id).cmp(id)) else { return Ok(None) };
        let named = &self.packs[at].record;
        let path = record_path(id, named);
        let bytes = cached_or_fetch(&self.cache, named, RECORD_BYTES, || self.source.get(&path, named))?;
        let record = PackRecord::read(&self.source.display_path(&path), &bytes)?;
        if record.id == id {
            return Ok(Some(record));
        }
        Err(ShareError::Index { from: self.source.display_path(&path), why: IndexError::OtherPack })
    }

    /// Returns the location of the shelf's files.
    pub fn source(&self) -> &ShelfLocation {
        &self.source
    }
}

#[cfg(test)]
mod tests {
    use semver::Version;

    use super::*;

    fn part(ids: std::ops::Range<usize>) -> Shared<IndexPart> {
        let entry = |number| IndexEntry {
            id: format!("p{number}"),
            title: String::new(),
            summary: String::new(),
            licence: String::new(),
            newest: Version::new(1, 0, 0),
            record: HashedFile { hash: String::new(), bytes: 1 },
        };
        Ok(IndexPart { packs: ids.map(entry).collect() })
    }

    #[test]
    fn a_shelf_has_so_many_packs_at_most() {
        let joined = |parts: Vec<Shared<IndexPart>>| {
            join_parts("a shelf", parts.into_iter()).map(|packs| packs.len()).map_err(|error| error.to_string())
        };
        assert_eq!(joined(vec![part(0..60_000), part(60_000..100_000)]), Ok(100_000));
        let error = joined(vec![part(0..60_000), part(60_000..100_001)]).expect_err("one too many");
        assert!(error.contains("more than 100000 packs"), "{error}");
        let error = joined(vec![part(0..3), part(2..4)]).expect_err("one is there twice");
        assert!(error.contains("`p2` twice"), "{error}");
    }
}
