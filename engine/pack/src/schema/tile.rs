//! Declares the fields of tiles, their cells and their parts.

use tilewright_core::catalog::declared::DeclaredKind;

use super::{COUNT, Field, Kind, Struct, TAGS, declared, field, in_list, way};

const TILE_COUNT: Field = field("count", COUNT, "Number of copies.").or("1");
const BAG: Field = field(
    "bag",
    Kind::NameOr(DeclaredKind::Bag, "none"),
    "The bag that holds it at the start; `none` for tiles that only rules bring into the game.",
);
const BAGS: Field = field(
    "bags",
    Kind::Map(&Kind::Name(DeclaredKind::Bag), &COUNT),
    "Several bags, with the number of copies in each.",
);
const TILE_TAGS: Field = field("tags", TAGS, "Its tags.");

const EDGES: Field = field("edges", Kind::Fields(&SIDES), "The edge type of each side.").key("tile-edges");
const PARTS: Field = field("parts", Kind::List(&Kind::Part), "The parts on it.").key("tile-parts");
const PART_TAGS: Field = field(
    "part_tags",
    Kind::Map(&Kind::PartName(&[]), &TAGS),
    "Additional tags of its parts, by the names of the parts.",
)
.key("tile-part-tags");

/// Grammar of a kind of tile, with one cell or several.
pub const TILE: Struct = Struct {
    what: "a tile",
    key: "tile",
    doc: "A kind of tile with one cell or several.",
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
            "The turns at which it may be placed, in steps clockwise: `all`, `distinct` (without turns at which it \
             looks the same as at an earlier one), or a list of numbers. Without it, the `turns` of the board.",
        ),
        field(
            "back",
            Kind::Name(DeclaredKind::Tile),
            "The tile that is on the board while this one is face down: a tile in no bag, with the same cells.",
        ),
        field("mirrored", Kind::Flag, "Allows the other side of the tile, which shows its mirror image.",),
        field(
            "number",
            Kind::Name(DeclaredKind::Counter),
            "The counter whose number is shown on each copy; its keys are tiles.",
        ),
        field("derive", Kind::Flag, "Derives the ground from the other parts.").or("true"),
        field("cells", Kind::List(&Kind::Fields(&CELL)), "The cells of a tile with several cells."),
        PARTS,
        PART_TAGS,
        field("strokes", Kind::Raw("data of the editor"), "The strokes of the editor; only the editor reads them.",),
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
        field("chip", Kind::Flag, "True for a chip.").hide(),
    ],
    further: None,
};

/// Grammar of a cell of a tile that has several.
pub const CELL: Struct = Struct {
    what: "a cell",
    key: "cell",
    doc: "A cell of a tile with several cells.",
    fields: &[field("at", Kind::Pair, "Its column and row within the tile.").require(), EDGES, PARTS, PART_TAGS],
    further: None,
};

const fn side(name: &'static str) -> Field {
    field(name, Kind::Name(DeclaredKind::Edge), "The edge type of this side.").key("tile-side")
}

/// Grammar of the edges of a cell: four on squares, six on hexes, three on triangles.
pub const SIDES: Struct = Struct {
    what: "a list of edges",
    key: "edges",
    doc: "The edge types of a cell: n, e, s and w for a square; n, ne, se, s, sw and nw for a hex; n, se and sw for a \
        triangle that points down.",
    fields: &[side("n"), side("ne"), side("e"), side("se"), side("s"), side("sw"), side("w"), side("nw")],
    further: None,
};

const TOUCHED: Kind = Kind::PartName(&[]);

/// Grammar of a part of a tile.
pub const PART: Struct = Struct {
    what: "a part",
    key: "part",
    doc: "A part of a tile: its terrain, with these fields after it.",
    fields: in_list![
        field(
            "at",
            Kind::Either(&[way("names", Kind::List(&Kind::Port)), way("one", Kind::Port)]),
            "The sides that it reaches; NL and NR are the halves of a side.",
        ),
        field(
            "into",
            Kind::PartName(&["crossing", "end"]),
            "The end of a path that reaches only one side: `crossing`, `end` or another part.",
        ),
        field("name", Kind::Text, "A name that other parts can refer to."),
        field("tags", TAGS, "Tags of the part."),
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
    doc: "A part that rules add to placed tiles of any pack with `add_part`, such as a bridge. It passes over the \
        other parts of the tile.",
    fields: declared![
        field("terrain", Kind::Name(DeclaredKind::Terrain), "The terrain of the part.").require(),
        field("sides", Kind::List(&Kind::Port), "The sides that it reaches. It can also be added turned.").require(),
        field(
            "edges",
            Kind::Map(&Kind::Name(DeclaredKind::Edge), &Kind::Name(DeclaredKind::Edge)),
            "The edge types that it can cross, with the resulting edge type of each, which has the same ports and \
             ports of the part between them.",
        )
        .require(),
        field("tags", TAGS, "Tags of the part."),
    ],
    further: None,
};
