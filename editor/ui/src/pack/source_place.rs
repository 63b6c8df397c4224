//! Places in the files of packs.

use std::ops::Range;
use std::sync::Arc;

/// A place in a file of the pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, as a path within the pack. Of another pack it is `pack:path`, of the rule library `:name.lua`.
    pub path: Arc<str>,
    /// The bytes that are meant.
    pub range: Range<usize>,
}

/// The number of the line in which a byte of a text stands, from 1.
pub fn line_number(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// The bytes of a line, by its number from 1, without its end; the end of the text where there is no such line.
pub fn line_range(text: &str, number: usize) -> Range<usize> {
    let start = text.split_inclusive('\n').take(number.saturating_sub(1)).map(str::len).sum::<usize>();
    let length = text[start..].lines().next().map_or(0, str::len);
    start..start + length
}
