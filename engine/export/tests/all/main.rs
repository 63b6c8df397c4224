//! Tests exports of all included packs, and of an invented one with every sort of piece.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod documents;
mod fields;
mod own;
mod playground;
mod prints;
mod saves;
mod sheets;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use tilewright_core::catalog::Catalog;
use tilewright_export::{ExportCredit, ExportRequest, ExportTarget, GameExport, TileTable, export};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load, load_from};
use tilewright_pack::World;

/// An invented game on triangles that has every sort of piece.
const PIECES: &str = r##"Pack(
    id: "demo", version: "1.0.0", format: 1, title: "Demo: \"all\" pieces", authors: ["A. Author"], licence: "MIT",
    lattice: triangle, seats: (1, 3),
    terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])],
    figures: [(id: walker, supply: {1: 4, 2: 3, 3: 2}, weight: 1, on: [lawn])],
    tokens: [(id: ball, look: (fill: "#aa2211"))],
    dice: [(id: coin, faces: [heads, tails]), (id: seven, faces: [a, b, c, d, e, f, g]), (id: turn, faces: seats)],
    zones: [(id: row, slots: 4, holds: tiles), (id: den, slots: 3, each_seat: true), (id: heap)],
    bags: [tiles, (id: pile, stacked: true), (id: own, each_seat: true), (id: open, open: true)],
    board: (extent: fixed(3, 3), presets: [(tile: "A", at: (0, 0), from: tiles), (tile: "A", at: (1, 0), turn: 1)]),
    flow: (
        setup: [refill(from: tiles, size: 2, each_seat: true)],
        turn: [draw(from: tiles), place], ends_with: [tiles],
    ),
    tiles: [
        (id: "A", count: 3, edges: (n: lawn, se: lawn, sw: lawn)),
        (id: "a", count: 2, edges: (n: lawn, se: lawn, sw: lawn)),
        (id: "B", cells: [
            (at: (0, 0), edges: (n: lawn, se: lawn, sw: lawn)), (at: (0, -1), edges: (ne: lawn, s: lawn, nw: lawn)),
        ]),
        (id: "P", bag: pile, count: 3, edges: (n: lawn, se: lawn, sw: lawn)),
        (id: "O", bag: own, count: 2, edges: (n: lawn, se: lawn, sw: lawn)),
        (id: "Q", bag: open, count: 1, edges: (n: lawn, se: lawn, sw: lawn)),
    ],
)"##;

