//! Finds problems in the state folder: damaged or unreadable files, wrong permissions, old versions, little space.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_kit::files;
use tilewright_kit::files::draft::check_writable;
use tilewright_kit::games::running::is_damaged;
use tilewright_kit::packs::archive::{Archive, ENDING};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::records::json::read_records;
use tilewright_share::install::Client;
use tilewright_share::shelf::Shelves;
use tilewright_share::store::Store;
use tilewright_share::web::Patience;

use super::areas::Inventory;

/// Free space below which saving may fail, in bytes.
const LITTLE_SPACE: u64 = 100 << 20;

/// Maximum size of a text that is checked, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Problem or note about the state folder.
pub(super) struct Finding {
    /// Stable code of the problem, for programs.
    pub(super) code: &'static str,
    /// File or folder with the problem.
    pub(super) path: PathBuf,
    /// Description of the problem.
    pub(super) what: String,
    /// Suggestion for a solution.
    pub(super) hint: String,
    /// True for a note, which is not a problem.
    pub(super) is_note: bool,
}

/// Checks of a state folder and their findings.
pub(super) struct Checks<'a> {
    home: &'a Path,
    found: Vec<Finding>,
}

impl Checks<'_> {
    /// Runs all checks and returns the findings, problems first.
    pub(super) fn run(home: &Path, inventory: &Inventory, free: Option<u64>) -> Vec<Finding> {
        let mut checks = Checks { home, found: Vec::new() };
        for (path, error) in &inventory.unreadable {
            checks.problem("unreadable", path, format!("cannot be read: {error}"), "check its permissions");
        }
        checks.permissions(inventory);
        checks.texts();
        checks.packs();
        checks.shelves();
        if let Some(free) = free.filter(|free| *free < LITTLE_SPACE) {
            let what = format!("has only {} MB of free space", free >> 20);
            checks.problem(
                "little_space",
                home,
                what,
                "free some space on that disk, or set TILEWRIGHT_HOME to another folder",
            );
        }
        // A file that cannot be read is not reported as damaged as well.
        let unreadable: Vec<&PathBuf> = inventory.unreadable.iter().map(|(path, _)| path).collect();
        checks.found.retain(|found| found.code == "unreadable" || !unreadable.contains(&&found.path));
        checks.found.sort_by_key(|found| found.is_note);
        checks.found
    }

    fn problem(&mut self, code: &'static str, path: &Path, what: impl Into<String>, hint: impl Into<String>) {
        let (path, what, hint) = (path.to_owned(), what.into(), hint.into());
        self.found.push(Finding { code, path, what, hint, is_note: false });
    }

    /// Checks that folders can be written, and that only the owner can read the key.
    fn permissions(&mut self, inventory: &Inventory) {
        let is_near = |folder: &&PathBuf| *folder == self.home || folder.parent() == Some(self.home);
        let near: Vec<&PathBuf> = inventory.folders.iter().filter(is_near).collect();
        for folder in near {
            // Permissions do not show everything that a system forbids, so this writes a file.
            if let Err(error) = check_writable(folder) {
                self.problem(
                    "read_only",
                    folder,
                    format!("cannot be written: {error}"),
                    "check the permissions of the folder",
                );
            }
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let key = self.home.join("key");
            if key.metadata().is_ok_and(|data| data.permissions().mode() & 0o077 != 0) {
                let hint = format!("run `chmod 600 {}`", crate::faulted::quote_for_shell(&key.display().to_string()));
                self.problem("open_key", &key, "can be read by others", hint);
            }
        }
    }

    /// Reads the JSON files, the files with lines of JSON, and the key.
    fn texts(&mut self) {
        let settings = self.home.join("settings.json");
        if settings.is_file() && read_json(&settings).is_none() {
            self.problem("damaged", &settings, "is damaged", "remove it; the editor then uses its default settings");
        }
        for path in files_in(&self.home.join("games"), "jsonl") {
            if is_damaged(&path) {
                self.problem(
                    "damaged",
                    &path,
                    "is not a game that this version can read",
                    "move it elsewhere, or remove it",
                );
            }
        }
        for path in files_in(&self.home.join("unsaved"), "jsonl") {
            let first = files::read_text(&path, MOST_BYTES).ok().map(|text| text.lines().next().map(str::to_owned));
            let is_whole = match first {
                Some(Some(line)) => serde_json::from_str::<serde_json::Value>(&line).is_ok(),
                // An empty file is not damaged; it is among the removable files.
                other => other.is_some(),
            };
            if !is_whole {
                self.problem(
                    "damaged",
                    &path,
                    "is damaged: its unsaved changes cannot be restored",
                    "keep a copy, then remove it",
                );
            }
        }
        for path in files_in(&self.home.join("stopped"), "json") {
            let records = files::read_text(&path, MOST_BYTES).map(|text| read_records(&text));
            if !records.is_ok_and(|records| records.iter().all(Result::is_ok)) {
                self.problem("damaged", &path, "is not a record that this version can read", "remove it");
            }
        }
        let key = self.home.join("key");
        // The key may have a password, so only its lines are counted.
        let is_whole = || files::read_text(&key, MOST_BYTES).is_ok_and(|text| text.lines().count() >= 2);
        if key.is_file() && !is_whole() {
            self.problem(
                "damaged",
                &key,
                "is not a key",
                "replace it by your copy; without one, see `tilewright key --help`",
            );
        }
    }

    /// Reads the installed packs, and the list of their authors.
    fn packs(&mut self) {
        let folder = self.home.join("packs");
        for path in files_in(&folder, ENDING) {
            let archive = files::read(&path, MOST_BYTES).map(|bytes| Archive::read(&bytes));
            match archive {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => {
                    let what = format!("is a damaged pack: {error}");
                    self.problem("damaged", &path, what, "remove it, and install the pack again");
                }
                Err(error) => self.problem("unreadable", &path, error.to_string(), "check its permissions"),
            }
        }
        let client = Client::new(self.home, Finder::nowhere(), Patience::default());
        if let Err(error) = client.memory_of("") {
            let hint = "replace it by a copy; without one, a changed key of an author goes unnoticed";
            self.problem("damaged", &folder.join(".authors.json"), error.to_string(), hint);
        }
        let mut newest = BTreeMap::new();
        for pack in Store::new(&folder).list().unwrap_or_default() {
            let id = pack.manifest.id.clone();
            let Some(newer) = newest.get(&id) else {
                newest.insert(id, pack.version);
                continue;
            };
            let (what, version) = (format!("is an older version: {newer} is also installed"), &pack.version);
            let hint = format!("`tilewright remove {id}@{version}` removes it, if no saved game needs it");
            self.found.push(Finding { code: "old_version", path: pack.path, what, hint, is_note: true });
        }
    }

    fn shelves(&mut self) {
        let shelves = Shelves::new(self.home.join("shelves"), Patience::default());
        for name in shelves.names().unwrap_or_default() {
            if let Err(error) = shelves.cached_state(&name) {
                let hint = format!("`tilewright shelf remove {name}`, then add it again");
                self.problem("damaged", &self.home.join("shelves").join(&name), error.to_string(), hint);
            }
        }
    }
}

fn read_json(path: &Path) -> Option<serde_json::Value> {
    serde_json::from_str(&files::read_text(path, MOST_BYTES).ok()?).ok()
}

/// Returns the files of a folder with an ending, sorted.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.is_file() && path.extension().is_some_and(|end| end == ending)).collect();
    paths.sort();
    paths
}
