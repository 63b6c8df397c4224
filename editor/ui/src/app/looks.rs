//! The looks of own art that the viewer can choose from.

use std::sync::Arc;

use tilewright_core::catalog::art::ArtLook;
use tilewright_kit::packs::art::PLAIN_LOOK;
use tilewright_kit::packs::load::Loaded;
use tilewright_language::themes::KnownTheme;
use tilewright_wording::words::Words;

use super::Editor;
use super::look_choice::LookChoice;
use crate::ui::notices::NoticeWeight;

/// Look that the viewer can choose.
pub(super) struct OfferedLook {
    /// Name of the look for the settings.
    pub(super) key: String,
    /// Display name of the look.
    pub(super) label: String,
    /// True if it is shown.
    pub(super) is_chosen: bool,
}

impl Editor {
    /// Returns the looks that the open pack offers; none if everything is drawn from data in any case.
    pub(super) fn looks(&self) -> Vec<OfferedLook> {
        let (Some(document), Some(good)) = (&self.workspace.document, self.workspace.analyst.good()) else {
            return Vec::new();
        };
        let loaded = &good.loaded;
        let further = self.further_themes(loaded);
        let is_plain = loaded.art.plan.is_empty() && further.is_empty();
        let Some(catalog) = loaded.catalog().filter(|_| !is_plain) else { return Vec::new() };
        let choice = LookChoice::of_pack(&self.shell.settings, document.folder(), document.id());
        let shown = choice.look(loaded).map_or(PLAIN_LOOK.to_owned(), ArtLook::key);
        let words = Words::with_numbers(catalog, self.shell.texts.code());
        let label = |key: &str| match (key, key.split_once(':')) {
            (PLAIN_LOOK, _) => self.shell.texts.get("look-plain"),
            (_, Some((theme, id))) => {
                let title = loaded.manifest(theme).map_or(theme, |manifest| &manifest.title);
                let own = words.name(&format!("{theme}:look"), id);
                format!("{title}: {}", if own == id { words.name("look", id) } else { own })
            }
            _ => words.name("look", key),
        };
        let offered = loaded.art.look_names().into_iter();
        let own = offered.map(|key| OfferedLook { label: label(&key), is_chosen: key == shown, key });
        let mut all: Vec<OfferedLook> = own.collect();
        for KnownTheme { manifest, looks } in further {
            all.extend(looks.iter().map(|look| OfferedLook {
                key: format!("{}:{look}", manifest.id),
                label: format!("{}: {look}", manifest.title),
                is_chosen: false,
            }));
        }
        all
    }

    /// Returns the themes that were found for the packs and are not loaded.
    fn further_themes(&self, loaded: &Loaded) -> Vec<&KnownTheme> {
        let known = self.library.surroundings.themes().iter();
        known.filter(|theme| loaded.takes_theme(&theme.manifest)).collect()
    }

    /// Loads the theme of the chosen look with the open pack; returns true if it is another theme than before.
    pub(super) fn look_at_theme(&mut self) -> bool {
        let Some(document) = &mut self.workspace.document else { return false };
        let surroundings = &self.library.surroundings;
        let chosen = self.shell.settings.looks.get(document.folder()).and_then(|key| key.split_once(':'));
        let is_known = |(theme, _): &(&str, &str)| surroundings.packs().any(|id| **id == **theme);
        let theme = chosen.filter(is_known).map(|(theme, _)| Arc::from(theme));
        if surroundings.theme() == theme.as_ref() {
            return false;
        }
        self.library.surroundings = Arc::new(surroundings.with_theme(theme));
        document.look_again();
        true
    }

    /// Shows a look of the open pack, from now on.
    pub(super) fn choose_look(&mut self, key: String) {
        let Some(document) = &self.workspace.document else { return };
        self.shell.settings.looks.insert(document.folder().to_owned(), key);
        // The first page also shows the look.
        self.library.renew_cards();
        self.shell.keep_settings(&self.library.home);
    }

    /// Shows the next look of the open pack.
    pub(super) fn show_next_look(&mut self) {
        let mut looks = self.looks();
        if looks.is_empty() {
            return;
        }
        let next = looks.iter().position(|look| look.is_chosen).map_or(0, |at| (at + 1) % looks.len());
        let OfferedLook { key, label, .. } = looks.swap_remove(next);
        self.shell.notices.tell(NoticeWeight::Note, self.shell.texts.with_name("look-shown", &label));
        self.choose_look(key);
    }
}
