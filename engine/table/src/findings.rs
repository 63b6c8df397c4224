//! Reads the findings of a table for its designers: the game and the notes of the players. The source is the folder of
//! a table, or the export of a host, which contains the games of all its tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::record::{Move, Record};
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::games::running::{KeptGame, read_kept};
use tilewright_kit::records::stream::Records;

use crate::error::TableError;
use crate::file::{SETTINGS, TableFolder};
use crate::folders::table_folders;
use crate::message::NoteMood;

/// Maximum size of a file of games, notes or answers, in bytes.
const BYTES: u64 = 64 << 20;

/// Name of the file of answers, in the folder of a table and in an export.
pub(crate) const ANSWERS: &str = "answers.jsonl";

/// Name of the file of notes, in the folder of a table and in an export.
pub(crate) const NOTES: &str = "notes.jsonl";

/// Names of the files in an export that are not games.
pub const FINDINGS: [&str; 2] = [ANSWERS, NOTES];

/// Name of the file of games in an export.
const RECORDS: &str = "records.jsonl";

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
    /// The game continues with changed packs.
    Reloaded {
        /// Number of answers that remain.
        reload: usize,
    },
    /// A player has asked why the tile in play does not fit on a cell.
    Why {
        /// Seat, from 0.
        seat: u8,
        /// Name of the cell.
        why: String,
    },
}

/// Game of a table with the notes of its players.
#[derive(Clone, Debug)]
pub struct TableFindings {
    /// Id of the table.
    pub table: String,
    /// Packs, options and answers of the game.
    pub record: Record,
    /// Paths of the copies of its packs; empty for an export, which has no copies.
    pub packs: Vec<PathBuf>,
    /// Names of the seats; empty for seats without a name, and for an export.
    pub names: Vec<String>,
    /// Notes, in the order in which they were written.
    pub notes: Vec<TableNote>,
    /// Given answers with their times, answers that were taken back, and requests for reasons, in order.
    pub course: Vec<AnswerEntry>,
    /// Time of the last answer, or of the export.
    pub when: SystemTime,
}

/// Note of a player or an onlooker.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableNote {
    /// Seat of the player; `None` for an onlooker.
    pub seat: Option<Seat>,
    /// Number of chosen answers before the note; `None` for answers to the questions at the end.
    pub answers: Option<usize>,
    /// Mood, if the player chose one.
    pub mood: Option<NoteMood>,
    /// Text; empty for answers to the questions at the end.
    pub text: String,
    /// Name of the place on the board that the note is about.
    pub place: Option<String>,
    /// Answers to the questions at the end, by the ids of the questions.
    pub form: BTreeMap<String, Json>,
}

/// Given answer in the course of a table.
#[derive(Clone, Copy, Debug)]
pub struct CourseAnswer<'f> {
    /// Number of answers before it in its course of the game.
    pub number: usize,
    /// Seat, from 0.
    pub seat: u8,
    /// Question.
    pub ask: &'f str,
    /// Key of the option.
    pub key: &'f str,
    /// Number of options.
    pub options: u64,
    /// Time since the question, in milliseconds.
    pub ms: u64,
    /// True if a bot has answered.
    pub is_bot: bool,
    /// True if the answer was taken back, or was lost when the rules changed.
    pub is_undone: bool,
}

impl TableFindings {
    /// Returns all given answers in the order of their times.
    pub fn given(&self) -> Vec<CourseAnswer<'_>> {
        let mut given: Vec<CourseAnswer<'_>> = Vec::new();
        // Places of the answers that remain.
        let mut remaining: Vec<usize> = Vec::new();
        for entry in &self.course {
            match entry {
                AnswerEntry::Given { seat, ask, key, options, ms, bot } => {
                    let (number, seat, is_undone) = (remaining.len(), *seat, false);
                    let (options, ms, is_bot) = (*options, *ms, *bot);
                    remaining.push(given.len());
                    given.push(CourseAnswer { number, seat, ask, key, options, ms, is_bot, is_undone });
                }
                AnswerEntry::Undone { undo } | AnswerEntry::Reloaded { reload: undo } => {
                    for undone in remaining.split_off((*undo).min(remaining.len())) {
                        given[undone].is_undone = true;
                    }
                }
                AnswerEntry::Why { .. } => {}
            }
        }
        given
    }

    /// Returns the number of answers of the game.
    pub fn answers(&self) -> usize {
        self.record.moves.iter().filter(|step| matches!(step, Move::Answer { .. })).count()
    }
}

impl TableNote {
    /// Reads a line of a file of notes; `None` if the line is cut off, or is not a note.
    pub fn read(line: &str) -> Option<TableNote> {
        serde_json::from_str(line).ok().as_ref().and_then(TableNote::from_entry)
    }

    fn from_entry(entry: &Map<String, Json>) -> Option<TableNote> {
        let text = |name: &str| entry.get(name).and_then(Json::as_str).map(str::to_owned);
        let number = |name: &str| entry.get(name).and_then(Json::as_u64);
        let note = TableNote {
            seat: number("seat").and_then(|seat| u8::try_from(seat).ok()).map(Seat),
            answers: number("answers").and_then(|answers| usize::try_from(answers).ok()),
            mood: entry.get("mood").and_then(|mood| serde_json::from_value(mood.clone()).ok()),
            text: text("text").unwrap_or_default(),
            place: text("place"),
            form: entry.get("form").and_then(Json::as_object).cloned().unwrap_or_default().into_iter().collect(),
        };
        (!note.text.is_empty() || !note.form.is_empty()).then_some(note)
    }

