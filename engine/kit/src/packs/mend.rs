//! Writes safe fixes of findings into the files of a pack. Only the words that a fix is about change, in all files or
//! in none.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use tilewright_core::diag::LineColumn;
use tilewright_pack::edit::{TextEdit, apply};

use crate::error::KitError;
use crate::files::{self, TextReplacement, replace_texts};
use crate::packs::find::{FoundPack, PackPlace};
use crate::packs::load::Loaded;

/// Word that a fix replaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// Code of the finding.
    pub code: &'static str,
    /// File, under the path that the user sees.
    pub file: Arc<str>,
    /// Place of the word before any change.
    pub at: LineColumn,
    /// Word before the fix.
    pub from: Arc<str>,
    /// Word after the fix.
    pub to: Arc<str>,
}

/// File with its pending changes.
struct PendingFile {
    before: Arc<str>,
    /// Changed words, by the byte at which they begin.
    words: BTreeMap<usize, (Range<usize>, Mended)>,
}

impl PendingFile {
    fn after(&self) -> String {
        let edits = self.words.values().map(|(range, word)| TextEdit::new(range.clone(), &*word.to));
        apply(&self.before, &edits.collect::<Vec<_>>())
    }
}

/// Safe fixes of one pack, gathered from any number of loads.
pub struct Mending {
    folder: PathBuf,
    shown: String,
    files: BTreeMap<PathBuf, PendingFile>,
}

impl Mending {
    /// Starts without any fixes; `None` for a pack that is not in a folder.
    pub fn new(pack: &FoundPack) -> Option<Mending> {
        let PackPlace::Folder(folder) = &pack.place else { return None };
        Some(Mending { folder: folder.clone(), shown: format!("{}/", pack.path_prefix()), files: BTreeMap::new() })
    }

    /// Adds the safe fixes of findings in the pack's own files.
    pub fn gather(&mut self, loaded: &Loaded) {
        for finding in &loaded.diagnostics {
            let (Some((from, to)), Some(span)) = (finding.safe_fix(), finding.span) else { continue };
            let Some(file) = loaded.sources.get(span.file) else { continue };
            let Some(own) = file.path.strip_prefix(&self.shown) else { continue };
            let Some(range) = word_within(&file.text, span.start as usize..span.end as usize, from) else { continue };
            let place = loaded.sources.position(span);
            let column = place.column + file.text[span.start as usize..range.start].chars().count();
            let mended = Mended {
                code: finding.code,
                file: Arc::clone(&file.path),
                at: LineColumn { column, ..place },
                from: from.into(),
                to: to.into(),
            };
            let path = self.folder.join(own);
            let change = self.files.entry(path);
            let change =
                change.or_insert_with(|| PendingFile { before: Arc::clone(&file.text), words: BTreeMap::new() });
            change.words.entry(range.start).or_insert((range, mended));
        }
    }

    /// True if there are no fixes to write.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the words to be replaced, by file and place.
    pub fn words(&self) -> impl Iterator<Item = &Mended> {
        self.files.values().flat_map(|change| change.words.values().map(|(_, mended)| mended))
    }

    /// Writes all files. If one write fails, restores those already written.
    ///
    /// # Errors
    /// A file cannot be written, or no longer has the text that was loaded.
    pub fn write(&self) -> Result<(), KitError> {
        let changes = self.files.iter().map(|(path, change)| TextReplacement {
            path,
            before: &change.before,
            after: change.after(),
        });
        replace_texts(&changes.collect::<Vec<_>>())
    }

    /// Restores the files to their texts before the fixes.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn undo(&self) -> Result<(), KitError> {
        self.files.iter().try_for_each(|(path, change)| files::write(path, change.before.as_bytes()))
    }
}

/// Returns the range of a word in a part of a text; `None` unless it occurs there exactly once.
fn word_within(text: &str, part: Range<usize>, word: &str) -> Option<Range<usize>> {
    let bound = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    let inner = text.get(part.clone())?;
    let mut found = inner
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| bound(inner[..at].chars().next_back()) && bound(inner[at + word.len()..].chars().next()));
    let at = part.start + found.next().filter(|_| !word.is_empty())?;
    found.next().is_none().then(|| at..at + word.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_where_it_stands_once() {
        let text = "when = \"put\", input, put";
        assert_eq!(word_within(text, 0..12, "put"), Some(8..11));
        assert_eq!(word_within(text, 12..text.len(), "put"), Some(21..24));
        assert_eq!(word_within(text, 0..text.len(), "put"), None);
        assert_eq!(word_within(text, 0..4, "put"), None);
    }
}
