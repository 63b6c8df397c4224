//! `tilewright lock` and `tilewright bump`: write the lock file of a pack and its next version.

use std::io::Write;
use std::path::Path;

use clap::Args;
use semver::Version;
use serde_json::json;
use tilewright_kit::files;
use tilewright_kit::growth::{VersionStep, growth};
use tilewright_kit::packs::choose::Here;
use tilewright_kit::packs::find::{FoundPack, PACK_FILE, PackPlace};
use tilewright_kit::packs::load::{Reading, Request};
use tilewright_kit::packs::lock::{LOCK_FILE, Lock};
use tilewright_pack::edit::{Draft, Written, apply, order};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{FAINT, GOOD, STRONG};

#[derive(Args, Debug)]
#[command(
    about = "Lock the versions of the packs that a pack needs",
    long_about = "Lock the versions of the packs that a pack needs: the versions chosen now, with the hashes of their \
        rules, are written to the file `tilewright.lock` next to its pack.ron.\n\nFrom then on the pack is checked, \
        tested and played with these versions while they are installed, even if newer ones are. Differences are \
        reported, and `tilewright pack` refuses to pack. The file is for authors and is not included in archives.",
    after_help = "Examples:\n  \
        tilewright lock ./meadows\n  \
        rm meadows/tilewright.lock     uses the newest compatible versions again"
)]
pub(crate) struct LockArgs {
    /// Pack to lock: the path of its folder, or its id
    #[arg(value_name = "PACK")]
    pack: String,
    /// Print the locked versions as a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn lock(args: &LockArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let found = cx.finder.find(&args.pack)?;
    let folder = folder_of(&found)?;
    let reading = Reading::read_without_locks(&cx.finder, std::slice::from_ref(&args.pack))?;
    let loaded = reading.load(&Request { lints: false, ..Request::new(Vec::<String>::new()) });
    loaded.machine()?;
    // A lock that cannot be read is replaced.
    let before = Lock::read(folder).ok().flatten();
    let lock = Lock::from_manifests(&loaded.packs, &found.id);
    if before.as_ref() != Some(&lock) {
        lock.write(folder)?;
    }
    if args.json {
        let packs = lock.packs.iter().map(|p| json!({"id": p.id, "version": p.version, "rules": p.rules}));
        cx.out
            .json(&json!({"file": folder.join(LOCK_FILE).display().to_string(), "packs": packs.collect::<Vec<_>>()}))?;
        return Ok(Exit::Fine);
    }
    for pack in &lock.packs {
        let was = before.iter().flat_map(|lock| &lock.packs).find(|was| was.id == pack.id);
        let change = match was {
            _ if before.is_none() => String::new(),
            Some(was) if was == pack => String::new(),
            Some(was) if was.version == pack.version => ", with other rules than before".to_owned(),
            Some(was) => format!(", before {}", was.version),
            None => ", which is new".to_owned(),
        };
        writeln!(cx.out, "  {} {}{change} {FAINT}{}{FAINT:#}", pack.id, pack.version, &pack.rules[..12])?;
    }
    let name = folder.join(LOCK_FILE);
    let what = if lock.packs.is_empty() { " (it needs no packs)" } else { "" };
    writeln!(cx.out, "{GOOD}Locked {STRONG}{}{STRONG:#}{GOOD:#}{what} in {}", found.id, name.display())?;
    Ok(Exit::Fine)
}

/// Returns the folder of a pack; an error if the pack is not a folder.
fn folder_of(found: &FoundPack) -> Result<&Path, Failure> {
    match &found.place {
        PackPlace::Folder(folder) => Ok(folder),
        _ => Err(Failure::usage(format!("`{}` is not a folder that could be written to", found.path_prefix()))
            .hint("name the folder of a pack; `tilewright new NAME --copy PACK` makes one")),
    }
}

