//! Changes to the text of a pack that leave alone what they do not mean.
//!
//! For whoever edits packs by other means than typing, the text stays the document: every change is a list of
//! [`TextEdit`]s, as small as it can be. What was not changed keeps its bytes: order, blanks, comments, quotation
//! marks and the way lists are broken into lines. Undo is to apply the [`inverse`].
//!
//! - [`Written`]: a value that is to be written, and the house style in which it is printed.
//! - [`Draft`]: a text and its tree, changed step by step; the steps come out as one list of edits. Values are
//!   named by [`Path`]s, which stay right while the text around them changes.
//! - [`unfold`]: the lines of a thing that has outgrown the one on which it stood.
//! - [`Items`]: which file of a pack holds what, and where a new item goes.
//! - [`order`]: in which order the fields of things are written.
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
//! Deliberately absent: reformatting, files and folders, undo stacks, and any check of what a value means.

mod align;
mod draft;
mod entries;
mod items;
mod layout;
pub mod order;
mod unfold;
mod written;

pub use draft::{Draft, EditError, Path, PathStep, node_at};
pub use items::{HEAD, ItemFile, Items, SectionItem};
pub use unfold::unfold;
pub use written::{WIDTH, Written};

use std::ops::Range;

/// A piece of a text and what stands in its place afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Bytes of the text before the change.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

impl TextEdit {
    /// An edit.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> TextEdit {
        TextEdit { range, text: text.into() }
    }
}

/// The text after edits. They are in ascending order and do not overlap, as all lists of edits here are.
///
/// # Panics
/// When the edits are not those of this text.
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

/// The edits that lead from the text after `edits` back to `text`.
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
