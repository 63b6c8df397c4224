//! The look of own art that the viewer has chosen. It is a setting of the viewer, and no part of the game.

use std::path::Path;
use std::sync::Arc;

use tilewright_core::catalog::art::ArtLook;
use tilewright_editor_model::pack::own_art::{DecodedPictures, LookView, chosen_look};
use tilewright_kit::packs::load::Loaded;

use super::settings::EditorSettings;
use crate::ui::pictures::PictureSource;

/// Choice of a look for the open pack.
#[derive(Clone, Copy)]
pub(super) struct LookChoice<'a> {
    /// Name of the look; `None` for the first look of the pack.
    name: Option<&'a str>,
    /// Id of the open pack.
    open: &'a str,
}

impl<'a> LookChoice<'a> {
    /// Returns the choice of the viewer for the pack in a folder.
    pub(super) fn of_pack(settings: &'a EditorSettings, folder: &Path, open: &'a str) -> LookChoice<'a> {
        LookChoice { name: settings.looks.get(folder).map(String::as_str), open }
    }

    /// Returns the chosen look; `None` if everything is drawn from data.
    pub(super) fn look(self, loaded: &Loaded) -> Option<&ArtLook> {
        chosen_look(&loaded.art, self.name, self.open)
    }

    /// Returns the packs with the chosen look, for pictures; `None` if the packs have errors.
    pub(super) fn source(
        self,
        loaded: &Loaded,
        revision: u64,
        view: &mut LookView,
        decoded: &mut DecodedPictures,
    ) -> Option<PictureSource> {
        let catalog = Arc::clone(loaded.catalog()?);
        let look = self.look(loaded);
        Some(PictureSource { revision, catalog, look: view.show(decoded, &loaded.art, look).cloned() })
    }
}
