//! Stores unsaved changes in a journal, so that no crash loses them. Every step is appended as one line of JSON as soon
//! as it is made. A killed process loses nothing, since the system already has the bytes, and a step that changes
//! several files is stored completely or not at all. The program that writes a journal keeps it locked; an unlocked
//! journal was left behind.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::TryLockError;
use std::hash::Hasher as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_kit::error::KitError;
use tilewright_kit::files::{self, Lines};

use super::disk;
use super::history::Delta;
use tilewright_language::change::{FileChange, Splice};
use tilewright_language::pack_texts::FileTexts;

/// Entry of a journal. Each line is a list of entries that belong to one step.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum JournalEntry {
    /// Folder of the pack, as the first entry of each journal.
    Pack { folder: PathBuf },
    /// Text of a file before its first splice; `None` if it did not exist.
    Base { path: Arc<str>, text: Option<Arc<str>> },
    /// Change within a file.
    Splice { path: Arc<str>, at: usize, removed: String, inserted: String },
    /// Text of a whole file; `None` if the file was removed.
    Whole { path: Arc<str>, text: Option<Arc<str>> },
}

impl JournalEntry {
    /// Returns the change that the entry describes; `None` if it only records the state before the step.
    fn change(&self) -> Option<FileChange> {
        match self {
            JournalEntry::Pack { .. } | JournalEntry::Base { .. } => None,
            JournalEntry::Splice { path, at, removed, inserted } => {
                Some(FileChange::edit(path, *at..at + removed.len(), inserted.as_str()))
            }
            JournalEntry::Whole { path, text } => Some(whole(path, text.as_ref())),
        }
    }
}

/// Returns the change that writes a file with `text`; removes the file if `text` is `None`.
fn whole(path: &Arc<str>, text: Option<&Arc<str>>) -> FileChange {
    match text {
        Some(text) => FileChange::Write { path: path.clone(), text: text.clone() },
        None => FileChange::Remove { path: path.clone() },
    }
}

/// Error of a journal that cannot be written. Until it can, a crash would lose unsaved changes.
#[derive(Debug)]
pub struct JournalError {
    /// Path of the journal.
    pub path: PathBuf,
    /// Cause of the failure, as the system reported it.
    pub error: std::io::Error,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be written: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for JournalError {}

/// Journal that this program writes and keeps locked.
#[derive(Debug)]
pub struct DocumentJournal {
    pack: PathBuf,
    lines: Lines,
    /// Files with a base entry in the journal.
    based: BTreeSet<Arc<str>>,
}

impl DocumentJournal {
    /// Creates a journal for a pack in the folder `journals`.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn begin(journals: &Path, pack: &Path) -> Result<DocumentJournal, JournalError> {
        let names = (1u32..).map(|number| journals.join(format!("{:016x}-{number}.jsonl", hash(pack))));
        let begun = files::make_folder(journals).and_then(|()| Lines::begin_new(names, &head(pack)));
        let lines = begun.map_err(|error| wrong(journals, error))?;
        Ok(DocumentJournal { pack: pack.to_owned(), lines, based: BTreeSet::new() })
    }

    fn write(&mut self, entries: &[JournalEntry]) -> Result<(), JournalError> {
        self.lines.add_quickly(&line_of(entries)).map_err(|error| wrong(self.lines.path(), error))
    }

    /// Appends a step. `before` holds the texts before the step.
    pub(super) fn step(&mut self, deltas: &[Delta], before: &FileTexts) -> Result<(), JournalError> {
        let mut entries = Vec::new();
        for delta in deltas {
            let path = delta.path().clone();
            match delta {
                Delta::Splice(_, splice) => {
                    if self.based.insert(path.clone()) {
                        entries.push(JournalEntry::Base { path: path.clone(), text: before.get(&path).cloned() });
                    }
                    let Splice { at, removed, inserted } = splice.clone();
                    entries.push(JournalEntry::Splice { path, at, removed, inserted });
                }
                Delta::Whole(_, _, after) => {
                    self.based.insert(path.clone());
                    entries.push(JournalEntry::Whole { path, text: after.clone() });
                }
                // Pictures are on the disk already.
                Delta::Add(_) | Delta::TakeBack(_) => {}
            }
        }
        if entries.is_empty() { Ok(()) } else { self.write(&entries) }
    }

    /// Restarts the journal after everything was saved.
    pub(super) fn clear(&mut self) -> Result<(), JournalError> {
        self.lines.restart(&head(&self.pack)).map_err(|error| wrong(self.lines.path(), error))?;
        self.based.clear();
        Ok(())
    }

    /// Removes a journal that is no longer needed.
    pub(super) fn end(self) {
        let path = self.lines.path().to_owned();
        // Some systems cannot remove a file while it is open.
        drop(self.lines);
        // A journal that could not be removed is read at the next start, which finds no unsaved changes in it.
        drop(files::remove(&path));
    }
}

fn line_of(entries: &[JournalEntry]) -> String {
    serde_json::to_string(entries).unwrap_or_else(|e| unreachable!("entries are always JSON: {e}"))
}

/// Returns the first line of a journal.
fn head(pack: &Path) -> String {
    line_of(&[JournalEntry::Pack { folder: pack.to_owned() }])
}

