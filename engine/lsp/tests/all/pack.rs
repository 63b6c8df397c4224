//! The small pack of the tests.

use std::path::{Path, PathBuf};

/// Files of the pack `brooks`, in which letters outside of ASCII precede names.
pub(crate) const FILES: [(&str, &str); 6] = [
    (
        "pack.ron",
        r##"/* é🙂 */ Pack(
    id: "brooks", version: "0.1.0", format: 1, title: "Brooks",
    authors: ["You"], licence: "MIT",
    seats: (2, 4), lattice: square,
    terrains: [
        (id: meadow, ground: true, look: (fill: "#cbdda2", ink: "#7d9a4e", pattern: hatch, letter: ".")),
        /* 🙂 */ (id: brook, complete: closed, look: (fill: "#5a9bd4", ink: "#1f4e79", pattern: waves, letter: "b")),
    ],
    edges: [
        (id: meadow, ports: [meadow, meadow]),
        (id: brook, ports: [meadow, brook, meadow]),
    ],
    figures: [(id: heron, supply: 4, on: [brook])],
    tags: [weir],
    bags: [tiles],
    board: (presets: [(tile: "Bend", at: (0, 0), from: tiles)]),
    flow: (
        turn: [draw(from: tiles), place, deploy, score],
        finish: [score_rest],
        ends_with: [tiles],
    ),
    rules: [(use: "paths", on: brook, per_tile: 1), (use: "toll", bonus: 2)],
)
"##,
    ),
    (
        "tiles.ron",
        r#"Tiles([
    (id: "Straight", count: 8, edges: (n: brook, e: meadow, s: brook, w: meadow), parts: [brook(at: [N, S], tags: [weir])]),
    (id: "Bend", count: 8, edges: (n: brook, e: brook, s: meadow, w: meadow), parts: [brook(at: [N, E])]),
    (id: "Spring", count: 8, edges: (n: brook, e: meadow, s: meadow, w: meadow), parts: [brook(at: [N], into: end)]),
])
"#,
    ),
    (
        "texts/en.ron",
        r#"Texts("en", {
    "pack.about": "Place brooks and herons.",
    "terrain.meadow": "Meadow", "terrain.brook": "Brook",
    "figure.heron": "Heron", "bag.tiles": "Tiles", "tag.weir": "Weir",
    "step.place": "Place the tile", "step.deploy": "Put a heron down, or none",
})
"#,
    ),
    (
        "rules/toll.lua",
        r#"--- A weir raises the brook.
--- @param bonus integer = 1  Points of a weir. It counts once.
--- @source Invented for tests.

local function raise(sheet, count)
    sheet:raise("tile", count, "weir")
end

amend("brook", { tag = "weir", stage = "raise" }, function(sheet, brook)
    raise(sheet, param.bonus)
end)
"#,
    ),
    (
        "tests/brooks.ron",
        r#"Tests([
    Test(
        name: "a closed brook of three tiles scores",
        board: "Spring@0,-1/2",
        figures: ["0 heron@0,0:brook"],
        steps: ["draw Spring", "place 1,0,3", "deploy pass"],
        expect: (scores: [3, 0]),
    ),
    Test(
        name: "a wrong expectation",
        board: "Spring@0,-1/2",
        expect: (scores: [9, 0]),
    ),
])
"#,
    ),
    ("README.md", "A pack of tests.\n"),
];

/// Folder of the pack in a new temporary folder.
pub(crate) struct TestPack {
    _home: tempfile::TempDir,
    pub(crate) folder: PathBuf,
}

impl TestPack {
    /// Writes the pack, with other texts for some files.
    pub(crate) fn write(changed: &[(&str, &str)]) -> TestPack {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().canonicalize().unwrap().join("brooks é");
        let folder = folder.join("brooks");
        let all = FILES.iter().filter(|(path, _)| changed.iter().all(|(other, _)| other != path)).chain(changed);
        for (path, text) in all {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        TestPack { _home: home, folder }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    pub(crate) fn text(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    /// Folder for copies, next to the pack.
    pub(crate) fn copies(&self) -> PathBuf {
        self.folder.parent().unwrap_or(Path::new("")).join("copies")
    }
}
