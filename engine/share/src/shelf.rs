//! Shelves as their readers have them: what was fetched is kept, and one question tells whether there is news.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tilewright_kit::files;
use tilewright_kit::pack_id::is_pack_id;

use crate::error::{ShareError, Shared, unread};
use crate::index::{
    HEAD, HEAD_BYTES, Head, IndexEntry, IndexPart, Named, PACKS, PART_BYTES, PackRecord, Page, RECORD_BYTES, part_path,
    record_path,
};
use crate::source::{HeadReply, Source, Validator, is_web};
use crate::store::Lock;
use crate::web::Patience;

/// How long is waited for another program that looks at the same shelf.
const WAIT: Duration = Duration::from_secs(10);

/// What is known of a shelf: the newest head that it had, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// A folder, or an address of the web.
    pub address: String,
    /// What to ask for a newer head with.
    #[serde(default)]
    pub tag: Validator,
    /// The head.
    pub head: Head,
}

impl Page for Known {
    fn check(&mut self) -> Result<(), String> {
        self.head.check()
    }
}

/// The shelves of a user: a folder for each, with what was fetched.
#[derive(Clone, Debug)]
pub struct Shelves {
    folder: PathBuf,
    patience: Patience,
}

/// A shelf that was looked at.
#[derive(Debug)]
pub struct Shelf {
    /// The name that the user gave it.
    pub name: String,
    /// What is known of it.
    pub known: Known,
    /// Why this is what it was before and may have changed: it could not be reached.
    pub stale: Option<ShareError>,
    source: Source,
    cache: PathBuf,
    packs: Vec<IndexEntry>,
    /// For each pack what is searched, in small letters.
    searched: Vec<String>,
}

impl Shelves {
    /// Those that are kept in a folder.
    pub fn at(folder: impl Into<PathBuf>, patience: Patience) -> Shelves {
        Shelves { folder: folder.into(), patience }
    }

    /// The names of all shelves.
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

    /// What is known of a shelf, without asking it.
    ///
    /// # Errors
    /// There is none of that name, or what is kept of it cannot be read.
    pub fn known(&self, name: &str) -> Shared<Known> {
        let path = self.folder.join(name).join(HEAD);
        if !is_pack_id(name) || !path.is_file() {
            return Err(ShareError::NoShelf { name: name.to_owned(), known: self.names()? });
        }
        Known::read(&path.display().to_string(), &files::read(&path, 2 * HEAD_BYTES)?)
    }

