//! Tests archives: equal content gives equal bytes, written archives can be read, and every deviation is refused.

use std::path::Path;

use tilewright_kit::packs::archive::{Archive, ArchiveManifest, MANIFEST, PICTURE, hash, layout};
use tilewright_kit::packs::find::{Finder, FoundPack, PackPlace};
use tilewright_kit::packs::load::{Request, load};
use tilewright_pack::PackFiles;

const HEAD: &str = r#"Pack(
    id: "pond", version: "1.2.0", format: 1, title: "Pond", authors: ["A. Author"], licence: "MIT", needs: ["lake ^1"],
    conflicts: ["sea"], rules: [(use: "paths", on: path, per_tile: 1), (use: "own")],
)"#;

fn files() -> PackFiles {
    let files = [
        ("pack.ron", HEAD),
        ("rules/own.lua", "step(\"think\", function() end)\n"),
        ("texts/en.ron", "Texts(\"en\", {\"pack.about\": \"A pond.\"})\n"),
        ("README.md", "# Pond\n"),
        ("tests/a.ron", "Tests([])\n"),
    ];
    files.into_iter().map(|(path, text)| (path.into(), text.into())).collect()
}

/// Builds the smallest file that claims to be a picture of this size.
fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0]);
    bytes
}

fn archive() -> Archive {
    Archive::from_pack("pond", &files(), Some(picture(60, 40))).unwrap()
}

#[test]
fn the_same_pack_gives_the_same_bytes_and_comes_back_as_it_was() {
    let archive = archive();
    let bytes = archive.write().unwrap();
    let crossed = files().into_iter().map(|(path, text)| (path, text.replace('\n', "\r\n").into())).collect();
    let again = Archive::from_pack("pond", &crossed, Some(picture(60, 40))).unwrap();
    assert_eq!(again.write().unwrap(), bytes, "whatever system the folder was on");
    let read = Archive::read(&bytes).unwrap();
    assert_eq!(read.manifest, archive.manifest);
    assert_eq!((read.files.clone(), read.picture.clone()), (archive.files.clone(), archive.picture.clone()));
    for (path, text) in files() {
        assert_eq!(read.files[&path], text, "{path}");
    }
    let manifest = &read.manifest;
    assert_eq!((&*manifest.id, &*manifest.version, &*manifest.summary), ("pond", "1.2.0", "A pond."));
    assert_eq!((&*manifest.needs, &*manifest.conflicts), (&["lake ^1".to_owned()][..], &["sea *".to_owned()][..]));
    assert_eq!(manifest.modules.keys().collect::<Vec<_>>(), ["paths"]);
    assert_eq!(read.files["lib/paths.lua"].as_bytes(), tilewright_script::library_module("paths").unwrap().as_bytes());
    assert!(read.own_modules().is_empty());
    assert_eq!(read.file_name(), format!("pond-1.2.0-{}.tilepack", &manifest.content()[..12]));
    assert_eq!(ArchiveManifest::read(&manifest.text()).unwrap(), *manifest);
}

