//! Reads everything that a pack can need: the available packs in their versions, and the rule library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tilewright_core::diag::Diagnostic;
use tilewright_core::session::record::Record;
use tilewright_kit::games::opening::{OpenedGame, open_among};
use tilewright_kit::games::replay::ReplayError;
use tilewright_kit::packs::art::ArtFiles;
use tilewright_kit::packs::choose::Here;
use tilewright_kit::packs::find::{Finder, FoundPack, PackPlace};
use tilewright_kit::packs::load::{Loaded, Reading, Request, library, unreadable};
use tilewright_kit::packs::shadow::Shadow;
use tilewright_kit::packs::versions::Need;
use tilewright_pack::World;

use crate::pack_texts::FileTexts;
use crate::themes::{KnownTheme, known_themes};

/// Code of the finding that a pack around the open one cannot be read.
pub const UNREADABLE: &str = "E0002";

/// All packs and modules around the open pack.
#[derive(Clone, Default)]
pub struct PackSurroundings {
    finder: Finder,
    here: Here,
    /// Folder of the open pack; `None` if no pack is open.
    folder: Option<PathBuf>,
    /// Pictures of the open pack if its folder does not exist; otherwise they are read from the folder.
    art: Option<ArtFiles>,
    /// Default version of each pack by id.
    meant: BTreeMap<Arc<str>, FoundPack>,
    /// Versions of other packs that are compatible with the open pack, where these differ from the default.
    chosen: BTreeMap<Arc<str>, FoundPack>,
    /// Rule library, and the files of all packs in their selected versions.
    world: World,
    /// Themes among these packs, which are read when they are first listed.
    themes: Arc<OnceLock<Vec<KnownTheme>>>,
    /// Theme that is loaded with the open pack, because the viewer has chosen a look of it.
    theme: Option<Arc<str>>,
    number: u64,
}

impl PackSurroundings {
    /// Reads all packs that `finder` finds, and the rule library. For packs that cannot be read, the reason is kept and
    /// reported when they are loaded. Takes about two milliseconds for each archive.
    pub fn read(finder: &Finder) -> PackSurroundings {
        PackSurroundings::read_with_folder(finder, None)
    }

    /// Like [`PackSurroundings::read`], for an open pack in a folder.
    pub fn read_around(finder: &Finder, folder: &Path) -> PackSurroundings {
        PackSurroundings::read_with_folder(finder, Some(folder.to_owned()))
    }

    /// Returns the surroundings of an open pack that has no folder, with its pictures.
    #[must_use]
    pub fn with_art(self, art: ArtFiles) -> PackSurroundings {
        PackSurroundings { art: Some(art), ..self }
    }

    fn read_with_folder(finder: &Finder, folder: Option<PathBuf>) -> PackSurroundings {
        let mut here = Here::from_finder(finder).unwrap_or_default().by_ids();
        let (mut world, mut meant) = (library(), BTreeMap::new());
        let ids: Vec<String> = here.ids().map(str::to_owned).collect();
        for id in ids {
            let best = here.best(&[Need { id: id.clone(), ..Need::any("") }]).remove(&id);
            let Some(number) = best else { continue };
            match here.files(number) {
                Ok(files) => drop(world.packs.insert(id.as_str().into(), files)),
                Err(error) => drop(world.unreadable.insert(id.as_str().into(), unreadable(&error))),
            }
            meant.insert(id.into(), here.found(number).clone());
        }
        let here = here.without_candidates();
        PackSurroundings {
            finder: finder.clone(),
            here,
            folder,
            art: None,
            meant,
            chosen: BTreeMap::new(),
            world,
            themes: Arc::default(),
            theme: None,
            number: next(),
        }
    }

    /// Returns the themes among all packs that were found.
    pub fn themes(&self) -> &[KnownTheme] {
        self.themes.get_or_init(|| known_themes(&self.world))
    }

    /// Returns the theme that is loaded with the open pack.
    pub fn theme(&self) -> Option<&Arc<str>> {
        self.theme.as_ref()
    }

    /// Returns surroundings in which this theme is loaded with the open pack; `None` loads none.
    #[must_use]
    pub fn with_theme(&self, theme: Option<Arc<str>>) -> PackSurroundings {
        PackSurroundings { theme, number: next(), ..self.clone() }
    }

