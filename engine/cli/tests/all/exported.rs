//! Tests `tilewright export`: every pack for every target, settings, refusals, and output for programs.

use std::fs;

use serde_json::Value;

use crate::{Folder, content};

const TARGETS: [&str; 7] = ["tts", "tabletop-playground", "screentop", "tabletopia", "game-crafter", "png", "csv"];

/// Returns the paths of the files below a folder.
fn files(folder: &std::path::Path) -> Vec<String> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(at) = open.pop() {
        for path in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_pack_is_exported_to_every_target() {
    let folder = Folder::new("exported");
    folder.run(&["new", "shards", "--cells", "triangles"], "").expect(0, "Made shards", "");
    let mut packs: Vec<String> = content().list().unwrap().into_iter().map(|pack| pack.id).collect();
    packs.push("./shards".to_owned());
    assert!(packs.len() > 18);
    for pack in &packs {
        for target in TARGETS {
            // Print files have a fixed size, and are drawn for a few packs only.
            if target == "game-crafter" && !["./shards", "ribbonfair", "honeyplot"].contains(&&**pack) {
                continue;
            }
            let out = format!("{}-{target}", pack.trim_start_matches("./"));
            let args = ["export", pack, "--to", target, "--out", &out, "--max-side", "64", "--json"];
            let ran = folder.run(&args, "");
            assert_eq!(ran.code, 0, "{pack} to {target}: {}{}", ran.out, ran.err);
            let result: Value = serde_json::from_str(&ran.out).unwrap();
            let mut listed: Vec<&str> = result["files"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
            listed.sort_unstable();
            let there = files(&folder.0.join(&out));
            assert_eq!(there, listed, "{pack} to {target}");
            for document in ["README.md", "CREDITS.md", "manifest.json"] {
                assert!(there.iter().any(|path| path == document), "{pack} to {target} has no {document}");
            }
            let size: u64 = there.iter().map(|path| folder.0.join(&out).join(path).metadata().unwrap().len()).sum();
            assert_eq!(result["bytes"].as_u64(), Some(size));
        }
    }
}

#[test]
fn exports_are_equal_and_overwrite_nothing() {
    let folder = Folder::with_pack("exported_again");
    let base = "https://example.org/ponds/";
    let run = |out: &str| {
        folder.run(&["export", "./ponds", "--to", "tts", "--out", out, "--max-side", "64", "--url", base], "")
    };
    run("a").expect(0, "Next: follow the steps in", "");
    run("b").expect(0, "30 tiles for Tabletop Simulator", "");
    let there = files(&folder.0.join("a"));
    assert_eq!(there, files(&folder.0.join("b")));
    for path in &there {
        let read = |out: &str| fs::read(folder.0.join(out).join(path)).unwrap();
        assert_eq!(read("a"), read("b"), "{path}");
    }
    let save = fs::read_to_string(folder.0.join("a/Ponds.json")).unwrap();
    assert!(save.contains("\"https://example.org/ponds/tiles/"), "one slash follows the address");
    run("a").expect(3, "", "is not an empty folder");
    fs::create_dir(folder.0.join("empty")).unwrap();
    run("empty").expect(0, "into empty", "");
    fs::write(folder.0.join("file"), "text").unwrap();
    run("file").expect(3, "", "is not an empty folder");
    assert_eq!(fs::read_to_string(folder.0.join("file")).unwrap(), "text");
}

#[test]
fn a_save_without_an_address_names_pictures_on_this_computer() {
    let folder = Folder::with_pack("exported_here");
    folder.run(&["export", "./ponds", "--to", "tts", "--out", "t", "--max-side", "64"], "").expect(0, "", "");
    let save: Value = serde_json::from_str(&fs::read_to_string(folder.0.join("t/Ponds.json")).unwrap()).unwrap();
    let bag = save["ObjectStates"].as_array().unwrap().iter().find(|object| object["Name"] == "Bag").unwrap();
    let url = bag["ContainedObjects"][0]["CustomImage"]["ImageURL"].as_str().unwrap();
    let path = url.strip_prefix("file://").unwrap();
    let path = if cfg!(windows) { path.trim_start_matches('/') } else { path };
    assert!(std::path::Path::new(path).is_file(), "{url}");
}

#[test]
fn a_table_can_be_imported() {
    let folder = Folder::with_pack("exported_table");
    folder.run(&["export", "./ponds", "--to", "csv", "--out", "t"], "").expect(0, "for spreadsheets", "");
    let table = folder.read("t/ponds.csv");
    assert!(table.lines().count() > 5 && table.lines().next().unwrap().contains("count"), "{table}");
    folder.run(&["import", "t/ponds.csv", "--as", "lakes"], "").expect(0, "lakes", "");
}

#[test]
fn wrong_settings_are_refused_with_advice() {
    let folder = Folder::with_pack("exported_wrong");
    let run = |args: &[&str]| {
        let all = [&["export", "./ponds", "--out", "x"], args].concat();
        folder.run(&all, "")
    };
    run(&["--to", "nowhere"]).expect(2, "", "tabletop-playground");
    run(&["--to", "png", "--product", "SmallHexTile"]).expect(2, "", "applies only to `game-crafter`");
    run(&["--to", "png", "--url", "https://example.org"]).expect(2, "", "applies only to `tts`");
    run(&["--to", "tts", "--url", "example.org"]).expect(2, "", "begins with https://");
    run(&["--to", "tts", "--url", "https://example.org/a b"]).expect(2, "", "has no spaces");
    run(&["--to", "png", "--max-side", "5000"]).expect(2, "", "at most 4096");
    run(&["--to", "png", "--seats", "12"]).expect(2, "", "choose a number of seats from");
    run(&["--to", "game-crafter", "--product", "HugeTile"]).expect(2, "", "choose one of MiniSquareTile");
    run(&["--to", "game-crafter", "--product", "TriangleTile"]).expect(2, "", "no tile has the shape");
    assert!(!folder.0.join("x").exists(), "no file was written");
}
