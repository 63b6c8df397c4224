//! Holds the open pack. Its texts are the document: every view, whether it draws, has forms or shows code, reads and
//! changes texts. Undo is therefore exact, comments are preserved, and the screen matches the files.

pub mod disk;
mod edit;
mod history;
mod journal;
mod pictures;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use edit::follow_position;
pub use journal::{DocumentJournal, JournalError, Recovered, left_behind};

use history::{Delta, UndoHistory, UndoStep};
use pictures::AddedPicture;

use self::disk::DiskError;
pub use tilewright_language::change::{FileChange, Splice, TextEdit, TextEditError, apply_edits};
pub use tilewright_language::pack_texts::FileTexts;
use tilewright_language::pack_texts::PackTexts;

/// Seconds without a key until a typing user counts as paused.
const PAUSE: f64 = 1.0;

/// Open pack with its unsaved changes.
#[derive(Debug)]
pub struct PackDocument {
    folder: PathBuf,
    id: Arc<str>,
    files: FileTexts,
    /// Texts when the pack was opened.
    opened: FileTexts,
    /// Texts on the disk when they were last read or written.
    on_disk: FileTexts,
    history: UndoHistory,
    revision: u64,
    /// Time of the last typed key in seconds; `None` if the last change was not typed or is saved.
    typed_at: Option<f64>,
    journal: Option<DocumentJournal>,
    /// Error that ended the journal, until it is reported.
    trouble: Option<JournalError>,
    /// Error of a picture that undo or redo could not change, until it is reported.
    picture_error: Option<DiskError>,
}

/// Error of a change that was not applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentEditError {
    /// Path of the file that should change.
    pub path: Arc<str>,
    /// Reason, as a sentence without a full stop.
    pub why: String,
}

impl PackDocument {
    /// Opens the pack in a folder.
    ///
    /// # Errors
    /// The folder or one of its files cannot be read, or the folder has no `pack.ron`.
    pub fn open(folder: &Path) -> Result<PackDocument, DiskError> {
        let files = disk::read_folder(folder)?;
        Ok(PackDocument::new(folder, files))
    }

    /// Returns a document with files that were read from `folder`.
    pub fn new(folder: &Path, files: FileTexts) -> PackDocument {
        PackDocument {
            folder: folder.to_owned(),
            id: disk::folder_name(folder).into(),
            on_disk: files.clone(),
            opened: files.clone(),
            files,
            history: UndoHistory::default(),
            revision: 1,
            typed_at: None,
            journal: None,
            trouble: None,
            picture_error: None,
        }
    }

    /// Starts a journal of every change in `folder`, from which unsaved changes can be recovered after a crash.
    pub fn keep_journal(&mut self, folder: &Path) {
        match DocumentJournal::begin(folder, &self.folder) {
            Ok(journal) => {
                self.journal = Some(journal);
                // The journal starts with the changes that are already unsaved.
                let changed: Vec<Delta> = self.changed_paths().map(|path| self.as_whole(path)).collect();
                self.write_journal(&changed, &FileTexts::new());
            }
            Err(error) => self.trouble = Some(error),
        }
    }

    /// Returns the difference between a file and its text on the disk as a change of the whole file.
    fn as_whole(&self, path: &Arc<str>) -> Delta {
        Delta::Whole(path.clone(), self.on_disk.get(path).cloned(), self.files.get(path).cloned())
    }

