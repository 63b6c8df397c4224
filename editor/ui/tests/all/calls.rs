//! Tests that files survive a kill at each system call that changes them: a pack being saved, its backups, the journal
//! of unsaved changes, and the settings. Files with a final name are complete, each finished step is saved or offered
//! for recovery, and the next start removes leftovers.
//!
//! `strace` runs this program once to list the calls, and then once for each call, at which it kills the program.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tilewright_editor::app::settings::EditorSettings;
use tilewright_editor_model::pack::document::{FileChange, PackDocument, left_behind};
use tilewright_editor_model::pack::home::Home;

/// Variables with the home of the process that is killed, and with the file in which it notes its progress.
const WORK: [&str; 2] = ["TILEWRIGHT_CALLS_HOME", "TILEWRIGHT_CALLS_SAID"];
/// System calls that change files.
const CALLS: &str = "openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,\
                     rmdir,mkdir,mkdirat,ftruncate,fchmod";
const TEST: &str = "calls::what_is_written_outlives_a_kill_at_every_call";

/// Files of a folder, by their paths within it.
type FolderTexts = BTreeMap<String, String>;

/// Starts like the editor, restores unsaved changes, changes a pack, saves it, changes it again, and writes settings.
/// `said` receives the texts after each step.
fn work(home: &Path, said: &mut dyn FnMut(&FolderTexts)) {
    let home = Home::from_folder(home);
    let folder = home.packs().join("pond");
    let mut document = PackDocument::open(&folder).unwrap();
    document.keep_journal(&home.journals());
    for left in left_behind(&home.journals()) {
        document.recover("restored", &left).unwrap();
        left.discard();
    }
    let texts =
        |document: &PackDocument| document.files().iter().map(|(p, t)| (p.to_string(), t.to_string())).collect();
    said(&texts(&document));
    let write = |path: &str, text: &str| FileChange::Write { path: path.into(), text: text.into() };
    document.apply("one", &[write("pack.ron", "Pack(id: \"pond\", title: \"One\")\n")]).unwrap();
    said(&texts(&document));
    let several = [write("tiles.ron", "Tiles([(id: \"A\")])\n"), write("note.md", "A note.\n")];
    document.apply("several", &several).unwrap();
    said(&texts(&document));
    document.undo();
    said(&texts(&document));
    document.redo();
    said(&texts(&document));
    document.save(Some(&home.backups())).unwrap();
    said(&texts(&document));
    document.apply("two", &[write("pack.ron", "Pack(id: \"pond\", title: \"Two\")\n")]).unwrap();
    said(&texts(&document));
    let mut settings = EditorSettings::read(&home);
    settings.remember(&folder);
    "Somebody".clone_into(&mut settings.author);
    settings.write(&home).unwrap();
    said(&texts(&document));
    // The document is dropped without being closed, as after a crash.
    drop(document);
}

/// Folder for the work, with the files that exist before it.
struct WorkFolder {
    home: PathBuf,
    said: PathBuf,
    trace: PathBuf,
}

impl WorkFolder {
    fn new() -> WorkFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-calls-{}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        let place = WorkFolder { home: folder.join("home"), said: folder.join("said"), trace: folder.join("trace") };
        place.begin();
        place
    }

    /// Restores the files to their state before the work.
    fn begin(&self) {
        drop((fs::remove_dir_all(&self.home), fs::remove_file(&self.said)));
        let folder = Home::from_folder(&self.home).packs().join("pond");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("pack.ron"), "Pack(id: \"pond\")\n").unwrap();
        fs::write(folder.join("tiles.ron"), "Tiles([])\n").unwrap();
        EditorSettings::default().write(&Home::from_folder(&self.home)).unwrap();
    }

    /// Runs the work in a separate process. `kill` is the call at which it is killed, and its number among equal calls.
    fn run(&self, kill: Option<(&str, usize)>) -> Output {
        drop(fs::remove_file(&self.said));
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-y", "-s", "0", "-o"]).arg(&self.trace).args(["-e", &format!("trace={CALLS}")]);
        if let Some((call, number)) = kill {
            command.args(["-e", &format!("inject={call}:signal=SIGKILL:when={number}")]);
        }
        command.arg(std::env::current_exe().unwrap()).args([TEST, "--exact", "--test-threads=1", "--quiet"]);
        command.env(WORK[0], &self.home).env(WORK[1], &self.said).output().unwrap()
    }

    /// Returns the texts that were noted after each step.
    fn read_notes(&self) -> Vec<FolderTexts> {
        let text = fs::read_to_string(&self.said).unwrap_or_default();
        text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Returns the calls that changed files of the home, each with its number among the calls of its kind and thread.
    fn calls(&self) -> Vec<(String, usize)> {
        let (trace, here) = (fs::read_to_string(&self.trace).unwrap(), self.home.display().to_string());
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut calls = Vec::new();
        for line in trace.lines() {
            let (thread, rest) = line.split_once(' ').unwrap();
            let Some((call, rest)) = rest.trim_start().split_once('(') else { continue };
            let count = counts.entry((thread, call)).or_default();
            *count += 1;
            let is_read = call == "openat" && !rest.contains("O_CREAT");
            if !is_read && rest.contains(&here) {
                calls.push((call.to_owned(), *count));
            }
        }
        calls
    }

    /// Returns all files of the home.
    fn files(&self) -> FolderTexts {
        let (mut open, mut files) = (vec![self.home.clone()], FolderTexts::new());
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&self.home).unwrap().display().to_string();
                    files.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
        files
    }
}

