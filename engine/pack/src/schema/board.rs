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
    doc: "Which cells there are and what lies there at first.",
    fields: &[
        OVERRIDE,
        WHEN,
        UNLESS,
        field(
            "extent",
            EXTENT,
            "Which cells there are.",
        )
        .or("unbounded"),
        field("free", Kind::Flag, "Tiles may lie where nothing touches them, on boards of a fixed size."),
        field("over", Kind::Flag, "Tiles may lie on others, if all their cells are equally high there."),
        field("rim_closes", Kind::Flag, "Edges at the border of the board count as closed."),
        field("rim", Kind::List(&Kind::Fields(&RIM)), "Edges around the board."),
        field(
            "turns",
            Kind::OneOf(&["all", "distinct"]),
            "At which turns tiles may be placed that say nothing of it: all, or distinct: of those at which a tile looks \
             the same only the first.",
        )
        .or("all")
        .key("board-turns"),
        field("replace_presets", Kind::Flag, "Tiles that other packs put there do not lie there."),
        field("presets", Kind::List(&Kind::Fields(&PRESET)), "Tiles that lie there at the start."),
        field(
            "joins",
            Kind::List(&Kind::Raw("((x, y), \"N\", (x, y), \"S\")")),
            "Segments of those tiles that are one although they do not meet.",
        ),
    ],
    further: None,
};

/// Grammar of a plane, one of several boards of a game.
pub const PLANE: Struct = Struct {
    what: "a plane",
    key: "plane",
    doc: "One of several boards, or one that every seat has.",
    fields: declared![
        field("each_seat", Kind::Flag, "Every seat has one of its own."),
        field("extent", EXTENT, "Which cells there are, if not those that the board says.").key("plane-extent"),
        field(
            "placed_by",
            Kind::OneOf(&PLACED_BY_WORDS),
            "Who may place tiles there: anybody, the owner, or rules alone. Of those of seats the owner if nothing is said.",
        ),
        field("free", Kind::Flag, "Tiles may lie there where nothing touches them; the plane has a fixed size.")
            .key("board-free"),
        field("over", Kind::Flag, "Tiles may lie there on others, if all their cells are equally high there.")
            .key("board-over"),
    ],
    further: None,
};

/// Grammar of a preset tile: one that is on the board at the start.
pub const PRESET: Struct = Struct {
    what: "a preset tile",
    key: "preset",
    doc: "A tile that lies on the board at the start.",
    fields: in_list![
        field("tile", Kind::Name(DeclaredKind::Tile), "Which tile.").needed(),
        field("at", Kind::Pair, "Where its first cell lies.").or("(0, 0)"),
        field("turn", Kind::Int(0, 5), "How many times it is turned clockwise.").or("0"),
        field("from", Kind::Name(DeclaredKind::Bag), "The bag that it is taken from."),
        field(
            "plane",
            Kind::Name(DeclaredKind::Plane),
            "The plane that it lies on, else the first; of those of seats, on each."
        ),
    ],
    further: None,
};

/// Grammar of a rim cell, an edge next to the board.
pub const RIM: Struct = Struct {
    what: "a rim cell",
    key: "rim",
    doc: "An edge beside the board: at one cell, or at every cell of a side.",
    fields: in_list![
        field("at", Kind::Pair, "One cell."),
        field("side", Kind::OneOf(SIDES), "Every cell of this side."),
        field("edge", Kind::Name(DeclaredKind::Edge), "What it shows to the board.").needed(),
        field("name", Kind::Text, "Its name in records.").needed(),
        field("tags", TAGS, "Numbers of it, such as a fee."),
        field(
            "plane",
            Kind::Name(DeclaredKind::Plane),
            "The plane that it lies on, else the first; of those of seats, on each."
        ),
    ],
    further: None,
};