#[test]
fn content_has_the_same_name_in_every_build() {
    // The pack uses no library modules, since those change with the program.
    let files = [("pack.ron", r#"Pack(id: "dot", version: "0.1.0", format: 1, title: "Dot")"#)];
    let files: PackFiles = files.into_iter().map(|(path, text)| (path.into(), text.into())).collect();
    let manifest = Archive::from_pack("dot", &files, None).unwrap().manifest;
    let expected = format!(
        "(\n    format: 1,\n    id: \"dot\",\n    version: \"0.1.0\",\n    title: \"Dot\",\n    summary: \"\",\n    authors: [],\n    \
         licence: \"\",\n    needs: [],\n    conflicts: [],\n    api: 1,\n    built_with: \"0.1.0\",\n    rules: \"{}\",\n    \
         modules: {{}},\n    files: [\n        (\"pack.ron\", 58, \"{}\"),\n    ],\n)\n",
        manifest.rules, manifest.files[0].2
    );
    assert_eq!(manifest.text(), expected);
    assert_eq!(manifest.content(), blake(expected.as_bytes()));
}

fn blake(bytes: &[u8]) -> String {
    hash(bytes)
}

/// File in an archive, with possible mistakes.
#[derive(Clone)]
pub(crate) struct ArchiveEntry {
    name: Vec<u8>,
    content: Vec<u8>,
    flags: u16,
    method: u16,
    time: u16,
    extra: Vec<u8>,
    sum: Option<u32>,
    size: Option<u32>,
    /// Name in the list of entries, if it differs from the name in the entry.
    listed: Option<Vec<u8>>,
    mode: u32,
}

pub(crate) fn entry(name: &str, content: &[u8]) -> ArchiveEntry {
    ArchiveEntry {
        name: name.into(),
        content: content.into(),
        flags: 0,
        method: 0,
        time: 0,
        extra: Vec::new(),
        sum: None,
        size: None,
        listed: None,
        mode: 0o100_644 << 16,
    }
}

/// Builds a zip archive of stored entries, in the required layout except where an entry deviates.
pub(crate) fn zip(entries: &[ArchiveEntry]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for e in entries {
        let at = bytes.len() as u32;
        let size = e.size.unwrap_or(e.content.len() as u32);
        let mut crc = flate2::Crc::new();
        crc.update(&e.content);
        let mut common = Vec::new();
        for number in [20, e.flags, e.method, e.time, 1 << 5 | 1] {
            common.extend(number.to_le_bytes());
        }
        for number in [e.sum.unwrap_or(crc.sum()), e.content.len() as u32, size] {
            common.extend(number.to_le_bytes());
        }
        let name = e.listed.as_ref().unwrap_or(&e.name);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&common);
        bytes.extend((e.name.len() as u16).to_le_bytes());
        bytes.extend((e.extra.len() as u16).to_le_bytes());
        bytes.extend(&e.name);
        bytes.extend(&e.extra);
        bytes.extend(&e.content);
        list.extend(b"PK\x01\x02");
        list.extend((3u16 << 8 | 20).to_le_bytes());
        list.extend(&common);
        list.extend((name.len() as u16).to_le_bytes());
        list.extend((e.extra.len() as u16).to_le_bytes());
        list.extend([0; 6]);
        list.extend(e.mode.to_le_bytes());
        list.extend(at.to_le_bytes());
        list.extend(name);
        list.extend(&e.extra);
    }
    let begin = bytes.len() as u32;
    bytes.extend(&list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        bytes.extend((entries.len() as u16).to_le_bytes());
    }
    bytes.extend((list.len() as u32).to_le_bytes());
    bytes.extend(begin.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// Returns the entries of the valid archive.
fn good() -> Vec<ArchiveEntry> {
    let archive = archive();
    let mut entries = vec![entry(MANIFEST, archive.manifest.text().as_bytes())];
    let mut files: Vec<ArchiveEntry> = archive.files.iter().map(|(path, text)| entry(path, text.as_bytes())).collect();
    files.push(entry(PICTURE, archive.picture.as_deref().unwrap()));
    files.sort_by(|a, b| a.name.cmp(&b.name));
    entries.extend(files);
    entries
}

/// Returns the valid archive with a changed manifest.
fn manifest(change: impl FnOnce(&mut ArchiveManifest)) -> Vec<u8> {
    let mut manifest = archive().manifest;
    change(&mut manifest);
    with_text(&manifest.text())
}

fn with_text(text: &str) -> Vec<u8> {
    let mut entries = good();
    entries[0] = entry(MANIFEST, text.as_bytes());
    zip(&entries)
}

/// Returns the valid archive with one more file, which its manifest also lists.
fn with_file(name: &str, content: &[u8]) -> Vec<u8> {
    let mut entries = good();
    let mut manifest = archive().manifest;
    let listed = (name.to_owned(), content.len() as u64, hash(content));
    let at = manifest.files.iter().position(|(path, ..)| path.as_str() > name).unwrap_or(manifest.files.len());
    manifest.files.insert(at, listed);
    entries[0] = entry(MANIFEST, manifest.text().as_bytes());
    entries.insert(at + 1, entry(name, content));
    zip(&entries)
}

fn zip_changed(change: impl FnOnce(&mut Vec<ArchiveEntry>)) -> Vec<u8> {
    let mut entries = good();
    change(&mut entries);
    zip(&entries)
}

/// Returns invalid archives, each with its mistake and the code of the refusal.
fn hostile() -> Vec<(String, &'static str, Vec<u8>)> {
    let whole = zip(&good());
    let mut all: Vec<(String, &'static str, Vec<u8>)> = Vec::new();
    let mut add = |what: &str, code, bytes| all.push((what.to_owned(), code, bytes));
    add("nothing", "no_archive", Vec::new());
    add("a text", "no_archive", b"Pack(id: \"pond\")".to_vec());
    add("zeros", "no_archive", vec![0; 4096]);
    for share in [1, 10, 50, 90, 99] {
        add("cut off", "cut_off", whole[..4 + (whole.len() - 4) * share / 100].to_vec());
    }
    add("cut off by a byte", "cut_off", whole[..whole.len() - 1].to_vec());
    add("something before", "foreign_archive", [b"#!/bin/sh\n", &*whole].concat());
    add("something after", "foreign_archive", [&*whole, b"more"].concat());
    add("two in one", "foreign_archive", [&*whole, &*whole].concat());
    add("no files", "bad_manifest", zip(&[]));
    add("a comment", "foreign_archive", {
        let mut bytes = whole.clone();
        let end = bytes.len() - 2;
        bytes[end] = 4;
        [&*bytes, b"note"].concat()
    });
    add("extra fields", "foreign_archive", zip_changed(|e| e[1].extra = vec![1, 0, 0, 0]));
    add(
        "another name for other readers",
        "foreign_archive",
        zip_changed(|e| {
            e[1].extra = [&[0x75, 0x70, 17, 0, 1, 0, 0, 0, 0][..], b"../../evil.ron"].concat();
        }),
    );
    add("sizes behind", "foreign_archive", zip_changed(|e| e[1].flags = 8));
    add("encrypted", "foreign_archive", zip_changed(|e| e[1].flags = 1));
    add("names of other letters", "foreign_archive", zip_changed(|e| e[1].flags = 1 << 11));
    add("a time", "foreign_archive", zip_changed(|e| e[1].time = 1000));
    for method in [1, 9, 12, 14, 93, 99] {
        add("another packing", "foreign_archive", zip_changed(|e| e[1].method = method));
    }
    add("a list with another name", "foreign_archive", zip_changed(|e| e[1].listed = Some(b"../evil.ron".to_vec())));
    add("a link", "foreign_archive", zip_changed(|e| e[1].mode = 0o120_777 << 16));
    add("a program", "foreign_archive", zip_changed(|e| e[1].mode = 0o100_755 << 16));
    add("a list that lacks a file", "foreign_archive", {
        let (mut all, some) = (good(), zip(&good()[..3]));
        let lists = some.len() - zip(&[]).len();
        all.truncate(4);
        [&zip(&all)[..], &some[lists..]].concat()
    });
    for (at, what) in [(18, "a false count"), (14, "a false size"), (10, "a false offset"), (6, "several disks")] {
        let mut bytes = whole.clone();
        let at = bytes.len() - at;
        bytes[at] ^= 1;
        add(what, "foreign_archive", bytes);
    }
    let long = "a".repeat(121);
    for name in [
        "../evil.ron",
        "/etc/evil.ron",
        "a/../../evil.ron",
        "a/./b.ron",
        "a//b.ron",
        "a/",
        "",
        "C:evil.ron",
        "a\\b.ron",
        "..\\evil.ron",
        "con.ron",
        "rules/NUL.lua",
        "com1.ron",
        ".hidden.ron",
        "-rf.ron",
        "a.ron.",
        "a .ron",
        "a\0.ron",
        "a\u{202e}nor.ron",
        "\u{440}ack.ron",
        "e\u{301}.ron",
        "a\n.ron",
        "a\u{1b}[2J.ron",
        "file:x.ron",
        "a?.ron",
        "~/evil.ron",
        "$HOME.ron",
        &long,
        "a/a/a/a/a/a/a/a/a.ron",
    ] {
        add(&format!("the name {name:?}"), "bad_name", zip_changed(|e| e[1].name = name.into()));
    }
    add("a name that is not text", "bad_name", zip_changed(|e| e[1].name = vec![0xff, 0xfe, b'a']));
    add("a name twice", "name_twice", zip_changed(|e| e.insert(2, e[1].clone())));
    add("names that differ in capitals", "name_twice", zip_changed(|e| e.insert(1, entry("readme.MD", b""))));
    add("a wrong checksum", "damaged", zip_changed(|e| e[1].sum = Some(1)));
    add("a wrong size", "damaged", zip_changed(|e| e[1].size = Some(3)));
    add("a size of gigabytes", "too_large", zip_changed(|e| e[1].size = Some(u32::MAX)));
    add("no packed data", "damaged", zip_changed(|e| e[1].method = 8));
    add("something after the packed data", "damaged", {
        let packed = deflate(b"# Pond\n");
        zip_changed(|e| {
            (e[1].method, e[1].size) = (8, Some(7));
            e[1].content = [&*packed, b"more"].concat();
        })
    });
    add(
        "a bomb",
        "too_large",
        zip_changed(|e| {
            (e[1].method, e[1].size) = (8, Some(15 << 20));
            e[1].content = deflate(&vec![0; 15 << 20]);
        }),
    );
    add(
        "a bomb with a false size",
        "damaged",
        zip_changed(|e| {
            (e[1].method, e[1].size) = (8, Some(1000));
            e[1].content = deflate(&vec![0; 15 << 20]);
        }),
    );
    add("too many files", "too_large", zip(&(0..2_001).map(|n| entry(&format!("a{n}.ron"), b"")).collect::<Vec<_>>()));
    add("no manifest", "bad_manifest", zip_changed(|e| drop(e.remove(0))));
    add("a manifest that is not the first", "bad_manifest", zip_changed(|e| e.swap(0, 1)));
    add("a manifest that is too large", "too_large", with_text(&" ".repeat(300 << 10)));
    add("a manifest that is not text", "no_text", zip_changed(|e| e[0].content = vec![0xff; 40]));
    add("a manifest that is nothing", "bad_manifest", with_text(""));
    add("a deep manifest", "bad_manifest", with_text(&"[".repeat(100_000)));
    add("a manifest of numbers", "bad_manifest", with_text(&format!("(format: {})", "9".repeat(400))));
    let text = archive().manifest.text();
    add("an unknown field", "bad_manifest", with_text(&text.replace("    id:", "    run: \"x\",\n    id:")));
    add("a field twice", "bad_manifest", with_text(&text.replace("    id:", "    id: \"x\",\n    id:")));
    add("a field missing", "bad_manifest", with_text(&text.replace("    api: 1,\n", "")));
    add("another format", "bad_manifest", with_text(&text.replace("format: 1", "format: 2")));
    add("a manifest with a comment", "bad_manifest", with_text(&format!("{text}// more\n")));
    add("a manifest written otherwise", "bad_manifest", with_text(&text.replace("    ", "  ")));
    add("later functions", "other_api", manifest(|m| m.api = 2));
    add("another id", "bad_pack", manifest(|m| m.id = "lake".into()));
    add("an id that is a path", "bad_pack", manifest(|m| m.id = "../../pond".into()));
    add("another version", "manifest_differs", manifest(|m| m.version = "9.0.0".into()));
    add("another title", "manifest_differs", manifest(|m| m.title = "\u{1b}[2JPond".into()));
    add("another summary", "manifest_differs", manifest(|m| m.summary = "Better.".into()));
    add("other authors", "manifest_differs", manifest(|m| m.authors = vec!["Me".into()]));
    add("another licence", "manifest_differs", manifest(|m| m.licence = String::new()));
    add("other needs", "manifest_differs", manifest(|m| m.needs = vec!["evil *".into()]));
    add("other conflicts", "manifest_differs", manifest(|m| m.conflicts.clear()));
    add("other rules", "manifest_differs", manifest(|m| m.rules = hash(b"")));
    add("other modules", "manifest_differs", manifest(|m| drop(m.modules.insert("paths".into(), hash(b"")))));
    add("a module more", "manifest_differs", manifest(|m| drop(m.modules.insert("os".into(), hash(b"")))));
    add("no hash", "other_file", manifest(|m| m.files[0].2 = String::new()));
    add("half a hash", "other_file", manifest(|m| m.files[0].2.truncate(32)));
    add("a hash in capitals", "other_file", manifest(|m| m.files[0].2 = m.files[0].2.to_uppercase()));
    add("another hash", "other_file", manifest(|m| m.files[0].2 = hash(b"")));
    add("another size", "other_file", manifest(|m| m.files[0].1 += 1));
    add("a file that is not listed", "odd_file", zip_changed(|e| e.push(entry("z.ron", b""))));
    add("a file that is not there", "other_file", zip_changed(|e| drop(e.pop())));
    add("files in another order", "other_file", zip_changed(|e| e.swap(1, 2)));
    add("a program among the files", "odd_file", with_file("run.exe", b"MZ"));
    add("an archive in the archive", "odd_file", with_file("inner.tilepack", &whole));
    add("a manifest in a folder", "odd_file", with_file("rules/page.html", b"<script>"));
    add("a text that is none", "no_text", with_file("rules/bad.lua", &[0xff, 0xfe]));
    for (what, bytes) in [
        ("no picture", b"GIF89a".to_vec()),
        ("a picture of nothing", picture(0, 10)),
        ("a picture of gigabytes", picture(60_000, 60_000)),
        ("a picture that ends", picture(10, 10)[..18].to_vec()),
    ] {
        let mut entries = good();
        let mut manifest = archive().manifest;
        let at = manifest.files.iter().position(|(path, ..)| path == PICTURE).unwrap();
        manifest.files[at] = (PICTURE.to_owned(), bytes.len() as u64, hash(&bytes));
        entries[0] = entry(MANIFEST, manifest.text().as_bytes());
        entries[at + 1].content = bytes;
        add(what, "bad_picture", zip(&entries));
    }
    add(
        "a signature without end",
        "too_large",
        zip_changed(|e| e.insert(1, entry("manifest.ron.minisig", &[b'a'; 5000]))),
    );
    all
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn the_archives_of_these_tests_are_laid_out_as_ours() {
    let read = Archive::read(&zip(&good())).unwrap();
    assert_eq!(read.manifest, archive().manifest);
}

#[test]
fn hostile_archives_are_refused_each_with_its_reason() {
    let all = hostile();
    assert!(all.len() > 100, "{}", all.len());
    let mut wrong = Vec::new();
    for (what, code, bytes) in &all {
        match Archive::read(bytes) {
            Err(error) if error.code() == *code => {
                let told = error.to_string();
                assert!(!told.is_empty() && told.len() < 900 && !told.contains(char::is_control), "{what}: {told:?}");
            }
            Err(error) => wrong.push(format!("{what}: {} instead of {code}: {error}", error.code())),
            Ok(_) => wrong.push(format!("{what}: it was read")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_byte_counts() {
    let whole = archive();
    let bytes = whole.write().unwrap();
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 0x20;
        // Packed data end within a byte, whose remaining bits have no meaning.
        let same = |read: Archive| read.manifest == whole.manifest && read.files == whole.files;
        assert!(Archive::read(&other).map_or(true, same), "byte {at} of {}", bytes.len());
    }
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("tilewright-archives-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    std::fs::write(folder.join(name), bytes).unwrap();
}

#[test]
fn an_archive_is_a_pack_wherever_one_can_be_named() {
    let folder = folder("found");
    let game = Finder::only_bundled().find("carcassonne").unwrap().archive().unwrap();
    let bytes = game.write().unwrap();
    write(&folder, "anything.tilepack", &bytes);
    let older = String::from_utf8(game.files["pack.ron"].as_bytes().to_vec()).unwrap().replace("1.0.0", "0.9.0");
    let mut files = game.files.clone();
    files.insert("pack.ron".into(), older.into());
    write(&folder, "older.tilepack", &Archive::from_pack("carcassonne", &files, None).unwrap().write().unwrap());
    write(&folder, "broken-1.0.0.tilepack", &bytes[..400]);
    let here = Finder::nowhere().with_folder(&folder);
    let path = folder.join("anything.tilepack");
    assert_eq!(here.find(path.to_str().unwrap()).unwrap().id, "carcassonne");
    let place = |name: &str| PackPlace::Archive(folder.join(name));
    assert_eq!(here.find("carcassonne").unwrap().place, place("anything.tilepack"), "the later one");
    assert_eq!(here.find("carcassonne@0.9.0").unwrap().place, place("older.tilepack"));
    let found = |finder: &Finder| load(finder, &Request::new(["carcassonne"])).unwrap();
    let (packed, bundled) = (found(&here), found(&Finder::only_bundled()));
    assert!(packed.is_playable() && packed.diagnostics.is_empty(), "{:?}", packed.diagnostics);
    assert_eq!(packed.packs[0].hash, bundled.packs[0].hash, "saves and records know it as the same");
    let broken = here.find("broken").unwrap().read().unwrap_err();
    assert_eq!(broken.code(), "cut_off");
    assert!(broken.to_string().contains("broken-1.0.0.tilepack"), "{broken}");
    // A pack that needs the archived one is played with it.
    let river = Finder::only_bundled().find("river").unwrap().archive().unwrap();
    write(&folder, "river.tilepack", &river.write().unwrap());
    assert!(load(&here, &Request::new(["river"])).unwrap().is_playable());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn it_plays_as_it_was_packed_and_says_so() {
    let pack = FoundPack { id: "carcassonne".into(), place: PackPlace::Bundled }.archive().unwrap();
    let mut files = pack.files.clone();
    let other = files["lib/paths.lua"].replace("per_tile", "per_tile_of_then");
    assert_ne!(*files["lib/paths.lua"], other);
    files.insert("lib/paths.lua".into(), files["lib/paths.lua"].replace("\n", "\n\n").into());
    let changed = Archive::from_pack("carcassonne", &files, None).unwrap();
    assert_eq!(changed.own_modules(), ["paths"]);
    assert_ne!(changed.manifest.rules, pack.manifest.rules, "another module is another game");
    let folder = folder("then");
    write(&folder, "then.tilepack", &changed.write().unwrap());
    let loaded = load(&Finder::nowhere().with_folder(&folder), &Request::new(["carcassonne"])).unwrap();
    assert!(loaded.is_playable());
    assert_eq!(*loaded.packs[0].hash, *changed.manifest.rules);
    let modules = &loaded.catalog().unwrap().modules;
    assert!(modules.iter().any(|module| &*module.path == "carcassonne/lib/paths.lua"), "its own");
    assert!(modules.iter().any(|module| &*module.path == "scripts/areas.lua"), "the program's where they are the same");
    assert_eq!(loaded.packs[0].travelling.iter().map(|name| &**name).collect::<Vec<_>>(), ["paths"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn layouts_are_read_as_they_were_written() {
    let limits = layout::Limits { files: 10, file: 5 << 20, all: 6 << 20 };
    let random: Vec<u8> = (0..70_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let zeros = vec![0; 3 << 20];
    let files: Vec<(&str, &[u8])> = vec![("a", b""), ("b/c", b"text text text text"), ("b/d", &random), ("z", &zeros)];
    let bytes = layout::write(files.clone(), limits).unwrap();
    let read = layout::read(&bytes, limits).unwrap();
    let read: Vec<(&str, &[u8])> = read.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect();
    assert_eq!(read, files, "incompressible files are stored");
    assert_eq!(layout::write([], limits).unwrap().len(), 22);
    assert!(layout::write([("a", &zeros[..]), ("b", &zeros[..])], limits).is_ok());
    assert!(layout::write([("a", &zeros[..]), ("b", &zeros[..]), ("c", &[0][..])], limits).is_err());
}
