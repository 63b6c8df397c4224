//! Replays one game of a file of records.

use std::path::{Path, PathBuf};

use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::games::replay::{ReplayError, Replayer};
use tilewright_kit::records::stream::Records;
use tilewright_table::FINDINGS;

use crate::context::Context;
use crate::failure::Failure;

/// Replays a game of a file, counted from 1, up to an entry of its record; `None` replays it to its end. Returns the
/// game, and the differences between its packs and the installed ones.
pub(crate) fn replay_game(
    file: &Path,
    game: usize,
    at: Option<usize>,
    cx: &mut Context,
) -> Result<(Session, Option<String>), Failure> {
    let mut count = 0;
    let wanted = Records::open(file)?.inspect(|_| count += 1).nth(game.wrapping_sub(1));
    let Some(record) = wanted else {
        return Err(Failure::usage(format!("`{}` holds {count} games, not {game}", file.display())));
    };
    let mut record = record.map_err(|e| Failure::wrong(format!("{}: {e}", file.display())))?;
    // Only the last position matters, so the recorded result is not checked.
    record.last = None;
    if let Some(at) = at {
        if at > record.moves.len() {
            let message = format!("the game has {} entries, not {at}", record.moves.len());
            return Err(Failure::usage(message).hint("leave `--at` out to see the end"));
        }
        record.moves.truncate(at);
    }
    let finder = cx.finder.clone();
    let mut replayer = Replayer::new(&finder).of_file(file);
    let played = replayer.play(&record);
    let session = played.result.map_err(|failure| not_replayed(file, &failure, &record, cx))?;
    Ok((session, played.other))
}

/// Returns the file itself, or the record files of a folder in the order of their names. Files with the findings of
/// tables are left out.
pub(crate) fn record_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| KitError::Read { path: path.to_owned(), error };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let is_finding = file.file_name().is_some_and(|name| FINDINGS.iter().any(|finding| name == *finding));
        if !is_finding && file.extension().is_some_and(|ending| ending == "json" || ending == "jsonl") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the failure of a game that cannot be replayed, and notes it if the program itself is at fault.
fn not_replayed(file: &Path, failure: &ReplayError, record: &Record, cx: &mut Context) -> Failure {
    cx.note_mistake(failure.code(), &failure.to_string(), Some(record));
    Failure::wrong(format!("{}: {failure}", file.display()))
}

#[cfg(test)]
mod tests {
    use tilewright_core::session::replay::Difference;

    use super::*;

    #[test]
    fn mistakes_of_the_program_are_noted_with_their_game() {
        let record = Record { id: "seven".to_owned(), ..Record::default() };
        let failed = |code| {
            let (expected, actual) = ("an answer".to_owned(), "odd".to_owned());
            ReplayError::Differs(Difference { at: 1, code, expected, actual, notes: Vec::new() })
        };
        let mut cx = Context::for_tests();
        not_replayed(Path::new("a.json"), &failed("fault"), &record, &mut cx);
        assert_eq!(cx.mistake, None);
        not_replayed(Path::new("a.json"), &failed("internal"), &record, &mut cx);
        let (what, noted) = cx.mistake.unwrap_or_default();
        assert!(what.contains("odd") && noted.as_ref() == Some(&record), "{what} {noted:?}");
    }
}