    /// Returns the folder of the pack.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the id of the pack, which is the name of its folder.
    pub fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// Returns the current texts, for the analysis of languages.
    pub fn texts(&self) -> PackTexts<'_> {
        PackTexts { id: &self.id, files: &self.files, revision: self.revision }
    }

    /// Returns all files, including unsaved changes.
    pub fn files(&self) -> &FileTexts {
        &self.files
    }

    /// Returns the files on the disk at the opening of the pack.
    pub fn opened_files(&self) -> &FileTexts {
        &self.opened
    }

    /// Returns the current text of a file; `None` if there is no such file.
    pub fn text(&self, path: &str) -> Option<&Arc<str>> {
        self.files.get(path)
    }

    /// Returns a number that changes with every change of the document.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Raises the revision after a change of something that the pack depends on, such as a required pack, so that it is
    /// analysed again.
    pub fn look_again(&mut self) {
        self.revision += 1;
    }

    /// Returns the paths of files that differ from the disk.
    pub fn changed_paths(&self) -> impl Iterator<Item = &Arc<str>> {
        let here = self.files.iter().filter(|(path, text)| self.on_disk.get(*path) != Some(text)).map(|(path, _)| path);
        here.chain(self.on_disk.keys().filter(|path| !self.files.contains_key(*path)))
    }

    /// Returns true if any file differs from the disk.
    pub fn is_changed(&self) -> bool {
        self.changed_paths().next().is_some()
    }

    /// Applies changes as one step that can be undone, either all of them or none.
    ///
    /// # Errors
    /// An edit does not fit its text, or a file does not exist.
    pub fn apply(&mut self, label: impl Into<String>, changes: &[FileChange]) -> Result<(), DocumentEditError> {
        self.make(label.into(), changes, None)
    }

    /// Like [`PackDocument::apply`], for typed text: text typed without a pause is undone together. `time` is in
    /// seconds.
    ///
    /// # Errors
    /// As for [`PackDocument::apply`].
    pub fn type_in(
        &mut self,
        label: impl Into<String>,
        change: FileChange,
        time: f64,
    ) -> Result<(), DocumentEditError> {
        self.make(label.into(), &[change], Some(time))
    }

    /// Recovers the unsaved changes of a killed program, step by step, so that undo leads back to the saved state.
    /// Letters typed one after another form one step. If the steps do not fit the files, all changes form one step.
    ///
    /// # Errors
    /// As for [`PackDocument::apply`].
    pub fn recover(&mut self, label: &str, left: &Recovered) -> Result<(), DocumentEditError> {
        for step in left.steps_from(&self.files) {
            // Journals hold no times, so whatever was typed in one place and line counts as typed without a pause.
            let typed_at = matches!(step[..], [FileChange::Edit { .. }]).then_some(0.0);
            self.make(label.to_owned(), &step, typed_at)?;
        }
        self.history.pause();
        self.typed_at = None;
        self.make(label.to_owned(), &left.changes(), None)
    }

    /// Returns the seconds until a typing user counts as paused, at `time` in seconds; `None` if no one is typing. Work
    /// that is too expensive for every key waits for the pause.
    pub fn pauses_in(&self, time: f64) -> Option<f64> {
        self.typed_at.map(|then| then + PAUSE - time).filter(|left| (0.0..=PAUSE).contains(left))
    }

    fn make(&mut self, label: String, changes: &[FileChange], typed_at: Option<f64>) -> Result<(), DocumentEditError> {
        let mut files = self.files.clone();
        let mut deltas = Vec::new();
        for change in changes {
            let path = change.path();
            let before = files.get(path).cloned();
            let delta = match change {
                FileChange::Edit { edits, .. } => {
                    let misfit = |why| DocumentEditError { path: path.clone(), why };
                    let text = before.as_deref().ok_or_else(|| misfit("the file is not there".to_owned()))?;
                    let after = apply_edits(text, edits).map_err(|error| misfit(error.to_string()))?;
                    Splice::from_difference(text, &after).map(|splice| Delta::Splice(path.clone(), splice))
                }
                FileChange::Write { text, .. } => match before.as_deref() {
                    Some(old) => Splice::from_difference(old, text).map(|splice| Delta::Splice(path.clone(), splice)),
                    None => Some(Delta::Whole(path.clone(), None, Some(text.clone()))),
                },
                FileChange::AddPicture { bytes, .. } => {
                    Some(Delta::Add(AddedPicture { path: path.clone(), bytes: Arc::clone(bytes) }))
                }
                FileChange::Remove { .. } => before.is_some().then(|| Delta::Whole(path.clone(), before.clone(), None)),
            };
            if let Some(delta) = delta {
                put(&mut files, &delta);
                deltas.push(delta);
            }
        }
        pictures::write_added(&self.folder, &mut deltas).map_err(|error| DocumentEditError {
            path: disk::shown_path(&error.path).into(),
            why: error.error.to_string(),
        })?;
        if deltas.is_empty() {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.files, files);
        self.revision += 1;
        self.write_journal(&deltas, &before);
        self.history.push(UndoStep { label, deltas, typed_at });
        self.typed_at = typed_at;
        Ok(())
    }

    /// Ends a run of typing, so that the next key starts a new step.
    pub fn pause(&mut self) {
        self.history.pause();
    }

    /// Returns the label of the step that undo would revert.
    pub fn undo_label(&self) -> Option<&str> {
        self.history.undo_label()
    }

    /// Returns the label of the step that redo would repeat.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }

    /// Undoes the last step, and returns the paths of the files that changed.
    pub fn undo(&mut self) -> Vec<Arc<str>> {
        let Some(step) = self.history.take_undo() else { return Vec::new() };
        let back: Vec<Delta> = step.deltas.iter().rev().map(Delta::invert).collect();
        self.history.undone(step);
        self.put_all(&back)
    }

    /// Redoes the step that was undone last, and returns the paths of the files that changed.
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
            let done = pictures::repeat(&self.folder, delta);
            if let Err(error) = done {
                self.picture_error = Some(error);
            }
        }
        self.write_journal(deltas, &before);
        deltas.iter().map(|delta| delta.path().clone()).collect()
    }

    fn write_journal(&mut self, step: &[Delta], before: &FileTexts) {
        if let Some(journal) = self.journal.as_mut().filter(|_| !step.is_empty())
            && let Err(error) = journal.step(step, before)
        {
            // The journal is dropped after the first error, since a full disk would be reported at every key.
            self.journal = None;
            self.trouble = Some(error);
        }
    }

    /// Returns the error of a picture that undo or redo could not change, once.
    pub fn take_picture_error(&mut self) -> Option<DiskError> {
        self.picture_error.take()
    }

    /// Returns the error that ended the journal, once.
    pub fn take_trouble(&mut self) -> Option<JournalError> {
        self.trouble.take()
    }

    /// Writes all changed files, each completely or not at all, and saves their old texts in a folder of backups.
    /// Returns the number of files.
    ///
    /// # Errors
    /// A file cannot be written. The files before it are saved, and no unsaved changes are lost.
    pub fn save(&mut self, backups: Option<&Path>) -> Result<usize, DiskError> {
        let changed: Vec<Arc<str>> = self.changed_paths().cloned().collect();
        if let Some(backups) = backups.filter(|_| !changed.is_empty()) {
            let old = changed.iter().filter_map(|path| Some((&**path, &**self.on_disk.get(path)?)));
            disk::write_backup(backups, &self.id, old)?;
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

    /// Reads the disk, and applies changes made there as a step that can be undone. A file that was changed on both
    /// sides is merged line by line; if that is impossible, it is unchanged and reported as a conflict.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn look_at_disk(&mut self, label: &str) -> Result<DiskChanges, DiskError> {
        let there = disk::read_folder(&self.folder);
        if !self.folder.is_dir() {
            // Without a folder all files count as changed, so that saving writes all of them.
            self.on_disk.clear();
        }
        let there = there?;
        let mut seen = DiskChanges::default();
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
                // A file that was removed on the disk but changed here keeps its unsaved text.
                _ => {
                    seen.conflicts.push(path.clone());
                    ours.cloned()
                }
            };
            if merged.as_ref() != ours {
                changes.push(match merged {
                    Some(text) => FileChange::Write { path: path.clone(), text },
                    None => FileChange::Remove { path: path.clone() },
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

    /// Returns the text of a file on the disk when it was last read.
    pub fn disk_text(&self, path: &str) -> Option<&Arc<str>> {
        self.on_disk.get(path)
    }

    /// Closes the document and removes its journal.
    pub fn close(self) {
        if let Some(journal) = self.journal {
            journal.end();
        }
    }
}

/// Changes that were found on the disk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DiskChanges {
    /// Files that were updated or merged from the disk.
    pub taken: Vec<Arc<str>>,
    /// Files of `taken` that were merged.
    pub merged: Vec<Arc<str>>,
    /// Files with changes to the same lines on both sides. Their unsaved texts are kept until the user chooses.
    pub conflicts: Vec<Arc<str>>,
}

fn put(files: &mut FileTexts, delta: &Delta) {
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
        Delta::Add(_) | Delta::TakeBack(_) => {}
    }
}

#[cfg(test)]
mod tests;
