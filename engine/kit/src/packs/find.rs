//! Finding packs: a path to a folder or an archive, or an id that is looked up in folders and in the binary.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use semver::Version;

use tilewright_core::diag::nearest;

use crate::error::KitError;
use crate::files::{self, home};
use crate::packs::archive::{self, Archive};
use crate::packs::choose::Here;
use crate::packs::versions::Need;

/// Packs in the binary: path below `content/`, text.
const BUNDLED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The invented packs in the binary that test the rule library: path below `scripts/tests/`, text.
const LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The environment variable that names further folders of packs.
pub const PACKS_VARIABLE: &str = "TILEWRIGHT_PACKS";

/// The file that makes a folder a pack.
pub const PACK_FILE: &str = "pack.ron";

pub use tilewright_pack::PackFiles;

/// Where a pack comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PackPlace {
    /// A folder.
    Folder(PathBuf),
    /// A folder whose files somebody is editing: as they stand there now, saved or not.
    Edited(PathBuf, PackFiles),
    /// An archive, which is read as it is.
    Archive(PathBuf),
    /// The binary.
    Bundled,
    /// The binary, among the tests of the rule library: found by [`library_tests`] only.
    Library,
}

impl PackPlace {
    /// The folder that somebody works in, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            PackPlace::Folder(folder) | PackPlace::Edited(folder, _) => Some(folder),
            PackPlace::Archive(_) | PackPlace::Bundled | PackPlace::Library => None,
        }
    }
}

/// A pack that was found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    /// Its id: the name of its folder, or what its archive says.
    pub id: String,
    /// Where it is.
    pub place: PackPlace,
}

impl Found {
    /// Reads its files.
    ///
    /// # Errors
    /// A file cannot be read or is not text.
    pub fn read(&self) -> Result<PackFiles, KitError> {
        match &self.place {
            PackPlace::Folder(folder) => {
                let mut reader = Reader::default();
                reader.folder(folder, "")?;
                Ok(reader.files)
            }
            PackPlace::Edited(_, files) => Ok(files.clone()),
            PackPlace::Archive(file) => Ok(Archive::open(file)?.files),
            PackPlace::Bundled => Ok(self.of_table(BUNDLED)),
            PackPlace::Library => Ok(self.of_table(LIBRARY)),
        }
    }

    /// Everything that belongs to it, as an archive has it.
    ///
    /// # Errors
    /// A file cannot be read, or cannot be in an archive.
    pub fn archive(&self) -> Result<Archive, KitError> {
        let picture = match &self.place {
            PackPlace::Archive(file) => return Archive::open(file),
            PackPlace::Folder(folder) | PackPlace::Edited(folder, _) => {
                Some(folder.join(archive::PICTURE)).filter(|path| path.is_file())
            }
            PackPlace::Bundled | PackPlace::Library => None,
        };
        let picture = picture.map(|path| files::read(&path, archive::PICTURE_BYTES as u64)).transpose()?;
        let path = || PathBuf::from(self.shown());
        let mut files = self.read()?;
        files.retain(|path, _| archive::belongs(path));
        Archive::of(&self.id, &files, picture).map_err(|error| KitError::Archive { path: path(), error })
    }

    fn of_table(&self, table: &[(&str, &str)]) -> PackFiles {
        let own = |path: &str| path.strip_prefix(&*self.id)?.strip_prefix('/').map(Arc::from);
        table.iter().filter_map(|&(path, text)| Some((own(path)?, text.into()))).collect()
    }

    /// What people are shown before the path of a file of the pack.
    pub fn shown(&self) -> String {
        match &self.place {
            PackPlace::Folder(path) | PackPlace::Edited(path, _) | PackPlace::Archive(path) => {
                path.display().to_string().replace('\\', "/")
            }
            PackPlace::Bundled => self.id.clone(),
            PackPlace::Library => format!("scripts/tests/{}", self.id),
        }
    }
}

/// A pack, and where it stands among those of its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The pack.
    pub found: Found,
    /// Its version, if it is an archive: others are not opened for it.
    pub version: Option<Version>,
    /// Of several of one id the lowest is meant: what somebody works on, then what was installed, then what comes with
    /// the program.
    pub rank: u32,
}

