//! Changes the text of a pack and leaves all other text unchanged.
//!
//! The text stays the document, even for programs that edit packs in forms: every change is a minimal list of
//! [`TextEdit`]s. Unchanged parts keep their bytes: order, blanks, comments, quotation marks and line breaks. To undo a
//! change, apply its [`inverse`].
//!
//! - [`Written`]: a value to write, and the house style of its text.
//! - [`Draft`]: a text and its tree, changed step by step; the steps result in one list of edits. [`NodePath`]s name
//!   values and stay valid while the text around them changes.
//! - [`unfold`]: splits an entry into lines when it no longer fits on one.
//! - [`Items`]: finds the file of each item, and the file for new items.
//! - [`order`]: the order in which fields are written.
//!
//! ```
//! use tilewright_pack::edit::{Draft, PathStep, Written, apply, order};
//!
//! let text = "Tiles([\n    (id: \"A\", edges: (n: road)), // the first\n])\n";
//! let mut draft = Draft::new(text)?;
//! let tile = [PathStep::Item(0), PathStep::Item(0)];
//! draft.set_field(&tile, "count", &Written::Int(3), order::TILE)?;
//! let edits = draft.edits();
//! assert_eq!(apply(text, &edits), "Tiles([\n    (id: \"A\", count: 3, edges: (n: road)), // the first\n])\n");
//! # Ok::<(), tilewright_pack::edit::EditError>(())
//! ```
//!
//! Deliberately absent: reformatting, files and folders, undo stacks, and all checks of the meaning of values.

mod align;
mod draft;
mod entries;
mod items;
mod layout;
pub mod order;
mod unfold;
mod written;

pub use draft::{Draft, EditError, NodePath, PathStep, node_at};
pub use items::{HEAD, ItemFile, Items, SectionItem};
pub use unfold::unfold;
pub use written::{WIDTH, Written};

use std::ops::Range;

/// Replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Byte range in the text before the change.
    pub range: Range<usize>,
    /// Text that replaces the range.
    pub text: String,
}

impl TextEdit {
    /// Returns an edit that replaces `range` with `text`.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> TextEdit {
        TextEdit { range, text: text.into() }
    }
}

/// Returns the text after `edits`, which must be ascending and without overlap, as all lists of edits in this module
/// are.
///
/// # Panics
/// Panics if the edits do not fit the text.
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut new = String::with_capacity(text.len() + edits.iter().map(|e| e.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in edits {
        new.push_str(&text[at..edit.range.start]);
        new.push_str(&edit.text);
        at = edit.range.end;
    }
    new.push_str(&text[at..]);
    new
}

/// Returns the edits from the text after `edits` back to `text`.
pub fn inverse(text: &str, edits: &[TextEdit]) -> Vec<TextEdit> {
    let (mut grown, mut shrunk) = (0, 0);
    let back = edits.iter().map(|edit| {
        let start = edit.range.start + grown - shrunk;
        grown += edit.text.len();
        shrunk += edit.range.len();
        TextEdit::new(start..start + edit.text.len(), &text[edit.range.clone()])
    });
    back.collect()
}
