//! What is chosen.

use std::sync::Arc;

/// What is chosen; all views show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// Nothing.
    #[default]
    Nothing,
    /// Kinds of tiles, by id; the last is the one that was chosen last.
    Tiles(Vec<Arc<str>>),
    /// A kind of tile of a pack that the open one builds on: the pack, and its id there.
    BaseTile(Arc<str>, Arc<str>),
    /// Something of a list of the pack: the list's field in `Pack(...)`, and its id.
    Item(Arc<str>, Arc<str>),
    /// A list of the pack as a whole: its field in `Pack(...)`.
    Section(Arc<str>),
}

impl Selection {
    /// The tile that was chosen last.
    pub fn tile(&self) -> Option<&Arc<str>> {
        match self {
            Selection::Tiles(ids) => ids.last(),
            _ => None,
        }
    }
}
