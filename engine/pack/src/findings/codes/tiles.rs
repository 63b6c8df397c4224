//! Defines the codes P03: terrains, edges, tags and tiles.

super::codes! {
    UNKNOWN_NAME = "P0301" Error "unknown name"
        "No thing of this kind has this name. A plain name refers to this pack or a pack that it needs; things of other packs are named as \"pack:name\"."
        r#"Tiles([(id: "A", edges: (n: gras, e: grass, s: grass, w: grass), parts: [])])"#;
    SWITCHED_OFF = "P0302" Error "reference to a thing that is switched off"
        "With the chosen options, the referenced thing is not part of the game, but this reference is. Give both the same condition."
        "//- demo/terrains.ron\nTerrains([(id: swamp, when: {\"size\": 3})])\n//- demo/edges.ron\nEdges([(id: swamp, ports: [swamp])])";
    BAD_PORT = "P0303" Error "unknown port"
        "Ports are named by their side, such as N. On sides with several ports, add the position, seen from the middle looking out: NL or NR, or the number clockwise: N1, N2 and so on. A side alone means every port on it that has the part's terrain."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, X])])])"#;
    PORT_TWICE = "P0304" Error "port covered twice"
        "Two parts of a tile reach the same port on its border."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), path(at: [S], into: crossing)])])"#;
    PORT_UNCOVERED = "P0305" Error "port not covered"
        "According to the edge type, a terrain reaches this port, but no part of the tile does. Only ground terrains fill their ports automatically."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N], into: crossing)])])"#;
    PORT_TERRAIN = "P0306" Error "part and edge disagree"
        "A part reaches the border at a port where the edge type has another terrain."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, E, S])])])"#;
    PART_UNCLEAR = "P0307" Error "ambiguous part"
        "A part is named by its terrain if the tile has only one part of it, by terrain and port such as \"path:N\", or by its own `name:`."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N], into: house), path(at: [S], into: crossing)])])"#;
    PATH_ENDS = "P0308" Error "the path has no declared end"
        "A path that reaches only one side ends on the tile. Its end divides the ground around it, so it must be declared: write `into: crossing`, `into: end` for a dead end, or the terrain or name of the part at its end."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N])])])"#;
    AMBIGUOUS_GROUND = "P0309" Error "ambiguous ground"
        "The division of the ground, or the parts that it touches, do not follow from these parts. Write the ground parts with `at` and `touches`, or connect the parts with `into`. On a tile without ground, parts may cross only with `derive: false`; an area that shows on both sides of a path passes beneath it and needs no declaration."
        r#"Tiles([(id: "A", edges: (n: path, e: path, s: path, w: path), parts: [path(at: [N, S]), path(at: [E, W])])])"#;
    GROUND_CONTRADICTS = "P0310" Error "the ground contradicts the other parts"
        "A ground part is written by hand, but the paths and areas of the tile imply another one. If the tile really is an exception, write `derive: false` on it and all its ground parts by hand."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), grass(at: [E, W, NL, NR, SL, SR])])])"#;
    TOO_MANY_PARTS = "P0311" Error "too many parts"
        "A tile can have at most 32 parts, including ground, and 8 cells."
        r#"Tiles([(id: "A", edges: (n: grass, e: grass, s: grass, w: grass), parts: [path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path])])"#;
    EDGE_ALONE = "P0312" Warning "no other edge fits this edge"
        "Only one side of one tile has this edge type, so no other tile can ever be placed against it."
        "//- demo/edges.ron\nEdges([(id: rare, ports: [grass])])\n//- demo/tiles.ron\nTiles([(id: \"A\", edges: (n: rare, e: grass, s: grass, w: grass))])";
    UNUSED = "P0313" Warning "declared and never used"
        "This terrain, edge, tag or rule module is never used. It may be a mistake, or left over."
        r#"Tags([forgotten])"#;
    BAD_COUNT = "P0314" Error "invalid count"
        "A number of copies is at least 1 and at most the capacity of a bag. A tile may have `count: 0` only together with `bag: none`."
        r#"Tiles([(id: "A", count: 0, edges: (n: grass, e: grass, s: grass, w: grass))])"#;
    BAD_CELLS = "P0315" Error "the cells do not fit together"
        "In a tile of several cells, the first cell must be at (0, 0), no cell may occur twice, every other cell must be next to another one, and edges between its own cells must match."
        r#"Tiles([(id: "A", cells: [(at: (0, 0), edges: (n: grass, e: grass, s: grass, w: grass)), (at: (5, 0), edges: (n: grass, e: grass, s: grass, w: grass))])])"#;
    BAD_EDGE = "P0316" Error "invalid edge type"
        "An edge type has 1 to 7 ports."
        r#"Edges([(id: empty, ports: [])])"#;
    UNKNOWN_LOOK = "P0317" Warning "unknown picture, pattern or border"
        "Patterns, borders and pictures have fixed names; the hint lists them. Unknown names are left out of pictures; the game does not change. Write your own picture as a list of layers, each an outline with a fill or a line."
        r#"Tags([(id: demo, look: "sheild")])"#;
    BAD_PATH = "P0318" Error "the outline cannot be read"
        "An outline consists of M x y (begin), L x y (line), Q and C (curves with one and two control points), O x y r (circle) and Z (close). Numbers are whole; the picture extends from -50 to 50."
        r##"Tags([(id: demo, look: (picture: [(path: "L10 10", fill: "#aa0000")]))])"##;
    LOOK_ALIKE = "P0319" Warning "two terrains are hard to distinguish"
        "Two terrains that can be adjacent have fills that differ too little, for all players or for colour-blind ones, and no pattern or border distinguishes them. Make one lighter or darker, or give them different patterns or borders."
        "//- demo/terrains.ron\nTerrains([(id: moss, look: (fill: \"#cbdda2\")), (id: lichen, look: (fill: \"#cde0a0\"))])\n//- demo/edges.ron\nEdges([(id: moss, ports: [moss]), (id: lichen, ports: [lichen])])\n//- demo/tiles.ron\nTiles([(id: \"A\", edges: (n: moss, e: lichen, s: moss, w: lichen), parts: [moss(at: [N]), moss(at: [S]), lichen(at: [E]), lichen(at: [W])])])";
    BAD_BACK = "P0320" Error "invalid back of a tile"
        "The back of a tile is another tile, which is on the board while the tile is face down. It must have the same cells, be in no bag, and have no back itself."
        r#"Tiles([(id: "Chest", back: "Cover", edges: (n: grass, e: grass, s: grass, w: grass)), (id: "Cover", edges: (n: grass, e: grass, s: grass, w: grass))])"#;
    BAD_MIRROR = "P0321" Error "the tile has no mirror image"
        "A tile with `mirrored: true` needs an edge type for each side of its mirror image: the same one if its ports read the same from both ends, otherwise one with the ports in the opposite order. It cannot have a back."
        "//- demo/edges.ron\nEdges([(id: bank, ports: [grass, path])])\n//- demo/tiles.ron\nTiles([(id: \"A\", mirrored: true, edges: (n: bank, e: grass, s: grass, w: grass), parts: [path(at: [NR])])])";
    SAME_MIRROR = "P0322" Warning "the mirror image is the same tile"
        "The mirror image of this tile looks like the tile itself at some turn, so players could not distinguish the two choices. Remove `mirrored`."
        r#"Tiles([(id: "A", mirrored: true, edges: (n: grass, e: grass, s: grass, w: grass))])"#;
    BAD_ADDED_PART = "P0323" Error "the added part does not fit the edge"
        "An added part replaces each edge type that it crosses: the new type must have the same terrains in the same order, with the terrain of the part before, between or after them. One port may become several, for example if a path divides a side."
        r#"AddedParts([(id: bridge, terrain: path, sides: [N, S], edges: {path: path})])"#;
}
