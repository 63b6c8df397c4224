//! Reports the result of an import.

use std::io::Write;

use serde_json::{Value, json};
use tilewright_core::diag::Diagnostic;
use tilewright_exchange::{ExchangeError, ImportedPack};

use super::ImportArgs;
use super::pack::{ImportFindings, ImportOutcome};
use crate::context::{Context, verdict};
use crate::failure::{Exit, Failure};
use crate::findings;
use crate::out::{BAD, CAUTION, FAINT, GOOD, STRONG, format_count};

/// Maximum number of guesses that are shown; all are in the files and in JSON.
const SHOWN_GUESSES: usize = 30;

/// Reports an import and returns its exit code.
pub(super) fn outcome(args: &ImportArgs, outcome: &ImportOutcome, cx: &mut Context) -> Result<Exit, Failure> {
    match outcome {
        ImportOutcome::Mistakes(errors) => mistakes(args, &args.source(), errors, cx),
        ImportOutcome::Faulty { pack, findings } => {
            if args.json {
                let object = json!({
                    "pack": args.name, "ok": false, "written": [], "guesses": guesses(pack),
                    "findings": all_findings(findings, pack, args),
                });
                cx.out.json(&object)?;
                return Ok(Exit::Wrong);
            }
            show_findings(findings, pack, args, cx)?;
            let errors = findings.all.iter().filter(|finding| finding.is_error()).count();
            writeln!(
                cx.out,
                "{BAD}Nothing was written:{BAD:#} the pack would have {}.",
                format_count(errors, "error", "errors")
            )?;
            writeln!(cx.out, "Fix the lines in {}, or decide guesses with `--map`.", args.file.display())?;
            Ok(Exit::Wrong)
        }
        ImportOutcome::Done { pack, findings, written, left_out } => {
            let written: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
            if args.json {
                let object = json!({
                    "pack": args.name, "ok": true, "dry_run": args.dry_run, "written": written,
                    "kinds": pack.kind_count, "tiles": pack.copy_count, "guesses": guesses(pack),
                    "left_out": left_out, "findings": all_findings(findings, pack, args),
                });
                cx.out.json(&object)?;
                return Ok(verdict(&findings.all));
            }
            show_guesses(pack, args, cx)?;
            show_findings(findings, pack, args, cx)?;
            for text in left_out {
                writeln!(cx.out, "{CAUTION}left out:{CAUTION:#} {text}")?;
            }
            for path in &written {
                writeln!(cx.out, "  {path}")?;
            }
            done(args, pack, written.is_empty(), cx)?;
            Ok(Exit::Fine)
        }
    }
}

/// Reports mistakes in a file that keep it from being imported.
pub(super) fn mistakes(
    args: &ImportArgs,
    file: &str,
    errors: &[ExchangeError],
    cx: &mut Context,
) -> Result<Exit, Failure> {
    if args.json {
        let errors: Vec<Value> = errors
            .iter()
            .map(|error| {
                json!({
                    "severity": "error", "file": file, "line": error.line, "message": error.message,
                    "hint": error.hint,
                })
            })
            .collect();
        cx.out.json(&json!({"pack": args.name, "ok": false, "written": [], "guesses": [], "findings": errors}))?;
        return Ok(Exit::Wrong);
    }
    for error in errors {
        let place = error.line.map(|line| format!(":{line}")).unwrap_or_default();
        writeln!(cx.out, "{BAD}error:{BAD:#} {file}{place}: {}", error.message)?;
        if let Some(hint) = &error.hint {
            writeln!(cx.out, "  hint: {hint}")?;
        }
    }
    writeln!(cx.out, "{BAD}Nothing was written:{BAD:#} {}.", format_count(errors.len(), "error", "errors"))?;
    Ok(Exit::Wrong)
}

fn done(args: &ImportArgs, pack: &ImportedPack, unchanged: bool, cx: &mut Context) -> Result<(), Failure> {
    let kinds = format_count(pack.kind_count, "kind of tile", "kinds of tile");
    let tiles = format_count(pack.copy_count as usize, "tile", "tiles");
    let (name, content) = (&args.name, format!("({kinds}, {tiles})"));
    if args.dry_run {
        writeln!(cx.out, "{GOOD}Nothing was written:{GOOD:#} a trial of {STRONG}{name}{STRONG:#} {content}.")?;
        return Ok(());
    }
    if unchanged {
        writeln!(cx.out, "{GOOD}{STRONG}{name}{STRONG:#}{GOOD} is up to date{GOOD:#} {content}.")?;
        return Ok(());
    }
    writeln!(cx.out, "{GOOD}Imported {STRONG}{name}{STRONG:#}{GOOD:#} {content}.")?;
    if !args.update && !args.watch {
        let here = args.dir == std::path::Path::new(".");
        let shown = if here { format!("./{name}") } else { args.folder().display().to_string() };
        writeln!(cx.out, "Next:")?;
        for command in ["play", "check"] {
            writeln!(cx.out, "  tilewright {command} {shown}")?;
        }
    }
    Ok(())
}

fn guesses(pack: &ImportedPack) -> Vec<Value> {
    pack.guesses.iter().map(|guess| json!({"line": guess.line, "text": guess.text})).collect()
}

fn show_guesses(pack: &ImportedPack, args: &ImportArgs, cx: &mut Context) -> Result<(), Failure> {
    if pack.guesses.is_empty() {
        return Ok(());
    }
    let source = args.source();
    for guess in pack.guesses.iter().take(SHOWN_GUESSES) {
        let place = guess.line.map(|line| format!(":{line}")).unwrap_or_default();
        writeln!(cx.out, "{CAUTION}guess:{CAUTION:#} {FAINT}{source}{place}:{FAINT:#} {}", guess.text)?;
    }
    if pack.guesses.len() > SHOWN_GUESSES {
        writeln!(cx.out, "… and {} more; comments in the pack mark them", pack.guesses.len() - SHOWN_GUESSES)?;
    }
    Ok(())
}

/// Shows findings with the line of the imported file; other findings with their place in the pack.
fn show_findings(
    findings: &ImportFindings,
    pack: &ImportedPack,
    args: &ImportArgs,
    cx: &mut Context,
) -> Result<(), Failure> {
    let mut sorted: Vec<&Diagnostic> = findings.all.iter().collect();
    sorted.sort_by_key(|finding| !finding.is_error());
    let width = cx.out.room().0;
    for finding in &findings::texts_together(&sorted) {
        if let Some(line) = findings.line_of(finding, pack) {
            writeln!(cx.out, "{STRONG}{}:{line}{STRONG:#}", args.source())?;
        }
        writeln!(cx.out, "{}", findings::for_people(finding, &findings.sources, width))?;
    }
    Ok(())
}

fn all_findings(findings: &ImportFindings, pack: &ImportedPack, args: &ImportArgs) -> Vec<Value> {
    let object = |finding: &Diagnostic| {
        let mut object = findings::for_programs(finding, &findings.sources);
        if let Some(line) = findings.line_of(finding, pack) {
            object["source"] = json!({"file": args.source(), "line": line});
        }
        object
    };
    findings.all.iter().map(object).collect()
}
