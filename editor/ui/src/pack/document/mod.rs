//! The open pack. Its texts are the document: every view, whether it draws, fills in forms or shows code, changes
//! texts and reads texts. So undo is exact, comments stay, and what is on the screen is what is in the files.

pub mod disk;
mod edit;
mod history;
mod journal;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use edit::{Change, Splice, TextEdit, edited};
pub use journal::{Journal, JournalError, Recovered, left_behind};

use history::{Delta, History, Step};

use self::disk::DiskError;

/// Seconds without a key after which somebody who types has paused.
const PAUSE: f64 = 1.0;

/// Files of a pack: path within the pack to text.
pub type Files = BTreeMap<Arc<str>, Arc<str>>;

/// The open pack.
#[derive(Debug)]
pub struct Document {
    folder: PathBuf,
    id: Arc<str>,
    files: Files,
    /// What the disk held when it was last read or written.
    on_disk: Files,
    history: History,
    revision: u64,
    /// When a key was pressed last, if the last change was typed and is not saved.
    typed_at: Option<f64>,
    journal: Option<Journal>,
    /// Why the journal could not be kept, until somebody was told.
    trouble: Option<JournalError>,
}

/// Why a change was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Which file.
    pub path: Arc<str>,
    /// Why, a sentence without a full stop.
    pub why: String,
}

impl Document {
    /// Opens the folder of a pack.
    ///
    /// # Errors
    /// The folder or a file of it cannot be read, or it holds no pack.
    pub fn open(folder: &Path) -> Result<Document, DiskError> {
        let files = disk::read_folder(folder)?;
        Ok(Document::new(folder, files))
    }

    /// A document of files that were read from a folder.
    pub fn new(folder: &Path, files: Files) -> Document {
        Document {
            folder: folder.to_owned(),
            id: disk::folder_name(folder).into(),
            on_disk: files.clone(),
            files,
            history: History::default(),
            revision: 1,
            typed_at: None,
            journal: None,
            trouble: None,
        }
    }

    /// Keeps a journal of every change in a folder, from which a crash can be mended.
    pub fn keep_journal(&mut self, folder: &Path) {
        match Journal::begin(folder, &self.folder) {
            Ok(journal) => {
                self.journal = Some(journal);
                // What differs already has to be in it.
                let changed: Vec<Delta> = self.changed().map(|path| self.as_whole(path)).collect();
                self.write_journal(&changed, &Files::new());
            }
            Err(error) => self.trouble = Some(error),
        }
    }

    /// A file as it differs from the disk.
    fn as_whole(&self, path: &Arc<str>) -> Delta {
        Delta::Whole(path.clone(), self.on_disk.get(path).cloned(), self.files.get(path).cloned())
    }

