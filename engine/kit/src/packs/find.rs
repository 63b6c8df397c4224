//! Finds packs: by a path to a folder or an archive, or by an id that is looked up in folders and in the binary.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_core::diag::nearest;

use crate::error::KitError;
use crate::files::{self, home};
use crate::packs::archive::{ARCHIVE_BEGIN, Archive};
use crate::packs::choose::Here;
use crate::packs::found::{BUNDLED, LIBRARY};
pub use crate::packs::found::{FoundPack, PackPlace, Ranked};
use crate::packs::listing::{Listings, folder_name, is_archive};
use crate::packs::versions::Need;

/// Environment variable that names further folders of packs.
pub(crate) const PACKS_VARIABLE: &str = "TILEWRIGHT_PACKS";

pub use crate::packs::listing::PACK_FILE;
pub use tilewright_pack::PackFiles;

/// Search for packs in paths, folders and the binary.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    /// Packs named by their paths. They take precedence over all other packs with their ids.
    named: Vec<FoundPack>,
    /// Folders that contain named packs and records; other packs in them precede those in `folders`.
    around: Vec<PathBuf>,
    /// Folders that hold packs, in search order.
    folders: Vec<PathBuf>,
    /// Folder of the installed packs, one of `folders`.
    installed: Option<PathBuf>,
    bundled: bool,
    /// True if names are ids and never paths, as in the files of a pack.
    only_ids: bool,
    listings: Listings,
}

impl Finder {
    /// Creates a finder that finds no packs.
    pub fn nowhere() -> Finder {
        Finder::default()
    }

    /// Searches `./content`, the folders that `PACKS_VARIABLE` names, the installed packs, and the binary. Packs of
    /// the user precede installed ones, which precede those of the program.
    pub fn standard() -> Finder {
        Finder::with_installed(home::packs())
    }

    /// Like [`Finder::standard`], with the given folder of installed packs.
    pub fn with_installed(packs: PathBuf) -> Finder {
        let mut folders = vec![PathBuf::from("content")];
        if let Some(more) = std::env::var_os(PACKS_VARIABLE) {
            folders.extend(std::env::split_paths(&more));
        }
        folders.push(packs.clone());
        Finder { folders, installed: Some(packs), bundled: true, ..Finder::default() }
    }

    /// Searches only the binary.
    pub fn only_bundled() -> Finder {
        Finder { bundled: true, ..Finder::default() }
    }

    /// Returns a finder that lists each folder only once, for many questions in a time in which no packs change.
    #[must_use]
    pub fn listing_once(&self) -> Finder {
        Finder { listings: Listings::with_cache(), ..self.clone() }
    }

