//! Tests sheets for Screentop, and single pictures.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_export::{ExportRequest, ExportTarget, export};

use crate::{TestGame, expected_tiles, games, json, pictures, request};

#[test]
fn sheets_have_no_gaps_and_all_tiles() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        for max_side in [256, 2048] {
            let request = ExportRequest { max_side, ..request(ExportTarget::Screentop, &game) };
            let exported = export(catalog, &request).unwrap();
            let (manifest, pictures) = (json(&exported, "manifest.json"), pictures(&exported));
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for sheet in manifest["sheets"].as_array().unwrap() {
                let number = |value: &serde_json::Value| value.as_u64().unwrap() as u32;
                let (columns, rows) = (number(&sheet["columns"]), number(&sheet["rows"]));
                let size = (columns * number(&sheet["cell"][0]), rows * number(&sheet["cell"][1]));
                assert_eq!(pictures[sheet["file"].as_str().unwrap()], size, "{id}");
                assert_eq!(pictures[sheet["backs"].as_str().unwrap()], size, "{id}");
                let tiles = sheet["tiles"].as_array().unwrap();
                assert!(tiles.len() as u32 <= columns * rows && tiles.len() as u32 > columns * (rows - 1));
                for tile in tiles {
                    *counts.entry(tile["id"].as_str().unwrap().to_owned()).or_default() +=
                        tile["count"].as_u64().unwrap();
                }
            }
            let (bags, placed) = expected_tiles(catalog, game.seats);
            let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
            for (key, count) in bags.into_iter().flatten().chain(placed) {
                *wanted.entry(key).or_default() += u64::from(count);
            }
            assert_eq!(counts, wanted, "{id}");
        }
    }
}

#[test]
fn faces_of_one_shape_have_equal_sizes_and_their_count_in_the_name() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        let exported = export(catalog, &request(ExportTarget::Tabletopia, &game)).unwrap();
        let (manifest, pictures) = (json(&exported, "manifest.json"), pictures(&exported));
        let mut total = 0;
        let mut sizes: BTreeMap<usize, BTreeSet<(u32, u32)>> = BTreeMap::new();
        for face in manifest["faces"].as_array().unwrap() {
            let (path, count) = (face["face"].as_str().unwrap(), face["count"].as_u64().unwrap());
            assert!(path.contains(&format!("-x{count}")), "{path}");
            let kind = catalog.kinds.find(face["id"].as_str().unwrap()).unwrap();
            if catalog.kinds[kind].cells.len() == 1 {
                sizes.entry(1).or_default().insert(pictures[path]);
            }
            total += count;
        }
        assert!(sizes.values().all(|sizes| sizes.len() == 1), "{id}: {sizes:?}");
        assert_eq!(total, exported.tile_count(), "{id}");
    }
}

#[test]
fn tables_are_files_named_after_their_packs() {
    let game = crate::demo_game();
    let exported = export(&game.catalog, &request(ExportTarget::Csv, &game)).unwrap();
    assert_eq!(crate::text(&exported, "demo.csv"), "id,count\nA,3\n");
    assert!(pictures(&exported).is_empty());
}
