//! Builds the files of an imported pack, checks them, and writes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_core::diag::{Diagnostic, SourceMap};
use tilewright_exchange::{
    ART_FILE, CHIPS_FILE, ExchangeErrors, IMPORT_MARK, ImportMapping, ImportRequest, ImportedPack, KnownWords,
    TILES_FILE,
};
use tilewright_kit::files;
use tilewright_kit::packs::art::{ArtFile, ArtFiles};
use tilewright_kit::packs::choose::Here;
use tilewright_kit::packs::load::{Loaded, Reading, Request, library, load_from};
use tilewright_pack::PackFiles;

use super::ImportArgs;
use super::watch::WatchedPicture;
use crate::context::Context;
use crate::failure::Failure;

/// Maximum size of a picture, in bytes.
const PICTURE_BYTES: u64 = 8 << 20;
/// Maximum total size of pictures, in bytes.
const ALL_PICTURES: u64 = 48 << 20;
/// Maximum number of pictures.
const MAX_PICTURES: usize = 1_000;

/// Files of a pack that only an import writes.
const OWN_FILES: [&str; 3] = [TILES_FILE, CHIPS_FILE, ART_FILE];

/// Result of an import.
pub(super) enum ImportOutcome {
    /// The file has mistakes; nothing was written.
    Mistakes(ExchangeErrors),
    /// The pack would have errors; nothing was written.
    Faulty { pack: ImportedPack, findings: ImportFindings },
    /// The pack has no errors and was written, unless this is a trial.
    Done { pack: ImportedPack, findings: ImportFindings, written: Vec<PathBuf>, left_out: Vec<String> },
}

impl ImportOutcome {
    /// Returns the imported pack; `None` if the file has mistakes.
    pub(super) fn pack(&self) -> Option<&ImportedPack> {
        match self {
            ImportOutcome::Mistakes(_) => None,
            ImportOutcome::Faulty { pack, .. } | ImportOutcome::Done { pack, .. } => Some(pack),
        }
    }
}

/// Findings of the check of an imported pack.
pub(super) struct ImportFindings {
    pub(super) all: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
}

impl ImportFindings {
    fn new(loaded: Loaded) -> ImportFindings {
        ImportFindings { all: loaded.diagnostics, sources: loaded.sources }
    }

    /// Returns the line in the imported file that a finding is about; `None` if it is about something else.
    pub(super) fn line_of(&self, finding: &Diagnostic, pack: &ImportedPack) -> Option<usize> {
        let span = finding.span?;
        let path = &self.sources.get(span.file)?.path;
        let tile = pack.tiles.iter().find(|tile| {
            let is_file = path.strip_suffix(tile.file).is_some_and(|before| before.ends_with('/'));
            is_file && tile.range.contains(&(span.start as usize))
        })?;
        tile.line
    }
}

/// Imports the bytes of a file into a new pack, or into the pack that is there with `update`. `pictures_before` receives
/// the pictures that the file names, with their states before they are read.
pub(super) fn import(
    args: &ImportArgs,
    update: bool,
    mapping: &ImportMapping,
    bytes: &[u8],
    pictures_before: &mut Vec<WatchedPicture>,
    cx: &Context,
) -> Result<ImportOutcome, Failure> {
    let folder = args.folder();
    let existing = if update { Some(ExistingPack::read(&folder, &args.name, cx)?) } else { None };
    let (title, source) = (args.title(), args.source());
    let known = existing.as_ref().map(|existing| &existing.known);
    let request = ImportRequest { id: &args.name, title: &title, source: &source, mapping, known };
    let mut read_beside = |path: &str| {
        let path = path_below(args.beside(), path)?;
        files::read(&path, tilewright_exchange::limits::FILE_BYTES as u64).ok()
    };
    let mut pack = match args.format(bytes).import(bytes, &request, &mut read_beside) {
        Ok(pack) => pack,
        Err(errors) => return Ok(ImportOutcome::Mistakes(errors)),
    };
    let mut left_out = Vec::new();
    if let Some(existing) = &existing {
        existing.keep_own_art(&mut pack, &mut left_out);
        existing.refuse_foreign(&folder, &pack)?;
    }
    let named = pack.pictures.iter().filter_map(|copy| path_below(args.beside(), &copy.from));
    pictures_before.extend(named.map(WatchedPicture::look));
    let pictures = read_pictures(args, &folder, &pack, &mut left_out);
    let loaded = check(&folder, &args.name, existing.as_ref(), &pack, &pictures, cx)?;
    let has_errors = loaded.errors().next().is_some();
    let findings = ImportFindings::new(loaded);
    if has_errors {
        return Ok(ImportOutcome::Faulty { pack, findings });
    }
    let written = match existing {
        None => write_new(args, &folder, &pack, &pictures)?,
        Some(existing) => existing.write(args, &folder, &pack, &pictures)?,
    };
    Ok(ImportOutcome::Done { pack, findings, written, left_out })
}

