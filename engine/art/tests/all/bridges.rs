//! Tests that paths cross water on bridges and that paths that end in an area stop at its border.

use tilewright_art::geometry::Point;
use tilewright_core::catalog::lattice::Turn;
use tilewright_pack::{LoadOptions, World};

use crate::{artist, colors};

/// Colour of the planks of a bridge with the path of these packs.
const PLANKS: [u8; 3] = [0xab, 0x9f, 0x8c];

/// Returns true if the tile shows a bridge, and the segment in its middle; the path is segment 1.
fn draw_bridge(lattice: &str, pond: &str, edges: &str, parts: &str) -> (bool, Option<usize>) {
    let text = r##"Pack(
        id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT", lattice: LATTICE,
        terrains: [
            (id: meadow, ground: true), (id: path, look: (fill: "#fbf3df", ink: "#6a5a48")), (id: pond, look: (POND)),
        ],
        edges: [
            (id: meadow, ports: [meadow, meadow]), (id: path, ports: [meadow, path, meadow]), (id: pond, ports: [pond]),
            (id: brook, ports: [meadow, pond, meadow]),
        ],
        bags: [tiles], tiles: [(id: "A", edges: (EDGES), parts: [PARTS])],
        flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    )"##;
    let text = text.replace("LATTICE", lattice).replace("POND", pond).replace("EDGES", edges).replace("PARTS", parts);
    let mut world = World::default();
    world.add_file("demo", "pack.ron", &text);
    let loaded = tilewright_pack::load(&world, &["demo"], &LoadOptions { lints: false, ..LoadOptions::default() });
    assert_eq!(loaded.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>(), Vec::<String>::new());
    let catalog = loaded.catalog.unwrap();
    let (artist, kind) = (artist(&catalog), catalog.kinds.find("A").unwrap());
    let middle = Point::new(0.5, artist.tile(kind, Turn::NONE).size.1 / 2.0);
    (colors(&artist.tile(kind, Turn::NONE)).contains(&PLANKS), artist.segment_at(kind, 0, middle))
}

const SQUARE: &str = "n: pond, e: path, s: pond, w: path";
const OVER: &str = "pond(at: [N, S]), path(at: [E, W]),
    meadow(at: [EL], touches: [path, pond]), meadow(at: [ER], touches: [path, pond]),
    meadow(at: [WL], touches: [path, pond]), meadow(at: [WR], touches: [path, pond])";

#[test]
fn a_path_over_water_is_a_bridge() {
    assert_eq!(draw_bridge("square", "pattern: waves", SQUARE, OVER), (true, Some(1)));
    let parts = "pond(at: [N, S]), path(at: [NE, SW]),
        meadow(at: [NEL], touches: [path, pond]), meadow(at: [NER, SE], touches: [path, pond]),
        meadow(at: [SWL], touches: [path, pond]), meadow(at: [SWR, NW], touches: [path, pond])";
    let edges = "n: pond, ne: path, se: meadow, s: pond, sw: path, nw: meadow";
    assert_eq!(draw_bridge("hex", "pattern: waves", edges, parts), (true, Some(1)));
}

#[test]
fn a_path_over_a_river_is_a_bridge() {
    let parts = "pond(at: [N, S]), path(at: [E, W]),
        meadow(at: [EL, NR], touches: [path, pond]), meadow(at: [ER, SL], touches: [path, pond]),
        meadow(at: [WL, SR], touches: [path, pond]), meadow(at: [WR, NL], touches: [path, pond])";
    let edges = "n: brook, e: path, s: brook, w: path";
    assert_eq!(draw_bridge("square", "pattern: waves, width: 16", edges, parts), (true, Some(1)));
    assert!(!draw_bridge("square", "width: 16", edges, parts).0, "where two paths cross there is no bridge");
}

#[test]
fn only_what_can_be_water_is_bridged() {
    assert_eq!(draw_bridge("square", "fill: \"#4a87c0\"", SQUARE, OVER), (true, Some(1)), "it may well be a pond");
    assert_eq!(draw_bridge("square", "pattern: cobbles, border: wall", SQUARE, OVER), (false, Some(0)));
}

#[test]
fn a_path_that_runs_into_water_or_passes_beside_it_needs_no_bridge() {
    let into = draw_bridge(
        "square",
        "pattern: waves",
        "n: pond, e: meadow, s: path, w: meadow",
        "pond(at: [N]), path(at: [S], into: pond)",
    );
    assert!(!into.0);
    let beside = draw_bridge(
        "square",
        "pattern: waves",
        "n: pond, e: path, s: meadow, w: path",
        "pond(at: [N]), path(at: [E, W])",
    );
    assert!(!beside.0);
    let source = draw_bridge(
        "square",
        "pattern: waves",
        "n: brook, e: meadow, s: path, w: meadow",
        "pond(at: [N], into: end), path(at: [S], into: pond)",
    );
    assert!(!source.0);
}
