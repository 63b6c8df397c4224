//! Describes the packs and the own art that pictures show.

use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_editor_model::pack::own_art::ShownLook;

/// Packs and own art that pictures show.
#[derive(Clone)]
pub struct PictureSource {
    /// Number that is unique to the catalog.
    pub revision: u64,
    /// Catalog of the packs.
    pub catalog: Arc<Catalog>,
    /// Own art of the packs; `None` if everything is drawn from data.
    pub look: Option<ShownLook>,
}

impl PictureSource {
    /// Returns the state that the pictures show.
    pub(super) fn edition(&self) -> PictureEdition {
        PictureEdition { revision: self.revision, look: self.look.as_ref().map_or(0, |look| look.number) }
    }
}

/// Revision of the packs and number of the look that pictures show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PictureEdition {
    pub(super) revision: u64,
    /// Number of the look; 0 without own art.
    pub(super) look: u64,
}