    /// Searches a folder of packs before all others.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Finder {
        self.folders.insert(0, folder.into());
        self
    }

    /// Returns a finder for packs that are named on a command line or in a request. Packs named by their paths are used
    /// for their ids, and the packs next to them precede those of the other folders. Only this function decides where
    /// the needs of a named pack are looked up. A path without a pack is reported when that pack is requested.
    #[must_use]
    pub fn with_named_packs<S: AsRef<str>>(&self, arguments: &[S]) -> Finder {
        let mut finder = self.clone();
        for argument in arguments {
            if let Ok(Some(found)) = self.at_path(argument.as_ref()) {
                finder.around.extend(parent_folder_of(&found.place).filter(|folder| !finder.around.contains(folder)));
                if !finder.named.contains(&found) {
                    finder.named.push(found);
                }
            }
        }
        finder
    }

    /// Returns a finder that searches the folder of a file, such as a record, before the other folders.
    #[must_use]
    pub fn with_folder_of(&self, file: &Path) -> Finder {
        let mut finder = self.clone();
        let folder = parent_folder(file);
        if !finder.around.contains(&folder) {
            finder.around.push(folder);
        }
        finder
    }

    /// Returns a finder for names in the files of a pack: the id of the pack means the pack itself, wherever it is;
    /// then its neighbours are searched, then the usual places. A name never means a folder in the working directory.
    #[must_use]
    pub fn of_pack(&self, pack: &FoundPack) -> Finder {
        let mut finder = self.clone();
        finder.named.retain(|other| other != pack);
        finder.named.insert(0, pack.clone());
        if let Some(folder) = parent_folder_of(&pack.place) {
            finder.around.retain(|other| *other != folder);
            finder.around.insert(0, folder);
        }
        finder.only_ids = true;
        finder
    }

    /// Returns all packs that can be found by id, sorted. Of several with one id, the first in search order is listed;
    /// of several archives in one folder, the latest version.
    ///
    /// # Errors
    /// A folder that exists cannot be read.
    pub fn list(&self) -> Result<Vec<FoundPack>, KitError> {
        let mut packs: BTreeMap<String, PackPlace> = BTreeMap::new();
        for Ranked { found, .. } in self.all()? {
            packs.entry(found.id).or_insert(found.place);
        }
        Ok(packs.into_iter().map(|(id, place)| FoundPack { id, place }).collect())
    }

    /// Returns all packs, in search order.
    ///
    /// # Errors
    /// A folder that exists cannot be read.
    pub fn all(&self) -> Result<Vec<Ranked>, KitError> {
        let plain = |found: FoundPack, rank: u32| Ranked { rank, ..Ranked::first(found) };
        let mut packs: Vec<Ranked> = self.named.iter().map(|named| Ranked::first(named.clone())).collect();
        let ranks = (1u32..).step_by(2);
        let around = self.around.iter().filter(|folder| !self.folders.contains(folder));
        let all = around.map(|folder| (folder, true)).chain(self.folders.iter().map(|folder| (folder, false)));
        for ((folder, is_around), rank) in all.zip(ranks).filter(|((folder, _), _)| folder.is_dir()) {
            let listed = match self.listings.list(folder) {
                Ok(listed) => listed,
                // A pack can be opened in a folder whose other entries may not be readable.
                Err(_) if is_around => continue,
                Err(error) => return Err(KitError::read(folder, error)),
            };
            for pack in &*listed {
                let place = if pack.is_archive { PackPlace::Archive } else { PackPlace::Folder };
                let found = FoundPack { id: pack.id.clone(), place: place(pack.path.clone()) };
                let is_provided = pack.is_archive && self.installed.as_ref() == Some(folder);
                let rank = rank + u32::from(pack.is_archive);
                packs.push(Ranked { found, version: pack.version.clone(), rank, is_provided });
            }
        }
        if self.bundled {
            let bundled = ids(BUNDLED).map(|id| FoundPack { id: id.to_owned(), place: PackPlace::Bundled });
            packs.extend(bundled.map(|found| Ranked { is_provided: true, ..plain(found, u32::MAX) }));
        }
        Ok(packs)
    }

    /// Finds the pack that an argument means: a path to its folder or archive, or its id, with or without `@` and a
    /// version or range.
    ///
    /// # Errors
    /// No such pack exists, or not in such a version, or a folder cannot be read.
    pub fn find(&self, argument: &str) -> Result<FoundPack, KitError> {
        if let Some(found) = self.at_path(argument)? {
            return Ok(found);
        }
        let mut here = Here::from_finder(self)?;
        let number = here.pick(self, argument)?;
        Ok(here.found(number).clone())
    }

    /// Returns the need that an argument expresses. The argument must not be a path.
    ///
    /// # Errors
    /// The text after the `@` is neither a version nor a range of versions.
    pub(crate) fn request(&self, argument: &str) -> Result<Need, KitError> {
        let (id, range) = argument.split_once('@').map_or((argument, None), |(id, range)| (id, Some(range)));
        // A folder may have a name that is not a valid id: it is found, and reading its head reports the mistake.
        let any = || Need { id: id.to_owned(), ..Need::any("") };
        match range {
            None => Ok(any()),
            Some(range) => match Need::parse_argument(&format!("x@{range}")) {
                Some(need) => Ok(Need { id: id.to_owned(), ..need }),
                None => Err(KitError::NoRange { text: argument.to_owned() }),
            },
        }
    }

    /// Returns the pack that an argument means as a path; `None` if it is not a path.
    ///
    /// # Errors
    /// No pack exists at the path.
    pub(crate) fn at_path(&self, argument: &str) -> Result<Option<FoundPack>, KitError> {
        let path = Path::new(argument);
        if (is_archive(path) || is_renamed_archive(path)) && !self.only_ids {
            return Ok(Some(FoundPack {
                id: Archive::manifest_in(path)?.id,
                place: PackPlace::Archive(path.to_owned()),
            }));
        }
        let path_like = argument.contains(['/', '\\']) || argument.starts_with('.');
        if path_like || !self.only_ids && path.join(PACK_FILE).is_file() {
            if path.join(PACK_FILE).is_file() {
                return Ok(Some(FoundPack { id: folder_name(path), place: PackPlace::Folder(path.to_owned()) }));
            }
            if !path.exists() {
                return Err(KitError::read(path, std::io::Error::from(std::io::ErrorKind::NotFound)));
            }
            return Err(KitError::NoPackFile { path: path.to_owned() });
        }
        Ok(None)
    }

    /// Returns the error for an id without a pack, with a suggestion.
    pub(crate) fn unknown<'i>(&self, id: &str, all: impl Iterator<Item = &'i str> + Clone) -> KitError {
        // The beginning of an id, or a word of it, is also accepted as a hint.
        let ids = || all.clone();
        let part =
            |whole: &dyn Fn(&str) -> bool| ids().filter(|known| id.len() > 2 && whole(known)).min_by_key(|k| k.len());
        let meant = nearest(id, ids()).or_else(|| part(&|known| known.starts_with(id)));
        let meant = meant.or_else(|| part(&|known| known.contains(id))).map(str::to_owned);
        KitError::NoPack { name: id.to_owned(), meant, looked: self.searched_places() }
    }

    /// Returns the places that are searched, in words.
    pub(crate) fn searched_places(&self) -> Vec<String> {
        let around = self.around.iter().filter(|folder| !self.folders.contains(folder));
        let folders = around.chain(&self.folders).map(|folder| folder.display().to_string());
        folders.chain(self.bundled.then(|| "the packs that come with the program".to_owned())).collect()
    }
}

