//! The packs and games that the editor knows.

use std::path::PathBuf;
use std::sync::Arc;

use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::home::Home;
use tilewright_kit::packs::art::ArtFiles;

use super::settings::EditorSettings;
use crate::play::kept::GameList;
use crate::ui::pictures::cards::Cards;
use crate::ui::waker;

/// The packs and games that the editor knows: its home, the installed packs with their cards, and the kept games.
pub(super) struct Library {
    pub(super) home: Home,
    pub(super) surroundings: Arc<PackSurroundings>,
    /// Job that reads the installed packs; `None` if it is done.
    pub(super) reading: Option<Job<PackSurroundings>>,
    /// Cards of the welcome page; `None` until they are shown.
    pub(super) cards: Option<Cards>,
    /// True if the cards are made again when they are next shown. Until then, the old ones are shown.
    renews_cards: bool,
    /// True if the packs may have changed since they were read.
    is_old: bool,
    /// All games that the editor has kept.
    pub(super) games: GameList,
}

impl Library {
    /// Starts to read the installed packs.
    pub(super) fn new(ctx: &egui::Context, home: Home) -> Library {
        let finder = home.finder();
        Library {
            home,
            surroundings: Arc::default(),
            reading: Some(Job::start_single(waker(ctx), move |_| PackSurroundings::read(&finder))),
            cards: None,
            renews_cards: false,
            is_old: false,
            games: GameList::default(),
        }
    }

    /// Reads the packs again when the welcome page is next shown.
    pub(super) fn forget_packs(&mut self) {
        self.is_old = true;
    }

    /// Makes the cards again when they are next shown.
    pub(super) fn renew_cards(&mut self) {
        self.renews_cards = true;
    }

    /// Reads the installed packs if they may have changed, for the welcome page.
    pub(super) fn update_packs(&mut self, ctx: &egui::Context) {
        if std::mem::take(&mut self.is_old) {
            self.read_packs(ctx, None, None);
        }
    }

    /// True until the installed packs are read.
    pub(super) fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Reads the installed packs again, and the neighbours of `folder`. `visited` are the pictures of a visited pack,
    /// whose folder does not exist.
    pub(super) fn read_packs(&mut self, ctx: &egui::Context, folder: Option<PathBuf>, visited: Option<ArtFiles>) {
        let finder = match folder.as_ref().filter(|_| visited.is_none()) {
            Some(folder) => self.home.finder_beside(folder),
            None => self.home.finder(),
        };
        self.reading = Some(Job::start_single(waker(ctx), move |_| match (&folder, visited) {
            (Some(folder), Some(art)) => PackSurroundings::read_around(&finder, folder).with_art(art),
            (Some(folder), None) => PackSurroundings::read_around(&finder, folder),
            (None, _) => PackSurroundings::read(&finder),
        }));
    }

    /// Takes finished cards of all packs, including those in the `recent` folders; starts to make them if necessary.
    pub(super) fn update_cards(&mut self, ctx: &egui::Context, settings: &EditorSettings) {
        // No cards are made until the installed packs are known.
        if self.reading.is_none() && (self.renews_cards || self.cards.is_none()) {
            let before = self.cards.take();
            let made = Cards::begin(ctx, &self.home, &self.surroundings, &settings.recent, &settings.looks, before);
            (self.cards, self.renews_cards) = (Some(made), false);
        }
        self.cards.get_or_insert_with(Cards::none).look(ctx);
    }
}
