//! Converts places in files of packs into locations of the protocol.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_kit::files;
use tilewright_language::names::FileName;

use crate::documents::{Documents, OpenFile};
use crate::open_pack::OpenPack;
use crate::positions::{ColumnUnit, LineStarts};
use crate::protocol::{Location, Position, Uri};
use crate::uris::uri_of;

/// Converter from places to locations.
pub(crate) struct PlaceFinder<'a> {
    pub(crate) unit: ColumnUnit,
    /// Folder for copies of files that are part of the program or of an archive.
    pub(crate) copies: &'a Path,
}

impl PlaceFinder<'_> {
    /// Returns the location of a range in a file; `None` if the file is not known or cannot be shown.
    pub(crate) fn location(&self, pack: &OpenPack, file: &FileName, range: &Range<usize>) -> Option<Location> {
        let text = text_of(pack, file)?;
        let uri = uri_of(&self.path(pack, file, &text)?)?;
        Some(Location { uri, range: LineStarts::new(&text).range(&text, range, self.unit) })
    }

    /// Returns the path of a file. A file of the program or of an archive is copied.
    fn path(&self, pack: &OpenPack, file: &FileName, text: &str) -> Option<PathBuf> {
        let folder = if file.pack == pack.id {
            Some(&*pack.folder)
        } else {
            pack.surroundings.place(&file.pack).and_then(|place| place.folder())
        };
        if let Some(folder) = folder {
            return std::path::absolute(folder.join(&*file.path)).ok();
        }
        let name = if file.pack.is_empty() { "scripts" } else { &*file.pack };
        let path = self.copies.join(name).join(&*file.path);
        if std::fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            files::write_with_folders(&path, text.as_bytes()).ok()?;
        }
        Some(path)
    }
}

/// Returns the text of a file of the open pack, of another pack, or of the rule library.
pub(crate) fn text_of(pack: &OpenPack, file: &FileName) -> Option<Arc<str>> {
    if file.pack == pack.id {
        return pack.texts().text(&file.path).cloned();
    }
    if file.pack.is_empty() {
        return pack.surroundings.module(file.path.strip_suffix(".lua")?).cloned();
    }
    pack.surroundings.files(&file.pack)?.get(&file.path).cloned()
}

/// Place in an open file that a request is about.
pub(crate) struct AskedPlace<'a> {
    pub(crate) open: &'a OpenFile,
    pub(crate) pack: &'a mut OpenPack,
    pub(crate) file: FileName,
    /// Offset in the text.
    pub(crate) at: usize,
}

impl<'a> AskedPlace<'a> {
    /// Finds the place of a request; `None` if the file belongs to no pack. While a user types, the names of the last
    /// check are enough.
    pub(crate) fn find(
        documents: &'a mut Documents,
        uri: &Uri,
        position: Position,
        unit: ColumnUnit,
        is_typing: bool,
    ) -> Option<AskedPlace<'a>> {
        let (open, pack) = documents.find(uri)?;
        let at = open.lines.offset(&open.text, position, unit);
        let file = pack.file(&open.path);
        if is_typing {
            pack.read_names_once();
        } else {
            pack.index();
        }
        Some(AskedPlace { open, pack, file, at })
    }
}
