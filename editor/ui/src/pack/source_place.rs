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