/// Loads the imported pack in memory.
fn check(
    folder: &Path,
    id: &str,
    existing: Option<&ExistingPack>,
    pack: &ImportedPack,
    pictures: &BTreeMap<String, Vec<u8>>,
    cx: &Context,
) -> Result<Loaded, Failure> {
    let new = pack.files.iter().filter(|(path, _)| path.ends_with(".ron"));
    let art: ArtFiles =
        pictures.iter().map(|(path, bytes)| (path.as_str().into(), ArtFile::new(path, bytes.clone()))).collect();
    let Some(existing) = existing else {
        let mut world = library();
        new.for_each(|(path, text)| world.add_file(id, path, text));
        let facts = art.into_iter().map(|(path, file)| (path, file.facts().clone()));
        world.pictures.insert(id.into(), facts.collect());
        return Ok(load_from(&world, &Request::new([id])));
    };
    let mut files = existing.rest.clone();
    files.extend(new.map(|(path, text)| (path.as_str().into(), text.as_str().into())));
    Ok(reading(folder, id, files, cx)?.with_pictures(id, art).load(&Request::new([id])))
}

/// Reads a pack with these files and the packs that it needs.
fn reading(folder: &Path, id: &str, files: PackFiles, cx: &Context) -> Result<Reading, Failure> {
    let finder = cx.finder.with_folder_of(&folder.join(tilewright_kit::packs::find::PACK_FILE));
    let mut here = Here::from_finder(&finder)?;
    here.edit(folder, id, files);
    Ok(Reading::read_available(here, &[id.to_owned()])?)
}

/// Pack whose tiles are replaced.
struct ExistingPack {
    /// Files that no import has written.
    rest: PackFiles,
    /// Files that an import has written, with their texts.
    imported: BTreeMap<String, String>,
    known: KnownWords,
}

impl ExistingPack {
    fn read(folder: &Path, id: &str, cx: &Context) -> Result<ExistingPack, Failure> {
        let found = cx.finder.find(&folder.display().to_string())?;
        let (mut rest, mut imported) = (PackFiles::new(), BTreeMap::new());
        for (path, text) in found.read()? {
            match OWN_FILES.contains(&&*path) && text.starts_with(IMPORT_MARK) {
                true => drop(imported.insert(path.to_string(), text.to_string())),
                false => drop(rest.insert(path, text)),
            }
        }
        let words = reading(folder, id, rest.clone(), cx)?.vocabulary(id);
        let mut known = words.map(|words| KnownWords::from_vocabulary(&words)).unwrap_or_default();
        if let Some(art) = imported.get(ART_FILE) {
            known = known.with_art(art);
        }
        Ok(ExistingPack { rest, imported, known })
    }

    /// Leaves out the assignment of pictures if the pack has its own.
    fn keep_own_art(&self, pack: &mut ImportedPack, left_out: &mut Vec<String>) {
        if self.rest.contains_key(ART_FILE) && pack.files.remove(ART_FILE).is_some() {
            pack.pictures.clear();
            left_out.push(format!("`{ART_FILE}` is not replaced, because no import has written it"));
        }
    }

    /// Refuses to replace files that no import has written.
    fn refuse_foreign(&self, folder: &Path, pack: &ImportedPack) -> Result<(), Failure> {
        match pack.files.keys().find(|path| self.rest.contains_key(path.as_str())) {
            None => Ok(()),
            Some(path) => {
                let file = folder.join(path);
                let failure = Failure::wrong(format!("{} was not written by an import", file.display()));
                Err(failure.hint("remove or rename that file if the imported tiles are to replace its content"))
            }
        }
    }

