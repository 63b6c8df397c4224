//! Keeps the results of finished units in a folder, so that a search resumes where it was stopped, and several processes
//! share it. Each process writes its own file and reads all files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_kit::error::KitError;
use tilewright_kit::files::{self, Lines};

use super::error::TuneError;
use super::units::{Unit, UnitResult};

/// Maximum size in bytes of one journal of a search.
const JOURNAL_BYTES: u64 = 1 << 30;

/// Ending of the files of a journal.
const ENDING: &str = "jsonl";

/// Share of the units of a search that one process plays: those whose number modulo `of` is `part`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchShare {
    /// Remainder that selects the units, from 0.
    pub part: u64,
    /// Number of processes.
    pub of: u64,
}

impl SearchShare {
    /// Share that has all units.
    pub const WHOLE: SearchShare = SearchShare { part: 0, of: 1 };
}

/// Line of a journal.
#[derive(Serialize, Deserialize)]
struct JournalLine {
    unit: Unit,
    result: UnitResult,
}

/// Journal of a search in a folder.
#[derive(Debug)]
pub(super) struct TuneJournal {
    folder: PathBuf,
    own: Lines,
    heading: Value,
}

impl TuneJournal {
    /// Opens the file of a share in a folder, or starts it. `heading` describes the search.
    pub(super) fn open(folder: &Path, share: SearchShare, heading: Value) -> Result<TuneJournal, TuneError> {
        files::make_folder(folder)?;
        let path = folder.join(format!("part-{}-of-{}.{ENDING}", share.part + 1, share.of));
        let is_new = !path.is_file();
        let own = if is_new { Lines::begin(&path, &heading.to_string())? } else { Lines::resume(&path)? };
        let journal = TuneJournal { folder: folder.to_owned(), own, heading };
        journal.read()?;
        Ok(journal)
    }

    /// Writes the result of a unit.
    pub(super) fn add(&mut self, unit: &Unit, result: &UnitResult) -> Result<(), KitError> {
        let line = JournalLine { unit: unit.clone(), result: result.clone() };
        // Serialising cannot fail, because a line has only texts, numbers and lists.
        self.own.add(&serde_json::to_string(&line).unwrap_or_default())
    }

    /// Reads the results of all files of the folder. Lines that are still being written are left out.
    pub(super) fn read(&self) -> Result<Vec<(Unit, UnitResult)>, TuneError> {
        let read = |error| KitError::Read { path: self.folder.clone(), error };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(read)? {
            let path = entry.map_err(read)?.path();
            if path.extension().is_some_and(|ending| ending == ENDING) {
                paths.push(path);
            }
        }
        paths.sort();
        let mut all = Vec::new();
        for path in paths {
            let text = files::read_text(&path, JOURNAL_BYTES)?;
            let whole = text.rfind('\n').map_or("", |end| &text[..end]);
            let damaged = |line: usize| TuneError::Damaged { path: path.clone(), line };
            for (number, line) in whole.lines().enumerate() {
                if number == 0 {
                    let heading: Value = serde_json::from_str(line).map_err(|_| damaged(1))?;
                    self.compare(&path, &heading)?;
                    continue;
                }
                let JournalLine { unit, result } = serde_json::from_str(line).map_err(|_| damaged(number + 1))?;
                all.push((unit, result));
            }
        }
        Ok(all)
    }

    /// Reports a journal of another search, with the first field that differs.
    fn compare(&self, path: &Path, heading: &Value) -> Result<(), TuneError> {
        if *heading == self.heading {
            return Ok(());
        }
        let fields = self.heading.as_object().into_iter().flatten();
        let differing = fields.into_iter().find(|(name, value)| heading.get(name) != Some(value));
        let name = differing.map_or_else(String::new, |(name, _)| name.clone());
        let text = |value: Option<&Value>| value.map(Value::to_string).unwrap_or_default();
        Err(TuneError::OtherSearch {
            path: path.to_owned(),
            there: text(heading.get(&name)),
            here: text(self.heading.get(&name)),
            field: name,
        })
    }
}
