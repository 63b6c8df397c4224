//! Defines the codes P03: terrains, edges, tags and tiles.

super::codes! {
    UNKNOWN_NAME = "P0301" Error "unknown name"
        "Nothing of this sort has that name. A bare name means something of this pack or of a pack that it needs; things of other packs are named as \"pack:name\"."
        r#"Tiles([(id: "A", edges: (n: gras, e: grass, s: grass, w: grass), parts: [])])"#;
    SWITCHED_OFF = "P0302" Error "what is named is switched off"
        "With the chosen options, the thing that is named here is not part of the game, but this place is. Give both the same condition."
        "//- demo/terrains.ron\nTerrains([(id: swamp, when: {\"size\": 3})])\n//- demo/edges.ron\nEdges([(id: swamp, ports: [swamp])])";
    BAD_PORT = "P0303" Error "no such port"
        "Ports are named by their side, such as N, and on sides with several ports also by their place, seen from the middle looking out: NL, NR, or counted clockwise N1, N2 and so on. A bare side means every port on it that has the part's terrain."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, X])])])"#;
    PORT_TWICE = "P0304" Error "port covered twice"
        "Two parts of a tile reach the rim at the same place."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), path(at: [S], into: crossing)])])"#;
    PORT_UNCOVERED = "P0305" Error "port not covered"
        "The edge says that a terrain reaches the rim here, but no part of the tile does. Only ground terrains fill their ports by themselves."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N], into: crossing)])])"#;
    PORT_TERRAIN = "P0306" Error "part and edge disagree"
        "A part reaches the rim where the edge shows another terrain."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, E, S])])])"#;
    PART_UNCLEAR = "P0307" Error "which part is meant is not clear"
        "Parts are named by their terrain when the tile has one such part, by terrain and port such as \"path:N\", or by a name that they are given with `name:`."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N], into: house), path(at: [S], into: crossing)])])"#;
    PATH_ENDS = "P0308" Error "the path ends in nothing"
        "A path that reaches only one side ends on the tile. What it runs into parts the ground beside it: write `into: crossing`, `into: end` for a dead end, or the terrain or name of the part that it runs into."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N])])])"#;
    AMBIGUOUS_GROUND = "P0309" Error "the ground is not clear"
        "From these parts it does not follow how the ground is divided or what it touches. Write the ground parts with `at` and `touches`, or let the parts run into each other with `into`. Parts that cross on a tile without ground are meant to only if the tile has `derive: false`; an area that shows on both sides of a path passes beneath it and needs nothing."
        r#"Tiles([(id: "A", edges: (n: path, e: path, s: path, w: path), parts: [path(at: [N, S]), path(at: [E, W])])])"#;
    GROUND_CONTRADICTS = "P0310" Error "the ground contradicts the other parts"
        "A ground part is written by hand, but from the paths and areas of the tile something else follows. If the picture really is special, write `derive: false` on the tile and all its ground parts by hand."
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), grass(at: [E, W, NL, NR, SL, SR])])])"#;
    TOO_MANY_PARTS = "P0311" Error "too many parts"
        "A tile can have 32 parts, ground included, and 8 cells."
        r#"Tiles([(id: "A", edges: (n: grass, e: grass, s: grass, w: grass), parts: [path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path, path])])"#;
    EDGE_ALONE = "P0312" Warning "nothing meets this edge"
        "Only one side of one tile has this edge, so no other tile can ever lie against it."
        "//- demo/edges.ron\nEdges([(id: rare, ports: [grass])])\n//- demo/tiles.ron\nTiles([(id: \"A\", edges: (n: rare, e: grass, s: grass, w: grass))])";
    UNUSED = "P0313" Warning "declared and never used"
        "Nothing uses this terrain, edge, tag or rule module. It may be a slip, or left over."
        r#"Tags([forgotten])"#;
    BAD_COUNT = "P0314" Error "the count makes no sense"
        "A number of copies is at least 1 and within what a bag can hold. A tile that is in no bag has `count: 0` only together with `bag: none`."
        r#"Tiles([(id: "A", count: 0, edges: (n: grass, e: grass, s: grass, w: grass))])"#;
    BAD_CELLS = "P0315" Error "the cells do not fit together"
        "A tile of several cells has its first at (0, 0), each cell once, every other beside one of them, and edges that match where its own cells meet."
        r#"Tiles([(id: "A", cells: [(at: (0, 0), edges: (n: grass, e: grass, s: grass, w: grass)), (at: (5, 0), edges: (n: grass, e: grass, s: grass, w: grass))])])"#;
    BAD_EDGE = "P0316" Error "the edge type makes no sense"
        "An edge type has 1 to 7 ports."
        r#"Edges([(id: empty, ports: [])])"#;
    UNKNOWN_LOOK = "P0317" Warning "nothing is drawn by that name"
        "Patterns, borders and pictures have fixed names; the hint lists them. What is not known is left out of pictures, the game is the same. A picture of your own is drawn as a list of layers, each an outline with a fill or a line."
        r#"Tags([(id: demo, look: "sheild")])"#;
    BAD_PATH = "P0318" Error "the outline cannot be read"
        "An outline is written with M x y (begin), L x y (line), Q and C (curves with one and two control points), O x y r (circle) and Z (close); numbers are whole, the picture reaches from -50 to 50."
        r##"Tags([(id: demo, look: (picture: [(path: "L10 10", fill: "#aa0000")]))])"##;
    LOOK_ALIKE = "P0319" Warning "two terrains are hard to tell apart"
        "Two terrains that can lie side by side have fills that differ too little, for everybody or for people who are colour-blind, and nothing else sets them apart. Make one lighter or darker, or give them different patterns or borders."
        "//- demo/terrains.ron\nTerrains([(id: moss, look: (fill: \"#cbdda2\")), (id: lichen, look: (fill: \"#cde0a0\"))])\n//- demo/edges.ron\nEdges([(id: moss, ports: [moss]), (id: lichen, ports: [lichen])])\n//- demo/tiles.ron\nTiles([(id: \"A\", edges: (n: moss, e: lichen, s: moss, w: lichen), parts: [moss(at: [N]), moss(at: [S]), lichen(at: [E]), lichen(at: [W])])])";
    BAD_BACK = "P0320" Error "the back of a tile makes no sense"
        "The back of a tile is another tile, which lies on the board as long as the tile lies face down: of the same cells, in no bag, and without a back of its own."
        r#"Tiles([(id: "Chest", back: "Cover", edges: (n: grass, e: grass, s: grass, w: grass)), (id: "Cover", edges: (n: grass, e: grass, s: grass, w: grass))])"#;
    BAD_MIRROR = "P0321" Error "the tile has no mirror image"
        "A tile that may be laid either way up needs an edge type for each side of its mirror image: the same one where its ports read the same from both ends, else one with the ports in the opposite order. It has no back besides."
        "//- demo/edges.ron\nEdges([(id: bank, ports: [grass, path])])\n//- demo/tiles.ron\nTiles([(id: \"A\", mirrored: true, edges: (n: bank, e: grass, s: grass, w: grass), parts: [path(at: [NR])])])";
    SAME_MIRROR = "P0322" Warning "the mirror image is the same tile"
        "The mirror image of this tile looks like the tile itself at some turn, so whoever lays it would be asked for nothing."
        r#"Tiles([(id: "A", mirrored: true, edges: (n: grass, e: grass, s: grass, w: grass))])"#;
    BAD_ADDED_PART = "P0323" Error "the added part does not fit the edge"
        "An added part makes edges that it crosses other edges: these show the same terrains in the same order, and the terrain of the part before, between or behind them. One port may become several, as where a path divides a side."
        r#"AddedParts([(id: bridge, terrain: path, sides: [N, S], edges: {path: path})])"#;
}