    fn write(
        &self,
        args: &ImportArgs,
        folder: &Path,
        pack: &ImportedPack,
        pictures: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Vec<PathBuf>, Failure> {
        let mut written = Vec::new();
        for (path, bytes) in pictures {
            let target = folder.join(path);
            if files::read(&target, PICTURE_BYTES).is_ok_and(|old| old == *bytes) {
                continue;
            }
            if !args.dry_run {
                files::write_with_folders(&target, bytes)?;
            }
            written.push(target);
        }
        for (path, text) in pack.files.iter().filter(|(path, _)| OWN_FILES.contains(&path.as_str())) {
            if self.imported.get(path) == Some(text) {
                continue;
            }
            let target = folder.join(path);
            if !args.dry_run {
                files::write_with_folders(&target, text.as_bytes())?;
            }
            written.push(target);
        }
        // A list that the table no longer has would otherwise stay.
        for path in self.imported.keys().filter(|path| !pack.files.contains_key(*path)) {
            let target = folder.join(path);
            if !args.dry_run {
                files::remove(&target)?;
            }
            written.push(target);
        }
        Ok(written)
    }
}

fn write_new(
    args: &ImportArgs,
    folder: &Path,
    pack: &ImportedPack,
    pictures: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<PathBuf>, Failure> {
    let texts = pack.files.iter().map(|(path, text)| (path.as_str(), text.as_bytes()));
    let all: Vec<(&str, &[u8])> =
        texts.chain(pictures.iter().map(|(path, bytes)| (path.as_str(), &bytes[..]))).collect();
    let written = all.iter().map(|(path, _)| folder.join(path)).collect();
    if !args.dry_run {
        files::write_folder(folder, all)?;
    }
    Ok(written)
}

/// Reads the pictures that the imported file names, by their paths in the pack. Pictures that cannot be read are left
/// out; the tiles are then drawn from their data.
fn read_pictures(
    args: &ImportArgs,
    folder: &Path,
    pack: &ImportedPack,
    left_out: &mut Vec<String>,
) -> BTreeMap<String, Vec<u8>> {
    let (mut pictures, mut total) = (BTreeMap::new(), 0u64);
    let mut missing = Vec::new();
    for copy in pack.pictures.iter().take(MAX_PICTURES) {
        let bytes = path_below(args.beside(), &copy.from).and_then(|path| files::read(&path, PICTURE_BYTES).ok());
        match bytes {
            // A program may be saving the picture.
            Some(bytes) if folder.join(&copy.to).is_file() && !is_picture(&copy.to, &bytes) => {
                left_out.push(format!("`{}` is damaged, so the last good picture stays", copy.from));
            }
            Some(bytes) if total + bytes.len() as u64 <= ALL_PICTURES => {
                total += bytes.len() as u64;
                pictures.insert(copy.to.clone(), bytes);
            }
            // A table that was written from the pack names pictures that are already there.
            None if folder.join(&copy.to).is_file() => {}
            _ => missing.push(format!("`{}`", copy.from)),
        }
    }
    let beyond = pack.pictures.len().saturating_sub(MAX_PICTURES);
    if beyond > 0 {
        left_out.push(format!("{beyond} pictures are not copied: a pack has at most {MAX_PICTURES}"));
    }
    if !missing.is_empty() {
        let shown = missing.iter().take(10).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if missing.len() > 10 { ", …" } else { "" };
        left_out.push(format!("pictures that cannot be read, or are too large: {shown}{more}"));
    }
    pictures
}

/// True if a file has the header of a picture within the limits.
fn is_picture(path: &str, bytes: &[u8]) -> bool {
    ArtFile::new(path, bytes.to_vec()).facts().size.is_ok()
}

/// Returns the path of a file below a folder; `None` if it is not below, also by way of a link.
fn path_below(folder: &Path, path: &str) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let found = folder.join(path).canonicalize().ok()?;
    found.starts_with(&folder).then_some(found)
}
