//! Something that a pack declares, and what others changed about it.

use tilewright_core::catalog::id::Name;
use tilewright_core::diag::Span;

use crate::read::syntax::{Node, Word};

/// Something declared, with all overrides applied.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) span: Span,
    pub(crate) node: Node,
    /// Number of the pack that declares it.
    pub(crate) pack: usize,
    /// What packs have changed about it.
    pub(crate) changes: Vec<Change>,
    /// Others of its name in its pack, which are off: one of them stands in its place with other options.
    pub(crate) instead: Vec<Node>,
}

/// A field that a pack gives in an override.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// Number of the pack.
    pub(crate) by: usize,
    /// The field.
    pub(crate) field: Word,
    /// Whether it adds to a list or takes away from it, and leaves the rest.
    pub(crate) partial: bool,
}
