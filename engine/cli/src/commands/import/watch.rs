//! `tilewright import --watch`: imports a file again whenever it is saved.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::{ImportArgs, import_once};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{BAD, CAUTION, FAINT};

/// Time between two looks at the file.
const PAUSE: Duration = Duration::from_millis(200);

/// Size and time of a file; `None` if it is not there, as for a moment while a program saves it.
type FileState = Option<(u64, SystemTime)>;

/// Imports the file, and again whenever it or the file with decisions is saved. Ends when the program is stopped, or if
/// the pack cannot be made at first.
pub(super) fn run(args: &ImportArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let mut seen = states(args);
    let first = import_once(args, args.folder().exists(), cx)?;
    if !args.folder().exists() {
        return Ok(first);
    }
    say(args, &format!("Watching {}; press Ctrl+C to stop.", args.file.display()), cx)?;
    loop {
        std::thread::sleep(PAUSE);
        let now = states(args);
        if now == seen || now[0].is_none() {
            continue;
        }
        // Some programs save in several steps, so the import waits until the file no longer changes.
        std::thread::sleep(PAUSE);
        if states(args) != now {
            continue;
        }
        seen = now;
        match import_once(args, true, cx) {
            Ok(Exit::Fine) => {}
            Ok(_) => say(args, &format!("{CAUTION}The last good tiles stay.{CAUTION:#}"), cx)?,
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

/// Returns the states of the file and of the file with decisions.
fn states(args: &ImportArgs) -> [FileState; 2] {
    let state = |path: &Path| {
        let data = fs::metadata(path).ok()?;
        Some((data.len(), data.modified().ok()?))
    };
    [state(&args.file), args.map.as_deref().and_then(state)]
}
