//! Lists the packs in a folder.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use semver::Version;

use crate::packs::archive::{self, Archive};

/// Name of the file that makes a folder a pack.
pub const PACK_FILE: &str = "pack.ron";

/// Pack in a folder.
#[derive(Debug)]
pub(super) struct ListedPack {
    pub(super) id: String,
    pub(super) path: PathBuf,
    pub(super) is_archive: bool,
    /// Version of an archive; `None` for a folder.
    pub(super) version: Option<Version>,
}

/// Listings of folders by their paths, shared by clones.
type ListingCache = Arc<Mutex<BTreeMap<PathBuf, Arc<[ListedPack]>>>>;

/// Source of listings of folders; with a cache, each folder is listed only once.
#[derive(Clone, Debug, Default)]
pub(super) struct Listings(Option<ListingCache>);

impl Listings {
    /// Creates a source with a cache.
    pub(super) fn with_cache() -> Listings {
        Listings(Some(Arc::default()))
    }

    /// Returns the packs in a folder: folders first, then archives, the latest version first.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(super) fn list(&self, folder: &Path) -> io::Result<Arc<[ListedPack]>> {
        let Some(cache) = &self.0 else { return list(folder) };
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listed) = cache.get(folder) {
            return Ok(Arc::clone(listed));
        }
        let listed = list(folder)?;
        cache.insert(folder.to_owned(), Arc::clone(&listed));
        Ok(listed)
    }
}

fn list(folder: &Path) -> io::Result<Arc<[ListedPack]>> {
    let (mut packs, mut archives) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join(PACK_FILE).is_file() {
            packs.push(ListedPack { id: folder_name(&path), path, is_archive: false, version: None });
        } else if is_archive(&path) {
            let (id, version) = archive_name(&path);
            archives.push(ListedPack { id, path, is_archive: true, version });
        }
    }
    archives.sort_by(|a, b| b.version.cmp(&a.version).then_with(|| (&a.id, &a.path).cmp(&(&b.id, &b.path))));
    packs.append(&mut archives);
    Ok(packs.into())
}

/// True if a path is that of an existing archive.
pub(super) fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == archive::ENDING) && path.is_file()
}

/// Returns the id and version of the pack in an archive. An unreadable archive is found by its file name, so that its
/// mistake can be reported.
fn archive_name(path: &Path) -> (String, Option<Version>) {
    match Archive::manifest_in(path) {
        Ok(manifest) => (manifest.id, Version::parse(&manifest.version).ok()),
        Err(_) => {
            let name = path.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default();
            (name.split('-').next().unwrap_or_default().to_owned(), None)
        }
    }
}

/// Returns the name of a folder, also for paths such as `.`.
pub(super) fn folder_name(path: &Path) -> String {
    let named = path.canonicalize().ok();
    let name = named.as_deref().unwrap_or(path).file_name();
    name.map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use crate::packs::find::Finder;

    #[test]
    fn a_cache_lists_a_folder_once() {
        let folder = std::env::temp_dir().join(format!("tilewright-listing-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        let add = |id: &str| {
            std::fs::create_dir_all(folder.join(id)).unwrap();
            std::fs::write(folder.join(id).join(super::PACK_FILE), "").unwrap();
        };
        let ids =
            |finder: &Finder| -> Vec<String> { finder.list().unwrap().into_iter().map(|found| found.id).collect() };
        add("inlet");
        let finder = Finder::nowhere().with_folder(&folder);
        let cached = finder.listing_once();
        assert_eq!((ids(&finder), ids(&cached)), (vec!["inlet".to_owned()], vec!["inlet".to_owned()]));
        add("jetty");
        assert_eq!(ids(&finder), ["inlet", "jetty"]);
        assert_eq!(ids(&cached.clone()), ["inlet"], "clones share the cache");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