    /// Returns the cell of the place. Names of other places begin with the name of their cell.
    pub fn cell(&self) -> Option<Cell> {
        Cell::read(self.place.as_ref()?.split(':').next()?)
    }
}

/// True if a folder has findings: it is the folder of a table, an export, or a folder with folders of tables.
pub fn has_findings(folder: &Path) -> bool {
    folder.join(SETTINGS).is_file() || is_export(folder) || !table_folders(folder).is_empty()
}

fn is_export(folder: &Path) -> bool {
    folder.join(RECORDS).is_file() && folder.join(NOTES).is_file()
}

/// Reads the findings of a folder, of the latest game first, and adds to `problems` the reasons why tables cannot be
/// read. A host can serve the tables at the same time. Tables without an answer are left out.
pub fn read_findings(folder: &Path, problems: &mut Vec<TableError>) -> Vec<TableFindings> {
    if is_export(folder) {
        return read_export(folder).unwrap_or_else(|error| {
            problems.push(error);
            Vec::new()
        });
    }
    let tables: Vec<PathBuf> = match folder.join(SETTINGS).is_file() {
        true => vec![folder.to_owned()],
        false => table_folders(folder).into_values().collect(),
    };
    let mut found = Vec::new();
    for table in tables {
        match read_table(&table) {
            Ok(findings) => found.extend(findings),
            Err(error) => problems.push(error),
        }
    }
    found.sort_by(|a: &TableFindings, b| b.when.cmp(&a.when).then_with(|| a.table.cmp(&b.table)));
    found
}

fn read_table(path: &Path) -> Result<Option<TableFindings>, TableError> {
    let folder = TableFolder(path.to_owned());
    let settings = folder.read_settings()?;
    let names = settings.seats.into_iter().map(|seat| seat.name).collect();
    let Some(KeptGame { record, when, .. }) = read_game(path)? else { return Ok(None) };
    let packs = folder.packs_of(settings.game, &record).into_iter().filter(|pack| pack.is_file()).collect();
    let notes = entries(&path.join(NOTES))?.iter().filter_map(TableNote::from_entry).collect();
    let course = entries(&path.join(ANSWERS))?.into_iter().filter_map(answer_entry).collect();
    let table = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some(TableFindings { table, record, packs, names, notes, course, when }))
}

fn read_export(folder: &Path) -> Result<Vec<TableFindings>, TableError> {
    let path = folder.join(RECORDS);
    let when = std::fs::metadata(&path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut notes: BTreeMap<String, Vec<TableNote>> = BTreeMap::new();
    for entry in entries(&folder.join(NOTES))? {
        let table = entry.get("table").and_then(Json::as_str).unwrap_or_default();
        notes.entry(table.to_owned()).or_default().extend(TableNote::from_entry(&entry));
    }
    let mut courses: BTreeMap<String, Vec<AnswerEntry>> = BTreeMap::new();
    for entry in entries(&folder.join(ANSWERS))? {
        let table = entry.get("table").and_then(Json::as_str).unwrap_or_default().to_owned();
        courses.entry(table).or_default().extend(answer_entry(entry));
    }
    let mut found = Vec::new();
    for record in Records::open(&path)? {
        let record = record.map_err(|error| KitError::Record { path: path.clone(), error })?;
        let table = record.id.clone();
        let notes = notes.remove(&table).unwrap_or_default();
        let course = courses.remove(&table).unwrap_or_default();
        found.push(TableFindings { table, record, packs: Vec::new(), names: Vec::new(), notes, course, when });
    }
    Ok(found)
}

/// Reads a line of a file of answers; `None` if it has another form.
fn answer_entry(entry: Map<String, Json>) -> Option<AnswerEntry> {
    serde_json::from_value(entry.into()).ok()
}

/// Reads the objects of a file with one on each line. The last line may be cut off.
fn entries(path: &Path) -> Result<Vec<Map<String, Json>>, KitError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(files::read_text(path, BYTES)?.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// Reads the game in the folder of a table, also while a host serves it; `None` if it has no answer.
///
/// # Errors
/// A file cannot be read or copied.
pub fn read_game(table: &Path) -> Result<Option<KeptGame>, TableError> {
    let folder = TableFolder(table.to_owned());
    let file = folder.game_path(folder.read_settings()?.game);
    if let Some(game) = read_kept(&file) {
        return Ok(Some(game));
    }
    if !file.exists() {
        return Ok(None);
    }
    // The host holds a lock on the file, so that a copy is read.
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    let copy = std::env::temp_dir().join(format!("tilewright-table-{}-{name}.jsonl", std::process::id()));
    files::write_quickly(&copy, &files::read(&file, BYTES)?)?;
    let when = std::fs::metadata(&file).and_then(|data| data.modified()).ok();
    let game = read_kept(&copy).map(|game| KeptGame { when: when.unwrap_or(game.when), path: file, ..game });
    // A copy that cannot be removed is overwritten next time.
    drop(files::remove(&copy));
    Ok(game)
}
