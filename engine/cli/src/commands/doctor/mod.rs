//! `tilewright doctor`: lists and checks the contents of the state folder, and removes files that are no longer needed.

mod areas;
mod checks;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use tilewright_kit::files;
use tilewright_kit::files::draft::remove_leftover;
use tilewright_kit::files::home::state_folder;
use tilewright_share::store::FolderLock;

use self::areas::{Inventory, Removable};
use self::checks::{Checks, Finding};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{BAD, CAUTION, FAINT, GOOD, STRONG, format_count};
use crate::table::{TextTable, decimals};

#[derive(Args, Debug)]
#[command(
    about = "Check the files that this program keeps",
    long_about = "Check the files that this program keeps: games, installed packs, settings, your key and unsaved \
        changes. The command lists them with their sizes, marks the files that may be removed, and reports damaged or \
        unreadable files, leftovers of killed programs, older versions of packs, permissions, and a full disk.\n\nThe \
        folder is set by TILEWRIGHT_HOME; the default is the system's folder for such files. Exit code 3 means that a \
        problem was found.",
    after_help = "Examples:\n  \
        tilewright doctor\n  \
        tilewright doctor --clean         remove unneeded files, after asking\n  \
        tilewright doctor --clean --yes   without asking\n  \
        tilewright doctor --json          for programs"
)]
pub(crate) struct DoctorArgs {
    /// Remove unneeded files; unfinished games, packs and settings remain
    #[arg(long)]
    clean: bool,
    /// Do not ask for confirmation
    #[arg(long, requires = "clean")]
    yes: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &DoctorArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let home = state_folder();
    if home.exists() && !home.is_dir() {
        let failure = Failure::environment(format!("{} is not a folder", home.display()));
        return Err(failure.hint("move the file elsewhere, or set TILEWRIGHT_HOME to another folder"));
    }
    let is_there = home.is_dir();
    let inventory = if is_there { Inventory::collect(&home) } else { Inventory::default() };
    let free = if is_there { free_space(&home) } else { None };
    let findings = if is_there { Checks::run(&home, &inventory, free) } else { Vec::new() };
    if !args.json {
        show(&home, &inventory, free, &findings, cx)?;
    }
    let cleaned = if args.clean { Some(clean(&home, &inventory, args, cx)?) } else { None };
    let failed = cleaned.as_ref().map_or(0, |cleaned| cleaned.failed.len());
    if args.json {
        cx.out.json(&as_json(&home, &inventory, free, &findings, cleaned.as_ref()))?;
    }
    let is_sound = findings.iter().all(|finding| finding.is_note) && failed == 0;
    Ok(if is_sound { Exit::Fine } else { Exit::Environment })
}

/// Returns the free space on the disk of a folder, in bytes; `None` if the system does not report it.
fn free_space(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::statvfs(folder).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    #[cfg(not(unix))]
    return {
        let _ = folder;
        None
    };
}

fn show(
    home: &Path,
    inventory: &Inventory,
    free: Option<u64>,
    findings: &[Finding],
    cx: &mut Context,
) -> Result<(), Failure> {
    let shown = home.display();
    if inventory.folders.is_empty() {
        writeln!(cx.out, "The folder {shown} does not exist yet: this program has not saved anything.")?;
        return Ok(());
    }
    let free = free.map_or_else(String::new, |free| format!(", {} free on this disk", in_units(free)));
    writeln!(cx.out, "{STRONG}{shown}{STRONG:#}: {}{free}\n", in_units(inventory.bytes()))?;
    let mut table = TextTable::of_texts(["what", "files", "size", ""]);
    for usage in &inventory.used {
        let (name, about) = usage.area.map_or(("", "not created by this program"), |area| (area.name, area.about));
        let may_go = usage.area.is_some_and(|area| area.removable.is_some());
        let about = if may_go { format!("{about} (may be removed)") } else { about.to_owned() };
        table.row([name.to_owned(), usage.files.to_string(), in_units(usage.bytes), about]);
    }
    writeln!(cx.out, "{}", table.text())?;
    for finding in findings {
        let (style, word) = if finding.is_note { (CAUTION, "note") } else { (BAD, "problem") };
        writeln!(cx.out, "{style}{word}:{style:#} {} {}", finding.path.display(), finding.what)?;
        writeln!(cx.out, "  {FAINT}next:{FAINT:#} {}", finding.hint)?;
    }
    if !inventory.removable.is_empty() {
        writeln!(cx.out, "{STRONG}May be removed{STRONG:#}")?;
        for one in &inventory.removable {
            writeln!(cx.out, "  {} ({}): {}", one.path.display(), in_units(one.bytes), one.why)?;
        }
        writeln!(cx.out, "`tilewright doctor --clean` removes them.")?;
    }
    let problems = findings.iter().filter(|finding| !finding.is_note).count();
    match problems {
        0 => writeln!(cx.out, "{GOOD}No problems found.{GOOD:#}")?,
        _ => writeln!(cx.out, "{BAD}{}{BAD:#}", format_count(problems, "problem", "problems"))?,
    }
    Ok(())
}

