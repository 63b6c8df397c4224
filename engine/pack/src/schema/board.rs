//! Declares the fields of boards, planes, preset tiles and rim cells.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::lattice::MAX_REACH;

use super::words::words;
use super::{Form, Kind, OVERRIDE, PLACED_BY, Struct, TAGS, UNLESS, WHEN, declared, field, in_list};

/// Width or height of a board in cells.
const SIZE: Kind = Kind::Int(1, 2000);
/// Number of cells that rules may add to a board along one axis.
const MORE: Kind = Kind::Int(0, MAX_REACH as i64);

/// Forms of `extent`, which decides the cells of a board.
const EXTENT: Kind = Kind::Forms(&[
    Form { word: "unbounded", values: &[] },
    Form { word: "bounded", values: &[("from", Kind::Pair), ("to", Kind::Pair)] },
    Form { word: "fixed", values: &[("width", SIZE), ("height", SIZE)] },
    Form { word: "sliding", values: &[("width", SIZE), ("height", SIZE)] },
    Form { word: "extendable", values: &[("width", SIZE), ("height", SIZE), ("more-x", MORE), ("more-y", MORE)] },
]);

/// Words for the seats that may place tiles on a plane.
const PLACED_BY_WORDS: [&str; PLACED_BY.len()] = words(&PLACED_BY);

/// Sides of a board of square cells.
const SIDES: &[&str] = &["N", "E", "S", "W"];

/// Grammar of the `board` of a pack.
pub const BOARD: Struct = Struct {
    what: "a board",
    key: "board",
    doc: "The cells of the board, its edges and its preset tiles.",
    fields: &[
        OVERRIDE,
        WHEN,
        UNLESS,
        field("extent", EXTENT, "The cells of the board.").or("unbounded"),
        field("free", Kind::Flag, "Allows tiles without neighbours, on boards of a fixed size."),
        field("over", Kind::Flag, "Allows tiles on other tiles, if all their cells have the same height."),
        field("rim_closes", Kind::Flag, "Edges at the border of the board count as closed."),
        field("rim", Kind::List(&Kind::Fields(&RIM)), "Edges around the board."),
        field(
            "turns",
            Kind::OneOf(&["all", "distinct"]),
            "Turns for tiles without their own `turns`: `all`, or `distinct`, which leaves out turns at which a tile \
             looks the same as at an earlier one.",
        )
        .or("all")
        .key("board-turns"),
        field("replace_presets", Kind::Flag, "Removes the preset tiles of other packs."),
        field("presets", Kind::List(&Kind::Fields(&PRESET)), "Tiles on the board at the start."),
        field(
            "joins",
            Kind::List(&Kind::Raw("((x, y), \"N\", (x, y), \"S\")")),
            "Segments of preset tiles that form one feature although they do not touch.",
        ),
    ],
    further: None,
};

/// Grammar of a plane, one of several boards of a game.
pub const PLANE: Struct = Struct {
    what: "a plane",
    key: "plane",
    doc: "One of several boards, or a board that each seat has.",
    fields: declared![
        field("each_seat", Kind::Flag, "Each seat has its own plane."),
        field("extent", EXTENT, "The cells of the plane. Without it, the cells of the board.").key("plane-extent"),
        field(
            "placed_by",
            Kind::OneOf(&PLACED_BY_WORDS),
            "The seats that may place tiles on the plane: `anybody`, the `owner`, or `rules` alone. Without it, \
             `owner` for planes of seats, otherwise `anybody`.",
        ),
        field("free", Kind::Flag, "Allows tiles without neighbours; the plane must have a fixed size.")
            .key("board-free"),
        field("over", Kind::Flag, "Allows tiles on other tiles, if all their cells have the same height.")
            .key("board-over"),
    ],
    further: None,
};

/// Grammar of a preset tile: one that is on the board at the start.
pub const PRESET: Struct = Struct {
    what: "a preset tile",
    key: "preset",
    doc: "A tile on the board at the start.",
    fields: in_list![
        field("tile", Kind::Name(DeclaredKind::Tile), "The kind of tile.").require(),
        field("at", Kind::Pair, "The position of its first cell.").or("(0, 0)"),
        field("turn", Kind::Int(0, 5), "Its turn, in steps clockwise.").or("0"),
        field("from", Kind::Name(DeclaredKind::Bag), "The bag that it is taken from."),
        field(
            "plane",
            Kind::Name(DeclaredKind::Plane),
            "The plane that it is on. Without it, the first plane. For planes of seats, each plane has one."
        ),
    ],
    further: None,
};

/// Grammar of a rim cell, an edge next to the board.
pub const RIM: Struct = Struct {
    what: "a rim cell",
    key: "rim",
    doc: "An edge next to the board: at one cell, or at all cells of a side.",
    fields: in_list![
        field("at", Kind::Pair, "A single cell."),
        field("side", Kind::OneOf(SIDES), "All cells of this side."),
        field("edge", Kind::Name(DeclaredKind::Edge), "The edge type that the board faces.").require(),
        field("name", Kind::Text, "Its name in records.").require(),
        field("tags", TAGS, "Its tags and their numbers, such as a fee."),
        field(
            "plane",
            Kind::Name(DeclaredKind::Plane),
            "The plane that it is on. Without it, the first plane. For planes of seats, each plane has one."
        ),
    ],
    further: None,
};
