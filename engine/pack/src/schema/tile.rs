//! Declares the fields of tiles, their cells and their parts.

use tilewright_core::catalog::declared::DeclaredKind;

use super::{COUNT, Field, Kind, Struct, TAGS, declared, field, in_list, way};

const TILE_COUNT: Field = field("count", COUNT, "How many there are.").or("1");
const BAG: Field =
    field("bag", Kind::NameOr(DeclaredKind::Bag, "none"), "The bag it lies in; none for those that rules bring.");
const BAGS: Field =
    field("bags", Kind::Map(&Kind::Name(DeclaredKind::Bag), &COUNT), "Several bags, with how many in each.");
const TILE_TAGS: Field = field("tags", TAGS, "Its tags.");

const EDGES: Field = field("edges", Kind::Fields(&SIDES), "The edge type of each side.").key("tile-edges");
const PARTS: Field = field("parts", Kind::List(&Kind::Part), "What is on it.").key("tile-parts");
const PART_TAGS: Field =
    field("part_tags", Kind::Map(&Kind::PartName(&[]), &TAGS), "Further tags of its parts, by their names.")
        .key("tile-part-tags");

/// Grammar of a kind of tile, with one cell or several.
pub const TILE: Struct = Struct {
    what: "a tile",
    key: "tile",
    doc: "A kind of tile, of one cell or of several.",
    fields: declared![
        TILE_COUNT,
        BAG,
        BAGS,
        TILE_TAGS,
        EDGES,
        field(
            "turns",
            Kind::Either(&[
                way("numbers", Kind::List(&Kind::Int(0, 5))),
                way("word", Kind::OneOf(&["all", "distinct"]))
            ]),
            "At which turns it may be placed, in steps clockwise: all, distinct (of those at which it looks the same only \
             the first), or these. Without it the board says.",
        ),
        field(
            "back",
            Kind::Name(DeclaredKind::Tile),
            "What lies in its place while it lies face down: a tile in no bag, of the same cells.",
        ),
        field(
            "mirrored",
            Kind::Flag,
            "Whether it may be laid the other way up as well, where it shows its mirror image.",
        ),
        field(
            "number",
            Kind::Name(DeclaredKind::Counter),
            "The counter whose number is written on each of them, with tiles as its keys.",
        ),
        field("derive", Kind::Flag, "Whether ground follows from the other parts.").or("true"),
        field("cells", Kind::List(&Kind::Fields(&CELL)), "Its cells, if it has several."),
        PARTS,
        PART_TAGS,
        field("strokes", Kind::Raw("what the editor writes"), "How it was painted; only the editor looks at it.",),
    ],
    further: None,
};

/// Grammar of a chip, a tile without cells.
pub const CHIP: Struct = Struct {
    what: "a chip",
    key: "chip",
    doc: "A tile without cells.",
    fields: declared![
        TILE_COUNT.key("tile-count"),
        BAG.key("tile-bag"),
        BAGS.key("tile-bags"),
        TILE_TAGS.key("tile-tags"),
        // Distinguishes chips from tiles in one list.
        field("chip", Kind::Flag, "Whether it is a chip.").hidden(),
    ],
    further: None,
};

/// Grammar of a cell of a tile that has several.
pub const CELL: Struct = Struct {
    what: "a cell",
    key: "cell",
    doc: "A cell of a tile that has several.",
    fields: &[field("at", Kind::Pair, "Column and row within the tile.").needed(), EDGES, PARTS, PART_TAGS],
    further: None,
};

const fn side(name: &'static str) -> Field {
    field(name, Kind::Name(DeclaredKind::Edge), "The edge type of this side.").key("tile-side")
}

/// Grammar of the edges of a cell: four on squares, six on hexes, three on triangles.
pub const SIDES: Struct = Struct {
    what: "a list of edges",
    key: "edges",
    doc: "The edge types of a cell: n, e, s and w of a square, n, ne, se, s, sw and nw of a hex, n, se and sw of a triangle that points down.",
    fields: &[side("n"), side("ne"), side("e"), side("se"), side("s"), side("sw"), side("w"), side("nw")],
    further: None,
};

const TOUCHED: Kind = Kind::PartName(&[]);

/// Grammar of a part of a tile.
pub const PART: Struct = Struct {
    what: "a part",
    key: "part",
    doc: "A part of a tile: its terrain, and these fields behind it.",
    fields: in_list![
        field(
            "at",
            Kind::Either(&[way("names", Kind::List(&Kind::Port)), way("one", Kind::Port)]),
            "The sides that it reaches; NL and NR are halves of one.",
        ),
        field(
            "into",
            Kind::PartName(&["crossing", "end"]),
            "What a path that ends here runs into: crossing, end or another part.",
        ),
        field("name", Kind::Text, "A name by which other parts call it."),
        field("tags", TAGS, "Marks on it."),
        field(
            "touches",
            Kind::Either(&[way("names", Kind::List(&TOUCHED)), way("one", TOUCHED)]),
            "The parts that it touches.",
        ),
    ],
    further: None,
};

/// Grammar of a part that rules add to placed tiles.
pub const ADDED_PART: Struct = Struct {
    what: "an added part",
    key: "added-part",
    doc: "A part that rules add to placed tiles of any pack with `add_part`, such as a bridge. It passes over what lies there.",
    fields: declared![
        field("terrain", Kind::Name(DeclaredKind::Terrain), "What the part is made of.").needed(),
        field("sides", Kind::List(&Kind::Port), "The sides that it reaches; it can be added turned, too.").needed(),
        field(
            "edges",
            Kind::Map(&Kind::Name(DeclaredKind::Edge), &Kind::Name(DeclaredKind::Edge)),
            "The edge types that it can cross, and what each becomes: the same ports, with ports of the part between them.",
        )
        .needed(),
        field("tags", TAGS, "Marks on the part."),
    ],
    further: None,
};