    /// Returns a number that differs between any two surroundings with different content.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the ids of the packs that cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = &Arc<str>> {
        self.world.unreadable.keys()
    }

    /// Returns the installed or included pack that the open pack in a folder hides.
    pub fn shadow_of(&self, folder: &Path, id: &str) -> Option<Shadow> {
        self.here.shadow_of(&FoundPack { id: id.to_owned(), place: PackPlace::Folder(folder.to_owned()) })
    }

    /// Returns the ids of all packs that were found.
    pub fn packs(&self) -> impl Iterator<Item = &Arc<str>> {
        self.world.packs.keys()
    }

    /// Returns the files of a pack, in the version selected for the open pack.
    pub fn files(&self, pack: &str) -> Option<&FileTexts> {
        self.world.packs.get(pack)
    }

    /// Returns the place of a pack, in the version selected for the open pack.
    pub fn place(&self, pack: &str) -> Option<&PackPlace> {
        self.chosen.get(pack).or_else(|| self.meant.get(pack)).map(|found| &found.place)
    }

    /// Returns the text of a module of the rule library.
    pub fn module(&self, name: &str) -> Option<&Arc<str>> {
        self.world.library.get(name)
    }

    /// Returns the names of the modules in the rule library.
    pub fn modules(&self) -> impl Iterator<Item = &Arc<str>> {
        self.world.library.keys()
    }

    /// Returns the world of all packs and modules, with the files of one pack added or replaced.
    pub fn with(&self, id: &Arc<str>, files: &FileTexts) -> World {
        let mut world = self.world.clone();
        world.packs.insert(id.clone(), files.clone());
        world
    }

    /// Loads packs by their ids, in versions that are compatible with each other.
    pub fn load(&self, request: &Request) -> Loaded {
        load_request(self.here.clone(), request)
    }

    /// Loads the open pack with its unsaved changes together with other packs and the chosen theme, in versions that are
    /// compatible.
    pub fn load_with(&self, id: &Arc<str>, files: &FileTexts, request: &Request) -> Loaded {
        let mut request = request.clone();
        request.packs.extend(self.theme.iter().filter(|theme| *theme != id).map(ToString::to_string));
        load_request(self.edit_here(id, files), &request)
    }

    /// Opens a saved game with the exact packs that it names, or else with the closest versions. The open pack takes
    /// part with its unsaved changes.
    ///
    /// # Errors
    /// Packs are missing or cannot be played, or the game does not start.
    pub fn open(&self, id: &Arc<str>, files: &FileTexts, record: &Record) -> Result<OpenedGame, ReplayError> {
        open_among(self.edit_here(id, files), &self.finder, &[], record)
    }

    fn edit_here(&self, id: &Arc<str>, files: &FileTexts) -> Here {
        let mut here = self.here.clone();
        let folder = self.folder.clone().unwrap_or_else(|| PathBuf::from(&**id));
        match &self.art {
            Some(art) => here.edit_with_art(&folder, id, files.clone(), art.clone()),
            None => here.edit(&folder, id, files.clone()),
        }
        here
    }

    /// Returns surroundings with the versions that were selected for the open pack; `None` if they are unchanged.
    pub fn chosen_for(&self, own: &str, loaded: &Loaded) -> Option<PackSurroundings> {
        if loaded.places.is_empty() {
            return None;
        }
        let others = loaded.places.iter().filter(|(id, _)| **id != own);
        let chosen: BTreeMap<Arc<str>, FoundPack> = others
            .map(|(id, found)| (Arc::from(&**id), found.clone()))
            .filter(|(id, found)| self.meant.get(id).is_some_and(|meant| meant != found))
            .collect();
        if chosen == self.chosen {
            return None;
        }
        let mut world = self.world.clone();
        for (id, found) in self.chosen.keys().filter_map(|id| self.meant.get_key_value(id)).chain(&chosen) {
            if let Ok(files) = self.here.files_of(found) {
                world.packs.insert(id.clone(), files);
            }
        }
        Some(PackSurroundings { chosen, world, themes: Arc::default(), number: next(), ..self.clone() })
    }
}

fn next() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// Loads packs; if one of them is not available, the result has a finding about it.
fn load_request(here: Here, request: &Request) -> Loaded {
    Reading::read_available(here, &request.packs).map(|reading| reading.load(request)).unwrap_or_else(|error| {
        let mut loaded = Loaded::default();
        loaded.diagnostics.push(Diagnostic::error(UNREADABLE, error.to_string()));
        loaded
    })
}
