//! Writes reports of faults of the program itself: the facts that a developer needs, in a file of the state folder.
//!
//! A report holds the message and its place, the program's version and a number that changes with its code, the command
//! line, and the game. The game is a record, which names its packs with their hashes, or the file in which it was saved
//! during play. The report stays on this machine until the user sends it.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};
use tilewright_core::session::record::Record;

use crate::error::KitError;
use crate::files;
use crate::records::json::write_record;

/// Maximum size of a game file that is copied into a report, in bytes.
const GAME_BYTES: u64 = 16 << 20;

/// File of the game that this program is playing.
static GAME: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Notes the file of the game that is being played; `None` if there is no game.
pub(crate) fn note_game(file: Option<&Path>) {
    *GAME.lock().unwrap_or_else(PoisonError::into_inner) = file.map(Path::to_owned);
}

/// Fault of the program, for a report.
#[derive(Clone, Copy, Debug)]
pub struct BugReport<'a> {
    /// Message of the fault.
    pub what: &'a str,
    /// File and line of the source; empty if unknown.
    pub place: &'a str,
    /// Game in which the fault occurred.
    pub record: Option<&'a Record>,
}

impl BugReport<'_> {
    fn json(&self) -> Json {
        let record = self.record.and_then(|record| serde_json::from_str::<Json>(&write_record(record)).ok());
        let game = GAME.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let lines =
            game.as_deref().filter(|_| record.is_none()).and_then(|file| files::read_text(file, GAME_BYTES).ok());
        json!({
            "fault": self.what,
            "place": self.place,
            "version": env!("CARGO_PKG_VERSION"),
            "engine": env!("TILEWRIGHT_ENGINE"),
            "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            "command": std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>(),
            "packs": self.record.map(|record| &record.packs),
            "record": record,
            "game": lines.map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()),
            "backtrace": Backtrace::force_capture().to_string().lines().collect::<Vec<_>>(),
        })
    }

    /// Writes the report into a folder under a free name, and returns its path.
    ///
    /// # Errors
    /// The report cannot be written.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, KitError> {
        files::make_folder(folder)?;
        let text = serde_json::to_string_pretty(&self.json()).unwrap_or_else(|e| unreachable!("a report is JSON: {e}"));
        files::write_new(&folder.join("fault.json"), (text + "\n").as_bytes())
    }
}

/// Reports a panic in a folder, and passes the message for the user to `say`. Only the first panic of a program is
/// reported, because a mistake in a loop would fill the disk.
pub fn report_panic(panic: &PanicHookInfo<'_>, folder: &Path, say: &dyn Fn(&str)) {
    static REPORTED: AtomicBool = AtomicBool::new(false);
    let what = panic.payload_as_str().unwrap_or("no message");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let head = format!("a fault of this program, not of a pack: {what} ({place})");
    if REPORTED.swap(true, Ordering::Relaxed) {
        return say(&head);
    }
    match (BugReport { what, place: &place, record: None }).write(folder) {
        Ok(file) => say(&format!("{head}\n{}", advice(&file))),
        Err(error) => say(&format!("{head}\nno report of it could be written: {error}")),
    }
}

/// Returns advice for the user about a written report.
pub fn advice(file: &Path) -> String {
    format!(
        "{} contains everything needed to fix it; please send that file to the authors of Tilewright",
        file.display()
    )
}
