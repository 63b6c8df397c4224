//! Lists the contents of the state folder by area, and the files that can be removed.

use std::fs::File;
use std::path::{Path, PathBuf};

use tilewright_kit::files::draft::leftovers;

/// Maximum depth of nested folders; deeper folders are skipped.
const MOST_DEPTH: u32 = 12;

/// File or folder in the state folder with a known purpose.
pub(super) struct StateArea {
    /// Name in the state folder; never changes between versions.
    pub(super) name: &'static str,
    /// Short description of the content.
    pub(super) about: &'static str,
    /// Reason why its files can be removed; `None` if they must stay.
    pub(super) removable: Option<&'static str>,
}

const fn permanent_area(name: &'static str, about: &'static str) -> StateArea {
    StateArea { name, about, removable: None }
}

const fn removable(name: &'static str, about: &'static str, why: &'static str) -> StateArea {
    StateArea { name, about, removable: Some(why) }
}

/// All areas, in the order of the output.
pub(super) const AREAS: &[StateArea] = &[
    permanent_area("games", "unfinished games, and the most recent finished ones"),
    permanent_area("unsaved", "unsaved changes of packs"),
    permanent_area("backups", "backups of saved packs"),
    permanent_area("packs", "installed packs, and your own"),
    permanent_area("replaced", "packs that were replaced by others"),
    permanent_area("shelves", "shelves that you added"),
    permanent_area("key", "your key"),
    permanent_area("key.spare", "the public part of your spare key"),
    permanent_area("settings.json", "settings of the editor"),
    permanent_area("languages", "further languages of the editor"),
    permanent_area("outbox", "files for others"),
    removable("stopped", "games that a rule stopped", "a game that a rule stopped"),
    removable("faults", "reports of faults of this program", "a report of a fault"),
    removable("changes", "results of tests", "results of tests, which are recomputed when needed"),
    removable("sources", "copies of rules for other editors", "a copy of rules, which is written again when needed"),
    removable("downloads", "incomplete downloads of packs", "an incomplete download, which is repeated when needed"),
];

/// Space that one area uses.
pub(super) struct Usage {
    /// The area; `None` for files that are not of this program.
    pub(super) area: Option<&'static StateArea>,
    pub(super) files: u64,
    /// Total size of the files, in bytes.
    pub(super) bytes: u64,
}

/// File or folder that can be removed.
pub(super) struct Removable {
    pub(super) path: PathBuf,
    /// Size in bytes, including everything inside.
    pub(super) bytes: u64,
    /// Reason why it can be removed.
    pub(super) why: &'static str,
    /// True if a killed program left it behind while writing.
    pub(super) is_leftover: bool,
}

/// Contents of a state folder.
#[derive(Default)]
pub(super) struct Inventory {
    /// Areas that exist.
    pub(super) used: Vec<Usage>,
    /// Files and folders that can be removed.
    pub(super) removable: Vec<Removable>,
    /// Folders and files that cannot be read, with the errors.
    pub(super) unreadable: Vec<(PathBuf, std::io::Error)>,
    /// All folders that were visited.
    pub(super) folders: Vec<PathBuf>,
}

impl Inventory {
    /// Collects everything in a folder.
    pub(super) fn collect(home: &Path) -> Inventory {
        let mut all = Inventory::default();
        all.folders.push(home.to_owned());
        all.note_leftovers(home);
        let mut others = Usage { area: None, files: 0, bytes: 0 };
        for path in all.entries(home) {
            let name = path.file_name().unwrap_or_default();
            if all.is_removable(&path) {
                continue;
            }
            match AREAS.iter().find(|area| name == area.name) {
                Some(area) => {
                    let (files, bytes) = all.walk(&path, area.removable, 0);
                    all.used.push(Usage { area: Some(area), files, bytes });
                }
                None => {
                    let (files, bytes) = all.walk(&path, None, 0);
                    (others.files, others.bytes) = (others.files + files, others.bytes + bytes);
                }
            }
        }
        let place = |usage: &Usage| AREAS.iter().position(|area| usage.area.is_some_and(|own| own.name == area.name));
        all.used.sort_by_key(place);
        all.used.push(others);
        all.used.retain(|usage| usage.files > 0);
        all
    }

    /// Returns the total size in bytes, including leftovers.
    pub(super) fn bytes(&self) -> u64 {
        let left = self.removable.iter().filter(|one| one.is_leftover).map(|one| one.bytes);
        self.used.iter().map(|usage| usage.bytes).chain(left).sum()
    }

    fn is_removable(&self, path: &Path) -> bool {
        self.removable.iter().any(|one| one.path == path)
    }

    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
                paths.sort();
                paths
            }
            Err(error) => {
                self.unreadable.push((folder.to_owned(), error));
                Vec::new()
            }
        }
    }

    fn note_leftovers(&mut self, folder: &Path) {
        for path in leftovers(folder) {
            let bytes = size(&path, 0);
            self.removable.push(Removable { path, bytes, why: "left by a program that was killed", is_leftover: true });
        }
    }

    /// Counts the files and bytes below a path, and collects the files that can be removed.
    fn walk(&mut self, path: &Path, why: Option<&'static str>, depth: u32) -> (u64, u64) {
        let Ok(data) = path.symlink_metadata() else { return (0, 0) };
        if !data.is_dir() {
            if data.is_file() {
                self.look_at(path, data.len(), why);
            }
            return (1, data.len());
        }
        if depth > MOST_DEPTH {
            return (0, 0);
        }
        self.folders.push(path.to_owned());
        self.note_leftovers(path);
        let (mut files, mut bytes) = (0, 0);
        for entry in self.entries(path) {
            if self.is_removable(&entry) {
                continue;
            }
            let (more, size) = self.walk(&entry, why, depth + 1);
            (files, bytes) = (files + more, bytes + size);
        }
        (files, bytes)
    }

    fn look_at(&mut self, path: &Path, bytes: u64, why: Option<&'static str>) {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) => return self.unreadable.push((path.to_owned(), error)),
        };
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_locked = || matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock));
        let why = match (why, ending) {
            (Some(why), _) => Some(why),
            // The editor removes such a file at its next start.
            (None, "aside") => Some("a game that you removed"),
            (None, "jsonl") if bytes == 0 && !is_locked() => Some("empty"),
            _ => None,
        };
        if let Some(why) = why {
            self.removable.push(Removable { path: path.to_owned(), bytes, why, is_leftover: false });
        }
    }
}

/// Returns the size of a file, or of all files in a folder, in bytes.
fn size(path: &Path, depth: u32) -> u64 {
    let Ok(data) = path.symlink_metadata() else { return 0 };
    if !data.is_dir() {
        return data.len();
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    if depth > MOST_DEPTH { 0 } else { entries.map(|entry| size(&entry.path(), depth + 1)).sum() }
}
