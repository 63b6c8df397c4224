//! Holds a pack with an open file: its texts on the disk, the unsaved texts over them, and the findings about them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_kit::packs::find::{Finder, FoundPack, PACK_FILE, PackPlace};
use tilewright_language::analysis::Analysis;
use tilewright_language::names::{FileName, MentionIndex};
use tilewright_language::pack_texts::{FileTexts, PackTexts};
use tilewright_language::problems::{Extra, ProblemStamp, Problems};
use tilewright_language::surroundings::PackSurroundings;

use crate::checker::CheckJob;

/// Pack with an open file.
pub(crate) struct OpenPack {
    pub(crate) folder: PathBuf,
    pub(crate) id: Arc<str>,
    on_disk: FileTexts,
    /// Texts with unsaved changes.
    files: FileTexts,
    revision: u64,
    pub(crate) surroundings: Arc<PackSurroundings>,
    index: MentionIndex,
    problems: Problems,
    analysis: Option<Analysis>,
    /// Findings of the newest check about the notation of tests.
    misread: Vec<Extra>,
    /// Failures of the last run of each test, by its name.
    failed: Vec<(String, Extra)>,
    stamp: u64,
    /// Files with findings that the client shows.
    pub(crate) published: BTreeSet<Arc<str>>,
}

/// Endings of the files that belong to the texts of a pack.
const ENDINGS: [&str; 4] = [".ron", ".lua", ".json", ".jsonl"];

/// Returns the folder of the pack that contains a file, and the path of the file in the pack; `None` if the file belongs
/// to no pack.
pub(crate) fn pack_around(path: &Path) -> Option<(PathBuf, Arc<str>)> {
    let folder = path.ancestors().skip(1).find(|folder| folder.join(PACK_FILE).is_file())?;
    let within = path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
    ENDINGS.iter().any(|end| within.ends_with(end)).then(|| (folder.to_owned(), within.into()))
}

impl OpenPack {
    /// Opens the pack in a folder.
    pub(crate) fn open(folder: &Path, finder: &Finder) -> OpenPack {
        let id: Arc<str> = folder.file_name().unwrap_or_default().to_string_lossy().into();
        let on_disk = read_texts(folder, &id);
        OpenPack {
            folder: folder.to_owned(),
            files: on_disk.clone(),
            on_disk,
            revision: 1,
            surroundings: Arc::new(read_surroundings(folder, &id, finder)),
            index: MentionIndex::default(),
            problems: Problems::default(),
            analysis: None,
            misread: Vec::new(),
            failed: Vec::new(),
            stamp: 0,
            published: BTreeSet::new(),
            id,
        }
    }

    /// Reads the pack and the packs around it again. `unsaved` are the open files of this pack.
    pub(crate) fn read_again(&mut self, finder: &Finder, unsaved: &[(Arc<str>, Arc<str>)]) {
        let mut on_disk = read_texts(&self.folder, &self.id);
        // Equal files keep their allocation, since the index compares allocations.
        for (path, text) in &mut on_disk {
            if let Some(same) = self.on_disk.get(path).filter(|old| *old == text) {
                *text = same.clone();
            }
        }
        self.on_disk = on_disk;
        self.files = self.on_disk.clone();
        self.files.extend(unsaved.iter().cloned());
        self.surroundings = Arc::new(read_surroundings(&self.folder, &self.id, finder));
        self.revision += 1;
    }

    /// Sets the unsaved text of a file; `None` restores the text on the disk.
    pub(crate) fn set_text(&mut self, path: &Arc<str>, text: Option<Arc<str>>) {
        match text.or_else(|| self.on_disk.get(path).cloned()) {
            Some(text) => drop(self.files.insert(path.clone(), text)),
            None => drop(self.files.remove(path)),
        }
        self.revision += 1;
    }

    /// Returns the current texts.
    pub(crate) fn texts(&self) -> PackTexts<'_> {
        PackTexts { id: &self.id, files: &self.files, revision: self.revision }
    }

    /// Returns the name of a file of this pack.
    pub(crate) fn file(&self, path: &Arc<str>) -> FileName {
        FileName { pack: self.id.clone(), path: path.clone() }
    }

    /// Returns the names in the newest texts.
    pub(crate) fn index(&mut self) -> &MentionIndex {
        let texts = PackTexts { id: &self.id, files: &self.files, revision: self.revision };
        self.index.renew(texts, &self.surroundings);
        &self.index
    }

    /// Reads the names if this has never happened. Each check reads them again, so that a key in a large file need not
    /// wait for it.
    pub(crate) fn read_names_once(&mut self) {
        if self.index.packs().is_empty() {
            self.index();
        }
    }

    /// Returns the names that were last read.
    pub(crate) fn known_names(&self) -> &MentionIndex {
        &self.index
    }

    /// Returns the findings, with places in the newest texts.
    pub(crate) fn problems(&mut self) -> &Problems {
        let stamp = ProblemStamp { tests: self.stamp, ..ProblemStamp::default() };
        let (misread, failed) = (&self.misread, &self.failed);
        self.problems.extra(stamp, || misread.iter().chain(failed.iter().map(|(_, extra)| extra)).cloned().collect());
        let texts = PackTexts { id: &self.id, files: &self.files, revision: self.revision };
        self.problems.renew(texts, self.analysis.as_ref());
        &self.problems
    }

    /// Takes the result of a check.
    pub(crate) fn take_check(&mut self, analysis: Analysis, misread: Vec<Extra>) {
        // Versions of other packs follow the needs of this one.
        if let Some(chosen) = self.surroundings.chosen_for(&self.id, &analysis.loaded) {
            self.surroundings = Arc::new(chosen);
        }
        (self.analysis, self.misread) = (Some(analysis), misread);
        self.stamp += 1;
    }

    /// Takes the results of tests: the names of the tests that were run, and the failures.
    pub(crate) fn take_tests(&mut self, run: &[String], failed: Vec<(String, Extra)>) {
        self.failed.retain(|(name, _)| !run.contains(name));
        self.failed.extend(failed);
        self.stamp += 1;
    }

    /// Returns the work that checks the newest texts.
    pub(crate) fn check_job(&self, finder: &Finder) -> CheckJob {
        CheckJob {
            folder: self.folder.clone(),
            id: self.id.clone(),
            files: self.files.clone(),
            revision: self.revision,
            surroundings: Arc::clone(&self.surroundings),
            finder: finder.clone(),
        }
    }
}

fn found(folder: &Path, id: &str) -> FoundPack {
    FoundPack { id: id.to_owned(), place: PackPlace::Folder(folder.to_owned()) }
}

/// Reads the texts of a pack; an unreadable pack has no texts, and a check reports the reason.
fn read_texts(folder: &Path, id: &str) -> FileTexts {
    found(folder, id).read().unwrap_or_default()
}

fn read_surroundings(folder: &Path, id: &str, finder: &Finder) -> PackSurroundings {
    PackSurroundings::read_around(&finder.of_pack(&found(folder, id)), folder)
}
