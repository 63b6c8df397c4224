//! Finds the folders of tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::file::SETTINGS;

/// Folders of tables by their ids.
pub type TableFiles = BTreeMap<String, PathBuf>;

/// Returns the tables in a folder; a folder that does not exist has no tables.
pub fn table_folders(folder: &Path) -> TableFiles {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let table = |path: PathBuf| {
        let id = path.file_name()?.to_str()?.to_owned();
        (is_table_id(&id) && path.join(SETTINGS).is_file()).then_some((id, path))
    };
    entries.filter_map(table).collect()
}

/// True if a text can be the id of a table.
pub fn is_table_id(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}
