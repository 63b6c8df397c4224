//! `tilewright pack` and `tilewright unpack`: packs a folder into one file and unpacks it.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tilewright_art::sheet;
use tilewright_kit::files;
use tilewright_kit::packs::archive::{Archive, ENDING, PICTURE, hash};
use tilewright_kit::packs::find::{FoundPack, PackPlace};
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::run_tests;

use crate::commands::publish::Signing;
use crate::commands::test;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::option_args::OptionArgs;
use crate::out::{GOOD, STRONG, format_count};

#[derive(Args, Debug)]
#[command(
    about = "Put a pack into one file",
    long_about = "Put a pack into one file, to send or to publish.\n\nThe file holds the pack's data, rules, texts and \
        tests, its read-me, licence and picture, and the modules of the rule library that it uses, so that it plays \
        the same with a later library. Every command that takes a pack also takes the file. A pack with errors or \
        failing tests is not packed.\n\nThe same folder always gives the same file. A folder without a `picture.png` gets \
        one that shows its tiles.",
    after_help = "Examples:\n  \
        tilewright pack ./meadows                          writes meadows-1.0.0-….tilepack here\n  \
        tilewright pack ./meadows --out meadows.tilepack   under this name\n  \
        tilewright play meadows.tilepack                   plays the packed file"
)]
pub(crate) struct PackArgs {
    /// Pack to write: an id, or the path of a folder
    #[arg(value_name = "PACK")]
    pack: String,
    /// File to write, or folder to write it in
    #[arg(long = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the file even if the pack has errors or its tests fail
    #[arg(long)]
    anyway: bool,
    /// Do not draw a picture for a pack without a picture
    #[arg(long)]
    no_picture: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    signing: Signing,
}

pub(crate) fn run(args: &PackArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let found = cx.finder.find(&args.pack)?;
    if !args.anyway {
        check(&found, args, cx)?;
    }
    if !args.no_picture {
        draw(&found, args, cx)?;
    }
    let mut archive = found.archive()?;
    if let (Some(key), None) = (args.signing.key()?, &archive.signature) {
        key.sign(&mut archive).map_err(|error| Failure::environment(error.to_string()))?;
    }
    let bytes = archive.write().map_err(|error| Failure::wrong(error.to_string()))?;
    let name = archive.file_name();
    let path = match &args.output {
        Some(path) if path.is_dir() => path.join(&name),
        Some(path) => path.clone(),
        None => PathBuf::from(&name),
    };
    if path.extension().is_none_or(|end| end != ENDING) {
        let failure = Failure::usage(format!("`{}` would not be recognised as a pack", path.display()));
        return Err(failure.hint(format!("end the name with .{ENDING}, or name a folder")));
    }
    files::write(&path, &bytes)?;
    let manifest = &archive.manifest;
    let content = manifest.content();
    if args.json {
        cx.out.json(&json!({
            "file": path.display().to_string(), "bytes": bytes.len(), "hash": hash(&bytes), "id": manifest.id,
            "version": manifest.version, "rules": manifest.rules, "content": content, "files": manifest.files.len(),
            "modules": manifest.modules.keys().collect::<Vec<_>>(),
        }))?;
    } else {
        let files = format_count(manifest.files.len(), "file", "files");
        let modules = format_count(manifest.modules.len(), "module", "modules");
        writeln!(
            cx.out,
            "{GOOD}Packed {STRONG}{} {}{STRONG:#}{GOOD:#} into {}",
            manifest.id,
            manifest.version,
            path.display()
        )?;
        writeln!(cx.out, "  {} bytes, {files}, {modules} of the library, content {}", bytes.len(), &content[..12])?;
        if manifest.licence.is_empty() {
            writeln!(cx.out, "  No licence: others may not change or share this pack. Set `licence:` in pack.ron.")?;
        }
    }
    Ok(Exit::Fine)
}

/// Returns an error if a pack has errors, failing tests, or a lock that no longer matches.
fn check(found: &FoundPack, args: &PackArgs, cx: &mut Context) -> Result<(), Failure> {
    let loaded = cx.load(std::slice::from_ref(&args.pack), &OptionArgs::default(), 1)?;
    if let Some(unlocked) = loaded.unlocked.first() {
        let failure = Failure::wrong(format!("the lock of `{}` is out of date: {unlocked}", found.id));
        return Err(failure.hint("`tilewright lock` updates it; `--anyway` packs it unchanged"));
    }
    check_tests(&found.id, &args.pack, cx)
}

/// Returns an error if a test of the pack fails, and prints the failing tests.
pub(crate) fn check_tests(id: &str, pack: &str, cx: &mut Context) -> Result<(), Failure> {
    let mut failed = 0usize;
    for test in run_tests(&cx.finder, pack, "")?.iter().filter(|test| !test.has_passed()) {
        failed += 1;
        test::for_people(test, false, cx)?;
    }
    if failed > 0 {
        let failure = Failure::wrong(format!("{} of `{id}` failed", format_count(failed, "test", "tests")));
        return Err(failure.hint("fix them, or use `--anyway` to pack with failing tests"));
    }
    Ok(())
}

/// Draws the tiles of a pack into its folder, unless it has a picture. Packs that cannot be drawn stay without one.
fn draw(found: &FoundPack, args: &PackArgs, cx: &mut Context) -> Result<(), Failure> {
    let PackPlace::Folder(folder) = &found.place else { return Ok(()) };
    let path = folder.join(PICTURE);
    if path.exists() {
        return Ok(());
    }
    let request = Request { lints: false, ..Request::new([args.pack.clone()]) };
    let loaded = load(&cx.finder, &request)?;
    let Some(picture) = loaded.catalog().and_then(|catalog| sheet::picture(catalog, &found.id)) else { return Ok(()) };
    files::write(&path, &picture)?;
    if !args.json {
        writeln!(cx.out, "Drew {}; you can replace it with your own picture.", path.display())?;
    }
    Ok(())
}

#[derive(Args, Debug)]
#[command(
    about = "Unpack a packed pack into a folder",
    long_about = "Unpack a pack that is in one file into a folder, to inspect or change it. A packed pack can be played \
        without unpacking.\n\n\
        The modules of the rule library that were packed with it are in `lib/` and are used while that folder exists; \
        without it the pack uses the library of this program. To continue the pack under your own name, use \
        `tilewright new NAME --copy FILE`.",
    after_help = "Examples:\n  \
        tilewright unpack meadows.tilepack             makes ./meadows\n  \
        tilewright unpack meadows.tilepack --dir packs  makes packs/meadows"
)]
pub(crate) struct UnpackArgs {
    /// Packed file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Create the folder of the pack in this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

pub(crate) fn unpack(args: &UnpackArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let archive = Archive::open(&args.file)?;
    let folder = args.dir.join(&archive.manifest.id);
    if folder.exists() {
        let failure = Failure::environment(format!("{} exists already", folder.display()));
        return Err(failure.hint("choose another folder with `--dir`"));
    }
    archive.unpack(&folder)?;
    let shown = folder.display();
    writeln!(cx.out, "{GOOD}Unpacked {STRONG}{}{STRONG:#}{GOOD:#} into {shown}", archive.manifest.id)?;
    Ok(Exit::Fine)
}