#[derive(Args, Debug)]
#[command(
    about = "Propose the next version of a pack",
    long_about = "Propose the next version of a pack, by comparing it with the version before. Removals, which other \
        packs may miss, raise the first number; additions raise the second; changed texts raise the third. The tests \
        of the version before are run with the current pack: a failing one raises the first number. Before 1.0 the \
        second number is raised instead of the first, and the third instead of the others.\n\nThe version before is \
        the newest one that is installed or bundled, or the one that `--from` names.",
    after_help = "Examples:\n  \
        tilewright bump ./meadows                             shows the next version and the reasons\n  \
        tilewright bump ./meadows --write                     also sets it in pack.ron\n  \
        tilewright bump ./meadows --from meadows-1.0.0.tilepack"
)]
pub(crate) struct BumpArgs {
    /// Pack to compare: the path of its folder, or its id
    #[arg(value_name = "PACK")]
    pack: String,
    /// Version to compare with: an archive, a folder, or ID@VERSION
    #[arg(long, value_name = "PACK")]
    from: Option<String>,
    /// Set the version in pack.ron; the rest of the file is unchanged
    #[arg(long)]
    write: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn bump(args: &BumpArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let found = cx.finder.find(&args.pack)?;
    let folder = folder_of(&found)?;
    let before = match &args.from {
        Some(from) => cx.finder.find(from)?,
        None => version_before(&found, cx)?,
    };
    if before.id != found.id {
        let failure = Failure::usage(format!("`{}` is not a version of `{}`", before.id, found.id));
        return Err(failure.hint("name the previous version with `--from`"));
    }
    let growth = growth(&cx.finder, &found, &before)?;
    let written = args.write && !growth.is_enough();
    if written {
        write_version(folder, &growth.next)?;
    }
    if args.json {
        let word = |step| match step {
            VersionStep::None => "none",
            VersionStep::Patch => "patch",
            VersionStep::Minor => "minor",
            VersionStep::Major => "major",
        };
        let reasons: Vec<_> = growth.reasons.iter().map(|r| json!({"step": word(r.step), "why": r.words})).collect();
        cx.out.json(&json!({
            "id": found.id, "before": growth.before.to_string(), "now": growth.now.to_string(),
            "next": growth.next.to_string(), "enough": growth.is_enough(), "written": written, "reasons": reasons,
        }))?;
        return Ok(Exit::Fine);
    }
    for reason in &growth.reasons {
        let number = match (reason.step, growth.before.major) {
            (VersionStep::Major, 1..) => "first number",
            (VersionStep::Major, 0) | (VersionStep::Minor, 1..) => "second number",
            _ => "third number",
        };
        writeln!(cx.out, "  {FAINT}{number}:{FAINT:#} {}", reason.words)?;
    }
    let (id, then) = (&found.id, &growth.before);
    if growth.reasons.is_empty() {
        writeln!(cx.out, "{STRONG}{id}{STRONG:#} is unchanged since {then}")?;
    } else if growth.is_enough() {
        writeln!(cx.out, "{GOOD}{STRONG}{id} {}{STRONG:#} is high enough after {then}{GOOD:#}", growth.now)?;
    } else if written {
        writeln!(
            cx.out,
            "{GOOD}{STRONG}{id}{STRONG:#} is {STRONG}{}{STRONG:#} now{GOOD:#}, after {then}",
            growth.next
        )?;
    } else {
        let next = &growth.next;
        writeln!(
            cx.out,
            "After {then}, {STRONG}{id}{STRONG:#} is at least {STRONG}{next}{STRONG:#}; `--write` sets it"
        )?;
    }
    Ok(Exit::Fine)
}

/// Returns the newest usable version of a pack outside of folders.
fn version_before(found: &FoundPack, cx: &Context) -> Result<FoundPack, Failure> {
    let mut here = Here::from_finder(&cx.finder)?;
    let all = here.look_at(&found.id);
    let others = all.into_iter().filter(|&n| !matches!(here.found(n).place, PackPlace::Folder(_)));
    let usable = others.filter(|&n| here.candidates()[n].unusable.is_none());
    let newest = usable.max_by_key(|&n| (here.candidates()[n].version.clone(), std::cmp::Reverse(n)));
    newest.map(|number| here.found(number).clone()).ok_or_else(|| {
        let failure = Failure::usage(format!("no earlier version of `{}` is installed to compare with", found.id));
        failure.hint("name an archive, a folder or ID@VERSION with `--from`")
    })
}

/// Writes a version into the head of a pack.
fn write_version(folder: &Path, version: &Version) -> Result<(), Failure> {
    let path = folder.join(PACK_FILE);
    let text = files::read_text(&path, tilewright_pack::limits::FILE_BYTES as u64)?;
    let odd = |error| Failure::wrong(format!("{} cannot be changed: {error}", path.display()));
    let mut draft = Draft::new(&text).map_err(odd)?;
    draft.set_field(&[], "version", &Written::text(&version.to_string()), order::PACK).map_err(odd)?;
    Ok(files::write(&path, apply(&text, &draft.edits()).as_bytes())?)
}
