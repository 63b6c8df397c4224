//! Records as files: JSON, files of many records, and the names that an older version of a pack had.

pub mod json;
pub mod renames;
pub mod stream;