/// Returns a game with two stacks: one of seventy-five kinds, some with a visible tag, and one of a single tile.
fn stacks() -> Arc<Catalog> {
    let mut text = String::from(
        r#"Pack(
    id: "stacks", version: "1.0.0", format: 1, title: "Stacks", authors: ["A. Author"], licence: "MIT",
    lattice: square, seats: (2, 2), terrains: [(id: lawn, ground: true)], edges: [(id: lawn, ports: [lawn])],
    tags: [(id: mark, look: (picture: star))],
    bags: [(id: many, stacked: true, back: mark), (id: one, stacked: true)],
    flow: (turn: [draw(from: many), place], ends_with: [many]),
    tiles: [
        (id: "Only", bag: one, edges: (n: lawn, e: lawn, s: lawn, w: lawn)),
"#,
    );
    for number in 0..75 {
        let tags = if number % 5 == 0 { ", tags: [mark]" } else { "" };
        let edges = "edges: (n: lawn, e: lawn, s: lawn, w: lawn)";
        text.push_str(&format!("        (id: \"T{number}\", bag: many, count: 2, {edges}{tags}),\n"));
    }
    text.push_str("    ],\n)\n");
    of_text("stacks", &text)
}

/// Returns the catalog of a pack with one file.
fn of_text(id: &str, text: &str) -> Arc<Catalog> {
    let mut world = World::default();
    world.add_file(id, "pack.ron", text);
    let loaded = load_from(&world, &Request { lints: false, ..Request::new([id]) });
    let findings: Vec<String> = loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    Arc::clone(loaded.catalog().unwrap_or_else(|| panic!("{findings:#?}")))
}

/// A game with a number of seats.
struct TestGame {
    /// Id of the pack, with the number of seats.
    id: String,
    seats: u8,
    catalog: Arc<Catalog>,
}

/// Returns all included packs, each with its needs, [`PIECES`] and [`stacks`]: each with the fewest and with the most seats.
fn games() -> Vec<TestGame> {
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
    let found = finder.list().unwrap();
    assert!(found.len() >= 18, "{}", found.len());
    let mut games = Vec::new();
    for pack in found {
        let loaded = load(&finder, &Request::new([pack.id.clone()])).unwrap();
        let (least, most) = loaded.catalog().unwrap().seats;
        // Some packs depend on the number of seats.
        for seats in BTreeSet::from([least.max(1), most.max(1)]) {
            let catalog = Arc::clone(loaded.for_seats(seats).catalog().unwrap());
            games.push(TestGame { id: format!("{} {seats}", pack.id), seats, catalog });
        }
    }
    games.push(TestGame { id: "demo 1".to_owned(), seats: 1, catalog: demo() });
    games.push(TestGame { id: "demo 3".to_owned(), seats: 3, catalog: demo() });
    games.push(TestGame { id: "stacks 2".to_owned(), seats: 2, catalog: stacks() });
    games
}

/// Returns the game of [`PIECES`] with two seats.
fn demo_game() -> TestGame {
    TestGame { id: "demo 2".to_owned(), seats: 2, catalog: demo() }
}

/// Returns the catalog of [`PIECES`].
fn demo() -> Arc<Catalog> {
    of_text("demo", PIECES)
}

/// Address that saves use in the tests.
const BASE: &str = "https://example.org/game/";

fn request(target: ExportTarget, game: &TestGame) -> ExportRequest {
    ExportRequest {
        base: BASE.to_owned(),
        credits: vec![ExportCredit {
            title: "Demo".to_owned(),
            version: "1.0.0".to_owned(),
            authors: vec!["A. Author".to_owned()],
            licence: "MIT".to_owned(),
        }],
        tables: vec![TileTable { pack: "demo".to_owned(), text: "id,count\nA,3\n".to_owned() }],
        ..ExportRequest::new(target, game.seats)
    }
}

/// Returns the content of a text file of an export.
fn text(exported: &GameExport<'_>, path: &str) -> String {
    let file = exported.files().iter().find(|file| file.path() == path).unwrap_or_else(|| panic!("{path} is missing"));
    String::from_utf8(exported.bytes(file).unwrap()).unwrap()
}

fn json(exported: &GameExport<'_>, path: &str) -> Value {
    serde_json::from_str(&text(exported, path)).unwrap()
}

/// Returns the sizes of the pictures of an export, by their paths.
fn pictures(exported: &GameExport<'_>) -> BTreeMap<String, (u32, u32)> {
    exported.files().iter().filter_map(|file| Some((file.path().to_owned(), file.picture_size()?))).collect()
}

/// Returns the tiles of each bag of a game by their ids. Tiles that begin on the board are separate.
fn expected_tiles(catalog: &Catalog, seats: u8) -> (Vec<BTreeMap<String, u32>>, BTreeMap<String, u32>) {
    let mut bags = Vec::new();
    for bag in catalog.bags_for(seats) {
        let mut own: BTreeMap<String, u32> = BTreeMap::new();
        for &(kind, count) in &catalog.bags[bag].contents {
            *own.entry(catalog.kinds.key(kind)).or_default() += count;
        }
        for preset in catalog.board.presets.iter().filter(|preset| preset.from == Some(bag)) {
            *own.get_mut(&catalog.kinds.key(catalog.front(preset.kind))).unwrap() -= 1;
        }
        own.retain(|_, count| *count > 0);
        if !own.is_empty() {
            bags.push(own);
        }
    }
    bags.sort();
    let mut placed: BTreeMap<String, u32> = BTreeMap::new();
    let owner = |cell: tilewright_core::catalog::lattice::Cell| catalog.board.owner(cell.plane());
    for preset in &catalog.board.presets {
        if owner(preset.cell).is_none_or(|seat| seat.0 < seats) {
            *placed.entry(catalog.kinds.key(catalog.front(preset.kind))).or_default() += 1;
        }
    }
    (bags, placed)
}

#[test]
fn the_same_pack_gives_the_same_bytes() {
    let some = ["demo 3", "glowmoor 2", "honeyplot 3"];
    let games = games();
    assert_eq!(games.iter().filter(|game| some.contains(&&*game.id)).count(), some.len());
    for game in games.iter().filter(|game| some.contains(&&*game.id)) {
        let TestGame { id, catalog, .. } = game;
        for target in ExportTarget::ALL {
            let request = ExportRequest { max_side: 200, ..request(target, game) };
            let (Ok(first), Ok(second)) = (export(catalog, &request), export(catalog, &request)) else {
                assert_eq!(target, ExportTarget::GameCrafter, "{id}");
                continue;
            };
            assert_eq!(first.files().len(), second.files().len());
            for (a, b) in first.files().iter().zip(second.files()) {
                assert_eq!(a.path(), b.path());
                // Print files are large, and drawn like all others.
                if target != ExportTarget::GameCrafter || a.picture_size().is_none() {
                    assert_eq!(first.bytes(a).unwrap(), second.bytes(b).unwrap(), "{id} {}", a.path());
                }
            }
        }
    }
}

#[test]
fn paths_are_plain_and_differ_in_more_than_case() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        for target in ExportTarget::ALL {
            let Ok(exported) = export(catalog, &request(target, &game)) else { continue };
            let mut seen = BTreeSet::new();
            for file in exported.files() {
                let path = file.path();
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
                assert!(path.chars().all(is_plain) && !path.starts_with('/') && !path.contains(".."), "{path}");
                assert!(seen.insert(path.to_lowercase()), "{id}: {path} is there twice");
            }
        }
    }
}

#[test]
fn no_picture_is_larger_than_requested() {
    for game in games() {
        let TestGame { id, catalog, .. } = &game;
        for target in ExportTarget::ALL.into_iter().filter(|target| *target != ExportTarget::GameCrafter) {
            for max_side in [64, 333, 4096] {
                let exported = export(catalog, &ExportRequest { max_side, ..request(target, &game) }).unwrap();
                for (path, (width, height)) in pictures(&exported) {
                    let is_within = (1..=max_side).contains(&width) && (1..=max_side).contains(&height);
                    assert!(is_within, "{id} {target:?} {max_side}: {path} is {width} x {height}");
                }
            }
        }
    }
}

#[test]
fn drawn_pictures_have_their_planned_size() {
    let game = demo_game();
    let catalog = &game.catalog;
    for target in ExportTarget::ALL {
        let exported = export(catalog, &ExportRequest { max_side: 150, ..request(target, &game) }).unwrap();
        for file in exported.files() {
            let Some((width, height)) = file.picture_size() else { continue };
            let bytes = exported.bytes(file).unwrap();
            assert!(bytes.starts_with(b"\x89PNG"), "{}", file.path());
            let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!((side(16), side(20)), (width, height), "{}", file.path());
        }
    }
}
