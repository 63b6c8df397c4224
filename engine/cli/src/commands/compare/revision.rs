//! Reads the folder of a pack at a git revision.

use std::path::{Path, PathBuf};
use std::process::Command;

use tilewright_kit::packs::find::{FoundPack, PackPlace};
use tilewright_pack::PackFiles;
use tilewright_pack::limits::{FILES, PACK_BYTES};

use crate::failure::Failure;

/// Returns the pack that `REV:FOLDER` names; `None` for a name without a revision.
pub(super) fn pack_at(version: &str) -> Result<Option<FoundPack>, Failure> {
    let Some((revision, folder)) = version.split_once(':') else { return Ok(None) };
    if Path::new(version).exists() {
        return Ok(None);
    }
    let folder = Path::new(folder);
    let Some(name) = folder.file_name().map(|name| name.to_string_lossy().into_owned()) else {
        return Err(no_revision(version, "it names no folder"));
    };
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    // Git would take such a text as an option.
    if revision.starts_with('-') {
        return Err(no_revision(version, "a revision cannot begin with `-`"));
    }
    let tree = format!("{revision}:./{name}");
    let listed = git(&parent, &["ls-tree", "-r", "-z", "--long", &tree], version)?;
    // Each entry ends with the size of the file, a tab, and the path.
    let entries = listed.split('\0').filter_map(|entry| entry.split_once('\t'));
    let is_text = |path: &str| path.ends_with(".ron") || path.ends_with(".lua");
    let texts: Vec<(&str, &str)> = entries.filter(|(_, path)| is_text(path)).collect();
    if texts.len() > FILES {
        return Err(no_revision(version, &format!("the folder has more than {FILES} files")));
    }
    // The sizes are checked before any file is read.
    let sizes = texts.iter().filter_map(|(head, _)| head.rsplit(' ').next()?.parse::<usize>().ok());
    if sizes.fold(0, usize::saturating_add) > PACK_BYTES {
        return Err(no_revision(version, &format!("the folder has more than {PACK_BYTES} bytes")));
    }
    let mut files = PackFiles::new();
    for (_, path) in texts {
        let text = git(&parent, &["cat-file", "blob", &format!("{tree}/{path}")], version)?;
        files.insert(path.into(), text.into());
    }
    Ok(Some(FoundPack { id: name, place: PackPlace::Edited(folder.to_owned(), files) }))
}

/// Runs git in a folder and returns its output.
fn git(folder: &Path, args: &[&str], version: &str) -> Result<String, Failure> {
    let ran = Command::new("git").arg("-C").arg(folder).args(args).output();
    let output = ran.map_err(|error| no_revision(version, &format!("git cannot be run: {error}")))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let reason = error.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ");
        return Err(no_revision(version, reason));
    }
    String::from_utf8(output.stdout).map_err(|_| no_revision(version, "a file is not UTF-8 text"))
}

fn no_revision(version: &str, reason: &str) -> Failure {
    Failure::environment(format!("`{version}` cannot be read: {reason}"))
        .hint("write a git revision and a folder, such as `HEAD~1:./meadows`")
}