/// Formats a size with a readable unit.
fn in_units(bytes: u64) -> String {
    match bytes {
        0..1024 => format_count(usize::try_from(bytes).unwrap_or_default(), "byte", "bytes"),
        1024..1_048_576 => format!("{} KB", bytes.div_ceil(1024)),
        1_048_576..1_073_741_824 => format!("{} MB", decimals(bytes as f64 / 1_048_576.0, 1)),
        _ => format!("{} GB", decimals(bytes as f64 / 1_073_741_824.0, 1)),
    }
}

/// Result of removing files.
#[derive(Default)]
struct Cleaned {
    removed: usize,
    bytes: u64,
    failed: Vec<String>,
}

/// Removes everything that can be removed, after asking.
fn clean(home: &Path, inventory: &Inventory, args: &DoctorArgs, cx: &mut Context) -> Result<Cleaned, Failure> {
    let mut cleaned = Cleaned::default();
    if inventory.removable.is_empty() {
        return Ok(cleaned);
    }
    let bytes: u64 = inventory.removable.iter().map(|one| one.bytes).sum();
    if !args.yes && !confirm_removal(inventory.removable.len(), bytes, args.json, cx)? {
        return Err(Failure::usage("nothing was removed").hint("`--yes` skips this question"));
    }
    // A program that installs packs right now may use the downloads.
    let lock = FolderLock::acquire(&home.join("packs"), Duration::ZERO);
    for one in &inventory.removable {
        let is_fetched = one.path.starts_with(home.join("downloads"));
        if is_fetched && lock.is_err() {
            cleaned.failed.push(format!("{}: packs are being installed now", one.path.display()));
            continue;
        }
        match remove(one) {
            Ok(()) => (cleaned.removed, cleaned.bytes) = (cleaned.removed + 1, cleaned.bytes + one.bytes),
            Err(error) => cleaned.failed.push(error.to_string()),
        }
    }
    if !args.json {
        let count = format_count(cleaned.removed, "file or folder", "files and folders");
        writeln!(cx.out, "{GOOD}Removed{GOOD:#} {count}, {}.", in_units(cleaned.bytes))?;
        for failed in &cleaned.failed {
            writeln!(cx.out, "{BAD}not removed:{BAD:#} {failed}")?;
        }
    }
    Ok(cleaned)
}

fn remove(one: &Removable) -> Result<(), tilewright_kit::error::KitError> {
    // Taking the lock on packs may have removed it already.
    if one.is_leftover && one.path.symlink_metadata().is_ok() {
        remove_leftover(&one.path)
    } else {
        files::remove(&one.path)
    }
}

fn confirm_removal(count: usize, bytes: u64, json: bool, cx: &mut Context) -> Result<bool, Failure> {
    if json || !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    let count = format_count(count, "file or folder", "files and folders");
    write!(cx.out, "Remove {count}, {}? [y/N] ", in_units(bytes))?;
    cx.out.flush()?;
    let mut line = String::new();
    // Input that cannot be read is not consent.
    let read = std::io::stdin().read_line(&mut line).is_ok();
    Ok(read && matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn as_json(
    home: &Path,
    inventory: &Inventory,
    free: Option<u64>,
    findings: &[Finding],
    cleaned: Option<&Cleaned>,
) -> serde_json::Value {
    let areas = inventory.used.iter().map(|usage| {
        json!({
            "name": usage.area.map(|area| area.name),
            "files": usage.files,
            "bytes": usage.bytes,
            "removable": usage.area.is_some_and(|area| area.removable.is_some()),
        })
    });
    let removable = inventory
        .removable
        .iter()
        .map(|one| json!({ "path": one.path, "bytes": one.bytes, "why": one.why, "leftover": one.is_leftover }));
    let finding = |note: bool| {
        let of_sort = findings.iter().filter(move |finding| finding.is_note == note);
        let all = of_sort.map(
            |finding| json!({ "code": finding.code, "path": finding.path, "what": finding.what, "hint": finding.hint }),
        );
        all.collect::<Vec<_>>()
    };
    json!({
        "folder": home,
        "exists": !inventory.folders.is_empty(),
        "bytes": inventory.bytes(),
        "free": free,
        "areas": areas.collect::<Vec<_>>(),
        "removable": removable.collect::<Vec<_>>(),
        "problems": finding(false),
        "notes": finding(true),
        "cleaned": cleaned.map(|cleaned| {
            json!({ "removed": cleaned.removed, "bytes": cleaned.bytes, "failed": cleaned.failed })
        }),
    })
}
