//! Defines a fuzz target for each kind of external input. For any bytes, a target must return in a short time. Invalid
//! input is not a failure, but invalid input without an error is.

use std::path::Path;

use tilewright_core::diag::Diagnostic;
use tilewright_exchange::csv::{import_table, write_tiles};
use tilewright_exchange::{ImportFormat, ImportMapping, ImportRequest};
use tilewright_kit::games::capsule::Capsule;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::running::read_kept;
use tilewright_kit::packs::archive::{Archive, ArchiveManifest};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Reading, Request, library, load_from};
use tilewright_kit::records::json::write_record;
use tilewright_kit::records::stream::Records;
use tilewright_kit::suite::run_tests;
use tilewright_kit::tune::{check_targets, read_targets};
use tilewright_lab::bots::parse_bot;
use tilewright_lab::certificate::Certificate;
use tilewright_pack::edit::{Draft, Items};
use tilewright_pack::{World, syntax};
use tilewright_pictures::{PictureFileFormat, clean, decode, read_header};
use tilewright_share::index::{Head, IndexFile, IndexPart, PackRecord};

use crate::calls::Maker;
use crate::choices::{Bytes, ChoiceSource};
use crate::games::{den, fits_text, play};

/// A fuzz target: its name, which is also the name of its corpus folder, and its function.
pub type FuzzTarget = (&'static str, fn(&[u8]));

/// All fuzz targets with their names.
pub const TARGETS: [FuzzTarget; 12] = [
    ("pack", pack),
    ("script", script),
    ("tests", tests),
    ("targets", targets),
    ("record", record),
    ("capsule", capsule),
    ("save", save),
    ("archive", archive),
    ("manifest", manifest),
    ("index", index),
    ("picture", picture),
    ("import", import),
];

/// Start of the line that begins a file in an input with several files.
const FILE: &str = "//// ";
/// Maximum number of answers in a game that only tests if a pack can be played.
const ANSWERS: u64 = 40;

/// Returns the total size in bytes of all findings about the files of a pack, in the input format of [`pack`].
pub fn told_bytes(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let findings = load_from(&files(&text).0, &Request::new(["it"])).diagnostics;
    let bytes = |finding: &Diagnostic| {
        let hints = finding.hint.iter().chain(finding.related.iter().map(|(_, label)| label));
        finding.message.len() + hints.map(String::len).sum::<usize>()
    };
    findings.iter().map(bytes).sum()
}

/// Splits an input into the files of a pack and the bytes that choose the moves.
fn files(text: &str) -> (World, &[u8]) {
    let mut world = library();
    let mut choices: &[u8] = &[];
    for file in text.split(FILE) {
        match file.split_once('\n') {
            Some(("game", rest)) => choices = rest.as_bytes(),
            Some((path, rest)) if !path.is_empty() => world.add_file("it", path, rest),
            _ => {}
        }
    }
    (world, choices)
}

/// Tests the files of a pack, each after a line `//// path`. Bytes after a last line `//// game` choose the moves.
pub fn pack(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (world, choices) = files(&text);
    if let Some(pack) = world.packs.get("it") {
        for (path, text) in pack.iter().filter(|(path, _)| path.ends_with(".ron")) {
            check_draft(path, text);
        }
        let _ = Items::read(pack);
    }
    let loaded = load_from(&world, &Request::new(["it"]));
    check_findings(&loaded);
    game(&loaded, choices);
}

/// Checks that a draft of a file without syntax errors reproduces its text.
fn check_draft(path: &str, text: &str) {
    let reading = syntax::read(text);
    if reading.problems.is_empty() {
        let draft = Draft::new(text).unwrap_or_else(|error| panic!("{path}: read, and not to be edited: {error}"));
        assert_eq!(draft.text(), text, "{path}: a draft changes nothing by itself");
    }
}

/// Checks that all findings about packs can be displayed.
fn check_findings(loaded: &Loaded) {
    for finding in &loaded.diagnostics {
        let hints = finding.hint.iter().chain(finding.related.iter().map(|(_, label)| label));
        for text in std::iter::once(&finding.message).chain(hints) {
            fits_text(text).unwrap_or_else(|what| panic!("{}: {what}", finding.code));
        }
        if let Some(span) = finding.span {
            let _ = loaded.sources.place(span);
        }
    }
}

fn game(loaded: &Loaded, choices: &[u8]) {
    let mut choices = Bytes(choices);
    let Some(catalog) = loaded.catalog() else { return };
    let (least, most) = catalog.seats;
    let seats = least + choices.below(u32::from(most - least) + 1) as u8;
    let Ok(machine) = loaded.machine_for(seats) else { return };
    if let Err(what) = play(machine, seats, ANSWERS, &mut choices) {
        panic!("{what}");
    }
}

/// Tests a generated module: the bytes choose functions, arguments and hooks, and then answers.
pub fn script(bytes: &[u8]) {
    let mut choices = Bytes(bytes);
    let module = Maker::new(&mut choices).module();
    let loaded = den(&module);
    check_findings(&loaded);
    let Ok(machine) = loaded.machine() else { return };
    if let Err(what) = play(machine, 2, ANSWERS, &mut choices) {
        panic!("{what}\n{module}");
    }
}

/// Writes the small game into a folder, and returns a finder for it.
fn den_in(folder: &Path) -> Finder {
    let pack = folder.join("den");
    write(&pack.join("pack.ron"), include_bytes!("../../kit/tests/den.ron"));
    write(&pack.join("rules/bad.lua"), b"step(\"think\", function() end)");
    Finder::nowhere().with_folder(folder)
}

/// Tests a file of tests for the small game.
pub fn tests(bytes: &[u8]) {
    let folder = folder();
    let finder = den_in(folder.path());
    write(&folder.path().join("den/tests/it.ron"), bytes);
    // A file that is not text causes an error with its path.
    let Ok(results) = run_tests(&finder, "den", "") else { return };
    for failure in results.iter().filter_map(|result| result.failure.as_ref()).flat_map(|f| f.all()) {
        fits_text(&failure.to_string()).unwrap_or_else(|what| panic!("{what}"));
    }
}

/// Tests a file of targets for the small game.
pub fn targets(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mistake_in_bot = |bot: &str| parse_bot(bot).err().map(|unknown| unknown.to_string());
    let read = read_targets("targets.ron", &text, &mistake_in_bot);
    let mut findings = read.findings;
    let folder = folder();
    let packs = ["den".to_owned()];
    if let (Some(file), Ok(reading)) = (&read.file, Reading::read_packs(&den_in(folder.path()), &packs)) {
        let request = Request { lints: false, ..Request::new(packs) };
        if let Some(catalog) = reading.load(&request).catalog() {
            findings.extend(check_targets(file, &reading, &request, catalog));
        }
    }
    for finding in &findings {
        for text in std::iter::once(&finding.message).chain(&finding.hint) {
            fits_text(text).unwrap_or_else(|what| panic!("{}: {what}", finding.code));
        }
        if let Some(span) = finding.span {
            let _ = read.sources.place(span);
        }
    }
}

/// Tests a file of records, replayed with the small game regardless of the packs that they name.
pub fn record(bytes: &[u8]) {
    let loaded = den("step(\"think\", function() end)");
    for read in Records::new(bytes).take(8) {
        let record = match read {
            Ok(record) => record,
            Err(error) => {
                fits_text(&error.to_string()).unwrap_or_else(|what| panic!("{what}"));
                continue;
            }
        };
        let written = write_record(&record);
        let again = Records::new(written.as_bytes()).next();
        assert!(
            matches!(&again, Some(Ok(again)) if write_record(again) == written),
            "written and read, it is another: {written}"
        );
        if let Err(failure) = replay_by(&loaded, &record) {
            fits_text(&failure.to_string()).unwrap_or_else(|what| panic!("{what}"));
        }
    }
}

/// Tests a capsule, which must stay readable after it is written again.
pub fn capsule(bytes: &[u8]) {
    match Capsule::read(bytes) {
        Ok(capsule) => {
            let loaded = capsule.load();
            check_findings(&loaded);
            drop(replay_by(&loaded, &capsule.record));
            let written = capsule.write().unwrap_or_else(|error| panic!("the parsed value cannot be written: {error}"));
            assert!(Capsule::read(&written).is_ok(), "the written value cannot be read");
        }
        Err(error) => fits_text(&error.to_string()).unwrap_or_else(|what| panic!("{what}")),
    }
}

/// Tests the journal of a saved game, and resumes every course in it.
pub fn save(bytes: &[u8]) {
    let folder = folder();
    let path = folder.path().join("game-1.jsonl");
    write(&path, bytes);
    let Some(left) = read_kept(&path) else { return };
    let loaded = den("step(\"think\", function() end)");
    for course in left.courses.iter().take(8) {
        let mut record = left.record.clone();
        record.moves = course.moves.clone();
        let Ok(machine) = loaded.machine() else { return };
        drop(tilewright_kit::games::save::resume_before_fault(machine, &record));
    }
}

/// Tests an archive. A valid archive must have the same manifest after it is written again.
pub fn archive(bytes: &[u8]) {
    let read = match Archive::read(bytes) {
        Ok(read) => read,
        Err(error) => return fits_text(&error.to_string()).unwrap_or_else(|what| panic!("{what}")),
    };
    let written = read.write().unwrap_or_else(|error| panic!("the parsed value cannot be written: {error}"));
    let again = Archive::read(&written).unwrap_or_else(|error| panic!("the written value cannot be read: {error}"));
    assert_eq!(again.manifest, read.manifest);
    let mut world = library();
    world.packs.insert(read.manifest.id.as_str().into(), read.files);
    check_findings(&load_from(&world, &Request::new([read.manifest.id.as_str()])));
}

/// Tests the manifest of an archive and a certificate, which have only one text form.
pub fn manifest(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match ArchiveManifest::read(&text) {
        Ok(manifest) => assert_eq!(manifest.text(), text, "two texts for one manifest"),
        Err(why) => drop(why),
    }
    if let Ok(certificate) = Certificate::read(&text) {
        assert_eq!(Certificate::read(&certificate.text()).ok().as_ref(), Some(&certificate));
        let _ = (certificate.games(), certificate.other_packs(&certificate.packs));
    }
}

/// Tests the files of a shelf: its head, a part of its index, and the record of a pack.
pub fn index(bytes: &[u8]) {
    fn read<P: IndexFile>(bytes: &[u8]) {
        match P::read("a shelf", bytes) {
            Ok(page) => {
                if let Err(error) = P::read("a shelf", &page.write()) {
                    panic!("the written value cannot be read: {error}");
                }
            }
            Err(error) => fits_text(&error.to_string()).unwrap_or_else(|what| panic!("{what}")),
        }
    }
    read::<Head>(bytes);
    read::<IndexPart>(bytes);
    read::<PackRecord>(bytes);
}

/// Width and height in pixels of the longer side of drawn SVG pictures.
const SVG_SIDE: u32 = 256;

/// Tests a picture file: its header and its pixels agree, and copies without metadata have the same pixels.
pub fn picture(bytes: &[u8]) {
    let header = read_header(bytes);
    let decoded = decode(bytes, SVG_SIDE);
    for error in [header.as_ref().err(), decoded.as_ref().err()].into_iter().flatten() {
        fits_text(&error.to_string()).unwrap_or_else(|what| panic!("{what}"));
    }
    let Ok(decoded) = decoded else { return };
    let header = header.unwrap_or_else(|error| panic!("pixels without a header: {error}"));
    let (width, height) = (decoded.width, decoded.height);
    assert_eq!(decoded.rgba.len() as u64, u64::from(width) * u64::from(height) * 4);
    if header.format == PictureFileFormat::Svg {
        assert!(width.max(height) == SVG_SIDE);
    } else {
        assert_eq!((header.width, header.height), (width, height));
    }
    if let Some(copy) = &decoded.jpeg {
        assert_eq!(decode(copy, SVG_SIDE).as_ref(), Ok(&decoded), "metadata changed the pixels");
    }
    if let Ok(clean) = clean(bytes) {
        let copy = decode(&clean.bytes, SVG_SIDE).unwrap_or_else(|error| panic!("a copy cannot be read: {error}"));
        assert_eq!((copy.width, copy.height, copy.rgba), (width, height, decoded.rgba), "the copy differs");
    }
}

/// Tests a file of another program: a table of tiles, or XML or JSON. The table of a pack that has no errors must give
/// the same tiles again.
pub fn import(bytes: &[u8]) {
    let mapping = ImportMapping::default();
    let request = ImportRequest { id: "it", title: "It", source: "it", mapping: &mapping, known: None };
    let format = ImportFormat::recognize("it", bytes);
    let pack = match format.import(bytes, &request, &mut |_| None) {
        Ok(pack) => pack,
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without an error");
            for error in errors {
                fits_text(&error.to_string()).unwrap_or_else(|what| panic!("{what}"));
            }
            return;
        }
    };
    for guess in &pack.guesses {
        fits_text(&guess.text).unwrap_or_else(|what| panic!("{what}"));
    }
    let mut world = library();
    for (path, text) in pack.files.iter().filter(|(path, _)| path.ends_with(".ron")) {
        world.add_file("it", path, text);
    }
    let loaded = load_from(&world, &Request::new(["it"]));
    check_findings(&loaded);
    if loaded.is_playable() {
        let table = write_tiles(&world.packs["it"]);
        let again = import_table(table.as_bytes(), &request).unwrap_or_else(|errors| panic!("{table}\n{errors:?}"));
        let files = again.files.iter().map(|(path, text)| (path.as_str().into(), text.as_str().into()));
        assert_eq!(write_tiles(&files.collect()), table, "the second table differs");
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("no folder for an input: {error}"))
}

fn write(path: &Path, bytes: &[u8]) {
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| std::fs::write(path, bytes)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
