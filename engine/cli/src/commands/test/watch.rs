//! `tilewright test --watch`: runs the tests again whenever a file of the packs is saved.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tilewright_kit::packs::load::{Request, load};

use super::{TestArgs, run_once, unread};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::FAINT;

/// Time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);

/// Sizes and times of files.
type FileStates = BTreeMap<PathBuf, (u64, SystemTime)>;

/// Runs the tests, and again whenever a file changes in the folders of the packs or of packs that they need. Ends when
/// the program is stopped, or if the packs are not found at first.
pub(super) fn run(args: &TestArgs, packs: &[String], cx: &mut Context) -> Result<Exit, Failure> {
    let mut folders = folders(packs, cx)?;
    if folders.is_empty() {
        return Err(Failure::usage("no pack is a folder, so there is nothing to watch")
            .hint("name the path of a folder, or copy a pack with `tilewright new NAME --copy PACK`"));
    }
    let mut seen = states(&folders);
    loop {
        if let Err(failure) = run_once(args, packs, cx) {
            unread("", &failure, false, cx)?;
        }
        writeln!(cx.out, "{FAINT}Watching {}; press Ctrl+C to stop.{FAINT:#}", names(&folders))?;
        cx.out.flush()?;
        seen = next_states(&folders, seen);
        cx.out.clear()?;
        // A change can need further packs.
        if let Ok(found) = self::folders(packs, cx) {
            folders = found;
            seen = states(&folders);
        }
    }
}

/// Waits until files have changed and stay unchanged for a moment, because some programs save in several steps. Returns
/// the new states.
fn next_states(folders: &[PathBuf], seen: FileStates) -> FileStates {
    loop {
        std::thread::sleep(PAUSE);
        let now = states(folders);
        if now != seen {
            std::thread::sleep(PAUSE);
            if states(folders) == now {
                return now;
            }
        }
    }
}

/// Returns the folders of the packs and of packs that they need.
fn folders(packs: &[String], cx: &Context) -> Result<Vec<PathBuf>, Failure> {
    let mut folders = Vec::new();
    for pack in packs {
        folders.extend(cx.finder.find(pack)?.place.folder().map(Path::to_owned));
        if let Ok(loaded) = load(&cx.finder, &Request::new([pack])) {
            folders.extend(loaded.places.values().filter_map(|found| Some(found.place.folder()?.to_owned())));
        }
    }
    folders.sort();
    folders.dedup();
    Ok(folders)
}

fn names(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn states(folders: &[PathBuf]) -> FileStates {
    let mut states = FileStates::new();
    for folder in folders {
        add_states(folder, &mut states);
    }
    states
}

/// Adds the files in a folder and its subfolders. A file that is absent for a moment is left out.
fn add_states(folder: &Path, states: &mut FileStates) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            add_states(&entry.path(), states);
        } else if let Ok(data) = entry.metadata()
            && let Ok(time) = data.modified()
        {
            states.insert(entry.path(), (data.len(), time));
        }
    }
}
