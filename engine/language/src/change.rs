//! Defines changes of texts: the edits that views request, and the splices that undo and journals store.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use tilewright_pack::edit::TextEdit;

/// Change to the files of a pack. Paths are within the pack, with forward slashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileChange {
    /// Edits of one file in any order, which do not overlap. All ranges refer to the text before the first edit.
    Edit {
        /// Path of the file to edit.
        path: Arc<str>,
        /// Replacements within the file.
        edits: Vec<TextEdit>,
    },
    /// New text of a whole file, which may not exist yet.
    Write {
        /// Path of the file to write.
        path: Arc<str>,
        /// Text of the whole file.
        text: Arc<str>,
    },
    /// New picture in the folder `art`, which is written at once.
    AddPicture {
        /// Path of the picture.
        path: Arc<str>,
        /// Content of the file.
        bytes: Arc<[u8]>,
    },
    /// Removal of a file.
    Remove {
        /// Path of the file to remove.
        path: Arc<str>,
    },
}

impl FileChange {
    /// Returns a change with one edit of one file.
    pub fn edit(path: &str, range: Range<usize>, text: impl Into<String>) -> FileChange {
        FileChange::Edit { path: path.into(), edits: vec![TextEdit::new(range, text)] }
    }

    /// Returns the path of the file that changes.
    pub fn path(&self) -> &Arc<str> {
        match self {
            FileChange::Edit { path, .. }
            | FileChange::Write { path, .. }
            | FileChange::AddPicture { path, .. }
            | FileChange::Remove { path } => path,
        }
    }
}

/// Error for an edit that reaches beyond the text, splits a character or overlaps another edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEditError {
    /// Range of the edit, in bytes.
    pub range: Range<usize>,
    /// Length of the text before the edits, in bytes.
    pub length: usize,
}

impl fmt::Display for TextEditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.range;
        write!(f, "an edit of bytes {start} to {end} does not fit a text of {} bytes", self.length)
    }
}

impl std::error::Error for TextEditError {}

/// Returns the text after the edits.
///
/// # Errors
/// An edit does not fit the text.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> Result<String, TextEditError> {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.range.start, e.range.end));
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        let Range { start, end } = edit.range;
        let fits = at <= start && start <= end && text.is_char_boundary(start) && text.is_char_boundary(end);
        if !fits || end > text.len() {
            return Err(TextEditError { range: start..end, length: text.len() });
        }
        result.push_str(&text[at..start]);
        result.push_str(&edit.text);
        at = end;
    }
    result.push_str(&text[at..]);
    Ok(result)
}

/// Difference between two texts, as one place where some bytes are replaced by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// Offset of the change, in bytes.
    pub at: usize,
    /// Text before the change.
    pub removed: String,
    /// Text after the change.
    pub inserted: String,
}

impl Splice {
    /// Returns the smallest splice that turns one text into another; `None` if they are equal.
    pub fn from_difference(before: &str, after: &str) -> Option<Splice> {
        if before == after {
            return None;
        }
        let most = before.len().min(after.len());
        let mut start = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        while !before.is_char_boundary(start) {
            start -= 1;
        }
        let same = before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
        let mut tail = same.min(most - start);
        while !before.is_char_boundary(before.len() - tail) {
            tail -= 1;
        }
        Some(Splice {
            at: start,
            removed: before[start..before.len() - tail].to_owned(),
            inserted: after[start..after.len() - tail].to_owned(),
        })
    }

    /// Returns the text after the splice; `None` if the splice was made for another text.
    pub fn apply(&self, text: &str) -> Option<String> {
        let (head, rest) = text.split_at_checked(self.at)?;
        let tail = rest.strip_prefix(&*self.removed)?;
        Some([head, &self.inserted, tail].concat())
    }

    /// Returns the splice that reverts this one.
    #[must_use]
    pub fn invert(&self) -> Splice {
        Splice { at: self.at, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }
}
