//! Tests single tiles: they are complete, deterministic, and upright after a turn.

use std::collections::BTreeSet;
use tilewright_core::catalog::lattice::Turn;

use tilewright_art::geometry::Point;
use tilewright_art::raster::{pixels, png};
use tilewright_art::scene::{Scene, Shape};
use tilewright_art::svg::svg;
use tilewright_art::tile::{Artist, Detail, Style};
use tilewright_pack::{LoadOptions, World};

use crate::{artist, colors, count, pack, packs};

#[test]
fn every_tile_of_every_pack_is_drawn_at_every_turn() {
    for loaded in packs() {
        let Some(catalog) = loaded.catalog() else { continue };
        let artist = artist(catalog);
        for (id, kind) in catalog.kinds.iter() {
            let upright = artist.tile(id, Turn::NONE);
            for turn in catalog.lattice.turns() {
                let scene = artist.tile(id, turn);
                assert_eq!(standing(&scene), standing(&upright), "ornaments stay when a tile is turned");
                assert!(svg(&scene, 64.0).ends_with("</svg>\n"));
                for segment in 0..kind.segments.len() {
                    let at = artist.figure_place(id, segment, turn);
                    assert!((0.0..=1.0).contains(&at.x) && (0.0..=1.0).contains(&at.y), "{at:?}");
                }
            }
            assert_eq!(png(&upright, 24.0).unwrap(), png(&super::artist(catalog).tile(id, Turn::NONE), 24.0).unwrap());
        }
    }
}

#[test]
fn every_segment_lies_somewhere_on_its_cell() {
    let loaded = pack("glowmoor");
    let catalog = loaded.catalog().unwrap();
    let artist = artist(catalog);
    for (id, kind) in catalog.kinds.iter() {
        let points = (0..100 * 100).map(|n| Point::new((n % 100) as f32 / 100.0, (n / 100) as f32 / 100.0));
        let found: BTreeSet<usize> = points.filter_map(|at| artist.segment_at(id, 0, at)).collect();
        assert_eq!(found, (0..kind.segments.len()).collect(), "{}", catalog.kinds.key(id));
        assert_eq!(artist.segment_at(id, 0, Point::new(0.01, 0.01)), None, "a hexagon has no corner there");
    }
}

#[test]
fn a_hedge_shows_that_grounds_are_parted_where_nothing_lies_between() {
    let loaded = pack("traders_builders");
    let catalog = loaded.catalog().unwrap();
    let bare = Artist::new(catalog, Style { frame: false, ornaments: false });
    let shapes = |id: &str| count(&bare.tile(catalog.kinds.find(id).unwrap(), Turn::NONE).shapes);
    // Both tiles have a city in the north and west and a road that enters it from the south. The second has three
    // fields where the first has two.
    let bushes = shapes("TB22") - shapes("TB21");
    assert!((6..60).contains(&bushes), "{bushes}");
    // No hedge is needed where roads and cities separate all fields.
    let roads = |id: &str| colors(&bare.tile(catalog.kinds.find(id).unwrap(), Turn::NONE));
    let hedge: BTreeSet<[u8; 3]> = roads("TB22").into_iter().filter(|c| !roads("TB21").contains(c)).collect();
    assert_eq!(hedge.len(), 2, "{hedge:?}");
    for id in ["L", "W", "X", "TB20", "TB23", "TB24"] {
        assert!(!roads(id).iter().any(|color| hedge.contains(color)), "{id}");
    }
}

/// Counts the upright shapes, which are outside of the clipped surfaces.
fn standing(scene: &Scene) -> usize {
    count(&scene.shapes.iter().filter(|s| !matches!(s, Shape::Clipped(..))).cloned().collect::<Vec<_>>())
}

