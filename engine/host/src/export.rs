//! Writes what tables have found: records of their games, notes of players and times of answers.

use std::io::Write as _;
use std::path::Path;

use serde_json::Value as Json;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::records::json::write_record;
use tilewright_table::{read_game, table_folders};

use crate::error::HostError;

/// Maximum size of a file of notes or answers, in bytes.
const BYTES: u64 = 64 << 20;

/// Result of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exported {
    /// Number of tables with a game.
    pub tables: usize,
    /// Number of notes.
    pub notes: usize,
}

/// Writes `records.jsonl`, `notes.jsonl` and `answers.jsonl` of all tables in a folder to another folder. Notes and
/// answers name the table of each line. A host can serve the tables at the same time.
///
/// # Errors
/// A file cannot be read or written.
pub fn export_tables(folder: &Path, to: &Path) -> Result<Exported, HostError> {
    files::make_folder(to)?;
    let (mut records, mut notes, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    let mut found = Exported::default();
    for (table, path) in table_folders(folder) {
        let Some(mut game) = read_game(&path)? else { continue };
        game.record.id.clone_from(&table);
        writeln!(records, "{}", write_record(&game.record))
            .map_err(|error| KitError::Write { path: to.into(), error })?;
        found.tables += 1;
        for (name, lines) in [("notes.jsonl", &mut notes), ("answers.jsonl", &mut answers)] {
            let file = path.join(name);
            if !file.exists() {
                continue;
            }
            // The last line may be cut off.
            for line in files::read_text(&file, BYTES)?.lines() {
                let Ok(Json::Object(mut entry)) = serde_json::from_str(line) else { continue };
                entry.insert("table".to_owned(), table.as_str().into());
                found.notes += usize::from(name == "notes.jsonl");
                lines.extend(format!("{}\n", Json::Object(entry)).into_bytes());
            }
        }
    }
    for (name, bytes) in [("records.jsonl", records), ("notes.jsonl", notes), ("answers.jsonl", answers)] {
        files::write(&to.join(name), &bytes)?;
    }
    Ok(found)
}
