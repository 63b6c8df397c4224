//! Tests of the kit as its users see it.

use std::path::Path;

use tilewright_kit::find::Finder;
use tilewright_kit::load::{Request, load};

fn content() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

#[test]
fn shipped_packs_load_without_findings() {
    for found in content().list().unwrap() {
        let loaded = load(&content(), &Request::new([found.id])).unwrap();
        let shown: Vec<String> = loaded
            .diagnostics
            .iter()
            .map(|d| format!("{} {} {}", d.span.map_or(String::new(), |s| loaded.sources.place(s)), d.code, d.message))
            .collect();
        assert_eq!(shown, Vec::<String>::new());
        assert!(loaded.is_playable());
    }
}

#[test]
fn records_from_elsewhere_replay() {
    let folder = std::env::var("TW_RECORDS").unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let finder = content();
        let (mut ok, mut failed) = (0, 0);
        let mut first = None;
        for game in tilewright_kit::replay::replay_all(&finder, &path).unwrap() {
            match game.result {
                Ok(_) => ok += 1,
                Err(e) => {
                    failed += 1;
                    first.get_or_insert(format!("{}: {e}", game.id));
                }
            }
        }
        println!("{}: {ok} ok, {failed} failed {first:?}", path.display());
    }
}
