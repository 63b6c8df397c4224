//! Defines a pack in which any 10,000 tiles can be placed, for a large board.

use std::path::Path;

use tilewright_editor_model::pack::document::disk::write_whole;

/// Number of tiles that are placed before measurements.
pub(crate) const TILES: usize = 10_000;
/// Number of tile kinds.
pub(crate) const KINDS: usize = 24;

const PACK: &str = r##"Pack(
    id: "wide", version: "1.0.0", format: 1, title: "Wide", authors: ["Example"], licence: "MIT",
    seats: (2, 5), lattice: square,
    terrains: [(id: grass, ground: true), (id: hut, complete: surrounded)],
    edges: [(id: grass, ports: [grass])],
    figures: [(id: walker, supply: 7, weight: 1, on: [hut])],
    bags: [tiles],
    board: (presets: [(tile: "T0", at: (0, 0), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "surrounded", on: hut)],
)
"##;

/// Writes the pack to a folder.
pub(crate) fn write_pack(folder: &Path) -> std::io::Result<()> {
    let mut tiles = String::from("Tiles([\n");
    for n in 0..KINDS {
        let parts = if n % 2 == 0 { ", parts: [hut()]" } else { "" };
        tiles.push_str(&format!(
            "    (id: \"T{n}\", count: 450, edges: (n: grass, e: grass, s: grass, w: grass){parts}),\n"
        ));
    }
    tiles.push_str("])\n");
    let write = |path: &str, text: &str| write_whole(&folder.join(path), text).map_err(std::io::Error::other);
    write("pack.ron", PACK)?;
    write("tiles.ron", &tiles)
}