/// Looks for packs.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    /// Folders that hold packs, in the order in which they are looked at.
    folders: Vec<PathBuf>,
    bundled: bool,
    /// The pack whose files name others: its id means itself, and names are ids, never folders.
    own: Option<Found>,
}

impl Finder {
    /// Looks nowhere.
    pub fn nowhere() -> Finder {
        Finder::default()
    }

    /// Looks in `./content`, in the folders that [`PACKS_VARIABLE`] names, among the packs that were installed, and in the
    /// binary. What somebody works on goes before what was installed, and that before what comes with the program.
    pub fn standard() -> Finder {
        Finder::with_installed(home::packs())
    }

    /// The same for somebody whose installed packs are in this folder.
    pub fn with_installed(packs: PathBuf) -> Finder {
        let mut finder = Finder { folders: vec![PathBuf::from("content")], bundled: true, own: None };
        if let Some(more) = std::env::var_os(PACKS_VARIABLE) {
            finder.folders.extend(std::env::split_paths(&more));
        }
        finder.folders.push(packs);
        finder
    }

    /// Looks in the binary only.
    pub fn bundled() -> Finder {
        Finder { folders: Vec::new(), bundled: true, own: None }
    }

    /// Looks in a folder of packs before anywhere else.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Finder {
        self.folders.insert(0, folder.into());
        self
    }

    /// Looks for what the files of a pack name: the pack itself under its id, wherever it lies, then its neighbours,
    /// then as before. A folder of that name where the program runs is not meant.
    #[must_use]
    pub fn of_pack(&self, pack: &Found) -> Finder {
        let mut finder = self.clone();
        if let PackPlace::Folder(path) | PackPlace::Edited(path, _) | PackPlace::Archive(path) = &pack.place {
            finder = path.parent().map_or(self.clone(), |parent| finder.with_folder(parent));
        }
        finder.own = Some(pack.clone());
        finder
    }

    /// All packs that are found by their ids, sorted; of several with one id the first that is looked at, and of several
    /// archives in one folder the latest version.
    ///
    /// # Errors
    /// A folder that exists cannot be read.
    pub fn list(&self) -> Result<Vec<Found>, KitError> {
        let mut packs: BTreeMap<String, PackPlace> = BTreeMap::new();
        for Ranked { found, .. } in self.all()? {
            packs.entry(found.id).or_insert(found.place);
        }
        Ok(packs.into_iter().map(|(id, place)| Found { id, place }).collect())
    }

    /// All packs, in the order in which they are looked at.
    ///
    /// # Errors
    /// A folder that exists cannot be read.
    pub fn all(&self) -> Result<Vec<Ranked>, KitError> {
        let plain = |found: Found, rank: u32| Ranked { found, version: None, rank };
        let mut packs: Vec<Ranked> = self.own.iter().map(|own| plain(own.clone(), 0)).collect();
        let ranks = (1u32..).step_by(2);
        for (folder, rank) in self.folders.iter().zip(ranks).filter(|(folder, _)| folder.is_dir()) {
            let mut archives = Vec::new();
            for entry in std::fs::read_dir(folder).map_err(|e| KitError::read(folder, e))? {
                let path = entry.map_err(|e| KitError::read(folder, e))?.path();
                if path.join(PACK_FILE).is_file() {
                    packs.push(plain(Found { id: folder_name(&path), place: PackPlace::Folder(path) }, rank));
                } else if is_archive(&path) {
                    let (id, version) = archive_name(&path);
                    let found = Found { id, place: PackPlace::Archive(path) };
                    archives.push(Ranked { found, version, rank: rank + 1 });
                }
            }
            archives.sort_by(|a, b| b.version.cmp(&a.version).then_with(|| a.found.cmp(&b.found)));
            packs.extend(archives);
        }
        if self.bundled {
            let bundled = ids(BUNDLED).map(|id| Found { id: id.to_owned(), place: PackPlace::Bundled });
            packs.extend(bundled.map(|found| plain(found, u32::MAX)));
        }
        Ok(packs)
    }

    /// Finds the pack that an argument means: a path to its folder or archive, or its id, with or without `@` and a
    /// version or a range of versions.
    ///
    /// # Errors
    /// There is no such pack, or not in such a version, or a folder cannot be read.
    pub fn find(&self, argument: &str) -> Result<Found, KitError> {
        if let Some(found) = self.at_path(argument)? {
            return Ok(found);
        }
        let mut here = Here::of(self)?;
        let number = here.pick(self, argument)?;
        Ok(here.found(number).clone())
    }

    /// What an argument asks for that is not a path.
    ///
    /// # Errors
    /// What stands after its `@` is neither a version nor a range of versions.
    pub(crate) fn request(&self, argument: &str) -> Result<Need, KitError> {
        let (id, range) = argument.split_once('@').map_or((argument, None), |(id, range)| (id, Some(range)));
        // Folders may bear names that no id can be: they are found, and their heads say what is wrong.
        let any = || Need { id: id.to_owned(), ..Need::any("") };
        match range {
            None => Ok(any()),
            Some(range) => match Need::typed(&format!("x@{range}")) {
                Some(need) => Ok(Need { id: id.to_owned(), ..need }),
                None => Err(KitError::NoRange { text: argument.to_owned() }),
            },
        }
    }

    /// The pack that an argument means as a path, if it is one.
    ///
    /// # Errors
    /// There is no pack at the path.
    pub(crate) fn at_path(&self, argument: &str) -> Result<Option<Found>, KitError> {
        let path = Path::new(argument);
        if (is_archive(path) || is_renamed_archive(path)) && self.own.is_none() {
            return Ok(Some(Found { id: Archive::manifest_in(path)?.id, place: PackPlace::Archive(path.to_owned()) }));
        }
        let path_like = argument.contains(['/', '\\']) || argument.starts_with('.');
        if path_like || self.own.is_none() && path.join(PACK_FILE).is_file() {
            if path.join(PACK_FILE).is_file() {
                return Ok(Some(Found { id: folder_name(path), place: PackPlace::Folder(path.to_owned()) }));
            }
            if !path.exists() {
                return Err(KitError::read(path, std::io::Error::from(std::io::ErrorKind::NotFound)));
            }
            return Err(KitError::NoPackFile { path: path.to_owned() });
        }
        Ok(None)
    }

    /// There is no pack of an id.
    pub(crate) fn unknown<'i>(&self, id: &str, all: impl Iterator<Item = &'i str> + Clone) -> KitError {
        // A beginning, or a word of a longer id, is meant as well.
        let ids = || all.clone();
        let part =
            |whole: &dyn Fn(&str) -> bool| ids().filter(|known| id.len() > 2 && whole(known)).min_by_key(|k| k.len());
        let meant = nearest(id, ids()).or_else(|| part(&|known| known.starts_with(id)));
        let meant = meant.or_else(|| part(&|known| known.contains(id))).map(str::to_owned);
        KitError::NoPack { name: id.to_owned(), meant, looked: self.looked() }
    }

    fn looked(&self) -> Vec<String> {
        let bundled = self.bundled.then(|| "the packs that come with the program".to_owned());
        self.folders.iter().map(|f| f.display().to_string()).chain(bundled).collect()
    }
}

