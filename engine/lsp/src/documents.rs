//! Keeps the texts of open files, and the packs that they belong to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_kit::packs::find::Finder;

use crate::open_pack::{OpenPack, pack_around};
use crate::positions::{ColumnUnit, LineStarts, apply_changes};
use crate::protocol::{DidChangeTextDocumentParams, DidOpenTextDocumentParams, Uri};
use crate::uris::path_of;

/// Open file of a pack.
pub(crate) struct OpenFile {
    /// Folder of the pack.
    pub(crate) folder: PathBuf,
    /// Path within the pack.
    pub(crate) path: Arc<str>,
    pub(crate) text: Arc<str>,
    pub(crate) lines: LineStarts,
    pub(crate) version: i32,
}

/// Open files and their packs.
#[derive(Default)]
pub(crate) struct Documents {
    files: BTreeMap<String, OpenFile>,
    packs: BTreeMap<PathBuf, OpenPack>,
}

impl Documents {
    /// Opens a file, and returns the folder of its pack; `None` if it belongs to no pack.
    pub(crate) fn open(&mut self, params: DidOpenTextDocumentParams, finder: &Finder) -> Option<PathBuf> {
        let document = params.text_document;
        let (folder, path) = pack_around(&path_of(&document.uri)?)?;
        let text: Arc<str> = document.text.into();
        let pack = self.packs.entry(folder.clone()).or_insert_with(|| OpenPack::open(&folder, finder));
        pack.set_text(&path, Some(text.clone()));
        let lines = LineStarts::new(&text);
        let file = OpenFile { folder: folder.clone(), path, text, lines, version: document.version };
        self.files.insert(document.uri.as_str().to_owned(), file);
        Some(folder)
    }

    /// Changes an open file, and returns the folder of its pack.
    pub(crate) fn change(&mut self, params: DidChangeTextDocumentParams, unit: ColumnUnit) -> Option<PathBuf> {
        let file = self.files.get_mut(params.text_document.uri.as_str())?;
        let mut text = file.text.to_string();
        apply_changes(&mut text, params.content_changes, unit);
        file.text = text.into();
        file.lines = LineStarts::new(&file.text);
        file.version = params.text_document.version;
        let pack = self.packs.get_mut(&file.folder)?;
        pack.set_text(&file.path, Some(file.text.clone()));
        Some(file.folder.clone())
    }

    /// Closes a file, whose unsaved changes are lost, and returns the folder of its pack.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<PathBuf> {
        let file = self.files.remove(uri.as_str())?;
        self.packs.get_mut(&file.folder)?.set_text(&file.path, None);
        Some(file.folder)
    }

    /// Returns true if a file of a pack is open.
    pub(crate) fn has_open_file(&self, folder: &Path) -> bool {
        self.files.values().any(|file| file.folder == folder)
    }

    /// Removes a pack without open files.
    pub(crate) fn forget(&mut self, folder: &Path) -> Option<OpenPack> {
        self.packs.remove(folder)
    }

    /// Reads all open packs again, after a change on the disk.
    pub(crate) fn read_again(&mut self, finder: &Finder) {
        for (folder, pack) in &mut self.packs {
            let own = self.files.values().filter(|file| file.folder == *folder);
            let unsaved: Vec<(Arc<str>, Arc<str>)> = own.map(|file| (file.path.clone(), file.text.clone())).collect();
            pack.read_again(finder, &unsaved);
        }
    }

    /// Returns an open file with its pack.
    pub(crate) fn find(&mut self, uri: &Uri) -> Option<(&OpenFile, &mut OpenPack)> {
        let file = self.files.get(uri.as_str())?;
        Some((file, self.packs.get_mut(&file.folder)?))
    }

    /// Returns the open pack in a folder.
    pub(crate) fn pack(&mut self, folder: &Path) -> Option<&mut OpenPack> {
        self.packs.get_mut(folder)
    }

    /// Returns the folders of the open packs.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        self.packs.keys().cloned().collect()
    }

    /// Returns the version of an open file; `None` if it is not open.
    pub(crate) fn version(&self, uri: &Uri) -> Option<i32> {
        self.files.get(uri.as_str()).map(|file| file.version)
    }
}
