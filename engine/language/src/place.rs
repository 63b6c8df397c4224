//! Defines places in the files of packs.

use std::ops::Range;
use std::sync::Arc;

/// Range of bytes in a file of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePlace {
    /// Path within the open pack, `pack:path` in another pack, or `:name.lua` in the rule library.
    pub path: Arc<str>,
    /// Range of bytes in the text of the file.
    pub range: Range<usize>,
}

/// Returns the number of the line that contains the byte at `at`, from 1.
pub fn line_number(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Returns the range of a line without its line break, by its number from 1; an empty range at the end of the text if
/// there is no such line.
pub fn line_range(text: &str, number: usize) -> Range<usize> {
    let start = text.split_inclusive('\n').take(number.saturating_sub(1)).map(str::len).sum::<usize>();
    let length = text[start..].lines().next().map_or(0, str::len);
    start..start + length
}

/// Returns the range, moved to character boundaries of the text.
pub fn on_boundaries(text: &str, range: Range<usize>) -> Range<usize> {
    let fit = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    fit(range.start)..fit(range.end).max(fit(range.start))
}
