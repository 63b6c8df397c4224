//! Compares small pictures with golden files, byte by byte.
//!
//! `TILEWRIGHT_BLESS=1 cargo test --locked -p tilewright-art golden` rewrites the files; check the pictures before you
//! commit them.

use std::path::Path;
use tilewright_core::catalog::lattice::Turn;

use tilewright_art::raster::png;
use tilewright_art::sheet::contact_sheet;
use tilewright_art::svg::svg;

use crate::{artist, pack};

#[test]
fn pictures_are_the_same_to_the_byte() {
    for (id, kinds, turn, size) in [
        ("carcassonne", &["A", "F", "J", "L", "O", "S", "V", "X"][..], 1, 64.0),
        ("glowmoor", &["Hearth", "Fork", "Water", "Gate"][..], 1, 64.0),
        ("discovery", &["D13", "D44"][..], 0, 64.0),
        ("river", &["Bridge", "CityBridge", "CloisterBridge", "TwoBends"][..], 1, 64.0),
    ] {
        let loaded = pack(id);
        let catalog = loaded.catalog().unwrap();
        let kinds: Vec<_> = kinds.iter().map(|k| catalog.kinds.find(k).unwrap()).collect();
        compare(&format!("{id}.png"), &png(&contact_sheet(&artist(catalog), &kinds, Turn(turn), 4), size).unwrap());
    }
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    let tile = artist(catalog).tile(catalog.kinds.find("V").unwrap(), Turn::NONE);
    compare("tile.svg", svg(&tile, 64.0).as_bytes());
}

fn compare(name: &str, bytes: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("TILEWRIGHT_BLESS").is_some() {
        std::fs::write(&path, bytes).unwrap();
    }
    let golden = std::fs::read(&path).unwrap();
    assert!(golden == bytes, "{name} differs from the golden file; see the head of this file");
}
