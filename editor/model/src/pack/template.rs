//! Creates new packs: a game, an expansion of another pack, or a copy of the open pack.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_core::catalog::lattice::Lattice;
use tilewright_kit::packs::find::PACK_FILE;
use tilewright_kit::packs::load::Request;
use tilewright_kit::packs::template;

use tilewright_language::title_id::id_of;

use crate::pack::analysis::PackSurroundings;
use crate::pack::document::{FileTexts, PackDocument, disk};

/// Name and place of a new pack. Its id is derived from the title until the user types one.
#[derive(Clone, Debug, Default)]
pub struct PackNaming {
    /// Display name of the pack.
    pub title: String,
    /// Id in other packs, also the name of its folder.
    pub id: String,
    /// Author of the pack; empty if none was entered.
    pub author: String,
    /// Folder in which the pack's folder is created.
    pub parent: String,
    /// True if the user has typed the id.
    by_hand: bool,
    /// Initial title and id.
    first: (String, String),
    /// Id that is not allowed, because the new pack would hide the pack with this id.
    taken: Option<String>,
}

impl PackNaming {
    /// Returns a naming with this title and id, in the folder `parent`.
    fn from_title(title: &str, id: &str, parent: &Path) -> PackNaming {
        let first = (title.to_owned(), id.to_owned());
        let parent = parent.display().to_string();
        let mut naming = PackNaming { title: title.to_owned(), parent, first, ..PackNaming::default() };
        naming.follow();
        naming
    }

    /// Notes that the user typed the id; an emptied id is derived from the title again.
    pub fn typed_id(&mut self) {
        self.by_hand = !self.id.trim().is_empty();
    }

    /// Updates the id after a change of the title or the folder to one that is free in the folder, unless the user
    /// typed it.
    pub fn follow(&mut self) {
        if self.by_hand {
            return;
        }
        let (title, id) = &self.first;
        let id = if self.title == *title { id.clone() } else { id_of(&self.title) };
        let ids = (1..).map(|n| if n == 1 { id.clone() } else { format!("{id}_{n}") });
        let parent = Path::new(self.parent.trim());
        self.id = ids.take(100).find(|id| id.is_empty() || !parent.join(id).exists()).unwrap_or(id);
    }

    /// Returns the folder of the new pack.
    pub fn folder(&self) -> PathBuf {
        Path::new(self.parent.trim()).join(self.id.trim())
    }

    /// Returns the key of the text that explains why the name is not allowed; `None` if it is.
    pub fn refusal(&self) -> Option<&'static str> {
        if self.title.trim().is_empty() {
            Some("new-needs-name")
        } else if !template::is_id(self.id.trim()) {
            Some("new-bad-name")
        } else if self.taken.as_deref() == Some(self.id.trim()) {
            Some("copy-hides")
        } else if self.parent.trim().is_empty() {
            Some("new-needs-folder")
        } else if self.folder().exists() {
            Some("new-is-there")
        } else {
            None
        }
    }
}

/// Starting point of a new pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartingPoint {
    /// New game with square tiles.
    #[default]
    Squares,
    /// New game with hexagonal tiles.
    Hexes,
    /// New game with triangular tiles.
    Triangles,
    /// An expansion of another pack.
    Addition,
}

impl StartingPoint {
    /// All starting points, each with the text key of its name.
    pub const ALL: [(StartingPoint, &str); 4] = [
        (StartingPoint::Squares, "new-squares"),
        (StartingPoint::Hexes, "new-hexes"),
        (StartingPoint::Triangles, "new-triangles"),
        (StartingPoint::Addition, "new-addition"),
    ];
}

/// Input of the dialog for a new pack.
#[derive(Clone, Debug, Default)]
pub struct NewPack {
    /// Title, id and folder of the new pack.
    pub naming: PackNaming,
    /// Starting point of the new pack.
    pub begins: StartingPoint,
    /// The pack that an expansion adds to.
    pub base: Option<Arc<str>>,
    /// Packs that an expansion can add to, with their titles, sorted by title.
    pub bases: Vec<(Arc<str>, String)>,
    /// Error of the last attempt to create the pack.
    pub error: Option<NewPackError>,
}

/// Reason why a pack could not be created.
#[derive(Clone, Debug)]
pub enum NewPackError {
    /// The pack with this title has no content that the first rule of an expansion could refer to.
    NothingToAddTo(String),
    /// The files of the pack cannot be written, for this reason.
    Unwritten(String),
}

/// Files of the pack that the guide starts with.
const FIRST: &[(&str, &str)] = &[
    ("pack.ron", include_str!("../../first/pack.ron")),
    ("tiles.ron", include_str!("../../first/tiles.ron")),
    ("texts/en.ron", include_str!("../../first/texts/en.ron")),
];

impl NewPack {
    /// Returns the input for a new pack in a folder, which may extend the packs in `surroundings`.
    pub fn in_folder(parent: &Path, surroundings: &PackSurroundings) -> NewPack {
        let title = |id: &Arc<str>| {
            let text = surroundings.files(id).and_then(|files| files.get(PACK_FILE));
            text.and_then(|text| template::title_of(text)).unwrap_or_else(|| id.to_string())
        };
        let mut bases: Vec<(Arc<str>, String)> = surroundings.packs().map(|id| (id.clone(), title(id))).collect();
        bases.sort_by_key(|(_, title)| title.to_lowercase());
        NewPack { naming: PackNaming::from_title("", "", parent), bases, ..NewPack::default() }
    }