fn wrong(path: &Path, error: KitError) -> JournalError {
    match error {
        KitError::Write { path, error } => JournalError { path, error },
        other => JournalError { path: path.to_owned(), error: std::io::Error::other(other.to_string()) },
    }
}

/// Unsaved changes that a crash left behind.
#[derive(Clone, Debug)]
pub struct Recovered {
    /// Path of the journal.
    pub journal: PathBuf,
    /// Folder of the pack.
    pub folder: PathBuf,
    /// Texts that were not saved; `None` for a file that was removed.
    pub files: Vec<(Arc<str>, Option<Arc<str>>)>,
    /// Entries of each step, in order.
    steps: Vec<Vec<JournalEntry>>,
}

impl Recovered {
    /// Returns the changes of each step if they lead from `files` to the unsaved state, and an empty list otherwise.
    /// The pack may have been changed or partly saved after the crash.
    pub(super) fn steps_from(&self, files: &FileTexts) -> Vec<Vec<FileChange>> {
        let fits = |files: &FileTexts, entry: &JournalEntry| match entry {
            JournalEntry::Base { path, text } => files.get(path) == text.as_ref(),
            _ => true,
        };
        let mut after = files.clone();
        for step in &self.steps {
            let is_made_here = step.iter().all(|entry| fits(&after, entry));
            match apply_step(step.clone(), &after, &mut BTreeSet::new()).filter(|_| is_made_here) {
                Some(next) => after = next,
                None => return Vec::new(),
            }
        }
        if self.files.iter().any(|(path, text)| after.get(path) != text.as_ref()) {
            return Vec::new();
        }
        self.steps.iter().map(|step| step.iter().filter_map(JournalEntry::change).collect()).collect()
    }

    /// Returns the unsaved state as changes of whole files.
    pub(super) fn changes(&self) -> Vec<FileChange> {
        self.files.iter().map(|(path, text)| whole(path, text.as_ref())).collect()
    }

    /// Removes the journal, and with it the unsaved changes.
    pub fn discard(&self) {
        drop(files::remove(&self.journal));
    }
}

/// Returns the unsaved changes in journals of a folder that no running program holds.
pub fn left_behind(journals: &Path) -> Vec<Recovered> {
    let entries = std::fs::read_dir(journals).map(|list| list.filter_map(|e| Some(e.ok()?.path())).collect());
    let mut paths: Vec<PathBuf> = entries.unwrap_or_default();
    paths.retain(|p| p.extension().is_some_and(|e| e == "jsonl"));
    paths.sort();
    paths.into_iter().filter_map(|path| read(&path)).collect()
}

/// Maximum number of bytes that are read from a journal, far more than the text of one session.
const MOST_BYTES: u64 = 256 << 20;

fn read(journal: &Path) -> Option<Recovered> {
    let mut file = files::open(journal).ok()?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return None,
        // Where files cannot be locked, the journal is assumed to be left behind.
        Err(TryLockError::Error(_)) => {}
    }
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    if text.is_empty() {
        // The program was killed before it wrote a line, or just when everything was saved.
        drop(file);
        drop(files::remove(journal));
        return None;
    }
    let mut lines = text.lines().map_while(entries);
    let Some(JournalEntry::Pack { folder }) = lines.next()?.into_iter().next() else { return None };
    let mut files = FileTexts::new();
    let (mut touched, mut steps) = (BTreeSet::new(), Vec::new());
    // Steps before a damaged line are still worth recovering.
    for step in lines {
        let Some(after) = apply_step(step.clone(), &files, &mut touched) else { break };
        files = after;
        steps.push(step);
    }
    let there = disk::read_folder(&folder).unwrap_or_default();
    let unsaved: Vec<_> = touched
        .into_iter()
        .map(|path| (path.clone(), files.get(&path).cloned()))
        .filter(|(path, text)| there.get(path) != text.as_ref())
        .collect();
    if unsaved.is_empty() {
        drop(file);
        drop(files::remove(journal));
        return None;
    }
    Some(Recovered { journal: journal.to_owned(), folder, files: unsaved, steps })
}

/// Parses the entries of a line; `None` if the line is incomplete.
fn entries(line: &str) -> Option<Vec<JournalEntry>> {
    // Journals of version 0.1.0 have one entry a line.
    serde_json::from_str(line).or_else(|_| serde_json::from_str(line).map(|entry| vec![entry])).ok()
}

/// Returns the texts after a step; `None` if the step does not fit the texts.
fn apply_step(step: Vec<JournalEntry>, files: &FileTexts, touched: &mut BTreeSet<Arc<str>>) -> Option<FileTexts> {
    let mut files = files.clone();
    for entry in step {
        match entry {
            JournalEntry::Pack { .. } => {}
            JournalEntry::Base { path, text } | JournalEntry::Whole { path, text } => {
                touched.insert(path.clone());
                match text {
                    Some(text) => files.insert(path, text),
                    None => files.remove(&path),
                };
            }
            JournalEntry::Splice { path, at, removed, inserted } => {
                let text = Splice { at, removed, inserted }.apply(files.get(&path)?)?;
                files.insert(path, text.into());
            }
        }
    }
    Some(files)
}

fn hash(path: &Path) -> u64 {
    // FNV-1a gives the same file name in every version of the program.
    struct Fnv(u64);
    impl std::hash::Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    hasher.write(path.to_string_lossy().as_bytes());
    hasher.finish()
}
