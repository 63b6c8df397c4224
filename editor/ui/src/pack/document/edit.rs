//! Changes of texts: what views ask for, and the splices that undo and journals keep.

use std::ops::Range;
use std::sync::Arc;

pub use tilewright_pack::edit::TextEdit;

/// A change of the files of a pack. Paths are within the pack, with forward slashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Edits of one file, in any order, that do not overlap. All ranges are meant for the text before any of them.
    Edit {
        /// Which file.
        path: Arc<str>,
        /// What changes in it.
        edits: Vec<TextEdit>,
    },
    /// The whole text of a file, which may be new.
    Write {
        /// Which file.
        path: Arc<str>,
        /// Its text.
        text: Arc<str>,
    },
    /// A file goes.
    Remove {
        /// Which file.
        path: Arc<str>,
    },
}

impl Change {
    /// One edit of one file.
    pub fn edit(path: &str, range: Range<usize>, text: impl Into<String>) -> Change {
        Change::Edit { path: path.into(), edits: vec![TextEdit::new(range, text)] }
    }

    /// The file that changes.
    pub fn path(&self) -> &Arc<str> {
        match self {
            Change::Edit { path, .. } | Change::Write { path, .. } | Change::Remove { path } => path,
        }
    }
}

/// The text after some edits.
///
/// # Errors
/// An edit reaches beyond the text, into a character or into another edit; a sentence says which.
pub fn edited(text: &str, edits: &[TextEdit]) -> Result<String, String> {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.range.start, e.range.end));
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        let Range { start, end } = edit.range;
        let fits = at <= start && start <= end && text.is_char_boundary(start) && text.is_char_boundary(end);
        if !fits || end > text.len() {
            return Err(format!("an edit of bytes {start} to {end} does not fit a text of {} bytes", text.len()));
        }
        result.push_str(&text[at..start]);
        result.push_str(&edit.text);
        at = end;
    }
    result.push_str(&text[at..]);
    Ok(result)
}

/// What differs between two texts: one place, where some bytes went and others came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// Where, in bytes.
    pub at: usize,
    /// What stood there.
    pub removed: String,
    /// What stands there now.
    pub inserted: String,
}

impl Splice {
    /// The smallest single splice that leads from one text to another; nothing if they are equal.
    pub fn between(before: &str, after: &str) -> Option<Splice> {
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

    /// The text after this splice; nothing if it was not made for that text.
    pub fn apply(&self, text: &str) -> Option<String> {
        let (head, rest) = text.split_at_checked(self.at)?;
        let tail = rest.strip_prefix(&*self.removed)?;
        Some([head, &self.inserted, tail].concat())
    }

    /// The way back.
    #[must_use]
    pub fn reversed(&self) -> Splice {
        Splice { at: self.at, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }
}
