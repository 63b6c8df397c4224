//! Reads the shelf of version 0.1.0, which every later version must read.

use std::path::Path;

use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

use crate::{ShareFolder, client, install, list_installed};

#[test]
fn packs_are_installed_from_a_shelf_of_version_0_1() {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kit/tests/v0_1/shelf");
    let folder = ShareFolder::new("v0-1");
    let reader = client(&folder.path_of("reader"));
    let found = reader.shelves.add("old", &shelf.to_string_lossy()).unwrap();
    assert_eq!(found.search("").len(), 3);
    install(&reader, &["glowmoor", "carcassonne"], "old").unwrap();
    assert_eq!(list_installed(&reader), ["carcassonne 1.0.0", "glowmoor 1.0.0"]);
    let finder = Finder::nowhere().with_folder(reader.store.folder());
    assert!(load(&finder, &Request::new(["glowmoor"])).unwrap().is_playable());
}