#[test]
fn a_tile_covers_its_cells_and_nothing_else() {
    let loaded = pack("glowmoor");
    let catalog = loaded.catalog().unwrap();
    let style = Style { frame: false, ornaments: true };
    for kind in catalog.kinds.ids() {
        let picture = pixels(&Artist::new(catalog, style).tile(kind, Turn(1)), 100.0).unwrap();
        let alpha = |x: u32, y: u32| picture.rgba[((y * picture.width + x) * 4 + 3) as usize];
        assert_eq!((picture.width, picture.height), (100, 87));
        assert_eq!([alpha(1, 1), alpha(98, 1), alpha(1, 85), alpha(98, 85)], [0; 4], "the corners of the box are free");
        assert_eq!([alpha(50, 43), alpha(50, 2), alpha(50, 84), alpha(3, 43), alpha(96, 43)], [255; 5]);
    }
}

/// Draws a pack of one tile, a town in a meadow with the given looks, and returns its colours.
fn draw_town(town: &str, tag: &str) -> Vec<[u8; 3]> {
    let text = r#"Pack(
        id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT", lattice: square,
        terrains: [(id: meadow, ground: true), (id: town, complete: closed, TOWN)], tags: [(id: mark, TAG)],
        edges: [(id: meadow, ports: [meadow, meadow]), (id: town, ports: [town])], bags: [tiles],
        tiles: [(id: "A", edges: (n: town, e: town, s: meadow, w: town),
            parts: [town(at: [N, E, W], tags: [mark])])],
        flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    )"#;
    let mut world = World::default();
    world.add_file("demo", "pack.ron", &text.replace("TOWN", town).replace("TAG", tag));
    let loaded = tilewright_pack::load(&world, &["demo"], &LoadOptions { lints: false, ..LoadOptions::default() });
    assert_eq!(loaded.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>(), Vec::<String>::new());
    let catalog = loaded.catalog.unwrap();
    colors(&artist(&catalog).tile(catalog.kinds.find("A").unwrap(), Turn::NONE))
}

#[test]
fn pictures_come_from_looks_alone() {
    let brown = "look: (fill: \"#c08552\", border: wall, scatter: {\"house\": 20})";
    let found = draw_town(brown, "look: \"shield\"");
    let blue = [0x1f, 0x5f, 0xa8];
    assert!(found.contains(&[0xc0, 0x85, 0x52]) && found.contains(&blue) && found.len() > 60, "{}", found.len());
    let found = draw_town("look: (fill: \"#123456\")", "");
    assert!(found.contains(&[0x12, 0x34, 0x56]) && !found.contains(&blue));
    assert!(found.len() < 12, "neither houses nor a shield without looks: {}", found.len());
}

#[test]
fn packs_can_bring_pictures_of_their_own() {
    let own = r##"look: (fill: "#13579b", picture: [
        (path: "M-40 40L0 -40L40 40Z", fill: "#abcdef", line: "#012345", width: 4), (path: "O0 10 12", fill: own),
    ])"##;
    let found = draw_town("look: (fill: \"#123456\")", own);
    for color in [[0xab, 0xcd, 0xef], [0x01, 0x23, 0x45], [0x13, 0x57, 0x9b]] {
        assert!(found.contains(&color), "{color:?}");
    }
}

#[test]
fn ornaments_and_frames_can_be_left_out() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    let kind = catalog.kinds.find("R").unwrap();
    let shapes =
        |frame, ornaments| count(&Artist::new(catalog, Style { frame, ornaments }).tile(kind, Turn::NONE).shapes);
    assert_eq!(shapes(true, true), shapes(false, true) + 1);
    assert!(shapes(true, true) > shapes(true, false) + 50);
    let seen = |width| {
        let artist = artist(catalog).in_detail(Detail::of_width(width));
        count(&artist.tile(kind, Turn::NONE).shapes)
    };
    assert_eq!(seen(24.0), shapes(true, false), "no invisibly small shapes");
    assert!(seen(24.0) < seen(40.0) && seen(40.0) < seen(48.0));
    assert_eq!(seen(48.0), shapes(true, true));
}

#[test]
fn pictures_that_would_be_too_large_are_refused() {
    let scene = Scene::new(100.0, 1.0);
    assert!(png(&scene, 1000.0).unwrap_err().to_string().contains("100000 x 1000"));
    assert!(png(&Scene::new(0.0, 0.0), 10.0).is_err());
}
