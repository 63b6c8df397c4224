//! Reads and writes records: JSON, files of many records, and names from older versions of a pack.

pub mod json;
pub(crate) mod record_error;
pub mod renames;
pub mod stream;