/// The packs that test the rule library. They are not games, so nothing else finds them.
pub fn library_tests() -> Vec<Found> {
    ids(LIBRARY).map(|id| Found { id: id.to_owned(), place: PackPlace::Library }).collect()
}

/// The ids of the packs of a table.
fn ids<'t>(table: &[(&'t str, &str)]) -> impl Iterator<Item = &'t str> {
    table.iter().filter_map(|(path, _)| path.strip_suffix(PACK_FILE)?.strip_suffix('/')).filter(|id| !id.contains('/'))
}

/// Whether a path is that of an archive that is there.
fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == archive::ENDING) && path.is_file()
}

/// True if a path is that of a packed pack that browsers or mail programs have given the ending of its form.
fn is_renamed_archive(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"))
        && path.is_file()
        && Archive::manifest_in(path).is_ok()
}

/// The id and version of the pack in an archive. One that cannot be read is found by its name, so that it is told why.
fn archive_name(path: &Path) -> (String, Option<Version>) {
    match Archive::manifest_in(path) {
        Ok(manifest) => (manifest.id, Version::parse(&manifest.version).ok()),
        Err(_) => {
            let name = path.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default();
            (name.split('-').next().unwrap_or_default().to_owned(), None)
        }
    }
}

fn folder_name(path: &Path) -> String {
    let named = path.canonicalize().ok();
    let name = named.as_deref().unwrap_or(path).file_name();
    name.map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// Deepest folder of a pack that is read.
const MAX_DEPTH: usize = 6;

/// Bytes of the texts of a pack that are read; what may be in a file is said by the format of packs.
const MAX_BYTES: u64 = 64 << 20;

/// Entries of the folders of a pack that are looked at, those that are not texts among them.
const MAX_ENTRIES: usize = 20_000;

/// Reads the texts of a pack. Nothing outside of its folder is read, whatever links say, and nothing that is not an ordinary
/// file is opened.
#[derive(Default)]
struct Reader {
    files: PackFiles,
    /// The folders that lead to the one that is read, without links; the first is that of the pack.
    above: Vec<PathBuf>,
    bytes: u64,
    entries: usize,
    /// The largest file so far.
    largest: (u64, PathBuf),
}

impl Reader {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), KitError> {
        let real = folder.canonicalize().map_err(|e| KitError::read(folder, e))?;
        if self.above.iter().any(|above| above.starts_with(&real)) {
            return Err(KitError::Circle { path: folder.to_owned() });
        }
        if self.above.len() > MAX_DEPTH {
            return Err(KitError::TooDeep { path: folder.to_owned() });
        }
        self.above.push(real);
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|e| KitError::read(folder, e))? {
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                return Err(KitError::TooMany { path: folder.to_owned(), most: MAX_ENTRIES });
            }
            paths.push(entry.map_err(|e| KitError::read(folder, e))?.path());
        }
        // Always the same one of several errors.
        paths.sort();
        for path in paths {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if !name.starts_with('.') {
                self.entry(&path, &name, prefix)?;
            }
        }
        self.above.pop();
        Ok(())
    }

    fn entry(&mut self, path: &Path, name: &str, prefix: &str) -> Result<(), KitError> {
        let failed = |error| KitError::read(path, error);
        let mut there = std::fs::symlink_metadata(path).map_err(failed)?;
        if there.is_symlink() {
            match self.behind(path) {
                Ok(behind) => there = behind,
                // What leads nowhere is in nobody's way unless it should be read.
                Err(KitError::Read { .. }) if !is_text(name) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        if there.is_dir() {
            if is_text(name) {
                return Err(failed(std::io::Error::new(
                    std::io::ErrorKind::IsADirectory,
                    "it is a folder with the name of a file",
                )));
            }
            return self.folder(path, &format!("{prefix}{name}/"));
        }
        if !is_text(name) {
            return Ok(());
        }
        let left = MAX_BYTES - self.bytes;
        let text = match files::read_text(path, left) {
            Err(KitError::TooLarge { .. }) => {
                let size = there.len().max(left + 1);
                let (bytes, largest) = (size, path.to_owned()).max(std::mem::take(&mut self.largest));
                return Err(KitError::PackTooLarge { path: self.root(), most: MAX_BYTES, largest, bytes });
            }
            read => read?,
        };
        let size = text.len() as u64;
        self.bytes += size;
        if size > self.largest.0 {
            self.largest = (size, path.to_owned());
        }
        self.files.insert(format!("{prefix}{name}").into(), text.into());
        Ok(())
    }

    /// What a link leads to, if that lies in the folder of the pack.
    fn behind(&self, link: &Path) -> Result<std::fs::Metadata, KitError> {
        let failed = |error| KitError::read(link, error);
        let root = self.root();
        let outside = |to: PathBuf| KitError::Outside { path: link.to_owned(), to };
        // One that names another place as a whole is not even looked up: it may be on another machine.
        let said = std::fs::read_link(link).map_err(failed)?;
        if said.is_absolute() && !said.starts_with(&root) {
            return Err(outside(said));
        }
        let real = link.canonicalize().map_err(failed)?;
        if !real.starts_with(&root) && !root.starts_with(&real) {
            return Err(outside(real));
        }
        std::fs::metadata(link).map_err(failed)
    }

    /// The folder of the pack, without links.
    fn root(&self) -> PathBuf {
        self.above.first().cloned().unwrap_or_default()
    }
}

/// The files of a pack that are read as texts; pictures and the like stay where they are. Data and rules whose ending has
/// capital letters are among them, so that they are reported.
fn is_text(name: &str) -> bool {
    let is_data = |name: &str| [".ron", ".lua", ".json", ".jsonl"].iter().any(|end| name.ends_with(end));
    archive::is_text(name) || is_data(&name.to_lowercase())
}
