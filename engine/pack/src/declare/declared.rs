//! Represents an entry that a pack declares, and the changes that other packs make to it.

use tilewright_core::catalog::id::Name;
use tilewright_core::diag::Span;

use crate::read::syntax::{Node, Word};

/// Declared entry of a section, with all overrides applied.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) span: Span,
    pub(crate) node: Node,
    /// Index of the pack that declares it.
    pub(crate) pack: usize,
    /// Changes by overrides, in the order in which they were applied.
    pub(crate) changes: Vec<FieldOverride>,
    /// Alternatives of the same name in the same pack that are switched off; other options switch one of them on.
    pub(crate) instead: Vec<Node>,
}

/// Field that a pack sets in an override.
#[derive(Clone, Debug)]
pub(crate) struct FieldOverride {
    /// Index of the pack.
    pub(crate) by: usize,
    pub(crate) field: Word,
    /// True if the override adds to or removes from a list or map and leaves its other items.
    pub(crate) partial: bool,
}