    /// Returns the title of the pack to extend; `None` if none is selected.
    pub fn base_title(&self) -> Option<&str> {
        let base = self.base.as_ref()?;
        self.bases.iter().find(|(id, _)| id == base).map(|(_, title)| &**title)
    }

    /// Returns the key of the text that explains why the pack cannot be created; `None` if it can.
    pub fn refusal(&self) -> Option<&'static str> {
        let baseless = self.begins == StartingPoint::Addition && self.base.is_none();
        self.naming.refusal().or(baseless.then_some("new-needs-base"))
    }

    /// Creates the pack and returns its folder; on failure returns `None` and sets [`NewPack::error`].
    pub fn make(&mut self, surroundings: &PackSurroundings) -> Option<PathBuf> {
        let (id, title) = (self.naming.id.trim(), self.naming.title.trim());
        let files = match (self.begins, &self.base) {
            (StartingPoint::Hexes, _) => Some(template::game_on(Lattice::Hex, id, title)),
            (StartingPoint::Triangles, _) => Some(template::game_on(Lattice::Triangle, id, title)),
            (StartingPoint::Addition, Some(base)) => {
                template::addition_called(id, title, &surroundings.load(&Request::new([&**base])))
            }
            (StartingPoint::Squares | StartingPoint::Addition, _) => {
                Some(template::game_on(Lattice::Square, id, title))
            }
        };
        let Some(files) = files else {
            self.error = Some(NewPackError::NothingToAddTo(self.base_title().unwrap_or_default().to_owned()));
            return None;
        };
        let folder = self.naming.folder();
        match disk::write_folder(&folder, files.iter().map(|(path, text)| (&**path, &**text))) {
            Ok(()) => Some(folder),
            Err(error) => {
                self.error = Some(NewPackError::Unwritten(error.to_string()));
                None
            }
        }
    }
}

/// Returns the current title of the open pack, or its id if the title is missing.
pub fn title_in(document: &PackDocument) -> String {
    let title = document.text(PACK_FILE).and_then(|text| template::title_of(text));
    title.unwrap_or_else(|| document.id().to_string())
}

/// Returns the initial naming of a changed copy with the proposed title, in the folder `parent`.
pub fn copy_in(parent: &Path, title: &str, author: &str) -> PackNaming {
    PackNaming { author: author.to_owned(), ..PackNaming::from_title(title, &id_of(title), parent) }
}

impl PackNaming {
    /// Forbids an id for the new pack, because the new pack would hide the pack with this id.
    #[must_use]
    pub fn not(self, id: &str) -> PackNaming {
        PackNaming { taken: Some(id.to_owned()), ..self }
    }
}

/// Returns the files of the pack in the editor as a changed copy with the given naming. If the id is unchanged, only
/// the title changes. `None` if the id differs and the pack's files do not state the current id.
pub fn copy_files(document: &PackDocument, naming: &PackNaming) -> Option<FileTexts> {
    let (id, title, author) = (naming.id.trim(), naming.title.trim(), naming.author.trim());
    if *id != **document.id() {
        let author = (!author.is_empty()).then_some(author);
        return template::copy(&template::CopyName { id, title, author }, document.id(), document.files());
    }
    let mut files = document.files().clone();
    if let Some(text) = files.get_mut(PACK_FILE)
        && title != naming.first.0
        && let Some(other) = template::with_title(text, title)
    {
        *text = other.into();
    }
    Some(files)
}

/// Creates the pack that the guide starts with, in a new folder below `parent`.
///
/// # Errors
/// A file cannot be written.
pub fn first_pack(parent: &Path) -> Result<PathBuf, disk::DiskError> {
    let names = (1..).map(|n| if n == 1 { "first_pack".to_owned() } else { format!("first_pack_{n}") });
    let folder = names.map(|name| parent.join(name)).find(|folder| !folder.exists());
    let folder = folder.unwrap_or_else(|| unreachable!("there are names without end"));
    let id = disk::folder_name(&folder);
    let files: Vec<(&str, String)> = FIRST.iter().map(|(path, text)| (*path, text.replace("@NAME@", &id))).collect();
    disk::write_folder(&folder, files.iter().map(|(path, text)| (*path, &**text)))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_follows_the_title_until_somebody_types_one() {
        let parent = std::env::temp_dir().join(format!("tilewright-naming-{}", std::process::id()));
        std::fs::create_dir_all(parent.join("mills")).unwrap();
        let mut naming = PackNaming::from_title("", "", &parent);
        let type_title = |naming: &mut PackNaming, title: &str| {
            title.clone_into(&mut naming.title);
            naming.follow();
            naming.id.clone()
        };
        assert_eq!(type_title(&mut naming, "Mill"), "mill");
        assert_eq!(type_title(&mut naming, "Mills"), "mills_2", "the other is taken");
        assert_eq!(naming.refusal(), None);
        naming.id = "mine".to_owned();
        naming.typed_id();
        assert_eq!(type_title(&mut naming, "Mills and Moors"), "mine");
        naming.id.clear();
        naming.typed_id();
        assert_eq!(type_title(&mut naming, "Moors"), "moors");
        std::fs::remove_dir_all(&parent).unwrap();
    }
}