/// Returns the folder that holds a pack, if the pack is a file or folder.
fn parent_folder_of(place: &PackPlace) -> Option<PathBuf> {
    match place {
        PackPlace::Folder(path) | PackPlace::Edited(path, _) | PackPlace::Archive(path) => Some(parent_folder(path)),
        PackPlace::Bundled | PackPlace::Library => None,
    }
}

/// Returns the folder that holds a file or folder, for any way to write the path of one that exists.
pub(crate) fn parent_folder(path: &Path) -> PathBuf {
    let folder = match (path.file_name(), path.parent()) {
        (Some(_), Some(parent)) => parent.to_owned(),
        // `.`, `..` and the like name no entry of their parent.
        _ => path.join(".."),
    };
    // `./content` is the folder `content`, which is searched in any case.
    let plain = folder.strip_prefix(".").map_or(folder.clone(), Path::to_owned);
    if plain.as_os_str().is_empty() { PathBuf::from(".") } else { plain }
}

/// Returns the packs that test the rule library. They are not games, so no other function finds them.
pub(crate) fn library_tests() -> Vec<FoundPack> {
    ids(LIBRARY).map(|id| FoundPack { id: id.to_owned(), place: PackPlace::Library }).collect()
}

/// Returns the ids of the packs of a table.
fn ids<'t>(table: &[(&'t str, &str)]) -> impl Iterator<Item = &'t str> {
    table.iter().filter_map(|(path, _)| path.strip_suffix(PACK_FILE)?.strip_suffix('/')).filter(|id| !id.contains('/'))
}

/// True if a path is that of an archive with another ending: a packed pack that a browser or a mail program has
/// renamed, or an archive of another program.
fn is_renamed_archive(path: &Path) -> bool {
    let begins_so =
        || files::read_beginning(path, ARCHIVE_BEGIN.len() as u64).is_ok_and(|begin| begin == ARCHIVE_BEGIN);
    path.extension().is_some() && path.is_file() && begins_so()
}
