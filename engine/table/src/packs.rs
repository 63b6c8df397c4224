//! Packs of tables: loaded once for all tables that play the same ones.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use tilewright_art::decode::decode_look;
use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::find::{Finder, FoundPack};
use tilewright_kit::packs::load::Loaded;
use tilewright_kit::suite::examples;
use tilewright_page::{LiveDrawings, LiveRules, LiveSource, live_rules};

use crate::error::TableError;

/// Number of pixels on the longer side of pictures in SVG.
const SVG_SIDE: u32 = 384;

/// Maximum size of the pictures of a table, in bytes.
const ART_BYTES: u64 = 8 << 20;

/// Packs of all tables on a thread.
#[derive(Default)]
pub struct PackCache {
    known: Vec<Rc<TablePacks>>,
}

impl PackCache {
    /// Returns loaded packs for games with `seats` seats, and prepares them on first use.
    ///
    /// # Errors
    /// The packs cannot be played, or not with that many seats.
    pub fn get(&mut self, loaded: &Loaded, seats: u8) -> Result<Rc<TablePacks>, TableError> {
        let catalog = loaded.for_seats(seats).catalog().cloned();
        let key = catalog.map(|catalog| (catalog.exact_packs(), catalog.chosen_options()));
        if let Some(known) = key.and_then(|(packs, options)| self.find(&packs, &options, seats)) {
            return Ok(known);
        }
        let new = TablePacks::new(loaded, seats)?;
        self.known.push(Rc::clone(&new));
        Ok(new)
    }

    /// Returns loaded packs as [`PackCache::get`], prepared again, because more than their rules may have changed.
    ///
    /// # Errors
    /// The packs cannot be played, or not with that many seats.
    pub(crate) fn renew(&mut self, loaded: &Loaded, seats: u8) -> Result<Rc<TablePacks>, TableError> {
        let new = TablePacks::new(loaded, seats)?;
        self.known.insert(0, Rc::clone(&new));
        Ok(new)
    }

    /// Returns known packs by their exact names and options.
    pub(crate) fn find(&self, packs: &[String], options: &[String], seats: u8) -> Option<Rc<TablePacks>> {
        let is_same = |known: &&Rc<TablePacks>| {
            known.seats == seats && known.catalog.exact_packs() == packs && known.catalog.chosen_options() == options
        };
        self.known.iter().find(is_same).cloned()
    }

    /// Forgets packs that no table uses.
    pub fn clear_unused(&mut self) {
        self.known.retain(|packs| Rc::strong_count(packs) > 1);
    }
}

/// Packs for a number of seats, with their art and their drawings. Tables on one thread can share them.
pub struct TablePacks {
    loaded: Loaded,
    catalog: Arc<Catalog>,
    seats: u8,
    art: Option<OwnArt>,
    drawings: RefCell<LiveDrawings>,
    /// Explanations of the game by language; a language is absent until a player asks.
    rules: RefCell<BTreeMap<String, Rc<LiveRules>>>,
}

impl TablePacks {
    fn new(loaded: &Loaded, seats: u8) -> Result<Rc<TablePacks>, TableError> {
        let loaded = loaded.for_seats(seats);
        let catalog = loaded.catalog().filter(|_| loaded.is_playable()).cloned();
        let unplayable = || TableError::Unplayable("the packs cannot be played".to_owned());
        let catalog = catalog.ok_or_else(unplayable)?;
        let (fewest, most) = (catalog.seats.0, catalog.seats.1);
        if !(fewest..=most).contains(&seats) {
            let why = format!("{seats} seats cannot play; the packs are for {fewest} to {most}");
            return Err(TableError::Unplayable(why));
        }
        let look = loaded.art.choose_look(None).ok().flatten();
        let decode =
            |look| decode_look(&loaded.art.plan, look, SVG_SIDE, |file| loaded.art.bytes(file).map(Arc::clone));
        let art = look.map(|look| decode(look).art.reduced(ART_BYTES));
        Ok(Rc::new(TablePacks { catalog, seats, art, drawings: RefCell::default(), rules: RefCell::default(), loaded }))
    }

    /// Returns the loaded packs.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Returns the ids of included packs, and the paths of other packs.
    pub(crate) fn origin(&self) -> Vec<String> {
        self.loaded.places.values().filter_map(FoundPack::origin).collect()
    }

    /// Returns the catalog of the packs.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Calls a function with the art and the drawings.
    pub(crate) fn with_source<T>(&self, write: impl FnOnce(LiveSource<'_>) -> T) -> T {
        write(LiveSource { art: self.art.as_ref(), drawings: &mut self.drawings.borrow_mut() })
    }

    /// Returns the drawings so far.
    pub(crate) fn drawings(&self) -> std::cell::Ref<'_, LiveDrawings> {
        self.drawings.borrow()
    }

    /// Explains the game in a language, with the read-mes and the worked examples of the copies in a folder. A file that
    /// cannot be read is left out.
    pub(crate) fn rules(&self, language: &str, copies: &Path) -> Rc<LiveRules> {
        if let Some(known) = self.rules.borrow().get(language) {
            return Rc::clone(known);
        }
        let finder = Finder::nowhere();
        let copy = |id: &str| copy_of(copies, id).to_string_lossy().into_owned();
        let read_me = |id: &str| {
            let files = finder.find(&copy(id)).ok()?.read().ok()?;
            files.get("README.md").map(|text| Arc::from(&**text))
        };
        let cases = |id: &str| examples(&finder, &copy(id)).ok().flatten().map(|list| list.cases).unwrap_or_default();
        let packs = self.catalog.packs.iter().flat_map(|pack| cases(&pack.id));
        let told: Vec<String> = packs.map(|case| case.tells).collect();
        let rules = self.with_source(|source| live_rules(&self.catalog, language, &read_me, &told, source));
        let rules = Rc::new(rules);
        self.rules.borrow_mut().insert(language.to_owned(), Rc::clone(&rules));
        rules
    }

    /// Writes a copy of each pack to a folder, so that later changes of a pack do not reach the table.
    ///
    /// # Errors
    /// A pack cannot be read, or a copy cannot be written.
    pub(crate) fn write_copies(&self, folder: &Path) -> Result<(), KitError> {
        files::make_folder(folder)?;
        for (id, pack) in &self.loaded.places {
            let path = copy_of(folder, id);
            let bytes = pack.archive()?.write().map_err(|error| KitError::Archive { path: path.clone(), error })?;
            files::write(&path, &bytes)?;
        }
        Ok(())
    }
}

/// Returns the path of the copy of a pack.
pub(crate) fn copy_of(folder: &Path, pack: &str) -> PathBuf {
    folder.join(format!("{pack}.tilepack"))
}
