//! `tilewright import --watch`: imports a file again whenever it is saved.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{ImportArgs, ImportRun, import_once};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{BAD, CAUTION, FAINT};

/// Time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);

/// Size and time of a file; `None` if it is not there, as for a moment while a program saves it.
type FileState = Option<(u64, SystemTime)>;

/// Picture that an imported file names.
pub(super) struct WatchedPicture {
    path: PathBuf,
    state: FileState,
}

impl WatchedPicture {
    /// Returns a picture with the current state of its file.
    pub(super) fn look(path: PathBuf) -> WatchedPicture {
        WatchedPicture { state: state_of(&path), path }
    }
}

/// Imports the file, and again whenever it, the file with decisions or a picture is saved. Ends when the program is
/// stopped, or if the pack cannot be made at first.
pub(super) fn run(args: &ImportArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let mut seen = states(args, &[]);
    let first = import_once(args, args.folder().exists(), cx)?;
    if !args.folder().exists() {
        return Ok(first.exit);
    }
    let mut pictures = first.pictures.unwrap_or_default();
    seen.extend(pictures.iter().map(|picture| picture.state));
    say(args, &format!("Watching {}; press Ctrl+C to stop.", args.file.display()), cx)?;
    loop {
        std::thread::sleep(PAUSE);
        let now = states(args, &pictures);
        if now == seen || now[0].is_none() {
            continue;
        }
        // Some programs save in several steps, so the import waits until the file no longer changes.
        std::thread::sleep(PAUSE);
        if states(args, &pictures) != now {
            continue;
        }
        seen = now;
        match import_once(args, true, cx) {
            Ok(ImportRun { exit, pictures: named }) => {
                if exit != Exit::Fine {
                    say(args, &format!("{CAUTION}The last good tiles stay.{CAUTION:#}"), cx)?;
                }
                if let Some(named) = named {
                    seen.truncate(seen.len() - pictures.len());
                    seen.extend(named.iter().map(|picture| picture.state));
                    pictures = named;
                }
            }
            // The file may be incomplete for a moment, or another program has it open.
            Err(failure) if failure.message.is_empty() => return Err(failure),
            Err(failure) => report(args, &failure, cx)?,
        }
        cx.out.flush()?;
    }
}

fn say(args: &ImportArgs, text: &str, cx: &mut Context) -> Result<(), Failure> {
    if !args.json {
        writeln!(cx.out, "{FAINT}{text}{FAINT:#}")?;
    }
    Ok(cx.out.flush()?)
}

fn report(args: &ImportArgs, failure: &Failure, cx: &mut Context) -> Result<(), Failure> {
    if args.json {
        let error = serde_json::json!({"severity": "error", "message": failure.message, "hint": failure.hint});
        return Ok(cx
            .out
            .json(&serde_json::json!({"pack": args.name, "ok": false, "written": [], "findings": [error]}))?);
    }
    writeln!(cx.out, "{BAD}error:{BAD:#} {}", failure.message)?;
    if let Some(hint) = &failure.hint {
        writeln!(cx.out, "  hint: {hint}")?;
    }
    Ok(())
}

/// Returns the states of the file, of the file with decisions, and of pictures.
fn states(args: &ImportArgs, pictures: &[WatchedPicture]) -> Vec<FileState> {
    let of_pictures = pictures.iter().map(|picture| state_of(&picture.path));
    [state_of(&args.file), args.map.as_deref().and_then(state_of)].into_iter().chain(of_pictures).collect()
}

fn state_of(path: &Path) -> FileState {
    let data = fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}
