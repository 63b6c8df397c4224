//! Defines the selection that all views share.

use std::sync::Arc;

/// Selected part of the pack, which all views show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// Empty selection, the default.
    #[default]
    Nothing,
    /// Kinds of tile by id; the last one was selected last.
    Tiles(Vec<Arc<str>>),
    /// Kind of tile of a pack that the open pack builds on: id of the pack, and id of the kind there.
    BaseTile(Arc<str>, Arc<str>),
    /// Entry in a list of the pack: field of the list in `Pack(...)`, and id of the entry.
    Item(Arc<str>, Arc<str>),
    /// Whole list of the pack, by its field in `Pack(...)`.
    Section(Arc<str>),
}

impl Selection {
    /// Returns the kind of tile that was selected last; `None` if no kinds of the open pack are selected.
    pub fn tile(&self) -> Option<&Arc<str>> {
        match self {
            Selection::Tiles(ids) => ids.last(),
            _ => None,
        }
    }
}