fn can_trace() -> bool {
    let ran = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).output();
    let can = ran.is_ok_and(|ran| ran.status.success());
    assert!(can || std::env::var_os("CI").is_none(), "strace is missing: install it, or allow it to trace programs");
    can
}

/// Checks that files are complete: those of the pack and of backups have a known text, and the settings can be read.
fn check_whole(files: &FolderTexts, states: &[FolderTexts], place: &str) {
    let first = EditorSettings::default();
    for (name, text) in files.iter().filter(|(name, _)| !name.contains(".tilewright-")) {
        let parts: Vec<&str> = name.split('/').collect();
        match parts[..] {
            ["packs", "pond", path] | ["backups", "pond", _, path] => {
                assert!(states.iter().any(|texts| texts.get(path) == Some(text)), "{place}: {name} is half: {text:?}");
            }
            ["settings.json"] => {
                let settings: EditorSettings =
                    serde_json::from_str(text).unwrap_or_else(|e| panic!("{place}: {name}: {e}"));
                assert!(settings == first || settings.author == "Somebody", "{place}: {name}");
            }
            // A journal may end in the middle of a line; the loss that this causes is checked below.
            ["unsaved", _] => {}
            _ => panic!("{place}: {name} is left"),
        }
    }
}

#[test]
fn what_is_written_outlives_a_kill_at_every_call() {
    if let [Some(home), Some(said)] = WORK.map(std::env::var_os) {
        let mut said = OpenOptions::new().append(true).create(true).open(said).unwrap();
        return work(home.as_ref(), &mut |texts| {
            said.write_all((serde_json::to_string(texts).unwrap() + "\n").as_bytes()).unwrap();
        });
    }
    if !can_trace() {
        return;
    }
    let place = WorkFolder::new();
    let whole = place.run(None);
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stdout));
    let (states, calls) = (place.read_notes(), place.calls());
    assert!(states.len() == 8 && calls.len() > 30, "{} states, {} calls", states.len(), calls.len());
    let after = place.files();
    check_whole(&after, &states, "not killed");
    for (call, number) in &calls {
        place.begin();
        let killed = place.run(Some((call, *number)));
        let what = format!("killed at {call} {number}");
        assert_eq!(killed.status.signal(), Some(9), "{what}: {}", String::from_utf8_lossy(&killed.stdout));
        let done = place.read_notes().len();
        check_whole(&place.files(), &states, &what);
        // The next start has all finished steps, and possibly the one in progress.
        let again = place.run(None);
        assert!(again.status.success(), "{what}, then again: {}", String::from_utf8_lossy(&again.stdout));
        let restored = &place.read_notes()[0];
        let known = &states[done.saturating_sub(1)..states.len().min(done + 1)];
        assert!(known.contains(restored), "{what} after {done} steps: {restored:?}");
        let files = place.files();
        check_whole(&files, &states, &what);
        let left: Vec<_> = files.keys().filter(|name| name.contains(".tilewright-")).collect();
        assert!(left.is_empty(), "{what}: {left:?} stay");
        // The saved files equal those of a run that is not killed. Journals and backups have unique names.
        let saved = |files: &FolderTexts| -> FolderTexts {
            let is_saved = |name: &String| name.starts_with("packs/") || name == "settings.json";
            files.iter().filter(|(name, _)| is_saved(name)).map(|(n, t)| (n.clone(), t.clone())).collect()
        };
        assert_eq!(saved(&files), saved(&after), "{what}");
        assert_eq!(files.keys().filter(|name| name.starts_with("unsaved/")).count(), 1, "{what}: one journal");
    }
    println!("{} kills", calls.len());
    drop(fs::remove_dir_all(place.home.parent().unwrap()));
}
