//! Writes the tiles of every pack as a table, reads them again and writes them again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_exchange::csv::{ColumnSeparator, import_table, write_tiles, write_tiles_with};
use tilewright_exchange::{CHIPS_FILE, ImportMapping, ImportRequest, ImportedPack, KnownWords, TILES_FILE};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, library, load_from};
use tilewright_pack::edit::{Draft, Items, PathStep};
use tilewright_pack::{PackFiles, World};

/// Returns the ids and files of all packs of the repository and of its tests.
fn packs() -> BTreeMap<String, PackFiles> {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = [engine.join("../content"), engine.join("kit/tests/packs")];
    let finder = folders.iter().fold(Finder::nowhere(), |finder, folder| finder.with_folder(folder));
    finder.list().unwrap().into_iter().map(|found| (found.id.clone(), found.read().unwrap())).collect()
}

/// Returns the files of a pack without its tiles and chips.
fn without_tiles(files: &PackFiles) -> PackFiles {
    let items = Items::read(files);
    let mut rest = PackFiles::new();
    for (path, text) in files {
        let of_file = items.all.iter().filter(|item| item.file == *path);
        let (tiles, others): (Vec<_>, Vec<_>) = of_file.partition(|item| ["tiles", "chips"].contains(&item.section));
        if !tiles.is_empty() && others.is_empty() {
            continue;
        }
        let mut text = text.to_string();
        for section in ["tiles", "chips"] {
            if path.ends_with(".ron") && !tiles.is_empty() {
                let mut draft = Draft::new(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
                if draft.node(&[PathStep::field(section)]).is_ok() {
                    draft.remove_field(&[], section).unwrap();
                    text = draft.text().to_owned();
                }
            }
        }
        rest.insert(path.clone(), text.as_str().into());
    }
    rest
}

fn import(table: &str, id: &str) -> ImportedPack {
    let (mapping, known) = (ImportMapping::default(), KnownWords::default());
    let request = ImportRequest { id, title: id, source: "tiles.csv", mapping: &mapping, known: Some(&known) };
    import_table(table.as_bytes(), &request).unwrap_or_else(|errors| panic!("{id}: {errors:?}"))
}

/// Returns everything about the tiles of a pack that a game depends on, by name, for one choice of options.
fn kinds(catalog: &Catalog) -> BTreeMap<String, String> {
    let all = catalog.kinds.iter();
    all.map(|(id, kind)| {
        let copies = catalog.bags.iter().map(|(bag, data)| {
            let count = data.contents.iter().find(|(held, _)| *held == id).map_or(0, |(_, count)| *count);
            (catalog.bags.key(bag).to_string(), count)
        });
        let copies: Vec<(String, u32)> = copies.filter(|(_, count)| *count > 0).collect();
        let back = kind.back.map(|back| catalog.kinds.key(back).to_string());
        let mirror = kind.mirror.map(|mirror| catalog.kinds.key(mirror).to_string());
        let bare = kind.bare.map(|bare| catalog.kinds.key(bare).to_string());
        let named = format!(
            "{:?} {:?} {:?} {:?} {copies:?} {back:?} {mirror:?} {bare:?}",
            kind.cells, kind.segments, kind.tags, kind.may_turn
        );
        (catalog.kinds.name(id).to_string(), named)
    })
    .collect()
}

#[test]
fn tables_of_all_packs_are_read_back_as_they_were() {
    let packs = packs();
    assert!(packs.len() >= 18, "{:?}", packs.keys());
    let mut world = library();
    for (id, files) in &packs {
        world.packs.insert(id.as_str().into(), files.clone());
    }
    let mut tile_count = 0;
    for (id, files) in &packs {
        let table = write_tiles(files);
        let pack = import(&table, id);
        let mut written = without_tiles(files);
        for path in [TILES_FILE, CHIPS_FILE] {
            if let Some(text) = pack.files.get(path).filter(|_| pack.kind_count > 0) {
                assert!(!written.contains_key(path), "{id}: {path} has more than tiles");
                written.insert(path.into(), text.as_str().into());
            }
        }
        assert_eq!(write_tiles(&written), table, "{id}: the second table differs");
        for separator in ColumnSeparator::ALL {
            let other = write_tiles_with(files, separator);
            let again = import(&other, id);
            assert_eq!(again.files, pack.files, "{id}, {}", other.lines().next().unwrap_or_default());
        }
        let mut changed: World = world.clone();
        changed.packs.insert(Arc::from(id.as_str()), written);
        let request = Request { lints: false, ..Request::new([id.as_str()]) };
        let (old, new) = (load_from(&world, &request), load_from(&changed, &request));
        let errors: Vec<_> = new.errors().map(|finding| &finding.message).collect();
        assert!(errors.is_empty(), "{id}: {errors:?}");
        let (old, new) = (old.catalog().unwrap(), new.catalog().unwrap());
        assert_eq!(kinds(old), kinds(new), "{id}");
        tile_count += old.kinds.len();
    }
    assert!(tile_count > 300, "{tile_count}");
}
