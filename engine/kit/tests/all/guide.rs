//! Tests the page on the format: its packs load with the real library, its tests pass, and it covers every field.

use std::path::Path;

use tilewright_kit::games::replay::Replayer;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::records::json::read_records;
use tilewright_kit::suite::run_tests;

use crate::own_art::png;

const PAGE: &str = include_str!("../../../pack/FORMAT.md");
const RECORDS: &str = include_str!("../../RECORDS.md");

/// Writes the files in the page into a folder.
fn unpack(folder: &Path) {
    for block in PAGE.split("```ron\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for file in block.split("//- ").skip(1) {
            let (path, text) = file.split_once('\n').unwrap();
            let path = folder.join(path.trim());
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
}

/// Writes a picture for every name of a PNG in the files of art.
fn paint(folder: &Path) {
    for pack in ["guide", "autumn"] {
        let art = folder.join(pack).join("art");
        let text = std::fs::read_to_string(art.join("art.ron")).unwrap();
        for name in text.split('"').filter(|name| name.ends_with(".png")) {
            std::fs::write(art.join(name), png(1300, 1300)).unwrap();
        }
    }
}

#[test]
fn the_pages_packs_load_and_their_tests_and_records_pass() {
    let folder = std::env::temp_dir().join(format!("tilewright-guide-{}", std::process::id()));
    unpack(&folder);
    paint(&folder);
    let finder = Finder::nowhere().with_folder(&folder);
    let loaded = load(&finder, &Request::new(["higher", "autumn"])).unwrap();
    assert_eq!((loaded.packs.len(), loaded.themes.len()), (2, 1));
    let found: Vec<String> = loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert_eq!(found, Vec::<String>::new());
    let results = run_tests(&finder, "guide", "").unwrap();
    let failed: Vec<String> =
        results.iter().filter_map(|r| Some(format!("{}: {}", r.name, r.failure.as_ref()?))).collect();
    assert!(results.len() >= 4 && failed.is_empty(), "{}", failed.join("\n"));

    let mut replayer = Replayer::new(&finder);
    let example = RECORDS.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let records = read_records(example);
    assert!(!records.is_empty());
    for record in records {
        let record = record.unwrap();
        if let Err(failure) = replayer.replay(&record) {
            panic!("{}: {failure}", record.id);
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