    /// Adds a shelf, or says anew where one is.
    ///
    /// # Errors
    /// The name or the address cannot be one, there is no shelf there, or it is another one.
    pub fn add(&self, name: &str, address: &str) -> Shared<Shelf> {
        let bad = |name: &str, why| ShareError::BadName { name: name.to_owned(), why };
        if !is_pack_id(name) {
            return Err(bad(name, "cannot be the name of a shelf: small letters, digits and `_` can"));
        }
        let mut address = address.trim_end_matches('/').to_owned();
        if is_web(&address) {
            if address.contains(['?', '#', ' ', '@']) {
                return Err(bad(
                    &address,
                    "cannot be the address of a shelf: it has a sign that folders of the web have not",
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
        let source = Source::of(&address, self.patience);
        let known = self.known(name).ok();
        let had = known.map_or(0, |known| known.head.serial);
        let HeadReply::New(bytes, tag) = source.head(&Validator::default(), false)? else {
            return Err(ShareError::Missing { from: source.shown(HEAD) });
        };
        let head = Head::read(&source.shown(HEAD), &bytes)?;
        if head.serial < had {
            return Err(ShareError::WentBack { shelf: name.to_owned(), had, came: head.serial });
        }
        self.take(name, source, Known { address, tag, head })
    }

    /// Forgets a shelf. What was installed from it stays.
    ///
    /// # Errors
    /// There is none of that name, or what is kept of it cannot be removed.
    pub fn remove(&self, name: &str) -> Shared<()> {
        self.known_or_kept(name)?;
        let folder = self.folder.join(name);
        Ok(files::remove_folder(&folder)?)
    }

    /// One that cannot be read any more can be removed all the same.
    fn known_or_kept(&self, name: &str) -> Shared<()> {
        match self.known(name) {
            Err(error @ ShareError::NoShelf { .. }) => Err(error),
            _ => Ok(()),
        }
    }

    /// Looks at a shelf as it is now; where the way to it fails, as it was.
    ///
    /// # Errors
    /// It has gone back, or says what cannot be.
    pub fn open(&self, name: &str) -> Shared<Shelf> {
        match self.open_once(name) {
            // It may have been changed between its head and what the head names.
            Err(ShareError::Missing { .. } | ShareError::Hash { .. } | ShareError::Size { .. }) => self.open_once(name),
            other => other,
        }
    }

    fn open_once(&self, name: &str) -> Shared<Shelf> {
        let known = self.known(name)?;
        let source = Source::of(&known.address, self.patience);
        let read = |bytes: &[u8]| Head::read(&source.shown(HEAD), bytes);
        let older =
            |head: &Head| head.serial < known.head.serial || head.serial == known.head.serial && *head != known.head;
        let asked = source.head(&known.tag, false).and_then(|came| match came {
            HeadReply::Same => Ok(None),
            HeadReply::New(bytes, tag) => {
                let head = read(&bytes)?;
                if !older(&head) {
                    return Ok(Some((head, tag)));
                }
                // A cache on the way may have kept an old one.
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
                self.take(name, source, Known { address, tag, head })
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

    /// The shelf with this head: what it names is fetched, then the head is kept.
    fn take(&self, name: &str, source: Source, known: Known) -> Shared<Shelf> {
        let cache = self.folder.join(name);
        // What another program left unfinished here goes.
        let _lock = Lock::of(&cache, WAIT)?;
        let shelf = Self::of(name, source, known, cache, &|source, path, named| source.get(path, named))?;
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

    /// Returns a shelf as it was when it was seen last, without asking it.
    ///
    /// # Errors
    /// It was never seen whole: then the reason why it is not asked.
    pub fn seen(&self, name: &str, why: ShareError) -> Shared<Shelf> {
        let known = self.known(name)?;
        let source = Source::of(&known.address, self.patience);
        let missing = |source: &Source, path: &str, _: &Named| Err(ShareError::Missing { from: source.shown(path) });
        match Self::of(name, source, known, self.folder.join(name), &missing) {
            Ok(shelf) => Ok(Shelf { stale: Some(why), ..shelf }),
            Err(ShareError::Missing { .. }) => Err(why),
            Err(error) => Err(error),
        }
    }

    /// Returns the reason why a shelf is not waited for any longer.
    pub fn too_slow(&self, name: &str) -> ShareError {
        let address = self.known(name).map_or_else(|_| name.to_owned(), |known| known.address);
        ShareError::Slow { from: Source::of(&address, self.patience).shown(HEAD) }
    }

    /// How long is waited for a server.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Returns the shelf with a head. Parts of its catalogue that are not kept are fetched by `get`.
    fn of(name: &str, source: Source, known: Known, cache: PathBuf, get: &Get) -> Shared<Shelf> {
        let parts = known.head.parts.iter().map(|named| {
            let path = part_path(named);
            let bytes = kept_or(&cache, named, PART_BYTES, || get(&source, &path, named))?;
            IndexPart::read(&source.shown(&path), &bytes)
        });
        let packs = join_parts(&source.shown(HEAD), parts)?;
        let searched = packs.iter().map(|e| format!("{}\n{}\n{}", e.id, e.title, e.summary).to_lowercase()).collect();
        Ok(Shelf { name: name.to_owned(), known, stale: None, source, cache, packs, searched })
    }
}

/// Joins the parts of a catalogue and sorts its packs by id. `from`: the head, for errors.
///
/// # Errors
/// A part cannot be had, there are too many packs, or one is there twice.
fn join_parts(from: &str, parts: impl Iterator<Item = Shared<IndexPart>>) -> Shared<Vec<IndexEntry>> {
    let bad = |why| ShareError::Index { from: from.to_owned(), why };
    let mut packs: Vec<IndexEntry> = Vec::new();
    for part in parts {
        packs.append(&mut part?.packs);
        if packs.len() > PACKS {
            return Err(bad(format!("it has more than {PACKS} packs")));
        }
    }
    packs.sort_by(|a, b| a.id.cmp(&b.id));
    match packs.windows(2).find(|pair| pair[0].id == pair[1].id) {
        Some(pair) => Err(bad(format!("it has `{}` twice", pair[0].id))),
        None => Ok(packs),
    }
}

/// Fetches a part of a catalogue.
type Get = dyn Fn(&Source, &str, &Named) -> Shared<Vec<u8>>;

/// A page that was fetched before, or is fetched now and kept.
fn kept_or(cache: &Path, named: &Named, most: u64, get: impl FnOnce() -> Shared<Vec<u8>>) -> Shared<Vec<u8>> {
    let path = cache.join(format!("{}.json", named.hash));
    if let Ok(bytes) = files::read(&path, most)
        && named.check("", &bytes).is_ok()
    {
        return Ok(bytes);
    }
    let bytes = get()?;
    // Kept only to be had sooner next time.
    drop(files::write_quickly(&path, &bytes));
    Ok(bytes)
}

/// Removes pages that the head does not lead to. What cannot be removed is in nobody's way.
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
    /// Its packs, by id.
    pub fn packs(&self) -> &[IndexEntry] {
        &self.packs
    }

    /// The packs in which all of the words occur: first the pack of that id, then those whose id or title begins so.
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

    /// Returns the number of bytes that the record of a pack has; 0 if it is not on this shelf.
    pub fn record_bytes(&self, id: &str) -> u64 {
        let at = self.packs.binary_search_by(|entry| (*entry.id).cmp(id));
        at.map_or(0, |at| self.packs[at].record.bytes)
    }

    /// All versions of a pack; none if it is not on this shelf.
    ///
    /// # Errors
    /// Its record cannot be had, or is not its.
    pub fn record(&self, id: &str) -> Shared<Option<PackRecord>> {
        let Ok(at) = self.packs.binary_search_by(|entry| (*entry.id).cmp(id)) else { return Ok(None) };
        let named = &self.packs[at].record;
        let path = record_path(id, named);
        let bytes = kept_or(&self.cache, named, RECORD_BYTES, || self.source.get(&path, named))?;
        let record = PackRecord::read(&self.source.shown(&path), &bytes)?;
        if record.id == id {
            return Ok(Some(record));
        }
        Err(ShareError::Index { from: self.source.shown(&path), why: "it is the record of another pack".to_owned() })
    }

    /// Where its files come from.
    pub fn source(&self) -> &Source {
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
            record: Named { hash: String::new(), bytes: 1 },
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
