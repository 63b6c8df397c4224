//! Lines of the files with the findings of tables: answers with their times, and notes.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tilewright_kit::error::KitError;
use tilewright_kit::files;

use crate::message::NoteMood;

/// Maximum size of a file of findings, in bytes.
const BYTES: u64 = 64 << 20;

/// Name of the file with the answers.
pub(crate) const ANSWERS: &str = "answers.jsonl";

/// Name of the file with the notes.
pub(crate) const NOTES: &str = "notes.jsonl";

/// Names of the files of findings.
pub const FINDINGS: [&str; 2] = [ANSWERS, NOTES];

/// Line of `answers.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnswerEntry {
    /// A seat has answered.
    Given {
        /// Seat, from 0.
        seat: u8,
        /// Question.
        ask: String,
        /// Key of the option.
        key: String,
        /// Number of options.
        options: u64,
        /// Time since the question, in milliseconds.
        ms: u64,
        /// True if a bot has answered.
        bot: bool,
    },
    /// Answers were taken back.
    Undone {
        /// Number of answers that remain.
        undo: usize,
    },
    /// A player has asked why the tile in play does not fit on a cell.
    Why {
        /// Seat, from 0.
        seat: u8,
        /// Name of the cell.
        why: String,
    },
}

/// Line of `notes.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NoteEntry {
    /// Note about a moment of the game.
    Note {
        /// Seat, from 0; `None` for an onlooker.
        seat: Option<u8>,
        /// Number of answers before the note.
        answers: usize,
        /// Question that waited.
        ask: Option<String>,
        /// Mood, if the player chose one.
        mood: Option<NoteMood>,
        /// Text.
        text: String,
    },
    /// Answers to the questions at the end.
    Form {
        /// Seat, from 0; `None` for an onlooker.
        seat: Option<u8>,
        /// Answers by the ids of their questions.
        form: BTreeMap<String, Json>,
    },
}

/// Findings of one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableFindings {
    /// Answers, in order.
    pub answers: Vec<AnswerEntry>,
    /// Notes, in order.
    pub notes: Vec<NoteEntry>,
}

/// Line of an exported file, which names its table.
#[derive(Deserialize)]
struct OfTable<T> {
    #[serde(default)]
    table: String,
    #[serde(flatten)]
    entry: T,
}

/// Reads the findings in a folder, which `tilewright host --export` has written, by table. Files may be absent, and a
/// last line that was cut off is left out.
///
/// # Errors
/// A file cannot be read.
pub fn read_findings(folder: &Path) -> Result<BTreeMap<String, TableFindings>, KitError> {
    let mut all: BTreeMap<String, TableFindings> = BTreeMap::new();
    for (table, entry) in read_lines(&folder.join(ANSWERS))? {
        all.entry(table).or_default().answers.push(entry);
    }
    for (table, entry) in read_lines(&folder.join(NOTES))? {
        all.entry(table).or_default().notes.push(entry);
    }
    Ok(all)
}

fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<(String, T)>, KitError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = files::read_text(path, BYTES)?;
    let lines = text.lines().filter_map(|line| serde_json::from_str::<OfTable<T>>(line).ok());
    Ok(lines.map(|of| (of.table, of.entry)).collect())
}