    /// The folder of the pack.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The id of the pack: the name of its folder.
    pub fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// All files.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&Arc<str>> {
        self.files.get(path)
    }

    /// A number that is another after every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What it stands on has changed, such as a pack that it needs: what is known of it has to be found out again.
    pub fn look_again(&mut self) {
        self.revision += 1;
    }

    /// The files that differ from the disk.
    pub fn changed(&self) -> impl Iterator<Item = &Arc<str>> {
        let here = self.files.iter().filter(|(path, text)| self.on_disk.get(*path) != Some(text)).map(|(path, _)| path);
        here.chain(self.on_disk.keys().filter(|path| !self.files.contains_key(*path)))
    }

    /// Whether anything differs from the disk.
    pub fn is_changed(&self) -> bool {
        self.changed().next().is_some()
    }

    /// Makes changes as one step that can be undone; all of them or none.
    ///
    /// # Errors
    /// An edit does not fit its text, or a file is not there.
    pub fn apply(&mut self, label: impl Into<String>, changes: &[Change]) -> Result<(), Misfit> {
        self.make(label.into(), changes, None)
    }

    /// Like [`Document::apply`] for typed text: what is typed without a pause is undone together. Time in seconds.
    ///
    /// # Errors
    /// As for [`Document::apply`].
    pub fn type_in(&mut self, label: impl Into<String>, change: Change, time: f64) -> Result<(), Misfit> {
        self.make(label.into(), &[change], Some(time))
    }

    /// Recovers the unsaved changes of a killed program, step by step, so that undo leads back to the saved state. Letters
    /// typed one after another form one step. If the steps no longer fit the files, all changes form one step.
    ///
    /// # Errors
    /// As for [`Document::apply`].
    pub fn recover(&mut self, label: &str, left: &Recovered) -> Result<(), Misfit> {
        for step in left.steps_from(&self.files) {
            // Journals hold no times, so whatever was typed in one place and line counts as typed without a pause.
            let typed_at = matches!(step[..], [Change::Edit { .. }]).then_some(0.0);
            self.make(label.to_owned(), &step, typed_at)?;
        }
        self.history.pause();
        self.typed_at = None;
        self.make(label.to_owned(), &left.changes(), None)
    }

    /// Seconds until whoever is typing has paused, at a time in seconds; nothing when nobody is. What is too dear to be done
    /// at every key waits for it.
    pub fn pauses_in(&self, time: f64) -> Option<f64> {
        self.typed_at.map(|then| then + PAUSE - time).filter(|left| (0.0..=PAUSE).contains(left))
    }

    fn make(&mut self, label: String, changes: &[Change], typed_at: Option<f64>) -> Result<(), Misfit> {
        let mut files = self.files.clone();
        let mut deltas = Vec::new();
        for change in changes {
            let path = change.path();
            let before = files.get(path).cloned();
            let delta = match change {
                Change::Edit { edits, .. } => {
                    let misfit = |why| Misfit { path: path.clone(), why };
                    let text = before.as_deref().ok_or_else(|| misfit("the file is not there".to_owned()))?;
                    let after = edited(text, edits).map_err(misfit)?;
                    Splice::between(text, &after).map(|splice| Delta::Splice(path.clone(), splice))
                }
                Change::Write { text, .. } => match before.as_deref() {
                    Some(old) => Splice::between(old, text).map(|splice| Delta::Splice(path.clone(), splice)),
                    None => Some(Delta::Whole(path.clone(), None, Some(text.clone()))),
                },
                Change::Remove { .. } => before.is_some().then(|| Delta::Whole(path.clone(), before.clone(), None)),
            };
            if let Some(delta) = delta {
                put(&mut files, &delta);
                deltas.push(delta);
            }
        }
        if deltas.is_empty() {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.files, files);
        self.revision += 1;
        self.write_journal(&deltas, &before);
        self.history.push(Step { label, deltas, typed_at });
        self.typed_at = typed_at;
        Ok(())
    }

    /// Ends a run of typing.
    pub fn pause(&mut self) {
        self.history.pause();
    }

    /// What undo would undo.
    pub fn undo_label(&self) -> Option<&str> {
        self.history.undo_label()
    }

    /// What redo would redo.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }

    /// Takes the last step back; the paths of the files that changed.
    pub fn undo(&mut self) -> Vec<Arc<str>> {
        let Some(step) = self.history.take_undo() else { return Vec::new() };
        let back: Vec<Delta> = step.deltas.iter().rev().map(Delta::reversed).collect();
        self.history.undone(step);
        self.put_all(&back)
    }

    /// Does again what was undone last; the paths of the files that changed.
    pub fn redo(&mut self) -> Vec<Arc<str>> {
        let Some(mut step) = self.history.take_redo() else { return Vec::new() };
        step.typed_at = None;
        let forth = step.deltas.clone();
        self.history.redone(step);
        self.put_all(&forth)
    }

    fn put_all(&mut self, deltas: &[Delta]) -> Vec<Arc<str>> {
        self.revision += 1;
        self.typed_at = None;
        let before = self.files.clone();
        for delta in deltas {
            put(&mut self.files, delta);
        }
        self.write_journal(deltas, &before);
        deltas.iter().map(|delta| delta.path().clone()).collect()
    }

    fn write_journal(&mut self, step: &[Delta], before: &Files) {
        if let Some(journal) = self.journal.as_mut().filter(|_| !step.is_empty())
            && let Err(error) = journal.step(step, before)
        {
            // Once is enough: a full disk would be reported with every key.
            self.journal = None;
            self.trouble = Some(error);
        }
    }

    /// Why no journal is kept any more; told once.
    pub fn take_trouble(&mut self) -> Option<JournalError> {
        self.trouble.take()
    }

    /// Writes what has changed, each file whole or not at all, and keeps what stood there in a folder of backups.
    ///
    /// # Errors
    /// A file cannot be written. Those before it are saved; nothing in memory is lost.
    pub fn save(&mut self, backups: Option<&Path>) -> Result<usize, DiskError> {
        let changed: Vec<Arc<str>> = self.changed().cloned().collect();
        if let Some(backups) = backups.filter(|_| !changed.is_empty()) {
            let old = changed.iter().filter_map(|path| Some((&**path, &**self.on_disk.get(path)?)));
            disk::back_up(backups, &self.id, old)?;
        }
        for path in &changed {
            match self.files.get(path).cloned() {
                Some(text) => {
                    disk::write_whole(&self.folder.join(&**path), &text)?;
                    self.on_disk.insert(path.clone(), text);
                }
                None => {
                    disk::remove(&self.folder.join(&**path))?;
                    self.on_disk.remove(path);
                }
            }
        }
        self.history.pause();
        self.typed_at = None;
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.clear()
        {
            self.journal = None;
            self.trouble = Some(error);
        }
        Ok(changed.len())
    }

    /// Looks at the disk, and takes over what others changed there as a step that can be undone. A file that was
    /// changed on both sides is merged line by line; where that is impossible it is left alone and named.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn look_at_disk(&mut self, label: &str) -> Result<Seen, DiskError> {
        let there = disk::read_folder(&self.folder);
        if !self.folder.is_dir() {
            // Nothing is there any more: saving writes all of it.
            self.on_disk.clear();
        }
        let there = there?;
        let mut seen = Seen::default();
        let mut changes = Vec::new();
        let paths: std::collections::BTreeSet<Arc<str>> = there.keys().chain(self.on_disk.keys()).cloned().collect();
        for path in paths {
            let (theirs, base) = (there.get(&path), self.on_disk.get(&path));
            if theirs == base {
                continue;
            }
            let ours = self.files.get(&path);
            let merged = match (ours, base, theirs) {
                _ if ours == theirs => ours.cloned(),
                _ if ours == base => theirs.cloned(),
                (Some(ours), Some(base), Some(theirs)) => match diffy::merge(base, ours, theirs) {
                    Ok(merged) => {
                        seen.merged.push(path.clone());
                        Some(merged.into())
                    }
                    Err(_) => {
                        seen.conflicts.push(path.clone());
                        Some(ours.clone())
                    }
                },
                // Gone there, changed here: what was typed stays.
                _ => {
                    seen.conflicts.push(path.clone());
                    ours.cloned()
                }
            };
            if merged.as_ref() != ours {
                changes.push(match merged {
                    Some(text) => Change::Write { path: path.clone(), text },
                    None => Change::Remove { path: path.clone() },
                });
                seen.taken.push(path.clone());
            }
        }
        self.on_disk = there;
        if self.make(label.to_owned(), &changes, None).is_err() {
            unreachable!("whole files always fit");
        }
        Ok(seen)
    }

    /// The text that the disk held when it was last looked at.
    pub fn disk_text(&self, path: &str) -> Option<&Arc<str>> {
        self.on_disk.get(path)
    }

    /// Forgets the journal: the document is closed as it should be.
    pub fn close(self) {
        if let Some(journal) = self.journal {
            journal.end();
        }
    }
}

/// What was found on the disk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Files that are now as they are on the disk, or merged with it.
    pub taken: Vec<Arc<str>>,
    /// Those of them that were merged.
    pub merged: Vec<Arc<str>>,
    /// Files that differ in the same lines on both sides: memory is kept, somebody has to choose.
    pub conflicts: Vec<Arc<str>>,
}

fn put(files: &mut Files, delta: &Delta) {
    match delta {
        Delta::Splice(path, splice) => {
            let text = files.get(path).and_then(|text| splice.apply(text));
            let text = text.unwrap_or_else(|| unreachable!("a splice of {path} was made for another text"));
            files.insert(path.clone(), text.into());
        }
        Delta::Whole(path, _, Some(text)) => {
            files.insert(path.clone(), text.clone());
        }
        Delta::Whole(path, _, None) => {
            files.remove(path);
        }
    }
}

#[cfg(test)]
mod tests;
